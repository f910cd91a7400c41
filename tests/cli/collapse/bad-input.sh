# Every kind of wrong input: one line that names it, status 1, no output file.
bad-input() {
  try() { tell "" gpuflame collapse -o out.folded "$@"; }
  : >empty
  mkdir folder.sqlite
  echo 'Dear Sir, this is no report.' >text.sqlite
  head -c 3000 "$FIXTURES/demo.sqlite" >cut.sqlite
  cp "$FIXTURES/demo.sqlite" damaged.sqlite
  yes garbage | dd of=damaged.sqlite bs=4096 seek=3 count=30 iflag=fullblock conv=notrunc 2>/dev/null
  printf 'SQLite format 3\0and then nothing of the kind' >liar.sqlite
  try
  try -
  try absent.sqlite
  try empty
  try folder.sqlite
  try text.sqlite
  try cut.sqlite
  try damaged.sqlite
  try liar.sqlite
  cp "$FIXTURES"/{no_kernels,no_export,view,no_column,huge_times,demo}.sqlite .
  try no_kernels.sqlite
  try no_export.sqlite
  try view.sqlite
  try no_column.sqlite
  try huge_times.sqlite
  try --kernels-only --only . no_kernels.sqlite
  try demo.sqlite absent.sqlite
  try demo.sqlite text.sqlite huge_times.sqlite
  sql rocm.db "CREATE TABLE rocpd_metadata_0000 (id)"
  try rocm.db
  rm rocm.db
  while read -r name begin; do
    printf "$begin" >"$name"
    try "$name"
    rm "$name"
  done <<'END'
flame.png \211PNG\r\n\032\n\0\0\0\rIHDR
flame.pdf %%PDF-1.7\n
train \177ELF\002\001\001\0
perf.data PERFILE2h\0\0
kernel.ncu-rep NVR\0\n\001
little.json \377\376{\0}\0
NVRTC;step NVRTC;step 5
END
  mkfifo pipe && { echo "step;k 5" >pipe & }
  try pipe
  rm pipe
  ls
}
check bad-input 0 <<'STDOUT'
status 2: gpuflame: no file given; see gpuflame collapse --help
status 1: gpuflame: cannot read '<stdin>': the file is empty
status 1: gpuflame: cannot open 'absent.sqlite': No such file or directory
status 1: gpuflame: cannot read 'empty': the file is empty
status 1: gpuflame: no report in folder 'folder.sqlite': looked for files like *.gpuflame *.sqlite *.nsys-rep *.qdrep *.trace.json *.json *.xplane.pb *_results.db *.folded, also compressed (.gz, .zst), and for partial results of gpuflame stats
status 1: gpuflame: cannot read 'text.sqlite': not a report of nsys, a capture, a trace of PyTorch, JAX or rocprofv3, or a flame graph, and its first line is not a folded stack ('frame;frame value')
status 1: gpuflame: cannot read 'cut.sqlite': it is cut off, 3000 of 172032 bytes; copy or export it again
status 1: gpuflame: cannot read 'damaged.sqlite': StringIds is damaged or cut off (database disk image is malformed); export or copy it again
status 1: gpuflame: cannot read 'liar.sqlite': it is not an SQLite database
status 1: gpuflame: 'no_kernels.sqlite' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with 'nsys profile -t cuda,nvtx ...' (nsys 2022.4.2.1 export, schema 3.0.0)
status 1: gpuflame: cannot read 'no_export.sqlite': an SQLite database without a table of an nsys export; make one with 'nsys export --type sqlite REPORT'
status 1: gpuflame: cannot read 'view.sqlite': CUPTI_ACTIVITY_KIND_KERNEL is a view or a virtual table, which no export has
status 1: gpuflame: cannot read 'no_column.sqlite': table CUPTI_ACTIVITY_KIND_KERNEL has no column correlationId: gpuflame does not know its version
status 1: gpuflame: cannot fold 'huge_times.sqlite': total overflows 64 bits
status 1: gpuflame: 'no_kernels.sqlite' holds ranges but no kernels: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with 'nsys profile -t cuda,nvtx ...' (nsys 2022.4.2.1 export, schema 3.0.0)
status 1: gpuflame: cannot open 'absent.sqlite': No such file or directory
status 1: gpuflame: cannot fold 'huge_times.sqlite': total overflows 64 bits
status 1: gpuflame: cannot read 'rocm.db': a database of ROCm's profilers with 0 tables of kernels; those of rocprofv3 since ROCm 7 are read
status 1: gpuflame: cannot read 'flame.png': it is a PNG picture: of pictures gpuflame reads flame graphs in SVG
status 1: gpuflame: cannot read 'flame.pdf': it is PDF: of pictures gpuflame reads flame graphs in SVG
status 1: gpuflame: cannot read 'train': it is a program or a library: 'gpuflame record -o run.gpuflame -- PROGRAM' records a run of one
status 1: gpuflame: cannot read 'perf.data': it is a recording of perf: 'perf script -i FILE | stackcollapse-perf.pl' folds it
status 1: gpuflame: cannot read 'kernel.ncu-rep': it is a report of Nsight Compute, of single kernels: gpuflame reads those of Nsight Systems (nsys)
status 1: gpuflame: cannot read 'little.json': it is UTF-16: convert it first (iconv -f UTF-16 -t UTF-8)
cut.sqlite
damaged.sqlite
demo.sqlite
empty
folder.sqlite
huge_times.sqlite
liar.sqlite
no_column.sqlite
no_export.sqlite
no_kernels.sqlite
out.folded
text.sqlite
view.sqlite
STDOUT

