#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/order.h"
#include "stats/parts/styles.h"
#include "stats/parts/time_parts.h"

/* Counters of hardware, and memory in use: the mean of each in equal parts of the time. */
struct metric_map {
	const struct trace *trace;
	enum metric_kind kind;
	struct time_parts parts;
	uint32_t *order; /* series of the kind, by device and name */
	size_t *begin;   /* by series: its samples */
	size_t count;    /* of series */
	/* Of one series, by part: the sums of value x time, and of time. */
	struct part_sums values, times;
	struct idmap names; /* of counters */
	double *most;       /* by its index: the highest mean of a part, of all devices */
	size_t most_cap;
};

static void map_release(struct metric_map *map)
{
	free(map->order);
	free(map->begin);
	free(map->most);
	idmap_release(&map->names);
	part_sums_release(&map->values);
	part_sums_release(&map->times);
}

static int compare_texts(const struct trace *trace, uint32_t a, uint32_t b)
{
	const struct name *names = trace->names->list;

	if (a == b || a == NAME_NONE || b == NAME_NONE)
		return 0;
	return strcmp(names[a].text, names[b].text);
}

static int compare_series(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = ((const struct metric_map *)context)->trace;
	const struct metric_series *left = &trace->metrics[a], *right = &trace->metrics[b];
	int order = compare_texts(trace, left->device_name, right->device_name);

	if (order != 0)
		return order;
	if (left->device != right->device)
		return left->device < right->device ? -1 : 1;
	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	return compare_texts(trace, left->name, right->name);
}

/* Which series there are, where their samples begin, and the time of all. */
static bool find_series(struct metric_map *map, uint64_t chunks, struct err *err)
{
	const struct trace *trace = map->trace;
	int64_t start = INT64_MAX, end = INT64_MIN;
	uint32_t last = TRACE_NONE;

	map->order = mem_try_zeroed(trace->metric_count, sizeof(*map->order), err);
	map->begin = mem_try_zeroed(trace->metric_count, sizeof(*map->begin), err);
	if (map->order == NULL || map->begin == NULL)
		return false;
	for (size_t i = 0; i < trace->sample_count; i++) {
		const struct metric_sample *sample = &trace->samples[i];

		if (trace->metrics[sample->series].kind != map->kind)
			continue;
		if (sample->series != last) {
			last = sample->series;
			map->order[map->count++] = last;
			map->begin[last] = i;
		}
		start = sample->start < start ? sample->start : start;
		end = sample->end > end ? sample->end : end;
	}
	time_parts_init(&map->parts, start, end, chunks);
	return order_sort(map->order, map->count, compare_series, map, err);
}

/* Set the sums to those of a series. */
static bool sum_series(struct metric_map *map, uint32_t series, struct err *err)
{
	const struct trace *trace = map->trace;

	part_sums_release(&map->values);
	part_sums_release(&map->times);
	if (!part_sums_init(&map->values, &map->parts, err) ||
		!part_sums_init(&map->times, &map->parts, err))
		return false;
	for (size_t i = map->begin[series];
		i < trace->sample_count && trace->samples[i].series == series; i++) {
		const struct metric_sample *sample = &trace->samples[i];

		part_sums_add(&map->values, sample->start, sample->end, sample->value);
		part_sums_add(&map->times, sample->start, sample->end, 1);
	}
	part_sums_close(&map->values);
	part_sums_close(&map->times);
	return true;
}

static bool has_samples(const struct metric_map *map, size_t part)
{
	return map->times.sums[part] >= 1; /* ns */
}

static double mean_of(const struct metric_map *map, size_t part)
{
	return has_samples(map, part) ? map->values.sums[part] / map->times.sums[part] : 0;
}

