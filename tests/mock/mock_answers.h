#ifndef TESTS_MOCK_MOCK_ANSWERS_H
#define TESTS_MOCK_MOCK_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

/* CUPTI's static answers: its version, names and ids. */

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
 * The result that a test sets for a function of CUPTI by MOCK_FAIL:
 * "cuptiFlushAll=999", or from its third call on "cuptiFlushAll=999@3". CUPTI_OK:
 * none was set.
 */
int mock_failure(const char *function);

/* At the beginning of a function: it returns that, if there is one. */
#define MAY_FAIL()                                    \
	do {                                          \
		int result_ = mock_failure(__func__); \
		if (result_ != CUPTI_OK)              \
			return result_;               \
	} while (0)

/* CUPTI's own clock is too fast by MOCK_DRIFT parts of a million: that fraction. */
double mock_drift(void);

/* Never return if MOCK_HANG is `where`. */
void mock_hang_if_asked(const char *where);

#endif /* TESTS_MOCK_MOCK_ANSWERS_H */
