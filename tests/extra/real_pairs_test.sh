#!/usr/bin/env bash
# The same models on two GPUs, whose libraries have other kernels: nearly all of the time of stacks that
# are gone or new is paired, and nothing is counted twice. Needs ../shared.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
need "$shared/real/pairs" "diffs of two GPUs"
for model in bert qwen; do
  said=$("$B/gpuflame" diff -q -f json "$shared/real/pairs/$model"-{h100,mi300}.json.gz | python3 -c 'import json, sys
answer = json.load(sys.stdin)
paired = [stack for pair in answer["pairs"] for stack in pair["gone"] + pair["new"]]
alone = [stack for stack in answer["stacks"] if stack["stack"] not in set(paired)]
assert len(paired) == len(set(paired))
assert sum(row["change"] for row in alone + answer["pairs"]) == answer["total"]["change"]
renamed = [stack for stack in answer["stacks"] if 0 in (stack["before"], stack["after"])]
time = {key: sum(abs(stack["change"]) for stack in renamed if (stack["stack"] in set(paired)) == key) for key in (True, False)}
share = 100 * time[True] / (time[True] + time[False])
print(f"{share:.1f} % of {len(renamed)} stacks are paired")
sys.exit(share < 99)')
  report $? "$model: $said"
done
finish
