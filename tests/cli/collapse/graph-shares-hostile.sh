# What a damaged capture may say of the nodes of CUDA graphs: sums stay what was recorded, or are refused.
cp "$FIXTURES/graph_capture.sqlite" graph.sqlite
change() {
  cp graph.sqlite one.sqlite
  python3 -c 'import sqlite3, sys
sqlite3.connect("one.sqlite", isolation_level=None).executescript(sys.argv[1])' "$1"
  gpuflame collapse one.sqlite
}
python3 - <<'END'
import sqlite3
sqlite3.connect("graph.sqlite", isolation_level=None).executescript("""
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId, contextId, streamId,
  correlationId, globalPid, graphId, graphExecId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1030, 1031, 1677721700, 2);
INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (2000, 2070, 0, 1, 7, 2, 1677721600, 5, 5);
CREATE TABLE GPUFLAME_GRAPH_NODE(graphNodeId, graphExecId);
""")
END
echo "--- no node, and no graph"
change "INSERT INTO GPUFLAME_GRAPH_NODE VALUES (NULL, 5), (0, 5), ('x', 5), (22, NULL), (22, -4294967291),
  (22, 4294967301), (22, 0), (22, 'x'), (21, 5)"
echo "--- a node twice"
change "INSERT INTO GPUFLAME_GRAPH_NODE VALUES (21, 5), (21, 5), (22, 7)"
echo "--- more than 64 bits in one stack"
change "INSERT INTO GPUFLAME_GRAPH_NODE VALUES (21, 5), (22, 5);
  UPDATE CUPTI_ACTIVITY_KIND_GRAPH_TRACE SET start = 0, end = 9223372036854775807;
  INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE SELECT * FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE;
  INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE SELECT * FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE"
echo "--- 3,000 places times 3,000 kernels"
python3 - <<'END'
import sqlite3
db, many = sqlite3.connect("many.sqlite"), range(1, 3001)
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid,
  demangledName, shortName, graphNodeId);
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId, contextId, streamId, correlationId, globalPid,
  graphId, graphExecId);
CREATE TABLE GPUFLAME_GRAPH_NODE(graphNodeId INTEGER PRIMARY KEY, graphExecId INTEGER NOT NULL);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 1677721700, 1);
""")
for into, rows in (
        ("StringIds VALUES (?, ?)", ((i, f"k {i}") for i in many)),
        ("NVTX_EVENTS VALUES (?, ?, 59, ?, 1677721700)", ((10 * i, 10 * i + 9, f"r {i}") for i in many)),
        ("CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 1677721700, ?)", ((10 * i + 1, 10 * i + 2, i + 1) for i in many)),
        ("CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, 1, 1677721600, ?, ?, ?)", ((i, i + 1, i, i, i) for i in many)),
        ("CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (?, ?, 0, 1, 7, ?, 1677721600, 5, 5)",
         ((90000 + 10 * i, 90005 + 10 * i, i + 1) for i in many)),
        ("GPUFLAME_GRAPH_NODE VALUES (?, 5)", ((i,) for i in many))):
    db.executemany("INSERT INTO " + into, rows)
db.commit()
END
gpuflame collapse -q many.sqlite
gpuflame collapse -q --drop-frame '^r ' many.sqlite | wc -l
echo "--- one of them on another device, and all captured in 100 ranges"
python3 - <<'END'
import sqlite3
db = sqlite3.connect("many.sqlite")
db.executescript("""
CREATE TABLE CUDA_GRAPH_NODE_EVENTS (start, end, globalTid, graphNodeId, originalGraphNodeId);
INSERT INTO CUDA_GRAPH_NODE_EVENTS SELECT 5, 6, 1677721700, graphNodeId, NULL FROM GPUFLAME_GRAPH_NODE;
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET deviceId = 1 WHERE graphNodeId = 1;
""")
db.executemany("INSERT INTO NVTX_EVENTS VALUES (0, 9, 59, ?, 1677721700)", ((f"c {i}",) for i in range(100)))
db.commit()
END
gpuflame collapse -q --device 1 many.sqlite || echo "exit $?"
