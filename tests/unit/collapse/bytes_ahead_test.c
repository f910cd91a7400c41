#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <zlib.h>

#include "base/mem.h"
#include "collapse/input/bytes_ahead.h"

/* More pieces than a thread can be ahead; the last one is not full. */
enum { SIZE = 5 * BYTES_AHEAD_PIECE + 123 };

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

static void rest(void)
{
	const struct timespec moment = { .tv_nsec = 20000000 };

	nanosleep(&moment, NULL);
}

/* Read all, with a rest before call `slow`, so that the thread gets ahead as far as it can. */
static size_t read_all(unsigned threads, int slow, bool *ok, struct err *err)
{
	struct bytes source;
	struct bytes_ahead *ahead;
	size_t at = 0, len = 1;
	char *piece;

	assert_true(bytes_open(&source, path, err));
	ahead = bytes_ahead_new(&source, threads, err);
	assert_non_null(ahead);
	for (int call = 0; len > 0; call++) {
		uint64_t done, total;

		if (call == slow)
			rest();
		*ok = bytes_ahead_next(ahead, &piece, &len, err);
		if (!*ok)
			break;
		for (size_t i = 0; i < len; i++)
			assert_int_equal(piece[i], text_at(at + i));
		at += len;
		memset(piece, '!', BYTES_AHEAD_PIECE);
		bytes_ahead_progress(ahead, &done, &total);
		assert_true(done <= total);
	}
	bytes_ahead_free(ahead);
	bytes_close(&source);
	return at;
}

static void pieces_are_the_stream(void **state)
{
	(void)state;
	for (int compressed = 0; compressed <= 1; compressed++) {
		write_file(compressed, 0);
		for (unsigned threads = 1; threads <= 2; threads++) {
			for (int slow = 0; slow < 4; slow++) {
				struct err err = { 0 };
				bool ok = false;

				assert_int_equal(read_all(threads, slow, &ok, &err), SIZE);
				assert_true(ok);
			}
		}
	}
	remove(path);
}

static void an_error_comes_after_what_was_before_it(void **state)
{
	(void)state;
	write_file(true, 9);
	for (unsigned threads = 1; threads <= 2; threads++) {
		struct err err = { 0 };
		bool ok = true;

		assert_true(read_all(threads, 0, &ok, &err) >= (size_t)4 * BYTES_AHEAD_PIECE);
		assert_false(ok);
		assert_int_equal(err.code, ERR_FORMAT);
		assert_non_null(strstr(err.msg, "is truncated"));
	}
	remove(path);
}

static void reading_may_end_early(void **state)
{
	struct err err = { 0 };
	struct bytes source;
	struct bytes_ahead *ahead;
	size_t len;
	char *piece;

	(void)state;
	write_file(true, 0);
	for (int calls = 0; calls < 3; calls++) {
		assert_true(bytes_open(&source, path, &err));
		ahead = bytes_ahead_new(&source, 2, &err);
		assert_non_null(ahead);
		for (int i = 0; i < calls; i++)
			assert_true(bytes_ahead_next(ahead, &piece, &len, &err));
		bytes_ahead_free(ahead);
		bytes_close(&source);
	}
	remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_the_stream),
		cmocka_unit_test(an_error_comes_after_what_was_before_it),
		cmocka_unit_test(reading_may_end_early),
	};

	snprintf(path, sizeof(path), "/tmp/bytes_ahead_test.%ld", (long)getpid());
	return cmocka_run_group_tests_name("collapse/bytes_ahead", tests, NULL, NULL);
}
