#!/usr/bin/env bash
# Inputs made to be slow, at N, 2N and 4N: bench/hostile.sh BUILD-FOLDER
# Twice the input may take at most 2.3 times as long, or is refused. Times are CPU times, the
# least of three runs; runs of less than 50 ms are not judged. Where folded text would have a
# size of N times N, a picture is made instead. Where the result itself has that size, there is a
# bound: a larger one is refused, and one just below it takes at most 15 s and 2 GB.
set -eu
B=$1
# shellcheck source=bench/time.sh
. bench/time.sh
work=build/bench/hostile
mkdir -p "$work"
LIMIT=2.3

# least COMMAND...: the least CPU time of three runs, its memory, and "refused" where it failed
least() {
  local run best=999 kib=0 end=
  for _ in 1 2 3; do
    run=$(measure timeout 60 "$@" 2>/dev/null) || end=refused
    read -r best kib < <(awk -v best="$best" -v kib="$kib" -v run="$run" 'BEGIN {
      split(run, r, " "); print (r[2] < best ? r[2] : best), (r[3] > kib ? r[3] : kib) }')
  done
  echo "$best $kib ${end:-done}"
}

make_input() {
  [ ! -e "$work/$1.$2" ] || return 0
  rm -f "$work/new"
  python3 bench/hostile.py "$1" "$2" "$work/new"
  mv "$work/new" "$work/$1.$2"
}

# attack NAME INPUT N COMMAND...: FILE in the command is the input
attack() {
  local name=$1 input=$2 n=$3 size
  shift 3
  for size in "$n" $((2 * n)) $((4 * n)); do
    make_input "$input" "$size"
    least "${@/FILE/$work/$input.$size}"
  done | awk -v name="$name" -v n="$n" -v limit="$LIMIT" '
    { time[NR] = $1; kib = $2; how = how (NR > 1 ? ", " : "") $3 }
    END {
      for (i = 2; i <= 3; i++)
        if (time[i] > 0.05 && time[i] / time[i - 1] > worst) worst = time[i] / time[i - 1]
      gsub(/done, done, done/, "done", how); gsub(/refused, refused, refused/, "refused", how)
      printf "%-34s %6d: %.2f %.2f %.2f s, at most x %.2f (limit %s)%s, %d MB, %s\n", name, n,
        time[1], time[2], time[3], worst, limit, (worst > limit ? " EXCEEDED" : ""), kib / 1024, how
    }'
}

# bounded NAME INPUT COMMAND... -- N...: FILE in the command is the input
bounded() {
  local name=$1 input=$2 size command=()
  shift 2
  while [ "$1" != -- ]; do
    command+=("$1")
    shift
  done
  shift
  for size in "$@"; do
    make_input "$input" "$size"
    least "${command[@]/FILE/$work/$input.$size}" | {
      read -r time kib how
      printf '%-34s %6d: %.2f s, %d MB, %s%s\n' "$name" "$size" "$time" $((kib / 1024)) "$how" \
        "$(awk "BEGIN { if ($time > 15 || $kib > 2097152) print \" EXCEEDED\" }")"
    }
  done
}

attack "one correlation id" one_correlation 100000 "$B/gpuflame" collapse -q FILE
attack "nested ranges, folding" nested 25000 "$B/gpuflame" collapse -q FILE
attack "nested ranges, cpu-time" nested 25000 "$B/gpuflame" --value cpu-time FILE -o "$work/out.svg"
attack "nested ranges, adoption" nested 25000 "$B/gpuflame" collapse -q --adopt FILE
attack "adopted at any depth" adopted 10000 "$B/gpuflame" --adopt FILE -o "$work/out.svg"
attack "nested ranges, kinds" nested 25000 "$B/gpuflame" stats -q -f csv -r range_kernel_sum FILE
attack "nested ranges, ranks" nested 25000 "$B/gpuflame" stats -q -f csv -r rank_range_sum FILE
attack "nested ranges, the screen" nested 25000 "$B/gpuflame" stats -q FILE
attack "gaps in a range, findings" long_name 50000 "$B/gpuflame" findings -q FILE
attack "devices, gpu_time_util" devices 10000 "$B/gpuflame" stats -q -f csv -r gpu_time_util FILE
attack "devices, all reports" devices 10000 "$B/gpuflame" stats -q -f csv -r all FILE
attack "processes, all reports" processes 10000 "$B/gpuflame" stats -q -f csv -r all FILE
attack "a deep stack, svg" deep 50000 "$B/gpuflame" svg FILE -o "$work/out.svg"
attack "labels with numbers, svg" labels 25000 "$B/gpuflame" svg FILE -o "$work/out.svg"
bounded "overlapping ranges, folding" overlapping "$B/gpuflame" collapse -q FILE -- 1000 2500 16000
bounded "overlapping ranges, svg" overlapping "$B/gpuflame" FILE -o "$work/out.svg" -- 1000 2500 16000
bounded "overlapping ranges, kern_sum" overlapping \
  "$B/gpuflame" stats -q -f csv -r nvtx_kern_sum FILE -- 4000 16000
bounded "nested ranges, kern_sum" nested \
  "$B/gpuflame" stats -q -f csv -r nvtx_kern_sum FILE -- 10000 20000
bounded "descending ranges, kern_sum" descending \
  "$B/gpuflame" stats -q -f csv -r nvtx_kern_sum FILE -- 10000 40000 80000
bounded "nested ranges of all kinds" kinds \
  "$B/gpuflame" stats -q -f csv -r range_kernel_sum FILE -- 10000 40000
bounded "ranges of one name, kern_sum" one_name \
  "$B/gpuflame" stats -q -f csv -r nvtx_kern_sum FILE -- 8000 16000
bounded "attributes of one element" attributes "$B/gpuflame" collapse -q FILE -- 40000 400000
