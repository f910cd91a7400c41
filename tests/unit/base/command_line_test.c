#include "base/platform.h"
#define OWN_MAIN
#include "tests/unit/test.h"

#include <sys/wait.h>
#include <unistd.h>

/* Set for the program that this one runs: itself, which then says whether its line is this one. */
#define EXPECTED "COMMAND_LINE_EXPECTED"

enum { SIZE = 24, SAME = 10, OTHER };

static void expect(const char *const *argv, const char *expected)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		setenv(EXPECTED, expected, 1);
		execv("/proc/self/exe", (char *const *)(uintptr_t)argv);
		_exit(1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), SAME);
}

TEST(arguments_are_separated_by_blanks)
{
	static const char *const cases[][5] = {
		{ "train.py", "--lr", "0.1", NULL },
		{ "", "a", "", "b", NULL },
		{ "a", "", NULL },
		{ "0123456789", "0123456789", "0123456789", NULL },
	};
	static const char *const expected[] = {
		"train.py --lr 0.1",
		" a  b",
		"a",
		"0123456789 0123456789 0",
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		expect(cases[i], expected[i]);
}

int main(void)
{
	const char *expected = getenv(EXPECTED);
	char line[SIZE];

	if (expected == NULL)
		return _cmocka_run_group_tests("tests", all_tests, test_count, NULL, NULL);
	platform_command_line(line, sizeof(line));
	return strcmp(line, expected) == 0 ? SAME : OTHER;
}
