# The gate: limits of changes and of values, by total, frame, range, kernel and kind; what it
# cannot judge does not pass it.
gate() {
  printf 'fwd;attn;flash_fwd 100000000\nfwd;mlp;gemm_nt 60000000\nbwd;gemm_nt 40000000\n' >before
  printf 'fwd;attn;flash_fwd 100000000\nfwd;mlp;gemm_nt 75000000\nbwd;ncclDevKernel 9000000\n' >after
  try() { tell "$*" gpuflame diff before after -o out.folded "$@"; }
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
  tell "" gpuflame diff "$FIXTURES/demo.sqlite" "$FIXTURES/steps.sqlite" --no-steps -o out.folded --strict
  echo '=== units'
  try --fail-if 'total > +5' --unit samples
  try --fail-if 'total > 174000000' --unit samples
  try --fail-if 'total > +5ms' --unit samples
  try --fail-if 'total > +5'
  try --fail-if 'total > 5 m'
  try --fail-if 'total > +- -5%'
  try --fail-if 'kind:gemm > 5%'
  echo '=== two runs after it'
  gpuflame diff before after -o out.folded --fail-if 'mlp > 5%'
  echo "status $?"
  gpuflame diff --before before --after after after -o out.folded --fail-if 'mlp > 26%'
  echo "status $?"
  try --allow-missing
}
check gate 0 <<'STDOUT' 3<<'STDERR'
--- --fail-if gemm > 5%
--- --fail-if fwd > 5% --fail-if total < -5%: status 3: gpuflame: 'fwd > 5%' holds: +9.38 %, 160 ms -> 175 ms
gpuflame: 'total < -5%' holds: -8.00 %, 200 ms -> 184 ms
--- --fail-if range:gemm > 5%: status 1: gpuflame: 'range:gemm > 5%' matches nothing; --allow-missing lets it pass
--- --fail-if kernel:gemm < -20ms: status 3: gpuflame: 'kernel:gemm < -20ms' holds: -25.00 %, 100 ms -> 75.0 ms
--- --fail-if kernel:gemm < -30ms --fail-if mlp > +15ms
--- --fail-if mlp > +-14.9 ms --fail-if range:fwd > 0.1s: status 3: gpuflame: 'mlp > +-14.9 ms' holds: +25.00 %, 60.0 ms -> 75.0 ms
gpuflame: 'range:fwd > 0.1s' holds: +9.38 %, 160 ms -> 175 ms
--- --fail-if kind:matmul > +-50% --fail-if kind:communication > 0%: status 3: gpuflame: 'kind:communication > 0%' holds: it is new, 9.00 ms
=== what matches nothing is an error
--- --fail-if nosuchframe > 5%: status 1: gpuflame: 'nosuchframe > 5%' matches nothing; --allow-missing lets it pass
--- --fail-if nosuchframe > 5% --strict: status 1: gpuflame: 'nosuchframe > 5%' matches nothing; --allow-missing lets it pass
--- --fail-if nosuchframe > 5% --allow-missing
--- --fail-if kind:softmax > 5% --fail-if total > 1% --fail-if mlp > 1%: status 3: gpuflame: 'kind:softmax > 5%' matches nothing; --allow-missing lets it pass
gpuflame: 'mlp > 1%' holds: +25.00 %, 60.0 ms -> 75.0 ms
=== nothing is left after the change
--- --fail-if bwd;gemm|^gemm_nt$ > 5% --fail-if ^bwd$ > 5%
status 1 [2 times]
=== a run that hardly did anything
status 0
status 1
status 0
status 1: gpuflame: AFTER has 7 launches, BEFORE has 349: is it the same program?
=== units
--- --fail-if total > +5 --unit samples
--- --fail-if total > 174000000 --unit samples: status 3: gpuflame: 'total > 174000000' holds: -8.00 %, 200,000,000 -> 184,000,000
--- --fail-if total > +5ms --unit samples: status 2: gpuflame: 'total > +5ms': the values are samples: no ns, us, ms or s
--- --fail-if total > +5: status 2: gpuflame: 'total > +5': expected '%', ns, us, ms or s after the number
--- --fail-if total > 5 m: status 2: gpuflame: option '--fail-if': 'total > 5 m': expected a number and '%', or a number and ns, us, ms or s, or noise, after '>'
--- --fail-if total > +- -5%: status 2: gpuflame: option '--fail-if': 'total > +- -5%': expected a number and '%', or a number and ns, us, ms or s, or noise, after '>'
--- --fail-if kind:gemm > 5%: status 2: gpuflame: option '--fail-if': 'kind:gemm > 5%': expected a kind after 'kind:': range, matmul, attention, normalisation, elementwise, reduction, softmax, communication, hidden, copy, other or idle
=== two runs after it
status 3
status 0
--- --allow-missing
STDOUT
gpuflame: warning: 'nosuchframe > 5%' matches nothing
gpuflame: 'old > 5%' cannot be judged: nothing that it matches is left: -100.00 %, 5 ns -> 0 ns; --allow-missing lets it pass
gpuflame: warning: AFTER has 200 ms, BEFORE has 15 ns: is it the same program?
gpuflame: 'old > 5%' cannot be judged: nothing that it matches is left: -100.00 %, 5 ns -> 0 ns; --allow-missing lets it pass
gpuflame: AFTER has 200 ms, BEFORE has 15 ns: is it the same program?
gpuflame: warning: AFTER has 1.47 us, BEFORE has 200 ms: is it the same program?
gpuflame: AFTER has 1.47 us, BEFORE has 200 ms: is it the same program?
gpuflame: 'mlp > 5%' holds: +25.00 %, 60.0 ms -> 75.0 ms
STDERR
