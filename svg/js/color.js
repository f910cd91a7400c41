/* Colours: classes with rules in the file, or a fill of its fixed palette. */

/* How a share of all has changed, from -1 (gone) to 1 (new), as classes: "u4 gf-new". */
export function changeClass({ allBefore, total }, node, negate) {
	const before = allBefore[node] / (allBefore[0] || 1), after = total[node] / (total[0] || 1);
	const change = (after - before) / (Math.max(before, after) || 1) * (negate ? -1 : 1);
	const size = Math.abs(change), step = Math.min(4, Math.ceil(size * 4));
	return (size < 0.005 ? 'w0' : (change > 0 ? 'u' : 'v') + step) +
		(before === 0 && after > 0 ? ' gf-new' : '') +
		(after === 0 && before > 0 ? ' gf-gone' : '');
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

/* A number is a fill, a string the end of a class and of a custom property: "m0". */
export function colourOf({ options, colours }, tree, node) {
	if (tree.before)
		return changeClass(tree, node, options.negate);
	if (options.colors !== 'diffusion') {
		const colour = colours[tree.name[node]], row = tree.depth[node] % 2;
		return colour[0] === 'r' ? 'r' + (row * 2 + colour[1] % 2) : colour;
	}
	return diffusionColour(tree.total[node] / (Math.max(tree.total[0], options.total) || 1));
}

export function isFill(colour) {
	return typeof colour === 'number';
}

export function hexColour(rgb) {
	return '#' + (rgb + 0x1000000).toString(16).slice(1);
}
