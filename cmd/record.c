#define _GNU_SOURCE /* asprintf, mkostemp */
#include "cmd/record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "capture/config.h"
#include "cmd/cmd.h"
#include "cmd/inject.h"
#include "cmd/launch.h"
#include "cmd/processes.h"
#include "cmd/summary.h"
#include "cmd/variables.h"

enum setting {
	SET_STEPS,
	SET_STEP_RANGE,
	SET_SKIP,
	SET_CAPTURE_RANGE,
	SET_NVTX_CAPTURE,
	SET_CAPTURE_RANGE_END,
	SET_DELAY,
	SET_DURATION,
	SET_MODE,
	SET_TRACE,
	SET_DOMAIN_INCLUDE,
	SET_DOMAIN_EXCLUDE,
	SET_CUDA_GRAPH_TRACE,
	SET_FLUSH_INTERVAL,
	SET_MAX_NODES,
	SET_STRIP,
	SET_OUTPUT, /* these two only for messages: their values have fields of their own */
	SET_FORCE,
};

_Static_assert(SET_FORCE + 1 == RECORD_SETTINGS, "record.h has room for all settings");

void record_init(struct record *record)
{
	*record = (struct record){
		.settings = {
			[SET_STEPS] = { "--steps", CONFIG_STEPS, NULL },
			[SET_STEP_RANGE] = { "--step-range", CONFIG_STEP_RANGE, NULL },
			[SET_SKIP] = { "--skip", CONFIG_SKIP_STEPS, NULL },
			[SET_CAPTURE_RANGE] = { "--capture-range", CONFIG_CAPTURE_RANGE, NULL },
			[SET_NVTX_CAPTURE] = { "--nvtx-capture", CONFIG_NVTX_CAPTURE, NULL },
			[SET_CAPTURE_RANGE_END] = { "--capture-range-end", CONFIG_CAPTURE_RANGE_END,
				NULL },
			[SET_DELAY] = { "--delay", CONFIG_DELAY, NULL },
			[SET_DURATION] = { "--duration", CONFIG_DURATION, NULL },
			[SET_MODE] = { "--mode", CONFIG_MODE, NULL },
			[SET_TRACE] = { "--trace", CONFIG_TRACE, NULL },
			[SET_DOMAIN_INCLUDE] = { "--nvtx-domain-include", CONFIG_DOMAIN_INCLUDE, NULL },
			[SET_DOMAIN_EXCLUDE] = { "--nvtx-domain-exclude", CONFIG_DOMAIN_EXCLUDE, NULL },
			[SET_CUDA_GRAPH_TRACE] = { "--cuda-graph-trace", CONFIG_CUDA_GRAPH_TRACE,
				NULL },
			[SET_FLUSH_INTERVAL] = { "--flush-interval", CONFIG_FLUSH_INTERVAL, NULL },
			[SET_MAX_NODES] = { "--max-nodes", CONFIG_MAX_NODES, NULL },
			[SET_STRIP] = { "--no-strip-numbers", CONFIG_STRIP, NULL },
			[SET_OUTPUT] = { "--output", CONFIG_OUTPUT, NULL },
			[SET_FORCE] = { "--force-overwrite", CONFIG_FORCE, NULL },
		},
		.inherit = true,
		.wait_all = true,
	};
}

void record_release(struct record *record)
{
	free(record->pairs);
	*record = (struct record){ 0 };
}

static bool add_pairs(void *value, const char *arg, struct err *err)
{
	struct record *record = value;
	void *pairs = record->pairs;

	if (!mem_grow(&pairs, &record->pair_cap, record->pair_count + 1, sizeof(char *), err))
		return false;
	record->pairs = pairs;
	record->pairs[record->pair_count++] = arg;
	return true;
}

static bool set_wait(void *value, const char *arg, struct err *err)
{
	bool *wait_all = value;

	if (strcmp(arg, "all") != 0 && strcmp(arg, "primary") != 0)
		return err_set(err, ERR_USAGE, "expected primary or all, not '%s'", arg);
	*wait_all = strcmp(arg, "all") == 0;
	return true;
}

