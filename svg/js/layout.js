/* Where frames stand: a pure function, with the same rectangles as svg/layout.c. */
const FRAMES_MAX = 150000; /* narrower ones wait for a zoom */
const ANCESTORS_MAX = 60;

/*
 * from..to: the part of the frame `zoom` that fills `width`, as shares of it;
 * full: what the width stands for when that is more than the root; sum[i]: how
 * many nodes before i match the search. A rectangle's `more` is 0 for a frame,
 * else the children of `node` it stands for (-1: all that is deeper); marks are
 * where matches are too narrow to be drawn.
 */
function layoutTree(tree, view) {
	for (let minwidth = Math.max(view.minwidth, 1e-4); ; minwidth *= 2) {
		const layout = layoutOnce(tree, view, minwidth);
		if (layout)
			return layout;
	}
}

function roundPixels(x) {
	return Math.round(x * 100) / 100;
}

function layoutOnce(tree, view, minwidth) {
	const { zoom, from, to, x: left, order, rank, sum } = view, { width, end, parent } = tree;
	const full = Math.max(width[zoom], zoom === 0 ? view.full || 0 : 0), scale = view.width / (to - from) / (full || 1);
	const origin = left - from * full * scale, right = left + view.width;
	const out = { rects: [], rows: 0, marks: new Set() };

	const put = (node, start, value, row, more, sum_left = value) => {
		const x = roundPixels(Math.max(left, origin + start * scale));
		const w = roundPixels(Math.max(0, roundPixels(Math.min(right, origin + (start + value) * scale)) - x));
		out.rects.push({ node, x, w, row, value: sum_left, more });
		out.rows = Math.max(out.rows, row + 1);
	};
	const mark = (node, last, start, value) => {
		if (sum && sum[last] > sum[node])
			out.marks.add(Math.round(Math.min(right, Math.max(left, origin + (start + value / 2) * scale))));
	};

	const above = [];
	for (let node = zoom; node !== 0;)
		above.push(node = parent[node]);
	above.reverse().splice(1, Math.max(0, above.length - ANCESTORS_MAX));
	above.forEach((node, row) => put(node, 0, full, row, 0));

	const stack = [{ node: zoom, start: 0, row: above.length }];
	while (stack.length > 0) {
		const { node, start, row } = stack.pop(), inner = [];
		if (out.rects.length > FRAMES_MAX)
			return null;
		put(node, start, width[node], row, 0);
		const lead = tree.order === order && tree.lead; /* a flame chart's own times stay where they were */
		let at = start + (lead ? 0 : tree.own[node]), run = 0, run_start = 0, run_end = 0, sum_left = 0;
		const close = (more) => {
			if (run > 0 && (run_end - run_start) * scale >= minwidth)
				put(node, run_start, run_end - run_start, row + 1, more, sum_left);
			run = sum_left = 0;
		};
		const too_deep = row - above.length >= view.deepest;
		for (const child of end[node] > node + 1 ? orderedChildren(tree, node, order, rank) : []) {
			const value = width[child], gap = lead ? lead[child] : 0;
			if (gap > 0 && gap * scale >= minwidth)
				close(run);
			at += gap;
			const begin = origin + at * scale;
			if (to - from < 1 && (begin >= right || begin + value * scale <= left)) {
				close(run);
			} else if (too_deep || value * scale < minwidth) {
				run_start = run++ === 0 ? at : run_start;
				run_end = at + value;
				sum_left += value;
				mark(child, end[child], at, value);
			} else {
				close(run);
				inner.push({ node: child, start: at, row: row + 1 });
			}
			at += value;
		}
		close(too_deep ? -1 : run);
		while (inner.length > 0)
			stack.push(inner.pop());
	}
	return out;
}
