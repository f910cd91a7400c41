#define _GNU_SOURCE /* struct ucred, O_PATH */
#include "capture/control.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/opt.h"
#include "capture/config.h"

#define VERSION "gpuflame-2"

static const char *const verbs[] = {
	[CONTROL_START] = "start",
	[CONTROL_STOP] = "stop",
	[CONTROL_SNAPSHOT] = "snapshot",
	[CONTROL_STATE] = "state",
};

static const char *const states[] = {
	[CONTROL_IDLE] = "idle",
	[CONTROL_RECORDING] = "recording",
	[CONTROL_WAITING] = "waiting",
	[CONTROL_STOPPING] = "stopping",
	[CONTROL_STOPPED] = "stopped",
	[CONTROL_GONE] = "gone",
};

size_t control_format_request(
	const struct control_request *request, char packet[CONTROL_PACKET_SIZE])
{
	return (size_t)snprintf(packet, CONTROL_PACKET_SIZE, VERSION "\t%s\t%" PRIu64 "\t%" PRIu64,
		verbs[request->verb], request->steps, request->from);
}

size_t control_format_reply(const struct control_reply *reply, char packet[CONTROL_PACKET_SIZE])
{
	const char *const texts[] = { reply->path, reply->folder, reply->message, reply->rank,
		reply->world, reply->job, reply->node };
	size_t len = (size_t)snprintf(packet, CONTROL_PACKET_SIZE,
		VERSION "\t%s\t%" PRId64 "\t%s\t%" PRIu64, reply->is_refused ? "refused" : "done",
		reply->pid, states[reply->state], reply->step);

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		size_t most = len + 1 + (i < 3 ? CONTROL_PACKET_SIZE / 4 : 256);

		packet[len++] = '\t';
		/* without control characters, which separate fields */
		for (const char *text = texts[i]; text != NULL && *text != '\0' && len < most;
			text++)
			packet[len++] = (char)((unsigned char)*text < ' ' ? ' ' : *text);
	}
	packet[len] = '\0';
	return len;
}

bool control_parse_request(char *packet, struct control_request *request)
{
	char *fields[4];
	size_t found;

	if (!config_split(packet, fields, ARRAY_SIZE(fields)) || strcmp(fields[0], VERSION) != 0)
		return false;
	found = config_index_of(fields[1], verbs, ARRAY_SIZE(verbs));
	request->verb = (enum control_verb)found;
	return found < ARRAY_SIZE(verbs) && opt_parse_uint(fields[2], &request->steps) &&
	       opt_parse_uint(fields[3], &request->from);
}

bool control_parse_reply(char *packet, struct control_reply *reply)
{
	char *fields[12];
	uint64_t pid;
	size_t state;

	if (!config_split(packet, fields, ARRAY_SIZE(fields)) || strcmp(fields[0], VERSION) != 0)
		return false;
	state = config_index_of(fields[3], states, ARRAY_SIZE(states));
	if (!opt_parse_uint(fields[2], &pid) || pid == 0 || pid > INT32_MAX ||
		!opt_parse_uint(fields[4], &reply->step) || state == ARRAY_SIZE(states))
		return false;
	reply->is_refused = strcmp(fields[1], "done") != 0;
	reply->pid = (int64_t)pid;
	reply->state = (enum control_state)state;
	reply->path = fields[5];
	reply->folder = fields[6];
	reply->message = fields[7];
	reply->rank = fields[8];
	reply->world = fields[9];
	reply->job = fields[10];
	reply->node = fields[11];
	return true;
}

void control_folder(const char *chosen, uid_t uid, char *path, size_t size)
{
	if (chosen != NULL)
		snprintf(path, size, "%s", chosen);
	else
		snprintf(path, size, "/tmp/gpuflame-%u", (unsigned)uid);
}

int control_open_folder(const char *path, uid_t owner, struct err *err)
{
	int fd = open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat status;

	if (fd < 0) {
		err_set_errno(err, errno, "cannot open folder '%s'", path);
		return -1;
	}
	if (owner == (uid_t)-1)
		return fd;
	if (fstat(fd, &status) != 0 || status.st_uid != owner || (status.st_mode & 077) != 0) {
		err_set(err, ERR_IO,
			"folder '%s' is another user's, or open to others; GPUFLAME_CONTROL "
			"names a private one",
			path);
		close(fd);
		return -1;
	}
	return fd;
}

bool control_peer_is(int fd, uid_t uid, bool root_too, pid_t *pid)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
		return false;
	*pid = peer.pid;
	return peer.uid == uid || (root_too && peer.uid == 0);
}
