#include "stats/parts/rank_board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/sum.h"
#include "base/text.h"
#include "collapse/fold/nest.h"
#include "collapse/plan/step_names.h"
#include "stats/parts/busy.h"
#include "stats/parts/nest_sums.h"
#include "stats/parts/projection.h"

void rank_board_release(struct rank_board *board)
{
	for (size_t i = 0; i < board->count; i++)
		free(board->entries[i].columns);
	free(board->entries);
	free(board->columns);
	free(board->rank_entry);
	free(board->device_ns);
	idmap_release(&board->devices);
	idmap_release(&board->ranks);
	idmap_release(&board->column_keys);
	folded_names_release(&board->folded);
	arrivals_release(&board->arrivals);
	*board = (struct rank_board){ .names = board->names };
}

/* A trace that is being added. */
struct rank_intake {
	struct rank_board *board;
	const struct trace *trace;
	bool *communicates;      /* by op */
	uint32_t *entry_of;      /* by process */
	struct nest_sums ranges; /* by column */
	uint32_t ranges_entry;   /* whose they are */
	uint32_t step;           /* the column of the outermost one that is a step; or NO_COLUMN */
	size_t step_depth;       /* and its depth */
};

#define NO_COLUMN UINT32_MAX

/* --- who ------------------------------------------------------------------------------- */

static uint32_t intern(struct names *names, const char *text)
{
	return text[0] == '\0' ? NAME_NONE : names_intern(names, text, strlen(text));
}

static uint32_t new_entry(struct rank_board *board, bool has_rank, uint64_t rank)
{
	mem_need(board->entries, board->entries_cap, board->count + 1);
	board->entries[board->count] = (struct rank_entry){
		.has_rank = has_rank,
		.rank = rank,
		.label = NAME_NONE,
		.node = NAME_NONE,
		.job = NAME_NONE,
		.uuid = NAME_NONE,
		.has_times = true,
	};
	return (uint32_t)board->count++;
}

uint32_t rank_board_find(struct rank_board *board, bool has_rank, uint64_t rank)
{
	uint32_t place, had = board->ranks.count;

	if (!has_rank)
		return new_entry(board, false, 0);
	place = idmap_add(&board->ranks, rank);
	mem_need(board->rank_entry, board->ranks_cap, board->ranks.count);
	if (board->ranks.count > had)
		board->rank_entry[place] = new_entry(board, true, rank);
	return board->rank_entry[place];
}

/* Keep the first in order of names, so that the order of files does not matter. */
static bool keep_first(const struct rank_board *board, uint32_t *kept, uint32_t name)
{
	bool differs = *kept != NAME_NONE && name != NAME_NONE && *kept != name;

	if (*kept == NAME_NONE || (differs && names_compare(board->names, name, *kept) < 0))
		*kept = name;
	return differs;
}

void rank_board_place(struct rank_board *board, uint32_t index, const struct rank_place *place)
{
	struct rank_entry *entry = &board->entries[index];

	(void)keep_first(board, &entry->label, place->label);
	entry->differs |= keep_first(board, &entry->node, place->node);
	entry->differs |= keep_first(board, &entry->job, place->job);
	entry->has_uuids |= keep_first(board, &entry->uuid, place->uuid);
}

static uint32_t add_entry(
	struct rank_intake *intake, const char *label, bool has_rank, uint64_t rank)
{
	struct rank_board *board = intake->board;
	const struct origin *origin = &intake->trace->origin;
	uint32_t index = rank_board_find(board, has_rank, rank);
	const struct rank_place place = {
		.label = intern(board->names, label),
		.node = intern(board->names, origin->node),
		.job = intern(board->names, origin->job),
		.uuid = intern(board->names, origin->uuid),
	};

	rank_board_place(board, index, &place);
	return index;
}

