#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collapse/plan/step_names.h"
#include "stats/diff/diff_runs.h"
#include "tests/unit/made_stack.h"

static bool near(double value, double expected)
{
	return fabs(value - expected) <= 1e-4 * fabs(expected);
}

/* The 97.5 % points of printed tables of Student's t. */
static void students_quantiles_are_those_of_the_tables(void **state)
{
	(void)state;
	assert_true(near(welch_student(0.975, 1), 12.7062));
	assert_true(near(welch_student(0.975, 2), 4.30265));
	assert_true(near(welch_student(0.975, 5), 2.57058));
	assert_true(near(welch_student(0.975, 10), 2.22814));
	assert_true(near(welch_student(0.975, 30), 2.04227));
	assert_true(near(welch_student(0.975, 1e6), 1.95997));
	assert_true(near(welch_student(0.95, 7), 1.89458));
}

static void an_interval_is_welchs(void **state)
{
	/* means 20 and 22; variances 2.5 and 10; se^2 = 0.5 + 2; df = 6.25 / (0.0625 + 1) */
	static const double before[] = { 18, 19, 20, 21, 22 }, after[] = { 18, 20, 22, 24, 26 };
	struct welch welch;

	(void)state;
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
	assert_true(tree_init(&tree, &names, &err));
	while (*text != '\0') {
		size_t line = strcspn(text, "\n"), stack = strcspn(text, " ");

		node = made_stack(&tree, text, stack);
		assert_true(tree_add(&tree, node, strtoull(text + stack, NULL, 10), &err));
		text += line + (text[line] == '\n');
	}
	assert_true(diff_add_run(diff, side, "run", &tree, steps, &err));
	tree_release(&tree);
	names_release(&names);
}

static const struct diff_change *find(const struct diff *diff, const char *stack)
{
	const struct diff_change *found = NULL;
	struct err err = { 0 };
	struct text text = { 0 };

	for (size_t i = 0; i < diff->stack_count; i++) {
		assert_true(diff_stack_text(diff, diff->stacks[i].node, &text, &err));
		if (strcmp(text.bytes, stack) == 0)
			found = &diff->stacks[i].change;
	}
	text_release(&text);
	return found;
}

static void stacks_match_in_any_order(void **state)
{
	struct err err = { 0 };
	const struct diff_change *change;
	struct diff_change matched;
	struct diff diff;
	size_t stacks;

	(void)state;
	assert_true(diff_init(&diff, &err));
	add(&diff, DIFF_BEFORE, "a;b 100\na;c 50\ngone 7", 0);
	add(&diff, DIFF_AFTER, "new 9\na;c 60\na;b 80", 4);
	assert_true(diff_close(&diff, true, &err));
	assert_false(diff.per_step); /* one side has no steps */
	assert_int_equal(diff.stack_count, 4);
	change = find(&diff, "a;b");
	assert_true(change->before == 100 && change->after == 80);
	assert_true(near(diff_percent(change), -20));
	assert_true(find(&diff, "new")->before == 0 && isinf(diff_percent(find(&diff, "new"))));
	assert_true(find(&diff, "gone")->after == 0);
	assert_true(diff.total.before == 157 && diff.total.after == 149);
	assert_true(diff_match(&diff, "^a$", &matched, &stacks, &err));
	assert_int_equal(stacks, 2);
	assert_true(matched.before == 150 && matched.after == 140);
	assert_true(diff_match(&diff, "nothing", &matched, &stacks, &err));
	assert_int_equal(stacks, 0);
	diff_release(&diff);
}

static void steps_divide_when_all_have_them(void **state)
{
	struct err err = { 0 };
	struct diff diff;

	(void)state;
	assert_true(diff_init(&diff, &err));
	add(&diff, DIFF_BEFORE, "a 100", 10);
	add(&diff, DIFF_AFTER, "a 100", 5);
	assert_true(diff_close(&diff, true, &err));
	assert_true(diff.per_step);
	assert_true(near(diff.total.before, 10) && near(diff.total.after, 20));
	diff_release(&diff);
}

