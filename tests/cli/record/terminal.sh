# In a terminal: Ctrl-C reaches the command once, Ctrl-Z stops both, and both go on.
# shellcheck disable=SC2016
terminal() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1 FAKE=$fake/fake_cuda
  cat >terminal.py <<'PY'
import os, pty, sys, time, signal
def wait_for(name):
    for _ in range(1000):
        if os.path.exists(name): return
        time.sleep(0.02)
    print("no", name)
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[3], sys.argv[3:])
wait_for("ready")
for key in eval(sys.argv[1]):
    os.write(terminal, key)
    time.sleep(0.3)
open("go", "w").close()
out = b""
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:
        break
    if not more: break
    out += more
_, status = os.waitpid(pid, 0)
print(out.decode().replace("\r", ""), end="")
print("ended", "by signal" if os.WIFSIGNALED(status) else "with", os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
PY
  echo "-- Ctrl-C, handled"
  python3 terminal.py '[b"\x03"]' -- gpuflame record -o a bash -c 'n=0; trap "n=\$((n + 1))" INT; $FAKE init
  >ready; until [ -e go ]; do sleep 0.05; done; echo "interrupted: $n"; exit 3'
  rm -f ready go
  echo "-- Ctrl-C, not handled"
  python3 terminal.py '[b"\x03"]' -- gpuflame record -o b sh -c '$FAKE init; >ready; exec sleep 20'
  rm -f ready go
  echo "-- Ctrl-Z"
  python3 terminal.py '[b"\x1a"]' -- bash -c 'set -m; (gpuflame record -o c sh -c "$FAKE init; >ready
  until [ -e go ]; do sleep 0.05; done; exit 4"; echo "status $?")
  [ $? -eq $((128 + 20)) ] && echo "stopped by SIGTSTP"; fg >/dev/null 2>&1' |
    sed -n 's/^^Z//; /^stopped/p; /^status/p; /^ended/p' # not every bash ends the line of ^Z
}
check terminal 0 <<'STDOUT'
-- Ctrl-C, handled
^Cinterrupted: 1
gpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   a.gpuflame
gpuflame: next: gpuflame a.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
ended with 3
-- Ctrl-C, not handled
^Cgpuflame: recorded 1 operation, 0 ns of GPU time, 0 ranges; lost: none
gpuflame:   b.gpuflame
gpuflame: next: gpuflame b.gpuflame -o flame.svg
gpuflame: also: gpuflame stats, findings, diff (idle time, and what is hidden: record --mode trace)
ended by signal 2
-- Ctrl-Z
stopped by SIGTSTP
status 4
ended with 0
STDOUT
