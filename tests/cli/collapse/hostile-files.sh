# Files that claim what they don't hold, in each format: one line each, and no output.
try() {
  timeout 60 gpuflame collapse "$@" -o out.folded
  echo "$*: status $?"
}
python3 - <<'END'
import gzip, json, sqlite3

def write(name, text):
    with open(name, "wb") as out:
        out.write(text if isinstance(text, bytes) else text.encode())

kernel = {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 1}
trace = json.dumps({"traceEvents": [kernel]})
packed = gzip.compress(trace.encode(), mtime=0)

# --- JSON
write("deep.json", '{"traceEvents": ' + "[" * 100000)
write("deep_args.json", '{"traceEvents": [{"args": ' + '{"a":' * 100000)
write("deep.json.gz", gzip.compress(b'{"traceEvents": [' + b'{"a":[' * 5000000))
write("twice.json", trace.replace('"ts": 1', '"ts": 1, "ts": 2'))
write("events_twice.json", trace[:-1] + ', "traceEvents": []}')
for key, value in ("ts", '"now"'), ("dur", "{}"), ("name", "5"), ("pid", "[]"), ("cat", "null"), ("args", "7"), ("ts", "1e999"):
    write(f"type_{key}.json", json.dumps({"traceEvents": [{**kernel, key: "@"}]}).replace('"@"', value))
write("no_list.json", '{"traceEvents": {"ph": "X"}}')
write("no_object.json", '{"traceEvents": [5]}')
write("cut.json", trace[:-20])
write("more.json", trace + trace)
write("bytes.json", trace.replace('"k"', '"\\ud800"').encode() + b"\xff")
# --- gzip
write("cut.json.gz", packed[:-12])
write("check_sum.json.gz", packed[:-8] + bytes(8))
write("damaged.json.gz", packed[:20] + b"\xff" * 20 + packed[40:])
write("header.json.gz", packed[:3])
# two GB of one string, in two MB: members of gzip may follow each other
write("string.json.gz", gzip.compress(b'{"traceEvents": [{"name": "', mtime=0) + gzip.compress(b"a" * 1000000, mtime=0) * 2100)

# --- SQLite: a row that claims a text of 2 GB, in the payload's size or in the column's type
def varint(number):
    parts = [number & 127]
    while number := number >> 7:
        parts.append(number & 127 | 128)
    return bytes(reversed(parts))

def claim(name, payload_size, text_size):
    db = sqlite3.connect(name)
    db.executescript("""PRAGMA page_size = 4096; CREATE TABLE StringIds (id INTEGER, value TEXT);
INSERT INTO StringIds VALUES (1, 'k');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, correlationId, globalPid, demangledName, shortName);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 5, 1, 0, 1, 1);""")
    root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'StringIds'").fetchone()[0]
    db.close()
    types = b"\x09" + varint(2 * text_size + 13)
    row = varint(len(types) + 1) + types + b"k" * 50
    cell = varint(payload_size or len(row)) + varint(1) + row
    at = 4096 - len(cell)
    page = b"\x0d\0\0\0\1" + at.to_bytes(2, "big") + b"\0" + at.to_bytes(2, "big")
    data = bytearray(open(name, "rb").read())
    data[(root - 1) * 4096 : root * 4096] = page + bytes(at - len(page)) + cell
    write(name, bytes(data))

claim("payload.sqlite", 2_000_000_000, 1_999_999_000)
claim("column.sqlite", None, 1_000_000_000)

# --- SQLite: pages, and texts, that occur again and again, so that a small file has more rows than a
# disk has room for, or more text than memory
def export(name, page_bytes):
    db = sqlite3.connect(name)
    db.executescript(f"""PRAGMA page_size = {page_bytes}; CREATE TABLE StringIds (id INTEGER, value TEXT);
INSERT INTO StringIds VALUES (1, 'k');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, correlationId, globalPid, demangledName, shortName);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 5, 1, 0, 1, 1);
CREATE TABLE room (x); INSERT INTO room VALUES (zeroblob(40000));""")
    root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'StringIds'").fetchone()[0]
    db.close()
    return bytearray(open(name, "rb").read()), root

def two(number):
    return number.to_bytes(2, "big")

