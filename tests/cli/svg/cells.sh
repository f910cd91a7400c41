# First frames "rank 5;step 3" as a strip of cells, and when they are frames like others.

# Texts without the elements within, which narrow windows lack.
whole() { sed 's/<tspan class="gf-long">\([^<]*\)<.tspan>/\1/'; }

# A run of 20 ranks and 3 steps: rank 7 computes longer in step 2, and step 1 waits.
strip() {
  awk 'BEGIN { for (r = 0; r < 20; r++) for (s = 0; s < 3; s++) {
    print "rank " r ";step " s ";forward;gemm " 1000000 + (r == 7 && s == 2) * 300000
    print "rank " r ";step " s ";[GPU idle] " 1000 + (s == 1) * 900000 } }' >run.folded
  echo "rank 3;[no step];init;fill 500" >>run.folded
  gpuflame svg run.folded | whole >run.svg && xmllint --noout run.svg
  echo "== texts"
  sed -n '/class="gf-strip/,/^<g class="gf-ui/p' run.svg | grep -o '>[^<]\+</text>' | tr -d '\n'; echo
  echo "== rows by colour: x, y, width of each"
  grep -E '^<path class="gf-(u|v|r)[0-4]" d=' run.svg | sed 's/d="\(.\{60\}\).*/\1/'
  echo "== no frame of theirs"
  grep -c '<title>\(rank\|step\)' run.svg
  grep -o '<title>all[^<]*' run.svg
  grep -o 'data-cells="[^"]*"' run.svg | sed 's/&quot;//g'
  echo "== otherwise"
  gpuflame svg --towers run.folded | grep -c '<title>\(rank\|step\)'
  gpuflame svg --reverse run.folded | grep -c 'class="gf-strip'
  gpuflame svg --no-javascript run.folded | grep -c 'class="gf-strip\|<metadata'
  for text in 'step 1;a 1' 'step 1;a 1\nb 1' 'step 1 1\nx;step 2 1' 'rank 1;a 1\nrank 2;b 1' 'step 1;a 1\nx;b 1' \
    '[no step];a 1\nstep 18446744073709551615;a 1' 'x;step 1;a 3\nx;step 2;a 1' 'step 1 x;a 1\nstep 2;a 1' 'step 1-2;a 1\nstep 10-30 (3);a 1' 'step 2-1;a 1\nstep 3;a 1'; do
    printf '%s: %s\n' "$text" "$(printf "$text\n" | gpuflame svg | grep -c 'class="gf-cells\| gf-cells')"
  done
}
check strip 0 <<'STDOUT'
== texts
>sum of each step</text>>on its slowest rank</text>>median 1.30 ms</text>>merged: their mean</text>>rank 0</text>>rank 1</text>>rank 2</text>>rank 3</text>>ranks 4-5</text>>rank 6</text>>rank 7 +10.0 %</text>>ranks 8-9</text>>ranks 10-11</text>>ranks 12-13</text>>ranks 14-15</text>>ranks 16-17</text>>ranks 18-19</text>>step 1: +46 %, idle or waiting</text>>0</text>>1</text>>2</text>> +16 %</text>
== rows by colour: x, y, width of each
<path class="gf-r2" M0.0 54.00h1068.0v11.00h-1068.0zM0.0 66.00h1068.0v11.00h-106
<path class="gf-u4" d="M712.0 126.00h356.0v11.00h-356.0z"/>
== no frame of theirs
0
<title>all (78.4 ms, 100%)
data-cells="{v:1,grain:1,share:0.001,stacks:3,columns:{word:step,places:[[0,0,1],[1,1,1],[2,2,1]]},rows:{word:rank,places:[[0,0,1],[1,1,1],[2,2,1],[3,3,1],[4,5,2],[6,6,1],[7,7,1],[8,9,2],[10,11,2],[12,13,2],[14,15,2],[16,17,2],[18,19,2]]}}"
== otherwise
80
0
2
step 1;a 1: 0
step 1;a 1\nb 1: 0
step 1 1\nx;step 2 1: 1
rank 1;a 1\nrank 2;b 1: 1
step 1;a 1\nx;b 1: 0
[no step];a 1\nstep 18446744073709551615;a 1: 0
x;step 1;a 3\nx;step 2;a 1: 1
step 1 x;a 1\nstep 2;a 1: 0
step 1-2;a 1\nstep 10-30 (3);a 1: 1
step 2-1;a 1\nstep 3;a 1: 0
STDOUT

