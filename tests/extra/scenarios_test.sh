#!/usr/bin/env bash
# Clusters whose truth is known, by a generator beside the project: who is slow, where, since when and
# why; and nobody where nothing is but noise. Needs ../shared. SEED=N: with other chance.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"
need "$shared/tools/gen_cluster.py" "scenarios of a cluster"
cd "$work" || exit 1
seed=${SEED:-4100}

# record PLAY FILE MODE [VARIABLE...]
record() {
  env "${@:4}" CUDA_INJECTION64_PATH="$B/libgpuflame.so" NVTX_INJECTION64_PATH="$B/libgpuflame.so" \
    GPUFLAME_OUTPUT="$2" GPUFLAME_MODE="$3" GPUFLAME_CUPTI="$B/mock/libcupti.so.13" "$B/mock/driver" "$1"
}

# cluster FOLDER OPTION...
cluster() {
  SEED=$((++seed)) python3 "$shared/tools/gen_cluster.py" "$@" --template "$work/template.gpuflame"
}

# said FOLDER...: who; why; in which range; since when, of each line
said() {
  "$B/gpuflame" stats -q -r rank_cost -f tsv "$@" 2>&1 | sed 1d | cut -f 1-4 | tr '\t' ';' | paste -sd '|'
}

# scenario NAME WANTED OPTION...: of 64 ranks
scenario() {
  rm -rf run
  cluster run -n 64 "${@:3}"
  same "$1" "$2" "$(said run)"
}

# folded COUNT LATE_NODE LATE_RANK: captures of sums; rank 37 is slow, the node's ranks and that one come late
folded() {
  rm -rf run
  mkdir run
  python3 - "$@" $((++seed)) <<'PLAYS'
import random, sys
count, node, late, seed = map(int, sys.argv[1:])
steps, layers = 10, 4
plays, arrivals = [], []
for rank in range(count):
    chance = random.Random(seed * 10000 + rank)
    slow = 1.12 if rank == 37 and node < 0 and late < 0 else 1
    plays.append([[[int(ns * slow * chance.gauss(1, 0.01)) for ns in (48000, 61000)] for _ in range(layers)] for _ in range(steps)])
    wait = 150000 if rank == late or rank // 8 == node else 0
    arrivals.append([sum(map(sum, step)) + wait for step in plays[-1]])
last = [max(arrival[step] for arrival in arrivals) for step in range(steps)]
for rank in range(count):
    lines = ["cuinit", "push train"]
    for step in range(steps):
        lines += [f"push Train step {step}"]
        for layer in plays[rank][step]:
            lines += ["push attention", f"launch {layer[0]} flash_fwd", "pop", "push mlp", f"launch {layer[1]} gemm", "pop"]
        lines += ["pushreg NCCL ncclAllReduce", f"launch {90000 + last[step] - arrivals[rank][step]} ncclDevKernel_AllReduce_Sum_f32_RING_LL", "popd NCCL", "pop"]
    open(f"run/{rank}.play", "w").write("\n".join(lines + ["pop", ""]))
PLAYS
  for ((rank = 0; rank < $1; rank++)); do
    record run/$rank.play run/ fold RANK=$rank LOCAL_RANK=$((rank % 8)) WORLD_SIZE="$1" SLURM_JOB_ID=4711 \
      SLURMD_NODENAME=n$((rank / 8))
    rm run/$rank.play
  done
}

printf '%s\n' cuinit 'push train' 'launch 1000 gemm' pop >play
record play template.gpuflame trace
none='no rank;;;'

scenario "slow GPU" "rank 37 (node n4, GPU 0);computes longer;;" --plant slowgpu=37:1.12
scenario "slow GPU, TP" "rank 37 (node n4, GPU 0);computes longer;;" --tp 8 --plant slowgpu=37:1.12
scenario "slow GPU, TP, communicators unknown" "rank 37 (node n4, GPU 0);computes longer;;" \
  --tp 8 --payload 0 --plant slowgpu=37:1.12
scenario "slow from step 11" "rank 21 (node n2, GPU 0);computes longer;;since step 11" --plant slowfrom=21:1.12:11
scenario "slow from step 11, TP" "rank 21 (node n2, GPU 0);computes longer;;since step 11" \
  --tp 8 --plant slowfrom=21:1.12:11
scenario "one step twice as long" "rank 9 (node n1, GPU 0);computes longer;;step 7 alone" --plant onestep=9:2:7
scenario "data" "rank 18 (node n2, GPU 0);waits for data;data;since step 5" --plant data=18:3000000:5
scenario "data, TP" "rank 18 (node n2, GPU 0);waits for data;data;since step 5" --tp 8 --plant data=18:3000000:5
scenario "data, TP, communicators unknown" "rank 18 (node n2, GPU 0);waits for data;data;since step 5" \
  --tp 8 --payload 0 --plant data=18:3000000:5
