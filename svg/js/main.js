/* Find this script's own picture, unpack its data and take over from the static drawing. */

function numberOf(svg, name, otherwise) {
  const value = parseFloat(svg.getAttribute('data-' + name));
  return Number.isFinite(value) ? value : otherwise;
}

function readOptions(svg) {
  const text = (name) => svg.getAttribute('data-' + name) || '';
  return {
    order: text('order') || 'name', inverted: text('inverted') === '1', negate: text('negate') === '1',
    diffusion: text('colors') === 'diffusion', fluid: text('fluid') !== '0' && text('fluid') !== '',
    title: text('title'), unit: text('unit'), name_type: text('nametype'), width: numberOf(svg, 'width', parseFloat(svg.getAttribute('width')) || 1200),
    min_width: numberOf(svg, 'minwidth', 0.1), font_size: numberOf(svg, 'fontsize', 12),
    font_width: numberOf(svg, 'fontwidth', 0.59), x_pad: numberOf(svg, 'xpad', 10),
    frame_height: numberOf(svg, 'frame-height', 16), factor: numberOf(svg, 'factor', 1), full: numberOf(svg, 'total', 0),
    depth_max: 999, top: topOfFrames(svg),
  };
}

/* The upper edge of what the file has drawn. */
function topOfFrames(svg) {
  let top = Infinity;
  for (const rect of svg.querySelectorAll('.gf-f rect'))
    top = Math.min(top, parseFloat(rect.getAttribute('y')));
  for (const path of svg.querySelectorAll('path.gf-more'))
    top = Math.min(top, parseFloat(path.getAttribute('d').split(/[ ,]+/)[1]));
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

/* Links that lead to the web and nowhere else. */
function safeLinks(links) {
  const safe = {};
  for (const id of Object.keys(links || {})) {
    if (/^https?:\/\//i.test(links[id]))
      safe[id] = String(links[id]);
  }
  return safe;
}

async function start(svg) {
  const pictures = Array.from(document.querySelectorAll('svg[data-gf]'));
  const alone = document.documentElement === svg;
  const payload = await readPayload(svg.querySelector('.gf-data'));
  const gf = {
    svg, alone, frames: svg.querySelector('.gf-frames'), opt: readOptions(svg),
    names: payload.names, kinds: payload.kinds || '', shades: payload.shades || '', fills: payload.fills || null,
    links: safeLinks(payload.links), decimals: payload.decimals || 0, base: treeOfPayload(payload),
    rank: rankNames(payload.names), visible: [], trees: new Map(), undo: [], redo: [], elements: [], hit: null,
    search_error: '', searched: '\n', cursor: null, matches: null, pointed: -1,
    prefix: pictures.length > 1 || !alone ? 'gf' + (pictures.indexOf(svg) + 1) + '.' : '',
  };
  gf.opt.unit = payload.unit || gf.opt.unit;
  gf.first_view = firstView(gf.opt.order, gf.opt.inverted);
  gf.view = gf.first_view;
  gf.searched = '\nfalse';
  makePage(gf);
  gf.ruler = newRuler(gf);
  showView(gf, decodeView(location.hash, gf.first_view, gf.prefix));
  listenToPage(gf);
  listenToPointer(gf);
  svg.setAttribute('data-ready', '1');
}

(function () {
  const script = document.currentScript;
  const svg = script && script.closest('svg[data-gf]');
  if (!svg || svg.hasAttribute('data-started'))
    return;
  svg.setAttribute('data-started', '1');
  start(svg).catch((error) => {
    const details = svg.querySelector('.gf-details');
    if (details)
      details.textContent = 'This picture stays as it is: ' + error.message;
  });
})();
