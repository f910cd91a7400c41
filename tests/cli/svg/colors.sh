# Colours: every palette gives each kind of name its hue; names keep their colour.
colors() {
  cat >a.folded <<'X'
java;java/lang/Thread:.run_[j];Interpreter_[i];std::vector<int>::push_back;read_[k] 4
python3;/usr/lib/python3.11/json/encoder.py:3;./train.py:7;site-packages/torch/nn.py:1 4
perl;main::Perl;lib.pl;node;node:fs;/app/x.js:3;y_[w];core::ptr::drop;-;-- 4
X
  fills() { sed -n 's/.*gf-\([xy]\)[^>]*><title>\([^(]*\) (.*fill="\([^"]*\)".*/\3 \1 \2/p'; }
  # hues [all]: names by their hue, which follows from the channels that are equal or zero; without
  # "all", only how many. Letters are black or white, as they can be read (WCAG 2).
  hues() {
    python3 -c '
import sys
from collections import defaultdict
def hue(r, g, b):
    if r == g == b: return "grey"
    if r == 0: return "green to blue"
    if b == 0 or len({r, g, b}) == 3: return "orange" if b == 0 else "red to yellow"
    if g == b: return "red" if r > g else "aqua"
    if r == b: return "green" if g > r else "purple"
    return "blue" if b > r else "yellow"
def linear(c):
    return c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4
names = defaultdict(list)
for line in sys.stdin:
    fill, letters, name = line.rstrip("\n").split(" ", 2)
    r, g, b = (int(fill[i:i + 2], 16) for i in (1, 3, 5))
    names[hue(r, g, b)].append(name)
    light = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05
    if (letters == "x") != (light / 0.05 >= 4.5):
        print("not legible:", line, end="")
for key in sorted(names):
    print(f"  {key}:", ", ".join(names[key]) if "all" in sys.argv else len(names[key]))
' "$@"
  }
  for palette in hot mem io red green blue aqua yellow purple orange wakeup chain java perl js python rust; do
    gpuflame svg --no-javascript --colors $palette a.folded >a.svg && xmllint --noout a.svg
    echo "== $palette, on $(grep -o -m1 -e '--gf-bg1:#[0-9a-f]*;--gf-bg2:#[0-9a-f]*' a.svg | grep -o '#[0-9a-f]*' | xargs)"
    case $palette in
    chain | java | perl | js | python | rust) fills <a.svg | hues all ;;
    *) fills <a.svg | hues ;;
    esac
  done
  echo "== java: methods as perf-map-agent has them, and what only looks like them"
  printf 'org/foo/Bar:::run;Lorg/foo/Bar:::lambda_[j];Bar:::inlined_[i];std::vector::push_back;jdk/internal 4\n' >java.folded
  gpuflame svg --no-javascript --colors java --hash java.folded | fills | hues all
  echo "== other words for it; a name has its colour in every picture"
  gpuflame svg --no-javascript -c hot a.folded | fills >hot
  gpuflame svg --no-javascript --color=hot a.folded | fills | cmp - hot
  gpuflame svg --no-javascript --deterministic a.folded | fills | cmp - hot
  printf 'other;perl 1\nperl;x 3\n' >b.folded
  gpuflame svg --no-javascript -c hot b.folded | fills | grep -c -F "$(grep ' perl$' hot)"
  echo "== --hash: other colours, of the same hues"
  gpuflame svg --no-javascript --hash a.folded | fills >./hash
  cmp -s hash hot && echo "the same"
  hues <./hash
  echo "== --random: another time, other colours"
  gpuflame svg --no-javascript --random a.folded | fills >first
  gpuflame svg --no-javascript --random a.folded | fills >second
  cmp -s first second && echo "the same"
  hues <first | grep "not legible"
  wc -l <first
  echo "== --cp: what a name had it keeps"
  printf 'java->rgb(1,2,3)\na->b->rgb(4,5,6)\n' >palette.map
  gpuflame svg --no-javascript --cp --colors java a.folded | fills | sed 1d >first
  sed -n 1p first
  sed 's/->rgb([0-9,]*)$//' palette.map | xargs -d '\n'
  head -n 2 palette.map
  cp palette.map before
  gpuflame svg --no-javascript --cp --colors red a.folded | fills | sed 1d | cmp - first
  cmp before palette.map
  echo "== --colordiffusion: the wider, the redder"
  printf 'a;b;c 8\na;b 8\na 48\n' >wide.folded
  gpuflame svg --no-javascript --colordiffusion wide.folded | fills | hues all
  gpuflame svg --no-javascript --colordiffusion wide.folded | fills | cut -d' ' -f1 | sort -c && echo "in order"
  echo "== backgrounds and the rest"
  for bg in yellow blue green grey '#123' '#0a0b0c'; do
    gpuflame svg --no-javascript --bgcolors "$bg" a.folded >a.svg
    grep -o -m1 -e '--gf-bg1:[^;]*;--gf-bg2:[^;]*;--gf-fg:[^;]*' a.svg
  done
  gpuflame svg --no-javascript --colors kind --search-color '#00ff00' --stroke-color '#112233' --uicolor '#445566' a.folded >a.svg
  xmllint --noout a.svg
  grep -o -m1 -e '--gf-search:[^;]*;--gf-search-label:[^;]*;--gf-stroke:[^;]*;--gf-ui:[^;]*' a.svg
  grep -o -m1 'gf-frames rect{stroke:var(--gf-stroke)}' a.svg
  echo "== buttons that could not be read, in light and in dark, have the colour of text"
  for colour in '#445566' '#eeeeee' '#888888'; do
    gpuflame svg --no-javascript --colors kind --uicolor "$colour" a.folded | grep -o -e '--gf-bg1:[^;]*' -e '--gf-ui:[^;]*' | sed -n 1,4p | xargs
  done
  gpuflame svg --no-javascript --colors kind --bgcolors '#101820' --uicolor '#ffcc00' a.folded | grep -o -e '--gf-bg1:[^;]*' -e '--gf-ui:[^;]*' | sed -n 1,4p | xargs
}
check colors 0 <<'STDOUT'
== hot, on #eeeeee #eeeeb0
  grey: 2
  red to yellow: 18
