# Every report of the small trace, whose numbers can be worked out by hand.
gpuflame stats --report all --format csv "$FIXTURES/stats_small.sqlite"
echo
gpuflame stats --report cuda_gpu_kern_sum:base,nvtxkernsum:mangled --format csv \
  "$FIXTURES/stats_small.sqlite"
