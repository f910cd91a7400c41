/* Put the frames of the present view on the page: the wide ones at once, the rest bit by bit. */
const WIDE_PX = 3;        /* frames wider than this are drawn before the first paint */
const AT_ONCE = 2500;     /* so many frames are drawn at once, however narrow */
const SLICE_MS = 12;
const LABEL_PX = 18;      /* narrower frames have no text */

/* Widths of characters in the font of the frames, measured once each. */
function newRuler(gf) {
  const widths = new Map();
  let context = null;
  try {
    context = htmlElement(null, 'canvas').getContext('2d');
    const style = getComputedStyle(gf.frames);
    context.font = style.fontWeight + ' ' + gf.opt.font_size + 'px ' + style.fontFamily;
  } catch {
    context = null;
  }
  return (char) => {
    let width = widths.get(char);
    if (width === undefined) {
      width = context ? context.measureText(char).width : gf.opt.font_size * gf.opt.font_width;
      widths.set(char, width);
    }
    return width;
  };
}

/* As much of `name` as fits: both of its ends, or nothing when that says nothing. */
function fitLabel(name, room, ruler) {
  let used = 0;
  const text = cutMiddle(name, 2000), chars = Array.from(text);
  for (const char of chars)
    if ((used += ruler(char)) > room)
      break;
  if (used <= room)
    return text;
  let left = room - ruler('…'), head = 0, tail = chars.length, at_head = true;
  while (head < tail) {
    const width = ruler(at_head ? chars[head] : chars[tail - 1]);
    if (width > left)
      break;
    left -= width;
    if (at_head)
      head++;
    else
      tail--;
    at_head = !at_head;
  }
  return head < 2 ? '' : chars.slice(0, head).join('') + '…' + chars.slice(tail).join('');
}

function labelOf(gf, item, room) {
  const more = gf.lay.more[item];
  if (more !== 0)
    return fitLabel(more > 0 ? '(' + groupDigits(more) + ' more)' : '(deeper)', room, gf.ruler);
  const name = visibleOf(gf, itemTree(gf, item).name[gf.lay.node[item]]);
  const label = fitLabel(name, room, gf.ruler);
  return label === name || !gf.view.fold ? label : fitLabel(foldTemplates(name), room, gf.ruler);
}

/* The name as it is shown; a megabyte of it is never shown whole. */
function visibleOf(gf, name) {
  if (gf.visible[name] === undefined)
    gf.visible[name] = shownName(gf.names[name], 2000);
  return gf.visible[name];
}

function itemTree(gf, item) {
  return gf.parts[gf.lay.part[item]].tree;
}

/* Lay out all parts of the view below each other; `y` of each rectangle is its upper edge. */
function layoutView(gf) {
  const { opt, view } = gf, lay = { node: [], x: [], y: [], w: [], more: [], value: [], row: [], part: [],
    rows: 0, marks: new Set(), item: gf.parts.map(() => new Map()) };
  const layouts = gf.parts.map((part) => layoutTree(part.tree, { zoom: part.zoom, from: part.from, to: part.to,
    full: view.mode === 'tree' ? opt.full : 0, x: opt.x_pad, width: gf.room - 2 * opt.x_pad, minwidth: opt.min_width, order: view.order, rank: gf.rank,
    depth_max: opt.depth_max, sum: part.sum }));
  layouts.forEach((layout, p) => {
    const upward = gf.parts.length > 1 ? p === 0 : !view.inverted;
    for (let i = p; i < layout.node.length; i++) {
      lay.node.push(layout.node[i]);
      lay.x.push(layout.x[i]);
      lay.w.push(layout.w[i]);
      lay.more.push(layout.more[i]);
      lay.value.push(layout.value[i]);
      lay.row.push(layout.row[i]);
      lay.part.push(p);
      lay.y.push(opt.top + opt.frame_height *
        (upward ? layout.rows - 1 - layout.row[i] : layout.row[i] + (p > 0 ? lay.rows - 1 : 0)));
      if (layout.more[i] === 0)
        lay.item[p].set(layout.node[i], lay.node.length - 1);
    }
    lay.rows += layout.rows - (p > 0 ? 1 : 0);
    layout.marks.forEach((x) => lay.marks.add(x));
  });
  return lay;
}

/* The element of a rectangle, made when it is not drawn yet. */
function elementOf(gf, item) {
  if (gf.elements[item])
    return gf.elements[item];
  const lay = gf.lay, frame = document.createElementNS(SVG_NS, 'g');
  frame.setAttribute('role', 'treeitem');
  frame.gfItem = item;
  if (lay.more[item] !== 0)
    fillRest(gf, frame, item);
  else
    fillFrame(gf, frame, item);
  if (lay.w[item] >= LABEL_PX)
    frame.setAttribute('aria-label', spokenFigures(gf, item));
  gf.elements[item] = frame;
  gf.layer.appendChild(frame);
  return frame;
}

