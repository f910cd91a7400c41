/*
 * fail_call N MODE COUNT COMMAND...: run a command of which the N-th system call that reads,
 * writes, opens, names, syncs or maps files fails; with MODE "from" all that follow fail, too. N =
 * 0: none does. Calls are counted where they enter the kernel: those of the command itself and, in
 * the programs that it starts, those of all threads but their first, which is the recorder's in a
 * program of one thread. Writing to stderr does not count. The number of calls is written to the
 * file COUNT. Ends as the command does.
 */
#define _GNU_SOURCE /* MAP_STACK */
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fault/taken_calls.h"

enum { TAKEN = sizeof(taken) / sizeof(taken[0]) };

static void die(const char *what)
{
	perror(what);
	exit(99);
}

/* In the command: have its calls wait for our word; the descriptor by which that is given. */
static int take_calls(void)
{
	struct sock_filter filter[TAKEN + 3] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog program = { .len = TAKEN + 3, .filter = filter };
	long fd;

	for (size_t i = 0; i < TAKEN; i++)
		filter[1 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			(uint32_t)taken[i].number, (uint8_t)(TAKEN - i), 0);
	filter[TAKEN + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	filter[TAKEN + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		die("prctl");
	fd = syscall(
		SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
	if (fd < 0)
		die("seccomp");
	return (int)fd;
}

/* Send or receive a descriptor, by calls that are not taken. */
static int pass_descriptor(int socket, int fd)
{
	char byte = 0;
	struct iovec bytes = { &byte, 1 };
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control = { 0 };
	struct msghdr message = { .msg_iov = &bytes,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control) };

	if (fd >= 0) {
		control.header = (struct cmsghdr){ .cmsg_len = CMSG_LEN(sizeof(int)),
			.cmsg_level = SOL_SOCKET,
			.cmsg_type = SCM_RIGHTS };
		memcpy(CMSG_DATA(&control.header), &fd, sizeof(fd));
		return sendmsg(socket, &message, 0) == 1 ? fd : -1;
	}
	if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) == 1)
		memcpy(&fd, CMSG_DATA(&control.header), sizeof(fd));
	return fd;
}

/* The process of a thread. */
static int process_of(int thread)
{
	char path[64], line[256];
	int process = 0;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/status", thread);
	in = fopen(path, "re");
	while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
		if (strncmp(line, "Tgid:", 5) == 0)
			process = atoi(line + 5);
	}
	if (in != NULL)
		fclose(in);
	return process;
}

static bool is_counted(const struct seccomp_notif *call, int command)
{
	int thread = (int)call->pid, process;

	if ((call->data.nr == SYS_write || call->data.nr == SYS_writev) &&
		call->data.args[0] == STDERR_FILENO)
		return false;
	/* without memory for its stack no thread begins */
	if (call->data.nr == SYS_mmap && (call->data.args[3] & MAP_STACK) != 0)
		return false;
	if (thread == command)
		return true;
	process = process_of(thread);
	return process == command || process != thread;
}

static int error_of(int number)
{
	for (size_t i = 0; i < TAKEN; i++) {
		if (taken[i].number == number)
			return taken[i].error;
	}
	return ENOSYS;
}

/*
 * A close() that fails has released what the number stood for, as Linux does: else who reads from a
 * pipe would wait for its end forever.
 */
static void release(int listener, const struct seccomp_notif *call, int nothing)
{
	struct seccomp_notif_addfd replacement = {
		.id = call->id,
		.flags = SECCOMP_ADDFD_FLAG_SETFD,
		.srcfd = (uint32_t)nothing,
		.newfd = (uint32_t)call->data.args[0],
		.newfd_flags = O_CLOEXEC,
	};

	ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &replacement);
}

/* Answer calls until there is no process left whose calls are taken. */
static unsigned long serve(int listener, int command, unsigned long at, bool from)
{
	struct pollfd poll_for = { .fd = listener, .events = POLLIN };
	int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	unsigned long calls = 0;

	while (poll(&poll_for, 1, -1) >= 0 && (poll_for.revents & POLLIN) != 0) {
		struct seccomp_notif call = { 0 };
		struct seccomp_notif_resp answer = { 0 };
		bool fails;

		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
			continue; /* it was killed meanwhile */
		fails = is_counted(&call, command) && ++calls >= at && at > 0 &&
			(from || calls == at);
		if (fails && call.data.nr == SYS_close)
			release(listener, &call, nothing);
		answer.id = call.id;
		answer.flags = fails ? 0 : (uint32_t)SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		answer.error = fails ? -error_of(call.data.nr) : 0;
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
	}
	close(nothing);
	return calls;
}

int main(int argc, char **argv)
{
	int sockets[2], status = 0;
	unsigned long calls;
	pid_t child;
	FILE *out;

	if (argc < 5) {
		fprintf(stderr, "usage: fail_call N once|from COUNT COMMAND...\n");
		return 99;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
		die("socketpair");
	child = fork();
	if (child < 0)
		die("fork");
	if (child == 0) {
		int listener = take_calls();

		if (pass_descriptor(sockets[1], listener) < 0)
			die("sendmsg");
		fcntl(listener, F_SETFD, FD_CLOEXEC);
		execv(argv[4], argv + 4);
		die(argv[4]);
	}
	calls = serve(pass_descriptor(sockets[0], -1), child, strtoul(argv[1], NULL, 10),
		strcmp(argv[2], "from") == 0);
	if (waitpid(child, &status, 0) != child)
		die("waitpid");
	out = fopen(argv[3], "we");
	if (out == NULL || fprintf(out, "%lu\n", calls) < 0 || fclose(out) != 0)
		die(argv[3]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
