# Numbers worked out by hand, of what nsys prints nothing to compare with.
cp "$FIXTURES"/stats_{small,steps,sync,nccl_binary}.sqlite .
echo '--- what waits: of 11 operations those of 30, 50 and 10 ns; 60; 90 and 80'
gpuflame stats -f csv -r cuda_memcpy_sync,cuda_memcpy_async,cuda_memset_sync stats_sync.sqlite | cut -d, -f1-4,10
echo '--- a kernel that began within its call has not queued: 20000 to 20050, 20020 to 20120'
gpuflame stats -f csv -r cuda_kern_exec_trace,cuda_kern_exec_sum stats_sync.sqlite
echo '--- API calls and GPU: 11 + 1 calls of 20 and 50 ns, copies of 10 to 70, fills of 80 to 110'
# cudaMemcpy: 80; cuMemcpyDtoH: 20; cudaMemcpyAsync: 40; cudaMemset: 60; cudaMemsetAsync: 20;
# cudaLaunchKernel: 50. HtoD: 20 + 30; DtoH: 10 + 50 + 60 + 70; DtoD: 40; fills: 80 + 90 + 100 + 110;
# gemm: 100. In all 1030.
gpuflame stats -f csv -r cuda_api_gpu_sum stats_sync.sqlite
echo '--- pooled: forward is 900, 900 and six times 30: the median of all is 30, that of medians 465'
gpuflame stats -f csv -r nvtx_pushpop_sum stats_small.sqlite stats_steps.sqlite | grep forward
echo '--- pooled quartiles: all-reduces of 1000, 1400, 2000 and 2000 ns: 1300, 1700, 2000'
gpuflame stats -f csv -r nccl_gpu_proj_sum stats_small.sqlite stats_nccl_binary.sqlite | grep -i 'Q1\|allreduce'
echo '--- each by itself: 1100, 1200, 1300; then 2000'
gpuflame stats -f csv --per-rank -r nccl_gpu_proj_sum stats_small.sqlite stats_nccl_binary.sqlite | grep -i 'allreduce'
echo '--- ranks: two compute for 550 ns, one for 6 * 500 + 4100 = 7100, 1190.9 % above the median'
cp stats_small.sqlite again.sqlite
gpuflame stats -f csv -r rank_sum stats_small.sqlite again.sqlite stats_steps.sqlite
echo '--- gaps of 100 ns and more between 1150-1250, 1300-1500, 1700-1750, 3300-4300, 6120-6130, 6300-7900, 8100-8300, 8505'
gpuflame stats -f csv --min-gap 0.0001 -r gpu_gaps stats_small.sqlite | cut -d, -f1,2
echo '--- five parts of 1473 ns from 1150 on: 350, 796, 204, 852 (752 without the overlap), 1068 in use'
gpuflame stats -f csv --chunks 5 -r gpu_time_util stats_small.sqlite | cut -d, -f1-3
echo '--- of 1400 ns of all-reduce a gemm runs for 100'
gpuflame stats -f csv -r nccl_gpu_overlap_trace stats_small.sqlite | cut -d, -f2,3,6,7
