# Differences: two columns, two files; new and gone stacks; the change in words.
cat >before.folded <<'X'
step;forward;gemm_kernel 12300000
step;forward;old_kernel 4000000
step;backward;gemm_kernel 20000000
step;same_kernel 5000000
X
cat >after.folded <<'X'
step;forward;gemm_kernel 9800000
step;backward;gemm_kernel 24000000
step;backward;new_kernel 3000000
step;same_kernel 5000000
X
cat >both.folded <<'X'
step;forward;gemm_kernel 12300000 9800000
step;forward;old_kernel 4000000 0
step;backward;gemm_kernel 20000000 24000000
step;backward;new_kernel 0 3000000
step;same_kernel 5000000 5000000
X
frames() {
  echo "== $*"
  gpuflame svg --no-javascript "$@" >a.svg && xmllint --noout a.svg
  sed -n 's/.*<g class="\([^"]*\)".*<title>\([^<]*\)<\/title><rect x="\([^"]*\)" y="\([^"]*\)" width="\([^"]*\)".*/\4 \3 \5 \1 \2/p' a.svg
}
frames --diff --title "Differential flame graph" before.folded after.folded
cp a.svg two.svg
frames --differential both.folded
cmp two.svg a.svg
frames --diff --total 100000000 before.folded after.folded
frames --diff --base backward before.folded after.folded
frames --diff --negate before.folded after.folded
frames --diff --change-colors share before.folded after.folded
frames --diff --change-threshold 20 before.folded after.folded
gpuflame svg --diff --change-threshold 101 before.folded after.folded
frames --diff --normalize before.folded after.folded
frames --diff --countname samples before.folded after.folded
frames --diff --reverse --inverted before.folded after.folded
frames --diff --order width before.folded after.folded
frames --diff --order change before.folded after.folded
frames --diff --reverse --order change before.folded after.folded
echo "== few samples, scaled: what there was is not new"
printf 'a;b 40\na;c 960\na;d 4\na;e 1\n' >many.folded
printf 'a;b 4\na;c 96\na;d 1\na;e 1\na;f 1\n' >few.folded
frames --diff --normalize --countname samples many.folded few.folded
frames --diff --normalize --reverse few.folded many.folded
echo "== all of it is gone"
printf 'a;b 0\n' >none.folded
frames --diff few.folded none.folded
echo "== what travels along"
gpuflame svg --diff before.folded after.folded >a.svg && xmllint --noout a.svg
python3 "$TESTS/tools/svg_payload.py" a.svg | grep -oE '"children":.*'
grep -oE 'data-(diff|negate|most-change|change-threshold)="[^"]*"' a.svg
grep -oE 'gf-subtitle".*' two.svg
grep -o '<g class="gf-key.*' two.svg
echo "== without --differential, a name that ends in a number is a name"
printf 'step;Layer 1 50\nstep;Layer 2 70\n' >a.folded
frames a.folded
echo "== a total that normalising would take beyond 64 bits"
echo 'a;b 18446744073709551615' >most.folded
echo 'a;b 5' >least.folded
gpuflame svg --diff --normalize least.folded most.folded
gpuflame svg --diff --normalize most.folded least.folded | grep -c '<title>a'
echo "== names as long as they can be"
long=$(printf 'é%.0s' {1..127})
echo 'a 1' >"$long"
gpuflame svg --diff "$long" least.folded | grep -o 'data-title="[^"]*"'
gpuflame svg --diff least.folded "$long" | grep -o 'data-title="[^"]*"'
