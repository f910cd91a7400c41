/*
 * What the picture says in numbers, below it: time by kind and the widest kernels; of a sandwich
 * callers and callees; of a comparison what grew and shrank.
 */
import { showValue } from './details.js';
import { html, makeButton } from './dom.js';
import { changeTransform, highlightName, toggleMode } from './frame_actions.js';
import { nameKey } from './hash.js';
import { labelOfName } from './picture.js';
import { formatPercent, groupDigits } from './text.js';
import { activePart } from './view.js';

const ROW_PX = 24;
const LEAST_ROWS = 3;
const MOST_ROWS = 12;

/* Values below the node that fills the width, by name. */
function sumsOfNames({ tree: { name, end }, zoom }, names, values) {
	const by_name = new Float64Array(names.length);
	for (let i = zoom; i < end[zoom]; i++)
		by_name[name[i]] += values[i];
	return by_name;
}

/* Own values below the node that fills the width, by `keyOf(name)`, the largest first. */
function sumsBy(part, names, keyOf) {
	const sums = new Map();
	sumsOfNames(part, names, part.tree.self).forEach((sum, id) => {
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

function barColour(kind) {
	return kind && (kind === 'r' ? 'r1' : kind + '0');
}

export class Numbers {
	#app;
	#place;
	#key = null;

	constructor(app, place) {
		this.#app = app;
		this.#place = place;
	}

	/*
	 * above: the pixels that the rows of the picture take; below: those that are left, for
	 * which each list has its lines.
	 */
	update(shown, above, below) {
		const { picture } = this.#app, { view } = shown, place = this.#place;
		const part = activePart(shown), { tree, zoom } = part;
		const rows = Math.min(MOST_ROWS, Math.floor((below - 48) / ROW_PX));
		const key = [tree, zoom, view.fold, rows, above];
		place.hidden = !view.numbers || rows < LEAST_ROWS || tree.width[zoom] === 0;
		if (place.hidden || this.#key?.every((one, i) => one === key[i]))
			return;
		this.#key = key;
		place.replaceChildren();
		place.classList.toggle('gf-both', view.mode === 'sandwich' || Boolean(tree.before));
		place.style.marginTop = above + 'px';
		const each = rows >> isNarrow(); /* of two lists */
		if (view.mode === 'sandwich') {
			const [callers, callees] = shown.parts;
			this.#addNeighbours('Callers', ' without one', callers, each, view);
			this.#addNeighbours('Callees', ' of its own', callees, each, view);
		} else if (tree.before) {
			this.#addChanges('Grew', part, each, view);
			this.#addChanges('Shrank', part, each, view);
		} else {
			if (picture.kinds)
				this.#addKinds(part, rows);
			this.#addNames(part, rows, view);
		}
		makeButton(place, '\u2715', 'close the numbers (p)',
			() => this.#app.change({ numbers: false })).className = 'gf-close';
	}

	/* The line of a name, which a click finds. */
	#describe(name, { fold }) {
		const { picture } = this.#app, { kinds } = picture;
		return { label: labelOfName(picture, name, fold) || 'no name', hint: 'find ',
			colour: barColour(kinds?.[name]),
			act: () => highlightName(this.#app, { name }) };
	}

	/* Of a sandwich: what is directly above or below, with its share of the frame. */
	#addNeighbours(title, own, { tree }, rows, view) {
		const { picture } = this.#app, { names } = picture, sums = [], [self] = tree.self;
		for (let child = 1; child < tree.count; child = tree.end[child])
			sums.push([tree.name[child], tree.total[child]]);
		sums.sort(([, a], [, b]) => b - a);
		const what = self > 0 ? `${title}, ${showValue(picture, self)}${own}` : title;
		this.#addList(what, { tree, zoom: 0 }, sums, rows, (name) => ({
			...this.#describe(name, view), hint: 'sandwich of ',
			act: () => toggleMode(this.#app, 'sandwich', nameKey(names[name])),
		}));
	}

	/* The names whose own values grew most, or shrank. */
	#addChanges(title, part, rows, view) {
		const { picture } = this.#app, { names, options } = picture, { tree } = part;
		const grew = title === 'Grew', sign = grew ? '+' : '';
		const [old, now] = [tree.before, tree.self].map((values) =>
			sumsOfNames(part, names, values));
		const changes = Array.from(now, (value, name) => [name, value - old[name]])
			.filter(([, by]) => (grew ? by > 0 : by < 0))
			.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
		this.#addList(title, part, changes, rows, (name, by) => ({
			...this.#describe(name, view),
			colour: grew === !options.negate ? 'u3' : 'v3',
			value: sign + showValue(picture, by),
			share: old[name] === 0 ? 'new' : now[name] === 0 ? 'gone' :
				sign + Math.round(100 * by / old[name]) + '%',
		}));
	}

	#addKinds(part, rows) {
		const { kinds, kindLabels, names } = this.#app.picture;
		const sums = sumsBy(part, names, (name) => kinds[name]);
		this.#addList('Kinds', part, sums, rows, (kind) => ({
			label: kindLabels[kind] || 'range',
			hint: 'keep only ', colour: barColour(kind),
			act: () => changeTransform(this.#app, 'keep-kind', kind),
		}));
	}

	#addNames(part, rows, view) {
		const { picture } = this.#app, { kinds, base, names } = picture;
		const isWork = (name) => (kinds ? kinds[name] !== 'r' : name !== base.name[0]);
		const sums = sumsBy(part, names, (name) => (isWork(name) ? name : undefined));
		this.#addList(kinds ? 'Kernels' : 'By own value', part, sums, rows, (name) =>
			this.#describe(name, view));
	}

	/*
	 * describe(key, value): a line's label and hint, its bar's colour, what a click does;
	 * texts of value and share, if not the usual ones.
	 */
	#addList(title, { tree, zoom }, sums, rows, describe) {
		const box = html(this.#place, 'section.gf-list');
		const more = sums.length > rows ? `, ${rows} of ${groupDigits(sums.length)}` : '';
		html(html(box, 'h2', title), 'span', more);
		for (const [key, value] of sums.slice(0, rows)) {
			const { label, hint, colour, act, ...own } = describe(key, value);
			const line = makeButton(box, '', hint + label, act);
			const bar = html(line, 'span.gf-share');
			bar.style.width = 100 * value / sums[0][1] + '%';
			bar.style.background = colour ? `var(--gf-${colour})` : 'var(--gf-line)';
			html(line, 'span.gf-name', label);
			html(line, 'b', own.value || showValue(this.#app.picture, value));
			html(line, 'span.gf-what',
				own.share || formatPercent(value, tree.total[zoom]));
		}
	}
}
