#include "base/opt.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/word_list.h"

enum { HELP_COLUMN = 30, HELP_WIDTH = 79 };

static bool parse_number(const char *text, double *value)
{
	char *end;

	assert(text != NULL); /* an option with a value has `arg` in its table */
	errno = 0;
	*value = strtod(text, &end);
	return end != text && *end == '\0' && errno == 0 && isfinite(*value);
}

/* Whether `word` (`len` bytes) spells `name` up to its length, '_' for '-' allowed. */
static bool begins(const char *name, const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (name[i] != (word[i] == '_' ? '-' : word[i]))
			return false;
	}
	return true;
}

struct match {
	const struct opt *opt;
	const struct opt *other; /* a second option that the prefix fits, or NULL */
};

static struct match find_long(const struct opt *const *tables, const char *word, size_t len)
{
	struct match match = { 0 };

	for (; *tables != NULL; tables++) {
		for (const struct opt *opt = *tables; opt->kind != OPTION_END; opt++) {
			if (opt->name == NULL || !begins(opt->name, word, len))
				continue;
			if (opt->name[len] == '\0')
				return (struct match){ .opt = opt };
			if (match.opt == NULL)
				match.opt = opt;
			else if (match.opt->value != opt->value || match.opt->call != opt->call ||
				 match.opt->kind != opt->kind)
				match.other = opt;
		}
	}
	return match;
}

static const struct opt *find_letter(const struct opt *const *tables, char letter)
{
	for (; *tables != NULL; tables++) {
		for (const struct opt *opt = *tables; opt->kind != OPTION_END; opt++) {
			if (opt->letter == letter && opt->kind != OPTION_HEADING)
				return opt;
		}
	}
	return NULL;
}

static bool fail_unknown(
	const struct opt *const *tables, const char *word, size_t len, struct err *err)
{
	char spelled[64];
	struct suggest suggest = { .word = spelled };

	snprintf(spelled, sizeof(spelled), "%.*s", (int)(len > 63 ? 63 : len), word);
	for (; *tables != NULL; tables++) {
		for (const struct opt *opt = *tables; opt->kind != OPTION_END; opt++) {
			if (opt->name != NULL)
				suggest_offer(&suggest, opt->name);
		}
	}
	if (suggest_nearest(&suggest) != NULL)
		return err_set(err, ERR_USAGE, "unknown option '--%s'; did you mean '--%s'?",
			spelled, suggest_nearest(&suggest));
	return err_set(err, ERR_USAGE, "unknown option '--%s'; see --help", spelled);
}

static bool is_bool(const char *word)
{
	return strcmp(word, "true") == 0 || strcmp(word, "false") == 0;
}

static bool fail_word(const struct opt *opt, const char *spelled, const char *arg, struct err *err)
{
	char list[256];

	word_list(list, sizeof(list), opt->word, "or");
	return err_set(err, ERR_USAGE, "option '%s' takes %s, not '%.100s'", spelled, list, arg);
}

static bool set_value(const struct opt *opt, const char *spelled, const char *arg, struct err *err)
{
	switch (opt->kind) {
	case OPTION_TRUE:
		*(bool *)opt->value = true;
		return true;
	case OPTION_HELP:
		*(enum opt_help *)opt->value = spelled[1] == '-' ? HELP_LONG : HELP_SHORT;
		return true;
	case OPTION_FALSE:
		*(bool *)opt->value = false;
		return true;
	case OPTION_BOOL:
		if (arg != NULL && !is_bool(arg))
			return err_set(err, ERR_USAGE, "option '%s' takes true or false, not '%s'",
				spelled, arg);
		*(bool *)opt->value = arg == NULL || strcmp(arg, "true") == 0;
		return true;
	case OPTION_STRING:
		*(const char **)opt->value = arg;
		return true;
	case OPTION_UINT:
		assert(arg != NULL); /* its table has `arg` */
		if (opt_parse_uint(arg, opt->value))
			return true;
		return err_set(
			err, ERR_USAGE, "option '%s' takes a whole number, not '%s'", spelled, arg);
	case OPTION_NUMBER:
		if (parse_number(arg, opt->value))
			return true;
		return err_set(
			err, ERR_USAGE, "option '%s' takes a number, not '%s'", spelled, arg);
	case OPTION_WORD:
		if (word_find(opt->word, arg) == SIZE_MAX)
			return fail_word(opt, spelled, arg, err);
		if (opt->call != NULL)
			return opt->call(opt->value, arg, err);
		*(unsigned *)opt->value = (unsigned)word_find(opt->word, arg);
		return true;
	case OPTION_CALL:
		if (opt->call(opt->value, arg, err))
			return true;
		if (err->code == ERR_USAGE || err->code == ERR_PATTERN)
			err_prefix(err, "option '%s'", spelled);
		return false;
	case OPTION_END:
	case OPTION_HEADING:
		break;
	}
	return false;
}

