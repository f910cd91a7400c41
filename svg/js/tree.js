/*
 * Trees: nodes in preorder, so that a subtree is [i, end[i]) and every walk is a
 * loop, for a stack may be a million deep. Of a node alone: self, ops, and before
 * and ops_before of a comparison; with all below: total, allOps, allBefore, allOpsBefore.
 */
export const VALUES = ['self', 'ops', 'before', 'ops_before'];
const MERGE_STEPS = 3e6; /* amount of work after which merging combines the rest */

export function makeTree(tree) {
	const count = tree.count = tree.name.length, { parent, self, before } = tree;
	const depth = tree.depth = new Int32Array(count), end = tree.end = new Int32Array(count);
	tree.own = self;
	const sum = (values) => {
		const all = values && new Float64Array(values);
		for (let i = count - 1; i > 0 && all; i--)
			all[parent[i]] += all[i];
		return all;
	};
	for (let i = 0; i < count; i++) {
		end[i] = i + 1;
		depth[i] = i && depth[parent[i]] + 1;
	}
	for (let i = count - 1; i > 0; i--) {
		if (end[parent[i]] < end[i])
			end[parent[i]] = end[i];
	}
	tree.width = tree.total = sum(self);
	tree.allOps = sum(tree.ops);
	tree.allBefore = sum(before);
	tree.allOpsBefore = sum(tree.ops_before);
	if (before) { /* what is gone keeps its former width, or it would be invisible */
		const { total } = tree;
		tree.mostChange = total.reduce((most, value, i) =>
			Math.max(most, Math.abs(value - tree.allBefore[i])), 0);
		tree.own = Array.from(self, (value, i) => (total[i] === 0 ? before[i] : value));
		tree.width = sum(tree.own);
	}
	return tree;
}

function emptyTree(tree) {
	const keys = ['name', 'parent', ...VALUES];
	return Object.fromEntries(keys.map((key) => [key, tree[key] && []]));
}

function addNode(tree, parent, name) {
	VALUES.forEach((key) => tree[key]?.push(0));
	tree.parent.push(parent);
	return tree.name.push(name) - 1;
}

function addValues(tree, at, values, from) {
	for (const key of VALUES) {
		if (tree[key])
			tree[key][at] += values[key][from];
	}
}

/*
 * Merge by name, below a root: nodes[k] and all below it or, `up`, the stack from
 * nodes[k] outwards with the values of from[k]. After MERGE_STEPS stacks end where
 * they are (`cut`); no value is lost.
 */
function mergeNodes(tree, values, name, nodes, from, up) {
	const out = emptyTree(tree), stack = [{ name, parent: 0, nodes, from }];
	let steps = 0;
	while (stack.length > 0) {
		const group = stack.pop(), below = new Map();
		const at = addNode(out, group.parent, group.name);
		const put = (id, node, source) => {
			let one = below.get(id);
			if (!one)
				below.set(id, one = { name: id, parent: at, nodes: [], from: [] });
			one.nodes.push(node);
			one.from.push(source);
		};
		steps += group.nodes.length;
		out.cut = up && steps > MERGE_STEPS;
		group.nodes.forEach((node, k) => {
			if (up && node > 0 && !out.cut)
				put(tree.name[node], tree.parent[node], group.from[k]);
			else
				addValues(out, at, values, group.from[k]);
			const end = up ? 0 : tree.end[node];
			for (let child = node + 1; child < end; child = tree.end[child])
				put(tree.name[child], child, child);
		});
		for (const next of [...below.values()].reverse())
			stack.push(next);
	}
	return makeTree(out);
}

/* Kernels, over all callers. */
export function mergeByLeaf(tree) {
	const nodes = [];
	for (let i = 0; i < tree.count; i++) {
		if (tree.self[i] || tree.before?.[i])
			nodes.push(i);
	}
	return mergeNodes(tree, tree, tree.name[0], nodes, nodes, true);
}

/* [callers, callees] of the names that are `met`, as two trees that share their root. */
export function sandwich(tree, met) {
	const nodes = [], name = met.indexOf(1);
	for (let i = 0; i < tree.count; i = met[tree.name[i]] ? tree.end[i] : i + 1) {
		if (met[tree.name[i]]) /* the outermost only: recursive frames count once */
			nodes.push(i);
	}
	const sums = { self: tree.total, ops: tree.allOps, before: tree.allBefore,
		ops_before: tree.allOpsBefore };
	return [mergeNodes(tree, sums, name, nodes.map((node) => tree.parent[node]), nodes, true),
		mergeNodes(tree, tree, name, nodes, nodes, false)];
}

/* Each name once; recursion counts once: what is inside the outermost of a name is in its total. */
export function topOfNames(tree) {
	const rows = [], { self, total, allOps, allBefore, end } = tree;
	for (let i = 0; i < tree.count; i++) {
		const name = tree.name[i], none = { self: 0, total: 0, ops: 0, before: 0, end: 0 };
		const row = rows[name] ||= { name, ...none };
		row.self += self[i];
		if (i < row.end)
			continue;
		row.end = end[i];
		row.total += total[i];
		row.ops += allOps?.[i] || 0;
		row.before += allBefore?.[i] || 0;
	}
	return rows.flat(); /* without the holes of names that have no row */
}

/* Put siblings in order; rank is the place of each name by its bytes. */
export function sortNodes({ name, width, place, total, allBefore }, list, order, rank) {
	const by_name = (a, b) => rank[name[a]] - rank[name[b]] || a - b;
	const change = (i) => total[i] - allBefore[i];
	if (order === 'name')
		list.sort(by_name);
	else if (order === 'width')
		list.sort((a, b) => width[b] - width[a] || by_name(a, b));
	else if (order === 'change') /* what grew most first, what shrank most last */
		list.sort((a, b) => change(b) - change(a) || by_name(a, b));
	else if (place)
		list.sort((a, b) => place[a] - place[b]);
}

/* Children from left to right, at the beginning of `list`; how many. */
export function listChildren(tree, node, order, rank, list) {
	let count = 0;
	for (let child = node + 1; child < tree.end[node]; child = tree.end[child])
		list[count++] = child;
	if (tree.order !== order && count > 1)
		sortNodes(tree, list.subarray(0, count), order, rank);
	return count;
}

/* The place of each name among all. */
export function rankNames({ names }) {
	const order = Uint32Array.from(names, (_, i) => i);
	order.sort((a, b) => (names[a] < names[b] ? -1 : 1));
	const rank = new Uint32Array(names.length);
	order.forEach((name, place) => { rank[name] = place; });
	return rank;
}
