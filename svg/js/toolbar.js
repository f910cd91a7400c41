/* The bar above the picture. */

function keyName(key) {
	return /^[A-Z]$/.test(key) ? 'Shift+' + key : key;
}

/* Buttons for the actions of these keys, in one group. */
function addGroup(gf, label, keys, place = html(gf.ui.bar, 'span.gf-group', '', { role: 'group', 'aria-label': label })) {
	for (const [key, what, run, text] of ACTIONS) {
		if (keys.includes(key))
			gf.ui[key] = makeButton(place, text, what + ' (' + keyName(key) + ')', () => run(gf));
	}
	return place;
}

function makeToolbar(gf) {
	const { ui } = gf;
	ui.bar = html(ui.head, 'div.gf-bar', '', { role: 'toolbar', 'aria-label': 'Flame graph' });
	ui.orders = ['name', 'width', 'time'].filter((order) => order !== 'time' || gf.base.place || gf.opt.order === order);
	addGroup(gf, 'View', 'ruU');
	const place = addGroup(gf, 'Order', '');
	for (const order of ui.orders)
		ui[order] = makeButton(place, order, 'order by ' + order + ' (o)', () => changeView(gf, { order }));
	addGroup(gf, 'Shape', 'ilet');
	makeSearch(gf);
	addGroup(gf, 'Help', 'd?');
	const second = html(ui.head, 'div.gf-second');
	makeLegend(gf, second);
	ui.chips = html(second, 'div.gf-chips');
}

function makeSearch(gf) {
	const { ui } = gf, box = html(ui.bar, 'span.gf-group gf-search', '', { role: 'search' });
	const query = ui.query = html(box, 'input', '', { type: 'search', placeholder: 'search (regex)', title: 'search (/)',
		'aria-label': 'Search names by regular expression', spellcheck: 'false' });
	let timer = 0;
	const run = () => {
		clearTimeout(timer);
		changeView(gf, { query: query.value }, true);
	};
	query.addEventListener('input', () => {
		clearTimeout(timer);
		timer = setTimeout(run, 120);
	});
	query.addEventListener('keydown', ({ key, shiftKey }) => {
		query.value = key === 'Escape' ? '' : query.value;
		if (key === 'Escape' || key === 'Enter')
			run();
		if (key === 'Escape')
			elementOf(gf, gf.cursor).focus();
		else if (key === 'Enter')
			stepMatch(gf, shiftKey ? -1 : 1);
	});
	ui.same_case = makeButton(box, 'Aa', 'upper and lower case differ', () => changeView(gf, { same_case: !gf.view.same_case }));
	addGroup(gf, '', 'nN', box);
	ui.found = html(box, 'span.gf-found', '', { role: 'status', 'aria-live': 'polite' });
}

/* The kinds that occur, as the file's own legend has them. */
function makeLegend(gf, second) {
	const place = html(second, 'div.gf-kinds', '', { role: 'group', 'aria-label': 'Kinds of frames' });
	gf.ui.kinds = new Map();
	for (const key of gf.svg.querySelectorAll('.gf-key')) {
		const kind = key.getAttribute('data-kind'), text = key.textContent, toggle = () => changeView(gf, { kind: gf.view.kind === kind ? '' : kind });
		const item = kind ? makeButton(place, '', 'highlight ' + text, toggle) : html(place, 'span.gf-plain');
		html(item, 'i.gf-swatch').style.background = 'var(--gf-' + key.getAttribute('class').slice(-2) + ')';
		html(item, 'span', text);
		if (kind)
			gf.ui.kinds.set(kind, item);
	}
}

/* What is left out or turned over, each with a way back. */
function updateChips(gf) {
	const { view, ui: { chips } } = gf;
	chips.replaceChildren();
	const chip = (text, change) => {
		makeButton(chips, text + ' \u2715', 'no longer ' + text, () => changeView(gf, change)).className = 'gf-chip';
	};
	for (const [key, what] of [['hide', 'hidden: '], ['only', 'only through ']])
		view[key].forEach((name) => chip(what + shownName(name, 60), { [key]: view[key].filter((one) => one !== name) }));
	if (view.mode === 'sandwich')
		chip('sandwich of ' + shownName(view.frame, 60), { ...WHOLE, mode: 'tree', frame: '' });
	if (view.to - view.from < 1)
		chip('part: ' + formatPercent(view.to - view.from, 1), { from: 0, to: 1 });
	if (gf.parts.some(({ tree }) => tree.cut))
		html(chips, 'span.gf-chip', 'too deep to merge whole: the outermost callers are left out');
}

function updateToolbar(gf) {
	const { ui, view } = gf, press = (button, on) => button.setAttribute('aria-pressed', Boolean(on));
	ui.orders.forEach((order) => press(ui[order], view.order === order));
	press(ui.i, view.inverted);
	press(ui.l, view.mode === 'leaf');
	press(ui.e, view.fold);
	press(ui.t, view.table);
	press(ui.same_case, view.same_case);
	ui.kinds.forEach((button, kind) => press(button, view.kind === kind));
	ui.u.disabled = gf.undo.length === 0;
	ui.U.disabled = gf.redo.length === 0;
	ui.n.disabled = ui.N.disabled = !gf.hit;
	ui.found.textContent = ui.found.title = gf.hit ? searchFigures(gf) : gf.search_error;
	ui.query.setAttribute('aria-invalid', gf.search_error !== '');
	if (ui.query !== document.activeElement)
		ui.query.value = view.query;
}
