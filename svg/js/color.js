/* Colours: classes with rules in the file, or a fill of its fixed palette. */

const CHANGE_STEPS = 4;

/*
 * The size of a change in steps, from -CHANGE_STEPS to CHANGE_STEPS; 0 below the threshold. As in
 * svg/values.c.
 */
function changeStep(options, { allBefore, total }, node, by_share) {
	const was = allBefore[node] / (by_share && allBefore[0] || 1);
	const is = total[node] / (by_share && total[0] || 1), larger = Math.max(was, is) || 1;
	const change = (is - was) / (by_share ? larger : 1), size = Math.abs(change);
	let step = 1;
	while (step < CHANGE_STEPS && size > (by_share ? step / CHANGE_STEPS :
		options.mostChange / (1 << CHANGE_STEPS - step)))
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

/* Whether black text is legible on a colour (4.5:1); otherwise white is. */
export function isLight(rgb) {
	const linear = (level) => (level <= 10 ? level / 255 / 12.92 :
		Math.pow((level / 255 + 0.055) / 1.055, 2.4));
	const [red, green, blue] = [rgb >> 16, rgb >> 8 & 255, rgb & 255].map(linear);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue >= 0.175;
}

/* The colour of a share of the total, 0 to 1 (--colordiffusion). */
function diffusionColour(share) {
	const root = Math.sqrt(Math.min(1, share));
	return 255 << 16 | Math.floor(240 - 190 * root) << 8 | Math.floor(225 - 195 * root);
}

/* By row, even or odd, and by name: those of ranges alternate. */
export function coloursOfRows({ names, kinds, shades, fills }) {
	const colourIn = (row, id) => (kinds[id] === 'r' ? 'r' + (row * 2 + shades[id] % 2) :
		kinds[id] + shades[id]);
	return [0, 1].map((row) => fills || names.map((_, id) => colourIn(row, id)));
}

/*
 * The colours of a tree's nodes. A number is a fill, a string the end of a class and of a custom
 * property: "m0".
 */
export function colouring({ options, colours }, tree, by_share) {
	const { depth, name, total } = tree, all = Math.max(total[0], options.total) || 1;
	if (tree.before)
		return (node) => changeClass(options, tree, node, by_share);
	if (options.colors === 'diffusion')
		return (node) => diffusionColour(total[node] / all);
	return (node) => colours[depth[node] % 2][name[node]];
}

export function isFill(colour) {
	return typeof colour === 'number';
}

export function hexColour(rgb) {
	return '#' + (rgb + 0x1000000).toString(16).slice(1);
}

/* Of a bar or a dot that stands for a kind, or for none. */
export function barColour(kind) {
	return !kind ? 'line' : kind === 'r' ? 'r1' : kind + '0';
}
