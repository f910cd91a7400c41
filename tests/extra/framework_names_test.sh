#!/usr/bin/env bash
# The presets rename every name in the list of frameworks' names as the list states.
set -u
B=$(realpath "$1")
list=$(cd "$(dirname "$0")/../.." && pwd)/../shared/oracle/names.tsv
if [ ! -e "$list" ]; then
  echo "ok 1 - frameworks' names # SKIP ../shared is absent"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0 failed=0
while IFS= read -r row; do
  # fields may be empty, which a split by IFS would lose
  mapfile -t field < <(tr '\t' '\n' <<<"$row")
  source=${field[0]} sample=${field[1]} want=${field[4]}
  preset=auto
  # what a later row of the list does to its result
  case $source in vLLM\ /*) preset=vllm ;; esac
  number=$((number + 1))
  case $source in
  *KERNEL*) stack="step;$sample 1" ;;
  *) stack="$sample;k 1" ;;
  esac
  echo "$stack" >"$work/in.folded"
  got=$("$B/gpuflame" collapse --preset $preset "$work/in.folded" 2>&1 | sed 's/^step;//; s/;k 1$//; s/ 1$//')
  if [ "$got" = "$want" ]; then
    echo "ok $number - $source"
  else
    echo "not ok $number - $source: '$sample' became '$got', not '$want'"
    failed=1
  fi
done <"$list"
echo "1..$number"
exit $failed
