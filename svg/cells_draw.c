#include "svg/picture.h"

#include <inttypes.h>
#include <math.h>

#include "base/mem.h"
#include "base/platform.h"
#include "svg/cells.h"

/*
 * The strip: a bar for each step, and below it a row for each rank. It is an <svg> of its own, as
 * wide as what is right of the names; the script only changes that width, and all else follows,
 * since shapes are stretched and texts are placed by percentages.
 */
enum {
	NAMES_PX = 112,                  /* names of rows, at the left */
	LINE_PX = 16,                    /* a line of text; bars begin below the first */
	BARS_PX = 48,                    /* as in svg/js/cells_strip.js: */
	ROWS_PX = LINE_PX + BARS_PX + 6, /* where rows begin */
	ROW_PX = 12,
	MOST_TICKS = 10,
	TICKS_OF_TIME = 4, /* of slices: "1.02 s" is long */
};

/* In medians: longer bars are cut; and where there is one to be named. */
static const double most_height = 3, caption_height = 1.4;

/* Where each colour begins: how far from the usual rank, in percent. */
static const double scale_percent[CHANGE_STEPS] = { 2, 4, 8, 16 };

/* Differences that are worth words, in percent: of a row, of a column; and that are worth none. */
static const double row_said = 2, column_said = 10, alike = 1;

struct cell_strip {
	const struct picture *picture;
	const struct cells *cells;
	struct xml *xml;
	uint32_t columns, rows;
	double width;     /* px, of all columns */
	double *longest;  /* by column: the mean of the row whose is the largest */
	uint32_t *row_of; /* by column: the row that is drawn */
	double *work;     /* by row, column: without communication and idle */
	double *usual;    /* by column: the work of the usual rank */
	double median;    /* of `longest` */
	double top;       /* the value of a bar that is as high as there is room for */
	const char *path; /* the class of the path that is being written, or NULL */
};

double cells_height(const struct picture *picture)
{
	const struct cells *cells = picture->cells;

	if (cells == NULL)
		return 0;
	return ROWS_PX + (cells->rows.word != NULL ? cells->rows.count * ROW_PX : 0) + LINE_PX;
}

static int compare_doubles(const void *a, const void *b, UNUSED void *context)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

/* Of the numbers that are more than 0. */
static double median_of(const double *numbers, size_t count)
{
	double *list = mem_zeroed(count, sizeof(*list)), median = 0;
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		if (numbers[i] > 0)
			list[used++] = numbers[i];
	}
	platform_sort(list, used, sizeof(*list), compare_doubles, NULL);
	if (used > 0)
		median = (list[used / 2] + list[(used - 1) / 2]) / 2;
	free(list);
	return median;
}

/* The mean of one step on one rank, by kind. */
static double mean_of(const struct cell_strip *strip, uint32_t row, uint32_t column, size_t kind)
{
	const struct cells *cells = strip->cells;
	size_t cell = (size_t)row * strip->columns + column;

	return (double)cells->kinds[cell * CELL_KINDS + kind] /
	       ((double)cells->columns.places[column].members *
		       (double)cells->rows.places[row].members);
}

/* Find the work of a cell; returns its total. */
static double measure_cell(struct cell_strip *strip, uint32_t row, uint32_t column)
{
	double total = 0, *work = &strip->work[(size_t)row * strip->columns + column];

	for (size_t kind = 0; kind < CELL_KINDS; kind++) {
		double mean = mean_of(strip, row, column, kind);

		total += mean;
		if (strchr(KINDS_WITHOUT_WORK, KIND_LETTERS[kind]) == NULL)
			*work += mean;
	}
	return total;
}

/* Ranks whose work is more than 0 and up to `most`. */
static uint64_t count_ranks(const struct cell_strip *strip, uint32_t column, double most)
{
	uint64_t ranks = 0;

	for (uint32_t row = 0; row < strip->rows; row++) {
		double work = strip->work[(size_t)row * strip->columns + column];

		ranks += work > 0 && work <= most ? strip->cells->rows.places[row].members : 0;
	}
	return ranks;
}

