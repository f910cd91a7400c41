# Of a distributed run the first rank prints one line, and others only what went wrong;
# --summary says otherwise.
mock=${FIXTURES%/fixtures}/mock
[ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
# What the library has at the end of a program it leaves to the system.
export ASAN_OPTIONS=detect_leaks=0
export GPUFLAME_CUPTI=$mock/libcupti.so.13
printf 'cuinit\npush Train step 1\nlaunch 1000 gemm\npop\n' >script
printf 'cuinit\n' >idle
# play RANK OPTIONS... COMMAND...
play() {
  SLURM_JOB_ID=77 SLURM_PROCID=$1 SLURM_NTASKS=3 SLURMD_NODENAME=n$1 \
    gpuflame record "${@:2}" 2>&1 >/dev/null | sed -E 's/-[0-9]+\.gpuflame/-PID.gpuflame/g'
}
for words in '' '--summary rank0' '--summary all' '--summary none'; do
  echo "--- ranks 0 and 1${words:+, $words}"
  for rank in 0 1; do
    # shellcheck disable=SC2086
    play $rank $words -o run7/ -- "$mock/driver" script
  done
done
echo '--- what goes wrong is printed by any rank'
play 2 -o run7/ -- "$mock/driver" idle
play 2 --summary none -o run7/ -- "$mock/driver" idle
play 2 -o run7/ -- true
echo '--- files by a pattern; the folder has a blank'
play 0 -o 'it-%r' -- "$mock/driver" script
play 0 -o 'a b/' -- "$mock/driver" script
echo '--- a launcher in the first task: all of its processes'
play 0 -o run8/ -- sh -c 'for i in 0 1; do SLURM_PROCID=$i "$0" script; done' "$mock/driver"
gpuflame record --summary some true
