/* Mouse, pen and touch: point, click, hold, pinch, wheel. */
const HOLD_MS = 500;
const MOVED_PX = 8;

function pictureX(client_x) {
	return pictureAt(client_x, 0)[0];
}

function itemAt({ target, clientX, clientY }) {
	const frame = target.closest('.gf-f, .gf-rest');
	if (frame)
		return frame.gfItem;
	const [px, py] = pictureAt(clientX, clientY);
	return itemsAt(py).find(({ x, w }) => x <= px && px <= x + w);
}

/* All steps of one gesture are one step of undo and history. */
function duringGesture(run) {
	gf.gesture ||= {};
	run();
	clearTimeout(gf.gesture_end);
	gf.gesture_end = setTimeout(() => { gf.gesture = null; }, 400);
}

function listenToMouse() {
	const onFrames = (type, run) => on(gf.frames, type, (event) => run(event, itemAt(event)));
	onFrames('pointermove', (event, item) => {
		if (event.pointerType !== 'touch' && item) {
			showDetails(item);
			showTip(item, event);
		}
	});
	onFrames('pointerleave', () => {
		ui.tip.hidden = true;
		showDetails();
	});
	onFrames('click', (event, item) => {
		const follows_link = event.target.closest('a') && !event.ctrlKey && !event.metaKey;
		if (!item || gf.held || follows_link)
			return;
		event.preventDefault();
		setCursor(item, true);
		openItem(item, (pictureX(event.clientX) - item.x) / (item.w || 1));
	});
	onFrames('contextmenu', (event, item) => item && openMenu(item, event.clientX, event.clientY) && event.preventDefault());
	onFrames('wheel', (event) => {
		const pinch = event.ctrlKey || event.metaKey;
		if (!pinch && (event.deltaX === 0 || gf.view.to - gf.view.from >= 1))
			return;
		event.preventDefault();
		duringGesture(() => (pinch ? stretchView(Math.exp(-event.deltaY / 200), pictureX(event.clientX)) :
			slideView((pictureX(event.deltaX) - pictureX(0)) / gf.room)));
	});
}

function listenToTouch() {
	const touches = new Map();
	let hold = 0, pinch = null;
	const middle = () => {
		const [a, b] = touches.values();
		return { x: (a.x + b.x) / 2, wide: Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) };
	};
	on(gf.frames, 'pointerdown', (event) => {
		const item = itemAt(event), { pointerId, clientX: x, clientY: y } = event;
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
			hold = setTimeout(() => { gf.held = item && openMenu(item, x, y); }, HOLD_MS);
	});
	on(window, 'pointermove', ({ pointerId, clientX: x, clientY: y }) => {
		const touch = touches.get(pointerId);
		if (!touch || Math.hypot(x - touch.x0, y - touch.y0) < MOVED_PX)
			return;
		const step = pictureX(touch.x) - pictureX(x);
		Object.assign(touch, { x, y });
		clearTimeout(hold);
		gf.held = true;
		const old = pinch, now = touches.size === 2 ? middle() : null;
		pinch = now;
		duringGesture(() => (now ? stretchView(now.wide / old.wide, pictureX(now.x)) :
			slideView(step / gf.room)));
	});
	for (const type of ['pointerup', 'pointercancel']) {
		on(window, type, ({ pointerId }) => {
			touches.delete(pointerId);
			clearTimeout(hold);
		});
	}
}
