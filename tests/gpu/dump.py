"""A capture as SQL text, without what identifies the machine: dump.py FILE."""
import sqlite3
import sys

source = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
copy = sqlite3.connect(":memory:")
source.backup(copy)
copy.execute("UPDATE GPUFLAME_META SET value = 'gpu' WHERE name = 'host'")
copy.execute("UPDATE GPUFLAME_META SET value = './train' WHERE name = 'command'")
copy.commit()
for line in copy.iterdump():
    print(line)
