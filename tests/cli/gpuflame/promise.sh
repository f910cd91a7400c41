# What version 0.1 wrote is read by every later version, to the same sums: docs/RELIABILITY.md.
promise() {
  cp "$FIXTURES"/v0/v0_{fold,trace,partial}.sqlite .
  for mode in fold trace; do
    gpuflame collapse v0_$mode.sqlite
    gpuflame stats -q -r nvtx_kern_sum:base -f csv v0_$mode.sqlite | cut -d, -f 1-4,7
  done
  gpuflame stats -q -r cuda_gpu_kern_sum,nvtx_sum -f csv v0_partial.sqlite | cut -d, -f 1-4
  echo "--- and one of a later format is refused"
  echo "UPDATE GPUFLAME_META SET value = '2.0' WHERE name = 'format';" >later.sql
  "${FIXTURES%/fixtures}/mkdb" later.sqlite "$TESTS/fixtures/v0/v0_fold.sql" later.sql
  gpuflame collapse later.sqlite 2>&1
}
check promise 1 <<'STDOUT'
Train step;forward;k1 2100
Train step;forward;k2 10
Train step;k3 30
NVTX Range,Style,PID,TID,Total Time (ns)
Train step 0,,19464,,1000
Train step 0,,19464,,30
Train step 0,,19464,,10
Train step 1,,19464,,1100
forward,,19464,,2100
forward,,19464,,10
Train step;forward;k1 2100
Train step;forward;k2 10
Train step;k3 30
NVTX Range,Style,PID,TID,Total Time (ns)
Train step 0,PushPop,19468,19468,1000
Train step 0,PushPop,19468,19468,30
Train step 0,PushPop,19468,19468,10
Train step 1,PushPop,19468,19468,1100
forward,PushPop,19468,19468,2100
forward,PushPop,19468,19468,10
Time (%),Total Time (ns),Instances,Avg (ns)
98.1,2100,2,1050.0
1.4,30,1,30.0
0.5,10,1,10.0
Time (%),Total Time (ns),Instances,Avg (ns)
62.9,71339,1,71339.0
33.2,37642,2,18821.0
4.0,4518,1,4518.0
--- and one of a later format is refused
gpuflame: cannot read 'later.sqlite': a capture of format 2.0; this gpuflame reads 1.4
STDOUT
