#!/usr/bin/env bash
# What PyTorch does as ranges (record --pytorch), from the mock's kernels: by a stand-in for its class
# of modules with any Python, and by PyTorch itself where it is installed. Prints TAP.
# shellcheck source=tests/capture/tap.sh
. tests/capture/tap.sh
cases=$PWD/tests/capture/python
need_python "PyTorch's modules"
unset PYTHONPATH PYTHONHOME
export PYTHONDONTWRITEBYTECODE=1 MOCK_PLUGIN=$B/mock/plugin_a.so GPUFLAME_CUPTI=$B/mock/libcupti.so.13
export PYTHONPATH=$cases OMP_NUM_THREADS=1

record() { # OPTIONS... -- COMMAND...: its stacks in $work/stacks
  "$B/gpuflame" record -f -o "$work/x.gpuflame" "$@" >"$work/stdout" 2>"$work/stderr" &&
    "$B/gpuflame" collapse --preset none --quiet "$work/x.gpuflame" >"$work/stacks" 2>>"$work/stderr"
}

# stand_in FOLDER: a package torch with the class alone
stand_in() {
  local folder=$1/torch/nn/modules
  mkdir -p "$folder"
  touch "$1/torch/__init__.py" "$1/torch/nn/__init__.py" "$folder/__init__.py"
  cp "$cases/stand_in_module.py" "$folder/module.py"
}

version=$(python3 -c 'import sys; print("Python %d.%d" % sys.version_info[:2])')
stand_in "$work/fake"
PYTHONPATH=$work/fake:$cases record --pytorch modules -- python3 "$cases/stand_in_model.py"
diff - "$work/stacks" >"$work/log" <<'END'
Linear;gemm 4
Model;Block;block 1
Model;Block;caught 1
Model;Block;linear;gemm 1
Model;Block;raises;raises 1
Model;linear;gemm 1
Model;model 1
Raises;raises 3
end 1
END
report $? "$version: modules by their paths, or classes"
PYTHONPATH=$work/fake:$cases record -- python3 "$cases/stand_in_model.py"
! grep -q ';' "$work/stacks"
report $? "$version: nothing is traced unless it is asked for"

# Debian 12 has 1.13
if ! python3 -c 'import torch; torch.nn.functional.scaled_dot_product_attention' 2>/dev/null; then
  echo "ok - PyTorch itself # SKIP this python3 has no torch, or one before 2.0"
  exit $failures
fi
has() { # STACK...: each is there, without its kernel
  local stack
  for stack in "$@"; do
    cut -d' ' -f1 "$work/stacks" | sed 's/;[^;]*$//' | grep -qxF -e "$stack" || { echo "no $stack" && return 1; }
  done
}
version=$(python3 -c 'import torch; print("PyTorch " + torch.__version__)')
record --pytorch modules -- python3 tests/fixtures/gpt/small_gpt.py 2
{ cat "$work/stderr" && has "GPT" "GPT;words" "GPT;layers.N;layers.N.normN" \
  "GPT;layers.N;layers.N.attention;layers.N.attention.qkv" "GPT;layers.N;layers.N.mlp;layers.N.mlp.N" \
  "GPT;head" "backward" "DataLoader" "torch.optim.adamw.AdamW.step"; } >"$work/log"
report $? "$version: a small GPT, by its modules"
record --python-stacks launches -- python3 tests/fixtures/gpt/small_gpt.py 1
frames="<module> (small_gpt.py);train (small_gpt.py)"
for part in GPT.forward Block.forward Attention.forward; do
  frames="$frames;Module._wrapped_call_impl (module.py);Module._call_impl (module.py);$part (small_gpt.py)"
done
{ cat "$work/stderr" && grep -F "$frames;Module._wrapped_call_impl (module.py);Module._call_impl (module.py);Linear.forward (linear.py);" \
  "$work/stacks"; } >"$work/log"
tail -n 1 "$work/log" | grep -qF ";launch (mock_cuda.py);" && ! grep -q "launches were" "$work/stderr"
report $? "$version: a small GPT, by the functions that launch"
record --pytorch modules -- timeout 60 python3 "$cases/collectives.py"
for name in all_reduce broadcast all_gather; do
  printf 'torch.distributed.%s;%s__default 1\n' $name "${name//_/}"
done | sort >"$work/want"
{ cat "$work/stderr" && grep '^torch' "$work/stacks" | LC_ALL=C sort | diff "$work/want" -; } >"$work/log"
report $? "$version: collectives"
record --pytorch functions-trace -- python3 tests/fixtures/gpt/small_gpt.py 2
{ cat "$work/stderr" && has "torch.nn.modules.normalization.LayerNorm.forward;torch.nn.functional.layer_norm" \
  "torch.nn.functional.cross_entropy" "torch.optim.adamw.AdamW.step"; } >"$work/log"
report $? "$version: a small GPT, by PyTorch's functions"
record --pytorch autograd-nvtx -- python3 tests/fixtures/gpt/small_gpt.py 1
grep -F "needs a PyTorch with CUDA" "$work/stderr" >"$work/log"
report $? "$version: operators need a PyTorch with CUDA: a message says so"
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 12))'; then
  PYTHONPATH=$cases:tests/fixtures/gpt record --pytorch modules \
    --python-functions-trace "$cases/gpt.json" -- python3 "$cases/graph_breaks.py"
  cat "$work/stdout" "$work/stderr" >"$work/log"
  grep -qx "0 graph breaks, 1 graph" "$work/stdout"
  report $? "$version: torch.compile breaks no graph"
fi
exit $failures
