#include "capture/config.h"

#include <regex.h>
#include <stdio.h>

#include "base/chars.h"
#include "base/opt.h"
#include "base/sync.h"

const char *config_getenv(UNUSED void *context, const char *name)
{
	/* read once, at start; the values are copied */
	return getenv(name); /* NOLINT(concurrency-mt-unsafe) */
}

/* --- kinds of values ----------------------------------------------------------------------- */

static void *field_of(struct config *config, const struct config_variable *variable)
{
	return (char *)config + variable->field;
}

static bool read_string(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	const char **out = field_of(config, variable);

	*out = arena_may_copy(&config->arena, value, strlen(value));
	return *out != NULL || err_nomem(err);
}

bool config_split(char *line, char **fields, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *tab = strchr(line, '\t');

		if ((tab == NULL) != (i + 1 == count))
			return false;
		fields[i] = line;
		if (tab != NULL) {
			*tab = '\0';
			line = tab + 1;
		}
	}
	return true;
}

size_t config_index_of(const char *word, const char *const *words, size_t count)
{
	size_t i = 0;

	while (i < count && strcmp(word, words[i]) != 0)
		i++;
	return i;
}

static bool read_count(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	uint64_t *out = field_of(config, variable);

	if (!opt_parse_uint(value, out) || *out < variable->least)
		return err_set(err, ERR_USAGE, "%s='%s': expected a whole number from %llu up",
			variable->name, value, (unsigned long long)variable->least);
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

static bool read_seconds(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	return parse_seconds(value, field_of(config, variable)) ||
	       err_set(err, ERR_USAGE, "%s='%s': expected seconds, such as 2.5", variable->name,
		       value);
}

/* Find the value among the words: `*index` counts from 0. */
static bool find_word(
	const struct config_variable *variable, const char *value, unsigned *index, struct err *err)
{
	char list[256] = "";
	size_t used = 0;

	*index = 0;
	for (const char *word = variable->words; *word != '\0'; ++*index) {
		size_t len = strcspn(word, " ");

		if (strlen(value) == len && strncmp(word, value, len) == 0)
			return true;
		used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%.*s",
			*index > 0 ? ", " : "", (int)len, word);
		word += len + (word[len] == ' ');
	}
	return err_set(err, ERR_USAGE, "%s='%s': expected one of %s", variable->name, value, list);
}

/* Into an enum that counts the words. */
static bool read_word(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	return find_word(variable, value, field_of(config, variable), err);
}

/* Of two words, the second sets a bool. */
static bool read_switch(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	bool *out = field_of(config, variable);
	unsigned index;

	if (!find_word(variable, value, &index, err))
		return false;
	*out = index == 1;
	return true;
}

/* Cut `text` at its commas; two in a row stand for a literal comma. */
static bool split_list(
	struct config *config, const char *text, struct config_list *list, struct err *err)
{
	char *copy = arena_may_copy(&config->arena, text, strlen(text));
	size_t room = 1;
	char *to = copy;

