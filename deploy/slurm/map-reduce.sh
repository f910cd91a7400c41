#!/bin/bash
# Fold files where they lie, by a job array, and add them up in a job that follows:
#
#     map-reduce.sh flame.svg run7/*.sqlite
#     map-reduce.sh run7.folded run7/*.json.gz -- --by rank --kernels-only
#
# For reports and traces of hundreds of MB each. Captures of fold mode need none of this: one
# process reads those of 1,024 ranks in about a second.
#
# What follows -- are options of gpuflame collapse; a name that does not end in .svg gets folded
# stacks. The array has up to TASKS (64) tasks, which share the files out. For sbatch there are its
# own variables: SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT. OUTPUT.parts/ has a part of
# each file and the logs while the jobs run; it stays if something failed.
#
# The sum waits for the array to end, not to succeed: a file that could not be folded is named in
# OUTPUT.log, the others are added up, and the job fails.
set -u

# As a task of the array: one file after the other, each to a part of its own
map() { # PARTS OPTION...
  local parts=$1 file status=0
  shift
  while read -r file; do
    gpuflame collapse "$@" -o "$parts/${file##*/}.folded" "$file" || status=1
  done < <(awk -v n="$SLURM_ARRAY_TASK_COUNT" -v i="$SLURM_ARRAY_TASK_ID" \
    'NR % n == i' "$parts/files")
  return $status
}

draw() { if [[ $1 == *.svg ]]; then gpuflame svg -o "$1"; else cat >"$1"; fi; }

reduce() { # OUTPUT
  local output=$1 parts=$1.parts file status=0 done=()
  while read -r file; do
    if [ -e "$parts/${file##*/}.folded" ]; then
      done+=("$parts/${file##*/}.folded")
    else
      echo "map-reduce: missing: $file"
      status=1
    fi
  done <"$parts/files"
  # why
  [ $status -eq 0 ] || cat "$parts"/map-*.log
  gpuflame merge --keep-going -o "$parts/sum" "${done[@]}" && draw "$output" <"$parts/sum" || return
  [ $status -ne 0 ] || rm -r "$parts"
  return $status
}

submit() { # OUTPUT FILE... [-- OPTION...]
  local output=$1 files=() tasks map
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    files+=("$1")
    shift
  done
  shift
  mkdir "$output.parts" || return
  printf '%s\n' "${files[@]}" >"$output.parts/files"
  tasks=$((${#files[@]} < ${TASKS:-64} ? ${#files[@]} : ${TASKS:-64}))
  map=$(sbatch --parsable --job-name=gpuflame-map --array="0-$((tasks - 1))" \
    --output="$output.parts/map-%a.log" "$0" --map "$output.parts" "$@") || return
  map=${map%;*}
  sbatch --job-name=gpuflame-reduce --dependency="afterany:$map" --output="$output.log" \
    "$0" --reduce "$output" || return
  echo "after job $map; then see $output and $output.log"
}

case ${1:-} in
--map) map "${@:2}" ;;
--reduce) reduce "$2" ;;
*)
  [ $# -ge 2 ] || { echo "usage: map-reduce.sh OUTPUT FILE... [-- OPTION...]" >&2 && exit 2; }
  submit "$@"
  ;;
esac
