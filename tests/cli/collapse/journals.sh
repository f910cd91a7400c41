# The journal of a killed writer may name another file, which SQLite removes once it has rolled the
# journal back: nothing is rolled back or removed by reading, also where the report is a link.
super-journal() {
  mkdir data
  cp "$FIXTURES/graph_capture.sqlite" data/x.sqlite
  echo precious >victim
  python3 - <<'END'
import os, sqlite3, struct
if os.fork() == 0:
    db = sqlite3.connect("data/x.sqlite", isolation_level=None)
    db.executescript("PRAGMA cache_size = 2; BEGIN; UPDATE StringIds SET value = value || 'x'; CREATE TABLE hog (a)")
    db.executemany("INSERT INTO hog VALUES (randomblob(500))", [()] * 2000)
    os.kill(os.getpid(), 9)
os.wait()
victim = os.path.abspath("victim").encode()
page_size = struct.unpack(">H", open("data/x.sqlite", "rb").read(18)[16:])[0]
with open("data/x.sqlite-journal", "ab") as journal:
    journal.write(struct.pack(">I", 0x40000000 // page_size + 1) + victim)
    journal.write(struct.pack(">II", len(victim), sum(victim)) + bytes.fromhex("d9d505f920a163d7"))
END
  ln -s data/x.sqlite link.sqlite
  # beside the link, where SQLite does not look
  head -c 800 /dev/zero >link.sqlite-journal
  cat data/* >before
  for name in data/x.sqlite link.sqlite; do
    gpuflame collapse $name 2>&1 | sed "s|$PWD|HERE|"
  done
  cat data/* | cmp - before
  cat victim
  ls data
  ls "$TMPDIR"
}
check super-journal 0 <<'STDOUT'
gpuflame: cannot read 'data/x.sqlite': its journal 'HERE/data/x.sqlite-journal' names another file; read a copy of the file without its journal
gpuflame: cannot read 'link.sqlite': its journal 'HERE/data/x.sqlite-journal' names another file; read a copy of the file without its journal
precious
x.sqlite
x.sqlite-journal
STDOUT

# An export that a tool left in WAL mode is read where nothing may be written beside it; and so is
# what is in its log, where that may be.
wal-mode() {
  mkdir -p 'a#b?%41'
  python3 - <<'END'
import os, shutil, sqlite3
shutil.copy(os.environ["FIXTURES"] + "/graph_capture.sqlite", "a#b?%41/idle.sqlite")
db = sqlite3.connect("a#b?%41/idle.sqlite")
db.execute("PRAGMA journal_mode = WAL")
db.close()
shutil.copy("a#b?%41/idle.sqlite", "busy.sqlite")
db = sqlite3.connect("busy.sqlite")
db.execute("UPDATE NVTX_EVENTS SET text = 'log' WHERE text = 'layer'")
db.commit()
shutil.copy("busy.sqlite", "killed.sqlite")
shutil.copy("busy.sqlite-wal", "killed.sqlite-wal")
db.close()
END
  # also root can't make a file in a folder that is not there
  ln -s nowhere/log 'a#b?%41/idle.sqlite-wal'
  gpuflame collapse 'a#b?%41/idle.sqlite' | tee layers
  gpuflame collapse ".//a#b?%41/idle.sqlite" | cmp - layers
  gpuflame collapse "$(printf '//')$(pwd)/a#b?%41/idle.sqlite" | tail -1
  ls 'a#b?%41'
  gpuflame collapse killed.sqlite
  ls killed*
  echo "-- names that SQLite would take for something else"
  for name in :memory: 'file:x?mode=memory'; do
    cp "$FIXTURES/graph_capture.sqlite" "$name"
    gpuflame collapse "$name" | tail -1
  done
  echo "-- a link: what SQLite keeps is beside its target, and stays"
  mkdir data
  cp killed.sqlite killed.sqlite-wal data
  ln -s data/killed.sqlite link.sqlite
  gpuflame collapse link.sqlite | tail -1
  ls data link*
  ls "$TMPDIR"
  echo "-- a log or journal that is no file"
  cp killed.sqlite fifo.sqlite
  cp killed.sqlite device.sqlite
  mkfifo fifo.sqlite-wal
  ln -s /dev/urandom device.sqlite-wal
  cp "$FIXTURES/graph_capture.sqlite" journal.sqlite
  mkfifo journal.sqlite-journal
  for name in fifo device journal; do
    timeout 10 gpuflame collapse $name.sqlite 2>&1 | cmp - layers || echo $name
  done
  ls "$TMPDIR"
  echo "-- a log beside a file that is not in WAL mode is an older one's"
  mkdir stale
  cp "$FIXTURES/graph_capture.sqlite" stale/report.sqlite
  cp killed.sqlite-wal stale/report.sqlite-wal
  gpuflame collapse stale/report.sqlite | tail -1
  ls stale
}
check wal-mode 0 <<'STDOUT'
replay;capture;gemm 30
replay;capture;layer;relu 5
replay;relu 1 [2 times]
idle.sqlite
idle.sqlite-wal
replay;capture;gemm 30
replay;capture;log;relu 5
replay;relu 1
killed.sqlite
killed.sqlite-wal
-- names that SQLite would take for something else
replay;relu 1 [2 times]
-- a link: what SQLite keeps is beside its target, and stays
replay;relu 1
link.sqlite
data:
killed.sqlite
killed.sqlite-wal
-- a log or journal that is no file
-- a log beside a file that is not in WAL mode is an older one's
replay;relu 1
report.sqlite
report.sqlite-wal
STDOUT
