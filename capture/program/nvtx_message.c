#include "capture/program/nvtx_message.h"

#include <stdlib.h>

#include "base/utf8.h"

void message_set_wide(struct nvtx_message *message, const wchar_t *wide)
{
	size_t len = wide != NULL ? wcslen(wide) : 0, used = 0;
	char *out = message->fixed;

	message->text = "";
	if (len * 4 + 1 > sizeof(message->fixed)) {
		out = message->heap = malloc(len * 4 + 1);
		if (out == NULL)
			return;
	}
	for (size_t i = 0; i < len; i++) {
		uint32_t c = (uint32_t)wide[i];

		used += utf8_put(out + used, c > 0x10ffff ? 0xfffd : c);
	}
	out[used] = '\0';
	message->text = out;
}

static void set_narrow(struct nvtx_message *message, const char *text)
{
	message->text = text != NULL ? text : "";
}

void message_set_event(struct nvtx_message *message, const nvtxEventAttributes_t *event)
{
	message->text = "";
	if (event == NULL || event->size < sizeof(*event))
		return;
	switch (event->messageType) {
	case NVTX_MESSAGE_TYPE_ASCII:
		set_narrow(message, event->message.ascii);
		break;
	case NVTX_MESSAGE_TYPE_UNICODE:
		message_set_wide(message, event->message.unicode);
		break;
	case NVTX_MESSAGE_TYPE_REGISTERED:
		set_narrow(message, (const char *)(const void *)event->message.registered);
		break;
	default:
		break;
	}
}

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
