#!/usr/bin/env bash
# Exposed communication of real PyTorch traces as Holistic Trace Analysis defines it, by a
# computation that shares nothing with ours.
set -u
B=$(realpath "$1")
tests=$(cd "$(dirname "$0")/.." && pwd)
number=0 failed=0

for trace in "$tests"/../../shared/real/kineto/hta-*.json.gz; do
  [ -e "$trace" ] || continue
  number=$((number + 1))
  want=$(python3 "$tests/tools/hta_exposed.py" "$trace")
  got=$("$B/gpuflame" collapse -q --value exposed --communication hta --only nccl "$trace" 2>/dev/null |
    awk '{ sum += $NF } END { printf "%.0f", sum }')
  if [ "$got" = "$want" ]; then
    echo "ok $number - $(basename "$trace"): $got ns"
  else
    echo "not ok $number - $(basename "$trace"): $got ns, not $want"
    failed=1
  fi
done
[ "$number" -gt 0 ] || { number=1 && echo "ok 1 - real PyTorch traces # SKIP ../shared is absent"; }
echo "1..$number"
exit $failed