/* The lower quartile of ranks, as in stats/reports/rank_cost.sql: half of them may be slow. */
static double usual_of(const struct cell_strip *strip, uint32_t column)
{
	uint64_t quarter = count_ranks(strip, column, INFINITY) / 4;
	double usual = INFINITY;

	for (size_t at = column; at < strip->cells->size; at += strip->columns) {
		if (strip->work[at] < usual &&
			count_ranks(strip, column, strip->work[at]) > quarter)
			usual = strip->work[at];
	}
	return isfinite(usual) ? usual : 0;
}

/* All ranks of a step may take as long: of those, who works most keeps the others waiting. */
static void measure_column(struct cell_strip *strip, uint32_t column)
{
	double *totals = mem_zeroed(strip->rows, sizeof(*totals)), most = 0;

	for (uint32_t row = 0; row < strip->rows; row++) {
		totals[row] = measure_cell(strip, row, column);
		strip->longest[column] = fmax(strip->longest[column], totals[row]);
	}
	for (uint32_t row = 0; row < strip->rows; row++) {
		double work = strip->work[(size_t)row * strip->columns + column];

		if (totals[row] < (1 - alike / 100) * strip->longest[column] || work < most)
			continue;
		most = work;
		strip->row_of[column] = row;
	}
	strip->usual[column] = usual_of(strip, column);
	free(totals);
}

static void measure(struct cell_strip *strip)
{
	strip->longest = mem_zeroed(strip->columns, sizeof(*strip->longest));
	strip->row_of = mem_zeroed(strip->columns, sizeof(*strip->row_of));
	strip->work = mem_zeroed(strip->cells->size, sizeof(*strip->work));
	strip->usual = mem_zeroed(strip->columns, sizeof(*strip->usual));
	for (uint32_t column = 0; column < strip->columns; column++) {
		measure_column(strip, column);
		strip->top = fmax(strip->top, strip->longest[column]);
	}
	strip->median = median_of(strip->longest, strip->columns);
	if (strip->top >= (1 + column_said / 100) * strip->median) /* room for what is said of it */
		strip->top = fmax(strip->top, caption_height * strip->median);
	strip->top = fmin(strip->top, most_height * strip->median);
}

/* --- shapes --------------------------------------------------------------------------------- */

static void end_path(struct cell_strip *strip)
{
	if (strip->path != NULL)
		xml_put(strip->xml, "\"/>\n");
	strip->path = NULL;
}

/* Boxes of one class in a row are one path. */
static void put_box(struct cell_strip *strip, const char *class, double x, double y, double width,
	double height)
{
	if (strip->path != class) {
		end_path(strip);
		xml_putf(strip->xml, "<path class=\"gf-%s\" d=\"", class);
		strip->path = class;
	}
	xml_putf(strip->xml, "M%.1f %.2fh%.1fv%.2fh-%.1fz", x, y, width, height, width);
}

/* Kind by kind, each on top of those before it. */
static void put_bars(struct cell_strip *strip)
{
	double step = strip->width / strip->columns;
	double *low = mem_zeroed(strip->columns, sizeof(*low));

	for (size_t kind = 0; kind < CELL_KINDS; kind++) {
		const char class[] = { KIND_LETTERS[kind], '0', '\0' };

		for (uint32_t column = 0; column < strip->columns; column++) {
			double mean = mean_of(strip, strip->row_of[column], column, kind);
			double height = fmin(BARS_PX - low[column], mean / strip->top * BARS_PX);

			if (height < 0.005)
				continue;
			low[column] += height;
			put_box(strip, class, column * step, BARS_PX - low[column],
				step - fmin(1, step / 8), height);
		}
		end_path(strip);
	}
	free(low);
}

static const char *class_of(int colour)
{
	static const char *const classes[] = { "v4", "v3", "v2", "v1", "r2", "u1", "u2", "u3",
		"u4" };

	return classes[colour + CHANGE_STEPS];
}

/* How the work of a cell compares with the usual; CHANGE_STEPS + 1: there is none. */
static int colour_of(double work, double usual)
{
	double percent = 100 * fabs(work / usual - 1);
	int step = 0;

	while (step < CHANGE_STEPS && percent >= scale_percent[step])
		step++;
	return work <= 0 ? CHANGE_STEPS + 1 : work < usual ? -step : step;
}

