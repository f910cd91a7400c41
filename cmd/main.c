#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>
#include <zlib.h>

#include "base/out.h"
#include "base/word_list.h"
#include "base/no_locks.h"
#include "cmd/cmd.h"
#include "cmd/commit.h"

static const struct command *const commands[] = {
	&command_record,
	&command_start,
	&command_stop,
	&command_snapshot,
	&command_env,
	&command_check,
	&command_collapse,
	&command_svg,
	&command_findings,
	&command_stats,
	&command_diff,
};

static void print_help(FILE *out)
{
	fputs("gpuflame: flame graphs of GPU time by NVTX range\n"
	      "\n"
	      "usage: gpuflame [options] FILE... -o flame.svg    collapse and render at once\n"
	      "       gpuflame COMMAND [options] [FILE...]\n"
	      "\n"
	      "Commands:\n",
		out);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		if (commands[i]->summary != NULL)
			fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	}
	fputs("  help       show the usage of a command: gpuflame help COMMAND\n"
	      "\n"
	      "`gpuflame COMMAND --help` lists a command's options, `gpuflame help render`\n"
	      "those of the first form. See also `man gpuflame`.\n",
		out);
}

/* What a report of a bug needs to say. */
static void print_version(void)
{
	printf("gpuflame " GPUFLAME_VERSION "%s\n", *COMMIT != '\0' ? " (" COMMIT ")" : "");
	fputs(command_record.summary != NULL ? "recorder: yes" : "recorder: no", stdout);
#ifdef HAVE_DEMANGLER
	fputs(", demangler: yes", stdout);
#else
	fputs(", demangler: no", stdout);
#endif
#ifdef HAVE_ZSTD
	fputs(", zstd: yes", stdout);
#else
	fputs(", zstd: no", stdout);
#endif
	printf(", SQLite %s, zlib %s\n", sqlite3_libversion(), zlibVersion());
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	}
	if (strcmp(name, command_render.name) == 0)
		return &command_render;
	return NULL;
}

/* The command that a word means, which other tools may have for theirs. */
static const char *nearest_command(const char *word)
{
	static const struct {
		const char *word, *command;
	} others[] = { { "profile", "record" }, { "run", "record" }, { "export", "collapse" },
		{ "report", "stats" }, { "stat", "stats" }, { "analyze", "findings" },
		{ "launch", "record" }, { "convert", "collapse" }, { "draw", "svg" },
		{ "compare", "diff" }, { "merge", "collapse" } };
	struct suggest suggest = { .word = word };

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		if (strcmp(word, others[i].word) == 0)
			return others[i].command;
	}
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		suggest_offer(&suggest, commands[i]->name);
	return suggest_nearest(&suggest);
}

static int run_help(int argc, const char **argv)
{
	const struct command *command;
	const char *help_argv[] = { NULL, "--help", NULL };
	struct err err = { 0 };

	if (argc < 2 || strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0) {
		print_help(stdout);
		return EXIT_OK;
	}
	command = find_command(argv[1]);
	if (command == NULL) {
		err_set(&err, ERR_USAGE, "unknown command '%s'; see gpuflame --help", argv[1]);
		return cmd_fail(&err);
	}
	help_argv[0] = command->name;
	return command->run(2, help_argv);
}

/* Whether a first word that is not a command was meant as one, not as a file. */
static bool is_slip(const char *word)
{
	return word[0] != '-' && strpbrk(word, "./") == NULL && nearest_command(word) != NULL &&
	       access(word, R_OK) != 0;
}

/*
 * If a standard stream is closed, the next file opened would take its place and
 * get the terminal's output. What is opened there refuses reads and writes as a
 * closed stream does, and is closed again for a command.
 */
static bool fill_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int mode = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode | O_CLOEXEC) != fd)
			return false;
	}
	return true;
}

static int run(int argc, const char **words)
{
	const struct command *command = argc < 2 ? NULL : find_command(words[1]);
	struct err err = { 0 };

	/* A closed pipe, or a file past its limit, is then an error of write(): see cmd_fail(). */
	if (command == NULL || !command->starts_program) {
		signal(SIGPIPE, SIG_IGN);
		signal(SIGXFSZ, SIG_IGN);
	}
	if (argc < 2) {
		print_help(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0)
		return run_help(1, words);
	if (strcmp(words[1], "help") == 0)
		return run_help(argc - 1, words + 1);
	if (strcmp(words[1], "--version") == 0 || strcmp(words[1], "-V") == 0) {
		print_version();
		return EXIT_OK;
	}
	if (command != NULL)
		return command->run(argc - 1, words + 1);
	if (is_slip(words[1])) {
		err_set(&err, ERR_USAGE, "no command or file '%s'; did you mean 'gpuflame %s'?",
			words[1], nearest_command(words[1]));
		return cmd_fail(&err);
	}
	if (argc > 2 && words[1][0] == '-' && find_command(words[2]) != NULL &&
		access(words[2], F_OK) != 0) {
		err_set(&err, ERR_USAGE, "options of a command come after it: gpuflame %s %s",
			words[2], words[1]);
		return cmd_fail(&err);
	}
	return command_render.run(argc, words);
}

int main(int argc, char **argv)
{
	static char buffer[1 << 16];
	struct err err = { 0 };
	int status, reason;

	if (!fill_standard_streams())
		return EXIT_FAILED;
	/* What a command that fails has printed so far is taken back; musl's own buffer is 1 KB. */
	if (isatty(STDOUT_FILENO) != 1)
		setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	/* before SQLite is first used: to count its memory takes a lock for each allocation */
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	no_locks_allow();
#ifdef __GLIBC__ /* or it keeps freed arrays of up to 32 MB between what stays */
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 21); /* NOLINT(concurrency-mt-unsafe) */
#endif
	status = run(argc, (const char **)(void *)argv);
	reason = out_flush(stdout);
	if (reason != 0 && status == EXIT_OK) {
		err_set_errno(&err, reason, "cannot write 'stdout'");
		return cmd_fail(&err);
	}
	return status;
}
