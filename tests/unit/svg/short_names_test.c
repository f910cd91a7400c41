#include "svg/short_names.h"

#include "base/mem.h"
#include "base/rules_text.h"
#include "svg/picture.h"
#include "tests/unit/test.h"

/* The fields of the next line of a table of tests/fixtures that is no comment: how many. */
static size_t next_row(FILE *table, char *line, int size, char **fields)
{
	size_t count = 0;

	do {
		if (fgets(line, size, table) == NULL)
			return 0;
	} while (line[0] == '#');
	line[strcspn(line, "\n")] = '\0';
	for (char *next = line; next != NULL; count++) {
		fields[count] = next;
		next = strchr(next, '\t');
		if (next != NULL)
			*next++ = '\0';
	}
	return count;
}

/* What a kernel is called, and its name. */
TEST(kernels_have_readable_names)
{
	FILE *in = fopen("tests/fixtures/short_names.tsv", "r");
	struct short_names *all = short_names_new();
	char line[4096], *fields[16];
	unsigned count = 0, bad = 0;

	assert_non_null(in);
	for (; next_row(in, line, sizeof(line), fields) == 2; count++) {
		const char *text;
		size_t len;

		short_names_find(all, fields[1], strlen(fields[1]), &text, &len);
		if (len != strlen(fields[0]) || memcmp(text, fields[0], len) != 0) {
			print_error("%.*s, not %s\n", (int)len, text, fields[0]);
			bad++;
		}
	}
	assert_true(count > 40 && bad == 0);
	short_names_free(all);
	fclose(in);
}

/* Without groups they are compiled at once; a bad one ends the command when a name reaches it. */
TEST(all_rules_compile)
{
	FILE *in = fopen("svg/short_names.rules", "r");
	char text[1 << 14];
	size_t len = fread(text, 1, sizeof(text), in);
	struct err err = { 0 };
	struct names names;
	struct rules rules;

	assert_true(len > 1000 && len < sizeof(text));
	names_init(&names);
	rules_init(&rules, &names);
	assert_true(rules_add_text(&rules, "svg/short_names.rules", text, len, false, &err));
	rules_release(&rules);
	names_release(&names);
	fclose(in);
}

/* Rules are not tried on a name of a megabyte, nor do they take long on one of their limit. */
TEST(long_names_take_no_time)
{
	static const size_t sizes[] = { 1000, 1024, 1025, 1 << 20 };
	struct short_names *all = short_names_new();

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		char *name = malloc(sizes[i] + 1);
		const char *text;
		size_t len;

		assert_non_null(name);
		memset(name, '_', sizes[i]);
		memcpy(name, "xmma_gemm_bf16cutlass_flash<nvjet_reduce_kernel<", 48);
		short_names_find(all, name, sizes[i], &text, &len);
		assert_int_equal(len, 27);
		assert_memory_equal(text, "xmma_gemm_bf16cutlass_flash", 27);
		free(name);
	}
	short_names_free(all);
}

/* tests/browser/js_logic_test.js looks at the same tables. */
TEST(what_is_common_is_dropped)
{
	FILE *in = fopen("tests/fixtures/brief_names.tsv", "r");
	char line[256], *fields[16], out[64];
	unsigned count = 0;

	assert_non_null(in);
	for (; next_row(in, line, sizeof(line), fields) == 2; count++) {
		size_t len = brief_name(fields[0], strlen(fields[0]), out);

		if (len != strlen(fields[1]) || memcmp(out, fields[1], len) != 0)
			fail_msg("%s: %.*s, not %s", fields[0], (int)len, out, fields[1]);
	}
	assert_int_equal(count, 22);
	fclose(in);
}

TEST(labels_are_words_and_never_syllables)
{
	FILE *in = fopen("tests/fixtures/labels.tsv", "r");
	char line[256], *fields[16], label[LABEL_BYTES];
	unsigned count = 0;

	assert_non_null(in);
	for (size_t found; (found = next_row(in, line, sizeof(line), fields)) > 0; count++) {
		const struct shown shown = { .text = fields[0],
			.len = (uint32_t)strlen(fields[0]) };

		for (size_t i = 1; i < found; i += 2) {
			size_t len;

			if (!label_fit(&shown, strtoul(fields[i], NULL, 10), label, &len))
				len = 0;
			if (len != strlen(fields[i + 1]) || memcmp(label, fields[i + 1], len) != 0)
				fail_msg("%s in %s: %.*s", fields[0], fields[i], (int)len, label);
		}
	}
	assert_int_equal(count, 14);
	fclose(in);
}
