#include "collapse/stacks/picture_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlversion.h>

#include "base/mem.h"
#include "base/sum.h"
#include "collapse/input/decimal.h"
#include "collapse/input/bytes.h"
#include "collapse/stacks/picture_frames.h"
#include "collapse/stacks/picture_payload.h"

enum {
	CHUNK_SIZE = 1 << 16,
	/*
	 * of a tag, which libxml2 parses whole: before 2.12 it compares each attribute with
	 * all others
	 */
	PIECE_MAX = 1 << 19,
	MAX_TITLE = 16 << 20,
};

/* Attributes in this namespace count in samples; the rest of the picture is in per cent. */
static const char inferno_namespace[] = "http://github.com/jonhoo/inferno";

/* What drew the picture. */
enum drawer { DRAWER_UNKNOWN, DRAWER_OURS, DRAWER_INFERNO };

struct picture_reader {
	struct err *err; /* set by a callback that stops */
	bool failed;
	xmlParserCtxt *xml;
	struct names *names;
	enum drawer drawer;
	bool is_svg;
	unsigned depth; /* of elements */
	struct payload_reader *payload;
	unsigned payload_depth; /* of its element, while inside; else 0 */
	bool payload_done;
	char *title; /* of the current frame */
	size_t title_len, title_cap;
	unsigned title_depth; /* of its element, while inside; else 0 */
	bool has_title;       /* waiting for its box, in the same element */
	unsigned frame_depth; /* of that element */
	struct drawn_list drawn;
	uint64_t titles_unread;
	size_t unheard; /* bytes fed since the last callback */
};

static void fail(struct picture_reader *reader)
{
	reader->failed = true;
	xmlStopParser(reader->xml);
}

static bool is_name(const xmlChar *name, const char *word)
{
	return strcmp((const char *)name, word) == 0;
}

/* SAX2 gives five pointers an attribute: name, prefix, namespace, value, end of the value. */
struct attribute {
	const char *value; /* NULL: none */
	size_t len;
};

static struct attribute find_attribute(
	const xmlChar **attributes, int count, const char *space, const char *name)
{
	for (int i = 0; i < count; i++) {
		const xmlChar **at = attributes + (ptrdiff_t)i * 5;

		if (!is_name(at[0], name) || (space == NULL) != (at[2] == NULL) ||
			(space != NULL && !is_name(at[2], space)))
			continue;
		return (struct attribute){ (const char *)at[3], (size_t)(at[4] - at[3]) };
	}
	return (struct attribute){ 0 };
}

static bool has_value(const struct attribute *attribute, const char *word)
{
	return attribute->value != NULL && attribute->len == strlen(word) &&
	       memcmp(attribute->value, word, attribute->len) == 0;
}

/* "12.5", "12.5px", "12.5%" */
static bool parse_length(const struct attribute *attribute, int64_t *length)
{
	size_t len = attribute->len;

	if (attribute->value == NULL)
		return false;
	while (len > 0 && strchr("%px", attribute->value[len - 1]) != NULL)
		len--;
	return decimal_parse(attribute->value, len, PICTURE_DECIMALS, length);
}

/* --- frames --------------------------------------------------------------------- */

/* Values of one picture may differ in their decimals: use the finest. */
static bool scale_values(
	struct drawn_list *drawn, unsigned decimals, uint64_t *value, struct err *err)
{
	for (; drawn->decimals < decimals; drawn->decimals++) {
		for (size_t i = 0; i < drawn->count; i++) {
			if (!sum_scale(&drawn->list[i].value, 10, err))
				return false;
		}
	}
	return sum_scale(value, sum_power_of_ten(drawn->decimals - decimals), err);
}

static bool add_frame(
	struct picture_reader *reader, const xmlChar **attributes, int count, struct err *err)
{
	const struct attribute y = find_attribute(attributes, count, NULL, "y");
	struct attribute x = find_attribute(attributes, count, inferno_namespace, "x");
	struct attribute width = find_attribute(attributes, count, inferno_namespace, "w");
	struct drawn_list *drawn = &reader->drawn;
	struct drawn frame;
	size_t name_len;
	unsigned decimals;

