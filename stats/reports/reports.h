#ifndef STATS_REPORTS_REPORTS_H
#define STATS_REPORTS_REPORTS_H

#include "stats/report.h"

/* Each is in a file of this folder that its name leads to. */
extern const struct report report_cuda_gpu_kern_sum;
extern const struct report report_cuda_gpu_kern_gb_sum;
extern const struct report report_cuda_gpu_mem_time_sum;
extern const struct report report_cuda_gpu_mem_size_sum;
extern const struct report report_cuda_gpu_sum;
extern const struct report report_cuda_gpu_trace;
extern const struct report report_cuda_api_sum;
extern const struct report report_cuda_api_gpu_sum;
extern const struct report report_cuda_kern_exec_sum;
extern const struct report report_cuda_kern_exec_trace;
extern const struct report report_nvtx_sum;
extern const struct report report_nvtx_pushpop_sum;
extern const struct report report_nvtx_startend_sum;
extern const struct report report_nvtx_pushpop_trace;
extern const struct report report_nvtx_kern_sum;
extern const struct report report_nvtx_gpu_proj_sum;
extern const struct report report_nvtx_gpu_proj_trace;
extern const struct report report_gpu_gaps;
extern const struct report report_gpu_time_util;
extern const struct report report_gpu_time_util_map;
extern const struct report report_nccl_gpu_time_util_map;
extern const struct report report_cuda_api_sync;
extern const struct report report_cuda_memcpy_sync;
extern const struct report report_cuda_memcpy_async;
extern const struct report report_cuda_memset_sync;
extern const struct report report_nccl_sum;
extern const struct report report_nccl_gpu_proj_sum;
extern const struct report report_nccl_gpu_overlap_trace;
extern const struct report report_nccl_size_sum;
extern const struct report report_mpi_sum;
extern const struct report report_nvtx_pace;
extern const struct report report_cuda_gpu_kern_pace;
extern const struct report report_step_sum;
extern const struct report report_step_phase_sum;
extern const struct report report_rank_sum;
extern const struct report report_duration_histogram;

#endif /* STATS_REPORTS_REPORTS_H */
