#include "capture/device/buffers.c"
#include "tests/unit/test.h"

static unsigned woken;

void recorder_wake(UNUSED struct recorder *recorder)
{
	woken++;
}

static int get_dropped(UNUSED void *context, uint32_t stream, size_t *dropped)
{
	*dropped = stream; /* so that tests choose it */
	return CUPTI_OK;
}

static void set_up(struct buffers *buffers, struct recorder *recorder)
{
	static const struct cupti cupti = { .get_dropped = get_dropped };
	struct err err = { 0 };

	*recorder = (struct recorder){ 0 };
	*buffers = (struct buffers){ 0 };
	atomic_store(&recorder->epoch, 1);
	assert_true(buffers_init(buffers, recorder, &cupti, &err));
	woken = 0;
}

static void release(struct buffers *buffers)
{
	for (struct buffer *buffer; (buffer = buffers->spare) != NULL; free_buffer(buffer))
		buffers->spare = buffer->next;
}

/* CUPTI fills a buffer with so many bytes, and hands it over. */
static void fill(struct buffers *buffers, size_t valid, uint32_t dropped)
{
	uint8_t *data;
	size_t size;

	buffers_request(buffers, &data, &size);
	assert_non_null(data);
	assert_true(size >= LEAST_BYTES);
	buffers_complete(buffers, NULL, dropped, data, valid);
}

TEST(what_has_no_room_to_wait_is_counted)
{
	struct recorder recorder;
	struct buffers buffers;
	struct buffer *taken;

	set_up(&buffers, &recorder);
	/* as if the worker had been stuck for long: there is room for one more */
	buffers.filled_bytes = buffers.limit - LEAST_FILLED;
	fill(&buffers, 64, 0);
	assert_int_equal(buffers.filled_count, 1);
	assert_int_equal(atomic_load(&buffers.lost), 0);
	fill(&buffers, 64, 0);
	fill(&buffers, 64, 0);
	assert_int_equal(buffers.filled_count, 1);
	assert_int_equal(atomic_load(&buffers.lost), 2);
	/* the worker is asked each time, and their memory is kept */
	assert_int_equal(woken, 3);
	assert_int_equal(buffers.spare_count, SPARE_BUFFERS - 1);
	taken = buffers_take(&buffers);
	assert_non_null(taken);
	assert_int_equal(taken->valid, 64);
	buffers_give_back(&buffers, taken);
	fill(&buffers, 64, 0);
	assert_int_equal(atomic_load(&buffers.lost), 2);
	buffers_give_back(&buffers, buffers_take(&buffers));
	assert_null(buffers_take(&buffers));
	release(&buffers);
}

TEST(dropped_records_are_counted)
{
	struct recorder recorder;
	struct buffers buffers;

	set_up(&buffers, &recorder);
	fill(&buffers, 0, 3);
	fill(&buffers, 0, 4);
	assert_int_equal(atomic_load(&buffers.dropped), 7);
	assert_int_equal(atomic_load(&buffers.lost), 0);
	assert_int_equal(buffers.filled_count, 0);
	assert_int_equal(buffers.spare_count, SPARE_BUFFERS);
	release(&buffers);
}

TEST(the_oldest_is_read_first)
{
	struct recorder recorder;
	struct buffers buffers;

	set_up(&buffers, &recorder);
	for (size_t i = 1; i <= 40; i++)
		fill(&buffers, 64 * i, 0);
	assert_int_equal(buffers.filled_count, 40);
	for (size_t i = 1; i <= 40; i++) {
		struct buffer *taken = buffers_take(&buffers);

		assert_int_equal(taken->valid, 64 * i);
		buffers_give_back(&buffers, taken);
	}
	assert_null(buffers_take(&buffers));
	assert_int_equal(buffers.filled_bytes, 0);
	assert_int_equal(buffers.spare_count, SPARE_BUFFERS);
	release(&buffers);
}
