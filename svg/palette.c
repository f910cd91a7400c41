#define _GNU_SOURCE /* memmem */
#include "svg/palette.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/word_list.h"

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

static double linear(uint8_t level)
{
	double c = level / 255.0;

	return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(struct rgb c)
{
	return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double rgb_contrast(struct rgb a, struct rgb b)
{
	double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;

	return la > lb ? la / lb : lb / la;
}

struct rgb rgb_text_on(struct rgb fill)
{
	static const struct rgb black = HEX(0x000000), white = HEX(0xffffff);

	return luminance(fill) + 0.05 >= 4.5 * 0.05 ? black : white;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool rgb_parse(const char *text, struct rgb *rgb)
{
	size_t len = strlen(text);
	int d[6];

	if (text[0] != '#' || (len != 4 && len != 7))
		return false;
	for (size_t i = 1; i < len; i++) {
		d[i - 1] = hex_digit(text[i]);
		if (d[i - 1] < 0)
			return false;
	}
	if (len == 4)
		*rgb = (struct rgb){ (uint8_t)(d[0] * 17), (uint8_t)(d[1] * 17),
			(uint8_t)(d[2] * 17) };
	else
		*rgb = (struct rgb){ (uint8_t)(d[0] * 16 + d[1]), (uint8_t)(d[2] * 16 + d[3]),
			(uint8_t)(d[4] * 16 + d[5]) };
	return true;
}

/*
 * The palettes of flamegraph.pl and inferno: each hue is a box in RGB, and three numbers
 * select a point in it (the ranges as both document them).
 */
enum hue { RED, GREEN, BLUE, YELLOW, PURPLE, AQUA, ORANGE, HOT, MEM, IO };

static uint8_t between(int low, int span, double v)
{
	return (uint8_t)(low + (int)(span * v));
}

static struct rgb hue_color(enum hue hue, const double v[3])
{
	switch (hue) {
	case RED:
		return (struct rgb){ between(200, 55, v[0]), between(50, 80, v[0]),
			between(50, 80, v[0]) };
	case GREEN:
		return (struct rgb){ between(50, 60, v[0]), between(200, 55, v[0]),
			between(50, 60, v[0]) };
	case BLUE:
		return (struct rgb){ between(80, 60, v[0]), between(80, 60, v[0]),
			between(205, 50, v[0]) };
	case YELLOW:
		return (struct rgb){ between(175, 55, v[0]), between(175, 55, v[0]),
			between(50, 20, v[0]) };
	case PURPLE:
		return (struct rgb){ between(190, 65, v[0]), between(80, 60, v[0]),
			between(190, 65, v[0]) };
	case AQUA:
		return (struct rgb){ between(50, 60, v[0]), between(165, 55, v[0]),
			between(165, 55, v[0]) };
	case ORANGE:
		return (struct rgb){ between(190, 65, v[0]), between(90, 65, v[0]), 0 };
	case HOT:
		return (struct rgb){ between(205, 50, v[2]), between(0, 230, v[0]),
			between(0, 55, v[1]) };
	case MEM:
		return (struct rgb){ 0, between(190, 50, v[1]), between(0, 210, v[0]) };
	case IO:
		return (struct rgb){ between(80, 60, v[0]), between(80, 60, v[0]),
			between(190, 55, v[1]) };
	}
	return (struct rgb){ 0 };
}

static bool has(const char *name, size_t len, const char *part)
{
	size_t part_len = strlen(part);

	return memmem(name, len, part, part_len) != NULL;
}

static bool begins(const char *name, size_t len, const char *start)
{
	size_t start_len = strlen(start);

	return len >= start_len && memcmp(name, start, start_len) == 0;
}

/* The letter of an annotation at the end, as in "read_[k]", or 0. */
static char annotation(const char *name, size_t len)
{
	return (char)(len >= 4 && memcmp(name + len - 4, "_[", 2) == 0 && name[len - 1] == ']'
			      ? name[len - 2]
			      : 0);
}

static enum hue java_hue(const char *name, size_t len)
{
	char mark = annotation(name, len);
	size_t skip = len > 0 && name[0] == 'L';

	if (mark == 'k')
		return ORANGE;
	if (mark == 'i')
		return AQUA;
	if (mark == 'j')
		return GREEN;
	if (has(name, len, ":::"))
		return GREEN; /* a class and its method, of perf-map-agent */
	if (has(name, len, "::") || begins(name, len, "-[") || begins(name, len, "+["))
		return YELLOW; /* C++, Objective C */
	name += skip;
	len -= skip;
	if (len > 0 && (memchr(name, '/', len) != NULL || (name[0] >= 'A' && name[0] <= 'Z') ||
			       (memchr(name, '.', len) != NULL && name[0] != '[')))
		return GREEN;
	return RED;
}

static enum hue perl_hue(const char *name, size_t len)
{
	if (annotation(name, len) == 'k')
		return ORANGE;
	if (has(name, len, "Perl") || has(name, len, ".pl"))
		return GREEN;
	return has(name, len, "::") ? YELLOW : RED;
}

static enum hue js_hue(const char *name, size_t len)
{
	const char *slash = memchr(name, '/', len);
	char mark = annotation(name, len);

	if (mark == 'k')
		return ORANGE;
	if (mark == 'j')
		return slash != NULL ? GREEN : AQUA;
	if (has(name, len, "::"))
		return YELLOW;
	if (memchr(name, ':', len) != NULL && !has(name, len, ".js"))
		return AQUA;
	return slash != NULL && has(slash, len - (size_t)(slash - name), ".js") ? GREEN : RED;
}

static enum hue python_hue(const char *name, size_t len)
{
	if (annotation(name, len) == 'k')
		return ORANGE;
	if (has(name, len, "site-packages") || has(name, len, "dist-packages"))
		return AQUA; /* installed packages */
	if (has(name, len, "lib/python") || has(name, len, "<frozen ") || begins(name, len, "<"))
		return YELLOW; /* Python's own library */
	return has(name, len, ".py") ? GREEN : RED;
}

static enum hue rust_hue(const char *name, size_t len)
{
	if (begins(name, len, "core::") || begins(name, len, "std::") ||
		begins(name, len, "alloc::") || has(name, len, "as core::") ||
		has(name, len, "as std::") || has(name, len, "as alloc::"))
		return ORANGE;
	return has(name, len, "::") ? YELLOW : RED;
}

static enum hue wakeup_hue(const char *name, size_t len)
{
	(void)name;
	(void)len;
	return AQUA;
}

static enum hue chain_hue(const char *name, size_t len)
{
	return annotation(name, len) == 'w' ? AQUA : BLUE;
}

static const struct palette {
	const char *name;
	enum hue hue;
	enum hue (*hue_of)(const char *name, size_t len); /* NULL: always `hue` */
	const char *background;
} palettes[] = {
	{ "hot", HOT, NULL, "yellow" },
	{ "mem", MEM, NULL, "green" },
	{ "io", IO, NULL, "blue" },
	{ "red", RED, NULL, "grey" },
	{ "green", GREEN, NULL, "grey" },
	{ "blue", BLUE, NULL, "grey" },
	{ "aqua", AQUA, NULL, "grey" },
	{ "yellow", YELLOW, NULL, "grey" },
	{ "purple", PURPLE, NULL, "grey" },
	{ "orange", ORANGE, NULL, "grey" },
	{ "wakeup", AQUA, wakeup_hue, "blue" },
	{ "chain", BLUE, chain_hue, "blue" },
	{ "java", RED, java_hue, "yellow" },
	{ "perl", RED, perl_hue, "yellow" },
	{ "js", RED, js_hue, "yellow" },
	{ "python", RED, python_hue, "yellow" },
	{ "rust", RED, rust_hue, "yellow" },
};

const char *palette_word(size_t index)
{
	if (index == 0)
		return "kind";
	return index <= ARRAY_SIZE(palettes) ? palettes[index - 1].name : NULL;
}

static const struct palette *find_palette(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(palettes); i++) {
		if (strcmp(palettes[i].name, name) == 0)
			return &palettes[i];
	}
	return NULL;
}

bool palette_is_themed(const char *colors)
{
	return strcmp(colors, palette_word(0)) == 0;
}

bool palette_exists(const char *colors)
{
	return word_find(palette_word, colors) != SIZE_MAX;
}

struct rgb palette_color(const char *colors, const char *name, size_t len, const double v[3])
{
	static const struct rgb none = HEX(0xa0a0a0), gap = HEX(0xc8c8c8);
	const struct palette *palette = find_palette(colors);

	if (len == 2 && memcmp(name, "--", 2) == 0)
		return none; /* a separator between stacks of a chain */
	if (len == 1 && name[0] == '-')
		return gap;
	if (palette == NULL)
		return gap;
	return hue_color(palette->hue_of != NULL ? palette->hue_of(name, len) : palette->hue, v);
}

/* In [0, 1), dominated by the first letters: names with a common prefix are close. */
static double hash_begin(const char *name, size_t len, bool backwards)
{
	double hash = 0, weight = 1, most = 0;
	size_t mod = 10;

	for (size_t i = 0; i < len && i < 12; i++) {
		unsigned char c = (unsigned char)name[backwards ? len - 1 - i : i];

		hash += weight * (double)(c % mod) / (double)(mod - 1);
		most += weight;
		weight *= 0.7;
		mod++;
	}
	return most > 0 ? (1 - hash / most) * 0.999 : 0;
}

void palette_numbers(enum svg_hash hash, uint64_t seed, const char *name, size_t len, double v[3])
{
	uint64_t bits;

	if (hash == SVG_HASH_BEGIN) {
		v[0] = hash_begin(name, len, false);
		v[1] = v[2] = hash_begin(name, len, true);
		return;
	}
	bits = mem_hash(name, len, hash == SVG_HASH_RANDOM ? seed : 0);
	for (size_t i = 0; i < 3; i++)
		v[i] = (double)(bits >> 20 * i & 0xfffff) / 0x100000;
}

struct rgb palette_diffusion(double share)
{
	double depth = share < 0 ? 0 : share > 1 ? 1 : share;

	/* The square root, or all but the widest frames would look alike. */
	depth = sqrt(depth);
	return (struct rgb){ 255, (uint8_t)(240 - 190 * depth), (uint8_t)(225 - 195 * depth) };
}

bool palette_background(
	const char *bgcolors, const char *colors, struct rgb *top, struct rgb *bottom)
{
	static const struct {
		const char *name;
		struct rgb top, bottom;
	} backgrounds[] = {
		{ "yellow", HEX(0xeeeeee), HEX(0xeeeeb0) },
		{ "blue", HEX(0xeeeeee), HEX(0xe0e0ff) },
		{ "green", HEX(0xeef2ee), HEX(0xe0ffe0) },
		{ "grey", HEX(0xf8f8f8), HEX(0xe8e8e8) },
		{ "gray", HEX(0xf8f8f8), HEX(0xe8e8e8) },
	};
	const struct palette *palette = find_palette(colors);

	if (bgcolors == NULL && palette == NULL) {
		*top = theme_light.bg1;
		*bottom = theme_light.bg2;
		return true;
	}
	if (bgcolors == NULL)
		bgcolors = palette->background;
	for (size_t i = 0; i < ARRAY_SIZE(backgrounds); i++) {
		if (strcmp(backgrounds[i].name, bgcolors) == 0) {
			*top = backgrounds[i].top;
			*bottom = backgrounds[i].bottom;
			return true;
		}
	}
	if (!rgb_parse(bgcolors, top))
		return false;
	*bottom = *top;
	return true;
}
