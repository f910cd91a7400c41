#include <unistd.h>

#include "base/folded.h"
#include "collapse/fold/fold.h"
#include "collapse/kineto/kineto_reader.h"
#include "tests/unit/test.h"

struct made {
	struct names names;
	struct rules rules;
	struct tree tree;
	struct trace trace;
	uint64_t want;
	struct fold_counts counts;
	struct err err;
	char path[64];
};

static void make(struct made *made)
{

	memset(made, 0, sizeof(*made));
	names_init(&made->names);
	rules_init(&made->rules, &made->names);
	trace_init(&made->trace, &made->names);
	made->want = WANT_OTHER_OPS | WANT_RANGES;
	tree_init(&made->tree, &made->names);
	snprintf(made->path, sizeof(made->path), "/tmp/inout_kineto_test.%ld", (long)getpid());
}

static void release(struct made *made)
{
	tree_release(&made->tree);
	trace_release(&made->trace);
	rules_release(&made->rules);
	names_release(&made->names);
	unlink(made->path);
}

static bool read_text(struct made *made, const char *text)
{
	FILE *file = fopen(made->path, "wb");
	struct bytes in;
	bool ok;

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	fclose(file);
	if (!bytes_open(&in, made->path, &made->err))
		return false;
	ok = kineto_read(&in, made->want, NULL, &made->trace, &made->err);
	bytes_close(&in);
	return ok;
}

static void expect(struct made *made, const char *folded)
{
	struct err err = { 0 };
	char *got = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&got, &len);

	assert_true(fold_trace(&made->trace, NULL, &made->rules, &made->tree, &made->counts, &err));
	assert_true(folded_write(&made->tree, "[root]", out, &err));
	fclose(out);
	assert_string_equal(got, folded);
	free(got);
}

#define RANGE(name, tid, ts, dur)                                                       \
	"{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"" name "\",\"pid\":1,\"tid\":" tid \
	",\"ts\":" ts ",\"dur\":" dur "}"
#define CALL(tid, ts, dur, id)                                                              \
	"{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"launch\",\"pid\":1,\"tid\":" tid \
	",\"ts\":" ts ",\"dur\":" dur ",\"args\":{\"correlation\":" id "}}"
#define KERNEL(name, ts, dur, id)                                                               \
	"{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"" name "\",\"pid\":0,\"tid\":7,\"ts\":" ts \
	",\"dur\":" dur ",\"args\":{\"correlation\":" id "}}"

/* An event without a process does not inherit that of the event before. */
TEST(events_without_a_process_belong_to_none)
{
	struct made made;

	make(&made);
	assert_true(read_text(&made,
		"[" KERNEL("k", "100", "7", "3") "," RANGE("op", "5", "10",
			"50") ","
			      "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"launch\",\"tid\":"
			      "5,"
			      "\"ts\":20,\"dur\":4,\"args\":{\"correlation\":3}}]"));
	expect(&made, "k 7000\n");
	release(&made);
}

TEST(bad_text_is_reported)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "{\"traceEvents\": 5}", "its \"traceEvents\" is not an array" },
		{ "{\"traceEvents\": [", "is truncated" },
		{ "[{\"ph\":\"X\",\"cat\":\"kernel\",\"ts\":1", "is truncated" },
		{ "[{\"ph\":\"X\",\"cat\":\"ker", "is truncated" },
		{ "", "is truncated" },
		{ "[] []", "invalid JSON at byte 4" },
		{ "[{\"ph\" \"X\"}]", "invalid JSON at byte 8: ':' is expected after a key" },
		{ "[{\"ph\":\"\\x\"}]", "invalid JSON at byte 9: there is no such escape" },
		{ "[{\"ts\":nan}]", "invalid JSON at byte 8: this is no value" },
		{ "[{\"ts\":1.}]", "invalid JSON at byte 8: this is not a number" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct made made;

		make(&made);
		if (read_text(&made, cases[i].text) || made.err.code != ERR_FORMAT ||
			strstr(made.err.msg, cases[i].message) == NULL)
			fail_msg("%s: %s", cases[i].text, made.err.msg);
		release(&made);
	}
}

/* Values of a wrong type count as missing, and the last of several counts; anomalies are counted.
 */
