# Which rank is slow, where and by how much: in one sentence above rank_sum and the overview, by
# range, by step, and as maps.
# Each rank runs two steps: forward 100 us, backward 200 us, an all-reduce that ends for all at
# once, 50 us after the last one came. Rank 2 takes 60 us longer in backward, so the others wait
# 60 us, and in step 1 rank 1 is another 10 us late.
python3 - <<'END'
import json
for rank in range(4):
    events, time = [], 0
    def add(name, category, start, duration, **args):
        events.append({"ph": "X", "name": name, "cat": category, "pid": 1, "tid": 1,
                       "ts": start, "dur": duration, "args": args})
    for step in range(2):
        begin, launch = time, time
        late = 10 if (rank, step) == (1, 1) else 0
        parts = [("forward", "gemm", 100 + late), ("backward", "dgemm", 260 if rank == 2 else 200)]
        for name, kernel, us in parts:
            add(name, "user_annotation", launch, 10)
            add("cudaLaunchKernel", "cuda_runtime", launch + 1, 2, correlation=len(events))
            add(kernel, "kernel", time, us, correlation=len(events) - 1, device=rank, stream=7)
            launch += 10
            time += us
        mine = 300 + late + (60 if rank == 2 else 0)
        us = 360 - mine + 50
        add("cudaLaunchKernel", "cuda_runtime", launch + 1, 2, correlation=len(events))
        add("ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)", "kernel", time, us,
            correlation=len(events) - 1, device=rank, stream=20)
        time += us
        add(f"ProfilerStep#{step}", "user_annotation", begin, launch + 5 - begin)
    with open(f"rank{rank}.json", "w") as out:
        json.dump({"traceEvents": events}, out)
END
gpuflame stats -r rank_sum,rank_range_sum,rank_step_map -f csv rank?.json
gpuflame stats -r rank_range_sum rank?.json
gpuflame stats -r rank_sum,rank_step_map,cuda_gpu_kern_sum -f json rank?.json | python3 -c '
import json, sys
for report in json.load(sys.stdin)["reports"]:
    print(list(report), report.get("note"), len(report["rows"]))'
gpuflame stats rank?.json | sed -n 1,4p
COLUMNS=60 gpuflame stats rank?.json | sed -n 3,6p
for map in rank_range_map rank_step_map; do
  gpuflame stats -r $map rank?.json -o $map.svg
  python3 - $map.svg <<'END'
import sys, xml.etree.ElementTree as tree
svg = "{http://www.w3.org/2000/svg}"
root = tree.parse(sys.argv[1]).getroot()
print(*[text.text for text in root.iter(svg + "text")], sep=" | ")
for rect in root.iter(svg + "rect"):
    print(rect.get("class"), rect.get("fill-opacity"), rect.find(svg + "title").text, sep="; ")
END
done
echo '--- steps inside of a range'
mkdir inside
for rank in 0 1 2 3; do
  python3 - "rank$rank.json" "inside/rank$rank.json" <<'END'
import json, sys
trace = json.load(open(sys.argv[1]))
trace["traceEvents"].append({"ph": "X", "name": "train", "cat": "user_annotation", "pid": 1,
                             "tid": 1, "ts": 0, "dur": 5000})
json.dump(trace, open(sys.argv[2], "w"))
END
done
gpuflame stats -r rank_step_map -f csv inside | cmp - <(gpuflame stats -r rank_step_map -f csv rank?.json) &&
  echo equal
echo '--- one that computes no longer, but begins late; none; nothing about one rank'
sed 's/"dur": 260/"dur": 200/g; s/"dur": 310/"dur": 300/g' rank2.json >late.json
mkdir late none
cp rank0.json rank3.json late
cp late.json late/rank2.json
cp rank0.json none/rank0.json
cp rank3.json none/rank3.json
gpuflame stats late | sed -n 3p
gpuflame stats none | sed -n 3p
gpuflame stats rank2.json | sed -n 3p
