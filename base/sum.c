#include "base/sum.h"

#undef sum_overflows

bool sum_overflows(struct err *err)
{
	return err_set(err, ERR_SUM, "total overflows 64 bits");
}

bool sum_add_ns(int64_t *sum, uint64_t more, struct err *err)
{
	int64_t result;

	if (__builtin_add_overflow(*sum, more, &result))
		return err_set(err, ERR_SUM, "total overflows 63 bits");
	*sum = result;
	return true;
}
