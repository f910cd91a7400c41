#include "stats/report_chart.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/units.h"
#include "svg/xml.h"

/* A box of the picture: from where to where, how high or hot, in which lane. */
struct box {
	double from, to, value;
	int64_t lane_pid, lane_device;
};

struct chart {
	const struct report *report;
	const char *file;
	char *label; /* of the first row; malloc'ed */
	struct box *boxes;
	size_t count, cap;
	double from, to, most; /* of all boxes */
};

/* px */
static const double width = 1200, left = 150, right = 20, top = 60, lane_height = 26,
		    bars_height = 320;

struct chart *chart_new(const struct report *report, const char *file, struct err *err)
{
	struct chart *chart = mem_zeroed(1, sizeof(*chart), err);

	if (chart != NULL)
		*chart = (struct chart){ .report = report, .file = file };
	return chart;
}

void chart_free(struct chart *chart)
{
	if (chart == NULL)
		return;
	free(chart->label);
	free(chart->boxes);
	free(chart);
}

static double number_of(const struct cell *cell)
{
	return cell->kind == CELL_REAL      ? cell->is.real
	       : cell->kind == CELL_INTEGER ? (double)cell->is.integer
					    : 0;
}

bool chart_add(struct chart *chart, const struct cell *cells, struct err *err)
{
	const struct chart_shape *shape = chart->report->chart;
	struct box box = { .value = number_of(&cells[shape->value]) };

	box.from = number_of(&cells[shape->from]);
	box.to = number_of(&cells[shape->to]);
	if (shape->kind == CHART_HEAT) {
		box.to += box.from;
		box.lane_pid = (int64_t)number_of(&cells[shape->lane]);
		box.lane_device = (int64_t)number_of(&cells[shape->lane + 1]);
	}
	if (shape->kind == CHART_BARS && chart->label == NULL) {
		chart->label = strndup(cells[shape->label].is.text, cells[shape->label].len);
		if (chart->label == NULL)
			return err_nomem(err);
	}
	if (!mem_grow((void **)&chart->boxes, &chart->cap, chart->count + 1, sizeof(*chart->boxes),
		    err))
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

static void put_text(struct xml *xml, double x, double y, const char *anchor, const char *text)
{
	xml_put(xml, "<text");
	xml_attribute_number(xml, "x", x);
	xml_attribute_number(xml, "y", y);
	xml_attribute(xml, "text-anchor", anchor);
	xml_put(xml, ">");
	xml_text(xml, text);
	xml_put(xml, "</text>\n");
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

	/* What lasts no time stands in the middle. */
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
		put_text(xml, x_of(chart, value), y,
			i == 0   ? "start"
			: i == 4 ? "end"
				 : "middle",
			text);
	}
}

/* Lanes are told apart by process and device, in the order in which they come. */
static double draw_heat(struct xml *xml, const struct chart *chart)
{
	double y = top - lane_height;

	for (size_t i = 0; i < chart->count; i++) {
		const struct box *box = &chart->boxes[i];
		double x = x_of(chart, box->from);
		char text[160], begin[UNITS_SIZE];

		if (i == 0 || box->lane_pid != box[-1].lane_pid ||
			box->lane_device != box[-1].lane_device || box->from < box[-1].from) {
			y += lane_height;
			snprintf(text, sizeof(text), "device %lld, PID %lld",
				(long long)box->lane_device, (long long)box->lane_pid);
			put_text(xml, left - 8, y + lane_height * 0.65, "end", text);
		}
		units_time((uint64_t)sink_scale(box->from - chart->from, 0), begin, sizeof(begin));
		snprintf(text, sizeof(text), "from %s: %.1f %%", begin, box->value);
		put_rect(xml, (double[]){ x, y, x_of(chart, box->to) - x, lane_height - 2 },
			box->value < 100 ? box->value / 100 : 1, text);
	}
	return y + lane_height;
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

static size_t count_lanes(const struct chart *chart)
{
	size_t lanes = 0;

	for (size_t i = 0; i < chart->count; i++) {
		const struct box *box = &chart->boxes[i];

		lanes += i == 0 || box->lane_pid != box[-1].lane_pid ||
			 box->lane_device != box[-1].lane_device || box->from < box[-1].from;
	}
	return lanes;
}

static void draw(struct xml *xml, const struct chart *chart)
{
	bool heat = chart->report->chart->kind == CHART_HEAT;
	double below = top + (heat ? (double)count_lanes(chart) * lane_height : bars_height);
	char most[64];

	xml_put(xml, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" role=\"img\"");
	xml_attribute_number(xml, "width", width);
	xml_attribute_number(xml, "height", below + 30);
	xml_put(xml, " font-family=\"system-ui,Verdana,sans-serif\" font-size=\"12\"");
	xml_attribute(xml, "aria-label", chart->report->title);
	xml_put(xml, ">\n<style>svg{background:#fff}text{fill:#222}.v{fill:#c2410c}"
		     "@media(prefers-color-scheme:dark){svg{background:#1b1b1f}text{fill:#ddd}"
		     ".v{fill:#fb923c}}</style>\n");
	put_text(xml, left, 22, "start", chart->report->title);
	if (chart->label != NULL || chart->file != NULL)
		put_text(xml, left, 40, "start", chart->label != NULL ? chart->label : chart->file);
	if (heat) {
		draw_heat(xml, chart);
	} else {
		snprintf(most, sizeof(most), "%.0f", chart->most);
		put_text(xml, left - 8, top + 10, "end", most);
		put_text(xml, left - 8, top + bars_height, "end", "0");
		draw_bars(xml, chart);
	}
	put_axis(xml, chart, below + 18);
	xml_put(xml, "</svg>\n");
}

bool chart_write(const struct chart *chart, FILE *out, struct err *err)
{
	struct xml xml;

	if (chart->count == 0)
		return err_set(err, ERR_EMPTY, "nothing to draw for %s", chart->report->name);
	xml_quiet();
	if (!xml_init(&xml, out, false, err))
		return false;
	draw(&xml, chart);
	return xml_finish(&xml, err);
}
