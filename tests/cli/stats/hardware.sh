# The maps of nsys's recipes: samples of GPUs, of network devices and of switches, and kernels beside calls of MPI
# and UCX, over time; compared with what SQL and a count of nanoseconds give.
hardware-maps() {
  cat >make.py <<'END'
import random, sqlite3
random.seed(1)
db = sqlite3.connect("maps.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'MPI_Send'), (3, 'ucp_get');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER,
  correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER);
CREATE TABLE MPI_P2P_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER);
CREATE TABLE UCP_SUBMIT_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER);
CREATE TABLE TARGET_INFO_GPU_METRICS (typeId INTEGER, sourceId INTEGER, typeName TEXT, metricId INTEGER, metricName TEXT);
CREATE TABLE GPU_METRICS (rawTimestamp INTEGER, timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER);
CREATE TABLE TARGET_INFO_NETWORK_METRICS (metricsListId INTEGER, metricsIdx INTEGER, name TEXT, description TEXT, unit TEXT);
CREATE TABLE TARGET_INFO_NIC_INFO (GUID INTEGER, stateName TEXT, nicId INTEGER, name TEXT, deviceId INTEGER, vendorId INTEGER, linkLayer INTEGER);
CREATE TABLE NIC_ID_MAP (nicId INTEGER, globalId INTEGER);
CREATE TABLE NET_NIC_METRIC (start INTEGER, end INTEGER, globalId INTEGER, portId INTEGER, metricsListId INTEGER, metricsIdx INTEGER, value INTEGER);
CREATE TABLE NET_IB_SWITCH_METRIC (start INTEGER, end INTEGER, globalId INTEGER, portId INTEGER, metricsListId INTEGER, metricsIdx INTEGER, value INTEGER);
CREATE TABLE NET_IB_DEVICE_INFO (networkId INTEGER, guid INTEGER, name TEXT, des TEXT, lid INTEGER);
""")
many = db.executemany
kernels = [(s := random.randrange(5000), s + random.randrange(90), random.randrange(2), 1, 7, i, random.choice((7, 8)) << 24, 1, 1) for i in range(120)]
many("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?,?,?,?,?,?,?,?,?)", kernels)
for table, name in (("MPI_P2P_EVENTS", 2), ("UCP_SUBMIT_EVENTS", 3)):
    many(f"INSERT INTO {table} VALUES (?,?,?,?)", [(s := random.randrange(100, 5200), s + random.randrange(70),
        (random.choice((7, 8)) << 24) + random.randrange(1, 4), name) for _ in range(80)])
metrics = ["GPC Clock Frequency [MHz]", "SMs Active [Throughput %]", "SM Issue [Throughput %]", "Tensor Active [Throughput %]"]
for gpu in (0, 3):
    many("INSERT INTO TARGET_INFO_GPU_METRICS VALUES (?,0,'x',?,?)", [((5 << 32) + gpu, i, name) for i, name in enumerate(metrics)])
rows, time = [], 1000
for _ in range(300):
    time += random.choice((90, 100, 110, 400))
    rows += [(0, time, (5 << 32) + gpu, i, random.randrange(101)) for gpu in (0, 3) for i in range(4)]
random.shuffle(rows)
many("INSERT INTO GPU_METRICS VALUES (?,?,?,?,?)", rows)
names = ["IB: Packets sent", "IB: Bytes sent", "IB: Bytes received", "IB: Send waits", "Eth: Bytes sent"]
many("INSERT INTO TARGET_INFO_NETWORK_METRICS VALUES (2,?,?,'',?)", [(i, name, "ticks/ms" if "waits" in name else "bytes/ms") for i, name in enumerate(names)])
many("INSERT INTO TARGET_INFO_NIC_INFO VALUES (1,'',?,?,0,0,0)", [(0, "mlx5_0"), (1, "mlx5_1")])
many("INSERT INTO NIC_ID_MAP VALUES (?,?)", [(0, 1 << 48), (1, 2 << 48)])
many("INSERT INTO NET_NIC_METRIC VALUES (?,?,?,1,2,?,?)", [(t, t + 900, nic << 48, i, random.randrange(10**6))
    for t in range(5000, 90000, 1000) for nic in (1, 2) for i in range(5) if random.random() < 0.9])
# two ports of two switches, of which one has a name, and the id that a card has, too
many("INSERT INTO NET_IB_DEVICE_INFO VALUES (1,?,?,'',1)", [(0x248a070300f88fe0, "leaf7"), (1 << 48, "other")])
many("INSERT INTO NET_IB_SWITCH_METRIC VALUES (?,?,?,?,2,?,?)", [(t, t + 900, guid, port, i, random.randrange(10**6))
    for t in range(5000, 90000, 3000) for guid in (0x248a070300f88fe0, 2 << 48) for port in (1, 36) for i in (1, 2, 3)])
db.commit()
END
  python3 make.py
  cp "$FIXTURES/host_calls.sqlite" "$FIXTURES/stats_small.sqlite" "$FIXTURES/steps.sqlite" .
  cat >check.py <<'END'
import csv, sqlite3, subprocess
db = sqlite3.connect("maps.sqlite")

def report(name, *options):
    text = subprocess.run(["gpuflame", "stats", "-q", "-f", "csv", "-r", name, *options, "maps.sqlite"], check=True, capture_output=True, text=True)
    return list(csv.DictReader(text.stdout.splitlines()))

def compare(what, rows, value, of, expected, digits):
    """`of` tells a row's place in `expected`, which has what SQL says, or None."""
    wrong = [row for row in rows if (row[value] == "") != (expected[of(row)] is None) or
             row[value] != "" and abs(float(row[value]) - expected[of(row)]) > digits]
    print(what, len(rows), "rows,", sum(row[value] == "" for row in rows), "without samples,", len(wrong), "wrong", *wrong[:3])

