#include "cmd/plan_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/input/decimal.h"

static bool set_value(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	(void)err;
	plan->value_given = true;
	plan->value = (enum value)word_find(value_word, arg);
	return true;
}

static bool set_by(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	return grouping_parse(arg, &plan->grouping, err);
}

static bool set_graph_ranges(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	plan->graph_ranges_given = true;
	plan->no_graph_ranges = strcmp(arg, "off") == 0;
	return plan->no_graph_ranges || strcmp(arg, "on") == 0 ||
	       err_set(err, ERR_USAGE, "takes on or off, not '%.100s'", arg);
}

static bool set_start_end_ranges(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	plan->start_end_ranges_given = true;
	plan->all_start_end_ranges = strcmp(arg, "all") == 0;
	return plan->all_start_end_ranges || strcmp(arg, "same-thread") == 0 ||
	       err_set(err, ERR_USAGE, "takes same-thread or all, not '%.100s'", arg);
}

static bool set_normalize(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	plan->normalize_steps = strcmp(arg, "steps") == 0;
	return plan->normalize_steps || err_set(err, ERR_USAGE, "takes steps, not '%.100s'", arg);
}

/* "A-B", "A-", "-B" or "A": each end as text of at most `size` bytes, "" if absent. */
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
	struct step_selection *steps = value;
	char first[24], last[24];

	steps->first = 0;
	steps->last = UINT64_MAX;
	steps->has_numbers = true;
	if (split_span(arg, first, last, sizeof(first)) &&
		(first[0] == '\0' || opt_parse_uint(first, &steps->first)) &&
		(last[0] == '\0' || opt_parse_uint(last, &steps->last)) &&
		steps->first <= steps->last)
		return true;
	return err_set(err, ERR_USAGE, "takes step numbers as A-B, A-, -B or A, not '%.100s'", arg);
}

static bool set_skip_steps(void *value, const char *arg, struct err *err)
{
	static const char slowest[] = "slowest:";
	struct step_selection *steps = value;
	bool is_slowest = strncmp(arg, slowest, sizeof(slowest) - 1) == 0;

	if (opt_parse_uint(is_slowest ? arg + sizeof(slowest) - 1 : arg,
		    is_slowest ? &steps->skip_slowest : &steps->skip_first))
		return true;
	return err_set(
		err, ERR_USAGE, "takes a number of steps or slowest:NUMBER, not '%.100s'", arg);
}

/* "1.5s", "20ms", "7us", "300ns": nanoseconds. Not by strtod(): times since 1970 are inexact. */
static bool parse_time(const char *text, int64_t *ns)
{
	static const struct {
		const char *unit;
		int shift; /* decimal digits from the unit to a nanosecond */
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
	struct selection *selection = value;
	char from[40], to[40];
	bool ok = strchr(arg, '-') != NULL && split_span(arg, from, to, sizeof(from));

	selection->has_from = ok && from[0] != '\0';
	selection->has_to = ok && to[0] != '\0';
	if (ok && (!selection->has_from || parse_time(from, &selection->from)) &&
		(!selection->has_to || parse_time(to, &selection->to)) &&
		(!selection->has_from || !selection->has_to || selection->from < selection->to))
		return true;
	return err_set(err, ERR_USAGE,
		"takes FROM-TO, times such as 1.5s or 20ms, one of which may be omitted, not "
		"'%.100s'",
		arg);
}

/* Comma-separated numbers, added to a list. */
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
				"takes numbers separated by commas, not '%.100s'", arg);
		(*count)++;
		if (arg[len] == '\0')
			return true;
		arg += len + 1;
	}
}

static bool add_devices(void *value, const char *arg, struct err *err)
{
	struct selection *selection = value;

	return add_numbers(
		arg, &selection->devices, &selection->device_count, &selection->devices_cap, err);
}

static bool add_processes(void *value, const char *arg, struct err *err)
{
	struct selection *selection = value;

	return add_numbers(arg, &selection->processes, &selection->process_count,
		&selection->processes_cap, err);
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

void plan_options_init(struct collapse_options *options, struct files_options *files,
	struct opt *table, size_t room)
{
	struct plan_options *plan = &options->plan;
	struct selection *selection = &plan->selection;

	const struct opt entries[] = {
		OPT_HEADING("Values"),
		OPT_WORD_CALL(0, "value", plan, "VALUE", value_word, "what to measure", set_value),
		OPT_TRUE(0, "with-idle", &plan->with_idle,
			"add a frame [GPU idle] for the gap before each operation"),
		OPT_STRING(0, "communication", &plan->communication, "REGEX",
			"which kernels are communication, for --value exposed"),
		OPT_CALL(0, "normalize", plan, "steps", "divide by the number of training steps",
			set_normalize),
		OPT_HEADING("Ranges"),
		OPT_CALL(0, "by", plan, "LIST",
			"add outer frames: rank, process, thread, device, stream, step, phase",
			set_by),
		OPT_CALL(0, "graph-capture-ranges", plan, "on|off",
			"show the ranges in which a CUDA graph was captured, below those of its "
			"launch (default: on)",
			set_graph_ranges),
		OPT_TRUE(0, "adopt", &plan->adopt,
			"put helper threads' work under the ranges of the thread that waits for "
			"it"),
		OPT_CALL(0, "start-end-ranges", plan, "WHICH",
			"same-thread (the default), or all: also those that end on another thread",
			set_start_end_ranges),
		OPT_HEADING("Selection"),
		OPT_CALL(0, "steps", &selection->steps, "A-B",
			"only training steps with these numbers", set_steps),
		OPT_CALL(0, "skip-steps", &selection->steps, "K",
			"leave out the first K training steps, or with slowest:K the K slowest",
			set_skip_steps),
		OPT_STRING(0, "step-range", &selection->steps.pattern, "REGEX",
			"which ranges are training steps"),
		OPT_CALL(0, "time", selection, "FROM-TO",
			"only what ran in this time of the report, such as 1.5s-20s", set_time),
		OPT_CALL(0, "device", selection, "LIST", "only these GPUs, by number", add_devices),
		OPT_CALL(0, "process", selection, "LIST", "only these processes, by number",
			add_processes),
		OPT_STRING(0, "range", &selection->range, "REGEX",
			"only what was launched in ranges that match"),
		OPT_HEADING("Several files"),
		OPT_WORD(0, "aggregate", &files->aggregate, "HOW", aggregate_word,
			"how to combine ranks"),
		OPT_CALL(0, "rank-pattern", &options->rank_pattern, "NAME",
			"where file names have the rank, such as run_%r.sqlite", set_rank_pattern),
		OPT_CALL(0, "jobs", files, "N", "files read at once (default: one per processor)",
			set_jobs),
		OPT_TRUE(0, "keep-going", &files->keep_going, "skip files that cannot be read"),
		OPT_END(),
	};
	opt_append(table, room, entries);
}

void plan_options_release(struct collapse_options *options)
{
	free(options->plan.selection.devices);
	free(options->plan.selection.processes);
}
