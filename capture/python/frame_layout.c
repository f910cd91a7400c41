#define _GNU_SOURCE /* pipe2 */
#include "capture/python/frame_layout.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/utf8.h"

/* --- memory that may not be there --------------------------------------------------------- */

enum { WORDS = 16, WORD = sizeof(void *), BLOCK = WORDS * WORD };

struct known_frames {
	int pipe[2];
	const struct python_object *const *codes;
};

/* The words at an address; those that cannot be read are NULL. */
static void read_words(const struct known_frames *sought, const char *at, const char *words[WORDS])
{
	ssize_t got;

	memset((void *)words, 0, BLOCK);
	if (at == NULL || (uintptr_t)at % WORD != 0)
		return;
	/* the system checks the addresses */
	got = write(sought->pipe[1], at, BLOCK);
	if (got > 0 && read(sought->pipe[0], (void *)words, (size_t)got) != got)
		memset((void *)words, 0, BLOCK);
}

static bool is_object(const char *word, const struct python_object *object)
{
	return word - ((uintptr_t)word & 3) == (const char *)object;
}

/* Whether this is the frame of the functions' `which`, with offsets as they are assumed. */
static bool is_frame_of(const struct known_frames *sought, const char *frame, size_t code,
	size_t previous, size_t which)
{
	const char *words[WORDS];

	for (; which < LAYOUT_NAME; which++) {
		read_words(sought, frame, words);
		if (!is_object(words[code], sought->codes[which]))
			return false;
		frame = words[previous];
	}
	return true;
}

/* Whether this is the innermost frame: the offsets in it. */
static bool learn_frame(
	const struct known_frames *sought, const char *frame, struct frame_layout *layout)
{
	const char *words[WORDS];

	read_words(sought, frame, words);
	for (size_t code = 0; code < WORDS; code++) {
		if (!is_object(words[code], sought->codes[0]))
			continue;
		for (size_t previous = 0; previous < WORDS; previous++) {
			if (words[previous] == NULL ||
				!is_frame_of(sought, words[previous], code, previous, 1))
				continue;
			layout->code = (uint8_t)(code * WORD);
			layout->previous = (uint8_t)(previous * WORD);
			return true;
		}
	}
	return false;
}

static bool learn_thread(
	const struct known_frames *sought, const char *thread, struct frame_layout *layout)
{
	const char *words[WORDS], *inner[WORDS];

	read_words(sought, thread, words);
	for (size_t i = 0; i < WORDS; i++) {
		layout->frame = (uint8_t)(i * WORD);
		layout->is_in_that = false;
		if (learn_frame(sought, words[i], layout))
			return true;
		layout->is_in_that = true;
		read_words(sought, words[i], inner);
		for (size_t j = 0; j < 4; j++) {
			layout->frame_in_that = (uint8_t)(j * WORD);
			if (learn_frame(sought, inner[j], layout))
				return true;
		}
	}
	return false;
}

/* --- objects that are known --------------------------------------------------------------- */

/* Where in a code object the object is referred to; 0: nowhere. */
static uint16_t learn_member(const char *code, const struct python_object *object)
{
	/* the least that a code object has in any version */
	for (size_t at = 2 * WORD; at < (size_t)18 * WORD; at += WORD) {
		if (layout_pointer(code, at) == (const char *)object)
			return (uint16_t)at;
	}
	return 0;
}

/* Where in a text its characters are; 0: nowhere. */
static uint8_t learn_characters(const struct python_object *text, const char *characters)
{
	for (size_t at = TEXT_STATE + WORD; at <= TEXT_STATE + (size_t)6 * WORD; at += WORD) {
		if (memcmp((const char *)text + at, characters, strlen(characters) + 1) == 0)
			return (uint8_t)at;
	}
	return 0;
}

static uint32_t state_of(const void *text)
{
	uint32_t state;

	memcpy(&state, (const char *)text + TEXT_STATE, sizeof(state));
	return state;
}

/* How many bytes a character has, and these. */
enum { TEXT_KIND = 7, TEXT_IS_COMPACT = 8, TEXT_IS_ASCII = 16, TEXT_BITS = 31 };

static bool is_text(const void *text, uint8_t shift, uint32_t bits)
{
	return (state_of(text) >> shift & TEXT_BITS) == bits;
}

static bool learn_texts(struct frame_layout *layout, struct python_object *const *known)
{
	struct python_object *const *kinds = known + LAYOUT_KINDS;
	uint8_t shift = 0;

	layout->ascii =
		learn_characters(known[LAYOUT_ASCII], "gpuflame reads characters from memory");
	layout->wide = learn_characters(kinds[0],
		"\xe9\xe8\xe7\xe6\xe9\xe8\xe7\xe6\xe9\xe8\xe7\xe6\xe9\xe8\xe7\xe6"
		"\xe9\xe8\xe7\xe6\xe9\xe8\xe7\xe6\xe9\xe8\xe7\xe6\xe9\xe8\xe7\xe6");
	while (shift < 27 &&
		(!is_text(known[LAYOUT_ASCII], shift, 1 | TEXT_IS_COMPACT | TEXT_IS_ASCII) ||
			!is_text(kinds[0], shift, 1 | TEXT_IS_COMPACT) ||
			!is_text(kinds[1], shift, 2 | TEXT_IS_COMPACT) ||
			!is_text(kinds[2], shift, 4 | TEXT_IS_COMPACT)))
		shift++;
	layout->kind_shift = shift;
	return layout->ascii != 0 && layout->wide != 0 && shift < 27;
}

bool frame_layout_learn(
	struct frame_layout *layout, const void *thread, struct python_object *const *known)
{
	struct known_frames sought = { .codes = (const struct python_object *const *)known };
	const char *code = (const char *)known[LAYOUT_CODE];
	bool ok;

	if (thread == NULL || pipe2(sought.pipe, O_CLOEXEC | O_NONBLOCK) != 0)
		return false;
	ok = learn_thread(&sought, thread, layout);
	close(sought.pipe[0]);
	close(sought.pipe[1]);
	layout->code_type = layout_pointer(code, OBJECT_TYPE);
	layout->name = learn_member(code, known[LAYOUT_NAME]);
	layout->file = learn_member(code, known[LAYOUT_FILE]);
	return ok && layout->name != 0 && layout->file != 0 && learn_texts(layout, known);
}

/* --- texts -------------------------------------------------------------------------------- */

static uint32_t character(const char *characters, size_t at, size_t kind)
{
	uint32_t c = 0;

	memcpy(&c, characters + at * kind, kind);
	return c & 0x1fffff;
}

void layout_text(const struct frame_layout *layout, const char *text, char *to, size_t size)
{
	uint32_t bits = state_of(text) >> layout->kind_shift & TEXT_BITS;
	size_t kind = bits & TEXT_KIND, len, from, used = 0;

	memcpy(&len, text + TEXT_LENGTH, sizeof(len));
	if ((bits & TEXT_IS_COMPACT) == 0) {
		memcpy(to, "?", 2);
		return;
	}
	if ((bits & TEXT_IS_ASCII) != 0) {
		from = len < size ? 0 : len - (size - 1);
		memcpy(to, text + layout->ascii + from, len - from);
		to[len - from] = '\0';
		return;
	}
	from = len * 4 < size ? 0 : len - (size - 1) / 4;
	for (size_t i = len * 4 < size ? 0 : from; i < len && (kind == 1 || kind == 2 || kind == 4);
		i++)
		used += utf8_put(to + used, character(text + layout->wide, i, kind));
	to[used] = '\0';
}