scenario "node in a range" "node n3 (ranks 24-31);computes longer;attention;since step 11" --plant slownode=3:1.5:11
scenario "node in a range, TP" "node n3 (ranks 24-31);computes longer;attention;since step 11" \
  --tp 8 --plant slownode=3:1.5:11
scenario "late node" "node n6 (ranks 48-55);waits for data;data;since step 2" --plant datanode=6:3000000:2
scenario "late node, TP" "node n6 (ranks 48-55);waits for data;data;since step 2" --tp 8 --plant datanode=6:3000000:2
scenario "heavier stage" "ranks 56-63 (node n7);a heavier pipeline stage or a slow node;;" --pp 0.1
scenario "heavier stage and slow GPU" \
  "ranks 56-63 (node n7);a heavier pipeline stage or a slow node;;|rank 3 (node n0, GPU 0);computes longer;;" \
  --pp 0.1 --plant slowgpu=3:1.08

for ranks in 64 256 1024; do
  rm -rf run
  cluster run -n $ranks --steps 10 --plant slowgpu=5:1.04
  same "4 % slower GPU of $ranks" "rank 5 (node n0, GPU 0);computes longer;;" "$(said run)"
  rm -rf run
  cluster run -n $ranks --steps 10 --plant "$(printf 'slowgpu=%d:1.04,' {16..23})"
  wanted="node n2 (ranks 16-23);computes longer;;"
  # one of eight nodes may be a stage
  [ $ranks != 64 ] || wanted="ranks 16-23 (node n2);a heavier pipeline stage or a slow node;;"
  same "4 % slower node of $ranks" "$wanted" "$(said run)"
done

rm -rf run
cluster run -n 256 --plant slowgpu=37:1.12,slownode=12:1.5:11,data=180:20000000:5
three="rank 180 (node n22, GPU 0);waits for data;data;since step 5|rank 37 (node n4, GPU 0);computes longer;;"
three+="|node n12 (ranks 96-103);computes longer;attention;since step 11"
same "three causes" "$three" "$(said run)"
cp run/*rank60-* run/copy.gpuflame
cluster other -n 8 --job 9999 --only 3
cp other/* run
same "three causes, a copy and a file of another job" "$three" "$(said run)"

rm -rf run
cluster run -n 256 --kind nsys --plant data=18:3000000:5
cp run/report_rank60.sqlite run/copy.sqlite
same "reports of nsys and a copy" "rank 18 (GPU 2);waits for data;data;since step 5" "$(said run)"

# parts A FIRST LAST STEPS_A STEPS: ranks FIRST to LAST have STEPS_A steps, the others STEPS
parts() {
  local these others now=$seed
  these=$(seq -s , "$1" "$2")
  others=$(comm -3 <(seq 0 63 | sort) <(seq "$1" "$2" | sort) | paste -sd ,)
  rm -rf run
  cluster run -n 64 --steps "$3" --only "$these" "${@:5}"
  seed=$now
  cluster run -n 64 --steps "$4" --only "$others" "${@:5}"
}
parts 9 9 19 20 --plant data=18:3000000:5
same "late, and one lacks a step" "rank 18 (node n2, GPU 0);waits for data;data;since step 5" "$(said run)"
parts 5 5 23 20
same "23 against 20 steps" "$none" "$(said run)"
parts 8 15 12 20
same "one node was stopped" "$none" "$(said run)"

rm -rf run other
cluster run -n 16 --job first
cluster other -n 8 --job second --plant slowgpu=3:1.3
cp other/* run
same "two jobs in a folder" "$none" "$(said run)"

folded 1024 -1 -1
same "sums, slow GPU" "rank 37 (node n4, GPU 0);computes longer;;" "$(said run)"
cp run/*rank60-* run/copy.gpuflame
cp other/*rank3-* run
same "sums, a copy and a file of another job" "rank 37 (node n4, GPU 0);computes longer;;" "$(said run)"
folded 64 -1 18
same "sums, late rank" "rank 18 (node n2, GPU 0);is late;;" "$(said run)"
folded 64 6 -1
same "sums, late node" "node n6 (ranks 48-55);is late;;" "$(said run)"

for ((i = 0; i < 100; i++)); do
  rm -rf run
  cluster run -n $((8 << i % 4)) --steps 10 --tp $((i % 3 == 0 ? 4 : 1))
  said run
done >log
same "100 clean runs" "100" "$(grep -cx "$none" log)"
finish
