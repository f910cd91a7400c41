#ifndef TESTS_MOCK_MOCK_ANSWERS_H
#define TESTS_MOCK_MOCK_ANSWERS_H

#include <stdint.h>

/* What CUPTI says without doing anything: its version, names and ids. */

/* MOCK_CUPTI_VERSION */
uint32_t mock_version(void);

struct mock_function {
	int domain;
	uint32_t cbid;
	const char *name;
};

/* The function of CUDA whose name begins so. */
const struct mock_function *mock_function(const char *name);

/*
 * What a test asks a function of CUPTI to give, by MOCK_FAIL: "cuptiFlushAll=999", or
 * from its third call on "cuptiFlushAll=999@3". CUPTI_OK: nothing was asked of it.
 */
int mock_failure(const char *function);

#endif /* TESTS_MOCK_MOCK_ANSWERS_H */
