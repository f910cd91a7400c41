#include "cmd/picture_header.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/chars.h"
#include "base/text.h"
#include "base/units.h"
#include "collapse/plan/adopt.h"
#include "stats/overview.h"
#include "stats/findings/findings.h"
#include "svg/cells.h"
#include "svg/kinds.h"

/* Bytes of the folder that all files are in; 0: they are not in one that has a name. */
static size_t folder_of_all(const char *const *paths, size_t count)
{
	const char *slash = strrchr(paths[0], '/');
	size_t len = slash != NULL ? (size_t)(slash - paths[0]) : 0;

	for (size_t i = 1; i < count; i++) {
		if (strncmp(paths[i], paths[0], len + 1) != 0 || strchr(paths[i] + len + 1, '/'))
			return 0;
	}
	return len > 0 && paths[0][len - 1] != '.' ? len : 0;
}

void header_begin(struct picture_header *header, const char *const *paths, size_t count)
{
	const char *first = strcmp(paths[0], "-") != 0 ? paths[0] : "stdin";
	const char *slash = strrchr(first, '/');
	const char *name = slash != NULL && slash[1] != '\0' ? slash + 1 : first;
	size_t folder = count > 1 ? folder_of_all(paths, count) : 0, len;

	*header = (struct picture_header){ 0 };
	for (name = folder > 0 ? first + folder : name; folder > 0 && name > first; name--) {
		if (name[-1] == '/')
			break;
	}
	len = folder > 0 ? (size_t)(first + folder - name) : strlen(name);
	if (count == 1 || folder > 0)
		snprintf(header->title, sizeof(header->title), "%.*s", (int)len, name);
	else
		snprintf(header->title, sizeof(header->title), "%.*s and %zu more",
			(int)(len < NAME_MAX - 30 ? len : NAME_MAX - 30), name, count - 1);
}

void header_name_job(struct picture_header *header, const struct origins *origins)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (size_t i = 0; i < origins->count; i++) {
		const struct origin *origin = &origins->list[i];

		if (origin->job[0] == '\0' || !origin->has_rank ||
			strcmp(origin->job, origins->list[0].job) != 0)
			return;
		least = origin->rank < least ? origin->rank : least;
		most = origin->rank > most ? origin->rank : most;
	}
	if (most > least && most - least + 1 == origins->count)
		snprintf(header->title, sizeof(header->title), "job %s, ranks %" PRIu64 "-%" PRIu64,
			origins->list[0].job, least, most);
}

void header_add(struct picture_header *header, const char *format, ...)
{
	size_t used = strlen(header->words);
	va_list args;

	va_start(args, format);
	vsnprintf(header->words + used, sizeof(header->words) - used, format, args);
	va_end(args);
}

void header_add_width(
	struct picture_header *header, const char *what, const char *unit, const struct tree *tree)
{
	char text[UNITS_SIZE];

	what = unit != NULL ? unit : what;
	if (unit == NULL)
		units_time(tree->total, text, sizeof(text));
	else
		units_count(tree->total, text, sizeof(text));
	if (tree->decimals == 0)
		header_add(header, "%s%s%s", text, *what != '\0' ? " " : "", what);
	else
		header_add(header, "%s", *what != '\0' ? what : "time");
}

/* The frames that collapse --by puts in front, by what is counted of them. */
enum header_group { HEADER_RANK, HEADER_GPU, HEADER_STEP, HEADER_OTHER, HEADER_NONE };

static enum header_group group_of(const struct name *name)
{
	static const char *const words[] = { "rank ", "GPU ", "step ", "process " };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t len = strlen(words[i]);

		if (name->len > len && memcmp(name->text, words[i], len) == 0 &&
			name->text[len] >= '0' && name->text[len] <= '9')
			return (enum header_group)i;
	}
	return HEADER_NONE;
}

/*
 * counts[HEADER_STEP] are those of the parent that has the most, of none where files beside those
 * of ranks may have some, too; others add up.
 */
