#include <stdio.h>
#include <string.h>

#include "capture/control.h"
#include "tests/unit/test.h"

TEST(requests_are_read_back)
{
	static const enum control_request requests[] = { CONTROL_START, CONTROL_STOP,
		CONTROL_SNAPSHOT, CONTROL_STATE };
	char packet[CONTROL_PACKET_SIZE];

	for (size_t i = 0; i < ARRAY_SIZE(requests); i++) {
		enum control_request got;
		size_t len = control_format_request(requests[i], packet);

		assert_int_equal(len, strlen(packet));
		assert_true(control_parse_request(packet, &got));
		assert_int_equal(got, requests[i]);
	}
}

TEST(what_is_no_request_is_refused)
{
	static const char *const packets[] = { "", "\t", "start", "gpuflame-1", "gpuflame-1\t",
		"gpuflame-1\tstart\t", "gpuflame-1\tstart now", "gpuflame-2\tstart",
		"gpuflame-1\tSTART", "\tgpuflame-1\tstart" };

	for (size_t i = 0; i < ARRAY_SIZE(packets); i++) {
		enum control_request request;
		char packet[64];

		snprintf(packet, sizeof(packet), "%s", packets[i]);
		if (control_parse_request(packet, &request))
			fail_msg("'%s' is a request", packets[i]);
	}
}

TEST(replies_are_read_back)
{
	const struct control_reply reply = { .is_refused = true,
		.pid = 4711,
		.state = CONTROL_STOPPING,
		.path = "/runs/a\tb\n.gpuflame",
		.folder = "",
		.message = "is finishing" };
	struct control_reply got;
	char packet[CONTROL_PACKET_SIZE];
	size_t len = control_format_reply(&reply, packet);

	assert_int_equal(len, strlen(packet));
	assert_true(control_parse_reply(packet, &got));
	assert_true(got.is_refused);
	assert_int_equal(got.pid, 4711);
	assert_int_equal(got.state, CONTROL_STOPPING);
	/* separators in a field become blanks */
	assert_string_equal(got.path, "/runs/a b .gpuflame");
	assert_string_equal(got.folder, "");
	assert_string_equal(got.message, "is finishing");
}

TEST(long_fields_are_cut)
{
	static char text[2 * CONTROL_PACKET_SIZE];
	struct control_reply reply = { .pid = 1, .path = text, .folder = text, .message = text };
	char packet[CONTROL_PACKET_SIZE];

	memset(text, 'x', sizeof(text) - 1);
	assert_true(control_format_reply(&reply, packet) < CONTROL_PACKET_SIZE);
	assert_true(control_parse_reply(packet, &reply));
	assert_int_equal(strlen(reply.message), CONTROL_PACKET_SIZE / 4 - 1);
}

TEST(what_is_no_reply_is_refused)
{
	static const char *const packets[] = { "", "gpuflame-1\tdone",
		"gpuflame-1\tdone\t1\tidle\t\t", "gpuflame-1\tdone\t1\tidle\t\t\t\t",
		"gpuflame-1\tdone\t0\tidle\t\t\t", "gpuflame-1\tdone\t1x\tidle\t\t\t",
		"gpuflame-1\tdone\t99999999999999999999\tidle\t\t\t",
		"gpuflame-1\tdone\t1\tbusy\t\t\t", "gpuflame-3\tdone\t1\tidle\t\t\t" };

	for (size_t i = 0; i < ARRAY_SIZE(packets); i++) {
		struct control_reply reply;
		char packet[64];

		snprintf(packet, sizeof(packet), "%s", packets[i]);
		if (control_parse_reply(packet, &reply))
			fail_msg("'%s' is a reply", packets[i]);
	}
}
