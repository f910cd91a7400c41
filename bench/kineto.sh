#!/usr/bin/env bash
# Traces of PyTorch's profiler, beside the floor (gzip and yajl alone): bench/kineto.sh BUILD-FOLDER
set -eu
B=$1
# shellcheck source=bench/time.sh
. bench/time.sh
work=build/bench
mkdir -p "$work"
pkg-config --exists yajl || { echo "the floor is yajl: install libyajl-dev"; exit 0; }
"${CC:-cc}" -O2 bench/json_floor.c -o "$work/json_floor" -lyajl -lz
if [ ! -e "$work/kineto.json" ]; then
  python3 bench/gen_kineto.py 200000 >"$work/kineto.json.new"
  mv "$work/kineto.json.new" "$work/kineto.json"
fi
[ -e "$work/kineto.json.gz" ] || gzip -k "$work/kineto.json"

# speed NAME LIMIT FILE TEXT: text a second of CPU time (what a machine at rest takes by
# the clock: one thread, no waiting), of the text that FILE is or holds, which TEXT is
speed() {
  local run
  for ((run = 0; run < RUNS; run++)); do
    measure "$B/gpuflame" collapse -q "$3"
  done | awk '{ print $2, $1, $3 }' | sort -n | awk -v name="$1" -v limit="$2" -v bytes="$(stat -c %s "$4")" '
    { cpu[NR] = $1; wall[NR] = $2; if ($3 > kib) kib = $3 }
    END {
      middle = int((NR + 1) / 2)
      speed = bytes / cpu[middle] / 1e6
      printf "%-34s %.0f MB of text in %.3f s of CPU (wall %.3f s): %.0f MB/s (at least %s)%s, peak %.1f MB\n",
        name, bytes / 1e6, cpu[middle], wall[middle], speed, limit, (speed < limit + 0 ? " MISSED" : ""), kib / 1024
    }'
}

# The limits are for two cores. In gzip: 1.1 of inflating and 0.6 of parsing, which take 0.16 and 0.72 s
pair "PyTorch trace, 200,000 kernels" 0.6 "$work/json_floor" "$work/kineto.json" -- \
  "$B/gpuflame" collapse -q "$work/kineto.json"
pair "the same by one thread" 0.95 "$work/json_floor" "$work/kineto.json" -- \
  "$B/gpuflame" collapse -q --jobs 1 "$work/kineto.json"
pair "the same in gzip" 0.69 "$work/json_floor" "$work/kineto.json.gz" -- \
  "$B/gpuflame" collapse -q "$work/kineto.json.gz"
peak "PyTorch trace, 200,000 kernels" 40 "$B/gpuflame" collapse -q "$work/kineto.json"
peak "the same in gzip" 40 "$B/gpuflame" collapse -q "$work/kineto.json.gz"
speed "PyTorch trace, 200,000 kernels" 150 "$work/kineto.json" "$work/kineto.json"
speed "the same in gzip" 150 "$work/kineto.json.gz" "$work/kineto.json"

# If each piece were searched from its beginning, long names would take minutes
python3 - >"$work/long.json" <<'END'
names = ",".join('{"ph": "X", "cat": "kernel", "ts": 1, "dur": 5, "name": "%s"}' % (letter * (50 << 20)) for letter in "abc")
print("[" + names + "]")
END
speed "three names of 50 MB" 20 "$work/long.json" "$work/long.json"
rm "$work/long.json"
