#include "cmd/record/record_options.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cmd/record/nsys_options.h"
#include "cmd/record/summary.h"
#include "cmd/record/variables.h"

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
			[SET_START] = { "--start-later", CONFIG_START, NULL },
			[SET_DELAY] = { "--delay", CONFIG_DELAY, NULL },
			[SET_DURATION] = { "--duration", CONFIG_DURATION, NULL },
			[SET_MODE] = { "--mode", CONFIG_MODE, NULL },
			[SET_TRACE] = { "--trace", CONFIG_TRACE, NULL },
			[SET_COMMAND] = { "--command", CONFIG_COMMAND, NULL },
			[SET_DOMAIN_INCLUDE] = { "--nvtx-domain-include", CONFIG_DOMAIN_INCLUDE, NULL },
			[SET_DOMAIN_EXCLUDE] = { "--nvtx-domain-exclude", CONFIG_DOMAIN_EXCLUDE, NULL },
			[SET_CUDA_GRAPH_TRACE] = { "--cuda-graph-trace", CONFIG_CUDA_GRAPH_TRACE,
				NULL },
			[SET_CUDA_MEMORY_USAGE] = { "--cuda-memory-usage", CONFIG_CUDA_MEMORY_USAGE,
				NULL },
			[SET_FLUSH_INTERVAL] = { "--flush-interval", CONFIG_FLUSH_INTERVAL, NULL },
			[SET_SNAPSHOT_INTERVAL] = { "--snapshot-interval", CONFIG_SNAPSHOT_INTERVAL, NULL },
			[SET_MAX_NODES] = { "--max-nodes", CONFIG_MAX_NODES, NULL },
			[SET_STRIP] = { "--no-strip-numbers", CONFIG_STRIP, NULL },
			[SET_PYTORCH] = { "--pytorch", CONFIG_PYTORCH, NULL },
			[SET_PYTHON_STACKS] = { "--python-stacks", CONFIG_PYTHON_STACKS, NULL },
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
	python_options_release(&record->python);
	*record = (struct record){ 0 };
}

