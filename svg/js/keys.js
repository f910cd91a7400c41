/* Keyboard: one frame at a time is in the tab order, arrows walk from it. */

/* The item that keys act on; go: show it, and focus it unless a search is being typed. */
function setCursor(gf, item, go) {
  const old = gf.cursor && gf.cursor.element;
  if (old) {
    old.removeAttribute('tabindex');
    old.classList.remove('gf-at');
  }
  gf.cursor = item;
  const element = elementOf(gf, item);
  element.setAttribute('tabindex', 0);
  element.setAttribute('aria-label', spokenFigures(gf, item));
  element.setAttribute('aria-level', item.row + 1);
  if (!go)
    return;
  element.classList.add('gf-at');
  element.parentNode.appendChild(element); /* above its neighbours, so that its whole outline shows */
  if (document.activeElement !== gf.ui.query)
    element.focus({ preventScroll: true });
  const box = element.getBoundingClientRect(), low = window.innerHeight - gf.ui.foot.offsetHeight;
  window.scrollBy(0, Math.min(0, box.top - gf.head_height) || Math.max(0, box.bottom - low));
  showDetails(gf, item);
}

/* After drawing anew: stay on the frame where it is drawn, or go to the zoomed one. */
function restoreCursor(gf, focus) {
  const part = activePart(gf), { at } = gf.lay, old = gf.cursor, there = old && gf.parts[old.part];
  const same = there && old.more === 0 && there.tree === old.tree && at[old.part].get(old.node);
  setCursor(gf, same || at[part].get(gf.parts[part].zoom) || at[0].get(0), focus);
}

/* The item beside `from`: in its row, or the widest that touches it in the row above or below. */
function neighbour(gf, from, key) {
  const sideways = /Left|Right/.test(key), sign = /Left|Up/.test(key) ? -1 : 1;
  const y = from.y + (sideways ? 0 : sign * gf.opt.frame_height);
  let best = null, best_score = -Infinity;
  for (const item of gf.lay.items) {
    const step = (item.x - from.x) * sign;
    const overlap = Math.min(item.x + item.w, from.x + from.w) - Math.max(item.x, from.x);
    const score = sideways ? -step : overlap;
    if (item !== from && Math.abs(item.y - y) < 1 && (sideways ? step > 0 : overlap >= 0) && score > best_score) {
      best = item;
      best_score = score;
    }
  }
  return best;
}

/* Close what is open, else clear the search, else take the last step back. */
function goBack(gf) {
  if (isShown(gf.ui.help))
    toggleHelp(gf);
  else if (gf.view.query)
    changeView(gf, { query: '' });
  else
    undoView(gf);
}

function stretchAtCursor(gf, factor) {
  stretchView(gf, factor, gf.cursor.x + gf.cursor.w / 2);
}

const FRAME_KEYS = { s: sandwichName, h: hideName, f: focusName, c: copyName, C: copyStack };
const PAGE_KEYS = {
  r: resetView, u: undoView, U: redoView, z: undoView, Z: redoView, d: toggleTheme, '?': toggleHelp,
  Escape: goBack, Backspace: zoomOut,
  t: (gf) => changeView(gf, { table: gf.view.table ? '' : 'self' }),
  n: (gf) => stepMatch(gf, 1),
  N: (gf) => stepMatch(gf, -1),
  i: (gf) => changeView(gf, { inverted: !gf.view.inverted }),
  e: (gf) => changeView(gf, { fold: !gf.view.fold }),
  l: (gf) => toggleMode(gf, 'leaf'),
  o: (gf) => changeView(gf, { order: gf.ui.orders[(gf.ui.orders.indexOf(gf.view.order) + 1) % gf.ui.orders.length] }),
  '/': (gf) => gf.ui.query.select(),
  Home: (gf) => setCursor(gf, gf.lay.at[activePart(gf)].get(gf.parts[activePart(gf)].zoom), true),
  '+': (gf) => stretchAtCursor(gf, 2),
  '-': (gf) => stretchAtCursor(gf, 0.5),
  '[': (gf) => slideView(gf, -0.25),
  ']': (gf) => slideView(gf, 0.25),
};

function onKey(gf, event) {
  const { key, target: on } = event, { cursor } = gf, ctrl = event.ctrlKey || event.metaKey;
  if (gf.ui.menu.contains(on)) {
    walkMenu(gf, event);
    return;
  }
  const on_button = on.localName === 'button' && /^(Enter| |Arrow.*|Home)$/.test(key);
  if (event.defaultPrevented || event.altKey || ctrl !== /^z$/i.test(key) || on.localName === 'input' || on_button)
    return;
  const target = targetOf(gf, cursor), wants_menu = key === 'm' || key === 'ContextMenu' || (key === 'F10' && event.shiftKey);
  if (key.startsWith('Arrow')) {
    const next = neighbour(gf, cursor, key);
    setCursor(gf, next || cursor, true);
  } else if (key === 'Enter' || key === ' ') {
    openItem(gf, cursor, 0);
  } else if (wants_menu && target) {
    const box = elementOf(gf, cursor).getBoundingClientRect();
    openMenu(gf, target, box.left + Math.min(40, box.width / 2), box.bottom, elementOf(gf, cursor));
  } else if (Object.hasOwn(FRAME_KEYS, key) && target) {
    FRAME_KEYS[key](gf, target);
  } else if (Object.hasOwn(PAGE_KEYS, key)) {
    PAGE_KEYS[key](gf);
  } else {
    return;
  }
  event.preventDefault();
}
