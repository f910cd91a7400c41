#include "cmd/meaning_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/input/decimal.h"

static bool set_value(void *value, const char *arg, struct err *err)
{
	struct meaning *meaning = value;

	meaning->value_given = true;
	if (value_parse(arg, &meaning->value))
		return true;
	return err_set(err, ERR_USAGE,
		"takes gpu-time, count, bytes, idle, exposed, launch-latency or cpu-time, not "
		"'%.100s'",
		arg);
}

static bool set_by(void *value, const char *arg, struct err *err)
{
	struct meaning *meaning = value;

	return front_parse(arg, &meaning->front, err);
}

static bool set_graph_ranges(void *value, const char *arg, struct err *err)
{
	struct meaning *meaning = value;

	meaning->graph_ranges_given = true;
	meaning->no_graph_ranges = strcmp(arg, "off") == 0;
	return meaning->no_graph_ranges || strcmp(arg, "on") == 0 ||
	       err_set(err, ERR_USAGE, "takes on or off, not '%.100s'", arg);
}

static bool set_start_end_ranges(void *value, const char *arg, struct err *err)
{
	struct meaning *meaning = value;

	meaning->start_end_ranges_given = true;
	meaning->all_start_end_ranges = strcmp(arg, "all") == 0;
	return meaning->all_start_end_ranges || strcmp(arg, "same-thread") == 0 ||
	       err_set(err, ERR_USAGE, "takes same-thread or all, not '%.100s'", arg);
}

static bool set_normalize(void *value, const char *arg, struct err *err)
{
	struct meaning *meaning = value;

	meaning->normalize_steps = strcmp(arg, "steps") == 0;
	return meaning->normalize_steps ||
	       err_set(err, ERR_USAGE, "takes steps, not '%.100s'", arg);
}

/* "A-B", "A-", "-B" or "A": each end as text of at most `size` bytes, "" where there is none. */
static bool split_span(const char *arg, char *first, char *last, size_t size)
{
	const char *dash = strchr(arg, '-'), *end;
	size_t len = dash != NULL ? (size_t)(dash - arg) : strlen(arg);

	if (len >= size || (dash != NULL && strlen(dash + 1) >= size) ||
		(len == 0 && (dash == NULL || dash[1] == '\0')))
		return false;
	memcpy(first, arg, len);
	first[len] = '\0';
	end = dash != NULL ? dash + 1 : first;
	memcpy(last, end, strlen(end) + 1);
	return true;
}

static bool set_steps(void *value, const char *arg, struct err *err)
{
	struct step_choice *steps = value;
	char first[24], last[24];

	steps->first = 0;
	steps->last = UINT64_MAX;
	steps->has_numbers = true;
	if (split_span(arg, first, last, sizeof(first)) &&
		(first[0] == '\0' || opt_parse_uint(first, &steps->first)) &&
		(last[0] == '\0' || opt_parse_uint(last, &steps->last)) &&
		steps->first <= steps->last)
		return true;
	return err_set(
		err, ERR_USAGE, "takes A-B, A-, -B or A, numbers of steps, not '%.100s'", arg);
}

static bool set_skip_steps(void *value, const char *arg, struct err *err)
{
	static const char slowest[] = "slowest:";
	struct step_choice *steps = value;
	bool is_slowest = strncmp(arg, slowest, sizeof(slowest) - 1) == 0;

	if (opt_parse_uint(is_slowest ? arg + sizeof(slowest) - 1 : arg,
		    is_slowest ? &steps->skip_slowest : &steps->skip_first))
		return true;
	return err_set(
		err, ERR_USAGE, "takes a number of steps or slowest:NUMBER, not '%.100s'", arg);
}

/* "1.5s", "20ms", "7us", "300ns": nanoseconds. To the digit: those since 1970 are no doubles. */
static bool parse_time(const char *text, int64_t *ns)
{
	static const struct {
		const char *unit;
		int shift; /* digits that it is more than a nanosecond */
	} units[] = { { "ns", 0 }, { "us", 3 }, { "ms", 6 }, { "s", 9 } };
	size_t len = strspn(text, "0123456789.");

	if (*text < '0' || *text > '9')
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcmp(text + len, units[i].unit) == 0)
			return decimal_parse(text, len, units[i].shift, ns);
	}
	return false;
}

static bool set_time(void *value, const char *arg, struct err *err)
{
	struct cut_options *cut = value;
	char from[40], to[40];
	bool ok = strchr(arg, '-') != NULL && split_span(arg, from, to, sizeof(from));

	cut->has_from = ok && from[0] != '\0';
	cut->has_to = ok && to[0] != '\0';
	if (ok && (!cut->has_from || parse_time(from, &cut->from)) &&
		(!cut->has_to || parse_time(to, &cut->to)) &&
		(!cut->has_from || !cut->has_to || cut->from < cut->to))
		return true;
	return err_set(err, ERR_USAGE,
		"takes FROM-TO, times such as 1.5s or 20ms, one of which may be left out, not "
		"'%.100s'",
		arg);
}

