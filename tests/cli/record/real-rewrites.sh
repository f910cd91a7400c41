# The capture library itself: how often fold mode writes its file.
real-rewrites() {
  [ -z "${EMULATED:-}" ] || { echo "SKIP the first writes take so long under $EMULATED that the next ones wait"; exit; }
  on_mock
  export GPUFLAME_FLUSH_INTERVAL=10 GPUFLAME_SYNC=no
  printf 'cuinit\nrepeat 450\nlaunch 1 k\nsleep 10\nagain\n' >script
  gpuflame record -o run "$MOCK/driver" script 2>/dev/null &
  # each write is another file; after 3 s they are 150 ms apart or more
  python3 - <<'END'
import os, time
begin, seen = time.time(), {}
while time.time() < begin + 4:
    try:
        seen.setdefault(os.stat("run.gpuflame").st_mtime_ns, time.time() - begin)
    except FileNotFoundError:
        begin = max(begin, time.time() - 1)
    time.sleep(0.002)
late = sum(when >= 3 for when in seen.values())
print("at first it is written often:", sum(when < 1 for when in seen.values()) > 3)
print("later more rarely:", late <= 8 or late)
END
  wait $!
  gpuflame collapse -q run.gpuflame
}
check real-rewrites 0 <<'STDOUT'
at first it is written often: True
later more rarely: True
k 450
STDOUT
