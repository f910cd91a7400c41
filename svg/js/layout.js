/*
 * Where each frame stands: a pure function of tree and view. The same
 * rectangles as the file has without a script (svg/layout.c).
 */
const FRAMES_MAX = 150000; /* more than this are never drawn at once: narrower ones wait for a zoom */
const ANCESTORS_MAX = 60;  /* rows for what stands above the zoomed frame */

/*
 * view: { zoom, from, to, x, width, full, minwidth, order, rank, depth_max, sum }
 * from..to is the part of the zoomed frame that is shown, as shares of it;
 * full: what the width stands for when that is more than the root.
 * sum[i]: how many of the nodes before i match the search (optional).
 *
 * Returns parallel arrays by rectangle: node; x, w in pixels; row from the
 * root; more: 0 for a frame, else how many children of `node` the remainder
 * stands for, with `value`, their sum. `marks`: pixels at which matches are too
 * narrow to be seen.
 */
function layoutTree(tree, view) {
  for (let minwidth = Math.max(view.minwidth, 1e-4); ; minwidth *= 2) {
    const result = layoutOnce(tree, view, minwidth);
    if (result)
      return result;
  }
}

function roundPixels(x) {
  return Math.round(x * 100) / 100;
}

function layoutOnce(tree, view, minwidth) {
  const out = { node: [], x: [], w: [], row: [], more: [], value: [], rows: 0, marks: new Set() };
  const left = view.x, right = view.x + view.width, span = view.to - view.from;
  const full = Math.max(tree.width[view.zoom], view.zoom === 0 ? view.full || 0 : 0);
  const scale = full > 0 ? view.width / span / full : 0;
  const origin = left - view.from * view.width / span;

  function put(node, start, value, row, more) {
    const x0 = Math.max(left, origin + start * scale), x1 = Math.min(right, origin + (start + value) * scale);
    out.node.push(node);
    out.x.push(roundPixels(x0));
    out.w.push(roundPixels(Math.max(0, x1 - x0)));
    out.row.push(row);
    out.more.push(more);
    out.value.push(value);
    out.rows = Math.max(out.rows, row + 1);
  }

  function mark(node, end, start, value) {
    if (view.sum && view.sum[end] > view.sum[node])
      out.marks.add(Math.round(Math.min(right, Math.max(left, origin + (start + value / 2) * scale))));
  }

  const path = [];
  for (let node = view.zoom; node !== 0;)
    path.push(node = tree.parent[node]);
  path.reverse();
  const skipped = Math.max(0, path.length - ANCESTORS_MAX);
  const shown = skipped > 0 ? [path[0]].concat(path.slice(skipped + 1)) : path;
  shown.forEach((node, row) => put(node, 0, tree.width[view.zoom], row, 0));
  shown.forEach((node, row) => { out.x[row] = left; out.w[row] = roundPixels(right - left); });

  const stack = [{ node: view.zoom, start: 0, row: shown.length }];
  while (stack.length > 0) {
    const { node, start, row } = stack.pop();
    if (out.node.length > FRAMES_MAX)
      return null;
    put(node, start, tree.width[node], row, 0);
    if (tree.end[node] === node + 1)
      continue;
    if (row - shown.length >= view.depth_max) {
      let below = 0;
      for (let child = node + 1; child < tree.end[node]; child = tree.end[child])
        below += tree.width[child];
      if (below * scale >= minwidth)
        put(node, start, below, row + 1, -1);
      mark(node + 1, tree.end[node], start, below);
      continue;
    }

    const pushed = stack.length;
    let at = start, run = 0, run_start = 0;
    const close = () => {
      if (run > 0 && (at - run_start) * scale >= minwidth)
        put(node, run_start, at - run_start, row + 1, run);
      run = 0;
    };
    for (const child of orderedChildren(tree, node, view.order, view.rank)) {
      const value = tree.width[child];
      const outside = origin + at * scale >= right || origin + (at + value) * scale <= left;
      if (outside && span < 1) {
        close();
      } else if (value * scale < minwidth) {
        if (run++ === 0)
          run_start = at;
        mark(child, tree.end[child], at, value);
      } else {
        close();
        stack.push({ node: child, start: at, row: row + 1 });
      }
      at += value;
    }
    close();
    for (let a = pushed, b = stack.length - 1; a < b; a++, b--)
      [stack[a], stack[b]] = [stack[b], stack[a]];
  }
  return out;
}
