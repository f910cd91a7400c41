#include "collapse/model/origin.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/opt.h"
#include "base/text.h"
#include "base/units.h"
#include "collapse/model/trace.h"

void origins_release(struct origins *origins)
{
	free(origins->list);
	idmap_release(&origins->starts);
	*origins = (struct origins){ 0 };
}

void origins_add(struct origins *origins, const struct origin *origin)
{
	origins->unknown += !origin->has_rank;
	if (!origin->has_rank && origin->start_ns == 0)
		return;
	*mem_next(origins->list, origins->cap, origins->count) = *origin;
	if (origin->start_ns > 0)
		(void)idmap_add(&origins->starts, origin->start_ns);
}

static bool is_same(const struct origin *a, const struct origin *b)
{
	return a->start_ns == b->start_ns && a->pid == b->pid && a->ops_ns == b->ops_ns &&
	       a->has_rank == b->has_rank && a->rank == b->rank && strcmp(a->node, b->node) == 0 &&
	       strcmp(a->job, b->job) == 0;
}

bool origins_hold(const struct origins *origins, const struct origin *origin, const char *path,
	struct diagnostics *diagnostics)
{
	struct text text = { 0 };
	size_t i = 0;

	if (origin->start_ns == 0 || origin->ops_ns == 0 ||
		idmap_find(&origins->starts, origin->start_ns) == IDMAP_NONE)
		return false;
	while (i < origins->count &&
		(origins->list[i].file == path || !is_same(&origins->list[i], origin)))
		i++;
	if (i == origins->count)
		return false;
	text_addf(&text, "'%s' holds the same recording as '%s': it is left out", path,
		origins->list[i].file != NULL ? origins->list[i].file : "another file");
	err_defang(text.bytes);
	diagnostics_add(diagnostics, DIAGNOSTIC_AGAIN, text.bytes);
	text_release(&text);
	return true;
}

void origins_take(struct origins *origins, struct origins *from)
{
	for (size_t i = 0; i < from->count; i++)
		origins_add(origins, &from->list[i]);
	origins->unknown += from->unknown;
	origins_release(from);
}

bool rank_number(const char *text, uint64_t *rank)
{
	static const char word[] = "rank ";

	return strncmp(text, word, strlen(word)) == 0 && opt_parse_uint(text + strlen(word), rank);
}

uint32_t rank_frame(struct names *names, uint64_t rank)
{
	char text[32];

	return names_intern(
		names, text, (size_t)snprintf(text, sizeof(text), "rank %" PRIu64, rank));
}

/* --- missing ranks ------------------------------------------------------------------- */

static int compare_runs(const struct origin *a, const struct origin *b)
{
	int order = strcmp(a->job, b->job);

	if (a->has_rank != b->has_rank)
		return a->has_rank ? 1 : -1;
	return order != 0 ? order : (a->world > b->world) - (a->world < b->world);
}

static int compare(const void *a, const void *b)
{
	const struct origin *left = a, *right = b;
	int order = compare_runs(left, right);

	return order != 0 ? order : (left->rank > right->rank) - (left->rank < right->rank);
}

/* A sentence about the ranks of one run, sorted. */
struct missing {
	struct text text;
	size_t gaps;      /* runs of missing ranks named in the text */
	uint64_t present; /* ranks */
	uint64_t ranks_per_node;
	uint64_t left; /* missing, and not named */
};

enum { GAPS_NAMED = 8 };

/*
 * The number of ranks per node, where each node has that many successive ones, as launchers
 * distribute them by default; else 1.
 */
static uint64_t find_ranks_per_node(const struct origin *run, size_t count)
{
	uint64_t most = 0;

	for (size_t i = 0; i < count; i++)
		most = run[i].local_rank > most ? run[i].local_rank : most;
	for (size_t i = 0; i < count; i++) {
		if (most == UINT64_MAX || run[i].rank % (most + 1) != run[i].local_rank)
			return 1;
	}
	return most + 1;
}

/* Whether all ranks from `first` to `last` are on the node of `there`, which may be NULL. */
static bool is_node_of(
	const struct missing *missing, const struct origin *there, uint64_t first, uint64_t last)
{
	uint64_t per_node = missing->ranks_per_node;

	return there != NULL && there->node[0] != '\0' &&
	       first / per_node == there->rank / per_node &&
	       last / per_node == there->rank / per_node;
}

/* The ranks from `first` to `last` are missing, between these that are not; NULL: none is. */
static void add_gap(struct missing *missing, uint64_t first, uint64_t last,
	const struct origin *before, const struct origin *after)
{
	const struct origin *there = is_node_of(missing, before, first, last)  ? before
				     : is_node_of(missing, after, first, last) ? after
									       : NULL;
	struct text *text = &missing->text;

	if (missing->gaps >= GAPS_NAMED) {
		missing->left += last - first + 1;
		return;
	}
	text_addf(text, "%s%" PRIu64, missing->gaps++ == 0 ? "" : ", ", first);
	if (last > first)
		text_addf(text, "-%" PRIu64, last);
	if (there != NULL) {
		text_add_string(text, " (node ");
		text_add_clean(text, there->node, strlen(there->node), 0);
		text_add_string(text, ")");
	}
}

/* Go through the ranks of one run, in order. */
static void find_gaps(struct missing *missing, const struct origin *run, size_t count)
{
	const struct origin *before = NULL;
	uint64_t expected = 0, world = run->world;

	for (size_t i = 0; i < count && run[i].rank < world; i++) {
		if (i > 0 && run[i].rank == run[i - 1].rank)
			continue; /* another process of this rank */
		if (run[i].rank > expected)
			add_gap(missing, expected, run[i].rank - 1, before, &run[i]);
		before = &run[i];
		expected = run[i].rank + 1;
		missing->present++;
	}
	if (expected != world)
		add_gap(missing, expected, world - 1, before, NULL);
}

