/*
 * Untrusted rules and names: the lines before an empty one are rules, the
 * others names. Whatever a rule makes of a name is a frame, and repeating it
 * gives the same.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rules_text.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "rules_fuzz: broken: %s\n", what);
	abort();
}

/* False when a rule fails on the name, which ends a run. */
static bool check_name(struct rules *rules, const char *text, size_t len)
{
	for (int kind = 0; kind < FRAME_KINDS; kind++) {
		struct verdict verdict, again;
		struct err err = { 0 };
		uint32_t name;

		name = names_intern(rules->names, text, len);
		if (!rules_apply(rules, (enum frame_kind)kind, name, &verdict, &err)) {
			must(err.code == ERR_PATTERN, err.msg);
			return false;
		}
		must(verdict.frame < rules->names->count, "a name of the table");
		must(utf8_is_frame(rules->names->list[verdict.frame].text,
			     rules->names->list[verdict.frame].len),
			"a frame");
		must(rules_apply(rules, (enum frame_kind)kind, name, &again, &err), err.msg);
		must(again.frame == verdict.frame && again.drop == verdict.drop &&
				again.filter_out == verdict.filter_out &&
				again.only == verdict.only && again.root == verdict.root,
			"the same answer");
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct names names;
	struct rules rules;
	bool in_rules = true;
	/* Rules are C strings; names may hold any byte. */
	char *text = malloc(size + 1);

	must(text != NULL, "memory");
	memcpy(text, data, size);
	text[size] = '\0';
	names_init(&names);
	rules_init(&rules, &names);
	for (char *line = text, *end; line < text + size; line = end + 1) {
		struct err err = { 0 };

		end = memchr(line, '\n', (size_t)(text + size - line));
		if (end == NULL)
			end = text + size;
		*end = '\0';
		if (in_rules && line == end)
			in_rules = false;
		else if (!in_rules && !check_name(&rules, line, (size_t)(end - line)))
			break;
		else if (in_rules && !rules_add_line(&rules, line, &err))
			must(err.code == ERR_PATTERN && err.msg[0] != '\0', err.msg);
	}
	rules_release(&rules);
	names_release(&names);
	free(text);
	return 0;
}
