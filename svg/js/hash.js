/*
 * The view behind the '#' of the address. Frames are told by names from the root
 * on, never by place: an address opens the same view of another run.
 */
const ADDRESS_MAX = 16000; /* a longer path stays out of it */
const KEY_MAX = 200;       /* a longer name is told by its ends and a check sum */
const NUMBERED = /^([^]*)\*(\d+)$/;

const WORDS = { /* what these may be; all else in a view is names, text, a switch or a number */
	order: ['name', 'width', 'time'], mode: ['tree', 'leaf', 'sandwich'], side: ['down', 'up'],
	table: ['', 'self', 'total', 'ops', 'name', 'change'], kind: ['', ...'rmanedscyo'],
};

function firstView(order, inverted) {
	return { zoom: [], side: 'down', from: 0, to: 1, order, inverted, mode: 'tree', frame: '', hide: [], only: [],
		query: '', same_case: false, kind: '', fold: true, table: '' };
}

function nameKey(name) {
	let sum = 0;
	for (let i = 0; i < name.length && name.length > KEY_MAX; i++)
		sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
	return name.length > KEY_MAX ? cutMiddle(name, KEY_MAX) + '~' + (sum >>> 0).toString(16) : name;
}

/* The second of two brothers of one name ends in "*2"; so a name that ends alike has a "*1" behind it. */
function pathOfNode(tree, node, names) {
	const path = [];
	for (; node > 0; node = tree.parent[node]) {
		const name = names[tree.name[node]], key = nameKey(name);
		let nth = 1;
		for (let child = tree.parent[node] + 1; child < node; child = tree.end[child])
			nth += names[tree.name[child]] === name;
		path.push(key + (nth > 1 || NUMBERED.test(key) ? '*' + nth : ''));
	}
	return path.reverse();
}

/* As far as the path leads. */
function nodeOfPath(tree, path, names) {
	let node = 0;
	for (const key of path) {
		const [, stem, nth] = NUMBERED.exec(key) || ['', key, 1];
		let found = 0, left = +nth;
		for (let child = node + 1; child < tree.end[node] && !found; child = tree.end[child]) {
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

/* What is not as in `base`, behind what others have in the address `old`. */
function encodeView(view, base, prefix, old) {
	const encode = (text) => encodeURIComponent(text.toWellFormed?.() ?? text).replace(/'/g, '%27');
	const parts = old.slice(1).split('&').filter((part) => part && prefix && !part.startsWith(prefix));
	for (const [key, value] of Object.entries(view)) {
		const text = Array.isArray(value) ? value.slice(0, ADDRESS_MAX).map(encode).join(';') :
			typeof value === 'string' ? encode(value) : String(+value);
		if (JSON.stringify(value) !== JSON.stringify(base[key]) && text.length < ADDRESS_MAX)
			parts.push(prefix + key + '=' + text);
	}
	return '#' + parts.join('&');
}

function decodeView(text, base, prefix) {
	const view = { ...base };
	for (const part of text.slice(1).split('&')) {
		const at = part.indexOf('='), key = part.slice(prefix.length, at), value = part.slice(at + 1);
		if (at < 0 || !part.startsWith(prefix) || !Object.hasOwn(base, key))
			continue;
		const kind = typeof base[key], word = decodeText(value);
		if (Array.isArray(base[key]))
			view[key] = value.split(';').map(decodeText);
		else if (kind !== 'string')
			view[key] = kind === 'boolean' ? value === '1' : +value;
		else if (!Object.hasOwn(WORDS, key) || WORDS[key].includes(word))
			view[key] = word;
	}
	const shown = view.from >= 0 && view.to <= 1 && view.to - view.from > 1e-12;
	return shown ? view : { ...view, from: 0, to: 1 };
}
