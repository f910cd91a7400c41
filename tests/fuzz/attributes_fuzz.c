/*
 * Untrusted files of colours (--cp) and attributes (--nameattr), and a picture drawn
 * with them. The input's lines before an empty one are colours, those up to the next are
 * attributes, the rest is folded text. Colours that are written are read again as they
 * were; the picture is well-formed, runs nothing, and links to the web alone.
 */
#define _GNU_SOURCE /* memmem */
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include <libxml/xmlreader.h>

#include "base/folded.h"
#include "tests/read_fd.h"
#include "svg/nameattr.h"
#include "svg/palette_map.h"
#include "svg/svg.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *context, const char *format, ...)
{
	(void)context;
	(void)format;
}

/* The next part of the input, up to an empty line, as a file. NULL: an empty part. */
static FILE *next_part(const uint8_t **data, size_t *size)
{
	const uint8_t *end = memmem(*data, *size, "\n\n", 2);
	size_t len = end != NULL ? (size_t)(end - *data) + 1 : *size;
	FILE *in = len > 0 ? fmemopen((void *)(uintptr_t)*data, len, "r") : NULL;
	size_t used = end != NULL ? len + 1 : len;

	*data += used;
	*size -= used;
	return in;
}

static void check_palette_map(const struct palette_map *map)
{
	struct palette_map again;
	struct err err = { 0 };
	char *one = NULL, *two = NULL;
	size_t one_size = 0, two_size = 0;
	FILE *out = open_memstream(&one, &one_size), *in;

	must(out != NULL && palette_map_write(map, out, &err) && fclose(out) == 0, "written");
	palette_map_init(&again);
	in = one_size > 0 ? fmemopen(one, one_size, "r") : NULL;
	if (in != NULL) {
		must(palette_map_read(&again, in, "again", &err), "what was written is read");
		fclose(in);
	}
	out = open_memstream(&two, &two_size);
	must(out != NULL && palette_map_write(&again, out, &err) && fclose(out) == 0, "written");
	must(one_size == two_size && (one_size == 0 || memcmp(one, two, one_size) == 0),
		"the same colours");
	palette_map_release(&again);
	free(one);
	free(two);
}

static bool is_link(const char *name)
{
	return strcmp(name, "href") == 0;
}

/* Of an element of a frame: no handlers of events; links of the web. */
static void check_attributes(xmlTextReaderPtr reader)
{
	while (xmlTextReaderMoveToNextAttribute(reader) == 1) {
		const char *name = (const char *)xmlTextReaderConstLocalName(reader);
		const char *value = (const char *)xmlTextReaderConstValue(reader);

		must(strncasecmp(name, "on", 2) != 0, "no handler of events");
		must(!is_link(name) || strncasecmp(value, "http://", 7) == 0 ||
				strncasecmp(value, "https://", 8) == 0 || value[0] == '#',
			"links to the web alone");
	}
}

static void check_picture(const char *text, size_t size)
{
	xmlTextReaderPtr reader =
		xmlReaderForMemory(text, (int)size, NULL, NULL, XML_PARSE_HUGE | XML_PARSE_NONET);
	int more;

	must(reader != NULL, "memory");
	while ((more = xmlTextReaderRead(reader)) == 1) {
		if (xmlTextReaderNodeType(reader) != XML_READER_TYPE_ELEMENT)
			continue;
		must(strcmp((const char *)xmlTextReaderConstLocalName(reader), "script") != 0,
			"no script but ours");
		check_attributes(reader);
	}
	must(more == 0, "well-formed");
	xmlFreeTextReader(reader);
}

static void draw(const struct tree *tree, struct nameattr *attrs, struct palette_map *map)
{
	struct svg_options options;
	struct err err = { 0 };
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	bool ok;

	must(out != NULL, "memory");
	svg_options_init(&options);
	options.javascript = false;
	options.nameattr = attrs;
	options.palette_map = map;
	options.minwidth = 0;
	ok = svg_render(tree, &options, out, &err);
	must(fclose(out) == 0 && (ok || err.code == ERR_EMPTY || err.code == ERR_FORMAT), err.msg);
	if (ok)
		check_picture(text, size);
	free(text);
}

/* What the rest of the input holds as stacks, as far as it can be read. */
static void read_tree(const uint8_t *data, size_t size, struct tree *tree)
{
	struct err err = { 0 };
	int fd = memfd_create("fuzz", 0);

	must(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0,
		"a file");
	must(folded_read(read_fd, &fd, "fuzz", tree, &err) || err.code == ERR_FORMAT, err.msg);
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct palette_map map;
	struct nameattr attrs;
	struct names names;
	struct tree tree;
	struct err err = { 0 };
	FILE *in;

	xmlSetGenericErrorFunc(NULL, ignore);
	palette_map_init(&map);
	nameattr_init(&attrs);
	names_init(&names);
	must(tree_try_init(&tree, &names, &err), "memory");
	in = next_part(&data, &size);
	if (in != NULL) {
		must(palette_map_read(&map, in, "colours", &err) || err.code == ERR_FORMAT,
			err.msg);
		fclose(in);
	}
	check_palette_map(&map);
	in = next_part(&data, &size);
	if (in != NULL) {
		must(nameattr_read(&attrs, in, "attributes", &err) || err.code == ERR_FORMAT,
			err.msg);
		fclose(in);
	}
	read_tree(data, size, &tree);
	draw(&tree, &attrs, &map);
	check_palette_map(&map);
	tree_release(&tree);
	names_release(&names);
	nameattr_release(&attrs);
	palette_map_release(&map);
	return 0;
}
