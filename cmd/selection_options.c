#include "cmd/selection_options.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/units.h"
#include "collapse/collapse_file.h"
#include "collapse/input/decimal.h"
#include "collapse/plan/plan.h"

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
	steps->numbers = arg;
	if (split_span(arg, first, last, sizeof(first)) &&
		(first[0] == '\0' || opt_parse_uint(first, &steps->first)) &&
		(last[0] == '\0' || opt_parse_uint(last, &steps->last)) &&
		steps->first <= steps->last)
		return true;
	return err_set(err, ERR_USAGE, "takes step numbers as A-B, A-, -B or A, not '%.100s'", arg);
}

/* "1.5s", "20ms", "7us", "300ns": nanoseconds. Not by strtod(): times since 1970 are inexact. */
static bool parse_time(const char *text, int64_t *ns)
{
	size_t len = strspn(text, "0123456789.");
	int shift = units_digits(text + len, strlen(text + len));

	if (*text < '0' || *text > '9')
		return false;
	*ns = 0;
	if (strcmp(text, "0") == 0)
		return true;
	return shift >= 0 && decimal_parse(text, len, shift, ns);
}

static bool set_time(void *value, const char *arg, struct err *err)
{
	struct selection *selection = value;
	char from[40], to[40];
	bool ok = strchr(arg, '-') != NULL && split_span(arg, from, to, sizeof(from));

	selection->time = arg;
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
static bool add_numbers(void *value, const char *arg, struct err *err)
{
	struct number_list *numbers = value;

	for (;;) {
		size_t len = strcspn(arg, ",");
		char word[24] = "";

		if (len < sizeof(word))
			memcpy(word, arg, len);
		mem_need(numbers->list, numbers->cap, numbers->count + 1);
		if (!opt_parse_uint(word, &numbers->list[numbers->count]))
			return err_set(err, ERR_USAGE,
				"takes numbers separated by commas, not '%.100s'", arg);
		numbers->count++;
		if (arg[len] == '\0')
			return true;
		arg += len + 1;
	}
}

static bool set_rank_pattern(void *value, const char *arg, struct err *err)
{
	const char **pattern = value;

	*pattern = arg;
	return strstr(arg, "%r") != NULL ||
	       err_set(err, ERR_USAGE, "takes a name with %%r where the rank is, not '%.100s'",
		       arg);
}

bool selection_options_adopt(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	plan->adopt_given = true;
	plan->adopt = strcmp(arg, "autograd") == 0;
	return plan->adopt || strcmp(arg, "none") == 0 ||
	       err_set(err, ERR_USAGE, "takes autograd or none, not '%.100s'", arg);
}

/* Whether it is written as for record: a '#' that can be no part of a name. */
static bool is_record_list(const char *arg)
{
	const char *sign = strchr(arg, '#');

	while (sign != NULL && strchr(" ,*#", sign[1]) == NULL) /* the end, too */
		sign = strchr(sign + 1, '#');
	return sign != NULL;
}

/* A regular expression, or record's names, in which # is a number and * anything. */
static bool set_step_range(void *value, const char *arg, UNUSED struct err *err)
{
	struct step_selection *steps = value;
	struct text text = { 0 };

	steps->pattern = arg;
	if (!is_record_list(arg))
		return true;
	text_add_string(&text, "^(?:");
	for (const char *at = arg; *at != '\0'; at++) {
		const bool is_double = at[0] == at[1] && strchr("#,", at[0]) != NULL;

		if (is_double || (*at == '\\' && at[1] != '\0'))
			text_addf(&text, "\\x{%x}", (unsigned char)*++at);
		else if (*at == '#')
			text_add_string(&text, "#?[0-9]+");
		else if (*at == '*')
			text_add_string(&text, ".*");
		else if (*at == ',')
			text_add_string(&text, "|");
		else if (strchr(".^$|()[]{}+?\\", *at) != NULL)
			text_addf(&text, "\\%c", *at);
		else
			text_add(&text, at, 1);
	}
	text_add_string(&text, ")(?!(?<=\\w)\\w)");
	free(steps->made);
	steps->pattern = steps->made = text.bytes;
	return true;
}

void selection_options_init(
	struct selection *selection, const char **rank_pattern, struct opt *table, size_t room)
{
	const struct opt entries[] = {
		OPT_HEADING("Selection"),
		OPT_CALL(0, "steps", &selection->steps, "A-B",
			"only training steps with these numbers", set_steps),
		OPT_UINT(0, "skip-steps", &selection->steps.skip_first, "K",
			"leave out the first K training steps"),
		OPT_CALL(0, "step-range", &selection->steps, "REGEX",
			"which ranges are training steps; also as in record: 'my step #,batch #'",
			set_step_range),
		OPT_CALL(0, "time", selection, "FROM-TO",
			"only what ran in this time of the recording, such as 1.5s-20s; times "
			"past its end are those of the file's own clock, if it has one",
			set_time),
		OPT_CALL(0, "device", &selection->devices, "LIST", "only these GPUs, by number",
			add_numbers),
		OPT_CALL(0, "stream", &selection->streams, "LIST",
			"only these streams of each GPU, by number", add_numbers),
		OPT_CALL(0, "process", &selection->processes, "LIST",
			"only these processes, by number", add_numbers),
		OPT_CALL(0, "rank", &selection->ranks, "LIST", "only these ranks, by number",
			add_numbers),
		OPT_CALL(0, "rank-pattern", rank_pattern, "NAME",
			"where file names have the rank, such as run_%r.sqlite", set_rank_pattern),
		OPT_STRING(0, "range", &selection->range, "REGEX",
			"only what was launched in ranges that match"),
		OPT_END(),
	};

	opt_append(table, room, entries);
}

void selection_options_release(struct selection *selection)
{
	free(selection->devices.list);
	free(selection->streams.list);
	free(selection->processes.list);
	free(selection->ranks.list);
	free(selection->steps.made);
}

/* --- the same as words ---------------------------------------------------------------------- */

static void add_option(struct text *out, const char *option, const char *value)
{
	if (value == NULL)
		return;
	text_add_string(out, option);
	text_add_shell(out, value);
}

static void add_list(struct text *out, const char *option, const struct number_list *numbers)
{
	for (size_t i = 0; i < numbers->count; i++)
		text_addf(out, "%s%" PRIu64, i > 0 ? "," : option, numbers->list[i]);
}

void selection_options_words(
	const struct selection *selection, const char *rank_pattern, struct text *out)
{
	add_option(out, " --steps ", selection->steps.numbers);
	if (selection->steps.skip_first > 0)
		text_addf(out, " --skip-steps %" PRIu64, selection->steps.skip_first);
	add_option(out, " --step-range ", selection->steps.pattern);
	add_option(out, " --time ", selection->time);
	add_list(out, " --stream ", &selection->streams);
	add_list(out, " --process ", &selection->processes);
	add_list(out, " --rank ", &selection->ranks);
	add_option(out, " --rank-pattern ", rank_pattern);
	add_option(out, " --range ", selection->range);
}

void selection_options_devices(const struct selection *selection, struct text *out)
{
	add_list(out, " --device ", &selection->devices);
}

/* --- frames of PyTorch ----------------------------------------------------------------------- */

bool torch_frames_set(void *value, const char *arg, struct err *err)
{
	static const struct {
		const char *word;
		unsigned bit;
	} words[] = {
		{ "annotations", TORCH_ANNOTATIONS },
		{ "modules", TORCH_MODULES },
		{ "operators", TORCH_OPERATORS },
		{ "python", TORCH_PYTHON },
		{ "shapes", TORCH_SHAPES },
	};
	struct collapse_options *options = value;
	unsigned *bits = &options->torch_frames;

	*bits = 0;
	for (const char *word = arg;; word++) {
		size_t len = strcspn(word, ","), i = 0;

		while (i < ARRAY_SIZE(words) &&
			(strlen(words[i].word) != len || strncmp(words[i].word, word, len) != 0))
			i++;
		if (i == ARRAY_SIZE(words))
			return err_set(err, ERR_USAGE,
				"expected annotations, modules, operators, python or shapes, "
				"separated by commas; not '%.*s'",
				(int)(len < 80 ? len : 80), word);
		*bits |= words[i].bit;
		word += len;
		if (*word == '\0')
			break;
	}
	if (*bits == TORCH_SHAPES)
		*bits |= TORCH_FRAMES_DEFAULT;
	/* indistinguishable without numbers */
	if ((*bits & TORCH_SHAPES) != 0 && !options->rules.strip_given)
		options->rules.strip_numbers = STRIP_NONE;
	return true;
}