# Of reports it is the default: what is drawn is the same as without it, whether there are cells or not.
offered() {
  mkdir run
  for rank in 0 1; do
    cp "$FIXTURES/demo.sqlite" run/rank$rank.sqlite
  done
  stacks() { gpuflame collapse "$1" | sort | sha256sum; }
  both() {
    gpuflame -q "$@" -o cells.svg 2>/dev/null && gpuflame -q "$@" --towers -o plain.svg 2>/dev/null
    [ "$(stacks cells.svg)" = "$(stacks plain.svg)" ] || echo "other stacks"
    grep -o 'gf-subtitle[^<]*' cells.svg | head -1 | sed 's/.*>//'
    grep -o 'data-cells="[^"]*"' cells.svg | sed 's/&quot;//g; s/.*columns/columns/'
  }
  gpuflame collapse run >sums.folded 2>/dev/null
  for input in ./run "$FIXTURES/demo.sqlite" run/rank1.sqlite "$FIXTURES/adopt.sqlite" sums.folded \
    "--rank 1 ./run" "--steps 1-2 ./run" "--steps 1-1 ./run" "$TESTS/fixtures/torch.json" "--with-idle ./run" "--value critical run/rank0.sqlite"; do
    echo "-- ${input##*/fixtures/}"
    both $input
  done
  for how in "--by step" "--aggregate max" --reverse "--normalize steps"; do
    echo "-- $how: $(gpuflame -q $how ./run 2>/dev/null | grep -c 'data-cells=')"
  done
}
check offered 0 <<'STDOUT'
-- ./run
95.9 ms GPU time, 2 files added up, 2 ranks, 3 steps, idle 0.9 %, without validation (8.82 ms, 8.4 %)
columns:{word:step,places:[[0,0,1],[1,1,1],[2,2,1]]},rows:{word:rank,places:[[0,0,1],[1,1,1]]}}"
-- demo.sqlite
47.9 ms GPU time, 1 GPU, 3 steps, idle 0.9 %, without validation (4.41 ms, 8.4 %)
columns:{word:step,places:[[0,0,1],[1,1,1],[2,2,1]]},rows:{word:,places:[[0,0,1]]}}"
-- run/rank1.sqlite
47.9 ms GPU time, 1 GPU, 3 steps, idle 0.9 %, without validation (4.41 ms, 8.4 %)
columns:{word:step,places:[[0,0,1],[1,1,1],[2,2,1]]},rows:{word:,places:[[1,1,1]]}}"
-- adopt.sqlite
31 ns GPU time, 1 GPU, idle 99.5 %
columns:{word:slice,places:[[0,0,1],[1,1,1],[2,2,1],[3,3,1],[4,4,1],[5,5,1],[6,6,1],[7,7,1],[8,8,1],[9,9,1],[10,10,1],[11,11,1],[12,12,1],[13,13,1],[14,14,1],[15,15,1],[16,16,1],[17,17,1],[18,18,1],[19,19,1],[20,20,1],[21,21,1],[22,22,1],[23,23,1],[24,24,1],[25,25,1],[26,26,1],[27,27,1],[28,28,1],[29,29,1],[30,30,1],[31,31,1],[32,32,1],[33,33,1],[34,34,1],[35,35,1],[36,36,1],[37,37,1],[38,38,1],[39,39,1],[40,40,1],[41,41,1],[42,42,1],[43,43,1],[44,44,1],[45,45,1],[46,46,1],[47,47,1],[48,48,1],[49,49,1],[50,50,1],[51,51,1],[52,52,1],[53,53,1],[54,54,1],[55,55,1],[56,56,1],[57,57,1],[58,58,1],[59,59,1],[60,60,1],[61,61,1],[62,62,1],[63,63,1]]},rows:{word:,places:[[0,0,1]]}}"
-- sums.folded
95.9 ms
-- --rank 1 ./run
47.9 ms GPU time, 2 files added up, 3 steps, idle 0.9 %, without validation (4.41 ms, 8.4 %)
columns:{word:step,places:[[0,0,1],[1,1,1],[2,2,1]]},rows:{word:,places:[[1,1,1]]}}"
-- --steps 1-2 ./run
65.4 ms GPU time, 2 files added up, 2 ranks, 2 steps, idle 0.9 %
columns:{word:step,places:[[1,1,1],[2,2,1]]},rows:{word:rank,places:[[0,0,1],[1,1,1]]}}"
-- --steps 1-1 ./run
28.3 ms GPU time, 2 files added up, 2 ranks, 1 step, idle 0.8 %
columns:{word:rank,places:[[0,0,1],[1,1,1]]},rows:{word:,places:[[0,0,1]]}}"
-- torch.json
24.6 µs GPU time, 1 GPU, 1 step, idle 90.1 %, not all was recorded
-- --with-idle ./run
96.7 ms GPU time and idle, 2 files added up, 2 ranks, 3 steps, idle 0.9 %, without validation (8.90 ms, 8.4 %)
columns:{word:step,places:[[0,0,1],[1,1,1],[2,2,1]]},rows:{word:rank,places:[[0,0,1],[1,1,1]]}}"
-- --value critical run/rank0.sqlite
47.2 ms critical path, 1 GPU, 3 steps, idle 0.9 %, without validation (4.55 ms, 8.8 %)
columns:{word:step,places:[[0,0,1],[1,1,1],[2,2,1]]},rows:{word:,places:[[0,0,1]]}}"
-- --by step: 1
-- --aggregate max: 0
-- --reverse: 0
-- --normalize steps: 0
STDOUT

