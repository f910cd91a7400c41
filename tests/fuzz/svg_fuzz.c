/*
 * Untrusted folded text, drawn in every mode. The picture is always well-formed
 * XML, and no time is lost in it: the first byte chooses options, the rest is
 * the input.
 */

#include <libxml/xmlreader.h>

#include "base/folded.h"
#include "tests/feed_text.h"
#include "svg/svg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void ignore(UNUSED void *context, UNUSED const char *format, ...)
{
}

/* Read the whole picture, as a browser would. */
static void check_well_formed(const char *text, size_t size)
{
	xmlTextReaderPtr reader =
		xmlReaderForMemory(text, (int)size, NULL, NULL, XML_PARSE_HUGE | XML_PARSE_NONET);
	int more;

	check(reader != NULL);
	do {
		more = xmlTextReaderRead(reader);
	} while (more == 1);
	check(more == 0);
	xmlFreeTextReader(reader);
}

static void choose_options(struct svg_options *options, uint8_t byte)
{
	svg_options_init(options);
	options->inverted = byte & 1;
	options->reverse = byte & 2;
	options->order = (enum svg_order)(byte % 3);
	options->minwidth = byte & 16 ? 0 : 5;
	options->countname = byte & 32 ? "samples" : NULL;
	options->width = 300;
}

/* Draw; false: with an error that is allowed. */
static bool draw(
	const struct tree *before, const struct tree *after, const struct svg_options *options)
{
	struct err err = { 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	bool ok;

	check(out != NULL);
	if (before != NULL)
		ok = svg_render_diff(before, after, options, out, &err);
	else
		ok = svg_render(after, options, out, &err);
	check(fclose(out) == 0);
	check(ok == (err.code == ERR_NONE));
	check(ok || err.code == ERR_EMPTY || err.code == ERR_FORMAT || err.code == ERR_SUM);
	if (ok)
		check_well_formed(text, size);
	free(text);
	return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct svg_options options;
	struct names names;
	struct tree tree, other;
	struct err err = { 0 };
	struct fed_text fed = { (const char *)data + 1, size - 1, 0 }, half;

	if (size == 0)
		return 0;
	xmlSetGenericErrorFunc(NULL, ignore);
	choose_options(&options, data[0]);
	half = fed;
	half.left = size / 2;
	names_init(&names);
	tree_init(&tree, &names);
	tree_init(&other, &names);
	if (!folded_read(feed_text, &fed, "fuzz", &tree, &err))
		check(err.code == ERR_FORMAT || err.code == ERR_SUM);
	draw(NULL, &tree, &options);
	/* half of the text again: some stacks are new, some are gone */
	memset(&err, 0, sizeof(err));
	if (!folded_read(feed_text, &half, "fuzz", &other, &err))
		check(err.code == ERR_FORMAT || err.code == ERR_SUM);
	draw(&tree, &other, &options);
	draw(&other, &tree, &options);
	tree_release(&tree);
	tree_release(&other);
	names_release(&names);
	return 0;
}
