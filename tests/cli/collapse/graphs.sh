# Kernels of a CUDA graph are attributed to the ranges in which they were captured, too.
graph-capture-ranges() {
  for report in graph_capture graph_capture_old; do
    tell "$report" gpuflame collapse "$FIXTURES/$report.sqlite"
    gpuflame collapse --graph-capture-ranges off "$FIXTURES/$report.sqlite"
  done
  tell "adoption" gpuflame collapse --adopt none "$FIXTURES/adopt.sqlite"
  echo
  gpuflame collapse "$FIXTURES/adopt.sqlite"
  tell "two threads launch in ranges: it is the one without a name, if there is only one of these"
  cp "$FIXTURES/adopt.sqlite" several.sqlite
  sql several.sqlite "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (5510, 5520, 1677721702, 6);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 8000, 8032, 0, 1, 7, 6, globalPid, 2, 2 FROM CUPTI_ACTIVITY_KIND_KERNEL LIMIT 1"
  gpuflame collapse several.sqlite
  echo
  sql several.sqlite "INSERT INTO StringIds VALUES (6, 'dali'); UPDATE ThreadNames SET nameId = 6 WHERE globalTid = 1677721702"
  gpuflame collapse several.sqlite
  tell "cuts and phases go by all ranges of a stack" gpuflame collapse --range layer "$FIXTURES/graph_capture.sqlite"
  gpuflame collapse --range layer --graph-capture-ranges off "$FIXTURES/graph_capture.sqlite"
  gpuflame collapse --range '^backward$' "$FIXTURES/adopt.sqlite"
  gpuflame collapse --by phase "$FIXTURES/adopt.sqlite"
  cp "$FIXTURES/graph_capture.sqlite" graph.sqlite
  sql graph.sqlite "UPDATE NVTX_EVENTS SET text = 'forward' WHERE text = 'capture'"
  gpuflame collapse --by phase graph.sqlite
  tell "on the critical path" gpuflame collapse -q --value critical "$FIXTURES/graph_capture.sqlite"
}
check graph-capture-ranges 0 <<'STDOUT' 3<<'STDERR'
--- graph_capture: replay;capture;gemm 30 | replay;capture;layer;relu 5 | replay;relu 1
replay;gemm 30
replay;relu 6
--- graph_capture_old: replay;capture;gemm 30 | replay;capture;layer;relu 5 | replay;relu 1
replay;gemm 30
replay;relu 6
--- adoption: AddmmBackward;gemm 2 | forward;aten::linear;gemm 1 | lost 24 | relu 4
backward;AddmmBackward;gemm 2
backward;relu 4
forward;aten::linear;gemm 1
lost 16
one;lost 8
--- two threads launch in ranges: it is the one without a name, if there is only one of these
AddmmBackward;gemm 2
forward;aten::linear;gemm 1
lost 24
relu 4
two;relu 32
backward;AddmmBackward;gemm 2
backward;relu 4
forward;aten::linear;gemm 1
lost 16
one;lost 8
two;relu 32
--- cuts and phases go by all ranges of a stack: replay;capture;layer;relu 5
backward;AddmmBackward;gemm 2
backward;relu 4
[no phase];lost 16
[no phase];one;lost 8
backward;backward;AddmmBackward;gemm 2
backward;backward;relu 4
forward;forward;aten::linear;gemm 1
[no phase];replay;relu 1
forward;replay;forward;gemm 30
forward;replay;forward;layer;relu 5
--- on the critical path
[CPU] 800
capture;[CPU] 50
capture;layer;[CPU] 50
replay;[CPU] 10
replay;[CUDA call] 10
replay;[GPU wait] 95
replay;capture;[launch latency] 80
replay;capture;gemm 30
replay;capture;layer;[GPU wait] 70
replay;capture;layer;relu 5
replay;relu 1
STDOUT
gpuflame: nothing is left: all operations and ranges are outside the selection
STDERR

