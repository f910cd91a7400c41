#include <stddef.h>
#include <stdint.h>

#include "capture/device/cupti.h"
#include "capture/device/cupti_abi.h"
#include "tests/mock/mock_answers.h"

/*
 * The interface of CUDA 13.3 for clients side by side. The first subscriber is the one
 * whose records the mock makes; while it is there, the other interface is refused, as
 * the real one refuses it. Later subscribers that allow others get no records here.
 */
int cuptiSubscribe(void **subscriber, cupti_callback *callback, void *user);
int cuptiActivityEnable(int kind);
int cuptiActivityDisable(int kind);
int cuptiActivityRegisterCallbacks(cupti_request *request, cupti_complete *complete);
int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, uint8_t **record);
int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *dropped);
int cuptiGetTimestamp(uint64_t *ns);

static void *first;
static cupti_request_v2 *request_v2;
static cupti_complete_v2 *complete_v2;

void mock_forget_v2(void)
{
	first = NULL;
}

/* Call the other interface from here, where it is not refused. */
#define INSIDE(call)                  \
	do {                          \
		int result_;          \
		mock_enter_v2(true);  \
		result_ = (call);     \
		mock_enter_v2(false); \
		return result_;       \
	} while (0)

int cuptiSubscribe_v2(void **subscriber, cupti_callback *callback, void *user,
	struct cupti_subscription *subscription);
int cuptiSubscribe_v2(void **subscriber, cupti_callback *callback, void *user,
	struct cupti_subscription *subscription)
{
	static int others[8];
	static size_t count;
	int failed = mock_failure(__func__);

	if (failed != CUPTI_OK)
		return failed;
	if (subscription->size != 40 || subscription->allows_others != 1)
		return 1;
	if (first != NULL) {
		*subscriber = &others[count++ % 8];
		return CUPTI_OK;
	}
	failed = cuptiSubscribe(subscriber, callback, user);
	if (failed == CUPTI_OK) {
		first = *subscriber;
		mock_refuse_v1(true);
	}
	return failed;
}

int cuptiActivityEnable_v2(void *subscriber, int kind, void *config);
int cuptiActivityEnable_v2(void *subscriber, int kind, void *config)
{
	(void)config;
	if (subscriber != first)
		return CUPTI_OK;
	INSIDE(cuptiActivityEnable(kind));
}

int cuptiActivityDisable_v2(void *subscriber, int kind, void *config);
int cuptiActivityDisable_v2(void *subscriber, int kind, void *config)
{
	(void)config;
	if (subscriber != first)
		return CUPTI_OK;
	INSIDE(cuptiActivityDisable(kind));
}

static void request(uint8_t **buffer, size_t *size, size_t *max_records)
{
	request_v2(buffer, size, max_records, NULL);
}

static void complete(void *context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
	(void)context, (void)stream;
	complete_v2(buffer, size, valid, NULL);
}

int cuptiActivityRegisterCallbacks_v2(
	void *subscriber, cupti_request_v2 *requested, cupti_complete_v2 *completed);
int cuptiActivityRegisterCallbacks_v2(
	void *subscriber, cupti_request_v2 *requested, cupti_complete_v2 *completed)
{
	if (subscriber != first)
		return CUPTI_OK;
	request_v2 = requested;
	complete_v2 = completed;
	INSIDE(cuptiActivityRegisterCallbacks(request, complete));
}

int cuptiActivityGetNextRecord_v2(
	void *subscriber, uint8_t *buffer, size_t valid, uint8_t **record);
int cuptiActivityGetNextRecord_v2(void *subscriber, uint8_t *buffer, size_t valid, uint8_t **record)
{
	if (subscriber != first)
		return 1;
	INSIDE(cuptiActivityGetNextRecord(buffer, valid, record));
}

int cuptiActivityGetNumDroppedRecords_v2(
	void *subscriber, void *context, uint32_t stream, size_t *dropped);
int cuptiActivityGetNumDroppedRecords_v2(
	void *subscriber, void *context, uint32_t stream, size_t *dropped)
{
	if (subscriber != first)
		return 1;
	INSIDE(cuptiActivityGetNumDroppedRecords(context, stream, dropped));
}

int cuptiGetTimestamp_v2(void *subscriber, uint64_t *ns);
int cuptiGetTimestamp_v2(void *subscriber, uint64_t *ns)
{
	int failed = mock_failure(__func__);

	(void)subscriber;
	if (failed != CUPTI_OK)
		return failed;
	INSIDE(cuptiGetTimestamp(ns));
}
