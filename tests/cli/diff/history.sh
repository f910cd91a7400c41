# --history: a run compared with the median and the noise of those before it; a step and a drift are
# named, and what cannot be judged does not pass.
# runs FOLDER ATTN...: a run for each time of attention, in ms; the others scatter a little
history-of-runs() {
  runs() {
    mkdir "$1" && cd "$1" || exit
    local night=1 attn
    for attn in "${@:2}"; do
      printf 'step;fwd;attn;flash_fwd %s\nstep;fwd;mlp;gemm_nt %s\nstep;bwd;gemm_nt 40000000\n' \
        "$(awk "BEGIN { printf \"%.0f\", $attn * 1000000 }")" $((60000000 + night * 7919 % 5 * 60000)) \
        >"2026-11-$night.folded"
      night=$((night + 1))
    done
    cd ..
  }
  try() {
    gpuflame diff --history "$@" >out 2>&1
    echo "--- $*: status $?"
    sed -E '/^$|^(before|after): | changed no more than |  (step|fwd|mlp)$|  step;|^ .* stack$|^gpuflame: .* holds:/d' out
  }
  runs step 100 100.3 99.8 100.1 99.9 100 112.2 111.9 112 112.1
  gpuflame diff --history step --fail-if 'attn > 5%' --fail-if 'mlp > noise' --fail-if 'range:attn > +-noise' --fail-if 'total > +20ms'
  # +1 % a night: the last one is 1 % over the night before
  runs drift 100 101 102 103 104 105 106 107 108 109 110 111
  try drift --fail-if 'attn > 5%'
  gpuflame diff drift/2026-11-11.folded drift/2026-11-12.folded --fail-if 'total > 5%' -o out.md
  echo "the night before: status $?"
  runs noise 100 100.3 99.8 100.1 99.9 100 100.2 99.7 100.1 100.2
  try noise --fail-if 'total > noise' --fail-if 'attn > 0%' --fail-if 'total > 0.1%'
  echo '=== a change that the median has taken over: when it was'
  runs old 100 100.3 112.2 111.9 112 112.1 111.8 112.1 112 111.9
  try old --fail-if 'attn > noise'
  echo '=== faster again'
  runs faster 100 100.3 99.8 100.1 99.9 100 100.2 99.7 88 88.1
  try faster --fail-if 'attn > noise' --fail-if 'attn < -5%'
  echo '=== equal runs; then one that is not'
  runs equal 100 100 100 100 100 100 100 100
  for run in equal/*; do cp step/2026-11-1.folded "$run"; done
  try equal --fail-if 'total > noise'
  sed -i 's/flash_fwd 100/flash_fwd 101/' equal/2026-11-8.folded
  try equal --fail-if 'total > noise'
  echo '=== a range that some runs do not have'
  runs rare 100 100 100 100 100 100 100 100
  for night in 2 3 5 8; do echo 'step;eval;sum 30000000' >>"rare/2026-11-$night.folded"; done
  try rare --fail-if 'eval > noise' --fail-if 'nosuch > noise'
  try rare/2026-11-[12467].folded --strict --fail-if 'eval > 5%' -o out.md
  echo '=== too few runs'
  runs few 100 100.1 99.9 130
  try few/2026-11-[12].folded --after few/2026-11-4.folded --fail-if 'total > noise'
  try few/2026-11-[12].folded --after few/2026-11-4.folded --fail-if 'total > noise' --allow-missing --limit 1 | sed '/^total/,/^gate/d'
  try few/2026-11-[12].folded --after few/2026-11-4.folded --fail-if 'total > noise' --fail-if 'total > 5%' -q -o out.md
  gpuflame diff few/2026-11-1.folded few/2026-11-4.folded --fail-if 'total > noise' -o out.md
  echo "two runs: status $?"
  # what three runs scatter by excuses nothing
  runs three 100 101.4 100.2 130
  try three --fail-if 'total > 5%' -o out.md
  try few/2026-11-1.folded
  try few/2026-11-1.folded --after few/2026-11-1.folded
  # the runs of the folder, not their sum
  try three few/2026-11-4.folded -q --fail-if 'total > 5%' -o out.md
  grep before: out.md
  mkdir empty
  try empty
  try few/2026-11-1.folded nosuch few/2026-11-2.folded
  echo '=== a run of AFTER that is kept with the others is not compared with itself'
  gpuflame diff step/2026-11-10.folded --history step -o one.json
  gpuflame diff --history step/2026-11-?.folded --after step/2026-11-10.folded -o two.json
  cmp one.json two.json
  echo '=== other work'
  mkdir steps
  for i in 1 2 3; do cp "$FIXTURES/steps.sqlite" "steps/$i.sqlite"; done
  cp "$FIXTURES/demo.sqlite" .
  gpuflame diff --history steps --after demo.sqlite | head -n 7
  tell "" gpuflame diff --history steps --after demo.sqlite --strict -o out.md
  echo '=== a folder whose last runs would be left out'
  cp few/2026-11-4.folded steps/4.folded
  try steps
  echo '=== words'
  try a b --before c --after d
  try a --after b c
  try
  for condition in 'total < noise' 'total > +noise' 'total > noises' 'total > 2 noise'; do
    gpuflame diff --history step --fail-if "$condition"
  done
}
check history-of-runs 2 <<'STDOUT' 3<<'STDERR'
before: the median of 9 runs, step/2026-11-1.folded to step/2026-11-9.folded
after:  step/2026-11-10.folded
total: 200 ms -> 212 ms, +11.9 ms (+5.9%); +10.3 ms to +13.4 ms with 99% confidence
verdict: 5.9% more time, since 2026-11-7.folded
gate: 'attn > 5%' holds: +11.99 %, 100 ms -> 112 ms, since 2026-11-7.folded
gate: 'mlp > noise' passes: -0.20 %, 60.1 ms -> 60.0 ms, within the noise
gate: 'range:attn > +-noise' holds: +11.99 %, 100 ms -> 112 ms, since 2026-11-7.folded
gate: 'total > +20ms' passes: +5.92 %, 200 ms -> 212 ms, since 2026-11-7.folded
  change      by   first  median    last        runs  since                       range
+11.9 ms   +5.9%  200 ms  200 ms  212 ms  ▁▁▁▁▁▁████  2026-11-7.folded, +11.9 ms  total
+12.0 ms  +12.0%  100 ms  100 ms  112 ms  ▁▁▁▁▁▁████  2026-11-7.folded, +12.1 ms  attn
+11.9 ms   +5.9%  200 ms  200 ms  212 ms  ▁▁▁▁▁▁████  2026-11-7.folded, +11.9 ms  step
+11.9 ms   +7.4%  160 ms  160 ms  172 ms  ▁▁▁▁▁▁████  2026-11-7.folded, +11.9 ms  fwd
2 ranges changed no more than the runs scatter
  change      by  before   after  stack
+12.0 ms  +12.0%  100 ms  112 ms  step;fwd;attn;flash_fwd
2 stacks changed no more than the runs scatter
--- drift --fail-if attn > 5%: status 3
total: 205 ms -> 211 ms, +5.94 ms (+2.9%); +1.69 ms to +10.2 ms with 99% confidence
verdict: 2.9% more time, gradually
gate: 'attn > 5%' holds: +5.71 %, 105 ms -> 111 ms, gradually
  change     by   first  median    last          runs  since                    range
+5.94 ms  +2.9%  200 ms  205 ms  211 ms  ▁▁▂▃▃▄▅▆▆▇██  gradual, +998 us a run   total
+6.00 ms  +5.7%  100 ms  105 ms  111 ms  ▁▁▂▃▃▄▅▆▆▇██  gradual, +1.00 ms a run  attn
the night before: status 0
--- noise --fail-if total > noise --fail-if attn > 0% --fail-if total > 0.1%: status 0
total: 200 ms -> 200 ms, +40.0 us (+0.0%); -1.53 ms to +1.61 ms with 99% confidence
verdict: no change beyond the noise
gate: 'total > noise' passes: +0.02 %, 200 ms -> 200 ms, within the noise
gate: 'attn > 0%' passes: +0.20 %, 100 ms -> 100 ms, within the noise
gate: 'total > 0.1%' passes: +0.02 %, 200 ms -> 200 ms, within the noise
  change     by   first  median    last        runs  since  range
+40.0 us  +0.0%  200 ms  200 ms  200 ms  ▅▅▄▅▄▅▅▄▅▅         total
=== a change that the median has taken over: when it was
--- old --fail-if attn > noise: status 0
total: 212 ms -> 212 ms, -100 us (-0.0%); -1.62 ms to +1.42 ms with 99% confidence
verdict: no change beyond the noise
gate: 'attn > noise' passes: -0.09 %, 112 ms -> 112 ms, within the noise
 change     by   first  median    last        runs  since                       range
-100 us  -0.0%  200 ms  212 ms  212 ms  ▁▁████████  2026-11-3.folded, +11.7 ms  total
-100 us  -0.1%  100 ms  112 ms  112 ms  ▁▁████████  2026-11-3.folded, +11.8 ms  attn
=== faster again
--- faster --fail-if attn > noise --fail-if attn < -5%: status 3
total: 200 ms -> 188 ms, -12.1 ms (-6.0%); -13.6 ms to -10.5 ms with 99% confidence
verdict: 6.0% less time, since 2026-11-9.folded
gate: 'attn > noise' passes: -11.90 %, 100 ms -> 88.1 ms, since 2026-11-9.folded
gate: 'attn < -5%' holds: -11.90 %, 100 ms -> 88.1 ms, since 2026-11-9.folded
  change      by   first  median     last        runs  since                       range
-12.1 ms   -6.0%  200 ms  200 ms   188 ms  ████████▁▁  2026-11-9.folded, -12.1 ms  total
-11.9 ms  -11.9%  100 ms  100 ms  88.1 ms  ████████▁▁  2026-11-9.folded, -11.9 ms  attn
=== equal runs; then one that is not
--- equal --fail-if total > noise: status 0
total: 200 ms -> 200 ms, 0 ns (+0.0%); 0 ns to 0 ns with 99% confidence
verdict: no change beyond the noise
gate: 'total > noise' passes: +0.00 %, 200 ms -> 200 ms, within the noise
change     by   first  median    last      runs  since  range
  0 ns  +0.0%  200 ms  200 ms  200 ms  ▄▄▄▄▄▄▄▄         total
--- equal --fail-if total > noise: status 3
total: 200 ms -> 201 ms, +1.00 ms (+0.5%); +1.00 ms to +1.00 ms with 99% confidence
verdict: 0.5% more time, since 2026-11-8.folded
gate: 'total > noise' holds: +0.50 %, 200 ms -> 201 ms, since 2026-11-8.folded
  change     by   first  median    last      runs  since                       range
+1.00 ms  +0.5%  200 ms  200 ms  201 ms  ▄▄▄▄▄▄▄▅  2026-11-8.folded, +1.00 ms  total
+1.00 ms  +1.0%  100 ms  100 ms  101 ms  ▄▄▄▄▄▄▄▅  2026-11-8.folded, +1.00 ms  attn
=== a range that some runs do not have
--- rare --fail-if eval > noise --fail-if nosuch > noise: status 1
total: 200 ms -> 230 ms, +29.9 ms (+14.9%); -172 ms to +232 ms with 99% confidence
verdict: no change beyond the noise
gate: 'eval > noise' passes: it is new, 30.0 ms, within the noise
gate: 'nosuch > noise' matches nothing
  change      by   first  median    last      runs  since  range
+29.9 ms  +14.9%  200 ms  200 ms  230 ms  ▁██▁█▁▁█         total
gpuflame: 'nosuch > noise' matches nothing; --allow-missing lets it pass
--- rare/2026-11-1.folded rare/2026-11-2.folded rare/2026-11-4.folded rare/2026-11-6.folded rare/2026-11-7.folded --strict --fail-if eval > 5% -o out.md: status 0
=== too few runs
--- few/2026-11-1.folded few/2026-11-2.folded --after few/2026-11-4.folded --fail-if total > noise: status 1
total: 200 ms -> 230 ms, +29.8 ms (+14.9%)
verdict: 14.9% more time
gate: 'total > noise' cannot be judged: +14.88 %, 200 ms -> 230 ms; the history has 2 runs, and noise is known from 7 on
  change      by    first   median     last  runs  since  range
+29.8 ms  +14.9%   200 ms   200 ms   230 ms   ▁▁█         total
+29.9 ms  +29.9%   100 ms   100 ms   130 ms   ▁▁█         attn
gpuflame: 'total > noise' cannot be judged: +14.88 %, 200 ms -> 230 ms; the history has 2 runs, and noise is known from 7 on; --allow-missing lets it pass
--- few/2026-11-1.folded few/2026-11-2.folded --after few/2026-11-4.folded --fail-if total > noise --allow-missing --limit 1: status 0
  change      by   first  median    last  runs  since  range
+29.8 ms  +14.9%  200 ms  200 ms  230 ms   ▁▁█         total
+29.9 ms  +29.9%  100 ms  100 ms  130 ms   ▁▁█         attn
1 of 4 ranges that changed
1 of 2 stacks that changed
gpuflame: warning: 'total > noise' cannot be judged: +14.88 %, 200 ms -> 230 ms; the history has 2 runs, and noise is known from 7 on
--- few/2026-11-1.folded few/2026-11-2.folded --after few/2026-11-4.folded --fail-if total > noise --fail-if total > 5% -q -o out.md: status 3
gpuflame: 'total > noise' cannot be judged: +14.88 %, 200 ms -> 230 ms; the history has 2 runs, and noise is known from 7 on; --allow-missing lets it pass
two runs: status 1
--- three --fail-if total > 5% -o out.md: status 3
--- few/2026-11-1.folded: status 2
gpuflame: the history has no run other than 'few/2026-11-1.folded', the one to compare
--- few/2026-11-1.folded --after few/2026-11-1.folded: status 2
gpuflame: the history has no run other than 'few/2026-11-1.folded', the one to compare
--- three few/2026-11-4.folded -q --fail-if total > 5% -o out.md: status 3
- before: `the median of 4 runs, three/2026-11-1.folded to three/2026-11-4.folded`
--- empty: status 1
gpuflame: no report in folder 'empty': looked for files like *.gpuflame *.sqlite *.nsys-rep *.qdrep *.trace.json *.json *.xplane.pb *_results.db *.folded, also compressed (.gz, .zst), and for partial results of gpuflame stats
--- few/2026-11-1.folded nosuch few/2026-11-2.folded: status 1
gpuflame: cannot open 'nosuch': No such file or directory
=== a run of AFTER that is kept with the others is not compared with itself
=== other work
before: the median of 3 runs, steps/1.sqlite (3 steps) to steps/3.sqlite (3 steps)
after:  demo.sqlite (3 steps)
total per step: 407 ns -> 16.0 ms, +16.0 ms (+3930046.2%)
launches per step: 2.3 -> 116.3
verdict: not comparable: AFTER has 116.3 launches per step, BEFORE has 2.3
status 1: gpuflame: AFTER has 116.3 launches per step, BEFORE has 2.3: is it the same program?
=== a folder whose last runs would be left out
--- steps: status 2
gpuflame: folder 'steps' has both reports and folded stacks: name the runs of the history, --history FILE...
=== words
--- a b --before c --after d: status 2
gpuflame: --history cannot be combined with --before
--- a --after b c: status 2
gpuflame: one run is compared with a history, not 2: --history takes all words up to the next option
--- : status 2
gpuflame: option '--history' needs at least one FILE
STDOUT
gpuflame: 'attn > 5%' holds: +11.99 %, 100 ms -> 112 ms, since 2026-11-7.folded
gpuflame: 'range:attn > +-noise' holds: +11.99 %, 100 ms -> 112 ms, since 2026-11-7.folded
gpuflame: 'total > noise' cannot be judged: +14.89 %, 200 ms -> 230 ms; noise is known from two runs on each side, or from --history; --allow-missing lets it pass
gpuflame: warning: AFTER has 116.3 launches per step, BEFORE has 2.3: is it the same program?
gpuflame: option '--fail-if': 'total < noise': expected a number and '%', or a number and ns, us, ms or s, after '<'
gpuflame: option '--fail-if': 'total > +noise': expected a number and '%', or a number and ns, us, ms or s, or noise, after '>'
gpuflame: option '--fail-if': 'total > noises': expected a number and '%', or a number and ns, us, ms or s, or noise, after '>'
gpuflame: option '--fail-if': 'total > 2 noise': expected a number and '%', or a number and ns, us, ms or s, or noise, after '>'
STDERR

# The trend of a history as Markdown, JSON and for a terminal without UTF-8; names are untrusted, and
# runs may be pipes.
trend-formats() {
  mkdir runs
  for i in 1 2 3 4 5 6 7 8; do
    attn=10$((i * 3 % 5))000
    [ "$i" -lt 6 ] || attn=12$((i * 3 % 5))000
    printf '=cmd|calc!A1;<b>att|n</b>\033[2J,"x"\303;flash_fwd %s\nmlp;gemm 50000%s\n' "$attn" "$i" >"runs/run \$i|<$i>.folded"
  done
  gpuflame diff --history runs
  gpuflame diff --history runs -f markdown --limit 1
  LC_ALL=C gpuflame diff --history runs --limit 1 | sed -n '/range/,$p'
  COLUMNS=60 gpuflame diff --history runs --limit 2 | sed -n '/range/,$p'
  gpuflame diff --history runs --unit samples --limit 1 | sed -n '/range/,$p'
  gpuflame diff --history runs -o out.json --fail-if 'flash > noise' --fail-if 'gemm > noise'
  echo "status $?"
  python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json" <out.json && echo 'as in the schema'
  python3 - <<'END'
import json, statistics
answer = json.load(open("out.json"))
for row in answer["trend"]:
    assert row["before"] == statistics.median(row["values"][:-1]) and row["after"] == row["values"][-1]
    since = row.get("since")
    if since:
        at = answer["files"].index(since["run"])
        assert abs(since["before"] - statistics.median(row["values"][:at])) < 0.001
        assert abs(since["after"] - statistics.median(row["values"][at:])) < 0.001
    print(ascii(row["range"]), row["change"], row["noise"], since and ascii(since["run"]))
print([condition["result"] for condition in answer["gate"]["conditions"]], answer["gate"]["verdict"])
END
  gpuflame diff --history runs -o out.svg && grep -c '<svg' out.svg
  echo '--- pipes, and compressed'
  gzip runs/*1*.folded
  gpuflame diff --history <(zcat runs/*1*.gz) runs/*[2-3]*.folded runs/*1*.gz <(cat runs/*4*.folded) \
    --limit 1 - <"runs/run \$i|<8>.folded" | sed -n '/range/,$p'
  gpuflame diff --history runs >/dev/full
  echo "status $?"
}
check trend-formats 0 <<'STDOUT' 3<<'STDERR'
before: the median of 7 runs, runs/run $i|<1>.folded to runs/run $i|<7>.folded
after:  runs/run $i|<8>.folded
total: 603 us -> 624 us, +21.0 us (+3.5%); +7.46 us to +34.6 us with 99% confidence
verdict: 3.5% more time, since run $i|<6>.folded
  change      by   first  median    last      runs  since                        range
+21.0 us   +3.5%  603 us  603 us  624 us  ▂▂▂▂▁▇▇█  run $i|<6>.folded, +21.0 us  total
+21.0 us  +20.4%  103 us  103 us  124 us  ▁▁▂▁▁█▇█  run $i|<6>.folded, +21.0 us  =cmd|calc!A1
+21.0 us  +20.4%  103 us  103 us  124 us  ▁▁▂▁▁█▇█  run $i|<6>.folded, +21.0 us  <b>att|n</b> [2J,"x"�
   +4 ns   +0.0%  500 us  500 us  500 us  ▄▄▄▄▄▄▅▅  gradual, +1 ns a run         mlp
  change      by  before   after  stack
+21.0 us  +20.4%  103 us  124 us  =cmd|calc!A1;<b>att|n</b> [2J,"x"�;flash_fwd
1 stack changed no more than the runs scatter
**gpuflame: `3.5% more time, since run $i|<6>.folded`**
- total: 603 us -> 624 us, +21.0 us (+3.5%); +7.46 us to +34.6 us with 99% confidence
- before: `the median of 7 runs, runs/run $i|<1>.folded to runs/run $i|<7>.folded`
- after: `runs/run $i|<8>.folded`
| change | by | first | median | last | runs | since | range |
| ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |
| +21.0 us | +3.5% | 603 us | 603 us | 624 us | ▂▂▂▂▁▇▇█ | `run $i\|<6>.folded, +21.0 us` | total |
| +21.0 us | +20.4% | 103 us | 103 us | 124 us | ▁▁▂▁▁█▇█ | `run $i\|<6>.folded, +21.0 us` | `=cmd\|calc!A1` |
1 of 3 ranges that changed
| change | by | before | after | stack |
| ---: | ---: | ---: | ---: | --- |
| +21.0 us | +20.4% | 103 us | 124 us | `=cmd\|calc!A1;<b>att\|n</b> [2J,"x"�;flash_fwd` |
1 stack changed no more than the runs scatter
  change      by   first  median    last      runs  since                        range
+21.0 us   +3.5%  603 us  603 us  624 us  ...._**#  run $i|<6>.folded, +21.0 us  total
+21.0 us  +20.4%  103 us  103 us  124 us  __.__#*#  run $i|<6>.folded, +21.0 us  =cmd|calc!A1
1 of 3 ranges that changed
  change      by  before   after  stack
+21.0 us  +20.4%  103 us  124 us  =cmd|calc!A1;<b>att|n</b> [2J,"x"�;flash_fwd
1 stack changed no more than the runs scatter
  change      by  since                range
+21.0 us   +3.5%  run $i|<6>.....0 us  total
+21.0 us  +20.4%  run $i|<6>.....0 us  =cmd|calc!A1
+21.0 us  +20.4%  run $i|<6>.....0 us  <b>att|n</b> [2J,"x"�
(not shown: first, median, last, runs)
2 of 3 ranges that changed
  change      by  before   after  stack
+21.0 us  +20.4%  103 us  124 us  =cmd|calc!A1;<b>...ash_fwd
1 stack changed no more than the runs scatter
 change      by    first   median     last      runs  since                       range
+21,007   +3.5%  603,001  603,001  624,008  ▂▂▂▂▁▇▇█  run $i|<6>.folded, +21,002  total
+21,000  +20.4%  103,000  103,000  124,000  ▁▁▂▁▁█▇█  run $i|<6>.folded, +21,000  =cmd|calc!A1
1 of 3 ranges that changed
 change      by   before    after  stack
+21,000  +20.4%  103,000  124,000  =cmd|calc!A1;<b>att|n</b> [2J,"x"�;flash_fwd
1 stack changed no more than the runs scatter
status 3
as in the schema
None 21007 False 'runs/run $i|<6>.folded'
'=cmd|calc!A1' 21000 False 'runs/run $i|<6>.folded'
'<b>att|n</b> [2J,"x"\ufffd' 21000 False 'runs/run $i|<6>.folded'
'mlp' 4 True 'runs/run $i|<4>.folded'
['holds', 'passes'] failed
1
--- pipes, and compressed
  change      by   first  median    last    runs  since  range
+21.0 us   +3.5%  603 us  603 us  624 us  ▂▂▂▂▂▇         total
+21.0 us  +20.4%  103 us  103 us  124 us  ▁▁▂▁▁█         =cmd|calc!A1
1 of 3 ranges that changed
  change      by  before   after  stack
+21.0 us  +20.4%  103 us  124 us  =cmd|calc!A1;<b>att|n</b> [2J,"x"�;flash_fwd
1 of 2 stacks that changed
status 1
STDOUT
gpuflame: 'flash > noise' holds: +20.39 %, 103 us -> 124 us, since run $i|<6>.folded
gpuflame: cannot write 'stdout': No space left on device
STDERR
