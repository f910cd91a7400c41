#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/sum.h"
#include "collapse/input/bytes_lines.h"
#include "stats/partial_file.h"
#include "stats/partial_text.h"
#include "stats/parts/partial.h"

struct partial_reader {
	const struct stats_request *requests;
	struct report_run *runs;
	size_t count;
	bool *found, *asked; /* by request */
	struct stats_notes *notes;

	char *next;             /* of the line: the rest, with NULs for tabs; NULL: none */
	struct report_run *run; /* of the report that lines are of; NULL: not requested */
	bool in_report, in_group, has_values;
	uint32_t group;
};

/* --- fields ----------------------------------------------------------------------------- */

static bool bad(struct err *err, const char *what)
{
	return err_set(err, ERR_FORMAT, "%s", what);
}

/* The next field; the line is cut up on the way. */
static char *take_field(struct partial_reader *reader)
{
	char *field = reader->next, *tab = field != NULL ? strchr(field, '\t') : NULL;

	reader->next = tab != NULL ? tab + 1 : NULL;
	if (tab != NULL)
		*tab = '\0';
	return field;
}

static bool take_number(struct partial_reader *reader, uint64_t *number, struct err *err)
{
	const char *field = take_field(reader);

	return (field != NULL && opt_parse_uint(field, number)) || bad(err, "not a number");
}

static bool take_numbers(
	struct partial_reader *reader, uint64_t *numbers, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		if (!take_number(reader, &numbers[i], err))
			return false;
	}
	return true;
}

/* Undo the escapes in place; *len is that of the result. */
static bool take_text(struct partial_reader *reader, char **text, size_t *len, struct err *err)
{
	char *from = take_field(reader), *to = from;

	*text = from;
	if (from == NULL)
		return bad(err, "a text is missing");
	for (; *from != '\0'; from++) {
		const char *escape;

		if (*from != '\\') {
			*to++ = *from;
			continue;
		}
		from++;
		escape = *from != '\0' ? strchr(PARTIAL_ESCAPES, *from) : NULL;
		if (*from == '0')
			*to++ = '\0';
		else if (escape != NULL)
			*to++ = PARTIAL_SPECIAL[escape - PARTIAL_ESCAPES];
		else
			return bad(err, "an unknown escape");
	}
	*len = (size_t)(to - *text);
	*to = '\0';
	return true;
}

static bool take_name(struct partial_reader *reader, uint64_t *label, struct err *err)
{
	uint32_t name = NAME_NONE;
	char *text;
	size_t len;

	if (reader->next != NULL &&
		strncmp(reader->next, PARTIAL_NO_NAME, strlen(PARTIAL_NO_NAME)) == 0)
		(void)take_field(reader);
	else if (!take_text(reader, &text, &len, err) ||
		 !names_try_intern(reader->run->names, text, len, &name, err))
		return false;
	*label = name;
	return true;
}

/* --- lines ------------------------------------------------------------------------------ */

static bool read_odd(struct partial_reader *reader, struct err *err)
{
	uint64_t counts[PARTIAL_ODDITIES];
	struct oddities odd;

	if (!take_numbers(reader, counts, PARTIAL_ODDITIES, err))
		return false;
	odd = (struct oddities){ counts[0], counts[1], counts[2], counts[3], counts[4], counts[5],
		counts[6] };
	oddities_add(&reader->notes->odd, &odd);
	return true;
}

static bool read_files(struct partial_reader *reader, struct err *err)
{
	uint64_t files;

	if (!take_number(reader, &files, err))
		return false;
	reader->notes->files += (size_t)files;
	return true;
}

static bool read_message(struct partial_reader *reader, struct err *err)
{
	uint64_t numbers[2]; /* kind, count */
	char *text;
	size_t len;

	if (!take_numbers(reader, numbers, 2, err) || !take_text(reader, &text, &len, err))
		return false;
	if (numbers[0] > DIAGNOSTIC_LATE)
		return bad(err, "an unknown kind of message");
	diagnostics_add(&reader->notes->diagnostics, (enum diagnostic_kind)numbers[0], text);
	return true;
}

