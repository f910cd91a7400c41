#include "stats/report.h"

#include <stdint.h>
#include <string.h>

#include "base/suggest.h"
#include "collapse/plan/step_names.h"

/* Whether it is one of the words that ", " divides. */
static bool is_word(const char *words, const char *text, size_t len)
{
	while (words != NULL && *words != '\0') {
		size_t word = strcspn(words, ", ");

		if (word == len && memcmp(words, text, len) == 0)
			return true;
		words += word;
		words += strspn(words, ", ");
	}
	return false;
}

const struct report *report_find(const char *name, size_t len)
{
	for (size_t i = 0; report_registry[i] != NULL; i++) {
		if (is_word(report_registry[i]->name, name, len) ||
			is_word(report_registry[i]->alias, name, len))
			return report_registry[i];
	}
	return NULL;
}

const char *report_suggest(const char *name)
{
	struct suggest suggest = { .word = name };

	for (size_t i = 0; report_registry[i] != NULL; i++)
		suggest_offer(&suggest, report_registry[i]->name);
	return suggest_nearest(&suggest);
}

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
	uint32_t last = NAME_NONE;

	for (size_t i = 0; i < trace->range_count; i++) {
		uint32_t name = trace->ranges[i].name;
		size_t prefix;

		if (name == last || name == NAME_NONE)
			continue;
		last = name;
		if (step_name_is(
			    trace->names->list[name].text, trace->names->list[name].len, &prefix))
			return true;
	}
	return false;
}

bool report_is_by_file(const struct report *report)
{
	return report->show != NULL || report->by_file;
}

unsigned report_met(const struct trace *trace)
{
	unsigned met = 0;

	met |= trace->details != NULL || trace->op_count == 0 ? NEED_DETAILS : 0u;
	met |= trace->op_end[OP_KERNEL] > 0 ? NEED_KERNELS : 0u;
	met |= trace->op_end[OP_MEMSET] > trace->op_end[OP_KERNEL] ? NEED_MEMORY : 0u;
	met |= trace->sums == NULL ? NEED_EVENTS : 0u;
	met |= trace->op_count > 0 ? NEED_OPS : 0u;
	met |= trace->api_count > 0 || trace->odd.ops_without_launch < trace->op_count ? NEED_API
										       : 0u;
	met |= trace->range_count > 0 ? NEED_RANGES : 0u;
	met |= has_domain(trace, "NCCL") ? NEED_NCCL : 0u;
	met |= has_domain(trace, "MPI") ? NEED_MPI : 0u;
	met |= has_steps(trace) ? NEED_STEPS : 0u;
	return met;
}

const char *report_lack(unsigned lacks)
{
	static const char *const texts[NEEDS] = {
		"single operations, only sums (gpuflame record --mode trace has both)",
		"kernels",
		"copies or fills of memory",
		"GPU operations",
		"CUDA API calls",
		"NVTX ranges",
		"NVTX ranges of NCCL",
		"NVTX ranges of numbered steps",
		"NVTX ranges of MPI",
		"details of GPU operations",
	};
	size_t i = 0;

	while (i + 1 < NEEDS && (lacks >> i & 1) == 0)
		i++;
	return texts[i];
}
