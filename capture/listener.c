#define _GNU_SOURCE /* accept4, O_PATH */
#include "capture/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* How many are answered at once, and how long each may take to ask. */
enum { CLIENTS_AT_ONCE = 4, PATIENCE_MS = 10 };

enum { BACKLOG = 64 };

/* It gets its name when it listens: who finds it earlier would take it for that of an ended
 * process. */
static bool bind_in(int fd, int folder, const char *name)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	char hidden[80];

	snprintf(hidden, sizeof(hidden), ".%s", name);
	snprintf(address.sun_path, sizeof(address.sun_path), "/proc/self/fd/%d/%s", folder, hidden);
	(void)unlinkat(folder, hidden, 0);
	if (bind(fd, (const struct sockaddr *)&address, sizeof(address)) != 0)
		return false;
	if (fchmodat(folder, hidden, 0600, 0) == 0 && listen(fd, BACKLOG) == 0 &&
		renameat(folder, hidden, folder, name) == 0)
		return true;
	(void)unlinkat(folder, hidden, 0);
	return false;
}

static int open_folder(const char *chosen, char path[PATH_MAX], struct err *err)
{
	control_folder(chosen, geteuid(), path, PATH_MAX);
	if (mkdir(path, 0700) != 0 && errno != EEXIST) {
		err_set_errno(err, errno, "cannot create folder '%s'", path);
		return -1;
	}
	return control_open_folder(path, chosen != NULL ? (uid_t)-1 : geteuid(), err);
}

bool listener_open(struct listener *listener, const char *folder, uint64_t number, struct err *err)
{
	char place[PATH_MAX], name[64];
	size_t size = sizeof(place) + sizeof(name);
	int folder_fd = open_folder(folder, place, err), fd;

	if (folder_fd < 0)
		return false;
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	snprintf(name, sizeof(name), "%ld-%llx", (long)getpid(), (unsigned long long)number);
	if (fd < 0 || !bind_in(fd, folder_fd, name)) {
		err_set_errno(err, errno, "cannot listen in folder '%s'", place);
		if (fd >= 0)
			close(fd);
		close(folder_fd);
		return false;
	}
	close(folder_fd);
	free(listener->path);
	listener->path = malloc(size);
	if (listener->path != NULL)
		snprintf(listener->path, size, "%s/%s", place, name);
	listener->folder = folder;
	listener->number = number;
	own_file_set(&listener->file, own_file_move(fd));
	atomic_store(&listener->is_open, true);
	return true;
}

static void send_reply(int fd, const struct control_reply *reply, int file)
{
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control = { .bytes = { 0 } };
	char packet[CONTROL_PACKET_SIZE];
	struct iovec part = { .iov_base = packet };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

	part.iov_len = control_format_reply(reply, packet);
	if (file >= 0) {
		message.msg_control = control.bytes;
		message.msg_controllen = sizeof(control.bytes);
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(&control.header), &file, sizeof(file));
	}
	/* who asked may be gone */
	(void)sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* The packet of a new connection, ended by a zero byte. */
static bool receive(int fd, char *packet, size_t size)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	ssize_t got;

	if (poll(&wait, 1, PATIENCE_MS) != 1)
		return false;
	got = recv(fd, packet, size - 1, MSG_DONTWAIT);
	if (got <= 0)
		return false;
	packet[got] = '\0';
	return strlen(packet) == (size_t)got;
}

static void serve(int fd, listener_answer *answer, void *context)
{
	struct control_reply reply = { .pid = getpid() };
	struct control_request request;
	char packet[64];
	pid_t pid;
	int file = -1;

	if (!control_peer_is(fd, geteuid(), true, &pid) || !receive(fd, packet, sizeof(packet)))
		return;
	if (control_parse_request(packet, &request)) {
		answer(context, pid, &request, &reply, &file);
	} else {
		reply.is_refused = true;
		reply.message = "does not know the request: gpuflame and its library are of "
				"different versions";
	}
	send_reply(fd, &reply, file);
	if (file >= 0)
		close(file);
}

void listener_serve(struct listener *listener, listener_answer *answer, void *context)
{
	struct err ignored = { 0 };

	if (!listener_is_open(listener))
		return;
	if (!own_file_is(&listener->file)) {
		atomic_store(&listener->is_open, false);
		(void)!listener_open(listener, listener->folder, listener->number, &ignored);
		return;
	}
	for (int i = 0; i < CLIENTS_AT_ONCE; i++) {
		int fd = accept4(listener->file.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

		if (fd < 0)
			return;
		serve(fd, answer, context);
		close(fd);
	}
}

void listener_close(struct listener *listener)
{
	if (!atomic_exchange(&listener->is_open, false))
		return;
	if (listener->path != NULL)
		(void)unlink(listener->path);
	own_file_close(&listener->file);
}

void listener_forked(struct listener *listener)
{
	if (atomic_exchange(&listener->is_open, false))
		own_file_close(&listener->file);
}
