/* Names that end the command where they find no place; not in the capture library. */
#include <stdlib.h>

#include "base/die.h"
#include "base/names.h"
#include "base/utf8.h"

void names_die(const struct names *names, size_t len)
{
	if (len > NAME_MAX_BYTES)
		die("a name is longer than 1 GiB");
	if (names->count >= NAME_NONE - 1)
		die("there are more than 2^32 distinct names");
	mem_die();
}

/* Clean `raw`, and intern the result. */
static uint32_t intern_cleaned(struct names *names, uint32_t raw)
{
	static const char unnamed[] = "[unnamed]";
	const struct name *name = &names->list[raw];
	size_t len = name->len;
	uint32_t id;
	char *clean;

	if (utf8_is_frame(name->text, len))
		return raw;
	clean = mem_zeroed(len, UTF8_FRAME_GROWTH);
	len = utf8_clean_frame(name->text, len, clean);
	id = len == 0 ? names_intern(names, unnamed, sizeof(unnamed) - 1)
		      : names_intern(names, clean, len);
	free(clean);
	return id;
}

uint32_t names_frame(struct names *names, uint32_t name)
{
	if (names->list[name].frame == NAME_NONE) {
		uint32_t frame;

		if (!names_may_own(names))
			mem_die();
		frame = intern_cleaned(names, name);
		names->list[name].frame = frame;
		names->list[frame].frame = frame;
	}
	return names->list[name].frame;
}

uint32_t names_intern_frame(struct names *names, const char *text, size_t len)
{
	return names_frame(names, names_intern(names, text, len));
}
