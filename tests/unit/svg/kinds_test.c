#include "svg/kinds.h"

#include "base/tree.h"
#include "tests/unit/made_stack.h"
#include "tests/unit/test.h"

/* The kind of a name that ends a stack. */
static char kind_of_kernel(const char *name, size_t len)
{
	const uint32_t parent[] = { 0, 0 };
	uint32_t frame[] = { 0, 0 };
	struct names names;
	char kind = 0;

	names_init(&names);
	frame[1] = names_intern(&names, name, len);
	kinds_find(&names, 2, frame, parent, &kind);
	names_release(&names);
	return kind;
}

/* A kind by the first word of its label. */
static char kind_of_word(const char *word)
{
	for (const char *kind = KIND_LETTERS; *kind != '\0'; kind++) {
		if (strncmp(kind_label(*kind), word, strlen(word)) == 0)
			return *kind;
	}
	fail_msg("no kind '%s'", word);
	return 0;
}

/* tests/fixtures/kernel_kinds.tsv: names of each library with the kinds that an expert gives them.
 */
TEST(kernels_of_each_library_have_their_kind)
{
	FILE *in = fopen("tests/fixtures/kernel_kinds.tsv", "r");
	char line[4096];
	unsigned count = 0, wrong = 0;

	assert_non_null(in);
	while (fgets(line, sizeof(line), in) != NULL) {
		char *name = strchr(line, '\t'), expected, kind;

		if (line[0] == '#' || line[0] == '=')
			continue;
		assert_non_null(name);
		*name++ = '\0';
		expected = kind_of_word(line);
		kind = kind_of_kernel(name, strcspn(name, "\n"));
		count++;
		if (kind == expected)
			continue;
		wrong++;
		print_message("%s, not %s: %s", kind_label(kind), kind_label(expected), name);
	}
	fclose(in);
	assert_true(count >= 200);
	assert_int_equal(wrong, 0);
}

/* Names cut off anywhere, and those that are no function, are looked at within their ends. */
TEST(odd_names_have_a_kind)
{
	static const char name[] = "void a::(anonymous namespace)::f<g<1>, (h)2>(int) [clone .kd]";

	for (size_t len = 0; len < sizeof(name); len++)
		assert_int_equal(kind_of_kernel(name, len), KIND_OTHER);
	assert_int_equal(kind_of_kernel("gemm>>::f)<<(", 13), KIND_MATMUL);
	assert_int_equal(kind_of_kernel("[GPU idle]", 10), KIND_IDLE);
	assert_int_equal(kind_of_kernel("[waits for rank 5]", 18), KIND_IDLE);
	assert_int_equal(kind_of_kernel("[transfer]", 10), KIND_COMMUNICATION);
	assert_int_equal(kind_of_kernel("[hidden by computation]", 23), KIND_HIDDEN);
	assert_int_equal(kind_of_kernel("void f<gemm>(int)", 17), KIND_MATMUL);
	assert_int_equal(kind_of_kernel("void softmax<gemm>(int)", 23), KIND_SOFTMAX);
}

static void add(struct tree *tree, const char *stack)
{
	struct err err = { 0 };

	assert_true(tree_add(tree, made_stack(tree, stack, strlen(stack)), 1, &err));
}

/* Names that are both inner frames and leaves are distinguished by their form. */
TEST(place_and_form_distinguish_ranges_from_kernels)
{
	static const struct {
		const char *name;
		char kind;
	} cases[] = {
		{ "attention", KIND_RANGE },    /* has frames below it, despite "attention" */
		{ "fwd_kernel", KIND_OTHER },   /* ends stacks */
		{ "gemm_kernel", KIND_MATMUL }, /* both, and looks like a kernel */
		{ "Layer", KIND_RANGE },        /* both, and looks like a range */
		{ "softmax", KIND_SOFTMAX },    /* ends stacks */
		{ "ncclAllReduce", KIND_COMMUNICATION }, /* is split */
	};
	struct names names;
	struct tree tree;
	char kinds[16] = { 0 };

	names_init(&names);
	tree_init(&tree, &names);
	add(&tree, "attention;fwd_kernel");
	add(&tree, "attention;gemm_kernel");
	add(&tree, "gemm_kernel;softmax");
	add(&tree, "Layer;softmax");
	add(&tree, "attention;Layer");
	add(&tree, "Layer;ncclAllReduce;[transfer]");
	add(&tree, "Layer;ncclAllReduce;[transfer];[hidden by computation]");
	assert_true(names.count < sizeof(kinds));
	kinds_find(&names, tree.count, tree.frame, tree.parent, kinds);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint32_t id;

		assert_true(names_find(&names, cases[i].name, strlen(cases[i].name), &id));
		assert_int_equal(kinds[id], cases[i].kind);
	}
	tree_release(&tree);
	names_release(&names);
}

TEST(shades_come_from_the_name)
{
	unsigned seen = 0;

	for (char c = 'a'; c <= 'z'; c++) {
		assert_true(kind_shade(&c, 1) < KIND_SHADES);
		assert_int_equal(kind_shade(&c, 1), kind_shade(&c, 1));
		seen |= 1u << kind_shade(&c, 1);
	}
	assert_int_equal(seen, (1u << KIND_SHADES) - 1);
}
