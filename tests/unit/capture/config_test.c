#include "capture/config.h"
#include "capture/output_path.h"
#include "capture/status.h"
#include "tests/unit/made_environment.h"
#include "tests/unit/test.h"

TEST(an_empty_environment_gives_the_defaults)
{
	const char *none[] = { NULL };
	struct config config;
	struct err err = { 0 };

	assert_true(config_read(&config, get, none, &err));
	assert_string_equal(config.output, "gpuflame-%h-%p.gpuflame");
	assert_int_equal(config.mode, MODE_FOLD);
	assert_true(config.strip && config.graph_nodes);
	assert_int_equal(config.force, 0);
	assert_int_equal(config.steps, 0);
	assert_int_equal(config.step_ranges.count, 4);
	assert_string_equal(config.step_ranges.items[2], "ProfilerStep##");
	assert_int_equal(config.flush_interval_ms, 100);
	assert_null(config.cupti);
	assert_null(config.status);
	config_release(&config);
}

/* But for those of which only one may be set: others test them. */
TEST(every_variable_is_read)
{
	const char **all = ENVIRONMENT("GPUFLAME_OUTPUT", "x-%p", "GPUFLAME_FORCE", "1",
		"GPUFLAME_MODE", "trace", "GPUFLAME_STEPS", "10", "GPUFLAME_STEP_RANGE", "a,,b #,c",
		"GPUFLAME_SKIP_STEPS", "3", "GPUFLAME_DELAY", "0.5", "GPUFLAME_DURATION", "2",
		"GPUFLAME_FLUSH_INTERVAL", "200", "GPUFLAME_NVTX_DOMAIN_EXCLUDE", "NCCL,default",
		"GPUFLAME_CUDA_GRAPH_TRACE", "graph", "GPUFLAME_ADOPT", "none", "GPUFLAME_STRIP",
		"0", "GPUFLAME_MAX_NODES", "1000", "GPUFLAME_CUPTI", "/c", "GPUFLAME_STATUS", "/s",
		"GPUFLAME_CAPTURE_RANGE_END", "repeat:4", "GPUFLAME_COMMAND", "train",
		"GPUFLAME_START", "later", "GPUFLAME_CONTROL", "/d", "GPUFLAME_PYTORCH",
		"modules,functions-trace", "GPUFLAME_PYTHON_STACKS", "launches",
		"GPUFLAME_PYTHON_FUNCTIONS_TRACE", "/f,/g", "GPUFLAME_SYNC", "no",
		"GPUFLAME_CUPTI_LIMIT", "25");
	size_t others = 0;
	struct config config;
	struct err err = { 0 };

	for (size_t i = 0; config_variables[i].name != NULL; i++)
		others += get(all, config_variables[i].name) == NULL;
	/* a capture range, of which there are two, and the other list of domains */
	assert_int_equal(others, 3);
	assert_true(config_read(&config, get, all, &err));
	assert_string_equal(config.output, "x-%p");
	assert_false(config.sync);
	assert_false(config.adopts);
	assert_int_equal(config.force, 1);
	assert_int_equal(config.mode, MODE_TRACE);
	assert_int_equal(config.cupti_limit, 25);
	assert_int_equal(config.steps, 10);
	assert_int_equal(config.skip_steps, 3);
	assert_int_equal(config.step_ranges.count, 2);
	assert_string_equal(config.step_ranges.items[0], "a,b #");
	assert_string_equal(config.step_ranges.items[1], "c");
	assert_int_equal(config.delay_ns, 500000000);
	assert_int_equal(config.duration_ns, 2000000000);
	assert_int_equal(config.flush_interval_ms, 200);
	assert_int_equal(config.domains_out.count, 2);
	assert_false(config.graph_nodes || config.strip);
	assert_int_equal(config.max_nodes, 1000);
	assert_string_equal(config.cupti, "/c");
	assert_string_equal(config.status, "/s");
	assert_int_equal(config.range_end, RANGE_END_REPEAT);
	assert_int_equal(config.repeats, 4);
	assert_string_equal(config.command, "train");
	assert_true(config.start_later);
	assert_string_equal(config.control, "/d");
	assert_int_equal(config.pytorch.count, 2);
	assert_int_equal(config.python_stacks, PYTHON_STACKS_LAUNCHES);
	assert_int_equal(config.python_functions.count, 2);
	assert_false(config_wants_domain(&config, "NCCL"));
	assert_false(config_wants_domain(&config, NULL));
	assert_true(config_wants_domain(&config, "x"));
	config_release(&config);
}

