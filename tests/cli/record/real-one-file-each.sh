# The capture library itself: no two processes write the same file.
# shellcheck disable=SC2016
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
printf 'cuinit\npush step\nlaunch 1000 gemm\npop\n' >script
# captures FILE...: how many there are, and how many operations they hold
captures() { python3 -c 'import sqlite3, sys
total = sum(int(sqlite3.connect(f).execute("SELECT sum(count) FROM GPUFLAME_VALUE").fetchone()[0]) for f in sys.argv[1:])
print(len(sys.argv) - 1, "files,", total, "operations")' "$@"; }
ranks='for i in 1 2 3 4 5 6 7 8; do $DRIVER script & done; wait'
for _ in 1 2 3 4 5; do
  rm -f one*
  echo old >one.gpuflame
  gpuflame record -f -o one sh -c "$ranks" 2>&1 | grep "recorded [0-9]"
  captures one*
done
echo "-- no file to overwrite, and no leave to"
gpuflame record -f -o two sh -c "$ranks" 2>/dev/null
captures two*
gpuflame record -o three sh -c "$ranks" 2>/dev/null
captures three*
echo "-- one after the other, and one that becomes another"
gpuflame record -f -o four sh -c '$DRIVER script; $DRIVER script; exec $DRIVER script' 2>/dev/null
captures four*
echo "-- by the variables alone"
export CUDA_INJECTION64_PATH=${FIXTURES%/fixtures}/libgpuflame.so
export NVTX_INJECTION64_PATH=$CUDA_INJECTION64_PATH
GPUFLAME_OUTPUT=five-%p.gpuflame sh -c "$ranks"
captures five*
printf 'cuinit\npush step\nlaunch 1000 gemm\npop\nawait go\n' >slow
GPUFLAME_OUTPUT=six.gpuflame GPUFLAME_FORCE=1 sh -c 'for i in 1 2 3; do $DRIVER slow 2>>said & done
  until [ "$(ls six*.gpuflame 2>/dev/null | wc -l)" -ge 3 ]; do sleep 0.02; done; >go; wait'
captures six*
sed 's|/[^ ]*/||g' said | LC_ALL=C sort
GPUFLAME_OUTPUT=six.gpuflame GPUFLAME_FORCE=1 sh -c '$DRIVER script'
captures six.gpuflame
echo "-- of ranks, each by its number"
GPUFLAME_OUTPUT=rank.gpuflame GPUFLAME_FORCE=1 sh -c \
  'for i in 0 1 2; do RANK=$i WORLD_SIZE=3 LOCAL_RANK=$i $DRIVER script & done; wait'
echo rank*
echo "-- a status file that is gone stays so"
GPUFLAME_STATUS=$PWD/gone GPUFLAME_OUTPUT=seven.gpuflame "$DRIVER" script
captures seven.gpuflame
ls gone 2>/dev/null