/* The number in "rank 3". */
static bool parse_rank(const struct names *names, uint32_t name, uint64_t *rank)
{
	static const char start[] = "rank ";
	const char *text = name != NAME_NONE ? names->list[name].text : "";

	return strncmp(text, start, strlen(start)) == 0 &&
	       opt_parse_uint(text + strlen(start), rank);
}

/* What an entry is called if it has no number: "run.sqlite pid 4711" where files have several. */
static uint32_t add_process(struct rank_intake *intake, const char *label, uint32_t process)
{
	const struct trace *trace = intake->trace;
	uint32_t name = trace->process_ranks[process], index;
	uint64_t rank = 0;
	bool has_rank = parse_rank(trace->names, name, &rank);
	char *text;

	if (has_rank || name == NAME_NONE)
		return add_entry(intake, label, has_rank, rank);
	text = text_format("%s %s", label, trace->names->list[name].text);
	index = add_entry(intake, text, false, 0);
	free(text);
	return index;
}

/* One entry, or one for each process that ran something. */
static void add_entries(struct rank_intake *intake, const char *label)
{
	const struct trace *trace = intake->trace;
	uint32_t whole = UINT32_MAX;

	intake->entry_of = mem_zeroed(trace->processes.count, sizeof(*intake->entry_of));
	for (uint32_t i = 0; i < trace->processes.count; i++)
		intake->entry_of[i] = UINT32_MAX;
	for (size_t i = 0; i < trace->op_count; i++) {
		uint32_t process = trace_op_process(trace, i);
		uint32_t *entry = &intake->entry_of[process];

		if (*entry == UINT32_MAX && !trace->has_many_ranks)
			*entry = whole;
		if (*entry == UINT32_MAX)
			*entry = trace->has_many_ranks
					 ? add_process(intake, label, process)
					 : add_entry(intake, label, trace->origin.has_rank,
						   trace->origin.rank);
		whole = *entry;
		intake->board->entries[whole].has_times &= trace->sums == NULL;
	}
}

/* --- what ------------------------------------------------------------------------------ */

static uint32_t column_of(struct rank_board *board, enum rank_column_kind kind, uint32_t name)
{
	uint32_t had = board->column_keys.count;
	uint32_t column = idmap_add(&board->column_keys, (uint64_t)kind << 32 | name);

	mem_need(board->columns, board->columns_cap, board->column_keys.count);
	if (board->column_keys.count > had)
		board->columns[column] = (struct rank_column){ .kind = kind, .name = name };
	return column;
}

static bool add_to_column(struct rank_entry *entry, uint32_t column, uint64_t ns, struct err *err)
{
	size_t cap = entry->column_count;

	if (column >= entry->column_count) {
		mem_need(entry->columns, cap, (size_t)column + 1);
		memset(entry->columns + entry->column_count, 0,
			(cap - entry->column_count) * sizeof(*entry->columns));
		entry->column_count = cap;
	}
	return sum_add(&entry->columns[column], ns, err);
}

bool rank_board_add_time(struct rank_board *board, uint32_t entry, enum rank_column_kind kind,
	uint32_t name, uint64_t ns, uint32_t *column, struct err *err)
{
	*column = column_of(board, kind, name);
	return add_to_column(&board->entries[entry], *column, ns, err);
}

/* The innermost range ends; of nested ranges of one name, only the outermost counts. */
static bool leave_range(struct rank_intake *intake, struct err *err)
{
	struct rank_board *board = intake->board;
	struct rank_entry *entry = &board->entries[intake->ranges_entry];
	uint32_t step = intake->ranges.depth == intake->step_depth ? intake->step : NO_COLUMN;
	struct nest_sum left;

	if (step != NO_COLUMN)
		intake->step = NO_COLUMN;
	if (!nest_sums_leave(&intake->ranges, &left, err))
		return false;
	if (left.is_first) {
		board->columns[left.place].is_open = false;
		if (!add_to_column(entry, left.place, left.ns, err))
			return false;
	}
	return step == NO_COLUMN || add_to_column(entry, step, left.ns, err);
}

