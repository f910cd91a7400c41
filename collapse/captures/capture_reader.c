#include "collapse/captures/capture_reader.h"

#include <inttypes.h>
#include <stdio.h>

#include <sqlite3.h>

#include "base/global_id.h"
#include "base/idmap.h"
#include "base/sum.h"
#include "capture/format.h"
#include "collapse/input/capture_account.h"
#include "collapse/input/table_rows.h"

/* A stack, represented by its last frame. */
struct sum_stack {
	uint32_t parent; /* an index smaller than its own */
	uint32_t name;   /* with its domain prefix; NAME_NONE: unnamed */
	enum format_kind kind;
	bool has_ranges;     /* of FORMAT_NO_LAUNCH: below it */
	int64_t start, room; /* made-up start, and duration of all below it */
};

/* The operations of one device that ended in one stack. */
struct sum_value {
	uint32_t stack, device;
	uint64_t ns;
	struct op_sum of;
};

struct capture_reader {
	const struct database *db;
	uint64_t want;
	struct trace *trace;
	struct sum_stack *stacks; /* the first is the root, which is not a frame */
	size_t stack_count, stacks_cap;
	struct sum_value *values;
	size_t value_count, values_cap;
	bool has_bytes;
	struct idmap ids; /* of stacks, as in the capture; the first is the root */
	char *text;       /* room for a name with its domain */
	size_t text_cap;
	uint64_t total_ns;
	struct capture_account account;
};

bool capture_is_folded(const struct database *db, bool *is_folded, struct err *err)
{
	return database_has_table(db, FORMAT_STACK_TABLE, is_folded, err);
}

static bool bad(
	const struct capture_reader *reader, const char *table, const char *what, struct err *err)
{
	return err_set(err, ERR_FORMAT, "cannot read '%s': %s: %s", reader->db->path, table, what);
}

/* --- metadata ------------------------------------------------------ */

/* "0-1/2 2-3/2": cells of steps; or "none". */
static bool read_cells(struct capture_reader *reader, const char *value, struct err *err)
{
	struct trace *trace = reader->trace;
	char *end;

	mem_need(trace->step_cells, trace->step_cells_cap, 1); /* also if there is none */
	for (bool more = strcmp(value, "none") != 0; more; value = end + 1) {
		struct step_cell cell = { .first = strtoull(value, &end, 10) };

		if (*end == '-')
			cell.last = strtoull(end + 1, &end, 10);
		if (*end == '/')
			cell.steps = strtoull(end + 1, &end, 10);
		more = *end == ' ';
		if (cell.steps == 0 || cell.last < cell.first || (!more && *end != '\0'))
			return bad(reader, FORMAT_META_TABLE, "impossible steps", err);
		*mem_next(trace->step_cells, trace->step_cells_cap, trace->step_cell_count) = cell;
	}
	return true;
}

static bool read_fact(void *context, const char *name, const char *value, struct err *err)
{
	struct capture_reader *reader = context;
	struct trace *trace = reader->trace;

	capture_account_fact(&reader->account, name, value);
	if (strcmp(name, FORMAT_META_VERSION) == 0) {
		if (strncmp(value, FORMAT_VERSION, strcspn(FORMAT_VERSION, ".") + 1) != 0)
			return err_set(err, ERR_FORMAT,
				"cannot read '%s': a capture of format %.32s; this gpuflame reads"
				" " FORMAT_VERSION,
				reader->db->path, value);
	} else if (strcmp(name, FORMAT_META_PRODUCT) == 0)
		snprintf(trace->format.text, sizeof(trace->format.text),
			"capture of gpuflame %.32s", value);
	else if (strcmp(name, FORMAT_META_STEPS) == 0)
		trace->origin.steps = strtoull(value, NULL, 10);
	else if (strcmp(name, FORMAT_META_CELLS) == 0 && (reader->want & WANT_STEP_CELLS) != 0)
		return read_cells(reader, value, err);
	else if (strcmp(name, FORMAT_META_SHARED) == 0)
		trace->format.shares_names = strcmp(value, "0") != 0;
	else if (strcmp(name, FORMAT_META_ENDED) == 0 && strcmp(value, FORMAT_ENDED_RUNNING) == 0)
		diagnostics_add(&trace->diagnostics, DIAGNOSTIC_LOSS, FORMAT_RUNNING_TEXT);
	else if (strcmp(name, FORMAT_META_ENDED) == 0 && strcmp(value, FORMAT_ENDED_COSTLY) == 0)
		diagnostics_add(&trace->diagnostics, DIAGNOSTIC_LOSS, FORMAT_COSTLY_TEXT);
	else if (strcmp(name, FORMAT_META_ENDED) == 0 && strcmp(value, FORMAT_ENDED_DETACHED) == 0)
		diagnostics_add(&trace->diagnostics, DIAGNOSTIC_LOSS, FORMAT_DETACHED_TEXT);
	return true;
}

