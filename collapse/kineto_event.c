#include "collapse/kineto_event.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/decimal.h"

static const char *const keys[KINETO_FIELDS] = {
	[KINETO_PHASE] = "ph",
	[KINETO_CATEGORY] = "cat",
	[KINETO_NAME] = "name",
	[KINETO_PID] = "pid",
	[KINETO_TID] = "tid",
	[KINETO_START] = "ts",
	[KINETO_LENGTH] = "dur",
	[KINETO_ARGS] = "args",
	[KINETO_CORRELATION] = "correlation",
	[KINETO_EXTERNAL] = "External id",
	[KINETO_DEVICE] = "device",
	[KINETO_CONTEXT] = "context",
	[KINETO_STREAM] = "stream",
	[KINETO_BYTES] = "bytes",
	[KINETO_GRID] = "grid",
	[KINETO_BLOCK] = "block",
	[KINETO_REGISTERS] = "registers per thread",
	[KINETO_SHARED] = "shared memory",
	[KINETO_GRAPH_NODE] = "graph node id",
	[KINETO_LABEL] = "name",
};

const char *kineto_field_key(enum kineto_field field)
{
	return keys[field];
}

static bool is_text(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && memcmp(text, word, len) == 0;
}

static bool ends_with(const char *text, size_t len, const char *end)
{
	size_t end_len = strlen(end);

	return len >= end_len && memcmp(text + len - end_len, end, end_len) == 0;
}

static enum kineto_field find_field(
	const char *text, size_t len, enum kineto_field from, enum kineto_field to)
{
	for (enum kineto_field field = from; field < to; field++) {
		if (text[0] == keys[field][0] && is_text(text, len, keys[field]))
			return field;
	}
	/* as PyTorch before 1.11 wrote it */
	if (from > KINETO_ARGS && is_text(text, len, "external id"))
		return KINETO_EXTERNAL;
	return KINETO_FIELDS;
}

static enum kineto_category find_category(const char *text, size_t len)
{
	static const struct {
		const char *word;
		enum kineto_category category;
	} words[] = {
		{ "cpu_op", KINETO_OPERATOR },
		{ "kernel", KINETO_KERNEL },
		{ "python_function", KINETO_PYTHON },
		{ "user_annotation", KINETO_ANNOTATION },
		{ "gpu_memcpy", KINETO_MEMCPY },
		{ "gpu_memset", KINETO_MEMSET },
		/* as PyTorch before 1.12 wrote them */
		{ "Operator", KINETO_OPERATOR },
		{ "Kernel", KINETO_KERNEL },
		{ "Memcpy", KINETO_MEMCPY },
		{ "Memset", KINETO_MEMSET },
		{ "Runtime", KINETO_API },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (text[0] == words[i].word[0] && is_text(text, len, words[i].word))
			return words[i].category;
	}
	/* cuda_runtime, cuda_driver, and those of other accelerators */
	return ends_with(text, len, "_runtime") || ends_with(text, len, "_driver") ? KINETO_API
										   : KINETO_OTHER;
}

void kineto_event_begin(struct kineto_event *event)
{
	event->phase = '\0';
	event->category = KINETO_OTHER;
	event->seen = 0;
	event->wrong = event->repeated = event->field = KINETO_FIELDS;
	event->in_args = false;
	event->name_len = event->label_len = 0;
}

void kineto_event_release(struct kineto_event *event)
{
	free(event->name);
	free(event->label);
	*event = (struct kineto_event){ 0 };
}

/* What "args" hold is of many hands: there, what can't be read is as if it were not there. */
static void set_wrong(struct kineto_event *event)
{
	if (event->field <= KINETO_ARGS)
		event->wrong = event->field;
	else
		event->seen &= ~(1u << event->field);
}

static bool keep(
	char **kept, size_t *kept_len, size_t *cap, const char *text, size_t len, struct err *err)
{
	if (!mem_grow((void **)kept, cap, len + 1, 1, err))
		return false;
	memcpy(*kept, text, len);
	*kept_len = len;
	return true;
}

/* The digits at the end of a word, as many as a pid may have. */
static size_t count_digits(const char *text, size_t len)
{
	size_t digits = 0;

	while (digits < len && digits < 7 && text[len - digits - 1] >= '0' &&
		text[len - digits - 1] <= '9')
		digits++;
	return digits;
}

static struct kineto_id parse_id(const char *text, size_t len)
{
	size_t digits = count_digits(text, len);
	struct kineto_id id = { .is_word = digits == 0 };
	int64_t number;

	/* "123" is the thread that 123 is */
	if (decimal_parse(text, len, 0, &number))
		return (struct kineto_id){ .value = (uint64_t)number };
	id.group = mem_hash(text, len - digits, 0) | 1;
	id.value = id.group;
	if (digits > 0 && decimal_parse(text + len - digits, digits, 0, &number))
		id.value = (uint64_t)number;
	return id;
}

/* "[TP-0] 4711": "[TP-0]"; nothing where there is no number, or nothing before it. */
static void keep_group(struct kineto_event *event, const char *text, size_t len)
{
	size_t digits = count_digits(text, len);

	event->group_len = 0;
	if (event->pid.group == 0 || event->pid.is_word)
		return;
	len -= digits;
	while (len > 0 && strchr(" _-:./", text[len - 1]) != NULL)
		len--;
	event->group_len = len < sizeof(event->group_text) ? len : sizeof(event->group_text);
	memcpy(event->group_text, text, event->group_len);
}

