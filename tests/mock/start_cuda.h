#ifndef TESTS_MOCK_START_CUDA_H
#define TESTS_MOCK_START_CUDA_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

/* What CUDA does first: start the injected library, if there is one. Whether it was loaded. */
static inline bool start_cuda(void)
{
	const char *path = getenv("CUDA_INJECTION64_PATH");
	void *library = path != NULL ? dlopen(path, RTLD_LAZY) : NULL;
	int (*initialize)(void);

	if (library == NULL)
		return false; /* silently, as CUDA does */
	*(void **)&initialize = dlsym(library, "InitializeInjection");
	if (initialize != NULL)
		initialize();
	return true;
}

#endif /* TESTS_MOCK_START_CUDA_H */
