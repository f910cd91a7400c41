/* The view: one immutable object; every change makes a new one, which can be undone and linked to. */
const UNDO_MAX = 200;
const TREES_KEPT = 4;

function sameView(a, b) {
  return Object.keys(a).every((key) => a[key] === b[key] ||
    (Array.isArray(a[key]) && a[key].length === b[key].length && a[key].every((part, i) => part === b[key][i])));
}

/* Change the view. how: 'type' while a person types: neither undo nor history keep each letter. */
function changeView(gf, change, how) {
  const next = Object.assign({}, gf.view, change);
  if (sameView(next, gf.view))
    return;
  if (how !== 'type') {
    gf.undo.push(gf.view);
    if (gf.undo.length > UNDO_MAX)
      gf.undo.shift();
    gf.redo = [];
  }
  showView(gf, next);
  writeAddress(gf, how === 'type');
}

function stepView(gf, from, to) {
  if (from.length === 0)
    return false;
  to.push(gf.view);
  showView(gf, from.pop());
  writeAddress(gf, false);
  return true;
}

function undoView(gf) {
  return stepView(gf, gf.undo, gf.redo);
}

function redoView(gf) {
  return stepView(gf, gf.redo, gf.undo);
}

function resetView(gf) {
  changeView(gf, Object.assign({}, gf.first_view, { table: gf.view.table }));
}

function writeAddress(gf, replace) {
  const text = encodeView(gf.view, gf.first_view, gf.prefix);
  const address = '#' + replaceView(location.hash, text, gf.prefix);
  try {
    if (address !== (location.hash || '#'))
      history[replace ? 'replaceState' : 'pushState'](null, '', address);
  } catch {
    /* a page that may not write its address (a sandboxed frame) works without */
  }
}

/* The address was changed by a person or by the browser's back and forward. */
function readAddress(gf) {
  const view = decodeView(location.hash, gf.first_view, gf.prefix);
  if (!sameView(view, gf.view)) {
    gf.undo.push(gf.view);
    showView(gf, view);
  }
}

/* Ids of the names that `keys` tell; two ids may have one text. */
function idsOfKeys(gf, keys) {
  const ids = new Set();
  if (keys.length > 0) {
    gf.ids = gf.ids || gf.names.reduce((map, name, id) => {
      const key = nameKey(name);
      return map.set(key, (map.get(key) || []).concat(id));
    }, new Map());
    keys.forEach((key) => (gf.ids.get(key) || []).forEach((id) => ids.add(id)));
  }
  return ids;
}

function makeTrees(gf, view) {
  const hidden = idsOfKeys(gf, view.hide), only = idsOfKeys(gf, view.only);
  const tree = hidden.size + only.size > 0 ? filterTree(gf.base, hidden, only) : gf.base;
  if (view.mode === 'leaf')
    return [mergeByLeaf(tree)];
  const ids = view.mode === 'sandwich' ? idsOfKeys(gf, [view.frame]) : new Set();
  if (ids.size === 0)
    return [tree];
  const name = ids.values().next().value;
  return [sandwichCallers(tree, ids, name), sandwichCallees(tree, ids, name)];
}

function treesOfView(gf, view) {
  const key = JSON.stringify([view.mode, view.frame, view.hide, view.only]);
  if (!gf.trees.has(key)) {
    if (gf.trees.size >= TREES_KEPT)
      gf.trees.delete(gf.trees.keys().next().value);
    gf.trees.set(key, makeTrees(gf, view));
  }
  return gf.trees.get(key);
}

function showView(gf, view) {
  const trees = treesOfView(gf, view), focused = gf.svg.contains(document.activeElement) && gf.cursor;
  const old = gf.view;
  gf.view = view;
  gf.parts = trees.map((tree, p) => {
    const mine = trees.length === 1 || (view.side === 'up') === (p === 0);
    return { tree, zoom: mine ? nodeOfPath(tree, view.zoom, gf.names) : 0, from: mine ? view.from : 0,
      to: mine ? view.to : 1 };
  });
  if (view.query !== old.query || view.same_case !== old.same_case || !gf.parts_hit || gf.parts_hit !== trees)
    runSearch(gf, trees);
  gf.parts.forEach((part, p) => { part.sum = gf.sums && gf.sums[p]; });
  hideTip(gf);
  const drawn = (v) => JSON.stringify([v.zoom.length, v.side, v.from, v.to, v.order, v.inverted, v.mode, v.frame,
    v.hide, v.only, v.fold, v.table !== '']);
  if (!gf.lay || drawn(view) !== drawn(old) || !sameView(view, Object.assign({}, old, { query: view.query,
    same_case: view.same_case, kind: view.kind, table: view.table }))) {
    layoutPage(gf);
    restoreCursor(gf, focused);
  } else {
    gf.lay.marks = layoutView(gf).marks;
    drawMarks(gf);
    paintMatches(gf);
  }
  for (const letter of Object.keys(KIND_LABELS))
    gf.frames.classList.toggle('gf-only-' + letter, view.kind === letter);
  gf.frames.classList.toggle('gf-only', view.kind !== '');
  updateToolbar(gf);
  updateTable(gf);
  showDetails(gf, gf.cursor ? gf.cursor.item : -1);
}

