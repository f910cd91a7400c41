#define _GNU_SOURCE /* accept4 */
#include <sys/socket.h>

static int listen_and_look(int fd, int backlog);
#define listen listen_and_look
#include "capture/listener.c"
#undef listen
#include "capture/own_files.c"
#include "tests/unit/test.h"

static char folder[] = "/tmp/control-XXXXXX";
static bool was_early;

static int listen_and_look(int fd, int backlog)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/%ld-7", folder, (long)getpid());
	was_early = access(path, F_OK) == 0;
	return listen(fd, backlog);
}

TEST(a_socket_is_found_when_it_listens)
{
	struct listener listener = { 0 };
	struct err err = { 0 };

	assert_non_null(mkdtemp(folder));
	assert_true(listener_open(&listener, folder, 7, &err));
	assert_false(was_early);
	assert_int_equal(access(listener.path, F_OK), 0);
	listener_close(&listener);
	free(listener.path);
	assert_int_equal(rmdir(folder), 0);
}

TEST(requests_are_read_back)
{
	static const struct control_request requests[] = { { CONTROL_START, 10, CONTROL_WAIT },
		{ CONTROL_STOP, 0, 0 }, { CONTROL_SNAPSHOT, 0, 0 }, { CONTROL_STATE, 0, 0 } };
	char packet[CONTROL_PACKET_SIZE];

	for (size_t i = 0; i < ARRAY_SIZE(requests); i++) {
		struct control_request got;
		size_t len = control_format_request(&requests[i], packet);

		assert_int_equal(len, strlen(packet));
		assert_true(control_parse_request(packet, &got));
		assert_int_equal(got.verb, requests[i].verb);
		assert_int_equal(got.steps, requests[i].steps);
		assert_int_equal(got.from, requests[i].from);
	}
}

TEST(what_is_no_request_is_refused)
{
	static const char *const packets[] = { "", "\t", "start", "gpuflame-2", "gpuflame-2\t",
		"gpuflame-2\tstart\t1\t", "gpuflame-2\tstart\t1\t2\t", "gpuflame-1\tstart\t0\t0",
		"gpuflame-2\tSTART\t0\t0", "gpuflame-2\tstart\t-1\t0",
		"gpuflame-2\tstart\t99999999999999999999\t0" };

	for (size_t i = 0; i < ARRAY_SIZE(packets); i++) {
		struct control_request request;
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
		.step = 147,
		.path = "/runs/a\tb\n.gpuflame",
		.folder = "",
		.message = "is finishing",
		.rank = "5",
		.world = "16",
		.job = "",
		.node = "n3" };
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
	assert_int_equal(got.step, 147);
	assert_string_equal(got.rank, "5");
	assert_string_equal(got.node, "n3");
}

TEST(long_fields_are_cut)
{
	static char text[2 * CONTROL_PACKET_SIZE];
	struct control_reply reply = { .pid = 1,
		.path = text,
		.folder = text,
		.message = text,
		.rank = text,
		.world = text,
		.job = text,
		.node = text };
	char packet[CONTROL_PACKET_SIZE];

	memset(text, 'x', sizeof(text) - 1);
	assert_true(control_format_reply(&reply, packet) < CONTROL_PACKET_SIZE);
	assert_true(control_parse_reply(packet, &reply));
	assert_int_equal(strlen(reply.message), CONTROL_PACKET_SIZE / 4);
	assert_int_equal(strlen(reply.node), 256);
}

TEST(what_is_no_reply_is_refused)
{
	static const char *const packets[] = { "", "gpuflame-2\tdone",
		"gpuflame-2\tdone\t1\tidle\t5\t\t\t\t\t\t",
		"gpuflame-2\tdone\t1\tidle\t5\t\t\t\t\t\t\t\t",
		"gpuflame-2\tdone\t0\tidle\t5\t\t\t\t\t\t\t",
		"gpuflame-2\tdone\t1x\tidle\t5\t\t\t\t\t\t\t",
		"gpuflame-2\tdone\t99999999999999999999\tidle\t5\t\t\t\t\t\t\t",
		"gpuflame-2\tdone\t1\tbusy\t5\t\t\t\t\t\t\t",
		"gpuflame-2\tdone\t1\tidle\t\t\t\t\t\t\t\t",
		"gpuflame-3\tdone\t1\tidle\t5\t\t\t\t\t\t\t" };

	for (size_t i = 0; i < ARRAY_SIZE(packets); i++) {
		struct control_reply reply;
		char packet[64];

		snprintf(packet, sizeof(packet), "%s", packets[i]);
		if (control_parse_reply(packet, &reply))
			fail_msg("'%s' is a reply", packets[i]);
	}
}
