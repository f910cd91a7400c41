#include "base/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* As "%.*f" with up to two decimals, but faster: pictures have many numbers. */
void units_number(double number, int decimals, char *text, size_t size)
{
	static const unsigned scales[] = { 1, 10, 100 };
	double scaled = number * scales[decimals];
	double whole = floor(scaled);
	char digits[16], *at = digits + sizeof(digits);
	unsigned rounded;
	int behind = decimals;

	/* halfway between two, the number's last bit decides: leave it to printf */
	if (size < sizeof(digits) || !(scaled >= 0 && scaled < 1e8) ||
		fabs(scaled - whole - 0.5) < 1e-6) {
		snprintf(text, size, "%.*f", decimals, number);
		return;
	}
	rounded = (unsigned)(scaled + 0.5);
	*--at = '\0';
	do {
		*--at = (char)('0' + rounded % 10);
		rounded /= 10;
		if (--behind == 0)
			*--at = '.';
	} while (rounded > 0 || behind >= 0);
	memcpy(text, at, (size_t)(digits + sizeof(digits) - at));
}

void units_time(uint64_t ns, char *text, size_t size)
{
	static const struct {
		double ns;
		const char *name;
	} units[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "us" } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		double value = (double)ns / units[i].ns;
		int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
		size_t end;

		/* 999,999 ns is "1.00 ms": a value that rounds up to a unit is shown in it */
		if (value < 0.9995)
			continue;
		units_number(value, decimals, text, size);
		end = strlen(text);
		if (end + 4 <= size) {
			text[end] = ' ';
			memcpy(text + end + 1, units[i].name, strlen(units[i].name) + 1);
		}
		return;
	}
	snprintf(text, size, "%" PRIu64 " ns", ns);
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
