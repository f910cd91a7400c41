#include "capture/program/nvtx.h"

#include "capture/program/nvtx_payloads.h"
#include "capture/program/thread_events.h"
#include "capture/program/thread_quick.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"
#include "capture/recorder.h"

void nvtx_init(struct nvtx *nvtx, struct recorder *recorder, struct threads *threads)
{
	nvtx->recorder = recorder;
	nvtx->threads = threads;
	nvtx->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	names_init(&nvtx->strings);
	nvtx->none.is_wanted = config_wants_domain(&recorder->config, NULL);
}

/* --- domains and registered strings ------------------------------------------------------ */

const char *nvtx_domain_name(struct nvtx *nvtx, uint32_t id)
{
	const char *name = NULL;

	if (id == 0)
		return NULL;
	pthread_mutex_lock(&nvtx->lock);
	for (const struct domain *domain = nvtx->domains; domain != NULL; domain = domain->next) {
		if (domain->id == id)
			name = domain->name;
	}
	pthread_mutex_unlock(&nvtx->lock);
	return name;
}

uint32_t nvtx_domain_count(struct nvtx *nvtx)
{
	uint32_t count;

	pthread_mutex_lock(&nvtx->lock);
	count = nvtx->domain_count;
	pthread_mutex_unlock(&nvtx->lock);
	return count;
}

static struct domain *add_domain(struct nvtx *nvtx, const char *name)
{
	struct domain *domain;

	if (name == NULL)
		return NULL;
	for (domain = nvtx->domains; domain != NULL; domain = domain->next) {
		if (domain->name == name)
			return domain;
	}
	domain = calloc(1, sizeof(*domain));
	if (domain == NULL)
		return NULL;
	domain->name = name;
	domain->id = ++nvtx->domain_count;
	domain->is_wanted = config_wants_domain(&nvtx->recorder->config, name);
	domain->next = nvtx->domains;
	nvtx->domains = domain;
	return domain;
}

/* Whether to keep a name: also before capturing is started, since the program names things once. */
static bool keeps_names(struct nvtx *nvtx)
{
	return recorder_is_idle(nvtx->recorder) || thread_enter(nvtx->threads) != NULL;
}

const char *nvtx_register(struct nvtx *nvtx, const char *text)
{
	const char *kept;

	if (!keeps_names(nvtx))
		return NULL;
	pthread_mutex_lock(&nvtx->lock);
	kept = schemas_keep(&nvtx->strings, text);
	pthread_mutex_unlock(&nvtx->lock);
	return kept;
}

uint64_t nvtx_register_schema(
	struct nvtx *nvtx, const struct domain *domain, const struct schema_attributes *attributes)
{
	uint64_t id;

	if (recorder_is_forked(nvtx->recorder))
		return 0;
	pthread_mutex_lock(&nvtx->lock);
	id = schemas_add(&nvtx->schemas, &nvtx->strings, domain->id, attributes);
	pthread_mutex_unlock(&nvtx->lock);
	return id;
}

struct domain *nvtx_create_domain(struct nvtx *nvtx, const char *name)
{
	struct domain *domain;

	if (!keeps_names(nvtx))
		return NULL;
	pthread_mutex_lock(&nvtx->lock);
	domain = add_domain(nvtx, schemas_keep(&nvtx->strings, name));
	pthread_mutex_unlock(&nvtx->lock);
	return domain;
}

/* --- ranges ------------------------------------------------------------------------------- */

/* A range that begins (1) or ends (-1), and that is not captured. */
static int pass(const struct nvtx *nvtx, const struct domain *domain, int change)
{
	if (recorder_is_off(nvtx->recorder) && domain->is_wanted)
		thread_unseen += change;
	return NVTX_NO_PUSH_POP_TRACKING;
}

static int push(
	struct thread *thread, const struct domain *domain, const char *text, struct span *span)
{
	uint32_t epoch = thread_pause(thread);
	unsigned watch = WATCH_NONE;
	int level;

	if (__builtin_expect(thread->spans > 0, 0))
		thread_drop_ended(thread);
	if (__builtin_expect(window_is_watching(thread->all->window), 0))
		watch = window_range_begins(thread->all->window, thread, domain->name, text);
	else if (window_is_on(thread->all->window))
		watch = window_step_begins(thread->all->window, thread, text);
	level = thread_push(thread, domain->id, text, watch, span);
	thread_resume(thread, epoch);
	return level;
}

/* The fast path of trace mode; -1: take the slow path. */
static inline int push_traced(struct thread *thread, const struct domain *domain, const char *text)
{
	uint32_t epoch;
	int level;

	if (!is_traced_quick(thread))
		return -1;
	epoch = thread_pause(thread);
	level = quick_push_traced(thread, domain->id, text);
	thread_resume(thread, epoch);
	return level;
}

/* A function of its own, so that the fast path needs no stack frame. */
static __attribute__((noinline)) int push_text(
	struct nvtx *nvtx, const struct domain *domain, const char *text)
{
	struct thread *thread = thread_enter(nvtx->threads);
	int level;

	if (thread == NULL || !domain->is_wanted)
		return pass(nvtx, domain, 1);
	level = push_traced(thread, domain, text);
	return level >= 0 ? level : push(thread, domain, text, NULL);
}

int nvtx_push(struct nvtx *nvtx, const struct domain *domain, const char *text)
{
	struct thread *thread = thread_quick(nvtx->threads);
	int level = thread != NULL ? quick_push(thread, domain->id, text) : -1;

	return __builtin_expect(level >= 0, 1) ? level : push_text(nvtx, domain, text);
}

