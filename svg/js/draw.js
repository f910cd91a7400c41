/* Frames as elements: a function of what is shown. */
import { colouring } from './color.js';
import { spokenFigures } from './details.js';
import { setAttributes, svgElement } from './dom.js';
import { fitName } from './label.js';
import { clamp, layoutTree } from './layout.js';
import { labelOfItem, shortNameOf } from './picture.js';
import { activePart } from './view.js';

const THIN_PX = 3;   /* narrower frames get no element: those of one colour share a path */
const LABEL_PX = 18; /* narrower frames have no text */
const FIGURES_MAX = 1000; /* frames that have figures for screen readers before being focused */

function rowsIn({ row, count }) {
	return row[count - 1] + 1;
}

/*
 * A part with its layout, and how many rows it takes. What is drawn without a zoom is kept, since
 * one leads back to it. A zoomed part that `stays` has at least as many rows, so that its root
 * stays where it is.
 */
function layoutPart(part, rules, layouts, stays, i) {
	const { tree, zoom, from, to, sum } = part, is_whole = zoom === 0 && to - from === 1;
	const whole = layouts(i), by = JSON.stringify({ ...rules, rank: null });
	const fits = whole.tree === tree && whole.by === by;
	const layOut = (change, out) => layoutTree(tree, { ...part, ...rules, ...change }, out);
	if (is_whole ? !fits || whole.sum !== sum : stays && !fits)
		Object.assign(layOut({ zoom: 0, from: 0, to: 1 }, whole), { tree, by, sum });
	const layout = is_whole ? whole : layOut({}, layouts(i + ' zoomed'));
	const rows = rowsIn(layout);
	return { ...part, layout, rows: stays ? Math.max(rows, rowsIn(whole)) : rows };
}

/*
 * Lay out all parts below each other, in `room` pixels: each gets its `layout`, the y
 * of its root (`top`), where its rows go (`down`: 1 or -1) and the first rectangle that
 * is drawn. layouts(key): columns to fill. fitRows(n): how high each of n rows is.
 */
export function layoutParts({ options, rank }, { view, parts }, room, layouts, fitRows) {
	const { xpad, minwidth, deepest } = options, two = parts.length > 1;
	const full = view.mode === 'tree' && !view.cells ? options.total : 0;
	const width = room - 2 * xpad;
	const rules = { full, x: xpad, width, minwidth, order: view.order, rank, deepest };
	let rows = 0;
	const placed = parts.map((part, i) => {
		const stays = !two && !view.inverted, above = i && rows - 1;
		const { rows: own_rows, ...laid } = layoutPart(part, rules, layouts, stays, i);
		const down = (two ? i : view.inverted) ? 1 : -1;
		const first = two && i === 0 ? 1 : 0; /* callers share the root of the callees */
		rows = above + own_rows;
		return { ...laid, down, at: down > 0 ? above : own_rows - 1, first };
	});
	const height = fitRows(rows);
	return { rows, width, height, parts: placed.map((part) =>
		({ ...part, top: options.top + height * part.at })) };
}

/* The way to the last rectangle of a path, and around it but for the lower edge. */
function lastOf({ left, end, right }, up, down) {
	return `h${left - end}${up}${right - left}${down}`;
}

/*
 * The frames of one view. An item is a rectangle as an object ({ part, node, name, x, y, w,
 * row, more, value }); most rectangles are drawn without one. Each item has one element, which
 * is created on demand.
 */
export class Drawing {
	#picture;
	#hit;
	#ruler;
	#layer = svgElement(null, 'g', { role: 'none' }); /* between a tree and its items */
	#items = new Map();
	#elements = new Map();
	#item_of = new Map();
	#marked = null;

