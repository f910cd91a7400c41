#!/usr/bin/env bash
# Where the backward pass of real PyTorch traces is, by a computation that shares nothing with ours: what
# a thread with operators of autograd's engine launches is in the annotations that are open on the other
# thread, and what follows is its own.
set -u
# shellcheck source=tests/extra/data.sh
. "$(dirname "$0")/data.sh"

# STACK<space>nanoseconds, by annotations
expected() {
  python3 - "$1" <<'END'
import collections, gzip, json, sys
events = [e for e in json.load(gzip.open(sys.argv[1]))["traceEvents"] if e.get("ph") == "X"]
ns = lambda x: round(float(x) * 1000)
named = [e for e in events if e.get("cat") == "user_annotation"]
helpers = {e["tid"] for e in events if e.get("cat") == "cpu_op" and e["name"].startswith("autograd::engine")}
def around(tid, start, end):
    found = [a for a in named if a["tid"] == tid and a["ts"] <= start and a["ts"] + a["dur"] >= end]
    return [a["name"] for a in sorted(found, key=lambda a: (a["ts"], -a["dur"]))]
callers = {a["tid"] for a in named} - helpers
calls = {e["args"]["correlation"]: e for e in events
    if e.get("cat") in ("cuda_runtime", "cuda_driver") and "correlation" in e.get("args", {})}
sums = collections.Counter()
for e in events:
    call = calls.get(e.get("args", {}).get("correlation"))
    if e.get("cat") not in ("kernel", "gpu_memcpy", "gpu_memset") or call is None:
        continue
    tid, start = call["tid"], call["ts"]
    stack = around(tid, start, start + call["dur"])
    if tid in helpers and len(callers) == 1:
        stack = around(*callers, start, start) + stack
    sums[";".join(stack)] += ns(e["dur"])
for stack, time in sums.items():
    print(stack, time)
END
}
found() {
  "$B/gpuflame" collapse -q --strip-numbers none --preset none --kernel-names full --torch-frames annotations "$1" |
    awk '{ ns = $NF; sub(/ [0-9]*$/, ""); if (/^\[no launch record\]/) next; if (!sub(/;[^;]*$/, "")) $0 = ""; sums[$0] += ns }
      END { for (stack in sums) printf "%s %d\n", stack, sums[stack] }'
}
for trace in "$shared"/real/kineto/hta-*.json.gz; do
  [ -e "$trace" ] || continue
  diff <(expected "$trace" | LC_ALL=C sort) <(found "$trace" | LC_ALL=C sort) >"$work/log"
  report $? "$(basename "$trace"): $(found "$trace" | wc -l) stacks of annotations"
done
finish
