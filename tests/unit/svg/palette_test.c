#include "svg/palette.h"
#include "tests/unit/test.h"

#include <math.h>

/* WCAG 2, AA: the contrast that readable text needs. */
static const double legible = 4.5;

static double luminance(struct rgb color)
{
	const double levels[] = { color.r / 255.0, color.g / 255.0, color.b / 255.0 };
	static const double weights[] = { 0.2126, 0.7152, 0.0722 };
	double sum = 0;

	for (int i = 0; i < 3; i++)
		sum += weights[i] * (levels[i] <= 0.03928 ? levels[i] / 12.92
							  : pow((levels[i] + 0.055) / 1.055, 2.4));
	return sum;
}

/* The contrast of two colours by WCAG 2: 1 to 21. */
static double rgb_contrast(struct rgb a, struct rgb b)
{
	double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;

	return la > lb ? la / lb : lb / la;
}

TEST(themes_can_be_read)
{
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

TEST(idle_is_seen)
{
	for (size_t i = 0; i < theme_color_count; i++) {
		const struct theme_color *color = &theme_colors[i];

		if (color->name[0] != KIND_IDLE)
			continue;
		assert_true(rgb_contrast(color->light, theme_light.bg1) >= 1.5);
		assert_true(rgb_contrast(color->light, theme_light.bg2) >= 1.5);
		assert_true(rgb_contrast(color->dark, theme_dark.bg1) >= 1.5);
		assert_true(rgb_contrast(color->dark, theme_dark.bg2) >= 1.5);
	}
}

TEST(every_colour_can_carry_text)
{
	for (unsigned i = 0; i < 1u << 24; i += 37) {
		struct rgb fill = { (uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i };

		assert_true(rgb_contrast(fill, rgb_text_on(fill)) >= legible);
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
TEST(kinds_are_distinct_for_the_colour_blind)
{
	static const char kernels[] = "manedscy";
	const struct theme_color *range = &theme_colors[0];

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
