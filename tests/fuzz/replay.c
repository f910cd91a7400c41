/*
 * Run a fuzz target on files: replay FILE-OR-FOLDER... It checks what fuzzing
 * found in every test run, with any compiler.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int number;

static void replay_file(const char *path)
{
	FILE *in = fopen(path, "rb");
	uint8_t *data;
	long size;

	if (in == NULL || fseek(in, 0, SEEK_END) != 0 || (size = ftell(in)) < 0) {
		printf("not ok %d - %s can't be read\n", ++number, path);
		exit(1);
	}
	rewind(in);
	data = malloc((size_t)size + 1);
	if (data == NULL || fread(data, 1, (size_t)size, in) != (size_t)size)
		exit(1);
	fclose(in);
	LLVMFuzzerTestOneInput(data, (size_t)size);
	free(data);
	printf("ok %d - %s\n", ++number, path);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct dirent **names;
		struct stat status;
		int count;

		if (stat(argv[i], &status) == 0 && !S_ISDIR(status.st_mode)) {
			replay_file(argv[i]);
			continue;
		}
		count = scandir(argv[i], &names, NULL, alphasort);
		for (int j = 0; j < count; j++) {
			char path[4096];

			snprintf(path, sizeof(path), "%s/%s", argv[i], names[j]->d_name);
			if (names[j]->d_name[0] != '.')
				replay_file(path);
			free(names[j]);
		}
		if (count >= 0)
			free(names);
	}
	return 0;
}