static bool read_origin(struct partial_reader *reader, struct err *err)
{
	struct origin origin = { 0 };
	uint64_t numbers[6]; /* as written by put_origin() */
	char *text;
	size_t len;

	if (!take_numbers(reader, numbers, ARRAY_SIZE(numbers), err) ||
		!take_text(reader, &text, &len, err))
		return false;
	origin.has_rank = numbers[0] > 0;
	origin.rank = numbers[1];
	origin.world = numbers[2];
	origin.local_rank = numbers[3];
	origin.pid = numbers[4];
	origin.start_ns = numbers[5];
	snprintf(origin.node, sizeof(origin.node), "%s", text);
	if (!take_text(reader, &text, &len, err))
		return false;
	snprintf(origin.job, sizeof(origin.job), "%s", text);
	origins_add(&reader->notes->origins, &origin, NULL);
	return true;
}

static bool read_report(struct partial_reader *reader, struct err *err)
{
	const char *name = take_field(reader);
	uint64_t has_data;

	if (name == NULL || !take_number(reader, &has_data, err))
		return bad(err, "a report without a name");
	reader->in_report = true;
	reader->in_group = false;
	reader->run = NULL;
	for (size_t i = 0; i < reader->count; i++) {
		char own[64];

		stats_request_name(&reader->requests[i], own);
		if (reader->requests[i].report->partial == NULL || strcmp(own, name) != 0)
			continue;
		if (reader->asked[i])
			return bad(err, "a report occurs twice");
		reader->asked[i] = true;
		reader->found[i] |= has_data > 0;
		reader->run = &reader->runs[i];
	}
	return true;
}

static bool end_group(const struct partial_reader *reader, struct err *err)
{
	return !reader->in_group || reader->has_values ||
	       reader->run->report->partial->tallies == 0 || bad(err, "a group without values");
}

static bool read_group(struct partial_reader *reader, struct err *err)
{
	struct report_run *run = reader->run;
	const struct report_partial *partial;
	struct partial_group group = { 0 };

	if (!reader->in_report)
		return bad(err, "a group outside a report");
	if (run == NULL)
		return true;
	if (!end_group(reader, err))
		return false;
	partial = run->report->partial;
	for (size_t i = 0; partial->labels[i] != '\0'; i++) {
		if (partial->labels[i] == 'n' ? !take_name(reader, &group.labels[i], err)
					      : !take_number(reader, &group.labels[i], err))
			return false;
		if (partial->labels[i] == 'u' && group.labels[i] > UINT32_MAX)
			return bad(err, "a number beyond 32 bits");
	}
	reader->in_group = true;
	reader->has_values = false;
	return take_numbers(reader, group.counters, partial->counters, err) &&
	       partial->put(run, &group, &reader->group, err);
}

/* The tally that a line is about; NULL and no error where its report is not requested. */
static bool take_tally(struct partial_reader *reader, struct tally **tally, struct err *err)
{
	uint64_t which;

	*tally = NULL;
	if (reader->in_report && reader->run == NULL)
		return true;
	if (!reader->in_group)
		return bad(err, "values outside a group");
	if (!take_number(reader, &which, err))
		return false;
	if (which >= reader->run->report->partial->tallies)
		return bad(err, "values of an unknown kind");
	reader->has_values |= which == 0;
	*tally = reader->run->report->partial->tally(reader->run, (size_t)which);
	return true;
}

static bool read_values(struct partial_reader *reader, struct err *err)
{
	struct tally *tally;

	if (!take_tally(reader, &tally, err))
		return false;
	while (tally != NULL && reader->next != NULL) {
		char *field = take_field(reader), *colon = strchr(field, ':');
		uint64_t value, count;

		if (colon == NULL)
			return bad(err, "expected value:count");
		*colon = '\0';
		if (!opt_parse_uint(field, &value) || !opt_parse_uint(colon + 1, &count) ||
			count == 0)
			return bad(err, "expected value:count");
		if (!tally_add_pair(tally, reader->group, value, count, err))
			return false;
	}
	return true;
}

static bool read_sum(struct partial_reader *reader, struct err *err)
{
	struct tally *tally;
	uint64_t numbers[4];
	struct tally_sum sum;

	if (!take_tally(reader, &tally, err))
		return false;
	if (tally == NULL)
		return true;
	if (!take_numbers(reader, numbers, 4, err))
		return false;
	sum = (struct tally_sum){ .total = numbers[0],
		.count = numbers[1],
		.min = numbers[2],
		.max = numbers[3],
		.group = reader->group };
	if (sum.count == 0 || sum.min > sum.max || sum.max > INT64_MAX || sum.total < sum.max)
		return bad(err, "an impossible sum");
	return tally_add_sum(tally, &sum, err);
}

