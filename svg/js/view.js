/* The view: an immutable object; each change makes a new one, which can be undone and linked to. */
const UNDO_MAX = 200;
const WHOLE = { zoom: [], side: 'down', from: 0, to: 1 };
const TREE_PARTS = ['mode', 'frame', 'hide', 'only'];
const MOVING = TREE_PARTS.concat('zoom', 'order', 'inverted');

function sameView(a, b, parts) {
	return JSON.stringify(a, parts) === JSON.stringify(b, parts);
}

/* Before what is a step of its own, or the first of `group`. */
function keepStep(group) {
	Object.assign(gf, { undo: gf.undo.slice(1 - UNDO_MAX).concat(gf.view), redo: [], group });
}

/* group: what changes of one step of undo and history have in common (typing, a gesture). */
function changeView(change, group) {
	const next = { ...gf.view, ...change }, more = group && group === gf.group;
	if (sameView(next, gf.view))
		return;
	if (!more)
		keepStep(group);
	else if (sameView(next, gf.undo.at(-1))) /* typed and deleted again */
		gf.group = gf.undo.pop() && null;
	showView(next);
	writeAddress(more);
}

function stepView(from, to) {
	if (from.length > 0) {
		gf.group = null;
		to.push(gf.view);
		showView(from.pop());
		writeAddress();
	}
}

function resetView() {
	changeView({ ...gf.first_view, table: gf.view.table });
}

