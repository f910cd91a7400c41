# --limit, --sort and --filter choose rows of a report.
cp "$FIXTURES"/{stats_small,demo,stats_pace}.sqlite .
try() {
  echo "--- $*"
  gpuflame stats -q "$@" || echo "status $?"
}
names() { cut -d, -f 2,3,9-; }
try -r nvtx_sum -f csv --limit 2 demo.sqlite | names
try -r nvtx_sum -f csv --sort instances --limit 3 demo.sqlite | names
try -r nvtx_sum -f csv --sort 'Range' --limit 3 demo.sqlite | names
try -r nvtx_sum -f csv --sort 'range:desc' --limit 3 demo.sqlite | names
try -r nvtx_sum -f csv --sort 'total time (ns):asc' --limit 3 demo.sqlite | names
try -r nvtx_sum -f csv --filter '^Train|soft' demo.sqlite | names
try -r nvtx_sum -f csv --filter nothing demo.sqlite
try -r nvtx_sum --limit 2 demo.sqlite
try -r nvtx_sum -f json --filter soft demo.sqlite | tail -n 3
try -r cuda_gpu_kern_sum,nvtx_sum -f csv --sort style --limit 1 stats_small.sqlite | cut -c-60
try -r nvtx_pace --pace forward --filter 'no row has this' --sort start -f csv demo.sqlite
try --per-rank -r gpu_gaps --min-gap 0 --sort file:desc -f csv --limit 1 stats_small.sqlite demo.sqlite
try --limit 1 stats_small.sqlite | tail -n 6
echo "--- what cannot be done is refused"
try -r nvtx_sum --sort colour demo.sqlite
try -r nvtx_sum --sort M demo.sqlite
try -r gpu_gaps --filter x demo.sqlite
try -r nvtx_sum --filter '(' demo.sqlite
try --sort Time demo.sqlite
try --partial -r nvtx_sum --filter x demo.sqlite
echo "--- why there is none"
try -r gpu_gaps demo.sqlite
try -r gpu_gaps -f csv demo.sqlite