struct parser {
	const struct opt *const *tables;
	int argc, at;
	const char **argv;
};

static const char *next_word(struct parser *parser)
{
	return parser->at < parser->argc ? parser->argv[parser->at++] : NULL;
}

/* The word after an OPTION_BOOL if it is its argument, else NULL. */
static const char *next_bool(struct parser *parser)
{
	if (parser->at + 1 < parser->argc && is_bool(parser->argv[parser->at]))
		return next_word(parser);
	return NULL;
}

/* The option spelled `word` (no dashes), with what follows '=' as its argument. */
static bool parse_long(struct parser *parser, const char *word, struct err *err)
{
	const char *equals = strchr(word, '=');
	size_t len = equals != NULL ? (size_t)(equals - word) : strlen(word);
	const char *arg = equals != NULL ? equals + 1 : NULL;
	struct match match = find_long(parser->tables, word, len);
	char spelled[80];

	if (match.opt == NULL)
		return fail_unknown(parser->tables, word, len, err);
	if (match.other != NULL)
		return err_set(err, ERR_USAGE,
			"ambiguous option '--%.*s': could be '--%s' or '--%s'",
			(int)(len > 63 ? 63 : len), word, match.opt->name, match.other->name);
	snprintf(spelled, sizeof(spelled), "--%s", match.opt->name);
	if (match.opt->arg == NULL && arg != NULL)
		return err_set(err, ERR_USAGE, "option '%s' takes no argument", spelled);
	if (match.opt->kind == OPTION_BOOL && arg == NULL) {
		arg = next_bool(parser);
	} else if (match.opt->arg != NULL && arg == NULL) {
		arg = next_word(parser);
		if (arg == NULL)
			return err_set(err, ERR_USAGE, "option '%s' needs an argument: %s", spelled,
				match.opt->arg);
	}
	return set_value(match.opt, spelled, arg, err);
}

/* A bundle of letters; the last may take an argument, in the same word or the next. */
static bool parse_letters(struct parser *parser, const char *letters, struct err *err)
{
	for (; *letters != '\0'; letters++) {
		const struct opt *opt = find_letter(parser->tables, *letters);
		const char spelled[] = { '-', *letters, '\0' };
		const char *arg = NULL;

		if (opt == NULL)
			return err_set(err, ERR_USAGE, "unknown option '%s'; see --help", spelled);
		if (opt->kind == OPTION_BOOL) {
			arg = letters[1] == '\0' ? next_bool(parser) : NULL;
		} else if (opt->arg != NULL) {
			arg = letters[1] != '\0' ? letters + 1 : next_word(parser);
			if (arg == NULL)
				return err_set(err, ERR_USAGE, "option '%s' needs an argument: %s",
					spelled, opt->arg);
		}
		if (!set_value(opt, spelled, arg, err))
			return false;
		if (arg != NULL)
			break;
	}
	return true;
}

/* "-title X" as Getopt::Long takes it: one dash before a long name, spelled out. */
static bool is_long_with_one_dash(const struct opt *const *tables, const char *word)
{
	size_t len = strcspn(word, "=");
	struct match match;

	if (len < 2)
		return false;
	match = find_long(tables, word, len);
	return match.opt != NULL && match.opt->name[len] == '\0';
}

/* No two options of a command have one name or letter, but for the headings, which have none. */
static bool are_distinct(const struct opt *const *tables)
{
	for (const struct opt *const *table = tables; *table != NULL; table++) {
		for (const struct opt *opt = *table; opt->kind != OPTION_END; opt++) {
			/* a hidden one may give way to one before it */
			if (opt->name != NULL && opt->help != NULL &&
				find_long(tables, opt->name, strlen(opt->name)).opt != opt)
				return false;
			if (opt->letter != '\0' && find_letter(tables, opt->letter) != opt)
				return false;
		}
	}
	return true;
}

bool opt_parse(const struct opt *const *tables, bool stop_at_operand, int argc, const char **argv,
	int *operands, struct err *err)
{
	struct parser parser = { .tables = tables, .argc = argc, .argv = argv };
	bool ended = false;

	assert(are_distinct(tables));
	*operands = 0;
	while (parser.at < argc) {
		const char *word = argv[parser.at++];
		bool ok = true;

		if (ended || word[0] != '-' || word[1] == '\0') {
			argv[(*operands)++] = word;
			ended |= stop_at_operand;
		} else if (strcmp(word, "--") == 0) {
			ended = true;
		} else if (word[1] == '-') {
			ok = parse_long(&parser, word + 2, err);
		} else if (is_long_with_one_dash(tables, word + 1)) {
			ok = parse_long(&parser, word + 1, err);
		} else {
			ok = parse_letters(&parser, word + 1, err);
		}
		if (!ok)
			return false;
	}
	return true;
}

