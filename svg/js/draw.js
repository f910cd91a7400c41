/* Put the frames of the present view on the page. */
const THIN_PX = 3;   /* narrower frames are no elements: those of one colour make one path */
const LABEL_PX = 18; /* narrower frames have no text */

/* Widths of characters in the font of the frames, measured once each. */
function newRuler(gf) {
	const widths = new Map(), context = html(null, 'canvas').getContext('2d');
	if (context)
		context.font = gf.opt.font_size + 'px ' + getComputedStyle(gf.frames).fontFamily;
	return (char) => {
		if (!widths.has(char))
			widths.set(char, context ? context.measureText(char).width : gf.opt.font_size * gf.opt.font_width);
		return widths.get(char);
	};
}

/* As much of both ends of `name` as fits. */
function fitLabel(name, room, ruler) {
	const chars = Array.from(cutMiddle(name, 2000));
	let left = room, fits = 0;
	while (fits < chars.length && (left -= ruler(chars[fits])) >= 0)
		fits++;
	if (fits === chars.length)
		return chars.join('');
	let head = 0, tail = chars.length;
	for (left = room - ruler('\u2026'); head < tail; ) {
		const at_head = head <= chars.length - tail;
		left -= ruler(chars[at_head ? head : tail - 1]);
		if (left < 0)
			break;
		at_head ? head++ : tail--;
	}
	return head < 2 ? '' : chars.slice(0, head).join('') + '\u2026' + chars.slice(tail).join('');
}

function shownNameOf(gf, id) {
	return gf.shown[id] || (gf.shown[id] = shownName(gf.names[id], 2000));
}

function nameOfItem(gf, item) {
	if (item.more !== 0)
		return item.more > 0 ? '(' + groupDigits(item.more) + ' more)' : '(deeper levels)';
	return shownNameOf(gf, item.tree.name[item.node]);
}

function labelOf(gf, item) {
	const name = nameOfItem(gf, item), room = item.w - 6, label = fitLabel(name, room, gf.ruler);
	return label === name || !gf.view.fold ? label : fitLabel(foldTemplates(name), room, gf.ruler);
}

/* Items: the rectangles of all parts below each other, with tree, part and upper edge. */
function layoutView(gf) {
	const { opt, view, parts } = gf, lay = { items: [], rows: 0, marks: new Set(), at: [] };
	parts.forEach(({ tree, zoom, from, to, sum }, part) => {
		const layout = layoutTree(tree, { zoom, from, to, sum, full: view.mode === 'tree' ? opt.full : 0, x: opt.x_pad,
			width: roomOf(gf), minwidth: opt.min_width, order: view.order, rank: gf.rank, deepest: opt.deepest });
		const upward = parts.length > 1 ? part === 0 : !view.inverted, first = part && lay.rows - 1, at = new Map();
		for (const item of layout.rects.slice(part)) {
			const row = upward ? layout.rows - 1 - item.row : first + item.row;
			lay.items.push(Object.assign(item, { tree, part, y: opt.top + opt.row_px * row, element: null }));
			if (item.more === 0)
				at.set(item.node, item);
		}
		lay.at.push(at);
		lay.rows = first + layout.rows;
		layout.marks.forEach((x) => lay.marks.add(x));
	});
	return lay;
}

function roomOf(gf) {
	return gf.room - 2 * gf.opt.x_pad;
}

function isHit(gf, item) {
	return Boolean(gf.hit && item.more === 0 && gf.hit[item.tree.name[item.node]]);
}

function outline({ x, y, w }, height) {
	const width = roundPixels(w);
	return 'M' + x + ' ' + y + 'h' + width + 'v' + height + 'h-' + width + 'z';
}

function hexColour(rgb) {
	return '#' + (rgb + 0x1000000).toString(16).slice(1);
}

function elementOf(gf, item) {
	if (item.element)
		return item.element;
	const { opt } = gf, { x, y, w, node, more } = item, height = opt.row_px - 1, id = item.tree.name[node];
	const frame = item.element = svgElement(gf.layer, 'g', { role: 'treeitem' }), labelled = w >= LABEL_PX;
	let inside = frame;
	frame.gfItem = item;
	if (more !== 0) {
		frame.setAttribute('class', 'gf-rest');
		svgElement(frame, 'path', { class: 'gf-more', d: outline(item, height) });
	} else {
		const [kind, fill] = colourOf(gf, item.tree, node);
		frame.setAttribute('class', 'gf-f ' + kind + (labelled ? ' gf-wide' : '') + (isHit(gf, item) ? ' gf-hit' : ''));
		frame.setAttribute('data-n', node);
		if (gf.links[id])
			inside = svgElement(frame, 'a', { href: gf.links[id], target: '_top', tabindex: -1 });
		const rect = svgElement(inside, 'rect', { x, y, width: w, height });
		if (fill >= 0)
			rect.setAttribute('fill', hexColour(fill));
	}
	if (labelled) {
		const label = labelOf(gf, item), base = y + (opt.row_px + opt.font_size) / 2 - 3.5;
		frame.setAttribute('aria-label', spokenFigures(gf, item));
		if (label)
			svgElement(inside, 'text', { x: roundPixels(x + 3), y: base, ...(more && { class: 'gf-more-text' }) }, label);
	}
	return frame;
}

function drawFrames(gf) {
	gf.lay = layoutView(gf);
	gf.thin = svgElement(null, 'g', { 'aria-hidden': 'true' });
	gf.layer = svgElement(null, 'g');
	gf.lay.items.forEach((item) => (item.w >= THIN_PX || item.more) && elementOf(gf, item));
	drawThin(gf);
	gf.frames.replaceChildren(gf.thin, gf.layer);
}

/* The thin frames, and a tick at the edge for each pixel that has matches too narrow to be seen. */
function drawThin(gf) {
	const paths = new Map(), open = new Map(), marks = new Set(gf.lay.marks), height = gf.opt.row_px - 1;
	for (const item of gf.lay.items) {
		if (item.w >= THIN_PX || item.more)
			continue;
		const hit = isHit(gf, item), [kind, fill] = colourOf(gf, item.tree, item.node), { x, y, w } = item;
		const key = hit ? 'gf-search' : fill >= 0 ? fill : kind.split(' ')[0], row = key + ' ' + y, last = open.get(row);
		const run = last && x - last.x - last.w < 0.05 ? last : { x, y, w };
		run.w = x + w - run.x; /* neighbours of one colour are one: quicker to paint, and the same to the eye */
		if (!paths.has(key))
			paths.set(key, new Set());
		paths.get(key).add(run);
		open.set(row, run);
		if (hit)
			marks.add(Math.round(item.x));
	}
	gf.thin.replaceChildren();
	for (const [key, runs] of paths) {
		const d = Array.from(runs, (run) => outline(run, height)).join('');
		svgElement(gf.thin, 'path', { class: 'gf-thin ' + key, d }).style.fill = key >= 0 ? hexColour(key) : 'var(--' + key + ')';
	}
	gf.marks.setAttribute('d', Array.from(gf.hit ? marks : [], (x) => 'M' + (x - 3) + ' ' + (gf.opt.top - 9) + 'h6l-3 6z').join(''));
}

/* Colour the matches without drawing all anew. */
function paintMatches(gf) {
	gf.lay.marks = layoutView(gf).marks;
	drawThin(gf);
	gf.lay.items.forEach((item) => item.element && item.element.classList.toggle('gf-hit', isHit(gf, item)));
}
