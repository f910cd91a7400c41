#!/usr/bin/env python3
"""Whether the sources keep to the rooms of rooms.txt: rooms.py BUILD

One line for each violation: what, and the rule. Calls are those of the object files
below BUILD/obj and BUILD/pic; those that are not built are not checked.
"""
import os
import re
import subprocess
import sys
from collections import defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
MAX_LINES = 600
MAX_PAIRS = 30
violations = []


def violation(what, rule):
    violations.append(f"{what}: {rule}")


def tracked(*patterns):
    """Tracked and new files."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        check=True, capture_output=True, text=True).stdout
    return sorted({path for path in listed.splitlines() if os.path.isfile(path)})


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def read_rooms(path):
    """{room: the rooms it may use}; each names only rooms of lines above."""
    rooms = {}
    for number, line in enumerate(lines_of(path), 1):
        room, *used = line.split("#")[0].split() or [None]
        if room is None:
            continue
        for other in used:
            if other not in rooms:
                violation(f"rooms.txt:{number}: '{room}' uses '{other}', which is not above it",
                          "rooms use only rooms above them, so that there is no circle")
        rooms[room] = set(used)
    return rooms


def room_of(path, rooms):
    """The room of a file: by its name, or the innermost folder that is a room."""
    place = re.sub(r"\.[^/]*$", "", path)
    while place and place not in rooms:
        place = os.path.dirname(place)
    return place


def check_use(path, used, how, rooms):
    room, other = room_of(path, rooms), room_of(used, rooms)
    if room != other and other not in rooms[room]:
        violation(f"{path} {how}", f"{room} may not use {other} (tests/lint/rooms.txt)")


def check_includes(sources, rooms):
    includes = defaultdict(dict)
    for path in sources:
        included = re.findall(r'^#include "([^"]+)"', "\n".join(lines_of(path)), re.M)
        for header in included:
            includes[path][header] = "includes"
            if room_of(header, rooms):
                check_use(path, header, f"includes {header}", rooms)
        own = path[:-2] + ".h"
        if path.endswith(".c") and os.path.isfile(own) and included[:1] != [own]:
            violation(f"{path} does not include {own} first", "a .c begins with its own header")
    check_circles(includes, "includes go round")


def read_symbols(folder, sources):
    """Of the objects below a folder: {symbol: where it is defined}, {source: symbols used}."""
    objects = [name for name in (f"{folder}/{path[:-2]}.o" for path in sources if path.endswith(".c"))
               if os.path.isfile(name)]
    defined, used = {}, defaultdict(set)
    if not objects:
        return defined, used
    listed = subprocess.run(["nm", "-A", "--format=posix", *objects],
                            check=True, capture_output=True, text=True).stdout
    for line in listed.splitlines():
        name, symbol, kind = line.split()[:3]
        path = name[len(folder) + 1:-len(".o:")] + ".c"
        if kind == "U":
            used[path].add(symbol)
        elif kind.isupper():
            defined[symbol] = path
    return defined, used


def check_calls(build, sources, rooms):
    seen, uses = set(), defaultdict(dict)
    for folder in (f"{build}/obj", f"{build}/pic"):
        defined, used = read_symbols(folder, sources)
        for path in sorted(used):
            for symbol in sorted(used[path] & defined.keys()):
                if (path, symbol) not in seen:
                    seen.add((path, symbol))
                    check_use(path, defined[symbol], f"uses {symbol} of {defined[symbol]}", rooms)
                    uses[path][defined[symbol]] = f"uses {symbol} of"
    check_circles(uses, "calls go round")


def check_circles(uses, rule):
    """Name a circle of files; `uses` is {file: {a file that it uses: how}}."""
    uses = dict(uses)
    while True:
        ends = [path for path in uses if not uses[path].keys() & uses.keys()]
        if not ends:
            break
        for path in ends:
            del uses[path]
    path, way = next(iter(uses), None), []
    while path and path not in way:
        way.append(path)
        path = next(other for other in uses[path] if other in uses)
    if path:
        circle = [*way[way.index(path):], path]
        violation(", ".join(f"{one} {uses[one][other]} {other}"
                            for one, other in zip(circle, circle[1:])), rule)


def check_tags(sources):
    places = defaultdict(list)
    for path in sources:
        for number, line in enumerate(lines_of(path), 1):
            found = re.match(r"\s*(?:static |const |typedef )*(?:struct|enum|union) (\w+) \{", line)
            if found:
                places[found[1]].append(f"{path}:{number}")
    for tag, where in sorted(places.items()):
        if len(where) > 1:
            violation(f"tag '{tag}' is defined in {' and '.join(where)}", "a tag names one type")


def check_sizes():
    for path in tracked("*.c", "*.h", "*.js", "*.css", "*.py", "*.sh"):
        count = len(lines_of(path))
        if count > MAX_LINES:
            violation(f"{path} has {count} lines", f"a file has at most {MAX_LINES}")
    modules = defaultdict(set)
    for path in tracked("*.c", "*.h"):
        modules[os.path.dirname(path)].add(path[:-2])
    for folder, names in sorted(modules.items()):
        if len(names) > MAX_PAIRS:
            violation(f"{folder}/ has {len(names)} pairs of .c and .h",
                      f"a folder has at most {MAX_PAIRS}")


def check_map(rooms):
    """The tables of docs/ARCHITECTURE.md have each room that is a folder, and no other folder."""
    listed = re.findall(r"^\| `([a-z/]+)/`", "\n".join(lines_of("docs/ARCHITECTURE.md")), re.M)
    for room in rooms:
        if os.path.isdir(room) and not {room, os.path.basename(room)} & set(listed):
            violation(f"{room}/", "docs/ARCHITECTURE.md has every room in a table")
    for folder in listed:
        if not os.path.isdir(folder) and not os.path.isdir(f"collapse/{folder}"):
            violation(f"docs/ARCHITECTURE.md lists {folder}/", "there is no such folder")


def main():
    rooms = read_rooms(f"{HERE}/rooms.txt")
    folders = sorted({room.split("/")[0] for room in rooms})
    sources = tracked(*(f"{folder}/*.[ch]" for folder in folders))
    homeless = [path for path in sources if not room_of(path, rooms)]
    for path in homeless:
        violation(f"{path} is in no room", "rooms.txt lists every room")
    sources = [path for path in sources if path not in homeless]
    check_includes(sources, rooms)
    check_calls(sys.argv[1], sources, rooms)
    check_tags(sources)
    check_sizes()
    check_map(rooms)
    for text in violations:
        print(text)
    return len(violations) > 0


if __name__ == "__main__":
    sys.exit(main())
