#include <assert.h>

#include "stats/findings/findings.h"

void finding_add_number(
	struct finding *finding, const char *name, enum number_kind kind, double value)
{
	assert(finding->number_count < FINDING_NUMBERS);
	finding->numbers[finding->number_count++] = (struct finding_number){ name, kind, value };
}

#define ADVICE(name, text) static const char name[] = text;
#include "stats/findings/advice.list"

/* --- what rules say beyond their words -------------------------------------------------------- */

static void fill_launches(const struct survey *survey, struct finding *finding)
{
	if (survey->compute_kernels > 0)
		finding_add_number(
			finding, "kernels", NUMBER_COUNT, (double)survey->compute_kernels);
	if (survey->graph_kernels > survey->compute_kernels / 2)
		finding->advice = ADVICE_IN_GRAPHS;
}

static void fill_allocator(const struct survey *survey, struct finding *finding)
{
	enum { FEW_WAITS = 50 }; /* an allocator that keeps memory calls CUDA's a few times only */

	if (finding->op != NAME_NONE &&
		strstr(survey->names->list[finding->op].text, "HostRegister") != NULL) {
		finding->title = "The GPU is idle while memory of the host is pinned";
		finding->advice = ADVICE_PINNING;
		return;
	}
	if (survey->losses[LOSS_ALLOCATOR].count < FEW_WAITS)
		finding->advice = ADVICE_FEW_ALLOCATIONS;
}

/* GPUs that copy from each other: MPI is given pointers of the device. */
static bool has_peer_copies(const struct survey *survey)
{
	for (uint32_t i = 0; i < survey->names->count; i++) {
		if (strstr(survey->names->list[i].text, "memcpy PtoP") != NULL)
			return true;
	}
	return false;
}

static bool is_server(const struct survey *survey)
{
	for (int phase = BATCH_NONE + 1; phase < BATCH_PHASES; phase++) {
		if (survey->phases[phase].steps > 0)
			return true;
	}
	return false;
}

static void fill_waits(const struct survey *survey, struct finding *finding)
{
	if (is_server(survey))
		finding->advice = ADVICE_SERVER_READS;
}

/* Whether half or more of it is. */
static bool is_in_no_range(const struct lost *loss)
{
	uint64_t ns = 0;

	for (uint32_t i = 0; i < loss->places.names.count; i++)
		ns += loss->places.names.keys[i] >> 32 == NAME_NONE ? loss->places.entries[i].ns
								    : 0;
	return ns >= loss->ns / 2;
}

static void fill_host(const struct survey *survey, struct finding *finding)
{
	const char *range =
		finding->range != NAME_NONE ? survey->names->list[finding->range].text : "";

	if (survey->is_torch && (survey->slowed & COST_STACKS) != 0)
		finding->advice = ADVICE_STACKS;
	if (is_server(survey) && is_in_no_range(&survey->losses[LOSS_HOST]))
		finding->advice = ADVICE_SERVER;
	/* Python that calls the model's operators */
	if (strncmp(range, "nn.Module: ", 11) == 0 || strstr(range, "): forward") != NULL)
		finding->advice = ADVICE_MODEL;
	if (strncmp(range, "MPI:", 4) == 0)
		finding->advice = has_peer_copies(survey) ? ADVICE_MPI_PEERS : ADVICE_MPI;
}

static void fill_small(const struct survey *survey, struct finding *finding)
{
	if (survey->small_kernels == 0)
		return;
	finding_add_number(
		finding, "kernels below 10 us", NUMBER_COUNT, (double)survey->small_kernels);
	finding_add_number(finding, "mean kernel", NUMBER_NS,
		(double)survey->small_ns / (double)survey->small_kernels);
	if (survey->compute_kernels > 0)
		finding_add_number(finding, "share of all kernels", NUMBER_PERCENT,
			(double)survey->small_kernels * 100 / (double)survey->compute_kernels);
	if (survey->graph_kernels > survey->small_kernels / 2)
		finding->advice = ADVICE_SMALL_IN_GRAPH;
}

static void fill_straggler(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "waits", NUMBER_COUNT, (double)survey->waits);
	finding->place = survey->slow_rank;
	finding->sentence = survey->verdict.bytes;
}

static void fill_exposed(const struct survey *survey, struct finding *finding)
{
	finding->sentence = survey->missing.bytes;
}

static void fill_blocks(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "blocks of the longest", NUMBER_ID, (double)survey->blocks);
	finding_add_number(finding, "threads of a block", NUMBER_ID, (double)survey->block_threads);
	if (survey->multiprocessors > 0)
		finding_add_number(
			finding, "multiprocessors", NUMBER_ID, (double)survey->multiprocessors);
}

static void fill_threads(const struct survey *survey, struct finding *finding)
{
	finding_add_number(
		finding, "threads of a block", NUMBER_ID, (double)survey->narrow_threads);
}

static void fill_fp32(const struct survey *survey, struct finding *finding)
{
	if (survey->lacks_tf32)
		finding->advice = ADVICE_NO_TF32;
}

static void fill_products(const struct survey *survey, struct finding *finding)
{
	finding_add_number(
		finding, "kernels", NUMBER_COUNT, (double)survey->losses[LOSS_PRODUCTS].count);
	finding_add_number(finding, "share of the peak", NUMBER_PERCENT,
		100 * survey->product_roof_ns / (double)(survey->product_ns + !survey->product_ns));
}

