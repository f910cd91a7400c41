#!/usr/bin/env bash
# Drawing folded stacks, beside the floor: bench/svg.sh BUILD-FOLDER
# The floor maps the file, hashes whole stacks and sums them up. INFERNO=PATH of inferno-flamegraph
# runs that too: the goal is a quarter of its CPU time. Where it is absent, `sort -u`, which takes
# 0.55 and 0.95 of inferno's time with these two inputs, serves as a measure.
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

stacks_of 20000 100000 "$work/100k.folded"
stacks_of 50000 2000000 "$work/2m.folded"
export LC_ALL=C.UTF-8
# lines, and at most how much of the floor and of sort
for input in "100k 2.6 0.45" "2m 1.5 0.26"; do
  read -r lines of_floor of_sort <<<"$input"
  beside "$lines" "the floor" "$of_floor" "$work/folded_floor"
  beside "$lines" "sort -u" "$of_sort" sort -u
  [ -z "${INFERNO:-}" ] || beside "$lines" inferno 0.25 "$INFERNO" -q
done
