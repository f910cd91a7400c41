/* What is known of a frame: below the picture, beside the pointer and for the ear. */

/* With --factor, counts are rounded, and shares are those of the rounded. */
function roundCount(value) {
	const one = Math.pow(10, gf.decimals) / opt.factor;
	return opt.factor !== 1 && opt.countname ? Math.round(value / one) * one : value;
}

function showValue(value) {
	return formatValue(roundCount(value) * opt.factor, opt.countname, gf.decimals);
}

/* All of it is 100 %, but for frames other than the root, whose titles have rounded shares. */
function shareOfAll(value, node) {
	const all = gf.base.total[0];
	return formatPercent(!node && value === all ? all : roundCount(value), Math.max(all, opt.total));
}

/* [what, value] pairs, the most telling first; each is worked out when it is asked for. */
function* figuresOf(item) {
	const { tree, node, more, value } = item, { total, allOps, allBefore } = tree, { zoom } = gf.parts[item.part];
	const mine = more ? value : total[node], before = allBefore && !more;
	if (before)
		yield ['change', formatChange(allBefore[node], mine, showValue)];
	yield ['total', showValue(mine)];
	yield ['of all', shareOfAll(mine, node)];
	if (zoom > 0 || tree !== gf.base)
		yield ['of view', formatPercent(mine, total[zoom])];
	if (more)
		return;
	if (node > 0)
		yield ['of parent', formatPercent(mine, total[tree.parent[node]])];
	yield ['self', showValue(tree.self[node])];
	if (allOps?.[node] > 0) {
		yield ['count', groupDigits(allOps[node])];
		yield ['mean', showValue(mine / allOps[node])];
	}
	if (before) {
		const points = 100 * (mine / (total[0] || 1) - allBefore[node] / (allBefore[0] || 1));
		yield ['share', (points > 0 ? '+' : '') + points.toFixed(2) + ' points'];
	}
}

function spokenFigures(item) {
	const [[, first], [what, second]] = figuresOf(item);
	return `${shortNameOf(item)}, ${first}, ${second} ${what}`;
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
	const [x, y] = pictureAt(client_x, client_y), { style, offsetWidth, offsetHeight } = box;
	const beside = (at, size, room) => (at + gap + size < room ? at + gap : Math.max(4, at - gap - size)) + 'px';
	style.left = beside(x, offsetWidth, ui.root.clientWidth);
	style.top = beside(y - ui.place.getAttribute('y'), offsetHeight, ui.root.clientHeight);
}
