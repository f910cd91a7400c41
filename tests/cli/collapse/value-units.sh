# Output formats state the unit of values, and operations only if there are any.
cp "$FIXTURES/steps.sqlite" report.sqlite
for value in gpu-time count bytes idle exposed launch-latency cpu-time critical; do
  echo "--- $value"
  for format in speedscope pprof collapse-json; do
    gpuflame collapse --value "$value" --format $format -o out.$format report.sqlite
  done
  jq -r '.name, .profiles[0].name, .profiles[0].unit' out.speedscope
  zcat out.pprof | grep -aoE '(gpu|cpu)_time|launch_latency|critical_path|value|nanoseconds|bytes'
  jq -c '[.stacks[] | .count // 0] | add' out.collapse-json
done
echo "--- gaps are no operations"
gpuflame collapse --with-idle --format collapse-json report.sqlite |
  jq -c '.frames as $f | .stacks[] | select($f[.stack[-1]] == "[GPU idle]")'
