#define _GNU_SOURCE /* SOCK_CLOEXEC, getline */
#include "cmd/record/reach.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/record/processes.h"

/* Lines of a relay that are no answers: how many tasks it is, first; the end of each; an error. */
#define TASKS "gpuflame-tasks "
#define END "gpuflame-end"
#define WHY "gpuflame-why "

enum {
	MOST_WORDS = 64, /* for other hosts */
	MOST_RANKS = 1000000,
};

struct reach_relay {
	const char *name;
	pid_t pid;
	FILE *stream;        /* a socket: its stdin and its stdout; NULL: it has ended */
	unsigned long tasks; /* that answer */
};

/* On each node of a job once, whatever the variables of the job that this is run in say. */
static const char through_srun[] =
	"job=$1 && shift && n=$(squeue -h -j \"$job\" -o %D) && [ -n \"$n\" ] && "
	"echo \"" TASKS "$n\" && "
	"exec srun --overlap --jobid=\"$job\" -N \"$n\" -n \"$n\" --ntasks-per-node=1 "
	"\"$0\" start --relay \"$@\"";

static bool add_via(void *value, const char *arg, UNUSED struct err *err)
{
	struct reach_words *words = value;

	*mem_next(words->via, words->via_cap, words->via_count) = arg;
	return true;
}

void reach_options(struct reach_words *words, struct opt options[REACH_OPTIONS])
{
	const struct opt table[REACH_OPTIONS] = {
		OPT_HEADING("Which hosts (default: this one)"),
		OPT_STRING(0, "job", &words->job, "JOB",
			"those of this job of Slurm, by srun --overlap; without other words, all "
			"processes of the job"),
		OPT_CALL(0, "via", words, "COMMAND",
			"that on which COMMAND runs gpuflame, such as 'ssh node7 gpuflame' or "
			"'kubectl exec -i train-0 -- /opt/gpuflame/gpuflame'; may be repeated",
			add_via),
		OPT_END(),
	};

	memcpy(options, table, sizeof(table));
}

/* --- relays --------------------------------------------------------------------------------- */

/* `words`, NULL-ended, are "$@" of a shell's command, and this program "$0". */
static bool start_relay(struct reach *reach, const char *name, const char *command,
	const char *const *words, struct err *err)
{
	struct reach_relay *relay = &reach->relays[reach->relay_count];
	const char *argv[MOST_WORDS + 6] = { "sh", "-c", command, "gpuflame" };
	char self[PATH_MAX] = "";
	int ends[2];

	if (readlink("/proc/self/exe", self, sizeof(self) - 1) > 0)
		argv[3] = self;
	for (size_t i = 0; words[i] != NULL; i++)
		argv[4 + i] = words[i];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return err_set_errno(err, errno, "cannot ask other hosts");
	relay->name = name;
	relay->tasks = 1;
	fflush(NULL);
	relay->pid = fork();
	if (relay->pid == 0) {
		dup2(ends[1], 0);
		dup2(ends[1], 1);
		/* exec does not modify the arguments */
		execv("/bin/sh", (char *const *)(const void *)argv);
		_exit(127);
	}
	close(ends[1]);
	relay->stream = fdopen(ends[0], "r");
	reach->relay_count++;
	return (relay->pid > 0 && relay->stream != NULL) ||
	       err_set_errno(err, errno, "cannot run '%s'", command);
}

static bool start_relays(struct reach *reach, const struct reach_words *words,
	const char *const *names, int count, struct err *err)
{
	const char *all[MOST_WORDS + 2] = { words->job };
	char *absolute[MOST_WORDS] = { NULL };
	bool ok = true;
	pid_t pid;

	/* files are named as seen from here */
	for (int i = 0; ok && i < count; i++) {
		if (!live_is_pid(names[i], &pid)) {
			absolute[i] = live_make_absolute(names[i], err);
			ok = absolute[i] != NULL;
		}
		all[i + 1] = absolute[i] != NULL ? absolute[i] : names[i];
	}
	reach->relays = mem_zeroed(words->via_count + 1, sizeof(*reach->relays));
	if (words->job != NULL)
		ok = ok && start_relay(reach, "srun", through_srun, all, err);
	for (size_t i = 0; ok && i < words->via_count; i++) {
		char *command = text_format("%s start --relay \"$@\"", words->via[i]);

		ok = start_relay(reach, words->via[i], command, all + 1, err);
		free(command);
	}
	for (int i = 0; i < count; i++)
		free(absolute[i]);
	return ok;
}

/* The number of no process and no file may be that of a job of Slurm, if that knows it. */
static bool is_job(const char *word)
{
	int status = -1;
	pid_t pid;

	if (!live_is_pid(word, &pid) || kill(pid, 0) == 0 || errno != ESRCH ||
		access(word, F_OK) == 0)
		return false;
	pid = fork();
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", "squeue -h --me -j \"$0\" 2>/dev/null | grep -q .",
			word, (char *)NULL);
		_exit(127);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

