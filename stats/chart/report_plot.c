#include "stats/chart/report_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/units.h"
#include "stats/chart/report_axis.h"
#include "svg/xml.h"

/* Series are distinguished by colour; those beyond the limit share the last one. */
enum { SERIES = 8, PANELS = 2, NAME_COLUMNS = 60, FILE_COLUMNS = 36 };

struct point {
	double x, y[PANELS];        /* y[1] may be NAN: none */
	double least, most, middle; /* of y[0] */
	double rate;                /* GB/s; NAN: unknown */
	double count;
	uint32_t series;
};

struct series {
	char *name; /* cleaned and cut; malloc'ed */
	char *key;  /* as given */
	int64_t number;
	uint64_t points;
};

struct plot {
	const struct chart_shape *shape;
	struct point *points;
	size_t count, cap;
	struct series series[SERIES];
	size_t series_count;
	uint64_t series_met; /* some may share the last series */
	bool of_files;       /* series are of several files, whose names they carry */
};

/* A mark: one row, or all rows of a series in one column of the picture. */
struct mark {
	uint64_t rows;
	double x, x_end;
	double least, most; /* of y */
	double sum;
	const struct point *point;
};

/* px */
static const double panel_height = 190, panel_gap = 34, legend_line = 17, below_axis = 46;

static bool is_pace(const struct plot *plot)
{
	return plot->shape->kind == CHART_PACE;
}

struct plot *plot_new(const struct chart_shape *shape, struct err *err)
{
	struct plot *plot = mem_try_zeroed(1, sizeof(*plot), err);

	if (plot != NULL)
		plot->shape = shape;
	return plot;
}

void plot_free(struct plot *plot)
{
	if (plot == NULL)
		return;
	for (size_t i = 0; i < plot->series_count; i++) {
		free(plot->series[i].name);
		free(plot->series[i].key);
	}
	free(plot->points);
	free(plot);
}

/* --- series ------------------------------------------------------------------------- */

static char *clean_name(
	const struct cell *name, size_t columns, const char *behind, struct err *err)
{
	struct text clean = { 0 };
	bool ok = text_try_add_fit(&clean, name->is.text, name->len, columns, err) &&
		  text_try_add_string(&clean, behind, err);

	if (!ok) {
		free(clean.bytes);
		return NULL;
	}
	return clean.bytes;
}

static bool is_same(const struct series *series, const struct cell *name, int64_t number)
{
	return series->number == number && strlen(series->key) == name->len &&
	       memcmp(series->key, name->is.text, name->len) == 0;
}

static bool begin_series(
	struct plot *plot, const struct cell *name, int64_t number, struct err *err)
{
	struct series *series = &plot->series[plot->series_count];
	char behind[64] = "";

	if (is_pace(plot))
		snprintf(behind, sizeof(behind), "%sPID %lld", name->len > 0 ? ", " : "",
			(long long)number);
	else if (number > 0)
		snprintf(behind, sizeof(behind), ", %lld ranks", (long long)number);
	*series = (struct series){ .number = number };
	series->key = strndup(name->is.text, name->len);
	series->name = clean_name(name, is_pace(plot) ? FILE_COLUMNS : NAME_COLUMNS, behind, err);
	plot->series_count++; /* its contents are freed with the others */
	return series->name != NULL && (series->key != NULL || err_nomem(err));
}

/* For the pace of several processes, each begins with a row without a predecessor. */
static bool find_series(struct plot *plot, const char *file, const struct cell *cells,
	uint32_t *index, struct err *err)
{
	const struct chart_shape *shape = plot->shape;
	const struct cell *number = &cells[shape->lane];
	const struct cell of_file = cell_text(file != NULL ? file : "");
	int64_t value = number->kind == CELL_INTEGER ? number->is.integer : 0;
	bool known = is_pace(plot) && cells[shape->to].kind != CELL_EMPTY && plot->count > 0;
	uint32_t i = known ? plot->points[plot->count - 1].series : 0;

	while (!is_pace(plot) && i < plot->series_count &&
		!is_same(&plot->series[i], &cells[shape->label], value))
		i++;
	known = known || (!is_pace(plot) && i < plot->series_count);
	if (!known) {
		plot->series_met++;
		i = plot->series_count < SERIES ? (uint32_t)plot->series_count : SERIES - 1;
		if (plot->series_count < SERIES &&
			!begin_series(
				plot, is_pace(plot) ? &of_file : &cells[shape->label], value, err))
			return false;
	}
	*index = i;
	return true;
}

/* --- rows --------------------------------------------------------------------------- */

