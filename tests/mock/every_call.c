/*
 * Calls every function of NVTX that trace mode records, in each variant: the result
 * is compared with a list (tests/capture/every_call_test.sh).
 */
#define _GNU_SOURCE /* gettid */
#include <stdint.h>
#include <unistd.h>
#include <wchar.h>

#include <nvtx3/nvToolsExt.h>

#include "tests/mock/start_cuda.h"

static nvtxEventAttributes_t event_of(nvtxMessageType_t type, nvtxMessageValue_t message)
{
	nvtxEventAttributes_t event = { 0 };

	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.messageType = type;
	event.message = message;
	event.category = 3;
	event.colorType = NVTX_COLOR_ARGB;
	event.color = 0xff112233;
	event.payloadType = NVTX_PAYLOAD_TYPE_INT64;
	event.payload.llValue = -5;
	return event;
}

static nvtxEventAttributes_t narrow(const char *text)
{
	return event_of(NVTX_MESSAGE_TYPE_ASCII, (nvtxMessageValue_t){ .ascii = text });
}

static nvtxEventAttributes_t wide(const wchar_t *text)
{
	return event_of(NVTX_MESSAGE_TYPE_UNICODE, (nvtxMessageValue_t){ .unicode = text });
}

static nvtxEventAttributes_t registered(nvtxStringHandle_t text)
{
	return event_of(NVTX_MESSAGE_TYPE_REGISTERED, (nvtxMessageValue_t){ .registered = text });
}

static void call_plain(void)
{
	nvtxEventAttributes_t event;

	nvtxRangePushA("push a");
	nvtxRangePushW(L"push w \u00e9");
	event = narrow("push ex a");
	nvtxRangePushEx(&event);
	event = wide(L"push ex w");
	nvtxRangePushEx(&event);
	for (int i = 0; i < 4; i++)
		nvtxRangePop();
	nvtxMarkA("mark a");
	event = wide(L"mark ex");
	nvtxMarkEx(&event);
	/* no text at all */
	event = event_of(NVTX_MESSAGE_UNKNOWN, (nvtxMessageValue_t){ .ascii = NULL });
	nvtxMarkEx(&event);
	nvtxRangeEnd(nvtxRangeStartA("start a"));
	event = narrow("start ex");
	nvtxRangeEnd(nvtxRangeStartEx(&event));
	nvtxNameCategoryA(1, "category a");
	nvtxNameCategoryW(2, L"category w");
	nvtxNameOsThreadA((uint32_t)gettid(), "thread a");
	nvtxNameOsThreadW(12345, L"thread w");
}

static void call_domain(nvtxDomainHandle_t domain)
{
	nvtxEventAttributes_t event;

	event = registered(nvtxDomainRegisterStringA(domain, "domain push a"));
	nvtxDomainRangePushEx(domain, &event);
	event = registered(nvtxDomainRegisterStringW(domain, L"domain push w"));
	nvtxDomainRangePushEx(domain, &event);
	nvtxDomainRangePop(domain);
	nvtxDomainRangePop(domain);
	event = wide(L"domain mark");
	nvtxDomainMarkEx(domain, &event);
	event = narrow("domain start");
	nvtxDomainRangeEnd(domain, nvtxDomainRangeStartEx(domain, &event));
	nvtxDomainNameCategoryA(domain, 4, "domain category a");
	nvtxDomainNameCategoryW(domain, 5, L"domain category w");
	nvtxDomainDestroy(domain);
}

int main(void)
{
	if (!start_cuda())
		return 1;
	nvtxInitialize(NULL);
	call_plain();
	call_domain(nvtxDomainCreateA("narrow"));
	call_domain(nvtxDomainCreateA("other"));
	return 0;
}
