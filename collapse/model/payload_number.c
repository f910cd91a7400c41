#include "collapse/model/payload_number.h"

#include <string.h>

bool payload_number(const char *json, const char *key, uint64_t *number)
{
	const char *at = strstr(json, key);
	uint64_t value = 0;
	bool any = false;

	if (at == NULL)
		return false;
	at += strlen(key);
	while (*at != '\0' && *at != ':')
		at++;
	at += strspn(at, ": \"");
	for (; *at >= '0' && *at <= '9'; at++) {
		if (__builtin_mul_overflow(value, 10u, &value) ||
			__builtin_add_overflow(value, (uint64_t)(*at - '0'), &value))
			return false;
		any = true;
	}
	*number = value;
	return any;
}
