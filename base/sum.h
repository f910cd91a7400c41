#ifndef BASE_SUM_H
#define BASE_SUM_H

#include "base/err.h"

/*
 * Checked sums of numbers from a file. Each fails with ERR_SUM when the
 * result does not fit, and leaves the sum unchanged then.
 */

/* The failure: ERR_SUM, "total overflows 64 bits". Returns false. */
bool sum_overflows(struct err *err);

static inline MUST_CHECK bool sum_add(uint64_t *sum, uint64_t more, struct err *err)
{
	uint64_t result;

	if (__builtin_add_overflow(*sum, more, &result))
		return sum_overflows(err);
	*sum = result;
	return true;
}

static inline MUST_CHECK bool sum_scale(uint64_t *sum, uint64_t factor, struct err *err)
{
	uint64_t result;

	if (__builtin_mul_overflow(*sum, factor, &result))
		return sum_overflows(err);
	*sum = result;
	return true;
}

/* A sum of times, limited to 63 bits. */
bool sum_add_ns(int64_t *sum, uint64_t more, struct err *err) MUST_CHECK;

/* 10 to the power of `decimals`, 19 at most: scales a value by that many digits. */
static inline uint64_t sum_power_of_ten(unsigned decimals)
{
	uint64_t power = 1;

	for (; decimals > 0; decimals--)
		power *= 10;
	return power;
}

#ifdef __clang_analyzer__
#define sum_overflows(err) (sum_overflows(err), false)
#endif

#endif /* BASE_SUM_H */
