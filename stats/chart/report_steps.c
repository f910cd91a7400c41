#include "stats/chart/report_steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/units.h"
#include "stats/chart/report_axis.h"
#include "svg/xml.h"

enum { PARTS = 3, NAME_COLUMNS = 40, FILE_COLUMNS = 18, BARS_MOST = 300 };

/* From the bottom up: what is drawn, its colour (the classes of report_chart.c), its name. */
static const struct {
	const char *class, *name;
} parts[PARTS] = {
	{ "c1", "busy" },
	{ "c0", "exposed communication" },
	{ "c7", "idle" },
};

struct step_row {
	char *name; /* cleaned; malloc'ed */
	double parts[PARTS], wall;
	bool slow;
};

struct bars_lane {
	int64_t pid;
	const char *file; /* borrowed; NULL: there is only one */
	size_t end;       /* of its rows */
};

struct step_bars {
	const struct chart_shape *shape;
	struct step_row *rows;
	size_t count, cap;
	struct bars_lane *lanes;
	size_t lane_count, lanes_cap;
};

/* px */
static const double lane_height = 120, lane_gap = 14, legend_height = 24, below = 22;

struct step_bars *step_bars_new(const struct chart_shape *shape, struct err *err)
{
	struct step_bars *bars = mem_try_zeroed(1, sizeof(*bars), err);

	if (bars != NULL)
		bars->shape = shape;
	return bars;
}

void step_bars_free(struct step_bars *bars)
{
	if (bars == NULL)
		return;
	for (size_t i = 0; i < bars->count; i++)
		free(bars->rows[i].name);
	free(bars->rows);
	free(bars->lanes);
	free(bars);
}

bool step_bars_are_empty(const struct step_bars *bars)
{
	return bars->count == 0;
}

static double number_of(const struct cell *cell)
{
	return cell->kind == CELL_INTEGER ? (double)cell->is.integer : 0;
}

static bool find_lane(struct step_bars *bars, const char *file, int64_t pid, struct err *err)
{
	const struct bars_lane *last =
		bars->lane_count > 0 ? &bars->lanes[bars->lane_count - 1] : NULL;

	if (last == NULL || last->pid != pid || last->file != file) {
		if (!mem_try_grow((void **)&bars->lanes, &bars->lanes_cap, bars->lane_count + 1,
			    sizeof(*bars->lanes), err))
			return false;
		bars->lanes[bars->lane_count++] = (struct bars_lane){ .pid = pid, .file = file };
	}
	bars->lanes[bars->lane_count - 1].end = bars->count + 1;
	return true;
}

bool step_bars_add(
	struct step_bars *bars, const char *file, const struct cell *cells, struct err *err)
{
	const struct chart_shape *shape = bars->shape;
	double busy = number_of(&cells[shape->from]), exposed = number_of(&cells[shape->to]);
	struct step_row row = {
		.wall = number_of(&cells[shape->value]),
		.slow = cells[shape->count].len > 0,
	};
	struct text name = { 0 };

	row.parts[0] = busy > exposed ? busy - exposed : 0;
	row.parts[1] = exposed;
	row.parts[2] = row.wall > busy ? row.wall - busy : 0;
	if (!mem_try_grow(
		    (void **)&bars->rows, &bars->cap, bars->count + 1, sizeof(*bars->rows), err) ||
		!find_lane(bars, file, (int64_t)number_of(&cells[shape->lane]), err))
		return false;
	if (!text_try_add_fit(&name, cells[shape->label].is.text, cells[shape->label].len,
		    NAME_COLUMNS, err)) {
		text_release(&name);
		return false;
	}
	row.name = name.bytes;
	bars->rows[bars->count++] = row;
	return true;
}

double step_bars_height(const struct step_bars *bars)
{
	return legend_height + (double)bars->lane_count * (lane_height + lane_gap) + below;
}

/* --- drawing --------------------------------------------------------------------------- */

/* Neighbouring rows as one: means, and the longest of them. */
struct step_bar {
	const struct step_row *first, *last, *longest;
	double parts[PARTS], wall;
	size_t slow;
};

static struct step_bar bar_of(const struct step_row *rows, size_t begin, size_t end)
{
	struct step_bar bar = {
		.first = &rows[begin], .last = &rows[end - 1], .longest = &rows[begin]
	};
	double share = 1 / (double)(end - begin);

	for (size_t i = begin; i < end; i++) {
		for (int part = 0; part < PARTS; part++)
			bar.parts[part] += rows[i].parts[part] * share;
		bar.wall += rows[i].wall * share;
		bar.slow += rows[i].slow;
		if (rows[i].wall > bar.longest->wall)
			bar.longest = &rows[i];
	}
	return bar;
}

static void put_rect(struct xml *xml, const char *class, const double box[4])
{
	static const char *const names[] = { "x", "y", "width", "height" };

	xml_put(xml, "<rect");
	xml_attribute(xml, "class", class);
	for (size_t i = 0; i < 4; i++)
		xml_attribute_number(xml, names[i], box[i]);
	xml_put(xml, "/>");
}

static bool add_time(struct text *text, const char *before, double ns, struct err *err)
{
	char time[UNITS_SIZE];

	units_time((uint64_t)ns, time, sizeof(time));
	return text_try_add_string(text, before, err) && text_try_add_string(text, time, err);
}

