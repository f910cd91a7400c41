# What is read is never written over, nothing is left of what was given up, and
# an empty result is an error.
cp "$FIXTURES/demo.sqlite" in.sqlite
gpuflame collapse -q in.sqlite >in.folded
ln -s in.sqlite link
sum=$(cat in.* | cksum)
try() {
  echo "--- $*" >&2
  gpuflame "$@"
  echo "status $?" >&2
}
try in.sqlite -q -o in.sqlite
try in.sqlite -q -o ./link
try collapse -q in.sqlite -o in.sqlite
try svg in.folded -o in.folded
try stats in.sqlite -o in.sqlite
try diff in.sqlite in.folded -o in.folded
try merge in.folded -o in.folded
echo 'rename a=b' >in.rules
echo 'a	href=x' >in.attr
echo 'a->rgb(1,2,3)' >palette.map
rules=$(cat in.rules in.attr palette.map | cksum)
try merge --rules in.rules in.folded -o in.rules
try collapse --rules in.rules in.folded -o in.rules
try collapse --preset pytorch,./in.rules in.folded -o in.rules
try diff --rules in.rules in.folded in.folded -o in.rules
try --rules in.rules in.folded -o in.rules
try run --rules in.rules -o in.rules -- true
try --nameattr in.attr in.folded -o in.attr
try svg --nameattr in.attr in.folded -o in.attr
try svg --cp in.folded -o palette.map
[ "$rules" = "$(cat in.rules in.attr palette.map | cksum)" ] && rm in.rules in.attr palette.map
try collapse in.sqlite --only 'no such frame' -o out
try collapse in.folded --filter-out . -o out
try - -o out
try svg - -o out </dev/null
(
  ulimit -f 4
  try svg in.folded -o out
)
[ "$sum" = "$(cat in.* | cksum)" ] && ls -A
