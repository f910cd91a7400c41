#include "stats/parts/range_places.h"

#include <stdlib.h>

#include "base/mem.h"
#include "stats/parts/report.h"

static bool fill(
	struct range_places *places, const struct trace *trace, bool with_tree, struct err *err)
{
	if (places->projected == NULL) {
		struct projected *projected =
			mem_try_zeroed(trace->range_count, sizeof(*projected), err);

		if (projected == NULL || !project_ranges(trace, PROJECT_ALL, projected, err)) {
			free(projected);
			return false;
		}
		places->projected = projected;
	}
	if (with_tree && places->tree.parent == NULL)
		range_tree_init(&places->tree, trace, false);
	return true;
}

const struct range_places *range_places_get(const struct report_run *run, const struct trace *trace,
	bool with_tree, struct range_places *own, struct err *err)
{
	struct range_places_share *share = run->places;
	bool ok;

	if (share == NULL)
		return fill(own, trace, with_tree, err) ? own : NULL;
	pthread_mutex_lock(&share->lock);
	ok = fill(&share->places, trace, with_tree, err);
	pthread_mutex_unlock(&share->lock);
	return ok ? &share->places : NULL;
}

void range_places_release(struct range_places *places)
{
	free(places->projected);
	range_tree_release(&places->tree);
	places->projected = NULL;
}

void range_places_end_use(struct range_places_share *share)
{
	pthread_mutex_lock(&share->lock);
	if (--share->users == 0)
		range_places_release(&share->places);
	pthread_mutex_unlock(&share->lock);
}
