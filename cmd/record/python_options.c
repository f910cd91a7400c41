#include "cmd/record/python_options.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/private_file.h"
#include "base/text.h"
#include "capture/config.h"
#include "cmd/record/variables.h"

static const char sitecustomize[] = {
#include "cmd/record/sitecustomize.py.inc"
};

/* Write a file of this folder. */
static bool write_file(
	const char *folder, const char *name, const char *text, size_t len, struct err *err)
{
	char *path = text_format("%s/%s", folder, name);
	FILE *file;
	bool ok;

	file = fopen(path, "wex");
	ok = file != NULL && fwrite(text, 1, len, file) == len;
	if (file != NULL && fclose(file) != 0)
		ok = false;
	if (!ok)
		err_set_errno(err, errno, "cannot write '%s'", path);
	free(path);
	return ok;
}

static void put_first(struct variables *variables, const char *folder)
{
	const char *rest = variables_get(variables, "PYTHONPATH");
	bool has_rest = rest != NULL && *rest != '\0';
	char *value = text_format("%s%s%s", folder, has_rest ? ":" : "", has_rest ? rest : "");

	variables_set(variables, "PYTHONPATH", value);
	free(value);
}

static bool make_folder(struct variables *variables, char **folder, struct err *err)
{
	*folder = private_folder_make(err);
	/* beside it, a file where Python would make a folder for what it compiles */
	if (*folder == NULL ||
		!write_file(
			*folder, "sitecustomize.py", sitecustomize, sizeof(sitecustomize), err) ||
		!write_file(*folder, "__pycache__", "", 0, err))
		return false;
	put_first(variables, *folder);
	return true;
}

/* Whether a variable asks for ranges. */
static bool is_set(const struct variables *variables, const char *name)
{
	const char *value = variables_get(variables, name);

	return value != NULL && *value != '\0' && strcmp(value, "none") != 0;
}

char *python_options_start(struct variables *variables)
{
	const char *stacks = variables_get(variables, CONFIG_PYTHON_STACKS);
	/* where graphs are captured CUDA has started, and the library starts by itself */
	bool is_wanted = is_set(variables, CONFIG_PYTHON_FUNCTIONS) ||
			 is_set(variables, CONFIG_PYTORCH) ||
			 (stacks != NULL && strcmp(stacks, "launches") == 0);
	char *folder = NULL;
	struct err err = { 0 };

	if (!is_wanted || make_folder(variables, &folder, &err))
		return folder;
	fprintf(stderr,
		"gpuflame: warning: %s: Python functions are traced only from where CUDA starts\n",
		err.msg);
	if (folder != NULL)
		private_folder_remove(folder);
	free(folder);
	return NULL;
}
