#ifndef TESTS_UNIT_FOLDED_TEXT_H
#define TESTS_UNIT_FOLDED_TEXT_H

/* Folded text in and out, for tests of base/folded.h. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/folded.h"
#include "tests/feed_text.h"

struct fixture {
	struct names names;
	struct tree tree;
	struct err err;
};

static inline void setup(struct fixture *f)
{
	*f = (struct fixture){ 0 };
	names_init(&f->names);
	tree_init(&f->tree, &f->names);
}

static inline void teardown(struct fixture *f)
{
	tree_release(&f->tree);
	names_release(&f->names);
}

static inline bool read_bytes(struct fixture *f, const char *text, size_t len)
{
	struct fed_text fed = { text, len, 0 };

	return folded_read(feed_text, &fed, "in.folded", &f->tree, &f->err);
}

static inline bool read_text(struct fixture *f, const char *text)
{
	return read_bytes(f, text, strlen(text));
}

/* The tree as text. The caller frees. */
static inline char *written(struct fixture *f, size_t *len)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_true(folded_write(&f->tree, "[root]", out, &f->err));
	fclose(out);
	if (len != NULL)
		*len = size;
	return text;
}

static inline void assert_written(struct fixture *f, const char *expected)
{
	char *text = written(f, NULL);

	assert_string_equal(text, expected);
	free(text);
}

/* The result of reading `in` and writing it again. */
static inline void assert_becomes(const char *in, const char *expected)
{
	struct fixture f;

	setup(&f);
	if (!read_text(&f, in))
		fail_msg("%s", f.err.msg);
	assert_written(&f, expected);
	teardown(&f);
}

#endif /* TESTS_UNIT_FOLDED_TEXT_H */