# Launches of CUDA graphs that a capture of trace mode recorded as a whole are divided by the
# shares of those that it recorded by node, if the capture says which nodes are the graph's.
graph-shares() {
  cp "$FIXTURES/graph_capture.sqlite" graph.sqlite
  sql graph.sqlite <<'END'
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId, contextId, streamId,
  correlationId, globalPid, graphId, graphExecId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1030, 1031, 1677721700, 2),
  (1040, 1041, 1677721700, 3), (1050, 1051, 1677721700, 4), (2000, 2001, 1677721700, 5);
INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES
  (2000, 2071, 0, 1, 7, 2, 1677721600, 5, 5), (3000, 3070, 1, 1, 7, 3, 1677721600, 5, 5),
  (4000, 4009, 0, 1, 7, 4, 1677721600, 6, 6), (5000, 5035, 0, 1, 7, 5, 1677721600, 5, 5);
END
  tell "nobody says what graph the nodes are of" gpuflame collapse graph.sqlite
  sql graph.sqlite <<'END'
CREATE TABLE GPUFLAME_GRAPH_NODE(graphNodeId INTEGER PRIMARY KEY, graphExecId INTEGER NOT NULL);
INSERT INTO GPUFLAME_GRAPH_NODE VALUES (21, 5), (22, 5), (70, 7);
END
  echo "--- 30 of 35 ns of the graph's samples are in gemm"
  gpuflame collapse --summary graph.sqlite | tee all
  for option in "--value count" "--value exposed" "--value launch-latency" \
    "--graph-capture-ranges off" "--by device" "--device 0" "--time 0us-4us" "--kernels-only" \
    "--filter-out layer" "--rename estimated=x" "--with-idle"; do
    echo "--- $option"
    # shellcheck disable=SC2086
    gpuflame collapse $option graph.sqlite | news all
  done
  echo "--- what an operation of them took on average"
  gpuflame collapse --format collapse-json graph.sqlite | jq -c '.stacks[] | [.count, .min, .max]'
  sql graph.sqlite "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET deviceId = 1 WHERE graphNodeId = 22"
  echo "--- a node of the graph is on another device than its launches"
  for option in "--by device" "--by stream,device,process" "--device 0" "--device 1" "--device 0,1" \
    "--device 2" "--device 1 --stream 7" "--device 1 --value count" "--by device --only GPU.1" \
    "--by device --filter-out GPU.1" "--by device --root capture"; do
    echo "--- $option"
    # shellcheck disable=SC2086
    gpuflame collapse --summary $option graph.sqlite 2>said | news all
    grep -v '^  [kgrfe]\|^graph.sqlite' said
  done
}
check graph-shares 0 <<'STDOUT' 3<<'STDERR'
--- nobody says what graph the nodes are of: [CUDA graph] 35 | replay;[CUDA graph] 150 | replay;capture;gemm 30 | replay;capture;layer;relu 5 | replay;relu 1
--- 30 of 35 ns of the graph's samples are in gemm
[CUDA graph, estimated];capture;gemm 30
[CUDA graph, estimated];capture;layer;relu 5
replay;[CUDA graph, estimated];capture;gemm 121
replay;[CUDA graph, estimated];capture;layer;relu 20
replay;[CUDA graph] 9
replay;capture;gemm 30
replay;capture;layer;relu 5
replay;relu 1
--- --value count
[CUDA graph, estimated];capture;gemm 1
[CUDA graph, estimated];capture;layer;relu 1
replay;[CUDA graph, estimated];capture;gemm 2
replay;[CUDA graph, estimated];capture;layer;relu 2
replay;[CUDA graph] 1
replay;capture;gemm 1
replay;capture;layer;relu 1
(1 as before)
--- --value exposed
(8 as before)
--- --value launch-latency
[CUDA graph] 3000
replay;[CUDA graph] 5880
replay;capture;gemm 90
replay;capture;layer;relu 190
replay;relu 290
(0 as before)
--- --graph-capture-ranges off
[CUDA graph, estimated];gemm 30
[CUDA graph, estimated];relu 5
replay;[CUDA graph, estimated];gemm 121
replay;[CUDA graph, estimated];relu 20
replay;gemm 30
replay;relu 6
(1 as before)
--- --by device
GPU 0;[CUDA graph, estimated];capture;gemm 30
GPU 0;[CUDA graph, estimated];capture;layer;relu 5
GPU 0;replay;[CUDA graph, estimated];capture;gemm 121
GPU 0;replay;[CUDA graph, estimated];capture;layer;relu 20
GPU 0;replay;[CUDA graph] 9
GPU 0;replay;capture;gemm 30
GPU 0;replay;capture;layer;relu 5
GPU 0;replay;relu 1
(0 as before)
--- --device 0
(8 as before)
--- --time 0us-4us
(5 as before)
--- --kernels-only
(3 as before)
--- --filter-out layer
(5 as before)
--- --rename estimated=x
[CUDA graph, x];capture;gemm 30
[CUDA graph, x];capture;layer;relu 5
replay;[CUDA graph, x];capture;gemm 121
replay;[CUDA graph, x];capture;layer;relu 20
(4 as before)
--- --with-idle
[GPU idle] 991
replay;[GPU idle] 2793
(8 as before)
--- what an operation of them took on average
[1,30,30]
[1,5,5]
[2,60,61]
[2,10,10]
[1,9,9]
[1,30,30]
[1,5,5]
[1,1,1]
--- a node of the graph is on another device than its launches
--- --by device
GPU 0;[CUDA graph, estimated];capture;gemm 30
GPU 0;replay;[CUDA graph, estimated];capture;gemm 121
GPU 0;replay;[CUDA graph] 9
GPU 0;replay;capture;gemm 30
GPU 0;replay;relu 1
GPU 1;[CUDA graph, estimated];capture;layer;relu 5
GPU 1;replay;[CUDA graph, estimated];capture;layer;relu 20
GPU 1;replay;capture;layer;relu 5
(0 as before)
  written 221 ns + filtered 0 ns = 221 ns in the tables
