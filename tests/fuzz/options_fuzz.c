/*
 * Command lines of any words: the input's lines are argv, read by two tables that hold an
 * option of every kind. Parsing gives values and operands, or an error with a message that
 * is safe for a terminal; operands are given words, in their order; a fully spelled option
 * is always recognised.
 */
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "base/opt.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORDS = 64 };

static const char *word(size_t index)
{
	static const char *const words[] = { "first", "second", "third-word" };

	return index < ARRAY_SIZE(words) ? words[index] : NULL;
}

/* As in commands, some arguments are refused. */
static bool call(void *value, const char *arg, struct err *err)
{
	++*(unsigned *)value;
	return arg == NULL || arg[0] != '!' || err_set(err, ERR_USAGE, "bad argument '%s'", arg);
}

static void check_message(const struct err *err)
{
	must(err->code == ERR_USAGE && err->msg[0] != '\0', "a message");
	for (const char *p = err->msg; *p != '\0'; p++)
		must((unsigned char)*p >= ' ' && *p != 0x7f, "a clean message");
}

/* Each operand is one of the words, and they keep their order. */
static void check_operands(
	const char *const *words, int count, const char *const *argv, int operands)
{
	int at = 0;

	must(operands >= 0 && operands <= count, "no more operands than words");
	for (int i = 0; i < operands; i++, at++) {
		while (at < count && words[at] != argv[i])
			at++;
		must(at < count, "operands are words in their order");
	}
}

static void parse(const char *const *words, int count, bool stop)
{
	bool yes = false, no = true, maybe = false;
	const char *string = "default";
	uint64_t number = 7;
	double real = 0.5;
	unsigned chosen = 0, calls = 0;
	const struct opt first[] = {
		OPT_HEADING("first"),
		OPT_TRUE('y', "yes", &yes, "set"),
		OPT_FALSE(0, "no-colors", &no, "unset"),
		OPT_BOOL('m', "may-be", &maybe, "either"),
		OPT_STRING('o', "output", &string, "FILE", "a string"),
		OPT_STRING(0, "out-format", &string, "WORD", NULL),
		OPT_END(),
	};
	const struct opt second[] = {
		OPT_UINT('n', "number", &number, "N", "a number"),
		OPT_NUMBER(0, "real", &real, "X", "a real number"),
		OPT_CALL(0, "call", &calls, "TEXT", "a call", call),
		OPT_CALL('c', "plain-call", &calls, NULL, "a call", call),
		OPT_WORD('w', "word", &chosen, "WORD", word, "a word"),
		OPT_END(),
	};
	const struct opt *const tables[] = { first, second, NULL };
	const char *argv[WORDS + 1];
	struct err err = { 0 };
	int operands = -1;

	memcpy(argv, words, (size_t)count * sizeof(*argv));
	argv[count] = NULL;
	if (!opt_parse(tables, stop, count, argv, &operands, &err)) {
		check_message(&err);
		return;
	}
	must(err.code == ERR_NONE, "no error without a failure");
	check_operands(words, count, argv, operands);
	must(real == real && real - real == 0, "a finite number");
	must(word(chosen) != NULL, "one of the words");
}

/* A full spelling means only that option. */
static void check_spelling(const char *text)
{
	uint64_t number = 0;
	const struct opt table[] = {
		OPT_UINT('n', "number", &number, "N", "a number"),
		OPT_END(),
	};
	const struct opt *const tables[] = { table, NULL };
	const char *argv[] = { "--number", text, NULL };
	struct err err = { 0 };
	uint64_t expected;
	int operands;
	bool is_number = opt_parse_uint(text, &expected);

	must(opt_parse(tables, false, 2, argv, &operands, &err) == is_number, "a number or none");
	must(!is_number || (number == expected && operands == 0), "the number");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	const char *words[WORDS];
	int count = 0;

	must(text != NULL, "memory");
	memcpy(text, data, size);
	text[size] = '\0';
	for (char *at = text, *next; at != NULL && count < WORDS; at = next) {
		next = strchr(at, '\n');
		if (next != NULL)
			*next++ = '\0';
		words[count++] = at;
		check_spelling(at);
	}
	parse(words, count, false);
	parse(words, count, true);
	free(text);
	return 0;
}
