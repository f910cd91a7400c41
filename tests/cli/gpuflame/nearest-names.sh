# Unknown commands, options, reports and values: the nearest that exists is named; status 2.
try() {
  echo "--- gpuflame $*" >&2
  gpuflame "$@"
  echo "status $?" >&2
}
try colapse x.sqlite
try svgg
try help nosuch
try frobnicate
try ./colapse
try --colours hot x
try collapse --kernel-onyl x
try collapse --kernels_onyl x
try svg --titel x
try svg --width wide
try svg --title
try svg -Z
try --frobnicate
try svg --deterministic=yes
echo 'a 1' >svgg
try svgg -o svgg.svg
[ -s svgg.svg ] && echo 'a file of that name is a file'