/* What copies and fills whose names have that word take. */
static uint64_t ns_of(const struct lost *loss, const char *word)
{
	uint64_t ns = 0;

	for (uint32_t i = 0; i < loss->places.names.count; i++) {
		uint32_t op = (uint32_t)loss->places.names.keys[i];

		if (op != NAME_NONE && strstr(loss->names->list[op].text, word) != NULL)
			ns += loss->places.entries[i].ns;
	}
	return ns;
}

static void fill_traffic(const struct survey *survey, struct finding *finding)
{
	const struct lost *loss = &survey->losses[LOSS_TRAFFIC];

	if (ns_of(loss, "DtoD") >= loss->ns / 2)
		finding->advice = survey->is_torch ? ADVICE_TORCH_WITHIN_GPU : ADVICE_WITHIN_GPU;
	else if (ns_of(loss, "memset") >= loss->ns / 2)
		finding->advice = survey->is_torch ? ADVICE_TORCH_FILLS : ADVICE_FILLS;
	else if (survey->knows_memory) /* those of pageable memory have a rule of their own */
		finding->advice = ADVICE_PINNED_COPIES;
}

static void fill_fetch(const struct survey *survey, struct finding *finding)
{
	const struct survey_fetches *fetches = &survey->fetches;
	uint64_t steps = survey->steps + survey->outliers + survey->warm_ups;
	double ns = (double)fetches->ns, bytes = (double)fetches->bytes;
	double kernels = (double)survey->kernel_ns / (double)(steps + !steps);

	finding_add_number(finding, "copies a step", NUMBER_COUNT, (double)fetches->copies);
	finding_add_number(finding, "GB a step", NUMBER_GB, bytes / 1e9);
	finding_add_number(finding, "GB a second", NUMBER_GB, bytes / (ns + (ns == 0)));
	finding_add_number(finding, "copies take", NUMBER_NS, ns);
	finding_add_number(finding, "kernels run for", NUMBER_NS, kernels);
	if (kernels < ns / 2)
		finding->advice = ADVICE_SHORT_KERNELS;
}

/* As much of what typical steps take as there are outliers. */
static double usual(const struct survey *survey, uint64_t ns)
{
	return survey->steps > 0 ? (double)ns / (double)survey->steps * (double)survey->outliers
				 : 0;
}

/* The cause of half or more of what outliers take longer, or LOSS_UNKNOWN. */
static enum loss_kind find_cause(const struct survey *survey, uint64_t excess)
{
	for (int kind = 0; kind < LOSS_OUTLIER; kind++) {
		if ((double)survey->outlier_ns[kind] - usual(survey, survey->losses[kind].ns) >=
			(double)excess / 2)
			return (enum loss_kind)kind;
	}
	return LOSS_UNKNOWN;
}

/* The range in which outliers take longest beyond what is usual, if that is half or more of it. */
static void find_range(const struct survey *survey, struct finding *finding)
{
	const struct ledger *places = &survey->losses[LOSS_OUTLIER].places;
	struct ledger others = { 0 };

	for (enum loss_kind kind = LOSS_DATA; kind <= LOSS_HOST; kind++) {
		const struct ledger *all = &survey->losses[kind].places;

		for (uint32_t i = 0; i < all->names.count; i++)
			ledger_add(&others, all->names.keys[i] | NAME_NONE, all->entries[i].ns);
	}
	finding->range = NAME_NONE;
	finding->share = 0.5;
	for (uint32_t i = 0; i < places->names.count; i++) {
		uint32_t other = ledger_find(&others, places->names.keys[i]);
		double ns = (double)places->entries[i].ns - usual(survey, others.entries[other].ns);

		if (places->names.keys[i] >> 32 == NAME_NONE || /* all of it */
			ns < finding->share * (double)finding->ns)
			continue;
		finding->share = ns / (double)finding->ns;
		finding->range = (uint32_t)(places->names.keys[i] >> 32);
	}
	ledger_release(&others);
}

static void explain(const struct survey *survey, struct finding *finding)
{
	static const char *const advice[LOSS_KINDS] = {
		[LOSS_LAUNCH] = ADVICE_STEP_LAUNCHES,
		[LOSS_FIRST_USE] = ADVICE_STEP_FIRST_USE,
		[LOSS_ALLOCATOR] = ADVICE_STEP_ALLOCATOR,
		[LOSS_DATA] = ADVICE_STEP_DATA,
		[LOSS_HOST] = ADVICE_STEP_HOST,
	};
	enum loss_kind cause = find_cause(survey, finding->ns);

	finding->range = NAME_NONE;
	if (cause == LOSS_HOST || cause == LOSS_DATA)
		find_range(survey, finding);
	if (finding->range != NAME_NONE)
		finding->advice = ADVICE_STEP_RANGE;
	else if (advice[cause] != NULL)
		finding->advice = advice[cause];
}

static void fill_outliers(const struct survey *survey, struct finding *finding)
{
	finding_add_number(finding, "outliers", NUMBER_ID, (double)survey->outliers);
	finding_add_number(
		finding, "steps", NUMBER_COUNT, (double)(survey->steps + survey->outliers));
	if (survey_has_median(survey))
		finding_add_number(finding, "median step", NUMBER_NS, (double)survey->median_ns);
	explain(survey, finding);
}

const struct finding_rule finding_rules[] = {
#define RULE(...) { __VA_ARGS__ },
#define EXPOSED(...)                                                                      \
	RULE(.sum_command = "gpuflame stats --report cuda_gpu_kern_sum", .op = "kernel ", \
		.command = "gpuflame collapse --value exposed", .pieces = "pieces",       \
		.fill = fill_exposed, __VA_ARGS__)
#include "stats/findings/rules.list"
	{ .name = NULL },
};