static bool set_kill(void *value, const char *arg, struct err *err)
{
	int *number = value;
	uint64_t given = 0;

	if (strcmp(arg, "none") == 0)
		*number = 0;
	else if (strcmp(arg, "sigterm") == 0)
		*number = SIGTERM;
	else if (strcmp(arg, "sigkill") == 0)
		*number = SIGKILL;
	else if (opt_parse_uint(arg, &given) && given > 0 && given <= (uint64_t)SIGRTMAX)
		*number = (int)given;
	else
		return err_set(err, ERR_USAGE,
			"expected none, sigterm, sigkill or a signal's number, not '%s'", arg);
	return true;
}

/* What nsys traces beside CUDA and NVTX: in the scripts of many, and not for us. */
static bool is_other_trace(const char *name, size_t len)
{
	static const char *const others[] = { "osrt", "cublas", "cublas-verbose", "cudnn",
		"cusparse", "cusparse-verbose", "cusolver", "cusolver-verbose", "mpi", "nccl",
		"opengl", "opengl-annotations", "openacc", "openmp", "oshmem", "python-gil",
		"syscall", "tegra-accelerators", "ucx", "vulkan", "vulkan-annotations" };

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (strlen(others[i]) == len && strncmp(others[i], name, len) == 0)
			return true;
	}
	return false;
}

static bool set_trace(void *value, const char *arg, struct err *err)
{
	const char **trace = value;
	bool cuda = false, nvtx = false;

	for (const char *p = arg;; p++) {
		size_t len = strcspn(p, ",");

		if (len == 4 && strncmp(p, "cuda", len) == 0)
			cuda = true;
		else if (len == 4 && strncmp(p, "nvtx", len) == 0)
			nvtx = true;
		else if (is_other_trace(p, len))
			fprintf(stderr,
				"gpuflame: warning: -t %.*s: gpuflame records cuda and nvtx\n",
				(int)len, p);
		else
			return err_set(
				err, ERR_USAGE, "expected cuda, nvtx or cuda,nvtx, not '%s'", arg);
		p += len;
		if (*p == '\0')
			break;
	}
	if (!cuda && !nvtx)
		return err_set(err, ERR_USAGE, "expected cuda, nvtx or cuda,nvtx, not '%s'", arg);
	*trace = cuda && nvtx ? "cuda,nvtx" : cuda ? "cuda" : "nvtx";
	return true;
}

/* Options of nsys that say what is so anyway; their other values can't be had. */
static bool check_none(void *value, const char *arg, struct err *err)
{
	(void)value;
	return strcmp(arg, "none") == 0 ||
	       err_set(err, ERR_USAGE, "gpuflame looks at the GPU alone: only 'none', not '%s'",
		       arg);
}

static bool check_true(void *value, const char *arg, struct err *err)
{
	(void)value;
	return strcmp(arg, "true") == 0 ||
	       err_set(err, ERR_USAGE, "only 'true': the command's output is its own");
}

