#include <unistd.h>

#include <zlib.h>

#include "collapse/input_reader.h"
#include "tests/unit/test.h"

static void make_path(char *path, size_t size, const char *end)
{
	snprintf(path, size, "/tmp/inout_input_test.%ld%s", (long)getpid(), end);
}

static void write_plain(const char *path, const char *bytes, size_t len)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	fclose(file);
}

static bool sniff(const char *path, enum input_kind *kind, bool *gzipped, struct err *err)
{
	struct bytes bytes;
	bool ok;

	if (!bytes_open(&bytes, path, err))
		return false;
	ok = input_sniff(&bytes, kind, err);
	*gzipped = bytes_is_compressed(&bytes);
	bytes_close(&bytes);
	return ok;
}

TEST(content_determines_the_kind)
{
	static const char sqlite[] = "SQLite format 3";
	static const char xplane[80] = "\x0a\xa1\x01\x08\x81\x02\x12\x0d/device:GPU:0";
	static const struct {
		const char *end, *bytes;
		size_t len; /* 0: to the NUL */
		enum input_kind kind;
	} cases[] = {
		{ "", "a;b 5\n", 0, INPUT_TEXT },
		{ "", "[CUDA memset] 5\n", 0, INPUT_TEXT },
		{ "", "[no launch record];k 5\n", 0, INPUT_TEXT },
		{ "", "<module>;main 5\n", 0, INPUT_TEXT },
		{ "", "<svg onload=x>;main 5\n", 0, INPUT_TEXT },
		{ "", "{lambda};k 5\n", 0, INPUT_TEXT },
		{ "", "\n  {\n \"schemaVersion\": 1", 0, INPUT_JSON },
		{ "", "\xef\xbb\xbf{\"a\":1}", 0, INPUT_JSON },
		{ "", "[ {\"ph\":\"X\"}]", 0, INPUT_JSON },
		{ "", "[]", 0, INPUT_JSON },
		{ "", "{}", 0, INPUT_JSON },
		{ "", "{ \"rocprofiler-sdk-tool\": [", 0, INPUT_ROCPROF },
		{ "", "{\"displayTimeUnit\":\"ns\",\"metadata\":{\"highres-ticks\":true},", 0,
			INPUT_JAX_JSON },
		{ "", "{ \"traceEvents\":[\n{\"ph\": \"X\", \"tid\": 1", 0, INPUT_UNITRACE },
		{ "", xplane, sizeof(xplane), INPUT_XPLANE },
		{ "", "<?xml version='1.0'?><svg/>", 0, INPUT_XML },
		{ "", "\n<svg xmlns='http://www.w3.org/2000/svg'/>", 0, INPUT_XML },
		{ "", "<!-- x --><svg/>", 0, INPUT_XML },
		{ "", "{", 0, INPUT_TEXT },
		{ "", " \n", 0, INPUT_TEXT },
		{ "", sqlite, sizeof(sqlite), INPUT_SQLITE },
		{ ".nsys-rep", "\0\1\2", 3, INPUT_NSYS_REPORT },
		{ ".qdrep", "a;b 5\n", 0, INPUT_TEXT },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t len = cases[i].len > 0 ? cases[i].len : strlen(cases[i].bytes);
		struct err err = { 0 };
		enum input_kind kind;
		bool gzipped;
		char path[64];
		gzFile gz;

		make_path(path, sizeof(path), cases[i].end);
		write_plain(path, cases[i].bytes, len);
		assert_true(sniff(path, &kind, &gzipped, &err));
		assert_false(gzipped);
		assert_int_equal(kind, cases[i].kind);

		gz = gzopen(path, "wb");
		assert_non_null(gz);
		assert_int_equal(gzwrite(gz, cases[i].bytes, (unsigned)len), (int)len);
		gzclose(gz);
		assert_true(sniff(path, &kind, &gzipped, &err));
		assert_true(gzipped);
		assert_int_equal(kind, cases[i].kind);
		unlink(path);
	}
}

TEST(each_kind_has_a_row)
{
	for (enum input_kind kind = 0; kind < INPUT_KINDS; kind++) {
		const struct input_reader *reader = input_reader_of(kind);
		int readers = (reader->database != NULL) + (reader->trace != NULL) +
			      (reader->stacks != NULL);

		assert_non_null(reader->what);
		assert_int_equal(readers, kind != INPUT_NSYS_REPORT && kind != INPUT_PARTIAL);
		assert_int_equal(reader->how_to_record != NULL,
			reader->database != NULL || reader->trace != NULL);
	}
}