static bool read_line(struct partial_reader *reader, char *line, struct err *err)
{
	static const struct {
		const char *word;
		bool (*read)(struct partial_reader *reader, struct err *err);
	} words[] = {
		{ "files", read_files },
		{ "odd", read_odd },
		{ "message", read_message },
		{ "origin", read_origin },
		{ "report", read_report },
		{ "group", read_group },
		{ "values", read_values },
		{ "sum", read_sum },
	};
	const char *word;

	reader->next = line;
	word = take_field(reader);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcmp(word, words[i].word) == 0)
			return words[i].read(reader, err);
	}
	return bad(err, "an unknown kind of line");
}

/* --- the file --------------------------------------------------------------------------- */

static bool fail_at(const char *path, uint64_t line, struct err *err)
{
	return err->code == ERR_NOMEM
		       ? false
		       : err_prefix(err, "cannot read '%s': line %" PRIu64, path, line);
}

static bool check_line(const char *line, size_t len, uint64_t number, bool *ended, struct err *err)
{
	uint64_t lines;
	char digits[24];

	if (*ended)
		return bad(err, "more after the end");
	if (line[len - 1] != '\n' || strlen(line) != len)
		return bad(err, "it is cut off or damaged");
	if (number == 1)
		return strcmp(line, PARTIAL_FIRST_LINE) == 0 ||
		       bad(err, "a partial result of another version");
	*ended = strncmp(line, "end\t", 4) == 0;
	snprintf(digits, sizeof(digits), "%.*s", (int)(len < 28 ? len - 5 : 23), line + 4);
	return !*ended || (opt_parse_uint(digits, &lines) && lines == number - 2) ||
	       bad(err, "lines are missing");
}

static bool check_lines(struct bytes_lines *lines, const char *path, struct err *err)
{
	uint64_t number = 0;
	bool ended = false;
	char *line;
	size_t len;

	for (;;) {
		if (!bytes_lines_next(lines, &line, &len, err))
			return false;
		if (line == NULL)
			break;
		if (!check_line(line, len, ++number, &ended, err))
			return fail_at(path, number, err);
	}
	return ended || (bad(err, "it is cut off"), fail_at(path, number, err));
}

bool partial_check(struct bytes *source, struct err *err)
{
	struct bytes_lines lines = { .source = source };
	bool ok = bytes_keep(source, err) && bytes_rewind(source, err) &&
		  check_lines(&lines, source->path, err);

	bytes_lines_release(&lines);
	return ok;
}

/* The lines between the first and the last. */
static bool read_lines(
	struct partial_reader *reader, struct bytes_lines *lines, const char *path, struct err *err)
{
	uint64_t number = 0;
	char *line;
	size_t len;

	for (;;) {
		if (!bytes_lines_next(lines, &line, &len, err))
			return false;
		if (line == NULL || (++number > 1 && strncmp(line, "end\t", 4) == 0))
			break;
		line[len - 1] = '\0';
		if (number > 1 && !read_line(reader, line, err))
			return fail_at(path, number, err);
	}
	return end_group(reader, err) || fail_at(path, number, err);
}

static bool check_asked(const struct partial_reader *reader, const char *path, struct err *err)
{
	for (size_t i = 0; i < reader->count; i++) {
		char name[64];

		if (reader->asked[i])
			continue;
		stats_request_name(&reader->requests[i], name);
		return err_set(err, ERR_EMPTY,
			"cannot read '%s': a partial result that was made without %s", path, name);
	}
	return true;
}

bool partial_read(struct bytes *source, const struct stats_request *requests,
	struct report_run *runs, size_t count, bool *found, struct stats_notes *notes,
	struct err *err)
{
	struct partial_reader reader = {
		.requests = requests,
		.runs = runs,
		.count = count,
		.asked = mem_try_zeroed(count, sizeof(*reader.asked), err),
		.notes = notes,
	};
	struct bytes_lines lines = { .source = source };
	bool ok = reader.asked != NULL && bytes_rewind(source, err);

	reader.found = found;
	/* of several files, even if this is the only partial result of them */
	for (size_t i = 0; ok && i < count; i++)
		runs[i].files += runs[i].files == 1;
	ok = ok && read_lines(&reader, &lines, source->path, err) &&
	     check_asked(&reader, source->path, err);
	free(reader.asked);
	bytes_lines_release(&lines);
	return ok;
}
