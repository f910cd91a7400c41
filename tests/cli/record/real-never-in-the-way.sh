# The capture library itself: the program runs and keeps its status, with anything in place of the library.
# shellcheck disable=SC2016
real-never-in-the-way() {
  on_mock
  printf 'cuinit\npush step\nlaunch 1000 gemm\npop\n' >script
  run() {
    echo "-- $*"
    gpuflame record "$@" "$DRIVER" script 2>&1 | sed "s|$PWD|HERE|g; s/process [0-9]*/process PID/; s/for-[0-9]*/for-PID/g; s/$(uname -n)-[0-9]*/HOST-PID/g"
    echo "status ${PIPESTATUS[0]}"
  }
  echo kept >run.gpuflame
  run -o run
  run -o run
  run -f -o run.1.gpuflame
  cat run.gpuflame
  mkdir folder.d
  run -f -o folder.d
  ln -s nowhere dangling.gpuflame
  run -f -o dangling
  run -o made/for/it/run
  run -o 'made/for-%p/run'
  mkfifo pipe.d
  run -f -o pipe.d
  run -o /dev/null/run
}
check real-never-in-the-way 0 <<'STDOUT'
-- -o run
gpuflame: 'HERE/run.gpuflame' exists: recording to 'HERE/run.1.gpuflame'
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   run.1.gpuflame
status 0
-- -o run
gpuflame: 'HERE/run.gpuflame' exists: recording to 'HERE/run.2.gpuflame'
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   run.2.gpuflame
status 0
-- -f -o run.1.gpuflame
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   run.1.gpuflame
status 0
kept
-- -f -o folder.d
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   folder.d/HOST-PID.gpuflame
status 0
-- -f -o dangling
gpuflame: 'HERE/dangling.gpuflame' exists: recording to 'HERE/dangling.1.gpuflame'
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   dangling.1.gpuflame
status 0
-- -o made/for/it/run
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   made/for/it/run.gpuflame
status 0
-- -o made/for-%p/run
gpuflame: recorded 1 operation, 1.00 us of GPU time, 1 range; lost: none
gpuflame:   made/for-PID/run.gpuflame
status 0
-- -f -o pipe.d
gpuflame: cannot write 'HERE/pipe.d': it is not a regular file
gpuflame: nothing was recorded; LOST: 1 operation
gpuflame: process PID: cannot write 'HERE/pipe.d': it is not a regular file
status 0
-- -o /dev/null/run
gpuflame: warning: cannot write to folder '/dev/null': Permission denied: nothing will be recorded
gpuflame: cannot write '/dev/null/run.gpuflame': Not a directory
gpuflame: nothing was recorded; LOST: 1 operation
gpuflame: process PID: cannot write '/dev/null/run.gpuflame': Not a directory
status 0
STDOUT
