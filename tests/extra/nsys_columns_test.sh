#!/usr/bin/env bash
# The columns of each report against those of nsys 2024.2, in its order; and the
# names of 2022: nsys_columns_test.sh build/release
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
columns=$shared/oracle/reports_columns.txt
small=$B/fixtures/stats_small.sqlite
need "$columns" "columns equal nsys's"

head_of() { "$B/gpuflame" stats -q -f csv -r "$1" "$small" 2>&1 | head -n 1; }

while IFS= read -r line; do
  name=${line%%: *}
  expected=${line#*: }
  # a report that printed nothing when the list was made; gpuflame has no report of that name
  [ -n "$expected" ] || continue
  case $name in
  '[2022.4] '*)
    name=${name#* }
    # 2022 had no green contexts, and another name for MB/s
    expected=$(sed 's/(MBps)/(MB\/s)/; s/,Ctx,Strm,/,Ctx,GreenCtx,Strm,/' <<<"$expected")
    ;;
  esac
  same "$name" "$expected" "$(head_of "$name")"
done <"$columns"
finish
