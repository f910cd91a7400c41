/* Where picture, bar, table and details stand; all of it again when the width changes. */
const WIDE_PAGE_PX = 1000; /* from here on the table stands beside the picture */
const TABLE_PX = 460;      /* as in flame.css */
const LEAST_PX = 320;

function makePage(gf) {
  const { svg, frames } = gf, ui = gf.ui = { place: svgElement(svg.querySelector('.gf-ui'), 'foreignObject') };
  const box = (what, attrs) => html(ui.root, what, '', attrs);
  ui.root = html(ui.place, 'div.gf-html');
  ui.head = box('div.gf-head');
  ui.middle = box('div.gf-middle');
  ui.table = html(ui.middle, 'div.gf-table', '', { role: 'region', 'aria-label': 'Top table', tabindex: 0 });
  ui.foot = box('div.gf-foot');
  ui.details = html(ui.foot, 'div.gf-line');
  ui.status = html(ui.foot, 'div.gf-status', '', { role: 'status', 'aria-live': 'polite' });
  ui.tip = box('div.gf-tip', { role: 'tooltip', hidden: '' });
  ui.menu = box('div.gf-menu', { role: 'menu', 'aria-label': 'Frame', hidden: '' });
  ui.help = box('div.gf-help', { role: 'dialog', 'aria-label': 'Keys', hidden: '' });
  gf.marks = svgElement(null, 'path', { class: 'gf-marks', 'aria-hidden': 'true' });
  frames.after(gf.marks);
  svg.appendChild(svg.querySelector('.gf-ui'));
  makeToolbar(gf);
  makeHelp(gf);
  svg.classList.add('gf-live');
  svg.setAttribute('role', 'group');
  frames.setAttribute('role', 'tree');
  frames.setAttribute('aria-label', gf.opt.title || 'Flame graph');
  if (gf.opt.fluid)
    svg.setAttribute('width', '100%');
}

function pageWidth(gf) {
  return Math.floor(gf.svg.getBoundingClientRect().width);
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
  for (const text of svg.querySelectorAll('.gf-title, .gf-subtitle'))
    text.setAttribute('x', gf.room / 2);
  placePage(gf);
}

/* Make room for the bar, whose height depends on the width. */
function placePage(gf) {
  const { svg, ui, opt } = gf, head = gf.head_height = ui.head.offsetHeight;
  const drawn = head + opt.top + gf.lay.rows * opt.frame_height + 8 + ui.foot.offsetHeight;
  const height = gf.height = Math.max(drawn, gf.view.table ? head + LEAST_PX : 0, gf.alone ? window.innerHeight : 0);
  const set = (element, attrs) => Object.keys(attrs).forEach((key) => element.setAttribute(key, attrs[key]));
  set(svg, { height, viewBox: [0, -head, gf.page_width, height].join(' ') });
  set(svg.querySelector('.gf-bg'), { y: -head, width: gf.page_width, height });
  pinPage(gf);
}

/* Bar and details stay in that part of the picture which the window shows. */
function pinPage(gf) {
  const { top } = gf.svg.getBoundingClientRect(), from = Math.min(Math.max(0, -top), Math.max(0, gf.height - 200));
  const to = Math.max(Math.min(gf.height, window.innerHeight - top), Math.min(gf.height, from + 200));
  gf.ui.place.setAttribute('y', from - gf.head_height);
  gf.ui.place.setAttribute('height', to - from);
}

function listenToPage(gf) {
  const resized = () => {
    const width = pageWidth(gf);
    if (gf.opt.fluid && width !== gf.page_width && width >= LEAST_PX) {
      layoutPage(gf);
      restoreCursor(gf, gf.frames.contains(document.activeElement));
    } else {
      placePage(gf);
    }
  };
  let waiting = 0;
  const soon = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(resized);
  };
  window.addEventListener('resize', soon);
  const observer = new ResizeObserver(soon);
  [gf.ui.head, gf.ui.foot, gf.svg.parentElement].forEach((element) => element && observer.observe(element));
  window.addEventListener('scroll', () => pinPage(gf), { passive: true });
  window.addEventListener('popstate', () => readAddress(gf));
  window.addEventListener('hashchange', () => readAddress(gf));
  gf.svg.addEventListener('keydown', (event) => onKey(gf, event));
  document.addEventListener('pointerdown', (event) => gf.ui.menu.contains(event.target) || setShown(gf.ui.menu, false));
}
