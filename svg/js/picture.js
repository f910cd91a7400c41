/* The contents of a file, unpacked once and never changed. */
import { readCells } from './cells.js';
import { coloursOfRows } from './color.js';
import { svgElement } from './dom.js';
import { WORDS, firstView } from './hash.js';
import { inflate } from './inflate.js';
import { bytesOfText, readPayload, treeOfPayload } from './payload.js';
import { NAME_SHOWN, cutMiddle, groupDigits, shownName, visibleName } from './text.js';
import { rankNames } from './tree.js';

/* Options that are numbers; where a file does not say, 0. */
const NUMBERS = ['minwidth', 'fontsize', 'xpad', 'top', 'header', 'frameHeight', 'levels', 'factor',
	'total', 'mostChange', 'changeThreshold', 'steps'];

/* The data- attributes of the picture, those that are numbers as numbers. */
function readOptions(svg) {
	const width = parseFloat(svg.getAttribute('width'));
	const options = { deepest: 999, changeThreshold: 0.5, width, ...svg.dataset };
	for (const key of NUMBERS)
		options[key] = +(options[key] || 0);
	return Object.freeze(options);
}

/* Whether the window is for the picture, as a document or in a page of its own. */
function isAlone(svg) {
	return document.documentElement === svg || svg.dataset.page === '1';
}

/* Pictures on one page share its address: each has a prefix there. */
function prefixOf(svg) {
	const all = [...document.querySelectorAll('svg[data-gf]')];
	return isAlone(svg) ? '' : 'gf' + (all.indexOf(svg) + 1) + '.';
}

/* What kinds are called, as the file's legend has it. */
function kindLabels(svg) {
	return Object.fromEntries([...svg.querySelectorAll('.gf-key[data-kind]')].map((key) =>
		[key.dataset.kind, key.textContent.replace(/ [<\d].*$/, '')]));
}

export function readPicture(svg) {
	const text = svg.querySelector('.gf-data').textContent, shown = [], texts = [];
	const payload = readPayload(inflate(bytesOfText(text)));
	const { names, labels, kinds, decimals } = payload;
	const rank = rankNames(payload), options = readOptions(svg);
	const base = treeOfPayload(payload, options.order, rank);
	return Object.freeze({
		svg, frames: svgElement(null, 'g', { class: 'gf-frames' }), prefix: prefixOf(svg),
		orders: WORDS.order.filter((order) => options.diff || order !== 'change'),
		alone: isAlone(svg),
		options, names, labels, decimals, rank,
		base, cells: readCells(svg, base),
		colours: coloursOfRows(payload),
		kinds: options.diff ? null : kinds,
		kindLabels: kindLabels(svg), isKernel: (id) => kinds[id] !== 'r',
		first_view: firstView({ order: options.order, inverted: options.inverted === '1',
			fold: !options.fullNames, find: options.highlight || '',
			by_share: options.diff === 'share' }),
		shownNameOf: (id) => shown[id] ||= shownName(names[id], 2000),
		/* what words are searched in: the name, as it is copied, and its label */
		textOf: (id) => texts[id] ||= [names[id], visibleName(names[id]),
			labels?.[id]].join('\n'),
	});
}

export function nameOfItem(picture, { more, name }) {
	if (more !== 0)
		return more > 0 ? `(${groupDigits(more)} more)` : '(deeper levels)';
	return picture.shownNameOf(name);
}

/* What a name is called on labels and in the table. */
export function labelOfName({ labels, shownNameOf }, name, readable) {
	return readable && labels?.[name] || shownNameOf(name);
}

export function labelOfItem(picture, item, readable) {
	return item.more ? nameOfItem(picture, item) : labelOfName(picture, item.name, readable);
}

export function shortNameOf(picture, item) {
	return cutMiddle(nameOfItem(picture, item), NAME_SHOWN);
}
