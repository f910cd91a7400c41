/* The data inside a picture: docs/FORMATS.md, "payload". Damage throws an exception. */
import { makeTree, sortNodes } from './tree.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
	'!#$%&()*+-;<=>?@^_`{|}~';
const DAMAGED = 'its data is damaged';

/* Base85 (RFC 1924): five digits are four bytes; the last group has one digit more than bytes. */
export function bytesOfText(text) {
	const bytes = new DataView(new ArrayBuffer(text.length + 4)), values = new Uint8Array(128);
	[...DIGITS].forEach((digit, value) => { values[digit.charCodeAt(0)] = value; });
	for (let at = 0, to = 0; at < text.length; to += 4) {
		let word = 0;
		for (const next = at + 5; at < next; at++)
			word = word * 85 + (at < text.length ? values[text.charCodeAt(at)] : 84);
		bytes.setUint32(to, word);
	}
	return new Uint8Array(bytes.buffer, 0, Math.floor(text.length * 0.8));
}

/* A line of JSON, then columns of numbers in planes, lowest bytes first. */
export function readPayload(bytes) {
	const line = bytes.indexOf(10), head = bytes.subarray(0, line);
	const payload = JSON.parse(new TextDecoder().decode(head));
	const { nodes } = payload, columns = {};
	let at = line + 1;
	if (!(nodes <= bytes.length)) /* one of several has a byte in `children` */
		throw new Error(DAMAGED);
	for (const key of payload.columns) {
		const column = new Float64Array(nodes);
		for (let unit = 1, planes = bytes[at++]; planes > 0; planes--, unit *= 256) {
			for (let i = 0; i < nodes; i++)
				column[i] += unit * bytes[at++];
		}
		columns[key.replace('_after', '')] = key.startsWith('ops_') ?
			column.map((count) => count / payload.ops_scale) : column;
	}
	if (at !== bytes.length)
		throw new Error(DAMAGED);
	return { ...payload, columns };
}

/*
 * Columns have nodes level by level, siblings as they came in; all but
 * `children` first of nodes with children, then of leaves. The tree is in
 * preorder, siblings in `order`.
 */
export function treeOfPayload({ names, columns }, order, rank) {
	const { children } = columns, nodes = children.length;
	const [first, parents, slot, list, seat] = [1, 2, 3, 4, 5].map(() => new Int32Array(nodes));
	const stack = [0], parents_seen = children.reduce((sum, some) => sum + (some > 0), 0);
	let at = 0, next = 1, inner = 0, leaf = parents_seen;
	for (; at < next && next + children[at] <= nodes; next += children[at++]) {
		first[at] = next;
		parents.fill(at, next, next + children[at]);
		slot[at] = children[at] ? inner++ : leaf++;
	}
	if (at === 0 || at < nodes || columns.name.some((id) => !(id < names.length)))
		throw new Error(DAMAGED);

	/* loops: callbacks of map() for each node took as long as all else */
	const pick = (key, place) => {
		const column = columns[key];
		const picked = new (key === 'name' ? Int32Array : Float64Array)(nodes);
		for (let i = 0; i < nodes; i++)
			picked[i] = column[slot[place[i]]];
		return picked;
	};
	const make = (place, parent) => {
		const tree = { parent, place, order };
		for (const key in columns)
			tree[key] = pick(key, place);
		return makeTree(tree);
	};
	const sorted = slot.map((_, i) => i);
	const levels = order === 'width' ? make(sorted.slice(), parents) :
		{ name: pick('name', sorted) };
	for (at = 0; at < nodes; at++) {
		const node = list[at] = stack.pop(), from = first[node];
		let to = from + children[node];
		seat[node] = at;
		if (to - from > 1)
			sortNodes(levels, sorted.subarray(from, to), order, rank);
		while (to > from)
			stack.push(sorted[--to]);
	}
	for (at = 0; at < nodes; at++)
		first[at] = seat[parents[list[at]]];
	return make(list, first);
}