	for (const char *p = text; *p != '\0'; p++)
		room += *p == ',';
	list->items = arena_may_alloc(&config->arena, room * sizeof(*list->items));
	if (copy == NULL || list->items == NULL)
		return err_nomem(err);
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

static bool read_list(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	return split_list(config, value, field_of(config, variable), err);
}

/* Each item one of the words, or "none" alone. */
static bool read_words(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	struct config_list *list = field_of(config, variable);
	unsigned index;

	if (!split_list(config, value, list, err))
		return false;
	if (list->count == 1 && strcmp(list->items[0], "none") == 0)
		list->count = 0;
	for (size_t i = 0; i < list->count; i++) {
		if (!find_word(variable, list->items[i], &index, err))
			return false;
	}
	return true;
}

/* --- variables of their own kind ------------------------------------------------------------ */

static bool read_sync(struct config *config, UNUSED const struct config_variable *variable,
	const char *value, UNUSED struct err *err)
{
	config->sync = sync_is_on(value);
	return true;
}

static bool read_regex(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	regex_t regex;
	int status = regcomp(&regex, value, REG_EXTENDED | REG_NOSUB);
	char why[128];

	if (status != 0) {
		regerror(status, NULL, why, sizeof(why));
		return err_set(err, ERR_USAGE, "%s='%s': %s", variable->name, value, why);
	}
	regfree(&regex);
	return read_string(config, variable, value, err);
}

/* "range", "range@domain", "range@*"; '\' escapes an '@'. */
static bool read_nvtx_capture(struct config *config, UNUSED const struct config_variable *variable,
	const char *value, struct err *err)
{
	char *copy = arena_may_copy(&config->arena, value, strlen(value)), *to = copy;

	if (copy == NULL)
		return err_nomem(err);
	for (const char *p = value; *p != '\0'; p++) {
		if (*p == '\\' && (p[1] == '@' || p[1] == '\\')) {
			*to++ = *++p;
		} else if (*p == '@' && config->nvtx_domain == NULL) {
			*to++ = '\0';
			config->nvtx_domain = to;
		} else {
			*to++ = *p;
		}
	}
	*to = '\0';
	config->nvtx_range = copy;
	return true;
}

/* "repeat:N", "repeat-shutdown:N", or a word. */
static bool read_range_end(struct config *config, const struct config_variable *variable,
	const char *value, struct err *err)
{
	const char *colon = strchr(value, ':');
	unsigned index;

	if (colon != NULL &&
		(strncmp(value, "repeat:", 7) == 0 ||
			strncmp(value, "repeat-shutdown:", 16) == 0) &&
		opt_parse_uint(colon + 1, &config->repeats) && config->repeats > 0) {
		config->range_end = RANGE_END_REPEAT;
		return true;
	}
	if (!find_word(variable, value, &index, err))
		return false;
	if (index > RANGE_END_REPEAT)
		return err_set(
			err, ERR_USAGE, "%s='%s': expected a number for N", variable->name, value);
	config->range_end = (enum capture_range_end)index;
	return true;
}

/* --- the list ------------------------------------------------------------------------------- */

#define FIELD(member) .field = offsetof(struct config, member)

const struct config_variable config_variables[] = {
	{ CONFIG_OUTPUT, read_string, FIELD(output), .option = "output" },
	{ CONFIG_FORCE, read_count, FIELD(force), .option = "force-overwrite" },
	{ SYNC_VARIABLE, read_sync, FIELD(sync) },
	{ "GPUFLAME_MODE", read_word, FIELD(mode), .words = "fold trace", .option = "mode",
		.arg = "MODE",
		.help = "fold (the default): add up by stack, for runs of any length; trace: keep "
			"every event, as an nsys export does" },
	{ "GPUFLAME_COMMAND", read_regex, FIELD(command), .option = "command", .arg = "REGEX",
		.help = "record only processes whose command line REGEX matches, such as "
			"'python.*train'" },
	{ "GPUFLAME_CUDA_GRAPH_TRACE", read_switch, FIELD(graph_nodes), .words = "graph node",
		.option = "cuda-graph-trace", .arg = "WHAT",
		.help = "record CUDA graphs by node (the default) or each launch as a whole: node, "
			"graph" },
	{ "GPUFLAME_ADOPT", read_switch, FIELD(adopts), .words = "none autograd", .option = "adopt",
		.arg = "WHAT",
		.help = "put what threads of PyTorch's autograd launch into the ranges of the "
			"thread "
			"that called backward (autograd, the default), or leave it outside, as "
			"nsys "
			"does (none)" },
	{ "GPUFLAME_NVTX_DOMAIN_INCLUDE", read_list, FIELD(domains_in),
		.option = "nvtx-domain-include", .arg = "LIST",
		.help = "record only the ranges of these NVTX domains; 'default' is the ranges "
			"without a domain" },
	{ "GPUFLAME_NVTX_DOMAIN_EXCLUDE", read_list, FIELD(domains_out),
		.option = "nvtx-domain-exclude", .arg = "LIST",
		.help = "do not record the ranges of these NVTX domains" },
	{ CONFIG_STRIP, read_switch, FIELD(strip), .words = "0 1", .option = "no-strip-numbers",
		.sets = "0",
		.help = "fold mode: keep the numbers in range names, at the price of more stacks" },
	{ "GPUFLAME_MAX_NODES", read_count, FIELD(max_nodes), .least = 16 },
	{ "GPUFLAME_CUPTI_LIMIT", read_count, FIELD(cupti_limit) },
	{ "GPUFLAME_FLUSH_INTERVAL", read_count, FIELD(flush_interval_ms), .least = 10 },

	{ "GPUFLAME_STEPS", read_count, FIELD(steps), .least = 1,
		.heading = "When to record (default: all the time)", .option = "steps", .arg = "N",
		.help = "record N training steps, counted by their NVTX ranges" },
	{ "GPUFLAME_STEP_RANGE", read_list, FIELD(step_ranges), .option = "step-range",
		.arg = "LIST",
		.help = "the names of those ranges; '#' matches a number, '*' anything "
			"(default: '" CONFIG_DEFAULT_STEP_RANGE "'; ## is a literal '#')" },
	{ "GPUFLAME_SKIP_STEPS", read_count, FIELD(skip_steps), .option = "skip", .arg = "K",
		.help = "skip K steps before the first one that is recorded" },
	{ CONFIG_CAPTURE_RANGE, read_word, FIELD(range), .words = "none cudaProfilerApi nvtx",
		.option = "capture-range", .letter = 'c', .arg = "WHAT",
		.help = "record from cudaProfilerStart to cudaProfilerStop, or in an NVTX range: "
			"none, cudaProfilerApi, nvtx" },
	{ CONFIG_NVTX_CAPTURE, read_nvtx_capture, .option = "nvtx-capture", .letter = 'p',
		.arg = "RANGE",
		.help = "that NVTX range: NAME, NAME@DOMAIN or NAME@*; implies -c nvtx" },
	{ CONFIG_CAPTURE_RANGE_END, read_range_end,
		.words = "none stop stop-shutdown repeat repeat:N repeat-shutdown:N",
		.option = "capture-range-end", .arg = "WHAT",
		.help = "what to do at its end: none, stop, stop-shutdown (the default), repeat, "
			"repeat:N, repeat-shutdown:N" },
	{ "GPUFLAME_START", read_switch, FIELD(start_later), .words = "now later",
		.option = "start-later", .sets = "later",
		.help = "record nothing until gpuflame start, from which the other options "
			"count" },
	{ "GPUFLAME_DELAY", read_seconds, FIELD(delay_ns), .option = "delay", .letter = 'y',
		.arg = "SECONDS", .help = "start recording SECONDS after the process starts" },
	{ "GPUFLAME_DURATION", read_seconds, FIELD(duration_ns), .option = "duration",
		.letter = 'd', .arg = "SECONDS", .help = "record for at most SECONDS" },

	{ CONFIG_PYTORCH, read_words, FIELD(pytorch),
		.words = "modules functions-trace autograd-nvtx autograd-shapes-nvtx none",
		.heading = "Python", .option = "pytorch", .arg = "LIST",
		.help = "make ranges of what PyTorch does: modules (by their path in the model, "
			"with the optimizer, data loaders, collectives and the backward pass), "
			"functions-trace (functions too), autograd-nvtx or autograd-shapes-nvtx "
			"(operators), none" },
	{ CONFIG_PYTHON_STACKS, read_word, FIELD(python_stacks), .words = "none graphs launches",
		.option = "python-stacks", .arg = "WHERE",
		.help = "show the Python call stack as frames: of each launch (launches), of nodes "
			"of CUDA graphs captured outside of any range (graphs), none (the "
			"default)" },
	{ CONFIG_PYTHON_FUNCTIONS, read_list, FIELD(python_functions),
		.option = "python-functions-trace", .arg = "FILES",
		.help = "make ranges of the Python functions that these JSON files list, as nsys "
			"does" },

	{ "GPUFLAME_CUPTI", read_string, FIELD(cupti) },
	{ CONFIG_STATUS, read_string, FIELD(status) },
	{ CONFIG_CONTROL, read_string, FIELD(control) },
	{ 0 },
};

_Static_assert(ARRAY_SIZE(config_variables) <= CONFIG_MOST_VARIABLES, "there is room for all");

static bool read_all(struct config *config, config_get *get, void *context, struct err *err)
{
	for (const struct config_variable *variable = config_variables; variable->name != NULL;
		variable++) {
		const char *value = get(context, variable->name);

		if (value != NULL && value[0] != '\0' &&
			!variable->read(config, variable, value, err))
			return false;
	}
	return true;
}

/* Check combinations of variables. */
static bool check(const struct config *config, struct err *err)
{
	if (config->domains_in.count > 0 && config->domains_out.count > 0)
		return err_set(err, ERR_USAGE,
			"GPUFLAME_NVTX_DOMAIN_INCLUDE and GPUFLAME_NVTX_DOMAIN_EXCLUDE are both "
			"set: give one of them");
	if (config->range == CAPTURE_NVTX && config->nvtx_range == NULL)
		return err_set(err, ERR_USAGE,
			CONFIG_CAPTURE_RANGE "=nvtx needs a range: set " CONFIG_NVTX_CAPTURE);
	if (config->range != CAPTURE_NVTX && config->nvtx_range != NULL)
		return err_set(
			err, ERR_USAGE, CONFIG_NVTX_CAPTURE " needs " CONFIG_CAPTURE_RANGE "=nvtx");
	if (config->steps > 0 && config->range != CAPTURE_ALWAYS)
		return err_set(err, ERR_USAGE,
			"GPUFLAME_STEPS and " CONFIG_CAPTURE_RANGE
			" both say what to capture: give one of them");
	/* in fold mode there are values by step */
	if (config->steps == 0 && (config->skip_steps > 0 || (config->step_ranges.count > 0 &&
								     config->mode == MODE_TRACE)))
		return err_set(err, ERR_USAGE, "%s needs GPUFLAME_STEPS",
			config->skip_steps > 0 ? "GPUFLAME_SKIP_STEPS" : "GPUFLAME_STEP_RANGE");
	/* twice as many, with those of (overflow), fit the entries of launch_ring.h */
	if (config->max_nodes > 1000000)
		return err_set(err, ERR_USAGE, "GPUFLAME_MAX_NODES is over 1000000");
	return true;
}

bool config_read(struct config *config, config_get *get, void *context, struct err *err)
{
	*config = (struct config){
		.output = CONFIG_DEFAULT_OUTPUT,
		.flush_interval_ms = 100,
		.graph_nodes = true,
		.adopts = true,
		.strip = true,
		.max_nodes = 250000,
		.cupti_limit = 10,
		.range_end = RANGE_END_STOP_SHUTDOWN,
		.sync = true,
	};
	if (!read_all(config, get, context, err) || !check(config, err) ||
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

static bool goes_on(char c)
{
	return is_digit(c) || is_letter(c) || c == '_';
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

bool config_pattern_matches(const char *pattern, const char *name, size_t len, uint64_t *number)
{
	const char *star = NULL; /* the pattern after the last '*' */
	size_t at = 0, star_at = 0;

	*number = 0;
	for (;;) {
		char byte = '\0';
		size_t used;

		if (*pattern == '\0' &&
			(at == 0 || at == len || !goes_on(name[at]) || !goes_on(name[at - 1])))
			return true;
		used = *pattern != '\0' ? literal(pattern, &byte) : 0;
		if (*pattern == '*') {
			star = ++pattern;
			star_at = at;
		} else if (*pattern == '#' && used == 0 && at < len && is_digit(name[at])) {
			for (*number = 0; at < len && is_digit(name[at]); at++)
				*number = *number * 10 + (uint64_t)(name[at] - '0');
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
