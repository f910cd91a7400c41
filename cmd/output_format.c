#include "cmd/output_format.h"

#include <ctype.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/chars.h"
#include "base/text.h"

/* Endings that say what a file is, and who writes such files, or what can be done. */
static const struct {
	const char *ending, *what, *hint;
} known[] = {
	{ ".speedscope.json", "speedscope", "gpuflame collapse writes it" },
	{ ".trace.json", "the Chrome trace format", "gpuflame stats --format timeline writes it" },
	{ ".json", "JSON", "gpuflame stats, findings and diff write it" },
	{ ".folded", "folded stacks", "gpuflame collapse and diff write them" },
	{ ".stacks", "folded stacks", "gpuflame collapse writes them" },
	{ ".collapsed", "folded stacks", "gpuflame collapse writes them" },
	{ ".pb.gz", "pprof", "gpuflame collapse writes it" },
	{ ".pprof", "pprof", "gpuflame collapse writes it" },
	{ ".svg", "a picture", "gpuflame FILE -o flame.svg draws" },
	{ ".html", "a page with a picture", "gpuflame FILE -o flame.html draws" },
	{ ".htm", "a page with a picture", "gpuflame FILE -o flame.html draws" },
	{ ".csv", "CSV", "gpuflame stats --report NAME writes it" },
	{ ".tsv", "TSV", "gpuflame stats --report NAME writes it" },
	{ ".md", "Markdown", "gpuflame stats --report NAME, findings and diff write it" },
	{ ".markdown", "Markdown", "gpuflame stats --report NAME, findings and diff write it" },
	{ ".txt", "text", "gpuflame stats, findings, collapse and diff write it" },
	{ ".png", "PNG", NULL },
	{ ".jpg", "JPEG", NULL },
	{ ".jpeg", "JPEG", NULL },
	{ ".gif", "GIF", NULL },
	{ ".webp", "WebP", NULL },
	{ ".pdf", "PDF", NULL },
	{ ".xlsx", "a spreadsheet", "gpuflame stats --report NAME -o t.csv writes what one reads" },
};

/* The index of the ending in `known`; those that have others in them come first. */
static size_t find_ending(const char *output)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(known) && !ends_as_file(output, known[i].ending))
		i++;
	return i;
}

static bool is_ending(const char *endings, size_t ending)
{
	return is_among(endings, known[ending].ending, strlen(known[ending].ending));
}

/* In the user's names. */
static bool refuse_image(const char *output, size_t ending, struct err *err)
{
	const bool is_pdf = strcmp(known[ending].ending, ".pdf") == 0;
	int len = (int)(strlen(output) - strlen(known[ending].ending));

	return err_set(err, ERR_USAGE,
		"no command writes %s: write '%.*s.svg', then run: rsvg-convert %s-o "
		"'%.*s%s' '%.*s.svg'",
		known[ending].what, len, output, is_pdf ? "-f pdf " : "", len, output,
		is_pdf ? ".pdf" : ".png", len, output);
}

/* An ending is a letter, then letters, digits and dashes: "run.7" and "out" have none. */
static bool has_ending(const char *output)
{
	const char *slash = strrchr(output, '/'), *dot = strrchr(output, '.');

	return dot != NULL && dot != output && dot > slash && dot[-1] != '/' &&
	       isalpha((unsigned char)dot[1]) &&
	       dot[1 + strspn(dot + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456"
				       "789-")] == '\0';
}

/* An ending of another format, or of none. */
static bool refuse(const struct output_format *list, const char *command, const char *output,
	size_t ending, struct err *err)
{
	struct text own = { 0 };

	for (; list->name != NULL; list++)
		text_addf(&own, "%s%s", own.len > 0 && list->endings[0] != '\0' ? " " : "",
			list->endings);
	if (ending == ARRAY_SIZE(known))
		err_set(err, ERR_USAGE, "'%.200s' has an ending that no format has; %s writes %s",
			output, command, own.bytes);
	else
		err_set(err, ERR_USAGE, "'%.200s' has the ending of %s, and %s writes %s; %s",
			output, known[ending].what, command, own.bytes, known[ending].hint);
	text_release(&own);
	return false;
}

bool output_format_find(const struct output_format *list, const char *command, const char *output,
	const char *given, size_t *format, struct err *err)
{
	size_t ending = output != NULL ? find_ending(output) : ARRAY_SIZE(known);

	*format = 0;
	while (given != NULL && strcmp(list[*format].name, given) != 0)
		++*format;
	if (ending == ARRAY_SIZE(known))
		return output == NULL || given != NULL || !has_ending(output) ||
		       refuse(list, command, output, ending, err);
	if (given != NULL)
		return is_ending(list[*format].endings, ending) ||
		       is_ending(list[*format].also, ending) ||
		       err_set(err, ERR_USAGE,
			       "'%.200s' has the ending of %s, and --format says %s: change one of "
			       "them",
			       output, known[ending].what, given);
	for (; list[*format].name != NULL; ++*format) {
		if (is_ending(list[*format].endings, ending))
			return true;
	}
	return known[ending].hint != NULL ? refuse(list, command, output, ending, err)
					  : refuse_image(output, ending, err);
}

bool output_format_set(void *value, const char *arg, UNUSED struct err *err)
{
	const char **format = value;

	*format = arg;
	return true;
}

/* --- a folder of tables ---------------------------------------------------------------------- */

bool table_folder_is(const char *output)
{
	struct stat status;

	return output != NULL && output[0] != '\0' &&
	       (output[strlen(output) - 1] == '/' ||
		       (stat(output, &status) == 0 && S_ISDIR(status.st_mode)));
}

bool table_folder_open(struct table_folder *folder, struct err *err)
{
	folder->is_new = mkdir(folder->path, 0777) == 0;
	if (!folder->is_new && errno != EEXIST)
		return err_set_errno(err, errno, "cannot make folder '%s'", folder->path);
	return folder->is_new || access(folder->path, W_OK | X_OK) == 0 ||
	       err_set_errno(err, errno, "cannot write to folder '%s'", folder->path);
}

/* Complete the file before, if there is one. */
static bool close_file(struct table_folder *folder, bool abort, struct err *err)
{
	bool ok = true;

	if (folder->name == NULL)
		return true;
	/* nothing in it: the report was skipped */
	if (abort || (fflush(folder->out.file) == 0 && ftell(folder->out.file) == 0))
		out_abort(&folder->out);
	else
		ok = out_commit(&folder->out, err);
	free(folder->name);
	folder->name = NULL;
	return ok;
}

bool table_folder_close(struct table_folder *folder, bool abort, struct err *err)
{
	bool ok = close_file(folder, abort, err);

	if (folder->is_new && (abort || !ok))
		rmdir(folder->path); /* which leaves it if something is in it */
	return ok;
}

bool table_folder_next(
	void *context, const struct print_heading *heading, FILE **file, struct err *err)
{
	struct table_folder *folder = context;
	struct text name = { 0 };
	size_t len = strlen(folder->path);

	if (!close_file(folder, false, err))
		return false;
	text_addf(&name, "%s%s%s%s", folder->path, folder->path[len - 1] == '/' ? "" : "/",
		heading->name, folder->ending);
	for (char *colon = strchr(name.bytes + len, ':'); colon != NULL; colon = strchr(colon, ':'))
		*colon = '_'; /* not allowed in names on every system */
	if (!out_open(&folder->out, name.bytes, err)) {
		text_release(&name);
		return false;
	}
	folder->name = name.bytes;
	*file = folder->out.file;
	return true;
}