--- --by stream,device,process
stream 7;GPU 0;process 100;[CUDA graph, estimated];capture;gemm 30
stream 7;GPU 0;process 100;replay;[CUDA graph, estimated];capture;gemm 121
stream 7;GPU 0;process 100;replay;[CUDA graph] 9
stream 7;GPU 0;process 100;replay;capture;gemm 30
stream 7;GPU 0;process 100;replay;relu 1
stream 7;GPU 1;process 100;[CUDA graph, estimated];capture;layer;relu 5
stream 7;GPU 1;process 100;replay;[CUDA graph, estimated];capture;layer;relu 20
stream 7;GPU 1;process 100;replay;capture;layer;relu 5
(0 as before)
  written 221 ns + filtered 0 ns = 221 ns in the tables
--- --device 0
(5 as before)
  cut away                      1
  written 191 ns + filtered 0 ns + cut 30 ns = 221 ns in the tables
--- --device 1
(3 as before)
  cut away                      3
  written 30 ns + filtered 0 ns + cut 191 ns = 221 ns in the tables
--- --device 0,1
(8 as before)
  written 221 ns + filtered 0 ns = 221 ns in the tables
--- --device 2
(0 as before)
gpuflame: nothing is left: all operations and ranges are outside the selection
--- --device 1 --stream 7
(3 as before)
  cut away                      3
  written 30 ns + filtered 0 ns + cut 191 ns = 221 ns in the tables
--- --device 1 --value count
[CUDA graph, estimated];capture;layer;relu 1
replay;[CUDA graph, estimated];capture;layer;relu 2
replay;capture;layer;relu 1
(0 as before)
  cut away                      3
  written 4 operations + filtered 0 operations + cut 6 operations = 10 operations in the tables
