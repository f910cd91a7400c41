/* Keyboard: what each key does, in one table that bar, menu and help are made from, too. */

function flip(key) {
	return () => changeView({ [key]: !gf.view[key] });
}

/* [key, what it does, how, the text of its button] */
const ACTIONS = [
	['r', 'reset: show everything again', resetView, 'Reset'],
	['u', 'undo', () => stepView(gf.undo, gf.redo), '\u21b6'],
	['U', 'redo', () => stepView(gf.redo, gf.undo), '\u21b7'],
	['Backspace', 'zoom out', zoomOut],
	['Escape', 'close, clear the search, or undo', goBack],
	['Home', 'to the zoomed frame', () => setCursor(zoomedItem(), true)],
	['/', 'search', () => ui.query.select()],
	['N', 'match before', () => stepMatch(-1), '\u2039'],
	['n', 'next match', () => stepMatch(1), '\u203a'],
	['o', 'order by name, width, time', nextOrder],
	['i', 'icicle or flame', flip('inverted'), 'icicle'],
	['l', 'leaves first: which kernel, over all callers', () => toggleMode('leaf'), 'leaves first'],
	['e', 'fold template arguments where room is short', flip('fold'), 'f<\u2026>'],
	['t', 'top table: self, total, count', () => changeView({ table: gf.view.table ? '' : 'self' }), 'table'],
	['+', 'stretch around the frame', () => stretchView(2)],
	['-', 'shrink', () => stretchView(0.5)],
	['[', 'move left', () => slideView(-0.25)],
	[']', 'move right', () => slideView(0.25)],
	['d', 'light or dark', toggleTheme, '\u25d0'],
	['?', 'these keys', toggleHelp, '?'],
];

/* The same for one frame, and for which frames. */
const FRAME_ACTIONS = [
	['Enter', 'zoom in', openItem],
	['s', 'sandwich: callers above, callees below', ({ name }) => toggleMode('sandwich', nameKey(gf.names[name])), 'inner'],
	['f', 'focus: only stacks through this', (item) => listName(item, 'only', 'hide'), 'inner'],
	['h', 'hide frames of this name', (item) => listName(item, 'hide', 'only'), 'inner'],
	['', 'find all of this name', highlightName],
	['c', 'copy the name', copyName],
	['C', 'copy the stack', copyStack],
	['', 'open its link', ({ name }) => window.open(gf.links[name], '_blank', 'noopener'), 'link'],
];

function nextOrder() {
	const { order } = WORDS;
	changeView({ order: order[(order.indexOf(gf.view.order) + 1) % order.length] });
}

function toggleTheme() {
	const { dataset } = gf.svg, dark = matchMedia('(prefers-color-scheme: dark)').matches;
	dataset.theme = (dataset.theme || (dark && 'dark')) === 'dark' ? 'light' : 'dark';
}

function goBack() {
	if (!ui.help.hidden)
		toggleHelp();
	else if (gf.view.query)
		changeView({ query: '' });
	else
		stepView(gf.undo, gf.redo);
}

/* The item that keys act on; go: show it, and focus it unless a search is being typed. */
function setCursor(item, go) {
	const old = gf.cursor?.element, element = elementOf(item), seen = go || old?.matches('.gf-at');
	old?.removeAttribute('tabindex');
	old?.classList.remove('gf-at');
	gf.cursor = item;
	setAttributes(element, { tabindex: 0, 'aria-label': spokenFigures(item), 'aria-level': item.row + 1 });
	if (seen) {
		element.classList.add('gf-at');
		gf.layer.appendChild(element); /* above its neighbours, so that its whole outline shows */
	}
	if (!go)
		return;
	if (document.activeElement !== ui.query)
		focusCursor();
	const box = boxOf(element), low = window.innerHeight - ui.foot.offsetHeight;
	window.scrollBy(0, Math.min(0, box.top - gf.head_height) || Math.max(0, box.bottom - low));
	showDetails(item);
}

function focusCursor() {
	elementOf(gf.cursor).focus({ preventScroll: true });
}

function zoomedItem() {
	const part = activePart();
	return itemOf(part, part.zoom) || itemOf(gf.parts[1], 0);
}

/* After drawing anew: on the same frame where it is drawn, or on the zoomed one. */
function restoreCursor(focus) {
	const old = gf.cursor, there = gf.parts[old?.part];
	const same = there && there.tree === old.tree && !old.more && itemOf(there, old.node);
	setCursor(same || zoomedItem(), focus);
}

/* In the row of `from`, or the widest that touches it in the row above or below. */
function neighbour(from, key) {
	const by = /Left|Up/.test(key) ? -1 : 1, sideways = /Left|Right/.test(key);
	const row = itemsAt(from.y + (sideways ? 0.5 : by + 0.5) * opt.frameHeight);
	const overlap = ({ x, w }) => Math.min(x + w, from.x + from.w) - Math.max(x, from.x);
	const touching = row.filter((item) => overlap(item) >= 0).sort((a, b) => overlap(b) - overlap(a));
	return (sideways ? row[row.indexOf(from) + by] : touching[0]) || from;
}

function onKey(event) {
	const { key, target: on } = event, { cursor } = gf, ctrl = event.ctrlKey || event.metaKey;
	if (ui.menu.contains(on)) {
		walkMenu(event);
		return;
	}
	const for_button = on.localName === 'button' && /^(Enter| |Arrow.*|Home)$/.test(key);
	if (event.defaultPrevented || event.altKey || ctrl !== /^z$/i.test(key) || on.localName === 'input' || for_button)
		return;
	const same = { z: 'u', Z: 'U', ' ': 'Enter', ContextMenu: 'm' }[key] || key, find = (actions) => actions.find(([one]) => one === same);
	const action = find(actionsOn(cursor)) || find(ACTIONS);
	if (key.startsWith('Arrow')) {
		setCursor(neighbour(cursor, key), true);
	} else if (same === 'Enter') {
		openItem(cursor);
	} else if (same === 'm' || (key === 'F10' && event.shiftKey)) {
		const { left, width, bottom } = boxOf(elementOf(cursor));
		openMenu(cursor, left + Math.min(40, width / 2), bottom);
	} else if (action) {
		action[2](cursor);
	} else {
		return;
	}
	event.preventDefault();
}
