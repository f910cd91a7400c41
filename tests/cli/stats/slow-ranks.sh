# Who is slow, in runs whose truth is known (tests/tools/cluster.py): what is planted, and what is said.
run() { # NAME RANKS WORD...: who, why, in which range, since when; of one run
  rm -rf run
  python3 "$TESTS/tools/cluster.py" run "${@:2}"
  gpuflame stats -q -r rank_cost -f tsv run | cut -f 1-4 | tr "\t" ";" | sed 1d >causes
  tell "$1: ${*:2}" cat causes
}

# One cause in each.
slow-ranks() {
  run "slow GPU" 64 gpu:37:1.12
  run "from a step on" 64 gpu:21:1.12:6
  run "until a step" 64 gpu:21:1.12:0:4
  run "one step alone" 64 gpu:9:2:7:7
  run "a node in a range" 64 attention:n3:1.5:6
  run "heavier stage, slow rank" 64 gpu:48-63:1.1 gpu:3:1.08
  run "another in each step" 64 data:any:3000 steps=20
  run "few steps recorded of 15 ranks" 64 cut:0-14:1:7
  run "late, and one lacks steps" 64 data:18:3000:3 cut:9:1:9
  run "the first step alone" 64 data:12:3000:0:0
  run "a node in the first step alone" 32 data:n2:3000:0:0
  run "slow launch calls" 32 calls:9:500
  run "a range that one stage has" 32 head:n3:200
  run "two nodes of three" 24 data:n2:3000:3 attention:n1:1.4
  run "five alike, but one not" 64 data:3:3000:2 data:10:9000:7 data:20:9000:7 data:30:9000:7 data:40:9000:7
  run "a range of half of the ranks" 64 validation:0-31:1 gpu:5:1.08
}
check slow-ranks 0 <<'STDOUT'
--- slow GPU: 64 gpu:37:1.12: rank 37 (node n4, GPU 5);computes longer;;
--- from a step on: 64 gpu:21:1.12:6: rank 21 (node n2, GPU 5);computes longer;;since step 6
--- until a step: 64 gpu:21:1.12:0:4: rank 21 (node n2, GPU 5);computes longer;;until step 4
--- one step alone: 64 gpu:9:2:7:7: rank 9 (node n1, GPU 1);computes longer;;step 7 alone
--- a node in a range: 64 attention:n3:1.5:6: node n3 (ranks 24-31);computes longer;attention;since step 6
--- heavier stage, slow rank: 64 gpu:48-63:1.1 gpu:3:1.08: ranks 48-63;a heavier pipeline stage;; | rank 3 (node n0, GPU 3);computes longer;;
--- another in each step: 64 data:any:3000 steps=20: 18 ranks;change;;a few steps each
--- few steps recorded of 15 ranks: 64 cut:0-14:1:7: no rank;;;
--- late, and one lacks steps: 64 data:18:3000:3 cut:9:1:9: rank 18 (node n2, GPU 2);waits for data;data;since step 3
--- the first step alone: 64 data:12:3000:0:0: no rank;;; | rank 12 (node n1, GPU 4);begins late;data;step 0 alone
--- a node in the first step alone: 32 data:n2:3000:0:0: no rank;;; | node n2;begins late;data;step 0 alone
--- slow launch calls: 32 calls:9:500: rank 9 (node n1, GPU 1);launches late;forward;
--- a range that one stage has: 32 head:n3:200: ranks 24-31 (node n3);a heavier pipeline stage;head;
--- two nodes of three: 24 data:n2:3000:3 attention:n1:1.4
node n2 (ranks 16-23);waits for data;data;since step 3
node n1 (ranks 8-15);computes longer;attention;
--- five alike, but one not: 64 data:3:3000:2 data:10:9000:7 data:20:9000:7 data:30:9000:7 data:40:9000:7
4 ranks (10, 20, 30, 40);waits for data;data;since step 7
rank 3 (node n0, GPU 3);waits for data;data;since step 2
--- a range of half of the ranks: 64 validation:0-31:1 gpu:5:1.08: rank 5 (node n0, GPU 5);computes longer;;
STDOUT

