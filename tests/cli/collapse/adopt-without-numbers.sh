# --adopt follows the numbers that PyTorch puts into names of ranges. Ranges of one name without a
# number belong to nobody, the first name of a report included: here all names are that one.
cp "$FIXTURES/adopt.sqlite" x.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("x.sqlite")
db.execute("UPDATE StringIds SET value = 'a'")
db.execute("UPDATE NVTX_EVENTS SET text = 'a'")
db.commit()
END
gpuflame collapse -q --adopt x.sqlite
