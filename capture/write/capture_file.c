#include "capture/write/capture_file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/platform.h"
#include "capture/clock.h"
#include "capture/format.h"
#include "capture/write/capture_db.h"
#include "capture/write/sources.h"

/* --- what a capture states about itself -------------------------------------------------- */

struct meta {
	const struct capture_db *db;
	sqlite3_stmt *statement;
	struct err *err;
	bool ok;
};

static void put_text(struct meta *meta, const char *name, const char *value)
{
	if (!meta->ok || value == NULL || value[0] == '\0')
		return;
	sqlite3_bind_text(meta->statement, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_text(meta->statement, 2, value, -1, SQLITE_TRANSIENT);
	meta->ok = capture_db_step(meta->db, meta->statement, meta->err);
}

static void put_number(struct meta *meta, const char *name, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	put_text(meta, name, text);
}

/* The name that nvidia-smi lists the device by: "GPU-" and the bytes in groups. */
static void read_uuid(struct machine_device *device, int number)
{
	int (*get_uuid)(unsigned char *uuid, int device);
	unsigned char uuid[16];
	char *text = device->uuid;
	size_t len = 4;

	/* of a part (MIG), too; drivers before CUDA 11.4 have none */
	*(void **)&get_uuid = cupti_driver_function("cuDeviceGetUuid_v2");
	if (get_uuid == NULL || get_uuid(uuid, number) != 0)
		return;
	memcpy(text, "GPU-", len);
	for (size_t i = 0; i < sizeof(uuid); i++)
		len += (size_t)snprintf(text + len, sizeof(device->uuid) - len, "%s%02x",
			i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid[i]);
}

static void read_machine(struct machine *machine)
{
	int (*get_count)(int *count), (*get_name)(char *name, int len, int device);
	int count = 0;

	platform_command_line(machine->command, sizeof(machine->command));
	machine->driver = cupti_driver_version();
	*(void **)&get_count = cupti_driver_function("cuDeviceGetCount");
	*(void **)&get_name = cupti_driver_function("cuDeviceGetName");
	if (get_count == NULL || get_count(&count) != 0)
		return;
	for (int i = 0; i < count && i < MACHINE_DEVICES; i++) {
		struct machine_device *device = &machine->devices[machine->count++];

		if (get_name == NULL || get_name(device->name, sizeof(device->name) - 1, i) != 0)
			device->name[0] = '\0';
		read_uuid(device, i);
	}
}

/* Read once, when there is something to write: looking for the driver is work for the disk. */
static const struct machine *machine_now(const struct sources *from)
{
	if (!from->machine->is_known)
		read_machine(from->machine);
	from->machine->is_known = true;
	return from->machine;
}

static void put_machine(struct meta *meta, const struct machine *machine)
{
	put_text(meta, FORMAT_META_COMMAND, machine->command);
	if (machine->driver > 0)
		put_number(meta, FORMAT_META_DRIVER, machine->driver);
	for (uint32_t i = 0; i < machine->count; i++) {
		const struct nvml_device *speed = &machine->speeds[i];
		char key[32], text[128];

		snprintf(key, sizeof(key), FORMAT_META_DEVICE "%u", i);
		put_text(meta, key, machine->devices[i].name);
		snprintf(key, sizeof(key), FORMAT_META_UUID "%u", i);
		put_text(meta, key, machine->devices[i].uuid);
		if (speed->samples == 0)
			continue;
		snprintf(key, sizeof(key), FORMAT_META_MHZ "%u", i);
		put_number(meta, key, (int64_t)(speed->mhz / speed->samples));
		snprintf(key, sizeof(key), FORMAT_META_WATTS "%u", i);
		put_number(meta, key, (int64_t)(speed->mw / speed->samples / 1000));
		snprintf(key, sizeof(key), FORMAT_META_SLOWED "%u", i);
		put_text(meta, key, nvml_slowed(speed, text));
	}
}

static void put_cupti(struct meta *meta, const struct cupti *cupti)
{
	if (cupti->handle == NULL)
		return;
	put_number(meta, FORMAT_META_CUPTI, cupti->version);
	put_text(meta, FORMAT_META_CUPTI_PATH, cupti_path(cupti));
	put_text(meta, FORMAT_META_CLOCK, cupti->register_clock != NULL ? "gpuflame" : "cupti");
}

static void put_all(struct meta *meta, const struct sources *from, const struct file_facts *facts)
{
	const struct recorder *recorder = from->recorder;
	const char *status = recorder->config.status;
	const char *slash = status != NULL ? strrchr(status, '/') : NULL;
	char text[256];

	put_text(meta, FORMAT_META_VERSION, FORMAT_VERSION);
	put_text(meta, FORMAT_META_PRODUCT, GPUFLAME_VERSION);
	put_text(meta, FORMAT_META_MODE, facts->mode);
	put_text(meta, FORMAT_META_ENDED, facts->ended);
	if (gethostname(text, sizeof(text)) == 0)
		put_text(meta, FORMAT_META_HOST, text);
	put_number(meta, FORMAT_META_PID, getpid());
	put_text(meta, FORMAT_META_RANK, recorder->job.rank);
	put_text(meta, FORMAT_META_WORLD, recorder->job.world);
	put_text(meta, FORMAT_META_LOCAL_RANK, recorder->job.local_rank);
	put_text(meta, FORMAT_META_NODE, recorder->job.node);
	put_text(meta, FORMAT_META_JOB, recorder->job.id);
	put_text(meta, FORMAT_META_ATTEMPT, recorder->job.attempt);
	put_text(meta, FORMAT_META_RUN, slash != NULL ? slash + 1 : status);
	put_number(meta, FORMAT_META_START, recorder->begun_ns + recorder->epoch_ns);
	put_number(meta, FORMAT_META_END, facts->end_ns);
	put_cupti(meta, &from->gpu->cupti);
	put_machine(meta, machine_now(from));
	put_text(meta, FORMAT_META_CELLS, facts->step_cells);
	if (!recorder_is_trace(recorder))
		put_number(meta, FORMAT_META_SHARED, (int64_t)facts->shared);
	put_number(meta, FORMAT_META_OPS, (int64_t)facts->ops);
	put_number(meta, FORMAT_META_NS, (int64_t)facts->ns);
	put_number(meta, FORMAT_META_RANGES, (int64_t)facts->ranges);
	if (facts->steps > 0)
		put_number(meta, FORMAT_META_STEPS, (int64_t)facts->steps);
	put_number(meta, FORMAT_META_PENDING, (int64_t)facts->pending);
	if (facts->cupti_ns > 0)
		put_number(meta, FORMAT_META_CUPTI_NS, (int64_t)facts->cupti_ns);
	if (facts->inside > 0)
		put_number(meta, FORMAT_META_INSIDE, facts->inside);
}

static void put_loss(struct meta *meta, const struct file_facts *facts)
{
	for (size_t i = 0; i < ARRAY_SIZE(facts->loss) && meta->ok; i++) {
		const struct file_loss *loss = &facts->loss[i];

		if (loss->count == 0)
			continue;
		sqlite3_bind_text(meta->statement, 1, loss->what, -1, SQLITE_STATIC);
		sqlite3_bind_int64(meta->statement, 2, (int64_t)loss->count);
		if (loss->has_ns)
			sqlite3_bind_int64(meta->statement, 3, (int64_t)loss->ns);
		else
			sqlite3_bind_null(meta->statement, 3);
		meta->ok = capture_db_step(meta->db, meta->statement, meta->err);
	}
}

struct file_counts capture_file_count(const struct sources *from)
{
	struct file_counts counts = {
		.dropped = atomic_load(&from->gpu->buffers.dropped),
		.lost_buffers = atomic_load(&from->gpu->buffers.lost),
	};

	for (struct thread *thread = atomic_load(&from->program->threads.list); thread != NULL;
		thread = thread->next) {
		counts.ranges += atomic_load_explicit(&thread->ranges, memory_order_relaxed);
		counts.lost_events +=
			atomic_load_explicit(&thread->lost_events, memory_order_relaxed);
	}
	return counts;
}

void capture_file_count_missing(struct file_facts *facts)
{
	const uint64_t dropped = facts->loss[LOSS_DROPPED].count;
	uint64_t missing = facts->pending > dropped ? facts->pending - dropped : 0;

	facts->pending = 0;
	if (facts->loss[LOSS_BUFFERS].count == 0)
		facts->loss[LOSS_MISSING].count = missing;
	else if (missing > facts->loss[LOSS_BUFFERS].count)
		facts->loss[LOSS_BUFFERS].count = missing;
}

bool capture_file_write_facts(const struct sources *from, const struct capture_db *db,
	const struct file_facts *facts, struct err *err)
{
	struct meta meta = { .db = db, .err = err, .ok = true };

	if (!capture_db_prepare(
		    db, "REPLACE INTO " FORMAT_META_TABLE " VALUES(?1, ?2)", &meta.statement, err))
		return false;
	put_all(&meta, from, facts);
	sqlite3_finalize(meta.statement);
	meta.statement = NULL;
	if (!meta.ok ||
		!capture_db_prepare(db, "REPLACE INTO " FORMAT_LOSS_TABLE " VALUES(?1, ?2, ?3)",
			&meta.statement, err))
		return false;
	put_loss(&meta, facts);
	sqlite3_finalize(meta.statement);
	return meta.ok;
}

/* Once a second, while the program launches: a device that does nothing lowers its clock. */
void capture_file_sample(const struct sources *from, uint64_t devices)
{
	struct machine *machine = from->machine;
	uint64_t launches = balance_launched(&from->program->threads);
	bool ok = true;

	if (devices == 0)
		memset(machine->speeds, 0, sizeof(machine->speeds));
	if (clock_ns() < machine->sample_at_ns)
		return;
	for (uint32_t i = 0; i < machine->count && launches != machine->sampled_launches && ok; i++)
		ok = (devices >> i & 1) == 0 ||
		     nvml_sample(machine->devices[i].uuid, &machine->speeds[i]);
	machine->sampled_launches = launches;
	machine->sample_at_ns = ok ? clock_ns() + INT64_C(1000000000) : INT64_MAX;
}
