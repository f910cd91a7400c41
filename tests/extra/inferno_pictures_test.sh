#!/usr/bin/env bash
# The frames that inferno-flamegraph draws, from its published test data: ours
# must be the same set. What differs on purpose is in docs/FORMATS.md, "The SVG".
set -u
gpuflame=$(realpath "$1")/gpuflame
here=$(cd "$(dirname "$0")" && pwd)
shared=$(realpath -m "$here/../../../shared")
if [ ! -e "$shared/conformance/manifest.tsv" ]; then
  echo "ok 1 - conformance # SKIP ../shared is absent"
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
number=0
failures=0
while IFS=$'\t' read -r name options input expected; do
  number=$((number + 1))
  [ "$options" != - ] || options=
  # shellcheck disable=SC2086 # the manifest's options are words
  if "$gpuflame" svg $options --countname samples "$shared/conformance/$input" >"$scratch/a.svg" 2>"$scratch/log" &&
    python3 "$shared/tools/svg_frames.py" --norm "$scratch/a.svg" >"$scratch/a.tsv" 2>>"$scratch/log" &&
    python3 "$here/svg_compare.py" "$name" "$shared/conformance/$expected" "$scratch/a.tsv" >>"$scratch/log"; then
    echo "ok $number - $name"
  else
    failures=$((failures + 1))
    sed 's/^/# /' "$scratch/log"
    echo "not ok $number - $name"
  fi
done <"$shared/conformance/manifest.tsv"
[ "$failures" -eq 0 ]
