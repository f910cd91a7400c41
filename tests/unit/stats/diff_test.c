#include <math.h>

#include "collapse/plan/train_steps.h"
#include "stats/diff/diff_runs.h"
#include "stats/diff/diff_print.h"
#include "stats/diff/gate.h"
#include "tests/unit/made_stack.h"
#include "tests/unit/test.h"

static bool near(double value, double expected)
{
	return fabs(value - expected) <= 1e-4 * fabs(expected);
}

/* The 97.5 % points of printed tables of Student's t. */
TEST(students_quantiles_are_those_of_the_tables)
{
	assert_true(near(welch_student(0.975, 1), 12.7062));
	assert_true(near(welch_student(0.975, 2), 4.30265));
	assert_true(near(welch_student(0.975, 5), 2.57058));
	assert_true(near(welch_student(0.975, 10), 2.22814));
	assert_true(near(welch_student(0.975, 30), 2.04227));
	assert_true(near(welch_student(0.975, 1e6), 1.95997));
	assert_true(near(welch_student(0.95, 7), 1.89458));
}

TEST(an_interval_is_welchs)
{
	/* means 20 and 22; variances 2.5 and 10; se^2 = 0.5 + 2; df = 6.25 / (0.0625 + 1) */
	static const double before[] = { 18, 19, 20, 21, 22 }, after[] = { 18, 20, 22, 24, 26 };
	struct diff_change welch;

	welch_compare(before, 5, after, 5, &welch);
	assert_true(welch.has_interval);
	assert_true(near(welch.high - 2, welch_student(0.975, 6.25 / 1.0625) * sqrt(2.5)));
	assert_true(near(2 - welch.low, welch.high - 2));
	welch_compare(before, 1, after, 5, &welch);
	assert_false(welch.has_interval);
	assert_true(welch.low == 4 && welch.high == 4);
}

static void add(struct diff *diff, enum diff_side side, const char *text, uint64_t steps)
{
	struct err err = { 0 };
	struct names names;
	struct tree tree;
	uint32_t node;

	names_init(&names);
	tree_init(&tree, &names);
	while (*text != '\0') {
		size_t line = strcspn(text, "\n"), stack = strcspn(text, " ");

		node = made_stack(&tree, text, stack);
		assert_true(tree_add(&tree, node, strtoull(text + stack, NULL, 10), &err));
		text += line + (text[line] == '\n');
	}
	diff_add_run(diff, side, "run", &tree, steps, 1);
	tree_release(&tree);
	names_release(&names);
}

static const struct diff_change *find(const struct diff *diff, const char *stack)
{
	const struct diff_change *found = NULL;
	struct text text = { 0 };

	for (size_t i = 0; i < diff->stack_count; i++) {
		diff_stack_text(diff, diff->stacks[i].node, &text);
		if (strcmp(text.bytes, stack) == 0)
			found = &diff->stacks[i].change;
	}
	text_release(&text);
	return found;
}

TEST(noise_is_distinguished_from_change)
{
	static const char *const before[] = { "a 100\nb 100", "a 104\nb 101", "a 96\nb 99" };
	static const char *const after[] = { "a 101\nb 50", "a 97\nb 51", "a 105\nb 49" };
	struct diff diff;

	diff_init(&diff);
	for (int i = 0; i < 3; i++)
		add(&diff, DIFF_BEFORE, before[i], 0);
	for (int i = 0; i < 3; i++)
		add(&diff, DIFF_AFTER, after[i], 0);
	diff_close(&diff, true);
	diff_pairs_find(&diff);
	assert_true(find(&diff, "a")->noise);
	assert_false(find(&diff, "b")->noise);
	assert_true(find(&diff, "b")->high < -45);
	diff_release(&diff);
}

TEST(a_history_is_its_median)
{
	static const char *const runs[] = { "a 100\nb 7", "a 400\nb 7", "a 101", "a 99\nb 7" };
	struct diff diff;

	for (size_t count = 1; count <= 8; count++) {
		diff_init(&diff);
		diff.is_history = true;
		for (size_t i = 0; i < count; i++)
			add(&diff, DIFF_BEFORE, runs[i % 4], 0);
		add(&diff, DIFF_AFTER, "a 102\nb 7", 0);
		diff_close(&diff, true);
		diff_pairs_find(&diff);
		assert_int_equal(diff.total.has_interval, count >= 7);
		assert_true(find(&diff, "a")->noise == (count >= 7));
		if (count % 4 == 0)
			assert_true(
				find(&diff, "a")->before == 100.5 && find(&diff, "b")->before == 7);
		diff_release(&diff);
	}
}

/* Whether the total grew by more than `limit` percent. */
static bool exceeds(const struct diff_change *change, double limit)
{
	const struct gate_condition condition = { .measure = GATE_PERCENT, .limit = limit };

	return gate_holds(&condition, change);
}

