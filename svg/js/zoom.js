/*
 * Zooming: changes of a view, worked out of what is drawn ({ view, parts, width },
 * draw.js). `width` is that of the root in pixels.
 */
import { pathOfNode } from './hash.js';
import { clamp } from './layout.js';
import { activePart } from './view.js';

/* Fill the width with a frame, or with a part of it. */
export function zoomTo({ names }, { tree, side }, node, from = 0, to = 1) {
	const span = clamp(to - from, 1e-9, 1), start = +clamp(from, 0, 1 - span).toPrecision(12);
	const whole = node === 0 && span === 1;
	return { zoom: pathOfNode(tree, node, names), side: whole ? 'down' : side,
		from: start, to: +(start + span).toPrecision(12) };
}

/* A frame fills the width; of a remainder, the part around `at` (0 to 1) does. */
export function zoomToItem(picture, drawn, { part, node, more, x, w }, at) {
	const { from, to, zoom } = part;
	if (more <= 0)
		return zoomTo(picture, part, node);
	const scale = (to - from) / drawn.width, width = w * scale;
	const span = Math.min(width, (to - from) / 8);
	const left = from + (x - picture.options.xpad) * scale +
		clamp(at * width - span / 2, 0, width - span);
	return zoomTo(picture, part, zoom, left, left + span);
}

export function zoomOut(picture, drawn) {
	const part = activePart(drawn), { tree, zoom, from, to } = part;
	return zoomTo(picture, part, from > 0 || to < 1 ? zoom : tree.parent[zoom]);
}

/* Show `factor` times less of the width; pixel `x` stays in place. */
export function stretch(picture, drawn, factor, x) {
	const part = activePart(drawn), { from, to, zoom } = part;
	const span = Math.min(1, (to - from) / factor);
	const share = clamp((x - picture.options.xpad) / drawn.width, 0, 1);
	const left = from + share * (to - from - span);
	return zoomTo(picture, part, zoom, left, left + span);
}

/* by: in widths of the window */
export function slide(picture, drawn, by) {
	const part = activePart(drawn), { from, to, zoom } = part, step = by * (to - from);
	return to - from < 1 ? zoomTo(picture, part, zoom, from + step, to + step) : {};
}

/* Zoom to where a frame that is not drawn is visible. */
export function zoomToReveal(picture, drawn, part, node) {
	const { depth, parent, width } = part.tree, { minwidth, deepest } = picture.options;
	const least = Math.max(4, 2 * minwidth);
	let zoom = node, up = parent[zoom];
	while (zoom > 0 && width[node] / width[up] * drawn.width >= least &&
		depth[node] - depth[up] < deepest)
		up = parent[zoom = up];
	return zoomTo(picture, part, zoom);
}
