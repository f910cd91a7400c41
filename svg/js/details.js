/* What is known of a frame: below the picture, beside the pointer and for the ear. */

/* With --factor, counts are rounded, and shares are those of the rounded. */
function roundCount(value) {
	const one = Math.pow(10, gf.decimals) / opt.factor;
	return opt.factor !== 1 && opt.countname ? Math.round(value / one) * one : value;
}

function showValue(value) {
	return formatValue(roundCount(value) * opt.factor, opt.countname, gf.decimals);
}

function shareOfAll(value) {
	return formatPercent(roundCount(value), Math.max(gf.base.total[0], opt.total));
}

/* [what, value] pairs. */
function figuresOf(item) {
	const { tree, node, more, value } = item, { total } = tree, { zoom } = gf.parts[item.part];
	const mine = more ? value : total[node], rows = [['total', showValue(mine)], ['of all', shareOfAll(mine)]];
	if (zoom > 0 || tree !== gf.base)
		rows.push(['of view', formatPercent(mine, total[zoom])]);
	if (more)
		return rows;
	if (node > 0)
		rows.push(['of parent', formatPercent(mine, total[tree.parent[node]])]);
	rows.push(['self', showValue(tree.self[node])]);
	if (tree.ops && tree.allOps[node] > 0)
		rows.push(['count', groupDigits(tree.allOps[node])], ['mean', showValue(mine / tree.allOps[node])]);
	if (tree.before) {
		const before = tree.allBefore[node], points = 100 * (mine / (total[0] || 1) - before / (tree.allBefore[0] || 1));
		rows.unshift(['change', formatChange(before, mine, showValue)]);
		rows.push(['share', (points > 0 ? '+' : '') + points.toFixed(2) + ' points']);
	}
	return rows;
}

function spokenFigures(item) {
	const [first, second] = figuresOf(item);
	return shortNameOf(item) + ', ' + first[1] + ', ' + second[1] + ' ' + second[0];
}

function fillFigures(place, item, tag, prefix) {
	place.replaceChildren();
	const { title } = userSays(item);
	html(place, tag + '.gf-name', prefix + (title ? shownName(title) : shortNameOf(item)));
	for (const [what, value] of figuresOf(item)) {
		const pair = html(place, tag + '.gf-figure');
		html(pair, 'span.gf-what', what + ' ');
		html(pair, 'b', value);
	}
}

function showDetails(item = gf.cursor) {
	fillFigures(ui.details, item, 'span', opt.nametype && opt.nametype + ' ');
}

function showTip(item, event) {
	const { tip } = ui;
	if (gf.tip_item !== item)
		fillFigures(tip, item, 'div', '');
	gf.tip_item = item;
	tip.hidden = false;
	placeAt(tip, event.clientX, event.clientY, 14);
}

/* Put `box` beside a point of the window, but not over its edges. */
function placeAt(box, client_x, client_y, gap) {
	const { offsetWidth: width, offsetHeight: height } = box, { clientWidth, clientHeight } = ui.root;
	const [x, py] = pictureAt(client_x, client_y), y = py - ui.place.getAttribute('y');
	box.style.left = (x + gap + width < clientWidth ? x + gap : Math.max(4, x - gap - width)) + 'px';
	box.style.top = (y + gap + height < clientHeight ? y + gap : Math.max(4, y - gap - height)) + 'px';
}