def means(chunks, start, end, samples):
    """By series and part, the mean of what there is: (series, start, end, value)."""
    db.execute("CREATE TEMP TABLE samples (series, start, end, value)")
    db.executemany("INSERT INTO samples VALUES (?,?,?,?)", samples)
    part = -(-(end - start) // chunks)
    found = {}
    for at in range(start, end, part):
        to = min(at + part, end)
        found.update({(series, at): mean for series, mean in db.execute("""SELECT series, sum(value * ns) / sum(ns) FROM (
            SELECT series, value, max(min(end, ?2) - max(start, ?1), 0) * 1.0 AS ns FROM samples) GROUP BY series""", (at, to))})
    db.execute("DROP TABLE samples")
    return found

gpus = db.execute("""SELECT printf('%d %s', typeId & 255, substr(metricName, 1, instr(metricName, ' [') - 1)), timestamp,
    coalesce(lead(timestamp) OVER one, 2 * timestamp - lag(timestamp) OVER one), value
    FROM GPU_METRICS JOIN TARGET_INFO_GPU_METRICS USING (typeId, metricId) WHERE metricName NOT LIKE 'GPC%'
    WINDOW one AS (PARTITION BY typeId, metricId ORDER BY timestamp)""").fetchall()
for options, low, high in (((), 0, 1 << 60), (("--time", "0.000009s-0.00002s"), 9000, 20000), (("--device", "3"), 0, 1 << 60)):
    samples = [(series, max(start, low), min(end, high), value) for series, start, end, value in gpus
               if start < high and end > low and (options[:1] != ("--device",) or series[0] == "3")]
    start, end = min(s[1] for s in samples), max(s[2] for s in samples)
    rows = report("gpu_metric_util_map:chunks=7", *options)
    compare("GPUs " + " ".join(options), rows, "Mean (%)", lambda row: (f"{row['Device ID']} {row['Metric']}", int(row["Start (ns)"])),
            means(7, start, end, samples), 0.051)
nics = db.execute("""SELECT printf('%s port %d %s', nic.name, portId, metric.name), start, end, value FROM NET_NIC_METRIC
    JOIN NIC_ID_MAP USING (globalId) JOIN TARGET_INFO_NIC_INFO AS nic USING (nicId)
    JOIN TARGET_INFO_NETWORK_METRICS AS metric USING (metricsListId, metricsIdx) WHERE metric.name NOT LIKE '%Packets%'
    UNION ALL SELECT printf('%s port %d %s', coalesce(info.name, printf('switch 0x%016x', globalId)), portId, metric.name), start, end, value
    FROM NET_IB_SWITCH_METRIC LEFT JOIN NET_IB_DEVICE_INFO AS info ON guid = globalId
    JOIN TARGET_INFO_NETWORK_METRICS AS metric USING (metricsListId, metricsIdx)""").fetchall()
start, end = min(s[1] for s in nics), max(s[2] for s in nics)
for chunks in (9, 300):
    found = means(chunks, start, end, nics)
    rows = report(f"network_traffic_map:chunks={chunks}")
    place = lambda row: (f"{row['Device']} {row['Metric']}", int(row["Start (ns)"]))
    compare("network", rows, "Mean", place, found, 0.051)
    most = {}
    for (series, _), mean in found.items():
        metric = series.partition(" port ")[2].split(" ", 1)[1]
        most[metric] = max(most.get(metric, 0), mean or 0)
    compare("network, share", rows, "Of Most (%)", place,
            {key: mean and 100 * mean / most[key[0].partition(" port ")[2].split(" ", 1)[1]] for key, mean in found.items()}, 0.051)
    print(sorted({(row["Metric"], row["Unit"]) for row in rows}))

def ns(query):
    """By process: the nanoseconds that are in a row of it."""
    found = {}
    for pid, start, end in db.execute(query):
        found.setdefault(pid, set()).update(range(start, end))
    return found

kernels = ns("SELECT globalPid >> 24, start, end FROM CUPTI_ACTIVITY_KIND_KERNEL")
for name, table in (("mpi", "MPI_P2P_EVENTS"), ("ucx", "UCP_SUBMIT_EVENTS")):
    calls = ns(f"SELECT globalTid >> 24, start, end FROM {table}")
    by = {"kernels": kernels, name.upper(): calls, "both": {pid: kernels[pid] & calls[pid] for pid in kernels}}
    rows = report(f"{name}_gpu_time_util_map:chunks=11")
    found = {}
    for row in rows:
        at, length = int(row["Start (ns)"]), int(row["Duration (ns)"])
        found[row["By"], row["PID"], at] = 100 * len(by[row["By"]][int(row["PID"])] & set(range(at, at + length))) / length
    compare(name, rows, "In-Use (%)", lambda row: (row["By"], row["PID"], int(row["Start (ns)"])), found, 0.051)
    for pid in kernels:
        mine = [row for row in rows if int(row["PID"]) == pid]
        time = kernels[pid] | calls[pid]
        whole = min(time), max(time) + 1
        if (min(int(row["Start (ns)"]) for row in mine), max(int(row["Start (ns)"]) + int(row["Duration (ns)"]) for row in mine)) != whole:
            print("not from", *whole)
END
  python3 check.py
  for report in mpi_gpu_time_util_map ucx_gpu_time_util_map gpu_metric_util_map network_traffic_map; do
    gpuflame stats -q -r $report:chunks=2 maps.sqlite | sed -n '2,4p'
    gpuflame stats -q -r $report:chunks=4 -f svg maps.sqlite -o $report.svg &&
      python3 -c 'import sys, xml.dom.minidom as dom
print(*dict.fromkeys(text.firstChild.data for text in dom.parse(sys.argv[1]).getElementsByTagName("text")), sep=" | ")' $report.svg
  done
  echo '--- calls of MPI in the NVTX ranges of older reports, several files, and what cannot be'
  gpuflame stats -q -r mpi_gpu_time_util_map:chunks=1 host_calls.sqlite stats_small.sqlite maps.sqlite | grep -v both
  for report in gpu_metric_util_map network_traffic_map mpi_gpu_time_util_map ucx_gpu_time_util_map; do
    gpuflame stats -r $report steps.sqlite
  done
  for option in '--device 0' '--process 7' '--steps 1-2' '--skip-steps 1' '--range x' '--rank 0' '--stream 7' '--only x'; do
    # shellcheck disable=SC2086
    gpuflame stats -r network_traffic_map $option maps.sqlite
  done
  gpuflame stats -r gpu_metric_util_map --process 7 maps.sqlite
  gpuflame stats -r gpu_metric_util_map --device 5 maps.sqlite
  echo '--- without what the names of counters and of devices are'
  cp maps.sqlite less.sqlite
  sql less.sqlite <<'END'
DROP TABLE TARGET_INFO_GPU_METRICS; DROP TABLE TARGET_INFO_NIC_INFO; UPDATE NET_NIC_METRIC SET end = NULL WHERE start > 9000;
END
  gpuflame stats -r gpu_metric_util_map less.sqlite
  gpuflame stats -r network_traffic_map:chunks=1 less.sqlite | grep Send
  echo '--- values that no counter has are left out'
  python3 -c 'import sqlite3
db = sqlite3.connect("maps.sqlite")
db.execute("DELETE FROM GPU_METRICS")
db.executemany("INSERT INTO GPU_METRICS VALUES (0, ?, 5 << 32, 2, ?)", [(1, 9e999), (2, 40), (3, -9e999), (4, 1e308), (6, 20)])
db.commit()'
  gpuflame stats -q -r gpu_metric_util_map:chunks=1 maps.sqlite
}
check hardware-maps 0 <<'STDOUT' 3<<'STDERR'
GPUs  42 rows, 0 without samples, 0 wrong
GPUs --time 0.000009s-0.00002s 42 rows, 0 without samples, 0 wrong
GPUs --device 3 21 rows, 0 without samples, 0 wrong
network 180 rows, 0 without samples, 0 wrong
network, share 180 rows, 0 without samples, 0 wrong
[('Eth: Bytes sent', 'bytes/ms'), ('IB: Bytes received', 'bytes/ms'), ('IB: Bytes sent', 'bytes/ms'), ('IB: Send waits', 'ticks/ms')]
network 6000 rows, 2406 without samples, 0 wrong
network, share 6000 rows, 2406 without samples, 0 wrong
[('Eth: Bytes sent', 'bytes/ms'), ('IB: Bytes received', 'bytes/ms'), ('IB: Bytes sent', 'bytes/ms'), ('IB: Send waits', 'ticks/ms')]
mpi 66 rows, 0 without samples, 0 wrong
ucx 66 rows, 0 without samples, 0 wrong
In-Use  Duration       Start  PID  By
 41.7%   2.50 us  0.000000 s    8  kernels
