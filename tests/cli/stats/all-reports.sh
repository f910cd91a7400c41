# Every report of the small trace, whose numbers can be worked out by hand.
# empty_bars: the bars of a histogram that count nothing, counted
all-reports() {
  empty_bars() { awk '/^[0-9]+[.]0,[0-9]+[.]0,0,/ { empty++; next } { print } END { print empty + 0 " empty bars" }'; }
  all=$(gpuflame stats --list | grep -o '^[a-z_]*' | sed -E 's/(util|util_map|traffic_map|memory_map)$/&:chunks=6/')
  gpuflame stats --report "${all//$'\n'/,}" --format csv "$FIXTURES/stats_small.sqlite" | empty_bars
  echo "-- parts of the time, where nothing is said"
  gpuflame stats --report gpu_time_util,nccl_gpu_time_util_map --format csv "$FIXTURES/stats_small.sqlite" |
    grep -c ',100,0$'
  tell "names of kernels" gpuflame stats -r nvtxkernsum:base -f csv --limit 3 "$FIXTURES/stats_small.sqlite"
  echo "-- ranges that launched copies alone, beside reports of copies"
  cp "$FIXTURES/stats_small.sqlite" copies.sqlite
  python3 - <<'END'
import sqlite3
db = sqlite3.connect("copies.sqlite")
db.execute("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET correlationId = 999")
for i in range(200):
    db.execute("INSERT INTO NVTX_EVENTS SELECT start, end, eventType, 'copy ' || ?, textId, globalTid,"
        " endGlobalTid, domainId, jsonTextId FROM NVTX_EVENTS WHERE text = 'step 0'", (i,))
db.commit()
END
  gpuflame stats -q -r nvtx_kern_sum,cuda_gpu_mem_time_sum -f csv copies.sqlite
}
check all-reports 0 <<'STDOUT' 3<<'STDERR'
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
81.4,2400,2,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
16.9,500,2,250.0,250.0,200,300,70.7,"gemm(float*, float*)"
1.7,50,1,50.0,50.0,50,50,0.0,relu(float*)
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),GridXYZ,BlockXYZ,Name
81.4,2400,2,1200.0,1200.0,1000,1400,282.8,  16    1    1, 512    1    1,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
16.9,500,2,250.0,250.0,200,300,70.7,   2    1    1, 128    1    1,"gemm(float*, float*)"
1.7,50,1,50.0,50.0,50,50,0.0,   4    1    1, 256    1    1,relu(float*)
Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation
62.5,200,1,200.0,200.0,200,200,0.0,[CUDA memcpy Device-to-Host]
31.3,100,1,100.0,100.0,100,100,0.0,[CUDA memcpy Host-to-Device]
6.3,20,2,10.0,10.0,10,10,0.0,[CUDA memset]
Total (MB),Count,Avg (MB),Med (MB),Min (MB),Max (MB),StdDev (MB),Operation
2.000,1,2.000,2.000,2.000,2.000,0.000,[CUDA memcpy Device-to-Host]
0.004,1,0.004,0.004,0.004,0.004,0.000,[CUDA memcpy Host-to-Device]
0.002,2,0.001,0.001,0.001,0.001,0.000,[CUDA memset]
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Category,Operation
73.4,2400,2,1200.0,1200.0,1000,1400,282.8,CUDA_KERNEL,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
15.3,500,2,250.0,250.0,200,300,70.7,CUDA_KERNEL,"gemm(float*, float*)"
6.1,200,1,200.0,200.0,200,200,0.0,MEMORY_OPER,[CUDA memcpy Device-to-Host]
3.1,100,1,100.0,100.0,100,100,0.0,MEMORY_OPER,[CUDA memcpy Host-to-Device]
1.5,50,1,50.0,50.0,50,50,0.0,CUDA_KERNEL,relu(float*)
0.6,20,2,10.0,10.0,10,10,0.0,MEMORY_OPER,[CUDA memset]
Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name
1150,100,5,,,,,,,,,,0.004,40960.000,Pageable,Device,NVIDIA H200 (0),1,,7,[CUDA memcpy Host-to-Device]
1300,200,1,2,1,1,128,1,1,64,0.001,0.049,,,,,NVIDIA H200 (0),1,,7,"gemm(float*, float*)"
1700,50,2,4,1,1,256,1,1,16,0.000,0.000,,,,,NVIDIA H200 (0),1,,7,relu(float*)
3300,1000,3,16,1,1,512,1,1,96,0.000,0.000,,,,,NVIDIA H200 (0),1,,8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
6120,10,7,,,,,,,,,,0.001,51200.000,Device,,NVIDIA H200 (0),1,,7,[CUDA memset]
6300,300,4,2,1,1,128,1,1,64,0.001,0.049,,,,,NVIDIA H200 (0),1,,7,"gemm(float*, float*)"
6500,1400,8,16,1,1,512,1,1,96,0.000,0.000,,,,,NVIDIA H200 (0),1,,8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
8100,200,6,,,,,,,,,,2.000,10000000.000,Device,Pinned,NVIDIA H200 (0),1,,7,[CUDA memcpy Device-to-Host]
8505,10,10,,,,,,,,,,0.001,102400.000,Device,,NVIDIA H200 (0),1,,7,[CUDA memset]
Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name
70.5,1200,2,600.0,600.0,300,900,424.3,cudaDeviceSynchronize
23.5,400,1,400.0,400.0,400,400,0.0,cudaMemcpy
3.3,57,5,11.4,10.0,5,20,5.5,cudaLaunchKernel
1.2,20,1,20.0,20.0,20,20,0.0,cudaMemcpyAsync
1.2,20,1,20.0,20.0,20,20,0.0,cudaMemset
0.3,5,1,5.0,5.0,5,5,0.0,cudaMemsetAsync
Start (ns),Duration (ns),Name,CorrID,Pid,Tid,Thread Name
1110,20,cudaMemcpyAsync,5,100,100,trainer
1200,10,cudaLaunchKernel,1,100,100,trainer
1600,5,cudaLaunchKernel,2,100,100,trainer
3050,10,cudaLaunchKernel,3,100,100,trainer
4000,900,cudaDeviceSynchronize,90,100,100,trainer
6110,5,cudaMemsetAsync,7,100,100,trainer
6200,12,cudaLaunchKernel,4,100,100,trainer
6300,20,cudaLaunchKernel,8,100,100,trainer
8000,400,cudaMemcpy,6,100,100,trainer
8500,20,cudaMemset,10,100,100,trainer
8600,300,cudaDeviceSynchronize,91,100,100,trainer
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Category,Operation
48.3,2400,2,1200.0,1200.0,1000,1400,282.8,CUDA_KERNEL,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
24.1,1200,2,600.0,600.0,300,900,424.3,CUDA_API,cudaDeviceSynchronize
10.1,500,2,250.0,250.0,200,300,70.7,CUDA_KERNEL,"gemm(float*, float*)"
8.0,400,1,400.0,400.0,400,400,0.0,CUDA_API,cudaMemcpy
4.0,200,1,200.0,200.0,200,200,0.0,MEMORY_OPER,[CUDA memcpy Device-to-Host]
2.0,100,1,100.0,100.0,100,100,0.0,MEMORY_OPER,[CUDA memcpy Host-to-Device]
1.1,57,5,11.4,10.0,5,20,5.5,CUDA_API,cudaLaunchKernel
1.0,50,1,50.0,50.0,50,50,0.0,CUDA_KERNEL,relu(float*)
0.4,20,1,20.0,20.0,20,20,0.0,CUDA_API,cudaMemcpyAsync
0.4,20,1,20.0,20.0,20,20,0.0,CUDA_API,cudaMemset
0.4,20,2,10.0,10.0,10,10,0.0,MEMORY_OPER,[CUDA memset]
0.1,5,1,5.0,5.0,5,5,0.0,CUDA_API,cudaMemsetAsync
PID,TID,DevId,Count,QCount,TAvg (ns),TMed (ns),TMin (ns),TMax (ns),TStdDev (ns),AAvg (ns),AMed (ns),AMin (ns),AMax (ns),AStdDev (ns),QAvg (ns),QMed (ns),QMin (ns),QMax (ns),QStdDev (ns),KAvg (ns),KMed (ns),KMin (ns),KMax (ns),KStdDev (ns),API Name,Kernel Name
100,100,0,2,2,1425.0,1425.0,1250,1600,247.5,15.0,15.0,10,20,7.1,210.0,210.0,180,240,42.4,1200.0,1200.0,1000,1400,282.8,cudaLaunchKernel,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
100,100,0,2,2,350.0,350.0,300,400,70.7,11.0,11.0,10,12,1.4,89.0,89.0,88,90,1.4,250.0,250.0,200,300,70.7,cudaLaunchKernel,"gemm(float*, float*)"
100,100,0,1,1,150.0,150.0,150,150,0.0,5.0,5.0,5,5,0.0,95.0,95.0,95,95,0.0,50.0,50.0,50,50,0.0,cudaLaunchKernel,relu(float*)
API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),Kernel Dur (ns),Total Dur (ns),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name
1200,10,1210,90,1300,200,300,100,100,0,cudaLaunchKernel,   2    1    1, 128    1    1,"gemm(float*, float*)"
1600,5,1605,95,1700,50,150,100,100,0,cudaLaunchKernel,   4    1    1, 256    1    1,relu(float*)
3050,10,3060,240,3300,1000,1250,100,100,0,cudaLaunchKernel,  16    1    1, 512    1    1,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
6200,12,6212,88,6300,300,400,100,100,0,cudaLaunchKernel,   2    1    1, 128    1    1,"gemm(float*, float*)"
6300,20,6320,180,6500,1400,1600,100,100,0,cudaLaunchKernel,  16    1    1, 512    1    1,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Style,Range
33.5,5000,1,5000.0,5000.0,5000,5000,0.0,StartEnd,prefetch
26.8,4000,1,4000.0,4000.0,4000,4000,0.0,PushPop,step 0
20.1,3000,1,3000.0,3000.0,3000,3000,0.0,PushPop,step 1
12.0,1800,2,900.0,900.0,900,900,0.0,PushPop,forward
4.0,600,1,600.0,600.0,600,600,0.0,StartEnd,handed over
2.7,400,2,200.0,200.0,200,200,0.0,PushPop,NCCL:ncclAllReduce
0.7,100,1,100.0,100.0,100,100,0.0,PushPop,NCCL:ncclCommInitRank
0.3,40,1,40.0,40.0,40,40,0.0,PushPop,MPI:MPI_Barrier
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Range
42.8,4000,1,4000.0,4000.0,4000,4000,0.0,step 0
32.1,3000,1,3000.0,3000.0,3000,3000,0.0,step 1
19.3,1800,2,900.0,900.0,900,900,0.0,forward
4.3,400,2,200.0,200.0,200,200,0.0,NCCL:ncclAllReduce
1.1,100,1,100.0,100.0,100,100,0.0,NCCL:ncclCommInitRank
0.4,40,1,40.0,40.0,40,40,0.0,MPI:MPI_Barrier
Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Range
89.3,5000,1,5000.0,5000.0,5000,5000,0.0,prefetch
10.7,600,1,600.0,600.0,600,600,0.0,handed over
Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild (ns),Name,PID,TID,Lvl,NumChild,RangeId,ParentId,RangeStack,NameTree
500,600,100,0,100,NCCL:ncclCommInitRank,100,100,0,0,1,,:1,NCCL:ncclCommInitRank
700,740,40,0,40,MPI:MPI_Barrier,100,100,0,0,2,,:2,MPI:MPI_Barrier
1000,5000,4000,1100,2900,step 0,100,100,0,2,3,,:3,step 0
1100,2000,900,0,900,forward,100,100,1,0,4,3,:3:4,--forward
3000,3200,200,0,200,NCCL:ncclAllReduce,100,100,1,0,5,3,:3:5,--NCCL:ncclAllReduce
6000,9000,3000,900,2100,step 1,100,100,0,1,6,,:6,step 1
6100,7000,900,200,700,forward,100,100,1,1,7,6,:6:7,--forward
6250,6450,200,0,200,NCCL:ncclAllReduce,100,100,2,0,8,7,:6:7:8,----NCCL:ncclAllReduce
NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
NCCL:ncclAllReduce,PushPop,100,100,2,2,2400,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
forward,PushPop,100,100,1,1,1400,1400.0,1400.0,1400,1400,0.0,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
forward,PushPop,100,100,2,2,500,250.0,250.0,200,300,70.7,"gemm(float*, float*)"
forward,PushPop,100,100,1,1,50,50.0,50.0,50,50,0.0,relu(float*)
prefetch,StartEnd,100,100,1,2,2400,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
prefetch,StartEnd,100,100,1,1,300,300.0,300.0,300,300,0.0,"gemm(float*, float*)"
prefetch,StartEnd,100,100,1,1,50,50.0,50.0,50,50,0.0,relu(float*)
step 0,PushPop,100,100,1,1,1000,1000.0,1000.0,1000,1000,0.0,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
step 0,PushPop,100,100,1,1,200,200.0,200.0,200,200,0.0,"gemm(float*, float*)"
step 0,PushPop,100,100,1,1,50,50.0,50.0,50,50,0.0,relu(float*)
step 1,PushPop,100,100,1,1,1400,1400.0,1400.0,1400,1400,0.0,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
step 1,PushPop,100,100,1,1,300,300.0,300.0,300,300,0.0,"gemm(float*, float*)"
NVTX Range,Share (%),Total Time (ns),Kern Inst,Range Inst,Per Range (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
step N,81.4,2400,2,2,1200.0,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
step N,16.9,500,2,2,250.0,250.0,250.0,200,300,70.7,"gemm(float*, float*)"
step N,1.7,50,1,2,25.0,50.0,50.0,50,50,0.0,relu(float*)
prefetch,87.3,2400,2,1,2400.0,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
prefetch,10.9,300,1,1,300.0,300.0,300.0,300,300,0.0,"gemm(float*, float*)"
prefetch,1.8,50,1,1,50.0,50.0,50.0,50,50,0.0,relu(float*)
NCCL:ncclAllReduce,100.0,2400,2,2,1200.0,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
forward,71.8,1400,1,2,700.0,1400.0,1400.0,1400,1400,0.0,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
forward,25.6,500,2,2,250.0,250.0,250.0,200,300,70.7,"gemm(float*, float*)"
forward,2.6,50,1,2,25.0,50.0,50.0,50,50,0.0,relu(float*)
Layer,Share (%),Total Time (ns),Kern Inst,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
,81.4,2400,2,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
,16.9,500,2,250.0,250.0,200,300,70.7,"gemm(float*, float*)"
,1.7,50,1,50.0,50.0,50,50,0.0,relu(float*)
Range,Style,Total Proj Time (ns),Total Range Time (ns),Range Instances,Proj Avg (ns),Proj Med (ns),Proj Min (ns),Proj Max (ns),Proj StdDev (ns),Total GPU Ops,Avg GPU Ops,Avg Range Lvl,Avg Num Child
prefetch,StartEnd,6200,5000,1,6200.0,6200.0,6200,6200,0.0,5,5.0,0.0,0.0
step 0,PushPop,3150,4000,1,3150.0,3150.0,3150,3150,0.0,4,4.0,0.0,2.0
NCCL:ncclAllReduce,PushPop,2400,400,2,1200.0,1200.0,1000,1400,282.8,2,1.0,1.5,0.0
step 1,PushPop,2395,3000,1,2395.0,2395.0,2395,2395,0.0,5,5.0,0.0,1.0
forward,PushPop,2380,1800,2,1190.0,1190.0,600,1780,834.4,6,3.0,1.0,0.5
Name,Projected Start (ns),Projected Duration (ns),Orig Start (ns),Orig Duration (ns),Style,PID,TID,NumGPUOps,Lvl,NumChild,RangeId,ParentId,RangeStack
step 0,1150,3150,1000,4000,PushPop,100,100,4,0,2,3,,:3
forward,1150,600,1100,900,PushPop,100,100,3,1,0,4,3,:3:4
prefetch,1700,6200,1500,5000,StartEnd,100,100,5,0,0,9,,:9
NCCL:ncclAllReduce,3300,1000,3000,200,PushPop,100,100,1,1,0,5,3,:3:5
step 1,6120,2395,6000,3000,PushPop,100,100,5,0,1,6,,:6
forward,6120,1780,6100,900,PushPop,100,100,3,1,1,7,6,:6:7
NCCL:ncclAllReduce,6500,1400,6250,200,PushPop,100,100,1,2,0,8,7,:6:7:8
Share (%),On Path (ns),Pieces,Off Path (ns),Kind,Name
24.1,2050,3,,CPU,prefetch
17.6,1498,9,,CPU,forward
16.2,1380,5,,CPU,step 1
11.8,1000,1,1400,kernel,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
10.6,900,2,300,call,cudaDeviceSynchronize
4.2,360,2,,CPU,
2.8,240,1,,launch latency,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
2.7,230,3,,CPU,NCCL:ncclAllReduce
2.4,200,2,200,call,cudaMemcpy
2.4,200,1,0,copy,[CUDA memcpy DtoH]
2.4,200,2,,CPU,step 0
1.2,100,1,,CPU,NCCL:ncclCommInitRank
0.7,57,5,0,call,cudaLaunchKernel
0.5,40,1,,CPU,MPI:MPI_Barrier
0.2,20,1,0,call,cudaMemcpyAsync
0.2,20,1,0,call,cudaMemset
0.1,5,1,0,call,cudaMemsetAsync
0.0,0,0,500,kernel,"gemm(float*, float*)"
0.0,0,0,100,copy,[CUDA memcpy HtoD]
0.0,0,0,50,kernel,relu(float*)
0.0,0,0,20,fill,[CUDA memset]
Duration (ns),Start (ns),PID,Device ID,Context ID
In-Use (%),Busy (%),Duration (ns),Start (ns),PID,Device ID
28.5,28.5,1228,1150,100,0
24.9,24.9,1228,2378,100,0
56.5,56.5,1228,3606,100,0
0.0,0.0,1228,4834,100,0
89.6,81.4,1228,6062,100,0
66.9,66.9,1225,7290,100,0
In-Use (%),Busy (%),Duration (ns),Start (ns),PID,Device ID
100.0,100.0,767,3300,100,0
30.4,30.4,767,4067,100,0
0.0,0.0,767,4834,100,0
0.0,0.0,767,5601,100,0
82.8,82.8,767,6368,100,0
100.0,100.0,765,7135,100,0
In-Use (%),Duration (ns),Start (ns),PID,By
20.8,1200,700,100,kernels
0.0,1200,1900,100,kernels
83.3,1200,3100,100,kernels
0.0,1200,4300,100,kernels
33.3,1200,5500,100,kernels
100.0,1200,6700,100,kernels
3.3,1200,700,100,MPI
0.0,1200,1900,100,MPI
0.0,1200,3100,100,MPI
0.0,1200,4300,100,MPI
0.0,1200,5500,100,MPI
0.0,1200,6700,100,MPI
0.0,1200,700,100,both
0.0,1200,1900,100,both
0.0,1200,3100,100,both
0.0,1200,4300,100,both
0.0,1200,5500,100,both
0.0,1200,6700,100,both
Duration (ns),Start (ns),PID,TID,API Name
900,4000,100,100,cudaDeviceSynchronize
300,8600,100,100,cudaDeviceSynchronize
Duration (ns),Start (ns),Src Kind,Dst Kind,Bytes (MB),PID,Device ID,Context ID,Stream ID,API Name
200,8100,Device,Pinned,2.000,100,0,1,7,cudaMemcpy
Duration (ns),Start (ns),Src Kind,Dst Kind,Bytes (MB),PID,Device ID,Context ID,Stream ID,API Name
100,1150,Pageable,Device,0.004,100,0,1,7,cudaMemcpyAsync
Duration (ns),Start (ns),Memory Kind,Bytes (MB),PID,Device ID,Context ID,Stream ID,API Name
Name,Count,Mean (ns),Std (ns),Min (ns),Q1 (ns),Median (ns),Q3 (ns),Max (ns),Sum (ns)
NCCL:ncclAllReduce,2,200.0,0.0,200,200.0,200.0,200.0,200,400
NCCL:ncclCommInitRank,1,100.0,0.0,100,100.0,100.0,100.0,100,100
Name,Count,Mean (ns),Std (ns),Min (ns),Q1 (ns),Median (ns),Q3 (ns),Max (ns),Sum (ns)
NCCL:ncclAllReduce,2,1200.0,282.8,1000,1100.0,1200.0,1300.0,1400,2400
Name,Start (ns),End (ns),PID,DeviceID,Communication (%),Compute (%)
ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>),3300,4300,100,0,0.0,0.0
ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>),6500,7900,100,0,0.0,7.1
Name,Bytes,Ranks,Count,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Alg BW (GB/s),Bus BW (GB/s)
NCCL:ncclAllReduce,1048576,8,1,1000,1000.0,1000.0,1000,1000,0.0,1048.576,1835.008
NCCL:ncclAllReduce,2097152,8,1,1400,1400.0,1400.0,1400,1400,0.0,1497.966,2621.440
Name,Count,Mean (ns),Std (ns),Min (ns),Q1 (ns),Median (ns),Q3 (ns),Max (ns),Sum (ns)
MPI:MPI_Barrier,1,40.0,0.0,40,40.0,40.0,40.0,40,40
Name,Start (ns),Duration (ns),Delta (ns),Accumulated (ns),PID
prefetch,1700,6200,,0,100
Name,Start (ns),Duration (ns),Delta (ns),Accumulated (ns),PID
ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>),3300,1000,,0,100
ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>),6500,1400,3200,3200,100
Step,PID,Start (ns),Wall (ns),GPU Busy (ns),Idle (ns),Exposed Comm (ns),Launches,Longest Phase,Phase Time (ns),Outlier
step 0,100,1000,3300,1350,1950,1000,4,NCCL:ncclAllReduce,1000,
step 1,100,4300,4215,1820,2395,1300,5,forward,1780,
Step,Phase,PID,Wall (ns),GPU Busy (ns),Idle (ns),Exposed Comm (ns),GPU Ops,Outlier
step 0,data,100,2550,1000,1550,1000,1,
step 0,forward,100,750,350,400,0,3,
step 1,data,100,3600,1610,1990,1300,3,
step 1,[no phase],100,615,210,405,0,2,
Who,Cause,Range,Steps,Cost (ns),Share (%),Saves (ns),Sentence
Rank,Node,GPU,UUID,Devices,GPU Ops,Span (ns),Compute (ns),vs Median (%),Comm (ns),Exposed Comm (ns),Idle (ns),Wait (ns),Avg Wait (ns),Last,Last Share (%),First,File
stats_small.sqlite,,0,,1,9,7365,550,0.0,2400,2300,4195,,,,,,stats_small.sqlite
Range,Kind,Ranks,Mean (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Over Med (ns),Least,Most
forward,range,1,550.0,550.0,550,550,0.0,0.0,stats_small.sqlite,stats_small.sqlite
ncclDevKernel_AllReduce_Sum_bf16_RING_LL,collective,1,2400.0,2400.0,2400,2400,0.0,0.0,stats_small.sqlite,stats_small.sqlite
prefetch,range,1,350.0,350.0,350,350,0.0,0.0,stats_small.sqlite,stats_small.sqlite
step N,range,1,550.0,550.0,550,550,0.0,0.0,stats_small.sqlite,stats_small.sqlite
Rank,Node,Range,Kind,Time (ns),vs Median (%)
stats_small.sqlite,,ncclDevKernel_AllReduce_Sum_bf16_RING_LL,collective,2400,0.0
stats_small.sqlite,,forward,range,550,0.0
stats_small.sqlite,,step N,range,550,0.0
stats_small.sqlite,,prefetch,range,350,0.0
Rank,Node,Range,Time (ns),vs Median (%)
stats_small.sqlite,,step 0,250,0.0
stats_small.sqlite,,step 1,300,0.0
From (ns),To (ns),Count,Name
1000.0,1010.0,1,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
1390.0,1400.0,1,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
Start (ns),Duration (ns),Name,Kind,Process,Thread,Launch (ns),From Process,From Thread,CorrId,Grid,Block,Bytes
500,100,NCCL:ncclCommInitRank,range,"rank 0, process 100",trainer 100,,,,,,,
700,40,MPI:MPI_Barrier,range,"rank 0, process 100",trainer 100,,,,,,,
1000,4000,step 0,range,"rank 0, process 100",trainer 100,,,,,,,
1100,900,forward,range,"rank 0, process 100",trainer 100,,,,,,,
1110,20,cudaMemcpyAsync,call,"rank 0, process 100",trainer 100,,,,5,,,
1150,100,[CUDA memcpy HtoD],memcpy,"rank 0, GPU 0 NVIDIA H200",stream 7,1110,"rank 0, process 100",trainer 100,5,,,4096
1200,10,cudaLaunchKernel,call,"rank 0, process 100",trainer 100,,,,1,,,
1300,200,"gemm(float*, float*)",kernel,"rank 0, GPU 0 NVIDIA H200",stream 7,1200,"rank 0, process 100",trainer 100,1,"2,1,1","128,1,1",
1600,5,cudaLaunchKernel,call,"rank 0, process 100",trainer 100,,,,2,,,
1700,50,relu(float*),kernel,"rank 0, GPU 0 NVIDIA H200",stream 7,1600,"rank 0, process 100",trainer 100,2,"4,1,1","256,1,1",
3000,200,NCCL:ncclAllReduce,range,"rank 0, process 100",trainer 100,,,,,,,
3050,10,cudaLaunchKernel,call,"rank 0, process 100",trainer 100,,,,3,,,
3300,1000,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>),kernel,"rank 0, GPU 0 NVIDIA H200",stream 8,3050,"rank 0, process 100",trainer 100,3,"16,1,1","512,1,1",
4000,900,cudaDeviceSynchronize,call,"rank 0, process 100",trainer 100,,,,90,,,
6000,3000,step 1,range,"rank 0, process 100",trainer 100,,,,,,,
6100,900,forward,range,"rank 0, process 100",trainer 100,,,,,,,
6110,5,cudaMemsetAsync,call,"rank 0, process 100",trainer 100,,,,7,,,
6120,10,[CUDA memset],memset,"rank 0, GPU 0 NVIDIA H200",stream 7,6110,"rank 0, process 100",trainer 100,7,,,512
6200,12,cudaLaunchKernel,call,"rank 0, process 100",trainer 100,,,,4,,,
6250,200,NCCL:ncclAllReduce,range,"rank 0, process 100",trainer 100,,,,,,,
6300,300,"gemm(float*, float*)",kernel,"rank 0, GPU 0 NVIDIA H200",stream 7,6200,"rank 0, process 100",trainer 100,4,"2,1,1","128,1,1",
6300,20,cudaLaunchKernel,call,"rank 0, process 100",trainer 100,,,,8,,,
6500,1400,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>),kernel,"rank 0, GPU 0 NVIDIA H200",stream 8,6300,"rank 0, process 100",trainer 100,8,"16,1,1","512,1,1",
8000,400,cudaMemcpy,call,"rank 0, process 100",trainer 100,,,,6,,,
8100,200,[CUDA memcpy DtoH],memcpy,"rank 0, GPU 0 NVIDIA H200",stream 7,8000,"rank 0, process 100",trainer 100,6,,,2000000
8500,20,cudaMemset,call,"rank 0, process 100",trainer 100,,,,10,,,
8505,10,[CUDA memset],memset,"rank 0, GPU 0 NVIDIA H200",stream 7,8500,"rank 0, process 100",trainer 100,10,,,1024
8600,300,cudaDeviceSynchronize,call,"rank 0, process 100",trainer 100,,,,91,,,
38 empty bars
-- parts of the time, where nothing is said
60
--- names of kernels
NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
NCCL:ncclAllReduce,PushPop,100,100,2,2,2400,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL
forward,PushPop,100,100,1,1,1400,1400.0,1400.0,1400,1400,0.0,ncclDevKernel_AllReduce_Sum_bf16_RING_LL
forward,PushPop,100,100,2,2,500,250.0,250.0,200,300,70.7,gemm
-- ranges that launched copies alone, beside reports of copies
NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name
,,,,0,2,2400,1200.0,1200.0,1000,1400,282.8,ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)
,,,,0,2,500,250.0,250.0,200,300,70.7,"gemm(float*, float*)"
,,,,0,1,50,50.0,50.0,50,50,0.0,relu(float*)
Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation
62.5,200,1,200.0,200.0,200,200,0.0,[CUDA memcpy Device-to-Host]
31.3,100,1,100.0,100.0,100,100,0.0,[CUDA memcpy Host-to-Device]
6.3,20,2,10.0,10.0,10,10,0.0,[CUDA memset]
STDOUT
gpuflame: note: skipped, since the input has no calls of UCX: ucx_gpu_time_util_map, ucx_sum
gpuflame: note: skipped, since the input has no events of OpenACC: openacc_sum
gpuflame: note: skipped, since the input has no calls of the OS runtime: osrt_sum
gpuflame: note: skipped, since the input has no calls of MPI in tables of their own (nsys 2023 and later): mpi_event_trace
gpuflame: note: skipped, since the input has no events of OpenMP: openmp_sum
gpuflame: note: skipped, since the input has no migrations or page faults of unified memory: um_sum, um_total_sum, um_cpu_page_faults_sum
gpuflame: note: skipped, since the input has no samples of SM Active, SM Issue or Tensor Active (nsys profile --gpu-metrics-devices): gpu_metric_util_map
gpuflame: note: skipped, since the input has no samples of network devices (nsys profile --nic-metrics): network_traffic_map
gpuflame: note: skipped, since the input has no allocations of memory (profile_memory=True of PyTorch, --cuda-memory-usage true of nsys): memory_peaks, memory_map
gpuflame: note: skipped, since the input has no shapes of matrices (record_shapes=True of PyTorch, or emit_nvtx), and --flops states none: mfu
STDERR

