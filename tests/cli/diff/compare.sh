# Runs compared: by step, by name without its numbers, noise distinguished from change.
compare-runs() {
  printf 'step 1;a;k1 100\nstep 2;a;k1 120\nstep 1;b;k2 50\nstep 2;b;k2 50\nother 10\n' >before.folded
  printf 'other 15\nstep 1;a;k1 130\nstep 2;a;k1 140\nstep 3;a;k1 140\nstep 1;c;k3 50\n' >after.folded
  export COLUMNS=80
  gpuflame diff before.folded after.folded | sed 's/^$/(blank)/'
  for format in json folded; do
    gpuflame diff before.folded after.folded --format $format
  done
  gpuflame diff --no-steps --only k1 before.folded after.folded
  echo '--- conditions'
  gpuflame diff before.folded after.folded -o out.folded --fail-if 'total > 5%' --fail-if 'k1 > 20 %'
  echo "status $?"
  gpuflame diff before.folded after.folded -o out.folded --fail-if 'total > 5%' --fail-if 'k1 > 30%' \
    --fail-if 'nothing > 1%'
  echo "status $?"
  gpuflame diff before.folded after.folded -o out.folded --fail-if 'k1 > 20%' --fail-if '^c$ > 0%'
  echo "status $?"
  wc -l <out.folded
  printf 'a 100\n' >hundred
  printf 'a 105\n' >longer
  gpuflame diff hundred longer -o out.folded --fail-if 'total > 5%' --fail-if '^a$ > 5%'
  echo "status $?"
  gpuflame diff hundred longer -o out.folded --fail-if 'zzz > -5%'
  echo "status $?"
  gpuflame diff hundred longer -o out.folded --fail-if ' total > 4% '
  echo "status $?"
  echo '--- one side has no steps'
  gpuflame diff before.folded hundred | head -n 4
  gpuflame diff -q before.folded hundred -o out.folded
  gpuflame diff --no-steps before.folded hundred -o out.folded
  echo '--- as much per step'
  printf 'step 0;k 100000\n' >one
  for i in $(seq 49); do echo "step $i;k 100000"; done >many
  gpuflame diff many one --fail-if 'total > 0%'
  echo "status $?"
  gpuflame diff many one -f json | grep -E '^"(total|work)'
  echo '--- runs'
  for i in 100 104 96; do printf 'a %s\nb %s\n' $i $i >b$i; done
  for i in 101 97 105; do printf 'a %s\nb %s\n' $i $((i / 2)) >a$i; done
  gpuflame diff --before b100 b104 b96 --after a101 a97 a105 --fail-if '^a$ > 0.5%'
  echo "status $?"
  gpuflame diff --before b100 b104 b96 --after a101 a97 a105 -o out.folded --fail-if '^a$ > -5%'
  echo "status $?"
  for i in 1 2 3; do echo 'a 100' >n$i; done
  echo 'once 5' >>n3
  gpuflame diff --before n1 n2 --after n2 n3
  gpuflame diff -f json --before=b100 --after a101 a97 | grep -E '^"(before|after|total|work)'
  echo '--- a picture'
  gpuflame diff before.folded after.folded -o out.svg && head -c 5 out.svg && echo
  echo 'nccl:_all_gather;ncclDevKernel_SendRecv(int) 5' >recv && gpuflame diff -f svg recv recv | grep -o '<title>nccl[^:]*]'
  gpuflame diff "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" | grep total
  echo '--- what is cut away is no step to divide by; values are those of collapse'
  gpuflame diff --steps 1-9 "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" | sed -n 's/.*demo/demo/p'
  for value in cpu-time idle exposed; do
    gpuflame diff --value $value -f json "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" |
      sed -n '2s/.*"total":\([0-9]*\).*/\1/p'
    gpuflame collapse --value $value "$FIXTURES/demo.sqlite" | awk '{ sum += $NF } END { print sum }'
  done
  echo "--- what was read"
  cp "$FIXTURES/steps.sqlite" run.sqlite
  # shellcheck disable=SC2069 # only the messages
  gpuflame diff --summary run.sqlite run.sqlite 2>&1 >/dev/null | sort | uniq -c
  echo "--- what is counted is no time"
  for value in count bytes; do
    gpuflame diff --value $value run.sqlite "$FIXTURES/demo.sqlite" | sed -n '/^total/,/^verdict/p'
    gpuflame diff --value $value -f json run.sqlite "$FIXTURES/demo.sqlite" | grep '"unit"'
  done
  for value in gpu-time count bytes idle exposed launch-latency cpu-time critical; do
    gpuflame diff -q --value $value -f svg run.sqlite "$FIXTURES/demo.sqlite" >out.svg
    grep -oE 'data-(unit|title)="[^"]*"' out.svg | paste -sd' '
  done
  gpuflame diff --unit samples before.folded after.folded | tail -n 4
  gpuflame diff --unit samples before.folded after.folded -f svg | grep -oE 'data-(unit|title)="[^"]*"'
  echo "--- what is refused is not offered"
  gpuflame diff --help | grep -e --aggregate -e --normalize
  for option in --aggregate=mean --normalize=steps; do
    tell "" gpuflame diff before.folded after.folded $option
  done
}
check compare-runs 2 <<'STDOUT' 3<<'STDERR'
before: before.folded (2 steps)
after:  after.folded (3 steps)
(blank)
total per step: 165 ns -> 158 ns, -7 ns (-4.0%)
verdict: 4.0% less time, but the work differs: 2 -> 3 steps
(blank)
change      by  before   after  stack
-50 ns    gone   50 ns    0 ns  step N;b;k2
+27 ns  +24.2%  110 ns  137 ns  step N;a;k1
+17 ns     new    0 ns   17 ns  step N;c;k3
{"schema":1,"command":"diff","files":["before.folded","after.folded"],
"before":[{"file":"before.folded","steps":2,"total":330}],
"after":[{"file":"after.folded","steps":3,"total":475}],
"per_step":true,
"unit":"ns",
"total":{"before":165,"after":158.333,"change":-6.667,"percent":-4.040},
"work":{"differs":true,"plausible":true,"steps":{"before":2,"after":3},"ranks":{"before":1,"after":1}},
"verdict":"4.0% less time, but the work differs: 2 -> 3 steps",
"gate":{"verdict":"passed","conditions":[]},
"pairs":[],
"stacks":[
  {"stack":"other","before":5,"after":5,"change":0,"percent":0.000},
  {"stack":"step N;a;k1","before":110,"after":136.667,"change":26.667,"percent":24.242},
  {"stack":"step N;b;k2","before":50,"after":0,"change":-50,"percent":-100.000},
  {"stack":"step N;c;k3","before":0,"after":16.667,"change":16.667,"percent":null}
]}
other 5 5
step N;a;k1 110 137
step N;b;k2 50 0
step N;c;k3 0 17
before: before.folded (2 steps)
after:  after.folded (3 steps)
total: 220 ns -> 410 ns, +190 ns (+86.4%)
verdict: 86.4% more time, but the work differs: 2 -> 3 steps
 change      by  before   after  stack
