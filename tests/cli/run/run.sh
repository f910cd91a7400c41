# Record, collapse and draw in one go: the picture is that of the captures.
# shellcheck disable=SC2016,SC2012
picture() {
  fake=${FIXTURES%/fixtures}/fake
  export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=10 FAKE_NS=5000 FAKE=$fake/fake_cuda
  titles() { grep -o '<title>[^<]*</title>' "$1"; }
  printf 'Train step 3;Layer 7;gemm 3000\nvalidation;gemm 500\n' >one.folded
  printf 'Train step 4;copy 2000\n' >two.folded
  tell "two processes" gpuflame run -o flame.svg --steps 3 -- sh -c 'FAKE_CONTENT=one.folded $FAKE init
  FAKE_CONTENT=two.folded $FAKE init; echo output; exit 5'
  echo "status $?"
  titles flame.svg
  tell "in the variables: the folder, and that numbers are kept" gpuflame run -o again.svg --no-strip-numbers sh -c \
    'echo "$GPUFLAME_OUTPUT $GPUFLAME_STRIP" | sed "s/.*run-......//"; FAKE_CONTENT=one.folded $FAKE init' 2>/dev/null
  titles again.svg | grep Layer
  echo "-- a process that died too early to say so"
  FAKE_DIES=1 FAKE_CONTENT=one.folded gpuflame run -o died.svg "$FAKE" init die=9 2>&1 | sed 's/process [0-9][0-9]*/process PID/'
  echo "status ${PIPESTATUS[0]}"
  titles died.svg | grep -c gemm
  echo "-- nothing recorded: no picture"
  tell "" gpuflame run -o none.svg true
  tell "" gpuflame run -o none.svg no-such-command
  echo "-- refused before the run"
  for words in '' '-o -' '-o .' '-o no/such/x.svg' '-o x.svg --title x' '-o x.png' \
    '-o x.svg --steps 0' '-o x.svg -f' '-o x.svg --mode fast'; do
    # shellcheck disable=SC2086
    tell "" gpuflame run $words sh -c 'echo not reached'
  done
  tell "" gpuflame run -o x.svg
  ls "$TMPDIR"
  echo "-- a picture that can't be drawn leaves the captures"
  printf 'nonsense' >bad.folded
  FAKE_CONTENT=bad.folded gpuflame run -o bad.svg "$FAKE" init 2>&1 | sed "s|$TMPDIR|TMP|g; s|run-......|run-XXXXXX|g; s|/[0-9]*-0|/PID-0|g"
  echo "status ${PIPESTATUS[0]}"
  cat "$TMPDIR"/*/*.gpuflame && echo
  ls ./*.svg
}
check picture 0 <<'STDOUT' 3<<'STDERR'
--- two processes: status 5: output
status 5
<title>all (5.00 us, 100%)</title>
<title>Train step (5.00 us, 100.00%)</title>
<title>Layer (3.00 us, 60.00%)</title>
<title>gemm (3.00 us, 60.00%)</title>
<title>copy (2.00 us, 40.00%)</title>
--- in the variables: the folder, and that numbers are kept: /%p-%n.gpuflame 0
<title>Layer (3.00 us, 100.00%)</title>
-- a process that died too early to say so
gpuflame: no information about what was recorded
gpuflame: note: validation is left out: 500, 14.3 % (--no-default-rules has it)
gpuflame: the flame graph is 'died.svg'
status 137
1
-- nothing recorded: no picture
status 1: gpuflame: nothing was recorded: no process of 'true' used CUDA
status 127: gpuflame: cannot run 'no-such-command': command not found
-- refused before the run
status 2: gpuflame: stdout belongs to the command, so the SVG needs a file: add -o flame.svg
status 2: gpuflame: stdout belongs to the command, so the SVG needs a file: add -o flame.svg
status 2: gpuflame: '.' is a folder: expected a file name
status 1: gpuflame: cannot write to folder 'no/such': No such file or directory
status 2: gpuflame: unknown option '--title'; see --help
status 2: gpuflame: no command writes PNG: write 'x.svg', then run: rsvg-convert -o 'x.png' 'x.svg'
status 2: gpuflame: --steps='0': expected a whole number from 1 up
status 2: gpuflame: unknown option '-f'; see --help
status 2: gpuflame: --mode='fast': expected one of fold, trace
status 2: gpuflame: no command to run: gpuflame run [options] -o flame.svg -- COMMAND
-- a picture that can't be drawn leaves the captures
gpuflame: recorded 10 operations, 5.00 us of GPU time, 0 ranges; lost: none
gpuflame: cannot read 'TMP/gpuflame-run-XXXXXX/PID-0.gpuflame': not a report of nsys, a capture, a trace of PyTorch, JAX or rocprofv3, or a flame graph, and its first line is not a folded stack ('frame;frame value')
gpuflame: the captures are kept in 'TMP/gpuflame-run-XXXXXX'
status 1
nonsense
./again.svg
./died.svg
./flame.svg
STDOUT
gpuflame: recorded 20 operations, 10.0 us of GPU time, 0 ranges, of 2 processes; lost: none
gpuflame: note: validation is left out: 500, 9.1 % (--no-default-rules has it)
gpuflame: the flame graph is 'flame.svg'
STDERR

# From a program to its picture, by the capture library itself: both modes draw the same.
# shellcheck disable=SC2016
real-both-modes() {
  mock=${FIXTURES%/fixtures}/mock
  [ -e "$mock/driver" ] || { echo "SKIP no headers of CUDA"; exit; }
  # What the library has at the end of a program it leaves to the system.
  export ASAN_OPTIONS=detect_leaks=0
  export GPUFLAME_CUPTI=$mock/libcupti.so.13 DRIVER=$mock/driver
  titles() { grep -o '<title>[^<]*</title>' "$1"; }
  cat >script <<'END'
cuinit
repeat 5
push Train step @
push forward
repeat
launch 1000 gemm
pop
memcpy 1 500
pop
push validation
launch 9000 gemm
pop
again
END
  sed -i '/^repeat$/d' script
  for mode in fold trace; do
    gpuflame run --mode $mode --skip 1 --steps 3 -o $mode.svg "$DRIVER" script 2>&1 | head -n 1
  done
  titles fold.svg
  cmp <(titles fold.svg) <(titles trace.svg) && echo same
  echo "-- a process that used CUDA for nothing is no hindrance"
  printf 'cuinit\n' >idle
  gpuflame run -o two.svg sh -c '$DRIVER idle; $DRIVER script; exit 3'
  echo "status $?"
  titles two.svg | head -n 1
}
check real-both-modes 0 <<'STDOUT' 3<<'STDERR'
gpuflame: recorded 8 operations, 22.5 us of GPU time, 8 ranges; lost: none
gpuflame: recorded 8 operations, 22.5 us of GPU time, 8 ranges; lost: none
<title>all (4.50 us, 100%)</title>
<title>Train step (4.50 us, 100.00%)</title>
<title>forward (3.00 us, 66.67%)</title>
<title>gemm (3.00 us, 66.67%)</title>
<title>[CUDA memcpy HtoD] (1.50 us, 33.33%)</title>
same
-- a process that used CUDA for nothing is no hindrance
status 3
<title>all (7.50 us, 100%)</title>
STDOUT
gpuflame: recorded 15 operations, 52.5 us of GPU time, 15 ranges; lost: none
gpuflame: note: validation is left out: 45.0 us, 85.7 % (--no-default-rules has it)
gpuflame: the flame graph is 'two.svg'
STDERR
