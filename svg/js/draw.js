/* Put the frames of the present view on the page. */
const THIN_PX = 3;   /* narrower frames are no elements: those of one colour make one path */
const LABEL_PX = 18; /* narrower frames have no text */

/* Widths of characters in the font of an element, measured once each. */
function newRuler(element) {
	const widths = {}, context = html(null, 'canvas').getContext('2d'), { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
	context.font = [fontWeight, fontSize, fontFamily].join(' ');
	return (char) => widths[char] ??= context.measureText(char).width;
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
		return item.more > 0 ? `(${groupDigits(item.more)} more)` : '(deeper levels)';
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

/* Lay out all parts, below each other: `down` is 1 or -1, `first` the first rectangle that is drawn. */
function layoutView() {
	const { view, parts } = gf, two = parts.length > 1;
	const rules = { full: view.mode === 'tree' ? opt.total : 0, x: opt.xpad, width: roomOf(), minwidth: opt.minwidth,
		order: view.order, rank: gf.rank, deepest: opt.deepest };
	gf.rows = 0;
	gf.ids = new Set();
	parts.forEach((part, i) => {
		const layout = layoutTree(part.tree, { ...part, ...rules }, gf.layouts[i] ||= newLayout());
		const rows = layout.row[layout.count - 1] + 1, above = i && gf.rows - 1, down = (two ? i : view.inverted) ? 1 : -1;
		Object.assign(part, { layout, down, top: opt.top + opt.frameHeight * (down > 0 ? above : rows - 1), items: [] });
		part.first = two && i === 0 ? 1 : 0; /* callers and callees share their root, which is the callees' */
		gf.rows = above + rows;
	});
}

function yOfRow(part, row) {
	return part.top + part.down * opt.frameHeight * row;
}

/* Rectangle `i` of a part as an object, made when it is asked for: most are drawn without. */
function itemHere(part, i) {
	const { tree, layout } = part, node = layout.node[i], row = layout.row[i];
	return part.items[i] ||= { tree, part: gf.parts.indexOf(part), node, name: tree.name[node], x: layout.x[i] / 100,
		y: yOfRow(part, row), w: layout.w[i] / 100, row, more: layout.more[i], value: layout.value[i] };
}

function itemsWhere(wanted) {
	const found = [];
	for (const part of gf.parts) {
		for (let i = part.first; i < part.layout.count; i++) {
			if (wanted(part, i))
				found.push(itemHere(part, i));
		}
	}
	return found;
}

/* Where a node is drawn, if it is. */
function itemOf(in_part, node) {
	return itemsWhere((part, i) => part === in_part && part.layout.node[i] === node && part.layout.more[i] === 0)[0];
}

/* The items of the row at `y`, from left to right. */
function itemsAt(y) {
	return itemsWhere((part, i) => Math.floor((y - yOfRow(part, part.layout.row[i])) / opt.frameHeight) === 0);
}

function roomOf() {
	return gf.room - 2 * opt.xpad;
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
	const { x, y, w, node, more, name } = item, height = opt.frameHeight - 1, user = userSays(item);
	const labelled = w >= LABEL_PX, spoken = labelled ? spokenFigures(item) : shortNameOf(item); /* figures take time */
	const frame = svgElement(gf.layer, 'g', { ...harmless(user.g), role: 'treeitem', class: 'gf-rest', 'aria-label': spoken });
	let inside = frame;
	item.element = frame;
	frame.gfItem = item;
	if (more !== 0) {
		svgElement(frame, 'path', { class: 'gf-more', d: `M${x} ${y}h${w}v${height}h-${w}z` });
	} else {
		const colour = colourOf(item.tree, node), fill = isFill(colour);
		setAttributes(frame, { 'data-n': node, class: 'gf-f gf-' + (fill ? (isLight(colour) ? 'x' : 'y') : colour) +
			(labelled ? ' gf-wide' : '') + (gf.hit?.[name] ? ' gf-hit' : '') + (user.class ? ' ' + user.class : '') });
		if (gf.links[name])
			inside = svgElement(frame, 'a', { ...harmless(user.a), href: gf.links[name], target: user.target || '_top', tabindex: -1 });
		if (user.id && !gf.ids.has(user.id)) {
			gf.ids.add(user.id);
			frame.id = user.id;
		}
		svgElement(inside, 'rect', { x, y, width: w, height, ...(fill && { fill: hexColour(colour) }) });
	}
	if (labelled) {
		const label = labelOf(item), base = y + (opt.frameHeight + opt.fontsize) / 2 - 3.5;
		if (label)
			svgElement(inside, 'text', { x: +(x + 3).toFixed(2), y: base, ...(more && { class: 'gf-more-text' }) }, label);
	}
	return frame;
}

function drawFrames() {
	const thin = svgElement(null, 'g', { 'aria-hidden': 'true', transform: 'scale(.01 1)' });
	gf.layer = svgElement(null, 'g', { role: 'none' }); /* or its frames would not be items of the tree */
	const marks = gf.parts.flatMap((part) => {
		for (let i = part.first; i < part.layout.count;)
			i = drawRow(part, i, thin);
		return [...part.layout.marks];
	});
	gf.marks.setAttribute('d', marks.map((x) => `M${x - 3} ${opt.top - 9}h6l-3 6z`).join(''));
	gf.frames.append(thin, gf.layer);
}

/*
 * The row that begins with rectangle `i`; where the next one begins. Its thin frames of one
 * colour are one path, and so are its thin remainders; neighbours among them are one rectangle:
 * quicker to paint, and the same to the eye. A path goes along the lower edge of the row, and
 * around each rectangle. A tick at the edge of the picture is for each pixel that has matches
 * too narrow to be seen.
 */
function drawRow(part, i, thin) {
	const { tree, layout: { node, x, w, row, more, count } } = part, this_row = row[i], height = opt.frameHeight - 1;
	const paths = new Map(), low = yOfRow(part, this_row) + height, up = `v-${height}h`, down = `v${height}`;
	const close = (path) => {
		path.d += `h${path.left - path.end}${up}${path.right - path.left}${down}`;
		path.end = path.right;
	};
	for (; i < count && row[i] === this_row; i++) {
		if (w[i] >= 100 * THIN_PX) {
			elementOf(itemHere(part, i));
			continue;
		}
		const left = x[i], hit = !more[i] && gf.hit?.[tree.name[node[i]]], colour = more[i] ? 'more' : hit ? 'search' : colourOf(tree, node[i]);
		let path = paths.get(colour);
		if (!path) {
			paths.set(colour, path = { d: `M${left} ${low}`, end: left, left });
		} else if (left - path.right > 5) {
			close(path);
			path.left = left;
		}
		path.right = left + w[i];
		if (hit)
			part.layout.marks.add(Math.round(left / 100));
	}
	for (const [colour, path] of paths) {
		const name = isFill(colour) ? '' : colour.split(' ')[0];
		close(path);
		svgElement(thin, 'path', { class: 'gf-thin gf-' + name, d: path.d }).style.fill = name ? `var(--gf-${name})` : hexColour(colour);
	}
	return i;
}
