# --rank, --stream and --by layer; and --only, --filter-out and --root see the frames of --by.
cp "$FIXTURES"/{ranks,steps}.sqlite .
try() {
  echo "--- $*"
  gpuflame collapse -q --kernel-names short "$@" || echo "status $?"
}
try --rank 1 --by rank ranks.sqlite
try --rank 0,7 --by rank --value count ranks.sqlite
try --rank 0 steps.sqlite
cp steps.sqlite run_rank3.sqlite
try --rank 3 --steps 2 run_rank3.sqlite
try --rank 4 run_rank3.sqlite
try --rank 5 --rank-pattern 'run_rank3%r.sqlite' steps.sqlite
try --rank x steps.sqlite
echo "--- of files without events, too"
printf 'a;b 3\n' >stacks_rank1.folded
printf 'a;b 4\n' >stacks_rank2.folded
try --rank 2 --by rank stacks_rank1.folded stacks_rank2.folded
try --by rank --only 'rank 1' stacks_rank1.folded stacks_rank2.folded
try --by rank --root 'rank' --rename rank=x stacks_rank1.folded
try --stream 1 stacks_rank1.folded
echo "--- streams"
try --by stream steps.sqlite
try --stream 8 steps.sqlite
try --stream 7 --device 1 steps.sqlite
try --stream 7 --value cpu-time steps.sqlite
echo "--- what --by puts in front"
try --by step --only '^step 2$' steps.sqlite
try --by step --filter-out '^step [23]$' steps.sqlite
try --by process,step --root '^step 3$' steps.sqlite
try --by step --rename '^step=x' --drop-frame '^step' steps.sqlite
try --aggregate mean --only '^rank' run_rank3.sqlite
echo "--- layers"
python3 - <<'END'
import json
names = ["Layer 7", "model.layers.02.mlp", "LlamaDecoderLayer_3", "transformer.h.4", "block_5",
         "bench.100", "LayerNorm", "layer 1"]
events, at = [], 0
for i, name in enumerate(names):
    events += [
        {"ph": "X", "cat": "user_annotation", "name": name, "pid": 1, "tid": 1, "ts": at, "dur": 9},
        {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1,
         "ts": at + 1, "dur": 1, "args": {"correlation": i + 1}},
        {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": at + 3, "dur": i + 1,
         "args": {"device": 0, "stream": 7, "correlation": i + 1}}]
    at += 10
events.append({"ph": "X", "cat": "user_annotation", "name": "layers.6 outer", "pid": 1, "tid": 1,
               "ts": at - 11, "dur": 11})
json.dump({"traceEvents": events}, open("layers.json", "w"))
END
try --by layer layers.json
try --by layer --only '^layer 7$' layers.json
