/* Mouse, pen and touch: point, click, hold, pinch, wheel. */
import { on } from './dom.js';

const HOLD_MS = 500;
const MOVED_PX = 8;
const GESTURE_MS = 400; /* after which the next movement is a new gesture */

/* Where two fingers are, and how far from each other. */
function middleOf(touches) {
	const [a, b] = touches.values();
	return { x: (a.x + b.x) / 2, wide: Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) };
}

export class Pointer {
	#app;
	#page;
	#gesture = null; /* all steps of one gesture are one step of undo and history */
	#gesture_end = 0;
	#touches = new Map();
	#hold = 0;
	#held = false; /* a press that was held or moved is not a click */
	#pinch = null;

	constructor(app, page, svg) {
		const { root } = page.boxes, away = () => app.pointAway();
		/* between frames, too, but not in what is around them */
		const onPicture = (type, run) => on(svg, type, (event) =>
			root.contains(event.target) || run(event, this.#itemAt(event)));
		this.#app = app;
		this.#page = page;
		onPicture('pointermove', (event, item) => event.pointerType !== 'touch' &&
			(item ? app.point(item, event) : away()));
		on(svg, 'pointerleave', away);
		on(root, 'pointerover', away);
		onPicture('click', (event, item) => this.#click(event, item));
		onPicture('contextmenu', (event, item) => item &&
			app.openMenu(item, event.clientX, event.clientY) && event.preventDefault());
		onPicture('wheel', (event) => this.#wheel(event));
		onPicture('pointerdown', (event, item) => this.#down(event, item));
		on(window, 'pointermove', (event) => this.#move(event));
		for (const type of ['pointerup', 'pointercancel'])
			on(window, type, (event) => this.#up(event));
	}

	#pictureX(client_x) {
		return this.#page.pointAt(client_x, 0)[0];
	}

	#itemAt({ target, clientX, clientY }) {
		const frame = target.closest('.gf-f, .gf-rest');
		return frame ? this.#app.itemOfElement(frame) :
			this.#app.itemAt(...this.#page.pointAt(clientX, clientY));
	}

	/* Zoom around a point of the window, or slide by this many pixels of the picture. */
	#stretch(factor, client_x) {
		this.#app.stretch(factor, this.#pictureX(client_x), this.#newGesture());
	}

	#slide(by) {
		this.#app.slide(by / this.#page.room, this.#newGesture());
	}

	/* The current gesture, or a new one. */
	#newGesture() {
		clearTimeout(this.#gesture_end);
		this.#gesture_end = setTimeout(() => { this.#gesture = null; }, GESTURE_MS);
		return this.#gesture ||= {};
	}

	#click(event, item) {
		const follows_link = event.target.closest('a') && !event.ctrlKey && !event.metaKey;
		if (!item || this.#held || follows_link)
			return;
		event.preventDefault();
		this.#app.open(item, (this.#pictureX(event.clientX) - item.x) / (item.w || 1));
	}

	#wheel(event) {
		const pinch = event.ctrlKey || event.metaKey, { from, to } = this.#app.view;
		if (!pinch && (event.deltaX === 0 || to - from >= 1))
			return;
		event.preventDefault();
		if (pinch)
			this.#stretch(Math.exp(-event.deltaY / 200), event.clientX);
		else
			this.#slide(this.#pictureX(event.deltaX) - this.#pictureX(0));
	}

	#down({ pointerType, isPrimary, pointerId, clientX: x, clientY: y }, item) {
		const touches = this.#touches;
		this.#held = false;
		clearTimeout(this.#hold);
		if (pointerType !== 'touch')
			return;
		if (isPrimary)
			touches.clear(); /* one that left a frame drawn anew is not reported */
		touches.set(pointerId, { x, y, x0: x, y0: y });
		if (touches.size === 2) {
			this.#pinch = middleOf(touches);
			return;
		}
		this.#hold = setTimeout(() => {
			this.#held = item && this.#app.openMenu(item, x, y);
		}, HOLD_MS);
	}

	#move({ pointerId, clientX: x, clientY: y }) {
		const touches = this.#touches, touch = touches.get(pointerId), old = this.#pinch;
		if (!touch || Math.hypot(x - touch.x0, y - touch.y0) < MOVED_PX)
			return;
		const step = this.#pictureX(touch.x) - this.#pictureX(x);
		touches.set(pointerId, { ...touch, x, y });
		clearTimeout(this.#hold);
		this.#held = true;
		this.#pinch = touches.size === 2 ? middleOf(touches) : null;
		if (this.#pinch)
			this.#stretch(this.#pinch.wide / old.wide, this.#pinch.x);
		else
			this.#slide(step);
	}

	#up({ pointerId }) {
		this.#touches.delete(pointerId);
		clearTimeout(this.#hold);
	}
}
