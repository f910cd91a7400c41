/* Mouse, pen and touch: point, click, hold, pinch, wheel. */
const HOLD_MS = 500;
const MOVED_PX = 8;

function pictureX(gf, client_x) {
	return client_x - boxOf(gf.svg).left;
}

function itemAt(gf, { target, clientX, clientY }) {
	const frame = target.closest('.gf-f, .gf-rest');
	if (frame || !target.closest('.gf-thin'))
		return frame && frame.gfItem;
	const box = boxOf(gf.svg), px = clientX - box.left, py = clientY - box.top - gf.head_height;
	return gf.lay.items.find(({ x, y, w }) => y <= py && py < y + gf.opt.row_px && x <= px && px <= x + w);
}

/* All steps of one gesture are one step of undo and history. */
function duringGesture(gf, run) {
	run();
	gf.gesture = true;
	clearTimeout(gf.gesture_end);
	gf.gesture_end = setTimeout(() => { gf.gesture = false; }, 400);
}

function openMenuAt(gf, item, event) {
	const target = targetOf(item);
	if (target) {
		setCursor(gf, item, true);
		openMenu(gf, target, event.clientX, event.clientY, elementOf(gf, item));
		event.preventDefault();
	}
	return Boolean(target);
}

function listenToMouse(gf) {
	const on = (type, run) => gf.frames.addEventListener(type, (event) => run(event, itemAt(gf, event)));
	on('pointermove', (event, item) => {
		if (event.pointerType !== 'touch' && item) {
			showDetails(gf, item);
			showTip(gf, item, event);
		}
	});
	on('pointerleave', () => {
		setShown(gf.ui.tip, false);
		showDetails(gf);
	});
	on('click', (event, item) => {
		const follows_link = event.target.closest('a') && !event.ctrlKey && !event.metaKey;
		if (!item || gf.held || follows_link)
			return;
		event.preventDefault();
		setCursor(gf, item, true);
		openItem(gf, item, (pictureX(gf, event.clientX) - item.x) / (item.w || 1));
	});
	on('contextmenu', (event, item) => openMenuAt(gf, item, event));
	on('wheel', (event) => {
		const pinch = event.ctrlKey || event.metaKey;
		if (!pinch && (event.deltaX === 0 || gf.view.to - gf.view.from >= 1))
			return;
		event.preventDefault();
		duringGesture(gf, () => (pinch ? stretchView(gf, Math.exp(-event.deltaY / 200), pictureX(gf, event.clientX)) :
			slideView(gf, event.deltaX / gf.room)));
	});
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
			hold = setTimeout(() => { gf.held = openMenuAt(gf, item, event); }, HOLD_MS);
	});
	window.addEventListener('pointermove', ({ pointerId, clientX: x, clientY: y }) => {
		const touch = touches.get(pointerId);
		if (!touch || Math.hypot(x - touch.x0, y - touch.y0) < MOVED_PX)
			return;
		const step = touch.x - x;
		Object.assign(touch, { x, y });
		clearTimeout(hold);
		gf.held = true;
		const old = pinch, now = touches.size === 2 ? middle() : null;
		pinch = now;
		duringGesture(gf, () => (now ? stretchView(gf, now.wide / old.wide, pictureX(gf, now.x)) :
			slideView(gf, step / gf.room)));
	});
	const ended = (event) => {
		touches.delete(event.pointerId);
		clearTimeout(hold);
	};
	window.addEventListener('pointerup', ended);
	window.addEventListener('pointercancel', ended);
}
