#include <stdatomic.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <zlib.h>

#include "base/mem.h"
#include "collapse/input/bytes_ahead.h"
#define OWN_MAIN
#include "tests/unit/test.h"

/* More pieces than a thread can be ahead; the last one is not full. */
enum { PIECE = 1 << 14, SIZE = 3 * BYTES_AHEAD_THREADS * PIECE + 123 };

static char path[64];

static char text_at(size_t i)
{
	return (char)('a' + mem_mix64(i / 7) % 26);
}

/* A file of SIZE bytes, compressed or not, of which the last `cut` bytes are missing. */
static void write_file(bool compressed, off_t cut)
{
	gzFile file = gzopen(path, compressed ? "wb1" : "wbT");
	char *text = malloc(SIZE);
	FILE *end;

	assert_non_null(file);
	assert_non_null(text);
	for (size_t i = 0; i < SIZE; i++)
		text[i] = text_at(i);
	assert_int_equal(gzwrite(file, text, SIZE), SIZE);
	assert_int_equal(gzclose(file), Z_OK);
	free(text);
	end = fopen(path, "rbe");
	assert_non_null(end);
	assert_int_equal(fseek(end, 0, SEEK_END), 0);
	assert_int_equal(truncate(path, ftell(end) - cut), 0);
	fclose(end);
}

/* How many pieces were worked on. */
static atomic_uint works;

/* Give threads, if there are any, time to get ahead: by one piece at least. */
static void rest(unsigned threads)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	int left = 500;

	do
		nanosleep(&moment, NULL);
	while (threads > 1 && works == 0 && --left > 0);
}

/* Ends behind the last 'x', and counts what is new. */
static size_t read_bytes;

static size_t cut(char *bytes, size_t from, size_t len)
{
	read_bytes += len - from;
	while (len > 0 && bytes[len - 1] != 'x')
		len--;
	return len;
}

/* What was made of the piece in each buffer: its first byte, its last and its length. */
static size_t made[BYTES_AHEAD_THREADS][3];

static void work_on(void *context, const struct bytes_piece *piece)
{
	size_t *of = made[piece->buffer];

	(void)context;
	of[0] = (size_t)piece->bytes[0];
	of[1] = (size_t)piece->bytes[piece->len - 1];
	of[2] = piece->len;
	works++;
}

static void check_made(const struct bytes_piece *piece)
{
	const size_t *of = made[piece->buffer];

	assert_int_equal(of[0], piece->bytes[0]);
	assert_int_equal(of[1], piece->bytes[piece->len - 1]);
	assert_int_equal(of[2], piece->len);
}

/* A reading, with a rest in piece `slow`, so that threads get ahead; `last` is the last to take. */
struct reading {
	unsigned threads;
	int slow, last, pieces, worked; /* the latter: how many were worked on */
	size_t at;
	bool was_cut;
};

static bool take(void *context, const struct bytes_piece *piece, struct err *err)
{
	struct reading *reading = context;

	if (reading->pieces == reading->slow)
		rest(reading->threads);
	for (size_t i = 0; i < piece->len; i++)
		assert_int_equal(piece->bytes[i], text_at(reading->at + i));
	reading->at += piece->len;
	assert_true(reading->was_cut || piece->len == 0);
	reading->was_cut = piece->len > 0 && piece->bytes[piece->len - 1] == 'x';
	assert_true(piece->done <= piece->total);
	if (piece->is_done)
		check_made(piece);
	reading->worked += piece->is_done;
	return reading->pieces++ != reading->last || err_set(err, ERR_EMPTY, "enough");
}

static bool read_all(struct reading *reading, struct err *err)
{
	const struct bytes_ahead_work work = { reading, cut, work_on, take };
	struct bytes source;
	bool ok;

	reading->was_cut = true;
	works = 0;
	read_bytes = 0;
	assert_true(bytes_open(&source, path, err));
	ok = bytes_ahead_read(&source, reading->threads, PIECE, &work, err);
	bytes_close(&source);
	assert_true(read_bytes >= reading->at);
	return ok;
}

TEST(pieces_are_the_stream)
{
	for (int compressed = 0; compressed <= 1; compressed++) {
		write_file(compressed, 0);
		for (unsigned threads = 1; threads <= 4; threads++) {
			for (int slow = 0; slow < 4; slow++) {
				struct reading all = {
					.threads = threads, .slow = slow, .last = -1
				};
				struct err err = { 0 };

				assert_true(read_all(&all, &err));
				assert_int_equal(all.at, SIZE);
				assert_true(threads > 1 ? all.worked > 0 : all.worked == 0);
			}
		}
	}
	remove(path);
}

TEST(an_error_comes_after_what_was_before_it)
{
	write_file(true, 9);
	for (unsigned threads = 1; threads <= 4; threads++) {
		struct reading all = { .threads = threads, .last = -1 };
		struct err err = { 0 };

		assert_false(read_all(&all, &err));
		assert_true(all.at >= SIZE - (size_t)2 * PIECE);
		assert_int_equal(err.code, ERR_FORMAT);
		assert_non_null(strstr(err.msg, "is truncated"));
	}
	remove(path);
}

TEST(reading_may_end_early)
{
	write_file(true, 0);
	for (int last = 0; last < 3; last++) {
		struct reading some = { .threads = 2, .last = last };
		struct err err = { 0 };

		assert_false(read_all(&some, &err));
		assert_int_equal(err.code, ERR_EMPTY);
		assert_int_equal(some.pieces, last + 1);
	}
	remove(path);
}

int main(void)
{
	snprintf(path, sizeof(path), "/tmp/bytes_ahead_test.%ld", (long)getpid());
	return _cmocka_run_group_tests("tests", all_tests, test_count, NULL, NULL);
}
