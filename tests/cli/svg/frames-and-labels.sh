# The picture of a small step: frames, titles, labels, the legend, what is left out.
cat >a.folded <<'X'
Train step;forward;attention;flash_fwd_kernel 48200
Train step;forward;mlp;ampere_sgemm_128x64_tn 90000
Train step;forward 1000
Train step;backward;mlp;void cutlass::Kernel2<cutlass_80_tensorop<float>>(Params) 120000
Train step;optimizer;adam_kernel 20000
Train step;optimizer;[CUDA memset] 10
Train step;optimizer;a 30
Train step;optimizer;b 30
Train step;optimizer;z 10
X
gpuflame svg --no-javascript a.folded >a.svg
xmllint --noout a.svg
sed -n '/<defs>/,$p' a.svg
echo "== the root element"
sed -n 2p a.svg | tr ' ' '\n' | grep -E '^(width|height|data-.*)='
echo "== with its script: the data, and nothing that a page could run by itself"
gpuflame svg <a.folded >b.svg
xmllint --noout b.svg
grep -oE '<metadata[^>]*>' b.svg
python3 "$TESTS/tools/svg_payload.py" b.svg
sed '/<script>/,/<\/script>/d' b.svg | grep -cE ' on[a-z]+=' || true