# Slow steps side by side are one thing; one that is apart is not among them.
slow-steps() {
  for step in 0 1 2 3 4 5 6; do
    case $step in 1 | 4) gemm=150 ;; 5) gemm=160 ;; *) gemm=100 ;; esac
    echo "step $step;gemm ${gemm}000"
  done | gpuflame svg | whole | grep -o '>step[^<]*%[^<]*'
}
check slow-steps 0 <<'STDOUT'
>steps 4-5: up to +60 %, matmul
STDOUT

# Captures with planted causes: a rank without its first steps, one of two, two of four, and steps 4 to 7 of
# one rank, for which all others wait.
known-clusters() {
  say() {
    rm -rf run
    echo "-- $*"
    python3 "$TESTS/tools/cluster.py" run "$@"
    gpuflame render -q run | whole | grep -oE '>(rank [0-9]+ [+-]|steps? [0-9-]+: )[^<]*'
  }
  say 8 steps=12 seed=51 cut:3:1:0:4 gpu:3:1.3
  say 2 gpu:1:1.2
  say 4 seed=41 gpu:2-3:1.3
  for seed in 1 2 3; do say 8 seed=$seed gpu:5:1.4:4:7; done
  say 4 steps=12 cut:3:1:0:5
  say 8 gpu:0-3:1.3
  say 6 gpu:0-3:1.2
  say 64 steps=4 gpu:0-31:1.2 | grep -v '>ranks\? [0-9-]* +\(19\.[5-9]\|20\.\)'
}
check known-clusters 0 <<'STDOUT'
-- 8 steps=12 seed=51 cut:3:1:0:4 gpu:3:1.3
>rank 3 +30.2 %
-- 2 gpu:1:1.2
>rank 1 +20.0 %
-- 4 seed=41 gpu:2-3:1.3
>rank 2 +30.0 %
>rank 3 +29.7 %
-- 8 seed=1 gpu:5:1.4:4:7
>rank 5 +16.3 %
>steps 4-7: up to +32 %, matmul
-- 8 seed=2 gpu:5:1.4:4:7
>rank 5 +16.4 %
>steps 4-7: up to +32 %, matmul
-- 8 seed=3 gpu:5:1.4:4:7
>rank 5 +15.9 %
>steps 4-7: up to +32 %, matmul
-- 4 steps=12 cut:3:1:0:5
-- 8 gpu:0-3:1.3
>rank 0 +30.2 %
>rank 1 +30.0 %
>rank 2 +29.9 %
>rank 3 +29.9 %
-- 6 gpu:0-3:1.2
>rank 0 +19.9 %
>rank 1 +19.8 %
>rank 2 +19.6 %
>rank 3 +19.6 %
-- 64 steps=4 gpu:0-31:1.2
STDOUT

