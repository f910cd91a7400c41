# Captures of fold mode, which hold sums: reports that need only sums are those of the same run in
# trace mode, except for medians, deviations, threads and the number of ranges; the other reports
# are refused with advice.
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
export ASAN_OPTIONS=detect_leaks=0 GPUFLAME_CUPTI=$mock/libcupti.so.13
export CUDA_INJECTION64_PATH=${FIXTURES%/fixtures}/libgpuflame.so
export NVTX_INJECTION64_PATH=$CUDA_INJECTION64_PATH
printf '%s\n' cuinit 'push Train step 1' 'push forward' 'launch 1000 gemm' 'launch 3000 gemm' pop \
  'push forward' 'launch 500 gemm' 'push forward' 'launch 40 relu' pop pop \
  'pushreg NCCL ncclAllReduce' 'launch 30 nccl' 'popd NCCL' 'memcpy 1 100' 'memcpy 1 300' \
  'memcpy 8 20' 'memset 5' pop 'launch 7 gemm' 'launch 9 root' >small
cp "$TESTS"/capture/{basics,memory,domains,threads,orphan,whole_graph}.play .
# rows REPORT COLUMNS FILE: what both modes know, in one order
rows() { gpuflame stats -q -f csv -r "$1" "$3" 2>&1 | sed "s/'[a-z]*\.gpuflame'/it/" | cut -d, -f"$2" | sort; }
for play in small *.play; do
  rm -f -- *.gpuflame
  for mode in fold trace; do
    GPUFLAME_STRIP=0 GPUFLAME_MODE=$mode GPUFLAME_OUTPUT=$mode.gpuflame "$mock/driver" "$play"
  done
  for report in cuda_gpu_kern_sum:1-4,6,7,9- cuda_gpu_kern_sum:base:1-4,6,7,9- cuda_gpu_mem_time_sum:1-4,6,7,9- \
    cuda_gpu_sum:1-4,6,7,9- nvtx_kern_sum:1,6-8,10,11,13; do
    name=${report%:*}
    diff <(rows "$name" "${report##*:}" fold.gpuflame) <(rows "$name" "${report##*:}" trace.gpuflame) &&
      echo "$play, $name: the same, $(rows "$name" 1 fold.gpuflame | wc -l) lines"
  done
  [ "$play" != small ] || mv fold.gpuflame fold.small
done
mv fold.small fold.gpuflame
echo '--- what is not known is empty'
gpuflame stats -f csv -r cuda_gpu_kern_sum fold.gpuflame
gpuflame stats -f json -r cuda_gpu_mem_time_sum fold.gpuflame
gpuflame stats -f csv -r nvtx_kern_sum fold.gpuflame | cut -d, -f1,2,4-
gpuflame stats fold.gpuflame
gpuflame stats -r gpu_gaps fold.gpuflame
gpuflame findings fold.gpuflame
gpuflame stats -f csv -r gpu_gaps,cuda_gpu_mem_time_sum fold.gpuflame
echo '--- pooled with a report of events: 1000 + 3000 + 500 + 7, and 200 and 300 of the other'
cp "$FIXTURES/stats_small.sqlite" .
gpuflame stats -f csv -r cuda_gpu_kern_sum:base fold.gpuflame stats_small.sqlite
gpuflame stats -f csv -r cuda_memset_sync fold.gpuflame stats_small.sqlite
