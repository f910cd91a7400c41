# JSON is read as Python's json reads it: documents made at random, then damaged in a byte or two,
# have the same tokens or are refused by both, in pieces of 1, 7 and 100,000 bytes.
json-documents() {
  python3 - <<'END'
import json, random, subprocess, sys

sys.setrecursionlimit(5000)
rng = random.Random(18)
SCALARS = ["0", "-0", "12", "-3.25", "1e308", "1E-7", "0.1e+5", "9223372036854775807", "9223372036854775808",
           "123456789012345678901234567890.123456789", "true", "false", "null", "NaN", "Infinity", "-Infinity",
           "01", "1.", "-", ".5", "+1", "1e", "1e+", "nan", "tru", "nulll", "--1", "-NaN", "0x10"]
PARTS = ["a", "kernel<float, 4>(int*)", " ", "\u00e9", "\u4e2d", "\U0001f525", '\\"', "\\\\", "\\/", "\\b\\f\\n\\r\\t", "\\u0041",
         "\\u00e9", "\\ud83d\\udd25", "\\ud800", "\\udc00", "\\ud800\\u0041", "\\ud800\\ud83d\\udd25", "\\u0000", "\x7f", "x" * 40]
BAD = ["\\x", "\\u12g4", "\\", "\n", "\x01", "\\u12"]
SPACE = ["", "", "", " ", "\n", "\r\n\t  "]


def string():
    parts = [rng.choice(PARTS) for _ in range(rng.randrange(6))]
    if rng.random() < 0.01:
        parts.insert(rng.randrange(len(parts) + 1), rng.choice(BAD))
    return '"' + "".join(parts) + '"'


def value(depth):
    space = lambda: rng.choice(SPACE)
    kind = rng.random()
    if depth == 0 or kind < 0.35:
        return string() if rng.random() < 0.5 else rng.choice(SCALARS[:16] if rng.random() < 0.98 else SCALARS)
    items = range(rng.randrange(5))
    if kind < 0.7:
        return "{" + space() + ("," + space()).join(
            string() + space() + ":" + space() + value(depth - 1) + space() for _ in items) + "}"
    return "[" + space() + ("," + space()).join(value(depth - 1) + space() for _ in items) + "]"


def damage(text):
    text = list(text)
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(text) + 1)
        act = rng.randrange(4)
        if act == 0:
            del text[at:at + 1]
        elif act == 1:
            text[at:at + 1] = rng.choice('{}[]:,"\\0-.eE \n/a\v')
        elif act == 2:
            text.insert(at, rng.choice('{}[]:,"\\0-.eE \n/a\v'))
        else:
            del text[at:]
    return "".join(text)


def hexed(text):
    """Of what Python read; half a pair of surrogates is U+FFFD."""
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text).encode().hex()


class Number(str):
    pass


class Object(list):
    pass


def tokens(value):
    if isinstance(value, Number):
        return "#" + value + " "
    if isinstance(value, str):
        return '"' + hexed(value) + " "
    if isinstance(value, Object):
        return "{ " + "".join("k" + hexed(key) + " " + tokens(item) for key, item in value) + "} "
    if isinstance(value, list):
        return "[ " + "".join(map(tokens, value)) + "] "
    return {None: "n ", False: "f ", True: "t "}[value]


def by_python(text):
    try:
        return tokens(json.loads(text, parse_int=Number, parse_float=Number, parse_constant=Number, object_pairs_hook=Object))
    except ValueError:
        return "error"


documents = ["", " ", "[" * 500 + "]" * 500, '"' + "long " * 30000 + '"', "[" + "7" * 120000 + "]"]
for _ in range(8000):
    document = value(rng.randrange(6))
    documents += [document, damage(document)]
expected = [by_python(document) for document in documents]
packed = b"".join(b"%d\n%s" % (len(bytes_), bytes_) for bytes_ in (document.encode() for document in documents))
for piece in 1, 7, 100000:
    lines = subprocess.run(["json_tokens", str(piece)], input=packed, capture_output=True, check=True).stdout.decode().split("\n")
    differ = [i for i, line in enumerate(lines[:-1]) if (line[:5] if line[:5] == "error" else line) != expected[i]]
    for i in differ[:3]:
        print(ascii(documents[i])[:300], lines[i][:200], expected[i][:200], sep="\n  ")
    print(f"pieces of {piece}: {len(lines) - 1 - len(documents)} missing, {len(differ)} differ")
refused = sum(line == "error" for line in expected)
print("enough of both:", refused > 4000, len(documents) - refused > 4000)
END
}
check json-documents 0 <<'STDOUT'
pieces of 1: 0 missing, 0 differ
pieces of 7: 0 missing, 0 differ
pieces of 100000: 0 missing, 0 differ
enough of both: True True
STDOUT
