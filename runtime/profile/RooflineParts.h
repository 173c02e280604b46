//===- RooflineParts.h - What stays the same on every page -----*- C++ -*- ===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef MLC_RUNTIME_PROFILE_ROOFLINEPARTS_H
#define MLC_RUNTIME_PROFILE_ROOFLINEPARTS_H

namespace mlc {

/// Colours of kinds of kernels, by their share of the time; the last is for the
/// rest. Two steps of each hue: on light and on dark ground.
constexpr int kKindColours = 7;

constexpr const char *kRooflineStyle = R"css(
:root { color-scheme: light dark; --ground: #fbfbfa; --ink: #1d1f21;
  --soft: #5f6670; --line: #d5d8dc; --roof: #1d1f21; --mark: #fff0b8;
  --k0: #2f6fb3; --k1: #c8651b; --k2: #2a8a57; --k3: #9b4fa5; --k4: #b8332f;
  --k5: #7d7a1a; --k6: #6b7280; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171a; --ink: #e7e9ec;
  --soft: #9aa3ad; --line: #363b42; --roof: #e7e9ec; --mark: #4a4216;
  --k0: #6da8e8; --k1: #f0975a; --k2: #5fc48f; --k3: #cf8fd8; --k4: #ef7f78;
  --k5: #c9c552; --k6: #9aa3ad; } }
body { font: 15px/1.45 system-ui, sans-serif; background: var(--ground);
  color: var(--ink); max-width: 1100px; margin: 1.5em auto; padding: 0 1em; }
h1 { font-size: 1.35em; margin: 0 0 .2em; overflow-wrap: anywhere; }
p { margin: .3em 0; color: var(--soft); max-width: 75ch; }
svg { width: 100%; height: auto; margin: 1em 0 .3em; }
svg text { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--line); } .roof { stroke: var(--roof); stroke-width: 1.6;
  fill: none; } .thin { stroke-dasharray: 5 4; stroke-width: 1; }
circle { fill-opacity: .55; stroke-width: 1.2; }
circle:hover, circle:target { fill-opacity: 1; stroke: var(--ink);
  stroke-width: 2.5; }
circle.off { opacity: .08; }
.k0 { fill: var(--k0); stroke: var(--k0); } .k1 { fill: var(--k1);
  stroke: var(--k1); } .k2 { fill: var(--k2); stroke: var(--k2); }
.k3 { fill: var(--k3); stroke: var(--k3); } .k4 { fill: var(--k4);
  stroke: var(--k4); } .k5 { fill: var(--k5); stroke: var(--k5); }
.k6 { fill: var(--k6); stroke: var(--k6); }
.key { display: inline-block; margin-right: 1.2em; color: var(--soft); }
.key svg { width: .8em; height: .8em; margin: 0 .35em 0 0; }
input { font: inherit; color: inherit; background: transparent; width: 22em;
  max-width: 100%; border: 1px solid var(--line); border-radius: 4px;
  padding: .2em .5em; margin: 1em 0 .4em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9em; }
th, td { text-align: right; padding: .2em .6em; white-space: nowrap;
  border-bottom: 1px solid var(--line); vertical-align: top;
  font-variant-numeric: tabular-nums; }
th { cursor: pointer; color: var(--soft); font-weight: 600; position: sticky;
  top: 0; background: var(--ground); }
th.t, td.t { text-align: left; unicode-bidi: isolate; }
td.n { white-space: normal; overflow-wrap: anywhere; min-width: 16em; }
tr:target { background: var(--mark); }
a { color: inherit; }
)css";

/// Sorting by a column, and a filter; the page reads well without.
constexpr const char *kRooflineScript = R"js(
'use strict';
const table = document.querySelector('table'), body = table.tBodies[0];
const key = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.v === undefined ? cell.textContent : +cell.dataset.v;
};
let last = -1, up = false;
for (const head of table.tHead.rows[0].cells)
  head.addEventListener('click', () => {
    const column = head.cellIndex, text = head.classList.contains('t');
    up = column === last ? !up : text;
    last = column;
    const rows = [...body.rows].map(row => [key(row, column), row]);
    rows.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0) * (up ? 1 : -1));
    body.append(...rows.map(pair => pair[1]));
  });
document.querySelector('input').addEventListener('input', event => {
  const want = event.target.value.toLowerCase();
  for (const row of body.rows) {
    row.hidden = !row.textContent.toLowerCase().includes(want);
    const point = document.getElementById('c' + row.id.slice(1));
    if (point) point.classList.toggle('off', row.hidden);
  }
});
)js";

} // namespace mlc

#endif // MLC_RUNTIME_PROFILE_ROOFLINEPARTS_H
