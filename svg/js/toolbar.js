/* The bar above the picture. */
import { addCellChips } from './cells_strip.js';
import { CHANGE_STEPS } from './color.js';
import { shareOfAll, showValue } from './details.js';
import { boxOf, html, keepOneStop, makeButton, on, setAttributes, svgElement, walkByArrows }
	from './dom.js';
import { changeTransform, nameSought, nextOfKind, openLargest } from './frame_actions.js';
import { ACTIONS, keyName } from './keys.js';
import { labelOfName } from './picture.js';
import { patternOf } from './search.js';
import { formatPercent, shownName } from './text.js';
import { wordsOfTransform } from './transform.js';
import { WHOLE, activePart, searchFigures } from './view.js';

const PATH_MAX = 6; /* steps of the path that are shown */
const TYPED_MS = 120; /* delay between typing and searching */

function press(button, pressed) {
	setAttributes(button, { 'aria-pressed': Boolean(pressed) });
}

function addGroup(bar, label, caption) {
	const group = html(bar, 'span.gf-group', '', { role: 'group', 'aria-label': label });
	if (caption)
		html(group, 'span.gf-caption', caption, { 'aria-hidden': 'true' });
	return group;
}

/* A square of the colour of a class. */
function addSwatch(item, class_name) {
	const svg = svgElement(item, 'svg', { class: class_name, width: 14, height: 14 });
	svgElement(svg, 'rect', { x: 1, y: 1, width: 12, height: 12 });
}

/* What is typed; two slashes without a pattern are nothing yet. */
function findOf({ value }) {
	return value === '//' ? '' : value;
}

export class Toolbar {
	#app;
	#buttons = {}; /* by key, or by order */
	#query;
	#same_case;
	#regex;
	#found;
	#path;
	#whole; /* of the whole: the place of bar and finding, and words */
	#chips;
	#changes = []; /* [key of a comparison's legend, its words or button here, its text] */
	#kinds = new Map(); /* button by kind of frame */
	#legend;
	#scale; /* in its place where cells are compared */
	#stops; /* places that are one stop of the Tab key each */

