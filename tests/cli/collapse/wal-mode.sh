# An export that a tool left in WAL mode is read where nothing may be written beside it; and so is
# what is in its log, where that may be.
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
gpuflame collapse 'a#b?%41/idle.sqlite'
gpuflame collapse ".//a#b?%41/idle.sqlite"
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
  timeout 10 gpuflame collapse $name.sqlite 2>&1 | sed "s|$PWD|HERE|; s|$TMPDIR/gpuflame-[^/]*|COPY|"
done
ls "$TMPDIR"
echo "-- a log beside a file that is not in WAL mode is an older one's"
mkdir stale
cp "$FIXTURES/graph_capture.sqlite" stale/report.sqlite
cp killed.sqlite-wal stale/report.sqlite-wal
gpuflame collapse stale/report.sqlite | tail -1
ls stale
