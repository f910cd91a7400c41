#include "stats/chart/report_chart.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/units.h"
#include "stats/chart/report_axis.h"
#include "stats/chart/report_grid.h"
#include "stats/chart/report_plot.h"
#include "stats/chart/report_steps.h"
#include "svg/xml.h"

/* A box of the picture: its interval, its height or heat, and its lane. */
struct box {
	double from, to, value;
	uint32_t lane;
};

/* What a lane is of: one or two lines. */
struct lane {
	const char *file;  /* NULL: there is only one */
	char *what, *more; /* cleaned; malloc'ed; `more` may be NULL */
};

struct chart {
	const struct report *report;
	const char *file;
	char *label;             /* of the first row, or the file: cleaned; malloc'ed */
	struct plot *plot;       /* for marks over axes, which then holds the rows */
	struct grid *grid;       /* for maps, likewise */
	struct step_bars *steps; /* and for steps */
	struct box *boxes;
	size_t count, cap;
	struct lane *lanes; /* in order of arrival */
	size_t lane_count, lanes_cap;
	double from, to, most; /* of all boxes */
};

/* px; nothing overlaps in a window of this width */
static const double width = 800, left = 150, plot_left = 76, right = 24, top = 60, lane_height = 26,
		    two_lines_height = 32, bars_height = 320, label_line = 17;

static bool is_plot(const struct chart *chart)
{
	enum chart_kind kind = chart->report->chart->kind;

	return kind == CHART_PACE || kind == CHART_SIZES;
}

static bool is_steps(const struct chart *chart)
{
	return chart->report->chart->kind == CHART_STEPS;
}

static bool is_grid(const struct chart *chart)
{
	return chart->report->chart->kind == CHART_GRID;
}

struct chart *chart_new(const struct report *report, const char *file, struct err *err)
{
	struct chart *chart = mem_try_zeroed(1, sizeof(*chart), err);

	if (chart == NULL)
		return NULL;
	*chart = (struct chart){ .report = report, .file = file };
	if (is_plot(chart))
		chart->plot = plot_new(report->chart, err);
	else if (is_grid(chart))
		chart->grid = grid_new(report->chart, err);
	else if (is_steps(chart))
		chart->steps = step_bars_new(report->chart, err);
	if (is_plot(chart) == (chart->plot != NULL) && is_grid(chart) == (chart->grid != NULL) &&
		is_steps(chart) == (chart->steps != NULL))
		return chart;
	chart_free(chart);
	return NULL;
}

void chart_free(struct chart *chart)
{
	if (chart == NULL)
		return;
	free(chart->label);
	plot_free(chart->plot);
	grid_free(chart->grid);
	step_bars_free(chart->steps);
	for (size_t i = 0; i < chart->lane_count; i++) {
		free(chart->lanes[i].what);
		free(chart->lanes[i].more);
	}
	free(chart->lanes);
	free(chart->boxes);
	free(chart);
}

static double number_of(const struct cell *cell)
{
	return cell->kind == CELL_REAL      ? cell->is.real
	       : cell->kind == CELL_INTEGER ? (double)cell->is.integer
					    : 0;
}

/*
 * The subject of a picture: a line, without characters that change how text around them is
 * displayed.
 */
static bool set_label(struct chart *chart, const char *text, size_t len, struct err *err)
{
	enum { LABEL_COLUMNS = 100 };
	struct text clean = { 0 };
	bool ok = text_try_add_fit(&clean, text, len, LABEL_COLUMNS, err);

	chart->label = clean.bytes;
	return ok;
}

bool chart_note(struct chart *chart, const char *text, struct err *err)
{
	enum { NOTE_COLUMNS = 100 };
	struct text lines = { 0 };
	bool ok = text_try_add_wrapped(&lines, text, NOTE_COLUMNS, err);

	chart->label = lines.bytes;
	return ok;
}

enum { LANE_COLUMNS = 20 };

/* A cleaned line; NULL after an error. */
static char *lane_line(const char *text, size_t len, size_t columns, struct err *err)
{
	struct text clean = { 0 };

	if (text_try_add_fit(&clean, text, len, columns, err))
		return clean.bytes;
	free(clean.bytes);
	return NULL;
}

/*
 * "device 0, PID 7"; or a name and, on a line of its own, "PID 7", "device 0", a name, or one with
 * a PID.
 */
