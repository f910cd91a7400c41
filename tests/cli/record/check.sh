# On the mock's driver: what works, kernels without records, a CUPTI that refuses, a CUDA that fails.
check-all() {
  mock=${FIXTURES%/fixtures}/mock
  [ -e "$mock/cuda/libcuda.so.1" ] || { echo "SKIP no headers of CUDA"; exit; }
  export ASAN_OPTIONS=detect_leaks=0 LD_LIBRARY_PATH=$mock/cuda GPUFLAME_CUPTI=$mock/libcupti.so.13
  export TMPDIR=$PWD
  exec 2>&1
  try() {
    echo "-- $*"
    env "$@" gpuflame check >out 2>&1
    echo "status $?"
    sed -E "s#[^ (]*/libcupti#@/libcupti#; s/ after [0-9.]+ s / after T s /; /^a launch takes/s/[0-9]+/N/g" out
  }
  try
  try CHECK_LOSES=3
  try MOCK_FAIL=cuptiSubscribe=15
  try CHECK_FAILS=30
  find . -name 'gpuflame-??????'
  gpuflame check -q
  gpuflame check now
}
check check-all 2 <<'STDOUT'
-- 
status 0
a mock, driver for CUDA 12.8
ok      fold mode: 5106 operations of 5106, 0 lost
CUPTI 130000, @/libcupti.so.13
ok      trace mode: 5106 operations of 5106, 0 lost
ok      each kernel has a time
ok      each kernel has the id of its launch
ok      kernels begin within ten seconds of their launch: the clocks agree
ok      kernels of the graph have the ids of its nodes
a launch takes N ns, with CUPTI alone N, recorded N, in trace mode N
recording works here
-- CHECK_LOSES=3
status 1
a mock, driver for CUDA 12.8
gpuflame: CUPTI made no more records after T s (does the program use torch.profiler, or another profiler?): 3 operations were launched but not recorded
FAILED  fold mode: 5103 operations of 5106, 3 lost
CUPTI 130000, @/libcupti.so.13
gpuflame: CUPTI made no more records after T s (does the program use torch.profiler, or another profiler?): 3 operations were launched but not recorded
FAILED  trace mode: 5103 operations of 5106, 3 lost
ok      each kernel has a time
ok      each kernel has the id of its launch
ok      kernels begin within ten seconds of their launch: the clocks agree
ok      kernels of the graph have the ids of its nodes
recording does NOT work here
-- MOCK_FAIL=cuptiSubscribe=15
status 1
a mock, driver for CUDA 12.8
gpuflame: CUPTI refuses to trace: CUPTI_ERROR_OTHER (15); is it newer than the driver?; CUPTI 130000 (@/libcupti.so.13), driver for CUDA 12.8: this process is not captured
FAILED  fold mode: 0 operations of 5106, 0 lost
recording does NOT work here
-- CHECK_FAILS=30
status 1
gpuflame: cuLaunchKernel() fails with 700
recording does NOT work here
gpuflame: check takes no arguments
STDOUT