	/* laid: the result of layoutParts(); ruler: for the font of labels */
	constructor(picture, { view, search }, laid, ruler) {
		const attrs = { 'aria-hidden': 'true', transform: 'scale(.01 1)' };
		const thin = svgElement(null, 'g', attrs);
		Object.assign(this, laid, { view, elements: [thin, this.#layer] });
		this.#picture = picture;
		this.#layer.setAttribute('font-size', picture.options.fontsize * this.#fontScale);
		this.#hit = search.hit;
		this.#ruler = ruler;
		const wide = [];
		this.marks = this.parts.flatMap((part) => this.#drawThin(part, thin, wide));
		wide.forEach((item) => this.elementOf(item));
		Object.freeze(this);
	}

	/*
	 * Positions of matches too narrow to be seen, by pixel of the upper edge. `items` are those
	 * that get elements, in the order of the tree, in which they are read aloud.
	 */
	#drawThin(part, thin, items) {
		const { layout } = part, { node } = layout, wide = [];
		const marks = new Set(layout.marks);
		this.#items.set(part, []);
		for (let i = part.first; i < layout.count;)
			i = this.#drawRow(part, i, thin, marks, wide);
		wide.sort((a, b) => node[a] - node[b] || a - b);
		for (const i of wide)
			items.push(this.#itemHere(part, i));
		return [...marks];
	}

	/*
	 * The row that begins with rectangle `from`; where the next one begins. Its thin frames
	 * of one colour are one path, and so are its thin remainders; neighbours among them are
	 * one rectangle: quicker to paint, and the same to the eye. A path goes along the lower
	 * edge of the row, and around each rectangle.
	 */
	#drawRow(part, from, thin, marks, wide) {
		const { tree, layout: { node, x, w, row, more, count } } = part;
		const this_row = row[from], height = this.height - 1;
		const low = this.#yOfRow(part, this_row) + height;
		const up = `v-${height}h`, down = `v${height}`;
		const paths = new Map(), matched = this.#hit;
		const colourOf = this.#colouring(tree);
		let i = from;
		for (; i < count && row[i] === this_row; i++) {
			if (w[i] >= 100 * THIN_PX) {
				wide.push(i);
				continue;
			}
			const left = x[i], hit = !more[i] && matched?.[tree.name[node[i]]];
			const colour = more[i] ? 'more' :
				colourOf(node[i]) + (hit ? ' gf-hit' : '');
			let path = paths.get(colour);
			if (!path) {
				paths.set(colour, path = { d: `M${left} ${low}`, end: left, left });
			} else if (left - path.right > 5) {
				path.d += lastOf(path, up, down);
				path.end = path.right;
				path.left = left;
			}
			path.right = left + w[i];
			if (hit)
				marks.add(Math.round(left / 100));
		}
		for (const [colour, path] of paths) {
			const [name] = colour.split(' ');
			const element = svgElement(thin, 'path', { class: 'gf-thin gf-' + colour,
				d: path.d + lastOf(path, up, down) });
			element.style.fill = `var(--gf-${name})`;
		}
		return i;
	}

	#colouring(tree) {
		return colouring(this.#picture, tree, this.view.by_share);
	}

	/* Relative to the font of the picture: text grows and shrinks with its row. */
	get #fontScale() {
		return clamp(this.height / this.#picture.options.frameHeight, 0.75, 1.17);
	}

	#yOfRow(part, row) {
		return part.top + part.down * this.height * row;
	}

	/* Rectangle `i` of a part as an item. */
	#itemHere(part, i) {
		const { tree, layout } = part, node = layout.node[i], row = layout.row[i];
		return this.#items.get(part)[i] ||= { part, node, name: tree.name[node],
			x: layout.x[i] / 100, y: this.#yOfRow(part, row), w: layout.w[i] / 100, row,
			more: layout.more[i], value: layout.value[i] };
	}

	#itemsWhere(wanted) {
		const found = [];
		for (const part of this.parts) {
			for (let i = part.first; i < part.layout.count; i++) {
				if (wanted(part, i))
					found.push(this.#itemHere(part, i));
			}
		}
		return found;
	}

	/* The item of a node, if it is drawn: remainders of its children come behind it. */
	itemOf(part, node) {
		const { first, layout } = part, i = layout.node.indexOf(node, first);
		return i >= 0 && i < layout.count ? this.#itemHere(part, i) : undefined;
	}

