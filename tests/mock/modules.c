/* A program with three copies of NVTX: its own, and those of two modules. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <nvtx3/nvToolsExt.h>

struct module {
	void (*push)(const char *name);
	void (*pop)(void);
	void (*launch)(const char *name, uint64_t ns);
	void (*start_cuda)(void);
};

static struct module load(const char *path)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	struct module module;

	if (handle == NULL) {
		fprintf(stderr, "%s\n", dlerror());
		exit(99);
	}
	*(void **)&module.push = dlsym(handle, "plugin_push");
	*(void **)&module.pop = dlsym(handle, "plugin_pop");
	*(void **)&module.launch = dlsym(handle, "plugin_launch");
	*(void **)&module.start_cuda = dlsym(handle, "plugin_start_cuda");
	return module;
}

int main(int argc, char **argv)
{
	struct module a, b;

	if (argc != 3)
		return 2;
	nvtxRangePushA("main");
	a = load(argv[1]);
	a.push("from a");
	a.start_cuda();
	b = load(argv[2]);
	b.push("from b");
	b.launch("k", 100);
	nvtxRangePushA("main again");
	a.launch("k", 20);
	a.pop();
	b.pop();
	a.launch("k", 3);
	nvtxRangePop();
	nvtxRangePop();
	return 0;
}
