#!/bin/bash
# Read files by a job array, and combine the results in a job that follows:
#
#     map-reduce.sh flame.svg run7/*.sqlite
#     map-reduce.sh run7.folded run7/*.json.gz -- --by rank --kernels-only
#     map-reduce.sh kernels.md run7/*.sqlite -- stats cuda_gpu_kern_sum,nccl_size_sum
#
# For reports and traces of hundreds of MB each. Captures of fold mode do not need this: one
# process reads those of 1,024 ranks in 1 to 2 seconds.
#
# After -- come options of gpuflame collapse; or "stats", the reports (none: all that can be merged),
# and options of gpuflame stats. A picture is drawn if the output's name ends in .svg. The files are divided among up to TASKS (64) tasks. sbatch has variables of its
# own: SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT. OUTPUT.parts/ has a part of each file and
# the logs while the jobs run; it is kept if something failed.
#
# The sum waits for the array to end, not to succeed: a file that could not be read is named in
# OUTPUT.log, the others are added up, and the job fails.
set -u -o pipefail

make_part() { # FILE PART OPTION...
  case ${3:-} in
  stats) gpuflame stats --partial -r "${4:-all}" -o "$2" "$1" ;;
  *) gpuflame collapse "${@:3}" -o "$2" "$1" ;;
  esac
}

# As a task of the array: one file after the other, each to a part named by its number
map() { # PARTS OPTION...
  local number file status=0
  while read -r number file; do
    make_part "$file" "$1/$number" "${@:2}" || status=1
  done < <(awk -v n="$SLURM_ARRAY_TASK_COUNT" -v i="$SLURM_ARRAY_TASK_ID" \
    'NR % n == i { print NR, $0 }' "$1/files")
  return $status
}

# Stacks of parts have been through all rules
as_is=(--no-default-rules --preset none --strip-numbers none)

add_up() { # OUTPUT OPTION...: the parts are in $parts
  if [ "${2:-}" = stats ]; then
    gpuflame stats --keep-going -r "${3:-all}" "${@:4}" -o "$1" "${parts[@]}"
  elif [[ $1 == *.svg ]]; then
    gpuflame collapse "${as_is[@]}" --keep-going "${parts[@]}" | gpuflame svg -o "$1"
  else
    gpuflame collapse "${as_is[@]}" --keep-going "${parts[@]}" -o "$1"
  fi
}

reduce() { # OUTPUT OPTION...
  local file number=0 status=0 parts=()
  while read -r file; do
    number=$((number + 1))
    if [ -e "$1.parts/$number" ]; then
      parts+=("$1.parts/$number")
    else
      echo "map-reduce: missing: $file"
      status=1
    fi
  done <"$1.parts/files"
  # why
  [ $status -eq 0 ] || cat "$1".parts/map-*.log
  add_up "$@" || return
  [ $status -ne 0 ] || rm -r "$1.parts"
  return $status
}

submit() { # OUTPUT FILE... [-- OPTION...]
  local output=$1 files=() tasks map
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    files+=("$1")
    shift
  done
  [ ${#files[@]} -gt 0 ] || usage
  [ $# -eq 0 ] || shift
  if [ -e "$output.parts" ]; then
    echo "map-reduce: $output.parts exists, from jobs that are running or failed: remove it if none is running" >&2
    return 1
  fi
  mkdir "$output.parts" || return
  printf '%s\n' "${files[@]}" >"$output.parts/files"
  tasks=$((${#files[@]} < ${TASKS:-64} ? ${#files[@]} : ${TASKS:-64}))
  map=$(sbatch --parsable --job-name=gpuflame-map --array="0-$((tasks - 1))" \
    --output="$output.parts/map-%a.log" "$0" --map "$output.parts" "$@") ||
    { rm -r "$output.parts" && return 1; }
  sbatch --job-name=gpuflame-reduce --dependency="afterany:${map%;*}" --output="$output.log" \
    "$0" --reduce "$output" "$@" || return
  echo "after that: $output, $output.log"
}

usage() {
  echo "usage: map-reduce.sh OUTPUT FILE... [-- OPTION... | -- stats REPORT,... [OPTION...]]" >&2
  exit 2
}

case ${1:-} in
--map) map "${@:2}" ;;
--reduce) reduce "${@:2}" ;;
*)
  [ $# -ge 2 ] || usage
  submit "$@"
  ;;
esac
