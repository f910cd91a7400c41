# What --format json writes is as docs/gpuflame.schema.json says; and the check can fail.
check() {
  python3 "$TESTS/tools/check_schema.py" "$TESTS/../docs/gpuflame.schema.json" && echo "$1: as in the schema"
}
for name in stats_small stats_steps stats_nccl no_kernels stats_touch; do
  gpuflame stats -q -r all -f json "$FIXTURES/$name.sqlite" | check "stats of $name"
done
f=$FIXTURES/stats_small.sqlite
gpuflame stats -q -r nvtx_sum -f json "$f" | check 'one report'
gpuflame stats -q -r nvtx_sum,gpu_gaps -f json --per-rank "$f" "$FIXTURES/stats_steps.sqlite" | check 'file by file'
gpuflame stats -q -r gpu_gaps,cuda_gpu_trace -f json "$f" "$FIXTURES/stats_steps.sqlite" | check 'pooled'
gpuflame diff -f json "$f" "$FIXTURES/stats_steps.sqlite" | check diff
gpuflame diff -f json --before "$f" "$f" --after "$FIXTURES/stats_steps.sqlite" "$f" | check 'diff with intervals'
echo '--- what is not as the schema says'
gpuflame stats -q -r nvtx_sum -f json "$f" >out.json
for change in 's/"schema":1/"schema":2/' 's/"stats"/"statistics"/' 's/"rows"/"row"/' \
  's/"reports":/"more":[],&/' 's/"Instances":[0-9]*/"Instances":[]/' 's/"command"/"schema":1,&/'; do
  sed "$change" out.json | check "$change"
done
