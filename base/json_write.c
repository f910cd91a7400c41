#include "base/json_write.h"

#include <assert.h>
#include <string.h>

enum { MUCH = 64 * 1024 };

static void put_line(struct json_write *json)
{
	if (json->line != NULL)
		text_add_string(json->text, json->line);
	json->line = NULL;
}

/* What comes before a value. */
static void begin_item(struct json_write *json, const char *key)
{
	if (json->out != NULL && json->text->len > MUCH)
		jw_flush(json);
	if (json->depth > 0) {
		assert((key != NULL) == json->is_object[json->depth - 1]);
		if (json->has_items[json->depth - 1])
			text_add(json->text, ",", 1);
		json->has_items[json->depth - 1] = true;
	}
	put_line(json);
	if (key == NULL)
		return;
	text_add_json(json->text, key, strlen(key));
	text_add(json->text, ":", 1);
}

static void begin(struct json_write *json, const char *key, bool is_object)
{
	begin_item(json, key);
	text_add(json->text, is_object ? "{" : "[", 1);
	assert(json->depth < JSON_WRITE_DEPTH);
	json->is_object[json->depth] = is_object;
	json->has_items[json->depth++] = false;
}

void jw_object(struct json_write *json, const char *key)
{
	begin(json, key, true);
}

void jw_array(struct json_write *json, const char *key)
{
	begin(json, key, false);
}

void jw_end(struct json_write *json)
{
	assert(json->depth > 0);
	put_line(json);
	text_add(json->text, json->is_object[--json->depth] ? "}" : "]", 1);
}

void jw_line(struct json_write *json, const char *line)
{
	json->line = line;
}

void jw_bytes(struct json_write *json, const char *key, const char *bytes, size_t len)
{
	begin_item(json, key);
	text_add_json(json->text, bytes, len);
}

void jw_string(struct json_write *json, const char *key, const char *string)
{
	if (string != NULL)
		jw_bytes(json, key, string, strlen(string));
	else
		jw_null(json, key);
}

void jw_uint(struct json_write *json, const char *key, uint64_t value)
{
	begin_item(json, key);
	json->text->len =
		(size_t)(text_write_digits(text_room(json->text, 20), value) - json->text->bytes);
}

void jw_bool(struct json_write *json, const char *key, bool value)
{
	begin_item(json, key);
	text_add_string(json->text, value ? "true" : "false");
}

void jw_null(struct json_write *json, const char *key)
{
	begin_item(json, key);
	text_add_string(json->text, "null");
}

void jw_raw(struct json_write *json, const char *key, const char *fmt, ...)
{
	va_list args;

	begin_item(json, key);
	va_start(args, fmt);
	text_vaddf(json->text, fmt, args);
	va_end(args);
}

void jw_digits(struct json_write *json, const char *key, const char *digits)
{
	begin_item(json, key);
	text_add_string(json->text, digits);
}

void jw_take_back(struct json_write *json, const struct json_write *before, size_t len)
{
	*json = *before;
	json->text->len = len;
	json->text->bytes[len] = '\0';
}

void jw_flush(struct json_write *json)
{
	fwrite(json->text->bytes, 1, json->text->len, json->out);
	json->text->len = 0;
}