bool reach_open(struct reach *reach, const struct reach_words *words, const char *const *names,
	int count, struct err *err)
{
	struct reach_words of_job = *words;

	*reach = (struct reach){ 0 };
	if (words->job == NULL && words->via_count == 0 && count == 1 && is_job(names[0])) {
		of_job.job = names[0];
		words = &of_job;
		count = 0;
	}
	if (words->job == NULL && count == 0)
		return err_set(err, ERR_USAGE, "no process given, and no --job");
	if (count > MOST_WORDS)
		return err_set(err, ERR_USAGE, "more than %d processes given: name their folder",
			MOST_WORDS);
	if (words->job == NULL && words->via_count == 0)
		return live_find(names, count, &reach->here, err);
	live_set_deadline();
	if (start_relays(reach, words, names, count, err))
		return true;
	reach_close(reach);
	return false;
}

/* With what its shell runs; it is not a group of its own, so that ssh may ask for a password. */
static void kill_relay(const struct reach_relay *relay)
{
	struct err ignored = { 0 };
	size_t count = 0;
	pid_t *pids = processes_below(relay->pid, &count, &ignored);

	fprintf(stderr, "gpuflame: '%s' does not end in time, and is killed\n", relay->name);
	kill(relay->pid, SIGKILL);
	for (size_t i = 0; pids != NULL && i < count; i++)
		kill(pids[i], SIGKILL);
	free(pids);
}

static void end_relay(struct reach_relay *relay)
{
	int status, alarms = 0;

	if (relay->stream == NULL)
		return;
	fclose(relay->stream);
	relay->stream = NULL;
	while (waitpid(relay->pid, &status, 0) < 0 && errno == EINTR) {
		if (live_is_late() && ++alarms == 2)
			kill_relay(relay);
	}
}

static void forget_answers(struct reach *reach)
{
	for (size_t i = 0; i < reach->count; i++)
		live_answer_release(&reach->answers[i]);
	reach->count = 0;
	free(reach->why);
	reach->why = NULL;
}

void reach_close(struct reach *reach)
{
	for (size_t i = 0; i < reach->relay_count; i++)
		end_relay(&reach->relays[i]);
	live_release(&reach->here);
	forget_answers(reach);
	free(reach->answers);
	free(reach->relays);
	*reach = (struct reach){ 0 };
}

static struct live_answer *new_answer(struct reach *reach)
{
	mem_need(reach->answers, reach->cap, reach->count + 1);
	reach->answers[reach->count] = (struct live_answer){ .file = -1 };
	return &reach->answers[reach->count];
}

/* A line of a relay, without its end: whether it is an answer or an error, which is kept. */
static bool add_line(struct reach *reach, const char *line)
{
	struct live_answer *answer;

	if (strncmp(line, WHY, strlen(WHY)) == 0) {
		if (reach->why == NULL)
			reach->why = text_format("%s", line + strlen(WHY));
		return true;
	}
	answer = new_answer(reach);
	answer->packet = text_format("%s", line);
	if (control_parse_reply(answer->packet, &answer->reply)) {
		reach->count++;
		return true;
	}
	free(answer->packet);
	return false;
}

static void read_answers(struct reach *reach, struct reach_relay *relay)
{
	size_t size = 0, ended = 0;
	char *line = NULL;
	ssize_t len;

	while (relay->stream != NULL && (len = getline(&line, &size, relay->stream)) > 0) {
		line[len - 1] = '\0';
		if (strcmp(line, END) == 0) {
			if (++ended < relay->tasks)
				continue;
			free(line);
			return;
		}
		if (strncmp(line, TASKS, strlen(TASKS)) == 0)
			relay->tasks = strtoul(line + strlen(TASKS), NULL, 10);
		else if (!add_line(reach, line))
			fprintf(stderr, "%s\n", line);
	}
	free(line);
	end_relay(relay);
}

void reach_ask(struct reach *reach, const struct control_request *request)
{
	char packet[CONTROL_PACKET_SIZE];
	size_t len = control_format_request(request, packet);

	forget_answers(reach);
	packet[len++] = '\n';
	for (size_t i = 0; i < reach->relay_count; i++) {
		if (reach->relays[i].stream != NULL)
			(void)send(fileno(reach->relays[i].stream), packet, len, MSG_NOSIGNAL);
	}
	for (size_t i = 0; i < reach->here.count; i++) {
		live_ask(&reach->here.items[i], request, new_answer(reach));
		reach->count++;
	}
	for (size_t i = 0; i < reach->relay_count; i++)
		read_answers(reach, &reach->relays[i]);
}