static bool label_lane(
	const struct cell *of, const struct chart_shape *shape, struct lane *lane, struct err *err)
{
	const char *column = shape->lane_word != NULL ? shape->lane_word : "PID";
	char text[80];

	if (of[1].kind != CELL_TEXT) {
		snprintf(text, sizeof(text), "device %lld, PID %lld", (long long)of[1].is.integer,
			(long long)of[0].is.integer);
		lane->what = lane_line(text, strlen(text), sizeof(text), err);
		return lane->what != NULL;
	}
	lane->what = lane_line(of[1].is.text, of[1].len, LANE_COLUMNS, err);
	if (lane->what == NULL)
		return false;
	if (of[0].kind == CELL_TEXT && !shape->lane_has_pid) {
		lane->more = lane_line(of[0].is.text, of[0].len, LANE_COLUMNS, err);
		return lane->more != NULL;
	}
	if (of[0].kind == CELL_TEXT)
		snprintf(text, sizeof(text), "%.*s, PID %lld",
			(int)(of[0].len < LANE_COLUMNS ? of[0].len : LANE_COLUMNS), of[0].is.text,
			(long long)of[-1].is.integer);
	else
		snprintf(text, sizeof(text), "%s %lld", column, (long long)of[0].is.integer);
	lane->more = lane_line(text, strlen(text), sizeof(text), err);
	return lane->more != NULL;
}

