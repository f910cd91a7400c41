#!/usr/bin/env python3
"""Whether the lists that --help, FORMATS.md and README.md repeat agree: lists.py BUILD

Words of options, output formats, variables of the recorder, and the names of reports and
presets.
The program is asked; what the documents say has to be the same.
"""
import os
import re
import subprocess
import sys

PROGRAM = f"{sys.argv[1]}/gpuflame"
violations = []


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def files(*patterns):
    """Tracked and new files."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
                            capture_output=True, text=True, check=True).stdout.split()
    return [path for path in listed if os.path.isfile(path)]


def only(path, pattern):
    """What the pattern's group is in a file."""
    found = re.search(pattern, read(path), re.S)
    return found[1] if found else sys.exit(f"{path}: tests/lint/lists.py does not find {pattern}")


def help_options(command):
    """{spelling: (its first one, its entry of the help as one line)}"""
    found, entries = {}, []
    for line in run("help", command)[0].splitlines():
        start = re.match(r"  (?:-(\w), |    )?(--?[\w-]+)(?: (?:[^ ]+ )*[^ ]+)?(?:  +(.*))?$", line)
        if re.match(r"  {1,5}-", line) and start:
            text = re.split(r" {2,}", line.strip(), maxsplit=1)
            spellings = re.findall(r"(?:^|, )(--?[\w-]+)", text[0])
            entries.append([spellings, " ".join(text)])
        elif entries and line.startswith(" " * 30):
            entries[-1][1] += " " + line.strip()
        elif entries and line:
            entries.append([[], ""])  # a heading ends an entry
    for spellings, text in entries:
        for spelling in spellings:
            found[spelling] = (spellings[-1], " ".join(text.split()))
    return found


def check_options(command):
    shown = help_options(command)
    if not shown:
        violations.append(f"{command}: --help lists no options that can be read")
    for spelling, (name, text) in shown.items():
        if name == spelling:
            check_words(command, spelling, text)


def words_of(command, option):
    """The fixed words that an option takes, by the message on another one."""
    words = [f"{option}=no-such-word"] if option.startswith("--") else [option, "no-such-word"]
    said = run(*([] if command == "render" else [command]), *words, "x", "y")[1]
    found = re.search(r"no-such-word.*expected (?:one of )?(.*)|(?:takes|expected) (.*?)[,;] not 'no-such-word'",
                      said)
    items = re.split(r", | or |; ", found[1] or found[2] or "") if found else []
    # what has a space, or is a placeholder, is a description
    words = [item for item in items if re.fullmatch(r"[a-z][a-zA-Z0-9-]*(:N)?", item)]
    return words if len(words) > 1 and words != ["true", "false"] else []


def check_words(command, option, shown):
    """Whether each word that an option takes is in its help and in what documents say."""
    known = words_of(command, option)
    places = [("--help", shown)]
    if option in ("--format", "--value", "--by"):
        places.append(("FORMATS.md or VALUES.md", (read("docs/FORMATS.md") + read("docs/VALUES.md")).lower()))
    for place, text in places:
        for name in known:
            if not re.search(rf"(?<![\w-]){re.escape(name.removesuffix(':N'))}(?![\w-])", text):
                violations.append(f"{command}: the word '{name}' of {option} is not in {place}")
    if option in ("--format", "--value", "--by") and not known:
        violations.append(f"{command}: the message on a bad {option} names no words")


def check_sections():
    """Comments and documents that refer to a section of a document name one that exists."""
    for path in files("*.[ch]", "*.js", "*.sh", "*.py", "*.md"):
        text = re.sub(r"\s+(?:[*#]\s+)?", " ", read(path))
        for document, section in re.findall(r'docs/(\w+\.md)`?, "([^"]+)"', text):
            heads = re.findall(r"^#+ (.*)", read("docs/" + document), re.M)
            if section.lower() not in (head.lower() for head in heads):
                violations.append(f"{path}: docs/{document} has no section \"{section}\"")


def check_paths():
    """Files that comments and documents name exist; each fixture and tool of tests is named."""
    listed = files()
    names = {os.path.basename(path) for path in listed}
    for named in re.findall(r"`([a-z_]+\.(?:[chs]|js|sh|py|awk|rules|list))`", read("docs/dev/ARCHITECTURE.md")):
        if named not in names:
            violations.append(f"docs/dev/ARCHITECTURE.md: there is no {named}")
    users = {path: set(re.findall(r"\w+", read(path))) for path in listed
             if re.match(r"(tests|bench|docs|\.ci)/|Makefile|\w+\.md", path)
             and re.search(r"\.([ch]|js|sh|py|play|md|yml)$|Makefile$|^\.ci/", path)}
    for path in listed:
        if re.match(r"tests/(tools|fixtures)/[^/]+$", path):
            stem = os.path.basename(path).split(".")[0]
            if not any(stem in words for user, words in users.items() if user != path):
                violations.append(f"{path}: nothing uses it")
    room = "base|bench|capture|cmd|collapse|deploy|docs|export|stats|svg|tests"
    for path in listed:
        if not re.search(r"\.([chs]|js|sh|py|md|txt|css)$|Makefile$", path) or path == "CHANGELOG.md":
            continue
        for named in re.findall(rf"(?<![\w/.$}}\"'])((?:{room})/[\w/-]+\.(?:[ch]|js|py|sh|md|awk|sql|list|rules))\b",
                                read(path)):
            if named not in listed and "NAME" not in named:
                violations.append(f"{path}: there is no {named}")


