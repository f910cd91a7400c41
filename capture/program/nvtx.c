#include "capture/program/nvtx.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "capture/program/nvtx_message.h"
#include "capture/recorder.h"

#define EXPORTED __attribute__((visibility("default")))

/* What NVTX says of a tool that keeps no count of ranges. */
#define NOT_COUNTED NVTX_NO_PUSH_POP_TRACKING

bool nvtx_init(struct nvtx *nvtx)
{
	nvtx->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	names_init(&nvtx->strings);
	nvtx->none.is_wanted = config_wants_domain(&recorder.config, NULL);
	return true;
}

/* --- domains and registered strings ------------------------------------------------------ */

static struct domain *domain_of(nvtxDomainHandle_t handle)
{
	return handle != NULL ? (struct domain *)(void *)handle : &recorder.nvtx.none;
}

const char *domain_name(uint32_t id)
{
	const char *name = NULL;

	if (id == 0)
		return NULL;
	pthread_mutex_lock(&recorder.nvtx.lock);
	for (const struct domain *domain = recorder.nvtx.domains; domain != NULL;
		domain = domain->next) {
		if (domain->id == id)
			name = domain->name;
	}
	pthread_mutex_unlock(&recorder.nvtx.lock);
	return name;
}

uint32_t domain_count(void)
{
	uint32_t count;

	pthread_mutex_lock(&recorder.nvtx.lock);
	count = recorder.nvtx.domain_count;
	pthread_mutex_unlock(&recorder.nvtx.lock);
	return count;
}

/* With the lock: the text as it is kept for good; NULL: no memory. */
static const char *keep(struct nvtx *nvtx, const char *text)
{
	struct err err = { 0 };
	uint32_t id;

	if (text == NULL || !names_intern(&nvtx->strings, text, strlen(text), &id, &err))
		return NULL;
	return nvtx->strings.list[id].text;
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
	domain->is_wanted = config_wants_domain(&recorder.config, name);
	domain->next = nvtx->domains;
	nvtx->domains = domain;
	return domain;
}

/* --- ranges ------------------------------------------------------------------------------- */

/* The thread, when what it says is to be heard. */
static inline struct thread *enter(void)
{
	struct thread *thread;

	if (__builtin_expect(atomic_load_explicit(&recorder.is_off, memory_order_relaxed), 0))
		return NULL;
	thread = thread_self();
	return thread != NULL && !thread->is_busy ? thread : NULL;
}

static int push(struct thread *thread, const struct domain *domain, const char *text,
	struct span *span, const struct attributes *attributes)
{
	unsigned watch = WATCH_NONE;

	if (__builtin_expect(thread->spans > 0, 0))
		thread_drop_ended(thread);
	if (__builtin_expect(window_is_watching(&recorder.window), 0))
		watch = window_range_begins(&recorder.window, thread, domain->name, text);
	return thread_push(thread, domain->id, text, watch, span, attributes);
}

static int push_event(const struct domain *domain, const nvtxEventAttributes_t *event)
{
	struct thread *thread = enter();
	struct attributes attributes;
	struct message message;
	bool has_more;
	int level;

	if (thread == NULL || !domain->is_wanted)
		return NOT_COUNTED;
	message.heap = NULL;
	message_set_event(&message, event);
	has_more = message_read_attributes(event, &attributes);
	level = push(thread, domain, message.text, NULL, has_more ? &attributes : NULL);
	free(message.heap);
	return level;
}

static int pop(const struct domain *domain)
{
	struct thread *thread = enter();
	unsigned watch;
	int level;

	if (thread == NULL || !domain->is_wanted)
		return NOT_COUNTED;
	if (__builtin_expect(thread->spans > 0, 0))
		thread_drop_ended(thread);
	level = thread_pop(thread, domain->id, &watch);
	if (__builtin_expect(watch != WATCH_NONE, 0))
		window_range_ends(&recorder.window, watch);
	return level;
}

