#define _GNU_SOURCE /* MSG_CMSG_CLOEXEC */
#include "cmd/record/live.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/opt.h"
#include "base/text.h"
#include "capture/config.h"
#include "capture/job.h"
#include "cmd/record/processes.h"

enum {
	PATIENCE_SECONDS = 30, /* for an answer: the process may be writing its capture */
	LEFT_SECONDS = 10,     /* a socket of this age that nobody listens to was left */
	MOST_SECONDS = 300,    /* for all answers: see live_is_late() */
};

/* --- the deadline ----------------------------------------------------------------------- */

static volatile sig_atomic_t is_late;

static void on_alarm(UNUSED int number)
{
	is_late = 1;
}

void live_set_deadline(void)
{
	const struct sigaction action = { .sa_handler = on_alarm };
	/* and again each second, for each call that waits */
	const struct itimerval timer = { .it_interval = { 1, 0 }, .it_value = { MOST_SECONDS, 0 } };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

bool live_is_late(void)
{
	return is_late != 0;
}

/* --- one process ------------------------------------------------------------------------ */

/* A config_get of what /proc/PID/environ holds, a struct text. */
static const char *get_variable(void *context, const char *name)
{
	const struct text *all = context;
	size_t len = strlen(name);

	for (const char *at = all->bytes; at < all->bytes + all->len; at += strlen(at) + 1) {
		if (strncmp(at, name, len) == 0 && at[len] == '=')
			return at + len + 1;
	}
	return NULL;
}

static void read_environment(pid_t pid, struct text *all)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/environ", (long)pid);
	file = fopen(path, "re");
	for (size_t got = 1; file != NULL && got > 0; all->len += got)
		got = fread(text_room(all, 4096), 1, 4096, file);
	if (file != NULL)
		fclose(file);
	text_add_string(all, "");
}

/* Which rank it is, its environment tells. */
static void has_no_answer(
	const struct live_process *process, struct live_answer *answer, const char *why)
{
	struct job_place job = { 0 };
	struct text all = { 0 };

	if (process->is_known) {
		read_environment(process->pid, &all);
		job_read(&job, get_variable, &all);
	}
	*answer = (struct live_answer){ .file = -1, .packet = all.bytes };
	answer->reply = (struct control_reply){ .is_refused = true,
		.pid = process->pid,
		.state = CONTROL_GONE,
		.path = "",
		.folder = "",
		.message = why,
		.rank = job.rank != NULL ? job.rank : "",
		.world = job.world != NULL ? job.world : "",
		.job = job.id != NULL ? job.id : "",
		.node = job.node != NULL ? job.node : "" };
}

/* A connection, -1 if it failed; *is_left: nobody listens. */
static int connect_to(int folder, const char *name, bool *is_left)
{
	const struct timeval patience = { .tv_sec = PATIENCE_SECONDS };
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	*is_left = false;
	if (fd < 0)
		return -1;
	snprintf(address.sun_path, sizeof(address.sun_path), "/proc/self/fd/%d/%s", folder, name);
	/* that of a stopped process has many waiting */
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
	if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
		return fd;
	*is_left = errno == ECONNREFUSED;
	close(fd);
	return -1;
}

/* The packet and the file of a reply. */
static bool receive(int fd, struct live_answer *answer)
{
	char packet[CONTROL_PACKET_SIZE];
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control;
	struct iovec part = {
		.iov_base = packet,
		.iov_len = sizeof(packet),
	};
	struct msghdr message = { .msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes) };
	ssize_t got = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
	const struct cmsghdr *header = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;

	answer->file = -1;
	if (header != NULL && header->cmsg_type == SCM_RIGHTS &&
		header->cmsg_len == CMSG_LEN(sizeof(int)))
		memcpy(&answer->file, CMSG_DATA(header), sizeof(answer->file));
	if (got <= 0)
		return false;
	answer->packet = text_format("%.*s", (int)got, packet);
	return true;
}

