"""How many operations a capture holds, of a kind (kernel, memcpy, memset, graph)
or of all: counts.py FILE [KIND]."""
import sqlite3
import sys

TABLES = {"kernel": "KERNEL", "memcpy": "MEMCPY", "memset": "MEMSET", "graph": "GRAPH_TRACE"}
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}


def count(kind):
    number, table = list(TABLES).index(kind) + 1, "CUPTI_ACTIVITY_KIND_" + TABLES[kind]
    if "GPUFLAME_VALUE" in tables:
        query = ("SELECT coalesce(sum(count), 0) FROM GPUFLAME_VALUE"
                 " JOIN GPUFLAME_STACK ON id = stackId WHERE kind = %d" % number)
    elif table in tables:
        query = "SELECT count(*) FROM " + table
    else:
        return 0
    return db.execute(query).fetchone()[0]


print(sum(count(kind) for kind in sys.argv[2:] or TABLES))