TEST(a_capture_range_has_a_domain)
{
	static const struct {
		const char *text, *range, *domain;
	} cases[] = {
		{ "step", "step", NULL },
		{ "step@NCCL", "step", "NCCL" },
		{ "step@*", "step", "*" },
		{ "a\\@b@c@d", "a@b", "c@d" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char **some = ENVIRONMENT(
			"GPUFLAME_CAPTURE_RANGE", "nvtx", "GPUFLAME_NVTX_CAPTURE", cases[i].text);
		struct config config;
		struct err err = { 0 };

		assert_true(config_read(&config, get, some, &err));
		assert_string_equal(config.nvtx_range, cases[i].range);
		if (cases[i].domain == NULL)
			assert_null(config.nvtx_domain);
		else
			assert_string_equal(config.nvtx_domain, cases[i].domain);
		assert_int_equal(config.range_end, RANGE_END_STOP_SHUTDOWN);
		config_release(&config);
	}
}

TEST(seconds_have_a_point_in_every_locale)
{
	static const struct {
		const char *text;
		uint64_t ns; /* UINT64_MAX: refused */
	} cases[] = {
		{ "0", 0 },
		{ "1.5", 1500000000 },
		{ ".25", 250000000 },
		{ "3.", UINT64_C(3000000000) },
		{ "0.000000001", 1 },
		{ "0.0000000019", 1 },
		{ "900000000", UINT64_C(900000000000000000) },
		{ "9000000000", UINT64_MAX },
		{ "1,5", UINT64_MAX },
		{ "1e3", UINT64_MAX },
		{ ".", UINT64_MAX },
		{ "1.5s", 1500000000 },
		{ "1.5ss", UINT64_MAX },
		{ "s", UINT64_MAX },
		{ " 1", UINT64_MAX },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char **some = ENVIRONMENT("GPUFLAME_DELAY", cases[i].text);
		struct config config;
		struct err err = { 0 };

		if (!config_read(&config, get, some, &err)) {
			assert_true(cases[i].ns == UINT64_MAX);
			continue;
		}
		assert_true(config.delay_ns == cases[i].ns);
		config_release(&config);
	}
}

TEST(a_command_is_chosen_by_a_pattern)
{
	static const struct {
		const char *pattern, *command;
		bool matches;
	} cases[] = {
		{ "", "anything", true },
		{ "torchrun|python.*train", "/usr/bin/python3 -u train.py --lr 1", true },
		{ "torchrun|python.*train", "/opt/venv/bin/torchrun eval.py", true },
		{ "torchrun|python.*train", "/usr/bin/python3 -c pass", false },
		{ "^python3? ", "/usr/bin/python3 train.py", false },
		{ "train\\.py$", "python train.py", true },
		{ "train\\.py$", "python train.py -v", false },
		{ ".", "", false },
		{ "a\\{", "a{2}", true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char **some = ENVIRONMENT("GPUFLAME_COMMAND", cases[i].pattern);
		struct config config;
		struct err err = { 0 };

		assert_true(config_read(&config, get, some, &err));
		assert_int_equal(config_wants_command(&config, cases[i].command), cases[i].matches);
		config_release(&config);
	}
}

TEST(a_step_pattern_is_simple)
{
	static const struct {
		const char *pattern, *name;
		bool matches;
	} cases[] = {
		{ "step #", "step 12", true },
		{ "step #", "step 12: forward", true },
		{ "step #", "step x", false },
		{ "step #", "step ", false },
		{ "step #", "step", false },
		{ "step #", "substep 12", false },
		{ "step #", "step 12ab", false },
		{ "ProfilerStep##", "ProfilerStep#7", true },
		{ "ProfilerStep###", "ProfilerStep#7", true },
		{ "ProfilerStep##", "ProfilerStep", false },
		{ "*step #", "my step 3", true },
		{ "*step #", "step step 3", true },
		{ "a*b*c", "a--b--b--c", true },
		{ "a*b*c", "a--b--b--", false },
		{ "step", "step", true },
		{ "step", "stepping", false },
		{ "step", "step 1", true },
		{ "\\#\\*", "#*", true },
		{ "\\#\\*", "12", false },
		{ "", "anything", true },
		{ "#/#", "4/3", true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t number;

		if (config_pattern_matches(cases[i].pattern, cases[i].name, strlen(cases[i].name),
			    &number) != cases[i].matches)
			fail_msg("pattern '%s', name '%s'", cases[i].pattern, cases[i].name);
	}
}

TEST(a_step_has_the_number_of_the_last_sign)
{
	static const struct {
		const char *pattern, *name;
		uint64_t number;
	} cases[] = {
		{ "Train step #", "Train step 147", 147 },
		{ "GPT-2 step #", "GPT-2 step 9/100", 9 },
		{ "epoch # step #", "epoch 3 step 12", 12 },
		{ "*step #", "step by step 5", 5 },
		{ "step", "step 12", 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t number;

		assert_true(config_pattern_matches(
			cases[i].pattern, cases[i].name, strlen(cases[i].name), &number));
		assert_int_equal(number, cases[i].number);
	}
}

TEST(an_output_pattern_is_expanded)
{
	const char **some = ENVIRONMENT("JOB", "j42", "RANK", "5", "PMI_RANK", "6");
	struct output_place place = { .host = "node7",
		.pid = 123,
		.rank = "5",
		.number = 9,
		.began = 1769903999,
		.get = get,
		.context = (void *)some };
	struct err err = { 0 };
	char path[64];
	bool changed = true;

	assert_true(output_path_expand(
		"%q{JOB}/%h-%p.%n.%r%%%q{NONE}x", &place, path, sizeof(path), &changed, &err));
	assert_string_equal(path, "j42/node7-123.9.5%x");
	assert_false(changed);
	some = ENVIRONMENT("JOB", "../../etc/x", "RANK", "5", "PMI_RANK", "..");
	place.context = (void *)some;
	assert_true(output_path_expand(
		"run/%q{JOB}/%q{PMI_RANK}.a..b", &place, path, sizeof(path), &changed, &err));
	assert_string_equal(path, "run/____etc_x/_.a..b");
	assert_true(changed);
	assert_true(output_path_expand("%t", &place, path, sizeof(path), &changed, &err));
	assert_string_equal(path, "20260131T235959");
	assert_false(output_path_expand("a%z", &place, path, sizeof(path), &changed, &err));
	assert_string_equal(err.msg, "output path 'a%z': unknown '%z'; expected %e, %h, %p, %n, "
				     "%r, %t, %q{VARIABLE} or %%");
	assert_false(output_path_expand("%q{JOB", &place, path, sizeof(path), &changed, &err));
	assert_false(output_path_expand(
		"%h%h%h%h%h%h%h%h%h%h%h%h%h%h", &place, path, sizeof(path), &changed, &err));
	assert_false(output_path_expand("%q{NONE}", &place, path, sizeof(path), &changed, &err));
	assert_true(output_path_has("a%%p%p", 'p'));
	assert_false(output_path_has("a%%p", 'p'));
}

TEST(a_file_in_a_folder_is_named)
{
	static const struct {
		const char *pattern, *job, *attempt, *rank, *node, *path;
	} cases[] = {
		{ "run/", "7", NULL, "3", "n9", "run/job7-rank3-n9-42.gpuflame" },
		{ "run/", "7", "2", "3", "n9", "run/job7-attempt2-rank3-n9-42.gpuflame" },
		{ "run/", NULL, NULL, "3", NULL, "run/rank3-host-42.gpuflame" },
		{ "/%h/", NULL, NULL, NULL, NULL, "/host/host-42.gpuflame" },
		{ "run/", "../x/y", NULL, NULL, "..", "run/job__x_y-_-42.gpuflame" },
		{ "run/", "a long id of a job, which is longer than that", NULL, "3", "n9", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct output_place place = { .host = "host",
			.pid = 42,
			.rank = cases[i].rank,
			.attempt = cases[i].attempt,
			.has_more_ranks = true,
			.job = cases[i].job,
			.node = cases[i].node,
			.get = get };
		struct err err = { 0 };
		char path[48];

		if (cases[i].path == NULL) {
			assert_false(output_path_expand(
				cases[i].pattern, &place, path, sizeof(path), NULL, &err));
			continue;
		}
		assert_true(output_path_expand(
			cases[i].pattern, &place, path, sizeof(path), NULL, &err));
		assert_string_equal(path, cases[i].path);
	}
}

TEST(ranks_have_different_paths)
{
	static const struct {
		const char *pattern, *rank;
		bool has_more;
		const char *path;
	} cases[] = {
		{ "a/run.gpuflame", "3", true, "a/run.3.gpuflame" },
		{ "a/run.gpuflame", "0", false, "a/run.gpuflame" },
		{ "a/run.gpuflame", NULL, true, "a/run.gpuflame" },
		{ "a/run.gpuflame", "../x", true, "a/run.gpuflame" },
		{ "a.b/run", "12", true, "a.b/run.12" },
		{ "a/.run", "12", true, "a/.run.12" },
		{ ".run", "12", true, ".run.12" },
		{ "run-%r.gpuflame", "3", true, "run-3.gpuflame" },
		{ "run-%p.gpuflame", "3", true, "run-7.gpuflame" },
		{ "%h.gpuflame", "3", true, "node.3.gpuflame" },
		{ "eight-8.gpuflame", "123456789", true, NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct output_place place = { .host = "node",
			.pid = 7,
			.rank = cases[i].rank,
			.has_more_ranks = cases[i].has_more,
			.get = get };
		struct err err = { 0 };
		char path[24];
		bool ok = output_path_expand(
			cases[i].pattern, &place, path, sizeof(path), NULL, &err);

		assert_int_equal(ok, cases[i].path != NULL);
		if (ok)
			assert_string_equal(path, cases[i].path);
	}
}

TEST(a_status_line_is_read_back)
{
	const struct status said = { .kind = STATUS_FAIL,
		.pid = 77,
		.rank = "-",
		.text = "no\tCUPTI\nhere",
		.ops = 1,
		.ns = UINT64_MAX,
		.ranges = 3,
		.dropped = 4 };
	struct status heard = { 0 };
	char line[STATUS_LINE_SIZE], bad[] = "open\t1\t-\tx\t1\t2\t3",
				     unknown[] = "gone\t1\t-\tx\t1\t2\t3\t4";
	size_t len = status_format(&said, line);

	assert_string_equal(line, "fail\t77\t-\tno CUPTI here\t1\t18446744073709551615\t3\t4\n");
	assert_int_equal(len, strlen(line));
	assert_true(status_parse(line, &heard));
	assert_int_equal(heard.kind, STATUS_FAIL);
	assert_int_equal(heard.pid, 77);
	assert_string_equal(heard.text, "no CUPTI here");
	assert_true(heard.ns == UINT64_MAX);
	assert_int_equal(heard.dropped, 4);
	assert_false(status_parse(bad, &heard));
	assert_false(status_parse(unknown, &heard));
}
