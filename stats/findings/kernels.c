#include "stats/findings/rule.h"

/* How kernels compute. */

static void fill(const struct survey *survey, struct finding *finding)
{
	finding_add_pieces(finding, &survey->losses[finding->rule->kind], "kernels");
}

static void fill_blocks(const struct survey *survey, struct finding *finding)
{
	fill(survey, finding);
	finding_add_number(finding, "blocks of the longest", NUMBER_ID, (double)survey->blocks);
	finding_add_number(finding, "threads of a block", NUMBER_ID, (double)survey->block_threads);
}

const struct finding_rule rule_few_blocks = {
	.name = "few-blocks",
	.kind = LOSS_FEW_BLOCKS,
	.title = "Kernels have so few blocks that most of the GPU has nothing to do",
	.op = "kernel",
	.advice =
		"launch at least as many blocks as there are multiprocessors (some 40 to 150), "
		"each of 128 threads or more: divide the work into more parts, or run independent "
		"kernels side by side",
	.source = "grids of less than 16 blocks; CUDA C++ Best Practices Guide, \"Thread and Block "
		  "Heuristics\"",
	.command = "gpuflame stats --report cuda_gpu_trace",
	.fill = fill_blocks,
};

const struct finding_rule rule_fp32_products = {
	.name = "fp32-products",
	.kind = LOSS_FP32,
	.title = "Matrix products run in FP32, without tensor cores",
	.op = "kernel",
	.advice =
		"where the precision allows it, TF32 (from Ampere on), BF16 or FP16: several times "
		"the FLOP/s of FP32",
	.torch_advice =
		"where the precision allows it, torch.set_float32_matmul_precision(\"high\") "
		"(TF32, from Ampere on), or autocast to BF16: several times the FLOP/s of FP32",
	.source = "names of kernels (sgemm, ffma); NVIDIA, \"Accelerating AI Training with TF32 "
		  "Tensor Cores\"",
	.command = "gpuflame stats --report cuda_gpu_kern_sum",
	.fill = fill,
};

const struct finding_rule rule_unfused_attention = {
	.name = "unfused-attention",
	.kind = LOSS_SOFTMAX,
	.title = "Softmax runs as kernels of its own, as in attention that is not fused",
	.op = "kernel",
	.advice = "a fused attention (FlashAttention, cuDNN), which does not write the scores to "
		  "memory",
	.torch_advice =
		"if it is attention, F.scaled_dot_product_attention (of Hugging Face's "
		"models, attn_implementation=\"sdpa\" or \"flash_attention_2\"), which does not "
		"write the scores to memory; pad lengths to multiples of 8",
	.source = "names of kernels; Dao et al., FlashAttention, 2022",
	.command = "gpuflame stats --report cuda_gpu_kern_sum",
	.fill = fill,
};

const struct finding_rule rule_unfused_elementwise = {
	.name = "unfused-elementwise",
	.kind = LOSS_ELEMENTWISE,
	.title = "Elementwise kernels run one by one, each through memory",
	.op = "kernel",
	.advice = "fuse them, with each other or into the kernels before and after",
	.torch_advice = "fuse them: torch.compile, fused optimizers, norms and activations; fewer "
			"casts and copies (.to(), .contiguous())",
	.source =
		"names of PyTorch's kernels; PyTorch Performance Tuning Guide, \"Fuse operations\"",
	.command = "gpuflame stats --report cuda_gpu_kern_sum",
	.fill = fill,
};
