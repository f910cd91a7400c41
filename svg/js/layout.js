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
	const { part, zoom, from, to, x: left, order, rank, sum } = view, { name, width, own, end, parent } = tree;
	const full = Math.max(width[zoom], zoom === 0 ? view.full || 0 : 0), scale = view.width / (to - from) / (full || 1);
	const out = { rects: [], rows: 0, marks: new Set() }, lead = tree.order === order && tree.lead;
	const pixel = (value) => clamp(left + (value - from * full) * scale, left, left + view.width);
	const put = (node, start, value, row, more = 0, sum_left = 0) => {
		const x = roundPixels(pixel(start)), w = roundPixels(roundPixels(pixel(start + value)) - x);
		out.rects.push({ tree, part, node, name: name[node], x, y: 0, w, row, more, value: sum_left, element: null });
		out.rows = Math.max(out.rows, row + 1);
	};

	const above = [];
	for (let node = zoom; node !== 0;)
		above.push(node = parent[node]);
	above.reverse().splice(1, Math.max(0, above.length - ANCESTORS_MAX));
	above.forEach((node, row) => put(node, 0, full, row));

	const stack = [{ node: zoom, start: 0, row: above.length }];
	while (stack.length > 0) {
		const { node, start, row } = stack.pop(), inner = [], too_deep = row - above.length >= view.deepest;
		let at = start, run = 0, run_start, run_end, sum_left = 0;
		const close = () => {
			if (run > 0 && (run_end - run_start) * scale >= minwidth)
				put(node, run_start, run_end - run_start, row + 1, too_deep ? -1 : run, sum_left);
			run = sum_left = 0;
		};
		if (out.rects.length > FRAMES_MAX)
			return null;
		put(node, start, width[node] || 1, row); /* when all is hidden, the root still shows */
		at += lead ? 0 : own[node]; /* a flame chart's own times stay where they were */
		for (const child of end[node] > node + 1 ? orderedChildren(tree, node, order, rank) : []) {
			const value = width[child], gap = lead ? lead[child] : 0;
			if (gap > 0 && gap * scale >= minwidth)
				close();
			at += gap;
			if (to - from < 1 && (at >= to * full || at + value <= from * full)) {
				close();
			} else if (too_deep || value * scale < minwidth) {
				run_start = run++ === 0 ? at : run_start;
				run_end = at + value;
				sum_left += value;
				if (sum && sum[end[child]] > sum[child])
					out.marks.add(Math.round(pixel(at + value / 2)));
			} else {
				close();
				inner.push({ node: child, start: at, row: row + 1 });
			}
			at += value;
		}
		close();
		while (inner.length > 0)
			stack.push(inner.pop());
	}
	return out;
}
