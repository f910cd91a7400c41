# Pictures of reports: well-formed, without scripts, names escaped; and what has none.
cp "$FIXTURES/stats_small.sqlite" small.sqlite
gpuflame stats -f csv --chunks 3 -r gpu_time_util_map,nccl_gpu_time_util_map small.sqlite
gpuflame stats -f csv --histogram 'gemm(float*, float*)' small.sqlite | sed -n '1,2p;41,$p'
gpuflame stats -f csv --histogram forward small.sqlite | tail -n 1
gpuflame stats -f csv --histogram 'relu(float*)' small.sqlite
gpuflame stats -f svg --chunks 3 -r gpu_time_util_map small.sqlite
gpuflame stats -f svg --histogram 'relu(float*)' small.sqlite | sed -n '4,7p'
gpuflame stats -f svg --histogram nothing -o out.svg small.sqlite
gpuflame stats -f svg -r nvtx_sum small.sqlite
gpuflame stats -f svg -r gpu_time_util_map,gpu_gaps small.sqlite
gpuflame stats -f csv --histogram a --histogram b small.sqlite
ls