static double number_of(const struct cell *cell)
{
	return cell->kind == CELL_REAL      ? cell->is.real
	       : cell->kind == CELL_INTEGER ? (double)cell->is.integer
					    : NAN;
}

bool plot_add(struct plot *plot, const char *file, const struct cell *cells, struct err *err)
{
	const struct chart_shape *shape = plot->shape;
	struct point point = { .x = number_of(&cells[shape->from]), .rate = NAN, .count = 1 };

	plot->of_files |= file != NULL;
	if (!find_series(plot, file, cells, &point.series, err) ||
		!mem_try_grow((void **)&plot->points, &plot->cap, plot->count + 1,
			sizeof(*plot->points), err))
		return false;
	point.middle = point.y[0] = number_of(&cells[shape->value]);
	point.y[1] = is_pace(plot) ? number_of(&cells[shape->to]) : NAN;
	point.least = point.most = point.y[0];
	if (!is_pace(plot)) {
		point.least = number_of(&cells[shape->value + 1]);
		point.most = number_of(&cells[shape->value + 2]);
		point.rate = number_of(&cells[shape->to]);
		point.count = number_of(&cells[shape->count]);
	}
	plot->series[point.series].points++;
	plot->points[plot->count++] = point;
	return true;
}

/* --- marks -------------------------------------------------------------------------- */

/* Whether there are too many rows for a mark each. */
static bool is_thinned(const struct plot *plot)
{
	enum { MARKS = 1500 };

	return plot->count > MARKS;
}

static size_t columns_of(const struct plot *plot)
{
	return 600 / plot->series_count;
}

static const char *class_of(const struct plot *plot, uint32_t series)
{
	static const char *const classes[SERIES] = { "c0", "c1", "c2", "c3", "c4", "c5", "c6",
		"c7" };

	return classes[plot->series_met > SERIES && series == SERIES - 1 ? SERIES - 1 : series];
}

static void put_span(struct xml *xml, const char *name, double from, double to)
{
	xml_put(xml, " ");
	xml_put(xml, name);
	xml_put(xml, "=\"");
	xml_put_number(xml, from < to ? from : to);
	xml_put(xml, strcmp(name, "x") == 0 ? "\" width=\"" : "\" height=\"");
	xml_put_number(xml, fabs(to - from) > 2 ? fabs(to - from) : 2);
	xml_put(xml, "\"");
}

static void put_title(const struct plot *plot, struct xml *xml, const struct mark *mark)
{
	char from[AXIS_LABEL], to[AXIS_LABEL], least[AXIS_LABEL], most[AXIS_LABEL];
	char middle[AXIS_LABEL], count[UNITS_SIZE], text[400];
	const struct point *point = mark->point;
	enum axis_unit unit = is_pace(plot) ? AXIS_TIME : AXIS_BYTES;

	axis_label(unit, mark->x, from);
	axis_label(unit, mark->x_end, to);
	axis_label(AXIS_TIME, mark->least, least);
	axis_label(AXIS_TIME, mark->most, most);
	xml_put(xml, "<title>");
	if (!is_pace(plot) || plot->series_count > 1) {
		xml_text(xml, plot->series[point->series].name);
		xml_put(xml, ": ");
	}
	units_count(mark->rows, count, sizeof(count));
	if (mark->rows > 1) {
		axis_label(AXIS_TIME, mark->sum / (double)mark->rows, middle);
		snprintf(text, sizeof(text), "%s to %s: %s %s, mean %s (%s to %s)", from, to, count,
			is_pace(plot) ? "of them" : "sizes", middle, least, most);
	} else if (is_pace(plot)) {
		snprintf(text, sizeof(text), "%s behind the first: %s", from, least);
	} else {
		char rate[64] = "";

		units_count((uint64_t)point->count, count, sizeof(count));
		axis_label(AXIS_TIME, point->middle, middle);
		if (!isnan(point->rate))
			snprintf(rate, sizeof(rate), ", bus bandwidth %.*f GB/s",
				point->rate < 10    ? 2
				: point->rate < 100 ? 1
						    : 0,
				point->rate);
		snprintf(text, sizeof(text), "%s, %s call%s: %s (%s to %s)%s", from, count,
			point->count == 1 ? "" : "s", middle, least, most, rate);
	}
	xml_text(xml, text);
	xml_put(xml, "</title>");
}

