# Traces of several ranks that were merged into one: each has the same correlation ids.
python3 - <<'END'
import json

def trace(rank, start, latency, pid, gpu):
    """A rank that launches two kernels in a range of its own; times in us."""
    events = [
        {"ph": "M", "name": "process_name", "pid": pid, "tid": 0, "args": {"name": "python"}},
        {"ph": "X", "cat": "user_annotation", "name": f"work of {rank}", "pid": pid, "tid": pid, "ts": start, "dur": 100.5},
        {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": pid, "tid": pid, "ts": start + 50, "dur": 20.5, "args": {"External id": 3}},
        {"ph": "X", "cat": "kernel", "name": "unlinked", "pid": gpu, "tid": 7, "ts": start + 80, "dur": 4 + rank, "args": {"device": gpu, "stream": 7, "External id": 3}},
    ]
    for number in 1, 2:
        at = start + 10 * number
        events += [
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": pid, "tid": pid, "ts": at, "dur": 2.5, "args": {"correlation": number}},
            {"ph": "X", "cat": "kernel", "name": f"k{number}", "pid": gpu, "tid": 7, "ts": at + latency, "dur": 10 * number + rank,
             "args": {"device": gpu, "stream": 7, "correlation": number}},
        ]
    return events

def write(name, events, **more):
    with open(name, "w") as out:
        json.dump({**more, "traceEvents": events}, out)

def words(events, label):
    return [{**event, "pid": f"{label} {event['pid']}"} for event in events]

def sort(events):
    return sorted(events, key=lambda event: event.get("ts", 0))

ranks = [trace(0, 100.0, 5, 4711, 0), trace(1, 103.0, 5, 4712, 1)]
write("words.json", words(ranks[0], "[TP-0]") + words(trace(1, 103.0, 5, 4711, 0), "[TP-1]"))
write("words_sorted.json", sort(words(ranks[1], "rank1") + words(ranks[0], "rank0")))
write("behind.json", ranks[1] + ranks[0], distributedInfo={"rank": 0})
write("behind_one_gpu.json", ranks[0] + trace(1, 103.0, 5, 4712, 0))
write("sorted_apart.json", sort(ranks[0] + trace(1, 131.0, 5, 4712, 1)))
write("sorted_alike.json", sort(ranks[1] + ranks[0]))
write("single.json", ranks[0], distributedInfo={"rank": 6})
write("labelled.json", words(ranks[0], "rank 12"))
END
for file in words words_sorted behind behind_one_gpu sorted_apart sorted_alike single labelled; do
  echo "--- $file"
  gpuflame collapse --by rank,process,device --only '^k|unlinked' $file.json
done
echo "--- cpu-time" && gpuflame collapse --by rank,process --value cpu-time words.json behind.json
echo "--- by process" && gpuflame collapse --process 4712 --by process --strip-numbers none words.json behind.json