# Bars of traces are the wall time of steps: what overlaps counts once, and idle time is hatched.
wall() {
  kernel() { printf ',{"ph":"X","cat":"kernel","name":"%s","pid":0,"tid":%s,"ts":%s,"dur":%s,"args":{"device":0,"stream":%s,"correlation":%s}}' "$1" "$2" "$3" "$4" "$2" "$5"; }
  call() { printf ',{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":%s,"dur":1,"args":{"correlation":%s}}' "$1" "$2"; }
  step() { printf '{"ph":"X","cat":"user_annotation","name":"ProfilerStep#%s","pid":9,"tid":1,"ts":%s,"dur":90}' "$1" "$2"; }
  trace() { # number of the second step
    printf '{"traceEvents":['
    step 1 100 && call 110 1 && kernel gemm 7 110 100 1 && call 111 2
    kernel ncclDevKernel_AllReduce_Sum_f32_RING_LL 20 160 100 2
    printf , && step "$1" 290 && call 300 3 && kernel gemm 7 310 100 3 && printf ']}'
  }
  for second in 2 4; do
    trace $second >t.json
    gpuflame -q t.json | sed -n '/class="gf-strip/,/^<g class="gf-ui/p' |
      sed -n 's/.*>\([a-z ]*by step\|median [^<]*\|step[^<]*%\)<.*/\1/p; s/<path class="gf-\([a-z]0\)" d="\([^"]*\)".*/\1 \2/p'
  done
}
check wall 0 <<'STDOUT'
wall time by step
median 155 µs
m0 M0.0 18.00h533.0v30.00h-533.0zM534.0 18.00h533.0v30.00h-533.0z
c0 M0.0 3.00h533.0v15.00h-533.0z
z0 M0.0 0.00h533.0v3.00h-533.0zM534.0 3.00h533.0v15.00h-533.0z
wall time by step
median 140 µs
m0 M0.0 23.51h533.0v24.49h-533.0zM534.0 23.51h533.0v24.49h-533.0z
c0 M0.0 11.27h533.0v12.24h-533.0z
z0 M0.0 8.82h533.0v2.45h-533.0zM534.0 18.61h533.0v4.90h-533.0z
step 1: +14 %
STDOUT