static void count_groups(const struct tree *tree, uint64_t counts[HEADER_NONE])
{
	uint64_t *totals = tree_totals(tree); /* what is not selected has none */
	uint64_t *steps = mem_zeroed(tree->count, sizeof(*steps)); /* by parent */
	/* by node: bits of the groups above it and its own; all, where no group can follow */
	unsigned char *seen = mem_zeroed(tree->count, 1);
	struct cell_span span;
	bool beside = false;

	for (uint32_t node = TREE_ROOT + 1; node < tree->count; node++) {
		uint32_t parent = tree->parent[node];
		const struct name *name = &tree->names->list[tree->frame[node]];
		enum header_group group = group_of(name);

		beside |= parent == TREE_ROOT && group == HEADER_NONE && totals[node] > 0;
		seen[node] = UCHAR_MAX;
		if (group == HEADER_NONE || totals[node] == 0 || (seen[parent] >> group & 1) != 0)
			continue;
		seen[node] = (unsigned char)(seen[parent] | 1u << group);
		if (group != HEADER_STEP) {
			counts[group]++;
			continue;
		}
		steps[parent] += cell_span_read(name, "step", &span) ? span.members : 1;
		if (steps[parent] > counts[group])
			counts[group] = steps[parent];
	}
	if (beside && counts[HEADER_RANK] > 0)
		counts[HEADER_STEP] = 0;
	free(totals);
	free(steps);
	free(seen);
}

/* The value of all frames [GPU idle]. */
static uint64_t idle_value(const struct tree *tree)
{
	static const char idle[] = "[GPU idle]";
	uint64_t sum = 0;
	uint32_t id;

	if (!names_find(tree->names, idle, strlen(idle), &id))
		return 0;
	for (uint32_t node = 1; node < tree->count; node++)
		sum += tree->frame[node] == id ? tree->self[node] : 0;
	return sum;
}

static void add_count(struct picture_header *header, uint64_t count, const char *what)
{
	char text[UNITS_SIZE];

	units_count(count, text, sizeof(text));
	if (count > 0)
		header_add(header, ", %s %s%s", text, what, count == 1 ? "" : "s");
}

void header_add_groups(struct picture_header *header, const struct tree *tree, uint64_t steps,
	const struct picture_survey *survey)
{
	static const struct picture_survey none;
	uint64_t counts[HEADER_NONE] = { 0 }, idle = idle_value(tree);

	survey = survey != NULL && survey->is_done ? survey : &none;
	count_groups(tree, counts);
	steps = steps > 0 ? steps : counts[HEADER_STEP];
	if (counts[HEADER_RANK] > 1)
		add_count(header, counts[HEADER_RANK], "rank");
	add_count(header, counts[HEADER_GPU] > 0 ? counts[HEADER_GPU] : survey->devices, "GPU");
	add_count(header, steps > 0 ? steps : survey->steps, "step");
	if (idle > 0)
		header_add(header, ", idle %.1f %%", 100 * (double)idle / (double)tree->total);
	else if (survey->is_done) /* what has GPU time is not idle throughout */
		header_add(header, ", idle %.1f %%", fmin(survey->idle_percent, 99.9));
	header_add(header, "%s", survey->phases);
}

void header_look_at_wall(struct picture_survey *survey, const struct tree *wall, uint64_t more)
{
	char *kinds = mem_zeroed((size_t)wall->names->count + 1, 1);
	double idle = (double)idle_value(wall), apart = 0, all = (double)wall->total + (double)more;

	kinds_find(wall->names, wall->count, wall->frame, wall->parent, kinds);
	for (uint32_t node = 1; node < wall->count; node++) {
		char kind = kinds[wall->frame[node]];

		if (kind == KIND_COMMUNICATION || kind == KIND_HIDDEN || kind == KIND_IDLE)
			apart += (double)wall->self[node];
	}
	free(kinds);
	survey->is_done = true;
	survey->idle_percent = 100 * (idle + (double)more) / all;
	survey->communication_percent = 100 * (apart - idle) / all;
}

/* --- what stacks do not tell ----------------------------------------------------------------- */

static void write_phases(struct picture_survey *picture, const struct survey *survey)
{
	struct text words = { 0 };
	char time[UNITS_SIZE];

	words_of_phases(survey, &words);
	units_time(survey->warm_up_ns, time, sizeof(time));
	if (survey->warm_ups > 0)
		text_addf(&words, "; warm-up %s", time);
	if (words.len > 0)
		snprintf(picture->phases, sizeof(picture->phases), "%s", words.bytes);
	text_release(&words);
}

static void write_finding(struct picture_survey *picture, const struct findings *findings,
	const struct names *names, bool is_frame)
{
	const struct finding *first = &findings->list[0];
	uint32_t frame = first->op != NAME_NONE ? first->op : first->range;
	struct text share = { 0 };

	/* files that are of no common run may wait for each other for ages */
	if (findings->count == 0 || findings_percent(findings, first->ns) > 100)
		return;
	words_of_share(findings, first, &share);
	snprintf(picture->finding, sizeof(picture->finding), "Start here: %s: at most %s",
		first->title, share.bytes);
	text_release(&share);
	/* a Python function may be no frame */
	if (frame != NAME_NONE && (first->op != NAME_NONE || is_frame))
		snprintf(picture->finding_frame, sizeof(picture->finding_frame), "%.*s",
			(int)names->list[frame].len, names->list[frame].text);
}

