# With every rule off, nothing is filtered and numbers stay.
gpuflame collapse -q --no-strip-layer-number --no_strip_train_iter_number \
  --no-strip-graph-number --no_filter_out_validation --preset none --strip-numbers none \
  "$FIXTURES/oddities.sqlite"
