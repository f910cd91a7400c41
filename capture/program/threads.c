#define _GNU_SOURCE /* gettid */
#include "capture/program/threads.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "capture/pages.h"
#include "capture/recorder.h"

/*
 * The fast path of every callback. Initial-exec: no call to find it, and the
 * eight bytes fit in what glibc keeps for libraries that are loaded late.
 */
static _Thread_local struct thread *self __attribute__((tls_model("initial-exec")));

static void thread_ended(void *ended)
{
	struct thread *thread = ended;
	/* Without a worker (no CUDA yet) there is nobody who had to see to it. */
	bool is_seen_to = !recorder_is_forked() && !recorder_has_worker();

	self = NULL;
	atomic_store_explicit(
		&thread->state, is_seen_to ? THREAD_FREE : THREAD_ENDED, memory_order_release);
}

bool threads_init(struct threads *threads)
{
	threads->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	return pthread_key_create(&threads->key, thread_ended) == 0;
}

static struct thread *find_free(struct threads *threads)
{
	struct thread *thread = atomic_load_explicit(&threads->list, memory_order_acquire);

	while (thread != NULL &&
		atomic_load_explicit(&thread->state, memory_order_acquire) != THREAD_FREE)
		thread = thread->next;
	return thread;
}

/* What another thread left behind, made ready for this one. Its caches hold good. */
static void reset_thread(struct thread *thread)
{
	for (uint32_t i = 0; i < thread->depth; i++) {
		struct span *span = thread->levels[i].span;

		if (span != NULL)
			span_leave(&recorder.spans, span);
	}
	thread->depth = thread->written = thread->spans = thread->outside = thread->calls = 0;
	thread->node = TREE_ROOT;
	thread->is_busy = false;
}

static struct thread *add_self(struct threads *threads)
{
	struct thread *thread;

	pthread_mutex_lock(&threads->lock);
	thread = find_free(threads);
	if (thread != NULL) {
		reset_thread(thread);
		atomic_store_explicit(&thread->tid, (uint32_t)gettid(), memory_order_relaxed);
		atomic_store_explicit(&thread->state, THREAD_LIVE, memory_order_release);
	} else {
		/* its caches are large, and most of them are never touched */
		thread = pages_new(sizeof(*thread));
		if (thread != NULL) {
			atomic_init(&thread->tid, (uint32_t)gettid());
			thread->next = atomic_load_explicit(&threads->list, memory_order_relaxed);
			atomic_store_explicit(&threads->list, thread, memory_order_release);
		}
	}
	pthread_mutex_unlock(&threads->lock);
	if (thread == NULL)
		return NULL;
	if (pthread_setspecific(threads->key, thread) != 0)
		/* then it stays this thread's for ever, which costs its memory alone */
		thread->is_busy = false;
	self = thread;
	return thread;
}

struct thread *thread_self(void)
{
	struct thread *thread = self;

	return thread != NULL ? thread : add_self(&recorder.threads);
}

int64_t thread_clock(struct thread *thread)
{
	int64_t now = ticks_ns(&recorder.ticks);

	if (now <= thread->last_ns)
		now = thread->last_ns + 1;
	thread->last_ns = now;
	return now;
}

/* The keys of caches: domains, and what makes two names of one text differ. */
#define KEY_ON (1u << 31)
#define KEY_MASKED (1u << 30)
#define KEY_DOMAIN (KEY_MASKED - 1)

enum { MASK_BYTES = 2048 };

/* --- names ------------------------------------------------------------------------ */

/*
 * The name with N for each of its numbers, as collapse --strip auto shows it;
 * 0: it has none, or is too long to be cared for.
 */
static size_t mask_numbers(const char *text, size_t len, char masked[MASK_BYTES])
{
	bool has_digits = false;
	size_t used = 0;

	if (len > MASK_BYTES)
		return 0;
	for (size_t i = 0; i < len; i++) {
		bool is_digit = text[i] >= '0' && text[i] <= '9';

		if (!is_digit)
			masked[used++] = text[i];
		else if (i == 0 || text[i - 1] < '0' || text[i - 1] > '9')
			masked[used++] = 'N';
		has_digits |= is_digit;
	}
	return has_digits ? used : 0;
}

