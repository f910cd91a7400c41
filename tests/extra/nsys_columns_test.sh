#!/usr/bin/env bash
# The columns of each report against those of nsys 2024.2, in its order; and the
# names of 2022: nsys_columns_test.sh build/release
set -u
B=$(realpath "$1")
columns=$(cd "$(dirname "$0")/../../.." && pwd)/shared/oracle/reports_columns.txt
small=$B/fixtures/stats_small.sqlite
if [ ! -e "$columns" ]; then
  echo "ok 1 - columns equal nsys's # SKIP ../shared is absent"
  exit 0
fi
number=0 failures=0

check() { # NAME EXPECTED GOT
  number=$((number + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $number - $1"
  else
    printf 'not ok %d - %s\n# expected %s\n# got      %s\n' "$number" "$1" "$2" "$3"
    failures=$((failures + 1))
  fi
}

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
  check "$name" "$expected" "$(head_of "$name")"
done <"$columns"
echo "1..$number"
[ "$failures" -eq 0 ]