static bool leave_ranges(struct rank_intake *intake, size_t same, struct err *err)
{
	while (intake->ranges.depth > same) {
		if (!leave_range(intake, err))
			return false;
	}
	return true;
}

static void enter_range(struct rank_intake *intake, uint32_t name)
{
	struct rank_board *board = intake->board;
	const struct name *text;
	bool is_step, is_first;
	size_t prefix;
	uint32_t folded, column;

	if (intake->ranges.depth == 0)
		intake->step = NO_COLUMN;
	if (name == NAME_NONE) {
		nest_sums_enter(&intake->ranges, NO_COLUMN, false);
		return;
	}
	text = &board->names->list[name];
	is_step = step_name_is(text->text, text->len, &prefix);
	folded = folded_names_find(&board->folded, board->names, name);
	column = column_of(board, COLUMN_RANGE, folded);
	board->columns[column].is_step |= is_step;
	if (is_step && intake->step == NO_COLUMN &&
		board->entries[intake->ranges_entry].has_times) {
		intake->step_depth = intake->ranges.depth + 1;
		intake->step = column_of(board, COLUMN_STEP, name);
	}
	is_first = !board->columns[column].is_open;
	board->columns[column].is_open = true;
	nest_sums_enter(&intake->ranges, column, is_first);
}

/* The first `same` ranges around the operation are those around the last one. */
static bool add_launch(
	struct rank_intake *intake, const struct nest *nest, size_t same, struct err *err)
{
	const struct trace *trace = intake->trace;
	const struct op *op = &trace->ops[nest->op];
	uint32_t entry = intake->entry_of[trace_op_process(trace, nest->op)];
	bool ok = leave_ranges(intake, entry == intake->ranges_entry ? same : 0, err);

	intake->ranges_entry = entry;
	while (ok && intake->ranges.depth < nest->depth)
		enter_range(intake, trace->ranges[nest->ranges[intake->ranges.depth]].name);
	return ok && nest_sums_add(&intake->ranges, (uint64_t)(op->end - op->start), 1, err);
}

static bool add_ranges(struct rank_intake *intake, struct err *err)
{
	const struct trace *trace = intake->trace;
	struct nest nest;
	size_t same = 0;
	bool ok = true;

	nest_init_adopting(&nest, trace);
	while (nest_next(&nest)) {
		if (nest.same < same)
			same = nest.same;
		if (nest.op >= trace->op_end[OP_KERNEL] || intake->communicates[nest.op])
			continue;
		ok = add_launch(intake, &nest, same, err);
		if (!ok)
			break;
		same = nest.depth;
	}
	nest_release(&nest);
	return ok && leave_ranges(intake, 0, err);
}

/* Of devices that compute equally long, the lowest number is kept. */
/* The device that computes longest; 0 if there is none. */
static uint32_t device_of(const struct rank_board *board, size_t index)
{
	const struct rank_entry *entry = &board->entries[index];

	return entry->devices > 0 ? (uint32_t)board->devices.keys[entry->device_at] : 0;
}

/* The uuid of the only device, or NAME_NONE. */
static uint32_t uuid_of(const struct rank_board *board, size_t index)
{
	const struct rank_entry *entry = &board->entries[index];

	return entry->devices <= 1 && !entry->has_uuids ? entry->uuid : NAME_NONE;
}

bool rank_board_add_device(
	struct rank_board *board, uint32_t index, uint32_t device, uint64_t ns, struct err *err)
{
	struct rank_entry *entry = &board->entries[index];
	uint32_t at, had = board->devices.count;

	mem_need(board->device_ns, board->device_cap, (size_t)had + 1);
	at = idmap_add(&board->devices, (uint64_t)index << 32 | device);
	if (board->devices.count > had) {
		board->device_ns[at] = 0;
		entry->device_at = entry->devices++ == 0 ? at : entry->device_at;
	}
	if (!sum_add(&board->device_ns[at], ns, err))
		return false;
	if (board->device_ns[at] > board->device_ns[entry->device_at] ||
		(board->device_ns[at] == board->device_ns[entry->device_at] &&
			device < device_of(board, index)))
		entry->device_at = at;
	return true;
}