	/* The item of the frame that fills the width. */
	zoomedItem() {
		const part = activePart(this);
		return this.itemOf(part, part.zoom) || this.itemOf(this.parts[1], 0);
	}

	/* The items of the row at `y`, from left to right. */
	itemsAt(y) {
		const below = (part, i) => y - this.#yOfRow(part, part.layout.row[i]);
		const isHere = (part, i) => Math.floor(below(part, i) / this.height) === 0;
		return this.#itemsWhere(isHere);
	}

	/* In the row of `from`, or the widest that touches it in the row above or below. */
	neighbour(from, key) {
		const by = /Left|Up/.test(key) ? -1 : 1, sideways = /Left|Right/.test(key);
		const row = this.itemsAt(from.y + (sideways ? 0.5 : by + 0.5) * this.height);
		const right = from.x + from.w;
		const overlap = ({ x, w }) => Math.min(x + w, right) - Math.max(x, from.x);
		const touching = row.filter((item) => overlap(item) >= 0);
		touching.sort((a, b) => overlap(b) - overlap(a));
		return (sideways ? row[row.indexOf(from) + by] : touching[0]) || from;
	}

	itemOfElement(element) {
		return this.#item_of.get(element);
	}

	elementOf(item) {
		return this.#elements.get(item) || this.#makeElement(item);
	}

	#makeElement(item) {
		const picture = this.#picture;
		const { x, y, w, more, node, part } = item, height = this.height - 1;
		const labelled = w >= LABEL_PX, colour = this.#colouring(part.tree)(node);
		/* figures take time to compute */
		const spoken = labelled || this.#elements.size < FIGURES_MAX ?
			spokenFigures(picture, item) : shortNameOf(picture, item);
		const element = svgElement(this.#layer, 'g', {
			role: 'treeitem', 'aria-level': item.row + 1, 'aria-label': spoken,
			...(more ? { class: 'gf-rest' } :
				this.#looksOf(item, colour, labelled)) });
		this.#elements.set(item, element);
		this.#item_of.set(element, item);
		if (more)
			svgElement(element, 'path', { class: 'gf-more',
				d: `M${x} ${y}h${w}v${height}h-${w}z` });
		else
			svgElement(element, 'rect', { x, y, width: w, height });
		if (labelled)
			this.#addLabel(element, item);
		return element;
	}

	/* The attributes that a frame has, and a remainder has not. */
	#looksOf({ node, name, part: { tree, zoom } }, colour, labelled) {
		const above = node < zoom && tree.end[node] > zoom;
		const classes = ['gf-f',
			'gf-' + colour,
			labelled && 'gf-wide', this.#hit?.[name] && 'gf-hit',
			above && 'gf-above'];
		return { 'data-n': node, class: classes.filter(Boolean).join(' ') };
	}

	#addLabel(element, item) {
		const scale = this.#fontScale, room = (item.w - 4) / scale;
		const fontsize = this.#picture.options.fontsize * scale;
		const label = fitName(labelOfItem(this.#picture, item, this.view.fold), room,
			this.#ruler);
		if (label)
			svgElement(element, 'text', { x: +(item.x + 3).toFixed(2),
				y: item.y + (this.height + fontsize) / 2 - 3.5,
				...(item.more && { class: 'gf-more-text' }) }, label);
	}

	/* The item that the Tab key leads to; outlined: visibly so. */
	markItem(item, outlined) {
		const element = this.elementOf(item);
		this.#marked?.removeAttribute('tabindex');
		this.#marked?.classList.remove('gf-at');
		this.#marked = element;
		setAttributes(element, { tabindex: 0,
			'aria-label': spokenFigures(this.#picture, item) });
		if (outlined) { /* raise it above its neighbours, so that the whole outline shows */
			element.classList.add('gf-at');
			this.#layer.appendChild(element);
		}
	}
}
