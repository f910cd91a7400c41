#include "svg/palette.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* WCAG 2, AA: the contrast that readable text needs. */
static const double legible = 4.5;

static void themes_can_be_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < theme_color_count; i++) {
		const struct theme_color *color = &theme_colors[i];

		bool is_work = theme_color_is_work(color);
		struct rgb on_work = rgb_text_on(color->light);

		if (on_work.r == 0) /* as in svg/css.c */
			on_work = (struct rgb){ 0x11, 0x11, 0x11 };
		if (rgb_contrast(color->light, is_work ? on_work : theme_light.label) < legible)
			fail_msg("%s is not legible in light", color->name);
		if (rgb_contrast(color->dark, is_work ? on_work : theme_dark.label) < legible)
			fail_msg("%s is not legible in dark", color->name);
	}
	assert_true(rgb_contrast(theme_light.text, theme_light.bg1) >= legible);
	assert_true(rgb_contrast(theme_light.text, theme_light.bg2) >= legible);
	assert_true(rgb_contrast(theme_dark.text, theme_dark.bg1) >= legible);
	assert_true(rgb_contrast(theme_dark.text, theme_dark.bg2) >= legible);
}

static void palettes_can_be_read(void **state)
{
	static const char *const names[] = { "a", "std::x", "read_[k]", "java/lang/X", "x_[i]",
		"y_[j]", "Perl", "a:b", "/x.js", "-", "--", "core::x", "site-packages", "w_[w]" };

	(void)state;
	for (size_t p = 0; palette_word(p) != NULL; p++) {
		for (size_t n = 0; n < ARRAY_SIZE(names); n++) {
			for (int i = 0; i < 1000; i++) {
				const double v[3] = { i % 10 / 9.01, i / 10 % 10 / 9.01,
					i / 100 / 9.01 };
				struct rgb fill = palette_color(
					palette_word(p), names[n], strlen(names[n]), v);

				assert_true(rgb_contrast(fill, rgb_text_on(fill)) >= legible);
			}
		}
	}
}