== mem, on #eef2ee #e0ffe0
  green to blue: 18
  grey: 2
== io, on #eeeeee #e0e0ff
  blue: 18
  grey: 2
== red, on #f8f8f8 #e8e8e8
  grey: 2
  red: 18
== green, on #f8f8f8 #e8e8e8
  green: 18
  grey: 2
== blue, on #f8f8f8 #e8e8e8
  blue: 18
  grey: 2
== aqua, on #f8f8f8 #e8e8e8
  aqua: 18
  grey: 2
== yellow, on #f8f8f8 #e8e8e8
  grey: 2
  yellow: 18
== purple, on #f8f8f8 #e8e8e8
  grey: 2
  purple: 18
== orange, on #f8f8f8 #e8e8e8
  grey: 2
  orange: 18
== wakeup, on #eeeeee #e0e0ff
  aqua: 18
  grey: 2
== chain, on #eeeeee #e0e0ff
  aqua: y
  blue: all, java, java/lang/Thread:.run, Interpreter, std::vector&lt;int&gt;::push_back, read, perl, main::Perl, lib.pl, node, node:fs, /app/x.js:3, core::ptr::drop, python3, /usr/lib/python3.11/json/encoder.py:3, ./train.py:7, site-packages/torch/nn.py:1
  grey: -, --
== java, on #eeeeee #eeeeb0
  aqua: Interpreter
  green: java/lang/Thread:.run, lib.pl, /app/x.js:3, /usr/lib/python3.11/json/encoder.py:3, ./train.py:7, site-packages/torch/nn.py:1
  grey: -, --
  orange: read
  red: all, java, perl, node, node:fs, y, python3
  yellow: std::vector&lt;int&gt;::push_back, main::Perl, core::ptr::drop
== perl, on #eeeeee #eeeeb0
  green: main::Perl, lib.pl
  grey: -, --
  orange: read
  red: all, java, java/lang/Thread:.run, Interpreter, perl, node, node:fs, /app/x.js:3, y, python3, /usr/lib/python3.11/json/encoder.py:3, ./train.py:7, site-packages/torch/nn.py:1
  yellow: std::vector&lt;int&gt;::push_back, core::ptr::drop
== js, on #eeeeee #eeeeb0
  aqua: node:fs, /usr/lib/python3.11/json/encoder.py:3, ./train.py:7, site-packages/torch/nn.py:1
  green: java/lang/Thread:.run, /app/x.js:3
  grey: -, --
  orange: read
  red: all, java, Interpreter, perl, lib.pl, node, y, python3
  yellow: std::vector&lt;int&gt;::push_back, main::Perl, core::ptr::drop
== python, on #eeeeee #eeeeb0
  aqua: site-packages/torch/nn.py:1
  green: ./train.py:7
  grey: -, --
  orange: read
  red: all, java, java/lang/Thread:.run, Interpreter, std::vector&lt;int&gt;::push_back, perl, main::Perl, lib.pl, node, node:fs, /app/x.js:3, y, core::ptr::drop, python3
  yellow: /usr/lib/python3.11/json/encoder.py:3
== rust, on #eeeeee #eeeeb0
  grey: -, --
  orange: std::vector&lt;int&gt;::push_back, core::ptr::drop
  red: all, java, java/lang/Thread:.run, Interpreter, read, perl, lib.pl, node, node:fs, /app/x.js:3, y, python3, /usr/lib/python3.11/json/encoder.py:3, ./train.py:7, site-packages/torch/nn.py:1
  yellow: main::Perl
== java: methods as perf-map-agent has them, and what only looks like them
  aqua: Bar:::inlined
  green: org/foo/Bar:::run, Lorg/foo/Bar:::lambda, jdk/internal
  red: all
  yellow: std::vector::push_back
== other words for it; a name has its colour in every picture
2
== --hash: other colours, of the same hues
  grey: 2
  red to yellow: 18