/* Where a name that stands below `parent` is to be found. `key` is domain_key(). */
static struct far_slot *far_slot_of(struct thread *thread, uint32_t parent, uint32_t key,
	const char *text, size_t len, uint64_t *hash)
{
	*hash = mem_hash(text, len, recorder.stacks.names.seed ^ ((uint64_t)parent << 32 | key));
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

/* Fold mode: a name with numbers that this thread has not met as it is. */
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

	if ((key & KEY_ON) != 0 && !thread->is_late)
		window_count_step(&recorder.window, thread, text, len);
	if (is_in_slot(shared, masked_hash, parent, masked_key, masked, masked_len))
		return shared->child;
	own = far_slot_of(thread, parent, key, text, len, &hash);
	if (is_in_slot(own, hash, parent, key, text, len))
		return own->child;
	child = stacks_numbered_child(&recorder.stacks, parent, key & KEY_DOMAIN, text, len, masked,
		masked_len, (key & KEY_ON) != 0, &is_shared, &stored, &stored_masked);
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
	if (recorder.config.mode == MODE_FOLD)
		child = stacks_child(&recorder.stacks, parent, FORMAT_RANGE, key & KEY_DOMAIN, text,
			len, &stored);
	else
		child = stacks_text(&recorder.stacks, text, len, &stored);
	fill_slot(slot, hash, parent, key, stored, len, child);
	return child;
}

/* A name by its text. */
static uint32_t find_far(
	struct thread *thread, uint32_t parent, uint32_t key, const char *text, size_t len)
{
	char masked[MASK_BYTES];
	size_t masked_len = 0;
	uint32_t child;

	/* an empty name is none, to nsys and to collapse */
	if (recorder.config.mode == MODE_TRACE && len == 0)
		return NAME_NONE;
	thread->is_busy = true;
	if (recorder.config.mode == MODE_FOLD && recorder.config.strip)
		masked_len = mask_numbers(text, len, masked);
	if (masked_len > 0)
		child = find_numbered(thread, parent, key, text, len, masked, masked_len);
	else
		child = find_plain(thread, parent, key, text, len);
	thread->is_busy = false;
	return child;
}

static uint32_t find_and_keep(struct thread *thread, struct near_slot *slot, uint32_t parent,
	uint32_t key, const char *text)
{
	size_t len = strlen(text);
	uint32_t child = find_far(thread, parent, key, text, len);

	if (len < NEAR_TEXT) {
		slot->address = text;
		slot->parent = parent;
		slot->key = key;
		slot->child = child;
		memcpy(slot->text, text, len + 1);
	}
	return child;
}

/* A domain, and whether capturing: numbers of names are of interest then alone. */
static uint32_t domain_key(uint32_t domain, bool is_on)
{
	return domain | (is_on ? KEY_ON : 0);
}

/* The node (trace mode: the id) of a name below `parent`. */
static inline uint32_t find_name(
	struct thread *thread, uint32_t parent, uint32_t key, const char *text)
{
	uint64_t mixed = ((uintptr_t)text ^ (uint64_t)parent << 20) * 0x9e3779b97f4a7c15u;
	struct near_slot *slot = &thread->near[mixed >> 55];

	_Static_assert(NEAR_SLOTS == 1 << (64 - 55), "the hash's upper bits are the slot");
	if (slot->address == text && slot->parent == parent && slot->key == key &&
		strcmp(slot->text, text) == 0)
		return slot->child;
	return find_and_keep(thread, slot, parent, key, text);
}

/* --- levels ------------------------------------------------------------------------- */

static bool is_fold(void)
{
	return recorder.config.mode == MODE_FOLD;
}

static uint32_t node_below(const struct thread *thread, uint32_t level)
{
	return level == 0 ? TREE_ROOT : thread->levels[level - 1].node;
}

static bool write_events(
	struct thread *thread, const struct event *events, uint32_t count, bool has_to)
{
	uint64_t lost;

	if (events_write(&thread->events, events, count, has_to))
		return true;
	lost = atomic_load_explicit(&thread->lost_events, memory_order_relaxed);
	atomic_store_explicit(&thread->lost_events, lost + 1, memory_order_relaxed);
	return false;
}

/* Write the event, and behind it what it has beside. */
static bool write_with_attributes(
	struct thread *thread, const struct event *event, const struct attributes *attributes)
{
	struct event events[3] = { *event, { .kind = EVENT_MORE } };

	_Static_assert(sizeof(*attributes) <= 2 * sizeof(struct event) - 8, "they fit two slots");
	if (attributes == NULL)
		return write_events(thread, events, 1, false);
	events[0].number = event->number | EVENT_HAS_MORE;
	memcpy(&events[1], attributes, sizeof(*attributes));
	return write_events(thread, events, ARRAY_SIZE(events), false);
}

