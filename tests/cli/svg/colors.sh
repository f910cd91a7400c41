# Colours: every palette gives each kind of name its hue; names keep their colour.
cat >a.folded <<'X'
java;java/lang/Thread:.run_[j];Interpreter_[i];std::vector<int>::push_back;read_[k] 4
python3;/usr/lib/python3.11/json/encoder.py:3;./train.py:7;site-packages/torch/nn.py:1 4
perl;main::Perl;lib.pl;node;node:fs;/app/x.js:3;y_[w];core::ptr::drop;-;-- 4
X
fills() { sed -n 's/.*gf-\([xy]\)[^>]*><title>\([^(]*\) (.*fill="\([^"]*\)".*/\3 \1 \2/p'; }
for palette in hot mem io red green blue aqua yellow purple orange wakeup chain java perl js python rust; do
  echo "== $palette"
  gpuflame svg --no-javascript --colors $palette a.folded >a.svg && xmllint --noout a.svg
  fills <a.svg
  grep -o -m1 -e '--gf-bg1:#[0-9a-f]*;--gf-bg2:#[0-9a-f]*' a.svg
done
echo "== java: methods as perf-map-agent has them, and what only looks like them"
printf 'org/foo/Bar:::run;Lorg/foo/Bar:::lambda_[j];Bar:::inlined_[i];std::vector::push_back;jdk/internal 4\n' >java.folded
gpuflame svg --no-javascript --colors java --hash java.folded | fills
echo "== other words for it"
gpuflame svg --no-javascript -c hot a.folded | fills | md5sum
gpuflame svg --no-javascript --color=hot a.folded | fills | md5sum
gpuflame svg --no-javascript --deterministic a.folded | fills | md5sum
echo "== --hash"
gpuflame svg --no-javascript --hash a.folded | fills
echo "== --random: another time, other colours"
gpuflame svg --no-javascript --random a.folded | fills >first
gpuflame svg --no-javascript --random a.folded | fills >second
cmp -s first second && echo "the same"
echo "== --cp: what a name had it keeps"
printf 'java->rgb(1,2,3)\na->b->rgb(4,5,6)\n' >palette.map
gpuflame svg --no-javascript --cp --colors java a.folded | fills | sed 3q
cat palette.map
cp palette.map before
gpuflame svg --no-javascript --cp --colors red a.folded | fills | sed 3q
cmp before palette.map
echo "== --colordiffusion"
gpuflame svg --no-javascript --colordiffusion a.folded | fills | sed 4q
echo "== backgrounds and the rest"
for bg in yellow blue green grey '#123' '#0a0b0c'; do
  gpuflame svg --no-javascript --bgcolors "$bg" a.folded >a.svg
  grep -o -m1 -e '--gf-bg1:[^;]*;--gf-bg2:[^;]*;--gf-fg:[^;]*' a.svg
done
gpuflame svg --no-javascript --search-color '#00ff00' --stroke-color '#112233' --uicolor '#445566' a.folded >a.svg
xmllint --noout a.svg
grep -o -m1 -e '--gf-search:[^;]*;--gf-search-label:[^;]*;--gf-stroke:[^;]*;--gf-ui:[^;]*' a.svg
grep -o -m1 'gf-frames rect{stroke:var(--gf-stroke)}' a.svg
echo "== buttons that could not be read, in light and in dark, have the colour of text"
for colour in '#445566' '#eeeeee' '#888888'; do
  gpuflame svg --no-javascript --uicolor "$colour" a.folded | grep -o -e '--gf-bg1:[^;]*' -e '--gf-ui:[^;]*' | sed -n 1,4p | xargs
done
gpuflame svg --no-javascript --bgcolors '#101820' --uicolor '#ffcc00' a.folded | grep -o -e '--gf-bg1:[^;]*' -e '--gf-ui:[^;]*' | sed -n 1,4p | xargs
