# --summary of several files: they add up, and the equation of times is shown.
cp "$FIXTURES/demo.sqlite" a.sqlite
gpuflame collapse --summary a.sqlite a.sqlite -o twice.folded
gpuflame collapse a.sqlite | awk '{ $NF = 2 * $NF; print }' | cmp - twice.folded && echo doubled