void record_fill_table(struct record *record, bool with_output, struct opt table[RECORD_OPTIONS])
{
	struct record_setting *set = record->settings;
	const struct opt output[] = {
		{ OPT_HEADING, 0, NULL, NULL, "Recording", NULL, NULL },
		{ OPT_STRING, 'o', "output", "PATTERN",
			"write to PATTERN, where %h is the host, %p the process, %n a number that "
			"makes "
			"it unique, %r the rank, %q{VAR} a variable "
			"(gpuflame-%h-%p.gpuflame)",
			&record->output, NULL },
		{ OPT_BOOL, 'f', "force-overwrite", "[BOOL]", "overwrite captures of that name",
			&record->force, NULL },
	};
	const struct opt rest[] = {
		{ OPT_STRING, 0, "mode", "MODE",
			"fold: add up by stack, for runs of any length (the default); trace: keep "
			"every "
			"event, as an nsys export does",
			&set[SET_MODE].value, NULL },
		{ OPT_CALL, 't', "trace", "LIST", "what to record: cuda,nvtx (the default), or one",
			&set[SET_TRACE].value, set_trace },
		{ OPT_STRING, 0, "cuda-graph-trace", "WHAT",
			"of CUDA graphs, each node (the default) or each graph as a whole: node, "
			"graph",
			&set[SET_CUDA_GRAPH_TRACE].value, NULL },
		{ OPT_STRING, 0, "nvtx-domain-include", "LIST",
			"record the ranges of these NVTX domains alone; 'default' has those "
			"without",
			&set[SET_DOMAIN_INCLUDE].value, NULL },
		{ OPT_STRING, 0, "nvtx-domain-exclude", "LIST",
			"do not record the ranges of these NVTX domains",
			&set[SET_DOMAIN_EXCLUDE].value, NULL },
		{ OPT_STRING, 0, "flush-interval", "MS",
			"fetch what the GPU has done every MS milliseconds (1000)",
			&set[SET_FLUSH_INTERVAL].value, NULL },
		{ OPT_STRING, 0, "cuda-flush-interval", "MS", NULL, &set[SET_FLUSH_INTERVAL].value,
			NULL },
		{ OPT_TRUE, 0, "no-strip-numbers", NULL,
			"fold mode: keep the numbers in the ranges' names; stacks then grow in "
			"number",
			&record->keep_numbers, NULL },
		{ OPT_STRING, 0, "max-nodes", "N",
			"fold mode: the most stacks to keep apart (250000); what is more is "
			"(overflow)",
			&set[SET_MAX_NODES].value, NULL },

		{ OPT_HEADING, 0, NULL, NULL, "When to record (all the time, unless told)", NULL,
			NULL },
		{ OPT_STRING, 0, "steps", "N",
			"record N training steps, counted by their NVTX ranges",
			&set[SET_STEPS].value, NULL },
		{ OPT_STRING, 0, "step-range", "LIST",
			"the names of those ranges; '#' stands for a number, '*' for anything "
			"('" CONFIG_DEFAULT_STEP_RANGE "', where ## is a '#' itself)",
			&set[SET_STEP_RANGE].value, NULL },
		{ OPT_STRING, 0, "skip", "K", "let K steps pass before the first that is recorded",
			&set[SET_SKIP].value, NULL },
		{ OPT_STRING, 'c', "capture-range", "WHAT",
			"record from cudaProfilerStart to cudaProfilerStop, or in an NVTX range: "
			"none, "
			"cudaProfilerApi, nvtx",
			&set[SET_CAPTURE_RANGE].value, NULL },
		{ OPT_STRING, 'p', "nvtx-capture", "RANGE",
			"that NVTX range: NAME, NAME@DOMAIN or NAME@*; means -c nvtx",
			&set[SET_NVTX_CAPTURE].value, NULL },
		{ OPT_STRING, 0, "capture-range-end", "WHAT",
			"at the range's end: none, stop, stop-shutdown (the default), repeat, "
			"repeat:N",
			&set[SET_CAPTURE_RANGE_END].value, NULL },
		{ OPT_STRING, 'y', "delay", "SECONDS", "begin so long after the process has",
			&set[SET_DELAY].value, NULL },
		{ OPT_STRING, 'd', "duration", "SECONDS", "record no longer than that",
			&set[SET_DURATION].value, NULL },

		{ OPT_HEADING, 0, NULL, NULL, "The command", NULL, NULL },
		{ OPT_CALL, 'e', "env-var", "A=B,C=D", "set variables of its environment", record,
			add_pairs },
		{ OPT_BOOL, 'n', "inherit-environment", "[BOOL]",
			"whether it gets the variables of this environment (true)",
			&record->inherit, NULL },
		{ OPT_CALL, 0, "wait", "WHOM",
			"end when the command has (primary) or when every process that came of it "
			"has "
			"(all, the default)",
			&record->wait_all, set_wait },
		{ OPT_CALL, 0, "kill", "SIGNAL",
			"send its processes a signal when all is recorded: none (the default), "
			"sigterm, "
			"sigkill or a number",
			&record->kill_signal, set_kill },

		/* what nsys's users have in their scripts */
		{ OPT_CALL, 's', "sample", "none", NULL, NULL, check_none },
		{ OPT_CALL, 'b', "backtrace", "none", NULL, NULL, check_none },
		{ OPT_CALL, 0, "cpuctxsw", "none", NULL, NULL, check_none },
		{ OPT_CALL, 'w', "show-output", "true", NULL, NULL, check_true },
		{ .kind = OPT_END },
	};
	size_t heading = with_output ? ARRAY_SIZE(output) : 1;

	_Static_assert(ARRAY_SIZE(output) + ARRAY_SIZE(rest) <= RECORD_OPTIONS,
		"RECORD_OPTIONS has room for all");
	memcpy(table, output, heading * sizeof(*table));
	memcpy(table + heading, rest, sizeof(rest));
}

/* --- from options to an environment ------------------------------------------------ */

