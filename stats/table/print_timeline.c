#include <stdlib.h>
#include <string.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/units.h"
#include "stats/table/print.h"

/*
 * Chrome's trace event format ("Trace Event Format", JSON object), for Perfetto: each row is an
 * event of its thread or stream. Tables may be printed at once, so that numbers of lanes follow
 * from their names alone; names of lanes come with the first event of each in a table.
 *
 * Events of a lane must nest: Perfetto drops one that ends after the event in which it begins
 * (google/perfetto issue 4280), as kernels of a stream do that are launched by programmatic
 * dependent launch. Such an event goes to a further lane of the same stream.
 */
struct timeline {
	struct idmap numbers;      /* of lanes that have been named, by process and thread */
	struct open_events *lanes; /* by index in them */
	size_t lanes_cap;
};

/* Those in which the latest event of a lane is, the outermost first, and itself. */
struct open_events {
	struct event_time {
		int64_t start, end; /* ns */
	} * list;
	size_t count, cap;
	int64_t latest; /* where that starts */
};

enum { LANES_MOST = 64 }; /* of a stream; what overlaps even more stays in the last one */

static bool begin_all(struct printer *printer, struct err *err)
{
	return text_try_add_string(&printer->line,
		"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
		"{\"ph\":\"M\",\"pid\":0,\"tid\":0,\"ts\":0,\"name\":\"generator\",\"args\":{"
		"\"name\":"
		"\"gpuflame " GPUFLAME_VERSION "\"}}",
		err);
}

static bool begin(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	(void)heading;
	printer->state = mem_try_zeroed(1, sizeof(struct timeline), err);
	return printer->state != NULL && (printer->tables > 0 || begin_all(printer, err));
}

static void drop(void *state)
{
	struct timeline *timeline = state;

	for (size_t i = 0; i < timeline->numbers.count && i < timeline->lanes_cap; i++)
		free(timeline->lanes[i].list);
	free(timeline->lanes);
	idmap_release(&timeline->numbers);
	free(timeline);
}

/* --- lanes ---------------------------------------------------------------------------- */

struct event_lane {
	uint32_t process, thread; /* numbers */
	struct text process_name, thread_name;
};

static bool add_cell(struct text *text, const struct printer *printer, const struct cell *cells,
	size_t column, struct err *err)
{
	const struct cell *cell = &cells[column];
	char number[32];

	if (cell->kind == CELL_TEXT)
		return text_try_add(text, cell->is.text, cell->len, err);
	return text_try_add(
		text, number, print_number(&printer->columns[column], cell, number), err);
}

/* "GPU 0, context 1 of run.sqlite" */
static bool name_lane(struct event_lane *lane, const struct printer *printer,
	const struct cell *cells, const struct timeline_shape *shape, struct err *err)
{
	struct text *process = &lane->process_name, *thread = &lane->thread_name;

	if (!text_try_add_string(process, shape->process_word, err) ||
		!text_try_add(process, " ", 1, err) ||
		!add_cell(process, printer, cells, shape->process, err))
		return false;
	if (shape->has_context &&
		(!text_try_add_string(process, ", context ", err) ||
			!add_cell(process, printer, cells, (size_t)shape->process + 1, err)))
		return false;
	if (printer->with_file != NULL &&
		(!text_try_add_string(process, " of ", err) ||
			!add_cell(process, printer, cells, printer->column_count - 1, err)))
		return false;
	if (printer->file != NULL && (!text_try_add_string(process, " of ", err) ||
					     !text_try_add_string(process, printer->file, err)))
		return false;
	return text_try_add_string(thread, shape->thread_word, err) &&
	       text_try_add(thread, " ", 1, err) &&
	       add_cell(thread, printer, cells, shape->thread, err);
}

/* Numbers that readers keep apart; they fit 31 bits. */
static uint32_t number_of(const struct text *name)
{
	return (uint32_t)(mem_hash(name->bytes, name->len, 0) >> 33);
}

static bool add_metadata(struct text *line, const struct event_lane *lane, const char *what,
	const struct text *name, struct err *err)
{
	char text[128];

	snprintf(text, sizeof(text),
		",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"ts\":0,\"name\":\"%s\",\"args\":{"
		"\"name\":",
		lane->process, lane->thread, what);
	return text_try_add_string(line, text, err) &&
	       text_try_add_json(line, name->bytes, name->len, err) &&
	       text_try_add_string(line, "}}", err);
}

static bool meet_lane(struct printer *printer, const struct event_lane *lane,
	struct open_events **open, struct err *err)
{
	struct timeline *timeline = printer->state;
	uint32_t had = timeline->numbers.count, index;

	if (!mem_try_grow((void **)&timeline->lanes, &timeline->lanes_cap, (size_t)had + 1,
		    sizeof(*timeline->lanes), err) ||
		!idmap_try_add(&timeline->numbers, (uint64_t)lane->process << 32 | lane->thread,
			&index, err))
		return false;
	*open = &timeline->lanes[index];
	if (timeline->numbers.count == had)
		return true;
	**open = (struct open_events){ .latest = INT64_MIN };
	return add_metadata(&printer->line, lane, "process_name", &lane->process_name, err) &&
	       add_metadata(&printer->line, lane, "thread_name", &lane->thread_name, err);
}

/* --- what nests --------------------------------------------------------------------------- */

static int64_t whole_of(const struct cell *cell)
{
	return cell->kind == CELL_INTEGER ? cell->is.integer : 0;
}