slow-ranks-tp() {
  run "slow GPU" 64 tp=8 gpu:37:1.12
  run "data" 64 tp=8 data:18:3000:3
  run "data, communicators unknown" 64 tp=8 ids=no data:18:3000:3
  run "slow GPU, communicators unknown" 64 tp=4 ids=no gpu:37:1.12:4
  run "a node in a range" 64 tp=8 attention:n5:1.5:5
  run "a node's data" 64 tp=8 data:n1:2500
  run "none" 64 tp=8
  run "three causes" 256 gpu:37:1.12 attention:n12:1.5:5 data:180:20000:4
  run "4 % slower GPU and node" 256 tp=8 gpu:100:1.04 gpu:n20:1.04:4
}
check slow-ranks-tp 0 <<'STDOUT'
--- slow GPU: 64 tp=8 gpu:37:1.12: rank 37 (node n4, GPU 5);computes longer;;
--- data: 64 tp=8 data:18:3000:3: rank 18 (node n2, GPU 2);waits for data;data;since step 3
--- data, communicators unknown: 64 tp=8 ids=no data:18:3000:3: rank 18 (node n2, GPU 2);waits for data;data;since step 3
--- slow GPU, communicators unknown: 64 tp=4 ids=no gpu:37:1.12:4: rank 37 (node n4, GPU 5);computes longer;;since step 4
--- a node in a range: 64 tp=8 attention:n5:1.5:5: node n5 (ranks 40-47);computes longer;attention;since step 5
--- a node's data: 64 tp=8 data:n1:2500: node n1 (ranks 8-15);waits for data;data;
--- none: 64 tp=8: no rank;;;
--- three causes: 256 gpu:37:1.12 attention:n12:1.5:5 data:180:20000:4
rank 180 (node n22, GPU 4);waits for data;data;since step 4
rank 37 (node n4, GPU 5);computes longer;;
node n12 (ranks 96-103);computes longer;attention;since step 5
--- 4 % slower GPU and node: 256 tp=8 gpu:100:1.04 gpu:n20:1.04:4
rank 100 (node n12, GPU 4);computes longer;;
node n20 (ranks 160-167);computes longer;;since step 4
STDOUT

# Half of them may be slow; where most are, the others are fast.
many-slow-ranks() {
  run "half" 8 gpu:0-3:1.3
  run "half, apart" 16 gpu:0-3:1.1 gpu:8-11:1.1
  run "half, two beside each other" 8 gpu:0-1:1.3 gpu:4:1.3 gpu:6:1.3
  run "half of the nodes" 64 tp=8 gpu:n1:1.2 gpu:n3:1.2 gpu:n5:1.2 gpu:n6:1.2
  run "half wait for data" 8 data:0-3:2000
  gpuflame stats -q run | sed -n 3p
  run "two of three" 3 gpu:1-2:1.2
  gpuflame stats -q -r rank_sum run | sed -n 1,3p | grep 'rank '
  run "six of eight" 8 gpu:0-5:1.3
  gpuflame stats -q -r rank_sum run | sed -n 1,3p | grep 'rank '
}
check many-slow-ranks 0 <<'STDOUT'
--- half: 8 gpu:0-3:1.3: ranks 0-3 (node n0);a heavier pipeline stage or slow GPUs;;
--- half, apart: 16 gpu:0-3:1.1 gpu:8-11:1.1: 8 ranks (0, 1, 2, 3, 8, 9, 10, 11);computes longer;;
--- half, two beside each other: 8 gpu:0-1:1.3 gpu:4:1.3 gpu:6:1.3: 4 ranks (0, 1, 4, 6);computes longer;;
--- half of the nodes: 64 tp=8 gpu:n1:1.2 gpu:n3:1.2 gpu:n5:1.2 gpu:n6:1.2: 4 nodes (n1, n3, n5, n6);computes longer;;
--- half wait for data: 8 data:0-3:2000: 4 ranks (0, 1, 2, 3);waits for data;data;
4 ranks (0, 1, 2, 3) wait for data in 'data': 1.98 ms a step, fixing it saves 1.98 ms of 4.08 ms; as these are half of the ranks, the others may be slow, too
--- two of three: 3 gpu:1-2:1.2: rank 2 (node n0, GPU 2);computes longer;; | rank 1 (node n0, GPU 1);computes longer;;
rank 2 (node n0, GPU 2) computes 20.2 % longer: 340 us a step, fixing it alone saves 3.70 us of 2.43 ms; rank 1 (node n0, GPU 1) computes 20.1 % longer: 340 us a step, fixing it, too, saves 340 us more
--- six of eight: 8 gpu:0-5:1.3: no rank;;;
no rank is slower than most, but 2 of 8 (6, 7) take up to 19.5 % of a step less than these: none takes more than 0.3 % of a step longer than the median rank
STDOUT

