#include "capture/write/fold_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "capture/format.h"
#include "capture/write/capture_db.h"
#include "capture/write/kernel_name.h"
#include "capture/write/sources.h"

enum { COPY_AT_ONCE = 4096 };

struct kernel_name {
	char *full, *brief;
};

/* Copy the nodes added since the last time, a few at a time. */
static bool copy_stacks(struct fold_file *file)
{
	size_t got;

	do {
		if (!mem_may_need(file->parents, file->parents_cap, file->count + COPY_AT_ONCE) ||
			!mem_may_need(file->frames, file->frames_cap, file->count + COPY_AT_ONCE))
			return false;
		got = stacks_copy(&file->from->program->stacks, (uint32_t)file->count,
			file->parents + file->count, file->frames + file->count, COPY_AT_ONCE);
		file->count += got;
	} while (got == COPY_AT_ONCE);
	return true;
}

/* A text, or NULL. */
static void bind_text(sqlite3_stmt *statement, int column, const char *text, size_t len)
{
	sqlite3_bind_text64(statement, column, text, len, SQLITE_STATIC, SQLITE_UTF8);
}

/* Make room for a name by each index of `kernels`; NULL: not made yet. */
static bool grow_names(struct fold_file *file)
{
	size_t had = file->kernel_names_cap;

	if (!mem_may_need(file->kernel_names, file->kernel_names_cap, file->kernels.count))
		return false;
	for (size_t i = had; i < file->kernel_names_cap; i++)
		file->kernel_names[i] = (struct kernel_name){ 0 };
	return true;
}

/* The demangled names of a kernel; NULL: no memory. Valid until the next call. */
static const struct kernel_name *name_of(
	struct fold_file *file, const struct stack_frame *frame, struct err *err)
{
	struct kernel_name made, *name;
	uint32_t index = idmap_may_add(&file->kernels, (uintptr_t)frame->text);

	if (index == IDMAP_NONE || !grow_names(file)) {
		err_nomem(err);
		return NULL;
	}
	name = &file->kernel_names[index];
	if (name->full == NULL) {
		if (!kernel_names(frame->text, &made.full, &made.brief, err))
			return NULL;
		*name = made;
	}
	return name;
}

static bool write_stack(struct fold_file *file, const struct capture_db *db, size_t node,
	sqlite3_stmt *statement, struct err *err)
{
	const struct stack_frame *frame = &file->frames[node];
	const char *domain = nvtx_domain_name(&file->from->program->nvtx, frame->domain);
	const struct kernel_name *name = NULL;

	if (frame->kind == FORMAT_KERNEL) {
		name = name_of(file, frame, err);
		if (name == NULL)
			return false;
	}
	sqlite3_bind_int64(statement, 1, (int64_t)node);
	sqlite3_bind_int64(statement, 2, file->parents[node]);
	if (name != NULL)
		bind_text(statement, 3, name->full, strlen(name->full));
	else
		bind_text(statement, 3, frame->len > 0 ? frame->text : NULL, frame->len);
	sqlite3_bind_int(statement, 4, (int)frame->kind);
	bind_text(statement, 5, domain, domain != NULL ? strlen(domain) : 0);
	bind_text(statement, 6, name != NULL ? name->brief : NULL,
		name != NULL ? strlen(name->brief) : 0);
	bind_text(statement, 7, name != NULL ? frame->text : NULL, frame->len);
	return capture_db_step(db, statement, err);
}

/*
 * Which stacks have operations in or below them; to free(). The others are ranges
 * without a launch, or without one while capturing: collapse, which compares
 * siblings, must not see them.
 */
static bool *find_used(const struct fold_file *file, const struct fold_sums *sums)
{
	bool *used = mem_may_zero(file->count, sizeof(*used));

	if (used == NULL)
		return NULL;
	for (size_t i = 0; i < sums->count; i++)
		used[sums->values[i].node] = true;
	/* parents have smaller ids */
	for (size_t node = file->count; node-- > 1;)
		used[file->parents[node]] |= used[node];
	return used;
}

static bool write_stacks(struct fold_file *file, const struct capture_db *db,
	const struct fold_sums *sums, struct err *err)
{
	bool *used = find_used(file, sums);
	sqlite3_stmt *statement = NULL;
	bool ok = (used != NULL || err_nomem(err)) &&
		  capture_db_prepare(db,
			  "INSERT INTO " FORMAT_STACK_TABLE
			  "(id, parent, name, kind, domain, shortName, mangledName)"
			  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
			  &statement, err);

	for (size_t node = 1; ok && node < file->count; node++)
		ok = !used[node] || write_stack(file, db, node, statement, err);
	sqlite3_finalize(statement);
	free(used);
	return ok;
}

