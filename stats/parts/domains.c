#include "stats/parts/domains.h"

#include <string.h>

bool domain_is(const struct trace *trace, const struct range *range, const char *domain)
{
	uint32_t name = range->domain != TRACE_NONE ? trace->domains[range->domain] : NAME_NONE;

	return name != NAME_NONE && strcmp(trace->names->list[name].text, domain) == 0;
}
