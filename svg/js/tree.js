/*
 * The tree and what can be made of it. Nodes stand in preorder, so that a
 * subtree is the range [i, end[i]) and every walk is a loop: a stack may be a
 * million frames deep. Values are sums per node; see docs/FORMATS.md, "payload".
 */
const MERGE_STEPS = 6e6; /* work after which merging stops and keeps the rest as one */

function makeTree(columns) {
  const count = columns.name.length;
  const tree = {
    count,
    name: Int32Array.from(columns.name),
    parent: Int32Array.from(columns.parent),
    depth: new Int32Array(count),
    end: new Int32Array(count),
    self: Float64Array.from(columns.self),
    ops: columns.ops ? Float64Array.from(columns.ops) : null,
    min: columns.min ? Float64Array.from(columns.min) : null,
    max: columns.max ? Float64Array.from(columns.max) : null,
    before: columns.before ? Float64Array.from(columns.before) : null,
    place: columns.place || null,
    cut: columns.cut || false,
  };
  tree.total = Float64Array.from(tree.self);
  tree.width = tree.total;
  for (let i = 0; i < count; i++) {
    tree.end[i] = i + 1;
    tree.depth[i] = i === 0 ? 0 : tree.depth[tree.parent[i]] + 1;
  }
  for (let i = count - 1; i > 0; i--) {
    const up = tree.parent[i];
    tree.total[up] += tree.total[i];
    tree.end[up] = Math.max(tree.end[up], tree.end[i]);
    if (tree.before)
      tree.before[up] += tree.before[i];
    if (tree.ops)
      tree.ops[up] += tree.ops[i];
    if (tree.max && tree.max[i] > 0) {
      tree.max[up] = Math.max(tree.max[up], tree.max[i]);
      tree.min[up] = tree.min[up] > 0 ? Math.min(tree.min[up], tree.min[i]) : tree.min[i];
    }
  }
  if (tree.before)
    tree.width = comparedWidths(tree, columns.before);
  return tree;
}

/* In a comparison, what is gone keeps the width that it had, or it could not be seen. */
function comparedWidths(tree, before) {
  const width = Float64Array.from(tree.self);
  for (let i = tree.count - 1; i >= 0; i--) {
    if (tree.total[i] === 0 && tree.before[i] > 0)
      width[i] += before[i];
    if (i > 0)
      width[tree.parent[i]] += width[i];
  }
  return width;
}

/* The tree of a payload; throws when it is damaged. */
function treeOfPayload(payload) {
  const count = payload.name.length, parent = new Int32Array(count);
  for (let i = 1; i < count; i++) {
    let up = i - 1;
    for (let level = payload.up[i]; level > 0 && up > 0; level--)
      up = parent[up];
    parent[i] = up;
  }
  if (count === 0 || payload.self.length !== count || payload.name.some((name) => !(name in payload.names)))
    throw new Error('the data inside this picture is damaged');
  const { name, self, min, max, before, time } = payload;
  const tree = makeTree({ name, parent, self, ops: payload.count, min, max, before, place: time });
  tree.own = ownValues(tree, payload);
  return tree;
}

/* What is of each node itself, before it was summed up: trees are made anew from these. */
function ownValues(tree, source) {
  return { self: tree.self, ops: source.count || source.ops, min: source.min, max: source.max,
    before: source.before };
}

/* Columns to collect a new tree in, with those that `tree` has. */
function newColumns(tree) {
  const own = tree.own;
  return { name: [], parent: [], self: [], ops: own.ops && [], min: own.min && [], max: own.max && [],
    before: own.before && [] };
}

function addNode(columns, parent, name) {
  columns.name.push(name);
  columns.parent.push(parent);
  for (const key of ['self', 'ops', 'min', 'max', 'before']) {
    if (columns[key])
      columns[key].push(0);
  }
  return columns.name.length - 1;
}

/* Add to node `at` of `columns` what `values` has at `from`. */
function addValues(columns, at, values, from) {
  columns.self[at] += values.self[from];
  if (columns.before)
    columns.before[at] += values.before[from];
  if (columns.ops)
    columns.ops[at] += values.ops[from];
  if (columns.max && values.max[from] > 0) {
    columns.max[at] = Math.max(columns.max[at], values.max[from]);
    columns.min[at] = columns.min[at] > 0 ? Math.min(columns.min[at], values.min[from]) : values.min[from];
  }
}

function finishTree(columns, cut) {
  const own = { self: columns.self, ops: columns.ops, min: columns.min, max: columns.max,
    before: columns.before };
  const tree = makeTree(Object.assign({ cut }, columns));
  tree.own = own;
  return tree;
}

/* Only the stacks with all names of `only` and none of `hidden` (sets of ids of names). */
function filterTree(tree, hidden, only) {
  const columns = newColumns(tree), wanted = Array.from(only), count = tree.count;
  const met = wanted.map(() => new Uint8Array(count)), has = new Uint8Array(count);
  const kept = new Int32Array(count).fill(-1);

  for (let i = 0; i < count; i++) {
    if (i > 0 && hidden.has(tree.name[i])) {
      i = tree.end[i] - 1;
      continue;
    }
    has[i] = 1;
    wanted.forEach((name, k) => {
      met[k][i] = tree.name[i] === name || (i > 0 && met[k][tree.parent[i]]) ? 1 : 0;
      has[i] &= met[k][i];
    });
  }
  const inside = Uint8Array.from(has);
  for (let i = count - 1; i > 0; i--)
    has[tree.parent[i]] |= has[i];
  for (let i = 0; i < count; i++) {
    if (!has[i] && i > 0)
      continue;
    kept[i] = addNode(columns, i === 0 ? 0 : kept[tree.parent[i]], tree.name[i]);
    if (inside[i])
      addValues(columns, kept[i], tree.own, i);
  }
  return finishTree(columns);
}