def check_variables():
    """Each variable of the recorder is that of an option, or in the manual page of env."""
    rows = re.findall(r'\n\t\{ (?:"(GPUFLAME_\w+)"|(\w+)),(.*?)(?=\n\t\{|\n\};)', read("capture/config.c"), re.S)
    names = dict(re.findall(r'#define (\w+) "(GPUFLAME_\w+)"', read("capture/config.h") + read("base/sync.h")))
    page = read("docs/man/gpuflame-env.1")
    if len(rows) < 20:
        violations.append("capture/config.c defines no variables that can be read")
    for name, macro, rest in rows:
        name = name or names[macro]
        option = re.search(r'\.option = "([\w-]+)"', rest)
        usual = option and name == "GPUFLAME_" + option[1].upper().replace("-", "_")
        if not usual and not re.search(rf"\b{name}\b", page):
            violations.append(f"{name} is in capture/config.c and not in gpuflame-env")


def check_picture():
    """What a picture tells its script, and what an address keeps of a view, is in FORMATS.md."""
    options = only("docs/FORMATS.md", r"options\s+that the script needs: (.*?)\.\s+Coordinates")
    table = only("docs/FORMATS.md", r"### Addresses\n.*?\n\n(\|.*?)\n\n")
    cells = " ".join(re.findall(r"^\|(.*?)\|", table, re.M))
    view = only("svg/js/hash.js", r"function firstView(\(.*?\n})")
    lists = [("data- attributes", re.findall(r'[" ]data-([a-z-]+)["=]', read("svg/document.c")),
              re.sub(r"\([^)]*\)", "", options), {"gf", "frame"}),
             ("addresses", re.findall(r"(\w+):", view), cells, {"query"})]
    for what, known, text, other in lists:
        said = set(re.findall(r"`([\w-]+)`", text))
        for name in sorted(set(known) ^ said ^ other):
            violations.append(f"docs/FORMATS.md: {what}: '{name}' is {'not in svg/' if name in said else 'missing'}")


def check_names():
    """Names of reports and presets that documents mention are those of the program."""
    reports = set()
    for line in run("stats", "--list")[0].splitlines():
        if line and not line.startswith(" "):
            reports |= set(re.findall(r"[a-z][a-z0-9_]+", re.sub(r"\[.*\]", "", line)))
    presets = {line.split()[0] for line in run("collapse", "--list-presets")[0].splitlines()}
    if not reports or not presets:
        violations.append("stats --list or collapse --list-presets names nothing")
    first = "|".join({name.split("_")[0] for name in reports})
    last = "|".join({name.split("_")[-1] for name in reports})
    listed = files("docs/*.1", "*.md", "stats/*.c")
    sources = {path.split("/")[-1][:-2] for path in listed if path.endswith(".c")}
    for path in (path for path in listed if not path.endswith(".c")):
        text = read(path).replace(r"\-", "-")
        named = set(re.findall(rf"\b(?:{first})_(?:[a-z_]+_)?(?:{last})\b", text))
        for name in sorted(named - reports - sources):
            if path != "CHANGELOG.md":
                violations.append(f"{path}: '{name}' is no report")
        for name in sorted(set(re.findall(r"--(?:print-)?preset[ =]([a-z]+)\b(?![./])", text))):
            if name not in presets | {"auto", "all", "none"}:
                violations.append(f"{path}: '{name}' is no preset")


def main():
    if not os.path.isfile(PROGRAM):
        sys.exit(f"{PROGRAM} is not built: make")
    commands = re.findall(r"^  ([a-z]+) ", run("--help")[0], re.M)
    if len(commands) < 5:
        violations.append("gpuflame --help lists no commands that can be read")
    for command in [*(name for name in commands if name != "help"), "render"]:
        check_options(command)
    check_picture()
    check_names()
    check_variables()
    check_sections()
    check_paths()
    for text in violations:
        print(text)
    return len(violations) > 0


if __name__ == "__main__":
    sys.exit(main())
