#include "stats/parts/report.h"
#include "stats/parts/sums.h"

/* Calls on the CPU of one kind, by name. */

static bool add_kind(
	struct report_run *run, const struct trace *trace, enum host_kind kind, struct err *err)
{
	for (size_t i = 0; i < trace->host_count; i++) {
		const struct host_event *call = &trace->host_events[i];

		if (call->kind == kind && !call->again &&
			!sums_add(run->state, call->name, (uint64_t)(call->end - call->start), err))
			return false;
	}
	return true;
}

static bool add_ucx(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_kind(run, trace, HOST_UCX, err);
}

static bool add_openacc(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_kind(run, trace, HOST_OPENACC, err);
}

static bool add_os_runtime(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_kind(run, trace, HOST_OS_RUNTIME, err);
}

static bool add_openmp(struct report_run *run, const struct trace *trace, struct err *err)
{
	return add_kind(run, trace, HOST_OPENMP, err);
}

static void label(const struct report_run *run, uint64_t key, struct cell *cells)
{
	cells[0] = cell_name(run->names, (uint32_t)key);
}

static const struct sums_shape shape = {
	.percent = true,
	.label = label,
	.compare = sums_compare_key_names,
};

static const struct column call_columns[] = {
	SUMS_TIME_COLUMNS("Num Calls"),
	{ "Name", COLUMN_TEXT, 0, 0 },
};

static const struct column event_columns[] = {
	SUMS_TIME_COLUMNS("Count"),
	{ "Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_ucx_sum = {
	.name = "ucx_sum",
	.title = "UCX calls",
	.doc = "Time of UCX's calls on the CPU, by name, in exports of nsys 2023 and later.",
	.columns = call_columns,
	.column_count = ARRAY_SIZE(call_columns),
	.want = WANT_HOST(HOST_UCX),
	.needs = NEED_UCX,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add_ucx,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};

const struct report report_openacc_sum = {
	.name = "openacc_sum",
	.alias = "openaccsum",
	.title = "OpenACC summary",
	.doc = "Time of OpenACC's events on the CPU, by name and place in the source.",
	.columns = event_columns,
	.column_count = ARRAY_SIZE(event_columns),
	.want = WANT_HOST(HOST_OPENACC),
	.needs = NEED_OPENACC,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add_openacc,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};

const struct report report_openmp_sum = {
	.name = "openmp_sum",
	.alias = "openmpevtsum",
	.title = "OpenMP summary",
	.doc = "Time of OpenMP's events on the CPU, by name.",
	.columns = event_columns,
	.column_count = ARRAY_SIZE(event_columns),
	.want = WANT_HOST(HOST_OPENMP),
	.needs = NEED_OPENMP,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add_openmp,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};

const struct report report_osrt_sum = {
	.name = "osrt_sum",
	.alias = "osrtsum",
	.title = "OS runtime summary",
	.doc = "Time of calls of the operating system's libraries on the CPU, by name.",
	.columns = call_columns,
	.column_count = ARRAY_SIZE(call_columns),
	.want = WANT_HOST(HOST_OS_RUNTIME),
	.needs = NEED_OS_RUNTIME,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add_os_runtime,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};
