# What is put in front, and what is cut away.
cp "$FIXTURES/mean_steps.sqlite" report.sqlite
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
try --skip-steps slowest:2
try --step-range '^forward$' --by step
try --normalize steps
try --normalize steps --steps 1-2
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
try --time 5
try --time 2s-1s
try --device a
try --by rank,rank
try --by colour
try --step-range '^no such$' --steps 1
try --normalize weeks
try --graph-capture-ranges maybe
try --start-end-ranges some
