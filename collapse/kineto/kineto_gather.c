#include "collapse/kineto/kineto_gather.h"

#include <stdio.h>

#include "collapse/kineto/demangle.h"
#include "base/text.h"
#include "collapse/kineto/kineto_parts.h"

void kineto_gather_init(struct kineto_gather *gather, uint64_t want, struct trace *trace)
{
	*gather = (struct kineto_gather){ .want = want, .trace = trace, .last_thread = TRACE_NONE };
}

void kineto_gather_release(struct kineto_gather *gather)
{
	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		free(gather->ops[kind].list);
		free(gather->ops[kind].details);
	}
	free(gather->labels);
	free(gather->gpus);
	free(gather->processes);
	idmap_release(&gather->gpu_ids);
	idmap_release(&gather->memory);
	idmap_release(&gather->mangled);
	free(gather->demangled);
}

static bool has_times(const struct kineto_event *event)
{
	return kineto_has(event, KINETO_START) && kineto_has(event, KINETO_LENGTH);
}

/* False: the event ends before it starts, or after the last possible time. */
static bool end_of(const struct kineto_event *event, int64_t *end)
{
	return event->length_ns >= 0 &&
	       !__builtin_add_overflow(event->start_ns, event->length_ns, end);
}

/* A number of "args" if it fits 32 bits unsigned, else 0. */
static uint32_t u32_of(const struct kineto_event *event, enum kineto_field field)
{
	int64_t number = kineto_has(event, field) ? event->numbers[field] : 0;

	return number >= 0 && number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* 64 bits: its graph, and its number in it. 0: none. */
static uint64_t graph_node_of(const struct kineto_event *event)
{
	int64_t number =
		kineto_has(event, KINETO_GRAPH_NODE) ? event->numbers[KINETO_GRAPH_NODE] : 0;

	return number > 0 ? (uint64_t)number : 0;
}

/* A device or stream: if "args" lack it, GPU events have it as their pid or tid. */
static uint32_t place_of(const struct kineto_event *event, enum kineto_field field,
	enum kineto_field other, const struct kineto_id *id)
{
	if (kineto_has(event, field) || !kineto_has(event, other) || id->is_word ||
		id->value > UINT32_MAX)
		return u32_of(event, field);
	return (uint32_t)id->value;
}

static bool correlation_of(const struct kineto_event *event, uint32_t *correlation)
{
	int64_t number = event->numbers[KINETO_CORRELATION];

	*correlation = u32_of(event, KINETO_CORRELATION);
	return kineto_has(event, KINETO_CORRELATION) && number >= 0 && number <= UINT32_MAX;
}

/* PyTorch writes -1 for an operator that has no number. */
static void add_autograd_op(struct kineto_gather *gather, uint32_t thread, int64_t end)
{
	const struct kineto_event *event = gather->event;
	int64_t number = event->numbers[KINETO_SEQUENCE];
	struct autograd_op *op;

	if ((gather->want & WANT_AUTOGRAD) == 0 || event->category != KINETO_OPERATOR ||
		!kineto_has(event, KINETO_SEQUENCE) || number < 0)
		return;
	op = trace_add_autograd_op(gather->trace);
	*op = (struct autograd_op){
		.start = event->start_ns,
		.end = end,
		.number = (uint64_t)number,
		.forward_thread = kineto_has(event, KINETO_FORWARD)
					  ? (uint64_t)event->numbers[KINETO_FORWARD]
					  : 0,
		.thread = thread,
	};
}

static bool starts_with(const struct kineto_event *event, const char *word)
{
	size_t len = strlen(word);

	return event->name_len >= len && memcmp(event->name, word, len) == 0;
}

static bool is_wanted_range(const struct kineto_gather *gather)
{
	uint64_t want = (gather->want & TORCH_FRAMES) != 0 ? gather->want : TORCH_FRAMES_DEFAULT;

	switch (gather->event->category) {
	case KINETO_ANNOTATION:
		return (want & TORCH_ANNOTATIONS) != 0;
	case KINETO_OPERATOR:
		return (want & TORCH_OPERATORS) != 0;
	case KINETO_PYTHON:
		return (want & (starts_with(gather->event, "nn.Module: ") ? TORCH_MODULES
									  : TORCH_PYTHON)) != 0;
	case KINETO_OTHER:
	case KINETO_API:
	case KINETO_KERNEL:
	case KINETO_MEMCPY:
	case KINETO_MEMSET:
		break;
	}
	return false;
}

static uint32_t intern_name(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;

	if (!kineto_has(event, KINETO_NAME) || event->name_len == 0)
		return NAME_NONE;
	return names_intern(gather->trace->names, event->name, event->name_len);
}

/* Those of scalars, which have no numbers, are left out; where not all fit, "..." says so. */
static void add_shapes(struct text *text, const struct kineto_event *event)
{
	enum { MOST = 155 };
	const size_t begin = text->len;
	size_t len;

	for (const char *at = kineto_event_list(event, KINETO_SHAPES); *at != '\0'; at += len) {
		at += strspn(at, ";?");
		len = strcspn(at, ";?");
		if (text->len - begin + len > MOST) {
			text_add_string(text, ", ...");
			break;
		}
		text_add_string(text, len > 0 && text->len > begin ? ", " : "");
		text_add(text, at, len);
	}
}

/* "aten::mm [4096x1024, 1024x4096]", if shapes are wanted and known. */
static uint32_t name_range(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;
	struct text text = { 0 };
	uint32_t name = NAME_NONE;
	size_t begin;

	if (event->category == KINETO_OPERATOR && (gather->want & TORCH_SHAPES) != 0) {
		text_add(&text, event->name, event->name_len);
		text_add_string(&text, " [");
		begin = text.len;
		add_shapes(&text, event);
		text_add(&text, "]", 1);
		if (text.len > begin + 1)
			name = names_intern(gather->trace->names, text.bytes, text.len);
		text_release(&text);
	}
	return name != NAME_NONE ? name : intern_name(gather);
}

/* What the newest range, an operator, has to compute, where its inputs say so. */
static void add_work(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;
	const struct tensor_inputs inputs = {
		.dims = kineto_event_list(event, KINETO_SHAPES),
		.types = kineto_event_list(event, KINETO_TYPES),
		.values = kineto_event_list(event, KINETO_VALUES),
	};
	struct tensor_work work;

	if ((gather->want & WANT_WORKS) != 0 && event->category == KINETO_OPERATOR &&
		kineto_has(event, KINETO_SHAPES) &&
		tensor_work_find(event->name, event->name_len, &inputs, &work))
		trace_add_work(gather->trace, (uint32_t)gather->trace->range_count - 1, &work);
}

/* The process group of the newest range, if that is a collective, as NCCL's payloads say it. */
static void add_group(struct kineto_gather *gather)
{
	struct trace *trace = gather->trace;
	char json[KINETO_GROUP_LEN];

	if ((gather->want & WANT_PAYLOADS) != 0 && kineto_event_group(gather->event, json))
		trace_add_payload(
			trace, &(struct payload){ .range = (uint32_t)trace->range_count - 1,
				       .json = names_intern(trace->names, json, strlen(json)) });
}

static void add_range(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;
	struct trace *trace = gather->trace;
	bool is_hint = (gather->want & WANT_HINTS) != 0 && event->category == KINETO_PYTHON;
	bool is_range = (gather->want & WANT_RANGES) != 0 && is_wanted_range(gather);
	struct range *range;
	uint32_t name, thread;
	int64_t end;

	if (!has_times(event) || !kineto_has(event, KINETO_TID) || !end_of(event, &end)) {
		trace->odd.range_rows_bad++;
		return;
	}
	thread = kineto_thread_of(gather);
	add_autograd_op(gather, thread, end);
	if (!is_range && !is_hint)
		return;
	name = name_range(gather);
	range = is_range ? trace_add_range(trace) : trace_add_hint(trace);
	*range = (struct range){
		.start = event->start_ns,
		.end = end,
		.name = name,
		.domain = TRACE_NONE,
		.thread = thread,
		.style = RANGE_PUSH_POP,
	};
	trace->odd.ranges_unnamed += is_range && name == NAME_NONE;
	if (is_range) {
		add_work(gather);
		add_group(gather);
	}
}

/* Traces of AMD's GPUs have kernels by their mangled names; each is demangled once. */
static uint32_t demangle_kernel(struct kineto_gather *gather, uint32_t name)
{
	struct names *names = gather->trace->names;
	const struct name *mangled = name != NAME_NONE ? &names->list[name] : NULL;
	uint32_t index, had = gather->mangled.count;
	char text[DEMANGLE_MAX];
	size_t len;

	if (mangled == NULL || mangled->len < 2 || memcmp(mangled->text, "_Z", 2) != 0 ||
		(gather->want & WANT_MANGLED_NAMES) != 0)
		return name;
	index = idmap_add(&gather->mangled, name);
	if (gather->mangled.count > had) {
		mem_need(gather->demangled, gather->demangled_cap, gather->mangled.count);
		gather->demangled[index] = name;
		if (demangle(mangled->text, mangled->len, text, &len))
			gather->demangled[index] = names_intern(names, text, len);
	}
	return gather->demangled[index];
}

static uint32_t intern_label(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;

	if (!kineto_has(event, KINETO_LABEL) || event->label_len == 0)
		return NAME_NONE;
	return names_intern(gather->trace->names, event->label, event->label_len);
}

/* The kernel that a call launches: traces of AMD's GPUs say so. */
static uint32_t launched_by(struct kineto_gather *gather)
{
	return (gather->want & WANT_LAUNCHES) != 0 ? demangle_kernel(gather, intern_label(gather))
						   : NAME_NONE;
}

static void add_call(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;
	struct trace *trace = gather->trace;
	struct api_call call = { .start = event->start_ns, .name = NAME_NONE };
	const bool has_correlation = correlation_of(event, &call.correlation);

	if (!has_times(event) || !kineto_has(event, KINETO_TID) || !end_of(event, &call.end)) {
		trace->odd.api_rows_bad += (gather->want & WANT_API_WAITS) != 0;
		return;
	}
	call.thread = kineto_thread_of(gather);
	if (has_correlation)
		gather->processes[trace->thread_process[call.thread]].has_calls = true;
	else if ((gather->want & WANT_API_WAITS) == 0)
		return;
	if ((gather->want & (WANT_API_WAITS | WANT_DETAILS)) != 0)
		call.name = intern_name(gather);
	call.kernel = launched_by(gather);
	*trace_add_api_call(trace) = call;
}

/* CUpti_ActivityMemcpyKind of "Memcpy HtoD (Pageable -> Device)"; 0: unknown. */
static uint8_t copy_kind(const struct kineto_event *event, char word[8])
{
	size_t at = strlen("Memcpy "), len = 0;

	word[0] = '\0';
	if (!starts_with(event, "Memcpy "))
		return 0;
	while (at + len < event->name_len && len < 7 && event->name[at + len] != ' ')
		len++;
	memcpy(word, event->name + at, len);
	word[len] = '\0';
	for (uint8_t kind = 1; trace_copy_name(kind) != NULL; kind++) {
		if (strcmp(word, trace_copy_name(kind)) == 0)
			return kind;
	}
	return 0;
}

/* Copies and fills get the names they have in nsys reports. */
static uint32_t name_op(struct kineto_gather *gather, enum op_kind kind, uint8_t *copy)
{
	char text[32], word[8];
	int len;

	*copy = 0;
	if (kind == OP_KERNEL)
		return demangle_kernel(gather, intern_name(gather));
	if (kind == OP_MEMSET) {
		len = snprintf(text, sizeof(text), "[CUDA memset]");
		return names_intern(gather->trace->names, text, (size_t)len);
	}
	*copy = copy_kind(gather->event, word);
	if (*copy == 0)
		return intern_name(gather);
	len = snprintf(text, sizeof(text), "[CUDA memcpy %s]", word);
	return names_intern(gather->trace->names, text, (size_t)len);
}

static void add_detail(
	struct kineto_gather *gather, struct kineto_ops *ops, enum op_kind kind, uint8_t copy)
{
	const struct kineto_event *event = gather->event;
	struct op_shape shape = {
		.graph_node = graph_node_of(event),
		.copy_kind = copy,
		.src_kind = MEMORY_NONE,
		.dst_kind = MEMORY_NONE,
	};
	struct op_detail *detail;

	if (kind != OP_KERNEL) {
		int64_t bytes = kineto_has(event, KINETO_BYTES) ? event->numbers[KINETO_BYTES] : 0;

		shape.bytes = bytes > 0 ? (uint64_t)bytes : 0;
	} else {
		if (kineto_has(event, KINETO_GRID))
			memcpy(shape.grid, event->grid, sizeof(shape.grid));
		if (kineto_has(event, KINETO_BLOCK))
			memcpy(shape.block, event->block, sizeof(shape.block));
		shape.registers = u32_of(event, KINETO_REGISTERS);
		/* both kinds, not distinguished */
		shape.dynamic_shared = u32_of(event, KINETO_SHARED);
	}
	mem_need(ops->details, ops->details_cap, ops->count);
	detail = &ops->details[ops->count - 1];
	detail->api = NAME_NONE;
	detail->shape = trace_add_shape(gather->trace, &shape);
}

/* The GPU id that an event has instead of its process. */
static uint32_t gpu_of(struct kineto_gather *gather)
{
	const struct kineto_id *pid = &gather->event->pid;
	uint32_t had = gather->gpu_ids.count;
	uint32_t index =
		idmap_add(&gather->gpu_ids, mem_hash(&pid->value, sizeof(pid->value), pid->group));

	if (gather->gpu_ids.count == had)
		return index;
	mem_need(gather->gpus, gather->gpus_cap, gather->gpu_ids.count);
	gather->gpus[index] = (struct kineto_gpu){ pid->group };
	return index;
}

/* Of the operation to come; it mostly has that of the one before it. */
static uint32_t stream_of(struct kineto_gather *gather, const struct kineto_ops *ops)
{
	const struct kineto_event *event = gather->event;
	struct trace *trace = gather->trace;
	struct stream stream = { 0 };
	uint32_t index;

	stream.process = gpu_of(gather);
	if ((gather->want & (WANT_STREAMS | WANT_DETAILS)) != 0) {
		stream.device = place_of(event, KINETO_DEVICE, KINETO_PID, &event->pid);
		stream.context = u32_of(event, KINETO_CONTEXT);
		stream.id = place_of(event, KINETO_STREAM, KINETO_TID, &event->tid);
	}
	if (ops->count > 0) {
		index = ops->list[ops->count - 1].stream;
		if (memcmp(&trace->streams[index], &stream, sizeof(stream)) == 0)
			return index;
	}
	return trace_add_stream(trace, &stream);
}

/* torch.cuda's annotations of a graph's nodes are among the arguments of its operations. */
static void label_node(struct kineto_gather *gather)
{
	struct trace *trace = gather->trace;
	uint64_t node = graph_node_of(gather->event);
	uint32_t label;

	if ((gather->want & WANT_GRAPH_NODES) == 0 || node == 0)
		return;
	label = intern_label(gather);
	if (label != NAME_NONE)
		trace_label_node(trace, node, label);
}

static void add_op(struct kineto_gather *gather, enum op_kind kind)
{
	const struct kineto_event *event = gather->event;
	struct kineto_ops *ops = &gather->ops[kind];
	struct oddities *odd = &gather->trace->odd;
	uint32_t name, correlation, stream;
	uint8_t copy;
	int64_t end;
	struct op *op;

	if (kind != OP_KERNEL && (gather->want & WANT_OTHER_OPS) == 0)
		return;
	if (!has_times(event)) {
		odd->rows_without_time++;
		return;
	}
	if (!end_of(event, &end)) {
		odd->rows_backwards++;
		return;
	}
	name = name_op(gather, kind, &copy);
	stream = stream_of(gather, ops);
	op = mem_next(ops->list, ops->cap, ops->count);
	*op = (struct op){
		.start = event->start_ns,
		.end = end,
		.api_end = (int64_t)gather->process_count,
		.name = name,
		.stream = stream & TRACE_STREAM_MAX,
		.has_correlation = correlation_of(event, &correlation),
	};
	op->correlation = correlation;
	label_node(gather);
	if ((gather->want & (kind != OP_KERNEL ? WANT_DETAILS | WANT_MOVES : WANT_DETAILS)) != 0)
		add_detail(gather, ops, kind, copy);
}

/* Metadata: names of threads. */
static void add_label(struct kineto_gather *gather)
{
	const struct kineto_event *event = gather->event;
	struct kineto_label label = { .thread_id = kineto_thread_id(&event->pid, &event->tid) };

	if ((gather->want & WANT_LABELS) == 0 || !kineto_has(event, KINETO_LABEL) ||
		!kineto_has(event, KINETO_TID) || !starts_with(event, "thread_name"))
		return;
	label.name = names_intern(gather->trace->names, event->label, event->label_len);
	*mem_next(gather->labels, gather->labels_cap, gather->label_count) = label;
}

static void expect(void **items, size_t *cap, size_t count, size_t item_size, double times)
{
	enum { MOST_BYTES = 1 << 30 };
	double expected = (double)count * times;

	/* where there is no memory for so many, they grow as events are added */
	if (expected * (double)item_size > MOST_BYTES ||
		!mem_may_grow(items, cap, (size_t)expected, item_size))
		return;
}

void kineto_gather_expect(struct kineto_gather *gather, uint64_t done, uint64_t total)
{
	struct kineto_ops *kernels = &gather->ops[OP_KERNEL];
	struct trace *trace = gather->trace;
	double times = done > 0 ? (double)total / (double)done * 1.05 : 0;

	expect((void **)&trace->ranges, &trace->ranges_cap, trace->range_count,
		sizeof(*trace->ranges), times);
	expect((void **)&trace->api_calls, &trace->api_cap, trace->api_count,
		sizeof(*trace->api_calls), times);
	expect((void **)&kernels->list, &kernels->cap, kernels->count, sizeof(*kernels->list),
		times);
}

void kineto_gather_event(struct kineto_gather *gather, const struct kineto_event *event)
{
	const bool is_memory = (gather->want & WANT_MEMORY) != 0 && kineto_event_is_memory(event);

	if (event->phase != 'M' && !is_memory &&
		(event->phase != 'X' || event->category == KINETO_OTHER))
		return;
	gather->event = event;
	gather->count++;
	if (event->phase == 'M') {
		add_label(gather);
		return;
	}
	if (is_memory) {
		kineto_add_memory(gather);
		return;
	}
	trace_meet(gather->trace, kineto_has(event, KINETO_START) ? event->start_ns : INT64_MAX);
	gather->has_fractions |= (kineto_has(event, KINETO_START) && event->start_ns % 1000 != 0) ||
				 (kineto_has(event, KINETO_LENGTH) && event->length_ns % 1000 != 0);
	switch (event->category) {
	case KINETO_API:
		add_call(gather);
		break;
	case KINETO_KERNEL:
		add_op(gather, OP_KERNEL);
		break;
	case KINETO_MEMCPY:
		add_op(gather, OP_MEMCPY);
		break;
	case KINETO_MEMSET:
		add_op(gather, OP_MEMSET);
		break;
	case KINETO_OTHER:
	case KINETO_ANNOTATION:
	case KINETO_OPERATOR:
	case KINETO_PYTHON:
		add_range(gather);
		break;
	}
}
