/* Mouse, pen and touch: point, click, hold, pinch, wheel. */
const HOLD_MS = 500;
const MOVED_PX = 8;

function itemAt(event) {
  const frame = event.target.closest && event.target.closest('.gf-f, .gf-rest');
  return frame && frame.gfItem !== undefined ? frame.gfItem : -1;
}

/* Show `factor` times less of the zoomed frame's width; what is at `x` stays there. */
function stretchView(gf, factor, x) {
  const side = gf.parts.length > 1 && gf.view.side === 'down' ? 1 : 0, { from, to, zoom } = gf.parts[side];
  const at = Math.min(1, Math.max(0, (x - gf.opt.x_pad) / (gf.room - 2 * gf.opt.x_pad))), span = to - from;
  const wide = Math.min(1, span / factor);
  zoomPart(gf, side, zoom, from + at * (span - wide), from + at * (span - wide) + wide);
}

function slideView(gf, by) {
  const side = gf.parts.length > 1 && gf.view.side === 'down' ? 1 : 0, { from, to, zoom } = gf.parts[side];
  if (from > 0 || to < 1)
    zoomPart(gf, side, zoom, from + by * (to - from), to + by * (to - from));
}

function pictureX(gf, client_x) {
  return client_x - gf.svg.getBoundingClientRect().left;
}

/* Steps of one gesture are one step of undo and history. */
function gesture(gf, run) {
  run();
  gf.gesture = 'type';
  clearTimeout(gf.gesture_end);
  gf.gesture_end = setTimeout(() => { gf.gesture = undefined; }, 400);
}

function listenToPointer(gf) {
  const frames = gf.frames, touches = new Map();
  let hold = 0, pinch = null, held = false;

  frames.addEventListener('pointermove', (event) => {
    const item = itemAt(event);
    if (event.pointerType === 'touch' || item < 0)
      return;
    if (item !== gf.pointed)
      showDetails(gf, item);
    gf.pointed = item;
    showTip(gf, item, event);
  });
  frames.addEventListener('pointerleave', () => {
    gf.pointed = -1;
    hideTip(gf);
    showDetails(gf, gf.cursor ? gf.cursor.item : -1);
  });
  frames.addEventListener('focusin', (event) => {
    const item = itemAt(event);
    if (item >= 0)
      showDetails(gf, item);
  });
  frames.addEventListener('click', (event) => {
    const item = itemAt(event), link = event.target.closest('a');
    if (item < 0 || held || (link && !event.ctrlKey && !event.metaKey)) {
      held = false;
      return;
    }
    event.preventDefault();
    hideTip(gf);
    const x = pictureX(gf, event.clientX);
    setCursor(gf, item, true);
    openItem(gf, item, (x - gf.lay.x[item]) / Math.max(1, gf.lay.w[item]));
  });
  const menuAt = (event, item) => {
    const target = targetOf(gf, item);
    if (target) {
      setCursor(gf, item, true);
      openMenu(gf, target, event.clientX, event.clientY, elementOf(gf, item));
    }
    return target;
  };
  frames.addEventListener('contextmenu', (event) => {
    if (menuAt(event, itemAt(event)))
      event.preventDefault();
  });

  const middle = () => {
    const [a, b] = Array.from(touches.values());
    return { x: (a.x + b.x) / 2, wide: Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) };
  };
  frames.addEventListener('pointerdown', (event) => {
    closeMenu(gf);
    held = false;
    if (event.pointerType !== 'touch')
      return;
    touches.set(event.pointerId, { x: event.clientX, y: event.clientY, x0: event.clientX, y0: event.clientY });
    clearTimeout(hold);
    if (touches.size === 2)
      pinch = middle();
    const item = itemAt(event);
    if (touches.size === 1 && item >= 0) {
      hold = setTimeout(() => { held = Boolean(menuAt(event, item)); }, HOLD_MS);
    }
  });
  window.addEventListener('pointermove', (event) => {
    const touch = touches.get(event.pointerId);
    if (!touch)
      return;
    const step = event.clientX - touch.x;
    touch.x = event.clientX;
    touch.y = event.clientY;
    if (Math.hypot(touch.x - touch.x0, touch.y - touch.y0) > MOVED_PX)
      clearTimeout(hold);
    if (pinch && touches.size === 2) {
      const now = middle(), factor = now.wide / pinch.wide;
      if (factor > 1.05 || factor < 0.95) {
        gesture(gf, () => stretchView(gf, factor, pictureX(gf, now.x)));
        pinch = now;
      }
      held = true;
    } else if (touches.size === 1 && Math.abs(step) > 0 && (gf.view.from > 0 || gf.view.to < 1)) {
      gesture(gf, () => slideView(gf, -step / gf.room));
      held = held || Math.abs(touch.x - touch.x0) > MOVED_PX;
    }
  });
  for (const type of ['pointerup', 'pointercancel']) {
    window.addEventListener(type, (event) => {
      touches.delete(event.pointerId);
      clearTimeout(hold);
      if (touches.size < 2)
        pinch = null;
    });
  }
  frames.addEventListener('wheel', (event) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      gesture(gf, () => stretchView(gf, Math.exp(-event.deltaY / 200), pictureX(gf, event.clientX)));
    } else if (event.deltaX !== 0 && (gf.view.from > 0 || gf.view.to < 1)) {
      event.preventDefault();
      gesture(gf, () => slideView(gf, event.deltaX / gf.room));
    }
  }, { passive: false });
}
