/*
 * faults GPUFLAME PRELOAD FOLDER PART PARTS WHAT: run commands in which the first of the calls
 * that PRELOAD counts (WHAT: "allocation", "system call") fails, then the second, and so on until
 * the last. Each time a command succeeds with its usual output, or ends with status 1, one line
 * on stderr and no output file. FOLDER has the inputs; every PARTS-th
 * command is run, from the PART-th on. Prints TAP. FAULT_MOST: so many calls are tried one by
 * one, and as many of the others.
 */
#define _GNU_SOURCE /* realpath */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_BYTES = 16 << 20 };

struct text {
	char *bytes;
	size_t len;
};

struct outcome {
	int status; /* as waitpid() has it */
	struct text output, message;
	unsigned long calls;
};

static const char *gpuflame, *preload, *failing;

static void die(const char *what)
{
	perror(what);
	exit(2);
}

static struct text read_file(const char *path)
{
	struct text text = { malloc(MOST_BYTES), 0 };
	FILE *in = fopen(path, "rb");

	if (text.bytes == NULL)
		die("malloc");
	if (in == NULL)
		return text;
	text.len = fread(text.bytes, 1, MOST_BYTES, in);
	fclose(in);
	return text;
}

static void release(struct outcome *outcome)
{
	free(outcome->output.bytes);
	free(outcome->message.bytes);
}

/* A program that is started again for each failing call: server.h. */
struct server {
	int socket;
	pid_t child;
};

/* Truncated before each start, so that it is written from the beginning. */
static void redirect(int fd, const char *path)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);

	if (file < 0 || dup2(file, fd) < 0)
		die(path);
	close(file);
}

