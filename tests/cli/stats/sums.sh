# Captures of fold mode, which hold sums: reports that need only sums are those of the same run in
# trace mode, except for medians, deviations, threads and the number of ranges; the other reports
# are refused with advice.
sums-like-trace() {
  on_mock
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
      GPUFLAME_STRIP=0 GPUFLAME_MODE=$mode GPUFLAME_OUTPUT=$mode.gpuflame "$MOCK/driver" "$play"
    done
    for report in cuda_gpu_kern_sum:1-4,6,7,9- cuda_gpu_kern_sum:base:1-4,6,7,9- cuda_gpu_mem_time_sum:1-4,6,7,9- \
      cuda_gpu_sum:1-4,6,7,9- nvtx_kern_sum:1,6-8,10,11,13; do
      name=${report%:*}
      rows "$name" "${report##*:}" fold.gpuflame >fold.rows
      rows "$name" "${report##*:}" trace.gpuflame | diff fold.rows - && wc -l <fold.rows
    done | paste -s -d ' ' | sed "s/^/$play, lines that are the same: /"
    [ "$play" != small ] || mv fold.gpuflame fold.small
  done
  mv fold.small fold.gpuflame
  tell "what is not known is empty" gpuflame stats -f csv -r cuda_gpu_kern_sum fold.gpuflame
  gpuflame stats -f csv -r nvtx_kern_sum fold.gpuflame | cut -d, -f1,2,4-
  gpuflame stats -f csv -r gpu_gaps,cuda_gpu_mem_time_sum fold.gpuflame
  echo '--- pooled with a report of events: 1000 + 3000 + 500 + 7, and 200 and 300 of the other'
  cp "$FIXTURES/stats_small.sqlite" .
  gpuflame stats -f csv -r cuda_gpu_kern_sum:base fold.gpuflame stats_small.sqlite
}
check sums-like-trace 0 <<'STDOUT' 3<<'STDERR'
small, lines that are the same: 5 5 4 8 9
basics.play, lines that are the same: 5 5 1 5 12
domains.play, lines that are the same: 2 2 1 2 6
memory.play, lines that are the same: 1 1 8 8 1
orphan.play, lines that are the same: 3 3 1 3 5
threads.play, lines that are the same: 2 2 1 2 6
whole_graph.play, lines that are the same: 2 2 1 2 2
--- what is not known is empty
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
98.3,4507,4,1126.8,,7,3000,,gemm
0.9,40,1,40.0,40.0,40,40,0.0,relu
0.7,30,1,30.0,30.0,30,30,0.0,nccl
0.2,9,1,9.0,9.0,9,9,0.0,root
NVTX Range,Style,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
,,,,1,9,9.0,9.0,9,9,0.0,root
,,,,1,7,7.0,7.0,7,7,0.0,gemm
NCCL:ncclAllReduce,,,,1,30,30.0,30.0,30,30,0.0,nccl
Train step 1,,,,3,4500,1500.0,,500,3000,,gemm
Train step 1,,,,1,40,40.0,40.0,40,40,0.0,relu
Train step 1,,,,1,30,30.0,30.0,30,30,0.0,nccl
forward,,,,3,4500,1500.0,,500,3000,,gemm
forward,,,,1,80,40.0,40.0,40,40,0.0,relu
Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation
94.1,400,2,200.0,,100,300,,[CUDA memcpy Host-to-Device]
4.7,20,1,20.0,20.0,20,20,0.0,[CUDA memcpy Device-to-Device]
1.2,5,1,5.0,5.0,5,5,0.0,[CUDA memset]
--- pooled with a report of events: 1000 + 3000 + 500 + 7, and 200 and 300 of the other
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
66.4,5007,6,834.5,,7,3000,,gemm
31.8,2400,2,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL
1.2,90,2,45.0,45.0,40,50,7.1,relu
0.4,30,1,30.0,30.0,30,30,0.0,nccl
0.1,9,1,9.0,9.0,9,9,0.0,root
STDOUT
gpuflame: 2 of 5 operations have no launch that was seen: they are in no range, but in '[no launch record]' [2 times]
gpuflame: note: skipped, since the input has no single operations, only sums (gpuflame record --mode trace has both): gpu_gaps
STDERR
