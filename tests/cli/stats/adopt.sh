# --adopt in reports: ranges have the time that stacks have below them, backward operators under the
# forward operators that made them, and the work of helper threads.
cp "$FIXTURES/adopt.sqlite" "$FIXTURES/stats_sums.sqlite" .
cat >make.py <<'END'
import json, random
random.seed(2)
events, now, calls = [], 0, 0
def op(name, tid, start, length, number=None, forward=0, category="cpu_op"):
    args = {} if number is None else {"Sequence number": number, "Fwd thread id": forward}
    events.append({"ph": "X", "cat": category, "name": name, "pid": 1, "tid": tid, "ts": start, "dur": length, "args": args})
def kernel(name, tid, launched, length):
    global calls
    calls += 1
    events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": tid, "ts": launched, "dur": 0.5, "args": {"correlation": calls}})
    events.append({"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": launched + 3, "dur": length, "args": {"correlation": calls, "stream": 7}})
number = 10
for step in range(4):
    begun, made = now, []
    for layer in range(3):
        op(f"layer {layer}", 10, now, 38, category="user_annotation")
        for i in range(2):
            op(f"aten::op{i}", 10, now + 1 + 18 * i, 17, number)
            kernel(f"forward{i}", 10, now + 5 + 18 * i, random.randrange(1, 9))
            made.append(number)
            number += 1
        now += 40
    # on thread 30, and on the thread of forward itself in every second step
    tid = 30 if step % 2 == 0 else 10
    if tid == 10:
        op("backward", 10, now, 240, category="user_annotation")
    for seq in reversed(made):
        op("evaluate: OpBackward0", tid, now, 30, seq, 1)
        op("aten::mm", tid, now + 2, 20)
        kernel("backward_mm", tid, now + 4, random.randrange(1, 9))
        kernel("backward_add", tid, now + 12, random.randrange(1, 9))
        now += 36
    op(f"step {step}", 10, begun, now - begun, category="user_annotation")
    now += 10
json.dump({"schemaVersion": 1, "traceEvents": events}, open("trace.json", "w"))
END
python3 make.py
cat >compare.py <<'END'
import collections, csv, re, subprocess, sys
def run(*words):
    done = subprocess.run(["gpuflame", *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else sys.exit(done.stderr)
def stacks(*words):
    for line in run("collapse", "-q", "--kernels-only", "--preset", "none", "--strip-numbers", "none", *words).splitlines():
        stack, ns = line.rsplit(" ", 1)
        yield stack.split(";"), int(ns)
def rows(*words):
    return csv.DictReader(run("stats", "-q", "-f", "csv", *words).splitlines())
for file in ("trace.json", "adopt.sqlite"):
    for options in ((), ("--adopt",), ("--adopt", "--only", "^layer 1$|^forward$"), ("--adopt", "--range", "layer 2|forward")):
        if "--range" in options and file == "adopt.sqlite":
            continue
        said, found = collections.Counter(), collections.Counter()
        for stack, ns in stacks(*options, file):
            # a range around forward and backward of one thread is in a stack twice, and counts once
            for frame in set(stack[:-1]) if file == "trace.json" else stack[:-1]:
                said[frame, stack[-1]] += ns if frame not in ("[adopted]", "[no launch record]") else 0
        for row in rows("-r", "nvtx_kern_sum", *options, file):
            found[row["NVTX Range"], row["Kernel Name"]] += int(row["Total Time (ns)"]) if row["NVTX Range"] else 0
        wrong = {key for key in said | found if said[key] != found[key]}
        print(file, *options, "ranges:", sum(n > 0 for n in said.values()), "of", sum(said.values()), "ns,", len(wrong), "wrong", *sorted(wrong)[:3])
for part, report in (("layer", "layer_kernel_sum"), ("phase", "step_phase_sum")):
    for options in ((), ("--adopt",)):
        said, found = collections.Counter(), collections.Counter()
        for stack, ns in stacks("--by", part, *options, "trace.json"):
            said[stack[0]] += ns
        for row in rows("-r", report, *options, "trace.json"):
            found[row.get("Layer") or row.get("Phase") or f"[no {part}]"] += int(row["Total Time (ns)" if part == "layer" else "GPU Busy (ns)"])
        print(part, *options, dict(said) if said == found else (said, found))
END
python3 compare.py
echo '--- all reports, and each by itself'
gpuflame stats -q -f json -r all --adopt trace.json >all.json
python3 - <<'END'
import json, subprocess
whole = {report["report"]: report for report in json.load(open("all.json"))["reports"]}
for name in whole:
    one = json.loads(subprocess.run(["gpuflame", "stats", "-q", "-f", "json", "-r", name, "--adopt", "trace.json"], capture_output=True, text=True).stdout)
    if one["reports"] != [whole[name]]:
        print(name, "differs")
print(len(whole) > 20)
END
gpuflame stats -q trace.json | sed -n '/Top ranges/,$p'
gpuflame stats -q --adopt trace.json | sed -n '/Top ranges/,$p'
gpuflame findings -q --adopt trace.json | grep -o 'gpuflame.*'
bash -c "$(gpuflame findings -q --adopt trace.json | grep -o 'gpuflame.*' | head -n 1)" | wc -l
echo '--- conditions of diff about findings measure what findings does'
gpuflame findings -q --adopt --steps 1-2 trace.json | grep -m 1 'at most'
gpuflame diff -q --adopt --steps 1-2 -o out.folded trace.json trace.json --fail-if 'finding:launch-bound > 5%' 2>&1
echo '--- what cannot be'
gpuflame stats --adopt stats_sums.sqlite
gpuflame stats --partial -q trace.json -o part
gpuflame stats --adopt part
echo '--- a partial result that was made with it; ids of threads are left out'
sums() { awk -F, 'NR > 1 { ns[$1 " " $NF] += $7 } END { for (name in ns) print name, ns[name] }' | sort; }
gpuflame stats --partial -q --adopt trace.json -o part
gpuflame stats -q -f csv -r nvtx_kern_sum part | sums >of_part
gpuflame stats -q -f csv -r nvtx_kern_sum --adopt trace.json | sums | diff - of_part
