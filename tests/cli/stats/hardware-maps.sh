# The maps of nsys's recipes: samples of GPUs, of network devices and of switches, and kernels beside calls of MPI
# and UCX, over time; compared with what SQL and a count of nanoseconds give.
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
    rows = report("gpu_metric_util_map", "--chunks", "7", *options)
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
    rows = report("network_traffic_map", "--chunks", str(chunks))
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
    rows = report(f"{name}_gpu_time_util_map", "--chunks", "11")
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
  gpuflame stats -q -r $report --chunks 2 maps.sqlite | head -n 7
  gpuflame stats -q -r $report --chunks 4 -f svg maps.sqlite -o $report.svg &&
    python3 -c 'import sys, xml.dom.minidom as dom
print(*dict.fromkeys(text.firstChild.data for text in dom.parse(sys.argv[1]).getElementsByTagName("text")), sep=" | ")' $report.svg
done
echo '--- calls of MPI in the NVTX ranges of older reports, several files, and what cannot be'
gpuflame stats -q -r mpi_gpu_time_util_map --chunks 1 host_calls.sqlite stats_small.sqlite maps.sqlite
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
python3 -c 'import sqlite3
db = sqlite3.connect("less.sqlite")
db.executescript("DROP TABLE TARGET_INFO_GPU_METRICS; DROP TABLE TARGET_INFO_NIC_INFO; UPDATE NET_NIC_METRIC SET end = NULL WHERE start > 9000")'
gpuflame stats -r gpu_metric_util_map less.sqlite
gpuflame stats -r network_traffic_map --chunks 1 less.sqlite
echo '--- values that no counter has are left out'
python3 -c 'import sqlite3
db = sqlite3.connect("maps.sqlite")
db.execute("DELETE FROM GPU_METRICS")
db.executemany("INSERT INTO GPU_METRICS VALUES (0, ?, 5 << 32, 2, ?)", [(1, 9e999), (2, 40), (3, -9e999), (4, 1e308), (6, 20)])
db.commit()'
gpuflame stats -q -r gpu_metric_util_map --chunks 1 maps.sqlite