function addLabel(gf, frame, item, attrs) {
  const { lay, opt } = gf, label = lay.w[item] >= LABEL_PX ? labelOf(gf, item, lay.w[item] - 6) : '';
  if (label) {
    const y = lay.y[item] + (opt.frame_height + opt.font_size) / 2 - 3.5;
    svgElement(frame, 'text', Object.assign({ x: roundPixels(lay.x[item] + 3), y }, attrs), label);
  }
}

function fillFrame(gf, frame, item) {
  const lay = gf.lay, tree = itemTree(gf, item), node = lay.node[item], colour = colourOf(gf, tree, node);
  const name = tree.name[node], link = gf.links[name];
  frame.setAttribute('class', 'gf-f ' + colour.class + (gf.hit && gf.hit[name] ? ' gf-hit' : ''));
  frame.setAttribute('data-n', node);
  const inside = link ? svgElement(frame, 'a', { href: link, target: '_top', tabindex: -1 }) : frame;
  const rect = document.createElementNS(SVG_NS, 'rect');
  rect.setAttribute('x', lay.x[item]);
  rect.setAttribute('y', lay.y[item]);
  rect.setAttribute('width', lay.w[item]);
  rect.setAttribute('height', gf.opt.frame_height - 1);
  if (colour.fill >= 0)
    rect.setAttribute('fill', '#' + (colour.fill + 0x1000000).toString(16).slice(1));
  inside.appendChild(rect);
  addLabel(gf, inside, item);
}

/* What is too narrow or too deep to be drawn singly. */
function fillRest(gf, frame, item) {
  const lay = gf.lay, height = gf.opt.frame_height - 1;
  frame.setAttribute('class', 'gf-rest');
  const d = 'M' + lay.x[item] + ' ' + lay.y[item] + 'h' + lay.w[item] + 'v' + height + 'h-' + lay.w[item] + 'z';
  svgElement(frame, 'path', { class: 'gf-more', d, 'data-p': lay.node[item] });
  addLabel(gf, frame, item, { class: 'gf-more-text' });
}

function drawFrames(gf) {
  gf.drawing = (gf.drawing || 0) + 1;
  const lay = gf.lay = layoutView(gf), count = lay.node.length, turn = gf.drawing;
  gf.elements = new Array(count);
  const old = gf.layer;
  gf.layer = document.createElementNS(SVG_NS, 'g');
  const later = [];
  for (let i = 0; i < count; i++) {
    if (count <= AT_ONCE || lay.w[i] >= WIDE_PX)
      elementOf(gf, i);
    else
      later.push(i);
  }
  if (old)
    old.remove();
  gf.frames.replaceChildren(gf.layer);
  drawMarks(gf);
  gf.svg.setAttribute('data-drawn', later.length > 0 ? 'part' : 'all');
  let next = 0;
  const slice = () => {
    if (turn !== gf.drawing)
      return;
    for (const end = performance.now() + SLICE_MS; next < later.length && performance.now() < end;)
      for (let k = 0; k < 64 && next < later.length; k++)
        elementOf(gf, later[next++]);
    if (next < later.length)
      requestAnimationFrame(slice);
    else
      gf.svg.setAttribute('data-drawn', 'all');
  };
  if (later.length > 0)
    requestAnimationFrame(slice);
}

/* Matches too narrow to be seen: a tick at the edge for each pixel that has some. */
function drawMarks(gf) {
  const lay = gf.lay, marks = new Set(lay.marks);
  if (gf.hit) {
    for (let i = 0; i < lay.node.length; i++) {
      if (lay.more[i] === 0 && lay.w[i] < 2 && gf.hit[itemTree(gf, i).name[lay.node[i]]])
        marks.add(Math.round(lay.x[i]));
    }
  }
  let path = '';
  if (gf.hit) {
    for (const x of marks)
      path += 'M' + (x - 3) + ' ' + (gf.opt.top - 9) + 'h6l-3 6z';
  }
  gf.marks.setAttribute('d', path);
}

/* Colour the matches anew without drawing anew. */
function paintMatches(gf) {
  gf.elements.forEach((element, item) => {
    if (gf.lay.more[item] === 0 && element)
      element.classList.toggle('gf-hit', Boolean(gf.hit && gf.hit[itemTree(gf, item).name[gf.lay.node[item]]]));
  });
}
