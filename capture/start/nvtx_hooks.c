#include <wchar.h>

#include "capture/program/nvtx.h"
#include "capture/start/library.h"

/*
 * The functions that NVTX calls. Every module of the program that was built with its
 * headers has its own table of functions, which all lead here, without a context.
 */
static struct nvtx *const nvtx = &library.program.nvtx;
static const struct domain *const none = &library.program.nvtx.none;

static void on_mark_ex(const nvtxEventAttributes_t *event)
{
	nvtx_mark(nvtx, none, nvtx_text(event), event);
}

static void on_mark_a(const char *text)
{
	nvtx_mark(nvtx, none, text, NULL);
}

static nvtxRangeId_t on_start_ex(const nvtxEventAttributes_t *event)
{
	return nvtx_start(nvtx, none, nvtx_text(event), event);
}

static nvtxRangeId_t on_start_a(const char *text)
{
	return nvtx_start(nvtx, none, text, NULL);
}

static void on_end(nvtxRangeId_t id)
{
	nvtx_end(nvtx, id);
}

static int on_push_ex(const nvtxEventAttributes_t *event)
{
	return nvtx_push_event(nvtx, none, event);
}

static int on_push_a(const char *text)
{
	return nvtx_push(nvtx, none, text != NULL ? text : "");
}

/* Programs for Linux have no wide texts: such a range has no name. */
static int on_push_w(UNUSED const wchar_t *text)
{
	return nvtx_push(nvtx, none, "");
}

static int on_pop(void)
{
	return nvtx_pop(nvtx, none);
}

static void on_thread_a(uint32_t tid, const char *name)
{
	nvtx_name_thread(nvtx, tid, name);
}

static void on_domain_mark(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
	nvtx_mark(nvtx, library_domain(domain), nvtx_text(event), event);
}

static nvtxRangeId_t on_domain_start(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
	return nvtx_start(nvtx, library_domain(domain), nvtx_text(event), event);
}

static void on_domain_end(UNUSED nvtxDomainHandle_t domain, nvtxRangeId_t id)
{
	nvtx_end(nvtx, id);
}

static int on_domain_push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
	return nvtx_push_event(nvtx, library_domain(domain), event);
}

static int on_domain_pop(nvtxDomainHandle_t domain)
{
	return nvtx_pop(nvtx, library_domain(domain));
}

static nvtxStringHandle_t on_register_a(UNUSED nvtxDomainHandle_t domain, const char *text)
{
	/* opaque to the program, and only read here */
	return (nvtxStringHandle_t)(uintptr_t)nvtx_register(nvtx, text);
}

static nvtxDomainHandle_t on_create_a(const char *name)
{
	return (nvtxDomainHandle_t)(void *)nvtx_create_domain(nvtx, name);
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
	HOOK(NVTX_CBID_CORE_RangeStartEx, on_start_ex),
	HOOK(NVTX_CBID_CORE_RangeStartA, on_start_a),
	HOOK(NVTX_CBID_CORE_RangeEnd, on_end),
	HOOK(NVTX_CBID_CORE_RangePushEx, on_push_ex),
	HOOK(NVTX_CBID_CORE_RangePushA, on_push_a),
	HOOK(NVTX_CBID_CORE_RangePushW, on_push_w),
	HOOK(NVTX_CBID_CORE_RangePop, on_pop),
	HOOK(NVTX_CBID_CORE_NameOsThreadA, on_thread_a),
};

static const struct hook core2_hooks[] = {
	HOOK(NVTX_CBID_CORE2_DomainMarkEx, on_domain_mark),
	HOOK(NVTX_CBID_CORE2_DomainRangeStartEx, on_domain_start),
	HOOK(NVTX_CBID_CORE2_DomainRangeEnd, on_domain_end),
	HOOK(NVTX_CBID_CORE2_DomainRangePushEx, on_domain_push),
	HOOK(NVTX_CBID_CORE2_DomainRangePop, on_domain_pop),
	HOOK(NVTX_CBID_CORE2_DomainRegisterStringA, on_register_a),
	HOOK(NVTX_CBID_CORE2_DomainCreateA, on_create_a),
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

	if (!library_prepare())
		return 0;
	callbacks = get_table(NVTX_ETID_CALLBACKS);
	if (callbacks == NULL || callbacks->struct_size < sizeof(*callbacks))
		return 0;
	if (!set_hooks(callbacks, NVTX_CB_MODULE_CORE, core_hooks, ARRAY_SIZE(core_hooks)) ||
		!set_hooks(callbacks, NVTX_CB_MODULE_CORE2, core2_hooks, ARRAY_SIZE(core2_hooks)))
		return 0;
	return 1;
}
