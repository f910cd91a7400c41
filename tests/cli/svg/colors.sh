# Colours: every palette gives each kind of name its hue; names keep their colour.
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