== --random: another time, other colours
20
== --cp: what a name had it keeps
#010203 y java
java a->b all java/lang/Thread:.run_[j] Interpreter_[i] std::vector<int>::push_back read_[k] perl main::Perl lib.pl node node:fs /app/x.js:3 y_[w] core::ptr::drop - -- python3 /usr/lib/python3.11/json/encoder.py:3 ./train.py:7 site-packages/torch/nn.py:1
java->rgb(1,2,3)
a->b->rgb(4,5,6)
== --colordiffusion: the wider, the redder
  red to yellow: all, a, b, c
in order
== backgrounds and the rest
--gf-bg1:#eeeeee;--gf-bg2:#eeeeb0;--gf-fg:#000000
--gf-bg1:#eeeeee;--gf-bg2:#e0e0ff;--gf-fg:#000000
--gf-bg1:#eef2ee;--gf-bg2:#e0ffe0;--gf-fg:#000000
--gf-bg1:#f8f8f8;--gf-bg2:#e8e8e8;--gf-fg:#000000
--gf-bg1:#112233;--gf-bg2:#112233;--gf-fg:#ffffff
--gf-bg1:#0a0b0c;--gf-bg2:#0a0b0c;--gf-fg:#ffffff
--gf-search:#00ff00;--gf-search-label:#000000;--gf-stroke:#112233;--gf-ui:#445566
gf-frames rect{stroke:var(--gf-stroke)}
== buttons that could not be read, in light and in dark, have the colour of text
--gf-bg1:#fcfcfd --gf-ui:#445566 --gf-bg1:#1b1d23 --gf-ui:#e6e6e6
--gf-bg1:#fcfcfd --gf-ui:#1b1b1b --gf-bg1:#1b1d23 --gf-ui:#eeeeee
--gf-bg1:#fcfcfd --gf-ui:#1b1b1b --gf-bg1:#1b1d23 --gf-ui:#e6e6e6
--gf-bg1:#101820 --gf-ui:#ffcc00 --gf-bg1:#101820 --gf-ui:#ffcc00
STDOUT

# Stacks of CPU profilers are samples, in the colours that their users know, unless options say otherwise.
cpu-stacks() {
  look() { gpuflame svg "$@" | grep -oE 'aria-label="[^"]*stacks"|data-colors="[^"]*"|data-kind="."' | tr '\n' ' '; echo; }
  echo "== perf"
  printf 'sshd;do_syscall_64_[k];vfs_read_[k] 3\nsshd;main 4\n' >perf.folded
  look perf.folded
  echo "== Java, Python"
  printf 'java;start_thread;Ljava/lang/Thread:.run_[j] 3\n' | look
  printf 'main (train.py:12);step (train.py:40) 7\n' | look
  echo "== options say otherwise"
  look --unit ns perf.folded
  look --countname cycles perf.folded
  look --colors kind perf.folded
  echo "== Python over kernels, and ranges alone, are no such stacks"
  printf 'main (train.py:12);ampere_sgemm_128x64_tn 3000\n' | look
  printf 'step;forward 3000\n' | look
  echo "== a file of stacks, drawn at once"
  gpuflame perf.folded -o at-once.svg
  grep -oE 'data-(colors|countname)="[^"]*"' at-once.svg
}
check cpu-stacks 0 <<'STDOUT'
== perf
aria-label="perf.folded, width is samples: 7: 7 samples in 4 stacks" data-colors="hot" 
== Java, Python
aria-label="Flame graph: 3 samples in 3 stacks" data-colors="java" 
aria-label="Flame graph: 7 samples in 2 stacks" data-colors="python" 
== options say otherwise
aria-label="perf.folded, width is time: 7 ns: 7 ns in 4 stacks" data-colors="kind" data-kind="r" data-kind="o" 
aria-label="perf.folded, width is cycles: 7: 7 cycles in 4 stacks" data-colors="kind" data-kind="r" data-kind="o" 
aria-label="perf.folded, width is samples: 7: 7 samples in 4 stacks" data-colors="kind" data-kind="r" data-kind="o" 
== Python over kernels, and ranges alone, are no such stacks
aria-label="Flame graph: 3.00 us in 2 stacks" data-colors="kind" data-kind="r" data-kind="m" 
aria-label="Flame graph: 3.00 us in 2 stacks" data-colors="kind" data-kind="r" data-kind="o" 
== a file of stacks, drawn at once
data-countname="samples"
data-colors="hot"
STDOUT

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
}
check highlight 0 <<'STDOUT' 3<<'STDERR'
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
.gf-hit rect{fill:#123456;fill:var(--gf-search)}
0
== of other commands
data-highlight="gemm"
2
status 2
status 2
status 2
status 2
STDOUT
gpuflame: option '--highlight': '(': missing closing parenthesis
gpuflame: option '--highlight' takes words, or a regular expression between slashes
gpuflame: option '--highlight' takes words, or a regular expression between slashes
gpuflame: option '--highlight': 'a?': UTF-8 error: illegal byte (0xfe or 0xff)
STDERR