static size_t put_number(unsigned char *to, uint64_t number)
{
	size_t len = 0;

	for (; number > 127; number >>= 7)
		to[len++] = (unsigned char)(number | 128);
	to[len++] = (unsigned char)number;
	return len;
}

/* What of a value is of which cell: the number of bytes. */
static size_t pack_cells(
	const struct fold_sums *sums, size_t value, unsigned char to[STEP_CELLS * 20])
{
	const struct cell_sum *cells = sums->cells + value * STEP_CELLS;
	size_t used = 0, len = 0;

	for (size_t i = 0; value < CELL_STACKS && i < STEP_CELLS; i++) {
		len += put_number(to + len, cells[i].ns);
		len += put_number(to + len, cells[i].count);
		used = cells[i].count > 0 ? len : used;
	}
	return used;
}

/* "0-1/2 2-3/2": of each cell the first and the last step, and how many they are. */
static void list_cells(const struct fold_sums *sums, char *text, size_t size)
{
	size_t len = (size_t)snprintf(text, size, "none");

	for (int i = 0; i < STEP_CELLS && sums->steps[i].steps > 0; i++) {
		const struct cell_steps *cell = &sums->steps[i];

		len = i > 0 ? len : 0;
		len += (size_t)snprintf(text + len, size - len,
			"%s%" PRIu64 "-%" PRIu64 "/%" PRIu64, i > 0 ? " " : "", cell->first,
			cell->last, cell->steps);
	}
}

static bool write_values(const struct fold_sums *sums, const struct capture_db *db, struct err *err)
{
	unsigned char cells[STEP_CELLS * 20];
	sqlite3_stmt *statement;
	bool ok = capture_db_prepare(db,
		"INSERT INTO " FORMAT_VALUE_TABLE
		"(stackId, deviceId, ns, count, min, max, bytes, steps)"
		" VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
		&statement, err);

	for (size_t i = 0; ok && i < sums->count; i++) {
		const struct fold_value *value = &sums->values[i];
		size_t size = pack_cells(sums, i, cells);

		sqlite3_bind_int64(statement, 1, value->node);
		sqlite3_bind_int64(statement, 2, value->device);
		sqlite3_bind_int64(statement, 3, (int64_t)value->ns);
		sqlite3_bind_int64(statement, 4, (int64_t)value->count);
		sqlite3_bind_int64(statement, 5, (int64_t)value->min);
		sqlite3_bind_int64(statement, 6, (int64_t)value->max);
		sqlite3_bind_int64(statement, 7, (int64_t)value->bytes);
		sqlite3_bind_blob64(statement, 8, size > 0 ? cells : NULL, size, SQLITE_STATIC);
		ok = capture_db_step(db, statement, err);
	}
	sqlite3_finalize(statement);
	return ok;
}

static bool fill(struct fold_file *file, const struct fold_sums *sums,
	const struct file_facts *facts, const struct capture_db *db, struct err *err)
{
	char cells[STEP_CELLS * 64];
	struct file_facts told = *facts;
	bool ok = capture_db_run(db,
			  "BEGIN;" FORMAT_META_SQL ";" FORMAT_STACK_SQL ";" FORMAT_VALUE_SQL
			  ";" FORMAT_LOSS_SQL,
			  err) &&
		  write_stacks(file, db, sums, err) && write_values(sums, db, err);

	list_cells(sums, cells, sizeof(cells));
	told.step_cells = cells;
	told.shared = file->from->program->stacks.shared;
	return ok && capture_file_write_facts(file->from, db, &told, err) &&
	       capture_db_run(db, "COMMIT", err);
}

bool fold_file_write(struct fold_file *file, char **path, const struct fold_sums *sums,
	const struct file_facts *facts, bool is_last, struct err *err)
{
	struct recorder *recorder = file->from->recorder;
	struct capture_db db;
	bool ok;

	if (!copy_stacks(file))
		return err_nomem(err);
	if (!capture_db_open(&db, recorder, recorder->config.output, CAPTURE_DB_FOLD, err))
		return false;
	ok = fill(file, sums, facts, &db, err) && capture_db_put(&db, recorder, path, is_last, err);
	capture_db_close(&db);
	return ok;
}