/* Those of a list are in the program's memory. */
static struct payloads read_payloads(const nvtxEventAttributes_t *event)
{
	struct payloads payloads = { 0 };

	if (event == NULL || event->size < sizeof(*event))
		return payloads;
	if (event->payloadType == PAYLOAD_TYPE_EXTENDED) {
		payloads.list = (const struct payload_data *)(uintptr_t)event->payload.ullValue;
		payloads.count = (uint32_t)event->reserved0;
	} else if (event->payloadType >= NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 &&
		   event->payloadType <= NVTX_PAYLOAD_TYPE_FLOAT) {
		payloads.type = (uint32_t)event->payloadType;
		payloads.number = event->payload.ullValue;
	}
	return payloads;
}

static __attribute__((noinline)) int push_event(
	struct nvtx *nvtx, const struct domain *domain, const nvtxEventAttributes_t *event)
{
	const struct payloads payloads = read_payloads(event);
	const char *text = nvtx_text(event);
	int level = push_text(nvtx, domain, text != NULL ? text : "");

	if (level >= 0)
		payloads_add(nvtx, domain, &payloads);
	return level;
}

int nvtx_push_event(
	struct nvtx *nvtx, const struct domain *domain, const nvtxEventAttributes_t *event)
{
	struct thread *thread = thread_quick(nvtx->threads);
	const char *text = thread != NULL ? nvtx_text(event) : NULL;
	int level = text != NULL ? quick_push(thread, domain->id, text) : -1;

	if (__builtin_expect(level >= 0, 1))
		return level;
	return recorder_is_off(nvtx->recorder) ? pass(nvtx, domain, 1)
					       : push_event(nvtx, domain, event);
}

static __attribute__((noinline)) int pop(struct nvtx *nvtx, const struct domain *domain)
{
	struct thread *thread = thread_enter(nvtx->threads);
	uint32_t epoch;
	unsigned watch;
	int level = -1;

	if (thread == NULL || !domain->is_wanted)
		return pass(nvtx, domain, -1);
	epoch = thread_pause(thread);
	if (is_traced_quick(thread))
		level = quick_pop_traced(thread, domain->id);
	if (level >= 0) {
		thread_resume(thread, epoch);
		return level;
	}
	if (__builtin_expect(thread->spans > 0, 0))
		thread_drop_ended(thread);
	level = thread_pop(thread, domain->id, &watch);
	if (__builtin_expect(watch != WATCH_NONE, 0))
		window_range_ends(thread->all->window, watch);
	/* the last one ended before the window opened: none is missing */
	if (level < 0 && thread_unseen > 0 && --thread_unseen == 0 &&
		window_is_before(thread->all->window))
		atomic_fetch_sub(&thread->all->inside, 1);
	thread_resume(thread, epoch);
	return level;
}

int nvtx_pop(struct nvtx *nvtx, const struct domain *domain)
{
	struct thread *thread = thread_quick(nvtx->threads);
	int level = thread != NULL ? quick_pop(thread, domain->id) : -1;

	return __builtin_expect(level >= 0, 1) ? level : pop(nvtx, domain);
}

nvtxRangeId_t nvtx_start(struct nvtx *nvtx, const struct domain *domain, const char *text,
	const nvtxEventAttributes_t *event)
{
	struct payloads payloads = read_payloads(event);
	struct thread *thread = thread_enter(nvtx->threads);
	nvtxRangeId_t id = 0;
	struct span *span;
	uint32_t epoch;

	if (thread == NULL || !domain->is_wanted)
		return 0;
	epoch = thread_pause(thread);
	span = span_begin(thread->all->spans);
	if (span != NULL && push(thread, domain, text != NULL ? text : "", span) >= 0)
		id = atomic_load_explicit(&span->id, memory_order_relaxed);
	else if (span != NULL)
		span_free(thread->all->spans, span);
	thread_resume(thread, epoch);
	payloads.of_started = true;
	if (id != 0)
		payloads_add(nvtx, domain, &payloads);
	return id;
}

void nvtx_end(struct nvtx *nvtx, nvtxRangeId_t id)
{
	struct thread *thread = thread_enter(nvtx->threads);
	unsigned watch = WATCH_NONE;
	uint32_t epoch;

	if (thread == NULL || id == 0)
		return;
	epoch = thread_pause(thread);
	if (span_end(thread->all->spans, id, thread_clock(thread), &watch) && thread->spans > 0)
		thread_drop_ended(thread);
	if (watch != WATCH_NONE)
		window_range_ends(thread->all->window, watch);
	thread_resume(thread, epoch);
}

void nvtx_mark(struct nvtx *nvtx, const struct domain *domain, const char *text,
	const nvtxEventAttributes_t *event)
{
	const struct payloads payloads = read_payloads(event);
	struct thread *thread = thread_enter(nvtx->threads);
	uint32_t epoch;

	if (thread == NULL || !domain->is_wanted || !recorder_is_trace(nvtx->recorder) ||
		!window_is_on(thread->all->window))
		return;
	epoch = thread_pause(thread);
	thread_mark(thread, domain->id, text != NULL ? text : "", payloads.number, payloads.type);
	thread_resume(thread, epoch);
}

void nvtx_name_thread(struct nvtx *nvtx, uint32_t tid, const char *name)
{
	struct thread *thread = thread_enter(nvtx->threads);
	uint32_t epoch;

	if (thread == NULL || !recorder_is_trace(nvtx->recorder) || name == NULL)
		return;
	epoch = thread_pause(thread);
	thread_name(thread, tid, name);
	thread_resume(thread, epoch);
}
