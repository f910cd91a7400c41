#include "base/global_id.h"
#include "tests/unit/test.h"

TEST(ids_are_packed_as_nsys_does)
{
	uint64_t process = global_pid(1, 4711), thread = global_tid(process, 4712);

	/* as in an export of nsys: PID 4711, TID 4712 on machine 1 */
	assert_int_equal(process, UINT64_C(281554014175232));
	assert_int_equal(thread, UINT64_C(281554014179944));
	assert_int_equal(global_process_of(thread), process);
	assert_int_equal(global_pid_number(thread), 4711);
	assert_int_equal(global_tid_number(thread), 4712);
	assert_int_equal(global_tid_number(process), 0);
}

TEST(numbers_over_24_bits_are_cut)
{
	assert_int_equal(global_pid(0, (1u << 24) + 5), 5u << 24);
	assert_int_equal(global_tid(global_pid(0, 1), (1u << 24) + 5), (1u << 24) + 5);
	assert_int_equal(global_pid_number(global_pid(0xffff, 7)), 7);
}