/* Neighbours of one colour are one. */
static void put_row(struct cell_strip *strip, uint32_t row, const int *colours, int colour)
{
	double width = strip->width / strip->columns;

	colours += (size_t)row * strip->columns;
	for (uint32_t at = 0, to; at < strip->columns; at = to) {
		for (to = at + 1; to < strip->columns && colours[to] == colours[at];)
			to++;
		if (colours[at] == colour)
			put_box(strip, class_of(colour), at * width,
				ROWS_PX - LINE_PX + row * ROW_PX, (to - at) * width, ROW_PX - 1);
	}
}

static void put_rows(struct cell_strip *strip)
{
	int *colours = mem_zeroed(strip->cells->size, sizeof(*colours));

	for (uint32_t column = 0; column < strip->columns; column++) {
		for (size_t at = column; at < strip->cells->size; at += strip->columns)
			colours[at] = colour_of(strip->work[at], strip->usual[column]);
	}
	for (int colour = -CHANGE_STEPS; colour <= CHANGE_STEPS; colour++) {
		for (uint32_t row = 0; row < strip->rows; row++)
			put_row(strip, row, colours, colour);
	}
	free(colours);
}

static void put_shapes(struct cell_strip *strip)
{
	double height = cells_height(strip->picture) - 2 * LINE_PX;

	xml_putf(strip->xml,
		"<svg y=\"%d\" width=\"100%%\" height=\"%.10g\" viewBox=\"0 0 %.10g %.10g\" "
		"preserveAspectRatio=\"none\">\n",
		LINE_PX, height, strip->width, height);
	put_bars(strip);
	if (strip->cells->rows.word != NULL)
		put_rows(strip);
	if (strip->cells->slice_ns == 0)
		put_box(strip, "median", 0, BARS_PX * (1 - strip->median / strip->top),
			strip->width, 0);
	end_path(strip);
	xml_put(strip->xml, "</svg>\n");
}

/* --- texts ---------------------------------------------------------------------------------- */

/* At x, a percentage of the width. */
static void put_text(struct cell_strip *strip, double x, double y, const char *extra,
	const char *format, ...) PRINTF_LIKE(5, 6);

static void put_text(
	struct cell_strip *strip, double x, double y, const char *extra, const char *format, ...)
{
	va_list args;

	xml_putf(strip->xml, "<text x=\"%.2f%%\" y=\"%.10g\"%s>", x, y, extra);
	va_start(args, format);
	xml_vputf(strip->xml, format, args);
	va_end(args);
	xml_put(strip->xml, "</text>\n");
}

enum { PLACE_BYTES = 64 };

/* "rank 5" or "ranks 6-20". */
static const char *name_place(const struct cell_axis *axis, uint32_t at, char text[PLACE_BYTES])
{
	const struct cell_place *place = &axis->places[at];

	if (place->members == 1)
		snprintf(text, PLACE_BYTES, "%s %" PRIu64, axis->word, place->first);
	else
		snprintf(text, PLACE_BYTES, "%ss %" PRIu64 "-%" PRIu64, axis->word, place->first,
			place->last);
	return text;
}

/* The kind whose mean exceeds that of the other columns most. */
static const char *reason_of(const struct cell_strip *strip, uint32_t column)
{
	double *means = mem_zeroed(strip->columns, sizeof(*means)), most = 0;
	size_t reason = 0;

	for (size_t kind = 0; kind < CELL_KINDS; kind++) {
		double more;

		for (uint32_t i = 0; i < strip->columns; i++)
			means[i] = mean_of(strip, strip->row_of[i], i, kind);
		more = means[column] - median_of(means, strip->columns);
		reason = more > most ? kind : reason;
		most = fmax(more, most);
	}
	free(means);
	return kind_label(KIND_LETTERS[reason]);
}

