#include "capture/write/trace_texts.h"

#include "base/mem.h"
#include "capture/device/cupti_abi.h"
#include "capture/program/events.h"
#include "capture/write/kernel_name.h"
#include "capture/write/sources.h"

/* Texts of the program have their ids in struct stacks, these have higher ones. */
enum { OWN_TEXTS = 1 << 30 };

/* A kernel's name met before. */
struct kernel_slot {
	const char *key;  /* CUPTI's pointer */
	const char *text; /* its text; NULL: the slot is free */
	uint32_t buffer;  /* in which it was last compared: see struct operation */
	struct kernel_texts texts;
};

enum { KERNEL_SLOTS = 1 << 12 };

bool trace_texts_init(struct trace_texts *texts, struct err *err)
{
	names_init(&texts->own);
	texts->written = 1; /* id 0 is not a text of the program: see stacks_init() */
	texts->kernels = mem_may_zero(KERNEL_SLOTS, sizeof(*texts->kernels));
	return texts->kernels != NULL || err_nomem(err);
}

void trace_texts_release(struct trace_texts *texts)
{
	names_release(&texts->own);
	free(texts->kernels);
	free(texts->functions);
}

uint32_t trace_texts_own(struct trace_texts *texts, struct trace_db *db, const char *text)
{
	uint32_t id = names_may_intern(&texts->own, text, strlen(text));

	return trace_db_has_memory(db, id != NAME_NONE) ? OWN_TEXTS + id : OWN_TEXTS;
}

uint32_t trace_texts_function(struct trace_texts *texts, struct trace_db *db, uint32_t function)
{
	const char *name = NULL;
	bool is_driver = (function & EVENT_DRIVER_BIT) != 0;
	uint32_t cbid = function & (EVENT_DRIVER_BIT - 1), at = cbid * 2 + is_driver;
	size_t before = texts->functions_cap;

	if (!trace_db_has_memory(db, mem_may_need(texts->functions, texts->functions_cap, at + 1)))
		return 0;
	if (texts->functions_cap > before)
		memset(texts->functions + before, 0,
			(texts->functions_cap - before) * sizeof(*texts->functions));
	if (texts->functions[at] == 0) {
		if (db->from->gpu->cupti.get_callback_name(
			    is_driver ? CUPTI_DRIVER : CUPTI_RUNTIME, cbid, &name) != CUPTI_OK ||
			name == NULL)
			name = "[unknown function]";
		texts->functions[at] = trace_texts_own(texts, db, name);
	}
	return texts->functions[at];
}

/* Whether the slot's name is this one: memory of names may be reused. */
static bool is_in_slot(struct kernel_slot *slot, const char *mangled, uint32_t buffer)
{
	if (slot->key != mangled || slot->text == NULL)
		return false;
	if (slot->buffer != buffer && strcmp(slot->text, mangled) != 0)
		return false;
	slot->buffer = buffer;
	return true;
}

const struct kernel_texts *trace_texts_kernel(
	struct trace_texts *texts, struct trace_db *db, const char *mangled, uint32_t buffer)
{
	size_t at = mem_mix64((uintptr_t)mangled) >> (64 - 12);
	struct kernel_slot *slot = &texts->kernels[at];
	char *full, *brief;

	_Static_assert(KERNEL_SLOTS == 1 << 12, "the hash's upper bits are the slot");
	if (is_in_slot(slot, mangled, buffer))
		return &slot->texts;
	slot->text = NULL;
	if (!kernel_names(mangled, &full, &brief, &db->err)) {
		db->has_failed = true;
		return &slot->texts;
	}
	slot->texts.full = trace_texts_own(texts, db, full);
	slot->texts.brief = trace_texts_own(texts, db, brief);
	slot->texts.mangled = trace_texts_own(texts, db, mangled);
	if (!db->has_failed) {
		slot->key = mangled;
		slot->buffer = buffer;
		slot->text = texts->own.list[slot->texts.mangled - OWN_TEXTS].text;
	}
	free(full);
	free(brief);
	return &slot->texts;
}

static void write_string(struct trace_db *db, int64_t id, const char *text, size_t len)
{
	sqlite3_stmt *row = trace_db_row(db, INSERT_STRING);

	if (row == NULL)
		return;
	sqlite3_bind_int64(row, 1, id);
	sqlite3_bind_text64(row, 2, text, len, SQLITE_STATIC, SQLITE_UTF8);
	trace_db_step(db, row);
}

void trace_texts_write(struct trace_texts *texts, struct trace_db *db)
{
	const char *batch[256];
	uint32_t lens[256];
	size_t got;

	texts->next = texts->written;
	do {
		got = stacks_copy_texts(
			&db->from->program->stacks, texts->next, batch, lens, ARRAY_SIZE(batch));
		for (size_t i = 0; i < got; i++)
			write_string(db, texts->next + (int64_t)i, batch[i], lens[i]);
		texts->next += (uint32_t)got;
	} while (got == ARRAY_SIZE(batch));
	for (uint32_t id = texts->own_written; id < texts->own.count; id++)
		write_string(db, OWN_TEXTS + (int64_t)id, texts->own.list[id].text,
			texts->own.list[id].len);
}

void trace_texts_committed(struct trace_texts *texts)
{
	texts->written = texts->next;
	texts->own_written = texts->own.count;
}
