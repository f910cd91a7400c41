#!/usr/bin/env python3
"""Write the options of the man pages from what --help says: options.py BUILD [--check]

Between two markers of a page of a command, each option of its help is an entry. Lines by hand that
follow one, after a line '.\\" more', stay with it. Of commands that take those of others, as
`gpuflame diff` does, the page has only its own. --check writes nothing, and fails if it would.
"""
import os
import re
import subprocess
import sys

BEGIN, MORE, END = '.\\" from --help by docs/man/options.py', '.\\" more', '.\\" end'
OTHERS = {"diff": ["collapse", "svg"], "env": ["record"]}


def entries(program, command):
    """[(heading or None, spellings, argument, text)]"""
    found, heading, margin = [], None, 30
    shown = subprocess.run([program, "help", command], capture_output=True, text=True, check=True).stdout
    for line in shown.splitlines():
        option = re.match(r"  (?:(-\w), |    )?(--?[\w-]+)(?: ((?:[^ ]+ ?)*[^ ]))?(?: {2,}(.*))?$", line)
        if re.match(r"\S.*:$", line):
            heading = line[:-1]
        elif re.match(r"  {1,5}-", line) and option:
            letter, name, argument, text = option.groups()
            found.append([heading, [s for s in (letter, name) if s], argument or "", text or ""])
        elif found and line.startswith(" " * margin):
            found[-1][3] += " " + line.strip()
    return [(*entry[:3], " ".join(entry[3].split())) for entry in found]


def troff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"(?<![\w\\])((?:\\-){1,2}[A-Za-z](?:[\w]|\\-)*)", r"\\fB\1\\fR", text)
    return re.sub(r"(?<=\w)\\-(?=\w)(?![^ ]*\\fR)", "-", text)


def wrapped(text, width=100):
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return [("\\&" if line[0] in ".'" else "") + line for line in lines]


def term(spellings, argument):
    names = ", ".join("\\fB" + name.replace("-", "\\-") + "\\fR" for name in spellings)
    return names + (" " + re.sub(r"[A-Z]+(?:_[A-Z]+)*", r"\\fI\g<0>\\fR", argument.replace("-", "\\-"))
                    if argument else "")


def by_hand(lines):
    """{term's name: its lines by hand}"""
    found, name, at_hand = {}, None, False
    for number, line in enumerate(lines):
        if number and lines[number - 1] == ".TP":
            name, at_hand = re.findall(r"\\fB((?:\\-){1,2}[^ ]*?)\\fR", line)[-1:], False
        elif line == ".TP" or line.startswith(".SS"):
            at_hand = False
        if line == MORE:
            at_hand = True
        if at_hand and name:
            found.setdefault(name[0], []).append(line)
    return found


def section(program, command, lines):
    others = {entry[1:] if False else (tuple(entry[1]), entry[3])
              for other in OTHERS.get(command, []) for entry in entries(program, other)}
    hand, heading, written = by_hand(lines), None, []
    for head, spellings, argument, text in entries(program, command):
        if (tuple(spellings), text) in others and spellings[-1] not in ("--output", "--help"):
            continue
        if head != heading:
            heading = head
            written.append(f'.SS "{head}"')
        name = spellings[-1].replace("-", "\\-")
        text = text[:1].upper() + text[1:] if re.match(r"[a-z]+ ", text) else text
        written += [".TP", term(spellings, argument), *wrapped(troff(text + "."))]
        written += hand.pop(name, [])
    for name, lost in hand.items():
        print(f"gpuflame {command} has no {name}, of which the page says more: {lost[1:]}")
    return written


def main():
    program, check, changed = f"{sys.argv[1]}/gpuflame", "--check" in sys.argv, False
    folder = os.path.dirname(os.path.abspath(__file__))
    for page in sorted(os.listdir(folder)):
        match = re.match(r"gpuflame-(\w+)\.1$", page)
        with open(os.path.join(folder, page), encoding="utf-8") as file:
            lines = file.read().split("\n")
        if not match or BEGIN not in lines:
            continue
        begin, end = lines.index(BEGIN) + 1, lines.index(END)
        new = lines[:begin] + section(program, match[1], lines[begin:end]) + lines[end:]
        if new != lines:
            changed = True
            print(f"docs/man/{page}: " + ("make man would write other options" if check else "written"))
            if not check:
                with open(os.path.join(folder, page), "w", encoding="utf-8") as file:
                    file.write("\n".join(new))
    return check and changed


if __name__ == "__main__":
    sys.exit(main())
