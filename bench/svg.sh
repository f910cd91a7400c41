#!/usr/bin/env bash
# Drawing folded stacks, beside the floor: bench/svg.sh BUILD-FOLDER
# The floor maps the file, hashes whole stacks and sums them up. INFERNO=PATH of
# inferno-flamegraph and FLAMEGRAPH=PATH of flamegraph.pl run these too.
#
# The goal is a quarter of inferno's CPU time. Where inferno is absent, two tools that every
# system has serve as a measure: on one machine, with these two inputs,
# inferno took 0.213 and 3.70 s, `sort -u` 0.118 and 3.50, and mawk, adding up by
# stack, 0.147 and 3.39. A quarter is then 0.45 and 0.26 of sort's time, 0.36 and
# 0.27 of mawk's (sort's in a locale with UTF-8, as most are; in C it is faster). That
# machine's floor, 0.030 and 0.60 s, was another program and cannot be compared. Where
# sort and mawk take 0.6 to 0.9 of what they took there, our floor, which hashes eight
# bytes at a time, takes half. Its limits show when gpuflame gets slower.
set -eu
B=$1
# shellcheck source=bench/time.sh
. bench/time.sh
JUDGED=cpu
work=build/bench
mkdir -p "$work"
# shellcheck disable=SC2046 # flags are words
"${CC:-cc}" $(make -s --no-print-directory flags) -O2 bench/folded_floor.c "$B/libcore.a" -o "$work/folded_floor"

# stacks_of STACKS LINES FILE
stacks_of() {
  [ ! -e "$3" ] || return 0
  python3 bench/gen_stacks.py "$1" "$2" >"$3.new"
  mv "$3.new" "$3"
}

# beside LINES NAME LIMIT COMMAND...: our share of the time that another program takes
beside() {
  local lines=$1 name=$2 limit=$3
  shift 3
  command -v "$1" >/dev/null || { echo "svg, $lines lines, of $name: no $1 here" && return; }
  pair "svg, $lines lines, of $name" "$limit" "$@" "$work/$lines.folded" -- \
    "$B/gpuflame" svg "$work/$lines.folded"
}

# size_of FILE: bytes for each frame, and for each frame or remainder ("7 more", which peers don't draw);
# of the file, without a page of 19 KB as inferno's is, and without our own, which the script makes larger
size_of() {
  "$B/gpuflame" svg "$1" >"$work/size.svg"
  echo "a 1" | "$B/gpuflame" svg >"$work/page.svg"
  awk -v name="$(basename "$1" .folded)" -v bytes="$(stat -c %s "$work/size.svg")" -v page="$(stat -c %s "$work/page.svg")" '
    function each(what, size) {
      printf "svg, %s lines, %-26s %7.1f bytes a frame, %6.1f with remainders\n", name, what, size / frames, size / (frames + rests)
    }
    /^<g class="gf-[^"]*"><title>/ { frames++ }
    /^<path d="[^"]*"><title>/ { rests++ }
    END {
      printf "svg, %s lines: %d bytes, %d frames, %d remainders\n", name, bytes, frames, rests
      each("the whole file", bytes)
      each("less 19 KB (inferno: 248)", bytes - 19000)
      each("less our page of " int(page / 1000) " KB", bytes - page)
    }' "$work/size.svg"
}

stacks_of 20000 100000 "$work/100k.folded"
stacks_of 50000 2000000 "$work/2m.folded"
export LC_ALL=C.UTF-8
# shellcheck disable=SC2016 # the words are awk's
sum='{ value = $NF; sub(/ [0-9]+$/, ""); sum[$0] += value } END { for (stack in sum) print stack, sum[stack] }'
# lines, and at most how much of the floor, sort and mawk
for input in "100k 2.6 0.45 0.36" "2m 1.5 0.26 0.27"; do
  read -r lines of_floor of_sort of_mawk <<<"$input"
  beside "$lines" "the floor" "$of_floor" "$work/folded_floor"
  beside "$lines" "sort -u" "$of_sort" sort -u
  beside "$lines" mawk "$of_mawk" mawk "$sum"
  [ -z "${INFERNO:-}" ] || beside "$lines" inferno 0.25 "$INFERNO" -q
  [ -z "${FLAMEGRAPH:-}" ] || beside "$lines" flamegraph.pl 0.25 "$FLAMEGRAPH"
  size_of "$work/$lines.folded"
done
