#include "base/idmap.h"
#include "base/json_write.h"
#include "base/units.h"
#include "stats/table/print.h"

/* The columns of the report timeline (stats/reports/timeline.sql). */
enum {
	START,
	DURATION,
	NAME,
	KIND,
	PROCESS,
	THREAD,
	LAUNCH,
	FROM_PROCESS,
	FROM_THREAD,
	FIRST_ARGUMENT,
	LAST_ARGUMENT = FIRST_ARGUMENT + 3,
};

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
	uint32_t flows;
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

static void begin_all(struct printer *printer)
{
	text_add_string(&printer->line,
		"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
		"{\"ph\":\"M\",\"pid\":0,\"tid\":0,\"ts\":0,\"name\":\"generator\",\"args\":{"
		"\"name\":\"gpuflame " GPUFLAME_VERSION "\"}}");
}

static bool begin(
	struct printer *printer, UNUSED const struct print_heading *heading, UNUSED struct err *err)
{
	printer->state = mem_zeroed(1, sizeof(struct timeline));
	if (printer->tables == 0)
		begin_all(printer);
	return true;
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

static void add_cell(struct text *text, const struct cell *cell)
{
	if (cell->kind == CELL_TEXT)
		text_add(text, cell->is.text, cell->len);
}

/* Numbers that readers keep apart; they fit 31 bits. */
static uint32_t number_of(const struct text *name)
{
	return (uint32_t)(mem_hash(name->bytes, name->len, 0) >> 33);
}

/* "rank 3, GPU 0 of run.sqlite", "stream 7"; numbers are those of processes and threads. */
static void name_lane(struct event_lane *lane, const struct printer *printer,
	const struct cell *cells, size_t of_process, size_t of_thread)
{
	struct text *process = &lane->process_name, *thread = &lane->thread_name;

	add_cell(process, &cells[of_process]);
	if (printer->with_file != NULL) {
		text_add_string(process, " of ");
		add_cell(process, &cells[printer->column_count - 1]);
	}
	if (printer->file != NULL)
		text_addf(process, " of %s", printer->file);
	add_cell(thread, &cells[of_thread]);
	lane->process = number_of(process);
	lane->thread = number_of(thread);
}

static void lane_release(struct event_lane *lane)
{
	text_release(&lane->process_name);
	text_release(&lane->thread_name);
}

static void add_metadata(
	struct text *line, const struct event_lane *lane, const char *what, const struct text *name)
{
	text_addf(line,
		",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"ts\":0,\"name\":\"%s\",\"args\":{"
		"\"name\":",
		lane->process, lane->thread, what);
	text_add_json(line, name->bytes, name->len);
	text_add_string(line, "}}");
}

/* Processes by rank, of each its own before its GPUs: "rank 3, process 41", "rank 3, GPU 0". */
static void add_place(struct text *line, const struct event_lane *lane)
{
	const char *name = lane->process_name.len > 0 ? lane->process_name.bytes : "";
	char *at = NULL;
	unsigned long place = 0;

	if (strncmp(name, "rank ", 5) == 0) {
		place = strtoul(name + 5, &at, 10) % 1000000 * 1000;
		name = at + strspn(at, ", ");
	}
	if (strncmp(name, "GPU ", 4) == 0)
		place += strtoul(name + 4, NULL, 10) % 999 + 1;
	text_addf(line,
		",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"ts\":0,\"name\":\"process_sort_index\","
		"\"args\":{\"sort_index\":%lu}}",
		lane->process, lane->thread, place);
}

static struct open_events *meet_lane(struct printer *printer, const struct event_lane *lane)
{
	struct timeline *timeline = printer->state;
	uint32_t had = timeline->numbers.count;
	uint32_t index =
		idmap_add(&timeline->numbers, (uint64_t)lane->process << 32 | lane->thread);

	mem_need(timeline->lanes, timeline->lanes_cap, timeline->numbers.count);
	if (timeline->numbers.count > had) {
		timeline->lanes[index] = (struct open_events){ .latest = INT64_MIN };
		add_metadata(&printer->line, lane, "process_name", &lane->process_name);
		add_place(&printer->line, lane);
		add_metadata(&printer->line, lane, "thread_name", &lane->thread_name);
	}
	return &timeline->lanes[index];
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
static bool open_event(struct open_events *open, const struct event_time *time)
{
	size_t at;

	if (time->start < open->latest)
		return true;
	open->latest = time->start;
	while (open->count > 0 && open->list[open->count - 1].end <= time->start)
		open->count--;
	at = open->count;
	while (at > 0 && open->list[at - 1].start == time->start &&
		open->list[at - 1].end < time->end)
		at--;
	if (at > 0 && time->end > open->list[at - 1].end)
		return false;
	mem_need(open->list, open->cap, open->count + 1);
	memmove(open->list + at + 1, open->list + at, (open->count - at) * sizeof(*open->list));
	open->list[at] = *time;
	open->count++;
	return true;
}

/* Find the first lane of a thread or stream in which the event nests: "stream 7", "stream 7 (2)".
 */
static void choose_lane(
	struct printer *printer, struct event_lane *lane, const struct event_time *time)
{
	size_t len = lane->thread_name.len;
	bool nests = false;

