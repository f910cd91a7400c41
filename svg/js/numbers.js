/*
 * What the picture says in numbers, below it: time by kind and the widest kernels; of a sandwich
 * callers and callees; of a comparison what grew and shrank.
 */
import { valuesOfColumns, wordsOfSelection, writeSelection } from './cells.js';
import { barColour } from './color.js';
import { showValue } from './details.js';
import { html, keepOneStop, makeButton, setAttributes, setText, walkByArrows } from './dom.js';
import { changeTransform, highlightName, toggleMode } from './frame_actions.js';
import { nameKey } from './hash.js';
import { labelOfName } from './picture.js';
import { formatPercent, groupDigits } from './text.js';
import { sandwich } from './tree.js';
import { activePart } from './view.js';

const ROW_PX = 24;
const LEAST_ROWS = 3;
const MOST_ROWS = 30;

/*
 * Values below the node that fills the width, by name: own ones, or totals of the leaves where
 * these come first.
 */
function sumsOfNames({ tree: { name, end, parent }, zoom }, names, own, totals, { mode }) {
	const by_name = new Float64Array(names.length), last = end[zoom];
	const leaves = mode === 'leaf';
	let top = zoom;
	while (leaves && parent[top] > 0)
		top = parent[top];
	if (leaves && zoom > 0)
		by_name[name[top]] = totals[zoom];
	else
		for (let i = leaves ? 1 : zoom; i < last; i = leaves ? end[i] : i + 1)
			by_name[name[i]] += (leaves ? totals : own)[i];
	return by_name;
}

/* Sums of names by `keyOf(name)`, the largest first. */
function sumsBy(by_name, keyOf) {
	const sums = new Map();
	by_name.forEach((sum, id) => {
		const key = sum > 0 ? keyOf(id) : undefined;
		if (key !== undefined)
			sums.set(key, (sums.get(key) || 0) + sum);
	});
	return [...sums].sort(([, a], [, b]) => b - a);
}

/* On a phone, where lists are below each other. */
function isNarrow() {
	return matchMedia('(max-width: 700px)').matches;
}

/* A list and its lines, which are made once: filling them takes a fraction of the time. */
class List {
	#box;
	#title;
	#more;
	#lines = [];

