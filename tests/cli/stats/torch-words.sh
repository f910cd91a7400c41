# PyTorch traces: their ranges are not NVTX's; kernels of AMD's GPUs are named in full, one whose name
# would explode stays as it is; operations launched before the profiler began are called that.
# an emulated program has another name
grep -qs __gcclibcxx_demangle "$(command -v gpuflame)"* || { echo "SKIP gpuflame was built without libsupc++"; exit; }
bomb=_Z1fSt4pairIiiE
for c in S0_ S1_ S2_ S3_ S4_ S5_ S6_ S7_ S8_ S9_ SA_ SB_ SC_ SD_ SE_ SF_ SG_ SH_ SI_ SJ_ SK_ SL_ SM_ SN_ SO_ SP_; do bomb+="S_I$c${c}E"; done
event() { # CATEGORY NAME THREAD START LENGTH CORRELATION
  printf '{"ph": "X", "cat": "%s", "name": "%s", "pid": 1, "tid": %s, "ts": %s, "dur": %s, "args": {"correlation": %s}},\n' "$@"
}
{
  echo '{"schemaVersion": 1, "traceEvents": ['
  event kernel _ZN3rnn4stepIfEEvPT_i.kd 7 10 20 900
  event cpu_op aten::linear 1 100 50 0
  for i in 1 2 3; do
    event cuda_runtime hipLaunchKernel 1 $((100 + 10 * i)) 5 $i
  done
  event kernel _ZN3rnn4stepIfEEvPT_i 7 200 20 1
  event kernel "$bomb" 7 230 20 2
  event kernel Cijk_Ailk_Bljk_HHS 7 260 20 3
  echo '{}]}'
} >trace.json
gpuflame collapse trace.json | sed "s/$bomb/BOMB/"
gpuflame stats trace.json | sed "s/$bomb/BOMB/" | head -n 11
gpuflame stats -q -f csv -r cuda_gpu_kern_sum,cuda_gpu_kern_sum:mangled trace.json | cut -d, -f 1-3,9- | sed "s/$bomb/BOMB/"
