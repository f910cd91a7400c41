# --strict fails on an odd report and writes nothing, not even with -o.
gpuflame collapse --strict -q "$FIXTURES/oddities.sqlite" -o out.folded
echo "status $?"
ls
gpuflame collapse --strict "$FIXTURES/old2020.sqlite" && echo fine
