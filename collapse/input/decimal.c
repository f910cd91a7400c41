#include "collapse/input/decimal.h"

#include "base/chars.h"

static bool parse_exponent(const char *at, const char *end, int64_t *exponent)
{
	bool negative = at < end && *at == '-';
	int64_t value = 0;

	at += at < end && (*at == '-' || *at == '+');
	if (at == end)
		return false;
	for (; at < end && is_digit(*at); at++)
		value = value < 1000000 ? value * 10 + (*at - '0') : value;
	*exponent += negative ? -value : value;
	return at == end;
}

bool decimal_parse(const char *text, size_t len, int shift, int64_t *value)
{
	const uint64_t most = UINT64_MAX / 10 - 1;
	const char *at = text, *end = text + len, *point = NULL;
	const bool negative = at < end && *at == '-';
	uint64_t sum = 0,
		 next = 0; /* the digits that count, and the one after them, which rounds */
	int64_t exponent = shift;
	bool is_full = false;

	for (at += negative; at < end && (is_digit(*at) || (*at == '.' && point == NULL)); at++) {
		if (*at == '.') {
			point = at;
		} else if (sum <= most) {
			sum = sum * 10 + (uint64_t)(*at - '0');
			exponent -= point != NULL;
		} else {
			next = is_full ? next : (uint64_t)(*at - '0');
			is_full = true;
			exponent += point == NULL;
		}
	}
	if (at == text || !is_digit(at[-1]))
		return false;
	if (at < end && ((*at != 'e' && *at != 'E') || !parse_exponent(at + 1, end, &exponent)))
		return false;
	for (; exponent > 0 && sum != 0; exponent--) {
		if (__builtin_mul_overflow(sum, 10, &sum))
			return false;
	}
	for (; exponent < 0 && (sum | next) != 0; exponent++) {
		next = sum % 10;
		sum /= 10;
	}
	sum += next >= 5;
	if (sum > INT64_MAX)
		return false;
	*value = negative ? -(int64_t)sum : (int64_t)sum;
	return true;
}
