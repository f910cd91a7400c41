# How processes end: what was launched some moments before is there, what is missing is
# counted, and who used CUDA is known, also when there was no time to write anything:
# then the mock delivers nothing, however slow the machine is.
real-ends() {
  [ -z "${EMULATED:-}" ] || { echo "SKIP a program cannot start itself again under $EMULATED"; exit; }
  on_mock
  exec 2>&1
  record() { # NAME COMMAND...
    local name=$1
    shift
    echo "-- $name"
    gpuflame record -f -o run "$@" >log 2>&1
    echo "status $?"
    sed 's/process [0-9][0-9]*/process PID/; s/run\.[0-9][0-9]*\./run.PID./g; s/ after [0-9.]* s:/ after T s:/; s/ after [0-9.]* s / after T s /' log
  }
  printf 'deliver hold\ncuinit\nlaunch 1 k\n_exit 3\n' >at_once
  record "_exit at once" "$DRIVER" at_once
  record "SIGKILL at once" sh -c 'printf "deliver hold\ncuinit\nlaunch 1 k\nkill 9\n" >kill; exec "$DRIVER" kill'
  record "an orphan" sh -c '"$DRIVER" at_once & exec true'
  record "another's child" sh -c '"$DRIVER" at_once; exit 0'
  printf 'deliver hold\ncuinit\nlaunch 5 k\nlaunch 6 k\nexec next\n' >first
  printf 'cuinit\npush b\nlaunch 7 k\npop\n' >next
  record "exec after CUDA" "$DRIVER" first
  printf 'cuinit\nlaunch 1 k\nawait run.gpuflame\nsleep 300\ndeliver hold\nlaunch 2 k\nlaunch 3 k\nmemset 4\nsleep 2000\nkill 15\n' >pending
  rm -f run*
  record "what was under way is counted" "$DRIVER" pending
  printf 'cuinit\nlaunch 1 k\nflush\nother start\nlaunch 2 k\nmemcpy 1 3\nother stop\nlaunch 4 k\n' >taken
  rm -f run*
  record "another client of CUPTI" "$DRIVER" taken
  tell "" gpuflame collapse --strict run.gpuflame
  record "nobody" true
}
check real-ends 0 <<'STDOUT'
-- _exit at once
status 3
gpuflame: nothing was recorded
gpuflame: process PID used CUDA and ended with status 3, by _exit or exec: its recording was not written
-- SIGKILL at once
status 137
gpuflame: nothing was recorded
gpuflame: process PID used CUDA and was ended by signal 9: its recording was not written
-- an orphan
status 0
gpuflame: nothing was recorded
gpuflame: process PID used CUDA and ended with status 3, by _exit or exec: its recording was not written
-- another's child
status 0
gpuflame: nothing was recorded
gpuflame: process PID used CUDA and ended early, by a signal, _exit or exec: its recording was not written
-- exec after CUDA
status 0
gpuflame: recorded 1 operation, 7 ns of GPU time, 1 range; lost: none known
gpuflame: process PID used CUDA and ended early, by a signal, _exit or exec: its recording was not written
gpuflame:   run.gpuflame
-- what was under way is counted
status 143
gpuflame: recorded 1 operation, 1 ns of GPU time, 0 ranges; LOST: at least 3 operations
gpuflame:   run.gpuflame  process PID was ended by signal 15: its last moments may be missing
-- another client of CUPTI
status 0
gpuflame: CUPTI made no more records after T s (does the program use torch.profiler, or another profiler?): 3 operations were launched but not recorded
gpuflame: recorded 1 operation, 1 ns of GPU time, 0 ranges; LOST: 3 operations
gpuflame: process PID: CUPTI made no more records after T s (does the program use torch.profiler, or another profiler?): 3 operations were launched but not recorded
gpuflame:   run.gpuflame
status 1: gpuflame: warning: the report says: Some events (3) were lost: unrecorded
gpuflame: the input has anomalies or reports lost events, and --strict is on
-- nobody
status 0
gpuflame: nothing was recorded: no process of 'true' used CUDA (or sudo, ssh, a container or the like dropped the environment)
STDOUT

# A capture that is found by its file is found with the journal of a killed writer beside it.
real-left-journal() {
  on_mock
  printf 'cuinit\npush step\nlaunch 5 gemm\npop\n' >script
  cat >writer.py <<'END'
import os, sqlite3
db = sqlite3.connect("far.gpuflame")
db.execute("PRAGMA cache_size = 1")
db.execute("UPDATE GPUFLAME_META SET value = hex(zeroblob(50000))")
os.kill(os.getpid(), 9)
END
  # shellcheck disable=SC2016
  gpuflame record --mode trace -o far sh -c 'rm "$GPUFLAME_STATUS"; $DRIVER script; python3 writer.py; ls; exit 0' 2>&1 | grep -v Killed
}
check real-left-journal 0 <<'STDOUT'
far.gpuflame
far.gpuflame-journal
script
writer.py
gpuflame: recorded 1 operation, 5 ns of GPU time, 1 range; lost: none
gpuflame:   far.gpuflame
STDOUT