+190 ns  +86.4%  220 ns  410 ns  step N;a;k1
--- conditions
status 3
status 1
status 3
4
status 0
status 1
status 3
--- one side has no steps
before: before.folded (2 steps)
after:  hundred
total: 330 ns -> 100 ns, -230 ns (-69.7%)
--- as much per step
before: many (49 steps)
after:  one (1 step)
total per step: 100 us -> 100 us, 0 ns (+0.0%)
verdict: unchanged, but the work differs: 49 -> 1 steps
gate: 'total > 0%' passes: +0.00 %, 100 us -> 100 us per step
status 0
"total":{"before":100000,"after":100000,"change":0,"percent":0.000},
"work":{"differs":true,"plausible":true,"steps":{"before":49,"after":1},"ranks":{"before":1,"after":1}},
--- runs
before: b100, b104, b96
after:  a101, a97, a105
total: 200 ns -> 151 ns, -49 ns (-24.5%); -66 ns to -32 ns with 95% confidence
verdict: 24.5% less time
gate: '^a$ > 0.5%' passes: +1.00 %, 100 ns -> 101 ns, within the noise
change      by  before  after  stack
-50 ns  -50.0%  100 ns  50 ns  b
1 stack changed no more than the runs scatter
status 0
status 3
before: n1, n2
after:  n2, n3
total: 100 ns -> 103 ns, +3 ns (+2.5%); -29 ns to +34 ns with 95% confidence
verdict: no change beyond the noise
2 stacks changed no more than the runs scatter
"before":[{"file":"b100","steps":null,"total":200}],
"after":[{"file":"a101","steps":null,"total":151},{"file":"a97","steps":null,"total":145}],
"total":{"before":200,"after":148,"change":-52,"percent":-26.000},
"work":{"differs":false,"plausible":true,"ranks":{"before":1,"after":1}},
--- a picture
<?xml
<title>ncclDevKernel_SendRecv(int) [all_gather] (5 ns -&gt; 5 ns, 0 %, 100.00%; 0.00%)</title><rect x="10" y="37" width="1180" height="15"/><text x="13" y="47.5">send-recv [all_gather]
total per step: 16.0 ms -> 16.0 ms, 0 ns (+0.0%)
--- what is cut away is no step to divide by; values are those of collapse
demo.sqlite (2 steps) [2 times]
9429000 [2 times]
48137110 [2 times]
46930084 [2 times]
--- what was read
      2   copies                        1       20 ns
      2   exports by nsys before 2024.4 do not report lost events
      2   filtered out                  0
      2   kernels                       6     1.20 us
      2   ranges                        8
      2   written 1220 ns + filtered 0 ns = 1220 ns in the tables
      2 run.sqlite: nsys 2024.2.3.38 export, schema 3.11.1
