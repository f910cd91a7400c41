/* What the top table has: its columns, its rows in order, and both as text. */
import { shareOfAll, showValue } from './details.js';
import { groupDigits, visibleName } from './text.js';
import { topOfNames } from './tree.js';

/*
 * Of a column: `value(row)`, by which rows are sorted, the largest first (else labels are); the
 * `text` of a cell; what is copied (`raw`, else the text), and its unit.
 */
export function tableColumns(picture) {
	const { base: { ops, before }, kinds, kindLabels, names, decimals } = picture;
	const { factor, countname } = picture.options, unit = countname || 'ns';
	const show = (value) => showValue(picture, value);
	const amount = (key, value, text = (row) => show(value(row))) => ({ key, value, text, unit,
		raw: (row) => value(row) * factor / Math.pow(10, decimals) });
	const kindOf = ({ name }) => kindLabels[kinds[name]] || 'range';
	const kind_order = Object.values(kindLabels).concat('range').sort();
	const changeOf = (row) => (row.before === 0 ? 'new' : row.total === 0 ? 'gone' :
		(row.total > row.before ? '+' : '') + show(row.total - row.before));
	return [
		amount('self', (row) => row.self, (row) => (row.self > 0 ? show(row.self) : '')),
		amount('total', (row) => row.total),
		{ key: 'share', value: (row) => row.total,
			text: (row) => shareOfAll(picture, row.total) },
		ops && { key: 'ops', value: (row) => row.ops,
			text: (row) => (row.ops > 0 ? groupDigits(row.ops, 1) : ''),
			raw: (row) => row.ops },
		ops && amount('mean', (row) => row.total / (row.ops || Infinity),
			(row) => (row.ops > 0 ? show(row.total / row.ops) : '')),
		before && { ...amount('change', (row) => row.total - row.before, changeOf),
			value: (row) => Math.abs(row.total - row.before) },
		kinds && { key: 'kind', text: kindOf,
			value: (row) => -kind_order.indexOf(kindOf(row)) },
		{ key: 'name', text: ({ name }) => visibleName(names[name]) },
	].filter(Boolean);
}

export function columnLabel({ key }) {
	return key === 'ops' ? 'count' : key;
}

/* "-self": by that column, the other way round; any other that there is not is the first. */
export function sortOrder(columns, by) {
	const backwards = by[0] === '-', key = by.slice(backwards);
	return { column: columns.find((one) => one.key === key) || columns[0], backwards };
}

/* place: of each name, by its label */
export function tableRows({ base }, tree, { column, backwards }, place) {
	const sign = backwards ? -1 : 1, value = column.value || ((row) => -place[row.name]);
	const rows = topOfNames(tree).filter((row) => row.name !== base.name[0] || row.self > 0);
	return rows.sort((a, b) => sign * (value(b) - value(a)) || b.total - a.total ||
		place[a.name] - place[b.name]);
}

/* The place of each name among all, by label. */
export function placesOfLabels({ names, labels }, readable) {
	const labelOf = (id) => readable && labels?.[id] || names[id];
	const place = new Uint32Array(names.length), sorted = place.map((_, id) => id);
	sorted.sort((a, b) => (labelOf(a) < labelOf(b) ? -1 : 1));
	sorted.forEach((id, at) => { place[id] = at; });
	return place;
}

/* For a spreadsheet: plain numbers and full names. */
export function rowsAsText(columns, rows) {
	const head = columns.map((column) =>
		columnLabel(column) + (column.unit ? ` (${column.unit})` : ''));
	const lines = rows.map((row) => columns.map(({ raw, text }) => (raw || text)(row)));
	return [head, ...lines].map((line) => line.join('\t') + '\n').join('');
}