static const char has_ended[] = "has ended";

/* Why there is no answer; NULL: there is one. */
static const char *exchange(
	int fd, const struct control_request *request, struct live_answer *answer)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	char packet[CONTROL_PACKET_SIZE];
	size_t len = control_format_request(request, packet);
	pid_t pid;
	int ready;

	if (!control_peer_is(fd, geteuid(), false, &pid) && geteuid() != 0)
		return "belongs to another user";
	if (send(fd, packet, len, MSG_NOSIGNAL) != (ssize_t)len)
		return has_ended;
	do
		ready = poll(&wait, 1, PATIENCE_SECONDS * 1000);
	while (ready < 0 && errno == EINTR && !live_is_late());
	if (ready == 0)
		return "does not answer within 30 s: is it stopped?";
	if (ready < 0 || !receive(fd, answer))
		return has_ended;
	if (control_parse_reply(answer->packet, &answer->reply))
		return NULL;
	live_answer_release(answer);
	return "has a library of another version of gpuflame";
}

void live_ask(struct live_process *process, const struct control_request *request,
	struct live_answer *answer)
{
	const char *why = process->gone != NULL ? process->gone : has_ended;

	/* one that gets its packet late, on a busy machine, closes the connection */
	for (int i = 0; i < 5 && process->gone == NULL && why == has_ended; i++) {
		bool is_left;
		int fd = connect_to(process->folder, process->name, &is_left);

		if (fd < 0)
			break;
		why = exchange(fd, request, answer);
		close(fd);
	}
	process->gone = why;
	if (why != NULL)
		has_no_answer(process, answer, why);
	else
		answer->reply.pid = process->pid;
}

void live_answer_release(struct live_answer *answer)
{
	if (answer->file >= 0)
		close(answer->file);
	free(answer->packet);
}

/* --- which processes -------------------------------------------------------------------- */

static bool add(struct live_list *list, const struct live_process *found, struct err *err)
{
	struct live_process *process;

	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->items[i].name, found->name) == 0)
			return true;
	}
	mem_need(list->items, list->cap, list->count + 1);
	process = &list->items[list->count];
	*process = *found;
	process->folder = fcntl(found->folder, F_DUPFD_CLOEXEC, 0);
	if (process->folder < 0)
		return err_set_errno(err, errno, "cannot list the processes that listen");
	list->count++;
	return true;
}

void live_release(struct live_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		close(list->items[i].folder);
	free(list->items);
	*list = (struct live_list){ 0 };
}

/* The folder where processes of `uid` listen, below `root`; -1: there is none. */
static int open_folder(const char *root, uid_t uid)
{
	const char *chosen = config_getenv(NULL, CONFIG_CONTROL);
	char path[PATH_MAX], whole[PATH_MAX + 32];
	struct err ignored = { 0 };
	bool is_chosen = chosen != NULL && chosen[0] != '\0';

	control_folder(is_chosen ? chosen : NULL, uid, path, sizeof(path));
	snprintf(whole, sizeof(whole), "%s%s", path[0] == '/' ? root : "", path);
	return control_open_folder(whole, is_chosen ? (uid_t)-1 : uid, &ignored);
}

/* A socket that a killed process left. */
static void remove_left(int folder, const char *name)
{
	struct stat status;

	if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISSOCK(status.st_mode) &&
		time(NULL) - status.st_mtime > LEFT_SECONDS)
		(void)unlinkat(folder, name, 0);
}

/* The number of the process that listens, as seen from here: 0 if it is not, -1 if there is none.
 */
static pid_t peer_of(int folder, const char *name)
{
	bool is_left;
	int fd = connect_to(folder, name, &is_left);
	pid_t pid = -1;

	if (is_left)
		remove_left(folder, name);
	if (fd < 0)
		return -1;
	(void)control_peer_is(fd, geteuid(), true, &pid);
	close(fd);
	return pid;
}