	constructor(app, head) {
		const attrs = { role: 'toolbar', 'aria-label': 'Flame graph' };
		const bar = html(head, 'div.gf-bar', '', attrs);
		this.#app = app;
		this.#addActions(addGroup(bar, 'View'), 'ruU');
		this.#addOrders(addGroup(bar, 'Order', 'order'));
		this.#addActions(addGroup(bar, 'Shape', 'show'), 'iletp' +
			(app.picture.options.diff ? 'a' : ''));
		this.#addSearch(html(bar, 'span.gf-group gf-search', '', { role: 'search' }));
		this.#addActions(addGroup(bar, 'Help'), 'Sd?');
		const way = html(head, 'div.gf-way'); /* always there: the picture must not move */
		const role = { role: 'navigation', 'aria-label': 'Path' };
		html(way, 'b.gf-title', app.picture.options.title);
		this.#path = html(way, 'div.gf-path', '', role);
		this.#chips = html(way, 'div.gf-chips');
		this.#addWhole(way);
		this.#addLegend(way);
		if (app.picture.cells)
			this.#scale = html(way, 'div.gf-kinds', '', { 'aria-label': 'Colours' });
		this.#stops = [bar, way];
		this.#stops.forEach(walkByArrows);
	}

	/* What is said of the whole, which the file's own header has. */
	#addWhole(way) {
		const { svg, names } = this.#app.picture, wall = svg.querySelector('.gf-wall');
		const [words, remark] = svg.querySelectorAll('.gf-subtitle');
		const place = html(way, 'span.gf-whole'), said = remark?.textContent;
		const go = () => openLargest(this.#app, remark.dataset.frame);
		const text = (words?.textContent || '').replace(/ %/g, '\u00a0%');
		this.#whole = [place, text];
		if (wall) {
			const rect = wall.querySelector('rect');
			const [x, y] = ['x', 'y'].map((key) => rect.getAttribute(key));
			const box = { viewBox: `${x} ${y} 150 10`, width: 90, height: 10,
				preserveAspectRatio: 'none' };
			const copy = svgElement(place, 'svg', box);
			svgElement(copy, 'title', {}, wall.getAttribute('aria-label'));
			copy.append(wall.cloneNode(true));
		}
		if (names.includes(remark?.dataset.frame)) /* calls are no frames */
			makeButton(place, said, said + ': show where', go).className = 'gf-remark';
		else if (said)
			html(place, 'span.gf-remark', said, { title: said });
	}

	#addActions(place, keys) {
		for (const [key, what, run, text] of ACTIONS) {
			const hint = `${what} (${keyName(key)})`, action = () => run(this.#app);
			if (keys.includes(key))
				this.#buttons[key] = makeButton(place, text, hint, action);
		}
	}

	#addOrders(place) {
		const { orders, options } = this.#app.picture;
		for (const order of orders) {
			const word = order === 'time' && !options.times ? 'input' : order;
			this.#buttons[order] = makeButton(place, word, `order by ${word} (o)`,
				() => this.#app.change({ order }));
		}
	}

	#addSearch(box) {
		const app = this.#app;
		this.#query = html(box, 'input', '', { type: 'search', title: 'search (/)',
			placeholder: 'words, or /regex/', spellcheck: 'false',
			'aria-label': 'Search names for words, or a /regular expression/' });
		this.#listenToQuery();
		this.#same_case = makeButton(box, 'Aa', 'match case',
			() => app.change({ same_case: !app.view.same_case }));
		this.#regex = makeButton(box, '.*', 'regular expression',
			() => this.#toggleRegex());
		this.#addActions(box, 'nNFH');
		const live = { role: 'status', 'aria-live': 'polite' };
		this.#found = html(box, 'span.gf-found', '', live);
	}

	/* Put what is searched for between slashes, or take it out. */
	#toggleRegex() {
		const query = this.#query, [, inner] = /^\/([^]*)\/$/.exec(query.value) || [];
		query.value = inner ?? `/${query.value}/`;
		this.#app.change({ find: findOf(query) });
		query.focus();
		if (inner === undefined)
			query.setSelectionRange(1, query.value.length - 1);
	}

	#listenToQuery() {
		const app = this.#app, query = this.#query;
		let timer = 0;
		const run = () => {
			clearTimeout(timer);
			app.change({ find: findOf(query) }, 'typing');
		};
		on(query, 'focus', () => app.endStep());
		on(query, 'change', run);
		on(query, 'input', () => {
			clearTimeout(timer);
			timer = setTimeout(run, TYPED_MS);
		});
		on(query, 'keydown', ({ key, shiftKey }) => {
			if (key === 'Escape') {
				query.value = '';
				run();
				app.focusCursor(false);
			} else if (key === 'Enter') {
				run();
				app.stepMatch(shiftKey ? -1 : 1);
			}
		});
	}

	/* The kinds that occur, as the file's own legend has them. */
	#addLegend(head) {
		const app = this.#app, attrs = { role: 'group', 'aria-label': 'Kinds of frames' };
		const { kindLabels } = app.picture;
		const place = this.#legend = html(head, 'div.gf-kinds', '', attrs);
		place.classList.toggle('gf-work', !app.picture.options.diff);
		for (const key of app.picture.svg.querySelectorAll('.gf-key')) {
			const { textContent, dataset: { kind, diff } } = key;
			const text = kindLabels[kind] || textContent;
			const only = /^(new|gone)$/.test(diff) && 'only-' + diff;
			const act = () => (only ? changeTransform(app, only, '') :
				changeTransform(app, nextOfKind(app.view, kind), kind));
			const item = kind || only ? makeButton(place, '', only || text, act) :
				html(place, 'span.gf-plain');
			addSwatch(item, key.getAttribute('class'));
			const words = html(item, 'span', diff ? textContent : text);
			if (kind)
				this.#kinds.set(kind, [item, text]);
			if (diff)
				this.#changes.push([key, only ? item : words, textContent]);
		}
	}

	/* Of each kind: shown with others, alone, or not. */
	#showKinds(view) {
		this.#kinds.forEach(([button, text], kind) => {
			const next = nextOfKind(view, kind);
			const is_alone = view.transforms.includes('keep-kind.' + kind);
			const hint = (is_alone ? 'hide ' : next === 'keep-kind' ? 'show only ' :
				'show again ') + text;
			button.removeAttribute('aria-label'); /* it says what it is */
			setAttributes(button, { title: hint,
				class: next === 'hide-kind' && !is_alone ? 'gf-off' : '' });
			press(button, is_alone);
		});
	}

	/* Of cells that are compared: the file's own legend has its kinds. */
	#showScale({ forest: { whole } }) {
		const { picture } = this.#app, is_on = Boolean(whole.before);
		if (!this.#scale)
			return;
		this.#legend.hidden = is_on;
		this.#scale.hidden = !is_on;
		this.#scale.replaceChildren();
		for (let step = -CHANGE_STEPS; is_on && step <= CHANGE_STEPS; step++) {
			const size = Math.abs(step), limit = showValue(picture,
				whole.mostChange / (1 << CHANGE_STEPS - size));
			const item = html(this.#scale, 'span.gf-plain');
			addSwatch(item, 'gf-' + 'vwu'[1 + Math.sign(step)] + size);
			html(item, 'span', step === 0 ? 'the same' : size < CHANGE_STEPS ? limit :
				`${step < 0 ? 'shorter' : 'longer'} here by up to ${limit}`);
		}
	}

	boxOfKey(key) {
		return boxOf(this.#buttons[key]);
	}

	/* What the chips say, for a picture without them. */
	get chipWords() {
		return [...this.#chips.children].map(({ textContent }) =>
			textContent.replace(' \u2715', '')).join(', ');
	}

	/* The scale of changes, and the filters beside it. */
	#showChanges({ transforms, by_share }) {
		const is_other = by_share !== this.#app.picture.first_view.by_share;
		for (const [key, item, text] of this.#changes) {
			const { diff, other } = key.dataset;
			const words = is_other && other || text;
			if (item.localName === 'button')
				press(item, transforms.includes(`only-${diff}.`));
			else
				item.textContent = key.lastChild.textContent = words;
		}
	}

	isTyped() {
		return document.activeElement === this.#query;
	}

	selectQuery() {
		this.#query.focus();
		this.#query.select();
	}

	/* Chips for what is left out or reversed, each of which undoes it. */
	#showChips(shown, sought) {
		const { view, forest } = shown, { from, to } = activePart(shown);
		const chips = this.#chips, { picture } = this.#app;
		chips.replaceChildren();
		const chip = (text, change) => {
			const back = () => this.#app.change(change), hint = 'no longer ' + text;
			makeButton(chips, text + ' \u2715', hint, back).className = 'gf-chip';
		};
		addCellChips(this.#app, chips, shown);
		if (sought >= 0) /* and not in the field: nobody typed it */
			chip('name: ' + shownName(labelOfName(picture, sought, true), 60),
				{ find: '', same_case: false });
		for (const text of view.transforms) {
			const rest = view.transforms.filter((one) => one !== text);
			chip(wordsOfTransform(picture, text), { transforms: rest });
		}
		const whole = { ...WHOLE, mode: 'tree', frame: '' };
		if (view.mode === 'sandwich')
			chip('sandwich of ' + shownName(view.frame, 60), whole);
		if (to - from < 1)
			chip('part: ' + formatPercent(to - from, 1), { from: 0, to: 1 });
		if (shown.parts.some(({ tree }) => tree.cut))
			html(chips, 'span.gf-chip',
				'too deep to merge completely: the outermost callers are left out');
		if (!view.versus && forest.whole.total[0] !== picture.base.total[0])
			html(chips, 'span.gf-left',
				shareOfAll(picture, forest.whole.total[0]) + ' of all is shown');
	}

	/* The header's words for a part; '' for the whole. */
	get partWords() {
		const words = [...this.#path.children].map(({ textContent }) => textContent);
		return this.#whole[0].hidden ? words.join(' ') : '';
	}

	/* The way from the root to the zoomed frame: each step leads back. */
	#showPath(shown) {
		const { tree, zoom } = activePart(shown), path = this.#path;
		const { picture } = this.#app, [whole, words] = this.#whole;
		const steps = [], show = (value) => showValue(picture, value);
		path.replaceChildren();
		whole.hidden = zoom > 0 || tree !== picture.base;
		const part = show(tree.total[zoom]);
		const is_mean = shown.view.versus && tree.allBefore;
		html(path, 'span.gf-hint', !whole.hidden ? words : is_mean ?
			`mean here ${part}, of the others ${show(tree.allBefore[zoom])}` :
			`${part} of ${show(picture.base.total[0])}`);
		for (let node = zoom; node > 0; node = tree.parent[node])
			steps.unshift(node);
		const cut = Math.max(0, steps.length - PATH_MAX);
		if (zoom > 0)
			this.#addStep('all', 0);
		if (cut > 0)
			html(path, 'span', '\u203a \u2026');
		for (const node of steps.slice(cut)) {
			html(path, 'span', '\u203a');
			const name = shownName(labelOfName(picture, tree.name[node], true), 40);
			if (node === zoom)
				html(path, 'b', name);
			else
				this.#addStep(name, node);
		}
	}

	#addStep(name, node) {
		makeButton(this.#path, name, 'zoom out to ' + name, () => this.#app.openNode(node));
	}

	update(shown, past) {
		this.#showPath(shown);
		const { view, search: { hit, error } } = shown;
		const sought = nameSought(this.#app.picture, view), named = sought >= 0;
		this.#showChips(shown, sought);
		const buttons = this.#buttons, query = this.#query;
		for (const order of this.#app.picture.orders)
			press(buttons[order], view.order === order);
		for (const [key,,,, isOn] of ACTIONS) {
			if (isOn && buttons[key])
				press(buttons[key], isOn(view));
		}
		press(this.#same_case, !named && view.same_case);
		press(this.#regex, !named && patternOf(view.find));
		this.#showKinds(view);
		this.#showChanges(view);
		this.#showScale(shown);
		buttons.u.disabled = past.undo.length === 0;
		buttons.U.disabled = past.redo.length === 0;
		for (const key of 'nNFH')
			buttons[key].disabled = !hit?.includes(1);
		const found = hit ? searchFigures(this.#app.picture, shown) : error;
		this.#found.textContent = this.#found.title = found;
		query.setAttribute('aria-invalid', error !== '');
		if (!this.isTyped())
			query.value = named ? '' : view.find;
		this.#stops.forEach((place) => keepOneStop(place));
	}
}
