/* Search. */
const SEARCH_MS = 1500;
const SEARCH_NAME_MAX = 4000; /* characters of a name that are searched */

/* hit: by name, 0 or 1. */
function matchNames(names, pattern, same_case) {
	const hit = new Uint8Array(names.length), late = Date.now() + SEARCH_MS;
	try {
		const regex = new RegExp(pattern, same_case ? '' : 'i');
		for (let i = 0; i < names.length; i++) {
			hit[i] = regex.test(names[i].slice(0, SEARCH_NAME_MAX)) ? 1 : 0;
			if (Date.now() > late)
				return { hit, error: 'this pattern takes too long' };
		}
		return { hit, error: '' };
	} catch (error) {
		return { hit, error: error.message.replace(/^Invalid regular expression: /, '') };
	}
}

function countBefore(tree, hit) {
	const sum = new Uint32Array(tree.count + 1);
	for (let i = 0; i < tree.count; i++)
		sum[i + 1] = sum[i] + hit[tree.name[i]];
	return sum;
}

/* A match inside a match counts once. */
function matchedValue(tree, hit, root) {
	let value = 0;
	for (let i = root; i < tree.end[root]; i = hit[tree.name[i]] ? tree.end[i] : i + 1)
		value += hit[tree.name[i]] * tree.total[i];
	return value;
}

/* From left to right, outer ones first. */
function matchesInOrder(tree, hit, sum, order, rank) {
	const found = [], stack = [0];
	while (stack.length > 0) {
		const node = stack.pop();
		if (hit[tree.name[node]])
			found.push(node);
		if (sum[tree.end[node]] > sum[node + 1]) {
			for (const child of orderedChildren(tree, node, order, rank).reverse()) {
				if (sum[tree.end[child]] > sum[child])
					stack.push(child);
			}
		}
	}
	return found;
}
