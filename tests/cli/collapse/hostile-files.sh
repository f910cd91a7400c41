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
