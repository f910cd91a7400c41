#include "capture/program/thread_names.h"

#include "base/mem.h"
#include "capture/program/stacks.h"
#include "capture/program/window.h"
#include "capture/recorder.h"

/* In a key: the name is the one with N for each number. */
#define KEY_MASKED (1u << 30)
#define KEY_DOMAIN (KEY_MASKED - 1)

enum { MASK_BYTES = 2048 };

/*
 * The name with N for each of its numbers, as collapse --strip auto shows it;
 * 0: it has none, or is too long.
 */
static size_t mask_numbers(const char *text, size_t len, char masked[MASK_BYTES])
{
	size_t used;

	if (len > MASK_BYTES)
		return 0;
	used = names_mask_numbers(text, len, masked);
	return used == len && memcmp(text, masked, len) == 0 ? 0 : used;
}

/* The slot of a name below `parent`. `key` is domain_key(). */
static struct far_slot *far_slot_of(struct thread *thread, uint32_t parent, uint32_t key,
	const char *text, size_t len, uint64_t *hash)
{
	*hash = mem_hash(
		text, len, thread->all->stacks->names.seed ^ ((uint64_t)parent << 32 | key));
	return &thread->far[*hash & (FAR_SLOTS - 1)];
}

static bool is_in_slot(const struct far_slot *slot, uint64_t hash, uint32_t parent, uint32_t key,
	const char *text, size_t len)
{
	return slot->hash == hash && slot->text != NULL && slot->parent == parent &&
	       slot->key == key && slot->len == len && memcmp(slot->text, text, len) == 0;
}

static void fill_slot(struct far_slot *slot, uint64_t hash, uint32_t parent, uint32_t key,
	const char *stored, size_t len, uint32_t child)
{
	*slot = (struct far_slot){
		.hash = hash,
		.text = stored,
		.len = (uint32_t)len,
		.parent = parent,
		.key = key,
		.child = child,
	};
}

/* Fold mode: a name with numbers that this thread has not met verbatim. */
static uint32_t find_numbered(struct thread *thread, uint32_t parent, uint32_t key,
	const char *text, size_t len, const char *masked, size_t masked_len)
{
	uint64_t hash, masked_hash;
	uint32_t masked_key = key | KEY_MASKED, child;
	struct far_slot *shared =
		far_slot_of(thread, parent, masked_key, masked, masked_len, &masked_hash);
	struct far_slot *own;
	const char *stored, *stored_masked;
	bool is_shared;

	if (is_in_slot(shared, masked_hash, parent, masked_key, masked, masked_len))
		return shared->child;
	own = far_slot_of(thread, parent, key, text, len, &hash);
	if (is_in_slot(own, hash, parent, key, text, len))
		return own->child;
	child = stacks_numbered_child(thread->all->stacks, parent, key & KEY_DOMAIN, text, len,
		masked, masked_len, (key & NAME_ON) != 0, &is_shared, &stored, &stored_masked);
	if (is_shared)
		fill_slot(
			shared, masked_hash, parent, masked_key, stored_masked, masked_len, child);
	else
		fill_slot(own, hash, parent, key, stored, len, child);
	return child;
}

static uint32_t find_plain(
	struct thread *thread, uint32_t parent, uint32_t key, const char *text, size_t len)
{
	const char *stored;
	uint64_t hash;
	struct far_slot *slot = far_slot_of(thread, parent, key, text, len, &hash);
	uint32_t child;

	if (is_in_slot(slot, hash, parent, key, text, len))
		return slot->child;
	if (!recorder_is_trace(thread->all->recorder))
		child = stacks_child(thread->all->stacks, parent, FORMAT_RANGE, key & KEY_DOMAIN,
			text, len, &stored);
	else
		child = stacks_text(thread->all->stacks, text, len, &stored);
	fill_slot(slot, hash, parent, key, stored, len, child);
	return child;
}

/* A name by its text; *is_masked is set if its node has N for its numbers. */
static uint32_t find_far(struct thread *thread, uint32_t parent, uint32_t key, const char *text,
	size_t len, bool *is_masked)
{
	bool is_trace = recorder_is_trace(thread->all->recorder);
	char masked[MASK_BYTES];
	size_t masked_len = 0;
	uint32_t child;

	*is_masked = false;
	/* nsys and collapse treat an empty name as none */
	if (is_trace && len == 0)
		return NAME_NONE;
	if (!is_trace && thread->all->recorder->config.strip)
		masked_len = mask_numbers(text, len, masked);
	if (masked_len > 0)
		child = find_numbered(thread, parent, key, text, len, masked, masked_len);
	else
		child = find_plain(thread, parent, key, text, len);
	*is_masked = masked_len > 0 && (key & NAME_ON) == 0;
	return child;
}

/* The bytes of a word from `begin` to before `end`, which is not 0. */
static uint64_t bytes_mask(size_t begin, size_t end)
{
	_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first byte is the lowest");
	return UINT64_MAX >> 8 * (8 - end) & UINT64_MAX << 8 * begin;
}

/* Keep the text for near_is_text(), in whole words as that reads it: memcpy() takes longer. */
__attribute__((no_sanitize("address"))) __attribute__((no_sanitize("thread"))) static void
keep_text(struct near_slot *slot, const char *text, size_t len)
{
	const near_word *words = near_words(text);
	const size_t word = sizeof(slot->words[0]);
	size_t offset = (uintptr_t)text % word, end = offset + len + 1;

	slot->last = (uint8_t)((end - 1) / word);
	slot->first_mask = bytes_mask(offset, end < word ? end : word);
	slot->last_mask = bytes_mask(0, end - slot->last * word);
	for (unsigned i = 0; i <= slot->last; i++)
		slot->words[i] = words[i];
}

const char *near_text(const struct near_slot *slot)
{
	return (const char *)slot->words + (uintptr_t)slot->address % sizeof(slot->words[0]);
}

struct near_slot *thread_find_far(struct thread *thread, struct near_slot *slot, uint32_t parent,
	uint32_t key, const char *text)
{
	size_t len = strlen(text);
	bool is_masked;
	uint32_t child = find_far(thread, parent, key, text, len, &is_masked);

	if (slot->users > 0 || len + sizeof(slot->words[0]) > sizeof(slot->words))
		slot = &thread->found;
	else
		keep_text(slot, text, len);
	slot->address = text;
	slot->parent = parent;
	slot->key = key;
	slot->child = child;
	slot->is_masked = is_masked;
	return slot;
}