function writeAddress(replace) {
	const address = encodeView(gf.view, gf.first_view, gf.prefix, location.hash);
	try {
		if (address !== (location.hash || '#'))
			history[replace ? 'replaceState' : 'pushState'](null, '', location.href.replace(/#.*/, '') + address); /* a <base> is no matter */
	} catch {
		/* a page that may not write its address (a sandboxed frame) works without */
	}
}

/* As much of the address as this picture has: it may be that of another run. */
function viewOfAddress() {
	const view = decodeView(location.hash, gf.first_view, gf.prefix), { hide, only, kind } = view;
	const keys = new Set(gf.names.filter((_, id) => id !== gf.base.name[0]).map(nameKey)), here = (key) => keys.has(key);
	return { ...view, hide: hide.filter(here), only: only.filter(here), kind: ui.kinds.has(kind) ? kind : '',
		...(view.mode === 'sandwich' && !here(view.frame) && { ...WHOLE, mode: 'tree', frame: '' }) };
}

/* After the browser's back and forward, or a person's change. */
function readAddress() {
	const view = viewOfAddress();
	if (!sameView(view, gf.view)) {
		keepStep();
		showView(view);
	}
}

/* Ids of the names that `keys` tell; two ids may have one text, as the root's is that of a frame "all". */
function idsOfKeys(keys) {
	const ids = new Set();
	if (keys.length > 0)
		gf.names.forEach((name, id) => keys.includes(nameKey(name)) && ids.add(id));
	ids.delete(gf.base.name[0]);
	return ids;
}

function makeTrees({ mode, frame, hide, only }) {
	const hidden = idsOfKeys(hide), wanted = only.map((one) => idsOfKeys([one]));
	const tree = hidden.size + wanted.length > 0 ? filterTree(gf.base, hidden, wanted) : gf.base;
	if (mode !== 'sandwich')
		return [mode === 'leaf' ? mergeByLeaf(tree) : tree];
	const ids = idsOfKeys([frame]);
	gf.matchedAround = () => filterTree(tree, new Set(), [ids, { has: (id) => gf.hit[id] }]).total[0];
	return sandwich(tree, ids);
}

function showView(view) {
	const old = gf.view, focused = hasFocus(gf.frames), inside = hasFocus(gf.svg), moves = sameView(view, old, MOVING) ? '' : ' gf-moves';
	if (!gf.trees || !sameView(view, old, TREE_PARTS))
		gf.trees = makeTrees(view);
	if (!sameView(view, old, TREE_PARTS.concat('order'))) /* other matches, or in another order */
		gf.matches = null;
	gf.view = view;
	gf.parts = gf.trees.map((tree) => ({ tree, zoom: 0, from: 0, to: 1 }));
	const part = activePart(), { tree } = part, zoom = nodeOfPath(tree, view.zoom, gf.names);
	/* a part of a frame that is not here is no part of one above */
	Object.assign(part, tree.depth[zoom] < view.zoom.length ? { zoom } : { zoom, from: view.from, to: view.to });
	runSearch();
	ui.tip.hidden = true;
	gf.frames.setAttribute('class', 'gf-frames' + moves + (view.kind && ' gf-only gf-only-' + view.kind));
	layoutPage();
	restoreCursor(focused);
	updateToolbar();
	updateTable();
	showDetails();
	if (inside && (!hasFocus(gf.svg) || document.activeElement.disabled)) /* the keys are for what is left */
		focusCursor();
}

/* In a sandwich, zooms act on callers or on callees. */
function activePart() {
	return gf.parts.at(gf.view.side === 'down' ? -1 : 0);
}

function runSearch() {
	const { query, same_case } = gf.view, searched = query + '\n' + same_case;
	if (gf.searched !== searched)
		Object.assign(gf, matchNames(gf.names, query, same_case), { searched, matches: null });
	if (gf.hit)
		gf.hit[gf.base.name[0]] = 0; /* the root is no frame of the input */
	for (const part of gf.parts)
		part.sum = gf.hit && countBefore(part.tree, gf.hit);
}

/* "12 matches, 3.40% of view, 1.20% of all"; a sandwich is one view until one half is zoomed. */
function searchFigures() {
	const { tree, zoom, sum } = activePart(), { matches, hit } = gf, [above, below] = zoom > 0 ? [] : gf.parts;
	const count = below ? above.sum.at(-1) + below.sum.at(-1) - hit[tree.name[0]] : sum[tree.end[zoom]] - sum[zoom];
	const at = matches?.list.length > 0 ? matches.at + 1 + ' of ' + groupDigits(matches.list.length) :
		groupDigits(count) + (count === 1 ? ' match' : ' matches');
	const value = below ? gf.matchedAround() : matchedValue(tree, hit, zoom);
	return at + ' \u00b7 ' + formatPercent(value, tree.total[zoom]) + ' of view \u00b7 ' + shareOfAll(matchedValue(gf.base, hit, 0)) + ' of all';
}

/* by = 1: to the next match, -1: to the one before. */
function stepMatch(by) {
	const { hit, parts } = gf;
	if (!hit)
		return;
	if (!gf.matches) {
		const list = parts.flatMap((part, i) => matchesInOrder(part.tree, hit, part.sum, gf.view.order, gf.rank)
			.filter((node) => node > 0 || i === parts.length - 1).map((node) => [i, node]));
		gf.matches = { list, at: by > 0 ? -1 : list.length };
	}
	const { list, at } = gf.matches;
	if (list.length > 0) {
		gf.matches.at = (at + by + list.length) % list.length;
		revealNode(...list[gf.matches.at]);
		updateToolbar();
	}
}

/* Focus a frame; when the view does not draw it, zoom to where it can be seen. */
function revealNode(i, node) {
	const part = gf.parts[i], { depth, parent, width } = part.tree, least = Math.max(4, 2 * opt.minwidth);
	if (!(itemOf(part, node)?.w >= 2)) {
		let zoom = node, up = parent[zoom];
		while (zoom > 0 && width[node] / width[up] * roomOf() >= least && depth[node] - depth[up] < opt.deepest)
			up = parent[zoom = up];
		zoomTo(part, zoom);
	}
	setCursor(itemOf(gf.parts[i], node) || zoomedItem(), true);
}

/* Fill the width with a frame, or with a part of it. */
function zoomTo(part, node, from = 0, to = 1, group = null) {
	const span = clamp(to - from, 1e-9, 1), start = +clamp(from, 0, 1 - span).toPrecision(12);
	const whole = node === 0 && span === 1, side = part === gf.parts[0] && gf.parts[1] && !whole ? 'up' : 'down';
	const zoom = pathOfNode(part.tree, node, gf.names);
	changeView({ zoom, side, from: start, to: +(start + span).toPrecision(12) }, group);
}

/* A frame fills the width; a remainder is spread out, as much of it as lies around `at` (0 to 1). */
function openItem(item, at = 0) {
	const part = gf.parts[item.part], { from, to, zoom } = part;
	if (item.more <= 0) {
		zoomTo(part, item.node);
		return;
	}
	const scale = (to - from) / roomOf(), width = item.w * scale, shown = Math.min(width, (to - from) / 8);
	const left = from + (item.x - opt.xpad) * scale + clamp(at * width - shown / 2, 0, width - shown);
	zoomTo(part, zoom, left, left + shown);
}

function zoomOut() {
	const part = activePart(), { tree, zoom, from, to } = part;
	zoomTo(part, from > 0 || to < 1 ? zoom : tree.parent[zoom]);
}

/* Show `factor` times less of the width; what is at pixel `x` stays there. */
function stretchView(factor, x = gf.cursor.x + gf.cursor.w / 2) {
	const part = activePart(), { from, to, zoom } = part, span = Math.min(1, (to - from) / factor);
	const left = from + clamp((x - opt.xpad) / roomOf(), 0, 1) * (to - from - span);
	zoomTo(part, zoom, left, left + span, gf.gesture);
}

function slideView(by) {
	const part = activePart(), { from, to, zoom } = part, step = by * (to - from);
	if (to - from < 1)
		zoomTo(part, zoom, from + step, to + step, gf.gesture);
}
