#include "collapse/stacks/stacks_reader.h"

#include <stdio.h>

#include "collapse/stacks/picture_payload.h"

/*
 * Where in the picture the next byte is. Of XML, no more is known than where a tag ends and that
 * names have no '<': that suffices to find the one element that counts.
 */
enum picture_place {
	PLACE_OUTSIDE,
	PLACE_TAG,  /* some tag, or what begins a CDATA section; in reader->tag what it begins with
		     */
	PLACE_DATA, /* in the element's CDATA section, in which ']' comes only at the end */
	PLACE_BEHIND,
};

struct picture_reader {
	enum picture_place place;
	char tag[256];
	size_t tag_len;
	bool is_svg;
	struct names *names;
	uint64_t size; /* of the file; UINT64_MAX: unknown */
	struct payload_reader *payload;
};

static void add_to_tag(struct picture_reader *reader, char c)
{
	if (reader->tag_len + 1 < sizeof(reader->tag))
		reader->tag[reader->tag_len++] = c;
	reader->tag[reader->tag_len] = '\0';
}

static bool end_tag(struct picture_reader *reader, struct err *err)
{
	const char *tag = reader->tag;

	reader->place = PLACE_OUTSIDE;
	reader->is_svg |= strncmp(tag, "svg", 3) == 0;
	if (strncmp(tag, "metadata ", 9) != 0 || strstr(tag, "gf-data") == NULL)
		return true;
	if (strstr(tag, "deflate+base85") == NULL)
		return err_set(err, ERR_FORMAT, "its data has an unknown encoding");
	reader->payload = payload_open(reader->names, reader->size);
	return true;
}

/* A byte of the tag within the element. */
static void take_section(struct picture_reader *reader, char c)
{
	static const char section[] = "![CDATA[";

	add_to_tag(reader, c);
	if (strcmp(reader->tag, section) == 0)
		reader->place = PLACE_DATA;
	else if (strncmp(reader->tag, section, reader->tag_len) != 0)
		reader->place = PLACE_BEHIND;
}

/* Take the first bytes, at least one, up to one that ends them. */
static bool take(struct picture_reader *reader, const char *bytes, size_t len, size_t *taken,
	struct err *err)
{
	bool is_data = reader->place == PLACE_DATA;
	const char *end;

	*taken = 1;
	if (reader->place == PLACE_TAG) {
		if (reader->payload != NULL)
			take_section(reader, *bytes);
		else if (*bytes == '>')
			return end_tag(reader, err);
		else if (*bytes == '<')
			reader->tag_len = 0;
		else
			add_to_tag(reader, *bytes);
		return true;
	}
	end = reader->place != PLACE_BEHIND ? memchr(bytes, is_data ? ']' : '<', len) : NULL;
	*taken = end != NULL ? (size_t)(end - bytes) + 1 : len;
	if (end != NULL) {
		reader->place = is_data ? PLACE_BEHIND : PLACE_TAG;
		reader->tag_len = 0;
	}
	return !is_data || payload_feed(reader->payload, bytes, *taken - (end != NULL), err);
}

static bool parse(struct picture_reader *reader, struct bytes *in, struct err *err)
{
	char chunk[1 << 16];
	size_t len;

	do {
		if (!bytes_read(in, chunk, sizeof(chunk), &len, err))
			return false;
		for (size_t at = 0, taken; at < len; at += taken) {
			if (!take(reader, chunk + at, len - at, &taken, err))
				return err_prefix(err, "cannot read '%s'", in->path);
		}
	} while (len > 0);
	return true;
}

static bool make_tree(struct picture_reader *reader, struct tree *tree, struct err *err)
{
	if (reader->payload != NULL)
		return payload_finish(reader->payload, tree, err);
	return err_set(err, ERR_FORMAT,
		reader->is_svg
			? "SVG without the data of a flame graph of gpuflame's: it was drawn by "
			  "another tool, with --no-javascript, or is truncated"
			: "XML, but not SVG");
}

bool picture_read(struct bytes *in, struct tree *tree, struct input_format *format, struct err *err)
{
	struct picture_reader reader = { .names = tree->names,
		.size = in->size > 0 ? in->size : UINT64_MAX };
	bool ok = parse(&reader, in, err) &&
		  (make_tree(&reader, tree, err) || err_prefix(err, "cannot read '%s'", in->path));

	snprintf(format->text, sizeof(format->text), "flame graph of gpuflame");
	payload_close(reader.payload);
	return ok;
}
