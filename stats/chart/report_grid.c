#include "stats/chart/report_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/units.h"
#include "stats/chart/report_axis.h"
#include "svg/xml.h"

enum { CELLS_MOST = 40000, LABEL_COLUMNS = 22, CAPTION_COLUMNS = 18 };

struct grid_cell {
	double ns, compared; /* percent; NAN: the median is 0 */
};

struct grid {
	const struct chart_shape *shape;
	struct grid_cell *cells; /* lane by lane */
	size_t count, cells_cap;
	char **lanes, **columns; /* labels, cleaned and cut; malloc'ed */
	size_t lane_count, lanes_cap, column_count, columns_cap;
	char *first; /* the name of the first column, with which each lane begins; malloc'ed */
	size_t first_len;
};

struct grid *grid_new(const struct chart_shape *shape, struct err *err)
{
	struct grid *grid = mem_try_zeroed(1, sizeof(*grid), err);

	if (grid != NULL)
		grid->shape = shape;
	return grid;
}

void grid_free(struct grid *grid)
{
	if (grid == NULL)
		return;
	for (size_t i = 0; i < grid->lane_count; i++)
		free(grid->lanes[i]);
	for (size_t i = 0; i < grid->column_count; i++)
		free(grid->columns[i]);
	free(grid->first);
	free(grid->lanes);
	free(grid->columns);
	free(grid->cells);
	free(grid);
}

/* --- rows ---------------------------------------------------------------------------------- */

static bool add_label(char ***list, size_t *count, size_t *cap, const struct cell *cell,
	size_t columns, struct err *err)
{
	struct text clean = { 0 };
	char number[48];
	bool ok;

	if (!mem_try_grow((void **)list, cap, *count + 1, sizeof(**list), err))
		return false;
	snprintf(number, sizeof(number), "rank %lld", (long long)cell->is.integer);
	ok = cell->kind == CELL_INTEGER
		     ? text_try_add_string(&clean, number, err)
		     : text_try_add_fit(&clean, cell->is.text, cell->len, columns, err) &&
			       text_try_add_string(&clean, "", err);
	(*list)[*count] = clean.bytes;
	*count += ok;
	if (!ok)
		free(clean.bytes);
	return ok;
}

static double number_of(const struct cell *cell)
{
	return cell->kind == CELL_REAL      ? cell->is.real
	       : cell->kind == CELL_INTEGER ? (double)cell->is.integer
					    : NAN;
}

static bool begin_first(struct grid *grid, const struct cell *name, struct err *err)
{
	grid->first = malloc(name->len + (size_t)1);
	if (grid->first == NULL)
		return err_nomem(err);
	memcpy(grid->first, name->is.text, name->len);
	grid->first_len = name->len;
	return true;
}

bool grid_add(struct grid *grid, const struct cell *cells, struct err *err)
{
	const struct chart_shape *shape = grid->shape;
	const struct cell *name = &cells[shape->label];
	bool begins;

	if (grid->first == NULL && !begin_first(grid, name, err))
		return false;
	begins = name->len == grid->first_len && memcmp(name->is.text, grid->first, name->len) == 0;
	if ((begins && !add_label(&grid->lanes, &grid->lane_count, &grid->lanes_cap,
			       &cells[shape->lane], LABEL_COLUMNS, err)) ||
		(grid->lane_count == 1 &&
			!add_label(&grid->columns, &grid->column_count, &grid->columns_cap, name,
				CAPTION_COLUMNS, err)) ||
		!mem_try_grow((void **)&grid->cells, &grid->cells_cap, grid->count + 1,
			sizeof(*grid->cells), err))
		return false;
	grid->cells[grid->count++] = (struct grid_cell){
		.ns = number_of(&cells[shape->value]),
		.compared = number_of(&cells[shape->to]),
	};
	return true;
}

bool grid_is_empty(const struct grid *grid)
{
	return grid->count == 0;
}

/* --- drawing ------------------------------------------------------------------------------- */

/* px */
static const double captions = 120, legend = 40, step = 13;

static double lane_height(const struct grid *grid)
{
	double height = 1600 / (double)grid->lane_count;

	return height > 20 ? 20 : height < 2 ? 2 : height;
}

double grid_height(const struct grid *grid)
{
	return captions + (double)grid->lane_count * lane_height(grid) + legend;
}

/* How many neighbouring columns share a cell. */
static size_t columns_per_cell(const struct grid *grid)
{
	size_t fit = CELLS_MOST / grid->lane_count, per = 1;

	while (per * (fit > 0 ? fit : 1) < grid->column_count)
		per++;
	return per;
}

