#!/usr/bin/env python3
"""Compare the frames of two flame graphs, as svg_frames.py --norm writes them.

usage: svg_compare.py CASE EXPECTED.tsv ACTUAL.tsv

Equal: name, samples, percent, depth; x and width within 2e-5 of the whole (a
hundredth of a pixel at both ends). CASE chooses what is known to differ, see
docs/FORMATS.md:
  flamechart/          the peer's chart is mirrored
  fractional-samples/  the peer cuts fractions off; ours keeps them
  differential/, options/subtitle  the peer gives the change of a frame's own value
      only, ours that of all below it: compared where there is nothing below
"""
import sys

case, expected_path, actual_path = sys.argv[1:]
TOLERANCE = 2e-5


def rows(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            depth, x, w, samples, percent, delta, name = line.rstrip("\n").split("\t")
            yield [int(depth), float(x), float(w), samples, percent, delta, name]


expected, actual = list(rows(expected_path)), list(rows(actual_path))
fractional = case.startswith("fractional-samples/")
if case.startswith("flamechart/"):
    for row in expected:
        row[1] = 1 - row[1] - row[2]
for table in (expected, actual):
    table.sort(key=lambda row: (row[0], round(row[1], 4), row[6]))
if fractional:
    # the order is the same, and values are those before the fractions were cut off
    whole = sum([31.23, 6.1, 1.4, 19.0, 2.567, 274.321])

differences = []
if len(expected) != len(actual):
    differences.append("%d frames, expected %d" % (len(actual), len(expected)))


def has_child(table, row):
    return any(r[0] == row[0] + 1 and r[1] >= row[1] - 1e-5 and r[1] + r[2] <= row[1] + row[2] + 1e-5 for r in table)


for want, got in zip(expected, actual):
    bad = [i for i in (0, 6) if want[i] != got[i]]
    if fractional:
        bad += [3] if abs(float(want[3]) - float(got[3])) > 2 else []
        bad += [i for i in (1, 2) if abs(want[i] - got[i]) > 0.01]
        exact = got[2] * whole
        bad += [2] if abs(float(got[3]) - exact) > 0.51 else []
    else:
        bad += [i for i in (3, 4) if want[i] != got[i]]
        bad += [i for i in (1, 2) if abs(want[i] - got[i]) > TOLERANCE]
        if want[5] and not has_child(expected, want):
            bad += [5] if float(want[5]) != float(got[5]) else []
    if bad:
        differences.append("expected %s\n     got %s" % (want, got))
for line in differences[:10]:
    print(line)
sys.exit(1 if differences else 0)
