/*
 * The view is a value; what it shows is another, worked out of it:
 *   view     an immutable object (hash.js); each change makes a new one
 *   forest   the trees that it asks for: one, or those of a sandwich
 *   search   which names match, or what is wrong with a pattern
 *   parts    a tree each, with the node that fills the width, and its matches
 *   matches  the list that "next match" walks, once it was asked for
 */
import { readSelection, treeOfCells } from './cells.js';
import { nodeOfPath } from './hash.js';
import { shareOfAll, showValue } from './details.js';
import { sameView } from './history.js';
import { countBefore, matchedValue, matchesInOrder } from './search.js';
import { formatPercent, groupDigits } from './text.js';
import { TRANSFORMS, namesMeant, readTransform, searchNames, transformTree }
	from './transform.js';
import { mergeByLeaf, sandwich } from './tree.js';

export const WHOLE = { zoom: [], side: 'down', from: 0, to: 1 };
const UNZOOMED = { zoom: 0, from: 0, to: 1 };
const TRANSFORMS_MS = 800; /* after which further ones of an address are left out */
const TREE_KEYS = ['mode', 'frame', 'transforms', 'cells', 'versus'];
const SEARCH_KEYS = ['find', 'same_case'];
const MATCH_KEYS = TREE_KEYS.concat(SEARCH_KEYS, 'order');
const MOVING_KEYS = TREE_KEYS.concat('zoom', 'order', 'inverted');

/* Whether frames change position, and not just colour. */
export function viewMoves(view, old) {
	return !sameView(view, old, MOVING_KEYS);
}

function makeForest(picture, { mode, frame, transforms, versus }, selected) {
	const base = selected ? treeOfCells(picture.cells, selected, versus) : picture.base;
	const tree = transforms.reduce((one, text) => {
		const [, row, key] = readTransform(text), met = namesMeant(picture, row.of, key);
		return met ? transformTree(one, row, met) : one;
	}, base);
	if (mode === 'sandwich') {
		const met = namesMeant(picture, 'name', frame);
		return { trees: sandwich(tree, met), whole: tree, met };
	}
	return { trees: [mode === 'leaf' ? mergeByLeaf(tree) : tree], whole: tree };
}

function zoomOfView(tree, { zoom: path, from, to }, names) {
	const zoom = nodeOfPath(tree, path, names);
	/* a part of a frame that is not here is no part of one above */
	return tree.depth[zoom] < path.length ? { ...UNZOOMED, zoom } : { zoom, from, to };
}

/* What a view shows; trees, search and matches are taken from `old` if unchanged. */
export function showView(picture, view, old) {
	const same = (keys) => old && sameView(view, old.view, keys);
	const selected = readSelection(picture.cells, view.cells);
	const forest = same(TREE_KEYS) ? old.forest : makeForest(picture, view, selected);
	const search = same(SEARCH_KEYS) ? old.search : searchNames(picture, view);
	const { trees } = forest, last = trees.length - 1, active = view.side === 'down' ? last : 0;
	const parts = trees.map((tree, i) => ({
		tree, side: i < last ? 'up' : 'down', /* callers are above in a sandwich */
		...(i === active ? zoomOfView(tree, view, picture.names) : UNZOOMED),
		sum: search.hit && countBefore(tree, search.hit),
	}));
	return { view, selected, forest, search, parts,
		matches: same(MATCH_KEYS) ? old.matches : null };
}

/* In a sandwich, zooms act on callers or on callees. */
export function activePart({ view, parts }) {
	return parts.at(view.side === 'down' ? -1 : 0);
}

/* The part of a view that applies to this picture: an address may come from another run. */
export function viewHere(picture, view) {
	const { transforms, mode, frame, order, cells } = view, late = Date.now() + TRANSFORMS_MS;
	const isHere = (text) => {
		const [, row, key] = readTransform(text);
		return row && Date.now() < late &&
			(row.of === 'all' || row.of === 'diff' && picture.options.diff ||
				namesMeant(picture, row.of, key)?.includes(1));
	};
	return { ...view, transforms: [...new Set(transforms)].filter(isHere),
		order: picture.orders.includes(order) ? order : picture.first_view.order,
		...(!readSelection(picture.cells, cells) && { cells: '', versus: false }),
		...(mode === 'sandwich' && !namesMeant(picture, 'name', frame).includes(1) &&
			{ ...WHOLE, mode: 'tree', frame: '' }) };
}

/* Of matches of which some are ranges: the kernels, which may be a part of what is in these. */
function kernelFigures(picture, { tree, zoom }, hit, all_hits) {
	const met = picture.kinds && hit.map((is, id) => is && picture.isKernel(id));
	const value = met ? matchedValue(tree, met, zoom) : all_hits;
	return value > 0 && value !== all_hits &&
		`kernels ${showValue(picture, value)}, ${shareOfAll(picture, value)}`;
}

/*
 * "12 matches, 3.2 ms, 3.4% of view, 1.2% of all, kernels 1.1 ms, 0.4%"; a sandwich is one until
 * one half is zoomed.
 */
export function searchFigures(picture, shown) {
	const part = activePart(shown), { tree, zoom, sum } = part;
	const { forest, matches, search: { hit } } = shown;
	const [above, below] = zoom > 0 ? [] : shown.parts;
	const count = below ? above.sum.at(-1) + below.sum.at(-1) - hit[tree.name[0]] :
		sum[tree.end[zoom]] - sum[zoom];
	const at = matches?.list.length > 0 ?
		matches.at + 1 + ' of ' + groupDigits(matches.list.length) :
		groupDigits(count) + (count === 1 ? ' match' : ' matches');
	const through = (one, met) => transformTree(one, TRANSFORMS.keep, met);
	const value = below ? [forest.met, hit].reduce(through, forest.whole).total[0] :
		matchedValue(tree, hit, zoom);
	const all = shareOfAll(picture, matchedValue(picture.base, hit, 0));
	const here = formatPercent(value, tree.total[zoom]);
	const view = here !== all && here + ' of view';
	return [at, showValue(picture, value), view, all + ' of all',
		!below && kernelFigures(picture, part, hit, value)].filter(Boolean)
		.join(' \u00b7 ');
}

/* by = 1: to the next match of the list, -1: to the previous one. */
export function stepMatches({ rank }, { view, parts, search: { hit }, matches }, by) {
	const last = parts.length - 1;
	const list = matches?.list || parts.flatMap(({ tree, sum }, i) =>
		matchesInOrder(tree, hit, sum, view.order, rank)
			.filter((node) => node > 0 || i === last).map((node) => [i, node]));
	const at = matches ? matches.at : by > 0 ? -1 : list.length;
	return { list, at: list.length > 0 ? (at + by + list.length) % list.length : at };
}
