/* Find this script's own picture, unpack its data and take over from the static drawing. */

/* The data- attributes of the picture, those that are numbers as numbers. */
function readOptions(svg) {
	Object.assign(opt, { deepest: 999, total: 0, width: parseFloat(svg.getAttribute('width')), ...svg.dataset });
	for (const key of ['minwidth', 'fontsize', 'xpad', 'top', 'frameHeight', 'levels', 'factor', 'total'])
		opt[key] = +opt[key];
}

async function inflate(bytes) {
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start(svg) {
	const payload = readPayload(await inflate(bytesOfText(svg.querySelector('.gf-data').textContent))), rank = rankNames(payload);
	readOptions(svg);
	const { order } = opt, style = svg.querySelector('style'), base = treeOfPayload(payload, order, rank);
	const view = firstView(order, opt.inverted === '1');
	const alone = document.documentElement === svg, all = [...document.querySelectorAll('svg[data-gf]')];
	Object.assign(gf, {
		...payload, svg, alone, base, view, first_view: view, shown: [],
		colours: payload.fills || payload.names.map((_, id) => payload.kinds[id] + (payload.shades[id] || 0)),
		links: Object.fromEntries(Object.entries(payload.links || {}).filter(([, link]) => /^https?:\/\//i.test(link))),
		frames: svg.querySelector('.gf-frames'), rank, undo: [], redo: [], layouts: [],
		prefix: alone ? '' : 'gf' + (all.indexOf(svg) + 1) + '.',
	});
	if (!style.sheet) { /* a policy may let the script in alone, which may adopt it */
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(style.textContent);
		document.adoptedStyleSheets.push(sheet);
	}
	gf.frames.replaceChildren(); /* first: styling what goes anyway costs seconds */
	makePage();
	gf.ruler = newRuler(gf.frames);
	gf.table_ruler = newRuler(ui.table);
	showView(viewOfAddress());
	listenToPage();
	listenToMouse();
	listenToTouch();
	svg.dataset.ready = 1;
}

const own = document.currentScript?.closest('svg[data-gf]');
if (own) {
	start(own).catch((error) => {
		own.querySelector('.gf-details').textContent = 'this picture stays as it is: ' + error.message;
	});
}
