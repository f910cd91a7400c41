#include "stats/findings/rule.h"

#include <assert.h>

void finding_add_number(
	struct finding *finding, const char *name, enum number_kind kind, double value)
{
	assert(finding->number_count < FINDING_NUMBERS);
	finding->numbers[finding->number_count++] = (struct finding_number){ name, kind, value };
}

void finding_add_pieces(struct finding *finding, const struct lost *loss, const char *pieces)
{
	if (loss->count == 0)
		return;
	finding_add_number(finding, pieces, NUMBER_COUNT, (double)loss->count);
	finding_add_number(finding, "mean", NUMBER_NS, (double)loss->ns / (double)loss->count);
	if (loss->longest > 0)
		finding_add_number(finding, "longest", NUMBER_NS, (double)loss->longest);
}
