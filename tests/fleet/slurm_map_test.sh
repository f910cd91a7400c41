#!/usr/bin/env bash
# deploy/slurm/map-reduce.sh on a Slurm of eight nodes: a job array folds the files of a run, a job
# adds the parts up, and the result is that of one process; files and tasks that fail are named.
# shellcheck disable=SC2317 # check calls them
set -u
# shellcheck source=tests/fleet/fleet.sh
. "$(dirname "$0")/fleet.sh" "$1"
needs "map-reduce.sh" slurmctld slurmd munged
start_slurm 8

# reduce OUTPUT ARGUMENT...: and wait for its second job, whose state is in $state
map_reduce() {
  local job
  "$root/deploy/slurm/map-reduce.sh" "$@" >out || return
  cat out
  job=$(sed -n 's/^Submitted batch job //p' out)
  [ -z "${CANCEL:-}" ] || cancel_task || return
  has_ended "$job" || return
  cat "$1.log"
  state=$(state "$job")
}
# One process that reads all
as_one() { # OUTPUT OPTION...
  gpuflame collapse -q --keep-going "${@:2}" run -o one.folded
  if [[ $1 == *.svg ]]; then gpuflame svg <one.folded -o "one-$1"; else mv one.folded "one-$1"; fi
  same "one-$1" "$1"
}

check "16 traces" srun -n 16 gpuflame record --mode trace -o run/ -- "$rank"
folded() { map_reduce all.folded run/*.gpuflame && [ "$state" = COMPLETED ] && as_one all.folded; }
check "the sum is that of one process" folded
picture() { map_reduce all.svg run/*.gpuflame && [ "$state" = COMPLETED ] && as_one all.svg; }
check "so is the picture" picture
options() {
  TASKS=3 map_reduce ranks.folded run/*.gpuflame -- --by rank,step --rename 'gemm=matrix product' &&
    [ "$state" = COMPLETED ] && as_one ranks.folded --by rank,step --rename 'gemm=matrix product'
}
check "options, and fewer tasks than files" options
reports() {
  local names=cuda_gpu_kern_sum,nccl_sum,nvtx_sum,rank_sum
  map_reduce reports.md run/*.gpuflame -- stats "$names" --limit 0 && [ "$state" = COMPLETED ] &&
    gpuflame stats -q -r "$names" run -o one.md && same one.md reports.md
}
check "reports: medians and all, each cell" reports
cleans() { ! ls -d ./*.parts && [ ! -s all.svg.log ]; }
check "no parts are left, nothing is logged" cleans

damaged() {
  head -c 5000 run/*-rank7-*.gpuflame >run/damaged.gpuflame
  map_reduce damaged.folded run/*.gpuflame && [ "$state" = FAILED ] && as_one damaged.folded &&
    grep -x 'map-reduce: missing: run/damaged.gpuflame' damaged.folded.log &&
    grep "gpuflame: cannot read 'run/damaged.gpuflame'" damaged.folded.log
}
check "a file that cannot be read is named, with the reason" damaged

# A task that hangs, and is cancelled; or whose node fails.
cancel_task() {
  for _ in {1..100}; do
    ! squeue -h -t running -n gpuflame-map | grep -q . || break
    sleep 0.1
  done
  scancel -n gpuflame-map
}
damaged_report() {
  map_reduce damaged.csv run/*.gpuflame -- stats nvtx_sum && [ "$state" = FAILED ] &&
    gpuflame stats -q --keep-going -r nvtx_sum run -o one.csv && same one.csv damaged.csv &&
    grep -x 'map-reduce: missing: run/damaged.gpuflame' damaged.csv.log
}
check "so it is for reports" damaged_report
lost() {
  rm run/damaged.gpuflame
  mkfifo run/waits.gpuflame
  CANCEL=1 TASKS=17 map_reduce lost.folded run/*.gpuflame && [ "$state" = FAILED ] &&
    grep -x 'map-reduce: missing: run/waits.gpuflame' lost.folded.log
  rm run/waits.gpuflame
}
check "a task that is cancelled does not hold up the sum" lost
again() { ! map_reduce lost.folded run/*.gpuflame; }
check "parts of before are not overwritten" again
exit "$failures"
