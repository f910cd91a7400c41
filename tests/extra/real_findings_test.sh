#!/usr/bin/env bash
# Findings of other people's programs: as the schema says, and no more than there is. Needs
# ../shared.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
need "$shared/real" "findings of real reports"
for report in "$shared"/real/*.sqlite "$shared"/real/kineto/*.json*; do
  name=$(basename "$report")
  if ! out=$("$B/gpuflame" findings -q -f json "$report" 2>&1); then
    grep -qE 'holds no GPU operation|but no GPU operations' <<<"$out" 
    report $? "$name: $out"
  elif said=$(python3 "$tests/tools/check_schema.py" "$tests/../docs/gpuflame.schema.json" <<<"$out" && python3 -c 'import json, sys
found = json.load(sys.stdin)
share = {item["rule"]: item["percent"] for item in found["findings"]}
whole = sum(share.values()) + found["run"]["unexplained_percent"]
print(*(f"{rule} {percent:.1f}" for rule, percent in share.items()), f"of {whole:.1f} %")
sys.exit(whole > 100.01)' <<<"$out"); then
    report 0 "$name: $said"
  else
    report 1 "$name: $said"
  fi
done
finish
