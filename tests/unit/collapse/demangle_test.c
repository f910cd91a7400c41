#include "base/compiler.h"
#include "collapse/kineto/demangle.h"
#include "tests/unit/test.h"

static char text[DEMANGLE_MAX];

#ifdef HAVE_DEMANGLER
TEST(names_are_full)
{
	static const char *const cases[][2] = {
		{ "_ZN2ns1fIiEEvPf", "void ns::f<int>(float*)" },
		{ "_ZN2ns1fIiEEvPf.kd", "void ns::f<int>(float*)" },
		{ "_Z6kernelPKfi", "kernel(float const*, int)" },
		{ "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi64EEEvPT0_PT_PfS4_",
			"void aiter::add_rmsnorm_quant_kernel<__bf16, __bf16, 64>"
			"(__bf16*, __bf16*, float*, __bf16*)" },
		{ "_Z1fIDF16_EvT_", "void f<_Float16>(_Float16)" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t len = 0;

		assert_true(demangle(cases[i][0], strlen(cases[i][0]), text, &len));
		assert_int_equal(len, strlen(cases[i][1]));
		assert_memory_equal(text, cases[i][1], len);
	}
}
#endif

TEST(other_names_are_none)
{
	static const char *const cases[] = { "", "_", "_Z", "_Z9oops", "main", "Cijk_Ailk_Bljk",
		"_ZN2ns1fIiEEvP" };
	static const char nul[] = "_Z1fi\0more";
	static char deep[10000];
	size_t len;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_false(demangle(cases[i], strlen(cases[i]), text, &len));
	assert_false(demangle(nul, sizeof(nul) - 1, text, &len));
	for (size_t size = 100; size <= sizeof(deep); size *= 10) {
		memset(deep, 'P', size);
		memcpy(deep, "_Z1f", 4);
		(void)demangle(deep, size, text, &len);
	}
}

/* A pair of pairs of pairs: each level doubles the name. */
TEST(names_that_explode_are_left)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char bomb[512] = "_Z1fSt4pairIiiES_IS0_S0_E";
	size_t used = strlen(bomb), len;

	for (size_t level = 1; level < 36; level++)
		used += (size_t)snprintf(bomb + used, sizeof(bomb) - used, "S_IS%c_S%c_E",
			digits[level], digits[level]);
	assert_false(demangle(bomb, used, text, &len));
}
