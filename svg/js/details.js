/* What is known of a frame: in the line below the picture, beside the pointer and for the ear. */

/* [what, value] pairs; `all`: also those that take a moment longer to read. */
function figuresOf(gf, item) {
  const { lay, opt } = gf, tree = itemTree(gf, item), node = lay.node[item], more = lay.more[item];
  const part = gf.parts[lay.part[item]], value = more !== 0 ? lay.value[item] : tree.total[node];
  const show = (x) => formatValue(x * opt.factor, opt.unit, gf.decimals);
  const rows = [['total', show(value)], ['of all', formatPercent(value, gf.base.total[0])]];
  if (part.zoom > 0 || gf.parts.length > 1 || gf.view.hide.length + gf.view.only.length > 0)
    rows.push(['of view', formatPercent(value, tree.total[part.zoom])]);
  if (more !== 0)
    return rows;
  if (node > 0)
    rows.push(['of parent', formatPercent(value, tree.total[tree.parent[node]])]);
  rows.push(['self', show(tree.self[node])]);
  if (tree.ops && tree.ops[node] > 0) {
    rows.push(['count', groupDigits(tree.ops[node])], ['mean', show(value / tree.ops[node])]);
    if (tree.max && tree.max[node] > 0)
      rows.push(['min', show(tree.min[node])], ['max', show(tree.max[node])]);
  }
  if (tree.before) {
    const share = (x, all) => (all > 0 ? 100 * x / all : 0);
    const points = share(value, tree.total[0]) - share(tree.before[node], tree.before[0]);
    rows.unshift(['change', formatChange(tree.before[node] * opt.factor, value * opt.factor, opt.unit, gf.decimals)]);
    rows.push(['share', (points > 0 ? '+' : '') + points.toFixed(2) + ' points']);
  }
  return rows;
}

function nameOfItem(gf, item) {
  const more = gf.lay.more[item];
  if (more !== 0)
    return more > 0 ? '(' + groupDigits(more) + ' more)' : '(deeper levels)';
  return shownName(gf.names[itemTree(gf, item).name[gf.lay.node[item]]]);
}

function spokenFigures(gf, item) {
  const [first, second] = figuresOf(gf, item);
  return nameOfItem(gf, item) + ', ' + first[1] + ', ' + second[1] + (second[0] === 'of all' ? ' of all' : '');
}

function fillFigures(gf, place, item, tag) {
  for (const [what, value] of figuresOf(gf, item)) {
    const pair = htmlElement(place, tag, { class: 'gf-figure' });
    htmlElement(pair, 'span', { class: 'gf-what' }, what + ' ');
    htmlElement(pair, 'b', {}, value);
  }
}

/* Show the frame `item` below the picture; -1: what there is when none is pointed at. */
function showDetails(gf, item) {
  gf.ui.details.replaceChildren();
  const shown = item < 0 ? zoomedItem(gf) : item;
  if (shown === undefined || !gf.lay)
    return;
  const head = htmlElement(gf.ui.details, 'span', { class: 'gf-name' });
  head.textContent = gf.opt.name_type + ' ' + nameOfItem(gf, shown);
  fillFigures(gf, gf.ui.details, shown, 'span');
}

function zoomedItem(gf) {
  const side = gf.parts.length > 1 && gf.view.side === 'down' ? 1 : 0;
  const item = gf.lay.item[side].get(gf.parts[side].zoom);
  return item === undefined ? gf.lay.item[0].get(gf.parts[0].zoom) : item;
}

function hideTip(gf) {
  setShown(gf.ui.tip, false);
}

/* The figures beside the pointer, kept inside the window. */
function showTip(gf, item, event) {
  const tip = gf.ui.tip;
  if (gf.tip_item !== item || tip.hasAttribute('hidden')) {
    tip.replaceChildren();
    htmlElement(tip, 'div', { class: 'gf-name' }, nameOfItem(gf, item));
    fillFigures(gf, tip, item, 'div');
    gf.tip_item = item;
    setShown(tip, true);
  }
  placeAt(gf, tip, event.clientX, event.clientY, 14);
}

/* Put `box` near a point of the window, but not over its edges. */
function placeAt(gf, box, client_x, client_y, gap) {
  const frame = gf.ui.root.getBoundingClientRect(), size = box.getBoundingClientRect();
  let x = client_x - frame.left + gap, y = client_y - frame.top + gap;
  if (x + size.width > frame.width - 4)
    x = Math.max(4, client_x - frame.left - gap - size.width);
  if (y + size.height > frame.height - 4)
    y = Math.max(4, client_y - frame.top - gap - size.height);
  box.style.left = x + 'px';
  box.style.top = y + 'px';
}

/* Tell in a few words what has been done, to eye and ear. */
function announce(gf, text) {
  gf.ui.status.textContent = text;
}
