/*
 * The view as text behind the '#' of the address, and back. Frames are told by
 * their names from the root on, never by place, so that an address opens the
 * same view of another run.
 */
const ADDRESS_MAX = 16000; /* a longer path stays out of the address */
const NAME_MAX = 200;      /* a longer name is told by its beginning and a check sum */

function firstView(order, inverted) {
  return { zoom: [], side: 'down', from: 0, to: 1, order, inverted, mode: 'tree', frame: '', hide: [],
    only: [], query: '', same_case: false, kind: '', fold: true, table: '' };
}

function nameKey(name) {
  if (name.length <= NAME_MAX)
    return name;
  let sum = 0x811c9dc5;
  for (let i = 0; i < name.length; i++)
    sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
  return cutMiddle(name.slice(0, NAME_MAX), NAME_MAX) + '~' + (sum >>> 0).toString(16);
}

/* The keys of the frames from below the root to `node`; the 2nd of two brothers of one name ends in "*2". */
function pathOfNode(tree, node, names) {
  const path = [];
  for (; node > 0; node = tree.parent[node]) {
    let nth = 1;
    for (let child = tree.parent[node] + 1; child < node; child = tree.end[child])
      nth += names[tree.name[child]] === names[tree.name[node]] ? 1 : 0;
    path.push(nameKey(names[tree.name[node]]) + (nth > 1 ? '*' + nth : ''));
  }
  return path.reverse();
}

/* The node at the end of `path`, or of as much of it as there is. */
function nodeOfPath(tree, path, names) {
  let node = 0;
  for (const key of path) {
    const [, stem, nth] = /^([^]*)\*(\d+)$/.exec(key) || ['', key, '1'];
    let found = 0, left = +nth;
    for (let child = node + 1; child < tree.end[node] && !found; child = tree.end[child]) {
      const name = nameKey(names[tree.name[child]]);
      if (name === key || (name === stem && --left === 0))
        found = child;
    }
    if (!found)
      return node;
    node = found;
  }
  return node;
}

function encodeText(text) {
  return encodeURIComponent(text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'))
    .replace(/'/g, '%27');
}

function decodeText(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/* Only what differs from `base` is written. */
function encodeView(view, base, prefix) {
  const parts = [];
  const add = (key, value) => parts.push(prefix + key + '=' + value);
  const list = (names) => names.map(encodeText).join(';');
  if (view.zoom.length > 0 && view.zoom.length < ADDRESS_MAX / 2) {
    const path = list(view.zoom);
    if (path.length < ADDRESS_MAX)
      add('zoom', path);
  }
  if (view.side !== 'down')
    add('side', view.side);
  if (view.from > 0 || view.to < 1)
    add('part', +view.from.toPrecision(12) + '-' + +view.to.toPrecision(12));
  for (const key of ['order', 'mode', 'table'])
    if (view[key] !== base[key])
      add(key, view[key]);
  for (const key of ['frame', 'query', 'kind'])
    if (view[key])
      add(key, encodeText(view[key]));
  for (const key of ['inverted', 'same_case', 'fold'])
    if (view[key] !== base[key])
      add(key, view[key] ? 1 : 0);
  for (const key of ['hide', 'only'])
    if (view[key].length > 0)
      add(key, list(view[key]));
  return parts.join('&');
}

function decodeView(text, base, prefix) {
  const view = Object.assign({}, base);
  const one_of = (value, all, otherwise) => (all.includes(value) ? value : otherwise);
  for (const part of text.replace(/^#/, '').split('&')) {
    const at = part.indexOf('='), key = part.slice(prefix.length, at), value = part.slice(at + 1);
    if (at < 0 || !part.startsWith(prefix))
      continue;
    const list = () => value.split(';').filter(Boolean).map(decodeText);
    if (key === 'zoom' || key === 'hide' || key === 'only')
      view[key] = list();
    else if (key === 'frame' || key === 'query')
      view[key] = decodeText(value);
    else if (key === 'inverted' || key === 'same_case' || key === 'fold')
      view[key] = value === '1';
    else if (key === 'kind')
      view.kind = /^[a-z]$/.test(value) ? value : '';
    else if (key === 'side')
      view.side = one_of(value, ['up', 'down'], 'down');
    else if (key === 'order')
      view.order = one_of(value, ['name', 'width', 'time'], base.order);
    else if (key === 'mode')
      view.mode = one_of(value, ['tree', 'leaf', 'sandwich'], 'tree');
    else if (key === 'table')
      view.table = one_of(value, ['self', 'total', 'ops', 'name', 'change'], '');
    else if (key === 'part') {
      const [from, to] = value.split(/(?<=\d)-/).map(Number);
      if (from >= 0 && to <= 1 && to - from > 1e-12)
        Object.assign(view, { from, to });
    }
  }
  if (view.mode === 'sandwich' && !view.frame)
    view.mode = 'tree';
  return view;
}

/* The address behind the '#' with our parts put anew and those of others left as they are. */
function replaceView(old, text, prefix) {
  const others = old.replace(/^#/, '').split('&').filter((part) => part && prefix && !part.startsWith(prefix));
  return others.concat(text || []).join('&');
}
