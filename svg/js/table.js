/* The top table: each name once. */
const ROWS_SHOWN = 200;

/* What a row is sorted by, and its text. */
function tableColumns(gf) {
	const show = (value) => showValue(gf, value), { ops, before } = gf.base;
	return [
		['self', (row) => row.self, (row) => show(row.self)],
		['total', (row) => row.total, (row) => show(row.total)],
		ops && ['ops', (row) => row.ops, (row) => groupDigits(row.ops)],
		before && ['change', (row) => Math.abs(row.total - row.before),
			(row) => (row.before === 0 ? 'new' : row.total === 0 ? 'gone' : show(row.total - row.before))],
		['name', (row) => -gf.rank()[row.name]],
	].filter(Boolean);
}

function updateTable(gf) {
	const { ui: { table: place }, view: { table: by, fold } } = gf, { tree } = gf.parts[gf.parts.length - 1];
	const key = [by, gf.searched, fold].join('\n'), active = document.activeElement;
	const focused = place.contains(active) && active.title, columns = tableColumns(gf);
	if (!by || (gf.table_key === key && gf.table_tree === tree))
		return;
	gf.table_key = key;
	gf.table_tree = tree;
	place.replaceChildren();
	const rows = topOfNames(tree).filter((row) => row.name !== gf.base.name[0] || row.self > 0);
	const [, value] = columns.find(([column]) => column === by) || columns[0], { rank } = gf;
	rows.sort((a, b) => value(b) - value(a) || rank()[a.name] - rank()[b.name]);
	const table = html(place, 'table'), head = html(html(table, 'thead'), 'tr'), body = html(table, 'tbody');
	html(table, 'caption', (rows.length > ROWS_SHOWN ? 'top ' + ROWS_SHOWN + ' of ' : '') + groupDigits(rows.length) + ' names');
	for (const [column] of columns) {
		const cell = html(head, 'th', '', { scope: 'col', 'aria-sort': by === column ? 'descending' : 'none' });
		const label = column === 'ops' ? 'count' : column;
		makeButton(cell, label, 'sort by ' + label, () => changeView(gf, { table: column }, true));
	}
	for (const row of rows.slice(0, ROWS_SHOWN)) {
		const line = html(body, gf.hit && gf.hit[row.name] ? 'tr.gf-hit' : 'tr'), name = shownNameOf(gf, row.name);
		const room = gf.room < gf.page_width ? 250 : gf.page_width - 250;
		columns.slice(0, -1).forEach(([, , text]) => html(line, 'td', text(row), { title: shareOfAll(gf, row.total) + ' of all' }));
		makeButton(html(line, 'td.gf-name'), fitLabel(fold ? foldTemplates(name) : name, room, gf.ruler), name,
			() => highlightName(gf, row));
	}
	place.querySelectorAll('button').forEach((one) => one.title === focused && one.focus());
}

/* Search for exactly this name; once more: no longer. */
function highlightName(gf, target) {
	const name = gf.names[target.name], text = name.slice(0, SEARCH_NAME_MAX).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	const query = '^' + text + (name.length > SEARCH_NAME_MAX ? '' : '$');
	changeView(gf, { query: gf.view.query === query ? '' : query, same_case: true });
}
