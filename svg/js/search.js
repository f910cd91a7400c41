/* Search. */
import { States, waysToMatch } from './states.js';
import { listChildren } from './tree.js';

const SEARCH_MS = 800;
const MOST_WAYS = 1e6; /* to match a name, before the browser is not asked */
export const SEARCH_NAME_MAX = 4000; /* characters of a name that are searched */

/* Whether a text matches, for a pattern of which a browser may try few ways or too many. */
function matcher(pattern, flags, late) {
	const regex = new RegExp(pattern, flags), ways = waysToMatch(pattern);
	let states = null;
	return (text) => {
		if (ways(text.length) <= MOST_WAYS)
			return regex.test(text);
		states = states || new States(pattern, flags);
		return states.test(text, late);
	};
}

/* hit: by name, 0 or 1; null if nothing is searched or the pattern is invalid. */
export function matchNames(names, pattern, same_case) {
	const late = Date.now() + SEARCH_MS;
	let hit = null, error = '';
	try {
		const matches = matcher(pattern, same_case ? '' : 'i', late);
		hit = pattern === '' ? null : Uint8Array.from(names, (name) => {
			if (Date.now() > late)
				throw new Error('this pattern takes too long');
			return matches(name.slice(0, SEARCH_NAME_MAX));
		});
	} catch ({ message }) {
		error = message.replace(/^Invalid regular expression: /, '');
	}
	return { hit, error };
}

export function countBefore(tree, hit) {
	const sum = new Uint32Array(tree.count + 1);
	for (let i = 0; i < tree.count; i++)
		sum[i + 1] = sum[i] + hit[tree.name[i]];
	return sum;
}

/* Matches inside a match are not counted again. */
export function matchedValue(tree, hit, root) {
	let value = 0;
	for (let i = root; i < tree.end[root]; i = hit[tree.name[i]] ? tree.end[i] : i + 1)
		value += hit[tree.name[i]] * tree.total[i];
	return value;
}

/* From left to right, outer ones first. */
export function matchesInOrder(tree, hit, sum, order, rank) {
	const found = [], stack = [0], children = new Int32Array(tree.count);
	while (stack.length > 0) {
		const node = stack.pop();
		if (sum[tree.end[node]] === sum[node])
			continue;
		if (hit[tree.name[node]])
			found.push(node);
		for (let k = listChildren(tree, node, order, rank, children); k > 0;)
			stack.push(children[--k]);
	}
	return found;
}