# Write errors are reported, and no partial output is left.
bad-output() {
  cp "$FIXTURES/demo.sqlite" .
  tell "" gpuflame collapse -q demo.sqlite -o absent/out.folded
  tell "" gpuflame collapse -q demo.sqlite -o .
  gpuflame collapse -q demo.sqlite >/dev/full
  echo "status $?"
  exec 9> >(:) # which has ended when it is written to
  wait $!
  gpuflame collapse -q demo.sqlite >&9
  echo "status $?"
  gpuflame collapse -q demo.sqlite >&-
  echo "status $?"
  ls
}
check bad-output 0 <<'STDOUT' 3<<'STDERR'
status 1: gpuflame: cannot create 'absent/out.folded': No such file or directory
status 1: gpuflame: cannot write '.': Is a directory
status 1
status 141
status 1
demo.sqlite
STDOUT
gpuflame: cannot write 'stdout': No space left on device
gpuflame: cannot write 'stdout': Bad file descriptor
STDERR

# Files that claim what they don't hold, in each format: one line each, and no output.
hostile-files() {
  try() { tell "" timeout 60 gpuflame collapse "$@" -o out.folded; }
  python3 - <<'END'
import gzip, json, sqlite3, zlib

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

# 300 KB that are 300 MB of JSON
pack = zlib.compressobj(9, zlib.DEFLATED, 31)
begin = pack.compress(b'{"traceEvents": [') + pack.flush(zlib.Z_FULL_FLUSH)
write("bomb.json.gz", begin + (pack.compress(b" " * (1 << 22)) + pack.flush(zlib.Z_FULL_FLUSH)) * 72)

# 10 KB that are a million and more events, frames of stacks, bytes of one line
write("events.json.gz", gzip.compress(b'{"traceEvents": [' + b'{"ph":"M"}, ' * 1100000 + b"{}]}"))
write("frames.folded.gz", gzip.compress(b"".join(b"%d" % i + b";a" * 400000 + b" 1\n" for i in range(4))))
write("line.folded.gz", gzip.compress(b"a 1\n" + b"a" * 5000000 + b" 1\n"))

# a name that no kernel has
event = {"ph": "X", "cat": "kernel", "name": "sm80_xmma_" * 200000, "pid": 0, "tid": 7, "ts": 1, "dur": 5}
write("long.name", json.dumps({"traceEvents": [event]}))
write("events_twice.json", trace[:-1] + ', "traceEvents": []}')
for key, value in ("ts", '"now"'), ("dur", "{}"), ("cat", "null"), ("ts", "1e999"):
    write(f"type_{key}.json", json.dumps({"traceEvents": [{**kernel, key: "@"}]}).replace('"@"', value))
write("no_object.json", '{"traceEvents": [5]}')
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
# 100,000 frames, each below the one before, are 10 GB of text
many = range(1, 100001)
capture("deep.gpuflame", [(i, i - 1, "k", 0) for i in many], [(i, 1, 1, 1, 1) for i in many])
capture("same.gpuflame", [k, k], [(1, 5, 1, 5, 5)])
capture("kind.gpuflame", [(1, 0, "k", 99)], [(1, 5, 1, 5, 5)])
capture("stray.gpuflame", [k], [(7, 5, 1, 5, 5)])
capture("negative.gpuflame", [k], [(1, -5, 1, 5, 5)])
capture("text.gpuflame", [k], [(1, "much", 0, 5, 5)])
capture("total.gpuflame", [k], [(1, 2**63 - 1, 1, 1, 1)] * 3)
capture("empty.gpuflame", [k], [])
for name, cells, steps in ("blob", "0-0/1 1-2/2", b"\x05\x01\x80"), ("cell", "0-0/1", b"\x01\x01\x04\x01"), ("list", "3-1/2", b""):
    capture(f"steps-{name}.cells", [k], [(1, 5, 2, 1, 5)])
    with sqlite3.connect(f"steps-{name}.cells") as db:
        db.execute("ALTER TABLE GPUFLAME_VALUE ADD steps BLOB")
        db.execute("UPDATE GPUFLAME_VALUE SET steps = ?", [steps])
        db.execute("INSERT INTO GPUFLAME_META VALUES('step_cells', ?)", [cells])
END
  for file in *.json *.gz *.sqlite *.gpuflame; do
    try "$file"
  done
  ls out.folded 2>&1
  for file in steps-*.cells; do try --by step $file; done
  gpuflame collapse -q --any-size deep.gpuflame | head -n 1
  gpuflame collapse -q --kernel-names family long.name | wc -c
}
check hostile-files 0 <<'STDOUT'
status 1: gpuflame: cannot read 'bytes.json': invalid JSON at byte 105: something follows its end
status 1: gpuflame: cannot read 'deep.json': objects and arrays nested more than 512 deep; this is not a trace
status 1: gpuflame: cannot read 'deep_args.json': objects and arrays nested more than 512 deep; this is not a trace
status 1: gpuflame: cannot read 'events_twice.json': its "traceEvents" occurs twice
status 1: gpuflame: 'no_object.json' holds no GPU operations; record with torch.profiler and ProfilerActivity.CUDA (PyTorch profiler trace), and check that the profiled part launches kernels
status 1: gpuflame: 'type_cat.json' holds no GPU operations; record with torch.profiler and ProfilerActivity.CUDA (PyTorch profiler trace), and check that the profiled part launches kernels
status 1: gpuflame: 'type_dur.json' holds no GPU operation with a valid time: 1 skipped, whose start or end is missing or no number in range, or which end before they start
status 1: gpuflame: 'type_ts.json' holds no GPU operation with a valid time: 1 skipped, whose start or end is missing or no number in range, or which end before they start
status 1: gpuflame: cannot read 'bomb.json.gz': it is packed to less than a 1000th of its size; if you trust it, unpack it first
status 1: gpuflame: cannot read 'check_sum.json.gz': its gzip data is damaged
status 1: gpuflame: cannot read 'cut.json.gz': its gzip data is truncated; was the copy cut short?
status 1: gpuflame: cannot read 'damaged.json.gz': its gzip data is damaged
status 1: gpuflame: cannot read 'deep.json.gz': objects and arrays nested more than 512 deep; this is not a trace
status 1: gpuflame: cannot read 'events.json.gz': more than 10 frames or events for each of its bytes; if you trust it, unpack it first
status 1: gpuflame: cannot read 'frames.folded.gz': more than 10 frames or events for each of its bytes; if you trust it, unpack it first
status 1: gpuflame: cannot read 'header.json.gz': its gzip data is truncated; was the copy cut short?
status 1: gpuflame: line.folded.gz:2: a line longer than 4 MiB
status 1: gpuflame: cannot read 'string.json.gz': a string of more than 64 MiB from byte 27 on
status 1: gpuflame: cannot read 'column.sqlite': StringIds is damaged or cut off (database disk image is malformed); export or copy it again
status 1: gpuflame: 'domain.sqlite' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with 'nsys profile -t cuda,nvtx ...' (nsys export, before 2022)
status 1: gpuflame: cannot read 'overlap.sqlite': StringIds is damaged (its rows do not fit into the file); export or copy it again
status 1: gpuflame: cannot read 'payload.sqlite': StringIds is damaged or cut off (database disk image is malformed); export or copy it again
status 1: gpuflame: cannot read 'tower.sqlite': StringIds is damaged (its rows do not fit into the file); export or copy it again
status 1: gpuflame: cannot read 'tower_schema.sqlite': the file is damaged (its rows do not fit into the file); export or copy it again
status 1: gpuflame: the stacks would take more than 4 GiB; 'gpuflame svg' draws them, and --any-size writes them
status 1: gpuflame: 'empty.gpuflame' holds no GPU operations (capture of gpuflame)
status 1: gpuflame: cannot read 'itself.gpuflame': GPUFLAME_STACK: a parent after its child
status 1: gpuflame: cannot read 'kind.gpuflame': GPUFLAME_STACK: an unknown kind
status 1: gpuflame: cannot read 'negative.gpuflame': GPUFLAME_VALUE: an impossible sum
status 1: gpuflame: cannot read 'orphan.gpuflame': GPUFLAME_STACK: a parent after its child
status 1: gpuflame: cannot read 'same.gpuflame': GPUFLAME_STACK: an id occurs twice
status 1: gpuflame: cannot read 'stray.gpuflame': GPUFLAME_VALUE: a stack that does not exist
status 1: gpuflame: cannot read 'text.gpuflame': GPUFLAME_VALUE: an impossible sum
status 1: gpuflame: cannot read 'total.gpuflame': GPUFLAME_VALUE: total overflows 64 bits
status 1: gpuflame: cannot read 'version.gpuflame': a capture of format 2.0; this gpuflame reads 1.4
ls: cannot access 'out.folded': No such file or directory
status 1: gpuflame: cannot read 'steps-blob.cells': GPUFLAME_VALUE: an impossible sum
status 1: gpuflame: cannot read 'steps-cell.cells': GPUFLAME_VALUE: an impossible sum
status 1: gpuflame: cannot read 'steps-list.cells': GPUFLAME_META: impossible steps
k;k 1
2000025
STDOUT
