#include "collapse/nsys/nsys_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/model/samples.h"

/*
 * Samples of GPUs (nsys profile --gpu-metrics-devices), of network devices (--nic-metrics) and of
 * InfiniBand's switches (--ib-switch-metrics-devices), of which those are read that nsys's recipes
 * gpu_metric_util_map and network_traffic_map show.
 */
static const char *const of_gpus[] = { "SM Active", "SMs Active", "SM Issue", "Tensor Active" };
static const char *const of_networks[] = { "IB: Bytes received", "IB: Bytes sent", "IB: Send waits",
	"Eth: Bytes received", "Eth: Bytes sent" };

/* Names by ids of a report: of counters, or of devices. */
struct id_names {
	struct idmap ids;
	uint32_t *names, *units; /* by index */
	size_t names_cap, units_cap;
};

struct metrics_reader {
	struct nsys_reader *reader;
	struct id_names counters, devices;
	struct idmap series; /* hashes of what tells them apart, by index of trace->metrics */
	size_t first;        /* series of this kind begin there */
	bool of_switches;    /* rows are of switches of InfiniBand */
};

static void id_names_release(struct id_names *list)
{
	idmap_release(&list->ids);
	free(list->names);
	free(list->units);
}

static bool add_id(
	struct id_names *list, uint64_t id, uint32_t name, uint32_t unit, struct err *err)
{
	uint32_t index;

	if (!idmap_try_add(&list->ids, id, &index, err) ||
		!mem_try_grow((void **)&list->names, &list->names_cap, list->ids.count,
			sizeof(*list->names), err) ||
		!mem_try_grow((void **)&list->units, &list->units_cap, list->ids.count,
			sizeof(*list->units), err))
		return false;
	list->names[index] = name;
	list->units[index] = unit;
	return true;
}

static uint32_t name_of(const struct id_names *list, uint64_t id)
{
	uint32_t index = idmap_find(&list->ids, id);

	return index != IDMAP_NONE && list->names != NULL ? list->names[index] : NAME_NONE;
}

static uint64_t key_of(const uint64_t *parts, size_t count)
{
	return mem_hash(parts, count * sizeof(*parts), 0);
}

/* Call `take` for each row of a table, if there is one. */
typedef bool take_row_fn(struct metrics_reader *metrics, struct table_rows *rows,
	const struct datum *row, struct err *err);

static bool read_table(struct metrics_reader *metrics, const char *table,
	const struct database_column *columns, size_t count, take_row_fn *take, struct err *err)
{
	const struct datum *row;
	struct table_rows *rows;
	bool ok = true;

	if (!rows_open(metrics->reader->db, table, columns, count, &rows, err))
		return false;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		ok = take(metrics, rows, row, err);
		if (!ok)
			break;
		nsys_count_row(metrics->reader);
	}
	rows_free(rows);
	return ok;
}

/* The series of this key; the first time it is added, with *is_new, for the caller to fill. */
static bool find_series(struct metrics_reader *metrics, uint64_t key, uint32_t *series,
	bool *is_new, struct err *err)
{
	uint32_t index;

	*is_new = false;
	if (!idmap_try_add(&metrics->series, key, &index, err))
		return false;
	*series = (uint32_t)metrics->first + index;
	if (*series < metrics->reader->trace->metric_count)
		return true;
	*is_new = true;
	return trace_add_metric(metrics->reader->trace, err) != NULL;
}

/* Such as an integer of a file can be; means of others would be no numbers. */
static bool is_count(double value)
{
	return value > -1e19 && value < 1e19;
}

static bool add_sample(
	struct metrics_reader *metrics, const struct metric_sample *sample, struct err *err)
{
	struct metric_sample *added = trace_add_sample(metrics->reader->trace, err);

	if (added == NULL)
		return false;
	*added = *sample;
	return true;
}

/* --- GPUs ------------------------------------------------------------------------------ */

