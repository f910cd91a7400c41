# The journal of a killed writer may name another file, which SQLite removes once it has rolled the
# journal back: nothing is rolled back or removed by reading, also where the report is a link.
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
