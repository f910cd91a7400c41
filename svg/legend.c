#include "svg/picture.h"

#include <stdio.h>

#include "base/utf8.h"
#include "svg/cells.h"

/* The row of keys below the picture: the meaning of each colour. */

enum {
	LABEL_ROOM = 32 + VALUE_BYTES,
	KEYS = 16
}; /* at most: 11 kinds, or 9 steps of changes, new and gone */

struct key {
	const char *attribute; /* the data- attribute that identifies the key for the script */
	char value[8];
	char class[12];
	char label[LABEL_ROOM];
	char other[LABEL_ROOM]; /* when changes are coloured the other way; "": the same */
	char figures[2 * VALUE_BYTES + 4]; /* " 26.7 ms 55.7 %", or "" */
};

struct legend {
	struct key keys[KEYS];
	size_t count;
};

static void add_key(struct legend *legend, const char *attribute, const char *value,
	const char *class, const char *label)
{
	struct key *key = &legend->keys[legend->count++];

	key->attribute = attribute;
	snprintf(key->value, sizeof(key->value), "%s", value);
	snprintf(key->class, sizeof(key->class), "%s", class);
	snprintf(key->label, sizeof(key->label), "%s", label);
	key->figures[0] = key->other[0] = '\0';
}

/* " 26.7 ms 55.7 %": the own values of a kind's frames. */
static void add_figures(const struct picture *picture, struct key *key, uint64_t value)
{
	const struct values *values = &picture->values;
	char text[VALUE_BYTES], share[VALUE_BYTES];

	value_format(values, value, text);
	value_format_share(values, value, share);
	value_write_micro(text, sizeof(text));
	if (value > 0 && values->countname == NULL)
		snprintf(key->figures, sizeof(key->figures), " %s %s", text, share);
	else if (value > 0)
		snprintf(key->figures, sizeof(key->figures), " %s", share);
}

static void put_step(const struct values *values, int step, bool by_share, char label[LABEL_ROOM])
{
	int size = step < 0 ? -step : step;
	char text[VALUE_BYTES];

	value_format_step(values, size, by_share, text);
	value_write_micro(text, sizeof(text));
	snprintf(label, LABEL_ROOM, "%s%s%s",
		size < CHANGE_STEPS ? ""
		: by_share          ? "share "
				    : "",
		size < CHANGE_STEPS ? ""
		: step > 0          ? "grew by up to "
				    : "shrank by up to ",
		text);
}

/* The scale of changes: step 4 shrank most, step -4 grew most. */
static void add_step(const struct picture *picture, struct legend *legend, int step)
{
	const struct values *values = &picture->values;
	int size = step < 0 ? -step : step;
	char letter = step == 0 ? 'w' : step > 0 ? 'u' : 'v', label[LABEL_ROOM];
	const char value[] = { letter, (char)('0' + size), '\0' };

	if (step == 0)
		snprintf(label, sizeof(label),
			values->threshold > 0 ? "within %.10g %%" : "unchanged", values->threshold);
	else
		put_step(values, step, values->change_by_share, label);
	add_key(legend, "data-diff", value, value, label);
	if (step != 0)
		put_step(values, step, !values->change_by_share,
			legend->keys[legend->count - 1].other);
}

/* The scale of changes, and new and gone if they occur. */
static void find_changes(const struct picture *picture, struct legend *legend)
{
	const struct graph *graph = picture->graph;
	bool is_new = false, is_gone = false;
	int steps = picture->values.most_change > 0 ? CHANGE_STEPS : 0;

	for (uint32_t box = 1; box < graph->count; box++) {
		is_new |= graph_is_new(graph, box);
		is_gone |= graph_is_gone(graph, box);
	}
	for (int step = -steps; step <= steps; step++)
		add_step(picture, legend, step);
	if (is_new)
		add_key(legend, "data-diff", "new", "u4 gf-new", "new");
	if (is_gone)
		add_key(legend, "data-diff", "gone", "v4 gf-gone", "gone");
}

static void find_keys(const struct picture *picture, struct legend *legend)
{
	const struct graph *graph = picture->graph;
	bool used[256] = { false };
	uint64_t sums[256] = { 0 };

	legend->count = 0;
	if (graph->total_before != NULL) {
		find_changes(picture, legend);
		return;
	}
	for (uint32_t box = 1; box < graph->count; box++) {
		used[(unsigned char)picture->kinds[graph->name[box]]] = true;
		sums[(unsigned char)picture->kinds[graph->name[box]]] += graph->self[box];
	}
	for (const char *letter = KIND_LETTERS; *letter != '\0'; letter++) {
		const char value[] = { *letter, '\0' }, class[] = { *letter, '0', '\0' };

		if (!used[(unsigned char)*letter])
			continue;
		add_key(legend, "data-kind", value, class, kind_label(*letter));
		add_figures(
			picture, &legend->keys[legend->count - 1], sums[(unsigned char)*letter]);
	}
	if (picture->cells != NULL && picture->cells->is_wall && !used[KIND_IDLE])
		add_key(legend, "data-strip", "z", "z0", kind_label(KIND_IDLE)); /* of bars only */
}

static double key_width(const struct picture *picture, const struct key *key)
{
	return 18 +
	       ((double)(strlen(key->label) + utf8_columns(key->figures, strlen(key->figures))) +
		       2) *
		       picture->options->fontsize * SVG_FONTWIDTH;
}

/* Place the next key: advances x, or moves to the next row. */
static double place(const struct picture *picture, const struct key *key, double *x, unsigned *row)
{
	double begin = *x, width = key_width(picture, key);

	if (begin > PICTURE_X_PAD && begin + width > picture->width - PICTURE_X_PAD) {
		begin = PICTURE_X_PAD;
		(*row)++;
	}
	*x = begin + width;
	return begin;
}

void legend_measure(struct picture *picture)
{
	struct legend legend;
	double x = PICTURE_X_PAD;
	unsigned row = 0;

	find_keys(picture, &legend);
	for (size_t i = 0; i < legend.count; i++)
		place(picture, &legend.keys[i], &x, &row);
	picture->legend_rows = legend.count > 0 ? row + 1 : 0;
}

void legend_write(struct picture *picture)
{
	struct xml *xml = &picture->xml;
	struct legend legend;
	double x = PICTURE_X_PAD, fontsize = picture->options->fontsize;
	unsigned row = 0;

	find_keys(picture, &legend);
	if (legend.count == 0)
		return;
	xml_put(xml, "<g class=\"gf-legend\" role=\"group\" aria-label=\"legend\">\n");
	for (size_t i = 0; i < legend.count; i++) {
		const struct key *key = &legend.keys[i];
		double begin = place(picture, key, &x, &row);
		double y = picture->legend_y + row * (fontsize + 6);

		xml_putf(xml, "<g class=\"gf-key gf-%s\" %s=\"%s\"", key->class, key->attribute,
			key->value);
		if (key->other[0] != '\0')
			xml_attribute(xml, "data-other", key->other);
		xml_putf(xml,
			"><rect x=\"%.10g\" y=\"%.10g\" width=\"%.10g\" height=\"%.10g\"/>"
			"<text x=\"%.10g\" y=\"%.10g\">%s",
			begin, y - fontsize + 2, fontsize, fontsize, begin + fontsize + 4, y,
			key->label);
		xml_text(xml, key->figures);
		xml_put(xml, "</text></g>\n");
	}
	xml_put(xml, "</g>\n");
}