/* "step 3: 12.4 ms: busy 8.00 ms, ..., slow"; of several, "step 3 to step 5, mean: ...". */
static bool put_title(struct xml *xml, const struct step_bar *bar, struct err *err)
{
	bool many = bar->first != bar->last;
	struct text text = { 0 };
	bool ok = text_try_add_string(&text, bar->first->name, err) &&
		  (!many || (text_try_add_string(&text, " to ", err) &&
				    text_try_add_string(&text, bar->last->name, err))) &&
		  add_time(&text, many ? ", mean: " : ": ", bar->wall, err);

	for (int part = 0; ok && part < PARTS; part++)
		ok = text_try_add_string(&text, part > 0 ? ", " : ": ", err) &&
		     text_try_add_string(&text, parts[part].name, err) &&
		     add_time(&text, " ", bar->parts[part], err);
	if (ok && many)
		ok = text_try_add_string(&text, "; longest: ", err) &&
		     text_try_add_string(&text, bar->longest->name, err) &&
		     add_time(&text, ", ", bar->longest->wall, err);
	if (ok && bar->slow > 0)
		ok = text_try_add_string(&text, many ? "; some slow" : ", slow", err);
	if (ok) {
		xml_put(xml, "<title>");
		xml_text(xml, text.bytes);
		xml_put(xml, "</title>");
	}
	text_release(&text);
	return ok;
}

static bool draw_bar(struct xml *xml, const struct step_bar *bar, double x, double wide,
	double bottom, double scale, struct err *err)
{
	double y = bottom;

	xml_put(xml, "<g>");
	if (!put_title(xml, bar, err))
		return false;
	for (int part = 0; part < PARTS; part++) {
		double high = bar->parts[part] * scale;

		y -= high;
		if (high > 0)
			put_rect(xml, parts[part].class, (double[]){ x, y, wide, high });
	}
	if (bar->slow > 0)
		put_rect(xml, "c6", (double[]){ x, y - 5, wide, 3 });
	xml_put(xml, "</g>\n");
	return true;
}

static bool put_label(
	struct xml *xml, const struct bars_lane *lane, double x, double y, struct err *err)
{
	struct text file = { 0 };
	char pid[32];
	bool ok = lane->file == NULL ||
		  text_try_add_fit(&file, lane->file, strlen(lane->file), FILE_COLUMNS, err);

	snprintf(pid, sizeof(pid), "PID %lld", (long long)lane->pid);
	if (ok && file.bytes != NULL)
		axis_text(xml, x, y, "end", file.bytes);
	axis_text(xml, x, y + 16, "end", pid);
	text_release(&file);
	return ok;
}

/* How many rows of a lane are one bar. */
static size_t rows_of_bar(size_t rows)
{
	return (rows + BARS_MOST - 1) / BARS_MOST;
}

static double highest(const struct step_bars *bars)
{
	double most = 1;
	size_t begin = 0;

	for (size_t i = 0; i < bars->lane_count; begin = bars->lanes[i++].end) {
		size_t end = bars->lanes[i].end, each = rows_of_bar(end - begin);

		for (size_t at = begin; at < end; at += each) {
			struct step_bar bar =
				bar_of(bars->rows, at, at + each < end ? at + each : end);

			most = bar.wall > most ? bar.wall : most;
		}
	}
	return most;
}

static bool draw_lane(const struct step_bars *bars, struct xml *xml, size_t begin, size_t end,
	const double box[3], double scale, struct err *err)
{
	double left = box[0], right = box[1], bottom = box[2];
	size_t each = rows_of_bar(end - begin), count = (end - begin + each - 1) / each;
	double step = (right - left) / (double)count;

	for (size_t i = 0; i < count; i++) {
		size_t at = begin + i * each;
		struct step_bar bar = bar_of(bars->rows, at, at + each < end ? at + each : end);

		if (!draw_bar(xml, &bar, left + (double)i * step, step > 3 ? step - 1 : step,
			    bottom, scale, err))
			return false;
	}
	return true;
}

static void put_legend(struct xml *xml, double left, double top)
{
	double x = left;

	for (int part = 0; part < PARTS; part++) {
		put_rect(xml, parts[part].class, (double[]){ x, top, 10, 10 });
		axis_text(xml, x + 15, top + 9, "start", parts[part].name);
		x += 35 + 7 * (double)strlen(parts[part].name);
	}
	put_rect(xml, "c6", (double[]){ x, top + 4, 10, 3 });
	axis_text(xml, x + 15, top + 9, "start", "slow");
}

bool step_bars_draw(const struct step_bars *bars, struct xml *xml, double left, double right,
	double top, struct err *err)
{
	double most = highest(bars), bottom = top + legend_height;
	char time[UNITS_SIZE];
	size_t begin = 0;

	put_legend(xml, left, top);
	units_time((uint64_t)most, time, sizeof(time));
	for (size_t i = 0; i < bars->lane_count; begin = bars->lanes[i++].end) {
		const struct bars_lane *lane = &bars->lanes[i];

		bottom += lane_height + lane_gap;
		axis_text(xml, left - 8, bottom - lane_height + 10, "end", time);
		axis_text(xml, left - 8, bottom, "end", "0");
		if (!put_label(xml, lane, left - 8, bottom - lane_height / 2, err) ||
			!draw_lane(bars, xml, begin, lane->end, (double[]){ left, right, bottom },
				lane_height / most, err))
			return false;
	}
	axis_text(xml, (left + right) / 2, bottom + 18, "middle", "steps, one after the other");
	return true;
}
