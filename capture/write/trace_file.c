#include "capture/write/trace_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "capture/format.h"
#include "capture/program/nvtx_payloads.h"
#include "capture/write/sources.h"
#include "capture/write/trace_db.h"
#include "capture/write/trace_nvtx.h"
#include "capture/write/trace_operations.h"
#include "capture/write/trace_texts.h"

struct trace_file {
	struct trace_db db;
	struct trace_texts texts;
	struct trace_nvtx nvtx;

	uint64_t ops, ns;         /* in the file */
	uint64_t new_ops, new_ns; /* in the transaction */
	uint64_t lost;            /* operations in failed transactions */
	bool has_lost_rows;       /* there were such transactions, also of ranges alone */
};

struct trace_file *trace_file_new(const struct sources *from, char **path, struct err *err)
{
	struct trace_file *file = mem_may_zero(1, sizeof(*file));

	if (file == NULL) {
		err_nomem(err);
		return NULL;
	}
	trace_db_init(&file->db, from, path);
	if (!trace_texts_init(&file->texts, err)) {
		free(file);
		return NULL;
	}
	return file;
}

void trace_file_free(struct trace_file *file)
{
	const struct sources *from = file != NULL ? file->db.from : NULL;

	if (file == NULL)
		return;
	for (struct thread *thread = atomic_load(&from->program->threads.list); thread != NULL;
		thread = thread->next) {
		trace_nvtx_forget(thread);
		while (events_read(&thread->events) != NULL)
			continue;
	}
	trace_texts_release(&file->texts);
	trace_db_close(&file->db);
	free(file);
}

/* --- events -------------------------------------------------------------------------- */

static void write_call(struct trace_file *file, const struct thread *thread,
	const struct thread_event *event, int64_t end_ns)
{
	const int64_t numbers[] = {
		trace_time(&file->db, event->ns),
		trace_time(&file->db, end_ns),
		(event->number & EVENT_DRIVER_BIT) != 0,
		trace_global_id(&file->db, thread_tid(thread)),
		event->id,
		trace_texts_function(&file->texts, &file->db, event->number % EVENT_FUNCTIONS),
	};

	trace_db_put(&file->db, INSERT_CALL, numbers, ARRAY_SIZE(numbers));
}

static void write_node(struct trace_file *file, const struct thread *thread, int64_t ns,
	int64_t node, int64_t original)
{
	const int64_t numbers[] = {
		trace_time(&file->db, ns),
		trace_global_id(&file->db, thread_tid(thread)),
		trace_texts_own(&file->texts, &file->db,
			original != 0 ? "cudaGraphInstantiate" : "cudaGraphAddNode"),
		node,
		original,
	};

	trace_db_put(&file->db, INSERT_NODE, numbers, ARRAY_SIZE(numbers));
}

static void write_thread_name(struct trace_db *db, uint32_t tid, uint32_t name)
{
	const int64_t numbers[] = { name, trace_global_id(db, tid) };

	if (name != NAME_NONE)
		trace_db_put(db, INSERT_THREAD_NAME, numbers, ARRAY_SIZE(numbers));
}

static void read_payload(
	struct trace_file *file, struct thread *thread, const struct thread_event *event)
{
	struct thread_event slots[PAYLOADS_MOST_BYTES / sizeof(struct thread_event)];

	for (uint32_t i = 0; i < event->number; i++)
		slots[i] = *events_read(&thread->events);
	trace_nvtx_add_payload(&file->db, thread, event->id, slots, (size_t)event->ns);
}

static void read_event(
	struct trace_file *file, struct thread *thread, const struct thread_event *first)
{
	struct event_queue *queue = &thread->events;
	const struct thread_event event = *first;
	struct trace_range range = {
		.start_ns = event.ns,
		.domain = event.number,
		.name = event.id,
		.is_span = event.kind == EVENT_START,
	};
	int64_t ns;

	switch ((enum event_kind)event.kind) {
	case EVENT_PUSH:
	case EVENT_START:
		trace_nvtx_open(&file->db, thread, &range);
		break;
	case EVENT_POP:
		trace_nvtx_close(&file->db, thread, event.id, event.ns);
		break;
	case EVENT_MARK:
		first = events_read(queue);
		range.number = (uint64_t)first->ns;
		range.number_type = first->number;
		trace_nvtx_mark(&file->db, thread, &range);
		break;
	case EVENT_CALL:
		write_call(file, thread, &event, event.ns + event.number / EVENT_FUNCTIONS);
		break;
	case EVENT_LONG_CALL:
		write_call(file, thread, &event, events_read(queue)->ns);
		break;
	case EVENT_THREAD:
		write_thread_name(&file->db, (uint32_t)events_read(queue)->ns, event.id);
		break;
	case EVENT_NODE:
		ns = events_read(queue)->ns;
		write_node(file, thread, event.ns, ns, events_read(queue)->ns);
		break;
	case EVENT_PAYLOAD:
		read_payload(file, thread, &event);
		break;
	case EVENT_VALUE:
		trace_nvtx_set_number(thread, event.id, (uint64_t)event.ns, event.number);
		break;
	}
}