/*
 * Add an event to those that are open, if it nests in them. Events that begin at once may come in
 * any order. Where rows are not sorted by time (--sort), nothing is known, and it is taken.
 */
static bool open_event(
	struct open_events *open, const struct event_time *time, bool *nests, struct err *err)
{
	size_t at;

	*nests = true;
	if (time->start < open->latest)
		return true;
	open->latest = time->start;
	while (open->count > 0 && open->list[open->count - 1].end <= time->start)
		open->count--;
	at = open->count;
	while (at > 0 && open->list[at - 1].start == time->start &&
		open->list[at - 1].end < time->end)
		at--;
	*nests = at == 0 || time->end <= open->list[at - 1].end;
	if (!*nests)
		return true;
	if (!mem_try_grow(
		    (void **)&open->list, &open->cap, open->count + 1, sizeof(*open->list), err))
		return false;
	memmove(open->list + at + 1, open->list + at, (open->count - at) * sizeof(*open->list));
	open->list[at] = *time;
	open->count++;
	return true;
}

/* Find the first lane of a thread or stream in which the event nests: "stream 7", "stream 7 (2)".
 */
static bool choose_lane(struct printer *printer, struct event_lane *lane,
	const struct event_time *time, struct err *err)
{
	size_t len = lane->thread_name.len;
	struct open_events *open;
	bool nests = false;
	char suffix[16];

	for (unsigned i = 1; !nests && i <= LANES_MOST; i++) {
		lane->thread_name.len = len;
		snprintf(suffix, sizeof(suffix), " (%u)", i);
		if (i > 1 && !text_try_add_string(&lane->thread_name, suffix, err))
			return false;
		lane->thread = number_of(&lane->thread_name);
		if (!meet_lane(printer, lane, &open, err) || !open_event(open, time, &nests, err))
			return false;
	}
	return true;
}

/* --- events --------------------------------------------------------------------------- */

/* Nanoseconds as microseconds. */
static bool add_time(struct text *line, const char *key, const struct cell *cell, struct err *err)
{
	int64_t ns = whole_of(cell);
	uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
	char text[64];

	snprintf(text, sizeof(text), ",\"%s\":%s%llu.%03u", key, ns < 0 ? "-" : "",
		(unsigned long long)(size / 1000), (unsigned)(size % 1000));
	return text_try_add_string(line, text, err);
}

static bool add_args(
	struct printer *printer, const struct cell *cells, uint32_t args, struct err *err)
{
	struct text *line = &printer->line;
	const char *before = ",\"args\":{";

	for (; args != 0; args &= args - 1) {
		size_t i = (size_t)__builtin_ctz(args);
		const struct cell *cell = &cells[i];
		char number[32], title[64];

		if (cell->kind == CELL_EMPTY)
			continue;
		column_title(&printer->columns[i], title, sizeof(title));
		if (!text_try_add_string(line, before, err) ||
			!text_try_add_json(line, title, strlen(title), err) ||
			!text_try_add(line, ":", 1, err) ||
			!(cell->kind == CELL_TEXT
					? text_try_add_json(line, cell->is.text, cell->len, err)
					: text_try_add(line, number,
						  print_number(&printer->columns[i], cell, number),
						  err)))
			return false;
		before = ",";
	}
	return before[1] == '\0' ? text_try_add(line, "}", 1, err) : true;
}

static bool add_event(struct printer *printer, const struct event_lane *lane,
	const struct cell *cells, const struct timeline_shape *shape, struct err *err)
{
	const struct cell *name = &cells[shape->name];
	struct text *line = &printer->line;
	char text[96];

	snprintf(text, sizeof(text), ",\n{\"ph\":\"X\",\"pid\":%u,\"tid\":%u", lane->process,
		lane->thread);
	return text_try_add_string(line, text, err) &&
	       add_time(line, "ts", &cells[shape->start], err) &&
	       add_time(line, "dur", &cells[shape->duration], err) &&
	       text_try_add_string(line, ",\"name\":", err) &&
	       text_try_add_json(line, name->kind == CELL_TEXT ? name->is.text : "",
		       name->kind == CELL_TEXT ? name->len : 0, err) &&
	       add_args(printer, cells, shape->args, err) && text_try_add(line, "}", 1, err);
}

static bool put_row(struct printer *printer, const struct cell *cells, struct err *err)
{
	const struct timeline_shape *shape = printer->heading.report->timeline;
	struct event_lane lane = { 0 };
	struct event_time time = { .start = whole_of(&cells[shape->start]) };
	bool ok = name_lane(&lane, printer, cells, shape, err);

	if (__builtin_add_overflow(time.start, whole_of(&cells[shape->duration]), &time.end))
		time.end = INT64_MAX;
	lane.process = number_of(&lane.process_name);
	ok = ok && choose_lane(printer, &lane, &time, err) &&
	     add_event(printer, &lane, cells, shape, err);
	text_release(&lane.process_name);
	text_release(&lane.thread_name);
	return ok;
}

static bool close_all(struct printer *printer, struct err *err)
{
	return (printer->tables > 0 || begin_all(printer, err)) &&
	       text_try_add_string(&printer->line, "\n]}\n", err);
}

const struct print_format print_timeline = {
	.name = "timeline",
	.ending = ".trace.json",
	.is_timeline = true,
	.begin = begin,
	.row = put_row,
	.close = close_all,
	.drop = drop,
};
