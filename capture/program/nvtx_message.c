#include "capture/program/nvtx_message.h"

bool message_read_attributes(const nvtxEventAttributes_t *event, struct attributes *attributes)
{
	if (event == NULL || event->size < sizeof(*event))
		return false;
	*attributes = (struct attributes){
		.category = event->category,
		.color = event->color,
		.has_color = event->colorType == NVTX_COLOR_ARGB,
	};
	if (event->payloadType >= NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 &&
		event->payloadType <= NVTX_PAYLOAD_TYPE_FLOAT) {
		attributes->payload_type = (uint16_t)event->payloadType;
		attributes->payload = event->payload.ullValue;
	}
	return attributes->category != 0 || attributes->has_color || attributes->payload_type != 0;
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
