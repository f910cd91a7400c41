#include "stats/findings/rule.h"

static void fill(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "outliers", NUMBER_ID, (double)survey->outliers);
	finding_add_number(
		finding, "steps", NUMBER_COUNT, (double)(survey->steps + survey->outliers));
	finding_add_number(finding, "median step", NUMBER_NS, (double)survey->median_ns);
}

const struct finding_rule rule_outlier_steps = {
	.name = "outlier-steps",
	.kind = LOSS_OUTLIER,
	.title = "Some steps take far longer than the others",
	.op = NULL,
	.advice = "look at one of them: recompilation for a new shape (pad, or mark it dynamic), "
		  "checkpoints, evaluation, garbage collection, memory that is freed and allocated "
		  "anew",
	.source = "steps above Tukey's fence (Exploratory Data Analysis, 1977), over the median",
	.command = "gpuflame stats --report step_sum",
	.fill = fill,
};
