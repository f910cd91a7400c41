# The capture library itself: no two processes write the same file.
# shellcheck disable=SC2016
real-one-file-each() {
  on_mock
  printf 'cuinit\npush step\nlaunch 1000 gemm\npop\n' >script
  # captures FILE...: how many there are, and how many operations they hold
  captures() { python3 -c 'import sqlite3, sys
total = sum(int(sqlite3.connect(f).execute("SELECT sum(count) FROM GPUFLAME_VALUE").fetchone()[0]) for f in sys.argv[1:])
print(len(sys.argv) - 1, "files,", total, "operations")' "$@"; }
  ranks='for i in 1 2 3 4 5 6 7 8; do $DRIVER script & done; wait'
  for _ in 1 2 3 4 5; do
    rm -f one*
    echo old >one.gpuflame && touch -d "1 hour ago" one.gpuflame
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
  # each begins when the one before has written its file
  printf 'cuinit\npush step\nlaunch 1000 gemm\npop\nawait go\n' >slow
  GPUFLAME_OUTPUT=six.gpuflame GPUFLAME_FORCE=1 sh -c 'for i in 1 2 3; do $DRIVER slow 2>>said & sleep 0.7; done
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
}
check real-one-file-each 2 <<'STDOUT'
gpuflame: recorded 8 operations, 8.00 us of GPU time, 8 ranges, of 8 processes; lost: none
8 files, 8 operations
gpuflame: recorded 8 operations, 8.00 us of GPU time, 8 ranges, of 8 processes; lost: none
8 files, 8 operations
gpuflame: recorded 8 operations, 8.00 us of GPU time, 8 ranges, of 8 processes; lost: none
8 files, 8 operations
gpuflame: recorded 8 operations, 8.00 us of GPU time, 8 ranges, of 8 processes; lost: none
8 files, 8 operations
gpuflame: recorded 8 operations, 8.00 us of GPU time, 8 ranges, of 8 processes; lost: none
8 files, 8 operations
-- no file to overwrite, and no leave to
8 files, 8 operations [2 times]
-- one after the other, and one that becomes another
3 files, 3 operations
-- by the variables alone
8 files, 8 operations
3 files, 3 operations
gpuflame: 'six.gpuflame' exists: recording to 'six.1.gpuflame'
gpuflame: 'six.gpuflame' exists: recording to 'six.2.gpuflame'
1 files, 1 operations
-- of ranks, each by its number
rank.0.gpuflame rank.1.gpuflame rank.2.gpuflame
-- a status file that is gone stays so
1 files, 1 operations
STDOUT

# Runs with one name: none loses what another one, or another rank, has recorded.
# shellcheck disable=SC2016
real-names-of-runs() {
  on_mock
  printf 'cuinit\nlaunch 5 first\nflush\nawait go\nlaunch 5 first\n' >slow
  printf 'cuinit\nlaunch 7 second\n' >script
  echo "-- a run while another one with the same name, and leave to overwrite, still records"
  gpuflame record -q -f -o out "$DRIVER" slow &
  until [ -s out.gpuflame ]; do sleep 0.05; done
  gpuflame record -q -f -o out "$DRIVER" script 2>&1 | sed 's|/[^ ]*/||g'
  : >go
  wait
  tell "" gpuflame collapse out.gpuflame
  tell "" gpuflame collapse out.1.gpuflame
  echo "-- where files of this run look older than it"
  gpuflame record -q -f -o behind sh -c '$DRIVER script; touch -d "1 hour ago" behind.gpuflame; $DRIVER script' 2>&1 |
    sed 's|/[^ ]*/||g'
  echo behind*
  echo "-- the time in a name is the same in all processes"
  gpuflame record -q -o 'run-%t/' sh -c '$DRIVER script; sleep 1.1; $DRIVER script'
  echo run-*/* | sed -E 's/[0-9]{8}T[0-9]{6}/TIME/g; s/[^ /]*\.gpuflame/FILE/g'
  printf 'one folder%.0s\n' run-*
}
check real-names-of-runs 0 <<'STDOUT'
-- a run while another one with the same name, and leave to overwrite, still records
gpuflame: 'out.gpuflame' exists: recording to 'out.1.gpuflame'
first 10
second 7
-- where files of this run look older than it
gpuflame: 'behind.gpuflame' exists: recording to 'behind.1.gpuflame'
behind.1.gpuflame behind.gpuflame
-- the time in a name is the same in all processes
run-TIME/FILE run-TIME/FILE
one folder
STDOUT

# The capture library itself: processes that come and go.
# shellcheck disable=SC2016
real-processes() {
  on_mock
  echo "-- a child that is forked, and the first to use CUDA, is recorded"
  printf 'push parent\nfork on\ncuinit\nlaunch 7 gemm\npop\nlaunch 8 gemm\n' >script
  tell "" gpuflame record --strict -o forked "$DRIVER" script
  gpuflame collapse forked.gpuflame
  echo "-- one whose parent uses CUDA stays still, and does not hold up its parent"
  printf 'cuinit\npush parent\nlaunch 7 gemm\nfork exit\nlaunch 8 gemm\n' >script
  gpuflame record -o parent "$DRIVER" script
  echo "-- invalid variables are reported to record, too"
  gpuflame record -o sense sh -c 'GPUFLAME_STEPS=none $DRIVER script' 2>&1 | sed 's/process [0-9][0-9]*/process PID/'
  echo "-- processes that cannot report, as in a container or on another node, are found by their files"
  printf 'cuinit\npush step\nlaunch 5 gemm\npop\n' >script
  mkdir -p out && echo old >out/far.7.gpuflame
  gpuflame record -o out/far sh -c 'rm "$GPUFLAME_STATUS"; for i in 0 1; do
  RANK=$i WORLD_SIZE=2 LOCAL_RANK=$i $DRIVER script; done; GPUFLAME_STATUS=other $DRIVER script' 2>&1
  echo "status $?"
  echo "-- nor does a folder for temporary files matter"
  TMPDIR=/none gpuflame record -o /dev/shm/gpuflame-test-$$/run "$DRIVER" script 2>&1 | sed 's|/dev/shm/[^/]*|SHM|g'
  rm -r /dev/shm/gpuflame-test-$$
}
check real-processes 0 <<'STDOUT' 3<<'STDERR'
-- a child that is forked, and the first to use CUDA, is recorded
gemm 8
parent;gemm 7
-- one whose parent uses CUDA stays still, and does not hold up its parent
-- invalid variables are reported to record, too
gpuflame: GPUFLAME_STEPS='none': expected a whole number from 1 up: this process is not captured
gpuflame: process PID: GPUFLAME_STEPS='none': expected a whole number from 1 up: this process is not captured
-- processes that cannot report, as in a container or on another node, are found by their files
gpuflame: recorded 2 operations, 10 ns of GPU time, 2 ranges, of 2 processes; lost: none
gpuflame:   out/far.0.gpuflame  rank 0  1 operation, 5 ns
gpuflame:   out/far.1.gpuflame  rank 1  1 operation, 5 ns
status 0
-- nor does a folder for temporary files matter
gpuflame: recorded 1 operation, 5 ns of GPU time, 1 range; lost: none
gpuflame:   SHM/run.gpuflame
STDOUT
gpuflame: recorded 2 operations, 15 ns of GPU time, 0 ranges; lost: none
gpuflame:   forked.gpuflame
gpuflame: recorded 2 operations, 15 ns of GPU time, 1 range; lost: none
gpuflame:   parent.gpuflame
STDERR

# The capture library itself: many short threads without CUDA leave nothing behind.
real-threads() {
  [ -z "${EMULATED:-}" ] || { echo "SKIP $EMULATED itself keeps memory of threads that ended"; exit; }
  on_mock flood
  export NVTX_INJECTION64_PATH=${FIXTURES%/fixtures}/libgpuflame.so
  python3 - "$MOCK/flood" <<'PY'
import resource, subprocess, sys
def peak(rounds):
    return int(subprocess.run([sys.executable, "-c", """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)""", sys.argv[1], "1", "4", str(rounds)],
        capture_output=True, check=True).stdout)
few, many = peak(10), peak(1000)
# a sanitizer has some of its own; what was left behind was 70 MB
print("flat" if many < 3 * few else f"{few} KB, then {many} KB")
PY
}
check real-threads 0 <<'STDOUT'
flat
STDOUT