# Steps and their phases. Walls are 1000, 1010, 1020, 1030, 1040 and 2000 ns: quartiles 1012.5
# and 1037.5, so that 1037.5 + 1.5 * 25 = 1075 is where outliers begin; of backward 575. What is
# forward takes 500 ns each time, and is no outlier.
step-reports() {
  gpuflame stats -f csv -r step_sum "$FIXTURES/stats_steps.sqlite"
  gpuflame stats -f csv -r step_phase_sum "$FIXTURES/stats_steps.sqlite" | sed -n '1,3p;12,13p'
  # Two GPUs, of which one waits for the third step: times are means of both. GPU 0 is idle for
  # 300 ns before nccl, which runs for 300 ns, 100 of them beside gemm, and for 1160 ns until step
  # 2; GPU 1 for all 1960 ns. Step 2: 20 ns before gemm, 400 before a kernel of no range, 1300
  # behind it; GPU 1 for all 2040. Step 3: GPU 0 for all 300 ns.
  gpuflame stats -f csv -r step_phase_sum "$FIXTURES/steps.sqlite"
  # Rows of a step add up to the step.
  for report in step_sum step_phase_sum; do
    gpuflame stats -q -f csv -r $report "$FIXTURES/demo.sqlite" |
      awk -F, 'NR > 1 { wall += $4; busy += $5; idle += $6; alone += $7 } END { print wall, busy, idle, alone }'
  done
  echo '--- a nanosecond of idle time, of no phase'
  cp "$FIXTURES/stats_steps.sqlite" idle.sqlite
  sql idle.sqlite "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end - 1 WHERE start = 10500"
  gpuflame stats -q -f csv -r step_phase_sum idle.sqlite | sed -n '2,5p'
  echo '--- two processes: each has its own steps and phases'
  cp "$FIXTURES/stats_steps.sqlite" two.sqlite
  python3 - two.sqlite <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for table, column, unit in (("NVTX_EVENTS", "globalTid", 1), ("CUPTI_ACTIVITY_KIND_RUNTIME", "globalTid", 1),
                            ("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid", 1)):
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(f"{c} + (2 << 24)" if c == column else f"{c} + 3" if c in ("start", "end") else c
                       for c in columns)
    db.execute(f"INSERT INTO {table} SELECT {values} FROM {table}")
db.commit()
END
  for pid in 7 9; do
    gpuflame stats -q -f csv -r step_phase_sum two.sqlite | sed -n "s/,$pid,/,7,/p" |
      cmp - <(gpuflame stats -q -f csv -r step_phase_sum "$FIXTURES/stats_steps.sqlite" | sed 1d) && echo "$pid: as alone"
  done
  tell "a device of which nothing is selected" gpuflame stats -q -f csv -r step_phase_sum --device 0 "$FIXTURES/steps.sqlite"
}
check step-reports 0 <<'STDOUT'
Step,PID,Start (ns),Wall (ns),GPU Busy (ns),Idle (ns),Exposed Comm (ns),Launches,Longest Phase,Phase Time (ns),Outlier
Train step 0,7,9900,1100,1000,100,0,2,forward,500,
Train step 1,7,11000,1010,1010,0,0,2,backward,510,
Train step 2,7,12010,1020,1020,0,0,2,backward,520,
Train step 3,7,13030,1030,1030,0,0,2,backward,530,
Train step 4,7,14060,1040,1040,0,0,2,backward,540,
Train step 5,7,15100,2000,2000,0,0,2,backward,1500,slow
Step,Phase,PID,Wall (ns),GPU Busy (ns),Idle (ns),Exposed Comm (ns),GPU Ops,Outlier
Train step 0,forward,7,600,500,100,0,1,slow
Train step 0,backward,7,500,500,0,0,1,
Train step 5,forward,7,500,500,0,0,1,
Train step 5,backward,7,1500,1500,0,0,1,slow
Step,Phase,PID,Wall (ns),GPU Busy (ns),Idle (ns),Exposed Comm (ns),GPU Ops,Outlier
step 1,forward,100,150,100,50,0,1,
step 1,backward,100,300,150,150,100,2,
step 1,[no phase],100,450,0,450,0,0,
step 2,forward,100,700,110,590,0,2,
step 2,[no phase],100,700,0,700,0,0,
step 3,[no phase],100,2100,200,1900,0,2,
51771887 51315887 456000 2785965 [2 times]
--- a nanosecond of idle time, of no phase
Train step 0,forward,7,600,500,100,0,1,slow
Train step 0,backward,7,499,499,0,0,1,
Train step 1,forward,7,501,500,1,0,1,
Train step 1,backward,7,510,510,0,0,1,
--- two processes: each has its own steps and phases
7: as alone
9: as alone
--- a device of which nothing is selected
Step,Phase,PID,Wall (ns),GPU Busy (ns),Idle (ns),Exposed Comm (ns),GPU Ops,Outlier
step 1,forward,100,300,200,100,0,1,
step 1,backward,100,600,300,300,200,2,
step 2,forward,100,1400,220,1180,0,2,
STDOUT

