# Signals that are sent to `record` reach the command; a second interrupt is not needed.
# shellcheck disable=SC2016,SC2012
signals() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1
  wait_for() {
    for _ in $(seq 500); do
      [ -e "$1" ] && return
      sleep 0.02
    done
    echo "no $1"
  }
  for signal in INT TERM HUP QUIT USR1 USR2; do
    rm -f ready
    # job control would have the background ignore INT and QUIT
    env python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' gpuflame record -f -o out \
      bash -c 'trap "echo got '$signal'; exit 5" '$signal'; "$0" init; >ready
      for _ in $(seq 500); do sleep 0.02; done; echo no signal came' "$fake/fake_cuda" 2>/dev/null &
    wait_for ready
    kill -$signal $!
    wait $!
    echo "status $?"
  done
  # one that kills it
  rm -f ready
  gpuflame record -f -o out sh -c '"$0" init; >ready; exec sleep 20' "$fake/fake_cuda" &
  wait_for ready
  kill -TERM $!
  wait $!
  echo "status $?"
  # what the command sends to its own group does not come back to it forever
  setsid -w gpuflame record -f -o out bash -c 'n=0; trap "n=\$((n + 1)); kill -TERM 0" TERM
  "$0" init; trap "echo got one; trap : TERM; kill -TERM 0; sleep 0.5; exit 4" TERM
  kill -TERM $$; sleep 1; echo not reached' "$fake/fake_cuda"
  echo "status $?"
  # ignored ones stay ignored
  rm -f ready
  (trap '' HUP
    exec gpuflame record -f -o out sh -c '"$0" init; >ready; until [ -e go ]; do sleep 0.02; done; exit 6' "$fake/fake_cuda") &
  wait_for ready
  kill -HUP $!
  : >go
  wait $!
  echo "status $?"
}
check signals 0 <<'STDOUT' 3<<'STDERR'
got INT
status 5
got TERM
status 5
got HUP
status 5
got QUIT
status 5
got USR1
status 5
got USR2
status 5
status 143
got one
status 4
status 6
STDOUT
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   out.gpuflame
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   out.gpuflame
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   out.gpuflame
STDERR

# The exit status is the command's; 126, 127 and 128 + a signal as a shell has them.
# shellcheck disable=SC2016,SC2012
status() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=12345 FAKE_NS=1234567890 FAKE_RANGES=77
  run() { tell "${*##*/}" gpuflame record -f -o one "$@" 2>&1 | sed 's/process [0-9][0-9]*/process PID/'; }
  run "$fake/fake_cuda" init
  run "$fake/fake_cuda" init exit=3
  run -- "$fake/fake_cuda" init exit=255
  FAKE_DIES=1 run "$fake/fake_cuda" init die=9
  run sh -c 'kill -INT $$'
  run no-such-command
  run ./no/such/command
  run .
  printf '#!/no/such/interpreter\n' >script && chmod +x script && run ./script
  printf 'exit 7\n' >bare && chmod +x bare && run ./bare
  PATH=$PATH:. run -e PATH=. bare
  # the caller can see that it was interrupted, as a calling shell must
  python3 -c 'import subprocess, sys
print(subprocess.call(["gpuflame", "record", "-f", "-o", "one", "sh", "-c", "kill -INT $$"]))
print(subprocess.call(["gpuflame", "record", "-f", "-o", "one", "sh", "-c", "kill -TERM $$"]))'
  # nothing of ours is left behind
  ls "$TMPDIR"
}
check status 0 <<'STDOUT' 3<<'STDERR'
--- fake_cuda init
gpuflame: recorded 12,345 operations, 1.23 s of GPU time, 77 ranges; lost: none
gpuflame:   one.gpuflame
--- fake_cuda init exit=3: status 3: gpuflame: recorded 12,345 operations, 1.23 s of GPU time, 77 ranges; lost: none
gpuflame:   one.gpuflame
--- -- fake_cuda init exit=255: status 255: gpuflame: recorded 12,345 operations, 1.23 s of GPU time, 77 ranges; lost: none
gpuflame:   one.gpuflame
--- fake_cuda init die=9: status 137: gpuflame: nothing was recorded
gpuflame: process PID used CUDA and was ended by signal 9: its recording was not written
--- sh -c kill -INT $$: status 130: gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment)
--- no-such-command: status 127: gpuflame: cannot run 'no-such-command': command not found
--- command: status 127: gpuflame: cannot run './no/such/command': No such file or directory
--- .: status 126: gpuflame: cannot run '.': Permission denied
--- script: status 127: gpuflame: cannot run './script': its interpreter does not exist
--- bare: status 7: gpuflame: nothing was recorded: no process of './bare' used CUDA (or sudo, ssh, a container or the like dropped the environment)
--- -e PATH=. bare: status 7: gpuflame: nothing was recorded: no process of 'bare' used CUDA (or sudo, ssh, a container or the like dropped the environment)
-2
143
STDOUT
gpuflame: nothing was recorded: no process of 'sh' used CUDA (or sudo, ssh, a container or the like dropped the environment) [2 times]
STDERR

# The command's streams are its own, closed ones too; our line goes to stderr alone.
# shellcheck disable=SC2016,SC2012
streams() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1
  echo typed | gpuflame record -o a sh -c 'cat; echo err >&2; "$0" init' "$fake/fake_cuda"
  echo "status $?"
  # with stderr closed nothing of the summary may get into a file that took its place
  gpuflame record -o b "$fake/fake_cuda" init 2>&-
  echo "status $?"
  wc -c <b.gpuflame
  gpuflame record -o c sh -c 'for fd in 0 1 2; do
  [ -e /proc/$$/fd/$fd ] || echo "$fd is closed" >>closed; done; "$0" init' "$fake/fake_cuda" \
    <&- >&- 2>&-
  echo "status $?"
  cat closed
  # nobody reads our stderr, which does not disturb the command
  { gpuflame record -o d "$fake/fake_cuda" init; echo "status $?" >&3; } 3>&1 2>&1 >/dev/null | :
  # SIGPIPE is as it was
  gpuflame record -o e sh -c 'grep SigIgn /proc/self/status' 2>/dev/null |
    { read -r _ mask && echo "SIGPIPE ignored: $((0x$mask >> 12 & 1))"; }
}
check streams 0 <<'STDOUT' 3<<'STDERR'
typed
status 0 [2 times]
0
status 0
0 is closed
1 is closed
2 is closed
SIGPIPE ignored: 0
STDOUT
err
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   a.gpuflame
STDERR
