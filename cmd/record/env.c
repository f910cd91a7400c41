#include <ctype.h>
#include <stdio.h>

#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/record/inject.h"
#include "cmd/record/record_options.h"
#include "cmd/record/record_output.h"
#include "cmd/record/variables.h"

/*
 * `gpuflame env`: the variables that `gpuflame record` sets, for programs that something
 * else starts.
 */

/* In a container: where docs/CLUSTERS.md mounts the library and a folder for captures. */
#define INSIDE_LIBRARY "/opt/gpuflame/libgpuflame.so"
#define INSIDE_OUTPUT "/gpuflame/"
#define POD_OUTPUT INSIDE_OUTPUT "%q{POD_NAME}-rank%r-%p.gpuflame"

static void print_export(const char *name, const char *value)
{
	struct text quoted = { 0 };

	text_add_shell(&quoted, value);
	printf("export %s=%s\n", name, quoted.bytes);
	text_release(&quoted);
}

static void print_apptainer(const char *name, const char *value)
{
	char *inside = text_format("APPTAINERENV_%s", name);

	print_export(inside, value);
	free(inside);
}

static void print_line(const char *name, const char *value)
{
	printf("%s=%s\n", name, value);
}

/* Kubernetes takes "$(NAME)" for a reference, and "$$" for a '$'. */
static void print_kubernetes(const char *name, const char *value)
{
	printf("- name: %s\n  value: \"", name);
	for (; *value != '\0'; value++) {
		if (*value == '$')
			putchar('$');
		if (*value == '"' || *value == '\\')
			putchar('\\');
		putchar(*value);
	}
	fputs("\"\n", stdout);
}

static void print_pod(void)
{
	static const char *const fields[][2] = { { "POD_NAME", "metadata.name" },
		{ "NODE_NAME", "spec.nodeName" } };

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		printf("- name: %s\n  valueFrom:\n    fieldRef:\n      fieldPath: %s\n",
			fields[i][0], fields[i][1]);
}

struct env_format {
	const char *name;
	const char *output; /* the default; NULL: that of record. Else it is for a container */
	void (*print)(const char *name, const char *value);
	void (*print_more)(void); /* may be NULL */
};

static const struct env_format formats[] = {
	{ "shell", NULL, print_export, NULL },
	{ "docker", INSIDE_OUTPUT, print_line, NULL },
	{ "kubernetes", POD_OUTPUT, print_kubernetes, print_pod },
	{ "pyxis", INSIDE_OUTPUT, print_export, NULL },
	{ "apptainer", INSIDE_OUTPUT, print_apptainer, NULL },
};

static const char *format_word(size_t index)
{
	return index < ARRAY_SIZE(formats) ? formats[index].name : NULL;
}

struct request {
	struct record record;
	unsigned format;     /* an index of formats[] */
	const char *library; /* NULL: not given */
};

static bool set_library(const struct request *request, struct variables *variables, struct err *err)
{
	const char *given = request->library;
	char *found;

	if (given != NULL && *given == '\0')
		return err_set(err, ERR_USAGE, "option '--library' has an empty argument");
	if (given == NULL && formats[request->format].output != NULL)
		given = INSIDE_LIBRARY;
	if (given != NULL) {
		inject_set(variables, given);
		return true;
	}
	found = inject_find_library(err);
	if (found == NULL)
		return false;
	inject_set(variables, found);
	free(found);
	return true;
}

static bool has_control(const char *text)
{
	while (*text != '\0' && !iscntrl((unsigned char)*text))
		text++;
	return *text != '\0';
}

/* What record refuses, and what a line cannot hold. */
static bool check(const struct request *request, const struct variables *variables, struct err *err)
{
	struct config config;
	bool ok;

	if (!config_read(&config, variables_look_up, (void *)(uintptr_t)variables, err))
		return record_name_options(&request->record, err);
	ok = record_check_options(&request->record, &config, err) &&
	     record_check_output(&config, variables, formats[request->format].output == NULL, err);
	config_release(&config);
	for (size_t i = 0; i < variables->count && ok; i++) {
		if (has_control(variables->items[i]))
			ok = err_set(err, ERR_USAGE,
				"'%s': a value with control characters cannot be printed",
				variables->items[i]);
	}
	return ok;
}

static bool fill(struct request *request, struct variables *variables, struct err *err)
{
	struct record *record = &request->record;
	const char *output = formats[request->format].output;

	if (record->output == NULL)
		record->output = output;
	else if (output != NULL && record->output[0] != '/')
		return err_set(err, ERR_USAGE,
			"'%s' is a path in the container: expected one that begins with '/'",
			record->output);
	return set_library(request, variables, err) && record_set_output(record, variables, err) &&
	       record_set_variables(record, variables, err) && check(request, variables, err);
}

static bool print_variables(struct request *request, struct err *err)
{
	const struct env_format *format = &formats[request->format];
	struct variables variables;
	bool ok;

	variables_init(&variables, false);
	ok = fill(request, &variables, err);
	for (size_t i = 0; i < variables.count && ok; i++) {
		char *equals = strchr(variables.items[i], '=');

		*equals = '\0';
		format->print(variables.items[i], equals + 1);
	}
	if (ok && format->print_more != NULL)
		format->print_more();
	variables_release(&variables);
	return ok;
}

static const char usage[] =
	"usage: gpuflame env [options]\n"
	"\n"
	"Print the environment variables with which a process is recorded without\n"
	"gpuflame record, such as one in a container.\n";

static int run(int argc, const char **argv)
{
	struct request request = { 0 };
	struct opt table[RECORD_OPTIONS];
	bool quiet; /* as it always is */
	const struct opt own[] = {
		OPT_HEADING("Variables"),
		OPT_WORD(0, "format", &request.format, "FORMAT", format_word,
			"paths of this machine, or of a container, where the default output is "
			"the folder " INSIDE_OUTPUT),
		OPT_STRING(0, "library", &request.library, "PATH",
			"where libgpuflame.so is; in a container: " INSIDE_LIBRARY),
		OPT_TRUE('q', "quiet", &quiet, "print errors only"),
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	const struct opt *const tables[] = { own, table, NULL };
	struct err err = { 0 };
	int count, status;

	record_init(&request.record);
	record_fill_table(&request.record, true, table);
	if (cmd_parse(usage, tables, false, argc, argv, &count, &status) &&
		((count > 0 && !err_set(&err, ERR_USAGE,
				       "unexpected '%s': gpuflame env runs no command", argv[1])) ||
			!print_variables(&request, &err)))
		status = cmd_fail(&err);
	record_release(&request.record);
	return status;
}

const struct command command_env = {
	.name = "env",
	.summary = "print the variables with which a program records itself",
	.run = run,
};
