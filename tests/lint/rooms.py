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

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)
HERE = os.path.dirname(os.path.abspath(__file__))
MAX_LINES = 600
# What die() removes; reports, parsed when they are first asked for.
HAVE_STATE = ("base/die.c", "stats/reports/registry.c")
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
    """The room of a file: by its name, or its folder; None if neither is a room."""
    for place in (re.sub(r"\.[^/]*$", "", path), os.path.dirname(path)):
        if place in rooms:
            return place
    return None


def check_use(path, used, how, rooms):
    room, other = room_of(path, rooms), room_of(used, rooms)
    if room != other and other not in rooms[room]:
        violation(f"{path} {how}", f"{room} may not use {other} (tests/lint/rooms.txt)")


def check_includes(sources, rooms):
    """Returns {room: the rooms that its files include}."""
    includes, used = defaultdict(dict), defaultdict(set)
    for path in sources:
        included = INCLUDE.findall("\n".join(lines_of(path)))
        for header in included:
            includes[path][header] = "includes"
            if room_of(header, rooms):
                check_use(path, header, f"includes {header}", rooms)
                used[room_of(path, rooms)].add(room_of(header, rooms))
        own = path[:-2] + ".h"
        if path.endswith(".c") and os.path.isfile(own) and included[:1] != [own]:
            violation(f"{path} does not include {own} first", "a .c begins with its own header")
    check_circles(includes, "includes go round")
    return used


def objects_of(folder, sources):
    """{source: its object below a folder}, of those that are built."""
    objects = {path: f"{folder}/{path[:-2]}.o" for path in sources if path.endswith(".c")}
    return {path: name for path, name in objects.items() if os.path.isfile(name)}


def not_built(build, sources):
    """As without CUDA's headers, or with RECORD=no."""
    built = objects_of(f"{build}/obj", sources) | objects_of(f"{build}/pic", sources)
    return [path for path in sources if path.endswith(".c") and path not in built]


def read_symbols(folder, sources):
    """Of the objects below a folder: {symbol: where it is defined}, {source: symbols used}."""
    objects = objects_of(folder, sources).values()
    defined, used = defaultdict(set), defaultdict(set)
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
            defined[symbol].add(path)
    return defined, used


def check_calls(build, sources, rooms):
    """Returns {room: the rooms that its files call}."""
    seen, uses, used_rooms = set(), defaultdict(dict), defaultdict(set)
    homes, called = {}, set()
    for path in not_built(build, sources):
        called.update(re.findall(r"\w+", "\n".join(lines_of(path))))
    for folder in (f"{build}/obj", f"{build}/pic"):
        defined, used = read_symbols(folder, sources)
        homes.update(defined)
        called.update(*used.values())
        for path in sorted(used):
            for symbol, home in sorted((symbol, home) for symbol in used[path] & defined.keys()
                                       for home in defined[symbol]):
                if (path, symbol, home) not in seen:
                    seen.add((path, symbol, home))
                    check_use(path, home, f"uses {symbol} of {home}", rooms)
                    uses[path][home] = f"uses {symbol} of"
                    used_rooms[room_of(path, rooms)].add(room_of(home, rooms))
    check_circles(uses, "calls go round")
    check_statics({symbol: home for symbol, home in homes.items() if symbol not in called})
    return used_rooms


def check_statics(uncalled):
    """{symbol: its files}, of what no other object uses: it is for tests, or for other programs."""
    tests = "\n".join("\n".join(lines_of(path)) for path in tracked("tests/*.[ch]", "bench/*.[ch]"))
    for symbol, home in sorted(uncalled.items()):
        path = min(home)
        if path.startswith(("capture/start/", "capture/old_glibc.c", "cmd/main.c")):
            continue
        own = len(re.findall(rf"\b{symbol}\b", "\n".join(lines_of(path))))
        if own < 2 or not re.search(rf"\b{symbol}\b", tests):
            violation(f"{path}: no other file uses {symbol}", "it is static, or nothing needs it")


