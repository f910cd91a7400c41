# Begin where another ends: no gap, no waiting, and the range that begins is the one that counts.
cp "$FIXTURES/stats_touch.sqlite" .
gpuflame collapse -q --preset none stats_touch.sqlite
gpuflame stats -f csv --min-gap 0 --chunks 5 \
  -r cuda_kern_exec_trace,gpu_gaps,gpu_time_util,nvtx_gpu_proj_trace stats_touch.sqlite
