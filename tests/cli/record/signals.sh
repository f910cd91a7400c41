# Signals that are sent to `record` reach the command; a second interrupt is not needed.
# shellcheck disable=SC2016,SC2012
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
