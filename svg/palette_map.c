#include "svg/palette_map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void palette_map_init(struct palette_map *map)
{
	*map = (struct palette_map){ 0 };
	names_init(&map->names);
}

void palette_map_release(struct palette_map *map)
{
	names_release(&map->names);
	free(map->colors);
	*map = (struct palette_map){ 0 };
}

/* Set a name's colour; a name that has one keeps it, which *color returns. */
static bool set(struct palette_map *map, const char *name, size_t len, struct rgb otherwise,
	bool *is_new, struct rgb *color, struct err *err)
{
	uint32_t had = map->names.count, id;

	if (!names_try_intern(&map->names, name, len, &id, err) ||
		!mem_try_grow((void **)&map->colors, &map->cap, map->names.count,
			sizeof(*map->colors), err))
		return false;
	*is_new = id == had;
	if (*is_new)
		map->colors[id] = otherwise;
	*color = map->colors[id];
	return true;
}

/* The number at *text, up to 255, followed by `end`. */
static bool parse_level(const char **text, char end, uint8_t *level)
{
	unsigned number = 0, digits = 0;

	for (; **text >= '0' && **text <= '9' && digits < 3; (*text)++, digits++)
		number = number * 10 + (unsigned)(**text - '0');
	*level = (uint8_t)number;
	return digits > 0 && number <= 255 && *(*text)++ == end;
}

static bool parse_line(struct palette_map *map, const char *line, size_t len, struct err *err)
{
	const char *arrow = line + len;
	const char *text;
	struct rgb color;
	bool is_new;

	/* a name may hold an arrow; the last one counts */
	while (arrow > line && strncmp(arrow, "->rgb(", 6) != 0)
		arrow--;
	if (strncmp(arrow, "->rgb(", 6) != 0)
		return err_set(err, ERR_FORMAT, "expected 'NAME->rgb(R,G,B)'");
	text = arrow + 6;
	if (!parse_level(&text, ',', &color.r) || !parse_level(&text, ',', &color.g) ||
		!parse_level(&text, ')', &color.b) || *text != '\0')
		return err_set(err, ERR_FORMAT, "bad colour '%.32s'", arrow + 2);
	return set(map, line, (size_t)(arrow - line), color, &is_new, &color, err);
}

bool palette_map_read(struct palette_map *map, FILE *in, const char *name, struct err *err)
{
	char *line = NULL;
	size_t cap = 0, number = 0;
	ssize_t len;
	bool ok = true;

	while (ok && (len = getline(&line, &cap, in)) >= 0) {
		number++;
		while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
			line[--len] = '\0';
		if (len > 0 && !parse_line(map, line, (size_t)len, err))
			ok = err_prefix(err, "%s:%zu", name, number);
	}
	if (ok && ferror(in))
		ok = err_set_errno(err, errno, "cannot read '%s'", name);
	free(line);
	return ok;
}

bool palette_map_write(const struct palette_map *map, FILE *out, struct err *err)
{
	for (uint32_t id = 0; id < map->names.count; id++) {
		const struct name *name = &map->names.list[id];
		struct rgb color = map->colors[id];

		if (fwrite(name->text, 1, name->len, out) != name->len ||
			fprintf(out, "->rgb(%d,%d,%d)\n", color.r, color.g, color.b) < 0)
			return err_set_errno(err, errno, "cannot write");
	}
	return true;
}

bool palette_map_color(struct palette_map *map, const char *name, size_t len, struct rgb otherwise,
	struct rgb *color, struct err *err)
{
	bool is_new;

	if (!set(map, name, len, otherwise, &is_new, color, err))
		return false;
	map->changed |= is_new;
	return true;
}