/* "ncclDevKernel_AllReduce_Sum_f32_RING_LL", without its parameters. */
static bool add_communication(
	struct rank_intake *intake, uint32_t entry, uint32_t name, uint64_t ns, struct err *err)
{
	const struct name *whole = &intake->board->names->list[name];
	uint32_t column;
	uint32_t bare = names_intern(intake->board->names, whole->text, strcspn(whole->text, "("));

	return rank_board_add_time(intake->board, entry, COLUMN_COLLECTIVE, bare, ns, &column, err);
}

static bool add_op(struct rank_intake *intake, size_t op, struct err *err)
{
	const struct trace *trace = intake->trace;
	uint32_t index = intake->entry_of[trace_op_process(trace, op)];
	struct rank_entry *entry = &intake->board->entries[index];
	uint64_t ns = (uint64_t)(trace->ops[op].end - trace->ops[op].start);
	bool is_kernel = op < trace->op_end[OP_KERNEL], communicates = intake->communicates[op];

	entry->ops += trace_op_count(trace, op);
	if (!rank_board_add_device(intake->board, index,
		    trace->streams[trace->ops[op].stream].device,
		    is_kernel && !communicates ? ns : 0, err))
		return false;
	if (!is_kernel)
		return true;
	if (!communicates)
		return sum_add(&entry->kernels_ns, ns, err);
	return sum_add(&entry->communication_ns, ns, err) &&
	       add_communication(intake, index, trace->ops[op].name, ns, err);
}

static bool add_ops(struct rank_intake *intake, struct err *err)
{
	for (size_t i = 0; i < intake->trace->op_count; i++) {
		if (!add_op(intake, i, err))
			return false;
	}
	return true;
}

/* --- when ------------------------------------------------------------------------------ */

/* Add the lengths of a rank's spans to `sums`, by entry. */
static void add_lengths(const struct rank_intake *intake, const struct busy *busy, uint64_t *sums)
{
	for (size_t i = 0; i < busy->count; i++) {
		const struct busy_span *span = &busy->spans[i];

		sums[intake->entry_of[span->process]] +=
			(uint64_t)span->end - (uint64_t)span->start;
	}
}

static void measure(const struct rank_intake *intake, const struct busy *all,
	const struct busy *kernels, const struct busy *compute)
{
	size_t count = intake->board->count;
	uint64_t *sums = mem_zeroed(count, 3 * sizeof(*sums));

	add_lengths(intake, all, sums);
	add_lengths(intake, kernels, sums + count);
	add_lengths(intake, compute, sums + 2 * count);
	for (size_t i = 0; i < count; i++) {
		struct rank_entry *entry = &intake->board->entries[i];

		entry->busy += sums[i];
		entry->compute += sums[2 * count + i];
		entry->exposed += sums[count + i] - sums[2 * count + i];
	}
	free(sums);
}

static void measure_spans(const struct rank_intake *intake, const struct busy *all)
{
	size_t count = intake->board->count;
	int64_t *ends = mem_zeroed(count, 2 * sizeof(*ends));

	for (size_t i = 0; i < count; i++) {
		ends[2 * i] = INT64_MAX;
		ends[2 * i + 1] = INT64_MIN;
	}
	for (size_t i = 0; i < all->count; i++) {
		int64_t *end = &ends[(size_t)2 * intake->entry_of[all->spans[i].process]];

		end[0] = all->spans[i].start < end[0] ? all->spans[i].start : end[0];
		end[1] = all->spans[i].end > end[1] ? all->spans[i].end : end[1];
	}
	for (size_t i = 0; i < count; i++) {
		uint64_t span = (uint64_t)ends[2 * i + 1] - (uint64_t)ends[2 * i];
		struct rank_entry *entry = &intake->board->entries[i];

		if (ends[2 * i] <= ends[2 * i + 1] && span > entry->span)
			entry->span = span;
	}
	free(ends);
}