/* As flamegraph.pl computes them, from three numbers that differ. */
static void palettes_have_their_colours(void **state)
{
	static const double v[3] = { 0.5, 0.25, 0.75 };
	static const struct {
		const char *palette, *name;
		struct rgb color;
	} cases[] = {
		{ "hot", "a", { 205 + 37, 115, 13 } },
		{ "mem", "a", { 0, 190 + 12, 105 } },
		{ "io", "a", { 80 + 30, 80 + 30, 190 + 13 } },
		{ "red", "a", { 200 + 27, 50 + 40, 50 + 40 } },
		{ "green", "a", { 50 + 30, 200 + 27, 50 + 30 } },
		{ "blue", "a", { 80 + 30, 80 + 30, 205 + 25 } },
		{ "yellow", "a", { 175 + 27, 175 + 27, 50 + 10 } },
		{ "purple", "a", { 190 + 32, 80 + 30, 190 + 32 } },
		{ "aqua", "a", { 50 + 30, 165 + 27, 165 + 27 } },
		{ "orange", "a", { 190 + 32, 90 + 32, 0 } },
		{ "java", "java/lang/X", { 50 + 30, 200 + 27, 50 + 30 } },
		{ "java", "a::b", { 175 + 27, 175 + 27, 50 + 10 } },
		{ "java", "read_[k]", { 190 + 32, 90 + 32, 0 } },
		{ "java", "x_[i]", { 50 + 30, 165 + 27, 165 + 27 } },
		{ "java", "x", { 200 + 27, 50 + 40, 50 + 40 } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *name = cases[i].name;
		struct rgb got = palette_color(cases[i].palette, name, strlen(name), v);

		if (memcmp(&got, &cases[i].color, sizeof(got)) != 0)
			fail_msg("%s, %s: %d %d %d", cases[i].palette, name, got.r, got.g, got.b);
	}
}

static void every_colour_can_carry_text(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 1u << 24; i += 37) {
		struct rgb fill = { (uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i };

		assert_true(rgb_contrast(fill, rgb_text_on(fill)) >= legible);
	}
	for (int i = 0; i <= 100; i++) {
		struct rgb fill = palette_diffusion(i / 100.0);

		assert_true(rgb_contrast(fill, rgb_text_on(fill)) >= legible);
	}
}

static void backgrounds_can_carry_text(void **state)
{
	(void)state;
	for (size_t i = 0; palette_word(i) != NULL; i++) {
		struct rgb top, bottom;

		assert_true(palette_background(NULL, palette_word(i), &top, &bottom));
		assert_true(rgb_contrast(top, theme_light.text) >= legible);
		assert_true(rgb_contrast(bottom, theme_light.text) >= legible);
	}
}

static double apart(struct rgb a, struct rgb b)
{
	int r = a.r - b.r, g = a.g - b.g, bl = a.b - b.b;

	return r * r + g * g + bl * bl;
}

/*
 * How a person without one kind of cones sees a colour (Viénot, Brettel and
 * Mollon, 1999, in linear light; here the sRGB curve is approximated by a
 * square).
 */
static struct rgb as_seen_by(int kind, struct rgb c)
{
	double r = c.r * c.r, g = c.g * c.g, b = c.b * c.b, red, blue;

	if (kind == 0) { /* protanopia */
		red = 0.11238 * r + 0.88762 * g;
		blue = 0.00401 * r - 0.00401 * g + b;
	} else { /* deuteranopia */
		red = 0.29275 * r + 0.70725 * g;
		blue = -0.02234 * r + 0.02234 * g + b;
	}
	if (blue < 0)
		blue = 0;
	return (struct rgb){ (uint8_t)sqrt(red), (uint8_t)sqrt(red),
		(uint8_t)(blue > 65025 ? 255 : sqrt(blue)) };
}

/* No kind of kernel looks like a range, to any eyes, and no two look alike. */
static void kinds_are_distinct_for_the_colour_blind(void **state)
{
	static const char kernels[] = "manedscy";
	const struct theme_color *range = &theme_colors[0];

	(void)state;
	for (int eyes = 0; eyes < 2; eyes++) {
		for (size_t i = 0; i < theme_color_count; i++) {
			const struct theme_color *a = &theme_colors[i];

			if (strchr(kernels, a->name[0]) == NULL || a->name[1] != '0')
				continue;
			assert_true(apart(as_seen_by(eyes, a->light),
					    as_seen_by(eyes, range->light)) > 300);
			for (size_t j = 0; j < i; j++) {
				const struct theme_color *b = &theme_colors[j];

				if (strchr(kernels, b->name[0]) == NULL || b->name[1] != '0')
					continue;
				if (apart(as_seen_by(eyes, a->light), as_seen_by(eyes, b->light)) <
					300)
					fail_msg("%s and %s look alike", a->name, b->name);
			}
		}
	}
}

static void colours_are_parsed(void **state)
{
	struct rgb rgb;

	(void)state;
	assert_true(rgb_parse("#12aBfF", &rgb));
	assert_int_equal(rgb.r, 0x12);
	assert_int_equal(rgb.g, 0xab);
	assert_int_equal(rgb.b, 0xff);
	assert_true(rgb_parse("#1f0", &rgb));
	assert_int_equal(rgb.g, 0xff);
	assert_false(rgb_parse("12abff", &rgb));
	assert_false(rgb_parse("#12abf", &rgb));
	assert_false(rgb_parse("#12abfg", &rgb));
	assert_false(rgb_parse("#12abff;", &rgb));
}

/* --hash: "foobar" and "foobaz" are nearer than "foobar" and "quux". */
static void names_with_a_common_prefix_have_similar_colours(void **state)
{
	double a[3], b[3], c[3];

	(void)state;
	palette_numbers(SVG_HASH_BEGIN, 0, "foobarbar1", 10, a);
	palette_numbers(SVG_HASH_BEGIN, 0, "foobarbar2", 10, b);
	palette_numbers(SVG_HASH_BEGIN, 0, "quux", 4, c);
	assert_true(fabs(a[0] - b[0]) < fabs(a[0] - c[0]));
	/* the second number is the first of the name read backwards */
	palette_numbers(SVG_HASH_BEGIN, 0, "1rabraboof", 10, b);
	assert_true(fabs(a[1] - b[0]) < 1e-12 && fabs(a[0] - b[1]) < 1e-12);
	palette_numbers(SVG_HASH_NAME, 1, "foo", 3, a);
	palette_numbers(SVG_HASH_NAME, 2, "foo", 3, b);
	assert_memory_equal(a, b, sizeof(a));
	palette_numbers(SVG_HASH_RANDOM, 1, "foo", 3, a);
	palette_numbers(SVG_HASH_RANDOM, 2, "foo", 3, b);
	assert_memory_not_equal(a, b, sizeof(a));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(themes_can_be_read),
		cmocka_unit_test(palettes_can_be_read),
		cmocka_unit_test(palettes_have_their_colours),
		cmocka_unit_test(every_colour_can_carry_text),
		cmocka_unit_test(backgrounds_can_carry_text),
		cmocka_unit_test(kinds_are_distinct_for_the_colour_blind),
		cmocka_unit_test(colours_are_parsed),
		cmocka_unit_test(names_with_a_common_prefix_have_similar_colours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
