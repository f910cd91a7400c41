#include "base/short_name.h"
#include "tests/unit/test.h"

static void assert_short(const char *name, const char *expected)
{
	size_t len = strlen(name), used;
	char *out = malloc(len + 1);

	assert_non_null(out);
	used = kernel_short_name(name, len, out);
	assert_true(used <= len);
	out[used] = '\0';
	assert_string_equal(out, expected);
	free(out);
}

TEST(shortening_keeps_the_last_name)
{
	static const struct {
		const char *name, *expected;
	} cases[] = {
		{ "gelu_forward_kernel2(__nv_bfloat16 *, const __nv_bfloat16 *)",
			"gelu_forward_kernel2" },
		{ "void k<float, (int)4>(float *)", "k" },
		{ "void at::native::vectorized_elementwise_kernel<(int)4, at::native::AddF<float>>"
		  "(int, T2)",
			"vectorized_elementwise_kernel" },
		{ "void at::native::(anonymous namespace)::foo<int>(int)", "foo" },
		{ "jax::<unnamed>::ThreeFry2x32Kernel(const unsigned int *, long)",
			"ThreeFry2x32Kernel" },
		{ "std::enable_if<(a)0, void>::type ns::k<float>(float)", "k" },
		{ "float* k(int)", "k" },
		{ "ns::f::operator()(int) const", "operator()" },
		{ "ns::operator<< <char>(int)", "operator<<" },
		{ "operator<< <char>(int)", "operator<<" },
		{ "sm80_xmma_gemm_f16_tn", "sm80_xmma_gemm_f16_tn" },
		{ "[CUDA memcpy HtoD]", "[CUDA memcpy HtoD]" },
		/* not a C++ name, or a truncated one: unchanged */
		{ "a<b", "a<b" },
		{ "a>b", "a>b" },
		{ "f(int", "f(int" },
		{ "(x)", "(x)" },
		{ "a::", "a::" },
		{ ">", ">" },
		{ "", "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_short(cases[i].name, cases[i].expected);
}
