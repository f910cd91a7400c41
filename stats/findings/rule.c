#include "stats/findings/rule.h"

#include <assert.h>

void finding_add_number(
	struct finding *finding, const char *name, enum number_kind kind, double value)
{
	assert(finding->number_count < FINDING_NUMBERS);
	finding->numbers[finding->number_count++] = (struct finding_number){ name, kind, value };
}
