#include "collapse/model/origin.h"

#include "base/compiler.h"
#include "tests/unit/test.h"

static void add(
	struct origins *origins, uint64_t rank, uint64_t world, uint64_t per_node, const char *job)
{
	struct origin origin = {
		.has_rank = true, .rank = rank, .world = world, .local_rank = rank % per_node
	};

	snprintf(origin.node, sizeof(origin.node), "n%u", (unsigned)(rank / per_node));
	snprintf(origin.job, sizeof(origin.job), "%s", job);
	origins_add(origins, &origin);
}

/* The sentences, joined by "; ". */
static void expect_missing(struct origins *origins, const char *expected)
{
	struct diagnostics diagnostics = { 0 };
	char text[1024] = "";
	size_t len = 0;

	origins_report_missing(origins, &diagnostics);
	for (size_t i = 0; i < diagnostics.count; i++) {
		bool of_jobs = strstr(diagnostics.list[i].text, " jobs, ") != NULL;

		assert_int_equal(
			diagnostics.list[i].kind, of_jobs ? DIAGNOSTIC_AGAIN : DIAGNOSTIC_MISSING);
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", i > 0 ? "; " : "",
			diagnostics.list[i].text);
	}
	assert_string_equal(text, expected);
	diagnostics_release(&diagnostics);
	origins_release(origins);
}

TEST(missing_ranks_are_named)
{
	struct origins origins = { 0 };

	expect_missing(&origins, "");

	for (uint64_t rank = 1024; rank-- > 0;) {
		if (rank != 77)
			add(&origins, rank, 1024, 8, "");
	}
	expect_missing(&origins, "1,023 of 1,024 ranks: rank 77 (node n9) is missing");

	/* several processes of a rank, and all ranks there */
	for (uint64_t i = 0; i < 8; i++)
		add(&origins, i % 4, 4, 2, "1");
	expect_missing(&origins, "");

	/* a whole node, and a gap across nodes */
	add(&origins, 0, 8, 2, "");
	add(&origins, 1, 8, 2, "");
	add(&origins, 4, 8, 2, "");
	add(&origins, 7, 8, 2, "");
	expect_missing(&origins, "4 of 8 ranks: ranks 2-3, 5-6 are missing");

	/* not distributed in blocks: the node is not known */
	add(&origins, 0, 4, 1, "");
	add(&origins, 2, 4, 2, "");
	add(&origins, 3, 4, 1, "");
	origins.list[1].local_rank = 1;
	expect_missing(&origins, "3 of 4 ranks: rank 1 is missing");
}

TEST(runs_are_told_apart)
{
	struct origins origins = { 0 }, more = { 0 };

	add(&origins, 0, 2, 1, "a");
	add(&origins, 0, 3, 1, "b\033[1m");
	add(&more, 1, 3, 1, "b\033[1m");
	add(&more, 1, 2, 1, "a");
	origins_take(&origins, &more);
	assert_int_equal(more.count, 0);
	expect_missing(&origins,
		"2 of 3 ranks: rank 2 is missing from job b [1m; the files are of 2 jobs, from "
		"a to b?[1m: they are added up");
}

TEST(what_is_not_stated_is_no_run)
{
	struct origins origins = { 0 };

	origins_add(&origins, &(struct origin){ .world = 8 });
	origins_add(&origins, &(struct origin){ .has_rank = true, .rank = 3 });
	expect_missing(&origins, "");
}

TEST(hostile_numbers_are_harmless)
{
	struct origins origins = { 0 };

	add(&origins, 5, UINT64_MAX, 1, "");
	add(&origins, UINT64_MAX, UINT64_MAX, 1, "");
	origins.list[1].local_rank = UINT64_MAX;
	expect_missing(&origins,
		"1 of 18,446,744,073,709,551,615 ranks: ranks 0-4, 6-18446744073709551614 are "
		"missing");

	for (uint64_t rank = 0; rank < 40; rank += 2)
		add(&origins, rank, 40, 1, "");
	expect_missing(&origins,
		"20 of 40 ranks: ranks 1, 3, 5, 7, 9, 11, 13, 15 and 12 more are missing");

	/* a rank beyond the number of ranks */
	add(&origins, 0, 2, 1, "");
	add(&origins, 2, 2, 1, "");
	expect_missing(&origins, "1 of 2 ranks: rank 1 is missing");
}
