/* Kinds of frames and colours of comparisons, as classes that the file's own rules colour. */
const KIND_LABELS = {
  r: 'range', m: 'matmul', a: 'attention', n: 'normalisation', e: 'elementwise', d: 'reduction', s: 'softmax',
  c: 'communication', y: 'copy and fill', o: 'other',
};

/* How much the share of all has changed, -1 (gone) to 1 (new). */
function shareChange(before, after, before_all, after_all) {
  const old = before_all > 0 ? before / before_all : 0, now = after_all > 0 ? after / after_all : 0;
  const most = Math.max(old, now);
  return most > 0 ? (now - old) / most : 0;
}

function changeClass(tree, node, negate) {
  const before = tree.before[node], after = tree.total[node];
  const change = shareChange(before, after, tree.before[0], tree.total[0]) * (negate ? -1 : 1);
  const step = Math.min(4, Math.ceil(Math.abs(change) * 4));
  return (Math.abs(change) < 0.005 ? 'gf-w0' : (change > 0 ? 'gf-u' : 'gf-v') + step) +
    (before === 0 && after > 0 ? ' gf-new' : '') + (after === 0 && before > 0 ? ' gf-gone' : '');
}

/* Whether black text can be read on a colour (4.5:1); white can when not. */
function isLight(rgb) {
  const linear = (level) => (level <= 10 ? level / 255 / 12.92 : Math.pow((level / 255 + 0.055) / 1.055, 2.4));
  const light = 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
  return light + 0.05 >= 4.5 * 0.05;
}

/* The colour of a share of all, 0 to 1 (--colordiffusion). */
function diffusionColour(share) {
  const root = Math.sqrt(Math.max(0, Math.min(1, share)));
  return 255 << 16 | Math.floor(240 - 190 * root) << 8 | Math.floor(225 - 195 * root);
}

/* { class, fill } of a frame; fill is -1 where the class says it all. */
function colourOf(gf, tree, node) {
  const name = tree.name[node];
  let fill = -1;
  if (tree.before)
    return { class: changeClass(tree, node, gf.opt.negate), fill };
  if (gf.opt.diffusion)
    fill = diffusionColour(tree.total[0] > 0 ? tree.total[node] / tree.total[0] : 0);
  else if (gf.fills)
    fill = gf.fills[name];
  if (fill >= 0)
    return { class: isLight(fill) ? 'gf-x' : 'gf-y', fill };
  return { class: 'gf-' + gf.kinds[name] + (gf.shades[name] || '0'), fill };
}
