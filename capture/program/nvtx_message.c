#include "capture/program/nvtx_message.h"

bool message_read_attributes(const nvtxEventAttributes_t *event, struct attributes *attributes)
{
	if (event == NULL || event->size < sizeof(*event) ||
		event->payloadType < NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 ||
		event->payloadType > NVTX_PAYLOAD_TYPE_FLOAT)
		return false;
	attributes->payload_type = (uint32_t)event->payloadType;
	attributes->payload = event->payload.ullValue;
	return true;
}

struct payloads message_payloads(const nvtxEventAttributes_t *event)
{
	if (event == NULL || event->size < sizeof(*event) ||
		event->payloadType != PAYLOAD_TYPE_EXTENDED)
		return (struct payloads){ 0 };
	return (struct payloads){
		.list = (const struct payload_data *)(uintptr_t)event->payload.ullValue,
		.count = (uint32_t)event->reserved0,
	};
}
