#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/names.h"
#include "stats/partial_file.h"
#include "stats/partial_text.h"
#include "stats/parts/partial.h"

/* Lines are counted for the last one, which says that nothing is missing. */
struct partial_writer {
	FILE *out;
	uint64_t lines;
};

static void end_line(struct partial_writer *writer)
{
	fputc('\n', writer->out);
	writer->lines++;
}

static void put_number(const struct partial_writer *writer, uint64_t number)
{
	fprintf(writer->out, "\t%" PRIu64, number);
}

/* Any bytes, without those that separate. */
static void put_text(const struct partial_writer *writer, const char *text, size_t len)
{
	fputc('\t', writer->out);
	for (size_t i = 0; i < len; i++) {
		const char *special = strchr(PARTIAL_SPECIAL, text[i]);

		if (text[i] == '\0')
			fputs("\\0", writer->out);
		else if (special != NULL)
			fprintf(writer->out, "\\%c", PARTIAL_ESCAPES[special - PARTIAL_SPECIAL]);
		else
			fputc(text[i], writer->out);
	}
}

static void put_name(const struct partial_writer *writer, const struct names *names, uint64_t name)
{
	if (name == NAME_NONE)
		fputs("\t" PARTIAL_NO_NAME, writer->out);
	else
		put_text(writer, names->list[name].text, names->list[name].len);
}

static void put_origin(struct partial_writer *writer, const struct origin *origin)
{
	const uint64_t numbers[] = { origin->has_rank, origin->rank, origin->world,
		origin->local_rank, origin->pid, origin->start_ns };

	fputs("origin", writer->out);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		put_number(writer, numbers[i]);
	put_text(writer, origin->node, strlen(origin->node));
	put_text(writer, origin->job, strlen(origin->job));
	end_line(writer);
}

static void put_notes(struct partial_writer *writer, const struct stats_notes *notes)
{
	const struct oddities *odd = &notes->odd;
	const uint64_t counts[PARTIAL_ODDITIES] = { odd->ranges_never_closed, odd->ranges_unnamed,
		odd->ops_without_launch, odd->rows_without_time, odd->rows_backwards,
		odd->range_rows_bad, odd->api_rows_bad };

	fputs("files", writer->out);
	put_number(writer, notes->files);
	end_line(writer);
	fputs("odd", writer->out);
	for (size_t i = 0; i < PARTIAL_ODDITIES; i++)
		put_number(writer, counts[i]);
	end_line(writer);
	for (size_t i = 0; i < notes->diagnostics.count; i++) {
		const struct diagnostic *diagnostic = &notes->diagnostics.list[i];

		/* what is missing, or there twice, is known when all are together */
		if (diagnostic->kind == DIAGNOSTIC_MISSING || diagnostic->kind == DIAGNOSTIC_AGAIN)
			continue;
		fputs("message", writer->out);
		put_number(writer, diagnostic->kind);
		put_number(writer, diagnostic->count);
		put_text(writer, diagnostic->text, strlen(diagnostic->text));
		end_line(writer);
	}
	for (size_t i = 0; i < notes->origins.count; i++)
		put_origin(writer, &notes->origins.list[i]);
}

/* The values of a group, some to a line. */
static void put_values(
	struct partial_writer *writer, const struct tally *tally, size_t which, uint32_t group)
{
	enum { PER_LINE = 500 };
	size_t begin = tally->pair_begin[group], end = tally->pair_begin[group + 1];

	for (size_t i = begin; i < end; i++) {
		if ((i - begin) % PER_LINE == 0) {
			fputs("values", writer->out);
			put_number(writer, which);
		}
		put_number(writer, tally->pairs[i].value);
		fprintf(writer->out, ":%" PRIu64, tally->pairs[i].count);
		if ((i - begin) % PER_LINE == PER_LINE - 1 || i + 1 == end)
			end_line(writer);
	}
}

/* What is known of values only as a sum. */
static void put_sum(
	struct partial_writer *writer, const struct tally *tally, size_t which, uint32_t group)
{
	const struct tally_sum *sum = tally_sum_of(tally, group);

	if (sum == NULL)
		return;
	fputs("sum", writer->out);
	put_number(writer, which);
	put_number(writer, sum->total);
	put_number(writer, sum->count);
	put_number(writer, sum->min);
	put_number(writer, sum->max);
	end_line(writer);
}

static void put_group(struct partial_writer *writer, struct report_run *run, uint32_t index)
{
	const struct report_partial *partial = run->report->partial;
	struct partial_group group = { 0 };

	partial->get(run, index, &group);
	fputs("group", writer->out);
	for (size_t i = 0; partial->labels[i] != '\0'; i++) {
		if (partial->labels[i] == 'n')
			put_name(writer, run->names, group.labels[i]);
		else
			put_number(writer, group.labels[i]);
	}
	for (size_t i = 0; i < partial->counters; i++)
		put_number(writer, group.counters[i]);
	end_line(writer);
	for (size_t i = 0; i < partial->tallies; i++) {
		const struct tally *tally = partial->tally(run, i);

		put_values(writer, tally, i, index);
		put_sum(writer, tally, i, index);
	}
}

static bool put_report(struct partial_writer *writer, const struct stats_request *request,
	struct report_run *run, struct err *err)
{
	const struct report_partial *partial = run->report->partial;
	char name[64];

	stats_request_name(request, name);
	fprintf(writer->out, "report\t%s", name);
	put_number(writer, request->lacks == 0);
	end_line(writer);
	if (request->lacks != 0)
		return true;
	if (partial->prepare != NULL && !partial->prepare(run, err))
		return false;
	for (size_t i = 0; i < partial->tallies; i++) {
		struct tally *tally = partial->tally(run, i);

		tally->as_pairs = true;
		if (!tally_close(tally, partial->count(run), err))
			return false;
	}
	for (uint32_t i = 0; i < partial->count(run); i++)
		put_group(writer, run, i);
	return true;
}

bool partial_write(FILE *out, const struct stats_request *requests, struct report_run *runs,
	size_t count, struct report_run *overview, const struct stats_notes *notes, struct err *err)
{
	const struct stats_request screen = { .report =
						      overview != NULL ? overview->report : NULL };
	struct partial_writer writer = { .out = out };

	fputs(PARTIAL_FIRST_LINE, out);
	put_notes(&writer, notes);
	for (size_t i = 0; i < count; i++) {
		if (requests[i].report->partial != NULL &&
			!put_report(&writer, &requests[i], &runs[i], err))
			return false;
	}
	if (overview != NULL && !put_report(&writer, &screen, overview, err))
		return false;
	fprintf(out, "end\t%" PRIu64 "\n", writer.lines);
	return true;
}
