#!/usr/bin/env bash
# Findings of other people's programs, the first screen ("stats FILE") and the picture's header ("picture FILE")
# say what an expert would say, and nothing that is wrong. Each line: file | must be there | must not, as
# extended regular expressions. Needs ../shared.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
shared=$shared/real
need "$shared/answers" "answers about real reports"
say() {
  case $1 in
    stats\ *)
      # shellcheck disable=SC2046,SC2086 # words
      "$B/gpuflame" stats -q $(grep -oE -- '-r [a-z_]+ ' <<<"$1") "$shared/${1##* }"
      ;;
    picture\ *) "$B/gpuflame" -q "$shared/${1#* }" -o "$work/p.svg" && grep -oE 'gf-subtitle"[^>]*>[^<]*' "$work/p.svg" ;;
    *) "$B/gpuflame" findings -q "$shared/$1" ;;
  esac
}
while IFS='|' read -r report must not; do
  said=$(say "$report" 2>&1 | tr -s ' \n' ' ')
  grep -qE -- "$must" <<<"$said" && { [ "$not" = "" ] || ! grep -qE -- "$not" <<<"$said"; }
  report $? "$report: '$must'${not:+, not $not}"
done <<'END'
answers/timesformer-h100.json.gz|1 step of 378 ms|nothing costs
answers/timesformer-h100.json.gz|waits for data at most 5[78]\.. % .*preprocess|num_workers[^;]*; decode
answers/timesformer-h100.json.gz|Attention is not fused at most 34\.1 %.*scaled_dot_product_attention|
answers/cold-start-a100.json.gz|loaded, compiled or captured for their first use at most 6[89]\..*warm-up|reasons that the file does not show|caching allocator is off
answers/cold-start-a100.json.gz|Matrix products run in FP32.*set_float32_matmul_precision|CUDA graphs, torch.compile.*at most [2-9][0-9]
answers/cold-start-a100.json.gz|recorded with with_stack, record_shapes, profile_memory|
answers/ddp-resnet-mi300.json.gz|memory is allocated and freed at most [89].*caching allocator is off|\.item\(\)|logging, checkpoints
answers/one-thread-uvm.sqlite|few blocks.*at most 93\.. %.*kernel add .*blocks of the longest 1, threads of a block 1|nothing costs|DataLoader|torch
answers/one-thread-uvm.sqlite|Pages of unified memory move.*cudaMemPrefetchAsync|before the profiler began
answers/weight-streaming.sqlite|weights that are loaded layer by layer at most 8.*h2d_transfer_layer_N|DataLoader|hNd
answers/h100-2gpu-before.sqlite|Elementwise kernels run one by one|microbatches
answers/h100-2gpu-before.sqlite|Exposed all-to-all|pipeline
answers/h100-2gpu-after.sqlite|Exposed all-to-all|microbatches
kineto/hta-sampled0.json.gz|Exposed all-to-all.*equal work before it|microbatches
kineto/hta-sampled1.json.gz|Exposed all-gather|microbatches
kineto/tl-sglang.json.gz|1 step of 494 ms|idle before
serving/sglang-decode.json.gz|1 step of|97\.. % is idle
serving/vllm-decode.json.gz|1 step of|logging, checkpoints
serving/sglang-decode-capture-bs32.json.gz|captured for their first use at most 98\.. %.*hipStreamBeginCapture|memory is allocated
serving/vllm-decode-capture.json.gz|captured for their first use at most 97\.. %.*hipStreamBeginCapture|Instantiate[^ ]* evidence
stats p2p-acc-mpi-4gpu.sqlite|The devices. time|from before the recording
stats -r mfu serving/vllm-decode.json.gz|The peak of a GPU without a name is not known|
stats other/jax-conv.xplane.pb|8 devices, 138 ms, 0 ranges|NVTX
answers|of the time, 2\.88 s|% of the step
rodinia-gaussian.sqlite|devices?,|DataLoader|torch|\.item\(\)
p2p-acc-mpi-4gpu.sqlite|4 devices, 77\.6 ms, no training steps.*memory of the host is pinned at most 91\.0 %.*cuMemHostRegister|aware of CUDA|DataLoader|torch|\.item\(\)|before the recording
stats answers/timesformer-h100.json.gz|1\. The GPU waits for data: at most 57\.7 %|other than launch
picture answers/one-thread-uvm.sqlite|Start here: Kernels have too few blocks.*93\.3 %|Pages of unified
picture answers/timesformer-h100.json.gz|idle 58\.1 %|
alpa-jax.sqlite|loaded, compiled or captured for their first use at most 9[0-9]\.. %|other than launch
serving/vllm-decode-capture.json.gz|captured for their first use at most 9[0-9]\.. %|other than launch
serving/sglang-decode.json.gz|Kernels are so small.*replay of a graph|CUDA graphs for the gaps
serving/vllm-decode.json.gz|replay of a graph already|CUDA graphs for the gaps|NxNf
answers/ddp-resnet-mi300.json.gz|object at N|NxNf
pairs/bert-h100.json.gz|The GPU is idle while the CPU launches at most 7[0-9]\.|The CPU waits for the GPU
pairs/bert-mi300.json.gz|The GPU is idle while the CPU launches|with_stack=True
rodinia-gaussian.sqlite|fewer threads than a warp.*at most 95\.. %.*Fan2.*threads of a block 16|nothing costs
kineto/hta-ns-rank0.json.gz|run in FP32.*FP16|TF32 \(from
kineto/hta-sampled0.json.gz|Exposed all-gather.*if it gathers parameters|
answers/h100-2gpu-before.sqlite|Exposed all-to-all.*range 'nccl:all_to_all|ncclGroupEnd
answers/h100-2gpu-before.sqlite|FlashAttention 2 on a Hopper GPU|
kineto/tl-sglang.json.gz|less than half of what the GPU can do at most 52\.0 % .*gemm bf16 128x256x32 tn.*share of the peak 38\.9 %|
pairs/qwen-h100.json.gz|1 step of 35\.2 ms after work from before the recording|49\.4 ms
stats -r mfu answers/cold-start-a100.json.gz|aten::addmm 9\.0%[^a]* 19\.5 |156\.0
stats -r layer_kernel_sum kineto/hta-ns-rank0.json.gz|no range has the number of a layer|
stats -r layer_kernel_sum answers/h100-2gpu-before.sqlite|Kernel Name layer 3 100|no range has
gtls-search.sqlite|kernels ran for 93\.7 % of the time, 69\.4 % of it in calcAllLowestResidualsGPU|elementwise
stats answers/h100-2gpu-before.sqlite|What ran, by kind[^%]* 50\.3% [^ ]+ 272 ms 68 x attention.*copy and fill.*Top kernels[^%]* 50\.3% [^ ]+ 272 ms 68 x flash attention fwd hdim128.*gemm bf16 192x192x64|flash_fwd_kernel
stats kineto/hta-ns-rank0.json.gz|batch norm bwd 128 .*batch norm bwd 32 |cudnnTensorStruct,
stats gtls-search.sqlite|81\.2% [^ ]+ 1\.80 s 419 x other|s 98 x elementwise
answers/ddp-resnet-mi300.json.gz|of PyTorch.s own kernels, shapes decide|launch at least as many blocks
pairs/bert-h100.json.gz|Python of the model between its launches|move it to another thread
pairs/qwen-mi300.json.gz|range 'nn.Module: Qwen2Model' \([0-9]+ %\)|most in 'ProfilerStep
answers/h100-2gpu-after.sqlite|range 'aten::copy_' \(40 %\), kernel copy|'aten::copy_'[^,]*, kernel Mul
answers/cold-start-a100.json.gz|'aten::addmm' \([0-9]+ %\), \[CUDA memset\]|kernel \[CUDA
kineto/hta-sampled0.json.gz|record_shapes, which slows the CPU|nccl_size_sum\)
kineto/tl-compile.json.gz|less than half of what the GPU can do at most 37\.2 % .*share of the peak 41\.9 %|idle
memfusion-trt.sqlite|nothing costs 3 % .*kernels ran for 99\.3 % .*conv fprop f16|
centerformer-trt-nvtxonly.sqlite|holds ranges but no GPU operations|nothing costs
mordred-db.sqlite|Copies of pageable memory hold up the GPU|hold up the step
other/rocprofv3-results.json.gz|Exposed communication.*kernel nccl generic|nccl_size_sum
stats answers/timesformer-h100.json.gz|1 device, 378 ms|160 ms
edge-weatherbench-nokernel.sqlite|no kernel was recorded|nothing costs
END
finish