static bool is_same_line(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* The lane of a row, which begins a new one if it is of something else, or earlier. */
static bool find_lane(struct chart *chart, const char *file, const struct cell *cells,
	struct box *box, struct err *err)
{
	const struct chart_shape *shape = chart->report->chart;
	struct lane *last = chart->lane_count > 0 ? &chart->lanes[chart->lane_count - 1] : NULL;
	struct lane lane = { .file = file };
	bool ok = label_lane(&cells[shape->lane], shape, &lane, err);

	if (ok && last != NULL && last->file == file && is_same_line(last->what, lane.what) &&
		is_same_line(last->more, lane.more) &&
		box->from > chart->boxes[chart->count - 1].from) {
		free(lane.what);
		free(lane.more);
	} else {
		ok = ok && mem_try_grow((void **)&chart->lanes, &chart->lanes_cap,
				   chart->lane_count + 1, sizeof(*chart->lanes), err);
		if (!ok) {
			free(lane.what);
			free(lane.more);
			return false;
		}
		chart->lanes[chart->lane_count++] = lane;
	}
	box->lane = (uint32_t)chart->lane_count - 1;
	return true;
}

bool chart_add(struct chart *chart, const char *file, const struct cell *cells, struct err *err)
{
	const struct chart_shape *shape = chart->report->chart;
	struct box box = { .value = number_of(&cells[shape->value]) };

	if (shape->has_label && chart->label == NULL &&
		!set_label(chart, cells[shape->label].is.text, cells[shape->label].len, err))
		return false;
	if (chart->plot != NULL)
		return plot_add(chart->plot, file, cells, err);
	if (chart->grid != NULL)
		return grid_add(chart->grid, cells, err);
	if (chart->steps != NULL)
		return step_bars_add(chart->steps, file, cells, err);
	box.from = number_of(&cells[shape->from]);
	box.to = number_of(&cells[shape->to]);
	if (shape->kind == CHART_HEAT) {
		box.to += box.from;
		if (!find_lane(chart, file, cells, &box, err))
			return false;
	}
	if (!mem_try_grow((void **)&chart->boxes, &chart->cap, chart->count + 1,
		    sizeof(*chart->boxes), err))
		return false;
	if (chart->count == 0 || box.from < chart->from)
		chart->from = box.from;
	if (chart->count == 0 || box.to > chart->to)
		chart->to = box.to;
	if (box.value > chart->most)
		chart->most = box.value;
	chart->boxes[chart->count++] = box;
	return true;
}

static void put_rect(struct xml *xml, const double box[4], double opacity, const char *title)
{
	static const char *const names[] = { "x", "y", "width", "height" };

	xml_put(xml, "<rect class=\"v\" shape-rendering=\"crispEdges\"");
	for (size_t i = 0; i < 4; i++)
		xml_attribute_number(xml, names[i], box[i]);
	if (opacity < 1)
		xml_attribute_number(xml, "fill-opacity", opacity);
	xml_put(xml, "><title>");
	xml_text(xml, title);
	xml_put(xml, "</title></rect>\n");
}

static double x_of(const struct chart *chart, double value)
{
	double span = chart->to - chart->from;

	/* Zero durations are drawn in the middle. */
	return left + (span > 0 ? (value - chart->from) / span : 0.5) * (width - left - right);
}

static void put_axis(struct xml *xml, const struct chart *chart, double y)
{
	for (int i = 0; i <= (chart->to > chart->from ? 4 : 0); i++) {
		double value = chart->from + (chart->to - chart->from) * i / 4;
		double shown =
			chart->report->chart->kind == CHART_HEAT ? value - chart->from : value;
		char text[UNITS_SIZE];

		units_time((uint64_t)sink_scale(shown, 0), text, sizeof(text));
		axis_text(xml, x_of(chart, value), y,
			i == 0   ? "start"
			: i == 4 ? "end"
				 : "middle",
			text);
	}
}

/* A lane's label has two lines if it includes the file, or more than a device. */
static double height_of_lane(const struct chart *chart)
{
	const struct lane *first = chart->lanes;

	return chart->lane_count > 0 && (first->file != NULL || first->more != NULL)
		       ? two_lines_height
		       : lane_height;
}

static bool put_lane(struct xml *xml, const struct lane *lane, double y, struct err *err)
{
	struct text both = { 0 };
	char *file = NULL;
	bool ok = true;

	if (lane->file == NULL && lane->more == NULL) {
		axis_text(xml, left - 8, y + lane_height * 0.65, "end", lane->what);
		return true;
	}
	if (lane->file == NULL) {
		axis_text(xml, left - 8, y + 13, "end", lane->what);
		axis_text(xml, left - 8, y + 26, "end", lane->more);
		return true;
	}
	file = lane_line(lane->file, strlen(lane->file), LANE_COLUMNS, err);
	ok = file != NULL && text_try_add_string(&both, lane->what, err) &&
	     (lane->more == NULL || (text_try_add_string(&both, ", ", err) &&
					    text_try_add_string(&both, lane->more, err)));
	if (ok) {
		axis_text(xml, left - 8, y + 13, "end", file);
		axis_text(xml, left - 8, y + 26, "end", both.bytes);
	}
	free(file);
	text_release(&both);
	return ok;
}

static bool draw_heat(struct xml *xml, const struct chart *chart, struct err *err)
{
	double height = height_of_lane(chart), y = top - height;

	for (size_t i = 0; i < chart->count; i++) {
		const struct box *box = &chart->boxes[i];
		double x = x_of(chart, box->from);
		char text[160], begin[UNITS_SIZE];

		if (i == 0 || box->lane != box[-1].lane) {
			y += height;
			if (!put_lane(xml, &chart->lanes[box->lane], y, err))
				return false;
		}
		units_time((uint64_t)sink_scale(box->from - chart->from, 0), begin, sizeof(begin));
		snprintf(text, sizeof(text), "from %s: %.1f %%", begin, box->value);
		put_rect(xml, (double[]){ x, y, x_of(chart, box->to) - x, height - 2 },
			box->value < 100 ? box->value / 100 : 1, text);
	}
	return true;
}

static double draw_bars(struct xml *xml, const struct chart *chart)
{
	for (size_t i = 0; i < chart->count; i++) {
		const struct box *box = &chart->boxes[i];
		double x = x_of(chart, box->from), wide = x_of(chart, box->to) - x;
		double high = chart->most > 0 ? box->value / chart->most * bars_height : 0;
		char text[160], from[UNITS_SIZE], to[UNITS_SIZE];

		if (box->value <= 0)
			continue;
		units_time((uint64_t)sink_scale(box->from, 0), from, sizeof(from));
		units_time((uint64_t)sink_scale(box->to, 0), to, sizeof(to));
		snprintf(text, sizeof(text), "%s to %s: %.0f", from, to, box->value);
		put_rect(xml,
			(double[]){ x, top + bars_height - high, wide > 2 ? wide - 1 : 2, high }, 1,
			text);
	}
	return top + bars_height;
}

static bool draw_boxes(struct xml *xml, const struct chart *chart, double bottom, struct err *err)
{
	char most[64];

	if (chart->report->chart->kind == CHART_HEAT) {
		if (!draw_heat(xml, chart, err))
			return false;
	} else {
		snprintf(most, sizeof(most), "%.0f", chart->most);
		axis_text(xml, left - 8, top - 8, "end", "runs");
		axis_text(xml, left - 8, top + 10, "end", most);
		axis_text(xml, left - 8, top + bars_height, "end", "0");
		draw_bars(xml, chart);
	}
	put_axis(xml, chart, bottom + 18);
	axis_text(xml, (left + width - right) / 2, bottom + 36, "middle",
		chart->report->chart->kind != CHART_HEAT ? "duration"
		: chart->report->is_hardware             ? "time since the first sample"
							 : "time since the first operation began");
	return true;
}

/* Where a picture begins below its head, which has one line or more. */
static double top_of(const struct chart *chart)
{
	double more = 0;

	for (const char *p = chart->label; p != NULL && (p = strchr(p, '\n')) != NULL; p++)
		more += label_line;
	if (chart->plot == NULL)
		return top + more;
	return chart->label != NULL ? top - 10 : top - 28;
}

static double height_of(const struct chart *chart)
{
	if (chart->grid != NULL)
		return grid_height(chart->grid);
	if (chart->steps != NULL)
		return step_bars_height(chart->steps);
	if (chart->plot != NULL)
		return plot_height(chart->plot);
	return chart->report->chart->kind == CHART_HEAT
		       ? (double)chart->lane_count * height_of_lane(chart)
		       : bars_height;
}

/*
 * The first eight colours are those of series, with a contrast of 3:1 or more to each
 * background.
 */
static const char style[] =
	"svg{background:#fff;max-width:100%;height:auto}text{fill:#222}.v{fill:#c2410c}"
	".grid{stroke:#d4d4d8;stroke-width:1;shape-rendering:crispEdges}"
	".c0{fill:#c2410c}.c1{fill:#1d4ed8}.c2{fill:#047857}.c3{fill:#a21caf}"
	".c4{fill:#0e7490}.c5{fill:#854d0e}.c6{fill:#be123c}.c7{fill:#6b7280}"
	"@media(prefers-color-scheme:dark){svg{background:#1b1b1f}text{fill:#ddd}.v{fill:#fb923c}"
	".grid{stroke:#3f3f46}"
	".c0{fill:#fb923c}.c1{fill:#93c5fd}.c2{fill:#34d399}.c3{fill:#f0abfc}"
	".c4{fill:#22d3ee}.c5{fill:#facc15}.c6{fill:#fda4af}.c7{fill:#9ca3af}}";

static void put_view_box(struct xml *xml, double height)
{
	xml_put(xml, " viewBox=\"0 0 ");
	xml_put_number(xml, width);
	xml_put(xml, " ");
	xml_put_number(xml, height);
	xml_put(xml, "\"");
}

/* Text too long for its line ends at the picture's edge. */
static void put_line(struct xml *xml, double x, double y, const char *text)
{
	xml_put(xml, "<svg");
	xml_attribute_number(xml, "y", y);
	xml_put(xml, " height=\"20\"");
	xml_attribute_number(xml, "x", x);
	xml_attribute_number(xml, "width", width - x - 8);
	xml_put(xml, ">");
	axis_text(xml, 0, 14, "start", text);
	xml_put(xml, "</svg>\n");
}

static void put_head(struct xml *xml, struct chart *chart, double x)
{
	double y = 26;

	axis_text(xml, x, 22, "start", chart->report->title);
	for (char *line = chart->label; line != NULL; y += label_line) {
		char *end = strchr(line, '\n');

		if (end != NULL)
			*end = '\0';
		put_line(xml, x, y, line);
		line = end != NULL ? end + 1 : NULL;
	}
}

static bool has_boxes(const struct chart *chart)
{
	return chart->plot == NULL && chart->grid == NULL && chart->steps == NULL;
}

static bool draw(struct xml *xml, struct chart *chart, struct err *err)
{
	double begin = top_of(chart), bottom = begin + height_of(chart),
	       x = chart->plot != NULL ? plot_left : left;
	double height = bottom + (has_boxes(chart) ? 46 : 0);
	bool ok = true;

	xml_put(xml, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" role=\"img\"");
	xml_attribute_number(xml, "width", width);
	xml_attribute_number(xml, "height", height);
	put_view_box(xml, height);
	xml_put(xml, " font-family=\"system-ui,Verdana,sans-serif\" font-size=\"12\"");
	xml_attribute(xml, "aria-label", chart->report->title);
	xml_put(xml, ">\n<style>");
	xml_put(xml, style);
	xml_put(xml, "</style>\n");
	put_head(xml, chart, x);
	if (chart->plot != NULL)
		ok = plot_draw(chart->plot, xml, plot_left, width - right, begin, err);
	else if (chart->grid != NULL)
		grid_draw(chart->grid, xml, left, width - right, begin);
	else if (chart->steps != NULL)
		ok = step_bars_draw(chart->steps, xml, left, width - right, begin, err);
	else
		ok = draw_boxes(xml, chart, bottom, err);
	xml_put(xml, "</svg>\n");
	return ok;
}

bool chart_write(struct chart *chart, FILE *out, struct err *err)
{
	struct xml xml;
	bool ok;

	if (chart->count == 0 && (chart->plot == NULL || plot_is_empty(chart->plot)) &&
		(chart->grid == NULL || grid_is_empty(chart->grid)) &&
		(chart->steps == NULL || step_bars_are_empty(chart->steps)))
		return err_set(err, ERR_EMPTY, "nothing to draw for %s", chart->report->name);
	if (chart->label == NULL && chart->file != NULL &&
		!set_label(chart, chart->file, strlen(chart->file), err))
		return false;
	if (!xml_init(&xml, out, false, err))
		return false;
	ok = draw(&xml, chart, err);
	return xml_finish(&xml, ok ? err : &(struct err){ 0 }) && ok;
}
