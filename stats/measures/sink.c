#include "stats/measures/sink.h"

#include <math.h>
#include <stdio.h>

struct cell cell_text(const char *text)
{
	return (struct cell){ .kind = CELL_TEXT, .len = (uint32_t)strlen(text), .is.text = text };
}

struct cell cell_name(const struct names *names, uint32_t name)
{
	if (name == NAME_NONE)
		return cell_text("");
	return (struct cell){
		.kind = CELL_TEXT,
		.len = names->list[name].len,
		.is.text = names->list[name].text,
	};
}

void column_title(const struct column *column, char *text, size_t size)
{
	static const char *const units[] = {
		[COLUMN_TEXT] = "",
		[COLUMN_WORD] = "",
		[COLUMN_COUNT] = "",
		[COLUMN_ID] = "",
		[COLUMN_TIME] = " (ns)",
		[COLUMN_STAMP] = " (ns)",
		[COLUMN_PERCENT] = " (%)",
		[COLUMN_MB] = " (MB)",
		[COLUMN_RATE] = " (MB/s)",
		[COLUMN_GB_RATE] = " (GB/s)",
	};

	snprintf(text, size, "%s%s", column->name, units[column->kind]);
}

int64_t sink_scale(double value, unsigned decimals)
{
	static const double powers[] = { 1, 10, 100, 1000 };
	double scaled = round(value * powers[decimals]);

	if (isnan(scaled))
		return 0;
	if (scaled >= 0x1p63)
		return INT64_MAX;
	return scaled <= -0x1p63 ? INT64_MIN : (int64_t)scaled;
}
