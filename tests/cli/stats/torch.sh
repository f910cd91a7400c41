# Which events of PyTorch's traces are ranges in reports, and the shapes of tensors in their names.
torch-frames() {
  cp "$FIXTURES/demo.sqlite" "$TESTS/fixtures/torch_memory.json" .
  gpuflame stats -q -f csv -r nvtx_kern_sum --torch-frames shapes torch_memory.json
  gpuflame stats -q -f csv -r nvtx_kern_sum --torch-frames operators torch_memory.json | cut -d, -f1
  gpuflame stats -q -f csv -r nvtx_kern_sum torch_memory.json | cut -d, -f1
  gpuflame stats -q --torch-frames shapes torch_memory.json | sed -n '/Top ranges/,$p' | tee ranges
  gpuflame stats -q --torch-frames shapes --strip-numbers all torch_memory.json | sed -n '/Top ranges/,$p' | cmp - ranges
  tell "each report alone, and together" gpuflame stats -q -f csv -r nvtx_kern_sum,nvtx_gpu_proj_sum --torch-frames operators,shapes -o tables/ torch_memory.json
  cut -d, -f1 tables/nvtx_gpu_proj_sum.csv
  gpuflame stats -q -f csv -r nvtx_gpu_proj_sum --torch-frames operators,shapes torch_memory.json | cmp - tables/nvtx_gpu_proj_sum.csv
  echo '--- where it does nothing, and what is no such event'
  gpuflame stats -r nvtx_sum --torch-frames python demo.sqlite | wc -l
  gpuflame stats -r nvtx_sum --torch-frames python demo.sqlite torch_memory.json | wc -l
  gpuflame stats --torch-frames shape torch_memory.json
}
check torch-frames 2 <<'STDOUT' 3<<'STDERR'
NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
ProfilerStep#1,PushPop,40,41,1,1,60000,60000.0,60000.0,60000,60000,0.0,gemm
"aten::mm [512x2048, 2048x512]",PushPop,40,41,1,1,60000,60000.0,60000.0,60000,60000,0.0,gemm
backward,PushPop,40,41,1,1,60000,60000.0,60000.0,60000,60000,0.0,gemm
NVTX Range
aten::mm
NVTX Range
ProfilerStep#1
aten::mm
backward
Top ranges (time, number of all launched in them)
  100.0%  ████████████   60.0 us          1 x  ProfilerStep
  100.0%  ████████████   60.0 us          1 x  backward
  100.0%  ████████████   60.0 us          1 x  aten::mm [512x2048, 2048x512]
--- each report alone, and together
Range
"aten::mm [512x2048
--- where it does nothing, and what is no such event
29 [2 times]
STDOUT
gpuflame: option '--torch-frames': expected annotations, modules, operators, python or shapes, separated by commas; not 'shape'
STDERR

# PyTorch traces: their ranges are not NVTX's; kernels of AMD's GPUs are named in full, one whose name
# would explode stays as it is; operations launched before the profiler began are called that.
# an emulated program has another name
torch-words() {
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
  for naming in "" :mangled; do gpuflame stats -q -f csv -r "cuda_gpu_kern_sum$naming" trace.json; done | cut -d, -f 1-3,9- | sed "s/$bomb/BOMB/"
}
check torch-words 0 <<'STDOUT' 3<<'STDERR'
[no launch record];void rnn::step<float>(float*, int) 20000
aten::linear;Cijk_Ailk_Bljk_HHS 20000
aten::linear;BOMB 20000
aten::linear;void rnn::step<float>(float*, int) 20000
trace.json: PyTorch profiler trace, schema 1
1 device, 270 us, 1 range
Start here (more: gpuflame findings)
  1. The GPU is idle while the CPU launches: at most 68.0 % of the run, 170 us
The devices' time (250 us, after work from before the recording)
   24.0%  ██▉            60.0 us               kernels ran
    0.0%                    0 ns               only copies, fills, graphs
   76.0%  █████████▏      190 us               idle
