#!/usr/bin/env bash
# Folding nsys exports, beside the floor, and beside a bare walk over the pages: bench/collapse.sh BUILD-FOLDER
set -eu
B=$1
# shellcheck source=bench/time.sh
. bench/time.sh
work=build/bench
mkdir -p "$work"
"${CC:-cc}" -O2 bench/nsys_floor.c -o "$work/nsys_floor" -lsqlite3
"${CC:-cc}" -O2 tests/tools/mkdb.c -o "$work/mkdb" -lsqlite3

# export_of KERNELS FILE
export_of() {
  [ ! -e "$2" ] || return 0
  sed "s/@KERNELS@/$1/" bench/export.sql >"$work/export.sql"
  "$work/mkdb" "$2.new" "$work/export.sql"
  mv "$2.new" "$2"
}

export_of 1000000 "$work/1m.sqlite"
export_of 100000 "$work/100k.sqlite"
pair "collapse, 1,000,000 kernels" 0.75 "$work/nsys_floor" "$work/1m.sqlite" -- \
  "$B/gpuflame" collapse -q --jobs 1 "$work/1m.sqlite"
pair "collapse, by two threads" 0.45 "$work/nsys_floor" "$work/1m.sqlite" -- \
  "$B/gpuflame" collapse -q --jobs 2 "$work/1m.sqlite"
pair "collapse, 100,000 kernels" 0.75 "$work/nsys_floor" "$work/100k.sqlite" -- \
  "$B/gpuflame" collapse -q "$work/100k.sqlite"
echo "10x the rows: at most 10.5x the time"
pair "1,000,000 beside 100,000 kernels" 10.5 "$B/gpuflame" collapse -q "$work/100k.sqlite" -- \
  "$B/gpuflame" collapse -q "$work/1m.sqlite"
echo "64 reports by two threads: at most half of 64 times one by one"
mkdir -p "$work/many"
for i in $(seq 64); do
  ln -f "$work/1m.sqlite" "$work/many/$i.sqlite"
done
RUNS=1 pair "64 reports beside one" 32 "$B/gpuflame" collapse -q --jobs 1 "$work/1m.sqlite" -- \
  "$B/gpuflame" collapse -q --jobs 2 "$work"/many/*.sqlite
peak "64 reports" 300 "$B/gpuflame" collapse -q --jobs 2 "$work"/many/*.sqlite