static const struct database_column gpu_names_columns[] = {
	{ "typeId", true, NULL },
	{ "metricId", true, NULL },
	{ "metricName", true, NULL },
};

/* "SM Issue [Throughput %]" without its unit. */
static bool take_gpu_name(struct metrics_reader *metrics, struct table_rows *rows,
	const struct datum *row, struct err *err)
{
	const uint64_t parts[] = { (uint64_t)rows_integer(rows, &row[0]),
		(uint64_t)rows_integer(rows, &row[1]) };
	struct names *names = metrics->reader->trace->names;
	uint32_t name, shown;
	size_t len;

	if (!nsys_intern(metrics->reader, rows, &row[2], &name, err))
		return false;
	if (name == NAME_NONE)
		return true;
	len = strcspn(names->list[name].text, "[/");
	while (len > 0 && names->list[name].text[len - 1] == ' ')
		len--;
	for (size_t i = 0; i < ARRAY_SIZE(of_gpus); i++) {
		if (strlen(of_gpus[i]) == len &&
			memcmp(names->list[name].text, of_gpus[i], len) == 0)
			return names_try_intern(names, of_gpus[i], len, &shown, err) &&
			       add_id(&metrics->counters, key_of(parts, 2), shown, NAME_NONE, err);
	}
	return true;
}

static const struct database_column gpu_columns[] = {
	{ "timestamp", true, NULL },
	{ "typeId", true, NULL },
	{ "metricId", true, NULL },
	{ "value", true, NULL },
};

static bool take_gpu_sample(struct metrics_reader *metrics, struct table_rows *rows,
	const struct datum *row, struct err *err)
{
	enum { GPU_BITS = 0xff }; /* of typeId, as in nsys's reports */
	uint64_t type = (uint64_t)rows_integer(rows, &row[1]);
	const uint64_t parts[] = { type, (uint64_t)rows_integer(rows, &row[2]) };
	uint64_t key = key_of(parts, 2);
	uint32_t counter = idmap_find(&metrics->counters.ids, key);
	struct metric_sample sample = {
		.start = rows_integer(rows, &row[0]),
		.value = rows_real(rows, &row[3]),
	};
	bool is_new;

	if (counter == IDMAP_NONE || nsys_is_null(&row[0]) || nsys_is_null(&row[3]) ||
		!is_count(sample.value))
		return true;
	sample.end = sample.start;
	if (!find_series(metrics, key, &sample.series, &is_new, err))
		return false;
	if (is_new)
		metrics->reader->trace->metrics[sample.series] = (struct metric_series){
			.device = type & GPU_BITS,
			.device_name = NAME_NONE,
			.name = name_of(&metrics->counters, key),
			.unit = NAME_NONE,
			.kind = METRIC_GPU,
		};
	return add_sample(metrics, &sample, err);
}

static bool read_gpus(struct metrics_reader *metrics, struct err *err)
{
	return read_table(metrics, "TARGET_INFO_GPU_METRICS", gpu_names_columns,
		       ARRAY_SIZE(gpu_names_columns), take_gpu_name, err) &&
	       (metrics->counters.ids.count == 0 ||
		       read_table(metrics, "GPU_METRICS", gpu_columns, ARRAY_SIZE(gpu_columns),
			       take_gpu_sample, err));
}

/* --- networks ------------------------------------------------------------------------- */

static const struct database_column network_names_columns[] = {
	{ "metricsListId", true, NULL },
	{ "metricsIdx", true, NULL },
	{ "name", true, NULL },
	{ "unit", false, NULL },
};

