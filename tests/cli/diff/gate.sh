# The gate: limits of changes and of values, by total, frame, range, kernel and kind; what it
# cannot judge does not pass it.
printf 'fwd;attn;flash_fwd 100000000\nfwd;mlp;gemm_nt 60000000\nbwd;gemm_nt 40000000\n' >before
printf 'fwd;attn;flash_fwd 100000000\nfwd;mlp;gemm_nt 75000000\nbwd;ncclDevKernel 9000000\n' >after
try() {
  echo "--- $*"
  gpuflame diff before after -o out.folded "$@" 2>&1
  echo "status $?"
}
try --fail-if 'gemm > 5%'
try --fail-if 'fwd > 5%' --fail-if 'total < -5%'
try --fail-if 'range:gemm > 5%'
try --fail-if 'kernel:gemm < -20ms'
try --fail-if 'kernel:gemm < -30ms' --fail-if 'mlp > +15ms'
try --fail-if 'mlp > +-14.9 ms' --fail-if 'range:fwd > 0.1s'
try --fail-if 'kind:matmul > +-50%' --fail-if 'kind:communication > 0%'
echo '=== what matches nothing is an error'
try --fail-if 'nosuchframe > 5%'
try --fail-if 'nosuchframe > 5%' --strict
try --fail-if 'nosuchframe > 5%' --allow-missing
try --fail-if 'kind:softmax > 5%' --fail-if 'total > 1%' --fail-if 'mlp > 1%'
echo '=== nothing is left after the change'
try --fail-if 'bwd;gemm|^gemm_nt$ > 5%' --fail-if '^bwd$ > 5%'
printf 'fwd 10\nold 5\n' >renamed
gpuflame diff renamed before -o out.folded --fail-if 'old > 5%'
echo "status $?"
gpuflame diff renamed before -o out.folded --fail-if 'old > 5%' --strict
echo "status $?"
echo '=== a run that hardly did anything'
printf 'fill 1470\n' >one
gpuflame diff before one -o out.folded --fail-if 'total > 5%'
echo "status $?"
gpuflame diff before one -o out.folded --fail-if 'total > 5%' --strict
echo "status $?"
gpuflame diff -q before one -o out.folded --fail-if 'total > 5%'
echo "status $?"
gpuflame diff "$FIXTURES/demo.sqlite" "$FIXTURES/steps.sqlite" --no-steps -o out.folded --strict
echo "status $?"
echo '=== units'
try --fail-if 'total > +5' --unit samples
try --fail-if 'total > 174000000' --unit samples
try --fail-if 'total > +5ms' --unit samples
try --fail-if 'total > +5'
try --fail-if 'total > 5 m'
try --fail-if 'total > +- -5%'
try --fail-if 'kind:gemm > 5%'
echo '=== a baseline'
gpuflame diff --baseline before after -o out.folded --fail-if 'mlp > 5%'
echo "status $?"
gpuflame diff --baseline before after after -o out.folded --fail-if 'mlp > 26%'
echo "status $?"
gpuflame diff --baseline before
echo "status $?"
gpuflame diff --baseline before --after after
echo "status $?"
try --allow-missing
