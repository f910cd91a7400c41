/* Where picture, bar, table and details stand; all of it again when the width changes. */
const WIDE_PAGE_PX = 1000; /* from here on the table stands beside the picture */
const TABLE_PX = 460;

function makePage(gf) {
  const place = gf.svg.querySelector('.gf-ui') || svgElement(gf.svg, 'g', { class: 'gf-ui' });
  const ui = gf.ui = { place: svgElement(place, 'foreignObject', { x: 0, y: 0, width: 10, height: 10 }) };
  ui.root = htmlElement(ui.place, 'div', { class: 'gf-html' });
  const box = (cls, attrs) => htmlElement(ui.root, 'div', Object.assign({ class: cls }, attrs));
  ui.head = box('gf-head');
  ui.middle = box('gf-middle');
  ui.table = htmlElement(ui.middle, 'div', { class: 'gf-table', role: 'region', 'aria-label': 'Top table', tabindex: 0 });
  ui.foot = box('gf-foot');
  ui.details = htmlElement(ui.foot, 'div', { class: 'gf-line' });
  ui.status = htmlElement(ui.foot, 'div', { class: 'gf-status', role: 'status', 'aria-live': 'polite' });
  ui.tip = box('gf-tip', { role: 'tooltip', hidden: '' });
  ui.menu = box('gf-menu', { role: 'menu', 'aria-label': 'Frame', hidden: '' });
  ui.help = box('gf-help', { role: 'dialog', 'aria-label': 'Keys', hidden: '' });
  gf.marks = svgElement(null, 'path', { class: 'gf-marks', 'aria-hidden': 'true' });
  gf.frames.after(gf.marks);
  makeToolbar(gf);
  makeHelp(gf);
  gf.svg.classList.add('gf-live');
  gf.frames.setAttribute('role', 'tree');
  gf.frames.setAttribute('aria-label', gf.opt.title || 'Flame graph');
  if (gf.opt.fluid)
    gf.svg.setAttribute('width', '100%');
}

/* Lay out the page for its present width and draw. */
function layoutPage(gf) {
  const { svg, ui, opt } = gf;
  const width = Math.max(320, opt.fluid ? Math.floor(svg.getBoundingClientRect().width) : opt.width);
  const beside = gf.view.table !== '' && width >= WIDE_PAGE_PX;
  ui.root.classList.toggle('gf-wide', width >= WIDE_PAGE_PX);
  (width >= WIDE_PAGE_PX ? ui.middle : ui.head).appendChild(ui.table);
  setShown(ui.table, gf.view.table !== '');
  gf.page_width = width;
  gf.room = beside ? width - TABLE_PX : width;
  updateChips(gf);
  ui.place.setAttribute('width', width);
  drawFrames(gf);
  for (const text of svg.querySelectorAll('.gf-title, .gf-subtitle')) {
    if (text.getAttribute('text-anchor') === 'middle' || getComputedStyle(text).textAnchor === 'middle')
      text.setAttribute('x', gf.room / 2);
  }
  placePage(gf);
}

/* Make room for the bar, whose height depends on the width, and keep it in sight. */
function placePage(gf) {
  const { svg, ui, opt, lay } = gf, width = gf.page_width, head = Math.ceil(ui.head.offsetHeight);
  const foot = Math.ceil(ui.foot.offsetHeight);
  let height = head + opt.top + lay.rows * opt.frame_height + 8 + foot;
  if (gf.view.table)
    height = Math.max(height, head + 320);
  if (gf.alone)
    height = Math.max(height, window.innerHeight);
  gf.head_height = head;
  gf.height = height;
  svg.setAttribute('viewBox', '0 ' + -head + ' ' + width + ' ' + height);
  svg.setAttribute('height', height);
  if (!opt.fluid)
    svg.setAttribute('width', width);
  for (const rect of svg.querySelectorAll('.gf-bg')) {
    rect.setAttribute('y', -head);
    rect.setAttribute('width', width);
    rect.setAttribute('height', height);
  }
  pinPage(gf);
}

/* Bar and details stay in the part of the picture that the window shows. */
function pinPage(gf) {
  const box = gf.svg.getBoundingClientRect(), top = Math.min(Math.max(0, -box.top), Math.max(0, gf.height - 200));
  const bottom = Math.max(Math.min(gf.height, window.innerHeight - box.top), Math.min(gf.height, top + 200));
  gf.ui.place.setAttribute('y', top - gf.head_height);
  gf.ui.place.setAttribute('height', bottom - top);
}

function scrollToItem(gf, item) {
  const box = elementOf(gf, item).getBoundingClientRect(), low = window.innerHeight - gf.ui.foot.offsetHeight;
  const high = gf.head_height;
  if (box.top < high)
    window.scrollBy(0, box.top - high - 2);
  else if (box.bottom > low)
    window.scrollBy(0, box.bottom - low + 2);
}

function listenToPage(gf) {
  let waiting = 0;
  const resized = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      const width = Math.floor(gf.svg.getBoundingClientRect().width);
      if (gf.opt.fluid && Math.abs(width - gf.page_width) >= 1 && width >= 320) {
        layoutPage(gf);
        restoreCursor(gf, false);
      } else {
        placePage(gf);
      }
    });
  };
  window.addEventListener('resize', resized);
  new ResizeObserver(resized).observe(gf.alone ? gf.ui.head : gf.svg.parentElement || gf.svg);
  new ResizeObserver(() => {
    if (Math.ceil(gf.ui.head.offsetHeight) !== gf.head_height)
      placePage(gf);
  }).observe(gf.ui.head);
  window.addEventListener('scroll', () => pinPage(gf), { passive: true });
  window.addEventListener('popstate', () => readAddress(gf));
  window.addEventListener('hashchange', () => readAddress(gf));
  gf.svg.addEventListener('keydown', (event) => onKey(gf, event));
  document.addEventListener('pointerdown', (event) => {
    if (!gf.ui.menu.contains(event.target))
      closeMenu(gf);
  });
}
