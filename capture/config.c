#include "capture/config.h"

#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sync.h"

/* Where values come from and where strings are stored, for all parsers below. */
struct reading {
	struct config *config;
	config_get *get;
	void *context;
};

const char *config_getenv(void *context, const char *name)
{
	(void)context;
	/* read once, at start; the values are copied */
	return getenv(name); /* NOLINT(concurrency-mt-unsafe) */
}

/* The value of a variable, or NULL when it is not set or empty. */
static const char *value_of(const struct reading *reading, const char *name)
{
	const char *value = reading->get(reading->context, name);

	return value == NULL || value[0] == '\0' ? NULL : value;
}

static bool read_string(
	const struct reading *reading, const char *name, const char **out, struct err *err)
{
	const char *value = value_of(reading, name);

	if (value == NULL)
		return true;
	*out = arena_try_copy(&reading->config->arena, value, strlen(value), err);
	return *out != NULL;
}

static bool parse_count(const char *text, uint64_t *out)
{
	char *end = NULL;
	unsigned long long count;

	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	count = strtoull(text, &end, 10);
	if (errno != 0 || *end != '\0')
		return false;
	*out = count;
	return true;
}

static bool read_count(const struct reading *reading, const char *name, uint64_t least,
	uint64_t *out, struct err *err)
{
	const char *value = value_of(reading, name);

	if (value == NULL)
		return true;
	if (!parse_count(value, out) || *out < least)
		return err_set(err, ERR_USAGE, "%s='%s': expected a whole number from %llu up",
			name, value, (unsigned long long)least);
	return true;
}

static bool read_flag(const struct reading *reading, const char *name, bool *out, struct err *err)
{
	const char *value = value_of(reading, name);

	if (value == NULL)
		return true;
	if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
		return err_set(err, ERR_USAGE, "%s='%s': expected 0 or 1", name, value);
	*out = value[0] == '1';
	return true;
}

/*
 * "1.5" or "1.5s": not by strtod(), since the program may have set a locale with another
 * decimal point.
 */
static bool parse_seconds(const char *text, uint64_t *out_ns)
{
	uint64_t ns = 0, unit = 1000000000;
	bool any = false;

	for (; *text >= '0' && *text <= '9'; text++, any = true) {
		ns = ns * 10 + (uint64_t)(*text - '0') * unit;
		/* 29 years, so that there is room for one digit more */
		if (ns > INT64_MAX / 10)
			return false;
	}
	if (*text == '.')
		text++;
	for (; *text >= '0' && *text <= '9'; text++, any = true) {
		unit /= 10;
		ns += (uint64_t)(*text - '0') * unit;
	}
	text += *text == 's';
	*out_ns = ns;
	return any && *text == '\0';
}

static bool read_seconds(
	const struct reading *reading, const char *name, uint64_t *out_ns, struct err *err)
{
	const char *value = value_of(reading, name);

	if (value != NULL && !parse_seconds(value, out_ns))
		return err_set(
			err, ERR_USAGE, "%s='%s': expected seconds, such as 2.5", name, value);
	return true;
}

/* The index of the variable's value in `words`, which ends in NULL. */
static bool read_word(const struct reading *reading, const char *name, const char *const *words,
	unsigned *out, struct err *err)
{
	const char *value = value_of(reading, name);
	char list[256] = "";
	size_t len = 0;

	if (value == NULL)
		return true;
	for (unsigned i = 0; words[i] != NULL; i++) {
		if (strcmp(value, words[i]) == 0) {
			*out = i;
			return true;
		}
		len += (size_t)snprintf(
			list + len, sizeof(list) - len, "%s%s", i > 0 ? ", " : "", words[i]);
	}
	return err_set(err, ERR_USAGE, "%s='%s': expected one of %s", name, value, list);
}

/* Cut `text` at its commas; two in a row stand for a literal comma. */
static bool split_list(
	struct config *config, const char *text, struct config_list *list, struct err *err)
{
	char *copy = arena_try_copy(&config->arena, text, strlen(text), err);
	size_t room = 1;
	char *to = copy;

	if (copy == NULL)
		return false;
	for (const char *p = text; *p != '\0'; p++)
		room += *p == ',';
	list->items = arena_try_alloc(&config->arena, room * sizeof(*list->items), err);
	if (list->items == NULL)
		return false;
	list->count = 0;
	list->items[list->count++] = copy;
	for (const char *p = text; *p != '\0'; p++) {
		if (*p == ',' && p[1] == ',') {
			*to++ = *p++;
		} else if (*p == ',') {
			*to++ = '\0';
			list->items[list->count++] = to;
		} else {
			*to++ = *p;
		}
	}
	*to = '\0';
	return true;
}

