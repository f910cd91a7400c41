#include "stats/measures/report.h"

#include <math.h>
#include <stdio.h>

#include "collapse/plan/train_steps.h"

static bool has_domain(const struct trace *trace, const char *domain)
{
	for (uint32_t i = 0; i < trace->domain_ids.count; i++) {
		uint32_t name = trace->domains[i];

		if (name != NAME_NONE && strcmp(trace->names->list[name].text, domain) == 0)
			return true;
	}
	return false;
}

static bool has_steps(const struct trace *trace)
{
	for (size_t i = 0; i < trace->range_count; i++) {
		if (trace->ranges[i].is_step)
			return true;
	}
	return false;
}

unsigned report_met(const struct trace *trace)
{
	unsigned met = 0;

	met |= trace->details != NULL || trace->op_count == 0 ? NEED_DETAILS : 0u;
	met |= trace->op_end[OP_KERNEL] > 0 ? NEED_KERNELS : 0u;
	met |= trace->op_end[OP_MEMSET] > trace->op_end[OP_KERNEL] ? NEED_MEMORY : 0u;
	met |= trace->sums == NULL ? NEED_EVENTS : 0u;
	met |= trace->op_count > 0 ? NEED_OPS : 0u;
	met |= trace->op_count > 0 || trace->path_count > 0 ? NEED_PATH : 0u;
	met |= trace->api_count > 0 || trace->odd.ops_without_launch < trace->op_count ? NEED_API
										       : 0u;
	met |= trace->range_count > 0 ? NEED_RANGES : 0u;
	met |= (met & (NEED_KERNELS | NEED_RANGES)) != 0 ? NEED_NAMED : 0u;
	met |= has_domain(trace, "NCCL") ? NEED_NCCL : 0u;
	met |= trace->metric_count > 0 ? NEED_MEMORY_USE : 0u;
	met |= trace->work_count > 0 ? NEED_FLOPS : 0u;
	met |= has_steps(trace) ? NEED_STEPS : 0u;
	return met;
}

const struct need_words report_needs[NEEDS] = {
#define NEED(name, word, what) { word, what },
#include "stats/measures/needs.list"
#undef NEED
};

const char *report_lack(unsigned lacks)
{
	return report_needs[__builtin_ctz(lacks)].what;
}

/* --- cells ----------------------------------------------------------------------------- */

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
