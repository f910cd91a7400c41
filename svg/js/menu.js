/* What can be done with one frame, and the list of keys. */

function copyText(gf, text, what) {
	const tell = (words) => { gf.ui.status.textContent = words; };
	const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject();
	copied.then(() => tell('copied ' + what), () => tell('this page may not copy'));
}

/* Control characters are spelled out: what is copied may be pasted into a terminal. */
function copyName(gf, target) {
	copyText(gf, visibleName(gf.names[target.name]), 'the name');
}

function copyStack(gf, { tree, node }) {
	const names = [];
	for (; node > 0; node = tree.parent[node])
		names.push(visibleName(gf.names[tree.name[node]]));
	copyText(gf, names.reverse().join(';'), 'the stack');
}

/* Put a name on the list `key` of the view, and off the other one. */
function listName(gf, target, key, other) {
	const name = nameKey(gf.names[target.name]);
	if (!gf.view[key].includes(name))
		changeView(gf, { [key]: gf.view[key].concat(name), [other]: gf.view[other].filter((one) => one !== name) });
}

function toggleMode(gf, mode, frame = '') {
	const off = gf.view.mode === mode && gf.view.frame === frame;
	changeView(gf, { ...WHOLE, mode: off ? 'tree' : mode, frame: off ? '' : frame });
}

/* What actions on frames act on. */
function targetOf(item) {
	return item && !item.more ? { ...item, item, name: item.tree.name[item.node] } : null;
}

/* Whether an action makes sense here: not all do for the root or without a link. */
function applies(gf, { name }, where) {
	return where === 'link' ? gf.links[name] : where !== 'inner' || name !== gf.base.name[0];
}

function openMenu(gf, target, x, y, opener) {
	const { menu } = gf.ui;
	setShown(gf.ui.tip, false);
	menu.replaceChildren();
	html(menu, 'div.gf-name', cutMiddle(shownNameOf(gf, target.name), 80));
	for (const [key, what, run] of FRAME_ACTIONS.filter((action) => applies(gf, target, action[3]))) {
		const button = html(menu, 'button', '', { type: 'button', role: 'menuitem', tabindex: -1 });
		html(button, 'span', what);
		html(button, 'kbd', keyName(key));
		button.addEventListener('click', () => {
			closeMenu(gf);
			run(gf, target);
		});
	}
	gf.menu_opener = opener;
	setShown(menu, true);
	placeAt(gf, menu, x, y, 2);
	menu.querySelector('button').focus();
}

function closeMenu(gf) {
	if (isShown(gf.ui.menu))
		gf.menu_opener.focus({ preventScroll: true });
	setShown(gf.ui.menu, false);
}

function walkMenu(gf, event) {
	const items = Array.from(gf.ui.menu.querySelectorAll('button')), at = items.indexOf(document.activeElement);
	const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1, Home: -at, End: -at - 1 }[event.key];
	if (event.key === 'Escape')
		closeMenu(gf);
	if (step === undefined)
		return;
	event.preventDefault();
	items[(at + step + items.length) % items.length].focus();
}

function makeHelp(gf) {
	const { help } = gf.ui, list = html(help, 'table');
	html(list, 'caption', 'Keys');
	const actions = [['Arrows', 'walk from frame to frame'], ['m', 'menu of the frame'], ...FRAME_ACTIONS, ...ACTIONS];
	for (const [key, what] of actions.filter(([one]) => one)) {
		const line = html(list, 'tr');
		html(html(line, 'th'), 'kbd', keyName(key));
		html(line, 'td', what);
	}
	html(help, 'p', 'Mouse: click zooms, the right button opens a menu, Ctrl and wheel stretch. Touch: tap, hold, pinch.');
	gf.ui.help_close = makeButton(help, 'Close', 'close (Escape)', () => toggleHelp(gf));
}

function toggleHelp(gf) {
	const open = !isShown(gf.ui.help);
	gf.help_opener = open ? document.activeElement || gf.svg : gf.help_opener;
	setShown(gf.ui.help, open);
	(open ? gf.ui.help_close : gf.help_opener).focus();
}
