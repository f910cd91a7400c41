# Kernels by kind of range and by layer, compared with the sums of stacks.
cp "$FIXTURES"/{steps,demo,stats_sums,oddities}.sqlite .
gpuflame stats -r range_kernel_sum steps.sqlite
gpuflame stats -q -r range_kernel_sum:base -f csv stats_sums.sqlite
gpuflame stats -q -r layer_kernel_sum:base -f csv demo.sqlite >layers.csv
gpuflame stats -q -r range_kernel_sum -f csv demo.sqlite >ranges.csv
gpuflame collapse -q --kernels-only --by layer --no-filter-out-validation demo.sqlite >layers.folded
gpuflame collapse -q --kernels-only --no-filter-out-validation --no-strip-layer-number \
  --no-strip-train-iter-number --strip-numbers none demo.sqlite >ranges.folded
python3 - <<'END'
import collections, csv, re
rows = list(csv.DictReader(open("layers.csv")))
print([*dict.fromkeys(row["Layer"] for row in rows)])
totals = collections.Counter()
for row in rows:
    totals[row["Layer"] or "[no layer]"] += int(row["Total Time (ns)"])
stacks = collections.Counter()
for line in open("layers.folded"):
    stack, value = line.rsplit(" ", 1)
    stacks[stack.split(";")[0]] += int(value)
print("layers as in stacks:", totals == stacks)
shares = collections.Counter()
for row in rows:
    shares[row["Layer"]] += float(row["Share (%)"])
print("shares add up:", all(abs(share - 100) < 1 for share in shares.values()))

totals = collections.Counter()
for row in csv.DictReader(open("ranges.csv")):
    totals[row["NVTX Range"], row["Kernel Name"]] += int(row["Total Time (ns)"])
stacks = collections.Counter()
for line in open("ranges.folded"):
    stack, value = line.rsplit(" ", 1)
    *frames, kernel = stack.split(";")
    for kind in {re.sub(r"[0-9]+", "N", frame) for frame in frames} or {""}:
        stacks[kind, kernel] += int(value)
print("ranges as in stacks:", totals == stacks, len(totals))
END
gpuflame stats -q -r layer_kernel_sum:base --range '^Layer 3$' --limit 3 demo.sqlite
gpuflame stats -q -r range_kernel_sum,layer_kernel_sum -f csv oddities.sqlite | cut -d, -f 1-3 | head -n 12
