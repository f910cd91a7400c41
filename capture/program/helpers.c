#include "capture/program/helpers.h"

#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/platform.h"
#include "base/tree.h"
#include "capture/program/stacks.h"
#include "capture/program/thread_events.h"
#include "capture/program/thread_names.h"

enum { NAME_BYTES = 16 }; /* of the system: prctl(2) */

/* What `leaders` has if there are several. */
#define SEVERAL ((struct thread *)1)

void helpers_begin(struct threads *threads)
{
	atomic_store(&threads->leaders[0], NULL);
	atomic_store(&threads->leaders[1], NULL);
}

void helpers_end(struct thread *thread)
{
	for (int i = 0; i < 2; i++) {
		struct thread *leader = thread;

		atomic_compare_exchange_strong(&thread->all->leaders[i], &leader, NULL);
	}
}

/* The thread's own name, or "": it is the program's, which threads get from who makes them. */
static void read_own_name(const struct thread *thread, char name[NAME_BYTES])
{
	char now[NAME_BYTES];

	(void)platform_read("/proc/self/comm", now, sizeof(now));
	now[strcspn(now, "\n")] = '\0';
	if (thread_tid(thread) == (uint32_t)getpid() ||
		prctl(PR_GET_NAME, name, 0UL, 0UL, 0UL) != 0 || strcmp(name, now) == 0)
		name[0] = '\0';
}

/* The node of launches that are in no range. */
static uint32_t find_named(struct thread *thread, const char *name)
{
	char text[NAME_BYTES + 16];

	snprintf(text, sizeof(text), FORMAT_THREAD_NAME, name);
	return thread_find_name(thread, TREE_ROOT, name_key(0, true), text);
}

/* At the thread's first launch of the capture. */
static void find_place(struct thread *thread)
{
	const struct recorder *recorder = thread->all->recorder;
	char name[NAME_BYTES] = "";

	if (recorder->config.adopts)
		read_own_name(thread, name);
	thread->place = strncmp(name, HELPERS_AUTOGRAD, strlen(HELPERS_AUTOGRAD)) == 0
				? PLACE_HELPER
				: PLACE_NAMED;
	if (!recorder_is_trace(recorder)) {
		thread->named = name[0] != '\0' ? find_named(thread, name) : TREE_ROOT;
		return;
	}
	/* readers find out about helpers */
	if (name[0] != '\0')
		thread_name(thread, thread_tid(thread), name);
	thread->place = PLACE_OWN;
}

/* The thread launches kernels in a range: backward passes may be its own. */
static void lead(struct thread *thread)
{
	bool is_named = thread->named != TREE_ROOT;
	_Atomic(struct thread *) *leads = &thread->all->leaders[is_named];
	struct thread *leader = atomic_load(leads);

	/* written once: threads with names come here at each launch */
	if (leader != thread && leader != SEVERAL &&
		(leader != NULL || !atomic_compare_exchange_strong(leads, &leader, thread)))
		atomic_store(leads, SEVERAL);
	if (!is_named)
		thread->place = PLACE_OWN;
}

static uint32_t find_for_helper(struct thread *thread)
{
	struct threads *threads = thread->all;
	const struct thread *leader = atomic_load(&threads->leaders[0]);
	uint32_t own = thread_node(thread), above;

	if (leader == NULL)
		leader = atomic_load(&threads->leaders[1]);
	if (leader == NULL || leader == SEVERAL)
		return own != TREE_ROOT ? own : thread->named;
	above = recorder_wants_frames(threads->recorder)
			? atomic_load_explicit(&leader->led, memory_order_relaxed)
			: thread_node(leader);
	if (own == TREE_ROOT || above == TREE_ROOT)
		return own == TREE_ROOT ? above : own;
	if (thread->joined_above != above || thread->joined_own != own) {
		thread->joined_above = above;
		thread->joined_own = own;
		thread->joined = stacks_join(threads->stacks, above, own);
	}
	return thread->joined;
}

uint32_t helpers_find(struct thread *thread, unsigned what)
{
	if (thread->place == PLACE_UNKNOWN)
		find_place(thread);
	if (thread->place == PLACE_OWN)
		return thread_node(thread);
	if (thread->place == PLACE_HELPER)
		return find_for_helper(thread);
	if (thread->depth == 0)
		return thread->named;
	if (what == LAUNCH_KERNEL || what == LAUNCH_GRAPH)
		lead(thread);
	return thread_node(thread);
}