static bool take_string(struct kineto_event *event, const char *text, size_t len, struct err *err)
{
	int64_t number;

	switch ((int)event->field) {
	case KINETO_PHASE:
		event->phase = len == 1 ? text[0] : '\0';
		return true;
	case KINETO_CATEGORY:
		event->category = len > 0 ? find_category(text, len) : KINETO_OTHER;
		return true;
	case KINETO_NAME:
		return keep(&event->name, &event->name_len, &event->name_cap, text, len, err);
	case KINETO_LABEL:
		return keep(&event->label, &event->label_len, &event->label_cap, text, len, err);
	case KINETO_PID:
		event->pid = parse_id(text, len);
		keep_group(event, text, len);
		return true;
	case KINETO_TID:
		event->tid = parse_id(text, len);
		return true;
	default:
		if (event->field > KINETO_ARGS && decimal_parse(text, len, 0, &number))
			event->numbers[event->field] = number; /* at times they stand in quotes */
		else
			set_wrong(event);
		return true;
	}
}

static void take_number(struct kineto_event *event, const char *text, size_t len)
{
	int64_t number;
	/* microseconds become nanoseconds */
	bool is_time = event->field == KINETO_START || event->field == KINETO_LENGTH;

	if (!decimal_parse(text, len, is_time ? 3 : 0, &number)) {
		set_wrong(event);
		return;
	}
	switch ((int)event->field) {
	case KINETO_PHASE:
	case KINETO_CATEGORY:
	case KINETO_NAME:
	case KINETO_ARGS:
	case KINETO_LABEL:
	case KINETO_GRID:
	case KINETO_BLOCK:
		set_wrong(event);
		break;
	case KINETO_PID:
		event->pid = (struct kineto_id){ .value = (uint64_t)number };
		event->group_len = 0;
		break;
	case KINETO_TID:
		event->tid = (struct kineto_id){ .value = (uint64_t)number };
		break;
	case KINETO_START:
		event->start_ns = number;
		break;
	case KINETO_LENGTH:
		event->length_ns = number;
		break;
	default:
		event->numbers[event->field] = number;
		break;
	}
}

static uint32_t *sizes_of(struct kineto_event *event)
{
	return event->field == KINETO_GRID ? event->grid : event->block;
}

static bool take_value(struct kineto_event *event, enum json_token token, const char *text,
	size_t len, struct err *err)
{
	if (event->field == KINETO_FIELDS)
		return true;
	switch (token) {
	case JSON_STRING:
		return take_string(event, text, len, err);
	case JSON_NUMBER:
		take_number(event, text, len);
		return true;
	case JSON_OPEN_OBJECT:
		if (event->field == KINETO_ARGS) {
			event->in_args = true;
			return true;
		}
		break;
	case JSON_OPEN_ARRAY:
		if (event->field == KINETO_GRID || event->field == KINETO_BLOCK) {
			memset(sizes_of(event), 0, sizeof(event->grid));
			event->index = 0;
			return true;
		}
		break;
	case JSON_NULL:
	case JSON_FALSE:
	case JSON_TRUE:
	case JSON_KEY:
	case JSON_CLOSE_OBJECT:
	case JSON_CLOSE_ARRAY:
		break;
	}
	set_wrong(event);
	return true;
}

static void take_key(struct kineto_event *event, const char *text, size_t len, unsigned depth)
{
	if (len == 0)
		event->field = KINETO_FIELDS;
	else if (depth == 1)
		event->field = find_field(text, len, KINETO_PHASE, KINETO_CORRELATION);
	else
		event->field = find_field(text, len, KINETO_CORRELATION, KINETO_FIELDS);
	if (event->field == KINETO_FIELDS)
		return;
	if (kineto_has(event, event->field) && event->field <= KINETO_ARGS)
		event->repeated = event->field;
	event->seen |= 1u << event->field;
}

static void take_size(struct kineto_event *event, const char *text, size_t len)
{
	int64_t number;

	if (event->index >= 3 || !decimal_parse(text, len, 0, &number) || number < 0 ||
		number > UINT32_MAX)
		set_wrong(event);
	else
		sizes_of(event)[event->index++] = (uint32_t)number;
}

bool kineto_event_take(struct kineto_event *event, enum json_token token, const char *text,
	size_t len, unsigned depth, struct err *err)
{
	bool opens = token == JSON_OPEN_OBJECT || token == JSON_OPEN_ARRAY;
	bool closes = token == JSON_CLOSE_OBJECT || token == JSON_CLOSE_ARRAY;
	unsigned level = depth - (opens ? 1 : 0); /* of the object that has the value */

	if (closes) {
		if (depth == 2)
			event->in_args = false;
		return true;
	}
	if (level == 1 || (level == 2 && event->in_args)) {
		if (token != JSON_KEY)
			return take_value(event, token, text, len, err);
		take_key(event, text, len, depth);
	} else if (level == 3 && event->in_args && token == JSON_NUMBER &&
		   (event->field == KINETO_GRID || event->field == KINETO_BLOCK)) {
		take_size(event, text, len);
	}
	return true;
}
