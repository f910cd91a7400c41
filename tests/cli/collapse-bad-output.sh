# What can't be written is told, and no half of it stays.
cp "$FIXTURES/demo.sqlite" .
gpuflame collapse demo.sqlite -o absent/out.folded
echo "status $?"
gpuflame collapse demo.sqlite -o .
echo "status $?"
gpuflame collapse demo.sqlite >/dev/full
echo "status $?"
{ sleep 0.3; gpuflame collapse demo.sqlite; } | true # which is gone by then
echo "status ${PIPESTATUS[0]}"
gpuflame collapse demo.sqlite >&-
echo "status $?"
ls
