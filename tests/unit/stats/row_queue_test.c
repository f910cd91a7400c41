

#include <stdio.h>
#include <string.h>

#include "stats/table/row_queue.h"
#include "tests/unit/test.h"

enum { MANY = 100000 };

static const char *const files[] = { "a", "b" };

/* What takes rows: numbered from 0, their text is the number; it fails at row `fails`. */
struct taker {
	int64_t next, fails;
};

static const char *file_of(int64_t row)
{
	return files[row / 3000 % 2];
}

static bool take(void *context, const struct cell *cells, const char *file, struct err *err)
{
	struct taker *taker = context;
	char text[32];

	if (taker->next == taker->fails)
		return err_set(err, ERR_FORMAT, "row %lld", (long long)taker->next);
	snprintf(text, sizeof(text), "%lld", (long long)taker->next);
	assert_int_equal(cells[0].kind, CELL_INTEGER);
	assert_int_equal(cells[0].is.integer, taker->next);
	assert_int_equal(cells[1].kind, CELL_TEXT);
	assert_int_equal(cells[1].len, strlen(text));
	assert_memory_equal(cells[1].is.text, text, strlen(text));
	assert_int_equal(cells[2].len, 0);
	assert_ptr_equal(file, file_of(taker->next));
	taker->next++;
	return true;
}

/* Add rows whose texts are gone when they are taken. */
static bool add_rows(struct row_queue *queue, int64_t from, int64_t count, struct err *err)
{
	for (int64_t row = from; row < from + count; row++) {
		char text[32];
		struct cell cells[3] = { cell_integer(row), { 0 }, cell_text("") };

		snprintf(text, sizeof(text), "%lld", (long long)row);
		cells[1] = cell_text(text);
		if (!row_queue_add(queue, cells, file_of(row), err))
			return false;
	}
	return true;
}

static struct row_queue queue_of(struct taker *taker, unsigned threads)
{
	return (struct row_queue){
		.take = take, .context = taker, .columns = 3, .threads = threads
	};
}

TEST(rows_arrive_in_their_order)
{
	static const int64_t counts[] = { 0, 1, 1023, 1024, 1025, MANY };

	for (unsigned threads = 1; threads <= 2; threads++) {
		for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
			struct taker taker = { .fails = -1 };
			struct row_queue queue = queue_of(&taker, threads);
			struct err err = { 0 };

			assert_true(add_rows(&queue, 0, counts[i], &err));
			assert_true(row_queue_drain(&queue, &err));
			assert_int_equal(taker.next, counts[i]);
			assert_true(add_rows(&queue, counts[i], 10, &err));
			assert_true(row_queue_drain(&queue, &err));
			assert_int_equal(taker.next, counts[i] + 10);
			row_queue_release(&queue);
		}
	}
}

TEST(a_failure_is_that_of_the_first_row)
{
	static const struct {
		int64_t row;
		const char *text;
	} fails[] = { { 0, "row 0" }, { 1500, "row 1500" }, { MANY - 1, "row 99999" } };

	for (unsigned threads = 1; threads <= 2; threads++) {
		for (size_t i = 0; i < ARRAY_SIZE(fails); i++) {
			struct taker taker = { .fails = fails[i].row };
			struct row_queue queue = queue_of(&taker, threads);
			struct err err = { 0 };
			bool ok = add_rows(&queue, 0, MANY, &err);

			ok = ok && row_queue_drain(&queue, &err);
			assert_false(ok);
			assert_int_equal(err.code, ERR_FORMAT);
			assert_string_equal(err.msg, fails[i].text);
			row_queue_release(&queue);
		}
	}
}

TEST(rows_that_nobody_waits_for_are_dropped)
{
	struct taker taker = { .fails = -1 };
	struct row_queue queue = queue_of(&taker, 2);
	struct err err = { 0 };

	assert_true(add_rows(&queue, 0, MANY, &err));
	row_queue_release(&queue);
	assert_true(taker.next <= MANY);
}