/* What the survey of one report says, or of several, of which all is known but what costs most. */
static void write_survey(struct picture_survey *picture, bool is_frame)
{
	const struct survey *survey = &picture->survey;
	struct err failure = { 0 }; /* the picture can do without */
	struct findings findings;

	if (!compare_ranks(&picture->survey, &failure))
		return;
	findings_make(&findings, survey);
	write_finding(picture, &findings, survey->names, is_frame);
	if (survey->many)
		return;
	write_phases(picture, survey);
	if (survey->devices == 0 || survey->span_ns == 0 || survey->sums)
		return;
	picture->is_done = true;
	picture->devices = survey->devices;
	for (int kind = LOSS_ALL_REDUCE; survey->total_ns > 0 && kind <= LOSS_STRAGGLER; kind++)
		picture->communication_percent +=
			100 * (double)survey->losses[kind].ns / (double)survey->total_ns;
	picture->idle_percent = 100 * (1 - (double)survey->busy_ns / (double)survey->span_ns);
	picture->steps = survey->steps + survey->outliers + survey->warm_ups;
}

static bool add_to_survey(struct picture_survey *picture, struct trace *trace, const char *path)
{
	struct survey *survey = &picture->survey;
	struct err failure = { 0 };

	if (picture->adopts)
		adopt_operations(trace);
	/* sums and traces are not surveyed together */
	if (trace->sums != NULL)
		return (survey->sums || survey->files == 0) &&
		       survey_add_sums(survey, trace, path, &failure);
	return !survey->sums && survey_add(survey, trace, path, &failure);
}

/* The names belong to the trace's reader, so everything is put into words at once. */
static bool look_at(void *context, struct trace *trace, const char *path, UNUSED struct err *err)
{
	struct picture_survey *picture = context;

	survey_init(&picture->survey, trace->names, false);
	if (add_to_survey(picture, trace, path))
		write_survey(picture, trace->hint_count == 0);
	if (trace->processes.count > 1 && picture->steps > 1)
		picture->steps = 0;
	survey_release(&picture->survey);
	return true; /* the picture can do without */
}

/* One of several: a recording counts once. */
static bool look_at_file(
	void *context, struct trace *trace, const char *path, UNUSED struct err *err)
{
	struct picture_survey *picture = context;
	struct diagnostics said = { 0 };
	bool is_again = origins_hold(&picture->origins, &trace->origin, path, &said);

	trace->origin.file = path;
	origins_add(&picture->origins, &trace->origin);
	picture->files += is_again || add_to_survey(picture, trace, path);
	diagnostics_release(&said);
	return true;
}

/* Files that are looked at one after the other: about a second, also if they are packed. */
enum { MOST_BYTES = 128 << 20 };

void picture_survey_ask(struct picture_survey *survey, const struct file_list *files,
	struct collapse_options *options)
{
	bool many = files->count > 1;
	uint64_t bytes = 0;
	struct stat status;

	*survey = (struct picture_survey){ .adopts = options->plan.adopt };
	for (size_t i = 0; many && i < files->count; i++) {
		if (stat(files->paths[i], &status) == 0)
			bytes += (ends_as_file(files->paths[i], ".gz") ? 10 : 1) *
				 (uint64_t)status.st_size;
	}
	/* a finding is about all of it */
	if (bytes > MOST_BYTES || selection_is_asked_for(&options->plan.selection) ||
		options->kernels_only || options->plan.value == VALUE_CPU_TIME)
		return;
	survey->look = (struct trace_look){ .look = look_at,
		.context = survey,
		.want = survey_want(&survey->survey) &
			(WANT_STREAMS | WANT_MOVES | WANT_API_CALLS | WANT_DETAILS | WANT_LABELS |
				WANT_HINTS) };
	options->look = &survey->look;
	if (!many)
		return;
	names_init(&survey->names);
	survey_init(&survey->survey, &survey->names, true);
	survey->look.look = look_at_file;
	survey->look.want = survey_want(&survey->survey);
	survey->look.names = &survey->names;
}

void picture_survey_end(struct picture_survey *survey, size_t files)
{
	if (survey->look.names == NULL)
		return;
	if (survey->files == files && survey->survey.devices > 0)
		write_survey(survey, true);
	survey_release(&survey->survey);
	origins_release(&survey->origins);
	names_release(&survey->names);
}
