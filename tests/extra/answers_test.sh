#!/usr/bin/env bash
# Findings of other people's programs say what an expert would say, and nothing that is wrong. Each line:
# file | must be there | must not, as extended regular expressions. Needs ../shared.
set -u
B=$1
shared=../shared/real
if [ ! -d $shared/answers ]; then
  echo "ok 1 - answers about real reports # SKIP $shared/answers is absent"
  exit 0
fi
number=0
failed=0
while IFS='|' read -r report must not; do
  number=$((number + 1))
  said=$("$B/gpuflame" findings -q "$shared/$report" 2>&1 | tr -s ' \n' ' ')
  if ! grep -qE -- "$must" <<<"$said"; then
    echo "not ok $number - $report: '$must' is missing"
    failed=1
  elif [ "$not" != "" ] && grep -qE -- "$not" <<<"$said"; then
    echo "not ok $number - $report: '$(grep -oE -- "$not" <<<"$said" | head -n 1)' is wrong"
    failed=1
  else
    echo "ok $number - $report: '$must'"
  fi
done <<'END'
answers/timesformer-h100.json.gz|1 step of 378 ms|nothing costs
answers/timesformer-h100.json.gz|waits for data at most 5[78]\.. % .*preprocess|num_workers[^;]*; decode
answers/timesformer-h100.json.gz|Softmax runs as kernels of its own.*scaled_dot_product_attention|
answers/cold-start-a100.json.gz|loaded or compiled for their first use at most 6[89]\..*warm-up|reasons that the file does not show|caching allocator is off
answers/cold-start-a100.json.gz|Matrix products run in FP32.*set_float32_matmul_precision|CUDA graphs, torch.compile.*at most [2-9][0-9]
answers/cold-start-a100.json.gz|recorded with with_stack, record_shapes, profile_memory|
answers/ddp-resnet-mi300.json.gz|memory is allocated and freed at most [89].*caching allocator is off|\.item\(\)|logging, checkpoints
answers/one-thread-uvm.sqlite|few blocks .*at most 93\.. %.*add\(int, float.*blocks of the longest 1, threads of a block 1|nothing costs|DataLoader|torch
answers/one-thread-uvm.sqlite|Pages of unified memory move.*cudaMemPrefetchAsync|before the profiler began
answers/weight-streaming.sqlite|weights that are loaded layer by layer at most 8.*h2d_transfer_layer_N|DataLoader|hNd
answers/h100-2gpu-before.sqlite|Elementwise kernels run one by one|microbatches
answers/h100-2gpu-before.sqlite|All-to-all that no computation hides|pipeline
answers/h100-2gpu-after.sqlite|All-to-all that no computation hides|microbatches
kineto/hta-sampled0.json.gz|All-to-all that no computation hides.*equal work before it|microbatches
kineto/hta-sampled1.json.gz|All-gather that no computation hides|microbatches
kineto/tl-sglang.json.gz|1 step of 494 ms|idle before
serving/sglang-decode.json.gz|1 step of|97\.. % is idle
serving/vllm-decode.json.gz|1 step of|logging, checkpoints
rodinia-gaussian.sqlite|devices?,|DataLoader|torch|\.item\(\)
p2p-acc-mpi-4gpu.sqlite|devices?,|DataLoader|torch|\.item\(\)
END
exit $failed