bool trace_file_read_events(
	struct trace_file *file, struct thread *thread, bool has_ended, uint64_t most)
{
	for (uint64_t count = 0; count < most; count++) {
		const struct thread_event *event = events_read(&thread->events);

		if (event == NULL && has_ended)
			trace_nvtx_thread_ended(&file->db, thread);
		if (event == NULL)
			return true;
		read_event(file, thread, event);
		if (count % 4096 == 4095)
			recorder_progress(file->db.from->recorder);
	}
	return false;
}

/* --- operations ---------------------------------------------------------------------- */

void trace_file_add(void *sink, const struct operation *op)
{
	struct trace_file *file = sink;

	file->new_ops++;
	file->new_ns += op->end_ns - op->start_ns;
	trace_operation_write(&file->db, &file->texts, op);
}

void trace_file_counts(const struct trace_file *file, uint64_t *ops, uint64_t *ns, uint64_t *lost)
{
	*ops = file->ops + file->new_ops;
	*ns = file->ns + file->new_ns;
	*lost = file->lost > 0 ? file->lost : file->has_lost_rows;
}

bool trace_file_has_new(const struct trace_file *file)
{
	return file->db.in_transaction || file->db.has_failed;
}

/* --- flushing ------------------------------------------------------------------------ */

/* What the capture states about itself, for readers of nsys's tables: devices, and losses as text.
 */
static bool write_for_nsys(struct trace_file *file, struct err *err)
{
	char sql[1024];

	snprintf(sql, sizeof(sql),
		"REPLACE INTO TARGET_INFO_GPU(vmId, id, name, cuDevice)"
		" SELECT 1 << 48, substr(name, %zu), value, substr(name, %zu)"
		" FROM " FORMAT_META_TABLE " WHERE name GLOB '" FORMAT_META_DEVICE "*';"
		"DELETE FROM DIAGNOSTIC_EVENT;"
		"INSERT INTO DIAGNOSTIC_EVENT SELECT %" PRId64 ", 2, 3, 2, text, %" PRId64 " FROM ("
		"SELECT CASE value WHEN '" FORMAT_ENDED_RUNNING "' THEN '" FORMAT_RUNNING_TEXT
		"' WHEN '" FORMAT_ENDED_COSTLY "' THEN '" FORMAT_COSTLY_TEXT
		"' WHEN '" FORMAT_ENDED_DETACHED "' THEN '" FORMAT_DETACHED_TEXT
		"' END AS text FROM " FORMAT_META_TABLE " WHERE name = '" FORMAT_META_ENDED
		"' UNION ALL SELECT 'Some events (' || count || ') were lost: ' || what"
		" FROM " FORMAT_LOSS_TABLE ") WHERE text IS NOT NULL",
		sizeof(FORMAT_META_DEVICE), sizeof(FORMAT_META_DEVICE),
		trace_time(&file->db, clock_ns()), trace_global_id(&file->db, 0));
	return capture_db_run(&file->db.file, sql, err);
}

static bool commit(struct trace_file *file, const struct file_facts *facts, struct err *err)
{
	struct trace_db *db = &file->db;

	if (trace_db_begin(db)) {
		trace_nvtx_write(&file->nvtx, db);
		trace_texts_write(&file->texts, db);
	}
	if (db->has_failed) {
		*err = db->err;
		return false;
	}
	return capture_file_write_facts(db->from, &db->file, facts, err) &&
	       write_for_nsys(file, err) && capture_db_run(&db->file, "COMMIT", err);
}

bool trace_file_flush(struct trace_file *file, const struct file_facts *facts, struct err *err)
{
	bool has_rows = file->db.in_transaction || file->db.has_failed;
	bool is_done = commit(file, facts, err);

	if (is_done) {
		trace_nvtx_committed(&file->nvtx);
		trace_texts_committed(&file->texts);
		file->ops += file->new_ops;
		file->ns += file->new_ns;
	} else {
		/* lost with a transaction: its operations, and the ranges around them */
		file->lost += file->new_ops;
		file->has_lost_rows |= has_rows;
	}
	if (file->db.is_gone) {
		file->lost += file->ops;
		file->ops = file->ns = 0;
	}
	trace_db_end(&file->db);
	file->new_ops = file->new_ns = 0;
	return is_done;
}
