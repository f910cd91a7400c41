/* Search. */
import { listChildren } from './tree.js';

const SEARCH_MS = 800;
const MOST_WAYS = 1e9; /* to match a name, of a few seconds: a browser cannot be stopped */
export const SEARCH_NAME_MAX = 4000; /* characters of a name that are searched */

const GROUP = '\\((?:\\?(?:[:=!]|<[=!]|<[^=!>][^>]*>))?';
const CLASS = '\\[(?:\\\\[^]|[^\\]\\\\])*\\]';
const ESCAPE = '\\\\(?:c[a-z]|x[\\da-f]{2}|u[\\da-f]{4}|[^])';
const SIGNS = new RegExp([CLASS, ESCAPE, '(' + GROUP + ')'].join('|'), 'gi');

/*
 * How many ways to match a browser may try in a text so long: a repetition may be as long as it
 * likes, an alternative be taken or not. Infinity: a repetition may be in another one.
 */
function waysToMatch(pattern) {
	const signs = pattern.replace(SIGNS, (all, group) => (group ? '(' : '.'));
	const count = (of) => signs.split(of).length - 1;
	const repetitions = count(/[*+{]/), either = count('|');
	if (repetitions > 0 && (/\)[*+{]/.test(signs) || /\\[\dk]/.test(pattern)))
		return () => Infinity;
	const choices = Math.pow(2, count('?') + (count('(') > 1 ? either : 0)) * (either + 1);
	return (length) => Math.pow(length, repetitions + 1) * choices;
}

/* Whether a text matches: an error for a pattern of which a browser may try too many ways. */
function patternMatcher(pattern, flags) {
	const regex = new RegExp(pattern, flags), ways = waysToMatch(pattern);
	return (text) => {
		if (ways(text.length) > MOST_WAYS)
			throw new Error('too many repetitions: words are found without a pattern');
		return regex.test(text);
	};
}

/* Whether a word of a name begins there: "gemm" is none of "fbgemm". */
function startsWord(text, at) {
	const before = text[at - 1] || ' ', first = text[at];
	return !/[a-z\d]/i.test(before) || !/[a-z\d]/i.test(first) ||
		/\d/.test(before) !== /\d/.test(first) ||
		(/[a-z]/.test(before) && /[A-Z]/.test(first));
}

/* Whether all words occur, at the start of words or anywhere; a cut label may be pasted, too. */
function wordMatcher(words, same_case, anywhere) {
	const fold = (text) => (same_case ? text : text.toLowerCase()), wanted = words.map(fold);
	return (text) => {
		const folded = fold(text), exact = folded.length === text.length ? text : folded;
		return wanted.every((word) => {
			let at = folded.indexOf(word);
			while (at >= 0 && !anywhere && !startsWord(exact, at))
				at = folded.indexOf(word, at + 1);
			return at >= 0;
		});
	};
}

/* The pattern of "/pattern/"; '' for words. */
export function patternOf(find) {
	return /^\/([^]+)\/$/.exec(find)?.[1] || '';
}

/* A search that is kept, as text: whether in the same case, and what is searched for. */
export function keptSearch({ find, same_case }) {
	return (same_case ? '=' : '~') + find;
}

export function searchOfKept(kept) {
	return { find: kept.slice(1), same_case: kept[0] === '=' };
}

export function wordsOfKept(kept) {
	const { find, same_case } = searchOfKept(kept);
	return `matches of ${find}${same_case ? ' (Aa)' : ''}`;
}

/*
 * hit: by name, 0 or 1; null if nothing is searched or the pattern is invalid. find: words, or
 * a /pattern/, which is searched for in names as they are; textOf(id): where words are.
 */
export function matchNames(names, find, same_case, textOf = (id) => names[id]) {
	const late = Date.now() + SEARCH_MS, pattern = patternOf(find);
	const words = find.split(/[\s\u2026]+/).filter(Boolean);
	let hit = null, error = '';
	const find_by = (matches) => Uint8Array.from(names, (name, id) => {
		if (Date.now() > late)
			throw new Error('this search takes too long');
		return matches(pattern ? name.slice(0, SEARCH_NAME_MAX) : textOf(id));
	});
	try {
		if (pattern)
			hit = find_by(patternMatcher(pattern, same_case ? '' : 'i'));
		else if (words.length > 0)
			hit = find_by(wordMatcher(words, same_case, false));
		if (!pattern && hit && !hit.includes(1))
			hit = find_by(wordMatcher(words, same_case, true));
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