static void put_mark(const struct plot *plot, struct xml *xml, const struct axis *x,
	const struct axis *y, const struct mark *mark)
{
	const char *class = class_of(plot, mark->point->series);
	bool one = mark->rows == 1;
	double from = axis_at(x, mark->x), to = axis_at(x, mark->x_end);

	xml_put(xml, "<g class=\"");
	xml_put(xml, class);
	xml_put(xml, "\">");
	if (!one || mark->least < mark->most) {
		xml_put(xml, "<rect opacity=\".4\"");
		put_span(xml, "x", one ? from - 1 : from, one ? from + 1 : to);
		put_span(xml, "y", axis_at(y, mark->least), axis_at(y, mark->most));
		xml_put(xml, "/>");
	}
	if (!one) {
		double mean = axis_at(y, mark->sum / (double)mark->rows);

		xml_put(xml, "<rect");
		put_span(xml, "x", from, to);
		put_span(xml, "y", mean - 1, mean + 1);
		xml_put(xml, "/>");
	} else {
		xml_put(xml, "<circle cx=\"");
		xml_put_number(xml, from);
		xml_put(xml, "\" cy=\"");
		xml_put_number(xml, axis_at(y, is_pace(plot) ? mark->least : mark->point->middle));
		xml_put(xml, is_pace(plot) ? "\" r=\"2.5\"/>" : "\" r=\"4\"/>");
	}
	put_title(plot, xml, mark);
	xml_put(xml, "</g>\n");
}

/* The values of a row in a panel. */
static bool values_of(const struct point *point, size_t panel, double *least, double *most)
{
	*least = panel == 0 ? point->least : point->y[panel];
	*most = panel == 0 ? point->most : point->y[panel];
	return !isnan(point->y[panel]);
}

static void put_points(const struct plot *plot, struct xml *xml, const struct axis *x,
	const struct axis *y, size_t panel)
{
	for (size_t i = 0; i < plot->count; i++) {
		const struct point *point = &plot->points[i];
		struct mark mark = { .rows = 1, .x = point->x, .x_end = point->x, .point = point };

		if (values_of(point, panel, &mark.least, &mark.most))
			put_mark(plot, xml, x, y, &mark);
	}
}

static bool put_columns(const struct plot *plot, struct xml *xml, const struct axis *x,
	const struct axis *y, size_t panel, struct err *err)
{
	size_t columns = columns_of(plot);
	struct mark *marks = mem_try_zeroed(columns * plot->series_count, sizeof(*marks), err);

	if (marks == NULL)
		return false;
	for (size_t i = 0; i < plot->count; i++) {
		const struct point *point = &plot->points[i];
		double share = (axis_at(x, point->x) - x->begin) / (x->end - x->begin);
		size_t column = share > 0 ? (size_t)(share * (double)columns) : 0;
		struct mark *mark, row = { .x = point->x, .x_end = point->x, .point = point };

		if (!values_of(point, panel, &row.least, &row.most))
			continue;
		mark = &marks[point->series * columns + (column < columns ? column : columns - 1)];
		if (mark->rows == 0)
			*mark = row;
		mark->rows++;
		mark->x = fmin(mark->x, row.x);
		mark->x_end = fmax(mark->x_end, row.x);
		mark->least = fmin(mark->least, row.least);
		mark->most = fmax(mark->most, row.most);
		mark->sum += point->y[panel];
	}
	for (size_t i = 0; i < columns * plot->series_count; i++) {
		if (marks[i].rows > 0)
			put_mark(plot, xml, x, y, &marks[i]);
	}
	free(marks);
	return true;
}

/* --- axes --------------------------------------------------------------------------- */

static size_t panels_of(const struct plot *plot)
{
	return is_pace(plot) ? 2 : 1;
}

static double height_of(const struct plot *plot)
{
	return is_pace(plot) ? panel_height : 2 * panel_height;
}

static struct axis axis_of_x(const struct plot *plot)
{
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < plot->count; i++) {
		least = fmin(least, plot->points[i].x);
		most = fmax(most, plot->points[i].x);
	}
	return is_pace(plot) ? axis_linear(AXIS_TIME, most)
			     : axis_logarithmic(AXIS_BYTES, least, most);
}

static struct axis axis_of_y(const struct plot *plot, size_t panel)
{
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < plot->count; i++) {
		double low, high;

		if (!values_of(&plot->points[i], panel, &low, &high))
			continue;
		least = fmin(least, low);
		most = fmax(most, high);
	}
	return is_pace(plot) ? axis_linear(AXIS_TIME, most)
			     : axis_logarithmic(AXIS_TIME, least, most);
}

static void put_line(struct xml *xml, double x1, double y1, double x2, double y2)
{
	xml_put(xml, "<path class=\"grid\" d=\"M");
	xml_put_number(xml, x1);
	xml_put(xml, " ");
	xml_put_number(xml, y1);
	xml_put(xml, "L");
	xml_put_number(xml, x2);
	xml_put(xml, " ");
	xml_put_number(xml, y2);
	xml_put(xml, "\"/>\n");
}