/* config_get() of the environment that the command is to have. */
static const char *get_variable(void *context, const char *name)
{
	return variables_get(context, name);
}

/* The option that `word` (`len` bytes) is the variable of, or NULL. */
static const char *option_of(const struct record *record, const char *word, size_t len)
{
	for (size_t i = 0; i < RECORD_SETTINGS; i++) {
		const struct record_setting *setting = &record->settings[i];

		if (strlen(setting->variable) == len &&
			strncmp(setting->variable, word, len) == 0 &&
			(setting->value != NULL || config_getenv(NULL, setting->variable) == NULL))
			return setting->option;
	}
	return NULL;
}

/*
 * The capture library's messages name its variables, as its users know them;
 * ours know options. A variable that was not set by an option stays one.
 */
static bool name_options(const struct record *record, struct err *err)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	char text[sizeof(err->msg)];
	size_t used = 0;

	for (const char *p = err->msg; *p != '\0' && used + 1 < sizeof(text);) {
		size_t len = strspn(p, letters);
		const char *option = len > 0 ? option_of(record, p, len) : NULL;
		int n;

		if (option != NULL)
			n = snprintf(text + used, sizeof(text) - used, "%s", option);
		else
			n = snprintf(text + used, sizeof(text) - used, "%.*s",
				(int)(len > 0 ? len : 1), p);
		used += (size_t)n;
		p += len > 0 ? len : 1;
	}
	text[used < sizeof(text) ? used : sizeof(text) - 1] = '\0';
	return err_set(err, err->code, "%s", text);
}

/* Whether the last part of `pattern` has a dot outside of its placeholders. */
static bool has_extension(const char *pattern)
{
	const char *slash = strrchr(pattern, '/');

	for (const char *p = slash != NULL ? slash + 1 : pattern; *p != '\0'; p++) {
		const char *end = p[0] == '%' && p[1] == 'q' ? strchr(p, '}') : NULL;

		if (end != NULL)
			p = end;
		else if (*p == '.')
			return true;
	}
	return false;
}

/* Write `path` to `to` with its '%' doubled: a path as a pattern that means it. */
static void print_literal(FILE *to, const char *path)
{
	for (; *path != '\0'; path++) {
		if (*path == '%')
			fputc('%', to);
		fputc(*path, to);
	}
}

/*
 * The pattern that the library gets: absolute, since a process may have changed
 * its folder by then; a name without an extension gets one, as nsys does it.
 * To free(); NULL with ERR_USAGE, ERR_IO or ERR_NOMEM.
 */
static char *complete_pattern(const char *pattern, struct err *err)
{
	size_t len = strlen(pattern), size = 0;
	char *here = NULL, *whole = NULL;
	FILE *out;

	if (len == 0 || pattern[len - 1] == '/') {
		err_set(err, ERR_USAGE, "option '--output' takes a file's name, not '%s'", pattern);
		return NULL;
	}
	if (pattern[0] != '/') {
		here = getcwd(NULL, 0);
		if (here == NULL) {
			err_set_errno(err, errno, "cannot find out the current folder");
			return NULL;
		}
	}
	out = open_memstream(&whole, &size);
	if (out == NULL) {
		err_nomem(err);
		free(here);
		return NULL;
	}
	if (here != NULL) {
		print_literal(out, here);
		fputc('/', out);
	}
	fprintf(out, "%s%s", pattern, has_extension(pattern) ? "" : ".gpuflame");
	free(here);
	if (fclose(out) != 0) {
		err_nomem(err);
		free(whole);
		return NULL;
	}
	return whole;
}

/* Where in `folder` each process writes. To free(); NULL and ERR_NOMEM. */
static char *folder_pattern(const char *folder, struct err *err)
{
	char *whole = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&whole, &size);

	if (out == NULL) {
		err_nomem(err);
		return NULL;
	}
	print_literal(out, folder);
	fputs("/%p-%n.gpuflame", out);
	if (fclose(out) != 0) {
		err_nomem(err);
		free(whole);
		return NULL;
	}
	return whole;
}

static bool set_output(const struct record *record, const char *folder, struct variables *variables,
	struct err *err)
{
	const char *pattern = record->output, *inherited = variables_get(variables, CONFIG_OUTPUT);
	char *whole;
	bool ok;