# What a step costs, where all are slow in one, where two causes are of one rank, where steps are not known.
sentences() {
  while read -r words; do
    rm -rf run
    python3 "$TESTS/tools/cluster.py" run $words
    gpuflame stats -q -r rank_cost -f tsv run | sed '1d; s/.*\t//' >sentences
    tell "$words" cat sentences
  done
}
slow-in-steps() {
  sentences <<'RUNS'
8 gpu:0-7:4:0:0 gpu:5:1.2
8 gpu:0-7:20:5:5 gpu:5:1.2
8 gpu:0-7:6:5:9 gpu:5:1.2
16 gpu:0-15:4:0:0 gpu:n1:1.1
8 gpu:0-7:4:5:5 gpu:5:1.2:5:5
32 gpu:n2:1.2:3:5
8 gpu:1:1.3 data:1:3000:4:4
8 gpu:2:1.3 data:2:1000
8 data:3:2000:0:3
8 gpu:2:1.3 launch:2:900 data:2:2000
8 cut:3:1:0:3 data:3:2000
8 gpu:3:1.3 data:3:60000:5:5
32 launch:n2:500 gpu:20:1.2
24 data:any:500 gpu:5:1.1 steps=20
8 gpu:1:1.2 data:3:9000:4:5
8 gpu:3:1.3:0:4 data:3:2000:5
24 gpu:n1:1.2 gpu:9:1.5
8 data:2:3000 launch:2:2500
8 save:0:9000:4:4
32 launch:n0:500 save:0:9000:3:3
RUNS
}
check slow-in-steps 0 <<'STDOUT'
--- 8 gpu:0-7:4:0:0 gpu:5:1.2: rank 5 (node n0, GPU 5) computes 20.0 % longer: 339 us a step, fixing it saves 332 us of 2.43 ms
--- 8 gpu:0-7:20:5:5 gpu:5:1.2: rank 5 (node n0, GPU 5) computes 20.0 % longer: 339 us a step, fixing it saves 328 us of 2.46 ms
--- 8 gpu:0-7:6:5:9 gpu:5:1.2: rank 5 (node n0, GPU 5) computes 20.1 % longer: 1.19 ms a step, fixing it saves 1.16 ms of 7.50 ms
--- 16 gpu:0-15:4:0:0 gpu:n1:1.1
ranks 8-15 (node n1) compute 10.0 % longer, a heavier pipeline stage or a slow node: 170 us a step, fixing it saves 171 us of 2.27 ms
--- 8 gpu:0-7:4:5:5 gpu:5:1.2:5:5: rank 5 (node n0, GPU 5) computes 20.5 % longer in step 5 alone: 1.39 ms, fixing it saves 1.35 ms of 8.49 ms
--- 32 gpu:n2:1.2:3:5
node n2 (ranks 16-23) computes 19.9 % longer in 3 of 10 steps: 336 us in each of these steps, fixing it saves 101 us of 2.20 ms in the mean of all steps
--- 8 gpu:1:1.3 data:1:3000:4:4
rank 1 (node n0, GPU 1) computes 30.1 % longer (509 us) and waits for data (297 us): 806 us a step, fixing it saves 798 us of 2.90 ms
--- 8 gpu:2:1.3 data:2:1000
rank 2 (node n0, GPU 2) waits for data in 'data' (975 us) and computes 30.1 % longer (508 us): 1.48 ms a step, fixing it saves 1.48 ms of 3.57 ms
--- 8 data:3:2000:0:3
rank 3 (node n0, GPU 3) waits for data in 'data' until step 3: 1.97 ms in each of these steps, fixing it saves 654 us of 2.75 ms in the mean of all steps
--- 8 gpu:2:1.3 launch:2:900 data:2:2000
rank 2 (node n0, GPU 2) waits for data in 'data' (1.97 ms) and launches late (904 us) and computes 30.1 % longer (508 us): 3.39 ms a step, fixing it saves 3.38 ms of 5.48 ms
--- 8 cut:3:1:0:3 data:3:2000: rank 3 (node n0, GPU 3) waits for data in 'data': 1.98 ms a step, fixing it saves 1.97 ms of 4.07 ms
--- 8 gpu:3:1.3 data:3:60000:5:5
rank 3 (node n0, GPU 3) waits for data in 'data' in step 5 alone: 60.5 ms and 506 us in each other, fixing it saves 60.5 ms of 62.6 ms
--- 32 launch:n2:500 gpu:20:1.2
rank 20 (node n2, GPU 4) launches late in 'backward' (504 us) and computes 19.8 % longer (334 us): 840 us a step, fixing it alone saves 326 us of 2.93 ms
node n2 (7 ranks) launches late in 'backward': 504 us a step, fixing it, too, saves 501 us more
--- 24 data:any:500 gpu:5:1.1 steps=20
rank 5 (node n0, GPU 5) computes 10.0 % longer: 168 us a step, fixing it saves 7.62 us of 2.57 ms
others, of which none is late often or by much, cost 454 us a step more
--- 8 gpu:1:1.2 data:3:9000:4:5
rank 3 (node n0, GPU 3) waits for data in 'data' in 2 of 10 steps: 8.98 ms in each of these steps, fixing it alone saves 1.73 ms of 4.16 ms in the mean of all steps
rank 1 (node n0, GPU 1) computes 20.1 % longer: 340 us a step, fixing it, too, saves 332 us more
--- 8 gpu:3:1.3:0:4 data:3:2000:5
rank 3 (node n0, GPU 3) waits for data in 'data' since step 5: 1.98 ms in each of these steps and 502 us in each other, fixing it saves 1.23 ms of 3.33 ms in the mean of all steps
--- 24 gpu:n1:1.2 gpu:9:1.5
rank 9 (node n1, GPU 1) computes 80.0 % longer: 1.35 ms a step, fixing it alone saves 998 us of 3.44 ms
node n1 (7 ranks) computes 19.9 % longer: 337 us a step, fixing it, too, saves 340 us more
--- 8 data:2:3000 launch:2:2500
rank 2 (node n0, GPU 2) waits for data in 'data' (2.97 ms) and launches late (2.50 ms): 5.48 ms a step, fixing it saves 5.47 ms of 7.57 ms
--- 8 save:0:9000:4:4: rank 0 (node n0, GPU 0) launches late in 'save' in step 4 alone: 9.03 ms, fixing it saves 9.01 ms of 11.1 ms
--- 32 launch:n0:500 save:0:9000:3:3
rank 0 (node n0, GPU 0) launches late in 'Train step N' in step 3 alone: 9.53 ms and 510 us in each other, fixing it alone saves 9.00 ms of 11.6 ms
node n0 (ranks 1-7) launches late in 'backward': 506 us a step, fixing it, too, saves 502 us more
STDOUT

