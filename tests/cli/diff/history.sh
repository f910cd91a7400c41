# --history: a run compared with the median and the noise of those before it; a step and a drift are
# named, and what cannot be judged does not pass.
# runs FOLDER ATTN...: a run for each time of attention, in ms; the others scatter a little
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
  echo "--- $*"
  gpuflame diff --history "$@" 2>&1
  echo "status $?"
}
runs step 100 100.3 99.8 100.1 99.9 100 112.2 111.9 112 112.1
try step --fail-if 'attn > 5%' --fail-if 'mlp > noise' --fail-if 'range:attn > +-noise' --fail-if 'total > +20ms'
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
try few/2026-11-[12].folded --after few/2026-11-4.folded --fail-if 'total > noise' --allow-missing --limit 1
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
gpuflame diff --history steps --after demo.sqlite --strict -o out.md
echo "status $?"
echo '=== a folder whose last runs would be left out'
cp few/2026-11-4.folded steps/4.folded
try steps
echo '=== words'
try a b --before c --after d
try a b --baseline c d
try a --after b c
try
gpuflame diff step/2026-11-1.folded step/2026-11-2.folded -o out.csv
for condition in 'total < noise' 'total > +noise' 'total > noises' 'total > 2 noise'; do
  gpuflame diff --history step --fail-if "$condition"
done
echo '=== findings'
for name in launch_bound ddp; do python3 "$TESTS/fixtures/findings/shapes.py" $name $name.sqlite; done
for i in 1 2 3 4 5 6 7; do cp ddp.sqlite "ddp$i.sqlite"; done
try ddp[1-7].sqlite --after ddp.sqlite --fail-if 'finding:launch-bound > noise' -o out.md
try ddp[1-7].sqlite --after launch_bound.sqlite --fail-if 'finding:launch-bound > noise' -o out.md
