"""A capture as SQL text, without what identifies the machine: dump.py FILE."""
import sqlite3
import sys

source = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
copy = sqlite3.connect(":memory:")
source.backup(copy)
META = {"host": "gpu", "command": "./train", "run": "run", "node": "node", "job": "1",
        "cupti": "libcupti.so", "uuid.*": "GPU-00000000-0000-0000-0000-000000000000"}
for name, value in META.items():
    copy.execute("UPDATE GPUFLAME_META SET value = ? WHERE name GLOB ?", (value, name))
copy.commit()
for line in copy.iterdump():
    print(line)
