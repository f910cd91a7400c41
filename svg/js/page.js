/* Positions of picture, bar, table and details; recomputed when the width changes. */
import { boxOf, html, listenToEdge, on, setAttributes, svgElement } from './dom.js';
import { clamp } from './layout.js';

const WIDE_PAGE_PX = 1000; /* from this width on, the table is beside the picture */
const TABLE_PX = 300;      /* at least */
const LEAST_PX = 320;
const LEAST_ROW_PX = 14;
const MOST_ROW_PX = 24;
const MOST_ROW_HIGH_PX = 32; /* in windows that high: */
const HIGH_PX = 1200;
const PAPER_PX = 1200;     /* of a sheet, however wide it is */
const PAPER_LISTS_PX = 350;

/* The boxes of HTML above, beside and below the picture, in `root`. */
function makeBoxes(root) {
	const box = (what, attrs, parent = root) => html(parent, what, '', attrs);
	const head = box('div.gf-head'), middle = box('div.gf-middle');
	const region = { role: 'region', 'aria-label': 'Top table', tabindex: 0 };
	const about = { role: 'region', 'aria-label': 'Numbers', hidden: '' };
	const numbers = box('div.gf-numbers', about, middle);
	const edge = box('div.gf-edge', { role: 'separator', tabindex: 0,
		'aria-label': 'Size of the table' }, middle);
	const table = box('div.gf-table', region, middle), foot = box('div.gf-foot');
	return Object.freeze({
		root, head, middle, numbers, edge, table, foot,
		details: box('div.gf-line', {}, foot),
		status: box('div.gf-status', { role: 'status', 'aria-live': 'polite' }, foot),
		tip: box('div.gf-tip', { role: 'tooltip', hidden: '' }),
		menu: box('div.gf-menu', { role: 'menu', 'aria-label': 'Frame', hidden: '' }),
		help: box('div.gf-help', { role: 'dialog', 'aria-label': 'Keys', hidden: '' }),
	});
}

export class Page {
	#picture;
	#place;       /* of the boxes: it moves with the window */
	#marks = svgElement(null, 'path', { class: 'gf-marks', 'aria-hidden': 'true' });
	#table = { width: 0, height: 0 }; /* as it was dragged; 0: not yet */
	#width = 0;   /* these ten are as last drawn */
	#room = 0;
	#rows = 0;
	#row_height = 0;
	#drawn = 0;   /* the height of bar, rows and details */
	#head = 0;
	#foot = 0;
	#height = 0;
	#placed = ''; /* all that the place of the boxes depends on, but for scrolling */
	#has_table = false;
	#on_paper = false;

