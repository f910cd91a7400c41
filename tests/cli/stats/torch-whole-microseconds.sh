# A trace of whole microseconds: a call that outlasts its operator is in it, and lasts as long as it did.
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
