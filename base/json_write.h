#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include "base/text.h"

/*
 * Writes JSON: commas, quotes and escapes come by themselves, and what is begun and ended is
 * checked by assert(). `key` is the name of a member, or NULL for an item of an array and for the
 * outermost value.
 *
 *     struct json_write json = { .text = &text };
 *
 *     jw_object(&json, NULL);
 *     jw_string(&json, "file", path);
 *     jw_array(&json, "ns");
 *     jw_uint(&json, NULL, 12);
 *     jw_end(&json);
 *     jw_end(&json);               {"file":"a.sqlite","ns":[12]}
 */
enum { JSON_WRITE_DEPTH = 16 };

struct json_write {
	struct text *text;
	FILE *out; /* unless it is NULL, the text is written to it whenever there is much of it */
	unsigned depth;
	bool is_object[JSON_WRITE_DEPTH], has_items[JSON_WRITE_DEPTH]; /* by depth */
	const char *line; /* goes before the next item */
};

void jw_object(struct json_write *json, const char *key);
void jw_array(struct json_write *json, const char *key);
void jw_end(struct json_write *json);

/* The next item, or the end, comes after this: "\n", say, or "\n  ". */
void jw_line(struct json_write *json, const char *line);

void jw_string(struct json_write *json, const char *key, const char *string); /* NULL: null */
void jw_bytes(struct json_write *json, const char *key, const char *bytes, size_t len);
void jw_uint(struct json_write *json, const char *key, uint64_t value);
void jw_bool(struct json_write *json, const char *key, bool value);
void jw_null(struct json_write *json, const char *key);

/* What is JSON already, a number above all: jw_raw(json, key, "%.3f", value). */
void jw_raw(struct json_write *json, const char *key, const char *fmt, ...) PRINTF_LIKE(3, 4);
void jw_digits(struct json_write *json, const char *key, const char *digits);

/*
 * Take back what was written since `before`, a copy of the writer, when the text had `len` bytes;
 * nothing of it may have been flushed.
 */
void jw_take_back(struct json_write *json, const struct json_write *before, size_t len);

/* Write what is left of the text to `out`. */
void jw_flush(struct json_write *json);

#endif /* BASE_JSON_WRITE_H */
