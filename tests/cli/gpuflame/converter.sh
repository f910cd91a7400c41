# The converter of make RECORD=no: everything except the recorder.
converter=${FIXTURES%/fixtures}/converter/gpuflame
$converter --help | sed -n '/^[Cc]ommands:/,/^$/p'
for words in "record -- true" "run -- true" "help record"; do
  echo "--- $words"
  # shellcheck disable=SC2086 # words
  $converter $words 2>&1
  echo "status $?"
done
echo "--- and the same stacks"
$converter collapse -q "$FIXTURES/demo.sqlite" | cmp - <(gpuflame collapse -q "$FIXTURES/demo.sqlite") && echo same
