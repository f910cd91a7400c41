#include "collapse/names/kernel_names.h"
#include "collapse/names/presets.h"
#include "tests/unit/made_rules.h"

/* With presets, or with the names of families. */
static void setup_list(struct fixture *f, const char *list)
{
	setup(f);
	if (strcmp(list, "family") == 0)
		assert_true(kernel_names_add(&f->rules, KERNEL_NAMES_FAMILY, &f->err));
	else if (!presets_add(&f->rules, list, &f->err))
		fail_msg("%s", f->err.msg);
}

/* Each row of the fixture: preset, kind of frame, a name, what it becomes. */
static void check_rows(const char *list_for_all)
{
	FILE *in = fopen("tests/fixtures/kernel_names.tsv", "re");
	char *line = NULL;
	size_t cap = 0, rows = 0;

	assert_non_null(in);
	while (getline(&line, &cap, in) >= 0) {
		char *rest = line, *field[4];
		enum frame_kind kind;
		struct fixture f;

		line[strcspn(line, "\n")] = '\0';
		for (size_t i = 0; i < 4; i++) {
			field[i] = rest;
			rest = strchr(rest, '\t');
			if (rest != NULL)
				*rest++ = '\0';
			else
				assert_int_equal(i, 3);
		}
		kind = strcmp(field[1], "kernel") == 0 ? FRAME_LEAF : FRAME_RANGE;
		if (list_for_all != NULL && strcmp(field[0], "family") == 0)
			continue;
		setup_list(&f, list_for_all != NULL ? list_for_all : field[0]);
		assert_string_equal(shown(&f, kind, field[2]), field[3]);
		/* clean already, if it is one frame: no rule changes it */
		if (strchr(field[3], ';') == NULL)
			assert_string_equal(shown(&f, kind, field[3]), field[3]);
		teardown(&f);
		rows++;
	}
	assert_true(rows > 30);
	free(line);
	fclose(in);
}

TEST(each_preset_cleans_its_samples)
{
	check_rows(NULL);
}

TEST(all_presets_together_clean_every_sample)
{
	check_rows("all");
}

TEST(auto_cleans_every_sample)
{
	check_rows("auto");
}

TEST(auto_leaves_what_it_does_not_recognise)
{
	static const char *const names[] = { "Conv_239", "my_range_7", "batch #3", "a.b.c.d.e.f",
		"thing, op = 3", "{'a': 'b'}", "kernel912" };
	struct fixture f;

	setup_list(&f, "auto");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		assert_string_equal(shown(&f, FRAME_RANGE, names[i]), names[i]);
		assert_string_equal(shown(&f, FRAME_LEAF, names[i]), names[i]);
	}
	teardown(&f);
	setup_list(&f, "tensorrt"); /* requested by name: applies to every name */
	assert_string_equal(shown(&f, FRAME_RANGE, "Conv_239"), "Conv");
	teardown(&f);
}

TEST(rules_of_ranges_leave_kernels_alone)
{
	struct fixture f;

	setup_list(&f, "auto");
	assert_string_equal(shown(&f, FRAME_RANGE, "triton_poi_fused_3"), "triton_poi_fused_3");
	assert_string_equal(shown(&f, FRAME_LEAF, "model.layers.3.mlp"), "model.layers.3.mlp");
	teardown(&f);
}

/* A name of `len` bytes passes: a beginning, and then one piece again and again. */
static void check_long(struct fixture *f, const char *beginning, const char *piece, size_t len)
{
	char *text = malloc(len + 1);
	size_t used = strlen(beginning);

	assert_non_null(text);
	memcpy(text, beginning, used);
	for (; used + strlen(piece) < len; used += strlen(piece))
		memcpy(text + used, piece, strlen(piece));
	text[used] = '\0';
	shown(f, FRAME_RANGE, text);
	shown(f, FRAME_LEAF, text);
	free(text);
}

/* Names are untrusted: none may make a preset fail or take long. */
TEST(hostile_names_pass_every_preset)
{
	static const char *const beginnings[] = { "a, sizes = [", "a, sizes = [[[", "FSDP::x (",
		"{'Module': '", "{'mod': '", "megatron.", "TSL:#hlo_op=", "nvfuser_", "triton_",
		"_1_clone_", "AddmmBackward" };
	static const char *const fillings[] = { "[", "[]", "a.1", "_1", "1", ".", "'", "1 + ",
		"\xc3" };
	static const char *const parts[] = { "cutlass_", "_a", "cutlass", "ampere_", "sm80_x_",
		"flash", "flash_", "sdpa_", "FlashFw", "fmha_cutlass", "ncclDevKernel_", "_1x",
		"1x", "1", "xmma_", "gemv" };
	struct fixture f;

	setup_list(&f, "all");
	for (size_t i = 0; i < ARRAY_SIZE(beginnings); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(fillings); j++)
			check_long(&f, beginnings[i], fillings[j], 200000);
	}
	teardown(&f);
	setup_list(&f, "family");
	for (size_t i = 0; i < 2 * ARRAY_SIZE(parts); i++)
		check_long(&f, i % 2 == 0 ? "" : "cutlass", parts[i / 2], 40000);
	teardown(&f);
}
