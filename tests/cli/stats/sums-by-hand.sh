# A capture of sums by hand: gemm is 900 + 50 + 70 ns of 6, on two devices, 30 to 400; two all-reduces
# of 100; three copies of 30. What has no launch record is in no range.
cp "$FIXTURES/stats_sums.sqlite" sums.sqlite
gpuflame stats -f csv -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:base,cuda_gpu_kern_sum:mangled sums.sqlite
gpuflame stats -q -f csv -r cuda_gpu_mem_time_sum,cuda_gpu_sum sums.sqlite
gpuflame stats -q -f csv -r nvtx_kern_sum:base sums.sqlite
gpuflame stats -q sums.sqlite
# Two files: every sum of one file is doubled.
cp sums.sqlite more.sqlite
gpuflame stats -q -f csv -r cuda_gpu_kern_sum:base sums.sqlite more.sqlite
