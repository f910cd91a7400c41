/* The top table: each name once, or those that match; only rows in sight are elements. */
import { barColour } from './color.js';
import { hasFocus, html, makeButton, on, setAttributes } from './dom.js';
import { copyText, highlightName } from './frame_actions.js';
import { fitLabel, newRuler, widthOf } from './label.js';
import { clamp } from './layout.js';
import { labelOfName } from './picture.js';
import { columnLabel, placesOfLabels, rowsAsText, sortOrder, tableColumns, tableRows }
	from './table_rows.js';
import { groupDigits } from './text.js';

const LINE_PX = 26;       /* as in flame.css */
const SPARE_ROWS = 12;   /* above and below those in sight */
const SAMPLE_ROWS = 300; /* by which columns are as wide as they are */
const CELL_PX = 150;
const MARK_PX = { share: 48, kind: 16 }; /* beside the text of a cell */
const NAME_PX = 160;     /* names have at least as much, or columns are left out: */
const LEAST_NEEDED = ['mean', 'kind', 'ops', 'self', 'share'];

/* The search for one whole name, as a click on its row makes it, leaves the other rows there. */
function isFilter({ find, same_case }) {
	return !(same_case && find.startsWith('/^') && find.endsWith('$/'));
}

/* On the left, and sorted by the alphabet. */
function isText({ key }) {
	return key === 'kind' || key === 'name';
}

export class Table {
	#app;
	#place;
	#columns;
	#count;
	#only;           /* the buttons of kernels and of ranges */
	#box;
	#table;
	#body = null;
	#ruler;
	#now = {};       /* what the rows follow from */
	#sorted = [];    /* all rows */
	#rows = [];      /* those of names that match */
	#shown = [];     /* [column, width], as far as there is room */
	#width = 0;
	#name_px = 0;
	#lines = new Map(); /* elements of rows, by place */
	#at = 0;         /* the row that the Tab key leads to */
	#places = [];    /* by whether names are short: of labels when sorted */

