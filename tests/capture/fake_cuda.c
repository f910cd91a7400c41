/*
 * A program that uses CUDA as far as `gpuflame record` sees: it loads the
 * library that CUDA_INJECTION64_PATH names, as the driver does in cuInit().
 *
 *     fake_cuda [init] [finish] [sleep=SECONDS] [touch=FILE] [await=FILE]
 *               [say=WORD] [loaded=WORD] [exit=STATUS] [die=SIGNAL]...
 *
 * Each word is done in its turn; `finish` is the end of the recording, not of
 * the program; `await` waits until the file is there; `loaded` prints the paths of the
 * libraries that have WORD in their names.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void call(void *library, const char *name)
{
	void *symbol = library != NULL ? dlsym(library, name) : NULL;
	int (*function)(void);

	if (symbol == NULL)
		return; /* the driver is silent, too */
	memcpy(&function, &symbol, sizeof(function));
	function();
}

static void touch(const char *path)
{
	FILE *file = fopen(path, "w");

	if (file != NULL)
		fclose(file);
}

static int print_library(struct dl_phdr_info *info, size_t size, void *word)
{
	(void)size;
	if (strstr(info->dlpi_name, word) != NULL)
		printf("%s\n", info->dlpi_name);
	return 0;
}

static void sleep_for(double seconds)
{
	const struct timespec wait = { (time_t)seconds,
		(long)((seconds - (double)(time_t)seconds) * 1e9) };

	nanosleep(&wait, NULL);
}

int main(int argc, char **argv)
{
	const char *path = getenv("CUDA_INJECTION64_PATH");
	void *library = NULL;

	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (strcmp(word, "init") == 0) {
			library = path != NULL ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
			call(library, "InitializeInjection");
		} else if (strcmp(word, "finish") == 0) {
			call(library, "fake_finish");
		} else if (strncmp(word, "sleep=", 6) == 0) {
			sleep_for(strtod(word + 6, NULL));
		} else if (strncmp(word, "touch=", 6) == 0) {
			touch(word + 6);
		} else if (strncmp(word, "await=", 6) == 0) {
			while (access(word + 6, F_OK) != 0)
				sleep_for(0.01);
		} else if (strncmp(word, "say=", 4) == 0) {
			printf("%s\n", word + 4);
			fflush(stdout);
		} else if (strncmp(word, "loaded=", 7) == 0) {
			dl_iterate_phdr(print_library, argv[i] + 7);
		} else if (strncmp(word, "exit=", 5) == 0) {
			return atoi(word + 5);
		} else if (strncmp(word, "die=", 4) == 0) {
			raise(atoi(word + 4));
		} else {
			fprintf(stderr, "fake_cuda: what is '%s'?\n", word);
			return 2;
		}
	}
	return 0;
}