# Idle time of a first step is from its range's start on: of one file and two, with --with-idle and without, the share
# is that of `collapse --with-idle` and of `stats`. A rank that lacks its first steps may have been busy with these.
idle-head() {
  python3 - >t.json <<'END'
import json
events = [{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": 9, "tid": 1, "ts": 100, "dur": 400}]
for id, start in (1, 400), (2, 460):
    events += [{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 1, "ts": start - 10, "dur": 1, "args": {"correlation": id}},
               {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": start, "dur": 50, "args": {"device": 0, "stream": 7, "correlation": id}}]
print(json.dumps({"traceEvents": events}))
END
  cp t.json again.json
  python3 "$TESTS/tools/cluster.py" run 4 steps=12 cut:3:1:0:5
  for input in t.json "t.json again.json" run; do
    echo "-- $input"
    gpuflame collapse -q --with-idle $input | awk '{ all += $NF } /GPU idle/ { idle += $NF } END { printf "%.1f %% of %d\n", 100 * idle / all, all }'
    gpuflame stats -q $input | sed -n 's/ *\([0-9.]*\)% .* idle$/\1 %/p'
    for how in "" --with-idle "--value idle"; do
      gpuflame -q $how $input -o t.svg
      grep -o 'gf-subtitle[^<]*' t.svg | head -1 | sed 's/.*>//'
      ! grep -oE '>(steps? [0-9-]+: )[^<]*' t.svg
    done
  done
  echo "-- what is true of one file only is not said"
  gpuflame -q t.json run/rank0.sqlite | grep -o 'gf-subtitle[^<]*' | head -1 | sed 's/.*>//'
  gpuflame stats -q t.json run/rank0.sqlite | head -1
}
check idle-head 0 <<'STDOUT'
-- t.json
75.6 % of 410000
75.6 %
100 µs GPU time, 1 GPU, 1 step, idle 75.6 %
410 µs GPU time and idle, 1 GPU, 1 step, idle 75.6 % [2 times]
-- t.json again.json
75.6 % of 820000
75.6 %
200 µs GPU time, 2 files added up, idle 75.6 %
820 µs GPU time and idle, 2 files added up, idle 75.6 % [2 times]
-- run
2.4 % of 90276306
2.4 %
88.1 ms GPU time, 4 files added up, 4 ranks, 12 steps, idle 2.4 %
90.3 ms GPU time and idle, 4 files added up, 4 ranks, 12 steps, idle 2.4 % [2 times]
-- what is true of one file only is not said
25.3 ms GPU time, 2 files added up, idle 1.3 %
2 files: several formats
STDOUT

# Validation is left out of the frames, but not of the time that a step takes: with it and without, the strip
# is the same, and says what the report of steps does.
validation() {
  python3 "$TESTS/tools/cluster.py" run 4 validation:0-3:1:4:4 validation:0-3:1:8:8
  for input in run "$FIXTURES/demo.sqlite"; do
    for rules in "" --no-default-rules; do
      gpuflame -q $rules "$input" -o here.svg && sed -n '/class="gf-strip/,/^<g class="gf-ui/p' here.svg >"strip$rules"
    done
    cmp strip strip--no-default-rules
    grep -oE '>(wall|median|rank [0-9]+ [+-]|steps? [0-9-]+: )[^<]*' strip
  done
  gpuflame stats -r step_sum --format csv "$FIXTURES/demo.sqlite" | cut -d, -f1,4
}
check validation 0 <<'STDOUT'
>wall time by step
>median 2.10 ms
>wall time by step
>median 18.7 ms
Step,Wall (ns)
Train step 0,18757986
Train step 1,14273626
Train step 2,18740275
STDOUT

# Without steps the strip has slices of the time. Kernels fill the first three quarters; what
# runs over the end of a slice fills the next.
slices() {
  python3 - >t.json <<'END'
import json
events = []
for i, start in enumerate([10 * i for i in range(48)] + [639]):
    for kind, name, tid in ("cuda_runtime", "cudaLaunchKernel", 1), ("kernel", "gemm", 7):
        events.append({"ph": "X", "cat": kind, "name": name, "pid": 9, "tid": tid, "ts": start, "dur": 10,
                       "args": {"device": 0, "stream": 7, "correlation": i}})
print(json.dumps({"traceEvents": events}))
END
  gpuflame -q t.json -o t.svg
  sed -n '/class="gf-strip/,/^<g class="gf-ui/p' t.svg | grep -o '>[^<]\+</text>' | tr -d '\n'; echo
  grep -oE '"gf-[a-z]0" d="[^"]*' t.svg | sed 's/M[^M]*/&\n/g' | awk '/gf-/ { kind = $1 } { kinds[kind]++ } END { for (kind in kinds) print kind, kinds[kind] - 1 }'
  grep -o '{&quot;v.*columns' t.svg | sed 's/&quot;//g'
  # of several files there is no strip, and no frame for a slice
  sed 's/gemm/conv/g' t.json >u.json
  gpuflame -q t.json u.json -o t.svg
  grep -o '<title>[^<]*' t.svg
}
check slices 0 <<'STDOUT'
>wall time by slice</text>>each of 10.1 µs</text>>0</text>>203 µs</text>>406 µs</text>
"gf-z0" 16
"gf-m0" 49
{v:1,grain:1,share:0.001,stacks:2,slice:[0,10143],columns
<title>all (980 us, 100%)
<title>gemm (490 us, 50.00%)
<title>conv (490 us, 50.00%)
STDOUT
