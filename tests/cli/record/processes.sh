# --wait all, the default, waits for the whole tree; primary for the command alone.
# shellcheck disable=SC2016,SC2012
children() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=10 FAKE_NS=5000 FAKE=$fake/fake_cuda
  echo "-- a tree"
  gpuflame record -o 'tree-%r' sh -c 'RANK=0 $FAKE init; (RANK=1 $FAKE init; sh -c "RANK=2 $FAKE init")'
  echo "status $?"
  echo "-- orphans, in sessions of their own"
  gpuflame record -o 'orphan-%r' sh -c '(RANK=3 setsid $FAKE sleep=0.3 init sleep=0.2 &) ; exit 4'
  echo "status $?"
  echo "-- primary"
  gpuflame record --wait primary -o 'late-%r' sh -c '(RANK=4 $FAKE sleep=1 init 2>/dev/null &) ; exit 4' 2>&1
  echo "status $?"
  echo "-- it says that it waits"
  gpuflame record -o 'patient-%r' sh -c 'RANK=5 $FAKE init sleep=2.5 &'
  echo "status $?"
  echo "-- not for what was there before"
  bash -c 'sleep 20 & echo $! >pid; exec gpuflame record -o before sh -c "$FAKE init"'
  echo "status $?"
  kill "$(cat pid)"
  echo "-- a signal that ends the command ends what it leaves behind, or the waiting for it"
  gpuflame record -o 'stop-%r' sh -c 'RANK=7 setsid $FAKE init touch=runs sleep=60 & (trap "" TERM; exec setsid sleep 60) & echo $! >stubborn
  wait' 2>log &
  until [ -e runs ] && [ -s stubborn ]; do sleep 0.1; done
  begin=$SECONDS
  kill -TERM $!
  wait $!
  echo "status $?, soon: $((SECONDS - begin < 9))"
  sed "s/process [0-9][0-9]*/process PID/" log
  kill -9 "$(cat stubborn)"
  echo "-- a signal ends the waiting"
  gpuflame record -o 'gone-%r' sh -c 'RANK=6 setsid $FAKE init touch=reported sleep=20 & echo $! >left' 2>log &
  until [ -e reported ] && grep -qs waiting log; do sleep 0.1; done
  kill -TERM $!
  wait $!
  echo "status $?"
  sed "s/process [0-9][0-9]*/process PID/" log
  kill "$(cat left)"
}
check children 0 <<'STDOUT' 3<<'STDERR'
-- a tree
status 0
-- orphans, in sessions of their own
status 4
-- primary
gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment)
status 4
-- it says that it waits
status 0
-- not for what was there before
status 0
-- a signal that ends the command ends what it leaves behind, or the waiting for it
status 143, soon: 1
gpuflame: the command has ended; waiting for 1 process that it left behind (--wait primary does not)
gpuflame: did not wait for 1 process that the command left behind
gpuflame: nothing was recorded
gpuflame: process PID used CUDA and was ended by signal 15: its recording was not written
-- a signal ends the waiting
status 0
gpuflame: the command has ended; waiting for 1 process that it left behind (--wait primary does not)
gpuflame: did not wait for 1 process that the command left behind
gpuflame: no information about what was recorded
gpuflame:   gone-6.gpuflame  rank 6  process PID still runs: its last moments may be missing
gpuflame: next: gpuflame gone-6.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
STDOUT
gpuflame: recorded 30 operations, 15.0 us of GPU time, 0 ranges, of 3 processes; lost: none
gpuflame:   tree-0.gpuflame  rank 0  10 operations, 5.00 us
gpuflame:   tree-1.gpuflame  rank 1  10 operations, 5.00 us
gpuflame:   tree-2.gpuflame  rank 2  10 operations, 5.00 us
gpuflame: next: gpuflame tree-0.gpuflame tree-1.gpuflame tree-2.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
gpuflame: recorded 10 operations, 5.00 us of GPU time, 0 ranges; lost: none
gpuflame:   orphan-3.gpuflame  rank 3
gpuflame: next: gpuflame orphan-3.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
gpuflame: the command has ended; waiting for 1 process that it left behind (--wait primary does not)
gpuflame: recorded 10 operations, 5.00 us of GPU time, 0 ranges; lost: none
gpuflame:   patient-5.gpuflame  rank 5
gpuflame: next: gpuflame patient-5.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
gpuflame: recorded 10 operations, 5.00 us of GPU time, 0 ranges; lost: none
gpuflame:   before.gpuflame
gpuflame: next: gpuflame before.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
STDERR

