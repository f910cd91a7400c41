# What the summary calls written is what the output adds up to.
cp "$FIXTURES/steps.sqlite" rank0.sqlite
cp "$FIXTURES/steps.sqlite" rank1.sqlite
printf 'step;gemm 100.5\n' >rank2.folded
printf 'step;gemm 50\n' >rank3.folded
sums() {
  echo "--- $*"
  gpuflame collapse --summary "$@" 2>told | awk '{ sum += $NF } END { print "adds up to " sum }'
  grep -E 'written|included' told
}
sums rank0.sqlite rank1.sqlite
sums --aggregate mean rank0.sqlite rank1.sqlite
sums --aggregate spread rank2.folded rank3.folded
sums --aggregate max --value bytes rank0.sqlite rank1.sqlite
sums --normalize steps rank0.sqlite
sums --normalize steps --steps 3 --only gemm rank0.sqlite
sums --normalize steps rank0.sqlite rank1.sqlite
sums --normalize steps --aggregate min rank0.sqlite rank1.sqlite
sums --aggregate mean rank0.sqlite rank2.folded
