#ifndef CAPTURE_PYTHON_PYTHON_ABI_H
#define CAPTURE_PYTHON_PYTHON_ABI_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The C interface of CPython 3.8 and later, as far as it is used here, found in the process at run
 * time: the library is linked with no Python. All are of the stable ABI, or exported by each of
 * these versions. A struct python_object is a PyObject; references are owned unless it says
 * borrowed.
 */
struct python_object;

/* PyMethodDef, of METH_FASTCALL */
struct python_method {
	const char *name;
	struct python_object *(*function)(
		struct python_object *self, struct python_object *const *args, ssize_t count);
	int flags;
	const char *doc;
};

#define PYTHON_FASTCALL 0x80
#define PYTHON_FILE_INPUT 257

struct python_abi {
	struct python_object *none;       /* borrowed */
	struct python_object *type_error; /* PyExc_TypeError, borrowed */
	struct python_object *exception;  /* PyExc_Exception, borrowed */

	void (*ref)(struct python_object *object);
	void (*unref)(struct python_object *object); /* NULL is allowed in neither */

	struct python_object *(*compile)(const char *source, const char *name, int start);
	struct python_object *(*eval)(struct python_object *code, struct python_object *globals,
		struct python_object *locals);
	struct python_object *(*builtins)(void); /* borrowed */
	struct python_object *(*call)(
		struct python_object *callable, ...); /* arguments, then NULL */
	struct python_object *(*new_function)(struct python_method *method,
		struct python_object *self, struct python_object *module);

	struct python_object *(*new_dict)(void);
	int (*set_item)(struct python_object *dict, const char *key, struct python_object *value);
	struct python_object *(*new_list)(ssize_t size);
	int (*append)(struct python_object *list, struct python_object *item);
	struct python_object *(*new_path)(
		const char *path); /* a str, by the file system's encoding */
	struct python_object *(*new_text)(const char *utf8);
	struct python_object *(*new_bool)(long value);
	const char *(*text)(struct python_object *str, ssize_t *len); /* UTF-8, of the object */
	long long (*number)(struct python_object *number);

	struct python_object *(*frame)(void); /* borrowed */
	/* 3.12 and later; NULL: there is none */
	struct python_object *(*frame_variable)(
		struct python_object *frame, struct python_object *name);

	void (*raise)(struct python_object *type, const char *message);
	void (*clear_error)(void);
	struct python_object *(*error)(void); /* borrowed; NULL: none */
	int (*error_is)(struct python_object *type);
	int (*is_initialized)(void);
	/* give Python's lock back, and wait for it again */
	void *(*release)(void);
	void (*take)(void *released);
	int (*add_pending)(int (*function)(void *), void *argument);
	/* without Python's lock; NULL: this thread has run no Python */
	const void *(*this_thread)(void);
};

/* False: there is no Python in this process, or not one of these. */
bool python_abi_find(struct python_abi *abi);

/*
 * After what may have failed: an error of ours is cleared. True: there is one of the program's,
 * which must go on: an interrupt, raised by the handler of a signal that came meanwhile.
 */
bool python_abi_keep_interrupt(const struct python_abi *abi);

#endif /* CAPTURE_PYTHON_PYTHON_ABI_H */
