# Pictures of reports: well-formed, without scripts, names escaped; and what has none.
cp "$FIXTURES/stats_small.sqlite" small.sqlite
gpuflame stats -f csv --chunks 3 -r gpu_time_util_map,nccl_gpu_time_util_map small.sqlite
gpuflame stats -f csv --histogram 'gemm(float*, float*)' small.sqlite | sed -n '1,2p;41,$p'
gpuflame stats -f csv --histogram forward small.sqlite | tail -n 1
gpuflame stats -f csv --histogram 'relu(float*)' small.sqlite
gpuflame stats -f svg --chunks 3 -r gpu_time_util_map small.sqlite
gpuflame stats -f svg --histogram 'relu(float*)' small.sqlite | sed -n '4,7p'
gpuflame stats -f svg --histogram forward small.sqlite | grep '<rect' | sed -n '1,2p'
gpuflame stats -f svg -r cuda_gpu_kern_pace small.sqlite
gpuflame stats -f svg -r nvtx_pace --pace forward small.sqlite | grep -o '<title>[^<]*'
gpuflame stats -f svg -r nccl_size_sum small.sqlite | grep -o '<title>[^<]*\|<text.*'
# More rows than a picture has room for share marks, of which none is lost: 2 x 300 columns of
# 6 or 7 rows each, in two panels, of which the second lacks the first row of a process.
cp "$FIXTURES/stats_pace.sqlite" pace.sqlite
gpuflame stats -f csv -r cuda_gpu_kern_pace pace.sqlite | sed -n '1,3p;2001,2003p' | cut -d, -f2-
gpuflame stats -f svg -r cuda_gpu_kern_pace -o pace.svg pace.sqlite
grep -n 'script\|3,000 of them' pace.svg
grep -o '<title>[^<]*' pace.svg | sed -n '1p;$p'
grep -o ': [0-9]* of them' pace.svg | awk '{ sum += $2 } END { print NR, sum }'
rm pace.*
# n-th size: 1000 ns + 1 ns for 1000 bytes, so 1024000 bytes take 2024 ns: 506 GB/s, and
# 2 * 7/8 of that on the bus for an all-reduce of 8 ranks. The first size: 1001 and 3003 ns.
gpuflame stats -f csv -r nccl_size_sum "$FIXTURES/stats_nccl.sqlite" | sed -n '18,19p;28p'
gpuflame stats -f svg -r nccl_size_sum "$FIXTURES/stats_nccl.sqlite" | grep -o '<title>[^<]*' | sed -n '17p;27p'
echo '--- of several files, whose processes may have one number, each says which it is'
mkdir 1 2 && cp small.sqlite 1/rank.sqlite && cp small.sqlite 2/rank.sqlite
gpuflame stats -f svg --chunks 1 -r gpu_time_util_map small.sqlite 1/rank.sqlite | grep '<text'
gpuflame stats -f svg --chunks 1 -r gpu_time_util_map 1/rank.sqlite 2/rank.sqlite | grep -o '[12]/rank[^<]*'
gpuflame stats -f svg -r cuda_gpu_kern_pace small.sqlite 1/rank.sqlite | grep -o '[^>]*PID[^<]*</text>'
rm -r 1 2
echo '--- steps: 900 of them share 300 bars, whose sums are those of the table'
cp "$FIXTURES/stats_steps.sqlite" steps.sqlite
gpuflame stats -f svg -r step_sum steps.sqlite | sed -n '4,12p'
gpuflame stats -f svg -r step_sum steps.sqlite small.sqlite 2>/dev/null | grep -o '<text[^>]*>[^<]*sqlite'
rm steps.sqlite
python3 - <<'END'
import sqlite3
db = sqlite3.connect("steps.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value); INSERT INTO StringIds VALUES (1, 'gemm');
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName);
""")
tid, pid = (5 << 24) + 1, 5 << 24
for i in range(900):
    at, took = 1000000 * i, 300000 + 100 * i
    db.execute("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, ?)", (at, at + 900000, f"step {i}", tid))
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?)", (at + 10, at + 20, tid, i + 1))
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, ?, ?, 1)",
               (at + 100, at + 100 + took, i + 1, pid))
db.commit()
END
gpuflame stats -q -f svg -r step_sum -o steps.svg steps.sqlite
grep -c '<g>' steps.svg
grep -o '<title>[^<]*' steps.svg | sed -n '1p;300p'
rm steps.*
gpuflame stats -f svg --histogram nothing -o out.svg small.sqlite
gpuflame stats -f svg -r nvtx_sum small.sqlite
gpuflame stats -f svg -r gpu_time_util_map,gpu_gaps small.sqlite
gpuflame stats -f csv --histogram a --histogram b small.sqlite
ls
