/*
 * The view after the '#' of the address. Frames are identified by names from the root on,
 * never by position: an address opens the same view of another run.
 */
import { cutMiddle } from './text.js';

const ADDRESS_MAX = 16000; /* longer paths are left out */
const KEY_MAX = 200;       /* longer names are identified by their ends and a checksum */
const NUMBERED = /^([^]*)\*(\d+)$/;

const COLUMNS = ['self', 'total', 'share', 'ops', 'mean', 'change', 'kind', 'name'];

/* Their possible values; all else in a view is names, text, a switch or a number. */
export const WORDS = {
	order: ['name', 'width', 'time', 'change'], mode: ['tree', 'leaf', 'sandwich'],
	side: ['down', 'up'],
	table: ['', ...COLUMNS, ...COLUMNS.map((column) => '-' + column)],
	rows: ['', 'kernels', 'ranges'],
};

/* What a view consists of; given: what a file has otherwise than other files. */
export function firstView(given) {
	return { zoom: [], side: 'down', from: 0, to: 1, order: 'name', inverted: false,
		mode: 'tree', frame: '', transforms: [], cells: '', versus: false, find: '',
		same_case: false, fold: true, by_share: false, table: '', rows: '', numbers: true,
		...given };
}

export function nameKey(name) {
	let sum = 0;
	for (let i = 0; i < name.length && name.length > KEY_MAX; i++)
		sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
	const sum_text = '~' + (sum >>> 0).toString(16);
	return name.length > KEY_MAX ? cutMiddle(name, KEY_MAX) + sum_text : name;
}

/*
 * The second of two siblings with one name ends in "*2"; a name that already ends like that
 * gets "*1".
 */
export function pathOfNode(tree, node, names) {
	const path = [];
	for (let up = node; up > 0; up = tree.parent[up]) {
		const name = names[tree.name[up]], key = nameKey(name);
		let nth = 1;
		for (let child = tree.parent[up] + 1; child < up; child = tree.end[child])
			nth += names[tree.name[child]] === name;
		path.push(key + (nth > 1 || NUMBERED.test(key) ? '*' + nth : ''));
	}
	return path.reverse();
}

/* As far as the path exists. */
export function nodeOfPath(tree, path, names) {
	let node = 0;
	for (const key of path) {
		const [, stem, nth] = NUMBERED.exec(key) || ['', key, 1];
		const end = tree.end[node];
		let found = 0, left = +nth;
		for (let child = node + 1; child < end && !found; child = tree.end[child]) {
			if (nameKey(names[tree.name[child]]) === stem && --left === 0)
				found = child;
		}
		if (!found)
			return node;
		node = found;
	}
	return node;
}

function decodeText(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/* What differs from `base`, after the parts of the address `old` that belong to others. */
export function encodeView(view, base, prefix, old) {
	const escape = (text) => encodeURIComponent(text.toWellFormed?.() ?? text);
	const encode = (text) => escape(text).replace(/'/g, '%27');
	const isOther = (part) => part && prefix && !part.startsWith(prefix);
	const parts = old.slice(1).split('&').filter(isOther);
	for (const [key, value] of Object.entries(view)) {
		const names = Array.isArray(value) && value.slice(0, ADDRESS_MAX);
		const text = names ? names.map(encode).join(';') :
			key === 'cells' ? encode(value).replace(/%2C/g, ',') :
			typeof value === 'string' ? encode(value) : String(+value);
		const differs = JSON.stringify(value) !== JSON.stringify(base[key]);
		if (differs && text.length < ADDRESS_MAX)
			parts.push(prefix + key + '=' + text);
	}
	return '#' + parts.join('&');
}

export function decodeView(text, base, prefix) {
	const view = { ...base };
	for (const part of text.slice(1).split('&')) {
		const at = part.indexOf('='), key = part.slice(prefix.length, at);
		const value = part.slice(at + 1), word = decodeText(value);
		const kind = typeof base[key];
		if (at < 0 || !part.startsWith(prefix))
			continue;
		if (key === 'query') /* of older links: a pattern without slashes */
			view.find = word && `/${word}/`;
		else if (!Object.hasOwn(base, key))
			continue;
		else if (Array.isArray(base[key]))
			view[key] = value.split(';').map(decodeText);
		else if (kind !== 'string')
			view[key] = kind === 'boolean' ? value === '1' : +value;
		else if (!Object.hasOwn(WORDS, key) || WORDS[key].includes(word))
			view[key] = word;
	}
	const shown = view.from >= 0 && view.to <= 1 && view.to - view.from > 1e-12;
	return shown ? view : { ...view, from: 0, to: 1 };
}
