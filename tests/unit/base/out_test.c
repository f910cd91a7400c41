#define _GNU_SOURCE /* mkdtemp, O_TMPFILE */
#include "base/out.h"
#define OWN_MAIN
#include "tests/unit/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Replaces the C library's: as without /proc, or where links are refused. */
static int refusal;

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags)
{
	if (refusal == 0)
		return (int)syscall(SYS_linkat, from_fd, from, to_fd, to, flags);
	errno = refusal;
	return -1;
}

/* Replaces the C library's: records what was synced, and whether x was in place already. */
static int synced_files, synced_folders, sync_failure;
static bool synced_late;

int fsync(int fd)
{
	struct stat status;

	assert_int_equal(fstat(fd, &status), 0);
	if (S_ISDIR(status.st_mode)) {
		synced_folders++;
		return 0;
	}
	synced_files++;
	synced_late |= access("x", F_OK) == 0;
	errno = sync_failure;
	return sync_failure == 0 ? 0 : -1;
}

/* Each test runs in a folder of its own. */
static int enter_folder(void **state)
{
	char *folder = strdup("/tmp/out-XXXXXX");

	*state = folder;
	return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
	char *folder = *state, command[64];

	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	free(folder);
	return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void make_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void assert_file(const char *path, const char *expected)
{
	char text[100] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	assert_string_equal(text, expected);
}

static int count_files(void)
{
	DIR *folder = opendir(".");
	int count = -2; /* . and .. */

	assert_non_null(folder);
	while (readdir(folder) != NULL)
		count++;
	closedir(folder);
	return count;
}

static mode_t mode_of(const char *path)
{
	struct stat status;

	assert_int_equal(stat(path, &status), 0);
	return status.st_mode & 07777;
}

static void write_out(const char *path, const char *text)
{
	struct out out;
	struct err err = { 0 };

	if (!out_open(&out, path, &err))
		fail_msg("%s", err.msg);
	fputs(text, out.file);
	if (!out_commit(&out, &err))
		fail_msg("%s", err.msg);
}

TEST(file_appears_when_complete)
{
	struct out out;
	struct err err = { 0 };

	make_file("x", "old");
	assert_true(out_open(&out, "x", &err));
	assert_string_equal(out_name(&out), "x");
	fputs("new", out.file);
	fflush(out.file);
	assert_file("x", "old");
	assert_true(out_commit(&out, &err));
	assert_file("x", "new");
	assert_int_equal(count_files(), 1);
}

TEST(a_file_that_cannot_be_linked_is_copied)
{
	static const int refusals[] = { ENOENT, EPERM, EEXIST };
	static char text[200001];
	struct err err = { 0 };

	memset(text, 'x', sizeof(text) - 1);
	for (size_t i = 0; i < ARRAY_SIZE(refusals); i++) {
		struct out out;
		struct stat status;

		refusal = refusals[i];
		make_file("x", "old");
		chmod("x", 0604);
		write_out("x", "new");
		assert_file("x", "new");
		assert_int_equal(mode_of("x"), 0604);
		write_out("y", text);
		assert_int_equal(stat("y", &status), 0);
		assert_int_equal(status.st_size, sizeof(text) - 1);
		assert_int_equal(unlink("y"), 0);
		assert_true(out_open(&out, "x", &err));
		out_abort(&out);
		assert_int_equal(count_files(), 1);
	}
	refusal = 0;
}

TEST(a_file_is_synced_before_it_is_renamed)
{
	struct out out;
	struct err err = { 0 };

	assert_int_equal(unsetenv("GPUFLAME_SYNC"), 0);
	synced_files = synced_folders = 0;
	synced_late = false;
	write_out("x", "new");
	assert_int_equal(synced_files, 1);
	assert_int_equal(synced_folders, 1);
	assert_false(synced_late);
	assert_int_equal(setenv("GPUFLAME_SYNC", "no", 1), 0);
	write_out("x", "newer");
	assert_int_equal(unsetenv("GPUFLAME_SYNC"), 0);
	assert_int_equal(synced_files, 1);
	assert_int_equal(synced_folders, 1);

	assert_true(out_open(&out, "x", &err));
	sync_failure = EIO;
	assert_false(out_commit(&out, &err));
	assert_string_equal(err.msg, "cannot write 'x': Input/output error");
	sync_failure = EINVAL; /* not supported for this file */
	write_out("x", "newest");
	sync_failure = 0;
	assert_file("x", "newest");
	assert_int_equal(count_files(), 1);
}

TEST(abort_leaves_nothing)
{
	struct out out;
	struct err err = { 0 };

	assert_true(out_open(&out, "x", &err));
	fputs("half", out.file);
	out_abort(&out);
	assert_int_equal(count_files(), 0);
	make_file("x", "old");
	assert_true(out_open(&out, "x", &err));
	out_abort(&out);
	assert_file("x", "old");
	assert_int_equal(count_files(), 1);
}

TEST(a_killed_program_leaves_nothing)
{
	int fd = open(".", O_TMPFILE | O_WRONLY, 0600), status;
	pid_t child;

	if (fd < 0)
		skip(); /* not supported by the file system */
	close(fd);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct out out;
		struct err err = { 0 };

		if (out_open(&out, "x", &err) && fputs("half", out.file) >= 0 &&
			fflush(out.file) == 0)
			raise(SIGKILL);
		_exit(1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(count_files(), 0);
}

TEST(an_input_is_refused_as_output)
{
	static const char *const inputs[] = { "missing", "b", "a" };
	struct err err = { 0 };

	make_file("a", "");
	make_file("b", "");
	make_file("c", "");
	assert_int_equal(symlink("a", "link"), 0);
	assert_true(out_check(NULL, inputs, 3, &err));
	assert_true(out_check("missing", inputs, 3, &err));
	assert_true(out_check("c", inputs, 3, &err));
	assert_true(out_check("a", inputs, 2, &err));
	assert_true(out_check("/dev/null", (const char *const[]){ "/dev/null" }, 1, &err));
	assert_false(out_check("link", inputs, 3, &err));
	assert_int_equal(err.code, ERR_USAGE);
	assert_string_equal(err.msg, "'link' is an input; give the output another name");
	assert_false(out_check("./b", inputs, 3, &err));
}

TEST(permissions_are_those_of_the_user)
{
	mode_t mask = umask(027);

	write_out("x", "");
	assert_int_equal(mode_of("x"), 0640);
	umask(mask);
}

TEST(permissions_are_kept)
{
	make_file("x", "old");
	chmod("x", 0604);
	write_out("x", "new");
	assert_int_equal(mode_of("x"), 0604);
	assert_file("x", "new");
}

TEST(symbolic_link_is_kept)
{
	struct stat status;

	assert_int_equal(mkdir("sub", 0777), 0);
	make_file("sub/target", "old");
	assert_int_equal(symlink("sub/target", "link"), 0);
	assert_int_equal(symlink("link", "link2"), 0);
	write_out("link2", "new");
	assert_int_equal(lstat("link", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_int_equal(lstat("link2", &status), 0);
	assert_true(S_ISLNK(status.st_mode));
	assert_file("sub/target", "new");
	assert_int_equal(count_files(), 3);
}

TEST(longest_file_name_is_accepted)
{
	char name[256];

	memset(name, 'n', 255);
	name[255] = '\0';
	write_out(name, "new");
	assert_file(name, "new");
}

TEST(an_early_write_failure_is_reported)
{
	struct out out;
	struct err err = { 0 };

	if (access("/dev/full", W_OK) != 0)
		skip();
	assert_true(out_open(&out, "/dev/full", &err));
	setvbuf(out.file, NULL, _IONBF, 0);
	assert_true(fputs("x", out.file) == EOF); /* nothing is left to flush */
	assert_false(out_commit(&out, &err));
	assert_int_equal(err.code, ERR_IO);
	assert_string_equal(err.msg, "cannot write '/dev/full': No space left on device");
}

/* /dev/fd/N links to a plain file here: renaming over it would replace the link. */
TEST(open_descriptors_are_written_as_they_are)
{
	char path[32];
	struct stat before, after;
	int fd = open("x", O_RDWR | O_CREAT, 0666);

	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &before), 0);
	snprintf(path, sizeof(path), "/dev/fd/%d", fd);
	write_out(path, "new");
	assert_int_equal(stat("x", &after), 0);
	assert_true(before.st_ino == after.st_ino);
	assert_file("x", "new");
	close(fd);
}

TEST(protected_file_is_not_replaced)
{
	struct out out;
	struct err err = { 0 };
	bool ok;

	make_file("x", "old");
	chmod("x", 0444);
	chmod(".", 0777);
	if (geteuid() == 0)
		assert_int_equal(seteuid(65534), 0); /* root may write anything */
	ok = out_open(&out, "x", &err);
	if (getuid() == 0)
		assert_int_equal(seteuid(0), 0);
	assert_false(ok);
	assert_string_equal(err.msg, "cannot write 'x': Permission denied");
	assert_file("x", "old");
}

TEST(target_that_becomes_a_folder_is_reported)
{
	struct out out;
	struct err err = { 0 };

	assert_true(out_open(&out, "x", &err));
	assert_int_equal(mkdir("x", 0777), 0);
	assert_false(out_commit(&out, &err));
	assert_string_equal(err.msg, "cannot write 'x': Is a directory");
	assert_int_equal(count_files(), 1);
}

TEST(stdout_is_written_and_stays_open)
{
	struct out out;
	struct err err = { 0 };
	int saved, fd;

	fflush(stdout);
	saved = dup(STDOUT_FILENO);
	fd = open("x", O_RDWR | O_CREAT, 0666);
	assert_true(saved >= 0 && fd >= 0);
	dup2(fd, STDOUT_FILENO);
	assert_true(out_open(&out, NULL, &err));
	assert_string_equal(out_name(&out), "stdout");
	fputs("one", out.file);
	assert_true(out_commit(&out, &err));
	assert_true(out_open(&out, "-", &err));
	fputs("thrown away", out.file);
	out_abort(&out);
	assert_true(out_open(&out, "-", &err));
	fputs("two", out.file);
	assert_true(out_commit(&out, &err));
	dup2(saved, STDOUT_FILENO);
	close(saved);
	close(fd);
	assert_file("x", "onetwo");
}

int main(void)
{
	for (size_t i = 0; i < test_count; i++) {
		all_tests[i].setup_func = enter_folder;
		all_tests[i].teardown_func = leave_folder;
	}
	return _cmocka_run_group_tests("tests", all_tests, test_count, NULL, NULL);
}
