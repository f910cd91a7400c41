#include "capture/device/balance.h"

#include "capture/device/activity.h"

void balance_start(struct balance *balance, const struct threads *threads)
{
	*balance = (struct balance){ 0 };
	for (int what = 0; what < LAUNCH_WHATS; what++)
		balance->before[what] = threads_launched(threads, (enum launch_what)what);
}

static enum launch_what what_of(const struct operation *operation)
{
	if (operation->graph_node != 0)
		return LAUNCH_GRAPH;
	switch (operation->kind) {
	case OPERATION_KERNEL:
		return LAUNCH_KERNEL;
	case OPERATION_MEMCPY:
		return LAUNCH_COPY;
	case OPERATION_MEMSET:
		return LAUNCH_FILL;
	case OPERATION_GRAPH:
		return LAUNCH_GRAPH;
	}
	return LAUNCH_OTHER;
}

void balance_add(struct balance *balance, const struct operation *operation)
{
	enum launch_what what = what_of(operation);

	if (what == LAUNCH_OTHER)
		return;
	if (__builtin_expect(what == LAUNCH_GRAPH, 0)) {
		uint32_t *slot = &balance->graphs[operation->correlation % 4096];

		/* the launch of a graph has a record for each node */
		if (*slot == operation->correlation)
			return;
		*slot = operation->correlation;
	}
	balance->came[what]++;
}

/* By kind: launched, and without a record. */
static void add_up(const struct balance *balance, const struct threads *threads, uint64_t missing[])
{
	/* without kernels, nothing is recorded */
	bool is_off = atomic_load(&balance->is_off[LAUNCH_KERNEL]);

	for (int what = 0; what < LAUNCH_WHATS; what++) {
		uint64_t launched =
			threads_launched(threads, (enum launch_what)what) - balance->before[what];

		missing[what] = 0;
		if (launched > balance->came[what] && !is_off &&
			!atomic_load(&balance->is_off[what]))
			missing[what] = launched - balance->came[what];
	}
}

static uint64_t all_that_came(const struct balance *balance)
{
	uint64_t all = 0;

	for (int what = 0; what < LAUNCH_WHATS; what++)
		all += balance->came[what];
	return all;
}

uint64_t balance_launched(const struct threads *threads)
{
	uint64_t all = 0;

	for (int what = 0; what < LAUNCH_WHATS; what++)
		all += threads_launched(threads, (enum launch_what)what);
	return all;
}

bool balance_is_short(const struct balance *balance, const struct threads *threads, bool excuses)
{
	uint64_t missing[LAUNCH_WHATS];
	bool is_short = false;

	add_up(balance, threads, missing);
	for (int what = 0; what < LAUNCH_WHATS; what++)
		is_short |= missing[what] > (excuses ? balance->excused[what] : 0);
	return is_short;
}

void balance_settle(struct balance *balance, const struct threads *threads)
{
	uint64_t missing[LAUNCH_WHATS], came = all_that_came(balance);

	add_up(balance, threads, missing);
	if (missing[LAUNCH_KERNEL] > 0 || came == balance->known)
		return;
	balance->known = came;
	for (int what = 0; what < LAUNCH_WHATS; what++)
		balance->excused[what] = missing[what];
}

uint64_t balance_missing(
	const struct balance *balance, const struct threads *threads, uint64_t dropped)
{
	uint64_t missing[LAUNCH_WHATS], sum = 0;

	add_up(balance, threads, missing);
	if (missing[LAUNCH_KERNEL] <= dropped && all_that_came(balance) > 0)
		return missing[LAUNCH_KERNEL];
	for (int what = 0; what < LAUNCH_WHATS; what++)
		sum += missing[what] > balance->excused[what]
			       ? missing[what] - balance->excused[what]
			       : 0;
	return sum;
}
