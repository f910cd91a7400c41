#include "cmd/torch_frames.h"

#include <string.h>

#include "base/mem.h"
#include "collapse/collapse_file.h"

bool torch_frames_set(void *value, const char *arg, struct err *err)
{
	static const struct {
		const char *word;
		unsigned bit;
	} words[] = {
		{ "annotations", TORCH_ANNOTATIONS },
		{ "modules", TORCH_MODULES },
		{ "operators", TORCH_OPERATORS },
		{ "python", TORCH_PYTHON },
		{ "shapes", TORCH_SHAPES },
	};
	struct collapse_options *options = value;
	unsigned *bits = &options->torch_frames;

	*bits = 0;
	for (const char *word = arg;; word++) {
		size_t len = strcspn(word, ","), i = 0;

		while (i < ARRAY_SIZE(words) &&
			(strlen(words[i].word) != len || strncmp(words[i].word, word, len) != 0))
			i++;
		if (i == ARRAY_SIZE(words))
			return err_set(err, ERR_USAGE,
				"expected annotations, modules, operators, python or shapes, "
				"separated by commas; not '%.*s'",
				(int)(len < 80 ? len : 80), word);
		*bits |= words[i].bit;
		word += len;
		if (*word == '\0')
			break;
	}
	if (*bits == TORCH_SHAPES)
		*bits |= TORCH_FRAMES_DEFAULT;
	/* indistinguishable without numbers */
	if ((*bits & TORCH_SHAPES) != 0 && !options->rules.strip_given)
		options->rules.strip_numbers = STRIP_NONE;
	return true;
}
