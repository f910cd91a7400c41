#define _GNU_SOURCE /* dladdr */
#include "capture/device/cupti.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture/device/cupti_abi.h"
#include "capture/device/cupti_search.h"

void *cupti_driver_function(const char *name)
{
	void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
	void *function = driver != NULL ? dlsym(driver, name) : NULL;

	/* Drops the reference of dlopen(); the driver stays loaded. */
	if (driver != NULL)
		dlclose(driver);
	return function;
}

int cupti_driver_version(void)
{
	int (*get_version)(int *version);
	int version = 0;

	*(void **)&get_version = cupti_driver_function("cuDriverGetVersion");
	return get_version != NULL && get_version(&version) == 0 ? version : 0;
}

static bool find_functions(struct cupti *cupti, struct err *err)
{
	const struct {
		const char *name;
		void *where; /* a function pointer in `cupti` */
		enum { NEEDED, OPTIONAL } use;
	} functions[] = {
		{ "cuptiGetVersion", &cupti->get_version, NEEDED },
		{ "cuptiGetResultString", &cupti->get_result_string, NEEDED },
		{ "cuptiSubscribe", &cupti->subscribe, NEEDED },
		{ "cuptiEnableCallback", &cupti->enable_callback, NEEDED },
		{ "cuptiGetCallbackName", &cupti->get_callback_name, NEEDED },
		{ "cuptiActivityEnable", &cupti->activity_enable, NEEDED },
		{ "cuptiActivityDisable", &cupti->activity_disable, NEEDED },
		{ "cuptiActivityRegisterCallbacks", &cupti->register_callbacks, NEEDED },
		{ "cuptiActivityGetNextRecord", &cupti->get_next_record, NEEDED },
		{ "cuptiActivityGetNumDroppedRecords", &cupti->get_dropped, NEEDED },
		{ "cuptiActivityFlushAll", &cupti->flush_all, NEEDED },
		{ "cuptiGetTimestamp", &cupti->get_timestamp, NEEDED },
		{ "cuptiUnsubscribe", &cupti->unsubscribe, OPTIONAL },
		{ "cuptiGetCallbackState", &cupti->get_callback_state, OPTIONAL },
		{ "cuptiActivityRegisterTimestampCallback", &cupti->register_clock, OPTIONAL },
		{ "cuptiGetGraphNodeId", &cupti->get_graph_node_id, OPTIONAL },
		{ "cuptiGetGraphId", &cupti->get_graph_id, OPTIONAL },
		{ "cuptiGetGraphExecId", &cupti->get_graph_exec_id, OPTIONAL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		void *function = dlsym(cupti->handle, functions[i].name);

		if (function == NULL && functions[i].use == NEEDED)
			return err_set(err, ERR_IO, "CUPTI has no %s: it is older than CUDA 11.0",
				functions[i].name);
		/* POSIX: a function pointer fits in a void * */
		memcpy(functions[i].where, &function, sizeof(function));
	}
	return true;
}

bool cupti_load(struct cupti *cupti, const char *path, struct err *err)
{
	int result;

	cupti->handle = path != NULL ? dlopen(path, RTLD_LAZY | RTLD_LOCAL)
				     : cupti_search(cupti_driver_version() / 1000);
	if (cupti->handle == NULL) {
		/* reads this thread's own last error */
		const char *why = dlerror(); /* NOLINT(concurrency-mt-unsafe) */

		if (path != NULL)
			return err_set(
				err, ERR_IO, "cannot load CUPTI: %s", why != NULL ? why : path);
		return err_set(err, ERR_IO,
			"found no libcupti.so; set GPUFLAME_CUPTI to its path (CUDA has it in "
			"extras/CUPTI/lib64, pip in nvidia/cuda_cupti/lib or nvidia/cu13/lib)");
	}
	if (!find_functions(cupti, err))
		return false;
	result = cupti->get_version(&cupti->version);
	if (result != CUPTI_OK)
		return err_set(err, ERR_IO, "cannot get the version of CUPTI (error %d)", result);
	if (cupti->version >= CUPTI_VERSION_BAD_CLOCK && cupti->version < CUPTI_VERSION_GOOD_CLOCK)
		cupti->register_clock = NULL;
	return true;
}

const char *cupti_path(const struct cupti *cupti)
{
	Dl_info info;

	return cupti->handle != NULL &&
			       dladdr(*(void *const *)(const void *)&cupti->get_version, &info) != 0
		       ? info.dli_fname
		       : NULL;
}

void cupti_describe(const struct cupti *cupti, char text[CUPTI_WHY_SIZE / 2])
{
	const char *path = cupti_path(cupti);
	int driver = cupti_driver_version();

	int len = snprintf(text, CUPTI_WHY_SIZE / 2, "CUPTI %u (%s)", cupti->version,
		path != NULL ? path : "?");

	if (driver > 0 && len < CUPTI_WHY_SIZE / 2)
		snprintf(text + len, CUPTI_WHY_SIZE / 2 - (size_t)len, ", driver for CUDA %d.%d",
			driver / 1000, driver % 1000 / 10);
}

/* Of results whose name does not say what is wrong. */
static const char *hint(int result)
{
	switch (result) {
	case CUPTI_NOT_INITIALIZED:
		return "; is it newer than the driver?";
	case CUPTI_INSUFFICIENT_PRIVILEGES:
		return "; the driver may reserve profiling for root "
		       "(NVreg_RestrictProfilingToAdminUsers)";
	case CUPTI_VIRTUALIZED_PRIVILEGES:
		return "; the hypervisor does not allow a virtual GPU (vGPU) to be profiled";
	default:
		return "";
	}
}

void cupti_explain(const struct cupti *cupti, int result, char text[CUPTI_WHY_SIZE])
{
	char versions[CUPTI_WHY_SIZE / 2];
	const char *name = NULL;

	if (cupti->get_result_string(result, &name) != CUPTI_OK || name == NULL)
		name = "CUPTI error";
	cupti_describe(cupti, versions);
	snprintf(text, CUPTI_WHY_SIZE, "%s (%d)%s; %s", name, result, hint(result), versions);
}
