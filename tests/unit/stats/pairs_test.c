#define _GNU_SOURCE /* memrchr */

#include "stats/diff/diff_runs.h"
#include "tests/unit/made_stack.h"
#include "tests/unit/test.h"

/* Lines "frame;frame VALUE LAUNCHES"; 0 launches: not known. */
static void add(struct diff *diff, enum diff_side side, const char *text)
{
	struct err err = { 0 };
	struct names names;
	struct tree tree;

	names_init(&names);
	tree_init(&tree, &names);
	while (*text != '\0') {
		size_t line = strcspn(text, "\n");
		const char *launches = memrchr(text, ' ', line);
		const char *value = memrchr(text, ' ', (size_t)(launches - text));
		uint32_t node = made_stack(&tree, text, (size_t)(value - text));
		struct tree_stats stats = { .count = strtoull(launches, NULL, 10) };
		uint64_t ns = strtoull(value, NULL, 10);

		assert_true(stats.count > 0 ? tree_add_stats(&tree, node, ns, &stats, &err)
					    : tree_add(&tree, node, ns, &err));
		text += line + (text[line] == '\n');
	}
	diff_add_run(diff, side, "run", &tree, 1, 1);
	tree_release(&tree);
	names_release(&names);
}

/* The pairs, "stack: gone -> new, before -> after": one a line, nodes by their last frames. */
static char *pairs_of(const char *before, const char *after)
{
	struct text text = { 0 }, stack = { 0 };
	double sums[DIFF_SIDES] = { 0 };
	struct diff diff;

	diff_init(&diff);
	add(&diff, DIFF_BEFORE, before);
	add(&diff, DIFF_AFTER, after);
	diff_close(&diff, true);
	diff_pairs_find(&diff);
	for (size_t i = 0; i < diff.pair_count; i++) {
		const struct diff_pair *pair = &diff.pairs[i];

		diff_stack_text(&diff, pair->row.node, &stack);
		text_addf(&text, "%s:", stack.bytes);
		for (size_t at = 0; at < pair->count; at++)
			text_addf(&text, "%s %s", at == pair->gone ? " ->" : "",
				diff.names.list[diff.tree.frame[pair->nodes[at]]].text);
		text_addf(
			&text, ", %.0f -> %.0f\n", pair->row.change.before, pair->row.change.after);
	}
	for (size_t i = 0; i < diff_rows(&diff); i++) {
		sums[DIFF_BEFORE] +=
			diff_row(&diff, i) != NULL ? diff_row(&diff, i)->change.before : 0;
		sums[DIFF_AFTER] +=
			diff_row(&diff, i) != NULL ? diff_row(&diff, i)->change.after : 0;
	}
	assert_true(sums[DIFF_BEFORE] == diff.total.before);
	assert_true(sums[DIFF_AFTER] == diff.total.after);
	text_release(&stack);
	diff_release(&diff);
	return text.bytes != NULL ? text.bytes : strdup("");
}

