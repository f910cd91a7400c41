#include "cmd/record/functions_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collapse/input/json.h"

enum list_key {
	KEY_MODULE,
	KEY_DOMAIN,
	KEY_CATEGORY,
	KEY_COLOR,
	KEY_FUNCTIONS, /* of a group alone */
	KEY_FUNCTION,  /* of a function alone */
	KEY_COUNT,
};

static const char *const key_names[KEY_COUNT] = { "module", "domain", "category", "color",
	"functions", "function" };

/* The depth of each place in the file. */
enum depth { IN_LIST = 1, IN_GROUP, IN_FUNCTIONS, IN_FUNCTION };

struct check {
	struct json_parser json;
	enum list_key key;         /* the last one */
	unsigned group, function;  /* which, from 1 */
	bool group_has[KEY_COUNT]; /* of the current group */
	bool function_has[KEY_COUNT];
	unsigned homeless; /* the group's first function without a module of its own; 0: none */
};

/* Prefix a message with the place. */
static bool at_place(const struct check *check, unsigned depth, struct err *err)
{
	if (depth >= IN_FUNCTIONS && check->function > 0)
		return err_prefix(err, "object %u, function %u", check->group, check->function);
	return check->group > 0 ? err_prefix(err, "object %u", check->group) : false;
}

static bool take_key(
	struct check *check, const char *text, size_t len, unsigned depth, struct err *err)
{
	enum list_key other = depth == IN_GROUP ? KEY_FUNCTION : KEY_FUNCTIONS;
	bool *has = depth == IN_GROUP ? check->group_has : check->function_has;

	/* comments, of any type */
	if (len > 0 && text[0] == '_') {
		json_pass_over(&check->json, depth);
		return true;
	}
	for (unsigned key = 0; key < KEY_COUNT; key++) {
		if (key != other && strlen(key_names[key]) == len &&
			memcmp(key_names[key], text, len) == 0) {
			check->key = (enum list_key)key;
			has[key] = true;
			return true;
		}
	}
	err_set(err, ERR_FORMAT,
		"unknown key '%.*s': expected %s, module, domain, category, color or a comment "
		"(_...)",
		(int)len, text, key_names[depth == IN_GROUP ? KEY_FUNCTIONS : KEY_FUNCTION]);
	return at_place(check, depth, err);
}

/* "0x00FF00", a number, or nothing. */
static bool is_color(enum json_token token, const char *text, size_t len)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	size_t at = len > 2 && text[0] == '0' && (text[1] | 0x20) == 'x' ? 2 : 0;

	if (token == JSON_NUMBER)
		return true;
	for (size_t i = at; i < len; i++) {
		if (strchr(digits, text[i]) == NULL)
			return false;
	}
	return token == JSON_STRING && len > at && len - at <= 8;
}

/* The value of the last key. */
static bool take_value(struct check *check, enum json_token token, const char *text, size_t len,
	unsigned depth, struct err *err)
{
	const char *want = NULL;

	if (check->key == KEY_FUNCTIONS)
		want = "an array";
	else if (check->key == KEY_COLOR && token != JSON_NULL && !is_color(token, text, len))
		want = "a number such as \"0x00FF00\"";
	else if ((check->key == KEY_MODULE || check->key == KEY_FUNCTION) &&
		 (token != JSON_STRING || len == 0))
		want = "a name";
	else if (check->key == KEY_DOMAIN && token != JSON_STRING && token != JSON_NULL)
		want = "a name";
	else if (check->key == KEY_CATEGORY && token != JSON_STRING && token != JSON_NUMBER &&
		 token != JSON_NULL)
		want = "a name or a number";
	if (want == NULL)
		return true;
	err_set(err, ERR_FORMAT, "'%s': expected %s", key_names[check->key], want);
	return at_place(check, depth, err);
}

