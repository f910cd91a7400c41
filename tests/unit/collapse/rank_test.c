#include "collapse/input/rank_name.h"

#include "tests/unit/test.h"

TEST(ranks_are_read_from_paths)
{
	static const struct {
		const char *path, *pattern, *rank; /* "": no rank */
	} cases[] = {
		{ "rank3.sqlite", NULL, "rank 3" },
		{ "run/out_rank_012.sqlite", NULL, "rank 12" },
		{ "rank.x/report.sqlite", NULL, "" },
		{ "frank-7.sqlite", NULL, "rank 7" },
		{ "report7.sqlite", NULL, "" },
		{ "run_7.sqlite", "run_%r.sqlite", "rank 7" },
		{ "a/b/run_7.sqlite", "run_%r.sqlite", "rank 7" },
		{ "/a//run_7.sqlite", "run_%r.sqlite", "rank 7" },
		{ "/", "run_%r.sqlite", "" },
		{ "a/node5/run.sqlite", "node%r/run.sqlite", "rank 5" },
		{ "xrun_7.sqlite", "run_%r.sqlite", "" },
		{ "job.4711.9.sqlite", "job.*.%r.sqlite", "rank 9" },
		{ "job.4711.9.sqlite", "*.%r.sqlite", "rank 9" },
		{ "a7/run_.sqlite", "run_%r*", "" },
		{ "run_000", "run_%r", "rank 0" },
		{ "run_7_rank2", "run_%r", "rank 2" }, /* does not match: the name is used */
		{ "****", "****%r", "" },
		{ "", "%r", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char rank[RANK_SIZE];
		bool says = rank_by_pattern(cases[i].path, cases[i].pattern, rank) ||
			    rank_of_path(cases[i].path, rank);

		assert_string_equal(rank, cases[i].rank);
		assert_int_equal(says, cases[i].rank[0] != '\0');
	}
}

TEST(files_without_a_rank_are_named)
{
	char path[2 * RANK_SIZE], rank[RANK_SIZE] = "before";
	struct names names;

	names_init(&names);
	assert_false(rank_by_pattern("rank3.sqlite", NULL, rank));
	assert_string_equal(rank, "");
	assert_false(rank_by_pattern("rank3.sqlite", "rank%r.db", rank));
	assert_string_equal(rank, "");
	rank_of_file("run/report.sqlite", NULL, NULL, NAME_NONE, rank);
	assert_string_equal(rank, "run/report.sqlite");
	rank_of_file("run/report.sqlite", NULL, &names, names_id(&names, "rank 4"), rank);
	names_release(&names);
	assert_string_equal(rank, "rank 4");
	/* of a long path, the end */
	memset(path, 'a', sizeof(path));
	memcpy(path + sizeof(path) - 3, "/z", 3);
	rank_of_file(path, NULL, NULL, NAME_NONE, rank);
	assert_string_equal(rank, path + sizeof(path) - RANK_SIZE);
}
