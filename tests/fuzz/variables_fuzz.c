/*
 * An untrusted environment and status file of the capture library. The input is
 * lines: "NAME=value" sets a variable (the library's own by one character from 'a' on,
 * so that each is found soon), any other line is read as one of the status file. What
 * is read is in its ranges; a value in an output path stays a part of a file name;
 * a status line that is written is read again as what it was.
 */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "capture/config.h"
#include "capture/job.h"
#include "capture/output_path.h"
#include "capture/status.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VARIABLES = 64 };

struct environment {
	const char *names[VARIABLES], *values[VARIABLES];
	size_t count;
};

static const char *get(void *context, const char *name)
{
	const struct environment *environment = context;

	for (size_t i = environment->count; i-- > 0;) {
		if (strcmp(environment->names[i], name) == 0)
			return environment->values[i];
	}
	return NULL;
}

static void set(struct environment *environment, char *line, char *equals)
{
	const char *name = line;
	size_t own = 0;

	*equals = '\0';
	while (equals == line + 1 && own < (size_t)(line[0] - 'a') &&
		config_variables[own].name != NULL)
		own++;
	if (equals == line + 1 && line[0] >= 'a' && config_variables[own].name != NULL)
		name = config_variables[own].name;
	/* a pattern of the user's own may take all memory to compile */
	if (environment->count == VARIABLES || strcmp(name, "GPUFLAME_COMMAND") == 0)
		return;
	environment->names[environment->count] = name;
	environment->values[environment->count++] = equals + 1;
}

/* No control characters, and as many tabs as there are fields to part. */
static void check_line(const char *line, size_t len)
{
	size_t tabs = 0;

	must(len > 0 && len < STATUS_LINE_SIZE && line[len - 1] == '\n', "a line that ends");
	for (size_t i = 0; i + 1 < len; i++) {
		tabs += line[i] == '\t';
		must(line[i] == '\t' || !iscntrl((unsigned char)line[i]), "a clean line");
	}
	must(tabs == 7, "eight fields");
}

static void check_status(char *line)
{
	struct status first, second;
	char one[STATUS_LINE_SIZE], two[STATUS_LINE_SIZE], copy[STATUS_LINE_SIZE];
	size_t len;

	if (!status_parse(line, &first))
		return;
	len = status_format(&first, one);
	check_line(one, len);
	memcpy(copy, one, len + 1);
	must(status_parse(copy, &second), "what was written is read");
	must(first.kind == second.kind && first.pid == second.pid && first.ops == second.ops &&
			first.ns == second.ns && first.ranges == second.ranges &&
			first.dropped == second.dropped,
		"the same numbers");
	must(status_format(&second, two) == len && memcmp(one, two, len) == 0, "the same text");
}

static size_t count_slashes(const char *text)
{
	size_t count = 0;

	for (; *text != '\0'; text++)
		count += *text == '/';
	return count;
}

/*
 * Values bring no '/' and no "..": with every value empty the path has as many. Patterns
 * with a dot are left out: theirs and one of a value may stand side by side.
 */
static void check_path(const struct config *config, struct environment *environment)
{
	struct output_place place = {
		.host = "node", .pid = 7, .number = 1, .get = get, .context = environment
	};
	struct job_place job;
	char path[4096], bare[4096];
	struct environment none = { .count = 0 };
	struct err err = { 0 };
	bool changed;

	job_read(&job, get, environment);
	place.rank = job.rank;
	place.has_more_ranks = job_has_more_ranks(&job);
	if (strchr(config->output, '.') != NULL)
		return;
	if (!output_path_expand(config->output, &place, path, sizeof(path), &changed, &err)) {
		must(err.code == ERR_USAGE && err.msg[0] != '\0', "a message");
		return;
	}
	must(strlen(path) < sizeof(path) && path[0] != '\0', "a path");
	place.rank = NULL;
	place.context = &none;
	if (output_path_expand(config->output, &place, bare, sizeof(bare), &changed, &err)) {
		must(count_slashes(path) == count_slashes(bare), "a value brings no folder");
		must(strstr(path, "..") == NULL, "a value leads to no folder above");
	}
}

static void check_config(struct environment *environment)
{
	struct config config;
	struct err err = { 0 };

	if (!config_read(&config, get, environment, &err)) {
		must(err.code == ERR_USAGE && err.msg[0] != '\0', "a message");
		return;
	}
	must(config.output != NULL && config.output[0] != '\0', "there is an output");
	must(config.domains_in.count == 0 || config.domains_out.count == 0, "one list of domains");
	must(config.range != CAPTURE_NVTX || config.nvtx_range != NULL, "a range to capture by");
	for (size_t i = 0; i < environment->count; i++) {
		const char *name = environment->values[i];
		uint64_t number;

		config_wants_domain(&config, name);
		config_wants_command(&config, name);
		for (size_t j = 0; j < config.step_ranges.count; j++)
			config_pattern_matches(
				config.step_ranges.items[j], name, strlen(name), &number);
		must(config_pattern_matches("*", name, strlen(name), &number), "'*' matches all");
	}
	must(config_wants_domain(&config, NULL) == config_wants_domain(&config, "default"),
		"the default domain has a name");
	check_path(&config, environment);
	config_release(&config);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct environment environment = { .count = 0 };
	char *text = malloc(size + 1);

	must(text != NULL, "memory");
	memcpy(text, data, size);
	text[size] = '\0';
	for (char *line = text, *next; line != NULL; line = next) {
		char *equals = strchr(line, '=');

		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		equals = strchr(line, '=');
		if (equals != NULL && memchr(line, '\t', (size_t)(equals - line)) == NULL)
			set(&environment, line, equals);
		else
			check_status(line);
	}
	check_config(&environment);
	free(text);
	return 0;
}
