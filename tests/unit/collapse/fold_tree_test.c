

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folded.h"
#include "base/rules_text.h"
#include "tests/read_fd.h"
#include "collapse/fold/fold_tree.h"
#include "tests/unit/test.h"

struct made {
	struct names names;
	struct rules rules;
	struct tree from, tree;
	struct fold_tree_counts counts;
};

static void read_text(struct tree *tree, const char *text)
{
	struct err err = { 0 };
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], text, strlen(text)), (ssize_t)strlen(text));
	close(ends[1]);
	assert_true(folded_read(read_fd, &ends[0], "text", tree, &err));
	close(ends[0]);
}

static void make(struct made *made, const char *text)
{

	memset(made, 0, sizeof(*made));
	names_init(&made->names);
	rules_init(&made->rules, &made->names);
	tree_init(&made->from, &made->names);
	tree_init(&made->tree, &made->names);
	read_text(&made->from, text);
}

static void release(struct made *made)
{
	tree_release(&made->tree);
	tree_release(&made->from);
	rules_release(&made->rules);
	names_release(&made->names);
}

static void add_rule(struct made *made, const char *line)
{
	struct err err = { 0 };

	assert_true(rules_add_line(&made->rules, line, &err));
}

static void expect(struct made *made, const char *text)
{
	struct err err = { 0 };
	char *got = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&got, &len);

	assert_true(folded_write(&made->tree, "[root]", out, &err));
	fclose(out);
	assert_string_equal(got, text);
	free(got);
}

static void fold(struct made *made)
{
	struct err err = { 0 };

	assert_true(fold_tree(&made->from, NULL, &made->rules, &made->tree, &made->counts, &err));
	assert_int_equal(made->counts.total, made->counts.written + made->counts.filtered);
	assert_int_equal(made->counts.written, made->tree.total);
}

TEST(rules_clean_frames)
{
	struct made made;

	make(&made, "step 1;Layer 1;k 5\nstep 2;Layer 2;k 7\nstep 2;x;k 1\n");
	add_rule(&made, "rename \\d+=N");
	add_rule(&made, "drop-frame ^x$");
	fold(&made);
	expect(&made, "step N;Layer N;k 12\nstep N;k 1\n");
	assert_int_equal(made.counts.stacks, 3);
	release(&made);
}

TEST(the_last_frame_is_the_operation)
{
	struct made made;

	/* "a" is an operation in one line and a range in the other */
	make(&made, "a 3\na;b 4\n");
	add_rule(&made, "range:rename a=range");
	add_rule(&made, "kernel:rename a=kernel");
	fold(&made);
	expect(&made, "kernel 3\nrange;b 4\n");
	release(&made);
}

TEST(filters_see_the_whole_stack)
{
	struct made made;

	make(&made, "validation;a;k 1\na;k 2\nb;k 4\nb;a 8\n");
	add_rule(&made, "range:filter-out validation");
	add_rule(&made, "only ^a$");
	fold(&made);
	expect(&made, "a;k 2\nb;a 8\n");
	assert_int_equal(made.counts.stacks_filtered, 2);
	assert_int_equal(made.counts.filtered, 5);
	release(&made);
}

TEST(the_finer_unit_wins)
{
	struct made made;

	make(&made, "a;b 1\n");
	read_text(&made.tree, "a;b 0.25\n");
	assert_int_equal(made.tree.decimals, 2);
	{
		struct err err = { 0 };

		assert_true(
			fold_tree(&made.from, NULL, &made.rules, &made.tree, &made.counts, &err));
	}
	expect(&made, "a;b 1.25\n");
	assert_int_equal(made.counts.total, 100);
	release(&made);
}

TEST(a_total_over_64_bits_is_an_error)
{
	struct err err = { 0 };
	struct made made;

	make(&made, "a 18446744073709551615\n");
	read_text(&made.tree, "a 0.5\n");
	assert_false(fold_tree(&made.from, NULL, &made.rules, &made.tree, &made.counts, &err));
	assert_int_equal(err.code, ERR_SUM);
	release(&made);
}

TEST(depth_does_not_matter)
{
	enum { DEPTH = 200000 };
	struct made made;
	char *text = malloc(DEPTH * 2 + 8);
	FILE *file = tmpfile();
	struct err err = { 0 };

	assert_non_null(text);
	assert_non_null(file);
	for (size_t i = 0; i < DEPTH; i++)
		memcpy(text + i * 2, "a;", 2);
	memcpy(text + (size_t)DEPTH * 2, "b 1\n", 5);
	make(&made, "x 1\n");
	fputs(text, file);
	rewind(file);
	assert_true(folded_read(read_fd, &(int){ fileno(file) }, "deep", &made.from, &err));
	fold(&made);
	assert_int_equal(made.tree.count, DEPTH + 3);
	fclose(file);
	free(text);
	release(&made);
}
