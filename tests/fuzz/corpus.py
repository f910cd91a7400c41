#!/usr/bin/env python3
"""corpus.py TEXT FOLDER unpacks the inputs of a fuzz target from its text, corpus/NAME_fuzz;
corpus.py TEXT --add FILE... adds inputs to the text, named as the files.

"== seed NAME" begins an input, "== part NAME" lines that inputs share, "== include NAME" is these,
and "== fixture NAME" a file of tests/fixtures. \\xNN is a byte, \\\\ a backslash, and a line that ends in a backslash has no end.
"""
import os
import re
import sys

FIXTURES = os.path.join(os.path.dirname(__file__), "..", "fixtures")


def escaped(data):
    def shown(c):
        if c in "\t\n" or c.isprintable():
            return c
        return "".join(f"\\x{byte:02x}" for byte in c.encode(errors="surrogateescape"))
    text = "".join(map(shown, data.decode(errors="surrogateescape").replace("\\", "\\\\")))
    text = re.sub("^==(?= )", r"\\x3d=", text, flags=re.M)
    text = re.sub("[ \t]$", lambda m: f"\\x{ord(m[0]):02x}", text, flags=re.M)
    return text if text.endswith("\n") else text + "\\\n"


def plain(text):
    pieces = re.split(r"\\(\\|\n|x[0-9a-f]{2})", text)
    known = {"\\": b"\\", "\n": b""}
    return b"".join(known.get(piece) if piece in known and i % 2 else
                    bytes.fromhex(piece[1:]) if i % 2 else piece.encode()
                    for i, piece in enumerate(pieces))


def unpack(path, folder):
    blocks = {}
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            if line.startswith("== include "):
                lines += blocks["part", line.split()[2]]
            elif line.startswith("== fixture "):
                with open(os.path.join(FIXTURES, line.split()[2]), "rb") as fixture:
                    lines.append(escaped(fixture.read()))
            elif line.startswith("== "):
                blocks[tuple(line.split()[1:])] = lines = []
            else:
                lines.append(line)
    os.makedirs(folder, exist_ok=True)
    for old in os.listdir(folder):
        os.remove(os.path.join(folder, old))
    for (what, name), lines in blocks.items():
        if what == "seed":
            with open(os.path.join(folder, name), "wb") as file:
                file.write(plain("".join(lines)))


def add(path, files):
    with open(path, "a", encoding="utf-8") as text:
        for name in files:
            with open(name, "rb") as file:
                text.write(f"== seed {os.path.basename(name)}\n{escaped(file.read())}")


if __name__ == "__main__":
    if sys.argv[2] == "--add":
        add(sys.argv[1], sys.argv[3:])
    else:
        unpack(*sys.argv[1:])
