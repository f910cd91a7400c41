#include "collapse/input/file_list.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/chars.h"
#include "base/idmap.h"
#include "base/text.h"
#include "collapse/input/input.h"

/*
 * Which files of a folder are read is decided by name: it may also hold logs, and pictures
 * drawn from its reports, which would count twice. So would partial results, which have names
 * of any kind, and folded stacks.
 */
enum group {
	GROUP_REPORTS,
	GROUP_PARTIALS,
	GROUP_STACKS,
	GROUPS,
};

static const struct ending {
	const char *text;
	enum group group;
	const char *rather; /* read the file with this ending if it is there */
} endings[] = {
	{ ".gpuflame", GROUP_REPORTS, NULL },
	{ ".sqlite", GROUP_REPORTS, NULL },
	{ ".nsys-rep", GROUP_REPORTS, ".sqlite" },
	{ ".qdrep", GROUP_REPORTS, ".sqlite" },
	{ ".trace.json", GROUP_REPORTS, ".xplane.pb" },
	{ ".json", GROUP_REPORTS, NULL },
	{ ".xplane.pb", GROUP_REPORTS, NULL },
	{ "_results.db", GROUP_REPORTS, NULL },
	{ ".folded", GROUP_STACKS, NULL },
};

void file_list_release(struct file_list *list)
{
	free(list->paths);
	arena_release(&list->names);
	*list = (struct file_list){ 0 };
}

static void append(struct file_list *list, const char *path)
{
	*mem_next(list->paths, list->cap, list->count) = path;
	list->is_whole |= list->count > 1;
}

/* Of the name without what says that the file is compressed. */
static const struct ending *find_ending(const char *name)
{
	static const char *const compressed[] = { ".gz", ".zst" };
	size_t len = strlen(name);

	for (size_t i = 0; i < ARRAY_SIZE(compressed); i++) {
		if (ends_with(name, len, compressed[i])) {
			len -= strlen(compressed[i]);
			break;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		if (ends_with(name, len, endings[i].text))
			return &endings[i];
	}
	return NULL;
}

static bool has_better(int folder, const char *name, const struct ending *ending)
{
	size_t stem = strlen(name);
	char better[NAME_MAX + sizeof(".xplane.pb")];
	struct stat status;

	while (!ends_with(name, stem, ending->text))
		stem--;
	stem -= strlen(ending->text);
	snprintf(better, sizeof(better), "%.*s%s", (int)stem, name, ending->rather);
	return fstatat(folder, better, &status, 0) == 0 && S_ISREG(status.st_mode);
}

static const char *join(struct arena *names, const char *folder, const char *name)
{
	size_t len = strlen(folder), size = len + strlen("/") + strlen(name) + 1;
	char *path = arena_alloc(names, size);

	snprintf(path, size, "%s%s%s", folder, folder[len - 1] == '/' ? "" : "/", name);
	return path;
}

/*
 * Whether the entry is a file to read. If stat() fails, its reader is left to report that, or the
 * other files would be taken for all of them; a dangling link is not a file.
 */
static bool is_wanted(int folder, const char *path, const struct ending *ending)
{
	const char *name = strrchr(path, '/') + 1;
	struct stat status;

	if (fstatat(folder, name, &status, 0) != 0)
		return errno != ENOENT && ending != NULL;
	return S_ISREG(status.st_mode) &&
	       !(ending != NULL && ending->rather != NULL && has_better(folder, name, ending));
}

/* Of each group, in no order; among partial results are all files without an ending. */
static bool search(struct file_list found[GROUPS], struct arena *names, const char *folder,
	DIR *stream, struct err *err)
{
	const struct dirent *entry;

	while (errno = 0, (entry = readdir(stream)) != NULL) {
		const struct ending *ending = find_ending(entry->d_name);
		enum group group = ending != NULL ? ending->group : GROUP_PARTIALS;
		const char *path;

		if (entry->d_name[0] == '.')
			continue;
		path = join(names, folder, entry->d_name);
		if (is_wanted(dirfd(stream), path, ending))
			append(&found[group], path);
	}
	return errno == 0 || err_set_errno(err, errno, "cannot read folder '%s'", folder);
}

static bool is_partial(const char *path)
{
	struct err ignored = { 0 };
	struct input input;

	if (!input_open(&input, path, &ignored))
		return false;
	input_close(&input);
	return input.kind == INPUT_PARTIAL;
}

static void keep_partials(struct file_list *found)
{
	size_t kept = 0;

	for (size_t i = 0; i < found->count; i++) {
		if (is_partial(found->paths[i]))
			found->paths[kept++] = found->paths[i];
	}
	found->count = kept;
}

static int compare(const void *a, const void *b)
{
	return text_compare_numbers(*(const char *const *)a, *(const char *const *)b);
}

/*
 * 2 of "job7-attempt2-rank3-n9-42.gpuflame", and 0 of "job7-rank3-n9-42.gpuflame", whose job is
 * "job7-", of which *job is a hash.
 */
static uint64_t attempt_of(const char *path, uint64_t *job)
{
	static const char word[] = "attempt";
	const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
	const char *at = name;

	/* at the beginning, or behind the job */
	while (at != NULL && strncmp(at, word, strlen(word)) != 0 && strncmp(at, "rank", 4) != 0)
		at = strncmp(name, "job", 3) == 0 && (at = strchr(at, '-')) != NULL ? at + 1 : NULL;
	if (at == NULL)
		at = name + strlen(name);
	*job = mem_hash(name, (size_t)(at - name), 0);
	return strncmp(at, word, strlen(word)) == 0 ? strtoull(at + strlen(word), NULL, 10) : 0;
}

/* Of each job the files of the last attempt. */
static void add_attempts(struct file_list *list, const struct file_list *found)
{
	struct idmap jobs = { 0 };
	uint64_t *last = mem_zeroed(found->count, sizeof(*last)), job;

	for (size_t i = 0; i < found->count; i++) {
		uint64_t attempt = attempt_of(found->paths[i], &job);
		uint32_t index = idmap_add(&jobs, job);

		last[index] = attempt > last[index] ? attempt : last[index];
	}
	for (size_t i = 0; i < found->count; i++) {
		if (attempt_of(found->paths[i], &job) < last[idmap_find(&jobs, job)])
			list->earlier++;
		else
			append(list, found->paths[i]);
	}
	idmap_release(&jobs);
	free(last);
}

static void add_sorted(struct file_list *list, struct file_list *found)
{
	if (found->count > 0)
		qsort(found->paths, found->count, sizeof(*found->paths), compare);
	add_attempts(list, found);
}

static bool none_found(const char *folder, struct err *err)
{
	char names[256] = "";

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		size_t len = strlen(names);

		snprintf(names + len, sizeof(names) - len, " *%s", endings[i].text);
	}
	return err_set(err, ERR_EMPTY,
		"no report in folder '%s': looked for files like%s, also compressed (.gz, .zst), "
		"and for partial results of gpuflame stats",
		folder, names);
}

