/*
 * Transforms: a tree made of another. Each is a row that says of every node where its values
 * go: lost(i), nowhere; into(i), to another node, which comes before it. In the view they are
 * a list of "word.argument", applied in that order.
 */
import { nameKey } from './hash.js';
import { matchNames, searchOfKept, wordsOfKept } from './search.js';
import { shownName } from './text.js';
import { VALUES, makeTree } from './tree.js';

/* A frame with one child and nothing of its own. */
function isWrapper({ end, self, ops, before }, i) {
	return i > 0 && end[i + 1] === end[i] && !self[i] && !ops?.[i] && !before?.[i];
}

/* In a frame that is meant, or in none. */
function isInside(i, { outer }) {
	return outer[i] >= 0;
}

function isOutside(i, { outer }) {
	return outer[i] < 0;
}

/* Whether a node of a comparison has a value on that side. */
function isNot(side) {
	return (i, { tree }) => tree[side]?.[i] > 0;
}

/*
 * of: what the argument is; text: what a chip says before it; outer[i]: the outermost frame
 * around node i that is meant, or -1. The words are those of the Firefox Profiler.
 */
export const TRANSFORMS = Object.freeze({
	hide: { of: 'name', text: 'hidden: ', lost: isInside },
	keep: { of: 'name', text: 'only through ', lost: isOutside },
	focus: { of: 'name', text: 'focus on ', lost: isOutside,
		into: (i, facts) => (isOutside(i, facts) ? 0 : i) },
	merge: { of: 'name', text: 'merged: ',
		into: (i, { has, tree }) => (has(i) ? tree.parent[i] : i) },
	collapse: { of: 'name', text: 'collapsed: ',
		into: (i, { outer }) => (outer[i] < 0 ? i : outer[i]) },
	recursion: { of: 'name', text: 'recursion collapsed: ',
		into: (i, { has, outer }) => (has(i) ? outer[i] : i) },
	flatten: { of: 'all', text: 'wrappers flattened', into: (i, { tree }) =>
		(isWrapper(tree, i) && isWrapper(tree, tree.parent[i]) ? tree.parent[i] : i) },
	'hide-kind': { of: 'kind', text: 'hidden: ', lost: (i, { has }) => has(i) },
	'keep-kind': { of: 'kind', text: 'only ', lost: (i, { has }) => !has(i) },
	'only-new': { of: 'diff', text: 'only what is new', lost: isNot('allBefore') },
	'only-gone': { of: 'diff', text: 'only what is gone', lost: isNot('total') },
	'hide-matches': { of: 'search', text: 'hidden: ', lost: isInside },
	'keep-matches': { of: 'search', text: 'only through ', lost: isOutside },
});

/* "merge.name" -> ['merge', its row, 'name']; no row if there is none of this word. */
export function readTransform(text) {
	const [word] = text.split('.', 1);
	return [word, Object.hasOwn(TRANSFORMS, word) ? TRANSFORMS[word] : null,
		text.slice(word.length + 1)];
}

/*
 * A list with one more, or without it if it is there. A name or kind is either kept or dropped,
 * and one kind is alone.
 */
export function addTransform(list, word, key) {
	const text = word + '.' + key, { of, lost } = TRANSFORMS[word];
	const isOther = (one) => {
		const [other, row, its] = readTransform(one);
		const same = its === key || (word === 'keep-kind' && other === word);
		return !(lost && row.lost && row.of === of && same);
	};
	return list.includes(text) ? list.filter((one) => one !== text) :
		list.filter(isOther).concat(text);
}

/* By name, 1 if it matches a search. The root is no frame, though one may have its text. */
export function searchNames({ names, base, textOf }, { find, same_case }) {
	const search = matchNames(names, find, same_case, textOf);
	search.hit?.fill(0, base.name[0], base.name[0] + 1);
	return search;
}

/* By name, 1 if it is meant by the argument of a transform; null for a damaged search. */
export function namesMeant(picture, of, key) {
	const { names, kinds, base } = picture;
	if (of === 'search')
		return searchNames(picture, searchOfKept(key)).hit;
	const met = Uint8Array.from(names, (name, id) =>
		(of === 'kind' ? kinds?.[id] : nameKey(name)) === key);
	met[base.name[0]] = 0;
	return met;
}

/* What a chip says. */
export function wordsOfTransform({ kindLabels }, text) {
	const [, row, key] = readTransform(text);
	return row.text + (row.of === 'kind' ? kindLabels[key] :
		shownName(row.of === 'search' ? wordsOfKept(key) : key, 60));
}

/*
 * What becomes of each node: its values go to node into[i] or, if lost[i], nowhere. Siblings that
 * get one name become one.
 */
function planTransform(tree, row, met) {
	const { count, name, parent } = tree, seen = new Map();
	const into = Int32Array.from(name, (_, i) => i), outer = new Int32Array(count).fill(-1);
	const lost = new Uint8Array(count);
	const facts = { tree, outer, has: (i) => met[name[i]] };
	for (let i = 0; i < count; i++) {
		outer[i] = outer[parent[i]] < 0 && met[name[i]] ? i : outer[parent[i]];
		lost[i] = row.lost?.(i, facts);
		if (i === 0 || !row.into)
			continue;
		const to = row.into(i, facts), key = into[parent[i]] * met.length + name[i];
		into[i] = to < i ? into[to] : seen.get(key) ?? i;
		if (into[i] === i)
			seen.set(key, i);
	}
	return { into, lost };
}

/* In time linear in nodes. What has no value left goes. */
export function transformTree(tree, row, met) {
	const { count, name, parent, place, order } = tree;
	const { into, lost } = planTransform(tree, row, met), up = parent.map((one) => into[one]);
	const [last, next, seat] = [1, 2, 3].map(() => new Int32Array(count));
	const used = new Uint8Array(count), sums = {}, list = [], stack = [0];
	for (const key of VALUES.filter((one) => tree[one])) {
		const sum = sums[key] = new Float64Array(count);
		for (let i = 0; i < count; i++)
			sum[into[i]] += lost[i] ? 0 : tree[key][i];
		sum.forEach((value, i) => { used[i] |= value > 0; });
	}
	for (let i = count - 1; i > 0; i--)
		used[up[i]] |= used[i];
	for (let i = 1; i < count; i++) {
		if (used[i] && into[i] === i) {
			next[i] = last[up[i]];
			last[up[i]] = i;
		}
	}
	while (stack.length > 0) {
		const node = stack.pop();
		seat[node] = list.push(node) - 1;
		for (let child = last[node]; child; child = next[child])
			stack.push(child);
	}
	const pick = (column, map = (i) => column[i]) => column && Float64Array.from(list, map);
	return makeTree({
		name: Int32Array.from(list, (i) => name[i]),
		parent: Int32Array.from(list, (i) => seat[up[i]]),
		...Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, pick(sum)])),
		place: pick(place),
		/* widths are others now, and names where they were not */
		order: (row.into ? order === 'time' : /^[nt]/.test(order)) && order,
	});
}
