/* Colours: classes with rules in the file. */

export const CHANGE_STEPS = 4;

/*
 * The size of a change in steps, from -CHANGE_STEPS to CHANGE_STEPS; 0 below the threshold. As in
 * svg/values.c.
 */
function changeStep(options, { allBefore, total, mostChange }, node, by_share) {
	const was = allBefore[node] / (by_share && allBefore[0] || 1);
	const is = total[node] / (by_share && total[0] || 1), larger = Math.max(was, is) || 1;
	const change = (is - was) / (by_share ? larger : 1), size = Math.abs(change);
	let step = 1;
	while (step < CHANGE_STEPS && size > (by_share ? step / CHANGE_STEPS :
		(options.mostChange || mostChange) / (1 << CHANGE_STEPS - step)))
		step++;
	return size < options.changeThreshold / 100 * (by_share ? 1 : larger) ? 0 :
		step * Math.sign(change);
}

/* A change as classes: "u4 gf-new". */
export function changeClass(options, tree, node, by_share) {
	const { allBefore, total } = tree, step = changeStep(options, tree, node, by_share);
	return 'vwu'[1 + Math.sign(step)] + Math.abs(step) +
		(allBefore[node] === 0 && total[node] > 0 ? ' gf-new' : '') +
		(total[node] === 0 && allBefore[node] > 0 ? ' gf-gone' : '');
}

/* By row, even or odd, and by name: those of ranges alternate. */
export function coloursOfRows({ names, kinds, shades }) {
	const colourIn = (row, id) => (kinds[id] === 'r' ? 'r' + (row * 2 + shades[id] % 2) :
		kinds[id] + shades[id]);
	return [0, 1].map((row) => names.map((_, id) => colourIn(row, id)));
}

/* The colours of a tree's nodes: the end of a class and of a custom property, "m0". */
export function colouring({ options, colours }, tree, by_share) {
	const { depth, name } = tree;
	if (tree.before)
		return (node) => changeClass(options, tree, node, by_share);
	return (node) => colours[depth[node] % 2][name[node]];
}

/* Of a bar or a dot that stands for a kind, or for none. */
export function barColour(kind) {
	return !kind ? 'line' : kind === 'r' ? 'r1' : kind + '0';
}