static nvtxRangeId_t start(
	const struct domain *domain, const char *text, const struct attributes *attributes)
{
	struct thread *thread = enter();
	struct span *span;

	if (thread == NULL || !domain->is_wanted)
		return 0;
	span = span_begin(&recorder.spans);
	if (span == NULL)
		return 0;
	if (push(thread, domain, text, span, attributes) < 0) {
		span_free(&recorder.spans, span);
		return 0;
	}
	return atomic_load_explicit(&span->id, memory_order_relaxed);
}

static nvtxRangeId_t start_event(const struct domain *domain, const nvtxEventAttributes_t *event)
{
	struct attributes attributes;
	struct message message;
	nvtxRangeId_t id;
	bool has_more;

	message.heap = NULL;
	message_set_event(&message, event);
	has_more = message_read_attributes(event, &attributes);
	id = start(domain, message.text, has_more ? &attributes : NULL);
	free(message.heap);
	return id;
}

static void end(nvtxRangeId_t id)
{
	struct thread *thread = enter();
	unsigned watch;

	if (thread == NULL || id == 0 ||
		!span_end(&recorder.spans, id, thread_clock(thread), &watch))
		return;
	if (thread->spans > 0)
		thread_drop_ended(thread);
	if (watch != WATCH_NONE)
		window_range_ends(&recorder.window, watch);
}

static void mark(const struct domain *domain, const char *text, const struct attributes *attributes)
{
	struct thread *thread = enter();

	if (thread == NULL || !domain->is_wanted || recorder.config.mode != MODE_TRACE ||
		!window_is_on(&recorder.window))
		return;
	thread_mark(thread, domain->id, text, attributes);
}

static void mark_event(const struct domain *domain, const nvtxEventAttributes_t *event)
{
	struct attributes attributes;
	struct message message;
	bool has_more;

	message.heap = NULL;
	message_set_event(&message, event);
	has_more = message_read_attributes(event, &attributes);
	mark(domain, message.text, has_more ? &attributes : NULL);
	free(message.heap);
}

/* A name that is given to something: `what` of trace mode's events. */
static void give_name(enum event_kind kind, uint32_t domain, uint64_t what, const char *name)
{
	struct thread *thread = enter();

	if (thread != NULL && recorder.config.mode == MODE_TRACE && name != NULL)
		thread_give_name(thread, kind, domain, what, name);
}

/* --- the functions of NVTX ------------------------------------------------------------------ */

static void on_mark_ex(const nvtxEventAttributes_t *event)
{
	mark_event(&recorder.nvtx.none, event);
}

static void on_mark_a(const char *text)
{
	mark(&recorder.nvtx.none, text != NULL ? text : "", NULL);
}

static void on_mark_w(const wchar_t *text)
{
	struct message message = { 0 };

	message_set_wide(&message, text);
	mark(&recorder.nvtx.none, message.text, NULL);
	free(message.heap);
}

static nvtxRangeId_t on_start_ex(const nvtxEventAttributes_t *event)
{
	return start_event(&recorder.nvtx.none, event);
}

static nvtxRangeId_t on_start_a(const char *text)
{
	return start(&recorder.nvtx.none, text != NULL ? text : "", NULL);
}

static nvtxRangeId_t on_start_w(const wchar_t *text)
{
	struct message message = { 0 };
	nvtxRangeId_t id;

	message_set_wide(&message, text);
	id = start(&recorder.nvtx.none, message.text, NULL);
	free(message.heap);
	return id;
}

static void on_end(nvtxRangeId_t id)
{
	end(id);
}

static int on_push_ex(const nvtxEventAttributes_t *event)
{
	return push_event(&recorder.nvtx.none, event);
}

static int on_push_a(const char *text)
{
	struct thread *thread = enter();

	if (thread == NULL || !recorder.nvtx.none.is_wanted)
		return NOT_COUNTED;
	return push(thread, &recorder.nvtx.none, text != NULL ? text : "", NULL, NULL);
}