int reach_relay(const char *const *names, int count)
{
	struct live_list list = { 0 };
	struct err err = { 0 };
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	bool found = live_find(names, count, &list, &err);

	while ((len = getline(&line, &size, stdin)) > 0) {
		struct control_request request;

		line[len - 1] = '\0';
		if (!control_parse_request(line, &request))
			break;
		live_set_deadline();
		if (!found)
			printf(WHY "%s\n", err.msg);
		for (size_t i = 0; i < list.count; i++) {
			char packet[CONTROL_PACKET_SIZE];
			struct live_answer answer;

			live_ask(&list.items[i], &request, &answer);
			control_format_reply(&answer.reply, packet);
			printf("%s\n", packet);
			live_answer_release(&answer);
		}
		printf(END "\n");
		fflush(stdout);
	}
	free(line);
	live_release(&list);
	return EXIT_OK;
}

/* --- what they answered --------------------------------------------------------------------- */

enum { MOST_NAMED = 8 }; /* in one message */

/* "rank 5 (node03)", or a process; to free(). */
static char *name_of(const struct control_reply *reply)
{
	if (reply->rank[0] == '\0')
		return text_format("process %" PRId64, reply->pid);
	return text_format(
		reply->node[0] != '\0' ? "rank %s (%s)" : "rank %s", reply->rank, reply->node);
}

/* 0: it says none that can be. */
static uint64_t world_of(const struct control_reply *reply)
{
	uint64_t world;

	return opt_parse_uint(reply->world, &world) && world <= MOST_RANKS ? world : 0;
}

bool reach_is_rank(const struct control_reply *reply)
{
	return world_of(reply) > 1;
}

/* The answer of a rank of the job, the best if there are several; NULL: none. */
static const struct control_reply *find_rank(
	const struct reach *reach, const char *job, uint64_t rank)
{
	const struct control_reply *found = NULL;
	uint64_t number;

	for (size_t i = 0; i < reach->count; i++) {
		const struct control_reply *reply = &reach->answers[i].reply;

		if (opt_parse_uint(reply->rank, &number) && number == rank &&
			strcmp(reply->job, job) == 0 && (found == NULL || found->is_refused))
			found = reply;
	}
	return found;
}

/* Of one job; whether all ranks answered. */
static bool report_ranks(const struct reach *reach, const struct control_reply *any, bool quiet)
{
	uint64_t world = world_of(any), missing = 0;
	struct text line = { 0 };

	for (uint64_t rank = 0; rank < world; rank++) {
		const struct control_reply *reply = find_rank(reach, any->job, rank);
		char *name;

		if (reply != NULL && reply->state != CONTROL_GONE)
			continue;
		name = reply != NULL ? name_of(reply) : text_format("rank %" PRIu64, rank);
		if (missing++ < MOST_NAMED)
			text_addf(&line, "%s%s", missing > 1 ? ", " : "; no answer from ", name);
		free(name);
	}
	if (missing > MOST_NAMED)
		text_addf(&line, " and %" PRIu64 " more", missing - MOST_NAMED);
	if (!quiet || missing > 0)
		fprintf(stderr, "gpuflame: %" PRIu64 " of %" PRIu64 " ranks answered%s\n",
			world - missing, world, line.bytes != NULL ? line.bytes : "");
	text_release(&line);
	return missing == 0;
}

static bool is_first_of_job(const struct reach *reach, size_t index)
{
	size_t i = 0;

	while (strcmp(reach->answers[i].reply.job, reach->answers[index].reply.job) != 0)
		i++;
	return i == index;
}

bool reach_report(struct reach *reach, bool quiet)
{
	struct err err = { 0 };
	size_t bad = 0;
	bool ok = reach->count > 0;

	if (!ok) {
		err_set(&err, ERR_IO, "no process answered%s%s", reach->why != NULL ? ": " : "",
			reach->why != NULL ? reach->why : "");
		cmd_fail(&err);
	}
	for (size_t i = 0; i < reach->count; i++) {
		if (reach_is_rank(&reach->answers[i].reply) && is_first_of_job(reach, i))
			ok &= report_ranks(reach, &reach->answers[i].reply, quiet);
	}
	reach->refused = 0;
	for (size_t i = 0; i < reach->count; i++) {
		const struct control_reply *reply = &reach->answers[i].reply;
		char *name;

		reach->refused += reply->is_refused && reply->state != CONTROL_GONE;
		/* a rank that does not answer was named */
		if (!reply->is_refused || (reply->state == CONTROL_GONE && reach_is_rank(reply)) ||
			++bad > MOST_NAMED)
			continue;
		name = name_of(reply);
		err_set(&err, ERR_IO, "%s %s", name, reply->message);
		cmd_fail(&err);
		free(name);
	}
	if (bad > MOST_NAMED)
		fprintf(stderr, "gpuflame: and %zu more\n", bad - MOST_NAMED);
	return ok && bad == 0;
}