static bool read_list(
	const struct reading *reading, const char *name, struct config_list *list, struct err *err)
{
	const char *value = value_of(reading, name);

	return value == NULL || split_list(reading->config, value, list, err);
}

/*
 * What makes a short pattern take all memory, or forever: counts and back-references; and each
 * '+' doubles what precedes it.
 */
static bool is_costly(const char *pattern)
{
	enum { MOST_PLUSES = 4, MOST_BYTES = 1024 };
	size_t pluses = 0;

	for (const char *p = pattern; *p != '\0'; p++) {
		if (*p == '{' || (*p == '\\' && p[1] >= '0' && p[1] <= '9'))
			return true;
		pluses += *p == '+';
		if (*p == '\\' && p[1] != '\0')
			p++;
	}
	return pluses > MOST_PLUSES || strlen(pattern) > MOST_BYTES;
}

static bool read_regex(
	const struct reading *reading, const char *name, const char **out, struct err *err)
{
	const char *value = value_of(reading, name);
	char why[128];
	regex_t regex;
	int status;

	if (value == NULL)
		return true;
	if (is_costly(value))
		return err_set(err, ERR_USAGE,
			"%s='%s': counts such as {2}, references such as \\1 and more than 4 '+' "
			"or 1024 bytes are not supported",
			name, value);
	status = regcomp(&regex, value, REG_EXTENDED | REG_NOSUB);
	if (status != 0) {
		regerror(status, NULL, why, sizeof(why));
		return err_set(err, ERR_USAGE, "%s='%s': %s", name, value, why);
	}
	regfree(&regex);
	return read_string(reading, name, out, err);
}

static bool read_trace(const struct reading *reading, struct err *err)
{
	struct config *config = reading->config;
	struct config_list list = { 0 };

	if (!read_list(reading, CONFIG_TRACE, &list, err))
		return false;
	if (list.count == 0)
		return true;
	config->cuda = config->nvtx = false;
	for (size_t i = 0; i < list.count; i++) {
		if (strcmp(list.items[i], "cuda") == 0)
			config->cuda = true;
		else if (strcmp(list.items[i], "nvtx") == 0)
			config->nvtx = true;
		else
			return err_set(err, ERR_USAGE,
				CONFIG_TRACE " has '%s': expected cuda, nvtx or cuda,nvtx",
				list.items[i]);
	}
	return true;
}

static bool read_pytorch(const struct reading *reading, struct err *err)
{
	static const char *const words[] = { "modules", "backward", "autograd-nvtx",
		"autograd-shapes-nvtx", "functions-trace" };
	struct config_list *list = &reading->config->pytorch;

	if (!read_list(reading, CONFIG_PYTORCH, list, err))
		return false;
	if (list->count == 1 && strcmp(list->items[0], "none") == 0)
		list->count = 0;
	for (size_t i = 0; i < list->count; i++) {
		bool is_known = false;

		for (size_t word = 0; word < ARRAY_SIZE(words); word++)
			is_known |= strcmp(list->items[i], words[word]) == 0;
		if (!is_known)
			return err_set(err, ERR_USAGE,
				CONFIG_PYTORCH " has '%s': expected modules, backward, "
					       "functions-trace, autograd-nvtx or "
					       "autograd-shapes-nvtx, or none alone",
				list->items[i]);
	}
	return true;
}

/* "range", "range@domain", "range@*"; '\' escapes an '@'. */
static bool read_nvtx_capture(const struct reading *reading, struct err *err)
{
	const char *value = value_of(reading, CONFIG_NVTX_CAPTURE);
	char *copy, *to;

	if (value == NULL)
		return true;
	copy = to = arena_try_copy(&reading->config->arena, value, strlen(value), err);
	if (copy == NULL)
		return false;
	for (const char *p = value; *p != '\0'; p++) {
		if (*p == '\\' && (p[1] == '@' || p[1] == '\\')) {
			*to++ = *++p;
		} else if (*p == '@' && reading->config->nvtx_domain == NULL) {
			*to++ = '\0';
			reading->config->nvtx_domain = to;
		} else {
			*to++ = *p;
		}
	}
	*to = '\0';
	reading->config->nvtx_range = copy;
	return true;
}

static bool read_repeats(const char *value, const char *word, uint64_t *repeats)
{
	size_t len = strlen(word);

	return strncmp(value, word, len) == 0 && parse_count(value + len, repeats) && *repeats > 0;
}

