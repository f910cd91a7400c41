#!/usr/bin/env bash
# What `make install` brings for clusters, on a Slurm of eight nodes: the batch scripts, the
# TaskProlog and the modulefile.
# shellcheck disable=SC2317 # check calls them
set -u
# shellcheck source=tests/fleet/fleet.sh
. "$(dirname "$0")/fleet.sh" "$1"
needs "scripts for Slurm" slurmctld slurmd munged
opt=$work/opt
share=$opt/share/gpuflame
check "make install" env MAKEFLAGS= make -s -C "$root" install B="$B" PREFIX="$opt"
has_prefix() { ! grep -r /usr/local "$share" && grep -q "$opt/lib/libgpuflame.so" "$share/slurm/task-prolog.sh"; }
check "the scripts have its prefix" has_prefix
task_prolog=$share/slurm/task-prolog.sh
start_slurm 8

# draws NAME RANKS: the job's folder and its picture
draws() {
  cat out
  [ "$(find "$1" -name '*.gpuflame' | wc -l)" -eq "$2" ] && gpuflame collapse --strict "$1" >/dev/null && grep -q '<svg' "$1.svg"
}

# --- batch scripts -------------------------------------------------------------------
train() { submit -o out "$share/slurm/train.sbatch" "$rank" && draws run-[0-9] 16; }
check "train.sbatch: 16 ranks on 2 nodes" train
fails() {
  local job
  job=$(FAIL_RANK=3 RUN=fails submit -o out "$share/slurm/train.sbatch" "$rank") && [ "$(state "$job")" = FAILED ] &&
    grep -q '<svg' fails.svg
}
check "train.sbatch: a rank fails, and so does the job; the picture is there" fails

# pyxis is not packaged for Debian.
container() {
  PATH=$root/tests/fleet/pyxis:$PATH IMAGE=an#image RUN=container submit -o out "$share/slurm/train-container.sbatch" "$rank" &&
    draws container 16
}
check "train-container.sbatch, with a stand-in of pyxis" container

sizes() {
  PATH=$root/tests/fleet/programs:$PATH RUN=sizes SLURM_MPI_TYPE=pmi2 submit -o out "$share/slurm/nccl-tests.sbatch" && draws sizes 16 &&
    grep -E 'NCCL:ncclAllReduce +1,000,000 +8 +48 ' out
}
if "$B/mock/nccl" 28 2>/dev/null; [ $? -ne 77 ]; then
  check "nccl-tests.sbatch, with the calls of NCCL 2.28" sizes
else
  skip "nccl-tests.sbatch" "these headers lack NVTX's payload extension"
fi

# --- TaskProlog ----------------------------------------------------------------------
folder() { echo gpuflame-*/; }
off() { srun -n 2 "$rank" && GPUFLAME=0 srun -n 2 "$rank" && [ "$(folder)" = 'gpuflame-*/' ]; }
check "a step as always: nothing is recorded" off
on() { srun -n 8 -N 8 "$@" "$rank" && gpuflame collapse --strict "$(folder)" >got.folded && cat got.folded && rm -r "$(folder)"; }
check "GPUFLAME=1 srun" env GPUFLAME=1 bash -c "$(declare -f on folder); rank=$rank; on"
check "srun --export=ALL,GPUFLAME=1" on --export=ALL,GPUFLAME=1
cp got.folded all.folded
# All else that the mock needs; a program's own variables go with it otherwise
only() { on --export="GPUFLAME=1,PATH=$PATH,DRIVER=$DRIVER,GPUFLAME_CUPTI=$GPUFLAME_CUPTI" && same all.folded got.folded; }
check "srun --export=GPUFLAME=1" only
elsewhere() {
  GPUFLAME=1 GPUFLAME_OUTPUT=here/ GPUFLAME_STEPS=2 srun -n 2 "$rank" && gpuflame collapse --strict here -o here.folded &&
    kernel_times here.folded | grep -x "gemm $((2 * 4 * 2001))"
}
check "other variables of gpuflame record" elsewhere
once() {
  GPUFLAME=1 srun -n 2 gpuflame record -o once/ -- "$rank" 2>err && [ "$(folder)" = 'gpuflame-*/' ] &&
    gpuflame collapse --strict once
}
check "record below it records once" once
no_library() { GPUFLAME=1 GPUFLAME_LIBRARY=/nowhere srun -n 2 "$rank" | diff - <(echo "gpuflame: nothing is recorded: no /nowhere on this node"); }
check "a node without the library: one line, the step runs" no_library

# --- modulefile ----------------------------------------------------------------------
if [ -e /usr/share/modules/init/bash ]; then
  mkdir -p modules/gpuflame
  ln -s "$share/modulefile" modules/gpuflame/1.0.0
  loads() {
    bash -c '. /usr/share/modules/init/bash && module use "$PWD/modules" && module load gpuflame && command -v gpuflame &&
      [ -e "${MANPATH%%:*}/man1/gpuflame.1" ] && [ -e "$GPUFLAME_LIBRARY" ] && module unload gpuflame && [ -z "${GPUFLAME_LIBRARY:-}" ]' >got &&
      [ "$(head -n 1 got)" = "$opt/bin/gpuflame" ]
  }
  check "module load gpuflame" loads
else
  skip "module load gpuflame" "no Environment Modules"
fi
exit "$failures"