static int on_push_w(const wchar_t *text)
{
	struct thread *thread = enter();
	struct message message = { 0 };
	int level;

	if (thread == NULL || !recorder.nvtx.none.is_wanted)
		return NOT_COUNTED;
	message_set_wide(&message, text);
	level = push(thread, &recorder.nvtx.none, message.text, NULL, NULL);
	free(message.heap);
	return level;
}

static int on_pop(void)
{
	return pop(&recorder.nvtx.none);
}

static void on_category_a(uint32_t category, const char *name)
{
	give_name(EVENT_CATEGORY, 0, category, name);
}

static void on_category_w(uint32_t category, const wchar_t *name)
{
	struct message message = { 0 };

	message_set_wide(&message, name);
	give_name(EVENT_CATEGORY, 0, category, message.text);
	free(message.heap);
}

static void on_thread_a(uint32_t tid, const char *name)
{
	give_name(EVENT_THREAD, 0, tid, name);
}

static void on_thread_w(uint32_t tid, const wchar_t *name)
{
	struct message message = { 0 };

	message_set_wide(&message, name);
	give_name(EVENT_THREAD, 0, tid, message.text);
	free(message.heap);
}

static void on_domain_mark(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
	mark_event(domain_of(domain), event);
}

static nvtxRangeId_t on_domain_start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
	return start_event(domain_of(domain), event);
}

static void on_domain_end(nvtxDomainHandle_t domain, nvtxRangeId_t id)
{
	(void)domain;
	end(id);
}

static int on_domain_push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
	return push_event(domain_of(domain), event);
}

static int on_domain_pop(nvtxDomainHandle_t domain)
{
	return pop(domain_of(domain));
}

static void on_domain_category_a(nvtxDomainHandle_t domain, uint32_t category, const char *name)
{
	give_name(EVENT_CATEGORY, domain_of(domain)->id, category, name);
}

static void on_domain_category_w(nvtxDomainHandle_t domain, uint32_t category, const wchar_t *name)
{
	struct message message = { 0 };

	message_set_wide(&message, name);
	give_name(EVENT_CATEGORY, domain_of(domain)->id, category, message.text);
	free(message.heap);
}

static nvtxStringHandle_t on_register_a(nvtxDomainHandle_t domain, const char *text)
{
	const char *kept;

	(void)domain;
	if (enter() == NULL)
		return NULL;
	pthread_mutex_lock(&recorder.nvtx.lock);
	kept = keep(&recorder.nvtx, text);
	pthread_mutex_unlock(&recorder.nvtx.lock);
	/* opaque to the program, and only ever read here */
	return (nvtxStringHandle_t)(uintptr_t)kept;
}

static nvtxStringHandle_t on_register_w(nvtxDomainHandle_t domain, const wchar_t *text)
{
	struct message message = { 0 };
	nvtxStringHandle_t handle;

	message_set_wide(&message, text);
	handle = on_register_a(domain, message.text);
	free(message.heap);
	return handle;
}

static nvtxDomainHandle_t on_create_a(const char *name)
{
	struct domain *domain;

	if (enter() == NULL)
		return NULL;
	pthread_mutex_lock(&recorder.nvtx.lock);
	domain = add_domain(&recorder.nvtx, keep(&recorder.nvtx, name));
	pthread_mutex_unlock(&recorder.nvtx.lock);
	return (nvtxDomainHandle_t)(void *)domain;
}

static nvtxDomainHandle_t on_create_w(const wchar_t *name)
{
	struct message message = { 0 };
	nvtxDomainHandle_t handle;

	message_set_wide(&message, name);
	handle = on_create_a(message.text);
	free(message.heap);
	return handle;
}

/* Ranges of a domain that is destroyed may still be open: it lives on. */
static void on_destroy(nvtxDomainHandle_t domain)
{
	(void)domain;
}

/* --- injection ------------------------------------------------------------------------------- */

typedef void (*nvtx_function)(void);

struct hook {
	unsigned id;
	nvtx_function function;
};

