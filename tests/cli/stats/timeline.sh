# A timeline for Perfetto: each operation, call and range at its time on a lane of its own, as the
# reports have them; lanes have names, and nest.
cp "$FIXTURES"/{demo,host_calls,no_kernels,stats_sums}.sqlite "$TESTS/fixtures/torch.json" .
cp demo.sqlite "$(printf 'b\033"[31m.sqlite')"
# kernels of one stream that overlap, as with programmatic dependent launch
python3 - >overlap.json <<'END'
import json
kernels = ((0, 10), (8, 10), (9, 20), (18, 5), (40, 10), (40, 4), (41, 3), (42, 9), (60, 1))
print(json.dumps({"traceEvents": [{"ph": "X", "cat": "kernel", "name": f"kernel{start}", "pid": 0, "tid": 7, "ts": start,
    "dur": length, "args": {"device": 0, "stream": 7, "correlation": i + 1}} for i, (start, length) in enumerate(kernels)]}))
END
cat >check.py <<'END'
import collections, json, re, subprocess, sys
def run(*words):
    done = subprocess.run(["gpuflame", "stats", "-q", *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else sys.exit(f"{words}: {done.stderr}")
columns = {"cuda_gpu_trace": ("Start (ns)", "Duration (ns)", "Name", "Device", "Strm", "GPU", "stream"),
    "cuda_api_trace": ("Start (ns)", "Duration (ns)", "Name", "Pid", "Tid", "process", "thread"),
    "nvtx_pushpop_trace": ("Start (ns)", "Duration (ns)", "Name", "PID", "TID", "process", "thread"),
    "mpi_event_trace": ("Start (ns)", "Duration (ns)", "Event", "Pid", "Tid", "process", "thread")}
def rows(files):
    found = collections.Counter()
    for report, (start, duration, name, process, thread, *words) in columns.items():
        if subprocess.run(["gpuflame", "stats", "-q", "-r", report, *files], capture_output=True).returncode != 0:
            continue
        for row in json.loads(run("-f", "json", "-r", report, *files))["reports"][0]["rows"]:
            lane = f"{words[0]} {row[process]}" + (f", context {row['Ctx']}" if "Ctx" in row else "")
            lane += f" of {row['File']}" if "File" in row else ""
            found[row[start], row[duration], row[name], lane, f"{words[1]} {row[thread]}"] += 1
    return found
for files in (["demo.sqlite"], ["host_calls.sqlite"], ["no_kernels.sqlite"], ["torch.json"], ["demo.sqlite", "torch.json"],
        ["overlap.json"]):
    text = run("-f", "timeline", *files)
    events = json.loads(text)["traceEvents"]
    process = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
    thread = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    ns = lambda us: round(us * 1000)
    found = collections.Counter((ns(e["ts"]), ns(e["dur"]), e["name"], process[e["pid"]],
                                 re.sub(" [(][0-9]+[)]$", "", thread[e["pid"], e["tid"]]))
                                for e in events if e["ph"] == "X")
    expected = rows(files)
    crossing = 0
    for lane in set(thread):
        open = []
        for start, end in sorted(((ns(e["ts"]), ns(e["ts"]) + ns(e["dur"])) for e in events
                if e["ph"] == "X" and (e["pid"], e["tid"]) == lane), key=lambda span: (span[0], -span[1])):
            while open and open[-1] <= start:
                open.pop()
            crossing += bool(open) and end > open[-1]
            open.append(end)
    print(*files, sum(found.values()), "events,", len(thread), "lanes of", len(process), "processes,",
          sum(((found - expected) + (expected - found)).values()), "wrong,", crossing, "cross")
END
python3 check.py
gpuflame stats -q -f timeline --time 1us-400us --device 0 demo.sqlite | head -n 6
gpuflame stats -q -r cuda_gpu_trace --limit 1 -o one.trace.json demo.sqlite && cat one.trace.json
gpuflame stats -q -r mpi_event_trace -f timeline --limit 2 host_calls.sqlite | tail -n 3
gpuflame stats -q --per-rank -r cuda_gpu_trace --limit 1 -f timeline demo.sqlite b*31m.sqlite | grep '"M"'
gpuflame stats -q -f timeline overlap.json | sed -n 's/.*"tid":\([0-9]*\),.*"name":"\([a-z_]*[0-9]*\)".*"name":"\(stream [^"]*\)".*/\1 is \3/p
  s/.*"tid":\([0-9]*\),.*"name":"\(kernel[0-9]*\)".*/\2 in \1/p'
echo '--- what cannot be'
gpuflame stats -f timeline -r cuda_gpu_trace,nvtx_sum demo.sqlite
gpuflame stats -f timeline -r all demo.sqlite
gpuflame stats -f timeline -o x.csv demo.sqlite
gpuflame stats -f timeline stats_sums.sqlite
gpuflame stats -f timeline --partial demo.sqlite -o part