--- what is counted is no time
total per step: 2.3 -> 116.3 operations, +114 (+4885.7%)
verdict: not comparable: AFTER has 116.3 launches per step, BEFORE has 2.3
"unit":"operations",
total per step: 1,365.3 -> 9,437,184 bytes, +9,435,818.7 (+691100.0%)
launches per step: 2.3 -> 116.3; change by their number +9,435,818.7, by their
mean 0
verdict: not comparable: AFTER has 116.3 launches per step, BEFORE has 2.3
"unit":"bytes",
data-title="GPU time per step: what changed" data-unit="ns"
data-title="GPU operations per step: what changed" data-unit="operations"
data-title="Bytes moved per step: what changed" data-unit="bytes"
data-title="GPU wall time per step: what changed" data-unit="ns"
data-title="Exposed GPU time per step: what changed" data-unit="ns"
data-title="Launch latency per step: what changed" data-unit="ns"
data-title="CPU time per step: what changed" data-unit="ns"
data-title="Critical path per step: what changed" data-unit="ns"
change      by  before  after  stack
   -50    gone      50      0  step N;b;k2
 +26.7  +24.2%     110  136.7  step N;a;k1
 +16.7     new       0   16.7  step N;c;k3
data-title="What changed per step"
data-unit="samples"
--- what is refused is not offered
status 2: gpuflame: --aggregate and --normalize do not apply to diff, which compares whole runs, per step [2 times]
STDOUT
gpuflame: 'k1 > 20 %' holds: +24.24 %, 110 ns -> 137 ns per step
gpuflame: 'nothing > 1%' matches nothing; --allow-missing lets it pass
gpuflame: 'k1 > 20%' holds: +24.24 %, 110 ns -> 137 ns per step
gpuflame: '^c$ > 0%' holds: it is new, 17 ns per step
gpuflame: 'zzz > -5%' matches nothing; --allow-missing lets it pass
gpuflame: ' total > 4% ' holds: +5.00 %, 100 ns -> 105 ns
gpuflame: note: runs are compared as a whole, not per step, since 'hundred' has no training steps
gpuflame: '^a$ > -5%' holds: +1.00 %, 100 ns -> 101 ns, within the noise
gpuflame: note: validation is left out: 1.01 ms, 9.6 % (--no-default-rules has it)
gpuflame: note: validation is left out: 3.64 ms, 7.0 % (--no-default-rules has it)
gpuflame: note: validation is left out: 4.39 ms, 8.6 % (--no-default-rules has it)
gpuflame: warning: AFTER has 116.3 launches per step, BEFORE has 2.3: is it the same program? [4 times]
STDERR

