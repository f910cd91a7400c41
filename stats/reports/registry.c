#include "stats/reports/registry.h"

#include <string.h>

#include "base/suggest.h"

/* All reports, in the order in which `--list` shows them: each a file of this folder. */
#define REPORTS(report)                                                                               \
	report(cuda_gpu_kern_sum) report(cuda_gpu_kern_gb_sum) report(cuda_gpu_mem_time_sum) report(  \
		cuda_gpu_mem_size_sum) report(cuda_gpu_sum) report(cuda_gpu_trace)                    \
		report(cuda_api_sum) report(cuda_api_gpu_sum) report(cuda_kern_exec_sum) report(      \
			cuda_kern_exec_trace) report(nvtx_sum) report(nvtx_pushpop_sum)               \
			report(nvtx_startend_sum) report(nvtx_pushpop_trace) report(                  \
				nvtx_kern_sum) report(nvtx_gpu_proj_sum) report(nvtx_gpu_proj_trace)  \
				report(gpu_gaps) report(gpu_time_util) report(                        \
					gpu_time_util_map) report(nccl_gpu_time_util_map)             \
					report(cuda_api_sync) report(cuda_memcpy_sync) report(        \
						cuda_memcpy_async) report(cuda_memset_sync)           \
						report(nccl_sum) report(nccl_gpu_proj_sum) report(    \
							nccl_gpu_overlap_trace) report(nccl_size_sum) \
							report(mpi_sum) report(nvtx_pace) report(     \
								cuda_gpu_kern_pace)                   \
								report(step_sum) report(              \
									step_phase_sum)               \
									report(rank_sum) report(      \
										duration_histogram)

#define DECLARE(name) extern const struct report report_##name;
#define ADDRESS(name) &report_##name,

REPORTS(DECLARE)

const struct report *const report_registry[] = { REPORTS(ADDRESS) NULL };

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
