/* The bar above the picture: what can be done by mouse, with its key told in each hint. */

function makeToolbar(gf) {
  const ui = gf.ui, bar = htmlElement(ui.head, 'div', { class: 'gf-bar', role: 'toolbar', 'aria-label': 'Flame graph' });
  const group = (label) => htmlElement(bar, 'span', { class: 'gf-group', role: 'group', 'aria-label': label });
  const button = (place, label, hint, run) => makeButton(place, label, hint, run);
  let place = group('View');
  ui.reset = button(place, 'Reset', 'Show everything again (r)', () => resetView(gf));
  ui.undo = button(place, '↶', 'Undo (u)', () => undoView(gf));
  ui.redo = button(place, '↷', 'Redo (Shift+U)', () => redoView(gf));
  place = group('Order');
  ui.order = {};
  for (const order of ['name', 'width', 'time']) {
    if (order !== 'time' || gf.base.place || gf.opt.order === 'time')
      ui.order[order] = button(place, order, 'Order frames by ' + order + ' (o)', () => changeView(gf, { order }));
  }
  place = group('Shape');
  ui.inverted = button(place, 'icicle', 'Root above, leaves below (i)', () => changeView(gf, { inverted: !gf.view.inverted }));
  ui.leaf = button(place, 'leaves first', 'Merge by leaf: which kernel, over all callers (l)', () => toggleMode(gf, 'leaf'));
  ui.fold = button(place, 'f<…>', 'Fold template arguments where room is short (e)', () => changeView(gf, { fold: !gf.view.fold }));
  ui.show_table = button(place, 'table', 'Top table: self, total, count (t)', () => toggleTable(gf));
  makeSearch(gf, bar);
  place = group('Help');
  ui.theme = button(place, '◐', 'Light or dark (d)', () => toggleTheme(gf));
  ui.keys = button(place, '?', 'Keys (?)', () => toggleHelp(gf));
  ui.chips = htmlElement(ui.head, 'div', { class: 'gf-chips' });
  ui.legend = htmlElement(ui.head, 'div', { class: 'gf-kinds', role: 'group', 'aria-label': 'Kinds of frames' });
  makeLegend(gf);
}

function makeSearch(gf, bar) {
  const ui = gf.ui, box = htmlElement(bar, 'span', { class: 'gf-group gf-search', role: 'search' });
  ui.query = htmlElement(box, 'input', { type: 'search', placeholder: 'search (regex)', 'aria-label': 'Search names by regular expression',
    spellcheck: 'false', autocomplete: 'off', title: 'Search names (/)' });
  let timer = 0;
  const run = () => {
    clearTimeout(timer);
    changeView(gf, { query: ui.query.value }, 'type');
  };
  ui.query.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(run, 120);
  });
  ui.query.addEventListener('change', run);
  ui.query.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter')
      return;
    event.preventDefault();
    run();
    stepMatch(gf, event.shiftKey ? -1 : 1);
  });
  ui.same_case = makeButton(box, 'Aa', 'Upper and lower case differ', () => changeView(gf, { same_case: !gf.view.same_case }));
  ui.prev = makeButton(box, '‹', 'Match before (Shift+N)', () => stepMatch(gf, -1));
  ui.next = makeButton(box, '›', 'Next match (n)', () => stepMatch(gf, 1));
  ui.found = htmlElement(box, 'span', { class: 'gf-found', role: 'status', 'aria-live': 'polite' });
}