/* Numbers joined by ',', added to a list. */
static bool add_numbers(
	const char *arg, uint64_t **list, size_t *count, size_t *cap, struct err *err)
{
	for (;;) {
		size_t len = strcspn(arg, ",");
		char word[24] = "";

		if (len < sizeof(word))
			memcpy(word, arg, len);
		if (!mem_grow((void **)list, cap, *count + 1, sizeof(**list), err))
			return false;
		if (!opt_parse_uint(word, &(*list)[*count]))
			return err_set(err, ERR_USAGE,
				"takes numbers divided by commas, not '%.100s'", arg);
		(*count)++;
		if (arg[len] == '\0')
			return true;
		arg += len + 1;
	}
}

static bool add_devices(void *value, const char *arg, struct err *err)
{
	struct cut_options *cut = value;

	return add_numbers(arg, &cut->devices, &cut->device_count, &cut->devices_cap, err);
}

static bool add_processes(void *value, const char *arg, struct err *err)
{
	struct cut_options *cut = value;

	return add_numbers(arg, &cut->processes, &cut->process_count, &cut->processes_cap, err);
}

static bool set_aggregate(void *value, const char *arg, struct err *err)
{
	struct files_options *files = value;

	return aggregate_parse(arg, &files->aggregate) ||
	       err_set(err, ERR_USAGE, "takes sum, mean, min, max or spread, not '%.100s'", arg);
}

static bool set_rank_pattern(void *value, const char *arg, struct err *err)
{
	const char **pattern = value;

	*pattern = arg;
	return strstr(arg, "%r") != NULL ||
	       err_set(err, ERR_USAGE, "takes a name with %%r where the rank is, not '%.100s'",
		       arg);
}

static bool set_jobs(void *value, const char *arg, struct err *err)
{
	struct files_options *files = value;
	uint64_t jobs;

	if (!opt_parse_uint(arg, &jobs) || jobs == 0 || jobs > 256)
		return err_set(err, ERR_USAGE, "takes a number from 1 to 256, not '%.100s'", arg);
	files->jobs = (unsigned)jobs;
	return true;
}

void meaning_options_init(struct collapse_options *options, struct files_options *files,
	struct opt *table, size_t room)
{
	struct meaning *meaning = &options->meaning;
	struct cut_options *cut = &meaning->cut;

	const struct opt entries[] = {
		{ OPT_HEADING, .help = "Values" },
		{ OPT_CALL, 0, "value", "VALUE",
			"what counts: gpu-time (the default), count, bytes, idle, exposed, "
			"launch-latency, cpu-time",
			meaning, set_value },
		{ OPT_TRUE, 0, "with-idle", NULL,
			"add a frame [GPU idle] for the gap before each operation",
			&meaning->with_idle, NULL },
		{ OPT_STRING, 0, "communication", "REGEX",
			"kernels that communicate, for --value exposed", &meaning->communication,
			NULL },
		{ OPT_CALL, 0, "normalize", "steps", "divide by the number of training steps",
			meaning, set_normalize },
		{ OPT_HEADING, .help = "Ranges" },
		{ OPT_CALL, 0, "by", "LIST",
			"put frames in front: rank, process, thread, device, stream, step, phase",
			meaning, set_by },
		{ OPT_CALL, 0, "graph-capture-ranges", "on|off",
			"the ranges in which a CUDA graph was captured, below those of its launch",
			meaning, set_graph_ranges },
		{ OPT_TRUE, 0, "adopt", NULL,
			"put helper threads' work under the ranges of the thread that waits",
			&meaning->adopt, NULL },
		{ OPT_CALL, 0, "start-end-ranges", "WHICH",
			"same-thread (the default), or all: also those that end on another thread",
			meaning, set_start_end_ranges },
		{ OPT_HEADING, .help = "Cut" },
		{ OPT_CALL, 0, "steps", "A-B", "only training steps with these numbers",
			&cut->steps, set_steps },
		{ OPT_CALL, 0, "skip-steps", "K",
			"without the first K training steps, or the slowest:K", &cut->steps,
			set_skip_steps },
		{ OPT_STRING, 0, "step-range", "REGEX", "which ranges are training steps",
			&cut->steps.pattern, NULL },
		{ OPT_CALL, 0, "time", "FROM-TO",
			"only what ran in this time of the report, as 1.5s-20s", cut, set_time },
		{ OPT_CALL, 0, "device", "LIST", "only these GPUs, by number", cut, add_devices },
		{ OPT_CALL, 0, "process", "LIST", "only these processes, by number", cut,
			add_processes },
		{ OPT_STRING, 0, "range", "REGEX",
			"only what was launched inside of ranges that match", &cut->range, NULL },
		{ OPT_HEADING, .help = "Many files" },
		{ OPT_CALL, 0, "aggregate", "HOW",
			"over ranks: sum (the default), mean, min, max, spread", files,
			set_aggregate },
		{ OPT_CALL, 0, "rank-pattern", "NAME",
			"where files' names have the rank: as run_%r.sqlite",
			&options->rank_pattern, set_rank_pattern },
		{ OPT_CALL, 0, "jobs", "N", "files read at once (default: one a processor)", files,
			set_jobs },
		{ OPT_TRUE, 0, "keep-going", NULL, "leave out files that can't be read",
			&files->keep_going, NULL },
		{ OPT_END },
	};
	opt_append(table, room, entries);
}

void meaning_options_release(struct collapse_options *options)
{
	free(options->meaning.cut.devices);
	free(options->meaning.cut.processes);
}
