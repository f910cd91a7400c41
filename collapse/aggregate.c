#include "collapse/aggregate.h"

#include "base/sum.h"
#include "base/text.h"

/* There is one for each stack of each part: it takes 12 bytes. */
struct aggregate_entry {
	uint32_t node;      /* of the sum */
	uint32_t low, high; /* of the value, in units of the part's 10^-decimals */
};

struct aggregate_part {
	char *key;
	struct aggregate_entry *entries;
	size_t count, cap;
	unsigned decimals;
};

static uint64_t entry_value(const struct aggregate_entry *entry)
{
	return (uint64_t)entry->high << 32 | entry->low;
}

static void set_value(struct aggregate_entry *entry, uint64_t value)
{
	entry->low = (uint32_t)value;
	entry->high = (uint32_t)(value >> 32);
}

const char *aggregate_word(size_t index)
{
	static const char *const words[] = {
		[AGGREGATE_SUM] = "sum",
		[AGGREGATE_MEAN] = "mean",
		[AGGREGATE_MIN] = "min",
		[AGGREGATE_MAX] = "max",
		[AGGREGATE_SPREAD] = "spread",
	};

	return index < ARRAY_SIZE(words) ? words[index] : NULL;
}

void aggregator_init(struct aggregator *aggregator, struct tree *tree)
{
	*aggregator = (struct aggregator){ .tree = tree };
}

void aggregator_release(struct aggregator *aggregator)
{
	for (size_t i = 0; i < aggregator->part_count; i++) {
		free(aggregator->parts[i].key);
		free(aggregator->parts[i].entries);
	}
	free(aggregator->parts);
	*aggregator = (struct aggregator){ 0 };
}

/* Its index. */
static size_t find_part(struct aggregator *aggregator, const char *key)
{
	size_t at = 0;

	while (at < aggregator->part_count && strcmp(aggregator->parts[at].key, key) != 0)
		at++;
	if (at < aggregator->part_count)
		return at;
	mem_need(aggregator->parts, aggregator->parts_cap, at + 1);
	aggregator->parts[at] = (struct aggregate_part){ .key = mem_must(strdup(key)) };
	return aggregator->part_count++;
}

/* Values are parts of the tree's sum, so they fit in its units. */
static void set_decimals(struct aggregate_part *part, unsigned decimals)
{
	uint64_t scale = sum_power_of_ten(decimals - part->decimals);

	for (size_t i = 0; scale > 1 && i < part->count; i++)
		set_value(&part->entries[i], entry_value(&part->entries[i]) * scale);
	part->decimals = decimals;
}

/* The stacks of `from` less their first frames, which say the part that each node is of. */
static bool take_first_frames(struct aggregator *aggregator, const struct tree *from,
	struct tree *rest, uint32_t *nodes, size_t *parts, struct err *err)
{
	bool ok = tree_set_decimals(rest, from->decimals, err);

	for (uint32_t node = TREE_ROOT + 1; ok && node < from->count; node++) {
		uint32_t parent = from->parent[node], frame = from->frame[node];
		bool is_first = parent == TREE_ROOT;

		parts[node] = is_first ? find_part(aggregator, from->names->list[frame].text)
				       : parts[parent];
		nodes[node] = is_first ? TREE_ROOT : tree_child(rest, nodes[parent], frame);
		ok = tree_add(rest, nodes[node], from->self[node], err);
	}
	return ok;
}

static void add_entry(struct aggregate_part *part, uint32_t node, uint64_t value)
{
	struct aggregate_entry *entry;

	entry = mem_next(part->entries, part->cap, part->count);
	entry->node = node;
	set_value(entry, value);
}

bool aggregator_add_parts(struct aggregator *aggregator, const struct tree *from, struct err *err)
{
	const struct tree *sum = aggregator->tree;
	uint32_t *nodes = mem_zeroed(from->count, sizeof(*nodes)), *twins;
	size_t *parts = mem_zeroed(from->count, sizeof(*parts));
	struct tree rest;
	bool ok;

	tree_init(&rest, from->names);
	ok = take_first_frames(aggregator, from, &rest, nodes, parts, err);
	twins = mem_zeroed(rest.count, sizeof(*twins));
	ok = ok && tree_merge(aggregator->tree, &rest, twins, err);
	for (uint32_t node = TREE_ROOT + 1; ok && node < from->count; node++) {
		struct aggregate_part *part = &aggregator->parts[parts[node]];

		set_decimals(part, sum->decimals);
		if (from->self[node] > 0)
			add_entry(part, twins[nodes[node]],
				from->self[node] *
					sum_power_of_ten(sum->decimals - from->decimals));
	}
	tree_release(&rest);
	free(nodes);
	free(parts);
	free(twins);
	return ok;
}