/* What a word stands for; one of these. */
struct wanted {
	const pid_t *pids;
	size_t pid_count;
	const char *path;         /* of a capture, or of a folder; absolute */
	const struct stat *place; /* the same, if it is there yet */
	const char *job;
};

static bool is_at(const char *path, const struct wanted *wanted)
{
	struct stat status;

	if (strcmp(path, wanted->path) == 0)
		return true;
	return wanted->place != NULL && path[0] != '\0' && stat(path, &status) == 0 &&
	       status.st_dev == wanted->place->st_dev && status.st_ino == wanted->place->st_ino;
}

static bool is_wanted(const struct wanted *wanted, struct live_process *process)
{
	const struct control_request request = { CONTROL_STATE, 0, 0 };
	struct live_answer answer;
	bool is;

	for (size_t i = 0; i < wanted->pid_count; i++) {
		if (wanted->pids[i] == process->pid)
			return true;
	}
	if (wanted->path == NULL && wanted->job == NULL)
		return false;
	live_ask(process, &request, &answer);
	is = wanted->job != NULL
		     ? strcmp(answer.reply.job, wanted->job) == 0
		     : is_at(answer.reply.path, wanted) || is_at(answer.reply.folder, wanted);
	live_answer_release(&answer);
	return is;
}

/* Add those in the folder, which is closed, that are wanted. */
static bool search(int folder, const struct wanted *wanted, struct live_list *list, struct err *err)
{
	char path[64];
	DIR *entries;
	bool ok = true;

	if (folder < 0)
		return true;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", folder);
	entries = opendir(path);
	while (entries != NULL && ok && !live_is_late()) {
		/* the stream is this function's own */
		const struct dirent *entry = readdir(entries); /* NOLINT(concurrency-mt-unsafe) */
		struct live_process process = { .folder = folder };

		if (entry == NULL)
			break;
		if (entry->d_name[0] == '.' || strlen(entry->d_name) >= sizeof(process.name))
			continue;
		memcpy(process.name, entry->d_name, strlen(entry->d_name) + 1);
		process.pid = peer_of(folder, process.name);
		process.is_known = process.pid > 0;
		if (process.pid == 0) /* of another container: as it calls itself */
			process.pid = (pid_t)strtol(process.name, NULL, 10);
		if (process.pid >= 0 && is_wanted(wanted, &process))
			ok = add(list, &process, err);
	}
	if (entries != NULL)
		closedir(entries);
	close(folder);
	return ok;
}

/* --- by number ---------------------------------------------------------------------------- */

static bool find_pid(pid_t pid, struct live_list *list, struct err *err)
{
	struct wanted wanted = { .pids = &pid, .pid_count = 1 };
	size_t before = list->count;
	char root[64];
	struct stat status;
	pid_t *below;
	bool ok;

	snprintf(root, sizeof(root), "/proc/%ld", (long)pid);
	if (stat(root, &status) != 0)
		return err_set(err, ERR_USAGE, "process %ld does not exist", (long)pid);
	snprintf(root, sizeof(root), "/proc/%ld/root", (long)pid);
	if (!search(open_folder(root, status.st_uid), &wanted, list, err))
		return false;
	if (list->count > before)
		return true;
	if (pid == 1)
		return err_set(err, ERR_USAGE,
			"all processes descend from process 1, which is not recorded itself: name "
			"a process, a capture or a folder");
	below = processes_below(pid, &wanted.pid_count, err);
	if (below == NULL)
		return false;
	wanted.pids = below;
	ok = search(open_folder("", status.st_uid), &wanted, list, err);
	free(below);
	if (!ok || list->count > before)
		return ok;
	if (status.st_uid != geteuid() && geteuid() != 0)
		return err_set(err, ERR_USAGE, "process %ld belongs to another user", (long)pid);
	return err_set(err, ERR_USAGE,
		"neither process %ld nor its descendants can be recorded: they were not run by "
		"gpuflame record, or did not use CUDA yet, or their recording failed",
		(long)pid);
}