static void noise_is_distinguished_from_change(void **state)
{
	static const char *const before[] = { "a 100\nb 100", "a 104\nb 101", "a 96\nb 99" };
	static const char *const after[] = { "a 101\nb 50", "a 97\nb 51", "a 105\nb 49" };
	struct err err = { 0 };
	struct diff diff;

	(void)state;
	assert_true(diff_init(&diff, &err));
	for (int i = 0; i < 3; i++) {
		add(&diff, DIFF_BEFORE, before[i], 0);
		add(&diff, DIFF_AFTER, after[i], 0);
	}
	assert_true(diff_close(&diff, true, &err));
	assert_true(find(&diff, "a")->noise);
	assert_false(find(&diff, "b")->noise);
	assert_true(find(&diff, "b")->high < -45);
	diff_release(&diff);
}

static void a_limit_is_exceeded_only_by_more(void **state)
{
	struct err err = { 0 };
	struct diff diff;
	char text[64];

	(void)state;
	for (unsigned percent = 0; percent <= 300; percent++) {
		/* as whole numbers, and as sums over many steps */
		for (uint64_t steps = 1; steps <= 60; steps++) {
			assert_true(diff_init(&diff, &err));
			snprintf(text, sizeof(text), "a 1000");
			add(&diff, DIFF_BEFORE, text, 1);
			snprintf(text, sizeof(text), "a %llu",
				(unsigned long long)steps * (1000 + 10 * percent));
			add(&diff, DIFF_AFTER, text, steps);
			assert_true(diff_close(&diff, true, &err));
			assert_false(diff_exceeds(&diff.total, percent));
			assert_true(diff_exceeds(&diff.total, percent - 0.001));
			assert_true(percent > 0 || diff.total.after == diff.total.before);
			diff_release(&diff);
		}
	}
}

static void steps_of_many_numbers_are_the_same(void **state)
{
	struct err err = { 0 };
	struct diff diff;
	char text[64];

	(void)state;
	for (uint64_t steps = 1; steps <= 200; steps++) {
		assert_true(diff_init(&diff, &err));
		for (int i = 0; i < 3; i++) {
			snprintf(text, sizeof(text), "a %llu", 100003ull * (steps + 7));
			add(&diff, DIFF_BEFORE, text, (steps + 7) * 3);
			snprintf(text, sizeof(text), "a %llu", 100003ull * steps);
			add(&diff, DIFF_AFTER, text, steps * 3);
		}
		assert_true(diff_close(&diff, true, &err));
		assert_true(find(&diff, "a")->after == find(&diff, "a")->before);
		assert_false(diff_exceeds(&diff.total, 0));
		diff_release(&diff);
	}
}

static void noise_is_not_growth(void **state)
{
	const struct diff_change noise = { .before = 100, .after = 95.5, .noise = true },
				 made = { .before = 0, .after = 5, .noise = true }, none = { 0 },
				 fresh = { .after = 5 }, less = { .before = 100, .after = 94 };

	(void)state;
	assert_true(diff_exceeds(&noise, -5) && !diff_exceeds(&noise, 0));
	assert_true(diff_exceeds(&made, -5) && !diff_exceeds(&made, 0));
	assert_true(diff_exceeds(&none, -5) && !diff_exceeds(&none, 0));
	assert_true(diff_exceeds(&fresh, -5) && diff_exceeds(&fresh, 1e300));
	assert_true(diff_exceeds(&less, -7) && !diff_exceeds(&less, -6));
}

static void steps_are_known_by_their_words(void **state)
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
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t prefix;

		assert_int_equal(
			step_name_is(cases[i].name, strlen(cases[i].name), &prefix), cases[i].is);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(students_quantiles_are_those_of_the_tables),
		cmocka_unit_test(an_interval_is_welchs),
		cmocka_unit_test(stacks_match_in_any_order),
		cmocka_unit_test(steps_divide_when_all_have_them),
		cmocka_unit_test(noise_is_distinguished_from_change),
		cmocka_unit_test(a_limit_is_exceeded_only_by_more),
		cmocka_unit_test(steps_of_many_numbers_are_the_same),
		cmocka_unit_test(noise_is_not_growth),
		cmocka_unit_test(steps_are_known_by_their_words),
	};

	return cmocka_run_group_tests_name("stats/diff", tests, NULL, NULL);
}
