/* Put the frames of the present view on the page. */
const THIN_PX = 3;   /* narrower frames are no elements: those of one colour make one path */
const LABEL_PX = 18; /* narrower frames have no text */

/* Widths of characters in the font of an element, measured once each. */
function newRuler(element) {
	const widths = new Map(), context = html(null, 'canvas').getContext('2d'), { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
	context.font = [fontWeight, fontSize, fontFamily].join(' ');
	return (char) => {
		if (!widths.has(char))
			widths.set(char, context.measureText(char).width);
		return widths.get(char);
	};
}

/* As much of both ends of `name` as fits, or of its beginning. */
function fitLabel(name, room, ruler, at_end) {
	const chars = [...cutMiddle(name, 2000)];
	let left = room, fits = 0;
	while (fits < chars.length && (left -= ruler(chars[fits])) >= 0)
		fits++;
	if (fits === chars.length)
		return chars.join('');
	let head = 0, tail = chars.length;
	for (left = room - ruler('\u2026'); head < tail; ) {
		const at_head = at_end || head <= chars.length - tail;
		left -= ruler(chars[at_head ? head : tail - 1]);
		if (left < 0)
			break;
		at_head ? head++ : tail--;
	}
	return head < 2 ? '' : (chars.slice(0, head).join('') + '\u2026' + chars.slice(tail).join('')).replace('\u2026\u2026', '\u2026');
}

function shownNameOf(id) {
	return gf.shown[id] ||= shownName(gf.names[id], 2000);
}

function nameOfItem(item) {
	if (item.more !== 0)
		return item.more > 0 ? '(' + groupDigits(item.more) + ' more)' : '(deeper levels)';
	return shownNameOf(item.name);
}

function shortNameOf(item) {
	return cutMiddle(nameOfItem(item), NAME_SHOWN);
}

function labelOf(item) {
	const fit = (text) => fitLabel(text, item.w - 6, gf.ruler, opt.truncate === 'right');
	const name = nameOfItem(item), label = fit(name);
	return label === name || !gf.view.fold ? label : fit(foldTemplates(name));
}

/* Items: the rectangles of all parts below each other, with tree, part and upper edge. */
function layoutView() {
	const { view, parts } = gf, lay = { items: [], rows: 0, marks: new Set(), ids: new Set() }, two = parts.length > 1;
	parts.forEach(({ tree, zoom, from, to, sum }, part) => {
		const layout = layoutTree(tree, { part, zoom, from, to, sum, full: view.mode === 'tree' ? opt.total : 0, x: opt.xpad,
			width: roomOf(), minwidth: opt.minwidth, order: view.order, rank: gf.rank, deepest: opt.deepest });
		const upward = two ? part === 0 : !view.inverted, first = part && lay.rows - 1;
		for (const item of layout.rects) {
			item.y = opt.top + opt.frameHeight * (upward ? layout.rows - 1 - item.row : first + item.row);
			if (!two || part > 0 || item.node > 0) /* callers and callees share their root, which is the callees' */
				lay.items.push(item);
		}
		lay.rows = first + layout.rows;
		layout.marks.forEach((x) => lay.marks.add(x));
	});
	return lay;
}

/* Where a node is drawn, if it is. */
function itemOf(part, node) {
	return gf.lay.items.find((item) => item.node === node && item.part === part && item.more === 0);
}

function roomOf() {
	return gf.room - 2 * opt.xpad;
}

function isHit(item) {
	return Boolean(gf.hit && item.more === 0 && gf.hit[item.name]);
}

function outline({ x, y, w }, height) {
	const width = String(roundPixels(w));
	return `M${x} ${y}h${width}v${height}h-${width}z`;
}

/* What --nameattr says of an item. */
function userSays({ more, name }) {
	return !more && gf.attrs?.[name] || {};
}

/* As svg/nameattr.c takes them: what only describes or styles. */
const HARMLESS = /^(data|aria)-|^(role|tabindex|rel|lang|fill|stroke|stroke-width|opacity|cursor|style)=[^(@\\]*$/;

function harmless(pairs = []) {
	return Object.fromEntries(pairs.filter((pair) => HARMLESS.test(pair.join('='))));
}

function elementOf(item) {
	if (item.element)
		return item.element;
	const { x, y, w, node, more, name } = item, height = opt.frameHeight - 1, user = userSays(item), { ids } = gf.lay;
	const frame = item.element = svgElement(gf.layer, 'g', { ...harmless(user.g), role: 'treeitem' }), labelled = w >= LABEL_PX;
	let inside = frame;
	frame.gfItem = item;
	if (more !== 0) {
		frame.setAttribute('class', 'gf-rest');
		svgElement(frame, 'path', { class: 'gf-more', d: outline(item, height) });
	} else {
		const colour = colourOf(item.tree, node), fill = isFill(colour);
		frame.setAttribute('class', 'gf-f gf-' + (fill ? (isLight(colour) ? 'x' : 'y') : colour) + (labelled ? ' gf-wide' : '') + (isHit(item) ? ' gf-hit' : '') + (user.class ? ' ' + user.class : ''));
		frame.setAttribute('data-n', node);
		if (gf.links[name])
			inside = svgElement(frame, 'a', { ...harmless(user.a), href: gf.links[name], target: user.target || '_top', tabindex: -1 });
		if (user.id && !ids.has(user.id)) {
			ids.add(user.id);
			frame.id = user.id;
		}
		svgElement(inside, 'rect', { x, y, width: w, height, ...(fill && { fill: hexColour(colour) }) });
	}
	frame.setAttribute('aria-label', labelled ? spokenFigures(item) : shortNameOf(item)); /* figures take time */
	if (labelled) {
		const label = labelOf(item), base = y + (opt.frameHeight + opt.fontsize) / 2 - 3.5;
		if (label)
			svgElement(inside, 'text', { x: roundPixels(x + 3), y: base, ...(more && { class: 'gf-more-text' }) }, label);
	}
	return frame;
}

function drawFrames() {
	gf.lay = layoutView();
	gf.layer = svgElement(null, 'g', { role: 'none' }); /* or its frames would not be items of the tree */
	gf.lay.items.forEach((item) => (item.w >= THIN_PX || item.more) && elementOf(item));
	gf.frames.replaceChildren(drawThin(), gf.layer);
}

/*
 * The thin frames, those of one row and colour as one path, neighbours among them as one
 * rectangle: quicker to paint, and the same to the eye. And a tick at the edge for each
 * pixel that has matches too narrow to be seen.
 */
function drawThin() {
	const rows = new Map(), { marks } = gf.lay, height = opt.frameHeight - 1;
	const close = ({ paths, colour, x, y, end }) => paths.set(colour, (paths.get(colour) || '') + outline({ x, y, w: end - x }, height));
	for (const item of gf.lay.items) {
		const { x, y, w, more, tree, node } = item;
		if (w >= THIN_PX || more)
			continue;
		const hit = isHit(item), colour = hit ? 'search' : colourOf(tree, node);
		let row = rows.get(y);
		if (!row)
			rows.set(y, row = { paths: new Map(), colour, x, y, end: x });
		if (row.colour !== colour || x - row.end > 0.05) {
			close(row);
			row.colour = colour;
			row.x = x;
		}
		row.end = x + w;
		if (hit)
			marks.add(Math.round(x));
	}
	const thin = svgElement(null, 'g', { 'aria-hidden': 'true' });
	for (const row of rows.values()) {
		close(row);
		for (const [colour, d] of row.paths) {
			const name = isFill(colour) ? '' : colour.split(' ')[0];
			svgElement(thin, 'path', { class: 'gf-thin gf-' + name, d }).style.fill = name ? 'var(--gf-' + name + ')' : hexColour(colour);
		}
	}
	gf.marks.setAttribute('d', Array.from(marks, (x) => `M${x - 3} ${opt.top - 9}h6l-3 6z`).join(''));
	return thin;
}
