/* Find this script's own picture, unpack its data and take over from the static drawing. */

function readOptions(svg) {
  const text = (name) => svg.getAttribute('data-' + name) || '';
  const number = (name, otherwise) => (Number.isFinite(parseFloat(text(name))) ? parseFloat(text(name)) : otherwise);
  return {
    order: text('order'), inverted: text('inverted') === '1', negate: text('negate') === '1',
    diffusion: text('colors') === 'diffusion', fluid: text('fluid') === '1', title: text('title'), unit: text('unit'), name_type: text('nametype'),
    width: parseFloat(svg.getAttribute('width')), min_width: number('minwidth', 0.1), font_size: number('fontsize', 12),
    font_width: number('fontwidth', 0.59), x_pad: number('xpad', 10), frame_height: number('frame-height', 16),
    factor: number('factor', 1), full: number('total', 0), deepest: 999, top: topOfFrames(svg),
  };
}

/* The upper edge of what the file has drawn. */
function topOfFrames(svg) {
  let top = Infinity;
  for (const rect of svg.querySelectorAll('.gf-f rect'))
    top = Math.min(top, rect.getAttribute('y'));
  for (const path of svg.querySelectorAll('path.gf-more'))
    top = Math.min(top, path.getAttribute('d').split(/[ ,vh]/)[1]);
  return Number.isFinite(top) ? top : 37;
}

async function readPayload(holder) {
  const text = holder.textContent.trim();
  if (holder.getAttribute('data-encoding') === 'json')
    return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

async function start(svg) {
  const payload = await readPayload(svg.querySelector('.gf-data'));
  const { names, kinds, shades, fills, unit, decimals } = payload;
  const alone = document.documentElement === svg, opt = readOptions(svg);
  const links = Object.entries(payload.links || {}).filter(([, link]) => /^https?:\/\//i.test(link));
  let rank = null;
  const gf = {
    svg, alone, opt, names, kinds, shades, fills, decimals, base: treeOfPayload(payload),
    frames: svg.querySelector('.gf-frames'), links: Object.fromEntries(links),
    rank: () => (rank = rank || rankNames(names)), shown: [], trees: new Map(), undo: [], redo: [],
    prefix: alone ? '' : 'gf' + (Array.from(document.querySelectorAll('svg[data-gf]')).indexOf(svg) + 1) + '.',
    search_error: '',
  };
  gf.base.order = opt.order;
  opt.unit = unit || opt.unit;
  gf.view = gf.first_view = firstView(opt.order, opt.inverted);
  gf.frames.replaceChildren(); /* first: styling what goes anyway costs seconds */
  makePage(gf);
  gf.ruler = newRuler(gf);
  showView(gf, decodeView(location.hash, gf.first_view, gf.prefix));
  listenToPage(gf);
  listenToMouse(gf);
  listenToTouch(gf);
  svg.setAttribute('data-ready', '1');
}

(function () {
  const svg = document.currentScript && document.currentScript.closest('svg[data-gf]');
  if (svg) {
    start(svg).catch((error) => {
      svg.querySelector('.gf-details').textContent = 'this picture stays as it is: ' + error.message;
    });
  }
})();