static void put_grid(struct xml *xml, const struct axis *x, const struct axis *y, bool x_labels)
{
	double ticks[AXIS_TICKS];
	char text[AXIS_LABEL];
	size_t count = axis_ticks(y, ticks);

	for (size_t i = 0; i < count; i++) {
		double at = axis_at(y, ticks[i]);

		put_line(xml, x->begin, at, x->end, at);
		axis_label(y->unit, ticks[i], text);
		axis_text(xml, x->begin - 6, at + 4, "end", text);
	}
	count = axis_ticks(x, ticks);
	for (size_t i = 0; i < count; i++) {
		double at = axis_at(x, ticks[i]);

		put_line(xml, at, y->begin, at, y->end);
		axis_label(x->unit, ticks[i], text);
		if (x_labels)
			axis_text(xml, at, y->begin + 20, "middle", text);
	}
}

/* --- the whole ---------------------------------------------------------------------- */

/* How many names fit side by side in a line, up to the limit. */
static size_t legend_columns(const struct plot *plot)
{
	return !is_pace(plot) ? 1 : plot->of_files ? 2 : 4;
}

static size_t legend_lines(const struct plot *plot)
{
	size_t columns = legend_columns(plot);

	if (is_pace(plot) && plot->series_count < 2)
		return 0;
	return (plot->series_count + columns - 1) / columns;
}

static void put_legend(
	const struct plot *plot, struct xml *xml, double left, double right, double top)
{
	size_t columns = legend_columns(plot);

	for (uint32_t i = 0; legend_lines(plot) > 0 && i < plot->series_count; i++) {
		double x = left + (double)(i % columns) * (right - left) / (double)columns;
		size_t line = i / columns;
		double y = top + (double)line * legend_line;
		char others[64];

		xml_put(xml, "<circle class=\"");
		xml_put(xml, class_of(plot, i));
		xml_put(xml, "\" r=\"4\"");
		xml_attribute_number(xml, "cx", x + 4);
		xml_attribute_number(xml, "cy", y + 9);
		xml_put(xml, "/>");
		snprintf(others, sizeof(others), "%llu others",
			(unsigned long long)(plot->series_met - SERIES + 1));
		axis_text(xml, x + 14, y + 13, "start",
			plot->series_met > SERIES && i == SERIES - 1 ? others
								     : plot->series[i].name);
	}
}

static double note_height(const struct plot *plot)
{
	return is_thinned(plot) ? legend_line : 0;
}

bool plot_is_empty(const struct plot *plot)
{
	return plot->count == 0;
}

double plot_height(const struct plot *plot)
{
	double panels = (double)panels_of(plot);

	return (double)legend_lines(plot) * legend_line + note_height(plot) +
	       panels * (height_of(plot) + panel_gap) + below_axis;
}

/* Note that not every row has its own mark. */
static void put_note(const struct plot *plot, struct xml *xml, double left, double top)
{
	char count[UNITS_SIZE], text[160];

	if (!is_thinned(plot))
		return;
	units_count(plot->count, count, sizeof(count));
	snprintf(text, sizeof(text),
		"%s of them: a mark is the least, mean and most of 1/%zu of the width", count,
		columns_of(plot));
	axis_text(xml, left, top + 13, "start", text);
}

bool plot_draw(const struct plot *plot, struct xml *xml, double left, double right, double top,
	struct err *err)
{
	static const char *const heads[][PANELS] = { { "Duration", "Pace: from start to start" },
		{ "Time of a call: median, least and most", "" } };
	struct axis x = axis_of_x(plot);
	double bottom = top;

	x.begin = left;
	x.end = right;
	put_legend(plot, xml, left, right, top);
	top += (double)legend_lines(plot) * legend_line;
	put_note(plot, xml, left, top);
	top += note_height(plot);
	for (size_t panel = 0; panel < panels_of(plot); panel++) {
		struct axis y = axis_of_y(plot, panel);

		y.end = top + panel_gap;
		y.begin = bottom = y.end + height_of(plot);
		axis_text(xml, left, y.end - 8, "start", heads[is_pace(plot) ? 0 : 1][panel]);
		put_grid(xml, &x, &y, panel + 1 == panels_of(plot));
		if (!is_thinned(plot))
			put_points(plot, xml, &x, &y, panel);
		else if (!put_columns(plot, xml, &x, &y, panel, err))
			return false;
		top = bottom;
	}
	axis_text(xml, (left + right) / 2, bottom + 38, "middle",
		is_pace(plot) ? "time since the first one began" : "message size");
	return true;
}
