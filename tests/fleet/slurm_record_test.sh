#!/usr/bin/env bash
# Recording on a Slurm of eight nodes: a run of 64 ranks is a folder, its picture, its slow and its
# missing rank; launchers in launchers; a job that is cancelled, and a rank that is killed.
# shellcheck disable=SC2317 # check calls them
set -u
# shellcheck source=tests/fleet/fleet.sh
. "$(dirname "$0")/fleet.sh" "$1"
needs "recording on Slurm" slurmctld slurmd munged
# Each node has a folder of sockets of its own.
task_prolog=$work/prolog
# shellcheck disable=SC2016 # for the prolog
printf '#!/bin/sh\necho "export GPUFLAME_CONTROL=%s/control-$SLURMD_NODENAME"\n' "$work" >"$task_prolog"
chmod 755 "$task_prolog"
start_slurm 8

# What the ranks take without a launcher, one after the other
alone() { # RANKS
  local r
  for r in $(seq 0 $(($1 - 1))); do
    RANK=$r LOCAL_RANK=$r WORLD_SIZE=$1 gpuflame record -o "alone$1/" -- "$rank" 2>/dev/null || return
  done
  gpuflame collapse -q "alone$1" -o "alone$1.folded"
}
equals_alone() { # FOLDER RANKS OPTION...
  gpuflame collapse --strict "${@:3}" "$1" -o got.folded && same "alone$2.folded" got.folded
}
count() { [ "$(find "$1" -name "$2" | wc -l)" -eq "$3" ] || { ls "$1" && false; }; }
alone 8