Time (%),Total Time (ns),Instances,Name
50.0,40000,2,"void rnn::step<float>(float*, int)"
25.0,20000,1,Cijk_Ailk_Bljk_HHS
25.0,20000,1,BOMB
Time (%),Total Time (ns),Instances,Name
25.0,20000,1,Cijk_Ailk_Bljk_HHS
25.0,20000,1,BOMB
25.0,20000,1,_ZN3rnn4stepIfEEvPT_i
25.0,20000,1,_ZN3rnn4stepIfEEvPT_i.kd
STDOUT
gpuflame: note: 1 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost [2 times]
STDERR

# A trace of whole microseconds: a call that outlasts its operator is in it, and lasts as long as it did.
torch-whole-microseconds() {
  cat >whole.json <<'EOF'
{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":8,"dur":6},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":20,"dur":1,
 "args":{"correlation":1,"device":0,"stream":7,"context":1,"grid":[4,2,1],"block":[128,1,1]}}
]}
EOF
  gpuflame collapse -q whole.json
  for report in cuda_api_sum cuda_kern_exec_trace cuda_kern_exec_sum; do
    gpuflame stats -r $report -f csv whole.json
  done
}
check torch-whole-microseconds 0 <<'STDOUT'
aten::mm;k 1000
Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
100.0,5000,1,5000.0,5000.0,5000,5000,0.0,cudaLaunchKernel
API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),Kernel Dur (ns),Total Dur (ns),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name
2000,5000,7000,5000,12000,1000,11000,1,1,0,cudaLaunchKernel,   4    2    1, 128    1    1,k
PID,TID,DevId,Count,QCount,TAvg (ns),TMed (ns),TMin (ns),TMax (ns),TStdDev (ns),AAvg (ns),AMed (ns),AMin (ns),AMax (ns),AStdDev (ns),QAvg (ns),QMed (ns),QMin (ns),QMax (ns),QStdDev (ns),KAvg (ns),KMed (ns),KMin (ns),KMax (ns),KStdDev (ns),API Name,Kernel Name
1,1,0,1,1,11000.0,11000.0,11000,11000,0.0,5000.0,5000.0,5000,5000,0.0,5000.0,5000.0,5000,5000,0.0,1000.0,1000.0,1000,1000,0.0,cudaLaunchKernel,k
STDOUT

