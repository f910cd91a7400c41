# Colours: each palette gives names a hue, which is legible; names keep their colour.
colors() {
  cat >a.folded <<'X'
java;java/lang/Thread:.run_[j];Interpreter_[i];std::vector<int>::push_back;read_[k] 4
python3;/usr/lib/python3.11/json/encoder.py:3;./train.py:7;site-packages/torch/nn.py:1 4
perl;main::Perl;lib.pl;node;node:fs;/app/x.js:3;y_[w];core::ptr::drop;-;-- 4
X
  fills() { sed -n 's/.*gf-\([xy]\)[^>]*><title>\([^(]*\) (.*fill="\([^"]*\)".*/\3 \1 \2/p'; }
  # Letters are black or white, as they can be read (WCAG 2), on red to yellow.
  legible() {
    python3 -c '
import sys
def linear(c):
    return c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4
count = 0
for line in sys.stdin:
    fill, letters, name = line.rstrip("\n").split(" ", 2)
    r, g, b = (int(fill[i:i + 2], 16) for i in (1, 3, 5))
    light = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05
    if (letters == "x") != (light / 0.05 >= 4.5) or r < 205 or b > max(g, 55):
        print("not so:", line, end="")
    count += 1
print(" ", count, "frames")'
  }
  for palette in hot diffusion; do
    gpuflame svg --no-javascript --colors $palette a.folded >a.svg && xmllint --noout a.svg
    echo "== $palette, on $(grep -o -m1 -e '--gf-bg1:#[0-9a-f]*;--gf-bg2:#[0-9a-f]*' a.svg | grep -o '#[0-9a-f]*' | xargs)"
    fills <a.svg | legible
  done
  echo "== other words for it; a name has its colour in every picture"
  gpuflame svg --no-javascript -c hot a.folded | fills >hot
  gpuflame svg --no-javascript --color=hot a.folded | fills | cmp - hot
  printf 'other;perl 1\nperl;x 3\n' >b.folded
  gpuflame svg --no-javascript -c hot b.folded | fills | grep -c -F "$(grep ' perl$' hot)"
  echo "== --colors diffusion: the wider, the redder"
  printf 'a;b;c 8\na;b 8\na 48\n' >wide.folded
  gpuflame svg --no-javascript --colors diffusion wide.folded | fills >diffusion
  cut -d' ' -f1 diffusion | sort -c && echo "in order"
  gpuflame svg --no-javascript --colordiffusion wide.folded | fills | cmp - diffusion
  echo "== options that are gone say so"
  gpuflame svg --no-javascript a.folded >plain
  gpuflame svg --no-javascript --hash --random --cp --deterministic --truncate-text-right --negate --pretty-xml \
    --bgcolors blue --search-color '#00ff00' --stroke-color=#112233 --uicolor '#445566' --fonttype Verdana \
    --fontwidth 1 --nametype x --nameattr nowhere --encoding EUC-JP a.folded | cmp - plain
}
check colors 0 <<'STDOUT' 3<<'STDERR'
== hot, on #eeeeee #eeeeb0
  20 frames
== diffusion, on #fcfcfd #f1f1f4
  20 frames
== other words for it; a name has its colour in every picture
2
== --colors diffusion: the wider, the redder
in order
== options that are gone say so
STDOUT
gpuflame: note: option '--hash' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--random' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--cp' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--deterministic' has no effect any more: a name has the same colour in every picture
gpuflame: note: option '--truncate-text-right' has no effect any more: long names are cut at their end
gpuflame: note: option '--negate' has no effect any more: what grew is red
gpuflame: note: option '--pretty-xml' has no effect any more: xmllint --format spreads the file out
gpuflame: note: option '--bgcolors' has no effect any more: colours are those of --colors kind, hot or diffusion
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
  gpuflame svg --highlight gemm --colors hot a.folded |
    grep -o '\.gf-hit rect{fill:#[^}]*}'
  gpuflame svg a.folded | grep -c 'gf \.gf-hit.gf-hit rect{fill:#'
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
.gf-hit rect{fill:#e600e6;fill:var(--gf-search)}
0
== of other commands
data-highlight="gemm"
2
status 2: gpuflame: option '--highlight': pattern '(?i)(', column 6: missing closing parenthesis
status 2: gpuflame: option '--highlight' takes words, or a regular expression between slashes
status 2: gpuflame: option '--highlight' takes words, or a regular expression between slashes
status 2: gpuflame: option '--highlight': pattern '(?i)a?', column 6: UTF-8 error: illegal byte (0xfe or 0xff)
STDOUT
