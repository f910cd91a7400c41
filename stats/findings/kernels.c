#include "stats/findings/rule.h"

/* How kernels compute. */

static void fill_blocks(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "blocks of the longest", NUMBER_ID, (double)survey->blocks);
	finding_add_number(finding, "threads of a block", NUMBER_ID, (double)survey->block_threads);
	if (survey->multiprocessors > 0)
		finding_add_number(
			finding, "multiprocessors", NUMBER_ID, (double)survey->multiprocessors);
}

const struct finding_rule rule_few_blocks = {
	.name = "few-blocks",
	.kind = LOSS_FEW_BLOCKS,
	.title = "Kernels have too few blocks to fill the GPU",
	.op = "kernel ",
	.advice =
		"launch at least as many blocks as there are multiprocessors, each of 128 threads "
		"or more: divide the work into more parts, or run independent kernels side by side",
	.torch_advice =
		"of PyTorch's own kernels, shapes decide how many blocks there are: a larger "
		"batch, another layout (channels_last), or fused with others (torch.compile); "
		"launch kernels of your own with at least as many as there are multiprocessors",
	.source = "grids of fewer blocks than half of the multiprocessors (16 where their number "
		  "is not known); CUDA C++ Best Practices Guide, \"Thread and Block Heuristics\"",
	.command = "gpuflame stats --report cuda_gpu_trace",
	.pieces = "kernels",
	.fill = fill_blocks,
};

static void fill_threads(const struct survey *survey, struct finding *finding)
{
	finding_add_number(
		finding, "threads of a block", NUMBER_ID, (double)survey->narrow_threads);
}

const struct finding_rule rule_small_blocks = {
	.name = "small-blocks",
	.kind = LOSS_SMALL_BLOCKS,
	.title = "Blocks have fewer threads than a warp, whose other lanes do nothing",
	.op = "kernel ",
	.advice = "blocks of 128 to 256 threads, a multiple of 32: a block of fewer than 32 takes "
		  "a whole warp, and a multiprocessor runs a few dozen blocks at most",
	.source = "blocks of fewer than 32 threads; CUDA C++ Best Practices Guide, \"Thread and "
		  "Block Heuristics\"",
	.command = "gpuflame stats --report cuda_gpu_trace",
	.pieces = "kernels",
	.fill = fill_threads,
};

static void fill_fp32(const struct survey *survey, struct finding *finding)
{
	if (survey->lacks_tf32)
		finding->advice =
			"where the precision allows it, FP16 (in PyTorch, autocast to "
			"torch.float16 with GradScaler): this GPU, from before Ampere, has no TF32 "
			"or BF16; its tensor cores take FP16 alone";
}

const struct finding_rule rule_fp32_products = {
	.name = "fp32-products",
	.kind = LOSS_FP32,
	.title = "Matrix products run in FP32, without tensor cores",
	.op = "kernel ",
	.advice =
		"where the precision allows it, TF32 (from Ampere on), BF16 or FP16: several times "
		"the FLOP/s of FP32",
	.torch_advice =
		"where the precision allows it, torch.set_float32_matmul_precision(\"high\") "
		"(TF32, from Ampere on), or autocast to BF16: several times the FLOP/s of FP32",
	.source = "names of kernels (sgemm, ffma); NVIDIA, \"Accelerating AI Training with TF32 "
		  "Tensor Cores\"",
	.command = "gpuflame stats --report cuda_gpu_kern_sum",
	.pieces = "kernels",
	.fill = fill_fp32,
};

const struct finding_rule rule_unfused_attention = {
	.name = "unfused-attention",
	.kind = LOSS_SOFTMAX,
	.title = "Attention is not fused",
	.op = "kernel ",
	.advice = "a fused attention (FlashAttention, cuDNN), which does not write the scores to "
		  "memory",
	.torch_advice =
		"if it is attention, F.scaled_dot_product_attention (of Hugging Face's "
		"models, attn_implementation=\"sdpa\" or \"flash_attention_2\"), which does not "
		"write the scores to memory; pad lengths to multiples of 8",
	.source = "names of kernels: softmax, and the aten::bmm right before and after it; Dao et "
		  "al., FlashAttention, 2022",
	.command = "gpuflame stats --report cuda_gpu_kern_sum",
	.pieces = "kernels",
};

const struct finding_rule rule_older_attention = {
	.name = "older-attention",
	.kind = LOSS_ATTENTION,
	.divisor = 2,
	.title = "FlashAttention 2 on a Hopper GPU",
	.op = "kernel ",
	.advice = "on Hopper, FlashAttention 3 or cuDNN's attention: up to twice as fast",
	.torch_advice = "on Hopper, FlashAttention 3 (flash_attn_interface) or cuDNN's "
			"(sdpa_kernel(SDPBackend.CUDNN_ATTENTION)): up to twice as fast",
	.source = "names of kernels, half of their time; Shah et al., FlashAttention-3, 2024: 1.5 "
		  "to 2 times as fast",
	.command = "gpuflame stats --report cuda_gpu_kern_sum",
	.pieces = "kernels",
};

const struct finding_rule rule_unfused_elementwise = {
	.name = "unfused-elementwise",
	.kind = LOSS_ELEMENTWISE,
	.title = "Elementwise kernels run one by one, each through memory",
	.op = "kernel ",
	.advice = "fuse them, with each other or into the kernels before and after",
	.torch_advice = "fuse them: torch.compile, fused optimizers, norms and activations; fewer "
			"casts and copies (.to(), .contiguous())",
	.source =
		"names of PyTorch's kernels; PyTorch Performance Tuning Guide, \"Fuse operations\"",
	.command = "gpuflame stats --report cuda_gpu_kern_sum",
	.pieces = "kernels",
};
