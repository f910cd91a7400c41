#!/usr/bin/env bash
# Fuzz each target: tests/fuzz/run.sh SECONDS TARGET...
# New inputs go to a scratch folder; a crash leaves its input there and fails.
set -u
seconds=$1
shift
failed=0
for target in "$@"; do
  name=$(basename "$target")
  work=$(dirname "$target")/found/$name
  mkdir -p "$work/corpus" tests/fuzz/corpus/"$name"
  if "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$work/" "$work/corpus" tests/fuzz/corpus/"$name" >"$work/log" 2>&1; then
    echo "ok - $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log") runs in $seconds s"
  else
    echo "not ok - $name"
    tail -n 40 "$work/log"
    failed=1
  fi
done
exit $failed