/* How far the slow columns go from `column`, with a step of 1 or -1. */
static uint32_t slow_until(const struct cell_strip *strip, uint32_t column, int step)
{
	const double slow = (strip->longest[column] + strip->median) / 2;

	while (column + (uint32_t)step < strip->columns &&
		strip->longest[column + (uint32_t)step] > slow)
		column += (uint32_t)step;
	return column;
}

/* "step 37: +42 %, matmul", or "steps 12-19: up to +42 %, ...", beside its bar. */
static void put_outlier(struct cell_strip *strip)
{
	const struct cell_axis *axis = &strip->cells->columns;
	struct cell_axis slow = *axis;
	struct cell_place all;
	char name[PLACE_BYTES];
	uint32_t most = 0, first, last;
	double percent;
	bool is_right;

	for (uint32_t column = 1; column < strip->columns; column++) {
		if (strip->longest[column] > strip->longest[most])
			most = column;
	}
	percent = 100 * (strip->longest[most] / strip->median - 1);
	if (percent < column_said)
		return;
	first = slow_until(strip, most, -1);
	last = slow_until(strip, most, 1);
	all = axis->places[first];
	all.members += last - first;
	all.last = axis->places[last].last;
	slow.places = &all;
	is_right = first + last < strip->columns;
	put_text(strip, 100.0 * (is_right ? last + 1 : first) / strip->columns, LINE_PX + 9,
		is_right ? " dx=\"4\" class=\"gf-outlier\""
			 : " dx=\"-4\" class=\"gf-outlier\" text-anchor=\"end\"",
		"%s: %s+%.0f %%<tspan class=\"gf-long\">, %s</tspan>", name_place(&slow, 0, name),
		first < last ? "up to " : "", percent, reason_of(strip, most));
}

/* Round numbers below the columns. */
static void put_ticks(struct cell_strip *strip)
{
	const struct cell_axis *axis = &strip->cells->columns;
	uint64_t range = axis->places[axis->count - 1].last - axis->places[0].first;
	const unsigned most = strip->cells->slice_ns > 0 ? TICKS_OF_TIME : MOST_TICKS;
	uint32_t apart = 1 + strip->columns * 3 / 4 / most, free_from = 0;
	/* a time that begins later would be cut off on a phone */
	const uint32_t until =
		strip->columns - (strip->cells->slice_ns > 0 ? strip->columns / 7 : 0);
	uint64_t unit = 1;
	char text[VALUE_BYTES];

	for (unsigned i = 0; range / unit > most && unit < UINT64_MAX / 5; i++)
		unit = i % 3 == 1 ? unit / 2 * 5 : unit * 2; /* 1, 2, 5, 10 */
	for (uint32_t column = 0; column < until; column++) {
		uint64_t first = axis->places[column].first, rest = first % unit;
		uint64_t number = column == 0 || rest == 0 ? first : first - rest + unit;

		if (number < first || number > axis->places[column].last || column < free_from)
			continue;
		if (strip->cells->slice_ns > 0 && number > 0)
			value_format(
				&strip->picture->values, number * strip->cells->slice_ns, text);
		else
			snprintf(text, sizeof(text), "%" PRIu64, number);
		value_write_micro(text, sizeof(text));
		put_text(strip, 100.0 * column / strip->columns, cells_height(strip->picture) - 4,
			"", "%s", text);
		free_from = column + apart;
	}
}

/* What the colours of rows mean, at the right of the line above. */
static void put_scale(struct cell_strip *strip)
{
	bool is_named = true; /* the one before */

	xml_put(strip->xml, "<text class=\"gf-scale\" x=\"100%\" y=\"11\" text-anchor=\"end\">"
			    "computation<tspan class=\"gf-long\"> against the usual rank</tspan>:");
	for (int colour = -CHANGE_STEPS; colour <= CHANGE_STEPS; colour++) {
		int size = abs(colour);

		xml_putf(strip->xml, "%s<tspan class=\"gf-%s\">\xe2\x96\xa0</tspan>",
			is_named ? " " : "", class_of(colour));
		is_named = size <= 1 || size == CHANGE_STEPS;
		if (size == 0)
			xml_put(strip->xml, " same");
		else if (is_named)
			xml_putf(strip->xml, " %s%.10g %%", colour > 0 ? "+" : "-",
				scale_percent[size - 1]);
	}
	xml_put(strip->xml, "</text>\n");
}