static struct server begin_server(const char *const *argv, const char *mode)
{
	struct server server;
	int fds[2];
	char fd[16];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0)
		die("socketpair");
	server = (struct server){ .socket = fds[0], .child = fork() };
	if (server.child < 0)
		die("fork");
	if (server.child == 0) {
		close(fds[0]);
		redirect(STDOUT_FILENO, "stdout");
		redirect(STDERR_FILENO, "stderr");
		snprintf(fd, sizeof(fd), "%d", fds[1]);
		setenv("FAULT_SERVER", fd, 1);
		setenv("FAULT_MODE", mode, 1);
		setenv("LD_PRELOAD", preload, 1);
		execv(gpuflame, (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	close(fds[1]);
	return server;
}

static void end_server(struct server *server)
{
	close(server->socket);
	if (waitpid(server->child, NULL, 0) != server->child)
		die("waitpid");
}

static void empty(const char *path)
{
	if (truncate(path, 0) != 0 && errno != ENOENT)
		die(path);
}

static struct outcome run(const struct server *server, unsigned long fail_at)
{
	struct outcome outcome = { 0 };
	unsigned long result[2]; /* status, calls */

	unlink("out");
	empty("stdout");
	empty("stderr");
	if (write(server->socket, &fail_at, sizeof(fail_at)) != (ssize_t)sizeof(fail_at) ||
		read(server->socket, result, sizeof(result)) != (ssize_t)sizeof(result))
		die("the program to test does not start");
	outcome.status = (int)result[0];
	outcome.calls = result[1];
	outcome.output = read_file(access("out", F_OK) == 0 ? "out" : "stdout");
	outcome.message = read_file("stderr");
	return outcome;
}

/* The temporary name of outputs that cannot be written without a name. */
static bool temporary_file_left(void)
{
	DIR *folder = opendir(".");
	const struct dirent *entry;
	bool left = false;

	if (folder == NULL)
		die("opendir");
	while (!left && (entry = readdir(folder)) != NULL)
		left = strncmp(entry->d_name, ".gpuflame-", 10) == 0;
	closedir(folder);
	return left;
}

/* NULL, or what is wrong with the result of a run with a failing call. */
static const char *judge(const struct outcome *outcome, const struct outcome *sound, bool to_file)
{
	const struct text *message = &outcome->message;

	if (!WIFEXITED(outcome->status))
		return WTERMSIG(outcome->status) == SIGALRM ? "it hangs" : "it crashes";
	if (WEXITSTATUS(outcome->status) == 0) {
		if (outcome->output.len != sound->output.len ||
			memcmp(outcome->output.bytes, sound->output.bytes, sound->output.len) != 0)
			return "status 0, and the output is another";
		return NULL;
	}
	if (WEXITSTATUS(outcome->status) != 1)
		return "the status is neither 0 nor 1";
	if (message->len < 11 || memcmp(message->bytes, "gpuflame: ", 10) != 0)
		return "no message";
	if (memchr(message->bytes, '\n', message->len) != message->bytes + message->len - 1)
		return "the message is not one line";
	if (to_file && access("out", F_OK) == 0)
		return "a file was left behind";
	if (temporary_file_left())
		return "a temporary file was left behind";
	return NULL;
}

struct fault_case {
	const char *name;
	const char *argv[13];
};

static bool run_case(const struct fault_case *test, const char *mode)
{
	struct server server = begin_server(test->argv, mode);
	struct outcome sound = run(&server, 0);
	bool to_file = access("out", F_OK) == 0;
	unsigned long bad = 0, failed = 0, step, tried = 0;
	unsigned long most =
		getenv("FAULT_MOST") != NULL ? strtoul(getenv("FAULT_MOST"), NULL, 10) : 150;

	if (sound.status != 0 || sound.output.len == 0) {
		printf("# without a fault: %.*s", (int)sound.message.len, sound.message.bytes);
		end_server(&server);
		return false;
	}
	/* Every one of the first, and then as many as time allows: FAULT_MOST. */
	for (unsigned long at = 1; at <= sound.calls; at += step) {
		struct outcome outcome = run(&server, at);
		const char *wrong = judge(&outcome, &sound, to_file);

		failed += outcome.status != 0;
		if (wrong != NULL && bad++ < 5)
			printf("# %s, %s %lu of %lu (%s): %s (status %#x)\n#   %.*s\n", test->name,
				failing, at, sound.calls, mode, wrong, (unsigned)outcome.status,
				(int)(outcome.message.len < 300 ? outcome.message.len : 300),
				outcome.message.bytes);
		release(&outcome);
		tried++;
		step = at < most ? 1 : 1 + (sound.calls - most) / most;
	}
	printf("# %s (%s): %lu %ss, %lu tried, %lu reported, %lu wrong\n", test->name, mode,
		sound.calls, failing, tried, failed, bad);
	release(&sound);
	end_server(&server);
	return bad == 0 && failed > 0;
}

int main(int argc, char **argv)
{
	static const struct fault_case cases[] = {
		{ "collapse", { "gpuflame", "collapse", "-q", "small.sqlite", NULL } },
		{ "collapse to a file",
			{ "gpuflame", "collapse", "-q", "-o", "out", "small.sqlite", NULL } },
		{ "collapse the critical path", { "gpuflame", "collapse", "-q", "--value",
							"critical", "small.sqlite", NULL } },
		{ "stats of a part of the critical path",
			{ "gpuflame", "stats", "-q", "-r", "critical_path_sum", "--time",
				"1000ns-3000ns", "small.sqlite", NULL } },
		{ "collapse folded text",
			{ "gpuflame", "collapse", "-q", "--rename", "a=b", "small.folded", NULL } },
		{ "collapse by rank", { "gpuflame", "collapse", "-q", "--preset", "none", "--by",
					      "rank,step,phase", "--value", "exposed",
					      "--with-idle", "ranks.sqlite", NULL } },
		{ "collapse over ranks",
			{ "gpuflame", "collapse", "-q", "--preset", "none", "--aggregate", "max",
				"--jobs", "1", "--adopt", "ranks.sqlite", "steps.sqlite", NULL } },
		{ "collapse a merged trace of PyTorch",
			{ "gpuflame", "collapse", "-q", "--preset", "none", "--by", "rank",
				"--value", "idle", "merged.json", NULL } },
		{ "collapse a picture", { "gpuflame", "collapse", "-q", "small.svg", NULL } },
		{ "collapse a compressed trace",
			{ "gpuflame", "collapse", "-q", "-o", "out", "--format", "pprof",
				"merged.json.gz", NULL } },
		{ "merge", { "gpuflame", "merge", "--aggregate", "max", "--strip-numbers", "auto",
				   "small.folded", "ranks.sqlite", NULL } },
		{ "svg", { "gpuflame", "svg", "small.folded", NULL } },
		{ "svg to a file", { "gpuflame", "svg", "--highlight", "gemm /", "-o", "out",
					   "small.folded", NULL } },
		{ "render", { "gpuflame", "small.sqlite", "-q", "-o", "out", NULL } },
		{ "stats, the overview", { "gpuflame", "stats", "-q", "steps.sqlite", NULL } },
		{ "stats of all reports", { "gpuflame", "stats", "-q", "-r", "all", "-f", "csv",
						  "steps.sqlite", NULL } },
		{ "stats of two files, as tables",
			{ "gpuflame", "stats", "-q", "-r", "cuda_gpu_kern_sum:base,nvtx_kern_sum",
				"small.sqlite", "steps.sqlite", NULL } },
		{ "stats as TSV", { "gpuflame", "stats", "-q", "-r", "cuda_gpu_trace,gpu_gaps",
					  "-f", "tsv", "small.sqlite", "steps.sqlite", NULL } },
		{ "stats as JSON, each file by itself",
			{ "gpuflame", "stats", "-q", "-r", "nvtx_gpu_proj_sum", "-f", "json",
				"--per-rank", "small.sqlite", "steps.sqlite", NULL } },
		{ "stats as Markdown to a file",
			{ "gpuflame", "stats", "-q", "-r", "cuda_kern_exec_sum", "-f", "markdown",
				"-o", "out", "steps.sqlite", NULL } },
		{ "stats as a heat map",
			{ "gpuflame", "stats", "-q", "-r", "gpu_time_util_map", "-f", "svg", "-o",
				"out", "steps.sqlite", "small.sqlite", NULL } },
		{ "stats as a plot of pace",
			{ "gpuflame", "stats", "-q", "-r", "nvtx_pace", "-f", "svg", "-o", "out",
				"steps.sqlite", "small.sqlite", NULL } },
		{ "stats as a plot of sizes",
			{ "gpuflame", "stats", "-q", "-r", "nccl_size_sum", "-f", "svg", "-o",
				"out", "nccl.sqlite", NULL } },
		{ "stats of memory", { "gpuflame", "stats", "-q", "-r", "memory_peaks,memory_map",
					     "-f", "csv", "memory.json", NULL } },
		{ "stats of FLOP", { "gpuflame", "stats", "-q", "-r", "mfu", "--flops", "step=1",
					   "inputs.json", NULL } },
		{ "stats as a timeline", { "gpuflame", "stats", "-q", "-f", "timeline", "-o", "out",
						 "memory.json", NULL } },
		{ "findings", { "gpuflame", "findings", "-q", "steps.sqlite", NULL } },
		{ "findings of two files, as JSON",
			{ "gpuflame", "findings", "-q", "-f", "json", "-o", "out", "--step-range",
				".", "ranks.sqlite", "steps.sqlite", NULL } },
		{ "stats of sums", { "gpuflame", "stats", "-q", "-r", "all", "-f", "csv",
					   "sums.sqlite", NULL } },
		{ "stats, the overview of sums",
			{ "gpuflame", "stats", "-q", "sums.sqlite", NULL } },
		{ "a partial result, with the screen",
			{ "gpuflame", "stats", "-q", "--partial", "-o", "out", "ranks.sqlite",
				"small.part", NULL } },
		{ "stats of a partial result without the screen",
			{ "gpuflame", "stats", "-q", "reports.part", NULL } },
		{ "findings of a partial result",
			{ "gpuflame", "findings", "-q", "small.part", NULL } },
		{ "diff", { "gpuflame", "diff", "-q", "small.sqlite", "steps.sqlite", NULL } },
		{ "diff about findings",
			{ "gpuflame", "diff", "-q", "--fail-if", "finding:launch-bound > 900%",
				"--jobs", "1", "ranks.sqlite", "steps.sqlite", NULL } },
		{ "diff of runs, as JSON",
			{ "gpuflame", "diff", "-q", "-f", "json", "--before", "small.folded",
				"small.sqlite", "--after", "steps.sqlite", NULL } },
		{ "diff with a gate, as Markdown",
			{ "gpuflame", "diff", "-q", "-f", "markdown", "--fail-if",
				"kernel:g > 900%", "--allow-missing", "small.sqlite",
				"steps.sqlite", NULL } },
		{ "diff as a picture", { "gpuflame", "diff", "-q", "-o", "out", "-f", "svg",
					       "small.folded", "steps.sqlite", NULL } },
		{ "env", { "gpuflame", "env", "-o", "run", NULL } },
	};
	size_t part = argc == 7 ? strtoul(argv[4], NULL, 10) : 0;
	size_t parts = argc == 7 ? strtoul(argv[5], NULL, 10) : 0;
	int number = 0, failures = 0;

	failing = argv[argc - 1];
	if (part == 0 || part > parts || (gpuflame = realpath(argv[1], NULL)) == NULL ||
		(preload = realpath(argv[2], NULL)) == NULL || chdir(argv[3]) != 0) {
		fprintf(stderr, "usage: faults GPUFLAME PRELOAD FOLDER PART PARTS WHAT\n");
		return 2;
	}
	for (size_t i = part - 1; i < sizeof(cases) / sizeof(cases[0]); i += parts) {
		for (int from = 0; from < 2; from++) {
			const char *mode = from ? "from" : "once";
			bool ok = run_case(&cases[i], mode);

			printf("%s %d - %s, %ss fail %s\n", ok ? "ok" : "not ok", ++number,
				cases[i].name, failing, from ? "for good" : "once");
			fflush(stdout);
			failures += !ok;
		}
	}
	return failures != 0;
}
