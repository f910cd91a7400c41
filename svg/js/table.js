/* The top table: each name once; a row highlights its frames. */
const ROWS_SHOWN = 200;

function tableColumns(gf) {
  return ['self', 'total', gf.base.ops && 'ops', gf.base.before && 'change', 'name'].filter(Boolean);
}

function rowValue(gf, row, column) {
  return column === 'change' ? Math.abs(row.total - row.before) : column === 'name' ? -gf.rank()[row.name] : row[column];
}

function rowText(gf, row, column) {
  if (column === 'change')
    return row.before === 0 ? 'new' : row.total === 0 ? 'gone' : showValue(gf, row.total - row.before);
  return column === 'ops' ? groupDigits(row.ops) : showValue(gf, row[column]);
}

function updateTable(gf) {
  const { ui, view: { table: by } } = gf, { tree } = gf.parts[gf.parts.length - 1];
  const key = [by, gf.searched, gf.view.fold].join('\n'), active = document.activeElement;
  setShown(ui.table, by);
  if (!by || (gf.table_key === key && gf.table_tree === tree))
    return;
  const focused = ui.table.contains(active) && active.textContent;
  gf.table_key = key;
  gf.table_tree = tree;
  ui.table.replaceChildren();
  const rows = topOfNames(tree).filter((row) => row.name !== gf.base.name[0] || row.self > 0);
  rows.sort((a, b) => rowValue(gf, b, by) - rowValue(gf, a, by) || gf.rank()[a.name] - gf.rank()[b.name]);
  const table = html(ui.table, 'table'), columns = tableColumns(gf);
  html(table, 'caption', (rows.length > ROWS_SHOWN ? 'top ' + ROWS_SHOWN + ' of ' : '') + groupDigits(rows.length) + ' names');
  const head = html(html(table, 'thead'), 'tr'), body = html(table, 'tbody');
  for (const column of columns) {
    const label = column === 'ops' ? 'count' : column;
    const cell = html(head, 'th', '', { scope: 'col', 'aria-sort': by === column ? 'descending' : 'none' });
    makeButton(cell, label, 'Sort by ' + label, () => changeView(gf, { table: column }, true));
  }
  rows.slice(0, ROWS_SHOWN).forEach((row) => addRow(gf, body, row, columns));
  const again = focused && Array.from(ui.table.querySelectorAll('button')).find((one) => one.textContent === focused);
  if (again)
    again.focus();
}

function addRow(gf, body, row, columns) {
  const line = html(body, gf.hit && gf.hit[row.name] ? 'tr.gf-hit' : 'tr'), name = shownNameOf(gf, row.name);
  for (const column of columns.slice(0, -1))
    html(line, 'td', rowText(gf, row, column), /self|total/.test(column) ? { title: shareOfAll(gf, row[column]) + ' of all' } : {});
  const label = cutMiddle(gf.view.fold ? foldTemplates(name) : name, 300), target = { name: row.name };
  const button = makeButton(html(line, 'td.gf-name'), label, label, () => highlightName(gf, target));
  button.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    openMenu(gf, target, event.clientX, event.clientY, button);
  });
}

/* Search for exactly this name; once more: no longer. */
function highlightName(gf, target) {
  const name = gf.names[target.name], text = name.slice(0, SEARCH_NAME_MAX).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const query = '^' + text + (name.length > SEARCH_NAME_MAX ? '' : '$');
  changeView(gf, { query: gf.view.query === query ? '' : query, same_case: true });
}
