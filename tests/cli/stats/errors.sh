# Bad command lines and files: one line each.
cp "$FIXTURES"/{stats_small,no_export,old2020,no_kernels}.sqlite .
f=stats_small.sqlite
try() { gpuflame stats "$@"; echo "status $?"; }
try
try --format csv "$f"
try --format svg "$f"
try no_kernels.sqlite
try --report nvtx_kern_sun "$f"
try --report zzz "$f"
try --report nvtx_sum:base "$f"
try --report nvtx_kern_sum:short "$f"
try --report nvtx_sum --format xml "$f"
try --report nvtx_pace --pace nosuch "$f"
try --report nvtx_pace,cuda_gpu_kern_pace --pace nosuch --format json "$f"
try --report cuda_gpu_kern_pace --pace forward --format svg "$f"
try --report nvtx_pace,cuda_gpu_kern_pace --pace prefetch --format json "$f" | tail -n 3
try --report nvtx_sum no-such-file
try --report nvtx_sum no_export.sqlite
try --report nvtx_sum,nvtx_kern_sum old2020.sqlite | tail -n 1
try --report all no_kernels.sqlite | tail -n 1
try --report cuda_gpu_kern_sum no_kernels.sqlite
printf 'a;b 1\n' >folded && try --report nvtx_sum folded
gzip -c "$f" >f.gz && try --report nvtx_sum f.gz
gpuflame stats --report nvtx_sum "$f" >/dev/full
echo "-- options of other reports"
gpuflame stats -f csv --pace forward --chunks 3 --min-gap 1 -r gpu_gaps "$f"
gpuflame stats -q -f csv --pace forward --chunks 3 -r gpu_gaps "$f"
try --pace forward "$f" | tail -n 1
echo "-- times that can't be added up, and calls that end before they begin"
cp "$FIXTURES/stats_small.sqlite" odd.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("odd.sqlite")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET end = start - 5 WHERE correlationId = 1")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET start = -9223372036854775807 WHERE correlationId = 2")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_MEMSET SET start = 0, end = 9223372036854775000")
db.commit()
END
gpuflame stats -q -r cuda_kern_exec_sum -f csv odd.sqlite | cut -d , -f 4,6,26,27
gpuflame stats -q -r cuda_kern_exec_trace -f csv odd.sqlite | cut -d , -f 1,2,7
gpuflame stats -q -r cuda_gpu_mem_time_sum odd.sqlite
gpuflame stats --histogram nobody "$FIXTURES/demo.sqlite"
echo "status $?"