TEST(a_limit_is_exceeded_only_by_more)
{
	struct diff diff;
	char text[64];

	for (unsigned percent = 0; percent <= 300; percent++) {
		/* as whole numbers, and as sums over many steps */
		for (uint64_t steps = 1; steps <= 60; steps++) {
			diff_init(&diff);
			snprintf(text, sizeof(text), "a 1000");
			add(&diff, DIFF_BEFORE, text, 1);
			snprintf(text, sizeof(text), "a %llu",
				(unsigned long long)steps * (1000 + 10 * percent));
			add(&diff, DIFF_AFTER, text, steps);
			diff_close(&diff, true);
			diff_pairs_find(&diff);
			assert_false(exceeds(&diff.total, percent));
			assert_true(exceeds(&diff.total, percent - 0.001));
			assert_true(percent > 0 || diff.total.after == diff.total.before);
			diff_release(&diff);
		}
	}
}

TEST(steps_of_many_numbers_are_the_same)
{
	struct diff diff;
	char text[64];

	for (uint64_t steps = 1; steps <= 200; steps++) {
		diff_init(&diff);
		snprintf(text, sizeof(text), "a %llu", 100003ull * (steps + 7));
		for (int i = 0; i < 3; i++)
			add(&diff, DIFF_BEFORE, text, (steps + 7) * 3);
		snprintf(text, sizeof(text), "a %llu", 100003ull * steps);
		for (int i = 0; i < 3; i++)
			add(&diff, DIFF_AFTER, text, steps * 3);
		diff_close(&diff, true);
		diff_pairs_find(&diff);
		assert_true(find(&diff, "a")->after == find(&diff, "a")->before);
		assert_false(exceeds(&diff.total, 0));
		diff_release(&diff);
	}
}

TEST(noise_is_not_growth)
{
	const struct diff_change noise = { .before = 100, .after = 95.5, .noise = true },
				 made = { .before = 0, .after = 5, .noise = true }, none = { 0 },
				 fresh = { .after = 5 }, less = { .before = 100, .after = 94 };

	assert_true(exceeds(&noise, -5) && !exceeds(&noise, 0));
	assert_true(exceeds(&made, -5) && !exceeds(&made, 0));
	assert_true(exceeds(&none, -5) && !exceeds(&none, 0));
	assert_true(exceeds(&fresh, -5) && exceeds(&fresh, 1e300));
	assert_true(exceeds(&less, -7) && !exceeds(&less, -6));
}

