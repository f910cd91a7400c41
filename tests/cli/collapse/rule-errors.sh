# A bad pattern names its column, a rules file its line.
try() {
  gpuflame collapse "$@" "$FIXTURES/old2020.sqlite"
  echo "status $?"
}
try --rename 'a(b=c'
try --only 'x[z'
try --rename 'no divider'
try --rename '(a)=$2'
try --rules absent.rules
printf 'only fine\nfrobnicate x\n' >bad.rules
try --rules bad.rules
try --no-strip-layer-numbr
try --only
try --quiet=1