# A hundred processes report at once; the summary names the next command for their files.
# shellcheck disable=SC2016,SC2012
hundred-processes() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1000 FAKE_NS=1000000 FAKE=$fake/fake_cuda
  gpuflame record -o 'run-%r' sh -c 'for i in $(seq 0 99); do RANK=$i $FAKE init & done; wait' 2>&1 |
    sed -n '1,3p; /next:/p'
  ls run-*.gpuflame | wc -l
  # other files of that pattern: they are named one by one
  rm run-[1-9][0-9].gpuflame
  gpuflame record -f -o 'run-%r' sh -c 'for i in 0 1 2 3; do RANK=$i $FAKE init; done' 2>&1 | grep next:
}
check hundred-processes 0 <<'STDOUT'
gpuflame: recorded 100,000 operations, 100 ms of GPU time, 0 ranges, of 100 processes; lost: none
100
STDOUT

# Where /proc is that of another namespace of processes, those are not taken for the command's: they
# are neither waited for nor reported.
other-namespace() {
  unshare -r -p -f true 2>/dev/null || { echo "SKIP no namespaces of processes"; exit; }
  exec 2>&1
  unshare -r -p -f gpuflame record --wait all -o x sh -c 'sleep 0.3 & exit 3'
  echo "status $?"
  # one that was there before does not keep the command from running
  unshare -r -p -f sh -c 'sleep 0.3 & exec gpuflame record --wait primary -o x sh -c "exit 4"'
  echo "status $?"
  # nor is it waited for, as it may be the tee of a shell that became gpuflame
  timeout 20 unshare -r -p -f sh -c 'sleep 60 & exec gpuflame record -o x sh -c "exit 5"'
  echo "status $?"
  # and processes below another one are not looked for
  unshare -r -p -f gpuflame snapshot $$ -o x.svg
  echo "status $?"
  # nor those of the whole machine
  gpuflame stop 1
  echo "status $?"
}
check other-namespace 0 <<'STDOUT'
gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment)
status 3
gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment)
status 4
gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment)
status 5
gpuflame: no '/proc' of this PID namespace is mounted
status 1
gpuflame: all processes descend from process 1, which is not recorded itself: name a process, a capture or a folder
status 2
STDOUT

