/* The view: an immutable object; each change makes a new one, which can be undone and linked to. */
const UNDO_MAX = 200;
const WHOLE = { zoom: [], side: 'down', from: 0, to: 1 };
const TREE_PARTS = ['mode', 'frame', 'hide', 'only'];
const FRAME_PARTS = TREE_PARTS.concat('zoom', 'side', 'from', 'to', 'order', 'inverted', 'fold');

function sameView(a, b, parts) {
	return JSON.stringify(a, parts) === JSON.stringify(b, parts);
}

/* merge: one step of undo and history with the change before (typing, gestures). */
function changeView(gf, change, merge) {
	const next = { ...gf.view, ...change };
	if (sameView(next, gf.view))
		return;
	if (!merge) {
		gf.undo = gf.undo.slice(1 - UNDO_MAX).concat(gf.view);
		gf.redo = [];
	}
	showView(gf, next);
	writeAddress(gf, merge);
}

function stepView(gf, from, to) {
	if (from.length > 0) {
		to.push(gf.view);
		showView(gf, from.pop());
		writeAddress(gf);
	}
}

function resetView(gf) {
	changeView(gf, { ...gf.first_view, table: gf.view.table });
}

function writeAddress(gf, replace) {
	const address = encodeView(gf.view, gf.first_view, gf.prefix, location.hash);
	try {
		if (address !== (location.hash || '#'))
			history[replace ? 'replaceState' : 'pushState'](null, '', address);
	} catch {
		/* a page that may not write its address (a sandboxed frame) works without */
	}
}

/* After the browser's back and forward, or a person's change. */
function readAddress(gf) {
	const view = decodeView(location.hash, gf.first_view, gf.prefix);
	if (sameView(view, gf.view))
		return;
	gf.undo.push(gf.view);
	showView(gf, view);
}

/* Ids of the names that `keys` tell; two ids may have one text. */
function idsOfKeys(gf, keys) {
	const ids = new Set();
	gf.names.forEach((name, id) => keys.length > 0 && keys.includes(nameKey(name)) && ids.add(id));
	return ids;
}

function makeTrees(gf, { mode, frame, hide, only }) {
	const hidden = idsOfKeys(gf, hide), wanted = only.map((one) => idsOfKeys(gf, [one])).filter((ids) => ids.size > 0);
	const tree = hidden.size + wanted.length > 0 ? filterTree(gf.base, hidden, wanted) : gf.base;
	const ids = idsOfKeys(gf, mode === 'sandwich' ? [frame] : []);
	return mode === 'leaf' ? [mergeByLeaf(tree)] : ids.size > 0 ? sandwich(tree, ids) : [tree];
}

function showView(gf, view) {
	const old = gf.view, focused = gf.frames.contains(document.activeElement);
	const same_frames = gf.lay && sameView(view, old, FRAME_PARTS) && !view.table === !old.table;
	if (!gf.trees || !sameView(view, old, TREE_PARTS))
		gf.trees = makeTrees(gf, view);
	const { trees } = gf;
	gf.view = view;
	gf.parts = trees.map((tree, part) => {
		const mine = trees.length === 1 || view.side === (part === 0 ? 'up' : 'down');
		return mine ? { tree, zoom: nodeOfPath(tree, view.zoom, gf.names), from: view.from, to: view.to } :
			{ tree, zoom: 0, from: 0, to: 1 };
	});
	runSearch(gf);
	setShown(gf.ui.tip, false);
	if (same_frames) {
		paintMatches(gf);
	} else {
		layoutPage(gf);
		restoreCursor(gf, focused);
	}
	gf.frames.setAttribute('class', 'gf-frames' + (view.kind && ' gf-only gf-only-' + view.kind));
	updateToolbar(gf);
	updateTable(gf);
	showDetails(gf);
}

/* In a sandwich, zooms act on callers (0) or callees (1). */
function activePart(gf) {
	return gf.parts.length > 1 && gf.view.side === 'down' ? 1 : 0;
}

function runSearch(gf) {
	const { query, same_case } = gf.view, key = query + '\n' + same_case;
	if (gf.searched !== key) {
		const found = query ? matchNames(gf.names, query, same_case) : { hit: null, error: '' };
		gf.hit = found.error ? null : found.hit;
		gf.search_error = found.error;
		gf.searched = key;
		gf.matches = null;
	}
	for (const part of gf.parts)
		part.sum = gf.hit && countBefore(part.tree, gf.hit);
}