	if (pattern == NULL && inherited != NULL && *inherited != '\0')
		pattern = inherited;
	if (pattern == NULL)
		pattern = CONFIG_DEFAULT_OUTPUT;
	whole = folder != NULL ? folder_pattern(folder, err) : complete_pattern(pattern, err);
	ok = whole != NULL && variables_set(variables, CONFIG_OUTPUT, whole, err) &&
	     (!record->force || variables_set(variables, CONFIG_FORCE, "1", err));
	free(whole);
	return ok;
}

static bool set_settings(const struct record *record, struct variables *variables, struct err *err)
{
	for (size_t i = 0; i < RECORD_SETTINGS; i++) {
		const struct record_setting *setting = &record->settings[i];

		if (setting->value != NULL && *setting->value == '\0')
			return err_set(err, ERR_USAGE, "option '%s' has an empty argument",
				setting->option);
		if (setting->value != NULL &&
			!variables_set(variables, setting->variable, setting->value, err))
			return false;
	}
	if (record->settings[SET_NVTX_CAPTURE].value != NULL &&
		record->settings[SET_CAPTURE_RANGE].value == NULL &&
		!variables_set(variables, CONFIG_CAPTURE_RANGE, "nvtx", err))
		return false;
	return !record->keep_numbers || variables_set(variables, CONFIG_STRIP, "0", err);
}

static bool set_pairs(const struct record *record, struct variables *variables, struct err *err)
{
	for (size_t i = 0; i < record->pair_count; i++) {
		if (!variables_set_list(variables, record->pairs[i], err))
			return err_prefix(err, "option '--env-var'");
	}
	return true;
}

/* --- checks before the run ---------------------------------------------------------- */

/* Whether every %q{VAR} of the pattern is known here already. */
static bool knows_variables(const char *pattern, const struct variables *variables)
{
	for (const char *p = strchr(pattern, '%'); p != NULL; p = strchr(p, '%')) {
		char name[256];
		size_t len;

		if (p[1] != 'q' || p[2] != '{') {
			p += p[1] != '\0' ? 2 : 1;
			continue;
		}
		len = strcspn(p + 3, "}");
		if (len >= sizeof(name))
			return false;
		memcpy(name, p + 3, len);
		name[len] = '\0';
		if (variables_get(variables, name) == NULL)
			return false;
		p += 3 + len;
	}
	return true;
}

/* The folder that files go to must be there and let them in. */
static bool check_folder(char *path, struct err *err)
{
	char *slash = strrchr(path, '/');
	const char *folder = path;

	if (slash == path)
		folder = "/";
	else
		*slash = '\0';
	if (access(folder, W_OK | X_OK) != 0)
		return err_set_errno(err, errno, "cannot write to folder '%s'", folder);
	return true;
}

/*
 * What can be known of the output before the run: whether the name is taken,
 * and whether there is a place for it. The rest the library finds out.
 */
static bool check_output(
	const struct config *config, const struct variables *variables, struct err *err)
{
	char host[256] = "", path[PATH_MAX];
	const char *rank = config_rank(get_variable, (void *)(uintptr_t)variables);
	const struct config_place place = { host, (long)getpid(), rank, 0, get_variable,
		(void *)(uintptr_t)variables };
	const char *slash = strrchr(config->output, '/');
	bool known, known_folder;
	struct stat status;

	gethostname(host, sizeof(host) - 1);
	if (!config_expand_path(config->output, &place, path, sizeof(path), err))
		return false;
	known = !config_pattern_has(config->output, 'p') &&
		!config_pattern_has(config->output, 'n') &&
		(rank != NULL || !config_pattern_has(config->output, 'r')) &&
		knows_variables(config->output, variables);
	known_folder =
		known || (slash != NULL && memchr(config->output, '%',
						   (size_t)(slash - config->output)) == NULL);
	if (known && lstat(path, &status) == 0) {
		if (S_ISDIR(status.st_mode))
			return err_set(
				err, ERR_USAGE, "'%s' is a folder: give a file's name", path);
		if (!config->force)
			return err_set(err, ERR_USAGE,
				"'%s' is there already; -f overwrites it, -o chooses another name",
				path);
	}
	return !known_folder || check_folder(path, err);
}

/* Whether the recording can end before the command does. */
static bool has_end(const struct config *config)
{
	return config->steps > 0 || config->duration_ns > 0 ||
	       (config->range != CAPTURE_ALWAYS && config->range_end != RANGE_END_NONE);
}

