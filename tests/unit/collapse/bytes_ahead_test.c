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
enum { PIECE = 1 << 14, SIZE = 3 * BYTES_AHEAD_BUFFERS * PIECE + 123 };

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
static size_t made[BYTES_AHEAD_BUFFERS][3];

static void work_on(void *context, const struct bytes_piece *piece)
{
	size_t(*list)[3] = context;

	list[piece->buffer][0] = (size_t)piece->bytes[0];
	list[piece->buffer][1] = (size_t)piece->bytes[piece->len - 1];
	list[piece->buffer][2] = piece->len;
	works++;
}

static const struct bytes_ahead_work work = { made, cut, work_on };

static void check_made(const struct bytes_piece *piece)
{
	const size_t *of = made[piece->buffer];

	assert_int_equal(of[0], piece->bytes[0]);
	assert_int_equal(of[1], piece->bytes[piece->len - 1]);
	assert_int_equal(of[2], piece->len);
}

/*
 * Read all, with a rest before call `slow`, so that threads get ahead as far as they can; *worked:
 * the number of pieces that were worked on.
 */
static size_t read_all(unsigned threads, int slow, int *worked, bool *ok, struct err *err)
{
	const struct bytes_piece *piece;
	struct bytes source;
	struct bytes_ahead *ahead;
	size_t at = 0, len = 1;
	bool was_cut = true;

	*worked = 0;
	works = 0;
	read_bytes = 0;
	assert_true(bytes_open(&source, path, err));
	ahead = bytes_ahead_new(&source, threads, PIECE, &work);
	assert_non_null(ahead);
	for (int call = 0; len > 0; call++) {
		if (call == slow)
			rest(threads);
		*ok = bytes_ahead_next(ahead, &piece, err);
		if (!*ok)
			break;
		len = piece->len;
		for (size_t i = 0; i < len; i++)
			assert_int_equal(piece->bytes[i], text_at(at + i));
		at += len;
		assert_true(was_cut || len == 0);
		was_cut = len > 0 && piece->bytes[len - 1] == 'x';
		assert_true(piece->done <= piece->total);
		if (piece->is_done)
			check_made(piece);
		*worked += piece->is_done;
	}
	bytes_ahead_free(ahead);
	bytes_close(&source);
	assert_true(read_bytes >= at);
	return at;
}

TEST(pieces_are_the_stream)
{
	for (int compressed = 0; compressed <= 1; compressed++) {
		write_file(compressed, 0);
		for (unsigned threads = 1; threads <= 4; threads++) {
			for (int slow = 0; slow < 4; slow++) {
				struct err err = { 0 };
				bool ok = false;
				int worked;

				assert_int_equal(read_all(threads, slow, &worked, &ok, &err), SIZE);
				assert_true(ok);
				assert_true(threads > 1 ? worked > 0 : worked == 0);
			}
		}
	}
	remove(path);
}

TEST(an_error_comes_after_what_was_before_it)
{
	write_file(true, 9);
	for (unsigned threads = 1; threads <= 4; threads++) {
		struct err err = { 0 };
		bool ok = true;
		int worked;

		assert_true(read_all(threads, 0, &worked, &ok, &err) >= SIZE - (size_t)2 * PIECE);
		assert_false(ok);
		assert_int_equal(err.code, ERR_FORMAT);
		assert_non_null(strstr(err.msg, "is truncated"));
	}
	remove(path);
}

TEST(reading_may_end_early)
{
	struct err err = { 0 };
	struct bytes source;
	const struct bytes_piece *piece;
	struct bytes_ahead *ahead;

	write_file(true, 0);
	for (int calls = 0; calls < 3; calls++) {
		assert_true(bytes_open(&source, path, &err));
		ahead = bytes_ahead_new(&source, 2, PIECE, &work);
		assert_non_null(ahead);
		for (int i = 0; i < calls; i++)
			assert_true(bytes_ahead_next(ahead, &piece, &err));
		bytes_ahead_free(ahead);
		bytes_close(&source);
	}
	remove(path);
}

int main(void)
{
	snprintf(path, sizeof(path), "/tmp/bytes_ahead_test.%ld", (long)getpid());
	return _cmocka_run_group_tests("tests", all_tests, test_count, NULL, NULL);
}
