#ifndef TESTS_MOCK_MOCK_LAYOUTS_H
#define TESTS_MOCK_MOCK_LAYOUTS_H

#include "tests/mock/mock.h"

/* Records as CUPTI's versions (cuptiGetVersion) lay them out. */

/* How large a record of the kind is. */
size_t mock_stride(uint32_t version, int kind);

/* Write the record to `at`, which has room for it. Unset fields are not zero. */
void mock_fill(uint8_t *at, uint32_t version, const struct mock_record *record, uint64_t start,
	uint64_t end);

#endif /* TESTS_MOCK_MOCK_LAYOUTS_H */