--- --by device --only GPU.1
GPU 1;[CUDA graph, estimated];capture;layer;relu 5
GPU 1;replay;[CUDA graph, estimated];capture;layer;relu 20
GPU 1;replay;capture;layer;relu 5
(0 as before)
  written 30 ns + filtered 191 ns = 221 ns in the tables
--- --by device --filter-out GPU.1
GPU 0;[CUDA graph, estimated];capture;gemm 30
GPU 0;replay;[CUDA graph, estimated];capture;gemm 121
GPU 0;replay;[CUDA graph] 9
GPU 0;replay;capture;gemm 30
GPU 0;replay;relu 1
(0 as before)
  written 191 ns + filtered 30 ns = 221 ns in the tables
--- --by device --root capture
GPU 0;capture;gemm 181
GPU 0;replay;[CUDA graph] 9
GPU 0;replay;relu 1
GPU 1;capture;layer;relu 30
(0 as before)
  written 221 ns + filtered 0 ns = 221 ns in the tables
STDOUT
graph.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
  kernels                       3       36 ns
  graph launches                4      185 ns
  ranges                        3
  filtered out                  0
  written 221 ns + filtered 0 ns = 221 ns in the tables
  exports by nsys before 2024.4 do not report lost events
STDERR

# What a damaged capture may say of the nodes of CUDA graphs: sums stay what was recorded, or are refused.
graph-shares-hostile() {
  cp "$FIXTURES/graph_capture.sqlite" graph.sqlite
  change() {
    cp graph.sqlite one.sqlite
    python3 -c 'import sqlite3, sys
sqlite3.connect("one.sqlite", isolation_level=None).executescript(sys.argv[1])' "$1"
    gpuflame collapse one.sqlite
  }
  sql graph.sqlite <<'END'
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId, contextId, streamId,
  correlationId, globalPid, graphId, graphExecId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1030, 1031, 1677721700, 2);
INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (2000, 2070, 0, 1, 7, 2, 1677721600, 5, 5);
CREATE TABLE GPUFLAME_GRAPH_NODE(graphNodeId, graphExecId);
END
  echo "--- no node, and no graph"
  change "INSERT INTO GPUFLAME_GRAPH_NODE VALUES (NULL, 5), (0, 5), ('x', 5), (22, NULL), (22, -4294967291),
  (22, 4294967301), (22, 0), (22, 'x'), (21, 5)"
  echo "--- a node twice"
  change "INSERT INTO GPUFLAME_GRAPH_NODE VALUES (21, 5), (21, 5), (22, 7)"
  echo "--- an event of a node's making before the one that says of which it is a copy"
  change "INSERT INTO GPUFLAME_GRAPH_NODE VALUES (21, 5), (22, 5);
  INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (290, 291, 1677721700, 22, NULL)"
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
}
check graph-shares-hostile 0 <<'STDOUT' 3<<'STDERR'
--- no node, and no graph
replay;[CUDA graph, estimated];capture;gemm 70
replay;capture;gemm 30
replay;capture;layer;relu 5
replay;relu 1
--- a node twice
--- an event of a node's making before the one that says of which it is a copy
replay;[CUDA graph, estimated];capture;gemm 60
replay;[CUDA graph, estimated];capture;layer;relu 10
replay;capture;gemm 30
replay;capture;layer;relu 5
replay;relu 1
--- more than 64 bits in one stack
--- 3,000 places times 3,000 kernels
6000
--- one of them on another device, and all captured in 100 ranges
exit 1
STDOUT
gpuflame: cannot fold 'one.sqlite': a node belongs to two CUDA graphs
gpuflame: cannot fold 'one.sqlite': total overflows 64 bits
gpuflame: cannot fold 'many.sqlite': launches of CUDA graphs make more than 2^22 stacks where they are divided among kernels; leave out ranges around them with --drop-frame REGEX
gpuflame: cannot fold 'many.sqlite': launches of CUDA graphs make more than 2^22 stacks where they are divided among kernels; leave out ranges around them with --drop-frame REGEX
STDERR
