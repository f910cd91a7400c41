#!/bin/sh
# A TaskProlog for Slurm: job steps with GPUFLAME=1 are recorded, others are not changed.
#
#     GPUFLAME=1 srun python train.py
#     srun --export=ALL,GPUFLAME=1 python train.py
#
# Each process that uses CUDA writes one file to the folder gpuflame-JOBID/, in the folder from which
# the job was submitted; GPUFLAME_OUTPUT=PATH/ names another, and the other variables of
# gpuflame-record(1) apply, too. For all users, in slurm.conf:
#
#     TaskProlog=/usr/local/share/gpuflame/slurm/task-prolog.sh
#
# or for one job step: srun --task-prolog=/usr/local/share/gpuflame/slurm/task-prolog.sh ...
#
# The library must have the same path on each node. `make install` puts its PREFIX here.
[ "${GPUFLAME:-0}" != 0 ] || exit 0
# Something else records this task: gpuflame record around srun, or nsys
[ -z "${CUDA_INJECTION64_PATH:-}" ] || exit 0

library=${GPUFLAME_LIBRARY:-/usr/local/lib/libgpuflame.so}
if [ ! -r "$library" ]; then
  [ "${SLURM_PROCID:-0}" != 0 ] || echo "print gpuflame: nothing is recorded: no $library on this node"
  exit 0
fi
# Slurm gives a task what is printed here as "export NAME=VALUE".
echo "export CUDA_INJECTION64_PATH=$library"
echo "export NVTX_INJECTION64_PATH=$library"
[ -n "${GPUFLAME_OUTPUT:-}" ] ||
  echo "export GPUFLAME_OUTPUT=${SLURM_SUBMIT_DIR:-$PWD}/gpuflame-${SLURM_JOB_ID:-0}/"