Time in use by kernels and by MPI | kernels, PID 8 | MPI, PID 8 | both, PID 8 | kernels, PID 7 | MPI, PID 7 | both, PID 7 | 0 ns | 1.00 us | 2.00 us | 3.00 us | 4.00 us | 5.00 us | time since the first one | In-Use: full colour 100 %
In-Use  Duration       Start  PID  By
 42.7%   2.41 us  0.000000 s    8  kernels
Time in use by kernels and by UCX | kernels, PID 8 | UCX, PID 8 | both, PID 8 | kernels, PID 7 | UCX, PID 7 | both, PID 7 | 0 ns | 1.00 us | 2.00 us | 3.00 us | 4.00 us | 5.00 us | time since the first one | In-Use: full colour 100 %
 Mean  Duration       Start  Device ID  Metric
50.4%   25.3 us  0.000001 s          0  SM Issue
Metrics of GPUs over time | Device ID 0, SM Issue | Device ID 0, SMs Active | Device ID 0, Tensor Active | Device ID 3, SM Issue | Device ID 3, SMs Active | Device ID 3, Tensor Active | 0 ns | 10.0 us | 20.0 us | 30.0 us | 40.0 us | 50.0 us | time since the first one | Mean: full colour 100 %
Of Most       Mean      Unit  Duration       Start  Device                             Metric
  74.7%  426,968.2  bytes/ms   42.5 us  0.000005 s  leaf7 port 1                       IB: Bytes received
