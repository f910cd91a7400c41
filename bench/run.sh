#!/usr/bin/env bash
# Every bench, or those named: bench/run.sh BUILD-FOLDER [NAME...]
set -u
B=$1
shift
for bench in "${@:-all}"; do
  for script in bench/*.sh; do
    name=$(basename "$script" .sh)
    case $name in run | time) continue ;; esac
    [ "$bench" = all ] || [ "$bench" = "$name" ] || continue
    echo "== $name"
    "$script" "$B"
  done
done