static bool read_range_end(const struct reading *reading, struct err *err)
{
	struct config *config = reading->config;
	const char *value = value_of(reading, CONFIG_CAPTURE_RANGE_END);

	config->range_end = RANGE_END_STOP_SHUTDOWN;
	if (value == NULL || strcmp(value, "stop-shutdown") == 0)
		return true;
	if (strcmp(value, "none") == 0) {
		config->range_end = RANGE_END_NONE;
	} else if (strcmp(value, "stop") == 0) {
		config->range_end = RANGE_END_STOP;
	} else if (strcmp(value, "repeat") == 0) {
		config->range_end = RANGE_END_REPEAT;
	} else if (read_repeats(value, "repeat:", &config->repeats) ||
		   read_repeats(value, "repeat-shutdown:", &config->repeats)) {
		config->range_end = RANGE_END_REPEAT;
	} else {
		return err_set(err, ERR_USAGE,
			CONFIG_CAPTURE_RANGE_END
			"='%s': expected one of none, stop, stop-shutdown, repeat, repeat:N, "
			"repeat-shutdown:N",
			value);
	}
	return true;
}

static bool read_choices(const struct reading *reading, struct err *err)
{
	static const char *const modes[] = { "fold", "trace", NULL };
	static const char *const ranges[] = { "none", "cudaProfilerApi", "nvtx", NULL };
	static const char *const graphs[] = { "graph", "node", NULL };
	static const char *const usages[] = { "false", "true", NULL };
	static const char *const starts[] = { "now", "later", NULL };
	static const char *const stacks[] = { "none", "graphs", "launches", NULL };
	struct config *config = reading->config;
	unsigned mode = MODE_FOLD, range = CAPTURE_ALWAYS, graph = 1, usage = 0, start = 0,
		 python = PYTHON_STACKS_GRAPHS;

	if (!read_word(reading, CONFIG_MODE, modes, &mode, err) ||
		!read_word(reading, CONFIG_CAPTURE_RANGE, ranges, &range, err) ||
		!read_word(reading, CONFIG_CUDA_GRAPH_TRACE, graphs, &graph, err) ||
		!read_word(reading, CONFIG_CUDA_MEMORY_USAGE, usages, &usage, err) ||
		!read_word(reading, CONFIG_START, starts, &start, err) ||
		!read_word(reading, CONFIG_PYTHON_STACKS, stacks, &python, err))
		return false;
	config->mode = (enum capture_mode)mode;
	config->range = (enum capture_range)range;
	config->graph_nodes = graph == 1;
	config->memory_usage = usage == 1 && mode == MODE_TRACE;
	config->start_later = start == 1;
	config->python_stacks = (enum python_stacks)python;
	return true;
}

static bool read_all(const struct reading *reading, struct err *err)
{
	struct config *config = reading->config;

	config->sync = sync_is_on(value_of(reading, SYNC_VARIABLE));
	return read_string(reading, CONFIG_OUTPUT, &config->output, err) &&
	       read_flag(reading, CONFIG_FORCE, &config->force, err) &&
	       read_choices(reading, err) && read_trace(reading, err) &&
	       read_regex(reading, CONFIG_COMMAND, &config->command, err) &&
	       read_count(reading, CONFIG_STEPS, 1, &config->steps, err) &&
	       read_list(reading, CONFIG_STEP_RANGE, &config->step_ranges, err) &&
	       read_count(reading, CONFIG_SKIP_STEPS, 0, &config->skip_steps, err) &&
	       read_nvtx_capture(reading, err) && read_range_end(reading, err) &&
	       read_seconds(reading, CONFIG_DELAY, &config->delay_ns, err) &&
	       read_seconds(reading, CONFIG_DURATION, &config->duration_ns, err) &&
	       read_count(reading, CONFIG_FLUSH_INTERVAL, 10, &config->flush_interval_ms, err) &&
	       read_seconds(
		       reading, CONFIG_SNAPSHOT_INTERVAL, &config->snapshot_interval_ns, err) &&
	       read_list(reading, CONFIG_DOMAIN_INCLUDE, &config->domains_in, err) &&
	       read_list(reading, CONFIG_DOMAIN_EXCLUDE, &config->domains_out, err) &&
	       read_flag(reading, CONFIG_STRIP, &config->strip, err) &&
	       read_count(reading, CONFIG_MAX_NODES, 16, &config->max_nodes, err) &&
	       read_string(reading, CONFIG_CUPTI, &config->cupti, err) &&
	       read_string(reading, CONFIG_STATUS, &config->status, err) &&
	       read_string(reading, CONFIG_CONTROL, &config->control, err) &&
	       read_pytorch(reading, err) &&
	       read_list(reading, CONFIG_PYTHON_FUNCTIONS, &config->python_functions, err);
}