#define HOOK(id, function)                      \
	{                                       \
		(id), (nvtx_function)(function) \
	}

static const struct hook core_hooks[] = {
	HOOK(NVTX_CBID_CORE_MarkEx, on_mark_ex),
	HOOK(NVTX_CBID_CORE_MarkA, on_mark_a),
	HOOK(NVTX_CBID_CORE_MarkW, on_mark_w),
	HOOK(NVTX_CBID_CORE_RangeStartEx, on_start_ex),
	HOOK(NVTX_CBID_CORE_RangeStartA, on_start_a),
	HOOK(NVTX_CBID_CORE_RangeStartW, on_start_w),
	HOOK(NVTX_CBID_CORE_RangeEnd, on_end),
	HOOK(NVTX_CBID_CORE_RangePushEx, on_push_ex),
	HOOK(NVTX_CBID_CORE_RangePushA, on_push_a),
	HOOK(NVTX_CBID_CORE_RangePushW, on_push_w),
	HOOK(NVTX_CBID_CORE_RangePop, on_pop),
	HOOK(NVTX_CBID_CORE_NameCategoryA, on_category_a),
	HOOK(NVTX_CBID_CORE_NameCategoryW, on_category_w),
	HOOK(NVTX_CBID_CORE_NameOsThreadA, on_thread_a),
	HOOK(NVTX_CBID_CORE_NameOsThreadW, on_thread_w),
};

static const struct hook core2_hooks[] = {
	HOOK(NVTX_CBID_CORE2_DomainMarkEx, on_domain_mark),
	HOOK(NVTX_CBID_CORE2_DomainRangeStartEx, on_domain_start),
	HOOK(NVTX_CBID_CORE2_DomainRangeEnd, on_domain_end),
	HOOK(NVTX_CBID_CORE2_DomainRangePushEx, on_domain_push),
	HOOK(NVTX_CBID_CORE2_DomainRangePop, on_domain_pop),
	HOOK(NVTX_CBID_CORE2_DomainNameCategoryA, on_domain_category_a),
	HOOK(NVTX_CBID_CORE2_DomainNameCategoryW, on_domain_category_w),
	HOOK(NVTX_CBID_CORE2_DomainRegisterStringA, on_register_a),
	HOOK(NVTX_CBID_CORE2_DomainRegisterStringW, on_register_w),
	HOOK(NVTX_CBID_CORE2_DomainCreateA, on_create_a),
	HOOK(NVTX_CBID_CORE2_DomainCreateW, on_create_w),
	HOOK(NVTX_CBID_CORE2_DomainDestroy, on_destroy),
};

static bool set_hooks(const NvtxExportTableCallbacks *callbacks, NvtxCallbackModule module,
	const struct hook *hooks, size_t count)
{
	NvtxFunctionTable table = NULL;
	unsigned size = 0;

	if (!callbacks->GetModuleFunctionTable(module, &table, &size) || table == NULL)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (hooks[i].id < size && table[hooks[i].id] != NULL)
			*table[hooks[i].id] = hooks[i].function;
	}
	return true;
}

/*
 * NVTX calls this for each module at its first use: fill the module's table.
 * Source: nvtxDetail/nvtxInit.h of NVTX 3.
 */
EXPORTED int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table);
EXPORTED int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table)
{
	const NvtxExportTableCallbacks *callbacks;

	if (!recorder_prepare() || !recorder.config.nvtx)
		return 0;
	callbacks = get_table(NVTX_ETID_CALLBACKS);
	if (callbacks == NULL || callbacks->struct_size < sizeof(*callbacks))
		return 0;
	if (!set_hooks(callbacks, NVTX_CB_MODULE_CORE, core_hooks, ARRAY_SIZE(core_hooks)) ||
		!set_hooks(callbacks, NVTX_CB_MODULE_CORE2, core2_hooks, ARRAY_SIZE(core2_hooks)))
		return 0;
	if (!recorder.config.cuda)
		recorder_start();
	return 1;
}
