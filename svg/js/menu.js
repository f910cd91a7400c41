/* What can be done with one frame, and the list of keys. */

/* Control characters are spelled out: what is copied may be pasted into a terminal. */
function copyNames(names, what) {
	const tell = (words) => { ui.status.textContent = words; };
	const copied = navigator.clipboard?.writeText(names.map(visibleName).join(';')) || Promise.reject();
	copied.then(() => tell('copied ' + what), () => tell('this page may not copy'));
}

function copyName({ name }) {
	copyNames([gf.names[name]], 'the name');
}

/* From the outermost frame in, also where callers stand above what they call. */
function copyStack({ tree, node, part }) {
	const names = [], { mode } = gf.view;
	for (; node > 0; node = tree.parent[node])
		names.push(gf.names[tree.name[node]]);
	if (mode === 'sandwich')
		names.push(gf.names[tree.name[0]]);
	copyNames(mode === 'leaf' || part < gf.parts.length - 1 ? names : names.reverse(), 'the stack');
}

/* Put a name on the list `key` of the view, and off the other one. */
function listName(item, key, other) {
	const name = nameKey(gf.names[item.name]), { [key]: list, [other]: rest } = gf.view;
	if (!list.includes(name))
		changeView({ [key]: list.concat(name), [other]: rest.filter((one) => one !== name) });
}

function toggleMode(mode, frame = '') {
	const off = gf.view.mode === mode && gf.view.frame === frame;
	changeView({ ...WHOLE, mode: off ? 'tree' : mode, frame: off ? '' : frame });
}

/* The actions that make sense for this item: not all do for the root, or without a link. */
function actionsOn({ more, name }) {
	return more ? [] : FRAME_ACTIONS.filter(([,,, where]) =>
		(where === 'link' ? gf.links[name] : where !== 'inner' || name !== gf.base.name[0]));
}

/* Whether there was one to open. */
function openMenu(item, x, y) {
	const { menu } = ui, actions = actionsOn(item);
	if (actions.length === 0)
		return false;
	setCursor(item, true);
	ui.tip.hidden = true;
	menu.replaceChildren();
	html(menu, 'div.gf-name', cutMiddle(nameOfItem(item), 80));
	for (const [key, what, run] of actions) {
		const button = html(menu, 'button', '', { type: 'button', role: 'menuitem', tabindex: -1 });
		html(button, 'span', what);
		html(button, 'kbd', keyName(key));
		on(button, 'click', () => {
			closeMenu();
			run(item);
		});
	}
	menu.hidden = false;
	placeAt(menu, x, y, 2);
	menu.querySelector('button').focus();
	return true;
}

function closeMenu() {
	ui.menu.hidden = true;
	focusCursor();
}

function walkMenu(event) {
	const items = [...ui.menu.querySelectorAll('button')], at = items.indexOf(document.activeElement);
	const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1, Home: -at, End: -at - 1 }[event.key];
	if (event.key === 'Escape')
		closeMenu();
	if (step === undefined)
		return;
	event.preventDefault();
	items[(at + step + items.length) % items.length].focus();
}

function makeHelp() {
	const { help } = ui, list = html(help, 'table');
	html(list, 'caption', 'Keys');
	const actions = [['Arrows', 'walk from frame to frame'], ['m', 'menu of the frame'], ...FRAME_ACTIONS, ...ACTIONS];
	for (const [key, what] of actions.filter(([one]) => one)) {
		const line = html(list, 'tr');
		html(html(line, 'th'), 'kbd', keyName(key));
		html(line, 'td', what);
	}
	html(help, 'p', 'Mouse: click zooms, the right button opens a menu, Ctrl and wheel stretch. Touch: tap, hold, pinch.');
	ui.help_close = makeButton(help, 'Close', 'close (Escape)', toggleHelp);
}

function toggleHelp() {
	const open = ui.help.hidden;
	if (open)
		gf.help_opener = document.activeElement || gf.svg;
	ui.help.hidden = !open;
	(open ? ui.help_close : gf.help_opener).focus();
}
