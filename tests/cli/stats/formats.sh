# Each --format of a report, of one file, of pooled files and of files one by one.
cp "$FIXTURES/stats_small.sqlite" a.sqlite && cp a.sqlite b.sqlite
f=a.sqlite
for format in table tsv json markdown; do
  gpuflame stats --report cuda_gpu_mem_size_sum,nvtx_sum --format $format "$f"
  echo "--- $format"
done
gpuflame stats --report cuda_gpu_kern_sum --format json "$f"
gpuflame stats --report nvtx_kern_sum,cuda_gpu_kern_sum a.sqlite b.sqlite
gpuflame stats --report cuda_gpu_kern_sum --per-rank --format json a.sqlite b.sqlite
echo "--- a report in several forms, and one named twice"
gpuflame stats -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:base,gpukernsum,cuda_gpu_kern_sum:mangled \
  -f json "$f" | python3 -c 'import json, sys
def once(pairs):
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)
for report in json.load(sys.stdin, object_pairs_hook=once)["reports"]:
    print(report["report"], [row["Name"] for row in report["rows"]])'
gpuflame stats -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:base "$f" | grep summary
gpuflame stats -r nvtx_sum,nvtxsum -f json "$f" | head -n 3
for columns in 80 60; do
  COLUMNS=$columns gpuflame stats --report nvtx_kern_sum "$f" >table
  awk -v n=$columns 'length > n && !/^\(|summary/ { print "longer than " n ": " $0 }' table
  head -n 5 table
done
for ending in csv tsv json md txt other; do
  gpuflame stats -r nvtx_sum -o out.$ending "$f" && head -n 1 out.$ending
done
gpuflame stats -r gpu_time_util_map -o out.svg "$f" && head -c 5 out.svg && echo
gpuflame stats --report nvtx_sum -o out.csv --format csv "$f" && head -n 2 out.csv
echo '--- files one by one, of which one has no kernels: each row and note says which'
cp "$FIXTURES/no_kernels.sqlite" none.sqlite && cp a.sqlite "$(printf 'b\033[31m.sqlite')"
for format in csv tsv; do
  gpuflame stats --per-rank -f $format -r cuda_gpu_kern_sum:base,gpu_gaps a.sqlite none.sqlite b*31m.sqlite
done
gpuflame stats --per-rank -r cuda_gpu_kern_sum none.sqlite a.sqlite | head -n 3
printf 'step 1;a 5\n' >steps
printf 'a 5\n' >"$(printf 'none\033[31m')"
gpuflame diff steps none*31m | tail -n 3
