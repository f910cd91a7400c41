#!/usr/bin/env python3
"""Folded stacks out of what `collapse --format` writes, by readers of our own:
tools/unfold.py speedscope|pprof|go-raw FILE"""
import gzip
import json
import sys
from decimal import Decimal


def load(path):
    with open(path, encoding="utf-8") as text:
        return json.load(text, parse_float=Decimal, parse_int=Decimal)


def speedscope(path):
    data = load(path)
    names = [frame["name"] for frame in data["shared"]["frames"]]
    for profile in data["profiles"]:
        assert profile["type"] == "sampled" and profile["startValue"] == 0
        assert len(profile["samples"]) == len(profile["weights"])
        assert sum(profile["weights"]) == profile["endValue"]
        for stack, weight in zip(profile["samples"], profile["weights"]):
            yield [names[int(i)] for i in stack], weight


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def fields(data):
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        else:
            assert tag & 7 == 2
            length, at = varint(data, at)
            value = data[at : at + length]
            assert len(value) == length
            at += length
        yield tag >> 3, value


def varints(data):
    at = 0
    while at < len(data):
        value, at = varint(data, at)
        yield value


def pprof(path):
    with gzip.open(path) as packed:
        profile = list(fields(packed.read()))
    strings = [value.decode("utf-8") for number, value in profile if number == 6]
    assert strings[0] == ""
    types = [dict(fields(value)) for number, value in profile if number == 1]
    kinds = [(strings[t[1]], strings[t[2]]) for t in types]
    assert kinds[-1] == ("gpu_time", "nanoseconds"), kinds
    assert [strings[value] for number, value in profile if number == 14] == ["gpu_time"]
    functions = {f[1]: strings[f[2]] for f in (dict(fields(v)) for n, v in profile if n == 5)}
    locations = {}
    for location in (dict(fields(v)) for n, v in profile if n == 4):
        assert location[1] != 0 and location[1] not in locations
        locations[location[1]] = functions[dict(fields(location[4]))[1]]
    for number, value in profile:
        if number == 2:
            sample = dict(fields(value))
            values = list(varints(sample[2]))
            assert len(values) == len(kinds)
            if values[-1]:
                yield [locations[i] for i in varints(sample[1])][::-1], Decimal(values[-1])


def go_raw(path):
    """What `go tool pprof -raw` prints of a profile."""
    part, samples, locations = "", [], {}
    with open(path, encoding="utf-8") as text:
        for line in text.read().splitlines():
            if line.rstrip(": ") in ("Samples", "Locations", "Mappings"):
                part = line.rstrip(": ")
            elif part == "Samples" and line.startswith(" " * 16):
                pass  # labels of the sample above
            elif part == "Samples" and line.startswith(" "):
                values, _, ids = line.rpartition(": ")
                samples.append((ids.split(), Decimal(values.split()[-1])))
            elif part == "Locations":
                number, _, rest = line.strip().partition(": 0x0 ")
                locations[number] = rest.removeprefix("M=1 ").removesuffix(" :0 s=0()").rstrip()
    for ids, value in samples:
        if value:
            yield [locations[i] for i in ids][::-1], value


READERS = {"go-raw": go_raw, "speedscope": speedscope, "pprof": pprof}
if __name__ == "__main__":
    lines = []
    for frames, amount in READERS[sys.argv[1]](sys.argv[2]):
        lines.append(";".join(frames).encode() + b" " + format(amount.normalize(), "f").encode())
    sys.stdout.buffer.write(b"".join(line + b"\n" for line in sorted(lines, key=lambda x: x.rpartition(b" ")[0])))
