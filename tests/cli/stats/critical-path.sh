# What determines how long a step takes: as a report, the same that collapse folds, with every cut.
cp "$FIXTURES/critical.sqlite" report.sqlite
gpuflame stats -r critical_path_sum --strip-numbers none report.sqlite
echo "--- under its ranges"
gpuflame collapse --value critical --no-strip-train-iter-number report.sqlite
echo "--- of what is selected: report, stacks"
for cut in "--steps 1" "--skip-steps 1" "--time 90ns-250ns" "--range forward" "--device 0" "--stream 7" \
  "--process 100" "--only gemm" "--filter-out gemm" "--rename gemm=mm" "--kernel-names short"; do
  # shellcheck disable=SC2086 # an option and its value
  gpuflame stats -q -f csv -r critical_path_sum $cut report.sqlite >cut.csv
  # shellcheck disable=SC2086
  gpuflame collapse -q --value critical $cut report.sqlite >cut.folded
  echo "$cut: $(awk -F, 'NR > 1 { sum += $2 } END { print sum + 0 }' cut.csv)" \
    "$(awk '{ sum += $NF } END { print sum + 0 }' cut.folded)"
done
echo "--- one step"
gpuflame stats -f csv -r critical_path_sum --steps 2 --kernel-names short report.sqlite
echo "--- by what --by adds"
gpuflame collapse --value critical --by device,stream,step --kernel-names short report.sqlite
gpuflame collapse --value critical --normalize steps --summary report.sqlite >per-step.folded
echo "--- other formats"
for format in json markdown tsv; do
  gpuflame stats -f $format -r critical_path_sum --limit 2 report.sqlite
done
gpuflame report.sqlite --value critical -o flame.svg && grep -o '<title>[^<]*' flame.svg | head -2
echo "--- captures of sums, and nothing at all"
cp "$FIXTURES/stats_sums.sqlite" run.gpuflame
gpuflame stats -r critical_path_sum run.gpuflame || echo "status $?"
gpuflame collapse --value critical run.gpuflame || echo "status $?"
cp "$FIXTURES/no_kernels.sqlite" none.sqlite
gpuflame collapse --value critical none.sqlite || echo "status $?"
