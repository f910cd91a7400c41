#!/usr/bin/env bash
# The commands of docs/CLUSTERS.md for Slurm, MPI and modules, in the order in which they are
# there, with what `make install` brings and stand-ins for the programs that are recorded. Each
# ends with 0, and so does each job that it submits; what -o names, is there.
# shellcheck disable=SC2317 # check calls them
set -u
# shellcheck source=tests/fleet/fleet.sh
. "$(dirname "$0")/fleet.sh" "$1"
needs "docs/CLUSTERS.md" slurmctld slurmd munged
opt=$work/opt
check "make install" env MAKEFLAGS= make -s -C "$root" install B="$B" PREFIX="$opt"
task_prolog=$opt/share/gpuflame/slurm/task-prolog.sh
start_slurm 8
mkdir bin
ln -s "$root/tests/fleet/programs/all_reduce_perf" bin/alltoall_perf
export PATH=$PWD/bin:$root/tests/fleet/programs:$opt/bin:$opt/share/gpuflame/slurm:$PATH
export SLURM_MPI_TYPE=pmi2 OMPI_MCA_rmaps_base_oversubscribe=1 MODULES=$PWD/modules

commands() { # of some sections
  awk '/^## / { on = /^## (In a minute|Slurm|MPI|Environment modules)$/ } !on { next }
    /^```sh/ { block = 1; next } /^```/ { block = 0 } block' "$root/docs/CLUSTERS.md"
}

run_command() {
  local job name status
  rm -rf gpuflame-*/
  bash -o pipefail -c "$1" >out 2>&1 </dev/null
  status=$?
  cat out
  [ "$status" -eq 0 ] || return
  while read -r job; do
    has_ended "$job"
    [ "$(state "$job")" = COMPLETED ] || { cat -- *"$job".out *.log && return 1; }
  done < <(sed -n 's/^Submitted batch job //p' out)
  name=$(sed -n 's/.* -o \([^ ]*\).*/\1/p' <<<"$1")
  [ -z "$name" ] || [ -s "$name" ]
}

while IFS= read -r line; do
  command=${line//\/usr\/local/$opt}
  needed=bash
  case $command in
  *mpirun*) needed=mpirun ;;
  *train-container*) command="PATH=$root/tests/fleet/pyxis:\$PATH $command" ;;
  module\ *)
    needed=modulecmd
    command=". /usr/share/modules/init/bash && module use $MODULES && $command"
    ;;
  esac
  if command -v "$needed" >/dev/null; then
    check "$line" run_command "$command"
  else
    skip "$line" "no $needed"
  fi
done < <(commands)
check "there were commands" [ "$number" -gt 15 ]
exit "$failures"
