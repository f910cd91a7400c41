/* Find this script's own picture, unpack its data and take over from the static drawing. */

function readOptions(svg) {
	const data = svg.dataset, { order, title, unit, nametype, minwidth, fontsize, fontwidth, xpad, factor, total } = data;
	const tops = Array.from(svg.querySelectorAll('.gf-f rect'), (rect) => +rect.getAttribute('y'));
	for (const path of svg.querySelectorAll('path.gf-more'))
		tops.push(+path.getAttribute('d').split(/[ ,vh]/)[1]);
	return {
		order, title, unit, inverted: data.inverted === '1', negate: data.negate === '1', fluid: data.fluid === '1',
		diffusion: data.colors === 'diffusion', name_type: nametype, min_width: +minwidth, font_size: +fontsize, font_width: +fontwidth,
		x_pad: +xpad, row_px: +data.frameHeight, factor: +factor, full: +total || 0, deepest: 999,
		width: parseFloat(svg.getAttribute('width')), top: tops.reduce((a, b) => Math.min(a, b), Infinity),
	};
}

async function readPayload(holder) {
	const text = holder.textContent.trim();
	if (holder.dataset.encoding === 'json')
		return JSON.parse(text);
	const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	return JSON.parse(await new Response(stream).text());
}

async function start(svg) {
	const { names, kinds, shades, fills, decimals, links, ...payload } = await readPayload(svg.querySelector('.gf-data'));
	const base = treeOfPayload({ names, ...payload }), opt = readOptions(svg), view = firstView(opt.order, opt.inverted);
	const alone = document.documentElement === svg, all = Array.from(document.querySelectorAll('svg[data-gf]'));
	let rank = null;
	const gf = {
		svg, alone, opt, names, kinds, shades, fills, decimals, base, view, first_view: view, shown: [],
		links: Object.fromEntries(Object.entries(links || {}).filter(([, link]) => /^https?:\/\//i.test(link))),
		frames: svg.querySelector('.gf-frames'), rank: () => (rank = rank || rankNames(names)), undo: [], redo: [],
		search_error: '', prefix: alone ? '' : 'gf' + (all.indexOf(svg) + 1) + '.',
	};
	base.order = opt.order;
	gf.frames.replaceChildren(); /* first: styling what goes anyway costs seconds */
	makePage(gf);
	gf.ruler = newRuler(gf);
	showView(gf, decodeView(location.hash, view, gf.prefix));
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
