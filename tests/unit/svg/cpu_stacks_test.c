#include "svg/cpu_stacks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"

static const char *palette_of(const char *first, const char *second)
{
	const char *const list[] = { first, second };
	struct err err = { 0 };
	struct names names;
	const char *palette;

	names_init(&names);
	for (size_t i = 0; i < ARRAY_SIZE(list); i++) {
		uint32_t id;

		assert_true(names_try_intern(&names, list[i], strlen(list[i]), &id, &err));
	}
	palette = cpu_stacks_palette(&names);
	names_release(&names);
	return palette;
}

static void content_decides(void **state)
{
	(void)state;
	assert_string_equal(palette_of("main", "vfs_read_[k]"), "hot");
	assert_string_equal(palette_of("[unknown]", "Ljava/lang/Object:.wait"), "java");
	assert_string_equal(palette_of("step (train.py:3)", "[unknown]"), "python");
	assert_null(palette_of("step (train.py:3)", "ampere_sgemm_128x64_tn"));
	assert_null(palette_of("start_thread", "[CUDA memset]"));
	assert_null(palette_of("Train step", "forward"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(content_decides),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
