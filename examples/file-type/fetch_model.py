#!/usr/bin/env python3
#===- fetch_model.py - Takes magika's model out of its package ------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""usage: fetch_model.py FOLDER

Downloads the pinned Python package magika with pip (once: the package is kept in
FOLDER), unpacks it there, and writes the names of the types with their
thresholds as magika_types.h. magika is under the Apache License 2.0."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

PACKAGE = "magika==1.0.3"
WHEEL = "magika-1.0.3-py3-none-manylinux_2_28_x86_64.whl"
SHA256 = "3e9b49134e8116ee40b431664dcbed9e199413efddcce1a173c734b4e0521529"
MODEL = "magika/models/standard_v3_3"


def download(folder):
    wheel = folder / WHEEL
    if not wheel.exists():
        pin = folder / "requirements.txt"
        pin.write_text(f"{PACKAGE} --hash=sha256:{SHA256}\n")
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                        "--disable-pip-version-check", "--only-binary", ":all:",
                        "--platform", "manylinux_2_28_x86_64", "--require-hashes",
                        "-r", pin, "-d", folder], check=True)
    return wheel


def types_header(config, known):
    """One row a score of the model, in its order."""
    lines = ["// Written by fetch_model.py from magika's configuration.",
             "#ifndef MAGIKA_TYPES_H", "#define MAGIKA_TYPES_H", "",
             "struct Type {", "  const char *name;",
             "  float threshold; // below it the answer is only text or binary",
             "  bool isText;", "};", "",
             f"constexpr int kTypeCount = {len(config['target_labels_space'])};",
             "constexpr Type kTypes[kTypeCount] = {"]
    for label in config["target_labels_space"]:
        name = config["overwrite_map"].get(label, label)
        threshold = config["thresholds"].get(label, config["medium_confidence_threshold"])
        text = "true" if known[name]["is_text"] else "false"
        lines.append(f'    {{"{name}", {float(threshold)}f, {text}}},')
    return "\n".join(lines + ["};", "", "#endif // MAGIKA_TYPES_H"]) + "\n"


def main():
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(download(folder)) as wheel:
        names = [n for n in wheel.namelist() if n.startswith("magika/")]
        wheel.extractall(folder, names)
        config = json.loads(wheel.read(f"{MODEL}/config.min.json"))
        known = json.loads(wheel.read("magika/config/content_types_kb.min.json"))
    (folder / "magika_types.h").write_text(types_header(config, known))
    (folder / "magika.onnx").write_bytes((folder / MODEL / "model.onnx").read_bytes())


if __name__ == "__main__":
    main()