char *live_make_absolute(const char *path, struct err *err)
{
	char *here = path[0] == '/' ? NULL : getcwd(NULL, 0), *whole;

	if (path[0] != '/' && here == NULL) {
		err_set_errno(err, errno, "cannot determine the current folder");
		return NULL;
	}
	whole = text_format("%s%s%s", here != NULL ? here : "", here != NULL ? "/" : "", path);
	free(here);
	for (size_t len = strlen(whole); len > 1 && whole[len - 1] == '/';)
		whole[--len] = '\0';
	return whole;
}

static bool find_place(const char *path, struct live_list *list, struct err *err)
{
	size_t before = list->count;
	struct stat status;
	int reason = stat(path, &status) == 0 ? 0 : errno;
	char *whole = live_make_absolute(path, err);
	const struct wanted wanted = { .path = whole, .place = reason == 0 ? &status : NULL };
	bool ok = whole != NULL && search(open_folder("", geteuid()), &wanted, list, err);

	free(whole);
	if (!ok || list->count > before)
		return ok;
	if (reason != 0) {
		err_set_errno(err, reason,
			"expected a process's number, a capture or a folder of captures, not '%s'",
			path);
		err->code = ERR_USAGE;
		return false;
	}
	return err_set(err, ERR_USAGE, "none of your running processes records to '%s'", path);
}

bool live_is_pid(const char *word, pid_t *pid)
{
	uint64_t number;

	if (!opt_parse_uint(word, &number) || number == 0 || number > INT32_MAX)
		return false;
	*pid = (pid_t)number;
	return true;
}

/* Whether the process was started in the job. */
static bool is_of_job(pid_t pid, const char *id)
{
	struct text all = { 0 };
	struct job_place job;
	bool is;

	read_environment(pid, &all);
	job_read(&job, get_variable, &all);
	is = job.id != NULL && strcmp(job.id, id) == 0;
	text_release(&all);
	return is;
}

/* Search a folder of sockets, which is closed, unless it is the same as before. */
static bool search_other(int folder, struct stat *before, const struct wanted *wanted,
	struct live_list *list, struct err *err)
{
	struct stat status;

	if (folder < 0)
		return true;
	if (fstat(folder, &status) != 0 ||
		(status.st_dev == before->st_dev && status.st_ino == before->st_ino)) {
		close(folder);
		return true;
	}
	*before = status;
	return search(folder, wanted, list, err);
}

/* Those of this job, in containers too, whose /tmp is another. */
static bool find_job(struct live_list *list, struct err *err)
{
	struct err ignored = { 0 };
	struct stat before = { 0 };
	struct wanted wanted = { 0 };
	struct job_place job;
	size_t count = 0;
	pid_t *pids;
	bool ok;

	job_read(&job, config_getenv, NULL);
	wanted.job = job.id;
	if (job.id == NULL)
		return true;
	ok = search_other(open_folder("", geteuid()), &before, &wanted, list, err);
	pids = processes_below(1, &count, &ignored);
	for (size_t i = 0; pids != NULL && ok && i < count; i++) {
		char root[64];

		if (!is_of_job(pids[i], job.id))
			continue;
		snprintf(root, sizeof(root), "/proc/%ld/root", (long)pids[i]);
		ok = search_other(open_folder(root, geteuid()), &before, &wanted, list, err);
	}
	free(pids);
	return ok;
}

bool live_find(const char *const *words, int count, struct live_list *list, struct err *err)
{
	*list = (struct live_list){ 0 };
	live_set_deadline();
	if (count == 0)
		return find_job(list, err);
	for (int i = 0; i < count; i++) {
		pid_t pid;
		bool found = live_is_pid(words[i], &pid) ? find_pid(pid, list, err)
							 : find_place(words[i], list, err);

		if (!found) {
			live_release(list);
			return false;
		}
	}
	return true;
}