# Bad command lines and files: one line each.
errors() {
  printf 'a 1\n' >a
  printf '\n' >nothing
  try() { tell "" gpuflame diff "$@"; }
  try
  try a
  try a a a
  try a --before a --after a
  try --before a
  try --before --after a
  try --before a --after
  try a a --fail-if 'total 5%'
  try a a --fail-if 'total > x%'
  try a a --fail-if 'total > 5'
  try a a --fail-if '( > 5%'
  try a a --countname samples --unit samples -f json >/dev/null
  try a a --title T --format svg >/dev/null
  try a no-such-file
  try a - <a
  gpuflame stats - <a
  gpuflame collapse a - <a
  try a nothing
  try nothing nothing
  gpuflame diff a a >/dev/full
}
check errors 1 <<'STDOUT' 3<<'STDERR'
status 2: gpuflame: expected two files, BEFORE and AFTER; see gpuflame diff --help [3 times]
status 2: gpuflame: 'a' follows neither --before nor --after
status 2: gpuflame: both --before and --after are needed
status 2: gpuflame: option '--before' needs at least one FILE
status 2: gpuflame: option '--after' needs at least one FILE
status 2: gpuflame: option '--fail-if': 'total 5%': expected 'WHAT > LIMIT' or 'WHAT < LIMIT'
status 2: gpuflame: option '--fail-if': 'total > x%': expected a number and '%', or a number and ns, us, ms or s, or noise, after '>'
status 2: gpuflame: 'total > 5': expected '%', ns, us, ms or s after the number
status 2: gpuflame: pattern '(', column 2: missing closing parenthesis
status 1: gpuflame: cannot open 'no-such-file': No such file or directory
before: a | after:  - |  | total: 1 ns -> 1 ns, 0 ns (+0.0%) | verdict: unchanged
a 2
status 1: gpuflame: 'nothing' holds no stack [2 times]
STDOUT
gpuflame: cannot read '<stdin>': neither an nsys report nor a trace; folded stacks are read by gpuflame collapse, diff and svg
gpuflame: cannot write 'stdout': No space left on device
STDERR

# Fewer launches are distinguished from faster ones; a page for a review has the same.
launches() {
  export COLUMNS=120
  rules=(--kernel-names family)
  gpuflame -q "$FIXTURES/demo.sqlite" "${rules[@]}" -o all.svg
  gpuflame -q "$FIXTURES/demo.sqlite" "${rules[@]}" --filter-out flash_fwd --skip-steps 1 -o fewer.svg
  gpuflame diff all.svg fewer.svg
  for format in markdown json; do
    gpuflame diff all.svg fewer.svg --limit 2 -f $format --fail-if 'total > 5%' \
      --fail-if 'backward < -30%' >page
    head -n 14 page
  done
  echo '--- the same work'
  gpuflame diff "$FIXTURES/demo.sqlite" "$FIXTURES/demo.sqlite" | tail -n 3
  echo '--- operations are not counted beside operations'
  gpuflame diff --value count --limit 1 "$FIXTURES/demo.sqlite" "$FIXTURES/steps.sqlite" | tail -n 4
  echo '--- ranks'
  mkdir two
  gpuflame collapse -q all.svg -o two/rank0.folded
  cp two/rank0.folded two/rank1.folded
  cp two/rank0.folded one.folded
  gpuflame diff one.folded two | grep -e total -e verdict
  echo '--- names are no Markdown'
  printf 'a|b;<i>`x`</i>* 5\n' >before
  printf 'a|b;<i>`x`</i>* 9\n' >after
  gpuflame diff before after -o page.md && cat page.md
  gpuflame diff before after -f markdown | cmp - page.md
  tell "" gpuflame diff before after --limit x
}
check launches 2 <<'STDOUT' 3<<'STDERR'
before: all.svg
after:  fewer.svg
total: 47.9 ms -> 32.7 ms, -15.2 ms (-31.8%)
launches: 349 -> 246; change by their number -15.3 ms, by their mean +30.4 us
verdict: 31.8% less time, but the work differs: 349 -> 246 launches
  change      by   before    after  launches    mean  stack