TEST(what_was_renamed_is_paired)
{
	static const struct {
		const char *before, *after, *pairs;
	} cases[] = {
		/* the same parent and kind; a norm is no gemm */
		{ "step;linear;cublas_gemm_x 90 3\nstep;linear;layer_norm_a 5 1\n",
			"step;linear;Cijk_gemm_y 80 3\nstep;linear;layer_norm_b 7 1\n",
			"step;linear;cublas_gemm_x → Cijk_gemm_y: cublas_gemm_x -> Cijk_gemm_y, "
			"90 -> 80\n"
			"step;linear;layer_norm_a → layer_norm_b: layer_norm_a -> layer_norm_b, 5 "
			"-> 7\n" },
		{ "step;mlp;gemm_a 5 1\n", "step;mlp;copy_b 7 1\n", "" },
		/* the same name with other numbers first, however often it was launched */
		{ "mlp;gemm_64x64 10 4\nmlp;gemm_q8 20 2\n",
			"mlp;gemm_q4 11 4\nmlp;gemm_32x64 21 2\n",
			"mlp;gemm_64x64 → gemm_32x64: gemm_64x64 -> gemm_32x64, 10 -> 21\n"
			"mlp;gemm_q8 → gemm_q4: gemm_q8 -> gemm_q4, 20 -> 11\n" },
		/* as many launches, in their order */
		{ "mlp;gemm_a 1 4\nmlp;gemm_b 2 4\nmlp;gemm_c 3 9\n",
			"mlp;gemm_x 4 9\nmlp;gemm_y 5 4\nmlp;gemm_z 6 4\n",
			"mlp;gemm_a → gemm_y: gemm_a -> gemm_y, 1 -> 5\n"
			"mlp;gemm_b → gemm_z: gemm_b -> gemm_z, 2 -> 6\n"
			"mlp;gemm_c → gemm_x: gemm_c -> gemm_x, 3 -> 4\n" },
		/* one became two */
		{ "mlp;gemm_a 9 3\n", "mlp;gemm_x 4 2\nmlp;gemm_y 4 1\n",
			"mlp;gemm_a → gemm_x, gemm_y: gemm_a -> gemm_x gemm_y, 9 -> 8\n" },
		{ "mlp;gemm_a 9 0\n", "mlp;gemm_x 4 0\n",
			"mlp;gemm_a → gemm_x: gemm_a -> gemm_x, 9 -> 4\n" },
		/* nothing says which is which: all of a kind, which other kernels are not */
		{ "mlp;gemm_a 1 0\nmlp;gemm_b 2 0\n", "mlp;gemm_c 3 0\nmlp;gemm_d 4 0\n",
			"mlp;gemm_a, gemm_b → gemm_c, gemm_d: gemm_a gemm_b -> gemm_c gemm_d, 3 "
			"-> 7\n" },
		{ "mlp;odd_a 1 0\nmlp;odd_b 2 0\n", "mlp;odd_c 3 0\nmlp;odd_d 4 0\n", "" },
		{ "mlp;odd_a 1 0\n", "mlp;odd_c 3 0\n",
			"mlp;odd_a → odd_c: odd_a -> odd_c, 1 -> 3\n" },
		{ "mlp;odd_a 1 2\nmlp;odd_b 2 3\n", "mlp;odd_c 3 3\nmlp;odd_d 4 2\n",
			"mlp;odd_a → odd_d: odd_a -> odd_d, 1 -> 4\n"
			"mlp;odd_b → odd_c: odd_b -> odd_c, 2 -> 3\n" },
		/* what both sides have is no rename */
		{ "mlp;gemm_a 9 3\nmlp;gemm_b 1 1\n", "mlp;gemm_a 4 2\nmlp;gemm_b 4 1\n", "" },
		/* another module: as often, below the nearest frame that both have */
		{ "net;block;eager;gemm_a 9 3\nnet;x 1 1\n",
			"net;block;flash;gemm_b 4 3\nnet;x 1 1\n",
			"net;block;gemm_a → gemm_b: gemm_a -> gemm_b, 9 -> 4\n" },
		{ "net;block;eager;gemm_a 9 3\n", "net;block;flash;gemm_b 4 4\n", "" },
		{ "net;block;eager;gemm_a 9 0\n", "net;block;flash;gemm_b 4 0\n", "" },
		{ "net;block;eager;gemm_a 9 0\n", "net;block;flash;gemm_a 4 0\n",
			"net;block;gemm_a → another variant: gemm_a -> gemm_a, 9 -> 4\n" },
		/* a memset of one operator and a fill of another, which stay, are not the same */
		{ "net;mm;gemm_a 9 3\nnet;mm;[CUDA memset] 1 3\nnet;sdpa;flash_fwd 5 3\n",
			"net;mm;gemm_a 9 3\nnet;sdpa;zeros;fill_kernel 1 3\nnet;sdpa;flash_fwd 5 "
			"3\n",
			"" },
		/* programs that have nothing in common */
		{ "a;gemm_a 9 3\n", "b;gemm_b 9 3\n", "" },
		{ "gemm_a 9 3\n", "gemm_b 9 3\n", "gemm_a → gemm_b: gemm_a -> gemm_b, 9 -> 9\n" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *pairs = pairs_of(cases[i].before, cases[i].after);

		assert_string_equal(pairs, cases[i].pairs);
		free(pairs);
	}
}
