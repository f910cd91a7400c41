# Launches of CUDA graphs that a capture of trace mode recorded as a whole are divided by the
# shares of those that it recorded by node, if the capture says which nodes are the graph's.
cp "$FIXTURES/graph_capture.sqlite" graph.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("graph.sqlite")
db.executescript("""
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, deviceId, contextId, streamId,
  correlationId, globalPid, graphId, graphExecId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1030, 1031, 1677721700, 2),
  (1040, 1041, 1677721700, 3), (1050, 1051, 1677721700, 4), (2000, 2001, 1677721700, 5);
INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES
  (2000, 2071, 0, 1, 7, 2, 1677721600, 5, 5), (3000, 3070, 1, 1, 7, 3, 1677721600, 5, 5),
  (4000, 4009, 0, 1, 7, 4, 1677721600, 6, 6), (5000, 5035, 0, 1, 7, 5, 1677721600, 5, 5);
""")
db.commit()
END
echo "--- nobody says what graph the nodes are of"
gpuflame collapse graph.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("graph.sqlite")
db.executescript("""
CREATE TABLE GPUFLAME_GRAPH_NODE(graphNodeId INTEGER PRIMARY KEY, graphExecId INTEGER NOT NULL);
INSERT INTO GPUFLAME_GRAPH_NODE VALUES (21, 5), (22, 5), (70, 7);
""")
db.commit()
END
echo "--- 30 of 35 ns of the graph's samples are in gemm"
gpuflame collapse --summary graph.sqlite
for option in "--value count" "--value exposed" "--value launch-latency" \
  "--graph-capture-ranges off" "--by device" "--device 0" "--time 0us-4us" "--kernels-only" \
  "--filter-out layer" "--rename estimated=x" "--with-idle"; do
  echo "--- $option"
  # shellcheck disable=SC2086
  gpuflame collapse $option graph.sqlite
done
echo "--- what an operation of them took on average"
gpuflame collapse --format collapse-json graph.sqlite | jq -c '.stacks[] | [.count, .min, .max]'
python3 - <<'PYTHON'
import sqlite3
db = sqlite3.connect("graph.sqlite")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET deviceId = 1 WHERE graphNodeId = 22")
db.commit()
PYTHON
echo "--- a node of the graph is on another device than its launches"
for option in "--by device" "--by stream,device,process" "--device 0" "--device 1" "--device 0,1" \
  "--device 2" "--device 1 --stream 7" "--device 1 --value count" "--by device --only GPU.1" \
  "--by device --filter-out GPU.1" "--by device --root capture"; do
  echo "--- $option"
  # shellcheck disable=SC2086
  gpuflame collapse --summary $option graph.sqlite
done