# --- 64 ranks ------------------------------------------------------------------------
check "64 ranks on 8 nodes" srun -n 64 gpuflame record --strict -o run7/ -- "$rank"
nodes_have() { for n in {1..8}; do count run7 "job*-rank*-n$n-*.gpuflame" 8 || return; done; }
check "a file of each rank, named by its node" nodes_have
check "no rank is missing, nothing is lost" gpuflame collapse --strict run7/ -o run7.folded
by_awk() {
  awk 'BEGIN {
    for (r = 0; r < 64; r++) {
      slow = r == 5 ? 3 : 1
      for (step = 1; step <= 10; step++) {
        gemm += 4 * (1000 * slow + r)
        softmax += 4 * (500 + r + step)
        reduce += int(9000 / slow)
      }
    }
    print "gemm", gemm
    print "ncclDevKernel_AllReduce_Sum_f32_RING_LL", reduce
    print "softmax", softmax
  }' >want
  kernel_times run7.folded | diff want -
}
check "each nanosecond of the 64 ranks" by_awk
draws() { gpuflame run7/ -o run7.svg && grep -q '<svg' run7.svg; }
check "the picture" draws
slow() {
  gpuflame stats run7/ >out && cat out &&
    grep -E '^rank 5 \(node n[1-8], GPU 0\) computes 124\.0 % longer' out
}
check "the slow rank is named, with its node" slow
names_missing() {
  rm run7/*rank42-*
  gpuflame run7/ -o run7.svg 2>&1 | grep 'warning: 63 of 64 ranks: rank 42 (node n[1-8]) is missing'
}
check "a rank that is missing is named" names_missing

# --- launchers in launchers ----------------------------------------------------------
nested() { srun -n 4 -N 4 gpuflame record -o nested/ -- "$root/tests/fleet/programs/torchrun" --nproc-per-node=2 train.py && count nested '*-rank[0-7]-n*' 8; }
check "srun and torchrun: eight ranks of four tasks" nested
check "equal to eight ranks by themselves" equals_alone nested 8

cat >job.sh <<'END'
#!/bin/bash
srun gpuflame record -o batch/ -- "$1"
END
in_batch() { submit -n 8 -N 2 -o log job.sh "$rank" && count batch '*-rank[0-7]-n[12]-*' 8; }
check "sbatch and srun" in_batch
check "equal to eight ranks by themselves" equals_alone batch 8

# Only where the nodes share what record reads of /proc and TMPDIR, as on one machine
outside() { gpuflame record -o outside/ -- srun -n 8 -N 8 "$rank" && equals_alone outside 8; }
check "record around srun" outside
check "srun --mpi=pmi2" srun --mpi=pmi2 -n 8 -N 8 gpuflame record -o pmi2/ -- "$rank"
check "equal to eight ranks by themselves" equals_alone pmi2 8

# --- ends ----------------------------------------------------------------------------
killed() {
  local status
  FAIL_RANK=3 srun -n 8 -N 8 gpuflame record -o killed/ -- "$rank" 2>err
  status=$?
  cat err
  # 128 and the signal
  [ "$status" -eq 137 ] && count killed '*.gpuflame' 8 &&
    grep -q 'rank 3 .*its last moments may be missing' err
}
check "a killed rank: srun's status, and its file is there" killed
# It dies in step 5, when that has been written.
half() {
  gpuflame collapse -q killed/*-rank3-* -o half.folded && kernel_times half.folded | diff <(
    echo "gemm $((5 * 4 * 1003))"
    echo "ncclDevKernel_AllReduce_Sum_f32_RING_LL $((5 * 9000))"
    echo "softmax $((4 * (5 * 503 + 15)))"
  ) -
}
check "what it did until then" half
rest_is_whole() {
  rm {killed/*-,alone8/}rank3-*
  gpuflame collapse -q alone8 -o want.folded && gpuflame collapse killed -o got.folded && same want.folded got.folded
}
check "the others are whole" rest_is_whole

cancelled() {
  local pid
  LONG=1 srun -J long -n 8 -N 8 gpuflame record -o cancelled/ -- "$rank" 2>err &
  pid=$!
  for _ in {1..100}; do
    [ "$(find cancelled -name '*.gpuflame' -size +4k 2>/dev/null | wc -l)" -lt 8 ] || break
    sleep 0.1
  done
  scancel -n long
  ! wait "$pid" || return
  cat err
  [ "$(grep -c 'its last moments may be missing' err)" -eq 8 ] && count cancelled '*.gpuflame' 8 &&
    ! gpuflame collapse --strict cancelled && gpuflame collapse cancelled && gpuflame stats cancelled
}
check "scancel: eight readable files that say so" cancelled

# --- on demand: the commands of docs/CLUSTERS.md -----------------------------------------
runs_on_demand() {
  printf '%s\n' cuinit 'repeat 15000' 'push Train step @' 'launch 1000 gemm' 'sleep 20' pop again >long.play
  rm -rf "$work"/control-n* # of processes that were killed
  srun -J later -n 16 -N 8 gpuflame record -q --no-strip-numbers --start-later -o run10/ -- "$DRIVER" "$PWD/long.play" &
  for _ in {1..100}; do
    [ "$(find "$work"/control-n* -type s 2>/dev/null | wc -l)" -lt 16 ] || break
    sleep 0.1
  done
  JOB=$(squeue -h -n later -o %A)
}
on_demand() {
  local command file first
  command=$(grep '^gpuflame start .*--job' "$root/docs/CLUSTERS.md")
  JOB=$JOB bash -c "$command" 2>log || { cat log && return 1; }
  cat log
  grep -qx 'gpuflame: 16 of 16 ranks answered' log || return
  first=$(sed -n 's/^gpuflame: steps \([0-9]*\) to .* will be recorded$/\1/p' log)
  for step in $(seq "$first" $((first + 9))); do echo "Train step $step;gemm 1000"; done >want
  count run10 '*.gpuflame' 16 || return
  for file in run10/*; do
    gpuflame collapse -q --strip-numbers none --no-strip-train-iter-number "$file" | sort -V >got
    same want got || return
  done
}
runs_on_demand
check "one command: 16 ranks record the same 10 steps" on_demand
scancel -n later
exit "$failures"
