/* Where picture, bar, table and details stand; all of it again when the width changes. */
const WIDE_PAGE_PX = 1000; /* from here on the table stands beside the picture */
const TABLE_PX = 460;      /* as in flame.css */
const LEAST_PX = 320;

function makePage(gf) {
	const { svg, frames, opt } = gf, ui = gf.ui = { place: svgElement(svg.querySelector('.gf-ui'), 'foreignObject') };
	const live = { role: 'status', 'aria-live': 'polite' }, box = (what, attrs, parent = ui.root) => html(parent, what, '', attrs);
	ui.root = html(ui.place, 'div.gf-html');
	ui.head = box('div.gf-head');
	ui.middle = box('div.gf-middle');
	ui.table = box('div.gf-table', { role: 'region', 'aria-label': 'Top table', tabindex: 0 }, ui.middle);
	ui.foot = box('div.gf-foot');
	ui.details = box('div.gf-line', {}, ui.foot);
	ui.status = box('div.gf-status', live, ui.foot);
	ui.tip = box('div.gf-tip', { role: 'tooltip', hidden: '' });
	ui.menu = box('div.gf-menu', { role: 'menu', 'aria-label': 'Frame', hidden: '' });
	ui.help = box('div.gf-help', { role: 'dialog', 'aria-label': 'Keys', hidden: '' });
	gf.marks = svgElement(null, 'path', { class: 'gf-marks', 'aria-hidden': 'true' });
	frames.after(gf.marks);
	svg.appendChild(svg.querySelector('.gf-ui'));
	makeToolbar(gf);
	makeHelp(gf);
	svg.classList.add('gf-live');
	setAttributes(svg, { role: 'group', ...(opt.fluid && { width: '100%' }) });
	setAttributes(frames, { role: 'tree', 'aria-label': opt.title });
}

function pageWidth(gf) {
	return Math.floor(boxOf(gf.svg).width);
}

/* Lay out the page for its present width and draw. */
function layoutPage(gf) {
	const { svg, ui, opt, view } = gf;
	const width = gf.page_width = Math.max(LEAST_PX, opt.fluid ? pageWidth(gf) : opt.width), wide = width >= WIDE_PAGE_PX;
	(wide ? ui.middle : ui.head).appendChild(ui.table);
	setShown(ui.table, view.table);
	gf.room = view.table && wide ? width - TABLE_PX : width;
	ui.place.setAttribute('width', width);
	updateChips(gf);
	drawFrames(gf);
	svg.querySelectorAll('.gf-title, .gf-subtitle').forEach((text) => text.setAttribute('x', gf.room / 2));
	placePage(gf);
}

/* Make room for the bar, whose height depends on the width. */
function placePage(gf) {
	const { svg, ui, opt, page_width: width } = gf, head = gf.head_height = ui.head.offsetHeight;
	const drawn = head + opt.top + gf.lay.rows * opt.row_px + 8 + ui.foot.offsetHeight;
	const height = gf.height = Math.max(drawn, gf.view.table ? head + LEAST_PX : 0, gf.alone ? window.innerHeight : 0);
	setAttributes(svg, { height, viewBox: [0, -head, width, height].join(' ') });
	setAttributes(svg.querySelector('.gf-bg'), { y: -head, width, height });
	pinPage(gf);
}

/* Bar and details stay in that part of the picture which the window shows. */
function pinPage(gf) {
	const { top } = boxOf(gf.svg), from = Math.min(Math.max(0, -top), Math.max(0, gf.height - 200));
	const to = Math.max(Math.min(gf.height, window.innerHeight - top), Math.min(gf.height, from + 200));
	setAttributes(gf.ui.place, { y: from - gf.head_height, height: to - from });
}

function listenToPage(gf) {
	let waiting = 0;
	const resized = () => {
		const width = pageWidth(gf);
		if (gf.opt.fluid && width !== gf.page_width && width >= LEAST_PX) {
			layoutPage(gf);
			restoreCursor(gf, gf.frames.contains(document.activeElement));
		} else {
			placePage(gf);
		}
	};
	const soon = () => {
		cancelAnimationFrame(waiting);
		waiting = requestAnimationFrame(resized);
	};
	const observer = new ResizeObserver(soon);
	[gf.ui.head, gf.ui.foot, gf.svg.parentElement].forEach((element) => element && observer.observe(element));
	for (const [type, run] of [['resize', soon], ['scroll', pinPage], ['popstate', readAddress], ['hashchange', readAddress]])
		window.addEventListener(type, () => run(gf));
	gf.svg.addEventListener('keydown', (event) => onKey(gf, event));
	document.addEventListener('pointerdown', (event) => gf.ui.menu.contains(event.target) || setShown(gf.ui.menu, false));
}
