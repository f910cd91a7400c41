# Pictures of reports: well-formed, without scripts, names escaped; and what has none.
charts() {
  cp "$FIXTURES/stats_small.sqlite" small.sqlite
  gpuflame stats -f csv -r gpu_time_util_map:chunks=3,nccl_gpu_time_util_map:chunks=3 small.sqlite
  gpuflame stats -f csv -r 'duration_histogram:name=gemm(float*, float*)' small.sqlite | sed -n '1,2p;41,$p'
  gpuflame stats -f csv -r duration_histogram:name=forward small.sqlite | tail -n 1
  gpuflame stats -f csv -r 'duration_histogram:name=relu(float*)' small.sqlite
  gpuflame stats -f svg -r gpu_time_util_map:chunks=3 small.sqlite | grep -v "class=.grid"
  gpuflame stats -f svg -r 'duration_histogram:name=relu(float*)' small.sqlite | sed -n '4,6p;/<g>/p'
  gpuflame stats -f svg -r duration_histogram:name=forward small.sqlite | grep '<circle' | sed -n '1,2p'
  gpuflame stats -f svg -r cuda_gpu_kern_pace small.sqlite | grep -v "class=.grid"
  gpuflame stats -f svg -r nvtx_pace:name=forward small.sqlite | grep -o '<title>[^<]*'
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
  gpuflame stats -f svg -r gpu_time_util_map:chunks=1 small.sqlite 1/rank.sqlite | grep '<text'
  gpuflame stats -f svg -r gpu_time_util_map:chunks=1 1/rank.sqlite 2/rank.sqlite | grep -o '[12]/rank[^<]*'
  gpuflame stats -f svg -r cuda_gpu_kern_pace small.sqlite 1/rank.sqlite | grep -o '[^>]*PID[^<]*</text>'
  rm -r 1 2
  echo '--- steps: 2000 of them share marks, which say their mean'
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
for i in range(2000):
    at, took = 1000000 * i, 300000 + 100 * i
    db.execute("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, ?, ?)", (at, at + 900000, f"step {i}", tid))
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?)", (at + 10, at + 20, tid, i + 1))
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, ?, ?, 1)",
               (at + 100, at + 100 + took, i + 1, pid))