static bool read_facts(struct capture_reader *reader, struct err *err)
{
	snprintf(reader->trace->format.text, sizeof(reader->trace->format.text),
		"capture of gpuflame");
	reader->trace->format.is_capture = true;
	return rows_facts(reader->db, FORMAT_META_TABLE, read_fact, reader, err);
}

static bool read_loss(void *context, sqlite3_stmt *row, UNUSED struct err *err)
{
	struct capture_reader *reader = context;
	const char *what = (const char *)sqlite3_column_text(row, 0);
	char text[256];

	snprintf(text, sizeof(text), FORMAT_LOSS_TEXT, (uint64_t)sqlite3_column_int64(row, 1),
		what != NULL ? what : "");
	diagnostics_add(&reader->trace->diagnostics, DIAGNOSTIC_LOSS, text);
	return true;
}

static bool read_losses(struct capture_reader *reader, struct err *err)
{
	static const struct database_column columns[] = {
		{ .name = "what", .required = true },
		{ .name = "count", .required = true },
	};

	return database_each(reader->db, FORMAT_LOSS_TABLE, columns, ARRAY_SIZE(columns), read_loss,
		reader, err);
}

/* --- stacks ------------------------------------------------------------------------------ */

enum stack_column {
	STACK_ID,
	STACK_PARENT,
	STACK_KIND,
	STACK_NAME,
	STACK_DOMAIN,
	STACK_OTHER,
	STACK_COLUMNS
};

static void add_stack(struct capture_reader *reader, const struct sum_stack *stack)
{
	*mem_next(reader->stacks, reader->stacks_cap, reader->stack_count) = *stack;
}

/* The name of a row, with its domain prefix; NAME_NONE if there is none. */
static uint32_t read_name(struct capture_reader *reader, const struct datum *row)
{
	bool other = (reader->want & (WANT_SHORT_NAMES | WANT_MANGLED_NAMES)) != 0 &&
		     row[STACK_OTHER].type != DATUM_NULL;
	const char *domain, *text;
	size_t domain_len, len;

	datum_text(&row[STACK_DOMAIN], &domain, &domain_len);
	/* copied, as it is only valid until the next text */
	if (domain != NULL) {
		mem_need(reader->text, reader->text_cap, domain_len + 1);
		memcpy(reader->text, domain, domain_len);
		reader->text[domain_len] = ':';
	}
	datum_text(&row[other ? STACK_OTHER : STACK_NAME], &text, &len);
	if (text == NULL || len == 0)
		return NAME_NONE;
	if (domain == NULL || (reader->want & WANT_NO_DOMAIN_PREFIX) != 0)
		return names_intern(reader->trace->names, text, len);
	mem_need(reader->text, reader->text_cap, domain_len + len + 1);
	memcpy(reader->text + domain_len + 1, text, len);
	return names_intern(reader->trace->names, reader->text, domain_len + len + 1);
}

/* Unknown kinds count as kernels. */
static enum op_kind op_of(enum format_kind kind)
{
	switch (kind) {
	case FORMAT_MEMCPY:
		return OP_MEMCPY;
	case FORMAT_MEMSET:
		return OP_MEMSET;
	case FORMAT_GRAPH:
		return OP_GRAPH;
	case FORMAT_RANGE:
	case FORMAT_KERNEL:
	case FORMAT_NO_LAUNCH:
	case FORMAT_OVERFLOW:
		break;
	}
	return OP_KERNEL;
}

