#ifndef SVG_NAMEATTR_H
#define SVG_NAMEATTR_H

#include <stdio.h>

#include "base/names.h"

/*
 * User-defined attributes of frames by name: links, classes, titles. One name per line,
 * "NAME<tab>attribute=value<tab>...", the format of flamegraph.pl's --nameattr. Values are
 * untrusted: they are escaped, links are limited to http and https, and attributes that are not
 * known to be harmless are left out.
 */
struct nameattr_item {
	const char *name; /* of the attribute */
	const char *value;
	struct nameattr_item *next; /* in order of the file */
};

struct nameattr_entry {
	const char *title, *class, *id, *href, *target; /* NULL: not given */
	struct nameattr_item *frame_extra;              /* g_extra: for the frame's <g> */
	struct nameattr_item *link_extra;               /* a_extra: for its <a> */
};

struct nameattr {
	struct names names;
	struct nameattr_entry *entries; /* by id in names */
	size_t cap;
	size_t skipped;            /* attributes that are not supported */
	const char *first_skipped; /* its name, cleaned */
};

void nameattr_init(struct nameattr *attrs);
void nameattr_release(struct nameattr *attrs);

/* Add the lines of `in`; `name` is for messages. ERR_FORMAT with its line, ERR_IO, ERR_NOMEM. */
bool nameattr_read(struct nameattr *attrs, FILE *in, const char *name, struct err *err) MUST_CHECK;

/* The attributes of a name, or NULL. */
const struct nameattr_entry *nameattr_find(
	const struct nameattr *attrs, const char *name, size_t len);

#endif /* SVG_NAMEATTR_H */
