# Bad input and bad options: one line each, no half-written file.
try() {
  echo "== $*"
  echo "== $*" >&2
  gpuflame svg "$@" >out
  status=$? written="$(stat -c %s out) bytes"
  [ "$status" -ne 0 ] || written="whole: $(tail -c 7 out)"
  echo "status $status, $written"
}
printf 'a;b 1\n' >ok
: >empty; printf '# only\n\n' >comments; printf 'a;b 0\n' >zero; printf 'a;b 1\nnothing\n' >word
printf 'a;b -3\n' >negative; printf 'a 18446744073709551616\n' >large; printf 'a 18446744073709551615\nb 1\n' >sum
printf 'a;b 1e3\n' >exponent; printf ' 5\n' >noframe; printf 'a;b 3\n' >onecolumn
printf 'SQLite format 3\0\20\0\1\1\n' >database
for file in empty comments zero word negative large sum exponent noframe database . nowhere; do try $file; done
gzip -k ok; gpuflame svg ok >ok.svg; try ok.gz; try ok.svg; rm ok.svg ok.gz
printf 'PERFILE2h\0' >perf.data; printf '{"traceEvents": []}' >trace.json; printf '\377\376a\0 \0001\0' >wide
for file in perf.data trace.json wide; do try $file; done; rm perf.data trace.json wide
try --base nowhere ok
try -o half word; ls half* 2>&1
try <empty
try --differential onecolumn
try --diff ok
try --diff ok ok ok
try --diff - - <ok
try --diff --differential ok ok
try --flamechart --diff ok ok
try --flamechart --order width ok
try --order change ok
try --no-sort --order name ok
try --normalize ok
try --negate ok
for option in --colors=nice --bgcolors=pink --search-color=red --stroke-color=1 --uicolor=x --width=5 --width=-5 --height=1 \
  --fontsize=0 --fontwidth=0 --minwidth=x --minwidth=-1 --minwidth=100001 --factor=0 --factor=-2 --total=-1 --total=0.4 --order=size --encoding=utf-16 \
  --encoding=nonsense --encoding=IBM037 --encoding=UTF7 --encoding=JOHAB '--fonttype=x;}' '--fonttype=Comic "x' --titel=x --hash=1 --colors; do try "$option" ok; done
try --hash --random ok
try --hash --deterministic ok
try --cp --colors kind ok
try --colordiffusion --colors hot ok
printf 'a->rgb(1,2,300)\n' >palette.map; try --cp ok
printf 'a rgb\n' >palette.map; try --cp ok; rm palette.map
echo "== a full disk, a closed pipe"
gpuflame svg ok >/dev/full; echo "status $?"
