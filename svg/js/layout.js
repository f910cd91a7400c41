/* The positions of frames: a pure function, with the same rectangles as svg/layout.c. */
import { listChildren } from './tree.js';

const FRAMES_MAX = 150000; /* narrower ones appear when zoomed */
const ANCESTORS_MAX = 60;

export function clamp(value, least, most) {
	return Math.min(Math.max(value, least), most);
}

/*
 * from..to: the part of the frame `zoom` that fills `width`, as shares of it;
 * full: what the width stands for when that is more than the root; sum[i]: how
 * many nodes before i match the search. Rectangles are columns, row by row from
 * left to right, x and w in hundredths of a pixel; `more` is 0 for a frame, else
 * the children of `node` it stands for (-1: all that is deeper), whose sum is
 * `value`; marks are where matches are too narrow to be drawn.
 */
export function layoutTree(tree, view, out) {
	let minwidth = Math.max(view.minwidth, 1e-4);
	while (!layoutOnce(tree, view, minwidth, out))
		minwidth *= 2;
	return out;
}

/* Space for a layout, reused for the next one: allocating takes as long as filling it. */
export function newLayout() {
	const out = { start: new Float64Array(FRAMES_MAX), value: new Float64Array(FRAMES_MAX) };
	for (const key of ['node', 'row', 'x', 'w', 'more'])
		out[key] = new Int32Array(FRAMES_MAX);
	return out;
}

/* layouts(key): columns, the same whenever they are asked for. */
export function newLayouts() {
	const made = {};
	return (key) => made[key] ||= newLayout();
}

/* Whether there was space for all. */
function layoutOnce(tree, view, minwidth, out) {
	const { zoom, from, to, x: left, order, rank, sum } = view;
	const { width, own, end, parent } = tree;
	const full = Math.max(width[zoom], zoom === 0 ? view.full || 0 : 0);
	const scale = view.width / (to - from) / (full || 1);
	const { node, x, w, row, more, start, value } = out;
	if (!(out.children?.length >= tree.count))
		out.children = new Int32Array(tree.count);
	const { children } = out;
	Object.assign(out, { count: 0, marks: new Set() });
	const skipped = from * full, right = left + view.width;
	/* Few calls, since most of the time a browser has not compiled any of this yet. */
	const pixel = (at) => {
		const x_at = left + (at - skipped) * scale;
		return x_at < left ? left : x_at > right ? right : x_at;
	};
	const put = (of, in_row, at, size, stands_for = 0, sum_left = 0) => {
		const i = out.count++;
		node[i] = of;
		row[i] = in_row;
		start[i] = at;
		x[i] = Math.round(100 * pixel(at));
		w[i] = Math.round(100 * pixel(at + size)) - x[i];
		more[i] = stands_for;
		value[i] = sum_left;
	};

	const above = [];
	for (let up = zoom; up !== 0;)
		above.push(up = parent[up]);
	above.reverse().splice(1, Math.max(0, above.length - ANCESTORS_MAX));
	above.forEach((one, i) => put(one, i, 0, full));
	put(zoom, above.length, 0, width[zoom] || 1); /* if all is hidden, show the root */

	const run = { count: 0, start: 0, end: 0, sum: 0 };
	const tooDeep = (i) => row[i] - above.length >= view.deepest;
	const closeRun = (i) => {
		const size = run.end - run.start;
		if (run.count > 0 && size * scale >= minwidth)
			put(node[i], row[i] + 1, run.start, size,
				tooDeep(i) ? -1 : run.count, run.sum);
		run.count = run.sum = 0;
	};
	for (let i = above.length; i < out.count; i++) {
		const count = more[i] === 0 ?
			listChildren(tree, node[i], order, rank, children) : 0;
		const deep = tooDeep(i);
		let at = start[i] + own[node[i]];
		for (let k = 0; k < count; k++) {
			const child = children[k], size = width[child];
			if (to - from < 1 && (at >= to * full || at + size <= from * full)) {
				closeRun(i);
			} else if (deep || size * scale < minwidth) {
				run.start = run.count++ === 0 ? at : run.start;
				run.end = at + size;
				run.sum += size;
				if (sum && sum[end[child]] > sum[child])
					out.marks.add(Math.round(pixel(at + size / 2)));
			} else {
				if (run.count > 0)
					closeRun(i);
				put(child, row[i] + 1, at, size);
			}
			at += size;
		}
		closeRun(i);
		if (out.count > FRAMES_MAX)
			return false;
	}
	return true;
}