static bool add_pairs(void *value, const char *arg, struct err *err)
{
	struct record *record = value;
	void *pairs = record->pairs;

	if (!mem_try_grow(&pairs, &record->pair_cap, record->pair_count + 1, sizeof(char *), err))
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

/* "hotkey" is this program's business, the others are the library's. */
static bool set_capture_range(void *value, const char *arg, struct err *err)
{
	struct record *record = value;

	(void)err;
	record->has_hotkey = strcmp(arg, "hotkey") == 0;
	record->start_later |= record->has_hotkey;
	record->settings[SET_CAPTURE_RANGE].value = record->has_hotkey ? "none" : arg;
	return true;
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
		else if (!nsys_options_trace(p, len, &cuda))
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

static struct opt *put_options(struct opt *table, const struct opt *options, size_t count)
{
	memcpy(table, options, count * sizeof(*table));
	return table + count;
}

void record_fill_table(struct record *record, enum record_use use, struct opt table[RECORD_OPTIONS])
{
	struct record_setting *set = record->settings;
	const struct opt output[] = {
		OPT_HEADING("Recording"),
		OPT_STRING('o', "output", &record->output, "PATTERN",
			"write to PATTERN: %h is the host, %p the process, %n a number that makes "
			"the name unique, %r the rank, %q{VAR} an environment variable; a name "
			"that "
			"ends in / is a folder with a file for each process "
			"(default: gpuflame-%h-%p.gpuflame)"),
		OPT_BOOL('f', "force-overwrite", &record->force, "overwrite existing captures"),
		OPT_TRUE(0, "strict", &record->strict,
			"exit with 1 if COMMAND succeeded and the recording is not complete"),
		OPT_WORD(0, "summary", &record->summary, "WHO", summary_word,
			"which ranks of a distributed run print a summary; rank0: one line, and "
			"from other ranks only what went wrong"),
	};
	const struct opt settings[] = {
		OPT_STRING(0, "mode", &set[SET_MODE].value, "MODE",
			"fold (the default): add up by stack, for runs of any length; trace: keep "
			"every event, as an nsys export does"),
		OPT_CALL('t', "trace", &set[SET_TRACE].value, "LIST",
			"what to record: cuda,nvtx (the default), or one of them", set_trace),
		OPT_STRING(0, "command", &set[SET_COMMAND].value, "REGEX",
			"record only processes whose command line REGEX matches, such as "
			"'python.*train'"),
		OPT_STRING(0, "cuda-graph-trace", &set[SET_CUDA_GRAPH_TRACE].value, "WHAT",
			"record CUDA graphs by node (the default) or each launch as a whole: node, "
			"graph"),
		OPT_STRING(0, "cuda-memory-usage", &set[SET_CUDA_MEMORY_USAGE].value, "BOOL",
			"trace mode: record what CUDA allocates and frees: true, false (the "
			"default)"),
		OPT_STRING(0, "nvtx-domain-include", &set[SET_DOMAIN_INCLUDE].value, "LIST",
			"record only the ranges of these NVTX domains; 'default' is the ranges "
			"without a domain"),
		OPT_STRING(0, "nvtx-domain-exclude", &set[SET_DOMAIN_EXCLUDE].value, "LIST",
			"do not record the ranges of these NVTX domains"),
		OPT_STRING(0, "flush-interval", &set[SET_FLUSH_INTERVAL].value, "MS",
			"fetch completed GPU work every MS milliseconds (default: 100)"),
		OPT_STRING(0, "cuda-flush-interval", &set[SET_FLUSH_INTERVAL].value, "MS", NULL),
		OPT_STRING(0, "snapshot-interval", &set[SET_SNAPSHOT_INTERVAL].value, "SECONDS",
			"fold mode: write the capture only every SECONDS while the program runs "
			"(default: at each flush)"),
		OPT_TRUE(0, "no-strip-numbers", &record->keep_numbers,
			"fold mode: keep the numbers in range names, at the price of more stacks"),
		OPT_STRING(0, "max-nodes", &set[SET_MAX_NODES].value, "N",
			"fold mode: keep at most N stacks apart (default: 250000); stacks beyond "
			"that count "
			"under (overflow)"),

		OPT_HEADING("When to record (default: all the time)"),
		OPT_STRING(0, "steps", &set[SET_STEPS].value, "N",
			"record N training steps, counted by their NVTX ranges"),
		OPT_STRING(0, "step-range", &set[SET_STEP_RANGE].value, "LIST",
			"the names of those ranges; '#' stands for a number, '*' for anything "
			"(default: '" CONFIG_DEFAULT_STEP_RANGE "'; ## is a literal '#')"),
		OPT_STRING(0, "skip", &set[SET_SKIP].value, "K",
			"skip K steps before the first one that is recorded"),
		OPT_CALL('c', "capture-range", record, "WHAT",
			"record from cudaProfilerStart to cudaProfilerStop, in an NVTX range, or "
			"from one signal USR2 to the next: none, cudaProfilerApi, nvtx, hotkey",
			set_capture_range),
		OPT_STRING('p', "nvtx-capture", &set[SET_NVTX_CAPTURE].value, "RANGE",
			"that NVTX range: NAME, NAME@DOMAIN or NAME@*; implies -c nvtx"),
		OPT_STRING(0, "capture-range-end", &set[SET_CAPTURE_RANGE_END].value, "WHAT",
			"what to do at its end: none, stop, stop-shutdown (the default), repeat, "
			"repeat:N, repeat-shutdown:N"),
		OPT_TRUE(0, "start-later", &record->start_later,
			"record nothing until gpuflame start, from which the other options count"),
		OPT_STRING('y', "delay", &set[SET_DELAY].value, "SECONDS",
			"start recording SECONDS after the process starts"),
		OPT_STRING('d', "duration", &set[SET_DURATION].value, "SECONDS",
			"record for at most SECONDS"),

		OPT_HEADING("Python"),
		OPT_STRING(0, "pytorch", &set[SET_PYTORCH].value, "LIST",
			"make ranges of what PyTorch does: modules (by their path in the model, "
			"with the optimizer, data loaders and collectives), backward (modules, and "
			"the backward pass by them), functions-trace (functions too), "
			"autograd-nvtx or autograd-shapes-nvtx (operators), none"),
		OPT_STRING(0, "python-stacks", &set[SET_PYTHON_STACKS].value, "WHERE",
			"show the Python call stack as frames: of each launch (launches), of nodes "
			"of CUDA graphs captured outside of any range (graphs, the default), none"),
	};
	const struct opt command[] = {
		OPT_HEADING("Command"),
		OPT_CALL('e', "env-var", record, "A=B,C=D", "set environment variables", add_pairs),
		OPT_BOOL('n', "inherit-environment", &record->inherit,
			"pass this environment on to the command (default: true)"),
		OPT_CALL(0, "wait", &record->wait_all, "WHOM",
			"wait for the command alone (primary) or for all its descendants (all, the "
			"default)",
			set_wait),
		OPT_CALL(0, "kill", &record->kill_signal, "SIGNAL",
			"send its processes a signal when recording is complete: none (the "
			"default), sigterm, sigkill or a number",
			set_kill),
	};
	const size_t of_output[] = {
		[RECORD_USE_RECORD] = ARRAY_SIZE(output),
		[RECORD_USE_RUN] = 1,
		[RECORD_USE_ENV] = 3, /* up to -f */
	};

	_Static_assert(ARRAY_SIZE(output) + ARRAY_SIZE(settings) + ARRAY_SIZE(command) +
				       PYTHON_OPTIONS + NSYS_OPTIONS <
			       RECORD_OPTIONS,
		"RECORD_OPTIONS has room for all");
	table = put_options(table, output, of_output[use]);
	table = put_options(table, settings, ARRAY_SIZE(settings));
	if (use != RECORD_USE_ENV) {
		table += python_options_fill(&record->python, table);
		table = put_options(table, command, ARRAY_SIZE(command));
		table += nsys_options_fill(table);
	}
	*table = (struct opt)OPT_END();
}

/* --- from options to an environment ------------------------------------------------ */

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
	return (!record->keep_numbers || variables_set(variables, CONFIG_STRIP, "0", err)) &&
	       (!record->start_later || variables_set(variables, CONFIG_START, "later", err));
}

static bool set_pairs(const struct record *record, struct variables *variables, struct err *err)
{
	for (size_t i = 0; i < record->pair_count; i++) {
		if (!variables_set_list(variables, record->pairs[i], err))
			return err_prefix(err, "option '--env-var'");
	}
	return true;
}

bool record_set_variables(const struct record *record, struct variables *variables, struct err *err)
{
	return set_pairs(record, variables, err) && set_settings(record, variables, err) &&
	       python_options_set(&record->python, variables, err);
}

/* The option whose variable is `word` (`len` bytes), or NULL. */
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

bool record_name_options(const struct record *record, struct err *err)
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

/* Whether the recording can end before the command does. */
static bool has_end(const struct config *config)
{
	return config->steps > 0 || config->duration_ns > 0 ||
	       (config->range != CAPTURE_ALWAYS && config->range_end != RANGE_END_NONE);
}

bool record_check_options(const struct record *record, const struct config *config, struct err *err)
{
	if (record->kill_signal != 0 && !has_end(config))
		return err_set(err, ERR_USAGE,
			"option '--kill' needs an end of recording: --steps, --duration or "
			"--capture-range");
	if (record->settings[SET_CAPTURE_RANGE_END].value != NULL && record->has_hotkey)
		return err_set(err, ERR_USAGE,
			"option '--capture-range-end' has no meaning with --capture-range hotkey: "
			"the next signal ends the recording");
	if (record->settings[SET_CAPTURE_RANGE_END].value != NULL &&
		config->range == CAPTURE_ALWAYS)
		return err_set(
			err, ERR_USAGE, "option '--capture-range-end' needs --capture-range");
	if (!config->cuda && config->mode == MODE_FOLD)
		return err_set(err, ERR_USAGE,
			"option '--trace' lacks cuda: fold mode records only GPU time; add --mode "
			"trace");
	return true;
}
