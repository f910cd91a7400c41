#include "collapse/xplane/jax_events.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/global_id.h"
#include "collapse/model/launches.h"

static const char *const stat_words[STATS] = {
	[STAT_CORRELATION] = "correlation_id",
	[STAT_MODULE] = "hlo_module",
	[STAT_SCOPE] = "name",
	[STAT_COPY] = "memcpy_details",
	[STAT_KERNEL] = "kernel_details",
	[STAT_STEP] = "step_num",
};

enum jax_stat jax_stat_of(struct bytes_part name)
{
	enum jax_stat stat = 0;

	while (stat < STATS && !((size_t)(name.end - name.at) == strlen(stat_words[stat]) &&
				       part_begins(name, stat_words[stat])))
		stat++;
	return stat;
}

bool part_begins(struct bytes_part text, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(text.end - text.at) >= len && memcmp(text.at, word, len) == 0;
}

/* The text behind `word`, as a string of at most `size` - 1 bytes; "" if it is not there. */
static const char *text_behind(struct bytes_part text, const char *word, char *to, size_t size)
{
	size_t len = (size_t)(text.end - text.at) < size ? (size_t)(text.end - text.at) : size - 1;
	const char *found;

	if (len > 0)
		memcpy(to, text.at, len);
	to[len] = '\0';
	found = strstr(to, word);
	return found != NULL ? found + strlen(word) : "";
}

bool part_has(struct bytes_part text, const char *word)
{
	char part[256];

	(void)text_behind(text, word, part, sizeof(part));
	return strstr(part, word) != NULL;
}

uint64_t part_number_behind(struct bytes_part text, const char *word)
{
	char part[256];

	return strtoull(text_behind(text, word, part, sizeof(part)), NULL, 10);
}

static uint32_t intern(const struct jax_events *events, struct bytes_part text)
{
	return names_intern(
		events->trace->names, (const char *)text.at, (size_t)(text.end - text.at));
}

/*
 * "jit(train)/layers_0/attn/dot_general" is a frame for each of its parts; what has no path is
 * below its module.
 */
static uint32_t scope_of(const struct jax_events *events, const struct jax_event *event)
{
	struct tree *scopes = events->trace->captured_stacks;
	struct bytes_part path = event->texts[STAT_SCOPE], module = event->texts[STAT_MODULE],
			  piece;
	uint32_t node = TREE_ROOT;

	if (module.at < module.end &&
		(path.at == path.end || memchr(path.at, '/', (size_t)(path.end - path.at)) == NULL))
		node = tree_child(scopes, node, intern(events, module));
	while (path.at < path.end) {
		piece = (struct bytes_part){ path.at, path.at };
		while (piece.end < path.end && *piece.end != '/')
			piece.end++;
		if (piece.at < piece.end)
			node = tree_child(scopes, node, intern(events, piece));
		path.at = piece.end + (piece.end < path.end);
	}
	return node;
}

static enum op_kind kind_of(const struct jax_event *event)
{
	static const char *const words[][2] = {
		{ "Memcpy", "zeCommandListAppendMemoryCopy" },
		{ "Memset", "zeCommandListAppendMemoryFill" },
	};

	for (size_t i = 0; i < 2 * ARRAY_SIZE(words); i++) {
		if (part_begins(event->name, words[i / 2][i % 2]))
			return i / 2 == 0 ? OP_MEMCPY : OP_MEMSET;
	}
	return OP_KERNEL;
}

/* "MemcpyH2D" as everywhere. */
static uint32_t name_of(const struct jax_events *events, const struct jax_event *event)
{
	const unsigned char *name = event->name.at;
	char text[] = "[CUDA memcpy ?to?]";

	if (kind_of(event) == OP_MEMSET)
		return names_intern(events->trace->names, "[CUDA memset]", strlen("[CUDA memset]"));
	if (event->name.end - name != 9 || kind_of(event) != OP_MEMCPY || name[7] != '2')
		return name < event->name.end ? intern(events, event->name) : NAME_NONE;
	text[strlen(text) - 5] = (char)name[6];
	text[strlen(text) - 2] = (char)name[8];
	return names_intern(events->trace->names, text, strlen(text));
}

static void shape_of(const struct jax_event *event, const char *copy, struct op_shape *shape)
{
	const struct bytes_part launch = event->texts[STAT_KERNEL];
	uint32_t *grid = shape->grid, *block = shape->block;
	char text[256];

	*shape = (struct op_shape){
		.src_kind = kind_of(event) == OP_MEMCPY ? MEMORY_UNKNOWN : MEMORY_NONE,
		.dst_kind = kind_of(event) != OP_KERNEL ? MEMORY_UNKNOWN : MEMORY_NONE,
		.copy_kind = kind_of(event) != OP_KERNEL ? trace_copy_kind(copy) : 0,
		.bytes = part_number_behind(event->texts[STAT_COPY], "size:"),
	};
	sscanf(text_behind(launch, "grid:", text, sizeof(text)), "%" SCNu32 ",%" SCNu32 ",%" SCNu32,
		grid, grid + 1, grid + 2);
	sscanf(text_behind(launch, "block:", text, sizeof(text)),
		"%" SCNu32 ",%" SCNu32 ",%" SCNu32, block, block + 1, block + 2);
}