def parent(child, header):
    """A page inside of a tree, whose children are all one page."""
    pointer, key, cells = child.to_bytes(4, "big"), 4096 - 5, 500
    page = b"\x05\0\0" + two(cells) + two(key) + b"\0" + pointer + two(key) * cells
    return page.ljust(key - header, b"\0") + pointer + b"\x01"

def tower(name, in_schema):
    data, root = export(name, 4096)
    root, header, top = 1 if in_schema else root, 100 if in_schema else 0, len(data) // 4096
    def page(number, header=0):
        return slice((number - 1) * 4096 + header, number * 4096)
    leaf = bytes(data[page(root, header)])
    first = int.from_bytes(leaf[5:7], "big")
    data[page(top)] = leaf[: first - header].ljust(first, b"\0") + leaf[first - header :]
    for level in 1, 2, 3:
        data[page(top - level)] = parent(top - level + 1, 0)
    data[page(root, header)] = parent(top - 3, header)
    write(name, bytes(data))

tower("tower.sqlite", False)
tower("tower_schema.sqlite", True)

def three(number):
    return bytes((number >> 14 | 128, number >> 7 & 127 | 128, number & 127))

def overlap(name):
    """Each text goes on to the end of the page, through the rows that follow it."""
    data, root = export(name, 65536)
    places, cells = range(20000, 65536 - 9, 9), b""
    for at in places:
        size = 65536 - at - 9
        cells += three(size + 5) + b"\1\5\x09" + three(2 * size + 13)
    page = b"\x0d\0\0" + two(len(places)) + two(places[0]) + b"\0" + b"".join(map(two, places))
    data[(root - 1) * 65536 : root * 65536] = (page.ljust(places[0], b"\0") + cells).ljust(65536, b"x")
    write(name, bytes(data))

overlap("overlap.sqlite")

# 300 ranges in a domain whose name is 1 MB long
db = sqlite3.connect("domain.sqlite")
db.executescript("""CREATE TABLE NVTX_EVENTS (start, end, eventType, globalTid, text, domainId);
INSERT INTO NVTX_EVENTS VALUES (0, 0, 75, 1, printf('%.*c', 1000000, 'd'), 7);
WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < 300)
INSERT INTO NVTX_EVENTS SELECT n, n + 1, 59, 1, 'r' || n, 7 FROM k;""")
db.close()

# --- captures of sums
def capture(name, stacks, values, version="1.0"):
    db = sqlite3.connect(name)
    db.executescript("""CREATE TABLE GPUFLAME_META (name, value);
CREATE TABLE GPUFLAME_STACK (id, parent, name, kind, domain);
CREATE TABLE GPUFLAME_VALUE (stackId, deviceId, ns, count, min, max);""")
    db.execute("INSERT INTO GPUFLAME_META VALUES ('format', ?)", (version,))
    db.executemany("INSERT INTO GPUFLAME_STACK VALUES (?, ?, ?, ?, NULL)", stacks)
    db.executemany("INSERT INTO GPUFLAME_VALUE VALUES (?, 0, ?, ?, ?, ?)", values)
    db.commit()
    db.close()

k = (1, 0, "k", 1)
capture("version.gpuflame", [k], [(1, 5, 1, 5, 5)], "2.0")
capture("orphan.gpuflame", [(2, 1, "k", 1), k], [(1, 5, 1, 5, 5)])
capture("itself.gpuflame", [(1, 1, "k", 1)], [(1, 5, 1, 5, 5)])
capture("same.gpuflame", [k, k], [(1, 5, 1, 5, 5)])
capture("kind.gpuflame", [(1, 0, "k", 99)], [(1, 5, 1, 5, 5)])
capture("stray.gpuflame", [k], [(7, 5, 1, 5, 5)])
capture("negative.gpuflame", [k], [(1, -5, 1, 5, 5)])
capture("text.gpuflame", [k], [(1, "much", 0, 5, 5)])
capture("total.gpuflame", [k], [(1, 2**63 - 1, 1, 1, 1)] * 3)
capture("empty.gpuflame", [k], [])
END
for file in *.json *.gz *.sqlite *.gpuflame; do
  try "$file"
done 2>&1
ls out.folded 2>&1
