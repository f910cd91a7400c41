#!/usr/bin/env bash
# Findings of other people's programs: as the schema says, and no more than there is. Needs
# ../shared.
set -u
B=$1
shared=../shared
if [ ! -d $shared/real ]; then
  echo "ok 1 - findings of real reports # SKIP $shared is absent"
  exit 0
fi
number=0
failed=0
for report in "$shared"/real/*.sqlite "$shared"/real/kineto/*.json*; do
  number=$((number + 1))
  name=$(basename "$report")
  if ! out=$("$B/gpuflame" findings -q -f json "$report" 2>&1); then
    grep -qE 'holds no GPU operation|but no GPU operations' <<<"$out" && echo "ok $number - $name: no operations, and says so" && continue
    echo "not ok $number - $name: $out"
    failed=1
  elif said=$(python3 tests/tools/check_schema.py docs/gpuflame.schema.json <<<"$out" && python3 -c 'import json, sys
found = json.load(sys.stdin)
share = {item["rule"]: item["percent"] for item in found["findings"]}
whole = sum(share.values()) + found["run"]["unexplained_percent"]
print(*(f"{rule} {percent:.1f}" for rule, percent in share.items()), f"of {whole:.1f} %")
sys.exit(whole > 100.01)' <<<"$out"); then
    echo "ok $number - $name: $said"
  else
    echo "not ok $number - $name: $said"
    failed=1
  fi
done
exit $failed
