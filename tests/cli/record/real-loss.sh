# The capture library itself: losses are reported by record, the file and collapse.
real-loss() {
  on_mock
  exec 2>&1
  printf 'cuinit\npush a\nlaunch 10 k\ndrop 3\nlaunch 1 k\nlaunch 2 k\nlaunch 3 k\ntimeless 50 k\nbackwards 60 k\nlaunch 20 k\n' >script
  for mode in fold trace; do
    {
      tell "" gpuflame record --mode $mode -o $mode "$DRIVER" script
      tell "" gpuflame collapse $mode.gpuflame
      tell "" gpuflame collapse --strict $mode.gpuflame
    } 2>&1 | sed "s/$mode/MODE/g; /^gpuflame: \(next\|also\): /d" >said-$mode
  done
  cat said-fold
  cmp said-fold said-trace
  echo "-- stacks beyond the cap"
  { echo cuinit && for i in a b c d e f g h i j k l m n o p; do
    printf 'push %s\npush in %s\npush and in %s\nlaunch 5 k\npop\npop\npop\n' $i $i $i
  done; } >many
  GPUFLAME_MAX_NODES=20 gpuflame record -o many "$DRIVER" many 2>&1 | sed "s/[0-9.]* % of/N % of/"
  # Which stacks come in time for a node of their own depends on when records are read.
  gpuflame collapse many.gpuflame | awk '
  { ns += $NF; over += /\(overflow\)/ } END { print ns " ns in all, stacks with (overflow): " (over > 0 ? "some" : "none") }'
  echo "-- a run that was killed"
  printf 'cuinit\npush a\nlaunch 10 k\nflush\nlaunch 20 k\nkill 9\n' >killed
  for mode in fold trace; do
    gpuflame record --mode $mode -o killed-$mode "$DRIVER" killed 2>&1 | sed 's/process [0-9]*/process PID/'
    gpuflame collapse killed-$mode.gpuflame
  done
  echo "-- a file that cannot be written: all that ran is lost, and no other reason is given"
  printf 'cuinit\npush a\nlaunch 5 k\nflush\nflush\npop\nflush\n' >flushed
  for script in script flushed; do
    for mode in fold trace; do
      gpuflame record --mode $mode -o /proc/run "$DRIVER" $script 2>&1 | sed 's/process [0-9]*/process PID/'
    done
  done
  echo "-- CUPTI took too much of the time: what ran after that is lost"
  printf 'cuinit\npush a\ntill done costly 1 100 launch 5 k\nlaunch 5 late\n' >costly
  gpuflame record -o costly "$DRIVER" costly 2>&1 |
    sed 's/[0-9.]* s of [0-9.]* s/T s of T s/; s/[0-9]* operations, .* of GPU/N operations, T of GPU/; s/process [0-9]*/process PID/; /next\|also/d'
  echo "-- of several processes, which one lost some"
  printf 'cuinit\nlaunch 5 k\n' >sound
  # shellcheck disable=SC2016
  gpuflame record -o ranks/run sh -c 'export WORLD_SIZE=2; RANK=0 $DRIVER sound; RANK=1 $DRIVER script'
}
check real-loss 0 <<'STDOUT'
gpuflame: recorded 2 operations, 30 ns of GPU time, 1 range; LOST: 5 operations
gpuflame:   MODE.gpuflame
a;k 30
gpuflame: warning: the report says: Some events (3) were lost: dropped
gpuflame: warning: the report says: Some events (1) were lost: timeless
gpuflame: warning: the report says: Some events (1) were lost: backwards
status 1: gpuflame: warning: the report says: Some events (3) were lost: dropped
gpuflame: warning: the report says: Some events (1) were lost: timeless
gpuflame: warning: the report says: Some events (1) were lost: backwards
gpuflame: the input has anomalies or reports lost events, and --strict is on
-- stacks beyond the cap
gpuflame: recorded 16 operations, 80 ns of GPU time, 48 ranges; lost: none
gpuflame: N % of the time is in '(overflow)': there are more than 20 stacks; do names contain ids? (GPUFLAME_MAX_NODES)
gpuflame:   many.gpuflame
80 ns in all, stacks with (overflow): some
-- a run that was killed
gpuflame: recorded 1 operation, 10 ns of GPU time, 1 range; lost: none known
gpuflame:   killed-fold.gpuflame  process PID was ended by signal 9: its last moments may be missing
gpuflame: warning: the report says: The captured process has not ended by itself, or runs yet: its last seconds may be missing.
a;k 10
gpuflame: recorded 1 operation, 10 ns of GPU time, 1 range; lost: none known
gpuflame:   killed-trace.gpuflame  process PID was ended by signal 9: its last moments may be missing
gpuflame: warning: the report says: The captured process has not ended by itself, or runs yet: its last seconds may be missing.
a;k 10
-- a file that cannot be written: all that ran is lost, and no other reason is given
gpuflame: cannot write '/proc/run.gpuflame': No such file or directory
gpuflame: nothing was recorded; LOST: 7 operations
gpuflame: process PID: cannot write '/proc/run.gpuflame': No such file or directory
gpuflame: cannot write '/proc/run.gpuflame': No such file or directory
gpuflame: nothing was recorded; LOST: 7 operations
gpuflame: process PID: cannot write '/proc/run.gpuflame': No such file or directory
gpuflame: cannot write '/proc/run.gpuflame': No such file or directory
gpuflame: nothing was recorded; LOST: 1 operation
gpuflame: process PID: cannot write '/proc/run.gpuflame': No such file or directory
gpuflame: cannot write '/proc/run.gpuflame': No such file or directory
gpuflame: nothing was recorded; LOST: 1 operation
gpuflame: process PID: cannot write '/proc/run.gpuflame': No such file or directory
-- CUPTI took too much of the time: what ran after that is lost
gpuflame: CUPTI took T s of T s: recording ends (with GPUFLAME_CUPTI_LIMIT=0 it would not)
gpuflame: recorded N operations, T of GPU time, 1 range; LOST: all that ran after recording ended
gpuflame: process PID: CUPTI took T s of T s: recording ends (with GPUFLAME_CUPTI_LIMIT=0 it would not)
gpuflame:   costly.gpuflame  recording ended early
-- of several processes, which one lost some
gpuflame: recorded 3 operations, 35 ns of GPU time, 1 range, of 2 processes; LOST: 5 operations
gpuflame:   ranks/run.0.gpuflame  rank 0  1 operation, 5 ns
gpuflame:   ranks/run.1.gpuflame  rank 1  2 operations, 30 ns, LOST: 5 operations
STDOUT

