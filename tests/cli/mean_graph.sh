# Kernels of a CUDA graph stand in the ranges in which they were captured, too.
for report in mean_graph mean_graph_old; do
  echo "--- $report"
  gpuflame collapse "$FIXTURES/$report.sqlite"
  gpuflame collapse --graph-capture-ranges off "$FIXTURES/$report.sqlite"
done
echo "--- adoption"
gpuflame collapse "$FIXTURES/mean_adopt.sqlite"
echo
gpuflame collapse --adopt "$FIXTURES/mean_adopt.sqlite"
