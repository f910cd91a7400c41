# Two files that claim one rank: they add up, whatever their order, on the device that computes
# longest in all; if they are of different jobs or nodes, the sentence on top says so.
capture() { # FILE RANK JOB NODE DEVICE:NS...
  python3 - "$@" <<'PYTHON'
import sqlite3, sys
path, rank, job, node, *devices = sys.argv[1:]
db = sqlite3.connect(path)
db.executescript("""
  CREATE TABLE GPUFLAME_META (name TEXT PRIMARY KEY, value TEXT);
  INSERT INTO GPUFLAME_META VALUES ('format', '1.0'), ('mode', 'fold'), ('ended', 'exit'),
    ('world_size', '2');
  CREATE TABLE GPUFLAME_STACK (id INTEGER PRIMARY KEY, parent INTEGER, name TEXT, kind INTEGER,
    domain TEXT, shortName TEXT, mangledName TEXT);
  CREATE TABLE GPUFLAME_VALUE (stackId INTEGER, deviceId INTEGER, ns INTEGER, count INTEGER,
    min INTEGER, max INTEGER, PRIMARY KEY (stackId, deviceId));
  CREATE TABLE GPUFLAME_LOSS (what TEXT PRIMARY KEY, count INTEGER, ns INTEGER);
  INSERT INTO GPUFLAME_STACK (id, parent, name, kind) VALUES (1, 0, 'gemm', 1);
""")
db.executemany("INSERT INTO GPUFLAME_META VALUES (?, ?)",
               [("rank", rank), ("job", job), ("node", node), ("uuid.0", "GPU-" + job)])
for device in devices:
    number, ns = device.split(":")
    db.execute("INSERT INTO GPUFLAME_VALUE VALUES (1, ?, ?, 1, ?, ?)", (number, ns, ns, ns))
db.commit()
PYTHON
}
capture a.gpuflame 0 7 n1 1:500 0:400
capture b.gpuflame 0 7 n1 0:400
capture c.gpuflame 0 8 n2 2:700
capture d.gpuflame 1 7 n1 1:500
capture e.gpuflame 1 8 n1 3:500
both() { # FILE...: forwards, backwards, and by way of partial results
  local file back=() parts=()
  gpuflame stats -q -r rank_sum "$@" >whole
  for file; do
    gpuflame stats -q --partial "$file" -o "$file.part"
    back=("$file" "${back[@]}")
    parts=("$file.part" "${parts[@]}")
  done
  gpuflame stats -q -r rank_sum "${back[@]}" | cmp - whole
  gpuflame stats -q -r rank_sum "${parts[@]}" | cmp - whole
  gpuflame stats -q -r rank_sum -f csv "$@" | cut -d , -f 1-6,8,19
  grep '^rank' whole
}
echo "--- two processes of a rank"
both a.gpuflame b.gpuflame d.gpuflame
echo "--- two jobs"
both a.gpuflame c.gpuflame d.gpuflame e.gpuflame
echo "--- one rank alone"
both c.gpuflame b.gpuflame
