#!/usr/bin/env bash
# Drawing folded stacks, beside the floor: bench/svg.sh BUILD-FOLDER
# The floor maps the file, hashes whole stacks and sums them up. INFERNO=PATH of
# inferno-flamegraph and FLAMEGRAPH=PATH of flamegraph.pl run these too.
# Input is made by ../shared/tools/gen_folded.py where that is, else by bench/gen_stacks.py.
set -eu
B=$1
# shellcheck source=bench/time.sh
. bench/time.sh
work=build/bench
mkdir -p "$work"
# shellcheck disable=SC2046 # flags are words
"${CC:-cc}" $(make -s --no-print-directory flags) -O2 bench/folded_floor.c "$B/libcore.a" -o "$work/folded_floor"

# stacks_of STACKS LINES FILE
stacks_of() {
  [ ! -e "$3" ] || return 0
  if [ -e ../shared/tools/gen_folded.py ]; then
    python3 ../shared/tools/gen_folded.py "$1" "$2" 1 >"$3.new"
  else
    python3 bench/gen_stacks.py "$1" "$2" >"$3.new"
  fi
  mv "$3.new" "$3"
}

# peer NAME FILE COMMAND...: at least four times our CPU time is what we are after
peer() {
  local name=$1 file=$2
  shift 2
  pair "svg, $(basename "$file" .folded) lines, of $name's" 0.25 "$@" "$file" -- "$B/gpuflame" svg "$file"
}

# size_of FILE: bytes of the picture, and for each frame that it draws
size_of() {
  "$B/gpuflame" svg "$1" >"$work/size.svg"
  local bytes frames extra
  bytes=$(stat -c %s "$work/size.svg")
  frames=$(grep -c 'class="gf-f' "$work/size.svg")
  extra=$("$B/gpuflame" svg --no-javascript "$1" | wc -c)
  echo "svg, $(basename "$1" .folded) lines: $bytes bytes, $frames frames, $((bytes / frames)) bytes a frame," \
    "$((extra / frames)) of them without script and data (inferno: 248 and a page of 19 KB)"
}

stacks_of 20000 100000 "$work/100k.folded"
stacks_of 50000 2000000 "$work/2m.folded"
for lines in 100k 2m; do
  file=$work/$lines.folded
  limit=1.7
  [ $lines = 100k ] || limit=1.5
  pair "svg, $lines lines" $limit "$work/folded_floor" "$file" -- "$B/gpuflame" svg "$file"
  size_of "$file"
  [ -z "${INFERNO:-}" ] || peer inferno "$file" "$INFERNO" -q
  [ -z "${FLAMEGRAPH:-}" ] || peer flamegraph.pl "$file" "$FLAMEGRAPH"
done
