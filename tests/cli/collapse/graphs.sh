# Kernels of a CUDA graph are attributed to the ranges in which they were captured, too.
graph-capture-ranges() {
  cp "$FIXTURES/graph_capture.sqlite" graph_capture_old.sqlite # to nsys 2023.4, nodes are among the graphs
  sql graph_capture_old.sqlite "ALTER TABLE CUDA_GRAPH_NODE_EVENTS RENAME TO CUDA_GRAPH_EVENTS;
    UPDATE META_DATA_EXPORT SET value = '2023.4.1.97' WHERE value LIKE '2024%'; UPDATE META_DATA_EXPORT SET value = '3.7.2' WHERE value LIKE '3.%'"
  for report in "$FIXTURES/graph_capture" graph_capture_old; do
    tell "${report##*/}" gpuflame collapse "$report.sqlite"
    gpuflame collapse --graph-capture-ranges off "$report.sqlite"
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
  sql graph.sqlite "UPDATE NVTX_EVENTS SET text = 'step 1' WHERE text = 'forward';
    UPDATE NVTX_EVENTS SET text = 'step 2' WHERE text = 'replay'"
  tell "captured in an earlier step" gpuflame collapse graph.sqlite
  sql graph.sqlite "UPDATE CUDA_GRAPH_NODE_EVENTS SET globalTid = 1677721701 WHERE rowid = 1"
  tell "a thread that only makes nodes" gpuflame collapse graph.sqlite
  tell "on the critical path" gpuflame collapse -q --value critical "$FIXTURES/graph_capture.sqlite"
  gpuflame collapse -q --value critical "$FIXTURES/adopt.sqlite" # through the thread that autograd launches from
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
--- captured in an earlier step: step 2;gemm 30 | step 2;layer;relu 5 | step 2;relu 1
--- a thread that only makes nodes: step 2;gemm 30 | step 2;layer;relu 5 | step 2;relu 1
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
[CPU] 3000
[CUDA call] 10
[launch latency] 40
backward;AddmmBackward;[CPU] 90
backward;AddmmBackward;[CUDA call] 10
backward;[CPU] 890
backward;[CUDA call] 10
forward;[CPU] 900
forward;aten::linear;[CPU] 90
forward;aten::linear;[CUDA call] 10
lost 16
one;[CPU] 990
one;[CUDA call] 10
own;[CPU] 40
own;[CUDA call] 10
STDOUT
gpuflame: nothing is left: all operations and ranges are outside the selection
STDERR