# The pace of numbered steps, a trace of API calls, and reports given as files.
numbered-pace() {
  cp "$FIXTURES/demo.sqlite" .
  try() { tell "$*" gpuflame stats -q "$@"; }
  gpuflame stats -q -r nvtx_pace -f csv demo.sqlite | tee pace
  for report in 'nvtx_gpu_proj_pace:name=Train step' 'nvtx_pace:name=Train step N'; do
    gpuflame stats -q -r "$report" -f csv demo.sqlite | cmp - pace
  done
  try -r 'nvtx_pace:name=Train step 2' -f csv demo.sqlite
  try -r nvtx_pace:name=Train -f csv demo.sqlite
  try -r 'nvtx_pace:name=Train step' -o pace.svg demo.sqlite && grep -c '<svg' pace.svg
  try -r cuda_api_trace -f csv --limit 3 demo.sqlite
  try -r cuda_api_trace -f csv --range '^loss$' --limit 5 demo.sqlite
  try nvtx_sum demo.sqlite
}
check numbered-pace 2 <<'STDOUT'
Name,Start (ns),Duration (ns),Delta (ns),Accumulated (ns),PID
Train step 0,101200,18676286,,0,4242
Train step 1,18778686,14272426,18677486,18677486,4242
Train step 2,33052312,18739075,14273626,32951112,4242
--- -r nvtx_pace:name=Train step 2 -f csv demo.sqlite: Name,Start (ns),Duration (ns),Delta (ns),Accumulated (ns),PID | Train step 2,33052312,18739075,,0,4242
--- -r nvtx_pace:name=Train -f csv demo.sqlite: status 1: gpuflame: cannot make nvtx_pace: no range with GPU work is named 'Train'; the report nvtx_gpu_proj_sum lists them
--- -r nvtx_pace:name=Train step -o pace.svg demo.sqlite
1
--- -r cuda_api_trace -f csv --limit 3 demo.sqlite
Start (ns),Duration (ns),Name,CorrID,Pid,Tid,Thread Name
6000,3000,cudaMemcpyAsync,9000,4242,4244,loader
12000,2000,cudaMemsetAsync,9100,4242,4244,loader
20000,4007,cudaLaunchKernel,1,4242,4242,train_gpt
--- -r cuda_api_trace -f csv --range ^loss$ --limit 5 demo.sqlite
Start (ns),Duration (ns),Name,CorrID,Pid,Tid,Thread Name
1000000,4350,cudaLaunchKernel,50,4242,4242,train_gpt
1020000,4357,cudaLaunchKernel,51,4242,4242,train_gpt
2020000,4707,cudaLaunchKernel,101,4242,4242,train_gpt
2040000,4714,cudaLaunchKernel,102,4242,4242,train_gpt
2060000,4721,cudaLaunchKernel,103,4242,4243,pt_autograd_0
--- nvtx_sum demo.sqlite: status 2: gpuflame: no file 'nvtx_sum'; reports are asked for with --report nvtx_sum
STDOUT

