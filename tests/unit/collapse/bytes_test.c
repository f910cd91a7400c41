#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

#include "base/compiler.h"
#include "collapse/input/bytes.h"
#include "tests/unit/test.h"

enum { TEXT_SIZE = 300000, FILE_SIZE = TEXT_SIZE + 1000 };

/* More text than any buffer, incompressible enough that the file is large, too. */
struct file {
	char path[64];
	char text[TEXT_SIZE], read[FILE_SIZE];
	char bytes[FILE_SIZE]; /* the file's contents and length */
	size_t len;
	struct err err;
};

/* Add a gzip member with the first `size` bytes of the text. */
static void pack(struct file *file, size_t size)
{
	z_stream stream = { 0 };

	assert_int_equal(deflateInit2(&stream, 1, Z_DEFLATED, MAX_WBITS + 16, 8, 0), Z_OK);
	stream.next_in = (unsigned char *)file->text;
	stream.avail_in = (unsigned)size;
	stream.next_out = (unsigned char *)file->bytes + file->len;
	stream.avail_out = (unsigned)(FILE_SIZE - file->len);
	assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
	file->len = FILE_SIZE - stream.avail_out;
	deflateEnd(&stream);
}

static struct file *make(void)
{
	struct file *file = calloc(1, sizeof(*file));
	uint32_t random = 1;

	assert_non_null(file);
	snprintf(file->path, sizeof(file->path), "/tmp/bytes_test.%ld", (long)getpid());
	for (size_t i = 0; i < TEXT_SIZE; i++) {
		random = random * 1664525 + 1013904223;
		file->text[i] = (char)(random >> 24);
	}
	return file;
}

static void discard(struct file *file)
{
	unlink(file->path);
	free(file);
}

/* Read the first `len` bytes of the file, in pieces of `size` bytes; *total: bytes read. */
static bool read_pieces(struct file *file, size_t len, size_t size, size_t *total)
{
	FILE *out = fopen(file->path, "wb");
	struct bytes source;
	size_t got = 1;
	bool ok;

	assert_non_null(out);
	assert_int_equal(fwrite(file->bytes, 1, len, out), len);
	assert_int_equal(fclose(out), 0);
	file->err = (struct err){ 0 };
	assert_true(bytes_open(&source, file->path, &file->err));
	for (*total = 0, ok = true; ok && got > 0; *total += got)
		ok = bytes_read(&source, file->read + *total, size, &got, &file->err);
	if (ok) {
		uint64_t done, of;

		bytes_progress(&source, &done, &of);
		assert_int_equal(done, len);
		assert_int_equal(of, len);
	}
	bytes_close(&source);
	return ok;
}

TEST(the_whole_file_is_read)
{
	static const size_t sizes[] = { 4096, 65536, 100000 };
	struct file *file = make();
	size_t total;

	pack(file, TEXT_SIZE);
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		assert_true(read_pieces(file, file->len, sizes[i], &total));
		assert_int_equal(total, TEXT_SIZE);
		assert_memory_equal(file->read, file->text, TEXT_SIZE);
	}
	discard(file);
}

TEST(plain_files_are_read_as_they_are)
{
	struct file *file = make();
	size_t total;

	file->len = 5000;
	memcpy(file->bytes, file->text, file->len);
	assert_true(read_pieces(file, file->len, 4096, &total));
	assert_int_equal(total, file->len);
	assert_memory_equal(file->read, file->text, total);
	file->bytes[0] = '\x1f';
	assert_true(read_pieces(file, 1, 4096, &total));
	assert_int_equal(total, 1);
	assert_true(read_pieces(file, 0, 4096, &total));
	assert_int_equal(total, 0);
	discard(file);
}

TEST(members_follow_one_another)
{
	struct file *file = make();
	size_t total, second;

	pack(file, 10);
	pack(file, 0);
	second = file->len;
	pack(file, 1000);
	assert_true(read_pieces(file, file->len, 4096, &total));
	assert_int_equal(total, 1010);
	assert_memory_equal(file->read, file->text, 10);
	assert_memory_equal(file->read + 10, file->text, 1000);
	for (size_t len = second + 1; len < file->len; len++)
		assert_false(read_pieces(file, len, 4096, &total));
	assert_true(read_pieces(file, second, 4096, &total));
	assert_int_equal(total, 10);
	discard(file);
}

TEST(a_truncated_stream_is_an_error)
{
	struct file *file = make();
	size_t total;

	pack(file, 3000);
	for (size_t len = 2; len < file->len; len++) {
		assert_false(read_pieces(file, len, 4096, &total));
		assert_int_equal(file->err.code, ERR_FORMAT);
		assert_non_null(strstr(file->err.msg, "is truncated"));
	}
	file->len = 0;
	pack(file, TEXT_SIZE);
	assert_false(read_pieces(file, file->len - 1, 65536, &total));
	assert_non_null(strstr(file->err.msg, "is truncated"));
	assert_false(read_pieces(file, file->len - 8, 65536, &total));
	assert_non_null(strstr(file->err.msg, "is truncated"));
	discard(file);
}

TEST(bytes_after_a_stream_are_an_error)
{
	static const char *const garbage[] = { "x", "\x1f", "\x1fx", "\x1f\x8b", "\x1f\x8bxx" };
	struct file *file = make();
	size_t total, len;

	pack(file, 3000);
	for (size_t i = 0; i < ARRAY_SIZE(garbage); i++) {
		len = strlen(garbage[i]);
		memcpy(file->bytes + file->len, garbage[i], len);
		assert_false(read_pieces(file, file->len + len, 4096, &total));
		assert_int_equal(file->err.code, ERR_FORMAT);
	}
	file->bytes[file->len] = '\0';
	assert_false(read_pieces(file, file->len + 1, 4096, &total));
	assert_non_null(strstr(file->err.msg, "followed by something else"));
	discard(file);
}

TEST(damage_is_an_error)
{
	struct file *file = make();
	size_t total;

	pack(file, 500);
	for (size_t at = 10; at < file->len; at++) {
		file->bytes[at] ^= 0x55;
		assert_false(read_pieces(file, file->len, 4096, &total));
		assert_int_equal(file->err.code, ERR_FORMAT);
		file->bytes[at] ^= 0x55;
	}
	discard(file);
}