static bool check(const struct record *record, const char *folder, const struct config *config,
	const struct variables *variables, struct err *err)
{
	if (record->kill_signal != 0 && !has_end(config))
		return err_set(err, ERR_USAGE,
			"option '--kill' needs an end to wait for: --steps, --duration or "
			"--capture-range");
	if (record->settings[SET_CAPTURE_RANGE_END].value != NULL &&
		config->range == CAPTURE_ALWAYS)
		return err_set(err, ERR_USAGE,
			"option '--capture-range-end' is for --capture-range alone");
	if (!config->cuda && config->mode == MODE_FOLD)
		return err_set(err, ERR_USAGE,
			"option '--trace' is without cuda: fold mode has nothing but GPU time to "
			"record; add --mode trace");
	return folder != NULL || check_output(config, variables, err);
}

/* --- the run ------------------------------------------------------------------------ */

/* All that a run needs and that has to go afterwards. */
struct session {
	struct variables variables;
	struct config config;
	char *library;
	char *status_path; /* the file that processes report to */
};

static void session_release(struct session *session)
{
	if (session->status_path != NULL)
		unlink(session->status_path);
	free(session->status_path);
	free(session->library);
	config_release(&session->config);
	variables_release(&session->variables);
}

/* Make an empty file that only this user can write to; its path, to free(). */
static char *make_status_file(struct err *err)
{
	const char *chosen = config_getenv(NULL, "TMPDIR");
	const char *place = chosen != NULL && *chosen != '\0' ? chosen : "/tmp";
	char *folder = realpath(place, NULL), *path = NULL;
	int fd = -1;

	if (folder == NULL) {
		err_set_errno(err, errno, "cannot use '%s' for temporary files", place);
		return NULL;
	}
	if (asprintf(&path, "%s/gpuflame-status-XXXXXX", folder) < 0) {
		path = NULL;
		err_nomem(err);
	} else {
		fd = mkostemp(path, O_CLOEXEC);
		if (fd < 0)
			err_set_errno(err, errno, "cannot create a temporary file in '%s'", folder);
	}
	free(folder);
	if (fd < 0) {
		free(path);
		return NULL;
	}
	close(fd);
	return path;
}

static bool prepare(
	const struct record *record, const char *folder, struct session *session, struct err *err)
{
	struct variables *variables = &session->variables;

	if (!variables_init(variables, record->inherit, err))
		return false;
	if (!set_pairs(record, variables, err) || !set_settings(record, variables, err) ||
		!set_output(record, folder, variables, err))
		return false;
	if (!config_read(&session->config, get_variable, variables, err))
		return name_options(record, err);
	if (!check(record, folder, &session->config, variables, err))
		return false;
	session->library = inject_find_library(err);
	if (session->library == NULL)
		return false;
	session->status_path = make_status_file(err);
	return session->status_path != NULL &&
	       variables_set(variables, CONFIG_STATUS, session->status_path, err) &&
	       inject_set(variables, session->library, err);
}

/*
 * Whether all is recorded while processes still run: each has finished its
 * file, or is gone, and one that has finished is there yet.
 */
static bool is_over(void *data)
{
	const struct session *session = data;
	struct outcome outcome;
	struct err ignored = { 0 };
	bool finished = false, recording = false;

	if (!outcome_read(&outcome, session->status_path, &ignored))
		return false;
	for (size_t i = 0; i < outcome.count && !recording; i++) {
		bool running = processes_is_running((pid_t)outcome.processes[i].pid);

		finished |= running && outcome.processes[i].done;
		recording = running && !outcome.processes[i].done;
	}
	outcome_release(&outcome);
	return finished && !recording;
}

/* The whole summary by one write, so that those of other ranks don't get into it. */
static bool print_summary(const struct summary *summary, struct err *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	bool ok;

	if (out == NULL)
		return err_nomem(err);
	ok = summary_print(summary, out, err);
	if (fclose(out) != 0 && ok)
		ok = err_nomem(err);
	if (ok)
		fwrite(text, 1, size, stderr);
	free(text);
	return ok;
}

static void tell_of_left_over(const struct launch_end *end, int kill_signal)
{
	if (end->killed)
		fprintf(stderr, "gpuflame: all is recorded: sent the command signal %d\n",
			kill_signal);
	if (end->left_over > 0)
		fprintf(stderr,
			"gpuflame: did not wait for %zu process%s that the command left behind\n",
			end->left_over, end->left_over == 1 ? "" : "es");
}

