# A program that is killed while it launches faster than can be written: what was
# written until then is there, and is read.
# shellcheck disable=SC2016
real-killed() {
  on_mock flood
  exec 2>/dev/null # the shell reports which process was killed
  export CUDA_INJECTION64_PATH=${FIXTURES%/fixtures}/libgpuflame.so
  export NVTX_INJECTION64_PATH=$CUDA_INJECTION64_PATH
  rows() { python3 -c 'import sqlite3, sys
try:
    print(sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True).execute(sys.argv[2]).fetchone()[0] or 0)
except sqlite3.Error:
    print(0)' "$@"; }
  some() { [ "$1" -gt 1000 ] && echo "$2: some" || echo "$2: $1"; }
  # run NAME PROGRAM QUERY: until the query on the file gives a value, or for half a minute
  run() {
    GPUFLAME_OUTPUT=$1.gpuflame $2 &
    for _ in $(seq 300); do
      [ "$(rows "$1.gpuflame" "$3")" -le 1000 ] || break
      sleep 0.1
    done
    kill -KILL $!
    wait $! 2>/dev/null
    echo "status $?"
  }
  kernels='SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL'
  GPUFLAME_MODE=trace run trace "$MOCK/flood 0 2" "$kernels"
  sum=$(cat trace.gpuflame*| md5sum)
  gpuflame collapse trace.gpuflame >folded 2>/dev/null
  grep -c "^forward;" folded
  [ "$(cat trace.gpuflame* | md5sum)" = "$sum" ] && echo "file and journal are as they were left"
  ls "$TMPDIR"
  mkdir settled
  cp trace.gpuflame* settled
  python3 -c 'import sqlite3; sqlite3.connect("settled/trace.gpuflame").execute("SELECT 1 FROM sqlite_master").fetchone()'
  some "$(rows settled/trace.gpuflame "$kernels")" kernels
  rows settled/trace.gpuflame "SELECT value FROM GPUFLAME_META WHERE name = 'ended'"
  run fold "$MOCK/flood 0 2" 'SELECT sum(count) FROM GPUFLAME_VALUE'
  some "$(rows fold.gpuflame 'SELECT sum(count) FROM GPUFLAME_VALUE')" kernels
  rows fold.gpuflame "SELECT value FROM GPUFLAME_META WHERE name = 'ended'"
  echo "-- a device that is never idle: what it has done is there"
  run queue "$MOCK/queue" 'SELECT 3 * sum(count) FROM GPUFLAME_VALUE'
  some "$(rows queue.gpuflame 'SELECT 3 * sum(count) FROM GPUFLAME_VALUE')" kernels
  echo "-- a journal that would have another file deleted is not let near"
  echo precious >victim
  cp trace.gpuflame hostile.gpuflame
  python3 - <<'PY'
import struct
name = b"victim"
magic = bytes.fromhex("d9d505f920a163d7")
header = magic + struct.pack(">IIIII", 0, 1, 21, 512, 8192)
open("hostile.gpuflame-journal", "wb").write(header.ljust(512, b"\0") + struct.pack(">I", 131072 // 1 + 1)
    + name + struct.pack(">II", len(name), sum(name)) + magic)
PY
  gpuflame collapse hostile.gpuflame 2>&1 | sed 's/hostile.gpuflame-journal.*/JOURNAL/; s|[^ ]*/JOURNAL|JOURNAL|'
  cat victim
}
check real-killed 0 <<'STDOUT'
status 137
2
file and journal are as they were left
kernels: some
running
status 137
kernels: some
running
-- a device that is never idle: what it has done is there
status 137
kernels: some
-- a journal that would have another file deleted is not let near
gpuflame: cannot read 'hostile.gpuflame': its journal JOURNAL
precious
STDOUT
