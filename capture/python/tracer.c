#include "capture/python/tracer.h"

#include "base/mem.h"
#include "capture/program/threads.h"
#include "capture/recorder.h"

/* --- labels ------------------------------------------------------------------------------ */

/* Where the label of a key is; NULL: it has had none. */
static inline struct label **place_of(const struct tracer *tracer, const void *key)
{
	uint32_t index = idmap_find(&tracer->keys, (uintptr_t)key);

	return index == IDMAP_NONE ? NULL : &tracer->labels[index];
}

static inline struct label *label_of(const struct tracer *tracer, const void *key)
{
	struct label **place = place_of(tracer, key);

	return place != NULL ? *place : NULL;
}

static void free_label(struct label *label)
{
	if (label == NULL)
		return;
	free(label->text);
	free(label);
}

static struct label *new_label(const struct tracer *tracer, const char *text, const char *domain)
{
	struct label *label = calloc(1, sizeof(*label));

	if (label == NULL)
		return NULL;
	label->text = strdup(text);
	label->domain =
		domain != NULL ? nvtx_create_domain(tracer->nvtx, domain) : &tracer->nvtx->none;
	if (label->text == NULL || label->domain == NULL) {
		free_label(label);
		return NULL;
	}
	return label;
}

static bool put(struct tracer *tracer, const void *key, struct label *label)
{
	uint32_t index;

	if (label == NULL ||
		!mem_may_need(tracer->labels, tracer->labels_cap, (size_t)tracer->keys.count + 1) ||
		(index = idmap_may_add(&tracer->keys, (uintptr_t)key)) == IDMAP_NONE) {
		free_label(label);
		return false;
	}
	tracer->labels[index] = label;
	return true;
}

bool tracer_add(
	struct tracer *tracer, struct python_object *key, const char *text, const char *domain)
{
	if (label_of(tracer, key) != NULL)
		return true;
	if (!put(tracer, key, new_label(tracer, text, domain)))
		return false;
	tracer->python.ref(key);
	return true;
}

bool tracer_add_self(struct tracer *tracer, struct python_object *key)
{
	if (!tracer_add(tracer, key, "", NULL))
		return false;
	label_of(tracer, key)->is_of_self = true;
	return true;
}

bool tracer_add_weak(struct tracer *tracer, const void *key, const char *text)
{
	return label_of(tracer, key) != NULL || put(tracer, key, new_label(tracer, text, NULL));
}

void tracer_forget(struct tracer *tracer, const void *key)
{
	struct label **place = place_of(tracer, key);

	if (place == NULL)
		return;
	free_label(*place);
	*place = NULL;
}

/* --- ranges ------------------------------------------------------------------------------ */

/* Room for one more caller; the thread has none yet, or all are used. */
static __attribute__((noinline)) bool grow_callers(struct thread *thread)
{
	uint32_t epoch = thread_pause(thread);
	size_t cap = thread->caller_cap;
	bool grown = mem_may_need(thread->callers, cap, cap + 1);

	thread_resume(thread, epoch);
	thread->caller_cap = (uint32_t)cap;
	return grown;
}

/* A range of the label begins; its end is that of the key. */
static void push(struct tracer *tracer, const void *key, const struct label *label)
{
	struct thread *thread = thread_enter(tracer->nvtx->threads);

	if (thread == NULL || (thread->caller_count == thread->caller_cap && !grow_callers(thread)))
		return;
	if (nvtx_push(tracer->nvtx, label->domain, label->text) >= 0)
		thread->callers[thread->caller_count++] = key;
}

void tracer_push_self(struct tracer *tracer, const void *key, struct python_object *self)
{
	const struct python_abi *python = &tracer->python;
	struct label *label = label_of(tracer, self);

	if (label == NULL && tracer->name_self != NULL) {
		struct python_object *done = python->call(tracer->name_self, self, NULL);

		if (done == NULL)
			python->clear_error();
		else
			python->unref(done);
		label = label_of(tracer, self);
	}
	if (label != NULL)
		push(tracer, key, label);
}

/* The variable `self` of the frame that begins. */
static void push_frame(struct tracer *tracer, const void *key)
{
	const struct python_abi *python = &tracer->python;
	struct python_object *frame = python->frame();
	struct python_object *self =
		frame == NULL ? NULL : python->frame_variable(frame, tracer->self_text);

	if (self == NULL) {
		python->clear_error();
		return;
	}
	tracer_push_self(tracer, key, self);
	python->unref(self);
}

bool tracer_push(struct tracer *tracer, const void *key)
{
	struct label *label = label_of(tracer, key);

	if (label == NULL)
		return false;
	if (__builtin_expect(label->is_of_self, 0))
		push_frame(tracer, key);
	else
		push(tracer, key, label);
	return true;
}

/*
 * Ranges of functions inside it end, too: their ends were not seen, as when one of several
 * stacks that a thread alternates between (greenlets) is left forever.
 */
void tracer_pop(struct tracer *tracer, const void *key)
{
	struct thread *thread = thread_enter(tracer->nvtx->threads);
	uint32_t at = thread != NULL ? thread->caller_count : 0;

	while (at > 0 && thread->callers[at - 1] != key)
		at--;
	while (at > 0 && thread->caller_count >= at) {
		const struct label *label =
			label_of(tracer, thread->callers[--thread->caller_count]);

		/* an object that is gone was in the default domain */
		nvtx_pop(tracer->nvtx, label != NULL ? label->domain : &tracer->nvtx->none);
	}
}
