# Options for colours, fonts and names that are gone say so.
colors() {
  printf 'a;b 4\n' >a.folded
  gpuflame svg --no-javascript a.folded >plain
  gpuflame svg --no-javascript --colors hot --color=java --colordiffusion --hash --random --cp --deterministic --truncate-text-right --negate -c hot --flamechart --base x --pretty-xml \
    --bgcolors blue --search-color '#00ff00' --stroke-color=#112233 --uicolor '#445566' --fonttype Verdana \
    --fontwidth 1 --nametype x --nameattr nowhere --encoding EUC-JP a.folded | cmp - plain
}
check colors 0 3<<'STDERR'
gpuflame: note: option '--colors' has no effect any more: colours are by kind of range and kernel
gpuflame: note: option '--color' has no effect any more: colours are by kind of range and kernel
gpuflame: note: option '--colordiffusion' has no effect any more: colours are by kind of range and kernel
gpuflame: note: option '--hash' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--random' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--cp' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--deterministic' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--truncate-text-right' has no effect any more: long names are cut at their end
gpuflame: note: option '--negate' has no effect any more: what grew is red
gpuflame: note: option '--colors' has no effect any more: colours are by kind of range and kernel
gpuflame: note: option '--flamechart' has no effect any more: siblings are in the order of time where that is known
gpuflame: note: option '--base' has no effect any more: --root REGEX makes a frame the first of its stacks
gpuflame: note: option '--pretty-xml' has no effect any more: xmllint --format spreads the file out
gpuflame: note: option '--bgcolors' has no effect any more: these colours are the theme's, light and dark
gpuflame: note: option '--search-color' has no effect any more: these colours are the theme's, light and dark
gpuflame: note: option '--stroke-color' has no effect any more: these colours are the theme's, light and dark
gpuflame: note: option '--uicolor' has no effect any more: these colours are the theme's, light and dark
gpuflame: note: option '--fonttype' has no effect any more: labels have the font of the viewer's system
gpuflame: note: option '--fontwidth' has no effect any more: labels have the font of the viewer's system
gpuflame: note: option '--nametype' has no effect any more: the line of details begins with the name
gpuflame: note: option '--nameattr' has no effect any more: frames have no links or attributes of their own
gpuflame: note: option '--encoding' has no effect any more: the file is in UTF-8
STDERR

# --highlight: which frames are coloured without a script, as words or as a pattern; what the script
# is given; and what is refused.
highlight() {
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
  for text in gemm absent; do
    gpuflame svg --highlight $text a.folded | grep -c ':not(.gf-hit)>rect{fill-opacity'
  done
  echo "== of other commands"
  gpuflame a.folded --highlight gemm -o b.svg && grep -o 'data-highlight="[^"]*"' b.svg
  gpuflame diff -f svg --highlight gemm a.folded a.folded | grep -c 'class="gf-[^"]* gf-hit"'
  for text in '/(/' '' ' … ' "$(printf 'a\377')"; do
    tell "" gpuflame svg --highlight "$text" a.folded
  done
}
check highlight 2 <<'STDOUT'
== --highlight gemm F32
ampere_sgemm_128x64_tn
== --highlight gemm
ampere_sgemm_128x64_tn
void ns::Gemm&lt;float&gt;(T)
== --full-names --highlight gemm f32
== --highlight gemm<float> (T)
void ns::Gemm&lt;float&gt;(T)
== --highlight [CUDA memcpy HtoD]
[CUDA memcpy HtoD]
== --highlight стая
Стая
== --highlight void … (T)
void ns::Gemm&lt;float&gt;(T)
== --highlight /^(forward|amp)/
forward
ampere_sgemm_128x64_tn
== --highlight /(a*)*x/
ampere_sgemm_128x64_tn
== in the file
data-highlight="&lt;&quot;a&quot;"
1
0
== of other commands
data-highlight="gemm"
2
status 2: gpuflame: option '--highlight': pattern '(?i)(', column 6: missing closing parenthesis
status 2: gpuflame: option '--highlight' takes words, or a regular expression between slashes
status 2: gpuflame: option '--highlight' takes words, or a regular expression between slashes
status 2: gpuflame: option '--highlight': pattern '(?i)a?', column 6: UTF-8 error: illegal byte (0xfe or 0xff)
STDOUT