# Of a distributed run the first rank prints one line, and others only what went wrong;
# --summary says otherwise.
real-summary() {
  on_mock
  printf 'cuinit\npush Train step 1\nlaunch 1000 gemm\npop\n' >script
  printf 'cuinit\n' >idle
  # play RANK OPTIONS... COMMAND...
  play() {
    SLURM_JOB_ID=77 SLURM_PROCID=$1 SLURM_NTASKS=3 SLURMD_NODENAME=n$1 \
      gpuflame record "${@:2}" 2>&1 >/dev/null | sed -E 's/-[0-9]+\.gpuflame/-PID.gpuflame/g; s/process [0-9]+/process PID/'
  }
  for words in '' '--summary rank0' '--summary all' '--summary none' -q; do
    echo "--- ranks 0 and 1${words:+, $words}"
    for rank in 0 1; do
      # shellcheck disable=SC2086
      play $rank $words -o run7/ -- "$MOCK/driver" script
    done
  done
  echo '--- what goes wrong is printed by any rank'
  play 2 -o run7/ -- "$MOCK/driver" idle
  play 2 --summary none -o run7/ -- "$MOCK/driver" idle
  play 2 -o run7/ -- true
  echo '--- files by a pattern; the folder has a blank'
  play 0 -o 'it-%r' -- "$MOCK/driver" script
  play 0 -o 'a b/' -- "$MOCK/driver" script
  echo '--- a launcher in the first task: all of its processes'
  play 0 -o run8/ -- sh -c 'for i in 0 1; do SLURM_PROCID=$i "$0" script; done' "$MOCK/driver"
  echo '--- in the second task, and with all names that a pattern may have'
  play 1 -o run8/ -- sh -c 'for i in 2 3; do SLURM_PROCID=$i "$0" script; done' "$MOCK/driver"
  echo '--- some are killed: one line, also of several'
  (cat script && printf 'flush\nkill 9\n') >killed
  play 1 -o run9/ -- "$MOCK/driver" killed
  play 2 -o run9/ -- sh -c '"$0" killed & wait; "$0" killed & wait' "$MOCK/driver"
  gpuflame record -q -o 'out-%e.nsys-rep' -- "$MOCK/driver" script >/dev/null
  find . -name 'out-*' | sed 's/[.]arm64//' # of an emulated program
  gpuflame record --summary some true
}
check real-summary 2 <<'STDOUT' 3<<'STDERR'
--- ranks 0 and 1
gpuflame: rank 0 of 3: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none; next: gpuflame run7/ -o flame.svg
--- ranks 0 and 1, --summary rank0
gpuflame: rank 0 of 3: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none; next: gpuflame run7/ -o flame.svg
--- ranks 0 and 1, --summary all
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   run7/job77-rank0-n0-PID.gpuflame  rank 0
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   run7/job77-rank1-n1-PID.gpuflame  rank 1
--- ranks 0 and 1, --summary none
--- ranks 0 and 1, -q
--- what goes wrong is printed by any rank
gpuflame: rank 2 of 3: nothing was recorded: nothing ran on the GPU
gpuflame: rank 2 of 3: nothing was recorded: no process of 'true' used CUDA (or sudo, ssh, a container or the like dropped the environment)
--- files by a pattern; the folder has a blank
gpuflame: rank 0 of 3: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none; next: gpuflame it-*.gpuflame -o flame.svg
gpuflame: rank 0 of 3: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none; next: gpuflame 'a b/' -o flame.svg
--- a launcher in the first task: all of its processes
gpuflame: recorded 2 operations, 2.00 us of GPU time, 2 ranges, of 2 processes; lost: none; next: gpuflame run8/ -o flame.svg
--- in the second task, and with all names that a pattern may have
--- some are killed: one line, also of several
gpuflame: rank 1 of 3: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none known; process PID was ended by signal 9: its last moments may be missing
gpuflame: recorded 2 operations, 2.00 us of GPU time, 2 ranges, of 2 processes; lost: none known; 2 processes ended early: their last moments may be missing
./out-driver.nsys-rep
STDOUT
gpuflame: note: 'out-%e.nsys-rep' will be a capture of gpuflame, which nsys does not open; without the ending it gets .gpuflame
gpuflame: option '--summary' takes rank0, all or none, not 'some'
STDERR
