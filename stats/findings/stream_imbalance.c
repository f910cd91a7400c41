#include "stats/findings/rule.h"

static void fill(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "busiest stream", NUMBER_ID, (double)survey->stream);
}

const struct finding_rule rule_stream_imbalance = {
	.name = "stream-imbalance",
	.kind = LOSS_STREAMS,
	.title = "Streams that compute side by side have unequal amounts of work",
	.op = NULL,
	.advice = "move work from the busiest stream to the others; if its kernels fill the GPU by "
		  "themselves, nothing can be won here",
	.source = "n streams with W of work take W / n at least",
	.command = "gpuflame collapse --by stream",
	.fill = fill,
};
