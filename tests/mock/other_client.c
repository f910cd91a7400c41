#include <stdio.h>
#include <stdlib.h>

#include "capture/device/cupti_abi.h"
#include "tests/mock/driver.h"

/*
 * Another client of CUPTI, as Kineto is from August 2026 on: it never subscribes, takes
 * the process's only pair of buffer callbacks, and disables all kinds when it is done.
 */
typedef void request_fn(uint8_t **buffer, size_t *size, size_t *max_records);
typedef void complete_fn(
	void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid);

int cuptiActivityRegisterCallbacks(request_fn *request, complete_fn *complete);
int cuptiActivityEnable(int kind);
int cuptiActivityDisable(int kind);
int cuptiActivityFlushAll(uint32_t flag);
int cuptiFinalize(void);

static const int kinds[] = { CUPTI_MEMCPY, CUPTI_MEMSET, CUPTI_CONCURRENT_KERNEL, CUPTI_MEMCPY2 };

/* As our own buffers are: records begin 64 bytes after the beginning of a page. */
static void request(uint8_t **buffer, size_t *size, size_t *max_records)
{
	uint8_t *page = aligned_alloc(4096, 1 << 16);

	if (page == NULL)
		abort();
	memset(page, 0x5a, 64);
	*buffer = page + 64;
	*size = (1 << 16) - 64;
	*max_records = 0;
}

static void complete(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
	/* ours, or another client's: Kineto frees only what it knows */
	(void)context, (void)stream, (void)buffer, (void)size, (void)valid;
}

bool driver_play_other(const char *command, const char *rest)
{
	bool starts = strcmp(rest, "start") == 0;

	if (strcmp(command, "other") != 0)
		return false;
	if (strcmp(rest, "finalize") == 0)
		return cuptiFinalize() == CUPTI_OK;
	if (starts && cuptiActivityRegisterCallbacks(request, complete) != CUPTI_OK)
		driver_die("CUPTI accepts no buffers", rest);
	if (strcmp(rest, "stop") == 0)
		(void)cuptiActivityFlushAll(CUPTI_FLUSH_FORCED);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		(void)(starts ? cuptiActivityEnable : cuptiActivityDisable)(kinds[i]);
	return true;
}