Traffic of network devices over time | leaf7 port 1, IB: Bytes received | leaf7 port 1, IB: Bytes sent | leaf7 port 1, IB: Send waits | leaf7 port 36, IB: Bytes received | leaf7 port 36, IB: Bytes sent | leaf7 port 36, IB: Send waits | mlx5_0 port 1, Eth: Bytes sent | mlx5_0 port 1, IB: Bytes received | mlx5_0 port 1, IB: Bytes sent | mlx5_0 port 1, IB: Send waits | mlx5_1 port 1, Eth: Bytes sent | mlx5_1 port 1, IB: Bytes received | mlx5_1 port 1, IB: Bytes sent | mlx5_1 port 1, IB: Send waits | switch 0x0002...port 1, ...es received | switch 0x0002...port 1, IB: Bytes sent | switch 0x0002...port 1, IB: Send waits | switch 0x0002...ort 36, ...es received | switch 0x0002...ort 36, IB: Bytes sent | switch 0x0002...ort 36, IB: Send waits | 0 ns | 20.0 us | 40.0 us | 60.0 us | 80.0 us | time since the first one | Of Most: full colour 100 %
--- calls of MPI in the NVTX ranges of older reports, several files, and what cannot be
Time in use by kernels and by MPI (mpi_gpu_time_util_map)
In-Use  Duration       Start  PID  By       File
  9.4%    745 ns  0.000000 s  100  kernels  host_calls.sqlite
 14.8%    745 ns  0.000000 s  100  MPI      host_calls.sqlite
 10.7%    745 ns  0.000000 s  101  kernels  host_calls.sqlite
 11.4%    745 ns  0.000000 s  101  MPI      host_calls.sqlite
 39.6%   7.20 us  0.000001 s  100  kernels  stats_small.sqlite
  0.6%   7.20 us  0.000001 s  100  MPI      stats_small.sqlite
 39.8%   5.00 us  0.000000 s    8  kernels  maps.sqlite
 27.8%   5.00 us  0.000000 s    8  MPI      maps.sqlite
 44.0%   5.16 us  0.000000 s    7  kernels  maps.sqlite
 20.9%   5.16 us  0.000000 s    7  MPI      maps.sqlite