/* Check combinations of variables. */
static bool check(const struct config *config, struct err *err)
{
	if (config->domains_in.count > 0 && config->domains_out.count > 0)
		return err_set(err, ERR_USAGE,
			CONFIG_DOMAIN_INCLUDE " and " CONFIG_DOMAIN_EXCLUDE
					      " are both set: give one of them");
	if (config->range == CAPTURE_NVTX && config->nvtx_range == NULL)
		return err_set(err, ERR_USAGE,
			CONFIG_CAPTURE_RANGE "=nvtx needs a range: set " CONFIG_NVTX_CAPTURE);
	if (config->range != CAPTURE_NVTX && config->nvtx_range != NULL)
		return err_set(
			err, ERR_USAGE, CONFIG_NVTX_CAPTURE " needs " CONFIG_CAPTURE_RANGE "=nvtx");
	if (config->steps > 0 && config->range != CAPTURE_ALWAYS)
		return err_set(err, ERR_USAGE,
			CONFIG_STEPS " and " CONFIG_CAPTURE_RANGE
				     " both say what to capture: give one of them");
	if (config->steps == 0 && (config->skip_steps > 0 || config->step_ranges.count > 0))
		return err_set(err, ERR_USAGE, "%s needs " CONFIG_STEPS,
			config->skip_steps > 0 ? CONFIG_SKIP_STEPS : CONFIG_STEP_RANGE);
	if (!config->nvtx && (config->steps > 0 || config->range == CAPTURE_NVTX))
		return err_set(err, ERR_USAGE,
			CONFIG_TRACE " lacks nvtx, so no range can start the capture");
	if (config->max_nodes > UINT32_MAX / 2)
		return err_set(err, ERR_USAGE, CONFIG_MAX_NODES " is over %u", UINT32_MAX / 2);
	return true;
}

bool config_read(struct config *config, config_get *get, void *context, struct err *err)
{
	const struct reading reading = { .config = config, .get = get, .context = context };

	*config = (struct config){
		.output = CONFIG_DEFAULT_OUTPUT,
		.cuda = true,
		.nvtx = true,
		.flush_interval_ms = CONFIG_DEFAULT_FLUSH_INTERVAL_MS,
		.graph_nodes = true,
		.strip = true,
		.max_nodes = CONFIG_DEFAULT_MAX_NODES,
	};
	if (!read_all(&reading, err) || !check(config, err) ||
		(config->step_ranges.count == 0 && !split_list(config, CONFIG_DEFAULT_STEP_RANGE,
							   &config->step_ranges, err))) {
		config_release(config);
		return false;
	}
	return true;
}

void config_release(struct config *config)
{
	arena_release(&config->arena);
	*config = (struct config){ 0 };
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/*
 * A literal byte of the pattern, and how many pattern bytes it took; 0 for a
 * special '#' or '*'.
 */
static size_t literal(const char *pattern, char *byte)
{
	if (pattern[0] == '\\' && pattern[1] != '\0') {
		*byte = pattern[1];
		return 2;
	}
	if (pattern[0] == '#' && pattern[1] == '#') {
		*byte = '#';
		return 2;
	}
	if (pattern[0] == '#' || pattern[0] == '*')
		return 0;
	*byte = pattern[0];
	return 1;
}

bool config_pattern_matches(const char *pattern, const char *name, size_t len)
{
	const char *star = NULL; /* the pattern after the last '*' */
	size_t at = 0, star_at = 0;

	for (;;) {
		char byte = '\0';
		size_t used;

		if (*pattern == '\0' &&
			(at == 0 || at == len || !is_word(name[at]) || !is_word(name[at - 1])))
			return true;
		used = *pattern != '\0' ? literal(pattern, &byte) : 0;
		if (*pattern == '*') {
			star = ++pattern;
			star_at = at;
		} else if (*pattern == '#' && used == 0 && at < len && is_digit(name[at])) {
			while (at < len && is_digit(name[at]))
				at++;
			pattern++;
		} else if (used > 0 && at < len && name[at] == byte) {
			at++;
			pattern += used;
		} else if (star != NULL && star_at < len) {
			/* let the '*' match one more byte */
			pattern = star;
			at = ++star_at;
		} else {
			return false;
		}
	}
}

static bool list_has(const struct config_list *list, const char *item)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->items[i], item) == 0)
			return true;
	}
	return false;
}

bool config_wants_domain(const struct config *config, const char *domain)
{
	const char *name = domain != NULL ? domain : "default";

	if (config->domains_in.count > 0)
		return list_has(&config->domains_in, name);
	return !list_has(&config->domains_out, name);
}

bool config_wants_command(const struct config *config, const char *command_line)
{
	regex_t regex;
	bool wanted;

	/* it compiles, as far as memory goes */
	if (config->command == NULL || regcomp(&regex, config->command, REG_EXTENDED | REG_NOSUB))
		return config->command == NULL;
	wanted = regexec(&regex, command_line, 0, NULL, 0) == 0;
	regfree(&regex);
	return wanted;
}