/* "12 matches, 3.40% of view, 1.20% of all" */
function searchFigures(gf) {
	const { tree, zoom, sum } = gf.parts[activePart(gf)], count = sum[tree.end[zoom]] - sum[zoom], { matches } = gf;
	const at = matches && matches.list[matches.at] ? matches.at + 1 + ' of ' + groupDigits(matches.list.length) :
		groupDigits(count) + (count === 1 ? ' match' : ' matches');
	return at + ' \u00b7 ' + formatPercent(matchedValue(tree, gf.hit, zoom), tree.total[zoom]) + ' of view \u00b7 ' +
		shareOfAll(gf, matchedValue(gf.base, gf.hit, 0)) + ' of all';
}

/* by = 1: to the next match, -1: to the one before. */
function stepMatch(gf, by) {
	const key = gf.view.order + gf.view.mode + gf.view.frame + gf.view.hide + gf.view.only;
	if (!gf.hit)
		return;
	if (!gf.matches || gf.matches.key !== key) {
		const list = gf.parts.flatMap(({ tree, sum }, part) => matchesInOrder(tree, gf.hit, sum, gf.view.order, gf.rank)
			.filter((node) => part === 0 || node > 0).map((node) => [part, node]));
		gf.matches = { list, at: by > 0 ? -1 : list.length, key };
	}
	const { list, at } = gf.matches;
	if (list.length > 0) {
		gf.matches.at = (at + by + list.length) % list.length;
		revealNode(gf, ...list[gf.matches.at]);
		updateToolbar(gf);
	}
}

/* Focus a frame; when the view does not draw it, zoom to where it can be seen. */
function revealNode(gf, part, node) {
	const { tree } = gf.parts[part], item = gf.lay.at[part].get(node);
	if (!item || item.w < 2) {
		let zoom = node, up = tree.parent[zoom];
		const levels = (from) => tree.depth[node] - tree.depth[from];
		while (zoom > 0 && tree.width[node] / tree.width[up] * roomOf(gf) >= 4 && levels(up) < gf.opt.deepest)
			up = tree.parent[zoom = up];
		zoomTo(gf, part, zoom);
	}
	setCursor(gf, gf.lay.at[part].get(node), true);
}

/* Fill the width with a frame, or with a part of it. */
function zoomTo(gf, part, node, from = 0, to = 1) {
	const span = Math.min(1, Math.max(1e-9, to - from)), start = +Math.min(Math.max(0, from), 1 - span).toPrecision(12);
	const side = gf.parts.length > 1 && part === 0 && (node > 0 || span < 1) ? 'up' : 'down';
	const zoom = pathOfNode(gf.parts[part].tree, node, gf.names);
	changeView(gf, { zoom, side, from: start, to: +(start + span).toPrecision(12) }, gf.gesture);
}

/* A frame fills the width; a remainder is spread out, as much of it as lies around `at` (0 to 1). */
function openItem(gf, item, at) {
	const { from, to, zoom } = gf.parts[item.part];
	if (item.more <= 0) {
		zoomTo(gf, item.part, item.node);
		return;
	}
	const scale = (to - from) / roomOf(gf), width = item.w * scale, shown = Math.min(width, (to - from) / 8);
	const start = from + (item.x - gf.opt.x_pad) * scale;
	const left = start + Math.min(Math.max(0, at * width - shown / 2), width - shown);
	zoomTo(gf, item.part, zoom, left, left + shown);
}

function zoomOut(gf) {
	const part = activePart(gf), { tree, zoom, from, to } = gf.parts[part];
	zoomTo(gf, part, from > 0 || to < 1 ? zoom : tree.parent[zoom]);
}

/* Show `factor` times less of the width; what is at pixel `x` stays there. */
function stretchView(gf, factor, x) {
	const part = activePart(gf), { from, to, zoom } = gf.parts[part], span = Math.min(1, (to - from) / factor);
	const left = from + Math.min(1, Math.max(0, (x - gf.opt.x_pad) / roomOf(gf))) * (to - from - span);
	zoomTo(gf, part, zoom, left, left + span);
}

function slideView(gf, by) {
	const part = activePart(gf), { from, to, zoom } = gf.parts[part], step = by * (to - from);
	if (to - from < 1)
		zoomTo(gf, part, zoom, from + step, to + step);
}
