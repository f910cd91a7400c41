#include "collapse/kineto/kineto_event.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/chars.h"
#include "base/mem.h"
#include "collapse/input/decimal.h"

/* The keys of an event, and those of its "args"; LIST(FIELD, key) for each. */
#define EVENT_KEYS(LIST)             \
	LIST(KINETO_PHASE, "ph")     \
	LIST(KINETO_CATEGORY, "cat") \
	LIST(KINETO_NAME, "name")    \
	LIST(KINETO_PID, "pid")      \
	LIST(KINETO_TID, "tid")      \
	LIST(KINETO_START, "ts")     \
	LIST(KINETO_LENGTH, "dur")   \
	LIST(KINETO_ARGS, "args")
#define ARGS_KEYS(LIST)                                 \
	LIST(KINETO_CORRELATION, "correlation")         \
	LIST(KINETO_DEVICE, "device")                   \
	LIST(KINETO_CONTEXT, "context")                 \
	LIST(KINETO_STREAM, "stream")                   \
	LIST(KINETO_BYTES, "bytes")                     \
	LIST(KINETO_GRID, "grid")                       \
	LIST(KINETO_BLOCK, "block")                     \
	LIST(KINETO_REGISTERS, "registers per thread")  \
	LIST(KINETO_SHARED, "shared memory")            \
	LIST(KINETO_GRAPH_NODE, "graph node id")        \
	LIST(KINETO_SEQUENCE, "Sequence number")        \
	LIST(KINETO_FORWARD, "Fwd thread id")           \
	LIST(KINETO_SHAPES, "Input Dims")               \
	LIST(KINETO_TYPES, "Input type")                \
	LIST(KINETO_VALUES, "Concrete Inputs")          \
	LIST(KINETO_LABEL, "name")                      \
	LIST(KINETO_GROUP_NAME, "Process Group Name")   \
	LIST(KINETO_GROUP_RANKS, "Process Group Ranks") \
	LIST(KINETO_GROUP_START, "Global rank start")   \
	LIST(KINETO_GROUP_STRIDE, "Global rank stride") \
	LIST(KINETO_GROUP_SIZE, "Group size")
#define MEMORY_KEYS(LIST)                         \
	LIST(KINETO_CHANGE, "Bytes")              \
	LIST(KINETO_ALLOCATED, "Total Allocated") \
	LIST(KINETO_RESERVED, "Total Reserved")   \
	LIST(KINETO_DEVICE_TYPE, "Device Type")   \
	LIST(KINETO_DEVICE_ID, "Device Id")

/* `word` is a literal, so that these become comparisons of whole machine words. */
#define IS(word) (len == sizeof(word) - 1 && memcmp(text, word, sizeof(word) - 1) == 0)
#define RETURN_IF(what, word) \
	if (IS(word))         \
		return what;

static enum kineto_field find_event_key(const char *text, size_t len)
{
	EVENT_KEYS(RETURN_IF)
	return KINETO_FIELDS;
}

static enum kineto_field find_args_key(const char *text, size_t len)
{
	ARGS_KEYS(RETURN_IF)
	/* of a launch on AMD's GPUs, and of a node of an annotated graph, by PyTorch 2.12 "str" */
	RETURN_IF(KINETO_LABEL, "kernel")
	RETURN_IF(KINETO_LABEL, "module_fqn")
	RETURN_IF(KINETO_LABEL, "str")
	return KINETO_FIELDS;
}

static enum kineto_field find_memory_key(const char *text, size_t len)
{
	MEMORY_KEYS(RETURN_IF)
	return KINETO_FIELDS;
}

#define CATEGORIES(LIST)                           \
	LIST(KINETO_OPERATOR, "cpu_op")            \
	LIST(KINETO_KERNEL, "kernel")              \
	LIST(KINETO_PYTHON, "python_function")     \
	LIST(KINETO_ANNOTATION, "user_annotation") \
	LIST(KINETO_MEMCPY, "gpu_memcpy")          \
	LIST(KINETO_MEMSET, "gpu_memset")

static enum kineto_category find_category(const char *text, size_t len)
{
	CATEGORIES(RETURN_IF)
	/* cuda_runtime, cuda_driver, and their counterparts for other accelerators */
	return ends_with(text, len, "_runtime") || ends_with(text, len, "_driver") ? KINETO_API
										   : KINETO_OTHER;
}