static bool read_stack(struct capture_reader *reader, const struct datum *row, struct err *err)
{
	struct sum_stack stack = {
		.parent = idmap_find(&reader->ids, (uint64_t)datum_integer(&row[STACK_PARENT])),
	};
	int64_t kind = datum_integer(&row[STACK_KIND]);
	uint32_t had = reader->ids.count;

	if (stack.parent == IDMAP_NONE)
		return bad(reader, FORMAT_STACK_TABLE, "a parent after its child", err);
	if (kind < FORMAT_RANGE || kind > FORMAT_OVERFLOW)
		return bad(reader, FORMAT_STACK_TABLE, "an unknown kind", err);
	stack.kind = (enum format_kind)kind;
	stack.name = read_name(reader, row);
	idmap_add(&reader->ids, (uint64_t)datum_integer(&row[STACK_ID]));
	if (reader->ids.count == had)
		return bad(reader, FORMAT_STACK_TABLE, "an id occurs twice", err);
	add_stack(reader, &stack);
	return true;
}

static bool read_stacks(struct capture_reader *reader, struct err *err)
{
	const struct database_column columns[STACK_COLUMNS] = {
		[STACK_ID] = { .name = "id", .required = true },
		[STACK_PARENT] = { .name = "parent", .required = true },
		[STACK_KIND] = { .name = "kind", .required = true },
		[STACK_NAME] = { .name = "name", .required = true },
		[STACK_DOMAIN] = { .name = "domain", .required = false },
		/* only kernels have these columns */
		[STACK_OTHER] = { .name = (reader->want & WANT_MANGLED_NAMES) != 0 ? "mangledName"
										   : "shortName" },
	};
	const struct datum *row;
	struct table_rows *rows = NULL;
	bool ok;

	idmap_add(&reader->ids, 0);
	add_stack(reader, &(struct sum_stack){ .name = NAME_NONE }); /* the root */
	ok = rows_open(reader->db, FORMAT_STACK_TABLE, columns, STACK_COLUMNS, &rows, err);
	while (ok && rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL)
		ok = read_stack(reader, row, err);
	rows_free(rows);
	return ok;
}

/* --- values ------------------------------------------------------------------------------- */

enum value_column {
	VALUE_STACK,
	VALUE_DEVICE,
	VALUE_NS,
	VALUE_COUNT,
	VALUE_MIN,
	VALUE_MAX,
	VALUE_BYTES,
	VALUE_STEPS,
	VALUE_COLUMNS
};

/* The next number of a blob; false: it ends before, or the number is too large. */
static bool take_number(const struct datum *blob, size_t *at, uint64_t *number)
{
	*number = 0;
	for (unsigned shift = 0; *at < blob->len && shift < 64; shift += 7) {
		unsigned char byte = (unsigned char)blob->as.bytes[(*at)++];

		*number |= (uint64_t)(byte & 127) << shift;
		if (byte < 128)
			return shift < 63 || byte < 2;
	}
	return false;
}

/* Add a value, or a part: the extremes are those of the whole, but for a single operation. */
static void add_part(struct capture_reader *reader, const struct sum_value *whole, uint64_t ns,
	uint64_t count, uint32_t cell)
{
	struct sum_value part = *whole;

	if (count < whole->of.count)
		part.of = (struct op_sum){ .count = count,
			.min = count == 1 ? ns : whole->of.min,
			.max = count == 1 ? ns : whole->of.max };
	part.ns = ns;
	part.of.cell = cell;
	*mem_next(reader->values, reader->values_cap, reader->value_count) = part;
}

/* Add a value, or each part of it that is of a cell, and what is of none. */
static bool add_parts(
	struct capture_reader *reader, const struct sum_value *value, const struct datum *steps)
{
	uint64_t ns, count, ns_left = value->ns, left = value->of.count;
	size_t at = 0;

