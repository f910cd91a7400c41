# Kernels of a CUDA graph are attributed to the ranges in which they were captured, too.
for report in graph_capture graph_capture_old; do
  echo "--- $report"
  gpuflame collapse "$FIXTURES/$report.sqlite"
  gpuflame collapse --graph-capture-ranges off "$FIXTURES/$report.sqlite"
done
echo "--- adoption"
gpuflame collapse "$FIXTURES/adopt.sqlite"
echo
gpuflame collapse --adopt "$FIXTURES/adopt.sqlite"
echo "--- cuts and phases go by all ranges of a stack"
gpuflame collapse --range layer "$FIXTURES/graph_capture.sqlite"
gpuflame collapse --range layer --graph-capture-ranges off "$FIXTURES/graph_capture.sqlite"
gpuflame collapse --adopt --range '^backward$' "$FIXTURES/adopt.sqlite"
gpuflame collapse --adopt --range adopted "$FIXTURES/adopt.sqlite"
gpuflame collapse --adopt --by phase "$FIXTURES/adopt.sqlite"
cp "$FIXTURES/graph_capture.sqlite" graph.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("graph.sqlite")
db.execute("UPDATE NVTX_EVENTS SET text = 'forward' WHERE text = 'capture'")
db.commit()
END
gpuflame collapse --by phase graph.sqlite
echo "--- on the critical path"
gpuflame collapse -q --value critical "$FIXTURES/graph_capture.sqlite"