db.commit()
END
  gpuflame stats -q -f svg -r step_sum -o steps.svg steps.sqlite
  grep -c '<g>' steps.svg
  grep -o '<title>[^<]*' steps.svg | sed -n '1p;$p'
  grep -m 1 'of them' steps.svg
  for last in 100 101; do
    gpuflame stats -q -f svg -r step_sum --steps 1-$last steps.sqlite | grep -o '<circle.*' | sed -n '1p;$p'
  done
  rm steps.*
  gpuflame stats -f svg -r duration_histogram:name=nothing -o out.svg small.sqlite
  gpuflame stats -f svg -r nvtx_sum small.sqlite
  gpuflame stats -f svg -r gpu_time_util_map,gpu_gaps small.sqlite
  ls
}
check charts 0 <<'STDOUT' 3<<'STDERR'
In-Use (%),Busy (%),Duration (ns),Start (ns),PID,Device ID
26.7,26.7,2455,1150,100,0
28.3,28.3,2455,3605,100,0
78.2,74.1,2455,6060,100,0
In-Use (%),Busy (%),Duration (ns),Start (ns),PID,Device ID
65.2,65.2,1534,3300,100,0
0.0,0.0,1534,4834,100,0
91.4,91.4,1532,6368,100,0
From (ns),To (ns),Count,Name
200.0,202.5,1,"gemm(float*, float*)"
297.5,300.0,1,"gemm(float*, float*)"
900.0,900.0,2,forward
From (ns),To (ns),Count,Name
50.0,50.0,1,relu(float*)
<svg xmlns="http://www.w3.org/2000/svg" version="1.1" role="img" width="800" height="122" viewBox="0 0 800 122" font-size="12" font-family="system-ui,Verdana,sans-serif" aria-label="GPU time in use">
<style>svg{background:#fff;max-width:100%;height:auto}text{fill:#222}.grid{stroke:#d4d4d8;shape-rendering:crispEdges}rect,circle{fill:currentColor}.c0{color:#c2410c}.c1{color:#1d4ed8}.c2{color:#047857}.c3{color:#a21caf}.c4{color:#0e7490}.c5{color:#854d0e}.c6{color:#be123c}.c7{color:#6b7280}@media(prefers-color-scheme:dark){svg{background:#1b1b1f}text{fill:#ddd}.grid{stroke:#3f3f46}.c0{color:#fb923c}.c1{color:#93c5fd}.c2{color:#34d399}.c3{color:#f0abfc}.c4{color:#22d3ee}.c5{color:#facc15}.c6{color:#fda4af}.c7{color:#9ca3af}}</style>
<text x="76.00" y="22.00" text-anchor="start">GPU time in use</text>
<text x="232.00" y="50.00" text-anchor="end">Device ID 0, PID 100</text>
<text x="240.00" y="78.00" text-anchor="middle">0 ns</text>
<text x="382.29" y="78.00" text-anchor="middle">2.00 us</text>
<text x="524.59" y="78.00" text-anchor="middle">4.00 us</text>
<text x="666.88" y="78.00" text-anchor="middle">6.00 us</text>
<rect class="c0" shape-rendering="crispEdges" x="240.00" y="34.00" width="174.67" height="23.00" fill-opacity="0.31"><title>Device ID 0, PID 100: 0 ns to 2.46 us: Busy 26.7 %</title></rect>
<rect class="c0" shape-rendering="crispEdges" x="414.67" y="34.00" width="174.67" height="23.00" fill-opacity="0.33"><title>Device ID 0, PID 100: 2.46 us to 4.91 us: Busy 28.3 %</title></rect>
<rect class="c0" shape-rendering="crispEdges" x="589.33" y="34.00" width="174.67" height="23.00" fill-opacity="0.76"><title>Device ID 0, PID 100: 4.91 us to 7.37 us: Busy 74.1 %</title></rect>
<text x="508.00" y="96.00" text-anchor="middle">time since the first one</text>
<text x="508.00" y="114.00" text-anchor="middle">Busy: full colour 100 %</text>
</svg>
<text x="76.00" y="39.00" text-anchor="start">relu(float*)</text>
<text x="76.00" y="77.00" text-anchor="start">Count</text>
<path class="grid" d="M76.00 465.00H764.00"/>
<g><title>50 ns: Count 1, To 50 ns</title><circle class="c0" cx="420.00" cy="103.10" r="4"/></g>
<g><title>900 ns: Count 2, To 900 ns</title><circle class="c0" cx="420.00" cy="103.10" r="4"/></g>
<svg xmlns="http://www.w3.org/2000/svg" version="1.1" role="img" width="800" height="562" viewBox="0 0 800 562" font-size="12" font-family="system-ui,Verdana,sans-serif" aria-label="The pace of a kernel">
<style>svg{background:#fff;max-width:100%;height:auto}text{fill:#222}.grid{stroke:#d4d4d8;shape-rendering:crispEdges}rect,circle{fill:currentColor}.c0{color:#c2410c}.c1{color:#1d4ed8}.c2{color:#047857}.c3{color:#a21caf}.c4{color:#0e7490}.c5{color:#854d0e}.c6{color:#be123c}.c7{color:#6b7280}@media(prefers-color-scheme:dark){svg{background:#1b1b1f}text{fill:#ddd}.grid{stroke:#3f3f46}.c0{color:#fb923c}.c1{color:#93c5fd}.c2{color:#34d399}.c3{color:#f0abfc}.c4{color:#22d3ee}.c5{color:#facc15}.c6{color:#fda4af}.c7{color:#9ca3af}}</style>
<text x="76.00" y="22.00" text-anchor="start">The pace of a kernel</text>
<text x="76.00" y="39.00" text-anchor="start">ncclDevKernel_AllReduce_Sum_bf16_RING_...rgsStorage&lt;4096ul&gt;)</text>
<rect class="c0" x="76.00" y="55.00" width="9.00" height="9.00"/><text x="90.00" y="64.00" text-anchor="start">PID 100</text>
<text x="76.00" y="94.00" text-anchor="start">Duration</text>
<text x="70.00" y="296.00" text-anchor="end">0 ns</text>
<text x="70.00" y="231.37" text-anchor="end">500 ns</text>
<text x="70.00" y="166.75" text-anchor="end">1.00 us</text>
<g><title>PID 100: 0 ns: Duration 1.00 us</title><circle class="c0" cx="76.00" cy="162.75" r="4"/></g>
<g><title>PID 100: 3.20 us: Duration 1.40 us</title><circle class="c0" cx="764.00" cy="111.05" r="4"/></g>
<text x="76.00" y="318.00" text-anchor="start">Delta</text>
<text x="70.00" y="520.00" text-anchor="end">0 ns</text>
<text x="70.00" y="463.45" text-anchor="end">1.00 us</text>
<text x="70.00" y="406.90" text-anchor="end">2.00 us</text>
<text x="70.00" y="350.36" text-anchor="end">3.00 us</text>
<text x="76.00" y="536.00" text-anchor="middle">0 ns</text>
<text x="291.00" y="536.00" text-anchor="middle">1.00 us</text>
<text x="506.00" y="536.00" text-anchor="middle">2.00 us</text>
<text x="721.00" y="536.00" text-anchor="middle">3.00 us</text>
<g><title>PID 100: 3.20 us: Delta 3.20 us</title><circle class="c0" cx="764.00" cy="335.05" r="4"/></g>
<text x="426.00" y="554.00" text-anchor="middle">Accumulated</text>
</svg>
<title>PID 100: 0 ns: Duration 600 ns
<title>PID 100: 4.97 us: Duration 1.78 us
<title>PID 100: 4.97 us: Delta 4.97 us
<text x="76.00" y="22.00" text-anchor="start">NCCL calls by message size</text>
<text x="90.00" y="47.00" text-anchor="start">NCCL:ncclAllReduce, Ranks 8</text>
<text x="76.00" y="77.00" text-anchor="start">Med</text>
<text x="70.00" y="469.00" text-anchor="end">0 ns</text>
<text x="70.00" y="339.75" text-anchor="end">500 ns</text>
<text x="70.00" y="210.50" text-anchor="end">1.00 us</text>
<text x="175.35" y="485.00" text-anchor="middle">1,200,000</text>
<text x="306.58" y="485.00" text-anchor="middle">1,400,000</text>
<text x="437.80" y="485.00" text-anchor="middle">1,600,000</text>
<text x="569.03" y="485.00" text-anchor="middle">1,800,000</text>
<text x="700.26" y="485.00" text-anchor="middle">2,000,000</text>
<title>NCCL:ncclAllReduce, Ranks 8: 1,048,576: Med 1.00 us, Count 1, Bus BW 1835.008 GB/s
<title>NCCL:ncclAllReduce, Ranks 8: 2,097,152: Med 1.40 us, Count 1, Bus BW 2621.440 GB/s
<text x="426.00" y="503.00" text-anchor="middle">Bytes</text>
Start (ns),Duration (ns),Delta (ns),Accumulated (ns),PID
5000,100,,0,200
6000,110,1000,1000,200
2004000,190,1000,1999000,200
5500,100,,0,201
6500,110,1000,1000,201
4:<text x="76.00" y="39.00" text-anchor="start">&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp; gemm</text>
<title>PID 200: 0 ns to 6.00 us: 7 of them, mean: Duration 130 ns (100 ns to 160 ns)
<title>PID 201: 993 us to 999 us: 7 of them, mean: Delta 1.00 us
900 6000
NCCL:ncclAllReduce,1000,8,2,4004,2002.0,2002.0,1001,3003,1415.6,0.500,0.874
NCCL:ncclAllReduce,2000,8,1,1002,1002.0,1002.0,1002,1002,0.0,1.996,3.493
NCCL:ncclAllReduce,1024000,8,1,2024,2024.0,2024.0,2024,2024,0.0,505.929,885.375
<title>NCCL:ncclAllReduce, Ranks 8: 1,000: Med 2.00 us (1.00 us to 3.00 us), Count 2, Bus BW 0.874 GB/s
<title>NCCL:ncclAllReduce, Ranks 8: 1,024,000: Med 2.02 us, Count 1, Bus BW 885.375 GB/s
--- of several files, whose processes may have one number, each says which it is
<text x="76.00" y="22.00" text-anchor="start">GPU time in use</text>
<text x="232.00" y="50.00" text-anchor="end">small.sqlite, Device ID 0, PID 100</text>
<text x="232.00" y="74.00" text-anchor="end">rank.sqlite, Device ID 0, PID 100</text>
<text x="240.00" y="102.00" text-anchor="middle">0 ns</text>
<text x="382.29" y="102.00" text-anchor="middle">2.00 us</text>
<text x="524.59" y="102.00" text-anchor="middle">4.00 us</text>
<text x="666.88" y="102.00" text-anchor="middle">6.00 us</text>
<text x="508.00" y="120.00" text-anchor="middle">time since the first one</text>
<text x="508.00" y="138.00" text-anchor="middle">Busy: full colour 100 %</text>
1/rank.sqlite, Device ID 0, PID 100
2/rank.sqlite, Device ID 0, PID 100
1/rank.sqlite, Device ID 0, PID 100: 0 ns to 7.37 us: Busy 43.0 %
2/rank.sqlite, Device ID 0, PID 100: 0 ns to 7.37 us: Busy 43.0 %
small.sqlite, PID 100</text>
rank.sqlite, PID 100</text>
--- steps: 2000 of them share marks, which say their mean
<rect class="c0" x="76.00" y="38.00" width="9.00" height="9.00"/><text x="90.00" y="47.00" text-anchor="start">PID 7</text>
<text x="76.00" y="77.00" text-anchor="start">Wall</text>
<path class="grid" d="M76.00 211.67H764.00"/>
<text x="70.00" y="215.67" text-anchor="end">0 ns</text>
<path class="grid" d="M76.00 181.51H764.00"/>
<text x="70.00" y="185.51" text-anchor="end">500 ns</text>
<path class="grid" d="M76.00 151.35H764.00"/>
<text x="70.00" y="155.35" text-anchor="end">1.00 us</text>
<path class="grid" d="M76.00 121.19H764.00"/>
<text x="90.00" y="47.00" text-anchor="start">steps.sqlite
<text x="90.00" y="64.00" text-anchor="start">small.sqlite
1800
<title>PID 5: 0 ns to 3.30 ms: 5 of them, mean: Wall 860 us (300 us to 1.00 ms)
<title>PID 5: 2.00 s to 2.00 s: 4 of them, mean: Exposed Comm 0 ns
<g><title>PID 5: 0 ns to 3.30 ms: 5 of them, mean: Wall 860 us (300 us to 1.00 ms)</title><g opacity=".4"><rect class="c0" x="75.00" y="91.03" width="3.14" height="84.44"/></g><rect class="c0" x="75.00" y="106.92" width="3.14" height="2.00"/></g>
<circle class="c0" cx="76.00" cy="175.46" r="4"/></g>
<circle class="c0" cx="764.00" cy="533.00" r="4"/></g>
<circle class="c0" cx="76.00" cy="175.46" r="2"/></g>
<circle class="c0" cx="764.00" cy="533.00" r="2"/></g>
small.sqlite
STDOUT
gpuflame: note: 3,001 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost [2 times]
gpuflame: cannot make duration_histogram: no kernel or range is named 'nothing'; the reports cuda_gpu_kern_sum and nvtx_sum list them
gpuflame: --format svg cannot show nvtx_sum; it shows gpu_time_util, nccl_gpu_time_util_map, mpi_gpu_time_util_map, ucx_gpu_time_util_map, gpu_metric_util_map, network_traffic_map, memory_map, nccl_size_sum, nvtx_pace, cuda_gpu_kern_pace, step_sum, duration_histogram
gpuflame: --format svg cannot show gpu_gaps; it shows gpu_time_util, nccl_gpu_time_util_map, mpi_gpu_time_util_map, ucx_gpu_time_util_map, gpu_metric_util_map, network_traffic_map, memory_map, nccl_size_sum, nvtx_pace, cuda_gpu_kern_pace, step_sum, duration_histogram
STDERR

# A timeline for Perfetto: each operation, call and range at its time on a lane of its own, as the
# reports have them; lanes have names, and nest; an arrow leads from each launch to its operation.
timeline() {
  cp "$FIXTURES"/{demo,host_calls,no_kernels,ranks,stats_sums}.sqlite "$TESTS/fixtures/torch.json" .
  cp demo.sqlite "$(printf 'b\033"[31m.sqlite')"
  # kernels of one stream that overlap, as with programmatic dependent launch
  python3 - >overlap.json <<'END'
import json
kernels = ((0, 10), (8, 10), (9, 20), (18, 5), (40, 10), (40, 4), (41, 3), (42, 9), (60, 1))
print(json.dumps({"traceEvents": [{"ph": "X", "cat": "kernel", "name": f"kernel{start}", "pid": 0, "tid": 7, "ts": start,
    "dur": length, "args": {"device": 0, "stream": 7, "correlation": i + 1}} for i, (start, length) in enumerate(kernels)]}))
END
  cat >check.py <<'END'
import collections, json, pathlib, re, subprocess, sys
def run(*words):
    done = subprocess.run(["gpuflame", "stats", "-q", *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else sys.exit(f"{words}: {done.stderr}")
columns = {"cuda_gpu_trace": ("Start (ns)", "Duration (ns)", "Name", "Device", "Strm"),
    "cuda_api_trace": ("Start (ns)", "Duration (ns)", "Name", "Pid", "Tid"),
    "nvtx_pushpop_trace": ("Start (ns)", "Duration (ns)", "Name", "PID", "TID"),
    "mpi_event_trace": ("Start (ns)", "Duration (ns)", "Event", "Pid", "Tid")}
def zero(name):
    """Tables of a trace count from its first event, the timeline does not."""
    events = json.loads(pathlib.Path(name).read_text())["traceEvents"] if name.endswith(".json") else []
    return round(min((e["ts"] for e in events if e["ph"] == "X" and e["cat"] != "Trace"), default=0) * 1000)
def rows(files):
    found = collections.Counter()
    for report, (start, duration, name, process, thread) in columns.items():
        if subprocess.run(["gpuflame", "stats", "-q", "-r", report, *files], capture_output=True).returncode != 0:
            continue
        for row in json.loads(run("-f", "json", "-r", report, *files))["reports"][0]["rows"]:
            device = re.fullmatch("(.*?) ?[(]([0-9]+)[)]", str(row[process]))
            lane = f"GPU {device[2]} {device[1]}".strip() if device else f"process {row[process]}"
            lane += f" of {row['File']}" if "File" in row else ""
            named = re.sub(r"(\w)\w+-to-(\w)\w+", r"\1to\2", row[name]).replace("Unified", "UVM")
            event = row[start] + zero(row.get("File", files[0])), row[duration], named, lane, str(row[thread])
            # what an MPI_Sendrecv sends and receives is one event
            found[event] = 1 if report == "mpi_event_trace" else found[event] + 1
    return found
for files in (["demo.sqlite"], ["host_calls.sqlite"], ["no_kernels.sqlite"], ["torch.json"], ["demo.sqlite", "torch.json"],
        ["overlap.json"]):
    text = run("-f", "timeline", *files)
    events = json.loads(text)["traceEvents"]
    process = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
    thread = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    ns = lambda us: round(us * 1000)
    found = collections.Counter((ns(e["ts"]), ns(e["dur"]), e.get("args", {}).get("Name", e["name"]),
                                 re.sub("^rank [0-9]+, ", "", process[e["pid"]]),
                                 re.search("([0-9]+)(, context [0-9]+)?( [(][0-9]+[)])?$", thread[e["pid"], e["tid"]])[1])
                                for e in events if e["ph"] == "X")
    expected = rows(files)
    crossing = 0
    ends = {end: {e["id"]: e for e in events if e["ph"] == end} for end in "sf"}
    at = {(e["pid"], e["tid"], e["ts"]) for e in events if e["ph"] == "X"}
    loose = len(ends["s"].keys() ^ ends["f"].keys()) + sum(
        (e["pid"], e["tid"], e["ts"]) not in at for some in ends.values() for e in some.values())
    for lane in set(thread):
        open = []
        for start, end in sorted(((ns(e["ts"]), ns(e["ts"]) + ns(e["dur"])) for e in events
                if e["ph"] == "X" and (e["pid"], e["tid"]) == lane), key=lambda span: (span[0], -span[1])):
            while open and open[-1] <= start:
                open.pop()
            crossing += bool(open) and end > open[-1]
            open.append(end)
    print(*files, sum(found.values()), "events,", len(thread), "lanes of", len(process), "processes,",
          sum(((found - expected) + (expected - found)).values()), "wrong,", crossing, "cross;",
          len(ends["s"]), "arrows,", loose, "loose")
END
  python3 check.py
  gpuflame stats -q -f timeline --time 1us-400us --device 0 demo.sqlite | head -n 7
  gpuflame stats -q -r timeline --limit 1 -o one.trace.json demo.sqlite && cat one.trace.json
  gpuflame stats -q -f timeline host_calls.sqlite | grep -m 2 MPI_Recv
  gpuflame stats -f timeline demo.sqlite | grep -m 1 flash_fwd
  gpuflame stats -q -f timeline ranks.sqlite | grep -oE '(rank [0-9], )?(GPU|process) [0-9]+|sort_index":[0-9]+' | uniq | paste -sd' '
  gpuflame stats -q --per-rank --limit 1 -f timeline demo.sqlite b*31m.sqlite | grep '"M"'
  gpuflame stats -q -f timeline overlap.json | sed -n 's/.*"tid":\([0-9]*\),.*"name":"\([a-z_]*[0-9]*\)".*"name":"\(stream [^"]*\)".*/\1 is \3/p
  s/.*"tid":\([0-9]*\),.*"name":"\(kernel[0-9]*\)".*/\2 in \1/p'
  tell "what cannot be" gpuflame stats -f timeline -r cuda_gpu_trace,nvtx_sum demo.sqlite
  gpuflame stats -f timeline -r all demo.sqlite
  gpuflame stats -f timeline -o x.csv demo.sqlite
  gpuflame stats -f timeline stats_sums.sqlite
  gpuflame stats -f timeline --partial demo.sqlite -o part
}
check timeline 2 <<'STDOUT' 3<<'STDERR'
demo.sqlite 1067 events, 5 lanes of 2 processes, 0 wrong, 0 cross; 400 arrows, 0 loose
host_calls.sqlite 18 events, 4 lanes of 4 processes, 0 wrong, 0 cross; 4 arrows, 0 loose
no_kernels.sqlite 1 events, 1 lanes of 1 processes, 0 wrong, 0 cross; 0 arrows, 0 loose
torch.json 16 events, 3 lanes of 2 processes, 0 wrong, 0 cross; 4 arrows, 0 loose
demo.sqlite torch.json 1083 events, 8 lanes of 4 processes, 0 wrong, 0 cross; 404 arrows, 0 loose
overlap.json 9 events, 3 lanes of 1 processes, 0 wrong, 0 cross; 0 arrows, 0 loose
{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":0,"tid":0,"ts":0,"name":"generator","args":{"name":"gpuflame 1.0.0"}},
{"ph":"M","pid":1346405579,"tid":529999933,"ts":0,"name":"process_name","args":{"name":"process 4242"}},
{"ph":"M","pid":1346405579,"tid":529999933,"ts":0,"name":"process_sort_index","args":{"sort_index":0}},
{"ph":"M","pid":1346405579,"tid":529999933,"ts":0,"name":"thread_name","args":{"name":"loader 4244"}},
{"ph":"X","pid":1346405579,"tid":529999933,"ts":5.000,"dur":20.000,"cat":"range","name":"load batch"},
{"ph":"X","pid":1346405579,"tid":529999933,"ts":6.000,"dur":3.000,"cat":"call","name":"cudaMemcpyAsync","args":{"CorrId":9000}},
{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":0,"tid":0,"ts":0,"name":"generator","args":{"name":"gpuflame 1.0.0"}},
{"ph":"M","pid":1346405579,"tid":529999933,"ts":0,"name":"process_name","args":{"name":"process 4242"}},
{"ph":"M","pid":1346405579,"tid":529999933,"ts":0,"name":"process_sort_index","args":{"sort_index":0}},
{"ph":"M","pid":1346405579,"tid":529999933,"ts":0,"name":"thread_name","args":{"name":"loader 4244"}},
{"ph":"X","pid":1346405579,"tid":529999933,"ts":5.000,"dur":20.000,"cat":"range","name":"load batch"}
]}
{"ph":"X","pid":1403367936,"tid":671826728,"ts":0.020,"dur":0.020,"cat":"MPI","name":"MPI_Recv"},
{"ph":"X","pid":1069651399,"tid":2046239287,"ts":244.582,"dur":149.578,"cat":"kernel","name":"flash attention fwd hdim128","args":{"Name":"void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, cutlass::bfloat16_t>, false, true>(Flash_fwd_params)","CorrId":4,"Grid":"132,1,1","Block":"256,1,1"}},
rank 1, process 100 sort_index":1000 rank 0, process 101 sort_index":0 process 102 sort_index":0 GPU 2 sort_index":3 rank 0, GPU 1 sort_index":2 rank 1, GPU 0 sort_index":1001
{"ph":"M","pid":0,"tid":0,"ts":0,"name":"generator","args":{"name":"gpuflame 1.0.0"}},
{"ph":"M","pid":1110065356,"tid":529999933,"ts":0,"name":"process_name","args":{"name":"process 4242 of demo.sqlite"}},
{"ph":"M","pid":1110065356,"tid":529999933,"ts":0,"name":"process_sort_index","args":{"sort_index":0}},
{"ph":"M","pid":1110065356,"tid":529999933,"ts":0,"name":"thread_name","args":{"name":"loader 4244"}},
{"ph":"M","pid":302367850,"tid":529999933,"ts":0,"name":"process_name","args":{"name":"process 4242 of b\u001b\"[31m.sqlite"}},
{"ph":"M","pid":302367850,"tid":529999933,"ts":0,"name":"process_sort_index","args":{"sort_index":0}},
{"ph":"M","pid":302367850,"tid":529999933,"ts":0,"name":"thread_name","args":{"name":"loader 4244"}},
2046239287 is stream 7
kernel0 in 2046239287
1572865326 is stream 7 (2)
kernel8 in 1572865326
2046589764 is stream 7 (3)
kernel9 in 2046589764
kernel18 in 2046239287
kernel40 in 2046239287 [2 times]
kernel41 in 2046239287
kernel42 in 1572865326
kernel60 in 2046239287
--- what cannot be: status 2: gpuflame: --format timeline cannot show cuda_gpu_trace; it shows timeline
STDOUT
gpuflame: --format timeline cannot show cuda_gpu_kern_sum; it shows timeline
gpuflame: 'x.csv' has the ending of CSV, and --format says timeline: change one of them
gpuflame: note: 3 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: the report says: Some events (5) were lost: dropped
gpuflame: 'stats_sums.sqlite' has no data for timeline: no single operations, only sums (gpuflame record --mode trace has both)
gpuflame: --partial cannot be combined with --per-rank or a format (--format, or the output's name); give these when partial results are read
STDERR

# Memory in use: what PyTorch's profiler and nsys record of allocations, its peaks and where they were.
memory-use() {
  cp "$TESTS/fixtures/torch_memory.json" "$FIXTURES/demo.sqlite" .
  gpuflame stats -r memory_peaks torch_memory.json
  gpuflame stats -q -r memory_map:chunks=2 torch_memory.json
  gpuflame stats -q -r memory_map:chunks=2 -o map.svg torch_memory.json
  python3 -c 'import sys, xml.dom.minidom as dom
print(*dict.fromkeys(text.firstChild.data for text in dom.parse("map.svg").getElementsByTagName("text")), sep=" | ")'
  tell "of a device, of a time" gpuflame stats -q -f csv -r memory_peaks --device 0 torch_memory.json
  gpuflame stats -q -f csv -r memory_peaks --time 1200us- torch_memory.json
  gpuflame stats -q -f csv -r memory_peaks --time -1100us torch_memory.json
  gpuflame stats -r memory_peaks --steps 1 torch_memory.json
  tell "of two files; nothing of it" gpuflame stats -q -f csv -r memory_peaks --limit 1 torch_memory.json torch_memory.json
  gpuflame stats -r memory_peaks demo.sqlite
  echo '--- generated: as older PyTorch writes it, by several threads and as CUDA calls, compared with sums'
  cat >make.py <<'END'
import json, random, sqlite3
random.seed(3)
def changes(count):
    """Of memory, each at a time of its own: (time, thread, key, bytes)."""
    live = []
    for i in range(count):
        key, size = random.choice(((0, 0), (0, 1), (1, 0))), random.randrange(1, 1 << 34)
        if live and random.random() < 0.5:
            yield 1000 + 10 * i, random.choice((5, 6)), *live.pop(random.randrange(len(live)))
        else:
            live.append((key, -size))
            yield 1000 + 10 * i, random.choice((5, 6)), key, size
rows = list(changes(9000))
spans = [(1000 + 10 * first - 3, 1000 + 10 * last + 3, tid, name) for tid in (5, 6)
         for first in range(0, 9000, 300) for last, name in ((first + 290, f"step {first // 300}"), (first + 40, "forward"))]
ranges = [dict(ph="X", cat="user_annotation", name=name, pid=1, tid=tid, ts=start / 1000, dur=(end - start) / 1000) for start, end, tid, name in spans]
for name, order in (("older.json", lambda event: event), ("sorted.json", lambda event: dict(sorted(event.items())))):
    events = ranges + [order(dict(ph="i", s="t", name="[memory]", pid=1, tid=tid, ts=time / 1000, args=dict(
        zip(("Device Type", "Device Id"), (type, -1 if type == 0 else id)), Addr=1, Bytes=size))) for time, tid, (type, id), size in rows]
    random.shuffle(events)
    json.dump({"traceEvents": events}, open(name, "w"))
db = sqlite3.connect("calls.sqlite")
db.executescript("""
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId, nameId);
CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER NOT NULL, globalPid, deviceId, contextId, address, pc, bytes INTEGER NOT NULL,
  memKind, memoryOperationType INTEGER NOT NULL, name, correlationId);
""")
db.executemany("INSERT INTO NVTX_EVENTS VALUES (?,?,59,?,?)", [(start, end, name, (1 << 24) + tid) for start, end, tid, name in spans])
for i, (time, tid, (kind, device), size) in enumerate(rows):
    db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?,?,?,?,1)", (time - 1, time + 1, (1 << 24) + tid, i))
    db.execute("INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (?,?,?,1,1,1,?,?,?,NULL,?)", (time, 1 << 24, device, abs(size), kind + 1, size < 0, i))
db.commit()
where = {}
for name in ("older.json", "sorted.json", "calls.sqlite"):
    sums, peaks = {}, {}
    for time, tid, (type, id), size in rows:
        if name == "calls.sqlite":
            key = f"GPU {id}", ("pinned", "device")[type]
        else:
            key = ("CPU", f"GPU {id}")[type], "allocated"
        sums[key] = sums.get(key, 0) + size
        if sums[key] > peaks.get(key, (-1,))[0]:
            stack = [s for s in spans if s[2] == tid and s[0] <= time <= s[1]]
            peaks[key] = sums[key], time - (0 if name == "calls.sqlite" else min(spans)[0]), ";".join(s[3] for s in sorted(stack, key=lambda s: (s[0], -s[1])))
    where[name] = [[*key, *peak, sums[key]] for key, peak in peaks.items()]
json.dump(where, open("expected.json", "w"))
END
  python3 make.py
  cat >check.py <<'END'
import csv, json, subprocess
for name, expected in json.load(open("expected.json")).items():
    text = subprocess.run(["gpuflame", "stats", "-q", "-f", "csv", "-r", "memory_peaks", name], check=True, capture_output=True, text=True).stdout
    found = [[row["Device"], row["Memory"], round(float(row["Peak (MB)"]) * 1e3), int(row["At (ns)"]), row["Ranges"], round(float(row["Last (MB)"]) * 1e3)]
             for row in csv.DictReader(text.splitlines())]
    expected = sorted(expected, key=lambda row: -row[2])
    for row in expected:
        row[2], row[5] = round(row[2] / 1e3), round(row[5] / 1e3)
    print(name, len(found), "rows,", sum(a[:2] != b[:2] or a[3:5] != b[3:5] or abs(a[2] - b[2]) > 1 or abs(a[5] - b[5]) > 1 for a, b in zip(found, expected)), "wrong",
          [row[4] for row in found], len(found) == len(expected))
END
  python3 check.py
  echo '--- an export without kinds, processes and calls'
  python3 -c 'import sqlite3
db = sqlite3.connect("calls.sqlite")
for column in ("memKind", "globalPid", "correlationId", "deviceId"): db.execute(f"ALTER TABLE CUDA_GPU_MEMORY_USAGE_EVENTS DROP COLUMN {column}")
db.execute("DELETE FROM CUDA_GPU_MEMORY_USAGE_EVENTS WHERE start > 1050")
db.execute("UPDATE CUDA_GPU_MEMORY_USAGE_EVENTS SET memoryOperationType = 7 WHERE start > 1040")
db.commit()'
  gpuflame stats -q -f csv -r memory_peaks calls.sqlite
  echo '--- of what was allocated before, some is freed'
  python3 -c 'import sqlite3
db = sqlite3.connect("calls.sqlite")
db.execute("DELETE FROM CUDA_GPU_MEMORY_USAGE_EVENTS")
db.executemany("INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS(start, contextId, address, pc, bytes, memoryOperationType) VALUES (?, 1, 1, 1, ?, ?)",
    [(1010, 3000000, 0), (1020, 5000000, 1), (1030, 1000000, 0), (1040, 3000000, 1)])
db.commit()'
  gpuflame stats -q -f csv -r memory_peaks calls.sqlite
  echo '--- a trace without GPU work'
  python3 - >cpu.json <<'END'
import json
print(json.dumps({"traceEvents": [
    {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 5, "tid": 5, "ts": 10, "dur": 20},
    {"ph": "i", "s": "t", "name": "[memory]", "pid": 5, "tid": 5, "ts": 15,
     "args": {"Bytes": 4096, "Addr": 1, "Device Id": -1, "Device Type": 0}}]}))
END
  gpuflame stats -q -r memory_peaks cpu.json
  gpuflame stats cpu.json
}
check memory-use 0 <<'STDOUT' 3<<'STDERR'
Peaks of memory (memory_peaks)
  Peak          At    Last  Changes  PID  Device  Memory     Ranges
41.943  0.000120 s  41.943        3   40  GPU 0   reserved   ProfilerStep#1;backward;aten::mm
20.972  0.000310 s  20.972        1   40  GPU 1   allocated  ProfilerStep#1
20.972  0.000310 s  20.972        1   40  GPU 1   reserved   ProfilerStep#1
 5.243  0.000120 s   1.049        3   40  GPU 0   allocated  ProfilerStep#1;backward;aten::mm
 0.001  0.000030 s   0.000        2   40  CPU     allocated  ProfilerStep#1;aten::empty
Memory over time (memory_map)
Of Most    Mean  Duration       Start  PID  Device  Memory
   0.0%   0.001    145 us  0.000020 s   40  CPU     allocated
                   145 us  0.000165 s   40  CPU     allocated
  86.2%   4.521    145 us  0.000020 s   40  GPU 0   allocated
 100.0%   5.243    145 us  0.000165 s   40  GPU 0   allocated
  65.6%  27.504    145 us  0.000020 s   40  GPU 0   reserved
 100.0%  41.943    145 us  0.000165 s   40  GPU 0   reserved
                   145 us  0.000020 s   40  GPU 1   allocated
                   145 us  0.000165 s   40  GPU 1   allocated
                   145 us  0.000020 s   40  GPU 1   reserved
                   145 us  0.000165 s   40  GPU 1   reserved
Memory over time | CPU, PID 40, allocated | GPU 0, PID 40, allocated | GPU 0, PID 40, reserved | GPU 1, PID 40, allocated | GPU 1, PID 40, reserved | 0 ns | 50.0 us | 100 us | 150 us | 200 us | 250 us | time since the first one | Of Most: full colour 100 %
--- of a device, of a time
Peak (MB),At (ns),Last (MB),Changes,PID,Device,Memory,Ranges
41.943,120000,41.943,3,40,GPU 0,reserved,ProfilerStep#1;backward;aten::mm
5.243,120000,1.049,3,40,GPU 0,allocated,ProfilerStep#1;backward;aten::mm
Peak (MB),At (ns),Last (MB),Changes,PID,Device,Memory,Ranges
41.943,200000,41.943,2,40,GPU 0,reserved,ProfilerStep#1;backward;aten::mm
20.972,310000,20.972,1,40,GPU 1,allocated,ProfilerStep#1
20.972,310000,20.972,1,40,GPU 1,reserved,ProfilerStep#1
5.243,200000,1.049,2,40,GPU 0,allocated,ProfilerStep#1;backward;aten::mm
Peak (MB),At (ns),Last (MB),Changes,PID,Device,Memory,Ranges
20.972,20250,20.972,1,40,GPU 0,reserved,ProfilerStep#1;aten::empty
4.194,20250,4.194,1,40,GPU 0,allocated,ProfilerStep#1;aten::empty
0.001,30000,0.000,2,40,CPU,allocated,ProfilerStep#1;aten::empty
--- of two files; nothing of it
Peak (MB),At (ns),Last (MB),Changes,PID,Device,Memory,Ranges,File
41.943,120000,41.943,3,40,GPU 0,reserved,ProfilerStep#1;backward;aten::mm,torch_memory.json
--- generated: as older PyTorch writes it, by several threads and as CUDA calls, compared with sums
older.json 2 rows, 0 wrong ['step 25', 'step 9'] True
sorted.json 2 rows, 0 wrong ['step 25', 'step 9'] True
calls.sqlite 3 rows, 0 wrong ['step 25', 'step 25', 'step 9'] True
--- an export without kinds, processes and calls
Peak (MB),At (ns),Last (MB),Changes,PID,Device,Memory,Ranges
11135.308,1000,3698.062,5,0,GPU 0,device,
--- of what was allocated before, some is freed
Peak (MB),At (ns),Last (MB),Changes,PID,Device,Memory,Ranges
7.000,1010,0.000,4,0,GPU 0,device,
--- a trace without GPU work
Peaks of memory (memory_peaks)
 Peak          At   Last  Changes  PID  Device  Memory     Ranges
0.004  0.000005 s  0.004        1    5  CPU     allocated  aten::mm
cpu.json: PyTorch profiler trace
0 devices, 0 ns, 1 range
no kernel, copy or fill ran, or none was recorded (record with torch.profiler and ProfilerActivity.CUDA)
--report nvtx_sum: the ranges' time on the CPU
STDOUT
gpuflame: --steps cannot select from memory_peaks, which shows samples over time
gpuflame: 'demo.sqlite' has no data for memory_peaks: no allocations of memory (profile_memory=True of PyTorch, --cuda-memory-usage true of nsys)
STDERR

# A map of the memory of two processes on one GPU says whose each lane is.
memory-of-two() {
  python3 - <<'END'
import json
events = [dict(ph="i", s="t", name="[memory]", pid=pid, tid=pid, ts=time, args={
    "Bytes": 1, "Total Allocated": pid * 1000 * time, "Device Type": 1, "Device Id": 0})
          for pid in (71, 72) for time in (1, 2, 3)]
json.dump({"traceEvents": events}, open("two.json", "w"))
END
  gpuflame stats -q -r memory_map:chunks=1 two.json
  gpuflame stats -q -r memory_map:chunks=1 -o map.svg two.json
  grep -o 'GPU 0[^<]*' map.svg
}
check memory-of-two 0 <<'STDOUT'
Memory over time (memory_map)
Of Most   Mean  Duration       Start  PID  Device  Memory
  98.6%  0.107   2.00 us  0.000001 s   71  GPU 0   allocated
 100.0%  0.108   2.00 us  0.000001 s   72  GPU 0   allocated
GPU 0, PID 71, allocated
GPU 0, PID 72, allocated
GPU 0, PID 71, allocated: 0 ns to 2.00 us: Of Most 98.6 %
GPU 0, PID 72, allocated: 0 ns to 2.00 us: Of Most 100 %
STDOUT
