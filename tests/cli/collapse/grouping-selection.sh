# --by puts frames in front of stacks; --steps, --skip-steps, --range and --time select operations.
cp "$FIXTURES/steps.sqlite" report.sqlite
report=report.sqlite
try() {
  echo "--- $*"
  gpuflame collapse --kernel-names short "$@" "$report" || echo "status $?"
}
try --by rank,process,thread,device,stream,step,phase
try --by step --value cpu-time
try --steps 2-3
try --steps 3
try --steps -1
try --skip-steps 1
try --root '^(step|forward)'
try --skip-steps slowest:2
try --step-range '^forward$' --by step
try --normalize steps
try --normalize steps --steps 1-2
try --normalize steps --time 3000ns-
try --normalize steps --device 1
try --normalize steps --range '^backward$'
try --normalize steps --time 1ms-
try --time 1200ns-1.7us
try --time 3us-
try --device 1
try --device 0,1 --process 100
try --process 7
try --range '^backward$'
try --time 1200ns-1.7us --summary
try --start-end-ranges all
try --steps 2-1
try --steps x
try --skip-steps some
for span in 5 0x10ns- 1e2ns- 1.2.3s- 1.s- 9223372036854775808ns- 9223372037s-; do
  try --time "$span"
done
try --time 0.0000011999s-0.00000170000000000049999s
try --time 9223372036854775806ns-9223372036.854775807s
echo "--- to the nanosecond, since 1970 too"
cat >since.json <<'EOF'
{"traceEvents":[
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1700000000000020,"dur":1,
 "args":{"device":0,"stream":7,"correlation":1}}]}
EOF
gpuflame collapse -q --time 1700000000000020000ns-1700000000000020100ns since.json
gpuflame collapse -q --time 1700000000.000020s-1700000000.0000201s since.json
gpuflame collapse -q --time 1700000000000.0203ms-1700000000000020.9us since.json
try --time 2s-1s
try --device a
try --by rank,rank
try --by colour
try --step-range '^no such$' --steps 1
try --normalize weeks
try --graph-capture-ranges maybe
try --start-end-ranges some
echo '--- of steps of different lengths the slowest go'
for count in 1 2; do
  gpuflame collapse -q --no-strip-train-iter-number --skip-steps slowest:$count "$FIXTURES/demo.sqlite" | cut -d';' -f1 |
    sort -u | paste -sd,
done
