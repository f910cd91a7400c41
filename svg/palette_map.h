#ifndef SVG_PALETTE_MAP_H
#define SVG_PALETTE_MAP_H

#include "base/names.h"
#include "svg/palette.h"

/*
 * Colours that names keep in all pictures: the file of --cp, whose format is that of
 * flamegraph.pl and inferno. One name per line: "NAME->rgb(R,G,B)".
 */
struct palette_map {
	struct names names;
	struct rgb *colors; /* by id in names */
	size_t cap;
	bool changed; /* since it was read */
};

void palette_map_init(struct palette_map *map);
void palette_map_release(struct palette_map *map);

/* Add the lines of `in`; `name` is for messages. ERR_FORMAT with its line, ERR_IO, ERR_NOMEM. */
bool palette_map_read(
	struct palette_map *map, FILE *in, const char *name, struct err *err) MUST_CHECK;

/* Write all lines, in the order in which names were added. ERR_IO. */
bool palette_map_write(const struct palette_map *map, FILE *out, struct err *err) MUST_CHECK;

/* The colour of a name; a new name gets `otherwise` and keeps it. ERR_NOMEM. */
bool palette_map_color(struct palette_map *map, const char *name, size_t len, struct rgb otherwise,
	struct rgb *color, struct err *err) MUST_CHECK;

#endif /* SVG_PALETTE_MAP_H */
