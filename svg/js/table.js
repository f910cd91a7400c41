/* The top table: each name once. */
import { showValue, shareOfAll } from './details.js';
import { hasFocus, html, makeButton } from './dom.js';
import { highlightName } from './frame_actions.js';
import { fitName, newRuler } from './label.js';
import { labelOfName } from './picture.js';
import { groupDigits } from './text.js';
import { topOfNames } from './tree.js';

const ROWS_SHOWN = 200;

/* The sort key and text of each column. */
function tableColumns(picture) {
	const { base: { ops, before }, rank } = picture;
	const show = (value) => showValue(picture, value);
	const changeOf = (row) => (row.before === 0 ? 'new' : row.total === 0 ? 'gone' :
		show(row.total - row.before));
	return [
		['self', (row) => row.self, (row) => show(row.self)],
		['total', (row) => row.total, (row) => show(row.total)],
		ops && ['ops', (row) => row.ops, (row) => groupDigits(row.ops)],
		before && ['change', (row) => Math.abs(row.total - row.before), changeOf],
		['name', (row) => -rank[row.name]],
	].filter(Boolean);
}

/* The rows, sorted by column `by`, largest first. */
function tableRows({ base, rank }, tree, columns, by) {
	const [, value] = columns.find(([column]) => column === by) || columns[0];
	const rows = topOfNames(tree).filter((row) => row.name !== base.name[0] || row.self > 0);
	return rows.sort((a, b) => value(b) - value(a) || rank[a.name] - rank[b.name]);
}

export class Table {
	#app;
	#place;
	#columns;
	#ruler;
	#key = '';
	#tree = null;

	constructor(app, place) {
		this.#app = app;
		this.#place = place;
		this.#columns = tableColumns(app.picture);
		this.#ruler = newRuler(place);
	}

	/* page_width: names are truncated anew when it changes */
	update({ view, parts, search: { hit } }, page_width) {
		const { table: by, fold, find, same_case } = view;
		const { tree } = parts.at(-1), place = this.#place;
		const key = [by, find, same_case, fold, page_width].join('\n');
		if (!by || (this.#key === key && this.#tree === tree))
			return;
		const focused = hasFocus(place) && document.activeElement.title;
		this.#key = key;
		this.#tree = tree;
		this.#fill(tableRows(this.#app.picture, tree, this.#columns, by), by, hit, fold);
		for (const button of place.querySelectorAll('button')) {
			if (button.title === focused)
				button.focus();
		}
	}

	#fill(rows, by, hit, fold) {
		const top = rows.length > ROWS_SHOWN ? 'top ' + ROWS_SHOWN + ' of ' : '';
		this.#place.replaceChildren();
		const table = html(this.#place, 'table'), head = html(html(table, 'thead'), 'tr');
		const body = html(table, 'tbody');
		html(table, 'caption', top + groupDigits(rows.length) + ' names');
		for (const [column] of this.#columns)
			this.#addHead(head, column, by);
		const buttons = rows.slice(0, ROWS_SHOWN).map((row) =>
			[this.#addRow(html(body, hit?.[row.name] ? 'tr.gf-hit' : 'tr'), row),
				labelOfName(this.#app.picture, row.name, fold) || 'no name']);
		const room = buttons[0]?.[0].parentNode.clientWidth - 16;
		for (const [button, name] of buttons)
			button.textContent = fitName(name, room, this.#ruler);
	}

	#addHead(head, column, by) {
		const sorted = by === column ? 'descending' : 'none';
		const label = column === 'ops' ? 'count' : column;
		const cell = html(head, 'th', '', { scope: 'col', 'aria-sort': sorted });
		const sort = () => this.#app.change({ table: column }, true);
		makeButton(cell, label, 'sort by ' + label, sort);
	}

	/* Its button gets its text once the width of all rows is known. */
	#addRow(line, row) {
		const { picture } = this.#app, title = shareOfAll(picture, row.total) + ' of all';
		for (const [, , text] of this.#columns.slice(0, -1))
			html(line, 'td', text(row), { title });
		const name = picture.shownNameOf(row.name) || 'no name';
		const highlight = () => highlightName(this.#app, row);
		return makeButton(html(line, 'td.gf-name'), '', name, highlight);
	}
}
