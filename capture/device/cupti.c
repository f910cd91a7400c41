#include "capture/device/cupti.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/device/cupti_abi.h"
#include "capture/device/cupti_search.h"

int cupti_driver_version(void)
{
	void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
	int (*get_version)(int *version);
	int version = 0;

	if (driver == NULL)
		return 0;
	*(void **)&get_version = dlsym(driver, "cuDriverGetVersion");
	if (get_version == NULL || get_version(&version) != 0)
		version = 0;
	/* Drops the reference of dlopen(); the driver stays loaded. */
	dlclose(driver);
	return version;
}

static bool find_functions(struct cupti *cupti, struct err *err)
{
	const struct {
		const char *name;
		void *where; /* a function pointer in `cupti` */
		bool needed;
	} functions[] = {
		{ "cuptiGetVersion", &cupti->get_version, true },
		{ "cuptiGetResultString", &cupti->get_result_string, true },
		{ "cuptiSubscribe", &cupti->subscribe, true },
		{ "cuptiEnableCallback", &cupti->enable_callback, true },
		{ "cuptiEnableDomain", &cupti->enable_domain, true },
		{ "cuptiGetCallbackName", &cupti->get_callback_name, true },
		{ "cuptiActivityEnable", &cupti->activity_enable, true },
		{ "cuptiActivityDisable", &cupti->activity_disable, true },
		{ "cuptiActivityRegisterCallbacks", &cupti->register_callbacks, true },
		{ "cuptiActivityGetNextRecord", &cupti->get_next_record, true },
		{ "cuptiActivityGetNumDroppedRecords", &cupti->get_dropped, true },
		{ "cuptiActivityFlushAll", &cupti->flush_all, true },
		{ "cuptiGetTimestamp", &cupti->get_timestamp, true },
		{ "cuptiUnsubscribe", &cupti->unsubscribe, false },
		{ "cuptiActivityRegisterTimestampCallback", &cupti->register_clock, false },
		{ "cuptiGetGraphNodeId", &cupti->get_graph_node_id, false },
		{ "cuptiGetGraphId", &cupti->get_graph_id, false },
		{ "cuptiGetGraphExecId", &cupti->get_graph_exec_id, false },
		{ "cuptiSubscribe_v2", &cupti->v2.subscribe, false },
		{ "cuptiActivityEnable_v2", &cupti->v2.activity_enable, false },
		{ "cuptiActivityDisable_v2", &cupti->v2.activity_disable, false },
		{ "cuptiActivityRegisterCallbacks_v2", &cupti->v2.register_callbacks, false },
		{ "cuptiActivityGetNextRecord_v2", &cupti->v2.get_next_record, false },
		{ "cuptiActivityGetNumDroppedRecords_v2", &cupti->v2.get_dropped, false },
		{ "cuptiGetTimestamp_v2", &cupti->v2.get_timestamp, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		void *function = dlsym(cupti->handle, functions[i].name);

		if (function == NULL && functions[i].needed)
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

void cupti_explain(const struct cupti *cupti, int result, char *text, size_t size)
{
	const char *name = NULL;

	if (cupti->get_result_string(result, &name) != CUPTI_OK || name == NULL)
		name = "CUPTI error";
	snprintf(text, size, "%s (%d)", name, result);
}

static bool has_v2(const struct cupti *cupti)
{
	const struct cupti_v2 *v2 = &cupti->v2;

	return cupti->version >= CUPTI_VERSION_SIDE_BY_SIDE && cupti->unsubscribe != NULL &&
	       v2->subscribe != NULL && v2->activity_enable != NULL &&
	       v2->activity_disable != NULL && v2->register_callbacks != NULL &&
	       v2->get_next_record != NULL && v2->get_dropped != NULL && v2->get_timestamp != NULL;
}

bool cupti_subscribe_v2(
	struct cupti *cupti, cupti_callback *callback, void *user, void **subscriber)
{
	struct cupti_subscription subscription = {
		.size = sizeof(subscription),
		.name = "gpuflame",
		.allows_others = 1,
	};
	uint64_t now;

	if (!has_v2(cupti) ||
		cupti->v2.subscribe(subscriber, callback, user, &subscription) != CUPTI_OK)
		return false;
	/* with older drivers some of it is missing */
	if (cupti->v2.get_timestamp(*subscriber, &now) != CUPTI_OK) {
		(void)cupti->unsubscribe(*subscriber);
		*subscriber = NULL;
		return false;
	}
	cupti->v2.subscriber = *subscriber;
	/* the clock is the process's, and belongs to the other interface */
	cupti->register_clock = NULL;
	return true;
}
