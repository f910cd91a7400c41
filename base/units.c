#include "base/units.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/chars.h"

void units_time(uint64_t ns, char *text, size_t size)
{
	static const struct {
		double ns;
		const char *name;
	} units[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "us" } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		double value = (double)ns / units[i].ns;
		int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;

		/* 999,999 ns is "1.00 ms": a value that rounds up to a unit is shown in it */
		if (value < 0.9995)
			continue;
		snprintf(text, size, "%.*f %s", decimals, value, units[i].name);
		return;
	}
	snprintf(text, size, "%" PRIu64 " ns", ns);
}

int units_digits(const char *unit, size_t len)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };

	for (int i = 0; i < 4; i++) {
		if (is_word(unit, len, units[i]))
			return 3 * i;
	}
	return -1;
}

void units_count(uint64_t count, char *text, size_t size)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, count);
	size_t at = 0;

	for (int i = 0; i < len && at + 2 < size; i++) {
		if (i > 0 && (len - i) % 3 == 0)
			text[at++] = ',';
		text[at++] = digits[i];
	}
	text[at] = '\0';
}
