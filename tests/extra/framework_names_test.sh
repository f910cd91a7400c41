#!/usr/bin/env bash
# The presets rename every name in the list of frameworks' names as the list states.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
list=$shared/oracle/names.tsv
need "$list" "frameworks' names"
while IFS= read -r row; do
  # fields may be empty, which a split by IFS would lose
  mapfile -t field < <(tr '\t' '\n' <<<"$row")
  source=${field[0]} sample=${field[1]} want=${field[4]}
  preset=auto
  # what a later row of the list does to its result
  case $source in vLLM\ /*) preset=vllm ;; esac
  # a batch is named by its phase since
  [ "$want" != execute_context_N_generation_N ] || want='decode bs=64'
  # XLA's are named by what their words say since
  case $want in TSL:*=*) want=${want#*=} && want=${want%#} ;; esac
  case $source in
  *KERNEL*) stack="step;$sample 1" ;;
  *) stack="$sample;k 1" ;;
  esac
  echo "$stack" >"$work/in.folded"
  got=$("$B/gpuflame" collapse --preset $preset "$work/in.folded" 2>&1 | sed 's/^step;//; s/;k 1$//; s/ 1$//')
  same "$source, '$sample'" "$want" "$got"
done <"$list"
finish
