#include "collapse/input/decimal.h"

/* A number in parts: the value is digits * 10^exponent. */
struct parts {
	bool negative;
	const char *digits, *end; /* digits, possibly with one '.' among them */
	int64_t exponent;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *skip_digits(const char *at, const char *end)
{
	while (at < end && is_digit(*at))
		at++;
	return at;
}

static bool parse_exponent(const char *at, const char *end, int64_t *exponent)
{
	bool negative = at < end && *at == '-';
	int64_t value = 0;

	if (at < end && (*at == '-' || *at == '+'))
		at++;
	if (at == end || skip_digits(at, end) != end)
		return false;
	for (; at < end; at++) {
		if (value < 1000000)
			value = value * 10 + (*at - '0');
	}
	*exponent = negative ? -value : value;
	return true;
}

static bool take_apart(const char *at, const char *end, struct parts *parts)
{
	const char *stop;

	*parts = (struct parts){ .negative = at < end && *at == '-' };
	if (parts->negative)
		at++;
	parts->digits = at;
	stop = skip_digits(at, end);
	if (stop == at && (stop == end || *stop != '.'))
		return false;
	if (stop < end && *stop == '.') {
		const char *fraction = stop + 1;

		stop = skip_digits(fraction, end);
		if (stop == fraction)
			return false;
		parts->exponent = fraction - stop;
	}
	parts->end = stop;
	if (stop < end && (*stop == 'e' || *stop == 'E')) {
		int64_t written;

		if (!parse_exponent(stop + 1, end, &written))
			return false;
		parts->exponent += written;
		stop = end;
	}
	return stop == end;
}

/*
 * Handles nearly all numbers of a trace in one pass: digits, possibly with a '.', and few
 * enough for 64 bits. False: decimal_parse() has to look closer.
 */
static bool parse_plain(const char *at, const char *end, int shift, int64_t *value)
{
	const char *first = at, *point = NULL;
	uint64_t sum = 0;

	if (end - at > 20)
		return false;
	for (; at < end; at++) {
		if (is_digit(*at))
			sum = sum * 10 + (uint64_t)(*at - '0');
		else if (*at == '.' && point == NULL && at > first && at + 1 < end)
			point = at;
		else
			return false;
	}
	shift -= point != NULL ? (int)(end - point) - 1 : 0;
	if (first == end || shift < 0 || end - first - (point != NULL) + shift > 19)
		return false;
	while (shift-- > 0)
		sum *= 10;
	if (sum > INT64_MAX)
		return false;
	*value = (int64_t)sum;
	return true;
}

bool decimal_parse(const char *text, size_t len, int shift, int64_t *value)
{
	struct parts parts;
	int64_t sum = 0, left = 0;
	bool round_up = false;

	if (parse_plain(text, text + len, shift, value))
		return true;
	if (!take_apart(text, text + len, &parts))
		return false;
	parts.exponent += shift;
	/* Digits that count; the first one after them rounds, the rest are ignored. */
	for (const char *at = parts.digits; at < parts.end; at++)
		left += *at != '.';
	left += parts.exponent < 0 ? parts.exponent : 0;
	for (const char *at = parts.digits; at < parts.end && left >= 0; at++) {
		if (*at == '.')
			continue;
		if (left-- == 0) {
			round_up = *at >= '5';
			break;
		}
		if (__builtin_mul_overflow(sum, 10, &sum) ||
			__builtin_add_overflow(sum, *at - '0', &sum))
			return false;
	}
	for (; parts.exponent > 0 && sum != 0; parts.exponent--) {
		if (__builtin_mul_overflow(sum, 10, &sum))
			return false;
	}
	if (round_up && __builtin_add_overflow(sum, 1, &sum))
		return false;
	*value = parts.negative ? -sum : sum;
	return true;
}
