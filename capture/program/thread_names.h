#ifndef CAPTURE_PROGRAM_THREAD_NAMES_H
#define CAPTURE_PROGRAM_THREAD_NAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

/* thread_find_name() of a name that is not in `slot` yet. */
uint32_t thread_find_far(struct thread *thread, struct near_slot *slot, uint32_t parent,
	uint32_t key, const char *text);

/* The node (trace mode: the id) of a name below `parent`; `key` is name_key(). */
static inline uint32_t thread_find_name(
	struct thread *thread, uint32_t parent, uint32_t key, const char *text)
{
	uint64_t mixed = ((uintptr_t)text ^ (uint64_t)parent << 20) * 0x9e3779b97f4a7c15u;
	struct near_slot *slot = &thread->near[mixed >> 55];

	_Static_assert(NEAR_SLOTS == 1 << (64 - 55), "the hash's upper bits are the slot");
	if (slot->address == text && slot->parent == parent && slot->key == key &&
		strcmp(slot->text, text) == 0)
		return slot->child;
	return thread_find_far(thread, slot, parent, key, text);
}

#endif /* CAPTURE_PROGRAM_THREAD_NAMES_H */
