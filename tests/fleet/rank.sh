#!/usr/bin/env bash
# Plays one rank of a training run on the mock; as a script of its own, since its launcher says
# which rank it is. Rank 5 takes three times as long in each layer and the others wait for it;
# rank $FAIL_RANK kills itself in step 5; with LONG=1 a step takes 200 ms.
set -eu
r=${RANK:-${OMPI_COMM_WORLD_RANK:-${SLURM_PROCID:-0}}}
slow=$((r == 5 ? 3 : 1))
play=$(mktemp)
trap 'rm -f "$play"' EXIT
{
  echo cuinit
  echo "push train"
  for step in {1..10}; do
    echo "push Train step $step"
    for layer in 1 2 3 4; do
      echo "push Layer $layer"
      echo "launch $((1000 * slow + r)) gemm"
      echo "launch $((500 + r + step)) softmax"
      echo pop
    done
    echo "pushreg NCCL ncclAllReduce"
    echo "launch $((9000 / slow)) ncclDevKernel_AllReduce_Sum_f32_RING_LL"
    echo "popd NCCL"
    echo pop
    [ -z "${LONG:-}" ] || echo "sleep 200"
    [ "${FAIL_RANK:-none}" != "$r" ] || [ "$step" != 5 ] || printf '%s\n' flush "kill 9"
  done
  echo pop
} >"$play"
"$DRIVER" "$play"
