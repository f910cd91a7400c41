/* The data of a picture, made from columns of nodes in preorder. */
'use strict';

/*
 * As svg/columns.c writes nodes in preorder; up[i]: how many levels the parent of node i is above
 * node i - 1.
 */
function payloadBytes({ names, up, ...values }) {
  const levels = [], children = new Array(up.length).fill(0), open = [];
  up.forEach((steps, node) => {
    open.length -= Math.min(open.length, steps);
    if (open.length > 0)
      children[open[open.length - 1]]++;
    (levels[open.length] = levels[open.length] || []).push(node);
    open.push(node);
  });
  const order = levels.flat(), parted = order.filter((node) => children[node] > 0)
    .concat(order.filter((node) => children[node] === 0));
  const column = (list, numbers) => {
    let most = list.reduce((max, node) => Math.max(max, numbers[node]), 0), unit = 1;
    const planes = [];
    for (; most > 0; most = Math.floor(most / 256), unit *= 256)
      planes.push(Buffer.from(list.map((node) => Math.floor(numbers[node] / unit) % 256)));
    return Buffer.concat([Buffer.from([planes.length]), ...planes]);
  };
  const head = JSON.stringify(
    { names, nodes: up.length, ops_scale: 1000,
      columns: ['children', ...Object.keys(values)] }) + '\n';
  return new Uint8Array(
    Buffer.concat([Buffer.from(head), column(order, children),
      ...Object.values(values).map((numbers) => column(parted, numbers))]));
}

module.exports = { payloadBytes };
