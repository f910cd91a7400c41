/* The data inside a picture: docs/FORMATS.md, "payload". Damage throws an exception. */
import { DAMAGED } from './inflate.js';
import { makeTree, sortNodes } from './tree.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
	'!#$%&()*+-;<=>?@^_`{|}~';

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
		const planes = bytes[at++], end = at + planes * nodes;
		const column = new Float64Array(planes ? bytes.subarray(at, at + nodes) : nodes);
		for (let unit = 256; (at += nodes) < end; unit *= 256) {
			for (let i = 0; i < nodes; i++)
				column[i] += unit * bytes[at + i];
		}
		at = end;
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
 * preorder, siblings in `order`: a node is behind the sibling before it and all
 * that is below that one.
 */
export function treeOfPayload({ names, columns }, order, rank) {
	const { children, ...values } = columns, { name } = values, nodes = children.length;
	const [first, above, slot, came, below] = [1, 2, 3, 4, 5].map(() => new Int32Array(nodes));
	let at = 0, next = 1, inner = 0, leaf = 0;
	for (const some of children)
		leaf += some > 0;
	for (; at < next && next + children[at] <= nodes && name[at] < names.length; at++) {
		const end = next + children[at];
		first[at] = next;
		slot[at] = end > next ? inner++ : leaf++;
		came[at] = at;
		while (next < end)
			above[next++] = at;
	}
	if (at === 0 || at < nodes)
		throw new Error(DAMAGED);
	while (--at > 0)
		below[above[at]] += below[at] + 1;

	const list = came.slice(), to = came.slice();
	/* loops: callbacks of map() for each node took as long as all else */
	const move = (column, from, Numbers = Int32Array) => {
		const out = new Numbers(nodes);
		for (let i = 0; i < nodes; i++)
			out[to[i]] = column[from[i]];
		return out;
	};
	const make = () => {
		const tree = { parent: move(to, above), place: move(came, came), order };
		for (const key in values)
			tree[key] = move(values[key], slot,
				key === 'name' ? Int32Array : Float64Array);
		return makeTree(tree);
	};
	const levels = ['width', 'change'].includes(order) ? make() : { name: move(name, slot) };
	for (; at < nodes; at++) {
		const from = first[at], end = from + children[at];
		if (end - from > 1)
			sortNodes(levels, list.subarray(from, end), order, rank);
		for (let i = from, free = to[at] + 1; i < end; i++) {
			to[list[i]] = free;
			free += below[list[i]] + 1;
		}
	}
	return make();
}