--- without what the names of counters and of devices are
 100.0%  722,222.0  ticks/ms   84.9 us  0.000005 s  device 281474976710656 port 1      IB: Send waits
  64.2%  463,806.0  ticks/ms   84.9 us  0.000005 s  device 562949953421312 port 1      IB: Send waits
  79.7%  575,488.0  ticks/ms   84.9 us  0.000005 s  leaf7 port 1                       IB: Send waits
  69.7%  503,633.5  ticks/ms   84.9 us  0.000005 s  leaf7 port 36                      IB: Send waits
  74.5%  537,829.3  ticks/ms   84.9 us  0.000005 s  switch 0x0002000000000000 port 1   IB: Send waits
  71.4%  515,936.4  ticks/ms   84.9 us  0.000005 s  switch 0x0002000000000000 port 36  IB: Send waits
--- values that no counter has are left out
Metrics of GPUs over time (gpu_metric_util_map)
 Mean  Duration       Start  Device ID  Metric
30.0%      8 ns  0.000000 s          0  SM Issue
STDOUT
gpuflame: 'steps.sqlite' has no data for gpu_metric_util_map: no samples of SM Active, SM Issue or Tensor Active (nsys profile --gpu-metrics-devices)
gpuflame: 'steps.sqlite' has no data for network_traffic_map: no samples of network devices (nsys profile --nic-metrics)
gpuflame: 'steps.sqlite' has no data for mpi_gpu_time_util_map: no calls of MPI
gpuflame: 'steps.sqlite' has no data for ucx_gpu_time_util_map: no calls of UCX
gpuflame: --device cannot select from network_traffic_map, which shows samples over time
gpuflame: --process cannot select from network_traffic_map, which shows samples over time
gpuflame: --steps cannot select from network_traffic_map, which shows samples over time
gpuflame: --skip-steps cannot select from network_traffic_map, which shows samples over time
gpuflame: --range cannot select from network_traffic_map, which shows samples over time
gpuflame: --rank cannot select from network_traffic_map, which shows samples over time
gpuflame: --stream cannot select from network_traffic_map, which shows samples over time
gpuflame: --only cannot select from network_traffic_map, which shows samples over time
gpuflame: --process cannot select from gpu_metric_util_map, which shows samples over time
gpuflame: nothing is left: all operations and ranges are outside the selection; there are devices 0 to 1
gpuflame: note: 120 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
gpuflame: 'less.sqlite' has no data for gpu_metric_util_map: no samples of SM Active, SM Issue or Tensor Active (nsys profile --gpu-metrics-devices)
gpuflame: note: 120 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: exported by nsys before 2022, which does not report lost events or nodes of CUDA graphs; if the report still exists, export it again with a newer nsys: nsys export --type sqlite REPORT
STDERR

