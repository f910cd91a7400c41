#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* TEST(what_holds) { ... }: all tests of a program run, in their order. */
#define TEST(name_)                                                                               \
	static void name_(void **state);                                                          \
	__attribute__((constructor)) static void add_##name_(void)                                \
	{                                                                                         \
		all_tests[test_count++] = (struct CMUnitTest){ #name_, name_, NULL, NULL, NULL }; \
	}                                                                                         \
	static void name_(void **state __attribute__((unused)))

static struct CMUnitTest all_tests[64];
static size_t test_count;

#ifndef OWN_MAIN /* for those that define it before they include this */
int main(void)
{
	return _cmocka_run_group_tests("tests", all_tests, test_count, NULL, NULL);
}
#endif

#endif /* TESTS_UNIT_TEST_H */
