# Command lines for nsys run as they are: what has no effect is one warning.
# shellcheck disable=SC2016
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1
mkdir bin && for name in vllm python3 trtllm-serve; do ln -s "$fake/fake_cuda" bin/$name; done
export PATH=$PWD/bin:$PATH
nsys() {
  echo "-- nsys $*"
  shift
  gpuflame record "$@" 2>&1 | sed 's/[0-9]\{2,\}/PID/g; s/'"$(uname -n)"'/HOST/g'
  echo "status ${PIPESTATUS[0]}"
}
echo "== as vLLM documents them"
nsys profile --trace-fork-before-exec=true --cuda-graph-trace=node vllm init
nsys profile -o report.nsys-rep --trace-fork-before-exec=true --cuda-graph-trace=node vllm init
nsys profile --trace-fork-before-exec=true --cuda-graph-trace=node \
  --capture-range=cudaProfilerApi --capture-range-end repeat vllm init
echo "== as SGLang documents them"
nsys profile --trace-fork-before-exec=true --cuda-graph-trace=node -o sglang.out --delay 60 --duration 70 python3 init
nsys profile --trace-fork-before-exec=true --cuda-graph-trace=node --capture-range=cudaProfilerApi \
  --capture-range-end=stop --force-overwrite=true -o sglang.out python3 init
echo "== as others do"
nsys profile -t cuda,nvtx,osrt,cudnn,cublas -s none -x true -f true -o train python3 init
nsys profile -w true -t cuda-hw,nvtx --capture-range-end=repeat-shutdown:5 -c cudaProfilerApi \
  --cudabacktrace=none --cuda-memory-usage=true --stats=true --export=sqlite -o other python3 init
nsys profile --sample=process-tree --backtrace=dwarf --cpuctxsw=process-tree -w false -x false \
  --python-backtrace=cuda --gpu-metrics-devices=all --nic-metrics=true --cuda-event-trace=false \
  --flush-on-cudaprofilerstop=false --resolve-symbols=false -t cuda-sw -o third python3 init
echo "== none of them is for gpuflame alone"
gpuflame record --help | grep -c -e --stats -e --trace-fork -e --cudabacktrace
gpuflame record --session-of=x true
echo "status $?" >&2
