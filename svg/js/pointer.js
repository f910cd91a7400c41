/* Mouse, pen and touch: point, click, hold, pinch, wheel. */
const HOLD_MS = 500;
const MOVED_PX = 8;

function pictureX(gf, client_x) {
  return client_x - gf.svg.getBoundingClientRect().left;
}

function itemAt(gf, event) {
  const frame = event.target.closest('.gf-f, .gf-rest');
  if (frame || !event.target.closest('.gf-thin'))
    return frame && frame.gfItem;
  const x = pictureX(gf, event.clientX), y = event.clientY - gf.svg.getBoundingClientRect().top - gf.head_height;
  return gf.lay.items.find((item) => item.y <= y && y < item.y + gf.opt.frame_height && item.x <= x && x <= item.x + item.w);
}

/* All steps of one gesture are one step of undo and history. */
function duringGesture(gf, run) {
  run();
  gf.gesture = true;
  clearTimeout(gf.gesture_end);
  gf.gesture_end = setTimeout(() => { gf.gesture = false; }, 400);
}

function openMenuAt(gf, item, event) {
  const target = targetOf(gf, item);
  if (target) {
    setCursor(gf, item, true);
    openMenu(gf, target, event.clientX, event.clientY, elementOf(gf, item));
  }
  return target;
}

function listenToMouse(gf) {
  const on = (type, run, options) => gf.frames.addEventListener(type, (event) => run(event, itemAt(gf, event)), options);
  on('pointermove', (event, item) => {
    if (event.pointerType === 'touch' || !item)
      return;
    showDetails(gf, item);
    showTip(gf, item, event);
  });
  on('pointerleave', () => {
    hideTip(gf);
    showDetails(gf);
  });
  on('click', (event, item) => {
    if (!item || gf.held || (event.target.closest('a') && !event.ctrlKey && !event.metaKey))
      return;
    event.preventDefault();
    hideTip(gf);
    setCursor(gf, item, true);
    openItem(gf, item, (pictureX(gf, event.clientX) - item.x) / (item.w || 1));
  });
  on('contextmenu', (event, item) => {
    if (openMenuAt(gf, item, event))
      event.preventDefault();
  });
  on('wheel', (event) => {
    const pinch = event.ctrlKey || event.metaKey;
    if (!pinch && (event.deltaX === 0 || gf.view.to - gf.view.from >= 1))
      return;
    event.preventDefault();
    duringGesture(gf, () => (pinch ? stretchView(gf, Math.exp(-event.deltaY / 200), pictureX(gf, event.clientX)) :
      slideView(gf, event.deltaX / gf.room)));
  }, { passive: false });
}

function listenToTouch(gf) {
  const touches = new Map();
  let hold = 0, pinch = null;
  const middle = () => {
    const [a, b] = Array.from(touches.values());
    return { x: (a.x + b.x) / 2, wide: Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) };
  };
  gf.frames.addEventListener('pointerdown', (event) => {
    const item = itemAt(gf, event), { pointerId, clientX: x, clientY: y } = event;
    gf.held = false;
    clearTimeout(hold);
    if (event.pointerType !== 'touch')
      return;
    if (event.isPrimary)
      touches.clear(); /* a finger that left where a frame was drawn anew is not told */
    touches.set(pointerId, { x, y, x0: x, y0: y });
    if (touches.size === 2)
      pinch = middle();
    else
      hold = setTimeout(() => { gf.held = Boolean(openMenuAt(gf, item, event)); }, HOLD_MS);
  });
  window.addEventListener('pointermove', (event) => {
    const touch = touches.get(event.pointerId);
    if (!touch)
      return;
    const { clientX: x, clientY: y } = event, step = x - touch.x;
    const moved = Math.hypot(x - touch.x0, y - touch.y0) > MOVED_PX;
    Object.assign(touch, { x, y });
    if (moved) {
      clearTimeout(hold);
      gf.held = true;
    }
    if (touches.size === 2) {
      const now = middle();
      duringGesture(gf, () => stretchView(gf, now.wide / pinch.wide, pictureX(gf, now.x)));
      pinch = now;
    } else if (touches.size === 1 && moved) {
      duringGesture(gf, () => slideView(gf, -step / gf.room));
    }
  });
  const ended = (event) => {
    touches.delete(event.pointerId);
    clearTimeout(hold);
  };
  window.addEventListener('pointerup', ended);
  window.addEventListener('pointercancel', ended);
}
