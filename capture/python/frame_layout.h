#ifndef CAPTURE_PYTHON_FRAME_LAYOUT_H
#define CAPTURE_PYTHON_FRAME_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct python_object; /* python_abi.h */

/*
 * Where CPython keeps what of a thread's frames is read. It differs between versions, and only
 * those from 3.13 on say it; so it is learned in the process: functions whose code objects are
 * known call each other (layout.py), and their order is searched for in the memory that the
 * thread's state refers to.
 *
 * A thread may read its own frames without Python's lock: nobody else changes them while it is in
 * C, a frame has a reference to its code, and neither a code object nor its texts are ever changed.
 */
struct frame_layout {
	/* offsets in bytes */
	uint8_t frame;         /* in the state of a thread: its frame, or what has it */
	uint8_t frame_in_that; /* 3.11 and 3.12 */
	bool is_in_that;
	uint8_t code, previous; /* in a frame */
	uint16_t name, file;    /* in a code object: texts */
	uint8_t ascii, wide;    /* in a text: its characters */
	uint8_t kind_shift;     /* in the state of a text: what kind it is */
	const void *code_type;
};

/* What layout.py passes: see there. */
enum layout_argument {
	LAYOUT_CODE, /* of three functions, the innermost first */
	LAYOUT_NAME = 3,
	LAYOUT_FILE,
	LAYOUT_ASCII,
	LAYOUT_KINDS, /* texts of 1, 2 and 4 bytes for a character */
	LAYOUT_ARGUMENTS = LAYOUT_KINDS + 3,
};

/* Learn it, in the innermost of those functions. `thread` is the state of this thread. */
bool frame_layout_learn(
	struct frame_layout *layout, const void *thread, struct python_object *const *known);

/* --- for a layout that was learned -------------------------------------------------------- */

enum { OBJECT_TYPE = 8, TEXT_LENGTH = 16, TEXT_HASH = 24, TEXT_STATE = 32 };

static inline const char *layout_pointer(const char *object, size_t offset)
{
	const char *pointer;

	memcpy(&pointer, object + offset, sizeof(pointer));
	return pointer;
}

/* Without the bits that CPython 3.14 has in references of frames. */
static inline const char *layout_reference(const char *object, size_t offset)
{
	const char *pointer = layout_pointer(object, offset);

	return pointer - ((uintptr_t)pointer & 3);
}

/* The innermost frame of a thread, and the code of a frame, if it is one of Python; or NULL. */
static inline const char *layout_frame(const struct frame_layout *layout, const char *thread)
{
	const char *frame = layout_pointer(thread, layout->frame);

	return layout->is_in_that && frame != NULL ? layout_pointer(frame, layout->frame_in_that)
						   : frame;
}

static inline const char *layout_code(const struct frame_layout *layout, const char *frame)
{
	const char *code = layout_reference(frame, layout->code);

	return code != NULL && layout_pointer(code, OBJECT_TYPE) == layout->code_type ? code : NULL;
}

/*
 * The text in UTF-8, with a NUL: its last characters if it is longer than `size`. "?" for one of a
 * class of the program's, which has its characters elsewhere.
 */
void layout_text(const struct frame_layout *layout, const char *text, char *to, size_t size);

#endif /* CAPTURE_PYTHON_FRAME_LAYOUT_H */
