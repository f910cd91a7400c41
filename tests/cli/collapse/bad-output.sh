# Write errors are reported, and no partial output is left.
cp "$FIXTURES/demo.sqlite" .
gpuflame collapse demo.sqlite -o absent/out.folded
echo "status $?"
gpuflame collapse demo.sqlite -o .
echo "status $?"
gpuflame collapse demo.sqlite >/dev/full
echo "status $?"
exec 9> >(:) # which has ended when it is written to
wait $!
gpuflame collapse demo.sqlite >&9
echo "status $?"
gpuflame collapse demo.sqlite >&-
echo "status $?"
ls