static void add_op(struct jax_events *events, const struct jax_event *event)
{
	struct stream stream = { .device = events->device, .id = events->stream };
	const uint32_t name = name_of(events, event);
	struct trace *trace = events->trace;
	struct op_shape shape;

	*trace_add_op(trace) = (struct op){
		.start = event->start,
		.end = event->end,
		.correlation = (uint32_t)event->numbers[STAT_CORRELATION],
		.has_correlation = event->numbers[STAT_CORRELATION] > 0 &&
				   event->numbers[STAT_CORRELATION] <= UINT32_MAX,
		.name = name,
		.thread = TRACE_NONE,
		.stream = trace_add_stream(trace, &stream) & TRACE_STREAM_MAX,
	};
	if (trace->captured_stacks != NULL) {
		mem_need(trace->captured, events->captured_cap, trace->op_count);
		trace->captured[trace->op_count - 1] = scope_of(events, event);
	}
	if ((events->want & (WANT_DETAILS | WANT_GRAPH_NODES | WANT_MOVES)) == 0)
		return;
	shape_of(event, name != NAME_NONE ? trace->names->list[name].text : "", &shape);
	trace_add_wanted(trace, events->want, kind_of(event), &shape);
}

static uint32_t thread_of(const struct jax_events *events)
{
	uint64_t process = global_pid(0, 1);

	return trace_add_thread(events->trace, global_tid(process, events->thread), process);
}

static void add_call(struct jax_events *events, const struct jax_event *event)
{
	*trace_add_api_call(events->trace) = (struct api_call){
		.start = event->start,
		.end = event->end,
		.thread = thread_of(events),
		.correlation = (uint32_t)event->numbers[STAT_CORRELATION],
		.name = event->name.at < event->name.end ? intern(events, event->name) : NAME_NONE,
		.kernel = NAME_NONE,
	};
}

void jax_add_range(struct jax_events *events, struct bytes_part name, const struct jax_event *event)
{
	trace_meet(events->trace, event->start);
	if ((events->want & WANT_RANGES) == 0)
		return;
	*trace_add_range(events->trace) = (struct range){
		.start = event->start,
		.end = event->end,
		.name = intern(events, name),
		.domain = TRACE_NONE,
		.thread = thread_of(events),
		.style = RANGE_PUSH_POP,
	};
}

/* jax.profiler.StepTraceAnnotation("train", step_num=5): "train step 5" */
static void add_step(struct jax_events *events, const struct jax_event *event)
{
	char text[256];
	const char *name = text_behind(event->name, "", text, sizeof(text) - 32);
	size_t len = strlen(name);

	snprintf(text + len, sizeof(text) - len, "%s %" PRIu64,
		strstr(name, "step") != NULL ? "" : " step", event->numbers[STAT_STEP] - 1);
	jax_add_range(events,
		(struct bytes_part){
			(const unsigned char *)text, (const unsigned char *)text + strlen(text) },
		event);
}

void jax_add(struct jax_events *events, const struct jax_event *event, enum op_kind kind)
{
	trace_meet(events->trace, event->start);
	if (kind == OP_KINDS && event->numbers[STAT_CORRELATION] - 1 < UINT32_MAX)
		add_call(events, event);
	else if (kind == OP_KINDS && event->numbers[STAT_STEP] > 0)
		add_step(events, event);
	else if (kind != OP_KINDS && kind_of(event) == kind &&
		 (kind == OP_KERNEL || (events->want & WANT_OTHER_OPS) != 0))
		add_op(events, event);
	for (int each = (int)kind; each < OP_KINDS; each++)
		events->trace->op_end[each] = events->trace->op_count;
}

void jax_begin(struct jax_events *events)
{
	struct trace *trace = events->trace;

	idmap_add(&trace->processes, global_pid(0, 1));
	snprintf(trace->format.text, sizeof(trace->format.text), "trace of JAX");
	if ((events->want & WANT_GRAPH_NODES) == 0)
		return;
	trace->captured_stacks = mem_zeroed(1, sizeof(*trace->captured_stacks));
	tree_init(trace->captured_stacks, trace->names);
}

void jax_end(struct jax_events *events)
{
	launches_join(events->trace, events->want);
}