/* By node of the tree: the extremes over the parts so far. */
struct extremes {
	uint64_t now; /* of the current part */
	uint64_t min, max;
	size_t parts;       /* that have the stack */
	size_t least, most; /* index of the first part that has min, and max */
	size_t missing;     /* of the first part that does not have the stack */
};

/* `twins`, unless it is NULL, maps nodes of the parts to those of the tree now. */
static void add_part(const struct tree *tree, const struct aggregator *aggregator, size_t index,
	const uint32_t *twins, struct extremes *extremes)
{
	struct aggregate_part *part = &aggregator->parts[index];

	set_decimals(part, tree->decimals);
	for (size_t i = 0; i < part->count; i++) {
		uint32_t node = part->entries[i].node;

		extremes[twins != NULL ? twins[node] : node].now += entry_value(&part->entries[i]);
	}
	for (size_t i = 0; i < part->count; i++) {
		uint32_t node = part->entries[i].node;
		struct extremes *extreme = &extremes[twins != NULL ? twins[node] : node];

		if (extreme->now == 0)
			continue; /* already seen through another entry */
		if (extreme->parts == 0 || extreme->now < extreme->min) {
			extreme->min = extreme->now;
			extreme->least = index;
		}
		if (extreme->now > extreme->max) {
			extreme->max = extreme->now;
			extreme->most = index;
		}
		extreme->parts++;
		extreme->missing += extreme->missing == index;
		extreme->now = 0;
	}
}

static uint64_t result_of(
	const struct extremes *extreme, uint64_t sum, size_t parts, enum aggregate how)
{
	uint64_t min = extreme->parts == parts ? extreme->min : 0;

	switch (how) {
	case AGGREGATE_SUM:
		return sum;
	case AGGREGATE_MEAN:
		return sum / parts + (sum % parts > 0 && sum % parts >= parts - sum % parts);
	case AGGREGATE_MIN:
		return min;
	case AGGREGATE_MAX:
		return extreme->max;
	case AGGREGATE_SPREAD:
		return extreme->max - min;
	}
	return 0;
}

static int compare_parts(const void *a, const void *b)
{
	const struct aggregate_part *left = a, *right = b;
	int order = text_compare_numbers(left->key, right->key);

	return order != 0 ? order : strcmp(left->key, right->key);
}

/* Move a stack's value to one whose last frame says which parts have least and most of it. */
static void name_extremes(
	struct aggregator *aggregator, uint32_t node, const struct extremes *extreme)
{
	struct tree *tree = aggregator->tree;
	uint64_t value = tree->self[node];
	const struct name *name = node != TREE_ROOT ? &tree->names->list[tree->frame[node]] : NULL;
	size_t least = extreme->parts < aggregator->part_count ? extreme->missing : extreme->least;
	struct text text = { 0 };
	uint32_t frame, named;

	if (name != NULL) {
		text_add(&text, name->text, name->len);
		text_add(&text, " ", 1);
	}
	text_addf(&text, "[least %s, most %s]", aggregator->parts[least].key,
		aggregator->parts[extreme->most].key);
	frame = names_intern_frame(tree->names, text.bytes, text.len);
	named = tree_child(tree, node != TREE_ROOT ? tree->parent[node] : TREE_ROOT, frame);
	text_release(&text);

	tree->self[node] = 0;
	tree->self[named] += value; /* the total has it already */
}

static void set_results(struct aggregator *aggregator, const uint32_t *twins, enum aggregate how)
{
	struct tree *tree = aggregator->tree;
	struct extremes *extremes = mem_zeroed(tree->count, sizeof(*extremes));
	uint32_t count = tree->count;

	/* whichever came first */
	qsort(aggregator->parts, aggregator->part_count, sizeof(*aggregator->parts), compare_parts);
	for (size_t i = 0; i < aggregator->part_count; i++)
		add_part(tree, aggregator, i, twins, extremes);
	free(tree->stats);
	tree->stats = NULL;
	tree->stats_cap = 0;
	tree->total = 0; /* no result exceeds the sum, which fits */
	for (uint32_t node = 0; node < count; node++) {
		tree->self[node] =
			result_of(&extremes[node], tree->self[node], aggregator->part_count, how);
		tree->total += tree->self[node];
	}
	for (uint32_t node = 0; how == AGGREGATE_SPREAD && node < count; node++) {
		if (tree->self[node] != 0)
			name_extremes(aggregator, node, &extremes[node]);
	}
	free(extremes);
}

bool aggregator_finish(struct aggregator *aggregator, enum aggregate how, const struct ruleset *set,
	uint32_t keep_levels, bool leaves_too, struct err *err)
{
	uint32_t *twins = NULL;
	bool ok =
		ruleset_strip_numbers(set, aggregator->tree, keep_levels, leaves_too, &twins, err);

	if (ok && how != AGGREGATE_SUM && aggregator->part_count > 0)
		set_results(aggregator, twins, how);
	free(twins);
	return ok;
}