/* The kinds that occur, as the file's own legend has them. */
function makeLegend(gf) {
  gf.ui.kinds = {};
  for (const key of gf.svg.querySelectorAll('.gf-legend .gf-key')) {
    const kind = key.getAttribute('data-kind'), label = key.querySelector('text');
    const text = label ? label.textContent : KIND_LABELS[kind];
    const swatch = key.querySelector('rect');
    const item = kind in KIND_LABELS ?
      makeButton(gf.ui.legend, '', 'Highlight ' + text, () => changeView(gf, { kind: gf.view.kind === kind ? '' : kind })) :
      htmlElement(gf.ui.legend, 'span', { class: 'gf-plain' });
    const dot = htmlElement(item, 'i', { class: 'gf-swatch', 'aria-hidden': 'true' });
    if (swatch)
      dot.style.background = kind in KIND_LABELS ? 'var(--gf-' + kind + '0)' : getComputedStyle(swatch).fill;
    htmlElement(item, 'span', {}, text);
    if (kind in KIND_LABELS)
      gf.ui.kinds[kind] = item;
  }
}

function toggleMode(gf, mode, frame) {
  const off = gf.view.mode === mode && (gf.view.frame === (frame || '') || !frame);
  changeView(gf, { mode: off ? 'tree' : mode, frame: off ? '' : frame || '', zoom: [], side: 'down', from: 0, to: 1 });
}

function toggleTheme(gf) {
  const now = gf.svg.getAttribute('data-theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  gf.svg.setAttribute('data-theme', now === 'dark' ? 'light' : 'dark');
}

/* What has been left out or turned over, each with a way back. */
function updateChips(gf) {
  const { view, ui } = gf;
  ui.chips.replaceChildren();
  const chip = (what, name, change) => {
    const text = what + (name ? ': ' + shownName(name, 60) : '');
    const item = makeButton(ui.chips, text + ' ✕', 'No longer ' + text, () => changeView(gf, change));
    item.className = 'gf-chip';
  };
  view.hide.forEach((name) => chip('hidden', name, { hide: view.hide.filter((other) => other !== name) }));
  view.only.forEach((name) => chip('only through', name, { only: view.only.filter((other) => other !== name) }));
  if (view.mode === 'sandwich')
    chip('sandwich', view.frame, { mode: 'tree', frame: '', zoom: [], side: 'down', from: 0, to: 1 });
  if (view.from > 0 || view.to < 1)
    chip('part ' + formatPercent(view.to - view.from, 1) + ' of the frame', '', { from: 0, to: 1 });
  if (gf.parts.some((part) => part.tree.cut))
    htmlElement(ui.chips, 'span', { class: 'gf-chip' }, 'too deep to merge whole: the outermost callers are left out');
  setShown(ui.chips, ui.chips.firstChild !== null);
}

function updateSearchInfo(gf) {
  const { ui, view } = gf;
  let text = gf.search_error;
  if (gf.hit) {
    const found = searchFigures(gf), at = gf.matches && gf.matches.at >= 0 && gf.matches.at < gf.matches.list.length;
    text = (at ? gf.matches.at + 1 + ' of ' + groupDigits(gf.matches.list.length) + ' · ' : '') +
      groupDigits(found.frames) + (found.frames === 1 ? ' match · ' : ' matches · ') + formatPercent(found.view, found.whole) + ' of view · ' +
      formatPercent(found.all, gf.base.total[0]) + ' of all';
  }
  ui.found.textContent = text;
  ui.query.setAttribute('aria-invalid', gf.search_error ? 'true' : 'false');
  for (const button of [ui.prev, ui.next])
    button.disabled = !gf.hit;
  if (ui.query.value !== view.query && ui.query !== document.activeElement)
    ui.query.value = view.query;
}

function updateToolbar(gf) {
  const { ui, view } = gf;
  for (const order of Object.keys(ui.order))
    setPressed(ui.order[order], view.order === order);
  for (const key of ['inverted', 'fold', 'same_case'])
    setPressed(ui[key], view[key]);
  setPressed(ui.leaf, view.mode === 'leaf');
  setPressed(ui.show_table, view.table !== '');
  for (const kind of Object.keys(ui.kinds))
    setPressed(ui.kinds[kind], view.kind === kind);
  ui.undo.disabled = gf.undo.length === 0;
  ui.redo.disabled = gf.redo.length === 0;
  updateSearchInfo(gf);
}
