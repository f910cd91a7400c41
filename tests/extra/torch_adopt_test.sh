#!/usr/bin/env bash
# The time that --adopt puts under each forward operator of real PyTorch traces, by a computation
# that shares nothing with ours: each launch, its backward operator, and that one's forward
# operator, looked for by brute force.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"

# NAME OF FORWARD<tab>NAME OF BACKWARD<tab>nanoseconds
expected() {
  python3 - "$1" <<'END'
import collections, gzip, json, sys
events = json.load(gzip.open(sys.argv[1]))["traceEvents"]
events = [e for e in events if e.get("ph") == "X"]
ns = lambda x: round(float(x) * 1000)
operators = [e for e in events if e.get("cat") == "cpu_op" and e.get("args", {}).get("Sequence number", -1) >= 0]
backward = collections.defaultdict(list)
forward = collections.defaultdict(list)
for e in operators:
    key = (e["pid"], e["args"]["Sequence number"])
    (backward[e["tid"]] if e["args"].get("Fwd thread id", 0) else forward[key]).append(e)
calls = {e["args"]["correlation"]: e for e in events
    if e.get("cat") in ("cuda_runtime", "cuda_driver", "Runtime") and "correlation" in e.get("args", {})}
sums = collections.Counter()
for e in events:
    if e.get("cat") not in ("kernel", "gpu_memcpy", "gpu_memset", "Kernel", "Memcpy", "Memset"):
        continue
    call = calls.get(e["args"].get("correlation"))
    if call is None:
        continue
    around = [b for b in backward[call["tid"]] if b["ts"] <= call["ts"] <= b["ts"] + b["dur"]]
    made = []
    for b in sorted(around, key=lambda b: (b["ts"], -b["dur"])):
        made = [f for f in forward[b["pid"], b["args"]["Sequence number"]] if f["ts"] <= b["ts"] and f["tid"] != b["tid"]]
        if made:
            break
    if made:
        sums[max(made, key=lambda f: f["ts"])["name"], b["name"]] += ns(e["dur"])
for (f, b), time in sums.items():
    print(f, b, time, sep="\t")
END
}
found() {
  "$B/gpuflame" collapse -q --strip-numbers none --preset none --no-strip-layer-number --adopt --torch-frames operators "$1" |
    sed 's/ \([0-9]*\)$/\t\1/' | awk -F '\t' '
    { n = split($1, frame, ";"); for (i = 2; i < n; i++) if (frame[i] == "[adopted]") sums[frame[i - 1] "\t" frame[i + 1]] += $2 }
    END { for (pair in sums) printf "%s\t%d\n", pair, sums[pair] }'
}
for trace in "$shared"/real/kineto/hta-*.json.gz; do
  [ -e "$trace" ] || continue
  diff <(expected "$trace" | LC_ALL=C sort) <(found "$trace" | LC_ALL=C sort) >"$work/log"
  report $? "$(basename "$trace"): $(found "$trace" | wc -l) pairs of forward and backward"
done
finish
