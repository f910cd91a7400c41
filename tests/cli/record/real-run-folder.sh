# A run of several ranks is a folder: recorded there, read as one, and a rank that is missing is
# named.
# shellcheck disable=SC2016
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
  gpuflame merge run7
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
