#define _GNU_SOURCE /* memmem */
#include "svg/cpu_stacks.h"

#include <string.h>

#include "base/mem.h"

enum sign { SIGN_NONE, SIGN_GPU, SIGN_CPU, SIGN_JAVA, SIGN_PYTHON };

/* What names of frames have in them; the first that occurs decides. */
static const struct {
	const char *text;
	enum sign sign;
} signs[] = {
	{ "[CUDA ", SIGN_GPU },
	{ "[GPU idle]", SIGN_GPU },
	{ "[no launch record]", SIGN_GPU },
	{ "Memcpy HtoD", SIGN_GPU },
	{ "Memcpy DtoH", SIGN_GPU },
	{ "Memcpy DtoD", SIGN_GPU },
	{ "Memset (Device)", SIGN_GPU },
	{ "nccl", SIGN_GPU },
	{ "gemm", SIGN_GPU },
	{ "nvjet_", SIGN_GPU },
	{ "Cijk_", SIGN_GPU },
	{ "cutlass", SIGN_GPU },
	{ "flash_", SIGN_GPU },
	{ "fmha", SIGN_GPU },
	{ "triton_", SIGN_GPU },
	{ "_kernel<", SIGN_GPU },
	{ "elementwise", SIGN_GPU },
	{ "_[j]", SIGN_JAVA },
	{ "Ljava/", SIGN_JAVA },
	{ "java/lang/", SIGN_JAVA },
	{ "java.lang.", SIGN_JAVA },
	{ ".py:", SIGN_PYTHON },
	{ "_PyEval_", SIGN_PYTHON },
	{ "_[k]", SIGN_CPU },
	{ "_[i]", SIGN_CPU },
	{ "[kernel.kallsyms]", SIGN_CPU },
	{ "[unknown]", SIGN_CPU },
	{ "entry_SYSCALL", SIGN_CPU },
	{ "system_call_fastpath", SIGN_CPU },
	{ "do_syscall_64", SIGN_CPU },
	{ "__libc_start", SIGN_CPU },
	{ "start_thread", SIGN_CPU },
	{ "start_kernel", SIGN_CPU },
	{ "cpu_idle", SIGN_CPU },
	{ "swapper", SIGN_CPU },
	{ "runtime.goexit", SIGN_CPU },
	{ "std::rt::lang_start", SIGN_CPU },
	{ "libc.so", SIGN_CPU },
	{ "vfs_", SIGN_CPU },
};

static enum sign sign_of(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(signs); i++) {
		if (memmem(name, len, signs[i].text, strlen(signs[i].text)) != NULL)
			return signs[i].sign;
	}
	return SIGN_NONE;
}

const char *cpu_stacks_palette(const struct names *names)
{
	enum { LOOK_NAMES = 20000, LOOK_BYTES = 256 };
	bool has[SIGN_PYTHON + 1] = { false };

	for (uint32_t id = 0; id < names->count && id < LOOK_NAMES && !has[SIGN_GPU]; id++) {
		size_t len = names->list[id].len;

		has[sign_of(names->list[id].text, len < LOOK_BYTES ? len : LOOK_BYTES)] = true;
	}
	if (has[SIGN_GPU])
		return NULL;
	return has[SIGN_JAVA] ? "java" : has[SIGN_PYTHON] ? "python" : has[SIGN_CPU] ? "hot" : NULL;
}