void thread_write_levels(struct thread *thread)
{
	for (; thread->written < thread->depth; thread->written++) {
		const struct level *level = &thread->levels[thread->written];
		const struct event event = {
			.ns = level->start_ns,
			.kind = level->span != NULL ? EVENT_START : EVENT_PUSH,
			.number = level->domain & EVENT_NUMBER,
			.id = level->node,
		};

		if (!write_with_attributes(
			    thread, &event, level->has_attributes ? &level->attributes : NULL))
			return;
	}
}

bool thread_write_call(struct thread *thread, const struct api_call *call)
{
	const struct event events[2] = {
		{
			.ns = call->start_ns,
			.kind = EVENT_CALL,
			.number = call->function & EVENT_NUMBER,
			.id = call->correlation,
		},
		{ .ns = thread_clock(thread), .kind = EVENT_CALL_END },
	};

	thread_write_levels(thread);
	return write_events(thread, events, ARRAY_SIZE(events), false);
}

bool thread_write_node(struct thread *thread, uint64_t node, uint64_t original)
{
	const struct event events[3] = {
		{ .ns = thread_clock(thread), .kind = EVENT_NODE },
		{ .ns = (int64_t)node },
		{ .ns = (int64_t)original },
	};

	thread_write_levels(thread);
	return write_events(thread, events, ARRAY_SIZE(events), false);
}

void thread_mark(struct thread *thread, uint32_t domain, const char *text,
	const struct attributes *attributes)
{
	const struct event event = {
		.ns = thread_clock(thread),
		.kind = EVENT_MARK,
		.number = domain & EVENT_NUMBER,
		.id = find_name(thread, TREE_ROOT, domain_key(domain, true), text),
	};

	(void)write_with_attributes(thread, &event, attributes);
}

void thread_give_name(struct thread *thread, enum event_kind kind, uint32_t domain, uint64_t what,
	const char *name)
{
	const struct event events[2] = {
		{
			.ns = thread_clock(thread),
			.kind = kind,
			.number = domain & EVENT_NUMBER,
			.id = find_name(thread, TREE_ROOT, domain_key(domain, true), name),
		},
		{ .ns = (int64_t)what },
	};

	(void)write_events(thread, events, ARRAY_SIZE(events), false);
}

static bool add_level(struct thread *thread)
{
	size_t cap = thread->cap;
	struct err err = { 0 };

	if (thread->depth < thread->cap)
		return true;
	if (!mem_grow((void **)&thread->levels, &cap, cap + 1, sizeof(*thread->levels), &err))
		return false;
	/* no room for names yet */
	memset(thread->levels + thread->cap, 0, (cap - thread->cap) * sizeof(*thread->levels));
	thread->cap = (uint32_t)cap;
	return true;
}

static bool grow_name(struct thread *thread, struct level *level, size_t size)
{
	struct err err = { 0 };
	bool grown;

	thread->is_busy = true;
	grown = mem_grow((void **)&level->name, &level->name_cap, size, 1, &err);
	thread->is_busy = false;
	return grown;
}

/* Keep the name of a range that begins while not capturing; without memory it has no numbers. */
static void keep_name(struct thread *thread, struct level *level, const char *text)
{
	size_t size = strlen(text) + 1;

	if (__builtin_expect(size > level->name_cap, 0) && !grow_name(thread, level, size))
		return;
	memcpy(level->name, text, size);
	level->is_outside = true;
	thread->outside++;
}

/* The node of a level below `parent`, by the name that the level has. */
static uint32_t node_by_name(struct thread *thread, const struct level *level, uint32_t parent)
{
	uint32_t node;

	if (!level->is_outside)
		return stacks_move(&recorder.stacks, level->node, parent);
	thread->is_late = true;
	node = find_name(thread, parent, domain_key(level->domain, true), level->name);
	thread->is_late = false;
	return node;
}

void thread_name_outside(struct thread *thread)
{
	for (uint32_t i = 0; i < thread->depth; i++) {
		struct level *level = &thread->levels[i];

		level->node = node_by_name(thread, level, node_below(thread, i));
		level->is_outside = false;
	}
	thread->outside = 0;
	thread->node = node_below(thread, thread->depth);
}

uint32_t thread_captured(struct thread *thread)
{
	uint32_t node;

	if (thread->outside > 0 && window_is_on(&recorder.window))
		thread_name_outside(thread);
	if (thread->outside == 0)
		return thread->node;
	node = stacks_captured(&recorder.stacks);
	for (uint32_t i = 0; i < thread->depth; i++)
		node = node_by_name(thread, &thread->levels[i], node);
	return node;
}