/*
 * Merge `nodes` and all below them by name: the callees of a frame, whoever
 * called it. None of `nodes` stands below another.
 */
function mergeDown(tree, nodes, name) {
  const columns = newColumns(tree), stack = [{ nodes, parent: 0, name }];
  while (stack.length > 0) {
    const group = stack.pop(), at = addNode(columns, group.parent, group.name), below = new Map();
    for (const node of group.nodes) {
      addValues(columns, at, tree.own, node);
      for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
        const same = below.get(tree.name[child]);
        if (same)
          same.push(child);
        else
          below.set(tree.name[child], [child]);
      }
    }
    for (const [key, list] of Array.from(below).reverse())
      stack.push({ nodes: list, parent: at, name: key });
  }
  return finishTree(columns);
}

/*
 * Turn stacks over: below a root called `name` come the `next` nodes, below
 * each its callers. values[k] of item k goes to where its stack ends. After
 * MERGE_STEPS the stacks end early (cut); no value is lost.
 */
function mergeUp(tree, next, from, values, name) {
  const columns = newColumns(tree), stack = [{ next, from, parent: 0, name }];
  let steps = 0;
  while (stack.length > 0) {
    const group = stack.pop(), at = addNode(columns, group.parent, group.name), above = new Map();
    steps += group.next.length;
    for (let k = 0; k < group.next.length; k++) {
      const node = group.next[k];
      if (node === 0 || steps > MERGE_STEPS) {
        addValues(columns, at, values, group.from[k]);
        continue;
      }
      let same = above.get(tree.name[node]);
      if (!same)
        above.set(tree.name[node], same = { next: [], from: [], parent: at, name: tree.name[node] });
      same.next.push(tree.parent[node]);
      same.from.push(group.from[k]);
    }
    for (const item of Array.from(above.values()).reverse())
      stack.push(item);
  }
  return finishTree(columns, steps > MERGE_STEPS);
}

/* Which kernel, over all callers: the innermost frames first. */
function mergeByLeaf(tree) {
  const nodes = [];
  for (let i = 0; i < tree.count; i++) {
    if (tree.own.self[i] !== 0 || (tree.own.before && tree.own.before[i] !== 0))
      nodes.push(i);
  }
  return mergeUp(tree, nodes, nodes, tree.own, tree.name[0]);
}

/* The outermost nodes of those names (a set of ids): a recursive frame counts once. */
function outermost(tree, ids) {
  const nodes = [];
  for (let i = 0; i < tree.count; i++) {
    if (ids.has(tree.name[i])) {
      nodes.push(i);
      i = tree.end[i] - 1;
    }
  }
  return nodes;
}

function sandwichCallers(tree, ids, name) {
  const nodes = outermost(tree, ids);
  const sums = { self: tree.total, ops: tree.ops, min: tree.min, max: tree.max, before: tree.before };
  return mergeUp(tree, nodes.map((node) => (node === 0 ? 0 : tree.parent[node])), nodes, sums, name);
}

function sandwichCallees(tree, ids, name) {
  return mergeDown(tree, outermost(tree, ids), name);
}

/* By name: { name, self, total, ops, before } of each, recursion counted once. */
function topOfNames(tree, names) {
  const rows = new Map(), depthOf = new Int32Array(names).fill(-1), open = [];
  for (let i = 0; i < tree.count; i++) {
    while (open.length > 0 && tree.end[open[open.length - 1]] <= i)
      depthOf[tree.name[open.pop()]] = -1;
    const name = tree.name[i];
    let row = rows.get(name);
    if (!row)
      rows.set(name, row = { name, self: 0, total: 0, ops: 0, before: 0 });
    row.self += tree.self[i];
    if (depthOf[name] >= 0)
      continue;
    depthOf[name] = i;
    open.push(i);
    row.total += tree.total[i];
    row.ops += tree.ops ? tree.ops[i] : 0;
    row.before += tree.before ? tree.before[i] : 0;
  }
  return Array.from(rows.values());
}

/* The children of `node` as they stand from left to right. rank: place of each name by bytes. */
function orderedChildren(tree, node, order, rank) {
  const list = [];
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child])
    list.push(child);
  if (order === 'name')
    list.sort((a, b) => rank[tree.name[a]] - rank[tree.name[b]] || a - b);
  else if (order === 'width')
    list.sort((a, b) => tree.width[b] - tree.width[a] || rank[tree.name[a]] - rank[tree.name[b]] || a - b);
  else if (tree.place)
    list.sort((a, b) => tree.place[a] - tree.place[b]);
  return list;
}

/* Code points compare as the bytes of UTF-8 do; UTF-16 units do not beyond the BMP. */
function compareNames(a, b) {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    if (x !== y) {
      const high = (unit) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
      return high(x) - high(y);
    }
  }
  return a.length - b.length;
}

function rankNames(names) {
  const order = Uint32Array.from(names, (_, i) => i), rank = new Uint32Array(names.length);
  order.sort((a, b) => compareNames(names[a], names[b]));
  order.forEach((name, place) => { rank[name] = place; });
  return rank;
}
