#!/usr/bin/env bash
# What capturing costs: bench/capture.sh build/release. On the mock of CUPTI, so
# that CUPTI's own cost, and the device's, are no part of it.
set -euo pipefail
B=$(cd "$1" && pwd)
pairs=${PAIRS:-10000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -e "$B/libgpuflame.so" ]; then
  echo "capture: left out, there are no NVTX headers"
  exit 0
fi

plain() { "$B/bench/capture" "$@"; }
injected() { # MODE ...
  local mode=$1
  shift
  rm -f "$work"/*.gpuflame
  env CUDA_INJECTION64_PATH="$B/libgpuflame.so" NVTX_INJECTION64_PATH="$B/libgpuflame.so" \
    GPUFLAME_CUPTI="$B/mock/libcupti.so.13" GPUFLAME_OUTPUT="$work/x.gpuflame" \
    GPUFLAME_MODE="$mode" "$B/bench/capture" "$@"
}
# The best of three: other programs take time, none gives any.
best() {
  for _ in 1 2 3; do "$@" | sed -n 's/^ns //p'; done | sort -n | head -n 1
}
less() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a - b }'; }
row() { printf '%-34s %10s %10s %10s   %s\n' "$@"; }

row "ns" "without" "fold" "trace" "target"
targets=(25 60 60)
for case in constant varied reused; do
  row "push+pop, names $case" "$(best plain pairs-$case "$pairs")" \
    "$(best injected fold pairs-$case "$pairs")" "$(best injected trace pairs-$case $((pairs / 5)))" \
    "fold ${targets[0]}, trace 120"
  targets=("${targets[@]:1}")
done
without=$(best plain launches 3000000)
row "launch (own code: less without)" "$without" \
  "$(less "$(best injected fold launches 3000000)" "$without")" \
  "$(less "$(best injected trace launches 3000000)" "$without")" "fold 50"
row "record, read and folded" - "$(best injected fold records 2000000)" \
  "$(best injected trace records 500000)" "fold 30"
echo
printf 'trace: %d ranges written in %s s (target 15 s for 10,000,000)\n' "$pairs" \
  "$(injected trace pairs-constant "$pairs" | sed -n 's/^finalised_s //p')"
echo "fold, memory over launches with ever new names of steps:"
injected fold memory "${LAUNCHES:-50000000}" | sed -n 's/^rss_kb/  RSS in KB/p'
if command -v nsys >/dev/null; then
  printf 'nsys: push+pop, names constant: '
  (cd "$work" && nsys profile -t nvtx --sample=none -o n "$B/bench/capture" pairs-constant 1000000) |
    sed -n 's/^ns //p'
fi
