#!/usr/bin/env bash
# Exposed communication of real PyTorch traces as Holistic Trace Analysis defines it, by a
# computation that shares nothing with ours.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"

for trace in "$shared"/real/kineto/hta-*.json.gz; do
  [ -e "$trace" ] || continue
  want=$(python3 "$tests/tools/hta_exposed.py" "$trace")
  got=$("$B/gpuflame" collapse -q --value exposed --communication hta --only nccl "$trace" 2>/dev/null |
    awk '{ sum += $NF } END { printf "%.0f", sum }')
  same "$(basename "$trace")" "$want" "$got"
done
finish
