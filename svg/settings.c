#include "svg/svg.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <libxml/encoding.h>
#include <libxml/tree.h>

#include "base/mem.h"
#include "base/word_list.h"
#include "svg/highlight.h"
#include "svg/palette.h"
#include "svg/xml.h"

enum {
	MIN_WIDTH = 100,
	MAX_WIDTH = 100000,
	MAX_FRAME_HEIGHT = 1000,
};

const char *svg_order_word(size_t index)
{
	static const char *const words[] = {
		[SVG_BY_NAME] = "name",
		[SVG_BY_WIDTH] = "width",
		[SVG_BY_TIME] = "time",
		[SVG_BY_CHANGE] = "change",
	};

	return index < ARRAY_SIZE(words) ? words[index] : NULL;
}

const char *svg_change_word(size_t index)
{
	static const char *const words[] = {
		[SVG_CHANGE_AMOUNT] = "amount", [SVG_CHANGE_SHARE] = "share"
	};

	return index < ARRAY_SIZE(words) ? words[index] : NULL;
}

void svg_options_init(struct svg_options *options)
{
	*options = (struct svg_options){
		.nametype = SVG_NAMETYPE,
		.fonttype = "system-ui,Verdana,sans-serif",
		.colors = palette_word(0),
		.search_color = "#e600e6",
		.stroke_color = "none",
		.encoding = "UTF-8",
		.minwidth = 0.1,
		.fontsize = 12,
		.fontwidth = 0.59,
		.factor = 1,
		.change_threshold = 0.5,
		.ops_scale = 1,
		.javascript = true,
	};
}

static bool fail_color(const char *option, const char *color, struct err *err)
{
	return err_set(err, ERR_USAGE, "option '--%s': unknown colour '%s'; expected #rrggbb",
		option, color);
}

/* Letters, of any script, and punctuation used in lists of font names. */
static bool is_font(const char *font)
{
	static const char others[] = " ,'\"-_.";
	char quote = '\0';

	for (const char *c = font; *c != '\0'; c++) {
		if ((unsigned char)*c < 0x80 && !isalnum((unsigned char)*c) &&
			strchr(others, *c) == NULL)
			return false;
		if (quote == *c)
			quote = '\0';
		else if (quote == '\0' && (*c == '\'' || *c == '"'))
			quote = *c;
	}
	return font[0] != '\0' && quote == '\0';
}

static bool check_colors(const struct svg_options *options, struct err *err)
{
	char list[256] = "";
	struct rgb top, bottom;

	if (!palette_exists(options->colors)) {
		word_list(list, sizeof(list), palette_word, "or");
		return err_set(err, ERR_USAGE,
			"option '--colors': unknown palette '%s'; expected one of %s",
			options->colors, list);
	}
	if (options->bgcolors != NULL &&
		!palette_background(options->bgcolors, options->colors, &top, &bottom))
		return err_set(err, ERR_USAGE,
			"option '--bgcolors': unknown background '%s'; expected yellow, blue, "
			"green, grey or #rrggbb",
			options->bgcolors);
	if (!rgb_parse(options->search_color, &top))
		return fail_color("search-color", options->search_color, err);
	if (strcmp(options->stroke_color, "none") != 0 && !rgb_parse(options->stroke_color, &top))
		return fail_color("stroke-color", options->stroke_color, err);
	if (options->uicolor != NULL && !rgb_parse(options->uicolor, &top))
		return fail_color("uicolor", options->uicolor, err);
	return true;
}

/* Whether the encoding contains ASCII unchanged. */
static bool has_ascii(xmlCharEncodingHandlerPtr handler)
{
	enum { FIRST = ' ', LAST = '~' };
	char ascii[LAST - FIRST + 3] = "\t\n";
	xmlBufferPtr in = xmlBufferCreate(), out = xmlBufferCreate();
	bool ok = false;

	for (size_t i = 2; i < sizeof(ascii); i++)
		ascii[i] = (char)(FIRST + i - 2);
	if (in != NULL && out != NULL &&
		xmlBufferAdd(in, (const xmlChar *)ascii, sizeof(ascii)) == 0 &&
		xmlCharEncInFunc(handler, out, in) >= 0)
		ok = xmlBufferLength(out) == (int)sizeof(ascii) &&
		     memcmp(xmlBufferContent(out), ascii, sizeof(ascii)) == 0;
	xmlBufferFree(in);
	xmlBufferFree(out);
	return ok;
}

/* An encoding that contains ASCII: other characters are written as references. */
static bool is_encoding(const char *name)
{
	xmlCharEncodingHandlerPtr handler;
	bool ok;

	if (strcasecmp(name, "UTF-8") == 0)
		return true;
	if (name[0] == '\0' ||
		name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789._-")] != '\0')
		return false;
	xml_quiet();
	handler = xmlFindCharEncodingHandler(name);
	if (handler == NULL)
		return false;
	ok = has_ascii(handler);
	xmlCharEncCloseFunc(handler);
	return ok;
}

bool svg_options_check(const struct svg_options *options, struct err *err)
{
	if (options->width != 0 && (options->width < MIN_WIDTH || options->width > MAX_WIDTH))
		return err_set(
			err, ERR_USAGE, "option '--width' takes %d to %d", MIN_WIDTH, MAX_WIDTH);
	if (options->frame_height == 1 || options->frame_height > MAX_FRAME_HEIGHT)
		return err_set(err, ERR_USAGE, "option '--height' takes 2 to %d", MAX_FRAME_HEIGHT);
	if (options->fontsize < 1 || options->fontsize > MAX_FRAME_HEIGHT)
		return err_set(
			err, ERR_USAGE, "option '--fontsize' takes 1 to %d", MAX_FRAME_HEIGHT);
	if (options->fontwidth < 0.1 || options->fontwidth > 10)
		return err_set(err, ERR_USAGE, "option '--fontwidth' takes 0.1 to 10");
	if (options->minwidth < 0 || options->minwidth > MAX_WIDTH)
		return err_set(err, ERR_USAGE, "option '--minwidth' takes 0 to %d", MAX_WIDTH);
	if (options->factor < 1e-9 || options->factor > 1e12)
		return err_set(err, ERR_USAGE, "option '--factor' takes 1e-9 to 1e12");
	if (options->change_threshold < 0 || options->change_threshold > 100)
		return err_set(err, ERR_USAGE, "option '--change-threshold' takes 0 to 100");
	if (options->total < 0)
		return err_set(err, ERR_USAGE, "option '--total' takes 0 or more");
	if (!is_font(options->fonttype))
		return err_set(err, ERR_USAGE,
			"option '--fonttype': '%s' is not a list of font names such as Verdana, "
			"\"DejaVu Sans\"",
			options->fonttype);
	if (!is_encoding(options->encoding))
		return err_set(err, ERR_USAGE,
			"option '--encoding': no encoding '%s' that contains ASCII",
			options->encoding);
	if (options->highlight != NULL && !highlight_check(options->highlight, err))
		return false;
	return check_colors(options, err);
}
