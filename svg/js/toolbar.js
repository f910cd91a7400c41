/* The bar above the picture. */

function keyName(key) {
	return /^[A-Z]$/.test(key) ? 'Shift+' + key : key;
}

/* Buttons for the actions of these keys, in one group. */
function addGroup(label, keys, place = html(ui.bar, 'span.gf-group', '', { role: 'group', 'aria-label': label })) {
	for (const [key, what, run, text] of ACTIONS) {
		if (keys.includes(key))
			ui[key] = makeButton(place, text, `${what} (${keyName(key)})`, () => run());
	}
	return place;
}

function makeToolbar() {
	ui.bar = html(ui.head, 'div.gf-bar', '', { role: 'toolbar', 'aria-label': 'Flame graph' });
	addGroup('View', 'ruU');
	const place = addGroup('Order', '');
	for (const order of WORDS.order)
		ui[order] = makeButton(place, order, `order by ${order} (o)`, () => changeView({ order }));
	addGroup('Shape', 'ilet');
	makeSearch();
	addGroup('Help', 'd?');
	const second = html(ui.head, 'div.gf-second');
	makeLegend(second);
	ui.chips = html(second, 'div.gf-chips');
}

function makeSearch() {
	const box = html(ui.bar, 'span.gf-group gf-search', '', { role: 'search' });
	const query = ui.query = html(box, 'input', '', { type: 'search', placeholder: 'search (regex)', title: 'search (/)',
		'aria-label': 'Search names by regular expression', spellcheck: 'false' });
	let timer = 0;
	const run = () => {
		clearTimeout(timer);
		changeView({ query: query.value }, 'typing');
	};
	on(query, 'focus', () => { gf.group = null; });
	on(query, 'input', () => {
		clearTimeout(timer);
		timer = setTimeout(run, 120);
	});
	on(query, 'keydown', ({ key, shiftKey }) => {
		if (key === 'Escape') {
			query.value = '';
			run();
			elementOf(gf.cursor).focus();
		} else if (key === 'Enter') {
			run();
			stepMatch(shiftKey ? -1 : 1);
		}
	});
	ui.same_case = makeButton(box, 'Aa', 'upper and lower case differ', () => changeView({ same_case: !gf.view.same_case }));
	addGroup('', 'nN', box);
	ui.found = html(box, 'span.gf-found', '', { role: 'status', 'aria-live': 'polite' });
}

/* The kinds that occur, as the file's own legend has them. */
function makeLegend(second) {
	const place = html(second, 'div.gf-kinds', '', { role: 'group', 'aria-label': 'Kinds of frames' });
	ui.kinds = new Map();
	for (const key of gf.svg.querySelectorAll('.gf-key')) {
		const { textContent: text, dataset: { kind } } = key, toggle = () => changeView({ kind: gf.view.kind === kind ? '' : kind });
		const item = kind ? makeButton(place, '', 'highlight ' + text, toggle) : html(place, 'span.gf-plain');
		const swatch = svgElement(item, 'svg', { class: key.getAttribute('class'), width: 14, height: 14 });
		setAttributes(swatch.appendChild(key.querySelector('rect').cloneNode()), { x: 1, y: 1, width: 12, height: 12 });
		html(item, 'span', text);
		if (kind)
			ui.kinds.set(kind, item);
	}
}

/* What is left out or turned over, each with a way back. */
function updateChips() {
	const { view } = gf, { chips } = ui, { from, to } = activePart();
	chips.replaceChildren();
	const chip = (text, change) => {
		makeButton(chips, text + ' \u2715', 'no longer ' + text, () => changeView(change)).className = 'gf-chip';
	};
	for (const [key, what] of [['hide', 'hidden: '], ['only', 'only through ']])
		view[key].forEach((name) => chip(what + shownName(name, 60), { [key]: view[key].filter((one) => one !== name) }));
	if (view.mode === 'sandwich')
		chip('sandwich of ' + shownName(view.frame, 60), { ...WHOLE, mode: 'tree', frame: '' });
	if (to - from < 1)
		chip('part: ' + formatPercent(to - from, 1), { from: 0, to: 1 });
	if (gf.parts.some(({ tree }) => tree.cut))
		html(chips, 'span.gf-chip', 'too deep to merge whole: the outermost callers are left out');
}

function updateToolbar() {
	const { view } = gf, press = (button, on) => button.setAttribute('aria-pressed', Boolean(on));
	WORDS.order.forEach((order) => press(ui[order], view.order === order));
	press(ui.i, view.inverted);
	press(ui.l, view.mode === 'leaf');
	press(ui.e, view.fold);
	press(ui.t, view.table);
	press(ui.same_case, view.same_case);
	ui.kinds.forEach((button, kind) => press(button, view.kind === kind));
	ui.u.disabled = gf.undo.length === 0;
	ui.U.disabled = gf.redo.length === 0;
	ui.n.disabled = ui.N.disabled = !gf.hit;
	ui.found.textContent = ui.found.title = gf.hit ? searchFigures() : gf.error;
	ui.query.setAttribute('aria-invalid', gf.error !== '');
	if (ui.query !== document.activeElement)
		ui.query.value = view.query;
}
