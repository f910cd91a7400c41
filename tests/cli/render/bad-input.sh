# Bad input and options: one line each, and no picture is left half written.
: >empty
try() {
  gpuflame "$@" -o out.svg
  echo "status $?"
}
try empty
try absent.sqlite
try --colour red empty
try "$FIXTURES/demo.sqlite" --only 'no such frame'
try
try colapse
ls
