#ifndef CAPTURE_DEVICE_CUPTI_SEARCH_H
#define CAPTURE_DEVICE_CUPTI_SEARCH_H

/*
 * A handle of the libcupti.so that this process should use, by dlopen(), or NULL. It is
 * the one already loaded; else the newest one of at most `newest` (a major version; 0: any)
 * beside the libraries of CUDA that are loaded; in the wheels of NVIDIA and Triton, beside
 * the Python packages that have libraries loaded; where the loader searches; below
 * CUDA_HOME, CUDA_PATH, CONDA_PREFIX and /usr/local/cuda.
 */
void *cupti_search(int newest);

#endif /* CAPTURE_DEVICE_CUPTI_SEARCH_H */
