/* The bar above the picture: what can be done by mouse, with its key in each hint. */

function makeToolbar(gf) {
  const { ui } = gf, bar = html(ui.head, 'div.gf-bar', '', { role: 'toolbar', 'aria-label': 'Flame graph' });
  const group = (label, ...buttons) => {
    const place = html(bar, 'span.gf-group', '', { role: 'group', 'aria-label': label });
    for (const [key, text, hint, run] of buttons)
      ui[key] = makeButton(place, text, hint, () => run(gf));
  };
  ui.orders = ['name', 'width', 'time'].filter((order) => order !== 'time' || gf.base.place || gf.opt.order === order);
  group('View', ['reset', 'Reset', 'Show everything again (r)', resetView], ['undo', '↶', 'Undo (u)', undoView],
    ['redo', '↷', 'Redo (Shift+U)', redoView]);
  group('Order', ...ui.orders.map((order) => [order, order, 'Order by ' + order + ' (o)', () => changeView(gf, { order })]));
  group('Shape', ['inverted', 'icicle', 'Root above, leaves below (i)', PAGE_KEYS.i],
    ['leaf', 'leaves first', 'Merge by leaf: which kernel, over all callers (l)', PAGE_KEYS.l],
    ['fold', 'f<…>', 'Fold template arguments where room is short (e)', PAGE_KEYS.e],
    ['show_table', 'table', 'Top table: self, total, count (t)', PAGE_KEYS.t]);
  makeSearch(gf, bar);
  group('Help', ['theme', '◐', 'Light or dark (d)', toggleTheme], ['keys', '?', 'Keys (?)', toggleHelp]);
  const second = html(ui.head, 'div.gf-second');
  makeLegend(gf, second);
  ui.chips = html(second, 'div.gf-chips');
}

function makeSearch(gf, bar) {
  const { ui } = gf, box = html(bar, 'span.gf-group gf-search', '', { role: 'search' });
  const query = ui.query = html(box, 'input', '', { type: 'search', placeholder: 'search (regex)', title: 'Search (/)',
    'aria-label': 'Search names by regular expression', spellcheck: 'false', autocomplete: 'off' });
  let timer = 0;
  const run = () => {
    clearTimeout(timer);
    changeView(gf, { query: query.value }, true);
  };
  query.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(run, 120);
  });
  query.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      run();
      stepMatch(gf, event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      query.value = '';
      run();
      elementOf(gf, gf.cursor).focus();
    }
  });
  ui.same_case = makeButton(box, 'Aa', 'Upper and lower case differ', () => changeView(gf, { same_case: !gf.view.same_case }));
  ui.prev = makeButton(box, '‹', 'Match before (Shift+N)', () => stepMatch(gf, -1));
  ui.next = makeButton(box, '›', 'Next match (n)', () => stepMatch(gf, 1));
  ui.found = html(box, 'span.gf-found', '', { role: 'status', 'aria-live': 'polite' });
}

/* The kinds that occur, as the file's own legend has them. */
function makeLegend(gf, second) {
  const place = html(second, 'div.gf-kinds', '', { role: 'group', 'aria-label': 'Kinds of frames' });
  gf.ui.kinds = new Map();
  for (const key of gf.svg.querySelectorAll('.gf-legend .gf-key')) {
    const kind = key.getAttribute('data-kind'), text = key.querySelector('text').textContent;
    const item = kind ? makeButton(place, '', 'Highlight ' + text,
      () => changeView(gf, { kind: gf.view.kind === kind ? '' : kind })) : html(place, 'span.gf-plain');
    html(item, 'i.gf-swatch').style.background = 'var(--gf-' + key.getAttribute('class').slice(-2) + ')';
    html(item, 'span', text);
    if (kind)
      gf.ui.kinds.set(kind, item);
  }
}

function toggleMode(gf, mode, frame = '') {
  const off = gf.view.mode === mode && gf.view.frame === frame;
  changeView(gf, { ...WHOLE, mode: off ? 'tree' : mode, frame: off ? '' : frame });
}

function toggleTheme(gf) {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const now = gf.svg.getAttribute('data-theme') || (dark ? 'dark' : 'light');
  gf.svg.setAttribute('data-theme', now === 'dark' ? 'light' : 'dark');
}

/* What is left out or turned over, each with a way back. */
function updateChips(gf) {
  const { view, ui: { chips } } = gf;
  chips.replaceChildren();
  const chip = (text, change) => {
    makeButton(chips, text + ' ✕', 'No longer ' + text, () => changeView(gf, change)).className = 'gf-chip';
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
  ['inverted', 'fold', 'same_case'].forEach((key) => press(ui[key], view[key]));
  press(ui.leaf, view.mode === 'leaf');
  press(ui.show_table, view.table);
  ui.kinds.forEach((button, kind) => press(button, view.kind === kind));
  ui.undo.disabled = gf.undo.length === 0;
  ui.redo.disabled = gf.redo.length === 0;
  ui.prev.disabled = ui.next.disabled = !gf.hit;
  ui.found.textContent = ui.found.title = gf.hit ? searchFigures(gf) : gf.search_error;
  ui.query.setAttribute('aria-invalid', gf.search_error !== '');
  if (ui.query !== document.activeElement)
    ui.query.value = view.query;
}
