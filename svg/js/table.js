/* The top table: each name once. */
const ROWS_SHOWN = 200;

/* What a row is sorted by, and its text. */
function tableColumns() {
	const { ops, before } = gf.base;
	return [
		['self', (row) => row.self, (row) => showValue(row.self)],
		['total', (row) => row.total, (row) => showValue(row.total)],
		ops && ['ops', (row) => row.ops, (row) => groupDigits(row.ops)],
		before && ['change', (row) => Math.abs(row.total - row.before),
			(row) => (row.before === 0 ? 'new' : row.total === 0 ? 'gone' : showValue(row.total - row.before))],
		['name', (row) => -gf.rank[row.name]],
	].filter(Boolean);
}

function updateTable() {
	const { view: { table: by, fold }, hit, rank } = gf, place = ui.table, { tree } = gf.parts.at(-1);
	const key = [by, gf.searched, fold, gf.page_width].join('\n'), columns = tableColumns();
	if (!by || (gf.table_key === key && gf.table_tree === tree))
		return;
	Object.assign(gf, { table_key: key, table_tree: tree });
	const focused = hasFocus(place) && document.activeElement.title;
	const rows = topOfNames(tree).filter((row) => row.name !== gf.base.name[0] || row.self > 0);
	const [, value] = columns.find(([column]) => column === by) || columns[0];
	rows.sort((a, b) => value(b) - value(a) || rank[a.name] - rank[b.name]);
	place.replaceChildren();
	const table = html(place, 'table'), head = html(html(table, 'thead'), 'tr'), body = html(table, 'tbody'), buttons = [];
	html(table, 'caption', (rows.length > ROWS_SHOWN ? 'top ' + ROWS_SHOWN + ' of ' : '') + groupDigits(rows.length) + ' names');
	for (const [column] of columns) {
		const cell = html(head, 'th', '', { scope: 'col', 'aria-sort': by === column ? 'descending' : 'none' });
		const label = column === 'ops' ? 'count' : column;
		makeButton(cell, label, 'sort by ' + label, () => changeView({ table: column }, true));
	}
	for (const row of rows.slice(0, ROWS_SHOWN)) {
		const line = html(body, hit?.[row.name] ? 'tr.gf-hit' : 'tr');
		columns.slice(0, -1).forEach(([, , text]) => html(line, 'td', text(row), { title: shareOfAll(row.total) + ' of all' }));
		buttons.push(makeButton(html(line, 'td.gf-name'), '', shownNameOf(row.name) || 'no name', () => highlightName(row)));
	}
	const room = buttons[0]?.parentNode.clientWidth - 16;
	for (const button of buttons)
		button.textContent = fitLabel(fold ? foldTemplates(button.title) : button.title, room, gf.table_ruler);
	place.querySelectorAll('button').forEach((one) => one.title === focused && one.focus());
}

/* Search for exactly this name; once more: no longer. */
function highlightName({ name: id }) {
	const name = gf.names[id], text = name.slice(0, SEARCH_NAME_MAX).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	const query = '^' + text + (name.length > SEARCH_NAME_MAX ? '' : '$');
	const on = gf.view.query !== query;
	changeView({ query: on ? query : '', same_case: on });
}