	if (steps->type != DATUM_BLOB)
		at = steps->len;
	for (uint32_t cell = 0; reader->trace->step_cells != NULL && at < steps->len; cell++) {
		if (!take_number(steps, &at, &ns) || !take_number(steps, &at, &count) ||
			ns > ns_left || count > left || (count == 0 && ns > 0) ||
			(count > 0 && cell >= reader->trace->step_cell_count))
			return false;
		ns_left -= ns;
		left -= count;
		if (count > 0)
			add_part(reader, value, ns, count, cell);
	}
	if (left > 0)
		add_part(reader, value, ns_left, left, TRACE_NONE);
	return left > 0 || ns_left == 0;
}

static bool read_value(struct capture_reader *reader, const struct datum *row, struct err *err)
{
	int64_t device = datum_integer(&row[VALUE_DEVICE]);
	int64_t ns = datum_integer(&row[VALUE_NS]);
	int64_t count = datum_integer(&row[VALUE_COUNT]);
	int64_t min = datum_integer(&row[VALUE_MIN]);
	int64_t max = datum_integer(&row[VALUE_MAX]);
	int64_t bytes = datum_integer(&row[VALUE_BYTES]);
	const struct sum_value value = {
		.stack = idmap_find(&reader->ids, (uint64_t)datum_integer(&row[VALUE_STACK])),
		.device = device >= 0 && device <= UINT32_MAX ? (uint32_t)device : 0,
		.ns = (uint64_t)ns,
		.of = { (uint64_t)count, (uint64_t)min, (uint64_t)max, (uint64_t)bytes,
			TRACE_NONE },
	};

	if (value.stack == IDMAP_NONE)
		return bad(reader, FORMAT_VALUE_TABLE, "a stack that does not exist", err);
	if (ns < 0 || count <= 0 || min < 0 || max < min || bytes < 0)
		return bad(reader, FORMAT_VALUE_TABLE, "an impossible sum", err);
	reader->has_bytes |= row[VALUE_BYTES].type != DATUM_NULL;
	reader->account.ops += value.of.count;
	reader->account.ns += value.ns;
	if (!sum_add(&reader->total_ns, value.ns, err))
		return err_prefix(err, "cannot read '%s': " FORMAT_VALUE_TABLE, reader->db->path);
	return add_parts(reader, &value, &row[VALUE_STEPS]) ||
	       bad(reader, FORMAT_VALUE_TABLE, "an impossible sum", err);
}

static bool read_values(struct capture_reader *reader, struct err *err)
{
	static const struct database_column columns[VALUE_COLUMNS] = {
		[VALUE_STACK] = { .name = "stackId", .required = true },
		[VALUE_DEVICE] = { .name = "deviceId", .required = false },
		[VALUE_NS] = { .name = "ns", .required = true },
		[VALUE_COUNT] = { .name = "count", .required = true },
		[VALUE_MIN] = { .name = "min", .required = true },
		[VALUE_MAX] = { .name = "max", .required = true },
		[VALUE_BYTES] = { .name = "bytes", .required = false },
		[VALUE_STEPS] = { .name = "steps", .required = false },
	};
	const struct datum *row;
	struct table_rows *rows;
	bool ok = rows_open(reader->db, FORMAT_VALUE_TABLE, columns, VALUE_COLUMNS, &rows, err);

	while (ok && rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL)
		ok = read_value(reader, row, err);
	rows_free(rows);
	return ok;
}

/* --- as a trace ----------------------------------------------------------------------------- */

/* Each stack begins after its previous siblings, inside its parent, with two units for itself. */
static void make_times(struct capture_reader *reader)
{
	struct sum_stack *stacks = reader->stacks;
	int64_t *next = mem_zeroed(reader->stack_count, sizeof(*next));

	for (size_t i = reader->stack_count; i > 1; i--) {
		stacks[i - 1].room += 2;
		stacks[stacks[i - 1].parent].room += stacks[i - 1].room;
	}
	for (size_t i = 1; i < reader->stack_count; i++) {
		stacks[i].start = next[stacks[i].parent];
		next[stacks[i].parent] += stacks[i].room;
		next[i] = stacks[i].start + 1;
	}
	free(next);
}

