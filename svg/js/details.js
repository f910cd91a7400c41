/* What is known of a frame: below the picture, in the tooltip, and for screen readers. */
import { html } from './dom.js';
import { shortNameOf } from './picture.js';
import { formatChange, formatPercent, formatValue, groupDigits } from './text.js';

export function showValue({ options: { factor, countname }, decimals }, value) {
	const one = factor !== 1 && countname ? Math.pow(10, decimals) : 0;
	return formatValue(one ? Math.round(value * factor / one) * one : value * factor,
		countname, decimals);
}

export function shareOfAll({ base: { total: [all] }, options }, value) {
	return formatPercent(value, Math.max(all, options.total));
}

/* Whether a frame has idle time in it, which is of no operation. */
function hasIdle({ kinds }, { name, end }, node) {
	let i = kinds?.includes('z') ? node : end[node];
	while (i < end[node] && kinds[name[i]] !== 'z')
		i++;
	return i < end[node];
}

/* Of a comparison "68 -> 60" if they differ, so that fewer launches are told from faster ones. */
function* launchesOf(tree, node, show, is_idle) {
	const { total, allOps, allBefore, allOpsBefore } = tree;
	const sides = [[allBefore, allOpsBefore], [total, allOps]].map(([values, ops]) =>
		[ops?.[node], values?.[node] / ops?.[node]]).filter(([count]) => count > 0);
	const say = (words) => [...new Set(words)].join(' \u2192 ');
	if (sides.length === 0)
		return;
	yield ['count', say(sides.map(([count]) => groupDigits(count, 1)))];
	if (!is_idle && sides.some(([, mean]) => mean !== 1)) /* of counts it is 1 */
		yield ['mean', say(sides.map(([, mean]) => show(mean)))];
}

/* [what, value] pairs, the most important first; each is computed on demand. */
function* figuresOf(picture, { part: { tree, zoom }, node, more, value }) {
	const { total, allBefore } = tree, mine = more ? value : total[node];
	const before = allBefore && !more, show = (one) => showValue(picture, one);
	if (before)
		yield ['change', formatChange(allBefore[node], mine, show)];
	yield ['total', show(mine)];
	if (!before || picture.options.diff) /* else these are means */
		yield ['of all', shareOfAll(picture, mine)];
	if (zoom > 0 || tree !== picture.base)
		yield ['of view', formatPercent(mine, total[zoom])];
	if (more)
		return;
	if (node > 0)
		yield ['of parent', formatPercent(mine, total[tree.parent[node]])];
	if (tree.self[node] > 0 && tree.end[node] > node + 1)
		yield ['self', show(tree.self[node])];
	yield* launchesOf(tree, node, show, hasIdle(picture, tree, node));
	if (before) {
		const share = mine / (total[0] || 1) - allBefore[node] / (allBefore[0] || 1);
		yield ['share', (share > 0 ? '+' : '') + (100 * share).toFixed(2) + ' points'];
	}
}

export function spokenFigures(picture, item) {
	const [[, first], [what, second]] = figuresOf(picture, item);
	return `${shortNameOf(picture, item)}, ${first}, ${second} ${what}`;
}

export function fillFigures(place, picture, item, tag) {
	place.replaceChildren();
	html(place, tag + '.gf-name', shortNameOf(picture, item));
	for (const [what, value] of figuresOf(picture, item)) {
		const pair = html(place, tag + '.gf-figure');
		html(pair, 'span.gf-what', what + ' ');
		html(pair, 'b', value);
	}
}

/* The tooltip. */
export class Tip {
	#picture;
	#page;
	#item = null;

	constructor(picture, page) {
		this.#picture = picture;
		this.#page = page;
	}

	show(item, { clientX, clientY }) {
		const { tip } = this.#page.boxes;
		if (this.#item !== item)
			fillFigures(tip, this.#picture, item, 'div');
		this.#item = item;
		tip.hidden = false;
		this.#page.placeBeside(tip, clientX, clientY, 14);
	}

	hide() {
		this.#page.boxes.tip.hidden = true;
	}
}
