/*
 * Untrusted preset and rules files: the lines before an empty one are the file,
 * the others are names. Reading either kind ends in rules or in an error that
 * names the line; whatever a rule makes of a name is a frame, and repeating it
 * gives the same.
 */
#define _GNU_SOURCE /* memmem */
#include "tests/fuzz/fold_input.h"

#include "base/rules_text.h"
#include "collapse/names/presets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void apply(struct rules *rules, const uint8_t *names, size_t size)
{
	const uint8_t *end = names + size;

	for (const uint8_t *next; names < end; names = next + 1) {
		struct verdict verdict, again;
		struct err err = { 0 };
		uint32_t name;

		next = memchr(names, '\n', (size_t)(end - names));
		if (next == NULL)
			next = end;
		name = names_intern(rules->names, (const char *)names, (size_t)(next - names));
		for (int kind = 0; kind < FRAME_KINDS; kind++) {
			if (!rules_apply(rules, (enum frame_kind)kind, name, &verdict, &err)) {
				must(err.code == ERR_PATTERN, err.msg);
				return;
			}
			must(strchr(rules->names->list[verdict.frame].text, ';') != NULL ||
					names_frame(rules->names, verdict.frame) == verdict.frame,
				"a frame, or several");
			must(rules_apply(rules, (enum frame_kind)kind, name, &again, &err),
				err.msg);
			must(again.frame == verdict.frame && again.drop == verdict.drop &&
					again.filter_out == verdict.filter_out &&
					again.only == verdict.only && again.root == verdict.root,
				"the same answer");
		}
	}
}

static void read_file(const char *path, bool as_preset, const uint8_t *text, size_t size)
{
	struct names names;
	struct rules rules;
	struct err err = { 0 };

	names_init(&names);
	rules_init(&rules, &names);
	if (as_preset ? presets_add(&rules, path, &err) : rules_read_file(&rules, path, &err))
		apply(&rules, text, size);
	else
		must(err.code == ERR_PATTERN && strstr(err.msg, path) != NULL, err.msg);
	rules_release(&rules);
	names_release(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *gap = size > 0 ? memmem(data, size, "\n\n", 2) : NULL;
	size_t len = gap != NULL ? (size_t)(gap - data) + 1 : size;
	char path[64];
	int fd = input_file(data, len, path);

	read_file(path, true, data + len, size - len);
	read_file(path, false, data + len, size - len);
	input_close(fd);
	return 0;
}