# Ranges against the limits of the hardware: FLOP from shapes of PyTorch traces or as stated, peaks by the
# name of the GPU or as given; each operator once; nothing over 100 %. The numbers can be worked out by hand:
# a product of 8192 x 4096 by 4096 x 4096 is 274.878 GFLOP, 277.8 us of an H100, and takes 400 us here.
mfu() {
  cp "$TESTS/fixtures/torch_mfu.json" "$TESTS/fixtures/torch.json" "$FIXTURES/demo.sqlite" "$FIXTURES/stats_small.sqlite" "$FIXTURES/stats_sums.sqlite" .
  csv() { gpuflame stats -q -r mfu -f csv "$@"; }
  gpuflame stats -r mfu torch_mfu.json
  echo '--- steps, ranges, both streams of one device, the backward pass in its step'
  csv --steps 1 torch_mfu.json | grep -e Range -e Step -e attention, -e mm,
  csv --range '^attention$' torch_mfu.json | cut -d, -f 1,2,6,10,15
  csv --stream 8 torch_mfu.json torch.json | cut -d, -f 1,2,6,10,15
  csv --adopt autograd --filter '^(attention|aten::addmm|ProfilerStep.1)$' torch_mfu.json | cut -d, -f 1-10
  echo '--- on two devices, each with a wall time of its own; times of whole microseconds hide one of an operation'
  sed 's/"device": 0, "stream": 8/"device": 1, "stream": 8/' torch_mfu.json >two.json
  csv --filter 'convolution|Step#2' two.json | cut -d, -f 1,2,3,6,7,10,15
  csv --filter 'convolution|Step#2' --device 1 two.json | cut -d, -f 1,2,3,6,7,10,15
  sed 's/\.5,/,/' torch_mfu.json >whole.json
  for peak in 689 687 685 684; do csv --filter addmm --peak $peak whole.json | sed 1d | cut -d, -f 1-4,6,10,12,16; done
  csv --filter addmm --peak 687 torch_mfu.json | sed 1d | cut -d, -f 1-4,6,10,12,16
  echo '--- what is given of the hardware'
  csv --filter convolution --peak tf32=67 torch_mfu.json | cut -d, -f 1-5,9,11,12,16
  csv --filter addmm --peak 1000,memory=100 torch_mfu.json | cut -d, -f 1-5,9,11,12,16
  csv --filter head --peak memory=3000 torch_mfu.json | cut -d, -f 1-5,9,11,12,16
  echo '--- in FP32, if one of its kernels is'
  sed 's/"conv_tail"/"scudnn_conv"/' torch_mfu.json >fp32.json
  csv --filter convolution fp32.json | cut -d, -f 1-5,9,11,12,16
  echo '--- a GPU that is not known'
  sed 's/NVIDIA H100/ACME 9/' torch_mfu.json >acme.json
  gpuflame stats -r mfu --filter 'addmm|head' acme.json
  csv --filter addmm --peak bf16=500 acme.json | cut -d, -f 1-5,9,11,12,16
  csv --filter 'addmm|bmm' torch_mfu.json acme.json | cut -d, -f 1-5,9,11,12,16
  echo '--- stated of ranges, in place of what is in them'
  csv --flops '^attention$=1e9:fp8' --flops 'addmm$=3e9' --filter '^(attention|aten::addmm|aten::linear|ProfilerStep.1)$' torch_mfu.json
  gpuflame stats --flops '^Layer=2e9' --flops '^attention=1e9' --filter '^(Layer 0|attention|Train step 0|forward)$' demo.sqlite
  csv --flops 'Layer 0=1e9' --flops 'Layer=2e9' --peak 1000 --per-rank --filter 'Layer 0' demo.sqlite demo.sqlite | cut -d, -f 1,10,15,17
  csv --flops 'Layer=2e9' --filter 'Layer 0' demo.sqlite demo.sqlite | cut -d, -f 1,2,10,15
  echo '--- shapes in the names of ranges, as PyTorch'\''s emit_nvtx() writes them: of no type'
  cp demo.sqlite nvtx.sqlite
  python3 -c 'import sqlite3
db = sqlite3.connect("nvtx.sqlite")
db.execute("UPDATE NVTX_EVENTS SET textId = NULL, text = ? || rowid || ? WHERE coalesce(text, (SELECT value FROM StringIds WHERE id = textId)) = ?",
    ("aten::mm, seq = 3, op_id = ", ", sizes = [[2048, 1024], [1024, 1024]]", "attention"))
db.commit()'
  csv --preset pytorch --filter '^(aten::mm|Layer 0|Train step 0)$' nvtx.sqlite
  csv --preset pytorch --filter '^aten::mm$' --peak 50,memory=100 nvtx.sqlite
  echo '--- as JSON and markdown: figures that are refused are null, and empty'
  gpuflame stats -q -f json -r mfu --filter 'bmm' torch_mfu.json | python3 -c 'import json, sys
report = json.load(sys.stdin)["reports"][0]
print(report["note"], report["rows"][0], sep="\n")'
  gpuflame stats -q -f markdown -r mfu --filter 'bmm' torch_mfu.json
  echo '--- strict'
  gpuflame stats -q --strict -r mfu --filter 'bmm' torch_mfu.json >strict.txt
  echo $? "$(wc -c <strict.txt)"
  gpuflame stats -q --strict -r mfu --peak 1e6 --filter 'bmm' torch_mfu.json | tail -n 1
  echo '--- no FLOP'
  for file in demo.sqlite stats_sums.sqlite; do gpuflame stats -r mfu "$file"; done
  gpuflame stats -q -r mfu torch.json
  gpuflame stats --flops 'nosuchrange=1' demo.sqlite
  gpuflame stats -q --flops 'Layer=1' --flops 'Layer 0=1' demo.sqlite
  gpuflame stats -q -r all -f csv torch_mfu.json | grep -c '^aten::addmm,69.5,'
  gpuflame stats -r all -f csv stats_small.sqlite 2>&1 >/dev/null | grep mfu
  echo '--- as many ranges as there are, each in the next: the time does not grow with their square'
  cat >report.sql <<SQL
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1000000, 2000000, 0, 1, 7, 1, 281479271677952, 1, 1);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (900000, 900010, 0, 281479271677953, 1, 1);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
INSERT INTO NVTX_EVENTS SELECT i, 10000000 - i, 59, printf('r%d', i), 281479271677953, NULL, NULL, 0, NULL FROM n;
SQL
  "${FIXTURES%/fixtures}/mkdb" deep.sqlite "$TESTS/tools/export_tables.sql" report.sql
  (ulimit -t 30; csv --flops '^r.0=1e9' --flops '^r=1e6' --peak 0.5 deep.sqlite | cut -d, -f 15,16 | sort | uniq -c)
  echo '--- stated of ranges that only some ranks have'
  csv --per-rank --flops '^head$=1e9' --flops '^attention$=1e9' --filter '^(head|attention)$' torch_mfu.json demo.sqlite | cut -d, -f 1,10,15,17
  gpuflame stats -q --per-rank --flops '^head$=1e9' --flops '^nowhere$=1e9' torch_mfu.json demo.sqlite
  echo '--- words'
  for word in attention attention= =1 'a=0' 'a=x' 'a=1:int8' 'a=1x' '(=1'; do gpuflame stats --flops "$word" demo.sqlite; done
  gpuflame stats -r mfu --peak fast demo.sqlite
  gpuflame stats -r nvtx_sum --peak 1 demo.sqlite | head -n 1
  gpuflame stats --partial -o part --flops 'a=1' demo.sqlite
}
check mfu 2 <<'STDOUT' 3<<'STDERR'
Ranges against the limits of the hardware (mfu)
1 row has more FLOP/s than the hardware can do: FLOP or peak are wrong (another type, a causal mask, --flops, --peak), so the figures are left out.
Range                                                  MFU  Busy MFU   Roof    Bound     Wall  GPU Busy  Counted  Least Time    GFLOP  TFLOP/s  Peak TFLOP/s    Bytes   FLOP/B  Instances  Problem
ProfilerStep#2                                       66.8%     67.5%  70.5%  compute  1.01 ms   1.00 ms    98.0%      691 us  660.301    660.3         978.4  655.532  1,007.3          1  with ranges over the peak
attention                                            62.5%     62.5%  66.2%  compute  1.00 ms   1.00 ms    96.0%      636 us  618.542    618.5         989.4  603.996  1,024.1          2
ProfilerStep#1                                       53.7%     67.9%  71.3%  compute  1.10 ms    870 us    97.7%      606 us  584.183    671.5         989.4  503.341  1,160.6          1
aten::linear                                         66.1%     66.1%  69.5%  compute   840 us    840 us    95.2%      556 us  549.756    654.5         989.4  335.561  1,638.3          2
aten::addmm                                          69.5%     69.5%  69.5%  compute   800 us    800 us   100.0%      556 us  549.756    687.2         989.4  335.561  1,638.3          2
aten::mm                                             75.1%     75.1%  77.8%  compute   740 us    740 us   100.0%      576 us  549.823    743.0         989.4  402.686  1,365.4          4
AddmmBackward0                                       79.4%     79.4%  79.4%  compute   700 us    700 us   100.0%      556 us  549.756    785.4         989.4  335.544  1,638.4          2
autograd::engine::evaluate_function: AddmmBackward0  79.4%     79.4%  79.4%  compute   700 us    700 us   100.0%      556 us  549.756    785.4         989.4  335.544  1,638.4          2
aten::_scaled_dot_product_flash_attention            43.5%     43.5%  50.1%   memory   160 us    160 us   100.0%     80.1 us   68.787    429.9         989.4  268.435    256.3          2
aten::convolution                                    18.7%     18.7%  19.2%   memory  80.0 us   80.0 us   100.0%     15.4 us    7.399     92.5         494.7   51.528    143.6          1
aten::bmm                                                                             50.0 us   50.0 us   100.0%               68.719                  989.4  100.663    682.7          1  up to 1.39 times the peak
head                                                  0.2%      0.2%  50.1%   memory  40.0 us   40.0 us   100.0%     20.0 us    0.067      1.7         989.4   67.142      1.0          2
--- steps, ranges, both streams of one device, the backward pass in its step
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Wall (ns),GPU Busy (ns),Counted (%),Least Time (ns),GFLOP,TFLOP/s,Peak TFLOP/s,Bytes (MB),FLOP/B,Instances,Problem
ProfilerStep#1,53.2,67.9,71.3,compute,1110000,870000,97.7,605732,584.183,671.5,989.4,503.341,1160.6,1,
attention,62.5,62.5,66.2,compute,500000,500000,96.0,317888,309.271,618.5,989.4,301.998,1024.1,1,
aten::addmm,69.5,69.5,69.5,compute,400000,400000,100.0,277823,274.878,687.2,989.4,167.780,1638.3,1,
aten::mm,75.1,75.1,77.8,compute,370000,370000,100.0,287844,274.911,743.0,989.4,201.343,1365.4,2,
aten::_scaled_dot_product_flash_attention,43.5,43.5,50.1,memory,80000,80000,100.0,40065,34.393,429.9,989.4,134.218,256.3,1,
Range,MFU (%),Wall (ns),GFLOP,Instances
attention,62.5,1000000,618.542,2
aten::linear,66.1,840000,549.756,2
aten::addmm,69.5,800000,549.756,2
aten::_scaled_dot_product_flash_attention,43.5,160000,68.787,2
Range,MFU (%),Wall (ns),GFLOP,Instances
ProfilerStep#2,29.9,50000,7.399,1
aten::convolution,29.9,50000,7.399,1
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Wall (ns),GPU Busy (ns),Counted (%),Least Time (ns),GFLOP
attention,62.5,62.5,66.2,compute,1000000,1000000,96.0,635776,618.542
ProfilerStep#1,53.7,67.9,71.3,compute,1100000,870000,97.7,605732,584.183
aten::addmm,69.5,69.5,69.5,compute,800000,800000,100.0,555646,549.756
--- on two devices, each with a wall time of its own; times of whole microseconds hide one of an operation
Range,MFU (%),Busy MFU (%),Wall (ns),GPU Busy (ns),GFLOP,Instances
ProfilerStep#2,33.4,65.5,2020000,1030000,660.301,1
aten::convolution,9.3,13.6,160000,110000,7.399,1
Range,MFU (%),Busy MFU (%),Wall (ns),GPU Busy (ns),GFLOP,Instances
ProfilerStep#2,29.9,29.9,50000,50000,7.399,1
aten::convolution,29.9,29.9,50000,50000,7.399,1
aten::addmm,99.7,99.7,99.7,800000,549.756,689.0,
aten::addmm,100.0,100.0,100.0,800000,549.756,687.0,
aten::addmm,,,,800000,549.756,685.0,up to 1.01 times the peak
aten::addmm,,,,800000,549.756,684.0,up to 1.01 times the peak
aten::addmm,,,,800000,549.756,687.0,up to 1.01 times the peak
--- what is given of the hardware
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Least Time (ns),TFLOP/s,Peak TFLOP/s,Problem
aten::convolution,,,,,,,67.0,up to 1.38 times the peak
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Least Time (ns),TFLOP/s,Peak TFLOP/s,Problem
aten::addmm,68.7,68.7,,memory,,687.2,1000.0,faster than memory: from caches
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Least Time (ns),TFLOP/s,Peak TFLOP/s,Problem
head,0.2,0.2,56.0,memory,22381,1.7,989.4,
--- in FP32, if one of its kernels is
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Least Time (ns),TFLOP/s,Peak TFLOP/s,Problem
aten::convolution,,,,,,,66.9,up to 1.38 times the peak
--- a GPU that is not known
Ranges against the limits of the hardware (mfu)
The peak of ACME 9 80GB HBM3 is not known: give it, for dense matrices, such as --peak bf16=989.4,memory=3350 (TFLOP/s, GB/s).
Range        MFU  Busy MFU  Roof  Bound     Wall  GPU Busy  Counted  Least Time    GFLOP  TFLOP/s  Peak TFLOP/s    Bytes   FLOP/B  Instances  Problem
aten::addmm                               800 us    800 us   100.0%              549.756    687.2                335.561  1,638.3          2  peak not known
head                                     40.0 us   40.0 us   100.0%                0.067      1.7                 67.142      1.0          2  peak not known
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Least Time (ns),TFLOP/s,Peak TFLOP/s,Problem
aten::addmm,,,,,,,500.0,up to 1.37 times the peak
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Least Time (ns),TFLOP/s,Peak TFLOP/s,Problem
aten::addmm,,,,,,687.2,,peak not known
aten::bmm,,,,,,,,peak not known
--- stated of ranges, in place of what is in them
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Wall (ns),GPU Busy (ns),Counted (%),Least Time (ns),GFLOP,TFLOP/s,Peak TFLOP/s,Bytes (MB),FLOP/B,Instances,Problem
attention,0.1,0.1,,,1000000,1000000,100.0,,2.000,2.0,1978.9,,,2,
ProfilerStep#1,25.3,32.0,,,1100000,870000,100.0,,275.911,317.1,991.2,,,1,
aten::linear,0.7,0.7,,,840000,840000,95.2,,6.000,7.1,989.4,,,2,
aten::addmm,0.8,0.8,,,800000,800000,100.0,,6.000,7.5,989.4,,,2,
Ranges against the limits of the hardware (mfu)
Range          MFU  Busy MFU  Roof  Bound     Wall  GPU Busy  Counted  Least Time   GFLOP  TFLOP/s  Peak TFLOP/s  Bytes  FLOP/B  Instances  Problem
forward       0.3%      0.3%               22.4 ms   22.1 ms    86.0%              60.000      2.7         989.4                         5
attention     0.3%      0.3%               18.9 ms   18.8 ms   100.0%              48.000      2.6         989.4                        48
Train step 0  0.2%      0.2%               18.8 ms   18.5 ms    81.3%              36.000      1.9         989.4                         1
Layer 0       0.2%      0.2%               6.95 ms   6.88 ms   100.0%              16.000      2.3         989.4                         8
Range,GFLOP,Instances,File
Layer 0,8.000,8,demo.sqlite
Range,GFLOP,Instances,File
Layer 0,8.000,8,demo.sqlite
Range,MFU (%),GFLOP,Instances
Layer 0,0.2,32.000,16
--- shapes in the names of ranges, as PyTorch's emit_nvtx() writes them: of no type
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Wall (ns),GPU Busy (ns),Counted (%),Least Time (ns),GFLOP,TFLOP/s,Peak TFLOP/s,Bytes (MB),FLOP/B,Instances,Problem
aten::mm,1.1,1.1,,,18858514,18764914,100.0,,206.158,11.0,989.4,,,48,
Train step 0,0.4,0.4,,,18757986,18499886,36.7,,77.309,4.2,989.4,,,1,
Layer 0,0.5,0.5,,,6945787,6882187,45.4,,34.360,5.0,989.4,,,8,
Range,MFU (%),Busy MFU (%),Roof (%),Bound,Wall (ns),GPU Busy (ns),Counted (%),Least Time (ns),GFLOP,TFLOP/s,Peak TFLOP/s,Bytes (MB),FLOP/B,Instances,Problem
aten::mm,21.9,22.0,,,18858514,18764914,100.0,,206.158,11.0,50.0,,,48,
--- as JSON and markdown: figures that are refused are null, and empty
1 row has more FLOP/s than the hardware can do: FLOP or peak are wrong (another type, a causal mask, --flops, --peak), so the figures are left out.
{'Range': 'aten::bmm', 'MFU (%)': None, 'Busy MFU (%)': None, 'Roof (%)': None, 'Bound': None, 'Wall (ns)': 50000, 'GPU Busy (ns)': 50000, 'Counted (%)': 100.0, 'Least Time (ns)': None, 'GFLOP': 68.719, 'TFLOP/s': None, 'Peak TFLOP/s': 989.4, 'Bytes (MB)': 100.663, 'FLOP/B': 682.7, 'Instances': 1, 'Problem': 'up to 1.39 times the peak'}
### Ranges against the limits of the hardware (mfu)
| Range | MFU (%) | Busy MFU (%) | Roof (%) | Bound | Wall (ns) | GPU Busy (ns) | Counted (%) | Least Time (ns) | GFLOP | TFLOP/s | Peak TFLOP/s | Bytes (MB) | FLOP/B | Instances | Problem |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
| `aten::bmm` |  |  |  |  | 50000 | 50000 | 100.0 |  | 68.719 |  | 989.4 | 100.663 | 682.7 | 1 | up to 1.39 times the peak |
--- strict
1 0
aten::bmm  0.1%      0.1%  60.1%  memory  50.0 us   50.0 us   100.0%     30.0 us  68.719  1,374.4   1,000,000.0  100.663   682.7          1
--- no FLOP
Ranges against the limits of the hardware (mfu)
Range                MFU  Busy MFU  Roof  Bound     Wall  GPU Busy  Counted  Least Time  GFLOP  TFLOP/s  Peak TFLOP/s  Bytes  FLOP/B  Instances  Problem
ProfilerStep#5      0.1%      1.2%                229 us   22.6 us    90.0%              0.268     11.9         989.4                         1
aten::linear        1.3%      1.3%               20.3 us   20.3 us   100.0%              0.268     13.2         989.4                         1
nn.Module: Block_0  1.3%      1.3%               20.3 us   20.3 us   100.0%              0.268     13.2         989.4                         1
1
gpuflame: note: skipped, since the input has no shapes of matrices (record_shapes=True of PyTorch, or emit_nvtx), and --flops states none: mfu
--- as many ranges as there are, each in the next: the time does not grow with their square
  30000 1,up to 2 times the peak
 270000 1,with ranges over the peak
      1 Instances,Problem
