/* The top table: each name once, by self, total or count; a row highlights its frames. */
const ROWS_SHOWN = 200;

function toggleTable(gf) {
  changeView(gf, { table: gf.view.table ? '' : 'self' });
}

function tableColumns(gf) {
  const columns = [['self', 'self'], ['total', 'total']];
  if (gf.base.ops)
    columns.push(['ops', 'count']);
  if (gf.base.before)
    columns.push(['change', 'change']);
  return columns.concat([['name', 'name']]);
}

function rowValue(gf, row, column) {
  return column === 'change' ? Math.abs(row.total - row.before) : column === 'name' ? -gf.rank[row.name] : row[column];
}

function rowText(gf, row, column) {
  const show = (value) => formatValue(value * gf.opt.factor, gf.opt.unit, gf.decimals);
  if (column === 'change')
    return row.before === 0 ? 'new' : row.total === 0 ? 'gone' : show(row.total - row.before);
  if (column === 'ops')
    return row.ops > 0 ? groupDigits(row.ops) : '';
  return column === 'name' ? visibleOf(gf, row.name) : show(row[column]);
}

function updateTable(gf) {
  const { ui, view } = gf;
  setShown(ui.table, view.table !== '');
  const tree = gf.parts[gf.parts.length - 1].tree;
  if (!view.table || (gf.table_of === tree && gf.table_by === view.table && gf.table_hit === gf.hit))
    return;
  const key = ui.table.contains(document.activeElement) ? document.activeElement.getAttribute('data-key') : null;
  gf.table_of = tree;
  gf.table_by = view.table;
  gf.table_hit = gf.hit;
  ui.table.replaceChildren();
  const rows = topOfNames(tree, gf.names.length).filter((row) => row.name !== gf.base.name[0] || row.self !== 0);
  rows.sort((a, b) => rowValue(gf, b, view.table) - rowValue(gf, a, view.table) || gf.rank[a.name] - gf.rank[b.name]);
  const table = htmlElement(ui.table, 'table'), columns = tableColumns(gf);
  htmlElement(table, 'caption', {}, rows.length > ROWS_SHOWN ? 'Top ' + ROWS_SHOWN + ' of ' + groupDigits(rows.length) + ' names' :
    groupDigits(rows.length) + ' names');
  const head = htmlElement(htmlElement(table, 'thead'), 'tr');
  for (const [column, label] of columns) {
    const cell = htmlElement(head, 'th', { scope: 'col', 'aria-sort': view.table === column ? 'descending' : 'none' });
    const button = makeButton(cell, label + (view.table === column ? ' ▾' : ''), 'Sort by ' + label, () => changeView(gf, { table: column }, 'type'));
    button.setAttribute('data-key', 'sort ' + column);
  }
  const body = htmlElement(table, 'tbody'), all = gf.base.total[0];
  for (const row of rows.slice(0, ROWS_SHOWN))
    addRow(gf, body, row, columns, all);
  const again = key && Array.from(ui.table.querySelectorAll('[data-key]')).find((one) => one.getAttribute('data-key') === key);
  if (again)
    again.focus();
}

function addRow(gf, body, row, columns, all) {
  const line = htmlElement(body, 'tr', gf.hit && gf.hit[row.name] ? { class: 'gf-hit' } : {});
  for (const [column] of columns) {
    const text = rowText(gf, row, column);
    if (column !== 'name') {
      const hint = column === 'self' || column === 'total' ? { title: formatPercent(row[column], all) + ' of all' } : {};
      htmlElement(line, 'td', hint, text);
      continue;
    }
    const cell = htmlElement(line, 'td', { class: 'gf-name' });
    const button = makeButton(cell, cutMiddle(gf.view.fold ? foldTemplates(text) : text, 300), 'Highlight all frames of this name', () => highlightName(gf, row.name));
    button.setAttribute('data-key', 'name ' + row.name);
    button.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      event.stopPropagation();
      openMenu(gf, { name: row.name }, event.clientX, event.clientY, button);
    });
  }
}

/* Search for exactly this name; once more: no longer. */
function highlightName(gf, name) {
  const text = gf.names[name].slice(0, SEARCH_NAME_MAX).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const query = '^' + text + (gf.names[name].length > SEARCH_NAME_MAX ? '' : '$');
  changeView(gf, gf.view.query === query ? { query: '' } : { query, same_case: true });
}
