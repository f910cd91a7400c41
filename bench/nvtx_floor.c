/*
 * An injection into NVTX that does the least that NVTX requires, which is to return the depth:
 * what a range costs with any profiler.
 */
#include <nvtx3/nvToolsExt.h>

__attribute__((visibility("default"))) int InitializeInjectionNvtx2(
	NvtxGetExportTableFunc_t get_table);

static _Thread_local int depth;

static int push(const void *text_or_event)
{
	(void)text_or_event;
	return depth++;
}

static int pop(void)
{
	return --depth;
}

static int push_domain(const void *domain, const void *event)
{
	(void)domain;
	return push(event);
}

static int pop_domain(const void *domain)
{
	(void)domain;
	return pop();
}

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table)
{
	const NvtxExportTableCallbacks *callbacks = get_table(NVTX_ETID_CALLBACKS);
	NvtxFunctionTable core, core2;
	unsigned size;

	if (callbacks == NULL ||
		!callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &core, &size) ||
		!callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &core2, &size))
		return 0;
	*core[NVTX_CBID_CORE_RangePushA] = (void (*)(void))push;
	*core[NVTX_CBID_CORE_RangePop] = (void (*)(void))pop;
	*core2[NVTX_CBID_CORE2_DomainRangePushEx] = (void (*)(void))push_domain;
	*core2[NVTX_CBID_CORE2_DomainRangePop] = (void (*)(void))pop_domain;
	return 1;
}