	if (x.value != NULL && width.value != NULL) {
		reader->drawer = DRAWER_INFERNO;
	} else {
		x = find_attribute(attributes, count, NULL, "x");
		width = find_attribute(attributes, count, NULL, "width");
	}
	if (!drawn_parse_title(reader->title, reader->title_len, reader->drawer == DRAWER_OURS,
		    &name_len, &frame.value, &decimals) ||
		!parse_length(&x, &frame.x) || !parse_length(&width, &frame.width) ||
		!parse_length(&y, &frame.y) || frame.width < 0 ||
		__builtin_add_overflow(frame.x, frame.width, &(int64_t){ 0 })) {
		reader->titles_unread++;
		return true;
	}
	if (drawn->count == PICTURE_MAX_FRAMES)
		return err_set(err, ERR_FORMAT, "more than %u frames", PICTURE_MAX_FRAMES);
	if (!scale_values(drawn, decimals, &frame.value, err))
		return false;
	frame.name = names_intern_frame(reader->names, reader->title, name_len);
	mem_need(drawn->list, drawn->cap, drawn->count + 1);
	drawn->list[drawn->count++] = frame;
	return true;
}

static bool add_title(struct picture_reader *reader, const char *text, size_t len, struct err *err)
{
	if (len > MAX_TITLE - reader->title_len)
		return err_set(err, ERR_FORMAT, "a title of more than %d MiB", MAX_TITLE >> 20);
	mem_need(reader->title, reader->title_cap, reader->title_len + len + 1);
	memcpy(reader->title + reader->title_len, text, len);
	reader->title_len += len;
	return true;
}

/* --- callbacks of libxml2 --------------------------------------------------------- */

static bool begin_payload(
	struct picture_reader *reader, const xmlChar **attributes, int count, struct err *err)
{
	const struct attribute encoding = find_attribute(attributes, count, NULL, "data-encoding");

	if (!has_value(&encoding, "deflate+base85"))
		return err_set(err, ERR_FORMAT, "its data has an unknown encoding");
	if (reader->payload != NULL)
		return err_set(err, ERR_FORMAT, "its data occurs twice");
	reader->payload = payload_open(reader->names);
	reader->payload_depth = reader->depth;
	return true;
}

static bool begin_element(struct picture_reader *reader, const xmlChar *name,
	const xmlChar **attributes, int count, struct err *err)
{
	const struct attribute mark = find_attribute(attributes, count, NULL, "data-gf");
	const struct attribute class = find_attribute(attributes, count, NULL, "class");

	reader->depth++;
	if (is_name(name, "svg")) {
		reader->is_svg = true;
		if (has_value(&mark, "1"))
			reader->drawer = DRAWER_OURS;
	} else if (is_name(name, "metadata") && has_value(&class, "gf-data"))
		return begin_payload(reader, attributes, count, err);
	else if (is_name(name, "title")) {
		reader->title_depth = reader->depth;
		reader->frame_depth = reader->depth - 1;
		reader->title_len = 0;
		reader->has_title = true;
	} else if (is_name(name, "rect") && reader->has_title) {
		reader->has_title = false;
		return add_frame(reader, attributes, count, err);
	}
	return true;
}

static void on_begin(void *context, const xmlChar *name, const xmlChar *prefix,
	const xmlChar *space, int space_count, const xmlChar **spaces, int count, int default_count,
	const xmlChar **attributes)
{
	struct picture_reader *reader = context;

	(void)prefix;
	(void)space;
	(void)space_count;
	(void)spaces;
	(void)default_count;
	reader->unheard = 0;
	if (!reader->failed && !begin_element(reader, name, attributes, count, reader->err))
		fail(reader);
}

static void on_end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *space)
{
	struct picture_reader *reader = context;

	(void)name;
	(void)prefix;
	(void)space;
	if (reader->depth == reader->payload_depth) {
		reader->payload_depth = 0;
		reader->payload_done = true;
	}
	if (reader->depth == reader->title_depth)
		reader->title_depth = 0;
	if (reader->depth == reader->frame_depth)
		reader->has_title = false;
	reader->depth--;
}

static void on_text(void *context, const xmlChar *text, int len)
{
	struct picture_reader *reader = context;
	bool ok = true;

	reader->unheard = 0;
	if (reader->failed)
		return;
	if (reader->payload_depth != 0 && reader->depth == reader->payload_depth)
		ok = payload_feed(reader->payload, (const char *)text, (size_t)len, reader->err);
	else if (reader->title_depth != 0)
		ok = add_title(reader, (const char *)text, (size_t)len, reader->err);
	if (!ok)
		fail(reader);
}

/* The types are libxml2's. */
static void on_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
	const xmlChar *system_id, xmlChar *content) /* NOLINT(readability-non-const-parameter) */
{
	struct picture_reader *reader = context;

	(void)name;
	(void)type;
	(void)public_id;
	(void)system_id;
	(void)content;
	if (reader->failed)
		return;
	err_set(reader->err, ERR_FORMAT, "it declares entities, which no flame graph does");
	fail(reader);
}