# Begin where another ends: no gap, no waiting, and the range that begins is the one that counts.
things-that-touch() {
  cp "$FIXTURES/stats_touch.sqlite" .
  gpuflame collapse -q --preset none stats_touch.sqlite
  gpuflame stats -f csv \
    -r cuda_kern_exec_trace,gpu_gaps:gap=0,gpu_time_util:chunks=5,nvtx_gpu_proj_trace stats_touch.sqlite
}
check things-that-touch 0 <<'STDOUT'
first;gemm 100
second;[CUDA memcpy HtoD] 50
second;relu 100
third;gemm 100
API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),Kernel Dur (ns),Total Dur (ns),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name
1000,50,1050,0,1050,100,150,5,6,0,cudaLaunchKernel,   2    1    1,  32    1    1,gemm
1060,40,1100,50,1150,100,190,5,6,0,cudaLaunchKernel,   2    1    1,  32    1    1,relu
1300,20,1320,80,1400,100,200,5,6,0,cudaLaunchKernel,   2    1    1,  32    1    1,gemm
Duration (ns),Start (ns),PID,Device ID,Context ID
100,1300,5,0,1
In-Use (%),Busy (%),Duration (ns),Start (ns),PID,Device ID
100.0,100.0,90,1050,5,0
100.0,100.0,90,1140,5,0
77.8,77.8,90,1230,5,0
11.1,11.1,90,1320,5,0
100.0,100.0,90,1410,5,0
Name,Projected Start (ns),Projected Duration (ns),Orig Start (ns),Orig Duration (ns),Style,PID,TID,NumGPUOps,Lvl,NumChild,RangeId,ParentId,RangeStack
first,1050,100,1000,60,PushPop,5,6,1,0,0,1,,:1
second,1150,150,1060,70,PushPop,5,6,2,0,0,2,,:2
third,1400,100,1300,100,PushPop,5,6,1,0,0,3,,:3
STDOUT
