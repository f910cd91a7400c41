# Texts in the picture: title, subtitle, notes, names of values, factor, total.
printf 'a;b 1234567\na;c 8000\n' >a.folded
show() {
  echo "== $*"
  gpuflame svg --no-javascript "$@" a.folded >a.svg && xmllint --noout a.svg
  grep -oE '<title>[^<]*|class="gf-(title|subtitle)"[^<]*|data-(notes|nametype|unit|countname|factor|total|title)="[^"]*"|^<svg.* aria-label="[^"]*"' a.svg | sed 's/^<svg.* aria/aria/'
}
show
show --title 'Loss & <gain> "x"' --subtitle 'second; line' --notes 'run -- 3' --nametype 'Frame:'
show --countname samples
show --countname 'samples & more' --factor 2.5
show --factor 1000
show --total 2000000
printf 'a;b 0.5\na;c .0004\na;d 12.25\n' >a.folded
show
show --countname GB
show --countname GB --factor 10
printf 'a;b 18446744073709551615\n' >a.folded
show --countname cycles
show --countname cycles --factor 1000
show