# A process that creates a file for its name, which another one looks at for a second before it
# goes on to the next name: the file is not left behind, empty. strace slows both down.
# shellcheck disable=SC2016
slow-name-race() {
  on_mock
  case $MOCK in *[at]san/*) echo "SKIP sanitizers do not run below strace"; exit ;; esac
  strace -qq -o log -e inject=getppid:delay_exit=1 true 2>/dev/null || { echo "SKIP no strace"; exit; }
  export GPUFLAME_CUPTI=$MOCK/libcupti.so.13 DRIVER=$MOCK/driver
  printf 'cuinit\npush step\nlaunch 1000 gemm\npop\n' >script
  gpuflame record -f -o one sh -c '
  $DRIVER script
  strace -f -qq -o looks -e trace=flock -e inject=flock:delay_exit=1000000 $DRIVER script &
  sleep 0.25
  strace -f -qq -o creates -P "$PWD/one.1.gpuflame" -e trace=openat,flock \
    -e inject=openat:delay_exit=1000000:when=1 $DRIVER script &
  wait' 2>&1 | grep -o "recorded [0-9]* operations"
  find . -name 'one*' -size 0
}
check slow-name-race 0 <<'STDOUT'
recorded 3 operations
STDOUT

# A program without the steps that are to be recorded is told so while it runs, and nothing of it is lost.
# shellcheck disable=SC2016
no-step() {
  on_mock
  printf '%s\n' cuinit 'push a,b' 'repeat 300' 'push batch 1/2' 'push fwd' 'launch 5 k' 'launch 5 k' 'launch 5 k' pop \
    'launch 5 k' pop again flush 'sleep 250' 'push batch 3/3' >script
  run() {
    gpuflame record "$@" -f -o out.gpuflame $DRIVER script 2>&1 | sed -E '/^gpuflame:  |next:/d
      /[0-9.]+ s and 1[0-9]{3} operations/{s//N s and N operations/; s/\([0-9]+ times/(N times/g}; s/process [0-9]+/process N/'
    echo "status ${PIPESTATUS[0]}"
    [ ! -e out.gpuflame ] || gpuflame collapse -q --value count out.gpuflame
    rm -f out.gpuflame
  }
  run --steps 3 --strict
  SLURM_PROCID=1 SLURM_NTASKS=2 run --steps 3 --summary none
  run --steps 3 --skip 400 --step-range 'batch #/#'
  run --steps 3 --mode trace
  run --steps 3 --skip 2 --step-range 'batch #/#'
}
check no-step 0 <<'STDOUT'
gpuflame: no step was seen in N s and N operations; ranges that repeat: 'batch #/#' (N times), 'fwd' (N times) (--step-range says how steps are called)
gpuflame: no step was seen: all of it was recorded; ranges that repeat: 'batch #/#' (301 times), 'fwd' (300 times)
gpuflame: recorded 1,200 operations, 6.00 us of GPU time, 602 ranges; lost: none
gpuflame: process N: no step was seen: all of it was recorded; ranges that repeat: 'batch #/#' (301 times), 'fwd' (300 times)
status 1
a,b;batch N/N;fwd;k 900
a,b;batch N/N;k 300
gpuflame: no step was seen: all of it was recorded; ranges that repeat: 'batch #/#' (301 times), 'fwd' (300 times)
status 0
gpuflame: 301 steps were seen, and --skip is 400: all of it was recorded
gpuflame: recorded 1,200 operations, 6.00 us of GPU time, 602 ranges; lost: none
gpuflame: process N: 301 steps were seen, and --skip is 400: all of it was recorded
status 0
a,b;batch N/N;fwd;k 900
a,b;batch N/N;k 300
gpuflame: no step was seen; ranges that repeat: 'batch #/#' (301 times), 'fwd' (300 times)
gpuflame: nothing was recorded: no training step was recorded: see --step-range and --skip
status 0
gpuflame: recorded 12 operations, 60 ns of GPU time, 6 ranges; lost: none
status 0
a,b;batch 1/2;fwd;k 9
a,b;batch 1/2;k 3
STDOUT

# Of five names that differ in digits, three are kept: whoever asks for all of them is told.
third-name() {
  on_mock
  printf '%s\n' cuinit 'push Layer 0' 'launch 5 k' pop 'push Layer 1' 'launch 5 k' pop 'push Layer 2' 'launch 5 k' pop \
    'push Layer 3' 'launch 90 k' pop >script
  gpuflame record -q -f -o out.gpuflame "$MOCK/driver" script
  gpuflame collapse out.gpuflame
  gpuflame collapse --no-default-rules out.gpuflame
}
check third-name 0 <<'STDOUT' 3<<'STDERR'
Layer;k 105
Layer 0;k 5
Layer 1;k 5
Layer 2;k 5
Layer N;k 90
STDOUT
gpuflame: warning: of names that differ in digits, the capture has three, and further ones as one (record --no-strip-numbers keeps them apart)
STDERR

# $mock and, to preload, $clock, which jumps
find_clock() {
  mock=${FIXTURES%/fixtures}/mock
  clock=${FIXTURES%/fixtures}/fault/clock_jump.so
  [ -e "$mock/driver" ] && [ -e "$clock" ] || { echo "SKIP no headers of CUDA, or nothing can be preloaded"; exit; }
  for sanitizer in asan tsan; do
    case $mock in *$sanitizer*) clock=$(cc -print-file-name=lib$sanitizer.so):$clock ;; esac
  done
  export GPUFLAME_CUPTI=$mock/libcupti.so.13
}
# With few operations it is told after 30 s.
no-step-soon() {
  find_clock
  printf '%s\n' cuinit 'push a' 'launch 5 k' 'launch 5 k' pop flush 'sleep 900' 'kill 9' >script
  for mode in fold trace; do
    gpuflame record --mode $mode --steps 3 -o out env CLOCK_SLEPT=31 LD_PRELOAD="$clock" "$mock/driver" script 2>&1 |
      sed -E '/^gpuflame:  |next:/d; s/ in 3[1-9]\.[0-9] s/ in 31 s/; s/process [0-9]+/process N/'
  done
}
check no-step-soon 0 <<'STDOUT'
gpuflame: no step was seen in 31 s and 2 operations; no range repeats (--step-range says how steps are called)
gpuflame: recorded 2 operations, 10 ns of GPU time, 1 range; lost: none known
gpuflame: no step was seen in 31 s; no range repeats (--step-range says how steps are called)
gpuflame: nothing was recorded
gpuflame: process N used CUDA and was ended by signal 9: its recording was not written
STDOUT

# An end that takes long says how far it is: here the last flush takes 11 s.
slow-end() {
  find_clock
  printf '%s\n' cuinit 'deliver hold' 'repeat 2000' 'launch 5 k' again >script
  for mode in trace fold; do
    for takes in 11 9; do
      gpuflame record --mode $mode -f -o "$mode-$takes" env MOCK_END_TAKES=$takes LD_PRELOAD="$clock" "$mock/driver" script 2>&1 |
        sed -E '/^gpuflame:  |next:/d; s/[0-9]+ % done/N % done/'
    done
  done
}
check slow-end 0 <<'STDOUT'
gpuflame: the program has ended; writing what was recorded: N % done
gpuflame: recorded 2,000 operations, 10.0 us of GPU time, 0 ranges; lost: none
gpuflame: recorded 2,000 operations, 10.0 us of GPU time, 0 ranges; lost: none
gpuflame: the program has ended; writing what was recorded: N % done
gpuflame: recorded 2,000 operations, 10.0 us of GPU time, 0 ranges; lost: none
gpuflame: recorded 2,000 operations, 10.0 us of GPU time, 0 ranges; lost: none
STDOUT
