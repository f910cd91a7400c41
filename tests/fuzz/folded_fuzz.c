/*
 * Untrusted folded text: reading it, writing the tree and reading that again
 * gives the same tree and the same text. The first byte says in pieces of how
 * many bytes it is read.
 */

#include "base/folded.h"
#include "tests/feed_text.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *write_tree(const struct tree *tree, size_t *size)
{
	struct err err = { 0 };
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	must(out != NULL && folded_write(tree, "[root]", out, &err), "writing");
	must(fclose(out) == 0, "closing");
	return text;
}

static uint64_t self_sum(const struct tree *tree)
{
	uint64_t sum = 0;

	for (uint32_t node = 0; node < tree->count; node++) {
		must(node == TREE_ROOT || tree->parent[node] < node, "parents come first");
		sum += tree->self[node];
	}
	return sum;
}

static void check_again(const struct tree *tree)
{
	struct names names;
	struct tree again;
	struct err err = { 0 };
	size_t size = 0, size_again = 0;
	char *text = write_tree(tree, &size), *text_again;
	struct fed_text fed = { text, size, 0 };

	names_init(&names);
	tree_init(&again, &names);
	must(folded_read(feed_text, &fed, "again", &again, &err), err.msg);
	/* Decimals that no value needs any more may go: compare the text. */
	text_again = write_tree(&again, &size_again);
	if (again.decimals == tree->decimals) {
		must(again.total == tree->total, "the total");
		must(size == size_again && memcmp(text, text_again, size) == 0, "the text");
	}
	free(text);
	free(text_again);
	tree_release(&again);
	names_release(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct names names;
	struct tree tree;
	struct fed_text fed = { (const char *)data + 1, size - 1, 0 };
	struct err err = { 0 };
	bool ok;

	if (size == 0)
		return 0;
	fed.step = data[0] % 32;
	names_init(&names);
	tree_init(&tree, &names);
	ok = folded_read(feed_text, &fed, "in", &tree, &err);
	must(ok == (err.code == ERR_NONE), "an error has a code");
	must(ok || strncmp(err.msg, "in:", 3) == 0, "an error names the line");
	must(self_sum(&tree) == tree.total, "the total is the sum");
	check_again(&tree);
	tree_release(&tree);
	names_release(&names);
	return 0;
}
