# A file has the same number of steps whatever the value; --step-range chooses them.
cp "$FIXTURES/steps.sqlite" report.sqlite
steps() {
  echo "--- $*"
  gpuflame diff -f json "$@" >out.json && jq -c '[.before[0].steps, .per_step]' out.json
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