/* The highest means, by counter. */
static bool find_most(struct metric_map *map, struct err *err)
{
	for (size_t place = 0; place < map->count; place++) {
		uint32_t series = map->order[place], index, had = map->names.count;

		if (!sum_series(map, series, err) ||
			!idmap_try_add(
				&map->names, map->trace->metrics[series].name, &index, err) ||
			!mem_try_grow((void **)&map->most, &map->most_cap, map->names.count,
				sizeof(*map->most), err))
			return false;
		if (map->names.count > had)
			map->most[index] = 0;
		for (size_t i = 0; i < map->parts.count; i++) {
			double mean = mean_of(map, i);

			map->most[index] = mean > map->most[index] ? mean : map->most[index];
		}
	}
	return true;
}

static bool give_gpu(struct metric_map *map, uint32_t index, struct sink *sink, struct err *err)
{
	const struct metric_series *series = &map->trace->metrics[index];

	for (size_t i = 0; i < map->parts.count; i++) {
		const struct cell cells[] = {
			has_samples(map, i) ? cell_real(mean_of(map, i)) : (struct cell){ 0 },
			cell_integer((int64_t)time_part_length(&map->parts, i)),
			cell_integer(time_part_start(&map->parts, i)),
			cell_integer((int64_t)series->device),
			cell_name(map->trace->names, series->name),
		};

		if (!sink_row(sink, cells, ARRAY_SIZE(cells), err))
			return false;
	}
	return true;
}

static bool give_network(struct metric_map *map, uint32_t index, struct sink *sink, struct err *err)
{
	const struct metric_series *series = &map->trace->metrics[index];
	double most = map->most[idmap_find(&map->names, series->name)];

	for (size_t i = 0; i < map->parts.count; i++) {
		struct cell cells[] = {
			cell_real(most > 0 ? 100 * mean_of(map, i) / most : 0),
			cell_real(mean_of(map, i)),
			cell_name(map->trace->names, series->unit),
			cell_integer((int64_t)time_part_length(&map->parts, i)),
			cell_integer(time_part_start(&map->parts, i)),
			cell_name(map->trace->names, series->device_name),
			cell_name(map->trace->names, series->name),
		};

		if (!has_samples(map, i))
			cells[0] = cells[1] = (struct cell){ 0 };
		if (!sink_row(sink, cells, ARRAY_SIZE(cells), err))
			return false;
	}
	return true;
}

static bool give_memory(struct metric_map *map, uint32_t index, struct sink *sink, struct err *err)
{
	const struct metric_series *series = &map->trace->metrics[index];
	double most = map->most[idmap_find(&map->names, series->name)];

	for (size_t i = 0; i < map->parts.count; i++) {
		struct cell cells[] = {
			cell_real(most > 0 ? 100 * mean_of(map, i) / most : 0),
			cell_real(mean_of(map, i) / 1e6),
			cell_integer((int64_t)time_part_length(&map->parts, i)),
			cell_integer(time_part_start(&map->parts, i)),
			cell_integer((int64_t)trace_pid(map->trace, series->process)),
			cell_name(map->trace->names, series->device_name),
			cell_name(map->trace->names, series->name),
		};

		if (!has_samples(map, i))
			cells[0] = cells[1] = (struct cell){ 0 };
		if (!sink_row(sink, cells, ARRAY_SIZE(cells), err))
			return false;
	}
	return true;
}

static bool give_series(struct metric_map *map, uint32_t series, struct sink *sink, struct err *err)
{
	static bool (*const give[METRIC_KINDS])(
		struct metric_map *, uint32_t, struct sink *, struct err *) = {
		[METRIC_GPU] = give_gpu,
		[METRIC_NETWORK] = give_network,
		[METRIC_MEMORY] = give_memory,
	};

	return sum_series(map, series, err) && give[map->kind](map, series, sink, err);
}

static bool show_kind(struct report_run *run, const struct trace *trace, enum metric_kind kind,
	struct sink *sink, struct err *err)
{
	struct metric_map map = { .trace = trace, .kind = kind };
	bool ok = find_series(&map, run->options->chunks, err) &&
		  (kind == METRIC_GPU || find_most(&map, err));

	for (size_t i = 0; ok && i < map.count; i++)
		ok = give_series(&map, map.order[i], sink, err);
	map_release(&map);
	return ok;
}

