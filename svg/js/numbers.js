/* What the picture says in numbers, below it: time by kind, the widest kernels, or callers. */
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

/* Own values below the node that fills the width, by `keyOf(name)`, the largest first. */
function sumsBy({ tree: { name, self, end }, zoom }, names, keyOf) {
	const sums = new Map(), by_name = new Float64Array(names.length);
	for (let i = zoom; i < end[zoom]; i++)
		by_name[name[i]] += self[i];
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
		place.hidden = !view.numbers || rows < LEAST_ROWS || tree.total[zoom] === 0 ||
			Boolean(tree.before);
		if (place.hidden || this.#key?.every((one, i) => one === key[i]))
			return;
		this.#key = key;
		place.replaceChildren();
		place.classList.toggle('gf-both', view.mode === 'sandwich');
		place.style.marginTop = above + 'px';
		if (view.mode === 'sandwich') {
			const [callers, callees] = shown.parts, each = rows >> isNarrow();
			this.#addNeighbours('Callers', ' without one', callers, each, view);
			this.#addNeighbours('Callees', ' of its own', callees, each, view);
		} else {
			if (picture.kinds)
				this.#addKinds(part, rows);
			this.#addNames(part, rows, view);
		}
		makeButton(place, '\u2715', 'close the numbers (p)',
			() => this.#app.change({ numbers: false })).className = 'gf-close';
	}

	/* Of a sandwich: what is directly above or below, with its share of the frame. */
	#addNeighbours(title, own, { tree }, rows, view) {
		const { picture } = this.#app, { names } = picture, sums = [], [self] = tree.self;
		for (let child = 1; child < tree.count; child = tree.end[child])
			sums.push([tree.name[child], tree.total[child]]);
		sums.sort(([, a], [, b]) => b - a);
		const what = self > 0 ? `${title}, ${showValue(picture, self)}${own}` : title;
		this.#addList(what, { tree, zoom: 0 }, sums, rows, (name) => ({
			label: labelOfName(picture, name, view.fold) || 'no name',
			hint: 'sandwich of ', colour: barColour(picture.kinds?.[name]),
			act: () => toggleMode(this.#app, 'sandwich', nameKey(names[name])),
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
		this.#addList(kinds ? 'Kernels' : 'By own value', part, sums, rows, (name) => ({
			label: labelOfName(picture, name, view.fold) || 'no name',
			hint: 'find ', colour: barColour(kinds?.[name]),
			act: () => highlightName(this.#app, { name }),
		}));
	}

	/* describe(key): a line's label and hint, its bar's colour, and what a click does. */
	#addList(title, { tree, zoom }, sums, rows, describe) {
		const box = html(this.#place, 'section.gf-list');
		const more = sums.length > rows ? `, ${rows} of ${groupDigits(sums.length)}` : '';
		html(html(box, 'h2', title), 'span', more);
		for (const [key, value] of sums.slice(0, rows)) {
			const { label, hint, colour, act } = describe(key);
			const line = makeButton(box, '', hint + label, act);
			const bar = html(line, 'span.gf-share');
			bar.style.width = 100 * value / sums[0][1] + '%';
			bar.style.background = colour ? `var(--gf-${colour})` : 'var(--gf-line)';
			html(line, 'span.gf-name', label);
			html(line, 'b', showValue(this.#app.picture, value));
			html(line, 'span.gf-what', formatPercent(value, tree.total[zoom]));
		}
	}
}
