/* only in the capture library, which is not an archive */
#include "capture/write/kernel_name.c"
#include "tests/unit/test.h"

TEST(names_are_demangled_and_cut)
{
	static const struct {
		const char *mangled, *full, *brief;
	} cases[] = {
		{ "plain", "plain", "plain" },
		{ "not_mangled<1>(int)", "not_mangled<1>(int)", "not_mangled<1>(int)" },
		{ "_Znonsense", "_Znonsense", "_Znonsense" },
		{ "_Z1fv", "f()", "f" },
		{ "_ZN2ns4gemmIfLi3EEEvPT_", "void ns::gemm<float, 3>(float*)", "gemm" },
		/* without parameters, as variables are */
		{ "_ZN2ns1fIiEE", "ns::f<int>", "f" },
		{ "_ZN2ns1fE", "ns::f", "f" },
		/* a function as parameter, and a template of a template */
		{ "_Z1fPFivE", "f(int (*)())", "f" },
		{ "_Z1fI1gIiEEvv", "void f<g<int> >()", "f" },
		/* an operator */
		{ "_ZN2nsltEii", "ns::operator<(int, int)", "operator<" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *full, *brief;
		struct err err = { 0 };

		assert_true(kernel_names(cases[i].mangled, &full, &brief, &err));
		assert_string_equal(full, cases[i].full);
		assert_string_equal(brief, cases[i].brief);
		free(full);
		free(brief);
	}
}