/* Find the names that match and what share of the time that is. */
function runSearch(gf, trees) {
  const { query, same_case } = gf.view;
  if (gf.searched !== query + '\n' + same_case) {
    const found = query ? matchNames(gf.names, query, same_case) : { hit: null, error: '' };
    gf.hit = found.error ? null : found.hit;
    gf.search_error = found.error;
    gf.searched = query + '\n' + same_case;
  }
  gf.parts_hit = trees;
  gf.sums = gf.hit && trees.map((tree) => countBefore(tree, gf.hit));
  gf.matches = null;
}

/* { frames, view, all } of the search: how many frames match in the view, their value in it and in all. */
function searchFigures(gf) {
  const figures = { frames: 0, view: 0, whole: 0, all: matchedValue(gf.base, gf.hit, 0) };
  gf.parts.forEach((part, p) => {
    if (p > 0 && gf.view.side === 'up')
      return;
    const { tree, zoom } = part;
    figures.frames = gf.sums[p][tree.end[zoom]] - gf.sums[p][zoom];
    figures.view = matchedValue(tree, gf.hit, zoom);
    figures.whole = tree.total[zoom];
  });
  return figures;
}

/* Go to the next match (by = 1) or the one before (-1), zooming so that it can be seen. */
function stepMatch(gf, by) {
  if (!gf.hit)
    return;
  if (!gf.matches || gf.matches.order !== gf.view.order) {
    const list = [];
    gf.parts.forEach((part, p) => matchesInOrder(part.tree, gf.hit, gf.sums[p], gf.view.order, gf.rank)
      .forEach((node) => { if (p === 0 || node > 0) list.push({ part: p, node }); }));
    gf.matches = { list, at: by > 0 ? -1 : list.length, order: gf.view.order };
  }
  const { list } = gf.matches;
  if (list.length === 0)
    return;
  gf.matches.at = (gf.matches.at + by + list.length) % list.length;
  const { part, node } = list[gf.matches.at], kept = gf.matches;
  revealNode(gf, part, node);
  gf.matches = kept;
  updateSearchInfo(gf);
}

/* Focus a frame; when the view does not draw it, zoom to where it can be seen. */
function revealNode(gf, part, node) {
  let item = gf.lay.item[part].get(node);
  if (item === undefined || gf.lay.w[item] < 2) {
    const { tree } = gf.parts[part], room = gf.room - 2 * gf.opt.x_pad;
    let zoom = node;
    while (zoom > 0 && tree.width[node] / tree.width[tree.parent[zoom]] * room >= 4 &&
      tree.depth[node] - tree.depth[tree.parent[zoom]] < gf.opt.depth_max)
      zoom = tree.parent[zoom];
    zoomTo(gf, part, zoom);
    item = gf.lay.item[part].get(node);
  }
  if (item !== undefined)
    setCursor(gf, item, true);
}

function zoomTo(gf, part, node) {
  const side = gf.parts.length > 1 && part === 0 ? 'up' : 'down';
  changeView(gf, { zoom: pathOfNode(gf.parts[part].tree, node, gf.names), side: node > 0 ? side : 'down',
    from: 0, to: 1 });
}

/*
 * Open what a click or Enter is on: a frame fills the width; a remainder is
 * spread out, as much of it as lies around `at` (a place in it, 0 to 1).
 */
function openItem(gf, item, at) {
  const { lay } = gf, part = lay.part[item];
  if (lay.more[item] <= 0) {
    zoomTo(gf, part, lay.node[item]);
    return;
  }
  const { from, to, zoom } = gf.parts[part], room = gf.room - 2 * gf.opt.x_pad, span = to - from;
  const start = from + (lay.x[item] - gf.opt.x_pad) / room * span, width = lay.w[item] / room * span;
  const shown = Math.min(width, span / 8);
  const left = width > shown ? Math.min(Math.max(start, start + at * width - shown / 2), start + width - shown) : start;
  zoomPart(gf, part, zoom, left, left + shown);
}

/* Show the part from..to of a frame's width. */
function zoomPart(gf, part, node, from, to) {
  const least = 1e-9, width = Math.min(1, Math.max(least, to - from)), start = Math.min(Math.max(0, from), 1 - width);
  const side = gf.parts.length > 1 && part === 0 ? 'up' : 'down';
  changeView(gf, { zoom: pathOfNode(gf.parts[part].tree, node, gf.names), side, from: start, to: start + width },
    gf.gesture);
}