static xmlEntity *on_entity_wanted(void *context, const xmlChar *name)
{
	(void)context;
	return xmlGetPredefinedEntity(name);
}

#if LIBXML_VERSION < 21200
typedef xmlError raised_error;
#else
typedef const xmlError raised_error;
#endif

static void on_error(void *context, raised_error *error)
{
	struct picture_reader *reader = context;
	size_t len;

	if (reader->failed || error->level != XML_ERR_FATAL)
		return;
	reader->failed = true;
	len = error->message != NULL ? strcspn(error->message, "\n") : 0;
	err_set(reader->err, ERR_FORMAT, "invalid XML in line %d:  %.*s", error->line,
		(int)(len < 200 ? len : 200), error->message != NULL ? error->message : "");
}

static void print_nothing(void *context, const char *format, ...) PRINTF_LIKE(2, 3);
static void print_nothing(void *context, const char *format, ...)
{
	(void)context;
	(void)format;
}

/* Not all failures to allocate reach on_error(). */
static bool memory_ran_out(void)
{
	const xmlError *last = xmlGetLastError();

	return last != NULL && last->code == XML_ERR_NO_MEMORY;
}

/* --- the picture -------------------------------------------------------------------- */

static bool parse(struct picture_reader *reader, struct bytes *in, struct err *err)
{
	xmlSAXHandler handler = {
		.initialized = XML_SAX2_MAGIC,
		.startElementNs = on_begin,
		.endElementNs = on_end,
		.characters = on_text,
		.cdataBlock = on_text,
		.entityDecl = on_entity,
		.getEntity = on_entity_wanted,
		.serror = on_error,
	};
	char chunk[CHUNK_SIZE];
	size_t len = 1;
	bool ok = true;

	xmlSetGenericErrorFunc(NULL, print_nothing); /* the default prints */
	xmlResetLastError();
	reader->xml = xmlCreatePushParserCtxt(&handler, reader, NULL, 0, NULL);
	if (reader->xml == NULL)
		mem_die();
	xmlCtxtUseOptions(reader->xml, XML_PARSE_NONET);
	while (ok && len > 0 && !reader->failed) {
		ok = bytes_read(in, chunk, sizeof(chunk), &len, err);
		reader->unheard += len;
		if (ok && reader->unheard > PIECE_MAX)
			ok = err_set(err, ERR_FORMAT,
				"cannot read '%s': a tag, comment or CDATA section of more than %d "
				"KiB, which no "
				"flame graph "
				"has",
				in->path, PIECE_MAX >> 10);
		if (ok)
			xmlParseChunk(reader->xml, chunk, (int)len, len == 0);
	}
	/* libxml2 creates one for declarations, regardless of the callbacks */
	if (reader->xml->myDoc != NULL)
		xmlFreeDoc(reader->xml->myDoc);
	xmlFreeParserCtxt(reader->xml);
	if (!ok)
		return false;
	if (memory_ran_out())
		mem_die();
	if (reader->failed && len == 0 && reader->depth > 0) {
		*err = (struct err){ 0 };
		err_set(err, ERR_FORMAT, "the picture is truncated; was the copy cut short?");
	}
	return !reader->failed || err_prefix(err, "cannot read '%s'", in->path);
}

static bool make_tree(struct picture_reader *reader, struct tree *tree, struct input_format *format,
	struct err *err)
{
	static const char *const drawers[] = {
		[DRAWER_UNKNOWN] = "flamegraph.pl or similar",
		[DRAWER_OURS] = "gpuflame, without its data: times as rounded in the picture",
		[DRAWER_INFERNO] = "inferno",
	};

	if (reader->payload != NULL && reader->payload_done) {
		snprintf(format->text, sizeof(format->text), "flame graph of gpuflame");
		return payload_finish(reader->payload, tree, err);
	}
	if (!reader->is_svg || reader->drawn.count == 0)
		return err_set(err, ERR_FORMAT,
			reader->is_svg ? "SVG, but not a known kind of flame graph"
				       : "XML, but not SVG");
	snprintf(format->text, sizeof(format->text), "flame graph of %s", drawers[reader->drawer]);
	return drawn_to_tree(&reader->drawn, tree, err);
}

bool picture_read(struct bytes *in, struct tree *tree, struct input_format *format, struct err *err)
{
	struct picture_reader reader = { .err = err, .names = tree->names };
	bool ok = parse(&reader, in, err) && (make_tree(&reader, tree, format, err) ||
						     err_prefix(err, "cannot read '%s'", in->path));
	payload_close(reader.payload);
	free(reader.title);
	free(reader.drawn.list);
	return ok;
}
