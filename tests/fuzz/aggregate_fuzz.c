/*
 * Folded texts, separated by lines "--", combined and compared. The first byte says how. Each
 * stack of the aggregate has the value that a plain loop over the parts finds, whatever the
 * order of the parts, and in a comparison each side adds up to its own total.
 */
#define _GNU_SOURCE /* memmem */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/folded.h"
#include "tests/feed_text.h"
#include "collapse/aggregate.h"
#include "stats/diff/diff_runs.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS = 5, KEYS = 3 };

struct parts {
	struct names names;
	struct tree trees[PARTS];
	size_t count;
};

static const char *const keys[KEYS] = { "0", "1", "2" };

static void read_part(struct parts *parts, const uint8_t *text, size_t len)
{
	struct tree *tree = &parts->trees[parts->count++];
	struct fed_text fed = { (const char *)text, len, 0 };
	struct err err = { 0 };

	tree_init(tree, &parts->names);
	must(folded_read(feed_text, &fed, "part", tree, &err) || err.msg[0] != '\0', "a message");
}

static void read_parts(struct parts *parts, const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size;

	names_init(&parts->names);
	for (const uint8_t *at = data, *next; at != NULL && parts->count < PARTS; at = next) {
		const uint8_t *cut = memmem(at, (size_t)(end - at), "\n--\n", 4);

		read_part(parts, at, (size_t)((cut != NULL ? cut + 1 : end) - at));
		next = cut != NULL ? cut + 4 : NULL;
	}
}

enum { DEPTH = 1 << 12 };

/* The node of `tree` for the stack of a node of `other`; they share names. */
static uint32_t twin_of(const struct tree *tree, const struct tree *other, uint32_t node)
{
	static uint32_t frames[DEPTH];
	uint32_t twin = TREE_ROOT;
	size_t depth = 0;

	for (; node != TREE_ROOT && depth < DEPTH; node = other->parent[node])
		frames[depth++] = other->frame[node];
	while (depth > 0 && twin != TREE_NONE)
		twin = tree_find(tree, twin, frames[--depth]);
	return twin;
}

static uint64_t value_in(const struct tree *tree, const struct tree *other, uint32_t node)
{
	uint32_t twin = twin_of(tree, other, node);
	uint64_t value = twin != TREE_NONE ? tree->self[twin] : 0;

	for (unsigned i = tree->decimals; i < other->decimals; i++)
		value *= 10;
	return value;
}

static uint64_t expected(
	const struct parts *parts, const struct tree *tree, uint32_t node, enum aggregate how)
{
	uint64_t by_key[KEYS] = { 0 }, sum = 0, min = UINT64_MAX, max = 0;
	uint64_t count = parts->count < KEYS ? parts->count : KEYS;

	must(count > 0, "there is a part");
	for (size_t i = 0; i < parts->count; i++)
		by_key[i % KEYS] += value_in(&parts->trees[i], tree, node);
	for (size_t i = 0; i < count; i++) {
		sum += by_key[i];
		min = by_key[i] < min ? by_key[i] : min;
		max = by_key[i] > max ? by_key[i] : max;
	}
	switch (how) {
	case AGGREGATE_SUM:
		return sum;
	case AGGREGATE_MEAN:
		return sum / count + (sum % count * 2 >= count);
	case AGGREGATE_MIN:
		return min;
	case AGGREGATE_MAX:
		return max;
	case AGGREGATE_SPREAD:
		return max - min;
	}
	return 0;
}

static void check_aggregate(struct parts *parts, enum aggregate how, bool backwards)
{
	const struct ruleset none = { .strip_numbers = STRIP_NONE };
	struct aggregator aggregator;
	struct tree tree;
	struct err err = { 0 };
	uint64_t total = 0, wanted = 0;
	bool ok = true;

	tree_init(&tree, &parts->names);
	aggregator_init(&aggregator, &tree);
	for (size_t i = 0; ok && i < parts->count; i++) {
		size_t at = backwards ? parts->count - 1 - i : i;

		ok = aggregator_add(
			&aggregator, keys[at % KEYS], keys[at % KEYS], &parts->trees[at], &err);
	}
	if (!ok || !aggregator_finish(&aggregator, how, &none, 0, false, &err)) {
		must(err.code == ERR_SUM && err.msg[0] != '\0', "only sums can be too large");
	} else {
		for (uint32_t node = 0; node < tree.count; node++) {
			uint64_t value = expected(parts, &tree, node, how);

			/* under another name */
			must(how == AGGREGATE_SPREAD || tree.self[node] == value, "the value");
			total += tree.self[node];
			wanted += value;
		}
		must(wanted == total, "the sum of all values");
		must(tree.total == total, "the sum of all stacks");
	}
	aggregator_release(&aggregator);
	tree_release(&tree);
}

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b));
}

static void check_changes(const struct diff *diff, const struct parts *parts)
{
	const struct tree *before = &parts->trees[0], *after = &parts->trees[1];
	double sums[DIFF_SIDES] = { 0 };

	for (size_t i = 0; i < diff->stack_count; i++) {
		sums[DIFF_BEFORE] += diff->stacks[i].change.before;
		sums[DIFF_AFTER] += diff->stacks[i].change.after;
	}
	must(is_near(diff->total.before, (double)before->total / pow(10, before->decimals)),
		"the total before");
	must(is_near(diff->total.after, (double)after->total / pow(10, after->decimals)),
		"the total after");
	must(is_near(sums[DIFF_BEFORE], diff->total.before) &&
			is_near(sums[DIFF_AFTER], diff->total.after),
		"the sums of the stacks");
}

static void check_diff(const struct parts *parts)
{
	struct diff diff;
	struct err err = { 0 };
	struct tree side;

	diff_init(&diff);
	diff_add_run(&diff, DIFF_BEFORE, "before", &parts->trees[0], 0, 1);
	diff_add_run(&diff, DIFF_AFTER, "after", &parts->trees[1], 0, 1);
	diff_close(&diff, false);
	check_changes(&diff, parts);
	tree_init(&side, &diff.names);
	must(diff_side_tree(&diff, DIFF_AFTER, &side, &err), err.msg);
	if (parts->trees[1].decimals == 0)
		must(side.total == parts->trees[1].total, "a side is its run");
	tree_release(&side);
	diff_release(&diff);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct parts parts;
	enum aggregate how;

	/* no stack is deeper than DEPTH, and no loop over stacks long */
	if (size < 1 || size > DEPTH)
		return 0;
	how = (enum aggregate)(data[0] % (AGGREGATE_SPREAD + 1));
	parts = (struct parts){ .count = 0 };
	read_parts(&parts, data + 1, size - 1);
	check_aggregate(&parts, how, false);
	check_aggregate(&parts, how, true);
	/* whole numbers that doubles hold exactly */
	if (parts.count >= 2 && parts.trees[0].total < 1ull << 53 &&
		parts.trees[1].total < 1ull << 53)
		check_diff(&parts);
	for (size_t i = 0; i < parts.count; i++)
		tree_release(&parts.trees[i]);
	names_release(&parts.names);
	return 0;
}