# What is said to be saved, against runs in which that is fixed: the mean of their steps.
saves-are-true() {
  python3 - "$TESTS/tools/cluster.py" <<'END'
import csv, io, subprocess, sys
def rows(report, *words):
    subprocess.run(["rm", "-rf", "run"])
    subprocess.run([sys.executable, sys.argv[1], "run", *words], check=True)
    text = subprocess.run(["gpuflame", "stats", "-q", "-r", report, "-f", "csv", "run"], check=True, capture_output=True, text=True)
    return list(csv.DictReader(io.StringIO(text.stdout)))
def mean(*words):
    walls = [float(row["Wall (ns)"]) for row in rows("step_sum", *words)]
    return sum(walls) / len(walls)
for slow in (["gpu:1:1.1", "gpu:6:1.1"], ["gpu:9:1.5", "gpu:n1:1.2"], ["data:3:9000:4:5", "gpu:1:1.2"]):
    ranks = "16" if "gpu:n1:1.2" in slow else "8"
    said = [float(row["Saves (ns)"]) for row in rows("rank_cost", ranks, *slow)]
    first = mean(ranks, *slow) - mean(ranks, *slow[1:])
    both = mean(ranks, *slow) - mean(ranks)
    print(*slow, *("true" if abs(a - b) < 0.05 * b + 3000 else (a, b) for a, b in ((said[0], first), (said[0] + said[1], both))))
END
}
check saves-are-true 0 <<'STDOUT'
gpu:1:1.1 gpu:6:1.1 true true
gpu:9:1.5 gpu:n1:1.2 true true
data:3:9000:4:5 gpu:1:1.2 true true
STDOUT

# Whom the others may have waited for is not known, and what they waited is in no split.
missing-ranks() {
  for ranks in 5 7; do
    run "rank $ranks is missing" 8 sizes=yes gpu:$ranks:1.3 >/dev/null
    rm run/rank$ranks.sqlite
    gpuflame stats -q run | sed -n 3p
    gpuflame findings -q run | sed -n '/^1/,/see/p'
  done
  run "two are, and one is slow" 8 gpu:5:1.3 >/dev/null
  rm run/rank[34].sqlite
  gpuflame stats -q run | sed -n 3p
}
check missing-ranks 0 <<'STDOUT'
no recorded rank is slow, but rank 5 is missing, which others may wait for: none takes more than 0.1 % of a step longer than the median rank
1. Exposed all-reduce
   at most  34.5 % of the step, 896 us
   where    range 'NCCL:ncclAllReduce', kernel all-reduce f32 ring LL, rank 7, most in 'Train step
            9'
   evidence 70 pieces, mean 896 us
            some of it may be waits: rank 5 is missing
   see      gpuflame collapse --value exposed run
