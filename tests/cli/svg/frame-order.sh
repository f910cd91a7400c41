# Which way up, in which order, from where: the frames as depth, x, width, name.
cat >a.folded <<'X'
main;z;k1 5
main;a;k2 20
lib;a;k1 10
main;z;k2 15
main;a 2
main;a(int);k1 3
X
frames() {
  echo "== $*"
  gpuflame svg --no-javascript --countname ns "$@" >a.svg && xmllint --noout a.svg
  sed -n 's/.*<title>\([^<]*\)<\/title><rect x="\([^"]*\)" y="\([^"]*\)" width="\([^"]*\)".*/\3 \2 \4 \1/p' a.svg
}
frames a.folded
frames --inverted a.folded
frames -i --reverse a.folded
frames --order width a.folded
frames --order time a.folded
frames --no-sort a.folded
frames --base a a.folded
frames --base z --base 'a(int)' a.folded
frames --flamechart a.folded
frames --flamechart --base main a.folded
frames --flamechart --reverse a.folded
frames a.folded a.folded - <a.folded
printf '\357\273\277main; a ;k 1\n\357\273\277main;a;k 2\nmain;\ta;k 4\na; 8\n' >a.folded
frames a.folded
frames --base a --base ' b' a.folded
frames --base '' a.folded
echo '--- a flame chart whose values get more decimals on the way'
printf 'a 1\na;b 2\nc 1.25\nb 0.125\n' | gpuflame svg --flamechart -o chart.svg && gpuflame collapse chart.svg
