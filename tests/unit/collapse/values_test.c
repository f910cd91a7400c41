#include "collapse/plan/plan.h"

#include "base/rules_text.h"
#include "collapse/fold/fold.h"
#include "tests/unit/test.h"

/* A small trace of random operations and ranges, and the expected values, one ns at a time. */
enum { SPAN = 120, MAX_OPS = 14, MAX_RANGES = 10, DEVICES = 2, THREADS = 2 };

struct made {
	struct names names;
	struct trace trace;
	uint32_t gemm, nccl, copy, range_names[4];
	struct err err;
};

static uint32_t seed;

static uint32_t pick(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 16) % below;
}

static uint32_t name(struct made *made, const char *text)
{
	return names_intern(&made->names, text, strlen(text));
}

static void add_op(struct made *made, uint32_t op_name)
{
	struct op *op = trace_add_op(&made->trace);
	struct stream stream = { .device = pick(DEVICES), .id = pick(3) };
	uint32_t index;

	assert_non_null(op);
	*op = (struct op){ .start = (int64_t)pick(SPAN), .name = op_name };
	op->end = op->start + (int64_t)pick(pick(4) == 0 ? 60 : 12);
	op->api_start = op->start - (int64_t)pick(20) + 5;
	op->api_end = op->api_start + (int64_t)pick(4);
	index = trace_add_stream(&made->trace, &stream);
	op->stream = index & TRACE_STREAM_MAX;
	if (pick(8) == 0) {
		op->thread = TRACE_NONE;
		made->trace.odd.ops_without_launch++;
	} else {
		op->thread = trace_add_thread(&made->trace, 1 + pick(THREADS), 0);
	}
}

static void make(struct made *made, uint32_t from)
{
	static const char *const texts[] = { "a", "b", "forward", "step 1" };
	uint32_t count;

	seed = from * 2654435761u; /* which picking changes */
	*made = (struct made){ 0 };
	names_init(&made->names);
	trace_init(&made->trace, &made->names);
	made->gemm = name(made, "gemm");
	made->nccl = name(made, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)");
	made->copy = name(made, "[CUDA memcpy HtoD]");
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		made->range_names[i] = name(made, texts[i]);
	/* operations have a process even if none of them has a launch */
	count = trace_add_thread(&made->trace, 1, 0);
	count = pick(MAX_OPS);
	for (uint32_t i = 0; i < count; i++)
		add_op(made, pick(3) == 0 ? made->nccl : made->gemm);
	made->trace.op_end[OP_KERNEL] = made->trace.op_count;
	if (pick(2) == 0)
		add_op(made, made->copy);
	for (int kind = OP_MEMCPY; kind < OP_KINDS; kind++)
		made->trace.op_end[kind] = made->trace.op_count;
	count = pick(MAX_RANGES);
	for (uint32_t i = 0; i < count; i++) {
		struct range *range = trace_add_range(&made->trace);

		assert_non_null(range);
		*range = (struct range){ .start = (int64_t)pick(SPAN),
			.name = made->range_names[pick(4)],
			.domain = TRACE_NONE,
			.crosses = pick(10) == 0 };
		range->end = range->start + (int64_t)pick(50);
		range->thread = trace_add_thread(&made->trace, 1 + pick(THREADS), 0);
	}
}

static void release(struct made *made)
{
	trace_release(&made->trace);
	names_release(&made->names);
}

static uint32_t device_of(const struct made *made, size_t op)
{
	return made->trace.streams[made->trace.ops[op].stream].device;
}

static bool runs(const struct made *made, size_t op, int64_t ns)
{
	return made->trace.ops[op].start <= ns && made->trace.ops[op].end > ns;
}

/* How many operations of a device run in a nanosecond; of one class only, with `name`s. */
static int running(const struct made *made, uint32_t device, int64_t ns, bool communication)
{
	int count = 0;

	for (size_t i = 0; i < made->trace.op_count; i++) {
		bool moves = made->trace.ops[i].name != made->gemm;

		count +=
			device_of(made, i) == device && runs(made, i, ns) && moves == communication;
	}
	return count;
}

static uint64_t sum(const uint64_t *values, const struct made *made, uint32_t device)
{
	uint64_t total = 0;

	for (size_t i = 0; i < made->trace.op_count; i++)
		total += device_of(made, i) == device ? values[i] : 0;
	return total;
}