TEST(steps_are_known_by_their_words)
{
	static const struct {
		const char *name;
		bool is;
	} cases[] = {
		{ "Train step 3", true },
		{ "ProfilerStep#12", true },
		{ "step_5", true },
		{ "step5", true },
		{ "Iteration: 7", true },
		{ "iter 1", true },
		{ "footstep 3", false },
		{ "Layer 3", false },
		{ "step", false },
		{ "3", false },
		{ "step x3", false },
		{ "", false },
		{ "stepper 3", false },
		{ "Train step 3 of 20", true },
		{ "step 3/20", true },
		{ "step of 20", false },
		{ "part 3 of 20", false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct err err = { 0 };
		struct names names;
		struct tree tree;
		uint32_t name, node;

		names_init(&names);
		tree_init(&tree, &names);
		name = names_intern(&names, cases[i].name, strlen(cases[i].name));
		node = tree_child(&tree, tree_child(&tree, TREE_ROOT, name), name);
		assert_true(tree_add(&tree, node, 1, &err));
		assert_int_equal(step_names_of_tree(&tree), cases[i].is);
		tree_release(&tree);
		names_release(&names);
	}
}

/* A run whose stack "a" is `value` by `ops` operations. */
static void add_ops(struct diff *diff, enum diff_side side, uint64_t value, uint64_t ops,
	uint64_t steps, uint64_t ranks)
{
	const struct tree_stats stats = { .count = ops, .min = 1, .max = value };
	struct err err = { 0 };
	struct names names;
	struct tree tree;

	names_init(&names);
	tree_init(&tree, &names);
	assert_true(tree_add_stats(&tree, made_stack(&tree, "a", 1), value, &stats, &err));
	diff_add_run(diff, side, "run", &tree, steps, ranks);
	tree_release(&tree);
	names_release(&names);
}

TEST(fewer_launches_are_told_from_faster_ones)
{
	struct text text = { 0 };
	struct diff diff;

	diff_init(&diff);
	add_ops(&diff, DIFF_BEFORE, 13600, 136, 2, 1);
	add_ops(&diff, DIFF_AFTER, 18900, 180, 3, 1); /* 105 ns each, not 100 */
	diff_close(&diff, true);
	diff_pairs_find(&diff);
	assert_true(diff.has_ops);
	assert_true(diff.total.before_ops == 68 && diff.total.after_ops == 60);
	assert_true(near(diff.by_ops, -800) && near(diff.by_mean, 300));
	assert_true(diff.work.differs && !diff.work.implausible);
	diff_verdict_line(&diff, &text);
	assert_non_null(strstr(text.bytes, ": 2 -> 3 steps, 68 -> 60 launches per step"));
	text_release(&text);
	diff_release(&diff);
}

TEST(a_tenth_of_the_work_is_implausible)
{
	static const struct {
		uint64_t before, after;
		bool is;
	} cases[] = { { 100, 11, false }, { 100, 10, true }, { 10, 100, true }, { 1, 1, false } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct diff diff;

		diff_init(&diff);
		add_ops(&diff, DIFF_BEFORE, 1000, cases[i].before, 0, 1);
		add_ops(&diff, DIFF_AFTER, 1000, cases[i].after, 0, 2);
		diff_close(&diff, true);
		diff_pairs_find(&diff);
		assert_int_equal(diff.work.implausible, cases[i].is);
		assert_true(diff.work.differs); /* in ranks, if not in operations */
		diff_release(&diff);
	}
}

/* What conditions come to, one run before and one after. */
struct judged {
	const char *text;
	enum gate_result result;
};

static void check_gate(
	const char *before, const char *after, const struct judged *cases, size_t count)
{
	struct err err = { 0 };
	struct gate gate = { 0 };
	struct diff diff;

	diff_init(&diff);
	add(&diff, DIFF_BEFORE, before, 0);
	add(&diff, DIFF_AFTER, after, 0);
	diff_close(&diff, true);
	diff_pairs_find(&diff);
	for (size_t i = 0; i < count; i++)
		assert_true(gate_add(&gate, cases[i].text, &err));
	assert_true(gate_check(&gate, NULL, &err));
	assert_true(gate_judge(&gate, &diff, &err));
	for (size_t i = 0; i < count; i++) {
		if (gate.list[i].result != cases[i].result)
			fail_msg("%s", cases[i].text);
	}
	gate_release(&gate);
	diff_release(&diff);
}

TEST(conditions_are_judged)
{
	static const struct judged cases[] = {
		{ "total > 5%", GATE_HOLDS }, /* 200 -> 230 */
		{ "total > 15%", GATE_PASSES },
		{ "total > +29ns", GATE_HOLDS },
		{ "total > +30 ns", GATE_PASSES },
		{ "total > 229ns", GATE_HOLDS },
		{ "total > 0.23us", GATE_PASSES },
		{ "total < 231ns", GATE_HOLDS },
		{ "total < 16%", GATE_HOLDS },
		{ "total < -5%", GATE_PASSES },
		{ "total > +-10%", GATE_HOLDS },
		{ "fwd > +-49ns", GATE_HOLDS },
		{ "fwd > +-50ns", GATE_PASSES },
		{ "fwd < -40%", GATE_HOLDS },
		{ "fwd < -50%", GATE_PASSES },
		{ "fwd > -40%", GATE_PASSES },
		{ "gemm > 60%", GATE_HOLDS }, /* 100 -> 180, as a kernel and as a range's name */
		{ "range:gemm > 60%", GATE_MISSING },
		{ "kernel:fwd > 60%", GATE_MISSING },
		{ "kernel:gemm > 60%", GATE_HOLDS },
		{ "range:bwd > 60%", GATE_HOLDS },
		{ "kind:matmul > 60%", GATE_HOLDS },
		{ "kind:softmax > -90%", GATE_MISSING },
		{ "kind:range > 0%", GATE_MISSING },
		{ "f<int> > 0%", GATE_MISSING },
	};

	check_gate("fwd;relu 100\nbwd;gemm 100", "fwd;relu 50\nbwd;gemm 180", cases,
		ARRAY_SIZE(cases));
}

/* But a new name is not compared with what it replaced. */
TEST(kernels_with_other_names_count)
{
	static const struct judged cases[] = {
		{ "kernel:cublas > 5%",
			GATE_HOLDS }, /* 100 -> 120, and 100 -> 120 by other names */
		{ "kernel:cublas > 25%", GATE_PASSES },
		{ "fwd > 19%", GATE_HOLDS },
		{ "kernel:Cijk > 50%", GATE_HOLDS }, /* new */
		{ "kernel:softmax > 5%", GATE_GONE },
	};

	check_gate("fwd;cublas_gemm 100\nbwd;cublas_gemm 100\nbwd;softmax 5",
		"fwd;Cijk_gemm 120\nbwd;cublas_gemm 120", cases, ARRAY_SIZE(cases));
}

TEST(a_gate_fails_closed)
{
	struct gate_condition list[3] = { { .result = GATE_PASSES }, { .result = GATE_GONE },
		{ .result = GATE_MISSING } };
	struct gate gate = { .list = list, .count = 2 };

	assert_int_equal(gate_verdict(&gate, true), VERDICT_INVALID);
	gate.strict = true;
	assert_int_equal(gate_verdict(&gate, false), VERDICT_INVALID);
	list[1].result = GATE_PASSES;
	assert_int_equal(gate_verdict(&gate, false), VERDICT_PASSED);
	assert_int_equal(gate_verdict(&gate, true), VERDICT_INVALID);
	gate.strict = false;
	gate.count = 3;
	assert_int_equal(gate_verdict(&gate, false), VERDICT_INVALID);
	gate.allow_missing = true;
	assert_int_equal(gate_verdict(&gate, false), VERDICT_PASSED);
	list[0].result = GATE_HOLDS;
	gate.allow_missing = false;
	assert_int_equal(gate_verdict(&gate, true), VERDICT_FAILED);
}
