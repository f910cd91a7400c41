/*
 * The view as text behind the '#' of the address, and back. Frames are told by
 * their names from the root on, never by place, so that an address opens the
 * same view of another run.
 */
const ADDRESS_MAX = 16000; /* a longer path stays out of the address */
const KEY_MAX = 200;       /* a longer name is told by its ends and a check sum */

/* What each part of a view may be: a list of names, a text, a switch, or one of some words. */
const VIEW_PARTS = {
  zoom: 'list', hide: 'list', only: 'list', frame: 'text', query: 'text', inverted: 'switch', same_case: 'switch',
  fold: 'switch', order: ['name', 'width', 'time'], mode: ['tree', 'leaf', 'sandwich'], side: ['down', 'up'],
  table: ['', 'self', 'total', 'ops', 'name', 'change'], kind: ['', ...'rmanedscyo'],
};

function firstView(order, inverted) {
  return { zoom: [], side: 'down', from: 0, to: 1, order, inverted, mode: 'tree', frame: '', hide: [], only: [],
    query: '', same_case: false, kind: '', fold: true, table: '' };
}

function nameKey(name) {
  let sum = 0;
  for (let i = 0; i < name.length && name.length > KEY_MAX; i++)
    sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
  return name.length > KEY_MAX ? cutMiddle(name, KEY_MAX) + '~' + (sum >>> 0).toString(16) : name;
}

/* The keys from below the root to `node`; the second of two brothers of one name ends in "*2". */
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
    const [, stem, nth] = /^([^]*)\*(\d+)$/.exec(key) || ['', key, 1];
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

function decodeText(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/* What differs from `base`, and then whatever else stands in the address `old`. */
function encodeView(view, base, prefix, old) {
  const encode = (text) => encodeURIComponent(text.toWellFormed ? text.toWellFormed() : text).replace(/'/g, '%27');
  const parts = old.replace(/^#/, '').split('&').filter((part) => part && prefix && !part.startsWith(prefix));
  for (const [key, kind] of Object.entries(VIEW_PARTS)) {
    const value = view[key], text = kind === 'list' ? value.slice(0, ADDRESS_MAX).map(encode).join(';') :
      kind === 'switch' ? +value : encode(value);
    if (String(value) !== String(base[key]) && String(text).length < ADDRESS_MAX)
      parts.push(prefix + key + '=' + text);
  }
  if (view.from > 0 || view.to < 1)
    parts.push(prefix + 'part=' + +view.from.toPrecision(12) + '-' + +view.to.toPrecision(12));
  return '#' + parts.join('&');
}

function decodeView(text, base, prefix) {
  const view = Object.assign({}, base);
  for (const part of text.replace(/^#/, '').split('&').filter((one) => one.startsWith(prefix) && one.includes('='))) {
    const at = part.indexOf('='), key = part.slice(prefix.length, at), value = part.slice(at + 1);
    const kind = Object.hasOwn(VIEW_PARTS, key) ? VIEW_PARTS[key] : '';
    if (kind === 'list')
      view[key] = value.split(';').filter(Boolean).map(decodeText);
    else if (kind === 'text')
      view[key] = decodeText(value);
    else if (kind === 'switch')
      view[key] = value === '1';
    else if (kind && kind.includes(value))
      view[key] = value;
    const [from, to] = key === 'part' ? value.split(/(?<=\d)-/).map(Number) : [0, 0];
    if (from >= 0 && to <= 1 && to - from > 1e-12)
      Object.assign(view, { from, to });
  }
  if (view.mode === 'sandwich' && !view.frame)
    view.mode = 'tree';
  return view;
}