/* How much longer a row computes than the usual one, in percent of the steps it has. */
static double excess_of(const struct cell_strip *strip, uint32_t row)
{
	double sum = 0, usual = 0;

	for (uint32_t column = 0; column < strip->columns; column++) {
		double work = strip->work[(size_t)row * strip->columns + column];
		double members = (double)strip->cells->columns.places[column].members;

		sum += work * members;
		usual += work > 0 ? strip->usual[column] * members : 0;
	}
	return 100 * (sum / usual - 1);
}

static bool is_merged(const struct cell_axis *axis)
{
	uint32_t at = 0;

	while (at < axis->count && axis->places[at].members <= 1)
		at++;
	return at < axis->count;
}

/* Left of the columns: what the bars are, and the names of rows. */
static void put_names(struct cell_strip *strip)
{
	const struct cells *cells = strip->cells;
	char name[PLACE_BYTES], value[VALUE_BYTES];

	value_format(&strip->picture->values, (uint64_t)round(strip->median), value);
	value_write_micro(value, sizeof(value));
	put_text(strip, 0, LINE_PX + 11, "", "%s %s",
		cells->is_wall ? "wall time by" : "sum of each", cells->columns.word);
	if (cells->slice_ns > 0) {
		value_format(&strip->picture->values, cells->slice_ns, value);
		value_write_micro(value, sizeof(value));
		put_text(strip, 0, LINE_PX + 24, "", "each of %s", value);
		if (cells->is_wall && cells->slice_devices > 1)
			put_text(strip, 0, LINE_PX + 37, "", "on %" PRIu64 " GPUs",
				cells->slice_devices);
		return;
	}
	if (cells->rows.word != NULL)
		put_text(strip, 0, LINE_PX + 24, "", "on its slowest rank");
	put_text(strip, 0, LINE_PX + 37, "", "median %s", value);
	if (is_merged(&cells->columns) || is_merged(&cells->rows))
		put_text(strip, 0, LINE_PX + 49, "", "merged: their mean");
	for (uint32_t row = 0; cells->rows.word != NULL && row < strip->rows; row++) {
		double percent = excess_of(strip, row), y = ROWS_PX + row * ROW_PX + 9;

		name_place(&cells->rows, row, name);
		if (isfinite(percent) && fabs(percent) >= row_said)
			put_text(
				strip, 0, y, " class=\"gf-outlier\"", "%s %+.1f %%", name, percent);
		else
			put_text(strip, 0, y, "", "%s", name);
	}
}

static void begin_part(struct cell_strip *strip, const char *class, double x, double width)
{
	const struct picture *picture = strip->picture;
	double height = cells_height(picture);

	xml_putf(strip->xml,
		"<svg class=\"gf-strip%s\" x=\"%.10g\" y=\"%.10g\" width=\"%.10g\" "
		"height=\"%.10g\" font-size=\"10.5\">\n",
		class, x, picture->frames_top - height, width, height);
}

void cells_draw(struct picture *picture)
{
	struct cell_strip strip = {
		.picture = picture, .cells = picture->cells, .xml = &picture->xml
	};

	if (picture->cells == NULL)
		return;
	strip.columns = picture->cells->columns.count;
	strip.rows = picture->cells->rows.count;
	strip.width = picture->width - NAMES_PX - 2 * PICTURE_X_PAD;
	measure(&strip);
	begin_part(&strip, "", PICTURE_X_PAD, NAMES_PX);
	put_names(&strip);
	xml_put(strip.xml, "</svg>\n");
	begin_part(&strip, " gf-cells", PICTURE_X_PAD + NAMES_PX, strip.width);
	put_shapes(&strip);
	if (strip.cells->slice_ns == 0)
		put_outlier(&strip);
	put_ticks(&strip);
	if (strip.cells->rows.word != NULL)
		put_scale(&strip);
	xml_put(strip.xml, "</svg>\n");
	free(strip.longest);
	free(strip.row_of);
	free(strip.work);
	free(strip.usual);
}
