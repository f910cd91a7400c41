#include <inttypes.h>
#include <unistd.h>

#include "base/folded.h"
#include "base/out.h"
#include "cmd/cmd.h"
#include "cmd/meter.h"
#include "cmd/picture_header.h"
#include "cmd/svg_options.h"
#include "collapse/input_reader.h"

/* How lines of folded text are read. */
struct svg_request {
	struct svg_settings picture;
	const char *output;
	bool quiet, verbose;
	struct picture_header header; /* of the picture, unless it has a title */
};

/* --- reading ----------------------------------------------------------------- */

/* What lines are added to. */
struct svg_reading {
	const struct svg_request *request;
	struct names names;
	struct tree tree;
	struct meter meter;
	struct bytes input; /* the current file */
};

/* folded_get_fn of the current file; the bar moves. */
static bool get_bytes(void *context, char *bytes, size_t size, size_t *len, struct err *err)
{
	struct svg_reading *reading = context;

	return bytes_next(&reading->input, bytes, size, len, &reading->meter.progress, err);
}

/* Name what is not text, if it is recognised. */
static bool check_is_text(struct bytes *input, struct err *err)
{
	enum input_kind kind;
	char begin;
	size_t len;

	if (!bytes_peek(input, &begin, 1, &len, err))
		return false;
	/* an empty text has no stack, as others that have none */
	if (len == 0)
		return true;
	if (!input_sniff(input, &kind, err))
		return false;
	return kind == INPUT_TEXT ||
	       err_set(err, ERR_FORMAT, "'%s' is %s, not folded text: 'gpuflame %s' reads it%s",
		       input->path, input_reader_of(kind)->what,
		       kind == INPUT_PARTIAL ? "stats" : "collapse",
		       kind == INPUT_PARTIAL ? "" : ", and 'gpuflame FILE -o flame.svg' draws it");
}

static bool read_file(struct svg_reading *reading, const char *path, struct err *err)
{
	struct bytes *input = &reading->input;
	bool ok;

	if (!bytes_open(input, path, err))
		return false;
	meter_begin(&reading->meter.progress, input->path);
	ok = check_is_text(input, err) &&
	     folded_read(get_bytes, reading, input->path, &reading->tree, err);
	meter_end(&reading->meter.progress);
	bytes_close(input);
	return ok;
}

/* --- drawing ----------------------------------------------------------------- */

/* What the picture is of, unless it is said otherwise; of text through a pipe nothing is known. */
static void describe(struct svg_request *request, const struct tree *tree, const char *const *paths,
	size_t count)
{
	struct svg_options *svg = &request->picture.svg;
	struct picture_header *header = &request->header;

	if (svg->title != NULL || count == 0 || (count == 1 && strcmp(paths[0], "-") == 0) ||
		svg->factor != 1)
		return;
	header_begin(header, paths, count);
	header_add(header, "%s%s, ", header->title, count > 1 ? " added up" : "");
	header_add_width(header, "", svg->countname, tree);
	header_add_groups(header, tree, 0, NULL);
	/* one line, so that frames are where the peers have them */
	svg->title = header->words;
}

static bool draw(struct svg_request *request, const struct tree *tree, struct err *err)
{
	struct out out;
	bool ok;

	if (!out_open(&out, request->output, err))
		return false;
	ok = svg_render(tree, &request->picture.svg, out.file, err);
	if (!ok && err->code == ERR_IO)
		err_prefix(err, "%s", out_name(&out));
	return out_end(&out, ok, err);
}

static bool read_all(struct svg_reading *reading, int count, const char **paths, struct err *err)
{
	if (count == 0 && !reading->request->quiet && isatty(STDIN_FILENO) == 1)
		fputs("gpuflame: reading folded stacks from the terminal; Ctrl-D ends them\n",
			stderr);
	if (count == 0)
		return read_file(reading, "-", err);
	for (int i = 0; i < count; i++) {
		if (!read_file(reading, paths[i], err))
			return false;
	}
	return true;
}

static bool make_picture(
	struct svg_request *request, int count, const char **paths, struct err *err)
{
	struct svg_reading reading = { .request = request };
	bool ok;

	meter_init(&reading.meter, request->quiet);
	names_init(&reading.names);
	tree_init(&reading.tree, &reading.names);
	ok = read_all(&reading, count, paths, err);
	if (ok && request->verbose)
		fprintf(stderr,
			"gpuflame: stacks and their parts: %" PRIu32 "; names: %" PRIu32 "\n",
			reading.tree.count - 1, reading.names.count);
	if (ok)
		describe(request, &reading.tree, paths, (size_t)count);
	ok = ok && draw(request, &reading.tree, err);
	if (!ok && err->code == ERR_EMPTY)
		err_prefix(err, "%s",
			count > 0 && strcmp(paths[count - 1], "-") != 0 ? paths[count - 1]
									: "<stdin>");
	tree_release(&reading.tree);
	names_release(&reading.names);
	return ok;
}

/* --- the command --------------------------------------------------------------- */

static bool check_request(
	struct svg_request *request, int count, const char *const *paths, struct err *err)
{
	return out_check(request->output, paths, (size_t)count, err) &&
	       svg_settings_name(&request->picture, "gpuflame svg", request->output, err) &&
	       svg_options_check(&request->picture.svg, err);
}

static const char usage[] =
	"usage: gpuflame svg [options] [FILE...] > flame.svg\n"
	"\n"
	"Draw folded stacks (\"frame;frame value\" lines, as collapse and many profilers\n"
	"write them) as one SVG that opens in any browser. Several files are added up;\n"
	"without one, or for \"-\", stdin is read.\n";

static int run_svg(int argc, const char **argv)
{
	struct svg_request request = { 0 };
	const struct opt table[] = {
		OPT_HEADING("Input and output"),
		OPT_STRING(
			'o', "output", &request.output, "FILE", "write to FILE instead of stdout"),
		OPT_TRUE('q', "quiet", &request.quiet, "print errors only"),
		OPT_TRUE('v', "verbose", &request.verbose, "also print how much was read"),
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	const struct opt *const tables[] = { table, request.picture.table, NULL };
	struct err err = { 0 };
	int operands, status;

	svg_settings_init(&request.picture);
	if (cmd_parse(usage, tables, false, argc, argv, &operands, &status) &&
		(!check_request(&request, operands, argv + 1, &err) ||
			!make_picture(&request, operands, argv + 1, &err)))
		status = cmd_fail(&err);
	return status;
}

const struct command command_svg = {
	.name = "svg",
	.summary = "draw folded stacks as a flame graph",
	.run = run_svg,
};