/* An object or an array begins. */
static bool take_open(struct check *check, enum json_token token, unsigned depth, struct err *err)
{
	bool is_object = token == JSON_OPEN_OBJECT;

	if (depth == IN_LIST && !is_object)
		return true;
	if (depth == IN_GROUP && is_object) {
		check->group++;
		check->function = check->homeless = 0;
		memset(check->group_has, 0, sizeof(check->group_has));
		return true;
	}
	if (depth == IN_FUNCTIONS && !is_object && check->key == KEY_FUNCTIONS)
		return true;
	if (depth == IN_FUNCTION && is_object) {
		check->function++;
		memset(check->function_has, 0, sizeof(check->function_has));
		return true;
	}
	if (depth == IN_LIST)
		return err_set(err, ERR_FORMAT, "expected an array of objects");
	if (depth == IN_GROUP)
		return err_set(
			err, ERR_FORMAT, "after object %u: expected an object", check->group);
	if (depth == IN_FUNCTION) {
		check->function++;
		err_set(err, ERR_FORMAT, "expected the name of a function, or an object");
	} else {
		err_set(err, ERR_FORMAT, "'%s': expected no %s", key_names[check->key],
			is_object ? "object" : "array");
	}
	return at_place(check, depth, err);
}

/* A function, or a group, is complete. */
static bool take_close(struct check *check, enum json_token token, unsigned depth, struct err *err)
{
	if (depth == IN_FUNCTION && token == JSON_CLOSE_OBJECT) {
		if (!check->function_has[KEY_FUNCTION]) {
			err_set(err, ERR_FORMAT, "no 'function' names it");
			return at_place(check, depth, err);
		}
		if (!check->function_has[KEY_MODULE] && check->homeless == 0)
			check->homeless = check->function;
	}
	if (depth != IN_GROUP)
		return true;
	if (!check->group_has[KEY_FUNCTIONS])
		err_set(err, ERR_FORMAT, "no 'functions'");
	else if (!check->group_has[KEY_MODULE] && check->homeless > 0)
		err_set(err, ERR_FORMAT, "function %u has no 'module', nor has the object",
			check->homeless);
	else
		return true;
	return at_place(check, IN_GROUP, err);
}

/* A text, a number or a word. */
static bool take_scalar(struct check *check, enum json_token token, const char *text, size_t len,
	unsigned depth, struct err *err)
{
	if (depth == IN_GROUP || depth == IN_FUNCTION)
		return take_value(check, token, text, len, depth, err);
	if (depth < IN_FUNCTIONS)
		return err_set(err, ERR_FORMAT, "expected an array of objects");
	check->function++;
	if (token != JSON_STRING || len == 0) {
		err_set(err, ERR_FORMAT, "expected the name of a function, or an object");
		return at_place(check, depth, err);
	}
	if (check->homeless == 0)
		check->homeless = check->function;
	return true;
}

static bool take(void *context, enum json_token token, const char *text, size_t len, unsigned depth,
	struct err *err)
{
	struct check *check = context;

	switch (token) {
	case JSON_KEY:
		return take_key(check, text, len, depth, err);
	case JSON_OPEN_OBJECT:
	case JSON_OPEN_ARRAY:
		return take_open(check, token, depth, err);
	case JSON_CLOSE_OBJECT:
	case JSON_CLOSE_ARRAY:
		return take_close(check, token, depth, err);
	case JSON_NULL:
	case JSON_FALSE:
	case JSON_TRUE:
	case JSON_NUMBER:
	case JSON_STRING:
		break;
	}
	return take_scalar(check, token, text, len, depth, err);
}

static bool read_all(struct json_parser *json, FILE *file, struct err *err)
{
	char bytes[4096];
	size_t len;

	while ((len = fread(bytes, 1, sizeof(bytes), file)) > 0) {
		if (!json_feed(json, bytes, len, err))
			return false;
	}
	if (ferror(file))
		return err_set_errno(err, errno, "cannot be read");
	return json_end(json, err);
}

bool functions_file_check(const char *path, struct err *err)
{
	struct check check = { .key = KEY_MODULE };
	FILE *file = fopen(path, "re");
	bool ok;

	if (file == NULL)
		return err_set_errno(err, errno, "cannot read '%s'", path);
	json_init(&check.json, take, &check);
	ok = read_all(&check.json, file, err);
	json_release(&check.json);
	fclose(file);
	return ok || err_prefix(err, "'%s'", path);
}