/* The time for which a device is busy, and the time from its first start to its last end. */
static void measure(const struct made *made, uint32_t device, uint64_t *busy, uint64_t *wall)
{
	int64_t first = INT64_MAX, last = INT64_MIN;

	*busy = 0;
	for (int64_t ns = 0; ns < 2 * SPAN; ns++)
		*busy += running(made, device, ns, true) + running(made, device, ns, false) > 0;
	for (size_t i = 0; i < made->trace.op_count; i++) {
		if (device_of(made, i) != device)
			continue;
		first = made->trace.ops[i].start < first ? made->trace.ops[i].start : first;
		last = made->trace.ops[i].end > last ? made->trace.ops[i].end : last;
	}
	*wall = first <= last ? (uint64_t)(last - first) : 0;
}

TEST(idle_and_busy_are_wall_time)
{
	for (uint32_t from = 1; from < 2000; from += 7) {
		struct fold_plan plan = { 0 };
		struct made made;

		make(&made, from);
		assert_true(value_compute(&made.trace,
			&(struct plan_options){ .value = VALUE_IDLE }, NULL, &plan, &made.err));
		for (uint32_t device = 0; device < DEVICES; device++) {
			uint64_t busy, wall;

			measure(&made, device, &busy, &wall);
			assert_int_equal(sum(plan.values, &made, device), busy);
			assert_int_equal(sum(plan.idle, &made, device), wall - busy);
		}
		fold_plan_release(&plan);
		release(&made);
	}
}

/* Each gap belongs to the operation that ends it. */
TEST(a_gap_belongs_to_the_operation_that_ends_it)
{
	for (uint32_t from = 3; from < 2000; from += 7) {
		struct fold_plan plan = { 0 };
		struct made made;

		make(&made, from);
		assert_true(value_compute(&made.trace,
			&(struct plan_options){ .value = VALUE_GPU_TIME, .with_idle = true }, NULL,
			&plan, &made.err));
		assert_null(plan.values);
		for (size_t i = 0; i < made.trace.op_count; i++) {
			int64_t start = made.trace.ops[i].start;

			for (int64_t ns = start - (int64_t)plan.idle[i]; ns < start; ns++)
				assert_int_equal(
					running(&made, device_of(&made, i), ns, true) +
						running(&made, device_of(&made, i), ns, false),
					0);
		}
		fold_plan_release(&plan);
		release(&made);
	}
}

/* And what an operation has got until a time within it. */
TEST(exposed_distributes_each_nanosecond)
{
	for (uint32_t from = 5; from < 4000; from += 7) {
		struct fold_plan plan = { 0 };
		struct made made;
		int64_t *until;

		make(&made, from);
		until = calloc(made.trace.op_count + 1, sizeof(*until));
		assert_non_null(until);
		for (size_t i = 0; i < made.trace.op_count; i++)
			until[i] = made.trace.ops[i].end - (int64_t)(from + i) % 20;
		assert_true(value_compute(&made.trace,
			&(struct plan_options){ .value = VALUE_EXPOSED }, until, &plan, &made.err));
		for (uint32_t device = 0; device < DEVICES; device++) {
			uint64_t busy, wall;

			measure(&made, device, &busy, &wall);
			assert_int_equal(sum(plan.values, &made, device), busy);
		}
		for (size_t i = 0; i < made.trace.op_count; i++) {
			bool moves = made.trace.ops[i].name != made.gemm;
			double share = 0, waited = 0;

			for (int64_t ns = made.trace.ops[i].start; ns < made.trace.ops[i].end;
				ns++) {
				int compute = running(&made, device_of(&made, i), ns, false);
				int others = running(&made, device_of(&made, i), ns, moves);

				share += moves && compute > 0 ? 0 : 1.0 / others;
				waited = ns < until[i] ? share : waited;
			}
			assert_true((double)plan.waited[i] > waited - 1.01);
			assert_true((double)plan.waited[i] < waited + 1.01);
			assert_true(plan.waited[i] <= plan.values[i]);
			assert_true((double)plan.values[i] > share - 1.01);
			assert_true((double)plan.values[i] < share + 1.01);
		}
		fold_plan_release(&plan);
		release(&made);
		free(until);
	}
}