static bool show_gpus(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_kind(run, trace, METRIC_GPU, sink, err);
}

static bool show_networks(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_kind(run, trace, METRIC_NETWORK, sink, err);
}

static bool show_memory(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_kind(run, trace, METRIC_MEMORY, sink, err);
}

static const struct column gpu_columns[] = {
	{ "Mean", COLUMN_PERCENT, 1, 0 },
	{ "Duration", COLUMN_TIME, 0, 1 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "Device ID", COLUMN_ID, 0, 0 },
	{ "Metric", COLUMN_TEXT, 0, 0 },
};

static const char gpu_shape[] =
	"heat; x: Start; width: Duration; lane: Device ID, Metric; value: Mean";

const struct report report_gpu_metric_util_map = {
	.name = "gpu_metric_util_map",
	.title = "Metrics of GPUs over time",
	.doc = "SM Active, SM Issue and Tensor Active as nsys sampled them (--gpu-metrics-devices),"
	       " in --chunks equal parts of the time: the mean of each. A sample lasts until the"
	       " next one. A heat map with --format svg: a lane for each device and metric.",
	.columns = gpu_columns,
	.column_count = ARRAY_SIZE(gpu_columns),
	.want = WANT_METRIC(METRIC_GPU),
	.needs = NEED_GPU_METRICS,
	.is_hardware = true,
	.has_devices = true,
	.option = "--chunks",
	.chart = gpu_shape,
	.show = show_gpus,
};

static const struct column network_columns[] = {
	{ "Of Most", COLUMN_PERCENT, 1, 0 },
	{ "Mean", COLUMN_COUNT, 1, 0 },
	{ "Unit", COLUMN_WORD, 0, 0 },
	{ "Duration", COLUMN_TIME, 0, 1 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "Device", COLUMN_TEXT, 0, 0 },
	{ "Metric", COLUMN_TEXT, 0, 0 },
};

static const char network_shape[] =
	"heat; x: Start; width: Duration; lane: Device, Metric; value: Of Most";

const struct report report_network_traffic_map = {
	.name = "network_traffic_map",
	.title = "Traffic of network devices over time",
	.doc = "What network devices sent and received, and how long they waited to send, as nsys"
	       " sampled it (--nic-metrics, and of InfiniBand's switches"
	       " --ib-switch-metrics-devices), in --chunks equal parts of the time: the mean rate,"
	       " and its share of the highest of that metric on any device. A heat map with"
	       " --format svg: a lane for each device and metric.",
	.columns = network_columns,
	.column_count = ARRAY_SIZE(network_columns),
	.want = WANT_METRIC(METRIC_NETWORK),
	.needs = NEED_NETWORK_METRICS,
	.is_hardware = true,
	.option = "--chunks",
	.chart = network_shape,
	.show = show_networks,
};

static const struct column memory_columns[] = {
	{ "Of Most", COLUMN_PERCENT, 1, 0 },
	{ "Mean", COLUMN_MB, 3, 0 },
	{ "Duration", COLUMN_TIME, 0, 1 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "PID", COLUMN_ID, 0, 1 },
	{ "Device", COLUMN_TEXT, 0, 0 },
	{ "Memory", COLUMN_TEXT, 0, 0 },
};

static const char memory_shape[] =
	"heat; x: Start; width: Duration; lane: Device, PID, Memory; value: Of Most";

const struct report report_memory_map = {
	.name = "memory_map",
	.title = "Memory over time",
	.doc = "What memory_peaks has, in --chunks equal parts of the time: the mean of each,"
	       " and its share of the highest mean of that kind on any device. A heat map with"
	       " --format svg: a lane for each device, process and kind.",
	.columns = memory_columns,
	.column_count = ARRAY_SIZE(memory_columns),
	.want = WANT_METRIC(METRIC_MEMORY),
	.needs = NEED_MEMORY_USE,
	.is_hardware = true,
	.has_devices = true,
	.option = "--chunks",
	.chart = memory_shape,
	.show = show_memory,
};
