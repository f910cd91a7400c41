# Stacks back out of pictures: of ours, and as flamegraph.pl and inferno draw them.
cat >in.folded <<'EOF'
a (b) 5% <&>;c 400
a (b) 5% <&>;d;e 100
a (b) 5% <&>;d;f (1 x, 2%) 100
g 30
g;h 1200
i;j;k;l;m 11
z 99999
EOF
for options in "" --inverted "--countname samples" "--colors hot" "--order width" "--countname samples --no-javascript"; do
  # shellcheck disable=SC2086 # several options
  gpuflame svg $options in.folded >ours.svg && gpuflame collapse ours.svg | cmp - in.folded && echo "ours $options: same"
done
for style in flamegraph.pl flamegraph.pl-old inferno inferno-old; do
  for way in "" --inverted; do
    python3 "$TESTS/tools/draw_svg.py" $style $way <in.folded >theirs.svg
    gpuflame collapse theirs.svg | cmp - in.folded && echo "$style $way: same"
  done
done
gpuflame collapse --summary theirs.svg ours.svg
echo "--- the title of a group without a rectangle is not the next rectangle's"
python3 "$TESTS/tools/draw_svg.py" flamegraph.pl <in.folded >theirs.svg
sed '0,/<g /s//<g><title>no frame (60 samples, 50%)<\/title><\/g><rect x="10" y="37" width="500" height="15"\/>\n<g /' \
  theirs.svg >odd.svg && gpuflame collapse odd.svg | cmp - in.folded && echo same
echo "--- ours without its data"
printf 'a;b 50000000\na;c 750000\nd 12\ne 3000000000\n' | gpuflame svg --no-javascript -o plain.svg
gpuflame collapse --summary plain.svg
printf 'a;b 500 2000\na;c 75 0\nd 0 12000\n' | gpuflame svg --no-javascript --differential -o diff.svg
gpuflame collapse diff.svg
echo "--- a big one, packed"
gpuflame collapse -q "$FIXTURES/demo.sqlite" >demo.folded
gpuflame svg demo.folded | gzip >demo.svgz
gpuflame collapse --summary demo.svgz | cmp - demo.folded && echo same
echo "--- rules apply"
gpuflame collapse --drop-frame '^[a-g]' --only '[km]' ours.svg
gpuflame theirs.svg -o again.svg && gpuflame collapse again.svg | cmp - in.folded && echo "drawn again: same"
echo "--- what was too thin to be drawn is its parent's"
python3 "$TESTS/tools/draw_svg.py" flamegraph.pl --min 3 <in.folded >thin.svg
gpuflame collapse thin.svg
