#include "svg/palette.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

#define HEX(x)                                                                        \
	{                                                                             \
		(uint8_t)((x) >> 16), (uint8_t)((x) >> 8 & 0xff), (uint8_t)((x)&0xff) \
	}

/*
 * Structure is grey, darker and lighter by level, and colour is for work alone: nine hues that are
 * distinguishable for the colour-blind (after Paul Tol), the same in both themes. What is idle is
 * close to the background.
 */
const struct theme_color theme_colors[] = {
	{ "r0", HEX(0xd9dce6), HEX(0x3d414d) },
	{ "r1", HEX(0xd0d4e0), HEX(0x444956) },
	{ "r2", HEX(0xe7e9f0), HEX(0x2e313a) },
	{ "r3", HEX(0xdfe2ea), HEX(0x353943) },
	{ "m0", HEX(0x4477aa), HEX(0x4477aa) },
	{ "a0", HEX(0xee6677), HEX(0xee6677) },
	{ "n0", HEX(0xccbb44), HEX(0xccbb44) },
	{ "e0", HEX(0x66ccaa), HEX(0x55b898) },
	{ "d0", HEX(0xaacc55), HEX(0x99b84d) },
	{ "s0", HEX(0xeedd88), HEX(0xe0cf7a) },
	{ "c0", HEX(0xaa3377), HEX(0xaa3377) },
	{ "y0", HEX(0x77bbee), HEX(0x66aadd) },
	{ "o0", HEX(0xb8aea2), HEX(0x978e83) },
	{ "z0", HEX(0xf3f3f5), HEX(0x23252b) },
	{ "w0", HEX(0xdddddd), HEX(0x5c5c5c) },
	{ "u1", HEX(0xf7d0c8), HEX(0x6b4640) },
	{ "u2", HEX(0xf2ab9c), HEX(0x84453a) },
	{ "u3", HEX(0xec8672), HEX(0x9c4232) },
	{ "u4", HEX(0xe5624c), HEX(0xb03a28) },
	{ "v1", HEX(0xcfdcf2), HEX(0x414d66) },
	{ "v2", HEX(0xa9c3ea), HEX(0x3a5480) },
	{ "v3", HEX(0x84a9e1), HEX(0x335b99) },
	{ "v4", HEX(0x5f8fd8), HEX(0x2b5ca8) },
};
const size_t theme_color_count = ARRAY_SIZE(theme_colors);

bool theme_color_is_work(const struct theme_color *color)
{
	return strchr("rzuvw", color->name[0]) == NULL;
}

const struct theme theme_light = {
	.label = HEX(0x111111),
	.text = HEX(0x1b1b1b),
	.bg1 = HEX(0xfcfcfd),
	.bg2 = HEX(0xf1f1f4),
};
const struct theme theme_dark = {
	.label = HEX(0xf6f6f6),
	.text = HEX(0xe6e6e6),
	.bg1 = HEX(0x1b1d23),
	.bg2 = HEX(0x14161a),
};
const struct rgb hot_bg1 = HEX(0xeeeeee), hot_bg2 = HEX(0xeeeeb0);

static double linear(uint8_t level)
{
	double c = level / 255.0;

	return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(struct rgb c)
{
	return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

struct rgb rgb_text_on(struct rgb fill)
{
	static const struct rgb black = HEX(0x000000), white = HEX(0xffffff);

	return luminance(fill) + 0.05 >= 4.5 * 0.05 ? black : white;
}

struct rgb palette_hot(const char *name, size_t len)
{
	uint64_t bits = mem_hash(name, len, 0);
	double v[3];

	for (size_t i = 0; i < ARRAY_SIZE(v); i++)
		v[i] = (double)(bits >> 20 * i & 0xfffff) / 0x100000;
	return (struct rgb){ (uint8_t)(205 + (int)(50 * v[2])), (uint8_t)(230 * v[0]),
		(uint8_t)(55 * v[1]) };
}

struct rgb palette_diffusion(double share)
{
	double depth = share < 0 ? 0 : share > 1 ? 1 : share;

	/* The square root, or all but the widest frames would look alike. */
	depth = sqrt(depth);
	return (struct rgb){ 255, (uint8_t)(240 - 190 * depth), (uint8_t)(225 - 195 * depth) };
}
