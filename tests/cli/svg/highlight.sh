# --highlight: which frames are coloured without a script, as words or as a pattern; what the script
# is given; and what is refused.
cat >a.folded <<'X'
step;forward;ampere_sgemm_128x64_tn 5
step;void ns::Gemm<float>(T) 3
Стая;[CUDA memcpy HtoD] 1
X
hits() {
  echo "== $*"
  gpuflame svg --no-javascript "$@" a.folded |
    sed -n 's/^<g class="[^"]* gf-hit[^"]*"><title>\(.*\) ([^(]*$/\1/p'
}
hits --highlight 'gemm F32'
hits --highlight gemm
hits --full-names --highlight 'gemm f32'
hits --highlight 'gemm<float> (T)'
hits --highlight '[CUDA memcpy HtoD]'
hits --highlight стая
hits --highlight 'void … (T)'
hits --highlight '/^(forward|amp)/'
hits --highlight '/(a*)*x/'
echo "== in the file"
gpuflame svg --highlight '<"a"' a.folded | grep -o 'data-highlight="[^"]*"'
gpuflame svg --highlight gemm --search-color '#123456' --colors hot a.folded |
  grep -o '\.gf-hit rect{fill:#[^}]*}'
gpuflame svg a.folded | grep -c 'gf \.gf-hit.gf-hit rect{fill:#'
echo "== of other commands"
gpuflame a.folded --highlight gemm -o b.svg && grep -o 'data-highlight="[^"]*"' b.svg
gpuflame svg --diff --highlight gemm a.folded a.folded | grep -c 'class="gf-[^"]* gf-hit"'
for text in '/(/' '' ' … ' "$(printf 'a\377')"; do
  gpuflame svg --highlight "$text" a.folded
  echo "status $?"
done
