/* Where picture, bar, table and details stand; all of it again when the width changes. */
const WIDE_PAGE_PX = 1000; /* from here on the table stands beside the picture */
const TABLE_PX = 460;      /* as in flame.css */
const LEAST_PX = 320;

function makePage() {
	const { svg, frames } = gf;
	const box = (what, attrs, parent = ui.root) => html(parent, what, '', attrs);
	ui.titles = [...svg.querySelectorAll('.gf-title, .gf-subtitle')].map((line) => [line, line.textContent, newRuler(line)]);
	ui.legend = svg.querySelector('.gf-legend');
	ui.place = svgElement(svg.querySelector('.gf-ui'), 'foreignObject');
	ui.root = html(ui.place, 'div.gf-html');
	ui.head = box('div.gf-head');
	ui.middle = box('div.gf-middle');
	ui.table = box('div.gf-table', { role: 'region', 'aria-label': 'Top table', tabindex: 0 }, ui.middle);
	ui.foot = box('div.gf-foot');
	ui.details = box('div.gf-line', {}, ui.foot);
	ui.status = box('div.gf-status', { role: 'status', 'aria-live': 'polite' }, ui.foot);
	ui.tip = box('div.gf-tip', { role: 'tooltip', hidden: '' });
	ui.menu = box('div.gf-menu', { role: 'menu', 'aria-label': 'Frame', hidden: '' });
	ui.help = box('div.gf-help', { role: 'dialog', 'aria-label': 'Keys', hidden: '' });
	gf.marks = svgElement(null, 'path', { class: 'gf-marks', 'aria-hidden': 'true' });
	frames.after(gf.marks);
	svg.appendChild(svg.querySelector('.gf-ui'));
	makeToolbar();
	makeHelp();
	svg.classList.add('gf-live');
	setAttributes(svg, { role: 'group', ...(opt.fluid && { width: '100%' }) });
	setAttributes(frames, { role: 'tree', 'aria-label': opt.title });
}

function pageWidth() {
	return Math.floor(boxOf(gf.svg).width);
}

/* A point of the window in units of the picture, which a page may show at any scale. */
function pictureAt(x, y) {
	const { a, e, f } = gf.svg.getScreenCTM() || { a: 1, e: 0, f: 0 };
	return [(x - e) / (a || 1), (y - f) / (a || 1)];
}

/* Lay out the page for its present width and draw. */
function layoutPage() {
	const { view } = gf, width = gf.page_width = Math.max(LEAST_PX, opt.fluid ? pageWidth() : opt.width);
	const wide = width >= WIDE_PAGE_PX, place = wide ? ui.middle : ui.head;
	if (!place.contains(ui.table)) /* moving it takes its focus and where it is scrolled to */
		place.appendChild(ui.table);
	ui.table.hidden = !view.table;
	gf.room = view.table && wide && !gf.on_paper ? width - TABLE_PX : width;
	ui.place.setAttribute('width', width);
	updateChips();
	for (const [line, text, ruler] of ui.titles) {
		line.setAttribute('x', gf.room / 2);
		line.textContent = fitLabel(text, roomOf(), ruler);
	}
	gf.frames.replaceChildren(); /* first: what goes anyway would be laid out once more */
	layoutView();
	placePage();
	drawFrames();
}

/* Make room for the bar, whose height depends on the width. */
function placePage() {
	const { svg, page_width: width } = gf, head = gf.head_height = ui.head.offsetHeight;
	const drawn = head + opt.top + gf.rows * opt.frameHeight + 8 + ui.foot.offsetHeight;
	const height = gf.height = Math.max(drawn, gf.view.table ? head + LEAST_PX : 0, gf.alone ? window.innerHeight : 0);
	setAttributes(svg, { height, viewBox: `0 ${-head} ${width} ${height}` });
	if (ui.legend) /* on paper */
		ui.legend.setAttribute('transform', `translate(0 ${(gf.rows - 1 - opt.levels) * opt.frameHeight})`);
	pinPage();
}

/* Bar and details stay in that part of the picture which the window shows. */
function pinPage() {
	const { head_height: head, height } = gf, [top, low] = [0, window.innerHeight].map((y) => pictureAt(0, y)[1] + head);
	const from = clamp(top, 0, Math.max(0, height - 200)), to = Math.min(height, Math.max(low, from + 200));
	setAttributes(ui.place, { y: from - head, height: to - from });
}

function redraw() {
	const focused = hasFocus(gf.frames);
	layoutPage();
	restoreCursor(focused);
}

function listenToPage() {
	let waiting = 0;
	const resized = () => {
		const width = pageWidth();
		if (opt.fluid && width !== gf.page_width && width >= LEAST_PX)
			redraw();
		else
			placePage();
	};
	const print = ({ type }) => {
		gf.on_paper = type === 'beforeprint'; /* without the table */
		redraw();
	};
	const soon = () => {
		cancelAnimationFrame(waiting);
		waiting = requestAnimationFrame(resized);
	};
	const observer = new ResizeObserver(soon);
	[ui.head, ui.foot, gf.svg].forEach((element) => observer.observe(element));
	for (const [type, run] of [['resize', soon], ['scroll', pinPage], ['popstate', readAddress], ['hashchange', readAddress],
		['beforeprint', print], ['afterprint', print]])
		on(window, type, run);
	on(gf.svg, 'keydown', onKey);
	on(document, 'pointerdown', (event) => {
		ui.menu.hidden ||= !ui.menu.contains(event.target);
	});
}
