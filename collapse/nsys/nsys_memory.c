#include "collapse/nsys/nsys_parts.h"

#include "collapse/model/samples.h"

/* Allocations of memory by CUDA (nsys profile --cuda-memory-usage true): what is in use, over time.
 */

enum memory_column {
	MEMORY_START,
	MEMORY_PROCESS,
	MEMORY_DEVICE_ID,
	MEMORY_BYTES,
	MEMORY_KIND,
	MEMORY_OPERATION,
	MEMORY_CORRELATION,
	MEMORY_COLUMNS,
};

static const struct database_column columns[MEMORY_COLUMNS] = {
	[MEMORY_START] = { "start", true, NULL },
	[MEMORY_PROCESS] = { "globalPid", false, NULL },
	[MEMORY_DEVICE_ID] = { "deviceId", false, NULL },
	[MEMORY_BYTES] = { "bytes", true, NULL },
	[MEMORY_KIND] = { "memKind", false, NULL },
	[MEMORY_OPERATION] = { "memoryOperationType", true, NULL },
	[MEMORY_CORRELATION] = { "correlationId", false, NULL },
};

struct memory_reader {
	struct nsys_reader *reader;
	struct idmap series;
	struct idmap calls; /* of a process and a correlation id; samples have its index first */
	size_t first;       /* sample */
};

/* ENUM_CUDA_MEM_KIND; exports without the column have memory of devices alone. */
static const char *kind_name(const struct datum *kind)
{
	static const char *const names[] = {
		[MEMORY_PAGEABLE] = "pageable",
		[MEMORY_PINNED] = "pinned",
		[MEMORY_DEVICE] = "device",
		[MEMORY_ARRAY] = "array",
		[MEMORY_MANAGED] = "managed",
		[MEMORY_DEVICE_STATIC] = "device static",
		[MEMORY_MANAGED_STATIC] = "managed static",
	};
	int64_t number = nsys_is_null(kind) ? MEMORY_DEVICE : datum_integer(kind);

	return number >= 0 && number < (int64_t)ARRAY_SIZE(names) ? names[number] : "unknown";
}

static uint32_t call_of(
	struct memory_reader *memory, uint32_t process, const struct datum *correlation)
{
	uint32_t call = TRACE_NONE;

	if (!nsys_is_null(correlation))
		call = idmap_add(&memory->calls,
			(uint64_t)process << 32 | (uint32_t)datum_integer(correlation));
	return call;
}

static void read_change(void *context, const struct datum *row)
{
	enum { ALLOCATION, DEALLOCATION }; /* ENUM_CUDA_DEV_MEM_EVENT_OPER */
	struct memory_reader *memory = context;
	struct nsys_reader *reader = memory->reader;
	int64_t bytes = datum_integer(&row[MEMORY_BYTES]);
	int64_t operation = datum_integer(&row[MEMORY_OPERATION]);
	struct metric_sample sample = { .start = datum_integer(&row[MEMORY_START]) };
	struct memory_series series = { .has_changes = true };
	struct metric_sample *added;
	uint32_t thread;

	if (nsys_is_null(&row[MEMORY_START]) || nsys_is_null(&row[MEMORY_OPERATION]) || bytes < 0 ||
		(operation != ALLOCATION && operation != DEALLOCATION))
		return;
	/* a thread that stands for the process */
	thread = nsys_thread_of(reader, (uint64_t)datum_integer(&row[MEMORY_PROCESS]));
	series.process = reader->trace->thread_process[thread];
	series.device = (uint32_t)datum_integer(&row[MEMORY_DEVICE_ID]);
	series.name = kind_name(&row[MEMORY_KIND]);
	sample.end = sample.start;
	sample.value = operation == ALLOCATION ? (double)bytes : -(double)bytes;
	sample.series = samples_memory_series(reader->trace, &memory->series, &series);
	sample.thread = call_of(memory, series.process, &row[MEMORY_CORRELATION]);
	added = trace_add_sample(reader->trace);
	*added = sample;
}

/* The threads of the calls that allocated and freed. */
static void find_threads(struct memory_reader *memory)
{
	struct trace *trace = memory->reader->trace;
	uint32_t *threads = mem_nones(memory->calls.count);

	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];
		uint32_t process = trace->thread_process[call->thread];
		uint32_t index =
			idmap_find(&memory->calls, (uint64_t)process << 32 | call->correlation);

		if (index != IDMAP_NONE)
			threads[index] = call->thread;
	}
	for (size_t i = memory->first; i < trace->sample_count; i++) {
		struct metric_sample *sample = &trace->samples[i];

		if (sample->thread != TRACE_NONE)
			sample->thread = threads[sample->thread];
	}
	free(threads);
}

bool nsys_read_memory(struct nsys_reader *reader, struct err *err)
{
	struct memory_reader memory = { .reader = reader, .first = reader->trace->sample_count };
	bool ok = true;

	if ((reader->want & WANT_MEMORY) != 0) {
		ok = rows_each(reader->db, "CUDA_GPU_MEMORY_USAGE_EVENTS", columns, MEMORY_COLUMNS,
			read_change, &memory, err);
		if (ok && memory.calls.count > 0)
			find_threads(&memory);
		if (ok && reader->trace->sample_count > 0)
			samples_close(reader->trace);
	}

	idmap_release(&memory.series);
	idmap_release(&memory.calls);
	return ok;
}
