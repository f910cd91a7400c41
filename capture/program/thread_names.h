#ifndef CAPTURE_PROGRAM_THREAD_NAMES_H
#define CAPTURE_PROGRAM_THREAD_NAMES_H

#include "capture/program/threads.h"

/*
 * A thread's look-up of range names: by address, then by text, then with the lock of
 * the stacks.
 */

/* What distinguishes names of equal text: the domain, and whether capturing. */
#define NAME_ON (1u << 31)

static inline uint32_t name_key(uint32_t domain, bool is_on)
{
	/* numbers in names matter only while capturing */
	return domain | (is_on ? NAME_ON : 0);
}

/* A word of text. */
typedef uint64_t near_word __attribute__((may_alias));

/* The word of memory that a text begins in: whole words can be read, as no page ends in one. */
static inline const near_word *near_words(const char *text)
{
	return (const void *)(text - (uintptr_t)text % sizeof(near_word));
}

/*
 * Whether the text at the slot's address is still that of the slot. Word by word, since this
 * is most of what a push costs; a word after one that differs may not be there.
 */
__attribute__((no_sanitize("address"))) __attribute__((no_sanitize("thread"))) static inline bool
near_is_text(const struct near_slot *slot)
{
	const near_word *words = near_words(slot->address);
	unsigned i;

	if (((words[0] ^ slot->words[0]) & slot->first_mask) != 0)
		return false;
	for (i = 1; i < slot->last; i++) {
		if (words[i] != slot->words[i])
			return false;
	}
	return slot->last == 0 || ((words[i] ^ slot->words[i]) & slot->last_mask) == 0;
}

/* The slot for a name at this address. */
static inline struct near_slot *near_slot_of(
	struct thread *thread, uint32_t parent, const char *text)
{
	uint64_t mixed = ((uintptr_t)text ^ (uint64_t)parent << 20) * 0x9e3779b97f4a7c15u;

	_Static_assert(NEAR_SLOTS == 1 << (64 - 55), "the hash's upper bits are the slot");
	return &thread->near[mixed >> 55];
}

static inline bool near_is(
	const struct near_slot *slot, uint32_t parent, uint32_t key, const char *text)
{
	return slot->address == text && slot->parent == parent && slot->key == key &&
	       near_is_text(slot);
}

/* The slot's text. */
const char *near_text(const struct near_slot *slot);

/* thread_find_slot() of a name that is not in `slot` yet. */
struct near_slot *thread_find_far(struct thread *thread, struct near_slot *slot, uint32_t parent,
	uint32_t key, const char *text);

/*
 * A name below `parent`, with its node (trace mode: its id); `key` is name_key(). Valid until
 * the next call.
 */
static inline struct near_slot *thread_find_slot(
	struct thread *thread, uint32_t parent, uint32_t key, const char *text)
{
	struct near_slot *slot = near_slot_of(thread, parent, text);

	return near_is(slot, parent, key, text) ? slot
						: thread_find_far(thread, slot, parent, key, text);
}

/* Its node or id alone. */
static inline uint32_t thread_find_name(
	struct thread *thread, uint32_t parent, uint32_t key, const char *text)
{
	return thread_find_slot(thread, parent, key, text)->child;
}

#endif /* CAPTURE_PROGRAM_THREAD_NAMES_H */