--- stated of ranges that only some ranks have
Range,GFLOP,Instances,File
attention,2.000,2,torch_mfu.json
head,2.000,2,torch_mfu.json
Range,GFLOP,Instances,File
attention,48.000,48,demo.sqlite
--- words
NVTX range summary (nvtx_sum)
STDOUT
gpuflame: mfu has rows with more than the hardware can do, and --strict is on
gpuflame: 'demo.sqlite' has no data for mfu: no shapes of matrices (record_shapes=True of PyTorch, or emit_nvtx), and --flops states none
gpuflame: note: 3 GPU operations have no launch record: launched before the profiler began, moved by unified memory, or lost
gpuflame: warning: the report says: Some events (5) were lost: dropped
gpuflame: 'stats_sums.sqlite' has no data for mfu: no single operations, only sums (gpuflame record --mode trace has both)
gpuflame: --flops: no range with GPU operations is named 'nosuchrange', or an earlier --flops has them; the report nvtx_gpu_proj_sum lists them
gpuflame: --flops: no range with GPU operations is named 'Layer 0', or an earlier --flops has them; the report nvtx_gpu_proj_sum lists them
gpuflame: --flops: no range with GPU operations is named '^nowhere$', or an earlier --flops has them; the report nvtx_gpu_proj_sum lists them
gpuflame: option '--flops': expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' (types: fp64, fp32, tf32, fp16, bf16, fp8), but got 'attention'
gpuflame: option '--flops': expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' (types: fp64, fp32, tf32, fp16, bf16, fp8), but got 'attention='
gpuflame: option '--flops': expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' (types: fp64, fp32, tf32, fp16, bf16, fp8), but got '=1'
gpuflame: option '--flops': expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' (types: fp64, fp32, tf32, fp16, bf16, fp8), but got 'a=0'
gpuflame: option '--flops': expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' (types: fp64, fp32, tf32, fp16, bf16, fp8), but got 'a=x'
gpuflame: option '--flops': expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' (types: fp64, fp32, tf32, fp16, bf16, fp8), but got 'a=1:int8'
gpuflame: option '--flops': expected REGEX=FLOP or REGEX=FLOP:TYPE, such as '^attention$=1.2e12:fp8' (types: fp64, fp32, tf32, fp16, bf16, fp8), but got 'a=1x'
gpuflame: option '--flops': pattern '(', column 2: missing closing parenthesis
gpuflame: option '--peak': expected dense TFLOP/s, such as 989.4, or by type, with GB/s of memory: bf16=989.4,fp8=1979,memory=3350 (fp64, fp32, tf32, fp16, bf16, fp8), but got 'fast'
gpuflame: mfu cannot be merged from partial results: read all files at once, without --partial
STDERR