/* The deviation with the full colour: the largest, but at least 10 %. */
static double full_colour(const struct grid *grid)
{
	double most = 10;

	for (size_t i = 0; i < grid->count; i++)
		most = fmax(most, fabs(grid->cells[i].compared));
	return fmin(most, 100);
}

/* Of `count` cells, the one farthest from its median. */
static const struct grid_cell *farthest(const struct grid_cell *cells, size_t count)
{
	const struct grid_cell *found = cells;

	for (size_t i = 1; i < count; i++) {
		if (!(fabs(cells[i].compared) <= fabs(found->compared)))
			found = &cells[i];
	}
	return found;
}

static void put_cell(struct xml *xml, const struct grid *grid, const struct grid_cell *cell,
	double full, const double box[4])
{
	static const char *const names[] = { "x", "y", "width", "height" };
	double share = fmin(fabs(cell->compared) / full, 1);
	size_t place = (size_t)(cell - grid->cells);
	char time[UNITS_SIZE], text[200], compared[64] = "";

	units_time(cell->ns > 0 ? (uint64_t)cell->ns : 0, time, sizeof(time));
	if (!isnan(cell->compared))
		snprintf(compared, sizeof(compared), ", %+.1f %% compared with the median rank",
			cell->compared);
	xml_put(xml, cell->compared < 0 ? "<rect class=\"c1\"" : "<rect class=\"v\"");
	xml_put(xml, " shape-rendering=\"crispEdges\"");
	for (size_t i = 0; i < 4; i++)
		xml_attribute_number(xml, names[i], box[i]);
	xml_attribute_number(xml, "fill-opacity", isnan(share) ? 0 : round(6 + 94 * share) / 100);
	snprintf(text, sizeof(text), ": %s%s", time, compared);
	xml_put(xml, "><title>");
	xml_text(xml, grid->lanes[place / grid->column_count]);
	xml_put(xml, ", ");
	xml_text(xml, grid->columns[place % grid->column_count]);
	xml_text(xml, text);
	xml_put(xml, "</title></rect>\n");
}

static void put_captions(
	struct xml *xml, const struct grid *grid, double left, double wide, double top)
{
	double last = -step;

	for (size_t i = 0; i < grid->column_count; i++) {
		double x = ((double)i + 0.5) * wide;

		if (x - last < step)
			continue;
		last = x;
		xml_put(xml, "<g transform=\"translate(");
		xml_put_number(xml, left + x);
		xml_put(xml, " ");
		xml_put_number(xml, top + captions - 6);
		xml_put(xml, ") rotate(-60)\">");
		axis_text(xml, 0, 4, "start", grid->columns[i]);
		xml_put(xml, "</g>\n");
	}
}

static void put_lanes(struct xml *xml, const struct grid *grid, double left, double top)
{
	double last = -step, height = lane_height(grid);

	for (size_t i = 0; i < grid->lane_count; i++) {
		double y = ((double)i + 0.5) * height;

		if (y - last < step)
			continue;
		last = y;
		axis_text(xml, left - 8, top + captions + y + 4, "end", grid->lanes[i]);
	}
}

static void put_legend(
	struct xml *xml, const struct grid *grid, double left, double right, double top)
{
	char text[160];

	snprintf(text, sizeof(text),
		"compared with the median rank of the column: blue is shorter, orange longer,"
		" full colour %.0f %%",
		full_colour(grid));
	axis_text(xml, (left + right) / 2, top, "middle", text);
}

void grid_draw(const struct grid *grid, struct xml *xml, double left, double right, double top)
{
	size_t columns = grid->column_count, per, lane = 0, column = 0;
	double wide, height, gap, full;

	if (grid_is_empty(grid))
		return;
	wide = fmin((right - left - 40) / (double)columns, 60);
	height = lane_height(grid);
	gap = height > 6 ? 1 : 0;
	full = full_colour(grid);
	per = columns_per_cell(grid);
	put_captions(xml, grid, left, wide, top);
	put_lanes(xml, grid, left, top);
	/* a lane begins a cell of its own */
	for (size_t i = 0, count; i < grid->count; i += count) {
		const struct grid_cell *cell;

		count = columns - column < per ? columns - column : per;
		cell = farthest(&grid->cells[i], count);
		put_cell(xml, grid, cell, full,
			(double[]){ left + (double)column * wide,
				top + captions + (double)lane * height,
				fmax((double)count * wide - (wide > 4 ? 1 : 0), 0.5),
				height - gap });
		column += count;
		if (column == columns) {
			column = 0;
			lane++;
		}
	}
	put_legend(xml, grid, left, right, top + captions + (double)grid->lane_count * height + 24);
}