def check_rooms(build, sources, rooms, *used):
    """Each room has files, and may use what they use and, as far as both are built, no more."""
    homes = {room_of(path, rooms) for path in sources}
    unknown = {room_of(path, rooms) for path in not_built(build, sources)}
    for room, others in rooms.items():
        if room not in homes:
            violation(f"rooms.txt has '{room}', in which there is no file", "a room has files")
        for other in sorted(others.difference(unknown, *(way[room] for way in used))):
            if room not in unknown:
                violation(f"rooms.txt lets '{room}' use '{other}', which no file of it does",
                          "a room may use what it uses")


def check_state(build, sources):
    """Variables that can be written are of the command or of the recorder's entry points."""
    bound = [path for path in sources if not path.startswith(("cmd/", "capture/start/"))]
    objects = [name for folder in ("obj", "pic")
               for name in objects_of(f"{build}/{folder}", bound).values()]
    if not objects:
        return
    listed = subprocess.run(["objdump", "-t", *objects],
                            check=True, capture_output=True, text=True).stdout
    path = None
    for line in listed.splitlines():
        named = re.match(rf"{re.escape(build)}/\w+/(.*)\.o:", line)
        path = f"{named[1]}.c" if named else path
        found = re.search(r" O \.(?:bss|data)(?:\.(?!rel\.ro)\S*)?\t\S+ +(?:\.hidden )?(\S+)$", line)
        if found and not found[1].startswith("__") \
                and path not in HAVE_STATE:
            violation(f"{path} has the variable '{found[1].split('.')[0]}'",
                      "no mutable globals outside capture/start and cmd")


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
    for path in tracked("*.c", "*.h", "*.cu", "*.js", "*.css", "*.py", "*.sh", "*.awk", "svg/*.rules", "collapse/*.rules",
                        "Makefile"):
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
    """The tables of docs/dev/ARCHITECTURE.md have each room that is a folder, and no other folder."""
    text = "\n".join(lines_of("docs/dev/ARCHITECTURE.md"))
    listed = re.findall(r"^\| `([a-z/]+)/`", text, re.M)
    for folder, uses in re.findall(r"^\| `([a-z/]+)/` \| .* \| ([^|]*)\|$", text, re.M):
        room = folder if folder in rooms else f"collapse/{folder}"
        if room in rooms and room.startswith(("collapse/", "stats/")) and not re.search(r"\ball\b", uses):
            said = {re.sub(r"`|the |\.h\b", "", word).strip() for word in uses.split(",")}
            said = {os.path.basename(word) for word in said} - {"", "base"}
            meant = {os.path.basename(other) for other in rooms[room]} - {"base"}
            for word in sorted(said ^ meant):
                violation(f"docs/dev/ARCHITECTURE.md and rooms.txt differ: whether {room}/ uses '{word}'",
                          "the map has what a room may use")
    for room in rooms:
        if os.path.isdir(room) and not {room, os.path.basename(room)} & set(listed):
            violation(f"{room}/", "docs/dev/ARCHITECTURE.md has every room in a table")
    for folder in listed:
        if not os.path.isdir(folder) and not os.path.isdir(f"collapse/{folder}"):
            violation(f"docs/dev/ARCHITECTURE.md lists {folder}/", "there is no such folder")


def main():
    rooms = read_rooms(f"{HERE}/rooms.txt")
    sources = [path for path in tracked("*.[ch]") if not path.startswith(("tests/", "bench/", "deploy/"))]
    homeless = [path for path in sources if not room_of(path, rooms)]
    for path in homeless:
        violation(f"{path} is in no room", "rooms.txt lists every room")
    sources = [path for path in sources if path not in homeless]
    included = check_includes(sources, rooms)
    called = check_calls(sys.argv[1], sources, rooms)
    check_rooms(sys.argv[1], sources, rooms, included, called)
    check_state(sys.argv[1], sources)
    check_tags(sources)
    check_sizes()
    check_map(rooms)
    for text in violations:
        print(text)
    return len(violations) > 0


if __name__ == "__main__":
    sys.exit(main())
