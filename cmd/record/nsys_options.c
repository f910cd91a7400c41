#include "cmd/record/nsys_options.h"

#include <stdio.h>
#include <string.h>

struct nsys_option {
	char letter;
	const char *name;
	const char *same; /* values that say what gpuflame does, separated by blanks */
	const char *why;  /* any other value has no effect */
};

static const struct nsys_option nsys_options[] = {
	{ 's', "sample", "none", "gpuflame does not sample the CPU" },
	{ 'b', "backtrace", "none", "gpuflame does not sample the CPU" },
	{ 0, "cpuctxsw", "none", "gpuflame does not sample the CPU" },
	{ 0, "cudabacktrace", "none false", "call stacks are not recorded" },
	{ 0, "python-backtrace", "none false", "--python-stacks launches records Python's stacks" },
	{ 0, "python-sampling", "false", "call stacks are not recorded" },
	{ 0, "resolve-symbols", "false", "there are no symbols to resolve" },
	{ 'w', "show-output", "true", "output is never redirected" },
	{ 'x', "stop-on-exit", "true", "recording ends with the program" },
	{ 0, "trace-fork-before-exec", "",
		"processes are recorded from their first use of CUDA on" },
	{ 0, "cuda-event-trace", "auto false", "CUDA events are not recorded" },
	{ 0, "cuda-um-cpu-page-faults", "false", "page faults are not recorded" },
	{ 0, "cuda-um-gpu-page-faults", "false", "page faults are not recorded" },
	{ 0, "gpuctxsw", "false", "switches between processes are not recorded" },
	{ 0, "gpu-metrics-device", "none", "counters of the GPU are not recorded" },
	{ 0, "gpu-metrics-devices", "none", "counters of the GPU are not recorded" },
	{ 0, "gpu-metrics-frequency", "", "counters of the GPU are not recorded" },
	{ 0, "gpu-metrics-set", "", "counters of the GPU are not recorded" },
	{ 0, "nic-metrics", "none false", "counters of the network are not recorded" },
	{ 0, "flush-on-cudaprofilerstop", "true", "what was recorded is always written" },
	{ 0, "stats", "false", "`gpuflame stats FILE` prints them" },
	{ 0, "export", "none", "a capture is an SQLite file already" },
	{ 0, "cuda-flush-interval", "", "GPUFLAME_FLUSH_INTERVAL sets it" },
	{ 0, "hotkey-capture", "", "gpuflame start and stop record from outside" },
	{ 0, "session-new", "", "there are no sessions" },
};

_Static_assert(ARRAY_SIZE(nsys_options) <= NSYS_OPTIONS, "NSYS_OPTIONS has room for all");

/* Whether `word` (`len` bytes) is one of the words of `list`. */
static bool has_word(const char *list, const char *word, size_t len)
{
	while (*list != '\0') {
		size_t next = strcspn(list, " ");

		if (next == len && strncmp(list, word, len) == 0)
			return true;
		list += next + (list[next] == ' ');
	}
	return false;
}

static bool ignore(void *value, const char *arg, struct err *err)
{
	const struct nsys_option *option = value;
	struct err line = { 0 };

	(void)err;
	if (has_word(option->same, arg, strlen(arg)))
		return true;
	err_set(&line, ERR_NONE, "--%s=%s has no effect: %s", option->name, arg, option->why);
	fprintf(stderr, "gpuflame: warning: %s\n", line.msg);
	return true;
}

size_t nsys_options_fill(struct opt entries[NSYS_OPTIONS])
{
	for (size_t i = 0; i < ARRAY_SIZE(nsys_options); i++) {
		const struct nsys_option *option = &nsys_options[i];

		entries[i] = (struct opt)OPT_CALL(option->letter, option->name,
			(void *)(uintptr_t)option, "VALUE", NULL, ignore);
	}
	return ARRAY_SIZE(nsys_options);
}

bool nsys_options_trace(const char *name, size_t len, bool *is_cuda)
{
	static const char others[] =
		"osrt cublas cublas-verbose cudla cudla-verbose cudnn cusolver cusolver-verbose "
		"cusparse cusparse-verbose gds mpi nccl nvvideo opengl opengl-annotations openacc "
		"openmp oshmem python-gil syscall tegra-accelerators ucx vulkan vulkan-annotations";
	bool is_way = has_word("cuda-hw cuda-sw", name, len);

	if (!is_way && !has_word(others, name, len))
		return false;
	*is_cuda |= is_way;
	fprintf(stderr, "gpuflame: warning: -t %.*s: gpuflame records cuda and nvtx\n", (int)len,
		name);
	return true;
}