-3.18 ms  -33.4%  9.54 ms  6.36 ms  36 -> 24  265 us  Train step;backward;Layer;mlp;xmma_gemm
-2.26 ms  -33.3%  6.80 ms  4.54 ms  18 -> 12  378 us  Train step;backward;Layer;attention;flash_attention_backward
-1.60 ms  -33.5%  4.77 ms  3.17 ms  36 -> 24  132 us  Train step;forward;Layer;mlp;xmma_gemm
-1.18 ms  -33.3%  3.54 ms  2.37 ms  18 -> 12  197 us  Train step;backward;Layer;attention;xmma_gemm
-1.11 ms    gone  1.11 ms     0 ns         3  370 us  load batch;[CUDA memcpy HtoD]
5 of 21 stacks that changed
**gpuflame: 31.8% less time, but the work differs: 349 -> 246 launches**
- total: 47.9 ms -> 32.7 ms, -15.2 ms (-31.8%)
- launches: 349 -> 246; change by their number -15.3 ms, by their mean +30.4 us
- before: all.svg
- after: fewer.svg
- gate: `'total > 5%' passes: -31.76 %, 47.9 ms -> 32.7 ms`
- **gate:** `'backward < -30%' holds: -33.30 %, 24.8 ms -> 16.5 ms`
| change | by | before | after | launches | mean | stack |
| ---: | ---: | ---: | ---: | ---: | ---: | --- |
| -3.18 ms | -33.4% | 9.54 ms | 6.36 ms | 36 -> 24 | 265 us | `Train step;backward;Layer;mlp;xmma_gemm` |
| -2.26 ms | -33.3% | 6.80 ms | 4.54 ms | 18 -> 12 | 378 us | `Train step;backward;Layer;attention;flash_attention_backward` |
{"schema":1,"command":"diff","files":["all.svg","fewer.svg"],
"before":[{"file":"all.svg","steps":null,"total":47947784}],
"after":[{"file":"fewer.svg","steps":null,"total":32718701}],
"per_step":false,
"unit":"ns",
"total":{"before":47947784,"after":32718701,"change":-15229083,"percent":-31.762,"before_count":349,"before_mean":137386.201,"after_count":246,"after_mean":133002.850},
"work":{"differs":true,"plausible":true,"ranks":{"before":1,"after":1},"count":{"before":349,"after":246},"change_by_count":-15259448.000,"change_by_mean":30365.000},
"verdict":"31.8% less time, but the work differs: 349 -> 246 launches",
"gate":{"verdict":"failed","conditions":[
  {"condition":"total > 5%","result":"passes","reason":"'total > 5%' passes: -31.76 %, 47.9 ms -> 32.7 ms","before":47947784,"after":32718701,"change":-15229083,"percent":-31.762,"before_count":349,"before_mean":137386.201,"after_count":246,"after_mean":133002.850},
  {"condition":"backward < -30%","result":"holds","reason":"'backward < -30%' holds: -33.30 %, 24.8 ms -> 16.5 ms","before":24788593,"after":16533153,"change":-8255440,"percent":-33.303,"before_count":129,"before_mean":192159.636,"after_count":86,"after_mean":192245.965}]},
"pairs":[],
"stacks":[
  {"stack":"load batch;[CUDA memcpy HtoD]","before":1110000,"after":0,"change":-1110000,"percent":-100.000,"before_count":3,"before_mean":370000},
--- the same work
total per step: 16.0 ms -> 16.0 ms, 0 ns (+0.0%)
launches per step: 116.3, the same in each stack
verdict: unchanged
--- operations are not counted beside operations
change    by  before  after  stack
   -12  gone      12      0  Train step;forward;Layer;attention;sm90_xmma_gemm_bf16bf16_...gment_k_off_kernel__5x_cublas
1 of 38 stacks that changed
--- ranks
total: 47.9 ms -> 95.9 ms, +47.9 ms (+100.0%)
verdict: 100.0% more time, but the work differs: 1 -> 2 ranks
--- names are no Markdown
**gpuflame: 80.0% more time**
- total: 5 ns -> 9 ns, +4 ns (+80.0%)
- before: before
- after: after
| change | by | before | after | stack |
| ---: | ---: | ---: | ---: | --- |
| +4 ns | +80.0% | 5 ns | 9 ns | `` a\|b;<i>`x`</i>* `` |
status 2: gpuflame: option '--limit' takes a whole number, not 'x'
STDOUT
gpuflame: 'backward < -30%' holds: -33.30 %, 24.8 ms -> 16.5 ms [2 times]
gpuflame: warning: AFTER has 2.3 launches per step, BEFORE has 116.3: is it the same program?
STDERR

# A file has the same number of steps whatever the value; --step-range chooses them.
step-counts() {
  cp "$FIXTURES/steps.sqlite" report.sqlite
  steps() {
    gpuflame diff -f json "$@" >out.json && tell "$*" jq -c '[.before[0].steps, .per_step]' out.json
  }
  for value in gpu-time count bytes idle exposed launch-latency cpu-time critical; do
    steps --value "$value" report.sqlite report.sqlite
  done
  steps --step-range '^backward$' report.sqlite report.sqlite
  steps --step-range '^backward$' --device 0 --steps 1 report.sqlite report.sqlite
  steps --step-range '^step' --time 3000ns- report.sqlite report.sqlite
  steps --step-range '^no such$' report.sqlite report.sqlite || echo "status $?"
  echo "step 1;a 5" >sums.folded
  steps --step-range '^a$' sums.folded sums.folded
}
check step-counts 0 <<'STDOUT' 3<<'STDERR'
--- --value gpu-time report.sqlite report.sqlite: [3,true]
--- --value count report.sqlite report.sqlite: [3,true]
--- --value bytes report.sqlite report.sqlite: [3,true]
--- --value idle report.sqlite report.sqlite: [3,true]
--- --value exposed report.sqlite report.sqlite: [3,true]
--- --value launch-latency report.sqlite report.sqlite: [3,true]
--- --value cpu-time report.sqlite report.sqlite: [3,true]
--- --value critical report.sqlite report.sqlite: [3,true]
--- --step-range ^backward$ report.sqlite report.sqlite: [2,true]
--- --step-range ^backward$ --device 0 --steps 1 report.sqlite report.sqlite: [1,true]
--- --step-range ^step --time 3000ns- report.sqlite report.sqlite: [2,true]
status 1
--- --step-range ^a$ sums.folded sums.folded: [1,true]
STDOUT
gpuflame: cannot fold 'report.sqlite': no range has the name of a training step; --step-range REGEX says which are steps
STDERR

# Several runs: neither what is written nor what is reported, nor its order, depends on how many are
# read at once.
threads() {
  check() {
    local first='' now
    for jobs in 1 2 3 8; do
      now=$(gpuflame diff --jobs "$jobs" --summary "$@" 2>&1; echo "status $?")
      [ -n "$first" ] || first=$now
      [ "$now" = "$first" ] || echo "$*: --jobs $jobs differs"
    done
    echo "--- $*: ${first##*$'\n'}"
  }
  cp "$FIXTURES"/{steps,oddities,deep}.sqlite .
  printf 'a;b 10\na;c 5\n' >sums.folded
  printf 'a;b\n' >wrong.folded
  mkdir run ties
  seq -f 'step;k%.0f 1' 30000 >ties/slow.folded # the others end before it
  for i in 1 2 3; do seq -f 'step;k%.0f 2' $((i * 10)) -1 1 >"ties/slow$i.folded"; done
  cp steps.sqlite run/rank0.sqlite
  cp steps.sqlite run/rank2.sqlite
  check steps.sqlite oddities.sqlite
  check -f json --before steps.sqlite oddities.sqlite run --after sums.folded run steps.sqlite deep.sqlite
  check --before oddities.sqlite missing.sqlite --after wrong.folded steps.sqlite
  check --before oddities.sqlite wrong.folded --after missing.sqlite steps.sqlite
  check --before steps.sqlite oddities.sqlite --after wrong.folded sums.folded --strict
  check --before oddities.sqlite steps.sqlite --after sums.folded wrong.folded -o sums.folded
  check -f json --before ties --after sums.folded
}
check threads 0 <<'STDOUT'
--- steps.sqlite oddities.sqlite: status 0
--- -f json --before steps.sqlite oddities.sqlite run --after sums.folded run steps.sqlite deep.sqlite: status 0
--- --before oddities.sqlite missing.sqlite --after wrong.folded steps.sqlite: status 1
--- --before oddities.sqlite wrong.folded --after missing.sqlite steps.sqlite: status 1
--- --before steps.sqlite oddities.sqlite --after wrong.folded sums.folded --strict: status 1
--- --before oddities.sqlite steps.sqlite --after sums.folded wrong.folded -o sums.folded: status 2
--- -f json --before ties --after sums.folded: status 0
STDOUT
