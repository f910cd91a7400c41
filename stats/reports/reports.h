#ifndef STATS_REPORTS_REPORTS_H
#define STATS_REPORTS_REPORTS_H

#include "stats/report.h"

/* Each is in a file of this folder that its name leads to. */
extern const struct report report_cuda_gpu_kern_sum;
extern const struct report report_cuda_gpu_mem_time_sum;
extern const struct report report_cuda_gpu_mem_size_sum;
extern const struct report report_nvtx_sum;
extern const struct report report_nvtx_kern_sum;
extern const struct report report_nvtx_gpu_proj_sum;

#endif /* STATS_REPORTS_REPORTS_H */
