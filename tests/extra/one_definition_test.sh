#!/usr/bin/env bash
# Steps and idle time are the same on the first screen, in the picture, in step_sum and in findings:
# one_definition_test.sh build/release
set -u
B=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
number=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() { # FILE
  local file=$1 name screen picture table
  name=$(basename "$file")
  "$B/gpuflame" stats -q "$file" >"$work/screen" 2>/dev/null || return 0
  grep -q "^The devices' time" "$work/screen" || return 0
  number=$((number + 1))
  screen=$(sed -n "/^The devices' time/,/idle\$/s/^ *\([0-9.]*\)%.* idle\$/\1/p" "$work/screen")
  "$B/gpuflame" -q "$file" -o "$work/x.svg" 2>/dev/null
  picture=$(grep -oE 'idle [0-9.]+ %' "$work/x.svg" | head -n 1 | tr -dc 0-9.)
  # of one device, the sums of step_sum are those of the steps on the first screen
  table=$("$B/gpuflame" stats -q -r step_sum --adopt autograd -f json "$file" 2>/dev/null | jq -r '.reports[0].rows | length as $n
    | "\($n) \(map(."Wall (ns)") | add) \(map(."Idle (ns)") | add)"')
  steps=$(sed -n "s/^The devices' time in \([0-9,]*\) step.*/\1/p" "$work/screen" | tr -d ,)
  if python3 - "$screen" "$picture" "${steps:-0}" "$(sed -n 2p "$work/screen" | cut -d ' ' -f 1)" "$table" <<'PYTHON'
import sys
screen, picture, steps, devices, table = sys.argv[1:]
table = table.split()
assert abs(float(screen) - float(picture)) < 0.06, f"screen {screen} %, picture {picture} %"
assert (int(table[0]) if table else 0) == int(steps), f"screen {steps} steps, step_sum {table}"
if table and devices == "1" and int(table[1]) > 0:
    idle = 100 * int(table[2]) / int(table[1])
    assert abs(idle - float(screen)) < 0.06, f"screen {screen} %, step_sum {idle:.2f} %"
PYTHON
  then echo "ok $number - $name: idle $screen %${steps:+ of $steps steps}"
  else echo "not ok $number - $name" && failed=1
  fi 2>"$work/log"
  tail -n 1 "$work/log" | sed 's/^/# /'
}
for name in demo oddities steps stats_small stats_steps ranks adopt; do check "$B/fixtures/$name.sqlite"; done
for file in "$root"/tests/fixtures/torch*.json; do check "$file"; done
if [ -d "$root/../shared/real" ]; then
  while read -r file; do check "$file"; done < <(find "$root/../shared/real" -name '*.sqlite' -o -name '*.json.gz' | sort)
else
  echo "ok $((number += 1)) - files of real programs # SKIP ../shared is absent"
fi
echo "1..$number"
exit $failed