/* Communication is hidden while its device computes: in its wait, and after that. */
TEST(computation_hides_communication)
{
	for (uint32_t from = 6; from < 4000; from += 7) {
		struct fold_plan plan = { 0 };
		struct made made;
		int64_t *until;

		make(&made, from);
		until = calloc(made.trace.op_count + 1, sizeof(*until));
		assert_non_null(until);
		for (size_t i = 0; i < made.trace.op_count; i++)
			until[i] = made.trace.ops[i].end - (int64_t)(from + i) % 20 + 3;
		assert_true(value_compute(&made.trace,
			&(struct plan_options){ .value = VALUE_GPU_TIME, .with_hidden = true },
			until, &plan, &made.err));
		for (size_t i = 0; i < made.trace.op_count; i++) {
			uint64_t hidden[2] = { 0 };

			for (int64_t ns = made.trace.ops[i].start; ns < made.trace.ops[i].end; ns++)
				hidden[ns >= until[i]] +=
					made.trace.ops[i].name == made.nccl &&
					running(&made, device_of(&made, i), ns, false) > 0;
			assert_int_equal(plan.hidden[2 * i], hidden[0]);
			assert_int_equal(plan.hidden[2 * i + 1], hidden[1]);
		}
		fold_plan_release(&plan);
		release(&made);
		free(until);
	}
}

/* The self time of the ranges of all threads is the time in which one is open. */
TEST(cpu_time_is_the_time_with_a_range_open)
{
	for (uint32_t from = 9; from < 4000; from += 7) {
		struct plan_options plan = { .value = VALUE_CPU_TIME };
		struct fold_counts counts = { 0 };
		struct rules rules;
		struct tree tree;
		struct made made;
		uint64_t open = 0;

		make(&made, from);
		for (uint32_t thread = 0; thread < made.trace.threads.count; thread++) {
			for (int64_t ns = 0; ns < 2 * SPAN; ns++) {
				bool is_open = false;

				for (size_t i = 0; i < made.trace.range_count; i++) {
					const struct range *range = &made.trace.ranges[i];

					is_open |= range->thread == thread && !range->crosses &&
						   range->start <= ns && range->end > ns;
				}
				open += is_open;
			}
		}
		rules_init(&rules, &made.names);
		tree_init(&tree, &made.names);
		assert_true(plan_fold(&plan, &made.trace, "", &rules, &tree, &counts, &made.err));
		assert_int_equal(tree.total, open);
		assert_int_equal(counts.total_ns, open);
		assert_int_equal(tree.self[TREE_ROOT], 0);
		tree_release(&tree);
		rules_release(&rules);
		release(&made);
	}
}

/* Every value, with every grouping and every cut: written, filtered and cut parts add up. */
TEST(every_selection_conserves_the_total)
{
	for (uint32_t from = 2; from < 6000; from += 7) {
		struct plan_options plan = {
			.value = (enum value)pick(VALUE_CRITICAL + 1),
			.adopt = pick(2) == 0,
			.selection.has_from = pick(3) == 0,
			.selection.from = (int64_t)pick(SPAN),
			.selection.has_to = pick(3) == 0,
			.selection.to = (int64_t)pick(2 * SPAN),
			.selection.range = pick(3) == 0 ? "^a$" : NULL,
			.selection.steps = { .skip_first = pick(4) == 0 },
		};
		struct fold_counts counts = { 0 };
		struct rules rules;
		struct tree tree;
		struct made made;
		uint64_t times = 0;
		bool cpu = plan.value == VALUE_CPU_TIME, ok;

		make(&made, from);
		assert_true(grouping_parse(cpu ? "process,thread,step,phase"
					       : "rank,process,thread,device,stream,step,phase",
			&plan.grouping, &made.err));
		for (size_t i = 0; i < made.trace.op_count; i++)
			times += (uint64_t)(made.trace.ops[i].end - made.trace.ops[i].start);
		rules_init(&rules, &made.names);
		assert_true(rules_add_line(&rules, "filter-out ^b$", &made.err));
		tree_init(&tree, &made.names);
		ok = plan_fold(&plan, &made.trace, "rank 0", &rules, &tree, &counts, &made.err);
		if (ok) {
			assert_int_equal(counts.total_ns,
				counts.written_ns + counts.filtered_ns + counts.unselected_ns);
			assert_int_equal(tree.total, counts.written_ns);
			if (plan.value == VALUE_GPU_TIME)
				assert_int_equal(counts.total_ns, times);
		} else {
			assert_int_equal(made.err.code, ERR_EMPTY); /* no step */
		}
		tree_release(&tree);
		rules_release(&rules);
		release(&made);
	}
}
