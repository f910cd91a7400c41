# A table of more rows than are kept in memory: all of them, in order, as wide as the widest.
python3 - <<'END'
import sqlite3
db = sqlite3.connect("many.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value); INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'the last and wider');
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName);
""")
count, tid, pid = 60000, (5 << 24) + 1, 5 << 24
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?)",
               ((100 * i, 100 * i + 5, tid, i + 1) for i in range(count)))
db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, ?, ?, ?)",
               ((100 * i + 10, 100 * i + 20 + i % 7, i + 1, pid, 1 + (i == count - 1)) for i in range(count)))
db.commit()
END
gpuflame stats -q -r cuda_gpu_trace many.sqlite >table
sed -n '1,5p' table
tail -n 1 table
gpuflame stats -q -r cuda_gpu_trace -f csv many.sqlite >csv
diff <(sed 1,3d table | awk '{ print $1, $5, $NF }') <(sed 1d csv | awk -F, '{ n = split($NF, words, " "); printf "%.6f %d %s\n", $1 / 1e9, $3, words[n] }') | head -n 5
wc -l <table
echo '--- and after it another report'
gpuflame stats -q -r cuda_gpu_trace,cuda_gpu_kern_sum many.sqlite | tail -n 5
echo '--- and after one that is left out: no more memory'
python3 - <<'END'
import os, subprocess


def peak(reports):
    process = subprocess.Popen(["gpuflame", "stats", "-q", "-f", "json", "-r", reports, "many.sqlite"],
                               stdout=subprocess.DEVNULL)
    return os.wait4(process.pid, 0)[2].ru_maxrss


print(peak("nvtx_sum,cuda_gpu_trace") - peak("cuda_gpu_trace") < 8000)
END
echo '--- a temporary file that cannot be written whole, and none'
(
	trap '' XFSZ
	ulimit -f 4096
	gpuflame stats -q -r cuda_gpu_trace many.sqlite 2>&1 | tail -n 1
	TMPDIR=/nowhere gpuflame stats -q -r cuda_gpu_trace many.sqlite 2>&1 | cmp - table && echo 'the same table'
)
