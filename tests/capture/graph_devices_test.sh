#!/usr/bin/env bash
# A CUDA graph with operations of one stack on two devices, launched as a whole: the capture has
# the time of each operation on its own device. Prints TAP.
set -u
B=$1
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
export CUDA_INJECTION64_PATH=$B/libgpuflame.so NVTX_INJECTION64_PATH=$B/libgpuflame.so
export GPUFLAME_CUPTI=$B/mock/libcupti.so.13 GPUFLAME_CUDA_GRAPH_TRACE=graph MOCK_CUPTI_VERSION=130100
cat >"$work/play" <<'END'
cuinit
push capture
node 100
node 101
node 102
pop
clone 200 100 9
clone 201 101 9
clone 202 102 9
push step
till whole replay 3 9 200:40 201:60/1 202:7
repeat 5
replay 3 9 200:40 201:60/1 202:7
again
pop
END
GPUFLAME_OUTPUT=$work/fold.gpuflame "$B/mock/driver" "$work/play" >"$work/got" 2>&1
"$B/mkdb" --query "$work/fold.gpuflame" "SELECT v.deviceId, v.ns, v.count
  FROM GPUFLAME_VALUE v JOIN GPUFLAME_STACK s ON s.id = v.stackId JOIN GPUFLAME_STACK c ON c.id = s.parent
  JOIN GPUFLAME_STACK e ON e.id = c.parent WHERE e.name LIKE '%estimated%' ORDER BY 1" >>"$work/got"
diff - "$work/got" <<'END' >"$work/log"
0 705 10
1 900 5
END
report $? "launches of a graph as a whole are divided among the devices of its operations"
exit $failures