/* JAX writes perfetto_trace.json.gz, too, of what is in .xplane.pb. */
static void leave_perfetto(struct file_list *found)
{
	static const char name[] = "/perfetto_trace.";
	size_t kept = 0, count = found->count;

	for (size_t i = 0; count > 1 && i < count; i++) {
		if (strncmp(strrchr(found->paths[i], '/'), name, strlen(name)) != 0)
			found->paths[kept++] = found->paths[i];
	}
	found->count = count > 1 ? kept : count;
}

static bool add_folder(struct file_list *list, const char *folder, DIR *stream, struct err *err)
{
	struct file_list found[GROUPS] = { 0 };
	enum group group = GROUP_REPORTS;
	bool ok = search(found, &list->names, folder, stream, err);

	leave_perfetto(&found[GROUP_REPORTS]);
	if (ok && found[GROUP_REPORTS].count == 0)
		keep_partials(&found[GROUP_PARTIALS]);
	while (group < GROUPS && found[group].count == 0)
		group++;
	if (ok && group == GROUPS)
		ok = none_found(folder, err);
	if (ok)
		add_sorted(list, &found[group]);
	list->leaves_stacks |= group < GROUP_STACKS && found[GROUP_STACKS].count > 0;
	for (group = 0; group < GROUPS; group++)
		file_list_release(&found[group]);
	return ok;
}

/* The last of the runs in a folder that JAX's profiler was given, or NULL. */
static const char *last_run(struct file_list *list, const char *folder)
{
	const char *pattern = join(&list->names, folder, "plugins/profile/*/*.xplane.pb");
	const char *run = NULL;
	glob_t found;

	/* no other thread reads folders then */
	if (glob(pattern, 0, NULL, &found) != 0) /* NOLINT(concurrency-mt-unsafe) */
		return NULL;
	*strrchr(found.gl_pathv[found.gl_pathc - 1], '/') = '\0';
	run = join(&list->names, found.gl_pathv[found.gl_pathc - 1], "");
	globfree(&found);
	return run;
}

static bool read_folder(struct file_list *list, const char *path, struct err *err)
{
	DIR *stream = opendir(path);
	bool ok;

	if (stream == NULL)
		return err_set_errno(err, errno, "cannot read folder '%s'", path);
	list->is_whole = true;
	ok = add_folder(list, path, stream, err);
	closedir(stream);
	return ok;
}

bool file_list_add(struct file_list *list, const char *path, struct err *err)
{
	const char *run;
	struct stat status;

	if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
		append(list, path);
		return true;
	}
	if (read_folder(list, path, err))
		return true;
	if (err->code != ERR_EMPTY || (run = last_run(list, path)) == NULL)
		return false;
	*err = (struct err){ 0 };
	return read_folder(list, run, err);
}

bool file_list_add_all(
	struct file_list *list, const char *const *operands, size_t count, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < count; i++)
		ok = file_list_add(list, operands[i], err);
	return ok;
}

bool file_list_may_skip(const struct file_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->paths[i], "-") != 0 && access(list->paths[i], F_OK) != 0)
			return false;
	}
	return list->count > 1;
}

/* --- the same one twice -------------------------------------------------------------------- */

void same_files_report(const char *const *paths, size_t count, struct diagnostics *diagnostics)
{
	struct idmap seen = { 0 }; /* hashes of what files are, whatever their paths */
	size_t *first = mem_zeroed(count, sizeof(*first));
	struct text text = { 0 };
	struct stat status;

	for (size_t i = 0; text.len == 0 && i < count; i++) {
		uint32_t had = seen.count, index;
		uint64_t file[2];

		if (stat(paths[i], &status) != 0 || !S_ISREG(status.st_mode))
			continue;
		file[0] = (uint64_t)status.st_dev;
		file[1] = (uint64_t)status.st_ino;
		index = idmap_add(&seen, mem_hash(file, sizeof(file), 0));
		if (seen.count > had)
			first[index] = i;
		else
			text_addf(&text, "'%s' is the same file as '%s': it is counted again",
				paths[i], paths[first[index]]);
	}
	free(first);
	idmap_release(&seen);
	if (text.len == 0)
		return;
	err_defang(text.bytes);
	diagnostics_add(diagnostics, DIAGNOSTIC_AGAIN, text.bytes);
	text_release(&text);
}
