/* Put the frames of the present view on the page: wide ones at once, the rest bit by bit. */
const WIDE_PX = 3;    /* frames wider than this are drawn before the first paint */
const AT_ONCE = 2500; /* so many are drawn at once, however narrow */
const SLICE_MS = 12;
const LABEL_PX = 18;  /* narrower frames have no text */

/* Widths of characters in the font of the frames, measured once each. */
function newRuler(gf) {
  const widths = new Map(), context = html(null, 'canvas').getContext('2d');
  if (context)
    context.font = gf.opt.font_size + 'px ' + getComputedStyle(gf.frames).fontFamily;
  return (char) => {
    if (!widths.has(char))
      widths.set(char, context ? context.measureText(char).width : gf.opt.font_size * gf.opt.font_width);
    return widths.get(char);
  };
}

/* As much of `name` as fits: both of its ends, or nothing when that says nothing. */
function fitLabel(name, room, ruler) {
  const chars = Array.from(cutMiddle(name, 2000));
  let left = room, fits = 0;
  while (fits < chars.length && (left -= ruler(chars[fits])) >= 0)
    fits++;
  if (fits === chars.length)
    return chars.join('');
  let head = 0, tail = chars.length;
  for (left = room - ruler('…'); head < tail; ) {
    const at_head = head <= chars.length - tail;
    left -= ruler(chars[at_head ? head : tail - 1]);
    if (left < 0)
      break;
    at_head ? head++ : tail--;
  }
  return head < 2 ? '' : chars.slice(0, head).join('') + '…' + chars.slice(tail).join('');
}

/* A name as it is shown; a megabyte of it is never shown whole. */
function shownNameOf(gf, id) {
  return gf.shown[id] || (gf.shown[id] = shownName(gf.names[id], 2000));
}

function nameOfItem(gf, item) {
  if (item.more !== 0)
    return item.more > 0 ? '(' + groupDigits(item.more) + ' more)' : '(deeper levels)';
  return shownNameOf(gf, item.tree.name[item.node]);
}

function labelOf(gf, item) {
  const name = nameOfItem(gf, item), room = item.w - 6, label = fitLabel(name, room, gf.ruler);
  return label === name || !gf.view.fold ? label : fitLabel(foldTemplates(name), room, gf.ruler);
}

/*
 * Lay out the parts of the view below each other. An item is a rectangle of
 * layoutTree() with its tree, its part, and its upper edge y.
 */
function layoutView(gf) {
  const { opt, view, parts } = gf, lay = { items: [], rows: 0, marks: new Set(), at: [] };
  parts.forEach(({ tree, zoom, from, to, sum }, part) => {
    const layout = layoutTree(tree, { zoom, from, to, sum, full: view.mode === 'tree' ? opt.full : 0, x: opt.x_pad,
      width: roomOf(gf), minwidth: opt.min_width, order: view.order, rank: gf.rank, deepest: opt.deepest });
    const upward = parts.length > 1 ? part === 0 : !view.inverted, first = part && lay.rows - 1, at = new Map();
    for (const item of layout.rects.slice(part)) {
      const row = upward ? layout.rows - 1 - item.row : first + item.row;
      lay.items.push(Object.assign(item, { tree, part, y: opt.top + opt.frame_height * row, element: null }));
      if (item.more === 0)
        at.set(item.node, item);
    }
    lay.at.push(at);
    lay.rows = first + layout.rows;
    layout.marks.forEach((x) => lay.marks.add(x));
  });
  return lay;
}

/* Pixels from the left end of the widest frame to its right end. */
function roomOf(gf) {
  return gf.room - 2 * gf.opt.x_pad;
}

function isHit(gf, item) {
  return Boolean(gf.hit && item.more === 0 && gf.hit[item.tree.name[item.node]]);
}

/* The element of an item, made when it is not drawn yet. */
function elementOf(gf, item) {
  if (item.element)
    return item.element;
  const { opt } = gf, { x, y, w, node, more } = item, height = opt.frame_height - 1, id = item.tree.name[node];
  const frame = item.element = svgElement(gf.layer, 'g', { role: 'treeitem' });
  let inside = frame;
  frame.gfItem = item;
  if (more !== 0) {
    frame.setAttribute('class', 'gf-rest');
    svgElement(frame, 'path', { class: 'gf-more', d: 'M' + x + ' ' + y + 'h' + w + 'v' + height + 'h-' + w + 'z' });
  } else {
    const [kind, fill] = colourOf(gf, item.tree, node);
    frame.setAttribute('class', 'gf-f ' + kind + (isHit(gf, item) ? ' gf-hit' : ''));
    frame.setAttribute('data-n', node);
    if (gf.links[id])
      inside = svgElement(frame, 'a', { href: gf.links[id], target: '_top', tabindex: -1 });
    const rect = svgElement(inside, 'rect', { x, y, width: w, height });
    if (fill >= 0)
      rect.setAttribute('fill', '#' + (fill + 0x1000000).toString(16).slice(1));
  }
  if (w < LABEL_PX)
    return frame;
  frame.setAttribute('aria-label', spokenFigures(gf, item));
  const label = labelOf(gf, item), base = y + (opt.frame_height + opt.font_size) / 2 - 3.5;
  if (label)
    svgElement(inside, 'text', { x: roundPixels(x + 3), y: base, ...(more && { class: 'gf-more-text' }) }, label);
  return frame;
}

function drawFrames(gf) {
  const lay = gf.lay = layoutView(gf), { items } = lay;
  const layer = gf.layer = svgElement(null, 'g'), later = [];
  for (const item of items) {
    if (items.length <= AT_ONCE || item.w >= WIDE_PX)
      elementOf(gf, item);
    else
      later.push(item);
  }
  gf.frames.replaceChildren(layer);
  drawMarks(gf);
  const slice = () => {
    for (const end = performance.now() + SLICE_MS; later.length > 0 && performance.now() < end;)
      later.splice(-64).forEach((item) => elementOf(gf, item));
    gf.svg.setAttribute('data-drawn', later.length > 0 ? 'part' : 'all');
    if (later.length > 0)
      requestAnimationFrame(() => gf.layer === layer && slice());
  };
  gf.svg.setAttribute('data-drawn', 'part');
  if (later.length > 0)
    requestAnimationFrame(() => gf.layer === layer && slice());
  else
    slice();
}

/* Matches too narrow to be seen: a tick at the edge for each pixel that has some. */
function drawMarks(gf) {
  const marks = new Set(gf.lay.marks);
  gf.lay.items.forEach((item) => item.w < 2 && isHit(gf, item) && marks.add(Math.round(item.x)));
  const path = Array.from(gf.hit ? marks : [], (x) => 'M' + (x - 3) + ' ' + (gf.opt.top - 9) + 'h6l-3 6z');
  gf.marks.setAttribute('d', path.join(''));
}

/* Colour the matches without drawing anew. */
function paintMatches(gf) {
  gf.lay.marks = layoutView(gf).marks;
  drawMarks(gf);
  gf.lay.items.forEach((item) => item.element && item.element.classList.toggle('gf-hit', isHit(gf, item)));
}
