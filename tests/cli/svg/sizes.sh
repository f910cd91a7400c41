# Sizes: width, frame height, the narrowest frame, letters and how labels are cut.
cat >a.folded <<'X'
step;void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int) 600
step;ein Ümläut mit vielen Zeichen und ohne Ende, weil er so lang ist 300
step;s1 1
step;s2 1
step;s3 3
step;s4 5
step;tiny 90
X
show() {
  echo "== $*"
  gpuflame svg --no-javascript "$@" a.folded >a.svg && xmllint --noout a.svg
  sed -n 2p a.svg | grep -oE ' (width|height|viewBox|font-size|font-family|data-(minwidth|fontsize|fontwidth|frame-height|fluid|truncate))="[^"]*"' | tr -d '\n'
  echo
  sed -n '/id="frames"/,/^<\/g>$/p' a.svg | sed 's/<title>\([^<]\{60\}\)[^<]*/<title>\1../' | tail -n +2
}
show
show --width 300
show --width 300 --truncate-text-right --height 20 --fontsize 10
show --minwidth 4
show --minwidth 0.5%
show --minwidth 0 --fontwidth 1.2 --fonttype 'Courier New, monospace'
echo "== --fonttype of any script"
gpuflame svg --no-javascript --fonttype '"Noto Sans CJK JP", 游ゴシック' a.folded | grep -o 'font-family="[^"]*"' | head -1
