# Every value, on a timeline that a person can check.
cp "$FIXTURES/steps.sqlite" report.sqlite
report=report.sqlite
for value in gpu-time count bytes idle exposed launch-latency cpu-time critical; do
  echo "--- $value"
  gpuflame collapse --value "$value" --kernel-names short "$report"
done
echo "--- with idle" && gpuflame collapse --with-idle --kernel-names short "$report"
echo "--- exposed, with idle" && gpuflame collapse --value exposed --with-idle --only '^\[GPU idle' "$report"
echo "--- relu communicates" && gpuflame collapse --value exposed --communication relu --only 'nccl|relu' "$report"
gpuflame collapse --value time "$report" || echo "status $?"
gpuflame collapse --value count --with-idle "$report" || echo "status $?"
gpuflame collapse --value idle --with-idle "$report" || echo "status $?"
gpuflame collapse --value cpu-time --by device "$report" || echo "status $?"
gpuflame collapse --value exposed --communication 'a(' "$report" || echo "status $?"
echo "a;b 1" >sums.folded
gpuflame collapse --value count sums.folded || echo "status $?"
gpuflame collapse --summary --value bytes "$report" >bytes.folded
gpuflame collapse -q --summary --value exposed --time 1s-2s "$report" || echo "status $?"