TEST(odd_events_are_counted)
{
	struct made made;

	make(&made);
	assert_true(read_text(&made,
		"[7,[8],{\"ts\":\"x\",\"ts\":1},{\"ph\":5},{\"ph\":\"X\",\"cat\":\"Trace\",\"dur\":"
		"{}},"
		"{\"ph\":\"X\",\"cat\":\"\",\"\":0},"
		"{\"ph\":\"X\",\"cat\":\"kernel\",\"args\":{\"correlation\":\"x\",\"grid\":5,"
		"\"block\":[1,2,3,4],\"stream\":-5,\"x\":{\"correlation\":1},\"correlation\":2,"
		"\"correlation\":[3]}},"
		"{\"ph\":\"X\",\"cat\":\"kernel\",\"ts\":1e30,\"dur\":1,\"name\":7,\"pid\":[]},"
		"{\"ph\":\"X\",\"cat\":\"kernel\",\"ts\":7,\"ts\":5,\"dur\":-1},"
		"{\"ph\":\"X\",\"cat\":\"cpu_op\",\"ts\":5,\"dur\":1},"
		"{\"ph\":\"X\",\"cat\":\"cpu_op\",\"tid\":5,\"ts\":9223372036854775,\"dur\":1}"
		"," KERNEL("k", "1", "0.001", "4") "]"));
	assert_int_equal(made.trace.op_count, 1);
	assert_int_equal(made.trace.odd.rows_without_time, 2);
	assert_int_equal(made.trace.odd.rows_backwards, 1);
	assert_int_equal(made.trace.odd.range_rows_bad, 2);
	assert_int_equal(made.trace.odd.ops_without_launch, 1);
	expect(&made, "[no launch record];k 1\n");
	release(&made);
}

/* `pattern` with `value` in place of each '%'. */
static void fill(char *text, size_t size, const char *pattern, const char *value)
{
	size_t len = 0;

	for (; *pattern != '\0'; pattern++) {
		len += (size_t)snprintf(text + len, size - len, "%.*s",
			*pattern == '%' ? (int)strlen(value) : 1,
			*pattern == '%' ? value : pattern);
		assert_true(len < size);
	}
}

/* Values without a meaning are skipped, of any kind and at any place. */
TEST(values_without_a_meaning_are_skipped)
{
	static const char *const values[] = { "null", "true", "1", "\"x\"", "{}", "[]", "[[],{}]",
		"{\"ts\":[1,{\"dur\":2}],\"args\":{\"correlation\":9}}",
		"[\"ts\",{\"ph\":\"s\"},[1,[2]]]" };
	static const char *const events[] = {
		"{\"x\":%,\"ph\":\"X\",\"\":%,\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,"
		"\"tid\":7,\"ts\":100,\"args\":{\"x\":%,\"correlation\":3,\"y\":%},\"dur\":7,\"y\":"
		"%}",
		/* members of "args" of a wrong type are ignored */
		"{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":100,"
		"\"dur\":7,\"args\":{\"grid\":[%,[%],1],\"bytes\":{\"a\":%},\"block\":[[%]],"
		"\"correlation\":3,\"stream\":[%]}}",
		/* not even that of the event before */
		"{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":100,"
		"\"dur\":7,\"args\":{\"block\":\"5\",\"correlation\":3,\"x\":%}}",
	};
	static const char *const flow =
		"{\"ph\":\"s\",\"cat\":%,\"ts\":%,\"ts\":%,\"args\":%,\"ph\":%}";
	char event[1000], other[1000], text[4000];

	for (size_t i = 0; i < ARRAY_SIZE(events) * ARRAY_SIZE(values); i++) {
		const char *v = values[i / ARRAY_SIZE(events)];
		struct made made;

		make(&made);
		made.want |= WANT_DETAILS | WANT_STREAMS;
		fill(event, sizeof(event), events[i % ARRAY_SIZE(events)], v);
		fill(other, sizeof(other), flow, v);
		snprintf(text, sizeof(text),
			"[" RANGE("op", "5", "10",
				"50") ",%s,{\"args\":{\"block\":[9]}},%s,%s," CALL("5", "20", "4",
				"3") "]",
			other, event, other);
		if (!read_text(&made, text))
			fail_msg("%s: %s", text, made.err.msg);
		assert_int_equal(made.trace.op_count, 1);
		assert_int_equal(trace_shape(&made.trace, 0)->bytes, 0);
		assert_int_equal(trace_shape(&made.trace, 0)->block[0], 0);
		assert_int_equal(made.trace.streams[made.trace.ops[0].stream].id, 7);
		expect(&made, "op;k 7000\n");
		release(&made);
	}
}
