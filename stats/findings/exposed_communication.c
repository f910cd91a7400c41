#include "stats/findings/rule.h"

static void fill(const struct survey *survey, struct finding *finding)
{
	finding->sentence = survey->missing.bytes;
}

#define SOURCE "docs/VALUES.md, \"Values\", exposed"
#define COMMAND "gpuflame collapse --value exposed"
#define SUM_COMMAND "gpuflame stats --report cuda_gpu_kern_sum"

const struct finding_rule rule_exposed_all_reduce = {
	.name = "exposed-all-reduce",
	.kind = LOSS_ALL_REDUCE,
	.title = "Exposed all-reduce",
	.sum_title = "All-reduce, of which a trace shows what computation hides",
	.sum_command = SUM_COMMAND,
	.op = "kernel ",
	.advice = "overlap it with the backward pass (DDP's buckets: bucket_cap_mb, "
		  "static_graph, gradient_as_bucket_view), no_sync() while gradients accumulate, "
		  "gradients in bf16; check the bus bandwidth (nccl_size_sum, "
		  "of NCCL's own ranges)",
	.source = SOURCE "; PyTorch DDP notes",
	.command = COMMAND,
	.pieces = "pieces",
	.fill = fill,
};

const struct finding_rule rule_exposed_all_gather = {
	.name = "exposed-all-gather",
	.kind = LOSS_ALL_GATHER,
	.title = "Exposed all-gather",
	.sum_title = "All-gather, of which a trace shows what computation hides",
	.sum_command = SUM_COMMAND,
	.op = "kernel ",
	.advice =
		"if it gathers parameters, prefetch them (FSDP's forward_prefetch, "
		"backward_prefetch=BACKWARD_PRE), do not limit all-gathers more than memory needs, "
		"shard within a node (HYBRID_SHARD), a larger batch for each GPU; otherwise launch "
		"it earlier, beside computation that does not need it",
	.source = SOURCE "; PyTorch FSDP notes",
	.command = COMMAND,
	.pieces = "pieces",
	.fill = fill,
};

const struct finding_rule rule_exposed_reduce_scatter = {
	.name = "exposed-reduce-scatter",
	.kind = LOSS_REDUCE_SCATTER,
	.title = "Exposed reduce-scatter",
	.sum_title = "Reduce-scatter, of which a trace shows what computation hides",
	.sum_command = SUM_COMMAND,
	.op = "kernel ",
	.advice = "overlap it with the backward pass (overlap_grad_reduce in Megatron-LM, its own "
		  "stream in FSDP), reduce in bf16, shard within a node (HYBRID_SHARD)",
	.source = SOURCE "; PyTorch FSDP notes",
	.command = COMMAND,
	.pieces = "pieces",
	.fill = fill,
};

const struct finding_rule rule_exposed_send_recv = {
	.name = "exposed-send-recv",
	.kind = LOSS_SEND_RECV,
	.title = "Exposed send and receive",
	.sum_title = "Send and receive, of which a trace shows what computation hides",
	.sum_command = SUM_COMMAND,
	.op = "kernel ",
	.advice = "between stages of a pipeline, more microbatches (the bubble of p stages is (p - "
		  "1) / "
		  "(m + p - 1) with m of them), an interleaved or zero-bubble schedule, stages of "
		  "equal work; otherwise post it earlier, beside computation",
	.source = SOURCE "; Narayanan et al., Efficient Large-Scale Language Model Training on "
			 "GPU Clusters, 2021",
	.command = COMMAND,
	.pieces = "pieces",
	.fill = fill,
};

const struct finding_rule rule_exposed_all_to_all = {
	.name = "exposed-all-to-all",
	.kind = LOSS_ALL_TO_ALL,
	.title = "Exposed all-to-all",
	.sum_title = "All-to-all, of which a trace shows what computation hides",
	.sum_command = SUM_COMMAND,
	.op = "kernel ",
	.advice =
		"overlap it with computation that does not need it (the dense part, other experts, "
		"the other half of the batch); it ends for all at once, so check that all ranks "
		"have equal work before it (gpuflame stats of the files of all ranks), such as "
		"shards of tables or experts; send fewer bytes",
	.source = SOURCE,
	.command = COMMAND,
	.pieces = "pieces",
	.fill = fill,
};

const struct finding_rule rule_exposed_communication = {
	.name = "exposed-communication",
	.kind = LOSS_OTHER_COMMUNICATION,
	.title = "Exposed communication",
	.sum_title = "Communication, of which a trace shows what computation hides",
	.sum_command = SUM_COMMAND,
	.op = "kernel ",
	.advice = "launch it earlier and on a stream of its own, in larger and fewer messages; "
		  "check its bandwidth",
	.source = SOURCE,
	.command = COMMAND,
	.pieces = "pieces",
	.fill = fill,
};
