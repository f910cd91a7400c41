#include "base/mem.h"
#include "capture/program/nvtx_payloads.h"
#include "capture/program/payload_abi.h"
#include "capture/start/library.h"

/*
 * The functions that NVTX's payload extension calls, as those of nvtx_hooks.c. NCCL pops by one of
 * them what it pushed without. Ranges that these push have no names: those within payloads are
 * not read. Marks and started ranges, which would have neither, are left out.
 */
static struct nvtx *const nvtx = &library.program.nvtx;

static uint64_t on_schema(nvtxDomainHandle_t domain, const struct schema_attributes *attributes)
{
	return nvtx_register_schema(nvtx, library_domain(domain), attributes);
}

/* Values of enums are recorded as numbers. NCCL 2.18 calls this without a check. */
static uint64_t on_enum(UNUSED nvtxDomainHandle_t domain, UNUSED const void *attributes)
{
	return 0;
}

static int on_push(nvtxDomainHandle_t handle, const struct payload_data *list, size_t count)
{
	const struct domain *domain = library_domain(handle);
	int level = nvtx_push(nvtx, domain, "");

	if (level >= 0)
		payloads_add(
			nvtx, domain, &(const struct payloads){ .list = list, .count = count });
	return level;
}

static int on_pop(nvtxDomainHandle_t handle, const struct payload_data *list, size_t count)
{
	const struct domain *domain = library_domain(handle);

	payloads_add(nvtx, domain, &(const struct payloads){ .list = list, .count = count });
	return nvtx_pop(nvtx, domain);
}

static uint8_t on_is_enabled(nvtxDomainHandle_t domain)
{
	return library_domain(domain)->is_wanted;
}

/*
 * NVTX calls this for each module and each extension at its first use: fill the module's slots.
 * It sets those that are left empty to do nothing.
 */
EXPORTED int InitializeInjectionNvtxExtension(struct extension_module *module);
EXPORTED int InitializeInjectionNvtxExtension(struct extension_module *module)
{
	const intptr_t hooks[] = {
		[PAYLOAD_SCHEMA_REGISTER] = (intptr_t)on_schema,
		[PAYLOAD_ENUM_REGISTER] = (intptr_t)on_enum,
		[PAYLOAD_PUSH] = (intptr_t)on_push,
		[PAYLOAD_POP] = (intptr_t)on_pop,
		[PAYLOAD_DOMAIN_IS_ENABLED] = (intptr_t)on_is_enabled,
	};
	const struct extension_segment *segment;

	if (!library_prepare() || module == NULL || module->struct_size < sizeof(*module) ||
		module->module != PAYLOAD_MODULE ||
		module->compatibility >> 8 != PAYLOAD_MAJOR_VERSION || module->segment_count < 1)
		return 0;
	segment = &module->segments[0];
	for (size_t i = 0; i < ARRAY_SIZE(hooks) && i < segment->count; i++) {
		if (hooks[i] != 0)
			segment->slots[i] = hooks[i];
	}
	return 1;
}
