# A run of several ranks is a folder: recorded there, read as one, and a rank that is missing is
# named.
# shellcheck disable=SC2016
real-run-folder() {
  mock=${FIXTURES%/fixtures}/mock
  [ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
  # What the library has at the end of a program it leaves to the system.
  export ASAN_OPTIONS=detect_leaks=0
  export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
  for rank in 0 1 2 3 4 5 6 7; do
    printf 'cuinit\npush Train step 1\npush forward\nlaunch %d gemm\npop\npop\n' $((1000 + rank)) >script$rank
  done
  # play NODES COMMAND...: what a launcher sets for each of 8 ranks, two to a node
  play() {
    for rank in $1; do
      SLURM_JOB_ID=77 SLURM_PROCID=$rank SLURM_NTASKS=8 SLURM_LOCALID=$((rank % 2)) \
        SLURMD_NODENAME=n$((rank / 2)) "${@:2}" "$DRIVER" script$rank 2>/dev/null &
    done
    wait
  }
  names() { (cd "$1" && echo *) | sed -E 's/-[0-9]+\.gpuflame/-PID.gpuflame/g' | tr ' ' '\n'; }
  for mode in fold trace; do
    echo "--- $mode mode"
    rm -rf run7
    play '0 1 2 3 4 5 6 7' gpuflame record --mode $mode -o run7/ --
    names run7
    gpuflame collapse run7
    gpuflame collapse --strict --by rank run7
    gpuflame stats -r rank_sum -f csv run7 | cut -d, -f1-3,6,8
    gpuflame run7/ -o flame.svg && grep -c '<svg' flame.svg

    echo "--- $mode mode: ranks are missing"
    rm run7/*rank5-*
    gpuflame collapse run7
    gpuflame stats run7 >/dev/null
    gpuflame diff run7 run7 -f folded
    gpuflame collapse --strict run7 && echo "--strict has no effect"
    gpuflame collapse -q run7/*rank4-* # one rank alone, on purpose
    rm run7/*rank[047]-*
    gpuflame collapse run7
  done

  echo "--- an existing folder, and by the variable alone"
  mkdir there
  play 3 gpuflame record -o there
  names there
  CUDA_INJECTION64_PATH=${FIXTURES%/fixtures}/libgpuflame.so GPUFLAME_OUTPUT=made/for/it/ play '2 3' env
  names made/for/it
}
check real-run-folder 0 <<'STDOUT' 3<<'STDERR'
--- fold mode
job77-rank0-n0-PID.gpuflame
job77-rank1-n0-PID.gpuflame
job77-rank2-n1-PID.gpuflame
job77-rank3-n1-PID.gpuflame
job77-rank4-n2-PID.gpuflame
job77-rank5-n2-PID.gpuflame
job77-rank6-n3-PID.gpuflame
job77-rank7-n3-PID.gpuflame
Train step;forward;gemm 8028
rank 0;Train step;forward;gemm 1000
rank 1;Train step;forward;gemm 1001
rank 2;Train step;forward;gemm 1002
rank 3;Train step;forward;gemm 1003
rank 4;Train step;forward;gemm 1004
rank 5;Train step;forward;gemm 1005
rank 6;Train step;forward;gemm 1006
rank 7;Train step;forward;gemm 1007
Rank,Node,GPU,GPU Ops,Compute (ns)
0,n0,0,1,1000
1,n0,0,1,1001
2,n1,0,1,1002
3,n1,0,1,1003
4,n2,0,1,1004
5,n2,0,1,1005
6,n3,0,1,1006
7,n3,0,1,1007
1
--- fold mode: ranks are missing
Train step;forward;gemm 7023
Train step;forward;gemm 7023 7023
Train step;forward;gemm 1004
Train step;forward;gemm 4012
--- trace mode
job77-rank0-n0-PID.gpuflame
job77-rank1-n0-PID.gpuflame
job77-rank2-n1-PID.gpuflame
job77-rank3-n1-PID.gpuflame
job77-rank4-n2-PID.gpuflame
job77-rank5-n2-PID.gpuflame
job77-rank6-n3-PID.gpuflame
job77-rank7-n3-PID.gpuflame
Train step;forward;gemm 8028
rank 0;Train step;forward;gemm 1000
rank 1;Train step;forward;gemm 1001
rank 2;Train step;forward;gemm 1002
rank 3;Train step;forward;gemm 1003
rank 4;Train step;forward;gemm 1004
rank 5;Train step;forward;gemm 1005
rank 6;Train step;forward;gemm 1006
rank 7;Train step;forward;gemm 1007
Rank,Node,GPU,GPU Ops,Compute (ns)
0,n0,0,1,1000
1,n0,0,1,1001
2,n1,0,1,1002
3,n1,0,1,1003
4,n2,0,1,1004
5,n2,0,1,1005
6,n3,0,1,1006
7,n3,0,1,1007
1
--- trace mode: ranks are missing
Train step;forward;gemm 7023
Train step;forward;gemm 7023 7023
Train step;forward;gemm 1004
Train step;forward;gemm 4012
--- an existing folder, and by the variable alone
job77-rank3-n1-PID.gpuflame
job77-rank2-n1-PID.gpuflame
job77-rank3-n1-PID.gpuflame
STDOUT
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: the input has anomalies or reports lost events, and --strict is on
gpuflame: warning: 4 of 8 ranks: ranks 0 (node n0), 4-5, 7 (node n3) are missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: warning: 7 of 8 ranks: rank 5 (node n2) is missing from job 77
gpuflame: the input has anomalies or reports lost events, and --strict is on
gpuflame: warning: 4 of 8 ranks: ranks 0 (node n0), 4-5, 7 (node n3) are missing from job 77
STDERR

# Which rank is slow, from captures of sums: by range, without waits at collectives; two processes
# of one rank are one.
real-slow-rank() {
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
}
check real-slow-rank 0 <<'STDOUT'
Rank,Node,GPU,UUID,Devices,GPU Ops,Span (ns),Compute (ns),vs Median (%),Comm (ns),Exposed Comm (ns),Idle (ns),Wait (ns),Avg Wait (ns),Last,Last Share (%),First,Note,File
0,n0,0,,1,5,,600100,0.0,0,,,,,,,,
1,n0,0,,1,4,,600000,0.0,0,,,,,,,,
2,n1,0,,1,4,,720000,20.0,0,,,,,,,,straggler
3,n1,0,,1,4,,600000,0.0,0,,,,,,,,
Range,Kind,Ranks,Mean (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Over Med (ns),Least,Most
Train step N,step,4,630000.0,600000.0,600000,720000,60000.0,120000.0,rank 0,rank 2
backward,range,4,430000.0,400000.0,400000,520000,60000.0,120000.0,rank 0,rank 2
forward,range,4,200000.0,200000.0,200000,200000,0.0,0.0,rank 0,rank 0
Rank,Node,Range,Kind,Time (ns),vs Median (%)
0,n0,Train step N,step,600000,0.0
0,n0,backward,range,400000,0.0
0,n0,forward,range,200000,0.0
1,n0,Train step N,step,600000,0.0
1,n0,backward,range,400000,0.0
1,n0,forward,range,200000,0.0
2,n1,Train step N,step,720000,20.0
2,n1,backward,range,520000,30.0
2,n1,forward,range,200000,0.0
3,n1,Train step N,step,600000,0.0
3,n1,backward,range,400000,0.0
3,n1,forward,range,200000,0.0
rank 2 (node n1, GPU 0) computes 20.0 % longer than the median rank (+120 us), most of it in 'backward' (+120 us)
gpuflame: 'run7/FILE has no data for rank_step_map: no single operations, only sums (gpuflame record --mode trace has both)
STDOUT