static void add_ranges(struct capture_reader *reader, uint32_t thread)
{
	for (size_t i = 1; i < reader->stack_count; i++) {
		const struct sum_stack *stack = &reader->stacks[i];
		struct sum_stack *above = &reader->stacks[stack->parent];

		/* ranges in which the node of a graph was captured whose launch is not known */
		if (stack->kind == FORMAT_RANGE && above->kind == FORMAT_NO_LAUNCH)
			above->has_ranges = true;
	}
	for (size_t i = 1; i < reader->stack_count; i++) {
		const struct sum_stack *stack = &reader->stacks[i];

		if (stack->kind == FORMAT_RANGE || stack->has_ranges)
			*trace_add_range(reader->trace) = (struct range){
				.start = stack->start,
				.end = stack->start + stack->room - 1,
				.name = stack->name,
				.domain = TRACE_NONE,
				.thread = thread,
				.style = RANGE_PUSH_POP,
			};
	}
}

static void add_op(struct capture_reader *reader, const struct sum_value *value, uint32_t thread)
{
	struct trace *trace = reader->trace;
	const struct sum_stack *stack = &reader->stacks[value->stack];
	bool has_launch =
		reader->stacks[stack->parent].kind != FORMAT_NO_LAUNCH || stack->parent == 0;
	const struct stream stream = { .process = trace->thread_process[thread],
		.device = value->device };
	struct op_shape shape = { .src_kind = MEMORY_NONE, .dst_kind = MEMORY_NONE };
	struct op *op = trace_add_op(trace);

	*op = (struct op){
		.end = (int64_t)value->ns,
		.api_start = stack->start,
		.api_end = stack->start,
		.name = stack->name,
		.thread = has_launch ? thread : TRACE_NONE,
		.stream = trace_add_stream(trace, &stream) & TRACE_STREAM_MAX,
	};
	trace->odd.ops_without_launch += has_launch ? 0 : value->of.count;
	if (stack->kind == FORMAT_MEMCPY && stack->name != NAME_NONE)
		shape.copy_kind = trace_copy_kind(trace->names->list[stack->name].text);
	trace_add_detail(trace, &shape);
	mem_need(trace->sums, trace->sums_cap, trace->op_count);
	trace->sums[trace->op_count - 1] = value->of;
}

static void make_trace(struct capture_reader *reader)
{
	uint64_t process = global_pid(0, reader->account.origin.pid);
	struct trace *trace = reader->trace;
	uint32_t thread = trace_add_thread(trace, process, process);

	trace->format.lacks_bytes = !reader->has_bytes;
	mem_need(trace->sums, trace->sums_cap, 1); /* there may be none */
	make_times(reader);
	add_ranges(reader, thread);
	for (int kind = 0; kind < OP_KINDS; kind++) {
		for (size_t i = 0; i < reader->value_count; i++) {
			if (op_of(reader->stacks[reader->values[i].stack].kind) ==
				(enum op_kind)kind)
				add_op(reader, &reader->values[i], thread);
		}
		trace->op_end[kind] = trace->op_count;
	}
}

bool capture_read(const struct database *db, uint64_t want, struct trace *trace, struct err *err)
{
	struct capture_reader reader = { .db = db, .want = want, .trace = trace };
	bool ok = read_facts(&reader, err) && read_losses(&reader, err) &&
		  read_stacks(&reader, err) && read_values(&reader, err);

	if (ok) {
		reader.account.origin.steps = trace->origin.steps;
		trace->origin = reader.account.origin;
		if (trace->origin.has_rank && (want & WANT_RANKS) != 0)
			trace->rank = rank_frame(trace->names, trace->origin.rank);
		capture_account_report(&reader.account, db, &trace->diagnostics);
		make_trace(&reader);
	}
	idmap_release(&reader.ids);
	free(reader.stacks);
	free(reader.values);
	free(reader.text);
	return ok;
}