void kineto_event_begin(struct kineto_event *event)
{
	event->phase = '\0';
	event->category = KINETO_OTHER;
	event->pid = event->tid = (struct kineto_id){ 0 };
	event->group_len = 0;
	event->seen = 0;
	event->label_is_module = false;
	event->field = KINETO_FIELDS;
	event->name_len = event->label_len = 0;
	for (size_t i = 0; i < KINETO_LISTS; i++)
		event->inputs[i].len = 0;
}

void kineto_event_release(struct kineto_event *event)
{
	free(event->name);
	free(event->label);
	*event = (struct kineto_event){ 0 };
}

/* Traces have many writers: a bad value counts as missing. */
static void set_wrong(struct kineto_event *event)
{
	event->seen &= ~(UINT64_C(1) << event->field);
	event->field = KINETO_FIELDS;
}

static void keep(char **kept, size_t *kept_len, size_t *cap, const char *text, size_t len)
{
	mem_grow((void **)kept, cap, len + 1, 1);
	memcpy(*kept, text, len);
	*kept_len = len;
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

	/* "123" is the thread with number 123 */
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

static bool takes_number(const struct kineto_event *event)
{
	return (kineto_number_fields() >> event->field & 1) != 0;
}

static void take_string(struct kineto_event *event, const char *text, size_t len)
{
	int64_t number;

	switch ((int)event->field) {
	case KINETO_PHASE:
		event->phase = len == 1 ? text[0] : '\0';
		return;
	case KINETO_CATEGORY:
		event->category = len > 0 ? find_category(text, len) : KINETO_OTHER;
		return;
	case KINETO_NAME:
		keep(&event->name, &event->name_len, &event->name_cap, text, len);
		return;
	case KINETO_LABEL:
		keep(&event->label, &event->label_len, &event->label_cap, text, len);
		return;
	case KINETO_PID:
		event->pid = parse_id(text, len);
		keep_group(event, text, len);
		return;
	case KINETO_TID:
		event->tid = parse_id(text, len);
		return;
	case KINETO_GROUP_NAME:
	case KINETO_GROUP_RANKS:
		event->numbers[event->field] = (int64_t)mem_hash(text, len, 0);
		return;
	default:
		if (takes_number(event) && decimal_parse(text, len, 0, &number))
			event->numbers[event->field] = number;
		else
			set_wrong(event);
		return;
	}
}

static void take_number(struct kineto_event *event, const char *text, size_t len)
{
	int64_t number;
	/* microseconds become nanoseconds */
	bool is_time = event->field == KINETO_START || event->field == KINETO_LENGTH;

	if (!decimal_parse(text, len, is_time ? 3 : 0, &number))
		set_wrong(event);
	else if (event->field == KINETO_PID)
		event->pid = (struct kineto_id){ .value = (uint64_t)number };
	else if (event->field == KINETO_TID)
		event->tid = (struct kineto_id){ .value = (uint64_t)number };
	else if (event->field == KINETO_START)
		event->start_ns = number;
	else if (event->field == KINETO_LENGTH)
		event->length_ns = number;
	else if (takes_number(event))
		event->numbers[event->field] = number;
	else
		set_wrong(event);
}

static uint32_t *sizes_of(struct kineto_event *event)
{
	return event->field == KINETO_GRID ? event->grid : event->block;
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

/* --- inputs --------------------------------------------------------------------------- */

static struct kineto_list *list_of(struct kineto_event *event)
{
	return &event->inputs[event->field - KINETO_SHAPES];
}

static const char cut_items[] = ";...";

/* In place of the last item, and of those to come. */
static void cut_list(struct kineto_list *list)
{
	list->len = list->item > 0 ? list->item - 1 : 0;
	memcpy(list->text + list->len, cut_items, sizeof(cut_items));
	list->len += strlen(cut_items);
	list->cut = true;
}

/* Whether there is room for `len` bytes more. */
static bool has_room(struct kineto_list *list, size_t len)
{
	if (!list->cut && list->len + len + sizeof(cut_items) > sizeof(list->text))
		cut_list(list);
	return !list->cut;
}

static void add_to_list(struct kineto_list *list, const char *text, size_t len)
{
	bool fits = has_room(list, len);

	for (size_t i = 0; fits && i < len; i++)
		list->text[list->len++] = text[i] != ';' && text[i] != '\0' ? text[i] : ' ';
}

static void begin_item(struct kineto_list *list)
{
	if (!has_room(list, 1))
		return;
	if (list->items++ > 0)
		list->text[list->len++] = ';';
	list->item = list->len;
}

static void begin_list(struct kineto_event *event)
{
	*list_of(event) = (struct kineto_list){ .len = 0 };
	event->list_depth = 1;
}

/*
 * A token within an array of inputs: "4096x1024" of a shape, and "?4x4?8x8" of a list of tensors,
 * which are nested deeper.
 */
static void take_input(
	struct kineto_event *event, enum json_token token, const char *text, size_t len)
{
	struct kineto_list *list = list_of(event);

	if (token == JSON_CLOSE_ARRAY) {
		event->list_depth--;
	} else if (event->list_depth > 1) {
		event->list_depth += token == JSON_OPEN_ARRAY;
		if (token != JSON_NUMBER)
			add_to_list(list, "?", 1);
		else if (list->len > list->item && list->text[list->len - 1] != '?')
			add_to_list(list, "x", 1);
		if (token == JSON_NUMBER)
			add_to_list(list, text, len);
	} else {
		begin_item(list);
		event->list_depth += token == JSON_OPEN_ARRAY;
		if (token == JSON_STRING)
			add_to_list(list, text, len);
	}
	list->text[list->len] = '\0';
}

static bool is_list(enum kineto_field field)
{
	return field >= KINETO_SHAPES && field < KINETO_SHAPES + KINETO_LISTS;
}

bool kineto_event_is_of_use(const struct kineto_event *event)
{
	if (!kineto_has(event, KINETO_PHASE) || event->phase == 'M')
		return true;
	if (event->phase == 'X')
		return !kineto_has(event, KINETO_CATEGORY) || event->category != KINETO_OTHER;
	return event->phase == 'i' && event->wants_memory;
}

bool kineto_event_is_memory(const struct kineto_event *event)
{
	static const char name[] = "[memory]";

	return event->phase == 'i' && event->name_len == sizeof(name) - 1 &&
	       memcmp(event->name, name, sizeof(name) - 1) == 0;
}

bool kineto_event_group(const struct kineto_event *event, char json[KINETO_GROUP_LEN])
{
	int64_t numbers[KINETO_GROUP_SIZE - KINETO_GROUP_NAME + 1] = { 0 };

	if (!kineto_has(event, KINETO_GROUP_SIZE) || !kineto_has(event, KINETO_GROUP_RANKS))
		return false;
	for (int field = KINETO_GROUP_NAME; field <= KINETO_GROUP_SIZE; field++) {
		if (kineto_has(event, (enum kineto_field)field))
			numbers[field - KINETO_GROUP_NAME] = event->numbers[field];
	}
	snprintf(json, KINETO_GROUP_LEN,
		"{\"NCCL communicator ID\":%" PRIu64 ",\"No. of ranks\":%" PRId64 "}",
		mem_hash(numbers, sizeof(numbers), 0), event->numbers[KINETO_GROUP_SIZE]);
	return true;
}

void kineto_event_key(struct kineto_event *event, const char *text, size_t len, unsigned depth)
{
	event->in_sizes = false;
	event->list_depth = 0;
	event->field = KINETO_FIELDS;
	event->field = depth == 1 ? find_event_key(text, len) : find_args_key(text, len);
	if (event->field == KINETO_FIELDS && event->wants_memory && depth > 1)
		event->field = find_memory_key(text, len);
	if (is_list(event->field) && !event->wants_inputs &&
		!(event->field == KINETO_SHAPES && event->wants_shapes))
		event->field = KINETO_FIELDS;
	if (event->field == KINETO_LABEL && event->label_is_module)
		event->field = KINETO_FIELDS;
	if (event->field == KINETO_FIELDS)
		return;
	event->label_is_module = event->field == KINETO_LABEL && IS("module_fqn");
	event->seen |= UINT64_C(1) << event->field;
}

void kineto_event_value(
	struct kineto_event *event, enum json_token token, const char *text, size_t len)
{
	if (event->field == KINETO_FIELDS)
		return;
	if (event->list_depth > 0)
		take_input(event, token, text, len);
	else if (event->in_sizes && token == JSON_NUMBER)
		take_size(event, text, len);
	else if (event->in_sizes)
		set_wrong(event);
	else if (token == JSON_NUMBER)
		take_number(event, text, len);
	else if (token == JSON_STRING) {
		take_string(event, text, len);
		return;
	} else if (token == JSON_OPEN_ARRAY &&
		   (event->field == KINETO_GRID || event->field == KINETO_BLOCK)) {
		memset(sizes_of(event), 0, sizeof(event->grid));
		event->in_sizes = true;
		event->index = 0;
	} else if (token == JSON_OPEN_ARRAY && is_list(event->field))
		begin_list(event);
	else if (token != JSON_OPEN_OBJECT || event->field != KINETO_ARGS)
		set_wrong(event);
}
