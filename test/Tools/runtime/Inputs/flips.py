#===- flips.py - Damage to the file of a compiled model --------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""flips.py LIBRARY INPUT.npy: flips 500 bits of a compiled model, half of them in
its weights; cuts it off at 50 places; pretends a newer format. What may not
happen ends the script with an error."""

import os
import random
import struct
import sys

import mlc
import numpy as np

library, image = sys.argv[1], np.load(sys.argv[2])
with open(library, "rb") as file:
    whole = file.read()
weights = mlc.load(library).inspect()["weights"]["bytes"]
first = len(whole) - weights  # they are the file's tail
assert weights > 10000 and first > 10000
damaged = os.path.join(os.path.dirname(library), "damaged.so")


def write(content):
    """A new file each time: an older one may still be mapped."""
    with open(damaged + ".new", "wb") as file:
        file.write(content)
    os.replace(damaged + ".new", damaged)


def attempt(content, verify=False):
    """The model, or None when it is refused with a message."""
    write(content)
    try:
        return mlc.load(damaged, threads=1, verify=verify)
    except mlc.ModelError as error:
        assert damaged in str(error), error
        return None


rng = random.Random(1)
outside = inside = 0
for i in range(500):
    at = rng.randrange(first) if i % 2 else first + rng.randrange(weights)
    content = bytearray(whole)
    content[at] ^= 1 << rng.randrange(8)
    if at < first:
        assert attempt(content) is None, f"a flip of byte {at} outside the weights passed"
        outside += 1
        continue
    assert attempt(content, verify=True) is None, f"verify missed a flip of byte {at}"
    model = attempt(content)
    assert model is not None, f"a flip of byte {at} in the weights was refused"
    model(image)  # whatever it says, it does not crash
    inside += 1
print(f"{outside} flips outside the weights refused, {inside} inside found by verify")

cuts = sorted(rng.randrange(len(whole)) for _ in range(50))
assert all(attempt(whole[:n]) is None for n in cuts)
assert attempt(whole + b"\0") is None
print(f"{len(cuts)} truncations refused")

# The note: owner "MLC", then magic and version.
note = whole.index(b"MLC\0", 64) + 4
magic, abi = struct.unpack_from("<II", whole, note)
newer = bytearray(whole)
struct.pack_into("<I", newer, note + 4, abi + (1 << 16))
write(newer)
try:
    mlc.load(damaged)
    sys.exit("a newer file passed")
except mlc.ModelError as error:
    print(str(error).replace(damaged, "newer"))
assert attempt(whole, verify=True) is not None
os.unlink(damaged)
