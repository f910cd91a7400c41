#!/usr/bin/env python3
"""Folded stacks of a made-up training run: gen_stacks.py STACKS LINES > out.folded

Each of STACKS distinct stacks occurs once, and LINES - STACKS lines more, drawn so
that some occur often; 5 to 12 frames, kernels with names of 60 to 200 characters.
The same arguments give the same text.
"""
import random
import sys

stacks_wanted, lines_wanted = int(sys.argv[1]), int(sys.argv[2])
chance = random.Random(7)
TYPES = ["float", "__nv_bfloat16", "c10::Half", "double", "int", "cutlass::half_t"]
SHAPES = [
    "void cutlass::Kernel2<cutlass_80_tensorop_{0}16816gemm_{1}_{2}x{3}_tn_align8>(cutlass_80_tensorop::Params)",
    "void at::native::vectorized_elementwise_kernel<{2}, at::native::AddFunctor<{0}>, at::detail::Array<char*, {3}>>(int, {1})",
    "void at::native::reduce_kernel<{2}, {3}, at::native::ReduceOp<{0}, at::native::sum_functor<{0}, {1}, {0}>, unsigned int>>",
    "void flash_fwd_kernel<Flash_fwd_kernel_traits<{2}, {3}, 64, 4, false, {0}>, false, true>(Flash_fwd_params, {1})",
    "ncclDevKernel_AllReduce_Sum_{0}_RING_LL128(ncclDevComm*, unsigned long, ncclWork*, Storage<{2}, {3}>) [{1}]",
    "void (anonymous namespace)::softmax_warp_forward<{0}, {1}, {0}, {2}, false>({1}*, {0} const*, int, int, int, bool, {3})",
]
KERNELS = [chance.choice(SHAPES).format(chance.choice(TYPES), chance.choice(TYPES), chance.choice((32, 64, 128, 256)),
                                        chance.randint(1, 99)) for _ in range(1500)]
LEVELS = [["thread %d" % i for i in range(3)], ["Train step"], ["forward", "backward", "optimizer"],
          ["micro-batch %d" % i for i in range(4)], ["Layer %d" % i for i in range(48)],
          ["attention", "mlp", "layernorm", "router", "experts"], ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj"],
          ["aten::linear", "aten::addmm", "aten::copy_", "aten::_softmax", "aten::native_layer_norm"],
          ["aten::mm", "aten::to", "aten::mul"], ["cudaLaunchKernel", "cuLaunchKernelEx"]]

stacks = {}
while len(stacks) < stacks_wanted:
    middle = sorted(chance.sample(range(3, len(LEVELS)), chance.randint(0, len(LEVELS) - 3)))
    frames = ["python3 train.py"] + [chance.choice(LEVELS[i]) for i in [0, 1, 2] + middle] + [chance.choice(KERNELS)]
    stacks[";".join(frames)] = chance.lognormvariate(9.5, 1.6)
names, values = list(stacks), list(stacks.values())
write = sys.stdout.write
for name, value in stacks.items():
    write("%s %d\n" % (name, value + 1))
weights, sums = 0.0, []
for place in range(stacks_wanted):
    weights += 1 / (place + 10)
    sums.append(weights)
left = lines_wanted - stacks_wanted
while left > 0:
    part = min(left, 100000)
    sys.stdout.writelines("%s %d\n" % (names[i], values[i] * chance.uniform(0.7, 1.4) + 1)
                          for i in chance.choices(range(stacks_wanted), cum_weights=sums, k=part))
    left -= part
