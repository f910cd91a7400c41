# Record, collapse and draw in one go: the picture is that of the captures.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=10 FAKE_NS=5000 FAKE=$fake/fake_cuda
titles() { grep -o '<title>[^<]*</title>' "$1"; }
printf 'Train step 3;Layer 7;gemm 3000\nvalidation;gemm 500\n' >one.folded
printf 'Train step 4;copy 2000\n' >two.folded
echo "-- two processes"
gpuflame run -o flame.svg --title 'GPT <1>' --steps 3 -- sh -c 'FAKE_CONTENT=one.folded $FAKE init
  FAKE_CONTENT=two.folded $FAKE init; echo output; exit 5'
echo "status $?"
titles flame.svg
grep -c 'GPT &lt;1&gt;' flame.svg
echo "-- in the variables: the folder, and numbers kept where they are to be seen"
gpuflame run -o again.svg --no-strip-layer-number sh -c \
  'echo "$GPUFLAME_OUTPUT $GPUFLAME_STRIP" | sed "s/.*run-......//"; FAKE_CONTENT=one.folded $FAKE init' 2>/dev/null
titles again.svg | grep Layer
echo "-- a process that died too early to say so"
FAKE_DIES=1 FAKE_CONTENT=one.folded gpuflame run -o died.svg "$FAKE" init die=9 2>&1 | sed 's/process [0-9][0-9]*/process PID/'
echo "status ${PIPESTATUS[0]}"
titles died.svg | grep -c gemm
echo "-- nothing recorded: no picture"
gpuflame run -o none.svg true
echo "status $?"
gpuflame run -o none.svg no-such-command
echo "status $?"
echo "-- refused before the run"
for words in '' '-o -' '-o .' '-o no/such/x.svg' '-o x.svg --only [' '-o x.svg --rules absent' '-o x.svg --width -1' \
  '-o x.svg --steps 0' '-o x.svg -f' '-o x.svg --mode fast'; do
  # shellcheck disable=SC2086
  gpuflame run $words sh -c 'echo not reached'
  echo "status $?" >&2
done
gpuflame run -o x.svg
echo "status $?"
ls "$TMPDIR"
echo "-- a picture that can't be drawn leaves the captures"
printf 'nonsense' >bad.folded
FAKE_CONTENT=bad.folded gpuflame run -o bad.svg "$FAKE" init 2>&1 | sed "s|$TMPDIR|TMP|g; s|run-......|run-XXXXXX|g; s|/[0-9]*-0|/PID-0|g"
echo "status ${PIPESTATUS[0]}"
cat "$TMPDIR"/*/*.gpuflame && echo
ls ./*.svg
