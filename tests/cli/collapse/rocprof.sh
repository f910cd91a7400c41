# JSON of rocprofv3: ranges of roctx by both of their names, marks, which are none, a copy, threads, GPUs,
# a kernel whose call was not recorded and that has no symbol; the totals are those of another program.
rocprof() {
  f=rocprof.json
  cp "$TESTS/fixtures/$f" .
  gpuflame collapse -q --strip-numbers none --no-default-rules --by process,device,stream "$f"
  gzip -c "$f" | gpuflame collapse -q --value bytes -
  gpuflame stats -q -f csv -r cuda_gpu_trace,cuda_api_sum,nvtx_sum "$f" | cut -d, -f1-3,19-
  gpuflame stats -q "$f" | head -n 2
  python3 - "$f" <<'END'
import json, sys
records = json.load(open(sys.argv[1]))["rocprofiler-sdk-tool"][0]["buffer_records"]
print(sum(r["end_timestamp"] - r["start_timestamp"]
          for table in ("kernel_dispatch", "memory_copy") for r in records[table]))
END
  gpuflame collapse -q "$f" | awk '{ sum += $NF } END { print sum }'
  echo '--- damage'
  head -c 3000 "$f" >short.json
  tell "cut" gpuflame collapse short.json
  sed 's/"end_timestamp": 2300/"end_timestamp": 1300/' "$f" >back.json
  tell "backwards" gpuflame collapse back.json
  python3 - "$f" <<'END'
import json, sys
run = json.load(open(sys.argv[1]))
process = run["rocprofiler-sdk-tool"][0]
json.dump({"rocprofiler-sdk-tool": [process, process]}, open("two.json", "w"))
del process["buffer_records"]["hip_api"]
json.dump(run, open("calls.json", "w"))
del process["buffer_records"]
json.dump(run, open("empty.json", "w"))
END
  tell "two processes" gpuflame collapse two.json
  tell "no operations" gpuflame collapse empty.json
  gpuflame collapse calls.json 2>&1
}
check rocprof 0 <<'STDOUT'
process 100;GPU 0;stream 8;[no launch record];[unnamed] 1
process 100;GPU 0;stream 8;window;old;relu 7
process 100;GPU 1;stream 0;step 1;layer;[CUDA memcpy HtoD] 20
process 100;GPU 1;stream 7;step 1;layer;gemm(float*) 300
process 100;GPU 1;stream 7;step 1;relu 50
step 1;layer;[CUDA memcpy HtoD] 4096
Start (ns),Duration (ns),CorrId,GreenCtx,Strm,Name
1000,300,11,,7,gemm(float*)
1100,20,15,,0,[CUDA memcpy Host-to-Device]
1300,50,12,,7,relu
1400,7,13,,8,relu
1500,1,14,,8,
Time (%),Total Time (ns),Num Calls
75.0,30,3
25.0,10,1
Time (%),Total Time (ns),Instances
67.7,900,1
15.0,200,1 [2 times]
2.3,30,1
rocprof.json: trace of rocprofv3
2 devices, 1.50 us, 4 NVTX ranges
378 [2 times]
--- damage
--- cut: status 1: gpuflame: cannot read 'short.json': the JSON is truncated; was it still being written, or the copy cut short?
--- backwards: status 1: gpuflame: cannot read 'back.json': record 16 ends before it starts
--- two processes: status 1: gpuflame: cannot read 'two.json': 'metadata' is behind records of operations: only one process is read
--- no operations: status 1: gpuflame: 'empty.json' holds no GPU operations; record with rocprofv3 --kernel-trace --hip-trace --marker-trace (trace of rocprofv3), and check that the profiled part launches kernels
gpuflame: note: 5 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: no kernel is in a range, since the calls that launched them were not recorded: rocprofv3 --hip-trace does that
[no launch record];[CUDA memcpy HtoD] 20
[no launch record];[unnamed] 1
[no launch record];gemm(float*) 300
[no launch record];relu 57
STDOUT
# The same run as a database: the same stacks, rows and totals; what is wrong with one is named.
rocpd() {
  f=rocpd.sqlite
  cp "$FIXTURES/$f" .
  for options in '--strip-numbers none --by process,device,stream' '--value bytes' '--value count --by thread'; do
    # shellcheck disable=SC2086
    diff <(gpuflame collapse -q $options "$TESTS/fixtures/rocprof.json") <(gpuflame collapse -q $options "$f")
  done
  diff <(gpuflame stats -q -f csv -r cuda_gpu_trace,cuda_api_sum,nvtx_sum "$TESTS/fixtures/rocprof.json") \
    <(gpuflame stats -q -f csv -r cuda_gpu_trace,cuda_api_sum,nvtx_sum "$f")
  gzip -c "$f" | gpuflame collapse -q -
  python3 -c 'import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).execute("""SELECT sum("end" - start) FROM (SELECT start, "end"
  FROM rocpd_kernel_dispatch_0196a UNION ALL SELECT start, "end" FROM rocpd_memory_copy_0196a)""").fetchone())' "$f"
  echo '--- damage'
  bad() { # LABEL SQL
    cp "$f" bad.sqlite
    sql bad.sqlite "$2"
    tell "$1" gpuflame collapse -q bad.sqlite
  }
  bad "two runs" "CREATE TABLE rocpd_kernel_dispatch_0196b (id)"
  bad "an older one" "DROP TABLE rocpd_kernel_dispatch_0196a"
  bad "a view" "DROP TABLE rocpd_event_0196a; CREATE VIEW rocpd_event_0196a AS SELECT 1 AS id"
  bad "no column" "ALTER TABLE rocpd_region_0196a RENAME COLUMN start TO start_id"
  bad "times" "UPDATE rocpd_kernel_dispatch_0196a SET \"end\" = 1 WHERE id = 1; UPDATE rocpd_kernel_dispatch_0196a SET start = NULL WHERE id = 2"
  bad "text that is no JSON, no events" "UPDATE rocpd_event_0196a SET extdata = '{\"message\": ' WHERE id > 4; DELETE FROM rocpd_event_0196a WHERE id < 5"
  bad "nothing ran" "DELETE FROM rocpd_kernel_dispatch_0196a; DELETE FROM rocpd_memory_copy_0196a"
}
check rocpd 1 <<'STDOUT'
[no launch record];[unnamed] 1
step 1;layer;[CUDA memcpy HtoD] 20
step 1;layer;gemm(float*) 300
step 1;relu 50
window;old;relu 7
378
--- damage
--- two runs: status 1: gpuflame: cannot read 'bad.sqlite': a database of 2 runs of rocprofv3, of which one is read: give the files that it was made of
--- an older one: status 1: gpuflame: cannot read 'bad.sqlite': a database of ROCm's profilers with 0 tables of kernels; those of rocprofv3 since ROCm 7 are read
--- a view: status 1: gpuflame: cannot read 'bad.sqlite': rocpd_event_0196a is a view or a virtual table, which no export has
--- no column: status 1: gpuflame: cannot read 'bad.sqlite': table rocpd_region_0196a has no column start: gpuflame does not know its version
--- times: [no launch record];[unnamed] 1 | step 1;layer;[CUDA memcpy HtoD] 20 | window;old;relu 7
--- text that is no JSON, no events
[no launch record];[CUDA memcpy HtoD] 20
[no launch record];[unnamed] 1
[no launch record];gemm(float*) 300
[no launch record];relu 57
--- nothing ran: status 1: gpuflame: 'bad.sqlite' holds ranges but no GPU operations: gpuflame collapse --value cpu-time shows the time of these; for the GPU's, record with rocprofv3 --kernel-trace --hip-trace --marker-trace (trace of rocprofv3)
STDOUT
