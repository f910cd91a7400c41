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
echo "== ranks, GPUs, steps and idle time, as the stacks have them"
head_of() { gpuflame svg --no-javascript "$@" | grep -o 'class="gf-title"[^<]*' | sed 's/.*>//'; }
printf 'rank 0;GPU 0;step 1;a 600\nrank 0;GPU 0;step 2;[GPU idle] 300\nrank 1;GPU 0;step 1;rank 7 100\n' >ranks.folded
head_of ranks.folded
head_of ranks.folded ./ranks.folded
head_of --unit operations ranks.folded
head_of --title mine ranks.folded
head_of --factor 2 ranks.folded
head_of <ranks.folded
