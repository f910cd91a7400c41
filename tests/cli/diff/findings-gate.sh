# Conditions about what findings measure: in percent of the step, and as time of one.
shapes=$TESTS/fixtures/findings/shapes.py
for name in launch_bound ddp fsdp_straggler; do python3 "$shapes" $name $name.sqlite; done
mkdir run && mv fsdp_straggler-rank?.sqlite run
try() {
  echo "--- $*"
  gpuflame diff -q -o out.folded "$@" 2>&1
  echo "status $?"
}
try ddp.sqlite launch_bound.sqlite --fail-if 'finding:launch-bound > 5%'
try ddp.sqlite launch_bound.sqlite --fail-if 'finding:launch-bound>+59%' --fail-if 'finding:launch-bound > +61%'
try ddp.sqlite launch_bound.sqlite --fail-if 'finding:launch-bound > 1ms' --fail-if 'finding:launch-bound > +2ms'
try launch_bound.sqlite ddp.sqlite --fail-if 'finding:launch-bound < -50%'
echo '=== nothing of it before and after: it passes, since it was measured'
try --strict ddp.sqlite ddp.sqlite --fail-if 'finding:launch-bound > 5%' --fail-if 'finding:exposed-all-reduce > +-1%'
echo '=== folders, several runs, pipes, selections, values that are no times'
try run run --fail-if 'finding:straggler > 20%'
try --before ddp.sqlite launch_bound.sqlite --after launch_bound.sqlite --fail-if 'finding:launch-bound > +29%' \
  --fail-if 'finding:launch-bound > +31%' --no-steps
try --value count --steps 2-3 ddp.sqlite launch_bound.sqlite --fail-if 'finding:launch-bound > 59%'
gpuflame diff -q -o out.folded ddp.sqlite - --fail-if 'finding:launch-bound > 59%' <launch_bound.sqlite 2>&1
echo "status $?"
echo '=== what cannot be'
try ddp.sqlite ddp.sqlite --fail-if 'finding:launchbound > 5%'
try ddp.sqlite ddp.sqlite --fail-if 'finding:launch-bound > 5'
try ddp.sqlite ddp.sqlite --range step --fail-if 'finding:launch-bound > 5%'
printf 'a 5\n' >stacks
try stacks stacks --fail-if 'finding:launch-bound > 5%'
echo '=== in JSON, as the schema says'
gpuflame diff -q -f json ddp.sqlite launch_bound.sqlite --fail-if 'finding:launch-bound > 5%' \
  --fail-if 'finding:launch-bound > 9ms' --fail-if 'total > 5000%' >out.json 2>/dev/null
python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json" <out.json
python3 -c 'import json
for one in json.load(open("out.json"))["gate"]["conditions"]:
    print(one["condition"], one["result"], one.get("unit"), one["reason"].split(": ")[-1])'