static bool conclude(const struct session *session, bool names_files, const char *command,
	struct record_result *result, struct err *err)
{
	const struct summary summary = {
		.outcome = &result->outcome,
		.config = &session->config,
		.command = command,
		.obstacle = inject_obstacle(&session->variables, command),
		.names_files = names_files,
	};
	struct summary_totals totals;

	if (!outcome_read(&result->outcome, session->status_path, err))
		return false;
	outcome_look_into_files(&result->outcome);
	if (!print_summary(&summary, err)) {
		outcome_release(&result->outcome);
		return false;
	}
	summary_add_up(&summary, &totals);
	if (result->status == EXIT_OK && !totals.succeeded)
		result->status = EXIT_FAILED;
	return true;
}

void record_result_release(struct record_result *result)
{
	outcome_release(&result->outcome);
}

bool record_command(const struct record *record, const char *folder, const char **argv,
	struct record_result *result, struct err *err)
{
	struct session session = { 0 };
	struct launch_end end = { 0 };
	bool ok;

	*result = (struct record_result){ .status = EXIT_FAILED };
	if (!prepare(record, folder, &session, err)) {
		if (err->code == ERR_USAGE)
			result->status = EXIT_USAGE;
		session_release(&session);
		return false;
	}
	const struct launch launch = {
		.argv = argv,
		.environment = session.variables.items,
		.wait_all = record->wait_all,
		.kill_signal = record->kill_signal,
		.is_over = is_over,
		.data = &session,
	};
	ok = launch_run(&launch, &end, err);
	result->status = end.status;
	result->signal = end.signal;
	if (ok) {
		tell_of_left_over(&end, record->kill_signal);
		ok = conclude(&session, folder == NULL, argv[0], result, err);
		if (!ok && result->status == EXIT_OK)
			result->status = EXIT_FAILED;
	}
	session_release(&session);
	return ok;
}

/* --- gpuflame record ------------------------------------------------------------------ */

static int show_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame record [options] [--] COMMAND [ARGUMENT...]\n"
	      "\n"
	      "Run COMMAND and record where its GPU time goes, by the NVTX ranges that it\n"
	      "launches its work in: one capture for each process that uses CUDA. The exit\n"
	      "status is COMMAND's, or 1 when only the recording failed.\n",
		stdout);
	opt_print_help(tables, stdout);
	return EXIT_OK;
}

/* argv, NULL-ended, of the command to run; to free(). */
static const char **copy_words(const char **words, int count, struct err *err)
{
	const char **copy = mem_zeroed((size_t)count + 1, sizeof(*copy), err);

	if (copy != NULL)
		memcpy(copy, words, (size_t)count * sizeof(*copy));
	return copy;
}

static int record_words(const struct record *record, const char **words, int count)
{
	struct record_result result;
	struct err err = { 0 };
	const char **command = copy_words(words, count, &err);

	if (command == NULL)
		return cmd_fail(&err);
	if (!record_command(record, NULL, command, &result, &err))
		cmd_fail(&err);
	free(command);
	record_result_release(&result);
	/* so that a script that Ctrl-C was typed at ends as well */
	if (result.signal == SIGINT)
		launch_die_of(SIGINT);
	return result.status;
}

static int run(int argc, const char **argv)
{
	struct record record;
	struct opt table[RECORD_OPTIONS];
	bool help = false;
	const struct opt general[] = {
		{ OPT_TRUE, 'h', "help", NULL, "show this", &help, NULL },
		{ .kind = OPT_END },
	};
	const struct opt *const tables[] = { table, general, NULL };
	struct err err = { 0 };
	int count, status;

	record_init(&record);
	record_fill_table(&record, true, table);
	if (!opt_parse(tables, true, argc - 1, argv + 1, &count, &err)) {
		status = cmd_fail(&err);
	} else if (help) {
		status = show_help(tables);
	} else if (count == 0) {
		err_set(&err, ERR_USAGE,
			"no command to record: gpuflame record [options] -- COMMAND");
		status = cmd_fail(&err);
	} else {
		status = record_words(&record, argv + 1, count);
	}
	record_release(&record);
	return status;
}

const struct command command_record = {
	.name = "record",
	.summary = "run a program and record its GPU time",
	.starts_program = true,
	.run = run,
};
