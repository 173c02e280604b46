# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Reads a page as a browser would: tags balance, nothing is loaded, links stay inside."""

import html.parser
import sys

EMPTY = {"meta", "input", "path", "circle/"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.texts, self.circles = [], set(), [], [], 0

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert not {"src", "onload", "onclick"} & attrs.keys(), (tag, attrs)
        assert tag not in ("link", "iframe", "img", "base"), tag
        assert "id" not in attrs or attrs["id"] not in self.ids, attrs
        self.ids.add(attrs.get("id"))
        if "href" in attrs:
            assert attrs["href"].startswith("#"), attrs
            self.links.append(attrs["href"][1:])
        self.circles += tag == "circle" and "id" in attrs
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        self.texts.append(data)


with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
page = Page()
page.feed(text)
assert not page.open, page.open
assert "http:" not in text and "https:" not in text and "url(" not in text
assert set(page.links) <= page.ids, page.links
rows = [i for i in page.ids if i and i[0] == "k"]
print(f"{len(rows)} kernels, {page.circles} points")
for name in sys.argv[2:]:
    assert any(name in t for t in page.texts), name