	constructor(picture) {
		const { svg, frames, options } = picture, ui = svg.querySelector('.gf-ui');
		this.#picture = picture;
		this.#place = svgElement(ui, 'foreignObject');
		this.boxes = makeBoxes(html(this.#place, 'div.gf-html'));
		svg.append(frames, this.#marks, ui);
		svg.classList.add('gf-live');
		setAttributes(svg, { role: 'group', ...(options.fluid && { width: '100%' }) });
		setAttributes(frames, { role: 'tree', 'aria-label': options.title });
		Object.freeze(this);
	}

	/* The width that the table leaves to the picture. */
	get room() {
		return this.#room;
	}

	get #svgWidth() {
		return Math.floor(boxOf(this.#picture.svg).width);
	}

	/* A point of the window in units of the picture, which a page may scale. */
	pointAt(x, y) {
		const { a, e, f } = this.#picture.svg.getScreenCTM() || { a: 1, e: 0, f: 0 };
		return [(x - e) / (a || 1), (y - f) / (a || 1)];
	}

	/* Put `box` next to a point of the window, but within its edges. */
	placeBeside(box, client_x, client_y, gap) {
		const [x, y] = this.pointAt(client_x, client_y), { root } = this.boxes;
		const { style, offsetWidth, offsetHeight } = box;
		const place_y = this.#place.getAttribute('y');
		const beside = (at, size, room) => (at + gap + size < room ? at + gap :
			Math.max(4, at - gap - size)) + 'px';
		style.left = beside(x, offsetWidth, root.clientWidth);
		style.top = beside(y - place_y, offsetHeight, root.clientHeight);
	}

	/* As wide as the window, with or without the table; removes the frames. */
	fit(has_table) {
		const { options, frames } = this.#picture, { head, middle } = this.boxes;
		const width = Math.max(LEAST_PX, !options.fluid ? options.width :
			this.#on_paper ? PAPER_PX : this.#svgWidth);
		const wide = width >= WIDE_PAGE_PX;
		this.#width = width;
		this.#has_table = has_table;
		this.#room = width - this.#placeTable(wide ? middle : head, wide);
		this.#place.setAttribute('width', width);
		frames.replaceChildren(); /* first, or they are laid out again */
	}

	/* Beside the picture or above it; how much of the width it takes. */
	#placeTable(place, wide) {
		const { table, edge } = this.boxes, { width, height } = this.#table;
		const px = clamp(width || 0.42 * this.#width, TABLE_PX, this.#width - LEAST_PX);
		if (!place.contains(table)) /* moving it would lose its focus and scroll position */
			place.append(...(wide ? [edge, table] : [table, edge]));
		table.hidden = edge.hidden = !this.#has_table;
		table.style.width = wide ? px + 'px' : '';
		table.style.maxHeight = !wide && height ? height + 'px' : '';
		edge.setAttribute('aria-orientation', wide ? 'vertical' : 'horizontal');
		edge.setAttribute('aria-valuenow', Math.round(wide ? px : height));
		return wide && this.#has_table && !this.#on_paper ? px : 0;
	}

	/* The edge of the table was moved. */
	#moveEdge(dx, dy) {
		const { offsetWidth, offsetHeight } = this.boxes.table, { innerHeight } = window;
		this.#table = { width: offsetWidth - dx,
			height: clamp(offsetHeight + dy, 80, innerHeight / 2) };
	}

	/* How high each of so many rows is: what the window has room for, but legible. */
	fitRows(rows) {
		const { alone, options } = this.#picture, { frameHeight, rows: fit } = options;
		const { head, foot } = this.boxes, taken = head.offsetHeight + foot.offsetHeight;
		const { innerHeight } = window;
		const room = innerHeight - taken + options.header - options.top - 8;
		const most = innerHeight > HIGH_PX ? MOST_ROW_HIGH_PX : MOST_ROW_PX;
		return fit && alone && !this.#on_paper ?
			clamp(Math.floor(room / rows), LEAST_ROW_PX, most) : frameHeight;
	}

	/* Of the picture alone: its title and its rows. */
	get drawnSize() {
		const { top } = this.#picture.options;
		return { width: this.#room, height: top + this.#rows * this.#row_height };
	}

	/* The pixels between bar and details that the rows take, and those that are left. */
	get space() {
		const taken = this.#drawn - this.#head - this.#foot;
		return [taken, this.#height - this.#drawn];
	}

	/*
	 * Make space for the given rows, and for the bar, whose height depends on the width, in
	 * place of the file's own header.
	 */
	makeRoom(rows = this.#rows, row_height = this.#row_height) {
		const { svg, alone, options } = this.#picture;
		const { top } = options;
		const { head: { offsetHeight: head }, foot: { offsetHeight: foot } } = this.boxes;
		const { header } = options, { innerHeight } = window;
		const drawn = head - header + top + rows * row_height + 8 + foot;
		const height = this.#on_paper ? drawn + PAPER_LISTS_PX : Math.max(drawn,
			this.#has_table ? head + LEAST_PX : 0, alone ? innerHeight : 0);
		const placed = [this.#width, height, head, innerHeight].join(' ');
		this.#rows = rows;
		this.#row_height = row_height;
		this.#drawn = drawn;
		this.#head = head;
		this.#foot = foot;
		this.#height = height;
		if (placed === this.#placed && alone)
			return; /* or all would be laid out again */
		this.#placed = placed;
		const viewBox = `0 ${header - head} ${this.#width} ${height}`;
		setAttributes(svg, { height, viewBox });
		this.#pin();
	}

	/* Keep bar and details in the visible part of the picture. */
	#pin() {
		const height = this.#height, head = this.#head - this.#picture.options.header;
		const [top, low] = this.#on_paper ? [0, height] :
			[0, window.innerHeight].map((y) => this.pointAt(0, y)[1] + head);
		const from = clamp(top, 0, Math.max(0, height - 200));
		const to = Math.min(height, Math.max(low, from + 200));
		setAttributes(this.#place, { y: from - head, height: to - from });
	}

	/* A tick at the edge marks each pixel with matches too narrow to be seen. */
	show({ elements, marks }) {
		const y = this.#picture.options.top - 9;
		this.#marks.setAttribute('d', marks.map((x) => `M${x - 3} ${y}h6l-3 6z`).join(''));
		this.#picture.frames.append(...elements);
	}

	/* Scroll an element to where bar and details do not cover it. */
	scrollTo(element) {
		const box = boxOf(element), low = window.innerHeight - this.boxes.foot.offsetHeight;
		const up = Math.min(0, box.top - this.#head);
		window.scrollBy(0, up || Math.max(0, box.bottom - low));
	}

	/* A deep graph opens at its root. */
	scrollToRoot(at_end) {
		if (this.#picture.alone && at_end && this.#height > window.innerHeight)
			window.scrollTo(0, this.#height);
	}

	/* redraw: called when the width has changed, or the height of rows */
	listen(redraw) {
		let waiting = 0;
		const resized = () => {
			const width = this.#svgWidth, { fluid } = this.#picture.options;
			const { head } = this.boxes;
			if (this.#on_paper)
				return;
			if ((fluid && width !== this.#width && width >= LEAST_PX) ||
				this.fitRows(this.#rows) !== this.#row_height ||
				head.offsetHeight !== this.#head) /* the table has other rows */
				redraw();
			else
				this.makeRoom();
		};
		const soon = () => {
			cancelAnimationFrame(waiting);
			waiting = requestAnimationFrame(resized);
		};
		listenToEdge(this.boxes.edge, (...by) => {
			this.#moveEdge(...by);
			redraw();
		});
		const observer = new ResizeObserver(soon);
		const { head, foot } = this.boxes;
		[head, foot, this.#picture.svg].forEach((element) => observer.observe(element));
		on(window, 'resize', soon);
		on(window, 'scroll', () => this.#pin());
		const print = matchMedia('print'); /* of some browsers; others send events */
		const toPaper = ({ type }) => {
			this.#on_paper = type === 'beforeprint' || print.matches;
			this.#picture.svg.classList.toggle('gf-paper', this.#on_paper);
			redraw();
		};
		['beforeprint', 'afterprint'].forEach((type) => on(window, type, toPaper));
		on(print, 'change', toPaper);
	}
}
