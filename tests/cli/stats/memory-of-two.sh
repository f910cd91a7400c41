# A map of the memory of two processes on one GPU says whose each lane is.
python3 - <<'END'
import json
events = [dict(ph="i", s="t", name="[memory]", pid=pid, tid=pid, ts=time, args={
    "Bytes": 1, "Total Allocated": pid * 1000 * time, "Device Type": 1, "Device Id": 0})
          for pid in (71, 72) for time in (1, 2, 3)]
json.dump({"traceEvents": events}, open("two.json", "w"))
END
gpuflame stats -q -r memory_map --chunks 1 two.json
gpuflame stats -q -r memory_map --chunks 1 -o map.svg two.json
grep -o 'GPU 0[^<]*' map.svg