	for (unsigned i = 1; !nests && i <= LANES_MOST; i++) {
		lane->thread_name.len = len;
		if (i > 1)
			text_addf(&lane->thread_name, " (%u)", i);
		lane->thread = number_of(&lane->thread_name);
		nests = open_event(meet_lane(printer, lane), time);
	}
}

/* --- events --------------------------------------------------------------------------- */

/* Nanoseconds as microseconds. */
static void put_time(struct json_write *json, const char *key, const struct cell *cell)
{
	int64_t ns = whole_of(cell);
	uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;

	jw_raw(json, key, "%s%llu.%03u", ns < 0 ? "-" : "", (unsigned long long)(size / 1000),
		(unsigned)(size % 1000));
}

static void put_args(struct json_write *json, const struct printer *printer,
	const struct cell *cells, const char *name, size_t name_len)
{
	bool has_some = name != NULL;

	if (has_some) {
		jw_object(json, "args");
		jw_bytes(json, "Name", name, name_len);
	}

	for (size_t i = FIRST_ARGUMENT; i <= LAST_ARGUMENT; i++) {
		if (cells[i].kind == CELL_EMPTY)
			continue;
		if (!has_some)
			jw_object(json, "args");
		has_some = true;
		print_json_cell(json, &printer->columns[i], &cells[i]);
	}
	if (has_some)
		jw_end(json);
}

static struct json_write begin_event(
	struct printer *printer, const char *phase, const struct event_lane *lane)
{
	struct json_write json = { .text = &printer->line };

	text_add_string(&printer->line, ",\n");
	jw_object(&json, NULL);
	jw_string(&json, "ph", phase);
	jw_uint(&json, "pid", lane->process);
	jw_uint(&json, "tid", lane->thread);
	return json;
}

/* The name is the readable one of a kernel, whose own is an argument. */
static void put_event(
	struct printer *printer, const struct event_lane *lane, const struct cell *cells)
{
	const struct cell *name = &cells[NAME], *kind = &cells[KIND];
	const char *text = name->kind == CELL_TEXT ? name->is.text : "", *full = text;
	size_t len = name->kind == CELL_TEXT ? name->len : 0, full_len = len;
	struct json_write json;

	if (printer->options->readable != NULL && kind->len == strlen("kernel") &&
		memcmp(kind->is.text, "kernel", kind->len) == 0)
		printer->options->readable(
			printer->options->readable_names, full, full_len, &text, &len);
	json = begin_event(printer, "X", lane);
	put_time(&json, "ts", &cells[START]);
	put_time(&json, "dur", &cells[DURATION]);
	jw_bytes(&json, "cat", kind->is.text, kind->len);
	jw_bytes(&json, "name", text, len);
	put_args(&json, printer, cells, text != full ? full : NULL, full_len);
	jw_end(&json);
}

/* One end of the arrow from a launch to what it launched. */
static void put_flow(struct printer *printer, const char *phase, const struct event_lane *lane,
	const struct cell *time, uint64_t id)
{
	struct json_write json = begin_event(printer, phase, lane);

	jw_string(&json, "bp", "e");
	jw_uint(&json, "id", id);
	put_time(&json, "ts", time);
	jw_string(&json, "cat", "launch");
	jw_string(&json, "name", "launch");
	jw_end(&json);
}

static void put_row(struct printer *printer, const struct cell *cells)
{
	struct timeline *timeline = printer->state;
	struct event_lane lane = { 0 }, from = { 0 };
	struct event_time time = { .start = whole_of(&cells[START]) };

	name_lane(&lane, printer, cells, PROCESS, THREAD);
	if (__builtin_add_overflow(time.start, whole_of(&cells[DURATION]), &time.end))
		time.end = INT64_MAX;
	choose_lane(printer, &lane, &time);
	put_event(printer, &lane, cells);
	if (cells[LAUNCH].kind == CELL_INTEGER && cells[FROM_THREAD].kind == CELL_TEXT) {
		uint64_t id = (uint64_t)printer->tables << 32 | ++timeline->flows;

		name_lane(&from, printer, cells, FROM_PROCESS, FROM_THREAD);
		put_flow(printer, "s", &from, &cells[LAUNCH], id);
		put_flow(printer, "f", &lane, &cells[START], id);
		lane_release(&from);
	}
	lane_release(&lane);
}

static void close_all(struct printer *printer)
{
	if (printer->tables == 0)
		begin_all(printer);
	text_add_string(&printer->line, "\n]}\n");
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
