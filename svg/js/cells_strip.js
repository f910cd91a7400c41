/* The strip of steps and ranks above the frames: what is selected, by pointer and by keys. */
import { optionsOfSelection, wordsOfSelection, writeSelection } from './cells.js';
import { showValue } from './details.js';
import { html, makeButton, on, setAttributes, svgElement } from './dom.js';
import { copyText } from './frame_actions.js';
import { sameView } from './history.js';
import { clamp } from './layout.js';
import { formatChange } from './text.js';

/* Where bars and rows begin, and the height of a row, as in svg/cells_draw.c. */
const STRIP_BARS_PX = 16;
const STRIP_ROWS_PX = 70;
const STRIP_ROW_PX = 12;

/* From one place to another. */
function between(a, b) {
	return { left: Math.min(a.left, b.left), right: Math.max(a.right, b.right),
		top: Math.min(a.top, b.top), low: Math.max(a.low, b.low) };
}

export class Strip {
	#app;
	#place = null; /* of the columns; NULL: the picture has no cells */
	#mark;
	#from = null;  /* the place that Shift extends from, and the one that it extends to */
	#to = null;
	#speaks = false; /* keys say what they select, and how long it takes */
	#drag = null; /* of the pointer that is down: where it began, whether it moved, ended */

	constructor(app) {
		const { svg, cells } = app.picture;
		this.#app = app;
		if (!cells)
			return;
		const [names, place] = svg.querySelectorAll('.gf-strip');
		const what = [cells.columns, cells.rows].map(({ word }) => word && word + 's');
		this.#place = place;
		this.#mark = svgElement(place, 'rect', { class: 'gf-mark' });
		/* between bars, too, there is something to click */
		place.prepend(svgElement(place, 'rect', { width: '100%', fill: 'none',
			height: STRIP_ROWS_PX + cells.rows.places.length * STRIP_ROW_PX,
			'pointer-events': 'all' }));
		setAttributes(place, { tabindex: 0, role: 'group',
			'aria-label': what.filter(Boolean).join(' and ') + ': arrows select, ' +
				'Shift or a drag extends, Enter compares, Escape shows all' });
		/* unpacked before the first click */
		setTimeout(() => cells.made, 300);
		for (const part of [names, place]) {
			on(part, 'pointerdown', (event) => this.#begin(event));
			for (const type of ['pointermove', 'pointerup'])
				on(part, type, (event) =>
					this.#extend(event, this.#placeAt(event)));
			/* no scrolling */
			on(part, 'touchmove', (event) => event.preventDefault());
			on(part, 'click', (event) => this.#click(event));
		}
		on(place, 'keydown', (event) => this.#press(event));
	}

	/* A column and a row as a place; -1: all of them. */
	#placeOf(column, row) {
		const { columns, rows } = this.#app.picture.cells;
		const [right, low] = [columns, rows].map(({ places }) => places.length - 1);
		const all = row < 0 || !rows.word;
		return { left: Math.max(0, column),
			right: column < 0 ? right : Math.min(column, right),
			top: all ? 0 : Math.min(row, low), low: all ? low : Math.min(row, low) };
	}

	/* As wide as the picture has room for; what is selected is outlined. */
	update({ view, selected, parts }, room) {
		const { xpad } = this.#app.picture.options, place = this.#place;
		if (!place)
			return;
		setAttributes(place,
			{ width: Math.max(1, room - xpad - place.getAttribute('x')) });
		this.#outline(selected);
		if (this.#speaks)
			this.#speak(selected, parts.at(-1).tree);
		this.#speaks = false;
		if (!view.cells)
			this.#from = this.#to = null;
	}

	#speak(selected, { total, allBefore }) {
		const { picture } = this.#app, show = (value) => showValue(picture, value);
		const words = selected ? wordsOfSelection(picture.cells, selected) : 'all';
		this.#app.report(`${words}: ` + (allBefore ?
			formatChange(allBefore[0], total[0], show) : show(total[0])));
	}

	#outline(selected) {
		const { columns, rows } = this.#app.picture.cells, count = columns.places.length;
		const { left, right, top, low } = selected || this.#placeOf(-1, -1);
		const all = low - top === rows.places.length - 1;
		const y = all ? STRIP_BARS_PX : STRIP_ROWS_PX + top * STRIP_ROW_PX;
		const end = STRIP_ROWS_PX + (rows.word ? low + 1 : 0) * STRIP_ROW_PX;
		setAttributes(this.#mark, { x: 100 * left / count + '%', y, height: end - y,
			width: 100 * (right - left + 1) / count + '%',
			visibility: selected ? 'visible' : 'hidden' });
	}

	#select(to, extends_it, group) {
		const { cells } = this.#app.picture;
		this.#from = extends_it && this.#from || to;
		this.#to = to;
		const text = writeSelection(cells, between(this.#from, to));
		const versus = this.#app.view.versus && text !== '';
		this.#app.change({ cells: text, versus }, group);
	}

	/* Names are of all columns. */
	#placeAt({ currentTarget: part, clientX, clientY }) {
		const { columns, rows } = this.#app.picture.cells;
		const { a, e, f } = part.getScreenCTM(); /* its own box is that of what is in it */
		const row = ((clientY - f) / a - STRIP_ROWS_PX) / STRIP_ROW_PX;
		const column = (clientX - e) / a / part.getAttribute('width') *
			columns.places.length;
		return this.#placeOf(part === this.#place ? clamp(Math.floor(column), 0, 1e9) : -1,
			row < rows.places.length ? Math.floor(row) : -1);
	}

	#begin(event) {
		event.stopPropagation(); /* frames do not move */
		this.#drag = { from: this.#placeAt(event), moved: false, ended: false };
	}

	/*
	 * As Shift, for a finger, too. Until it is lifted only the outline follows: chips above
	 * would move what is below it.
	 */
	#extend({ type, buttons }, to) {
		const drag = this.#drag, ends = type === 'pointerup';
		if (!drag || drag.ended || !(ends || buttons === 1))
			return;
		drag.ended = ends;
		drag.moved ||= !sameView(to, drag.from);
		if (drag.moved)
			this.#outline(between(drag.from, to));
		if (drag.moved && ends) {
			this.#from = drag.from;
			this.#select(to, true);
		}
	}

	/* What is selected already is shown with all others again. */
	#click(event) {
		const { picture: { cells }, view } = this.#app, { shiftKey } = event;
		const to = this.#placeAt(event);
		const again = !shiftKey && writeSelection(cells, to) === view.cells;
		if (!this.#drag?.moved)
			this.#select(again ? this.#placeOf(-1, -1) : to, shiftKey);
	}

	#press(event) {
		const { picture: { cells }, view } = this.#app, { key, shiftKey } = event;
		const [, side] = /^Arrow(.*)/.exec(key) || [], all = this.#placeOf(-1, -1);
		const { left, right, top, low } = this.#to || all;
		const is_wide = right - left > 0 || cells.columns.places.length === 1;
		const column = (is_wide ? -1 : left) + (side === 'Right') - (side === 'Left');
		const row = (low > top ? -1 : top) + (side === 'Down') - (side === 'Up');
		this.#speaks = true;
		if (side)
			this.#select(this.#placeOf(column, row), shiftKey, 'cells');
		else if (key === 'Enter' && view.cells)
			this.#app.change({ versus: !view.versus });
		else if (key === 'Escape' && view.cells)
			this.#app.leave({ cells: '', versus: false });
		else
			return;
		event.preventDefault();
	}
}

/* The chip of what is selected, and what can be done with it. */
export function addCellChips(app, chips, { view, selected }) {
	const { picture: { cells } } = app, words = selected && wordsOfSelection(cells, selected);
	if (!selected)
		return;
	const add = (text, hint, run) => makeButton(chips, text, hint, run);
	add(words + ' \u2715', 'everything again', () =>
		app.change({ cells: '', versus: false })).className = 'gf-chip';
	const compare = add('compare with the rest',
		'the mean of the others, and what is different here: longer is red',
		() => app.change({ versus: !view.versus }));
	setAttributes(compare, { class: 'gf-chip', 'aria-pressed': view.versus });
	add('copy as command', 'copy a command that reads these only', () =>
		copyText(app, `gpuflame ${optionsOfSelection(cells, selected)} FILE -o flame.svg`,
			'a command')).className = 'gf-chip';
	const { grain, share } = cells, to = grain > 1 && `to ${showValue(app.picture, grain)}; `;
	html(chips, 'span.gf-left',
		`${to || ''}stacks under ${100 * share} % are in their callers`);
}
