#include "collapse/nsys/nsys_beside.h"

#include <stdlib.h>

#include "base/global_id.h"
#include "base/mem.h"
#include "base/pool.h"

/* Marks ids of the first thread's names among those of the second's. */
static const uint32_t mark = UINT32_C(1) << 31;

static void *run(void *data)
{
	struct nsys_beside *beside = data;

	beside->ok = nsys_read_ranges(&beside->reader, beside->rows, &beside->last, &beside->err);
	return NULL;
}

void nsys_beside_begin(struct nsys_beside *beside, struct nsys_reader *reader)
{
	struct err err = { 0 }; /* whoever reads the ranges then has it again */

	*beside = (struct nsys_beside){
		.reader = {
			.db = reader->db,
			.want = reader->want,
			.trace = &beside->trace,
			.string_ids = reader->string_ids,
			.strings = reader->strings,
			.string_mark = mark,
			.last_thread = TRACE_NONE,
		},
	};
	names_init(&beside->names);
	beside->names.seed = reader->trace->names->seed;
	trace_init(&beside->trace, &beside->names);
	if (reader->trace->workers < 2 || (reader->want & WANT_RANGES) == 0 ||
		reader->trace->names->count >= mark ||
		!nsys_open_ranges(&beside->reader, &beside->rows, &err) || beside->rows == NULL ||
		!rows_leave_sqlite(beside->rows))
		return;
	beside->reader.rows_beside = &beside->rows_done;
	beside->runs = thread_begin(&beside->thread, run, beside);
	if (beside->runs && reader->progress != NULL)
		reader->rows_beside = &beside->rows_done;
}

static void wait(struct nsys_beside *beside)
{
	if (beside->runs)
		pthread_join(beside->thread, NULL);
	beside->runs = false;
}

/* --- adding ----------------------------------------------------------------------------------- */

/* What the second thread's ids are in the first one's trace. */
struct ids {
	uint32_t *names, *threads, *domains;
};

static uint32_t name_of(const struct ids *ids, uint32_t name)
{
	if (name == NAME_NONE)
		return NAME_NONE;
	return (name & mark) != 0 ? name & ~mark : ids->names[name];
}

/* In the order in which they were met, as one thread would have met them. */
static void find_ids(const struct nsys_beside *beside, struct trace *trace, struct ids *ids)
{
	const struct trace *from = &beside->trace;

	ids->names = mem_zeroed(beside->names.count, sizeof(*ids->names));
	ids->threads = mem_zeroed(from->threads.count, sizeof(*ids->threads));
	ids->domains = mem_zeroed(from->domain_ids.count, sizeof(*ids->domains));
	for (uint32_t i = 0; i < beside->names.count; i++) {
		const struct name *name = &beside->names.list[i];

		ids->names[i] =
			names_intern_hashed(trace->names, name->text, name->len, name->hash);
	}
	for (uint32_t i = 0; i < from->threads.count; i++) {
		uint64_t id = from->threads.keys[i];

		ids->threads[i] = trace_add_thread(trace, id, global_process_of(id));
	}
	for (uint32_t i = 0; i < from->domain_ids.count; i++) {
		ids->domains[i] = trace_add_domain(trace, from->domain_ids.keys[i]);
		trace->domains[ids->domains[i]] = name_of(ids, from->domains[i]);
	}
}

/* Move the ranges and their payloads. */
static void move_ranges(struct trace *from, struct trace *to, const struct ids *ids)
{
	for (size_t i = 0; i < from->range_count; i++) {
		struct range *range = &from->ranges[i];

		range->name = name_of(ids, range->name);
		range->thread = ids->threads[range->thread];
		if (range->domain != TRACE_NONE)
			range->domain = ids->domains[range->domain];
	}
	for (size_t i = 0; i < from->payload_count; i++)
		from->payloads[i].json = name_of(ids, from->payloads[i].json);
	free(to->ranges);
	free(to->payloads);
	to->ranges = from->ranges;
	to->range_count = from->range_count;
	to->ranges_cap = from->ranges_cap;
	to->payloads = from->payloads;
	to->payload_count = from->payload_count;
	to->payloads_cap = from->payloads_cap;
	from->ranges = NULL;
	from->payloads = NULL;
	from->range_count = from->ranges_cap = from->payload_count = from->payloads_cap = 0;
	oddities_add(&to->odd, &from->odd);
}

bool nsys_beside_end(struct nsys_beside *beside, struct nsys_reader *reader, bool *done,
	int64_t *last, struct err *err)
{
	struct ids ids = { 0 };

	*done = beside->runs;
	wait(beside);
	reader->rows_beside = NULL;
	if (!*done)
		return true;
	*done = !rows_need_sqlite(beside->rows) && beside->names.count < mark;
	if (!*done)
		return true;
	if (!beside->ok) {
		*err = beside->err;
		return false;
	}
	find_ids(beside, reader->trace, &ids);
	move_ranges(&beside->trace, reader->trace, &ids);
	free(ids.names);
	free(ids.threads);
	free(ids.domains);
	reader->rows_done += beside->reader.rows_done;
	*last = beside->last;
	return true;
}

void nsys_beside_release(struct nsys_beside *beside)
{
	wait(beside);
	rows_free(beside->rows);
	nsys_payloads_release(&beside->reader.payloads);
	trace_release(&beside->trace);
	names_release(&beside->names);
}