no recorded rank is slow, but rank 7 is missing, which others may wait for: none takes more than 0.1 % of a step longer than the median rank
1. Exposed all-reduce
   at most  34.3 % of the step, 891 us
   where    range 'NCCL:ncclAllReduce', kernel all-reduce f32 ring LL, rank 6, most in 'Train step
            1'
   evidence 70 pieces, mean 891 us
            some of it may be waits: rank 7 is missing
   see      gpuflame collapse --value exposed run
rank 5 (node n0, GPU 5) computes 30.0 % longer: 508 us a step, fixing it saves 499 us of 2.60 ms; ranks 3-4 are missing
STDOUT

# What others wait is as much as fixing it saves, and in no other finding: the transfer of a step takes
# 400 us. Where a rank is why a step takes long, it is that which is found; where all are, no one is named.
findings-of-ranks() {
  for words in "gpu:5:1.3" "gpu:5:4:7:7" "data:5:9000:7:7" "gpu:5:1.3:15" "gpu:0-7:4:7:7" "data:2:9000:7:8 gpu:5:1.2" \
    "data:any:3000" "save:0:9000:4:4 save:0:9000:9:9"; do
    echo "--- $words"
    run "$words" 8 steps=20 $words >said
    gpuflame stats -q -r rank_cost -f csv run | python3 -c '
import csv, json, subprocess, sys
costs = [float(row[6]) for row in csv.reader(sys.stdin) if row[6].replace(".", "").isdigit()]
found = json.loads(subprocess.run("gpuflame findings -q -f json run", shell=True, capture_output=True).stdout)
for finding in found["findings"]:
    print(finding["rule"], "%.0f %%, %d us" % (finding["percent"], round(finding["step_ns"], -4) // 1000), finding["where"]["rank"] or "-")
    if finding["rule"] == "straggler" and " alone" not in finding["evidence"]["sentence"]:
        assert finding["step_ns"] > 0.999 * sum(costs), (finding["step_ns"], costs)
assert sum(finding["percent"] for finding in found["findings"]) < 100
'
  done
}
check findings-of-ranks 0 <<'STDOUT'
--- gpu:5:1.3
straggler 19 %, 500 us rank 5 (node n0, GPU 5)
exposed-all-reduce 15 %, 400 us rank 4
--- gpu:5:4:7:7
exposed-all-reduce 16 %, 380 us rank 4
straggler 11 %, 260 us rank 5 (node n0, GPU 5)
--- data:5:9000:7:7
straggler 18 %, 460 us rank 5 (node n0, GPU 5)
exposed-all-reduce 15 %, 380 us rank 4
--- gpu:5:1.3:15
exposed-all-reduce 13 %, 300 us rank 4
straggler 6 %, 130 us rank 5 (node n0, GPU 5)
--- gpu:0-7:4:7:7
exposed-all-reduce 16 %, 380 us rank 4
outlier-steps 11 %, 250 us -
--- data:2:9000:7:8 gpu:5:1.2
straggler 36 %, 1190 us rank 2 (node n0, GPU 2)
exposed-all-reduce 11 %, 360 us rank 4
--- data:any:3000
straggler 51 %, 2600 us -
exposed-all-reduce 8 %, 400 us rank 6
data-starved 7 %, 370 us rank 0
--- save:0:9000:4:4 save:0:9000:9:9
straggler 30 %, 910 us rank 0 (node n0, GPU 0)
exposed-all-reduce 12 %, 360 us rank 4
STDOUT

# Reports of nsys do not say how many ranks there were: gaps are reported, unless a file may fill them.
# Those whose names have no rank are of one run if they are in one communicator.
ranks-of-reports() {
  python3 "$TESTS/tools/cluster.py" run 16 gpu:5:1.2
  rm run/rank9.sqlite
  { gpuflame stats run >/dev/null; } 2>&1
  mv run/rank3.sqlite run/n0_103.sqlite
  gpuflame stats run | sed -n 3p
  for rank in 0 1 2 4 5 6 7; do mv run/rank$rank.sqlite run/n0_10$rank.sqlite; done
  gpuflame stats run/n0* | sed -n 3p
  gpuflame stats run/n0_104.sqlite run/n0_105.sqlite | sed -n 3p
}
check ranks-of-reports 0 <<'STDOUT'
gpuflame: warning: 15 of 16 ranks: rank 9 is missing
rank 5 (node n0, GPU 5) computes 20.0 % longer: 338 us a step, fixing it saves 326 us of 2.43 ms
n0_105.sqlite (node n0, GPU 5) computes 20.0 % longer: 338 us a step, fixing it saves 328 us of 2.43 ms
n0_105.sqlite (node n0, GPU 5) computes 19.8 % longer: 335 us a step, fixing it saves 333 us of 2.43 ms
STDOUT

# Nobody is accused where nothing is but noise.
no-slow-rank() {
  for seed in $(seq 100); do
    rm -rf run
    python3 "$TESTS/tools/cluster.py" run $((2 + seed % 7)) steps=$((2 + seed % 5)) "seed=$seed"
    gpuflame stats -q -r rank_cost -f csv run | cut -d , -f 1 | sed 1d
  done | sort | uniq -c
}
check no-slow-rank 0 <<'STDOUT'
    100 no rank
STDOUT

# What the GPU of a slow rank ran at is said where it is less than that of others: captures of four
# ranks of ten steps, of which rank 2 computes 14 ms instead of 10, and the others wait for it.
slow-clock() {
  captures() { # SLOW'S META... OTHERS' META
    local rank us wait meta
    rm -rf run
    mkdir run
    for rank in 0 1 2 3; do
      us=10 wait=5 meta=${*: -1}
      [ "$rank" != 2 ] || us=14 wait=1 meta=$1
      {
        echo "INSERT INTO GPUFLAME_META VALUES ('world_size', '4'), ('rank', '$rank'), ('job', '7'), ('node', 'n1'), ('steps', '10')$meta;"
        echo "INSERT INTO GPUFLAME_STACK (id, parent, name, kind) VALUES (1, 0, 'gemm', 1), (2, 0, 'ncclDevKernel_AllReduce_Sum_f32_RING_LL', 1);"
        echo "INSERT INTO GPUFLAME_VALUE VALUES (1, $rank, ${us}0000000, 10, ${us}000000, ${us}000000), (2, $rank, ${wait}0000000, 10, ${wait}000000, ${wait}000000);"
      } >capture.sql
      "${FIXTURES%/fixtures}/mkdb" "run/$rank.gpuflame" "$TESTS/tools/capture_tables.sql" capture.sql
      gpuflame stats -q --partial "run/$rank.gpuflame" -o "run/$rank.part"
    done
    gpuflame stats -q -r rank_cost -f tsv run/*.gpuflame | cut -f 8 | sed 1d | tee said
    gpuflame stats -q -r rank_cost -f tsv run/*.part | cut -f 8 | sed 1d | cmp - said
  }
  at() { # MHZ [BY]: META of a device
    echo ", ('sm_clock_mhz.0', '$1')${2:+, ('slowed.0', '$2')}"
  }
  captures "$(at 1200 'power cap in 83 %')" "$(at 1980)"
  captures "$(at 1200)" "$(at 1980 'power cap in 3 %')"
  echo "--- hardly less; more; of two devices; of one capture, or all others; of none"
  captures "$(at 1890 'power cap in 83 %')" "$(at 1980)"
  captures "$(at 1980)" "$(at 1200 'power cap in 83 %')"
  captures "$(at 1200), ('sm_clock_mhz.1', '1200')" "$(at 1980)"
  captures "$(at 1200)" ""
  captures "" "$(at 1200)"
  captures "" ""
}
check slow-clock 0 <<'STDOUT'
rank 2 (node n1, GPU 2) computes 40.0 % longer: 4.00 ms a step, fixing it saves 4.00 ms of 15.0 ms; its GPU ran at 1,200 MHz, the others at a median of 1,980 (power cap in 83 % of the samples)
rank 2 (node n1, GPU 2) computes 40.0 % longer: 4.00 ms a step, fixing it saves 4.00 ms of 15.0 ms; its GPU ran at 1,200 MHz, the others at a median of 1,980
--- hardly less; more; of two devices; of one capture, or all others; of none
rank 2 (node n1, GPU 2) computes 40.0 % longer: 4.00 ms a step, fixing it saves 4.00 ms of 15.0 ms [6 times]
STDOUT
