/* Keyboard: what each key does, in one table that bar, menu and help are made from, too. */

function flip(key) {
	return (gf) => changeView(gf, { [key]: !gf.view[key] });
}

/* [key, what it does, how, the text of its button] */
const ACTIONS = [
	['r', 'reset: show everything again', resetView, 'Reset'],
	['u', 'undo', (gf) => stepView(gf, gf.undo, gf.redo), '\u21b6'],
	['U', 'redo', (gf) => stepView(gf, gf.redo, gf.undo), '\u21b7'],
	['Backspace', 'zoom out', zoomOut],
	['Escape', 'close, clear the search, or undo', goBack],
	['Home', 'to the zoomed frame', (gf) => setCursor(gf, zoomedItem(gf), true)],
	['/', 'search', (gf) => gf.ui.query.select()],
	['N', 'match before', (gf) => stepMatch(gf, -1), '\u2039'],
	['n', 'next match', (gf) => stepMatch(gf, 1), '\u203a'],
	['o', 'order by name, width, time', nextOrder],
	['i', 'icicle or flame', flip('inverted'), 'icicle'],
	['l', 'leaves first: which kernel, over all callers', (gf) => toggleMode(gf, 'leaf'), 'leaves first'],
	['e', 'fold template arguments where room is short', flip('fold'), 'f<\u2026>'],
	['t', 'top table: self, total, count', (gf) => changeView(gf, { table: gf.view.table ? '' : 'self' }), 'table'],
	['+', 'stretch around the frame', (gf) => stretchAtCursor(gf, 2)],
	['-', 'shrink', (gf) => stretchAtCursor(gf, 0.5)],
	['[', 'move left', (gf) => slideView(gf, -0.25)],
	[']', 'move right', (gf) => slideView(gf, 0.25)],
	['d', 'light or dark', toggleTheme, '\u25d0'],
	['?', 'these keys', toggleHelp, '?'],
];

/* The same for one frame, and for which frames. */
const FRAME_ACTIONS = [
	['Enter', 'zoom in', (gf, { item }) => openItem(gf, item, 0)],
	['s', 'sandwich: callers above, callees below', (gf, { name }) => toggleMode(gf, 'sandwich', nameKey(gf.names[name])), 'inner'],
	['f', 'focus: only stacks through this', (gf, target) => listName(gf, target, 'only', 'hide'), 'inner'],
	['h', 'hide frames of this name', (gf, target) => listName(gf, target, 'hide', 'only'), 'inner'],
	['', 'find all of this name', highlightName],
	['c', 'copy the name', copyName],
	['C', 'copy the stack', copyStack],
	['', 'open its link', (gf, { name }) => window.open(gf.links[name], '_blank', 'noopener'), 'link'],
];

function nextOrder(gf) {
	const { orders } = gf.ui;
	changeView(gf, { order: orders[(orders.indexOf(gf.view.order) + 1) % orders.length] });
}

function toggleTheme(gf) {
	const dark = matchMedia('(prefers-color-scheme: dark)').matches;
	const now = gf.svg.getAttribute('data-theme') || (dark ? 'dark' : 'light');
	gf.svg.setAttribute('data-theme', now === 'dark' ? 'light' : 'dark');
}

function goBack(gf) {
	if (isShown(gf.ui.help))
		toggleHelp(gf);
	else if (gf.view.query)
		changeView(gf, { query: '' });
	else
		stepView(gf, gf.undo, gf.redo);
}

function stretchAtCursor(gf, factor) {
	stretchView(gf, factor, gf.cursor.x + gf.cursor.w / 2);
}

/* The item that keys act on; go: show it, and focus it unless a search is being typed. */
function setCursor(gf, item, go) {
	const old = gf.cursor && gf.cursor.element, element = elementOf(gf, item);
	if (old) {
		old.removeAttribute('tabindex');
		old.classList.remove('gf-at');
	}
	gf.cursor = item;
	element.setAttribute('tabindex', 0);
	element.setAttribute('aria-label', spokenFigures(gf, item));
	element.setAttribute('aria-level', item.row + 1);
	if (!go)
		return;
	element.classList.add('gf-at');
	element.parentNode.appendChild(element); /* above its neighbours, so that its whole outline shows */
	if (document.activeElement !== gf.ui.query)
		element.focus({ preventScroll: true });
	const box = boxOf(element), low = window.innerHeight - gf.ui.foot.offsetHeight;
	window.scrollBy(0, Math.min(0, box.top - gf.head_height) || Math.max(0, box.bottom - low));
	showDetails(gf, item);
}

function zoomedItem(gf) {
	const part = activePart(gf);
	return gf.lay.at[part].get(gf.parts[part].zoom) || gf.lay.at[0].get(0);
}

/* After drawing anew: on the same frame where it is drawn, or on the zoomed one. */
function restoreCursor(gf, focus) {
	const old = gf.cursor, there = old && gf.parts[old.part];
	const same = there && !old.more && there.tree === old.tree && gf.lay.at[old.part].get(old.node);
	setCursor(gf, same || zoomedItem(gf), focus);
}

/* In the row of `from`, or the widest that touches it in the row above or below. */
function neighbour(gf, from, key) {
	const sideways = /Left|Right/.test(key), sign = /Left|Up/.test(key) ? -1 : 1;
	const y = from.y + (sideways ? 0 : sign * gf.opt.row_px);
	let best = from, best_score = -Infinity;
	for (const item of gf.lay.items) {
		const step = (item.x - from.x) * sign;
		const overlap = Math.min(item.x + item.w, from.x + from.w) - Math.max(item.x, from.x);
		const score = sideways ? -step : overlap;
		if (item !== from && Math.abs(item.y - y) < 1 && (sideways ? step > 0 : overlap >= 0) && score > best_score) {
			best = item;
			best_score = score;
		}
	}
	return best;
}

function onKey(gf, event) {
	const { key, target: on } = event, { cursor } = gf, ctrl = event.ctrlKey || event.metaKey, target = targetOf(cursor);
	if (gf.ui.menu.contains(on)) {
		walkMenu(gf, event);
		return;
	}
	const for_button = on.localName === 'button' && /^(Enter| |Arrow.*|Home)$/.test(key);
	if (event.defaultPrevented || event.altKey || ctrl !== /^z$/i.test(key) || on.localName === 'input' || for_button)
		return;
	const same = { z: 'u', Z: 'U', ' ': 'Enter', ContextMenu: 'm' }[key] || key, find = (actions) => actions.find(([one]) => one === same);
	const action = find(ACTIONS), frame_action = target && find(FRAME_ACTIONS);
	if (key.startsWith('Arrow')) {
		setCursor(gf, neighbour(gf, cursor, key), true);
	} else if (same === 'Enter') {
		openItem(gf, cursor, 0);
	} else if (target && (same === 'm' || (key === 'F10' && event.shiftKey))) {
		const { left, width, bottom } = boxOf(elementOf(gf, cursor));
		openMenu(gf, target, left + Math.min(40, width / 2), bottom, elementOf(gf, cursor));
	} else if (frame_action && applies(gf, target, frame_action[3])) {
		frame_action[2](gf, target);
	} else if (action) {
		action[2](gf);
	} else {
		return;
	}
	event.preventDefault();
}
