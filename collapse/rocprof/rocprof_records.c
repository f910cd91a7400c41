#include "collapse/rocprof/rocprof_records.h"

#include <stdio.h>

#include "base/global_id.h"
#include "collapse/model/launches.h"

void rocprof_put_name(struct rocprof_names *names, uint64_t id, uint32_t name)
{
	uint32_t index = idmap_add(&names->ids, id);

	mem_need(names->names, names->cap, names->ids.count);
	names->names[index] = name;
}

static uint32_t get_name(const struct rocprof_names *names, uint64_t id)
{
	uint32_t index = idmap_find(&names->ids, id);

	return index != IDMAP_NONE ? names->names[index] : NAME_NONE;
}

/* What the current record is of, "MEMORY_COPY_HOST_TO_DEVICE": a name, or NAME_NONE. */
static uint32_t operation_of(const struct rocprof_records *records)
{
	return get_name(&records->operations, rocprof_operation_key(records->numbers[FIELD_KIND],
						      records->numbers[FIELD_OPERATION]));
}

bool rocprof_operation_has(const struct rocprof_records *records, const char *word)
{
	uint32_t name = operation_of(records);

	return name != NAME_NONE && strstr(records->trace->names->list[name].text, word) != NULL;
}

static uint32_t thread_of(struct rocprof_records *records)
{
	uint64_t process = global_pid(0, records->pid);

	return trace_add_thread(
		records->trace, global_tid(process, records->numbers[FIELD_THREAD]), process);
}

void rocprof_end_kernel(struct rocprof_records *records)
{
	rocprof_put_name(&records->kernels, records->numbers[FIELD_ID], records->name);
}

static bool is_gpu(const struct rocprof_records *records, enum rocprof_field field)
{
	return idmap_find(&records->gpus, records->numbers[field]) != IDMAP_NONE;
}

static void add_op(struct rocprof_records *records, enum op_kind kind, enum rocprof_field on,
	uint32_t name, const struct op_shape *shape)
{
	struct trace *trace = records->trace;
	uint32_t thread = thread_of(records);
	struct stream stream = { .process = trace->thread_process[thread] };
	uint64_t correlation = records->numbers[FIELD_CORRELATION];

	if ((records->want & (WANT_STREAMS | WANT_DETAILS)) != 0) {
		stream.device =
			is_gpu(records, on) ? idmap_find(&records->gpus, records->numbers[on]) : 0;
		stream.id = (uint32_t)records->numbers[FIELD_QUEUE];
	}
	*trace_add_op(trace) = (struct op){
		.start = (int64_t)records->numbers[FIELD_START],
		.end = (int64_t)records->numbers[FIELD_END],
		.correlation = (uint32_t)correlation,
		.has_correlation = correlation > 0 && correlation <= UINT32_MAX,
		.name = name,
		.thread = TRACE_NONE,
		.stream = trace_add_stream(trace, &stream) & TRACE_STREAM_MAX,
	};
	trace_add_wanted(trace, records->want, kind, shape);
	for (int each = (int)kind; each < OP_KINDS; each++)
		trace->op_end[each] = trace->op_count;
}

void rocprof_end_dispatch(struct rocprof_records *records)
{
	static const struct op_shape shape = { .src_kind = MEMORY_NONE, .dst_kind = MEMORY_NONE };

	add_op(records, OP_KERNEL, FIELD_AGENT,
		get_name(&records->kernels, records->numbers[FIELD_KERNEL]), &shape);
}

void rocprof_end_copy(struct rocprof_records *records)
{
	const bool from = is_gpu(records, FIELD_FROM), to = is_gpu(records, FIELD_TO);
	const char *word = from ? to ? "[CUDA memcpy DtoD]" : "[CUDA memcpy DtoH]"
			   : to ? "[CUDA memcpy HtoD]"
				: "[CUDA memcpy HtoH]";
	const struct op_shape shape = {
		.bytes = records->numbers[FIELD_BYTES],
		.copy_kind = trace_copy_kind(word),
		.src_kind = from ? MEMORY_DEVICE : MEMORY_UNKNOWN,
		.dst_kind = to ? MEMORY_DEVICE : MEMORY_UNKNOWN,
	};

	if ((records->want & WANT_OTHER_OPS) == 0)
		return;
	add_op(records, OP_MEMCPY, to ? FIELD_TO : FIELD_FROM,
		names_intern(records->trace->names, word, strlen(word)), &shape);
}

void rocprof_end_call(struct rocprof_records *records)
{
	uint64_t correlation = records->numbers[FIELD_CORRELATION];

	*trace_add_api_call(records->trace) = (struct api_call){
		.start = (int64_t)records->numbers[FIELD_START],
		.end = (int64_t)records->numbers[FIELD_END],
		.thread = thread_of(records),
		.correlation = correlation <= UINT32_MAX ? (uint32_t)correlation : 0,
		.name = operation_of(records),
		.kernel = NAME_NONE,
	};
}

/* roctxRangePush and -Start have their ends, too; also called roctxThreadRange and -ProcessRange.
 */
void rocprof_end_range(struct rocprof_records *records)
{
	uint32_t name = get_name(&records->texts, records->numbers[FIELD_CORRELATION]);
	bool pushed = rocprof_operation_has(records, "ThreadRange") ||
		      rocprof_operation_has(records, "RangePush");

	if ((records->want & WANT_RANGES) == 0 ||
		!(pushed || rocprof_operation_has(records, "ProcessRange") ||
			rocprof_operation_has(records, "RangeStart")))
		return;
	*trace_add_range(records->trace) = (struct range){
		.start = (int64_t)records->numbers[FIELD_START],
		.end = (int64_t)records->numbers[FIELD_END],
		.name = name,
		.domain = TRACE_NONE,
		.thread = thread_of(records),
		.style = pushed ? RANGE_PUSH_POP : RANGE_START_END,
	};
	records->trace->odd.ranges_unnamed += name == NAME_NONE;
}

void rocprof_end(struct rocprof_records *records)
{
	struct trace *trace = records->trace;

	if (trace->api_count == 0 && trace->op_count > 0)
		diagnostics_add(&trace->diagnostics, DIAGNOSTIC_NOTICE,
			"no kernel is in a range, since the calls that launched them were not "
			"recorded: rocprofv3 --hip-trace does that");
	launches_join(trace, records->want);
	snprintf(trace->format.text, sizeof(trace->format.text), "trace of rocprofv3");
}

void rocprof_release(struct rocprof_records *records)
{
	struct rocprof_names *names[] = { &records->kernels, &records->texts,
		&records->operations };

	idmap_release(&records->gpus);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		idmap_release(&names[i]->ids);
		free(names[i]->names);
	}
}
