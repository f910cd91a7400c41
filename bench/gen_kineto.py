#!/usr/bin/env python3
"""A trace as PyTorch's profiler writes it, of a made-up training run: gen_kineto.py KERNELS > trace.json

Each kernel has the operators around it, its launch, and the flow events between
them: some 1,500 bytes. The same argument gives the same text.
"""
import random
import sys

kernels = int(sys.argv[1])
chance = random.Random(1)
OPERATORS = ["aten::linear", "aten::addmm", "aten::native_layer_norm", "aten::_softmax", "aten::gelu", "aten::add_",
             "aten::scaled_dot_product_attention", "aten::copy_"]
NAMES = [f"void at::native::vectorized_elementwise_kernel<{n}, at::native::BinaryFunctor<float, float, float,"
         f" at::native::binary_internal::MulFunctor<float> >, at::detail::Array<char*, {n + 1}> >(int, long)"
         for n in range(60)] + [f"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x{n}x64_cublas" for n in range(40)]
STEP = 2000  # kernels a step


def event(cat, name, pid, tid, ts, dur, args):
    return (f'  {{\n    "ph": "X", "cat": "{cat}", "name": "{name}", "pid": {pid}, "tid": {tid},\n'
            f'    "ts": {ts // 1000}.{ts % 1000:03}, "dur": {dur // 1000}.{dur % 1000:03},\n'
            f'    "args": {{\n      {args}\n    }}\n  }},\n')


write = sys.stdout.write
write('{\n  "schemaVersion": 1,\n  "deviceProperties": [\n    {"id": 0, "name": "NVIDIA H100"}\n  ],\n  "traceEvents": [\n')
now, gpu = 5_000_000_000_000, 5_000_000_020_000
for i in range(kernels):
    if i % STEP == 0:
        length = min(STEP, kernels - i) * 25_000
        write(event("user_annotation", f"ProfilerStep#{i // STEP}", 4321, 4321, now, length, f'"External id": {i * 4 + 3}, "Ev Idx": {i}'))
    outer, inner = OPERATORS[i % 8], OPERATORS[(i * 5 + 1) % 8]
    took = chance.randrange(1500, 90_000)
    shapes = '"Record function id": 0, "Concrete Inputs": ["", "", "1"], "Input type": ["float", "float", "Scalar"],' \
             f' "Input Dims": [[32, 1024], [1024, 4096], []], "Ev Idx": {i}'
    write(event("cpu_op", outer, 4321, 4321, now + 500, 20_123, f'"External id": {i * 4 + 1}, {shapes}'))
    write(event("cpu_op", inner, 4321, 4321, now + 2500, 15_001, f'"External id": {i * 4 + 2}, {shapes}'))
    write(event("cuda_runtime", "cudaLaunchKernel", 4321, 4321, now + 4000, 5500,
                f'"External id": {i * 4 + 2}, "cbid": 211, "correlation": {i + 1}'))
    write(f'  {{\n    "ph": "s", "id": {i + 1}, "pid": 4321, "tid": 4321, "ts": {(now + 4000) // 1000}.000,\n'
          '    "cat": "ac2g", "name": "ac2g"\n  },\n')
    gpu = max(gpu, now + 12_000)
    write(event("kernel", NAMES[chance.randrange(100)], 0, 7, gpu, took,
                f'"External id": {i * 4 + 2},\n      "queued": 0, "device": 0, "context": 1,\n      "stream": 7, "correlation": {i + 1},\n'
                '      "registers per thread": 32,\n      "shared memory": 0,\n      "blocks per SM": 0.818182,\n'
                '      "warps per SM": 3.272727,\n      "grid": [108, 1, 1],\n      "block": [128, 1, 1],\n'
                '      "est. achieved occupancy %": 5'))
    write(f'  {{\n    "ph": "f", "id": {i + 1}, "pid": 0, "tid": 7, "ts": {gpu // 1000}.{gpu % 1000:03},\n'
          '    "cat": "ac2g", "name": "ac2g", "bp": "e"\n  },\n')
    gpu += took
    now += 25_000
write(f'  {{"name": "Record Window End", "ph": "i", "s": "g", "pid": "", "tid": "", "ts": {now // 1000}.000}}\n  ],\n'
      '  "traceName": "trace.json"\n}\n')
