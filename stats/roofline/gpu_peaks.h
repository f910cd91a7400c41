#ifndef STATS_ROOFLINE_GPU_PEAKS_H
#define STATS_ROOFLINE_GPU_PEAKS_H

#include "base/err.h"
#include "collapse/model/tensor_work.h"

/* What a GPU can do at most; 0: not known, or it cannot. */
struct gpu_peak {
	double flops[NUMBER_TYPES]; /* a second, by type of the factors */
	double bytes;               /* a second, of its memory */
};

/*
 * Of a GPU by its name, from gpu_peaks.list. False: it is not there, or the name is that of a part
 * of one (MIG) or of a slower kind (Laptop, Max-Q).
 */
bool gpu_peak_find(const char *name, struct gpu_peak *peak);

/*
 * Set what `text` gives: "989.4", for all types, or "bf16=989.4,fp8=1979,memory=3350", in units of
 * 10^12 FLOP/s and 10^9 bytes/s. ERR_USAGE.
 */
bool gpu_peak_parse(const char *text, struct gpu_peak *peak, struct err *err) MUST_CHECK;

/* Replace what `given` has. */
void gpu_peak_replace(struct gpu_peak *peak, const struct gpu_peak *given);

/* "bf16"; false: there is no such type. */
bool number_type_find(const char *word, size_t len, enum number_type *type);

#endif /* STATS_ROOFLINE_GPU_PEAKS_H */
