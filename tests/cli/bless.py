#!/usr/bin/env python3
"""bless.py FILE CASE STATUS STDOUT STDERR: write what a case printed into its FILE."""
import re
import sys

path, case, status, *printed = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    lines = file.read().split("\n")
heads = [i for i, line in enumerate(lines) if line.split(" ")[:2] == ["check", case]]
if len(heads) != 1:
    sys.exit(f"{path}: not one line 'check {case}'")
end = heads[0] + 1
for word in re.findall(r"<<'(\w+)'", lines[heads[0]]):
    end = lines.index(word, end) + 1

head, bodies = f"check {case} {status}", []
for name, source, redirect in zip(("STDOUT", "STDERR"), printed, ("<<", "3<<")):
    with open(source, "rb") as file:
        text = file.read().decode()
    if re.search(r"[^\n]\Z|[\0-\x08\x0b-\x1f\x7f]", text):
        sys.exit(f"{case} prints control bytes, or a line without an end, to {name}: see run.sh")
    while f"\n{name}\n" in f"\n{text}":
        name += "_"
    if text:
        head += f" {redirect}'{name}'"
        bodies += text.split("\n")[:-1] + [name]
lines[heads[0]:end] = [head] + bodies
with open(path, "w", encoding="utf-8") as file:
    file.write("\n".join(lines))
