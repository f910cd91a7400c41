#!/usr/bin/env python3
"""Makes utf8_width.list: base/utf8_width.py [--check]

From Python's own copy of the Unicode database, which must be of the version below. --check
rewrites nothing and fails where the file would change.
"""
import os
import sys
import unicodedata

VERSION = "14.0.0"  # Python 3.11
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "utf8_width.list")


def width_of(code):
    """0, 1 or 2 columns; None: not assigned."""
    category = unicodedata.category(chr(code))
    if 0x1160 <= code <= 0x11FF:  # vowels and finals of Hangul join the letter before
        return 0
    if 0xE0001 <= code <= 0xE0FFF:  # tags and variation selectors, and room for more
        return 0
    if 0x600 <= code <= 0x605 or code == 0xAD:  # formats that are visible
        return 1
    if category in ("Mn", "Me", "Cf"):
        return 0
    if category == "Cn":
        return None
    return 2 if unicodedata.east_asian_width(chr(code)) in "WF" else 1


def ranges():
    """[first, last, width] of what is not one column; unassigned code points end no range."""
    found, previous = [], 1
    for code in range(0x80, sys.maxunicode + 1):
        width = width_of(code)
        if width is None:
            continue
        if width != 1:
            if width == previous:
                found[-1][1] = code
            else:
                found.append([code, code, width])
        previous = width
    return found


def main():
    if unicodedata.unidata_version != VERSION:
        sys.exit(f"utf8_width.py: this Python has Unicode {unicodedata.unidata_version}, "
                 f"the table is of {VERSION}")
    with open(SOURCE, encoding="utf-8") as file:
        before = file.read()
    after = "/* Ranges of Unicode 14 whose width is not one column; made by base/utf8_width.py. */\n"
    after += "".join(f"{{ {first:#x}, {last:#x}, {width} }},\n" for first, last, width in ranges())
    if after != before and "--check" in sys.argv:
        sys.exit("utf8_width.py: utf8_width.list is not what this makes")
    if after != before:
        with open(SOURCE, "w", encoding="utf-8") as file:
            file.write(after)


if __name__ == "__main__":
    main()
