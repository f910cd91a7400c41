/* What is known of a frame: below the picture, beside the pointer and for the ear. */

function showValue(gf, value) {
	return formatValue(value * gf.opt.factor, gf.opt.unit, gf.decimals);
}

function shareOfAll(gf, value) {
	return formatPercent(value, Math.max(gf.base.total[0], gf.opt.full));
}

/* [what, value] pairs. */
function figuresOf(gf, item) {
	const { tree, node, more, value } = item, { total } = tree, { zoom } = gf.parts[item.part];
	const mine = more ? value : total[node], rows = [['total', showValue(gf, mine)], ['of all', shareOfAll(gf, mine)]];
	if (zoom > 0 || tree !== gf.base)
		rows.push(['of view', formatPercent(mine, total[zoom])]);
	if (more)
		return rows;
	if (node > 0)
		rows.push(['of parent', formatPercent(mine, total[tree.parent[node]])]);
	rows.push(['self', showValue(gf, tree.self[node])]);
	if (tree.ops && tree.allOps[node] > 0)
		rows.push(['count', groupDigits(tree.allOps[node])], ['mean', showValue(gf, mine / tree.allOps[node])]);
	if (tree.before) {
		const before = tree.allBefore[node], points = 100 * (mine / (total[0] || 1) - before / (tree.allBefore[0] || 1));
		rows.unshift(['change', formatChange(before, mine, (one) => showValue(gf, one))]);
		rows.push(['share', (points > 0 ? '+' : '') + points.toFixed(2) + ' points']);
	}
	return rows;
}

function spokenFigures(gf, item) {
	const [first, second] = figuresOf(gf, item);
	return cutMiddle(nameOfItem(gf, item), NAME_SHOWN) + ', ' + first[1] + ', ' + second[1] + ' ' + second[0];
}

function fillFigures(gf, place, item, tag, prefix) {
	place.replaceChildren();
	html(place, tag + '.gf-name', prefix + cutMiddle(nameOfItem(gf, item), NAME_SHOWN));
	for (const [what, value] of figuresOf(gf, item)) {
		const pair = html(place, tag + '.gf-figure');
		html(pair, 'span.gf-what', what + ' ');
		html(pair, 'b', value);
	}
}

function showDetails(gf, item = gf.cursor) {
	fillFigures(gf, gf.ui.details, item, 'span', gf.opt.name_type && gf.opt.name_type + ' ');
}

function showTip(gf, item, event) {
	const { tip } = gf.ui;
	if (gf.tip_item !== item)
		fillFigures(gf, tip, item, 'div', '');
	gf.tip_item = item;
	setShown(tip, true);
	placeAt(gf, tip, event.clientX, event.clientY, 14);
}

/* Put `box` beside a point of the window, but not over its edges. */
function placeAt(gf, box, client_x, client_y, gap) {
	const frame = boxOf(gf.ui.root), { width, height } = boxOf(box);
	const x = client_x - frame.left, y = client_y - frame.top;
	box.style.left = (x + gap + width < frame.width ? x + gap : Math.max(4, x - gap - width)) + 'px';
	box.style.top = (y + gap + height < frame.height ? y + gap : Math.max(4, y - gap - height)) + 'px';
}
