#include "stats/findings/rule.h"

static void fill(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "waits", NUMBER_COUNT, (double)survey->waits);
	finding->place = survey->slow_rank;
	finding->sentence = survey->verdict.bytes;
}

const struct finding_rule rule_straggler = {
	.name = "straggler",
	.kind = LOSS_STRAGGLER,
	.title = "Ranks wait for each other in collectives",
	.op = NULL,
	.advice = "find out what the late rank does: more or longer data, a slow GPU (clocks, "
		  "temperature, ECC), a busy CPU; balance the work if it differs by design",
	.source = "shortest kernel of each collective, as docs/VALUES.md says of rank_sum",
	.command = "gpuflame stats --report rank_sum",
	.fill = fill,
};
