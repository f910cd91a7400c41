/* A training step as folded text: ranges, kernels of all kinds, some too narrow to be drawn. */
'use strict';

const MATMUL = 'void cutlass::Kernel2<' +
  'cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_256x128_32x3_nn_align8>' +
  '(cutlass_80_tensorop::Params)';
const FLASH = 'void ' +
  'flash_fwd_kernel<Flash_fwd_kernel_traits<128, 64, 64, 4>, false, true>(Flash_fwd_params)';
const GELU = 'gelu_forward_kernel2(__nv_bfloat16*, __nv_bfloat16 const*)';
const REDUCE = 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)';

const LINES = [
  ['Train step;forward;Layer;attention;qkv;' + MATMUL, 42e6],
  ['Train step;forward;Layer;attention;sdpa;' + FLASH, 31e6],
  ['Train step;forward;Layer;mlp;fc;' + MATMUL, 61e6],
  ['Train step;forward;Layer;mlp;gelu;' + GELU, 14e6],
  ['Train step;forward;Layer;norm;layernorm_forward_kernel6(float*)', 12e6],
  ['Train step;forward;Layer;mlp;[memset]', 1e6],
  ['Train step;backward;Layer;attention;' + MATMUL, 88e6],
  ['Train step;backward;Layer;mlp;' + MATMUL, 120e6],
  ['Train step;backward;Layer;softmax_warp_backward(float*)', 9e6],
  ['Train step;gradients;NCCL:ncclAllReduce;' + REDUCE, 26e6],
  ['Train step;optimizer;global_norm_squared_kernel<float>(float*)', 4e6],
  ['Train step;optimizer;adamw_kernel3(float*)', 22e6],
];
for (let i = 0; i < 40; i++)
  LINES.push(['Train step;forward;Layer;misc;tiny_' + i + '_kernel', 3000 + 70 * i]);

const TOTAL = LINES.reduce((sum, [, value]) => sum + value, 0);

module.exports = { TRAINING: LINES.map((line) => line.join(' ') + '\n').join(''), TOTAL, MATMUL,
  FLASH, GELU, REDUCE };