void opt_hide(struct opt *table, const char *name)
{
	for (; table->kind != OPTION_END; table++) {
		if (table->name != NULL && strcmp(table->name, name) == 0)
			table->help = NULL;
	}
}

void opt_append(struct opt *table, size_t room, const struct opt *more)
{
	size_t at = 0;

	while (table[at].kind != OPTION_END)
		at++;
	do {
		assert(at < room);
		table[at++] = *more;
	} while ((more++)->kind != OPTION_END);
}

/* Help text, wrapped and indented to the right of the options; for -h its first line alone. */
static void print_wrapped(const char *help, bool is_short, FILE *out)
{
	const size_t room = HELP_WIDTH - HELP_COLUMN;
	size_t first = strcspn(help, ";");

	if (is_short) {
		if (first > room) {
			for (first = room - 3; first > 0 && help[first] != ' '; first--)
				;
			fprintf(out, "%.*s...\n", (int)first, help);
		} else {
			fprintf(out, "%.*s\n", (int)first, help);
		}
		return;
	}
	while (strlen(help) > room) {
		size_t cut = room;

		while (cut > 0 && help[cut] != ' ')
			cut--;
		if (cut == 0)
			break;
		fprintf(out, "%.*s\n%*s", (int)cut, help, HELP_COLUMN, "");
		help += cut + 1;
	}
	fprintf(out, "%s\n", help);
}

static void print_option(const struct opt *opt, bool is_short, FILE *out)
{
	char spelled[96], list[256], help[400];
	int len;

	if (opt->letter != '\0' && opt->name != NULL)
		len = snprintf(spelled, sizeof(spelled), "  -%c, --%s", opt->letter, opt->name);
	else if (opt->letter != '\0')
		len = snprintf(spelled, sizeof(spelled), "  -%c", opt->letter);
	else
		len = snprintf(spelled, sizeof(spelled), "      --%s", opt->name);
	if (opt->arg != NULL)
		len += snprintf(spelled + len, sizeof(spelled) - (size_t)len, " %s", opt->arg);
	if (len < HELP_COLUMN - 1)
		fprintf(out, "%-*s", HELP_COLUMN, spelled);
	else
		fprintf(out, "%s\n%*s", spelled, HELP_COLUMN, "");
	if (opt->kind == OPTION_WORD) {
		size_t end = 0;

		word_list(list, sizeof(list), opt->word, "or");
		for (unsigned i = 0; i <= opt->preset; i++)
			end = (size_t)(strstr(list + end, opt->word(i)) - list) +
			      strlen(opt->word(i));
		snprintf(help, sizeof(help), "%s: %.*s (the default)%s", opt->help, (int)end, list,
			list + end);
	}
	print_wrapped(opt->kind == OPTION_WORD ? help : opt->help, is_short, out);
}

/* A line for completion in shells: --NAME, -LETTER, ARGUMENT, its words, the help, by tabs. */
static void print_for_completion(const struct opt *opt, FILE *out)
{
	fprintf(out, "%s%s\t%s%.1s\t%s\t", opt->name != NULL ? "--" : "",
		opt->name != NULL ? opt->name : "", opt->letter != '\0' ? "-" : "", &opt->letter,
		opt->arg != NULL ? opt->arg : "");
	for (size_t i = 0; opt->kind == OPTION_WORD && opt->word(i) != NULL; i++)
		fprintf(out, "%s ", opt->word(i));
	fprintf(out, "\t%s\n", opt->help);
}

static bool is_asked_in_short(const struct opt *const *tables)
{
	const struct opt *help = find_letter(tables, 'h');

	return help != NULL && help->kind == OPTION_HELP &&
	       *(const enum opt_help *)help->value == HELP_SHORT;
}

void opt_print_help(const struct opt *const *tables, FILE *out)
{
	const char *form = getenv("GPUFLAME_HELP"); /* docs/completion */
	bool is_short = is_asked_in_short(tables);
	bool completes = form != NULL && strcmp(form, "completion") == 0;

	for (; *tables != NULL; tables++) {
		for (const struct opt *opt = *tables; opt->kind != OPTION_END; opt++) {
			if (opt->help == NULL)
				continue;
			if (opt->kind == OPTION_HEADING)
				fprintf(out, "\n%s:\n", opt->help);
			else if (completes)
				print_for_completion(opt, out);
			else
				print_option(opt, is_short, out);
		}
	}
}