/* How many levels of the domain are open below `level`. */
static uint32_t count_domain(const struct thread *thread, uint32_t level, uint32_t domain)
{
	while (level-- > 0) {
		if (thread->levels[level].domain == domain)
			return thread->levels[level].nth + 1;
	}
	return 0;
}

int thread_push(struct thread *thread, uint32_t domain, const char *text, unsigned watch,
	struct span *span, const struct attributes *attributes)
{
	bool is_on = window_is_on(&recorder.window);
	struct level *level;

	if (__builtin_expect(thread->depth == thread->cap, 0) && !add_level(thread)) {
		recorder_fail("memory ran out: ranges are missing from the stacks");
		return -1;
	}
	if (__builtin_expect(thread->outside > 0, 0) && is_on)
		thread_name_outside(thread);
	level = &thread->levels[thread->depth];
	level->node = find_name(thread, thread->node, domain_key(domain, is_on), text);
	level->domain = domain;
	level->nth = count_domain(thread, thread->depth, domain);
	level->watch = (uint8_t)watch;
	level->span = span;
	level->is_outside = false;
	thread->depth++;
	if (span != NULL) {
		atomic_store_explicit(&span->watch, watch, memory_order_relaxed);
		thread->spans++;
	}
	if (is_on)
		atomic_store_explicit(&thread->ranges,
			atomic_load_explicit(&thread->ranges, memory_order_relaxed) + 1,
			memory_order_relaxed);
	if (is_fold()) {
		if (!is_on && recorder.config.strip)
			keep_name(thread, level, text);
		thread->node = level->node;
		return (int)level->nth;
	}
	level->start_ns = thread_clock(thread);
	level->has_attributes = attributes != NULL;
	if (attributes != NULL)
		level->attributes = *attributes;
	if (is_on)
		thread_write_levels(thread);
	return (int)level->nth;
}

/* Say that a level ends, if its beginning was said. */
static void write_end(struct thread *thread, uint32_t at, int64_t ns)
{
	struct event event = { .ns = ns, .kind = EVENT_POP, .id = at };

	if (is_fold() || at >= thread->written)
		return;
	(void)write_events(thread, &event, 1, true);
	thread->written--;
}

/* Take a level out from between others: what stands above it moves down. */
static void remove_level(struct thread *thread, uint32_t at, int64_t ns)
{
	const struct level gone = thread->levels[at];

	write_end(thread, at, ns);
	if (gone.span != NULL) {
		span_free(&recorder.spans, gone.span);
		thread->spans--;
	}
	thread->outside -= gone.is_outside;
	for (uint32_t i = at; i + 1 < thread->depth; i++) {
		struct level *level = &thread->levels[i];

		*level = thread->levels[i + 1];
		level->nth = count_domain(thread, i, level->domain);
		if (is_fold())
			level->node =
				stacks_move(&recorder.stacks, level->node, node_below(thread, i));
	}
	thread->depth--;
	/* the room that it had for its name is not to be had twice */
	thread->levels[thread->depth].name = gone.name;
	thread->levels[thread->depth].name_cap = gone.name_cap;
	if (is_fold())
		thread->node = node_below(thread, thread->depth);
}

int thread_pop(struct thread *thread, uint32_t domain, unsigned *watch)
{
	uint32_t at = thread->depth;
	int left;

	while (at > 0 &&
		(thread->levels[at - 1].domain != domain || thread->levels[at - 1].span != NULL))
		at--;
	*watch = WATCH_NONE;
	if (at == 0)
		return -1;
	at--;
	*watch = thread->levels[at].watch;
	left = (int)thread->levels[at].nth;
	if (__builtin_expect(at + 1 == thread->depth, 1)) {
		if (!is_fold())
			write_end(thread, at, thread_clock(thread));
		thread->depth = at;
		thread->outside -= thread->levels[at].is_outside;
		if (is_fold())
			thread->node = node_below(thread, at);
	} else {
		remove_level(thread, at, is_fold() ? 0 : thread_clock(thread));
	}
	return left;
}

void thread_drop_ended(struct thread *thread)
{
	for (uint32_t at = thread->depth; at > 0 && thread->spans > 0; at--) {
		struct level *level = &thread->levels[at - 1];
		int64_t end_ns;

		if (level->span == NULL)
			continue;
		end_ns = atomic_load_explicit(&level->span->end_ns, memory_order_acquire);
		if (end_ns != 0)
			remove_level(thread, at - 1, end_ns);
	}
}
