#include "cmd/record/record_options.h"

#include <stdio.h>

#include "cmd/record/nsys_options.h"
#include "cmd/record/summary.h"
#include "cmd/record/variables.h"

void record_init(struct record *record)
{
	*record = (struct record){ .inherit = true, .wait_all = true };
	for (size_t i = 0; config_variables[i].name != NULL; i++)
		record->settings[i].variable = &config_variables[i];
}

void record_release(struct record *record)
{
	free(record->pairs);
	*record = (struct record){ 0 };
}

/* What the option of a variable was given, or NULL. */
static const char *value_of(const struct record *record, const char *variable)
{
	const struct record_setting *setting = record->settings;

	while (strcmp(setting->variable->name, variable) != 0)
		setting++;
	return setting->value;
}

static bool add_pairs(void *value, const char *arg, UNUSED struct err *err)
{
	struct record *record = value;

	*mem_next(record->pairs, record->pair_cap, record->pair_count) = arg;
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

static bool set_setting(void *value, const char *arg, UNUSED struct err *err)
{
	struct record_setting *setting = value;

	setting->value = arg != NULL ? arg : setting->variable->sets;
	return true;
}

static struct opt *put_options(struct opt *table, const struct opt *options, size_t count)
{
	memcpy(table, options, count * sizeof(*table));
	return table + count;
}

/* The options that set variables, which are those of the library's list. */
static struct opt *put_settings(struct record *record, struct opt *table)
{
	for (struct record_setting *setting = record->settings; setting->variable != NULL;
		setting++) {
		const struct config_variable *variable = setting->variable;

		if (variable->heading != NULL)
			*table++ = (struct opt)OPT_HEADING(variable->heading);
		if (variable->help != NULL)
			*table++ = (struct opt)OPT_CALL(variable->letter, variable->option, setting,
				variable->arg, variable->help, set_setting);
	}
	return table;
}

static bool set_quiet(void *value, UNUSED const char *arg, UNUSED struct err *err)
{
	unsigned *summary = value;

	*summary = SUMMARY_NONE;
	return true;
}

void record_fill_table(struct record *record, bool of_env, struct opt table[RECORD_OPTIONS])
{
	const struct opt output[] = {
		OPT_HEADING("Recording"),
		OPT_STRING('o', "output", &record->output, "PATTERN",
			"write to PATTERN: %h is the host, %e the program, "
			"%p the process, %n a number that makes the name unique, %r the "
			"rank, %t the time in UTC when record began, %q{VAR} an environment "
			"variable; a name that ends in / is a folder with a file for each process "
			"(default: gpuflame-%h-%p.gpuflame)"),
		OPT_BOOL('f', "force-overwrite", &record->force, "overwrite existing captures"),
		OPT_TRUE(0, "strict", &record->strict,
			"exit with 1 if COMMAND succeeded and the recording is not complete"),
		OPT_WORD(0, "summary", &record->summary, "WHO", summary_word,
			"which ranks of a distributed run print a summary; rank0: one line, and "
			"from other ranks only what went wrong"),
		OPT_CALL('q', "quiet", &record->summary, NULL, "print no summary: --summary none",
			set_quiet),
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
	};
	/* two headings are among the settings */
	_Static_assert(ARRAY_SIZE(output) + CONFIG_MOST_VARIABLES + 2 + ARRAY_SIZE(command) +
				       NSYS_OPTIONS <
			       RECORD_OPTIONS,
		"RECORD_OPTIONS has room for all");
	table = put_options(table, output, of_env ? 3 : ARRAY_SIZE(output)); /* up to -f */
	table = put_settings(record, table);
	if (!of_env) {
		table = put_options(table, command, ARRAY_SIZE(command));
		table += nsys_options_fill(table);
	}
	*table = (struct opt)OPT_END();
}

/* --- from options to an environment ------------------------------------------------ */

static bool set_settings(const struct record *record, struct variables *variables, struct err *err)
{
	for (const struct record_setting *setting = record->settings; setting->variable != NULL;
		setting++) {
		if (setting->value != NULL && *setting->value == '\0')
			return err_set(err, ERR_USAGE, "option '--%s' has an empty argument",
				setting->variable->option);
		if (setting->value != NULL)
			variables_set(variables, setting->variable->name, setting->value);
	}
	if (value_of(record, CONFIG_NVTX_CAPTURE) != NULL &&
		value_of(record, CONFIG_CAPTURE_RANGE) == NULL)
		variables_set(variables, CONFIG_CAPTURE_RANGE, "nvtx");
	return true;
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
	return set_pairs(record, variables, err) && set_settings(record, variables, err);
}

/* The option whose variable is `word` (`len` bytes), or NULL. */
static const char *option_of(const struct record *record, const char *word, size_t len)
{
	for (const struct record_setting *setting = record->settings; setting->variable != NULL;
		setting++) {
		const char *name = setting->variable->name;

		if (strlen(name) == len && strncmp(name, word, len) == 0 &&
			(setting->value != NULL || config_getenv(NULL, name) == NULL))
			return setting->variable->option;
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
			n = snprintf(text + used, sizeof(text) - used, "--%s", option);
		else
			n = snprintf(text + used, sizeof(text) - used, "%.*s",
				(int)(len > 0 ? len : 1), p);
		used += (size_t)n;
		p += len > 0 ? len : 1;
	}
	text[used < sizeof(text) ? used : sizeof(text) - 1] = '\0';
	return err_set(err, err->code, "%s", text);
}

bool record_check_options(const struct record *record, const struct config *config, struct err *err)
{
	if (value_of(record, CONFIG_CAPTURE_RANGE_END) != NULL && config->range == CAPTURE_ALWAYS)
		return err_set(
			err, ERR_USAGE, "option '--capture-range-end' needs --capture-range");
	return true;
}