# Calls of MPI, UCX, OpenACC, OpenMP and the OS runtime, and unified memory, from the tables of nsys 2023
# and later: one call has one row however many requests it waits for. Those of MPI are ranges in
# stacks, but not in the reports of NVTX, as in nsys's own.
host-calls() {
  cp "$FIXTURES/host_calls.sqlite" run.sqlite
  gpuflame collapse -q run.sqlite
  echo "--- without the domain, and what is never closed"
  gpuflame collapse -q --no-domain-prefix --value cpu-time --only MPI run.sqlite
  gpuflame collapse --strict run.sqlite >/dev/null
  echo "--- ranks, which are not stated: by process"
  sql run.sqlite 'DROP TABLE MPI_RANKS'
  gpuflame collapse -q --by rank run.sqlite
  cp "$FIXTURES/host_calls.sqlite" run.sqlite
  gpuflame stats -q -f csv -r mpi_event_trace run.sqlite
  gpuflame stats -q -f csv -r mpi_sum,ucx_sum,openacc_sum,osrt_sum run.sqlite
  echo "--- NVTX"
  gpuflame stats -q -f csv -r nvtx_sum,mpi_sum run.sqlite | head -n 3
  echo "--- a device without a name, a name without a device, and an older table of devices"
  sql run.sqlite <<'END'
create table devices as select NULL as deviceId, 'of no device' as name union all select deviceId, name from TARGET_INFO_GPU;
drop table TARGET_INFO_GPU;
alter table devices rename to TARGET_INFO_GPU;
END
  gpuflame stats -q -f csv -r cuda_gpu_trace run.sqlite | cut -d, -f 1,17
  echo "--- OpenMP and unified memory, and parts of them"
  pages=$FIXTURES/nsys/pages.sqlite
  gpuflame stats -q -f csv -r openmp_sum,um_sum,um_total_sum,um_cpu_page_faults_sum "$pages"
  gpuflame stats -q -f csv -r um_sum,um_total_sum --time -345ns "$pages"
  gpuflame stats -q -f csv -r um_total_sum "$pages" "$pages"
  gpuflame stats -r um_sum --device 0 "$pages"
  gpuflame stats -r um_sum --process 6 "$pages"
  echo "--- none"
  cp "$FIXTURES/demo.sqlite" .
  gpuflame stats -r mpi_event_trace,osrt_sum demo.sqlite
}
check host-calls 1 <<'STDOUT' 3<<'STDERR'
step;MPI:MPI_Allreduce;gemm 20
step;MPI:MPI_Recv;gemm 80
step;MPI:MPI_Send;gemm 10
step;gemm 40
--- without the domain, and what is never closed
step;MPI_Allreduce 30
step;MPI_Bcast 5
step;MPI_Finalize 65
step;MPI_Recv 20
step;MPI_Send 10
step;MPI_Sendrecv 10
step;MPI_Waitall 55
--- ranks, which are not stated: by process
pid 100;step;MPI:MPI_Allreduce;gemm 20
pid 100;step;MPI:MPI_Send;gemm 10
pid 100;step;gemm 40
pid 101;step;MPI:MPI_Recv;gemm 80
Start (ns),End (ns),Duration (ns),Event,Pid,Tid,Tag,Rank,PeerRank,RootRank,Size,CollSendSize,CollRecvSize
20,30,10,MPI_Send,100,100,7,0,1,,4096,,
20,40,20,MPI_Recv,101,101,7,1,0,,4096,,
50,60,10,MPI_Sendrecv,100,100,8,0,1,,10,,
50,60,10,MPI_Sendrecv,100,100,9,0,1,,20,,
210,240,30,MPI_Allreduce,100,100,,0,,,,800,800
250,255,5,MPI_Bcast,100,100,,0,,0,,64,
700,750,50,MPI_Waitall,100,100,,0,,,,,
700,765,65,MPI_Finalize,101,101,,1,,,,,
760,765,5,MPI_Waitall,100,100,,0,,,,,
Name,Count,Mean (ns),Std (ns),Min (ns),Q1 (ns),Median (ns),Q3 (ns),Max (ns),Sum (ns)
MPI:MPI_Finalize,1,65.0,0.0,65,65.0,65.0,65.0,65,65
MPI:MPI_Waitall,2,27.5,31.8,5,16.3,27.5,38.8,50,55
MPI:MPI_Allreduce,1,30.0,0.0,30,30.0,30.0,30.0,30,30
MPI:MPI_Recv,1,20.0,0.0,20,20.0,20.0,20.0,20,20
MPI:MPI_Send,1,10.0,0.0,10,10.0,10.0,10.0,10,10
MPI:MPI_Sendrecv,1,10.0,0.0,10,10.0,10.0,10.0,10,10
MPI:MPI_Bcast,1,5.0,0.0,5,5.0,5.0,5.0,5,5
Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
57.1,4,2,2.0,2.0,1,3,1.4,ucp_worker_progress
42.9,3,1,3.0,3.0,3,3,0.0,ucp_tag_send_nbx
Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
65.2,30,1,30.0,30.0,30,30,0.0,Wait@main.c:51
21.7,10,1,10.0,10.0,10,10,0.0,Enqueue Launch@main.c:51
10.9,5,1,5.0,5.0,5,5,0.0,Wait@main.c:60
2.2,1,1,1.0,1.0,1,1,0.0,Wait
Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
99.5,400,2,200.0,200.0,100,300,141.4,poll
0.5,2,1,2.0,2.0,2,2,0.0,read
--- NVTX
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range
100.0,1780,2,890.0,890.0,890,890,0.0,PushPop,step
--- a device without a name, a name without a device, and an older table of devices
Start (ns),Device
100,First GPU (0)
100,(1)
300,First GPU (0)
600,First GPU (0)
--- OpenMP and unified memory, and parts of them
Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
61.5,1100,1,1100.0,1100.0,1100,1100,0.0,thread
33.5,600,2,300.0,300.0,100,500,282.8,parallel
5.0,90,1,90.0,90.0,90,90,0.0,implicit barrier
Virtual Address,HtoD Migration Size (MB),DtoH Migration Size (MB),CPU Page Faults,GPU Page Faults,Migration Throughput (MB/s)
0x7F0000020000,,0.016,,,655360.000
0x7F0000010000,0.066,,1,13,131072.000
0x7F0000000000,0.004,0.004,2,3,32768.000
0x7F0000030000,,,1,,
0x7F0000040000,,,,2,
Total HtoD Migration Size (MB),Total DtoH Migration Size (MB),Total CPU Page Faults,Total GPU PageFaults,Minimum Virtual Address,Maximum Virtual Address
0.070,0.020,4,18,0x7F0000000000,0x7F0000040000
CPU Page Faults,CPU Instruction Address
3,init(float*)+0x3c
1,sum(float*)+0x12
Virtual Address,HtoD Migration Size (MB),DtoH Migration Size (MB),CPU Page Faults,GPU Page Faults,Migration Throughput (MB/s)
0x7F0000000000,0.004,,1,3,20480.000
0x7F0000010000,,,1,,
0x7F0000030000,,,1,,
Total HtoD Migration Size (MB),Total DtoH Migration Size (MB),Total CPU Page Faults,Total GPU PageFaults,Minimum Virtual Address,Maximum Virtual Address
0.004,0.000,3,3,0x7F0000000000,0x7F0000030000
Total HtoD Migration Size (MB),Total DtoH Migration Size (MB),Total CPU Page Faults,Total GPU PageFaults,Minimum Virtual Address,Maximum Virtual Address
0.139,0.041,8,36,0x7F0000000000,0x7F0000040000
--- none
STDOUT
gpuflame: note: 1 ranges were never closed; assumed to last until the end of the report
gpuflame: note: 2 rows of ranges skipped: no valid time or thread
gpuflame: the input has anomalies or reports lost events, and --strict is on
gpuflame: --device cannot select from um_sum, which shows what threads did, on no device
gpuflame: nothing is left: all operations and ranges are outside the selection
gpuflame: note: skipped, since the input has no calls of the OS runtime: osrt_sum
gpuflame: note: skipped, since the input has no calls of MPI in tables of their own (nsys 2023 and later): mpi_event_trace
gpuflame: 'demo.sqlite' has no data for these reports: no calls of MPI in tables of their own (nsys 2023 and later)
STDERR
