#include "cmd/stats_notes.h"

#include <stdio.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/units.h"
#include "cmd/diagnostics_print.h"

void stats_begin_note(const char *label)
{
	struct err name = { 0 };

	if (label == NULL) {
		fputs("gpuflame: note: ", stderr);
		return;
	}
	err_set(&name, ERR_FORMAT, "%s", label); /* err_set() cleans it */
	fprintf(stderr, "gpuflame: note: '%s': ", name.msg);
}

void stats_say_loss(const struct stats_notes *notes, const char *label)
{
	const struct oddities *odd = &notes->odd;
	const struct {
		uint64_t count;
		const char *what;
	} lines[] = {
		{ odd->ranges_never_closed,
			"ranges were never closed; assumed to last until the end of the report" },
		{ odd->ops_without_launch, "GPU operations have no launch record" },
		{ odd->rows_without_time + odd->rows_backwards,
			"rows of GPU operations skipped: no valid time" },
		{ odd->range_rows_bad, "rows of ranges skipped: no valid time or thread" },
		{ odd->api_rows_bad, "rows of API calls skipped: no valid time or thread" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		char count[UNITS_SIZE];

		units_count(lines[i].count, count, sizeof(count));
		if (lines[i].count == 0)
			continue;
		stats_begin_note(label);
		fprintf(stderr, "%s %s\n", count, lines[i].what);
	}
	diagnostics_print(&notes->diagnostics);
}
