# Which rank is slow, from captures of sums: by range, without waits at collectives; two processes
# of one rank are one.
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0 GPUFLAME_CUPTI=$mock/libcupti.so.13
for rank in 0 1 2 3; do
  dgemm=200000
  [ $rank = 2 ] && dgemm=260000
  {
    echo cuinit
    for step in 0 1; do
      printf 'push Train step %d\npush forward\nlaunch 100000 gemm\npop\n' $step
      printf 'push backward\nlaunch %d dgemm\npop\npop\n' $dgemm
    done
  } >script$rank
done
play() {
  SLURM_JOB_ID=77 SLURM_PROCID=$1 SLURM_NTASKS=4 SLURMD_NODENAME=n$(($1 / 2)) \
    gpuflame record -o run7/ -- "$mock/driver" "$2" >/dev/null 2>&1
}
for rank in 0 1 2 3; do play $rank script$rank; done
printf 'cuinit\nlaunch 100 helper\n' >helper
play 0 helper
gpuflame stats -r rank_sum,rank_range_sum,rank_range_map -f csv run7 | sed 's/,job77.*//'
gpuflame stats run7 | sed -n 3p
gpuflame stats -r rank_step_map run7 2>&1 | sed 's/job77[^ ]*/FILE/'
