#include "svg/palette.h"

#include <math.h>

#include "base/mem.h"

#define HEX(x)                                                                        \
	{                                                                             \
		(uint8_t)((x) >> 16), (uint8_t)((x) >> 8 & 0xff), (uint8_t)((x)&0xff) \
	}

/*
 * Structure is grey, darker and lighter by level, and colour is for work alone: nine hues that are
 * distinguishable for the colour-blind (after Paul Tol), the same in both themes. Other kernels
 * have one of four muted colours by their name, since they are often all there is. What is idle is
 * grey, too, and hatched, as communication is that computation hides.
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
	{ "h0", HEX(0xd9a3c2), HEX(0xd9a3c2) },
	{ "y0", HEX(0x77bbee), HEX(0x66aadd) },
	{ "o0", HEX(0xb8aea2), HEX(0x978e83) },
	{ "o1", HEX(0xa9b59f), HEX(0x8b9780) },
	{ "o2", HEX(0xc3a8a4), HEX(0x9f8783) },
	{ "o3", HEX(0xafa8bd), HEX(0x918b9d) },
	{ "z0", HEX(0xb9bcc6), HEX(0x474b56) },
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