	constructor(place) {
		this.#box = html(null, 'section.gf-list');
		place.lastChild.before(this.#box); /* the button to close them comes last */
		const head = html(this.#box, 'h2');
		this.#title = html(head, 'span');
		this.#more = html(head, 'span.gf-note');
		walkByArrows(this.#box);
	}

	remove() {
		this.#box.remove();
	}

	fill({ title, more, lines }) {
		this.#title.textContent = title;
		this.#more.textContent = more;
		while (this.#lines.length > lines.length)
			this.#lines.pop().line.remove();
		lines.forEach((one, i) => (this.#lines[i] ||= this.#addLine()).show(one));
		keepOneStop(this.#box);
	}

	#addLine() {
		let act = null;
		const line = makeButton(this.#box, '', '', () => act());
		line.removeAttribute('aria-label'); /* its figures are to be heard, too */
		const [{ style }, ...texts] = ['span.gf-share', 'span.gf-name', 'b', 'span.gf-what']
			.map((what) => html(line, what, ' '));
		return { line, show: ({ label, hint, colour, width, value, share, ...one }) => {
			const words = [label, value, share];
			({ act } = one);
			setAttributes(line, { title: hint + label });
			style.width = width;
			style.background = `var(--gf-${colour})`;
			texts.forEach((element, i) => setText(element, words[i]));
		} };
	}
}

export class Numbers {
	#app;
	#place;
	#lists = [];
	#key = null;

	constructor(app, place) {
		this.#app = app;
		this.#place = place;
		setAttributes(makeButton(place, '\u2715', 'close the numbers (p)',
			() => app.change({ numbers: false })), { class: 'gf-close', tabindex: -1 });
	}

	/*
	 * above: the pixels that the rows of the picture take; below: those that are left, for
	 * which each list has its lines. These are filled once the picture is painted, which
	 * would wait for them for a third of the time of a click.
	 */
	update(shown, above, below) {
		const { view } = shown, place = this.#place;
		const part = activePart(shown), { tree, zoom } = part;
		const rows = Math.min(MOST_ROWS, Math.floor((below - 48) / ROW_PX));
		const key = [tree, zoom, view.fold, view.table !== '', rows, above, isNarrow()];
		place.hidden = !view.numbers || rows < LEAST_ROWS || tree.width[zoom] === 0;
		if (place.hidden || this.#key?.every((one, i) => one === key[i]))
			return;
		this.#key = key;
		place.style.marginTop = above + 'px';
		const fill = () =>
			this.#key === key && this.#fill(this.#listsOf(shown, part, rows));
		if (place.closest('.gf-paper')) /* which does not wait */
			fill();
		else
			requestAnimationFrame(() => setTimeout(fill));
	}

	#fill(lists) {
		const place = this.#place;
		while (this.#lists.length > lists.length)
			this.#lists.pop().remove();
		lists.forEach((list, i) => (this.#lists[i] ||= new List(place)).fill(list));
	}

	#listsOf({ view, parts }, part, rows) {
		const { kinds, names } = this.#app.picture;
		const each = isNarrow() ? Math.max(1, rows - 2 >> 1) : rows; /* of two lists */
		if (view.mode === 'sandwich')
			return [this.#neighbours('Callers', ' without one', parts[0], each, view),
				this.#neighbours('Callees', ' of its own', parts[1], each, view)];
		if (part.tree.before) {
			const lists = ['Grew', 'Shrank'].map((title) =>
				this.#changes(title, part, rows, view));
			const some = lists.filter(({ lines }) => lines.length > 0);
			some.forEach(({ lines }) => lines.splice(some.length > 1 ? each : rows));
			return some;
		}
		if (part.zoom > 0 && part.tree.end[part.zoom] === part.zoom + 1 && !view.cells)
			return this.#listsOfLeaf(part, each, view);
		const { self, total } = part.tree;
		const own = sumsOfNames(part, names, self, total, view);
		const work = sumsOfNames(part, names, this.#withParts(part), total, view);
		const above = kinds ? [this.#kinds(part, own, rows)] : [];
		const left = isNarrow() && kinds ? rows - 2 - above[0].lines.length : rows;
		return left < 1 || view.table ? above : /* the table has all kernels */
			[...above, this.#names(part, work, left, view)];
	}

	/* A kernel is its own kind: who calls it elsewhere, too, and its longest steps. */
	#listsOfLeaf({ tree, zoom }, rows, view) {
		const { picture } = this.#app, { cells, names, base } = picture;
		const met = Uint8Array.from(names, (_, id) => id === tree.name[zoom]);
		const callers = this.#neighbours('Callers', ' without one',
			{ tree: sandwich(tree, met)[0] }, rows, view);
		const stack = tree === base && cells && base.stack[zoom];
		return !stack ? [callers] :
			[callers, this.#cellsOf(stack - 1, { tree, zoom }, rows)];
	}

	/* The values of a stack by column of the strip. */
	#cellsOf(stack, part, rows) {
		const { cells } = this.#app.picture, { columns } = cells;
		const low = cells.rows.places.length - 1;
		const sums = valuesOfColumns(cells, stack)
			.map((sum, i) => [{ left: i, right: i, top: 0, low }, sum])
			.filter(([, sum]) => sum > 0).sort(([, a], [, b]) => b - a);
		const title = `By ${cells.slice ? 'time' : columns.word}`;
		return this.#list(title, part, sums, rows, (selected) => ({
			label: wordsOfSelection(cells, selected), hint: 'show ', colour: 'line',
			act: () => this.#app.change({ cells: writeSelection(cells, selected) }),
		}));
	}

	/* Own values, where what a kernel is split into is the kernel's. */
	#withParts({ tree, zoom }) {
		const { kinds, isKernel } = this.#app.picture, { name, parent, self } = tree;
		const own = Float64Array.from(self);
		for (let i = tree.count - 1; i > zoom && kinds; i--) {
			if (parent[i] > 0 && isKernel(name[parent[i]])) {
				own[parent[i]] += own[i];
				own[i] = 0;
			}
		}
		return own;
	}

	/* The line of a name, which a click finds. */
	#describe(name, { fold }) {
		const { picture } = this.#app, { kinds, colours } = picture;
		return { label: labelOfName(picture, name, fold) || 'no name', hint: 'find ',
			colour: kinds?.[name] === 'o' ? colours[0][name] : barColour(kinds?.[name]),
			act: () => highlightName(this.#app, { name }) };
	}

	/* Of a sandwich: what is directly above or below, with its share of the frame. */
	#neighbours(title, own, { tree }, rows, view) {
		const { picture } = this.#app, { names } = picture, sums = [], [self] = tree.self;
		for (let child = 1; child < tree.count; child = tree.end[child])
			sums.push([tree.name[child], tree.total[child]]);
		sums.sort(([, a], [, b]) => b - a);
		const what = self > 0 ? `${title}, ${showValue(picture, self)}${own}` : title;
		return this.#list(what, { tree, zoom: 0 }, sums, rows, (name) => ({
			...this.#describe(name, view), hint: 'sandwich of ',
			act: () => toggleMode(this.#app, 'sandwich', nameKey(names[name])),
		}));
	}

	/* The names whose own values grew most, or shrank. */
	#changes(title, part, rows, view) {
		const { picture } = this.#app, { names } = picture;
		const { before, allBefore, self, total } = part.tree;
		const grew = title === 'Grew', sign = grew ? '+' : '';
		const [old, now] = [[before, allBefore], [self, total]].map((values) =>
			sumsOfNames(part, names, ...values, view));
		const changes = Array.from(now, (value, name) => [name, value - old[name]])
			.filter(([, by]) => (grew ? by > 0 : by < 0))
			.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
		return this.#list(title, part, changes, rows, (name, by) => ({
			...this.#describe(name, view),
			colour: grew ? 'u3' : 'v3',
			value: sign + showValue(picture, by),
			share: old[name] === 0 ? 'new' : now[name] === 0 ? 'gone' :
				sign + Math.round(100 * by / old[name]) + ' %',
		}));
	}

	#kinds(part, own, rows) {
		const { kinds, kindLabels } = this.#app.picture;
		const sums = sumsBy(own, (name) => kinds[name]);
		return this.#list('Kinds', part, sums, rows, (kind) => ({
			label: kindLabels[kind] || 'range',
			hint: 'keep only ', colour: barColour(kind),
			act: () => changeTransform(this.#app, 'keep-kind', kind),
		}));
	}

	#names(part, own, rows, view) {
		const { picture } = this.#app, { kinds, base, isKernel } = picture;
		const isWork = (name) => (kinds ? isKernel(name) : name !== base.name[0]);
		const sums = sumsBy(own, (name) => (isWork(name) ? name : undefined));
		return this.#list(kinds ? 'Kernels' : 'By own value', part, sums, rows, (name) =>
			this.#describe(name, view));
	}

	/*
	 * describe(key, value): a line's label and hint, its bar's colour, what a click does;
	 * texts of value and share, if not the usual ones.
	 */
	#list(title, { tree, zoom }, sums, rows, describe) {
		const { picture } = this.#app, { steps } = picture.options, all = tree.total[zoom];
		const show = (value) => showValue(picture, value);
		const all_lines = groupDigits(sums.length);
		const cut = sums.length > rows ? `, ${rows} of ${all_lines}` : '';
		const each = steps > 1 && title === 'Kinds' && !this.#app.view.cells ?
			`, ${show(all / steps)} a step (${groupDigits(steps)} steps)` : '';
		const lines = sums.slice(0, rows).map(([key, value]) => ({
			width: 100 * value / sums[0][1] + '%',
			value: show(value),
			share: formatPercent(value, all),
			...describe(key, value),
		}));
		return { title, more: cut + each, lines };
	}
}