static bool take_network_name(struct metrics_reader *metrics, struct table_rows *rows,
	const struct datum *row, struct err *err)
{
	const uint64_t parts[] = { (uint64_t)rows_integer(rows, &row[0]),
		(uint64_t)rows_integer(rows, &row[1]) };
	const struct names *names = metrics->reader->trace->names;
	uint32_t name, unit;

	if (!nsys_intern(metrics->reader, rows, &row[2], &name, err) ||
		!nsys_intern(metrics->reader, rows, &row[3], &unit, err))
		return false;
	for (size_t i = 0; name != NAME_NONE && i < ARRAY_SIZE(of_networks); i++) {
		if (strcmp(names->list[name].text, of_networks[i]) == 0)
			return add_id(&metrics->counters, key_of(parts, 2), name, unit, err);
	}
	return true;
}

static const struct database_column nic_columns[] = {
	{ "nicId", true, NULL },
	{ "name", true, NULL },
};

static bool take_nic(struct metrics_reader *metrics, struct table_rows *rows,
	const struct datum *row, struct err *err)
{
	const uint64_t parts[] = { 0, (uint64_t)rows_integer(rows, &row[0]) };
	uint32_t name;

	return nsys_intern(metrics->reader, rows, &row[1], &name, err) &&
	       add_id(&metrics->devices, key_of(parts, 2), name, NAME_NONE, err);
}

static const struct database_column nic_map_columns[] = {
	{ "nicId", true, NULL },
	{ "globalId", true, NULL },
};

/* Samples refer to a device by another id. */
static bool take_nic_map(struct metrics_reader *metrics, struct table_rows *rows,
	const struct datum *row, struct err *err)
{
	const uint64_t nic[] = { 0, (uint64_t)rows_integer(rows, &row[0]) };
	const uint64_t global[] = { 1, (uint64_t)rows_integer(rows, &row[1]) };
	uint32_t name = name_of(&metrics->devices, key_of(nic, 2));

	return name == NAME_NONE ||
	       add_id(&metrics->devices, key_of(global, 2), name, NAME_NONE, err);
}

static const struct database_column switch_columns[] = {
	{ "guid", true, NULL },
	{ "name", true, NULL },
};

static bool take_switch(struct metrics_reader *metrics, struct table_rows *rows,
	const struct datum *row, struct err *err)
{
	const uint64_t parts[] = { 2, (uint64_t)rows_integer(rows, &row[0]) };
	uint32_t name;

	return nsys_intern(metrics->reader, rows, &row[1], &name, err) &&
	       add_id(&metrics->devices, key_of(parts, 2), name, NAME_NONE, err);
}

enum nic_column {
	NIC_START,
	NIC_END,
	NIC_DEVICE,
	NIC_PORT,
	NIC_LIST,
	NIC_INDEX,
	NIC_VALUE,
	NIC_COLUMNS,
};

static const struct database_column nic_sample_columns[NIC_COLUMNS] = {
	[NIC_START] = { "start", true, NULL },
	[NIC_END] = { "end", true, NULL },
	[NIC_DEVICE] = { "globalId", true, NULL },
	[NIC_PORT] = { "portId", true, NULL },
	[NIC_LIST] = { "metricsListId", true, NULL },
	[NIC_INDEX] = { "metricsIdx", true, NULL },
	[NIC_VALUE] = { "value", true, NULL },
};

/* "mlx5_0 port 1"; switches are known by their GUID, "switch 0x248a070300f88fe0 port 3" */
static bool name_port(struct metrics_reader *metrics, uint64_t device, int64_t port, uint32_t *name,
	struct err *err)
{
	const uint64_t global[] = { metrics->of_switches ? 2 : 1, device };
	uint32_t known = name_of(&metrics->devices, key_of(global, 2));
	struct names *names = metrics->reader->trace->names;
	char text[256];

	if (known != NAME_NONE)
		snprintf(text, sizeof(text), "%.200s port %lld", names->list[known].text,
			(long long)port);
	else if (metrics->of_switches)
		snprintf(text, sizeof(text), "switch 0x%016llx port %lld",
			(unsigned long long)device, (long long)port);
	else
		snprintf(text, sizeof(text), "device %llu port %lld", (unsigned long long)device,
			(long long)port);
	return names_try_intern(names, text, strlen(text), name, err);
}