	constructor(app, place) {
		this.#app = app;
		this.#place = place;
		this.#columns = tableColumns(app.picture);
		this.#ruler = newRuler(place);
		const top = html(place, 'div.gf-count'), copy = () =>
			copyText(app, rowsAsText(this.#columns, this.#rows), 'these rows');
		this.#count = html(top, 'span', '', { role: 'status' });
		this.#only = (app.picture.kinds ? ['kernels', 'ranges'] : []).map((what) =>
			makeButton(top, what, 'only ' + what, () =>
				app.change({ rows: app.view.rows === what ? '' : what }, true)));
		makeButton(top, 'copy', 'copy these rows, for a spreadsheet', copy);
		this.#box = html(place, 'div');
		this.#table = html(this.#box, 'table');
		on(place, 'scroll', () => this.#draw());
		on(place, 'keydown', (event) => this.#pressKey(event));
		new ResizeObserver(() => this.#resize()).observe(place);
	}

	update({ view, parts, forest, search: { hit } }) {
		const { table: by, fold, mode } = view, short = Number(fold);
		const only = this.#only.length && view.rows;
		const tree = mode === 'leaf' ? forest.whole : parts.at(-1).tree;
		const { picture } = this.#app;
		const old = this.#now, filter = isFilter(view) ? hit : null;
		const now = { by, only, fold, tree, filter, hit };
		const same = (...keys) => keys.every((key) => now[key] === old[key]);
		if (!by || same('by', 'only', 'fold', 'tree', 'hit'))
			return;
		const on_row = hasFocus(this.#place) && document.activeElement.closest('td');
		const { name } = this.#rows[this.#at] || {};
		this.#now = now;
		this.#places[short] ||= placesOfLabels(picture, fold);
		if (!same('by', 'tree', 'fold'))
			this.#sorted = tableRows(picture, tree, sortOrder(this.#columns, by),
				this.#places[short]);
		const all = this.#sorted, rows = all.filter(({ name: id }) =>
			(!filter || hit[id]) &&
			(!only || picture.isKernel(id) === (only === 'kernels')));
		this.#only.forEach((button) =>
			setAttributes(button, { 'aria-pressed': button.textContent === only }));
		this.#rows = rows;
		this.#at = Math.max(0, rows.findIndex((row) => row.name === name));
		this.#count.textContent =
			(rows.length < all.length ? groupDigits(rows.length) + ' of ' : '') +
			groupDigits(all.length) + ' names' + (filter ? ' match' : '');
		if (!same('by', 'only', 'tree', 'filter'))
			this.#place.scrollTop = 0;
		this.#fill();
		if (on_row)
			this.#goTo(this.#at);
	}

	#resize() {
		if (this.#place.clientWidth !== this.#width && this.#now.by)
			this.#fill();
		else
			this.#draw();
	}

	/* Columns as wide as their texts; the name has the rest. */
	#fitColumns({ column: sorted }) {
		const sample = this.#sorted.slice(0, SAMPLE_ROWS), room = this.#place.clientWidth;
		const textWidth = (text, more) => widthOf(text, this.#ruler) + more;
		const wide = (column) => Math.min(CELL_PX, 16 + Math.max(
			textWidth(columnLabel(column), 28), ...sample.map((row) =>
				textWidth(column.text(row), MARK_PX[column.key] || 0))));
		const left = () => this.#shown.reduce((rest, [, width]) => rest - width, room);
		this.#shown = this.#columns.slice(0, -1).map((column) => [column, wide(column)]);
		for (const key of LEAST_NEEDED) {
			if (left() < NAME_PX && key !== sorted.key)
				this.#shown = this.#shown.filter(([column]) => column.key !== key);
		}
		this.#width = room;
		this.#name_px = left();
		this.#shown.push([this.#columns.at(-1), this.#name_px]);
	}

	/* All anew: other rows, or another width. */
	#fill() {
		const table = this.#table, order = sortOrder(this.#columns, this.#now.by);
		const focused = hasFocus(table) && document.activeElement.title;
		this.#fitColumns(order);
		this.#lines.clear();
		table.replaceChildren();
		setAttributes(table, { 'aria-rowcount': this.#rows.length + 1 });
		const columns = html(table, 'colgroup'), head = html(html(table, 'thead'), 'tr');
		for (const [column, width] of this.#shown) {
			html(columns, 'col').style.width = width + 'px';
			this.#addHead(head, column, order);
		}
		this.#body = html(table, 'tbody');
		this.#draw();
		for (const button of table.querySelectorAll('button')) {
			if (button.title === focused)
				button.focus({ preventScroll: true });
		}
	}

	/* A click sorts by the column; another one, the other way round. */
	#addHead(head, column, { column: sorted, backwards }) {
		const { key } = column, label = columnLabel(column), is_sorted = column === sorted;
		const is_text = isText(column), falls = is_text === backwards;
		const sort = is_sorted ? (falls ? 'descending' : 'ascending') : 'none';
		const cell = html(head, is_text ? 'th.gf-text' : 'th', '',
			{ scope: 'col', 'aria-sort': sort });
		const next = (is_sorted && !backwards ? '-' : '') + key;
		makeButton(cell, label, 'sort by ' + label, () =>
			this.#app.change({ table: next }, true));
	}

	/* The elements of the rows in sight, and room for the others. */
	#draw() {
		const { scrollTop, clientHeight } = this.#place, lines = this.#lines;
		const { style, offsetTop } = this.#box, count = this.#rows.length;
		const from = Math.floor((scrollTop - offsetTop) / LINE_PX) - SPARE_ROWS;
		const first = clamp(from, 0, count);
		const some = Math.ceil(clientHeight / LINE_PX) + 2 * SPARE_ROWS;
		const last = clamp(from + some, 0, count);
		if (!this.#body)
			return;
		lines.forEach((line, i) => {
			if (i < first || i >= last) {
				line.remove();
				lines.delete(i);
			}
		});
		for (let i = last; i-- > first;) {
			if (!lines.has(i))
				lines.set(i, this.#makeRow(i));
			if (!lines.get(i).parentNode)
				this.#body.insertBefore(lines.get(i), lines.get(i + 1) || null);
		}
		style.padding = `${first * LINE_PX}px 0 ${(count - last) * LINE_PX}px`;
	}

	#makeRow(i) {
		const row = this.#rows[i], { picture } = this.#app, { filter, hit } = this.#now;
		const line = html(null, !filter && hit?.[row.name] ? 'tr.gf-hit' : 'tr', '',
			{ 'aria-rowindex': i + 2 });
		for (const [column] of this.#shown.slice(0, -1))
			this.#addCell(line, column, row);
		const name = picture.shownNameOf(row.name) || 'no name';
		const cell = html(line, 'td.gf-text');
		const button = makeButton(cell, this.#labelOf(row), name, () =>
			highlightName(this.#app, row));
		on(button, 'focus', () => { this.#at = i; });
		button.tabIndex = i === this.#at ? 0 : -1;
		return line;
	}

	#addCell(line, column, row) {
		const { key, text } = column, { kinds, base } = this.#app.picture;
		const cell = html(line, isText(column) ? 'td.gf-text' : 'td', '');
		const is_share = key === 'share';
		if (is_share || key === 'kind') {
			const { style } = html(cell, is_share ? 'span.gf-share' : 'span.gf-dot');
			style.background = `var(--gf-${barColour(kinds?.[row.name])})`;
			if (is_share)
				style.width = 40 * row.total / base.total[0] + 'px';
		}
		html(cell, 'span', text(row));
	}

	#labelOf({ name }) {
		const label = labelOfName(this.#app.picture, name, this.#now.fold) || 'no name';
		return fitLabel(label, this.#name_px - 18, this.#ruler);
	}

	#pressKey(event) {
		const { clientHeight } = this.#place, last = this.#rows.length - 1;
		const page = Math.max(1, Math.floor(clientHeight / LINE_PX) - 2);
		const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page,
			Home: -last, End: last }[event.key];
		if (by === undefined || !event.target.closest('td'))
			return;
		event.preventDefault();
		this.#goTo(clamp(this.#at + by, 0, last));
	}

	/* Focus a row, where the head does not cover it. */
	#goTo(i) {
		const place = this.#place, { scrollTop, clientHeight } = place;
		const y = this.#box.offsetTop + i * LINE_PX, find = (k) =>
			this.#lines.get(k)?.querySelector('button');
		place.scrollTop = clamp(scrollTop, y + 2 * LINE_PX + 4 - clientHeight, y);
		find(this.#at)?.setAttribute('tabindex', -1);
		this.#at = i;
		this.#draw();
		find(i)?.focus({ preventScroll: true });
		find(i)?.setAttribute('tabindex', 0);
	}
}