static void add_times(struct rank_intake *intake)
{
	const struct trace *trace = intake->trace;
	struct busy all, kernels, compute;
	bool *computes = busy_mark_kernels(trace, true);
	size_t count;
	uint32_t *order = busy_order(trace, PROJECT_ALL, NULL, &count);

	busy_init_ordered(&all, trace, order, count, PROJECT_ALL, NULL);
	busy_init_ordered(&kernels, trace, order, count, 1u << OP_KERNEL, NULL);
	busy_init_ordered(&compute, trace, order, count, 1u << OP_KERNEL, computes);
	free(order);
	measure_spans(intake, &all);
	measure(intake, &all, &kernels, &compute);
	arrivals_add(&intake->board->arrivals, trace, intake->communicates, intake->entry_of);
	busy_release(&all);
	busy_release(&kernels);
	busy_release(&compute);
	free(computes);
}

bool rank_board_add(
	struct rank_board *board, const struct trace *trace, const char *label, struct err *err)
{
	struct rank_intake intake = { .board = board, .trace = trace };
	bool ok;

	intake.communicates = busy_mark_kernels(trace, false);
	add_entries(&intake, label);
	ok = add_ops(&intake, err) && add_ranges(&intake, err);
	if (ok && trace->sums == NULL)
		add_times(&intake);
	free(intake.communicates);
	free(intake.entry_of);
	nest_sums_release(&intake.ranges);
	return ok;
}

/* --- the whole ------------------------------------------------------------------------- */

int rank_board_compare(const struct rank_board *board, uint32_t a, uint32_t b)
{
	const struct rank_entry *left = &board->entries[a], *right = &board->entries[b];
	int order;

	if (left->has_rank != right->has_rank)
		return left->has_rank ? -1 : 1;
	if (left->has_rank)
		return (left->rank > right->rank) - (left->rank < right->rank);
	order = text_compare_numbers(
		board->names->list[left->label].text, board->names->list[right->label].text);
	return order != 0 ? order : (a > b) - (a < b);
}

bool rank_board_has_times(const struct rank_board *board)
{
	for (size_t i = 0; i < board->count; i++) {
		if (!board->entries[i].has_times)
			return false;
	}
	return true;
}

uint64_t rank_board_column(const struct rank_board *board, size_t entry, uint32_t column)
{
	const struct rank_entry *of = &board->entries[entry];

	return column < of->column_count ? of->columns[column] : 0;
}

/* Whether another rank of the node has a device of the same number: each sees only its own. */
static bool is_ambiguous(const struct rank_board *board, size_t entry)
{
	for (size_t i = 0; i < board->count; i++) {
		if (i != entry && board->entries[i].node == board->entries[entry].node &&
			device_of(board, i) == device_of(board, entry))
			return true;
	}
	return false;
}

void rank_board_name(const struct rank_board *board, size_t index, bool place, struct text *text)
{
	const struct rank_entry *entry = &board->entries[index];
	const struct name *list = board->names->list, *label = &list[entry->label];
	uint32_t uuid = uuid_of(board, index);

	if (entry->has_rank)
		text_addf(text, "rank %" PRIu64, entry->rank);
	else
		text_add_clean(text, label->text, label->len, 0);
	if (!place || entry->devices == 0)
		return;
	text_add_string(text, " (");
	if (entry->node != NAME_NONE) {
		text_add_string(text, "node ");
		text_add_clean(text, list[entry->node].text, list[entry->node].len, 0);
		text_add_string(text, ", ");
	}
	if (uuid != NAME_NONE && is_ambiguous(board, index))
		text_add_clean(text, list[uuid].text, list[uuid].len, 0);
	else
		text_addf(text, "GPU %" PRIu32, device_of(board, index));
	text_add(text, ")", 1);
}
