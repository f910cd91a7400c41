#include "svg/short_names.h"

#include "base/mem.h"
#include "base/rules_text.h"
#include "svg/picture.h"
#include "tests/unit/test.h"

/* tests/fixtures/short_names.tsv: what a kernel is called, and its name. */
TEST(kernels_have_readable_names)
{
	FILE *in = fopen("tests/fixtures/short_names.tsv", "r");
	struct short_names *all = short_names_new();
	char line[4096];
	unsigned count = 0, bad = 0;

	assert_non_null(in);
	while (fgets(line, sizeof(line), in) != NULL) {
		char *name = strchr(line, '\t');
		const char *text;
		size_t len;

		if (line[0] == '#')
			continue;
		assert_non_null(name);
		*name++ = '\0';
		short_names_find(all, name, strcspn(name, "\n"), &text, &len);
		if (len != strlen(line) || memcmp(text, line, len) != 0) {
			print_error("%.*s, not %s\n", (int)len, text, line);
			bad++;
		}
		count++;
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

TEST(what_is_common_is_dropped)
{
	static const struct {
		const char *name, *brief;
	} cases[] = {
		/* tests/browser/js_logic_test.js has the same */
		{ "void f<int, g<3>>(int*)", "f" },
		{ "f<int>::g<char>(char)", "g" },
		{ "FSDP::pre_forward (layers.17)", "pre_forward (layers.17)" },
		{ "void (anonymous namespace)::f<1>(int)", "(anonymous namespace)::f" },
		{ "std::operator<<(int)", "operator<<" },
		{ "a::operator()(int) const", "operator const" },
		{ "aten::linear", "linear" },
		{ "void a::b_1::Kernel2<c::d>(e)", "b_1::Kernel2" },
		{ "a::kernel::f<1>", "f" },
		{ "::f", "::f" },
		{ "a::", "a::" },
		{ "a: b::c", "a: b::c" },
		{ "a->b<c>", "a->b" },
		{ "nn.Module: Linear", "Linear" },
		{ "nn.Module: ", "nn.Module: " },
		{ "autograd::engine::evaluate_function: AddBackward", "AddBackward" },
		{ "<lambda>", "<lambda>" },
		{ "f<int", "f<int" },
		{ "Layer 29", "Layer 29" },
		{ "void ", "void " },
		{ "()", "()" },
		{ "", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char out[64];
		size_t len = brief_name(cases[i].name, strlen(cases[i].name), out);

		if (len != strlen(cases[i].brief) || memcmp(out, cases[i].brief, len) != 0)
			fail_msg("%s: %.*s, not %s", cases[i].name, (int)len, out, cases[i].brief);
	}
}

/* tests/browser/js_logic_test.js has the same. */
TEST(labels_are_words_and_never_syllables)
{
	static const struct {
		const char *name;
		size_t room;
		const char *label;
	} cases[] = {
		{ "gemm bf16 128x256x64 tn", 23, "gemm bf16 128x256x64 tn" },
		{ "gemm bf16 128x256x64 tn", 22, "gemm 128x256x64 tn" },
		{ "gemm bf16 128x256x64 tn", 17, "gemm" },
		{ "gemm bf16 128x256x64 tn", 4, "gemm" },
		{ "gemm bf16 128x256x64 tn", 3, "" },
		{ "flash attention bwd hdim64", 20, "flash attention bwd" },
		{ "flash attention bwd hdim64", 12, "flash bwd" },
		{ "flash attention bwd hdim64", 8, "flash a…" },
		{ "flash attention bwd hdim64", 7, "flash…" },
		{ "flash attention bwd hdim64", 4, "fla…" },
		{ "flash attention bwd hdim64", 3, "" },
		{ "all-reduce bf16 ring LL", 22, "all-reduce ring LL" },
		{ "all-reduce bf16 ring LL", 10, "all-reduce" },
		{ "aten::mm", 8, "aten::mm" },
		{ "aten::mm", 7, "" },
		{ "aten::linear", 7, "linear" },
		{ "Layer 12", 7, "Layer" },
		{ "Layer 12", 4, "Lay…" },
		{ "[waits for rank 5]", 17, "[waits for rank…" },
		{ "[waits for rank 5]", 7, "[waits…" },
		{ "1234567", 7, "1234567" },
		{ "1234567", 6, "" },
		{ "a", 1, "a" },
		{ "ab", 1, "" },
		{ "void f<int>(x)", 13, "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct shown shown = { .text = cases[i].name,
			.len = (uint32_t)strlen(cases[i].name) };
		char label[LABEL_BYTES];
		size_t len;

		if (!label_fit(&shown, cases[i].room, label, &len))
			len = 0;
		if (len != strlen(cases[i].label) || memcmp(label, cases[i].label, len) != 0)
			fail_msg("%s in %zu: %.*s", cases[i].name, cases[i].room, (int)len, label);
	}
}
