/* Keyboard: one frame at a time is in the tab order, arrows walk from it. */

/* The frame that keys act on; `focus`: move the browser's focus there, too. */
function setCursor(gf, item, focus) {
  const old = gf.cursor && gf.elements[gf.cursor.item];
  if (old)
    old.removeAttribute('tabindex');
  const element = elementOf(gf, item);
  gf.cursor = { item, part: gf.lay.part[item], node: gf.lay.node[item] };
  element.setAttribute('tabindex', '0');
  element.setAttribute('aria-label', spokenFigures(gf, item));
  element.setAttribute('aria-level', gf.lay.row[item] + 1);
  if (!focus)
    return;
  element.parentNode.appendChild(element);
  element.focus({ preventScroll: true });
  scrollToItem(gf, item);
  showDetails(gf, item);
}

/* After drawing anew: stay on the frame, or go to the zoomed one. */
function restoreCursor(gf, focused) {
  const old = gf.cursor;
  const at = old && gf.lay.item[old.part] ? gf.lay.item[old.part].get(old.node) : undefined;
  const zoomed = zoomedItem(gf);
  gf.cursor = null;
  setCursor(gf, at === undefined || gf.trees_shown !== gf.parts[0].tree ? zoomed : at, Boolean(focused));
  gf.trees_shown = gf.parts[0].tree;
}

/* The rectangle beside `item`: by = 1 or -1 in its row, else the row further from or nearer to the root. */
function neighbour(gf, item, key) {
  const { lay } = gf, sideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const y = lay.y[item] + (sideways ? 0 : key === 'ArrowUp' ? -1 : 1) * gf.opt.frame_height;
  const middle = lay.x[item] + lay.w[item] / 2;
  let best, best_far = Infinity;
  for (let i = 0; i < lay.node.length; i++) {
    if (i === item || Math.abs(lay.y[i] - y) > 1)
      continue;
    const left = lay.x[i], right = left + lay.w[i];
    if (sideways && (key === 'ArrowLeft') !== (left < lay.x[item]))
      continue;
    const apart = right <= lay.x[item] || left >= lay.x[item] + lay.w[item];
    if (!sideways && apart && !(left <= middle && right >= middle))
      continue;
    const far = sideways ? Math.abs(left - lay.x[item]) : -lay.w[i];
    if (far < best_far) {
      best = i;
      best_far = far;
    }
  }
  return best;
}

function walkFrames(gf, key) {
  const next = neighbour(gf, gf.cursor.item, key);
  if (next !== undefined)
    setCursor(gf, next, true);
}

function zoomOut(gf) {
  const side = gf.parts.length > 1 && gf.view.side === 'down' ? 1 : 0, { tree, zoom, from, to } = gf.parts[side];
  if (from > 0 || to < 1)
    changeView(gf, { from: 0, to: 1 });
  else if (zoom > 0)
    zoomTo(gf, side, tree.parent[zoom]);
}

/* Close what is open, else clear the search, else take the last step back. */
function goBack(gf) {
  if (!gf.ui.help.hasAttribute('hidden'))
    toggleHelp(gf);
  else if (gf.view.query)
    changeView(gf, { query: '' });
  else
    undoView(gf);
}

const FRAME_KEYS = { s: sandwichName, h: hideName, f: focusName, c: copyName, C: copyStack };
const PAGE_KEYS = {
  r: resetView, u: undoView, U: redoView, z: undoView, Z: redoView, t: toggleTable, d: toggleTheme, '?': toggleHelp,
  Escape: goBack, Backspace: zoomOut,
  n: (gf) => stepMatch(gf, 1), N: (gf) => stepMatch(gf, -1),
  i: (gf) => changeView(gf, { inverted: !gf.view.inverted }),
  e: (gf) => changeView(gf, { fold: !gf.view.fold }),
  l: (gf) => toggleMode(gf, 'leaf'),
  o: (gf) => {
    const orders = Object.keys(gf.ui.order);
    changeView(gf, { order: orders[(orders.indexOf(gf.view.order) + 1) % orders.length] });
  },
  '/': (gf) => {
    gf.ui.query.focus();
    gf.ui.query.select();
  },
  Home: (gf) => setCursor(gf, zoomedItem(gf), true),
  '+': (gf) => stretchAtCursor(gf, 2),
  '-': (gf) => stretchAtCursor(gf, 0.5),
  '[': (gf) => slideView(gf, -0.25),
  ']': (gf) => slideView(gf, 0.25),
};

function stretchAtCursor(gf, factor) {
  const { x, w } = gf.lay, item = gf.cursor.item;
  stretchView(gf, factor, x[item] + w[item] / 2);
}

function onKey(gf, event) {
  const { ui, cursor } = gf, key = event.key, typing = event.target.localName === 'input';
  const ctrl = event.ctrlKey || event.metaKey, undoing = ctrl && /^z$/i.test(key);
  if (ui.menu.contains(event.target)) {
    walkMenu(gf, event);
    return;
  }
  if (event.defaultPrevented || event.altKey || undoing !== (ctrl || /^z$/i.test(key)))
    return;
  if (typing) {
    if (key === 'Escape') {
      ui.query.value = '';
      changeView(gf, { query: '' });
      setCursor(gf, cursor.item, true);
    }
    return;
  }
  const on_button = event.target.localName === 'button', target = targetOf(gf, cursor.item);
  if (on_button && (key === 'Enter' || key === ' ' || key.startsWith('Arrow')))
    return;
  if (key.startsWith('Arrow'))
    walkFrames(gf, key);
  else if (key === 'Enter' || key === ' ')
    openItem(gf, cursor.item, 0);
  else if ((key === 'm' || key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) && target) {
    const box = elementOf(gf, cursor.item).getBoundingClientRect();
    openMenu(gf, target, box.left + Math.min(40, box.width / 2), box.bottom, elementOf(gf, cursor.item));
  } else if (Object.hasOwn(FRAME_KEYS, key) && target)
    FRAME_KEYS[key](gf, target);
  else if (Object.hasOwn(PAGE_KEYS, key))
    PAGE_KEYS[key](gf);
  else
    return;
  event.preventDefault();
}