static void add_sentence(struct text *text, const struct missing *missing, const struct origin *run)
{
	bool is_one = run->world - missing->present == 1;
	char have[UNITS_SIZE], all[UNITS_SIZE];

	units_count(missing->present, have, sizeof(have));
	units_count(run->world, all, sizeof(all));
	text_addf(text, "%s of %s ranks: rank%s %s", have, all, is_one ? "" : "s",
		missing->text.bytes);
	if (missing->left > 0)
		text_addf(text, " and %" PRIu64 " more", missing->left);
	text_add_string(text, is_one ? " is missing" : " are missing");
	if (run->job[0] != '\0') {
		text_add_string(text, " from job ");
		text_add_clean(text, run->job, strlen(run->job), 0);
	}
}

static void report_run(const struct origin *run, size_t count, struct diagnostics *diagnostics)
{
	struct missing missing = { .ranks_per_node = find_ranks_per_node(run, count) };
	struct text text = { 0 };

	find_gaps(&missing, run, count);
	if (missing.gaps > 0) {
		add_sentence(&text, &missing, run);
		diagnostics_add(diagnostics, DIAGNOSTIC_MISSING, text.bytes);
	}
	text_release(&missing.text);
	text_release(&text);
}

/* Files of several jobs, sorted, are added up: seldom what is meant. */
static void report_jobs(const struct origins *origins, struct diagnostics *diagnostics)
{
	const char *first = NULL, *last = "";
	struct text text = { 0 };
	size_t jobs = 0;

	for (size_t i = 0; i < origins->count; i++) {
		const struct origin *origin = &origins->list[i];

		if (!origin->has_rank || origin->job[0] == '\0' || strcmp(origin->job, last) == 0)
			continue;
		last = origin->job;
		first = jobs++ == 0 ? last : first;
	}
	if (jobs < 2)
		return;
	text_addf(&text, "the files are of %zu jobs, from %s to %s: they are added up", jobs, first,
		last);
	err_defang(text.bytes);
	diagnostics_add(diagnostics, DIAGNOSTIC_AGAIN, text.bytes);
	text_release(&text);
}

void origins_report_missing(struct origins *origins, struct diagnostics *diagnostics)
{
	if (origins->count > 0)
		qsort(origins->list, origins->count, sizeof(*origins->list), compare);
	for (size_t first = 0, next; first < origins->count; first = next) {
		const struct origin *run = &origins->list[first];

		for (next = first + 1; next < origins->count; next++) {
			if (compare_runs(run, &origins->list[next]) != 0)
				break;
		}
		/* where no file says how many there were, up to the last one */
		if (run->has_rank && run->world == 0 && origins->unknown == 0 && next - first > 2 &&
			run[next - first - 1].rank < UINT64_MAX)
			origins->list[first].world = run[next - first - 1].rank + 1;
		if (run->has_rank && run->world > 0)
			report_run(run, next - first, diagnostics);
	}
	report_jobs(origins, diagnostics);
}

/* --- ranks that several state --------------------------------------------------------- */

void origins_add_trace(
	struct origins *origins, const struct trace *trace, const char *path, const char *rank)
{
	struct origin origin = trace->origin;

	origin.file = path;
	if (!trace_has_ranks(trace)) {
		origin.has_rank |= rank_number(rank, &origin.rank);
		origins_add(origins, &origin);
		return;
	}
	for (uint32_t i = 0; i < trace->processes.count; i++) {
		uint32_t name = trace->process_ranks[i];

		origin.has_rank = name != NAME_NONE &&
				  rank_number(trace->names->list[name].text, &origin.rank);
		origin.pid = trace_pid(trace, i);
		origins_add(origins, &origin);
	}
}

static int compare_claims(const void *a, const void *b)
{
	const struct origin *left = a, *right = b;

	if (left->has_rank != right->has_rank)
		return left->has_rank ? -1 : 1;
	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	if (left->file == NULL || right->file == NULL)
		return (left->file != NULL) - (right->file != NULL);
	return strcmp(left->file, right->file);
}

void origins_report_claims(struct origins *origins, struct diagnostics *diagnostics)
{
	const struct origin *first = NULL;
	struct text text = { 0 };
	size_t claimed = 0;

	if (origins->count > 0)
		qsort(origins->list, origins->count, sizeof(*origins->list), compare_claims);
	for (size_t i = 1; i < origins->count && origins->list[i].has_rank; i++) {
		const struct origin *origin = &origins->list[i];

		if (origin->rank != origin[-1].rank || (i > 1 && origin->rank == origin[-2].rank))
			continue;
		first = claimed++ == 0 ? origin - 1 : first;
	}
	if (claimed == 0)
		return;
	text_addf(&text, "rank %" PRIu64, first->rank);
	if (claimed > 1)
		text_addf(&text, " and %zu more", claimed - 1);
	text_addf(&text, " %s stated by several processes", claimed > 1 ? "are each" : "is");
	if (first->file != NULL && first[1].file != NULL && strcmp(first->file, first[1].file) != 0)
		text_addf(&text, "%s in '%s' and '%s'", claimed > 1 ? ", as" : ",", first->file,
			first[1].file);
	text_add_string(&text, ": they are added up");
	err_defang(text.bytes);
	diagnostics_add(diagnostics, DIAGNOSTIC_AGAIN, text.bytes);
	text_release(&text);
}
