#include "svg/svg.h"

#include <stdio.h>

#include "base/mem.h"

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
		[SVG_BY_DEFAULT] = "auto",
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
		.minwidth = SVG_MINWIDTH,
		.fontsize = 12,
		.factor = 1,
		.change_threshold = 0.5,
		.ops_scale = 1,
		.order = SVG_BY_DEFAULT,
		.cells_bytes = 256 << 10,
		.javascript = true,
	};
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
	if (options->minwidth < 0 || options->minwidth > MAX_WIDTH)
		return err_set(err, ERR_USAGE, "option '--minwidth' takes 0 to %d", MAX_WIDTH);
	if (options->factor < 1e-9 || options->factor > 1e12)
		return err_set(err, ERR_USAGE, "option '--factor' takes 1e-9 to 1e12");
	if (options->change_threshold < 0 || options->change_threshold > 100)
		return err_set(err, ERR_USAGE, "option '--change-threshold' takes 0 to 100");
	if (options->total < 0)
		return err_set(err, ERR_USAGE, "option '--total' takes 0 or more");
	return true;
}
