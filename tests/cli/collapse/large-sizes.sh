# Long names, deep stacks and large totals are kept whole.
gpuflame collapse "$FIXTURES/two_huge_times.sqlite" 2>/dev/null
gpuflame collapse "$FIXTURES/long_names.sqlite" | awk '{ print length($0) }'
gpuflame collapse "$FIXTURES/deep.sqlite" | awk -F ';' '{ print NF, $NF }'