static bool take_nic_sample(struct metrics_reader *metrics, struct table_rows *rows,
	const struct datum *row, struct err *err)
{
	uint64_t device = (uint64_t)rows_integer(rows, &row[NIC_DEVICE]);
	int64_t port = rows_integer(rows, &row[NIC_PORT]);
	const uint64_t parts[] = { (uint64_t)rows_integer(rows, &row[NIC_LIST]),
		(uint64_t)rows_integer(rows, &row[NIC_INDEX]), device, (uint64_t)port,
		metrics->of_switches };
	uint32_t counter = idmap_find(&metrics->counters.ids, key_of(parts, 2));
	struct metric_sample sample = {
		.start = rows_integer(rows, &row[NIC_START]),
		.end = rows_integer(rows, &row[NIC_END]),
		.value = rows_real(rows, &row[NIC_VALUE]),
	};
	struct metric_series series = { .device = device, .kind = METRIC_NETWORK };
	bool is_new;

	if (counter == IDMAP_NONE || nsys_is_null(&row[NIC_START]) || sample.end < sample.start ||
		nsys_is_null(&row[NIC_VALUE]) || !is_count(sample.value))
		return true;
	if (!find_series(metrics, key_of(parts, ARRAY_SIZE(parts)), &sample.series, &is_new, err))
		return false;
	if (is_new) {
		series.name = name_of(&metrics->counters, key_of(parts, 2));
		series.unit = metrics->counters.units != NULL ? metrics->counters.units[counter]
							      : NAME_NONE;
		if (!name_port(metrics, device, port, &series.device_name, err))
			return false;
		metrics->reader->trace->metrics[sample.series] = series;
	}
	return add_sample(metrics, &sample, err);
}

/* Their rows are like those of network cards, but for what the id of a device is. */
static bool read_switches(struct metrics_reader *metrics, struct err *err)
{
	metrics->of_switches = true;
	return read_table(metrics, "NET_IB_DEVICE_INFO", switch_columns, ARRAY_SIZE(switch_columns),
		       take_switch, err) &&
	       read_table(metrics, "NET_IB_SWITCH_METRIC", nic_sample_columns, NIC_COLUMNS,
		       take_nic_sample, err);
}

static bool read_networks(struct metrics_reader *metrics, struct err *err)
{
	return read_table(metrics, "TARGET_INFO_NETWORK_METRICS", network_names_columns,
		       ARRAY_SIZE(network_names_columns), take_network_name, err) &&
	       read_table(metrics, "TARGET_INFO_NIC_INFO", nic_columns, ARRAY_SIZE(nic_columns),
		       take_nic, err) &&
	       read_table(metrics, "NIC_ID_MAP", nic_map_columns, ARRAY_SIZE(nic_map_columns),
		       take_nic_map, err) &&
	       read_table(metrics, "NET_NIC_METRIC", nic_sample_columns, NIC_COLUMNS,
		       take_nic_sample, err) &&
	       read_switches(metrics, err);
}

/* --- both ------------------------------------------------------------------------------ */

static bool read_kind(struct nsys_reader *reader,
	bool (*read)(struct metrics_reader *metrics, struct err *err), struct err *err)
{
	struct metrics_reader metrics = { .reader = reader, .first = reader->trace->metric_count };
	bool ok = read(&metrics, err);

	id_names_release(&metrics.counters);
	id_names_release(&metrics.devices);
	idmap_release(&metrics.series);
	return ok;
}

bool nsys_read_metrics(struct nsys_reader *reader, struct err *err)
{
	uint64_t wanted = reader->want;

	return ((wanted & WANT_METRIC(METRIC_GPU)) == 0 || read_kind(reader, read_gpus, err)) &&
	       ((wanted & WANT_METRIC(METRIC_NETWORK)) == 0 ||
		       read_kind(reader, read_networks, err)) &&
	       (reader->trace->sample_count == 0 || samples_close(reader->trace, err));
}
