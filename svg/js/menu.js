/* The menu of one frame, that of files, and the list of keys. */
import { html, makeButton, on } from './dom.js';
import { actionsOn } from './frame_actions.js';
import { ALL_KEYS, keyName } from './keys.js';
import { nameOfItem } from './picture.js';
import { cutMiddle } from './text.js';

export class Menu {
	#app;
	#page;
	#box;

	constructor(app, page) {
		this.#app = app;
		this.#page = page;
		this.#box = page.boxes.menu;
		on(document, 'pointerdown', ({ target }) => {
			this.#box.hidden ||= !this.holds(target);
		});
	}

	holds(element) {
		return this.#box.contains(element);
	}

	/* Whether there was anything to show. */
	openOf(item, x, y) {
		const { picture } = this.#app, actions = actionsOn(picture, item);
		if (actions.length === 0)
			return false;
		this.#app.goTo(item);
		this.open(cutMiddle(nameOfItem(picture, item), 80), actions, item, x, y);
		return true;
	}

	/* actions: [key, what, run(app, item)] */
	open(title, actions, item, x, y) {
		const app = this.#app, box = this.#box;
		app.hideTip();
		box.replaceChildren();
		html(box, 'div.gf-name', title);
		for (const [key, what, run] of actions) {
			const attrs = { type: 'button', role: 'menuitem', tabindex: -1 };
			const button = html(box, 'button', '', attrs);
			html(button, 'span', what);
			html(button, 'kbd', keyName(key));
			on(button, 'click', () => {
				this.#close();
				run(app, item);
			});
		}
		box.hidden = false;
		this.#page.placeBeside(box, x, y, 2);
		box.querySelector('button').focus();
	}

	#close() {
		this.#box.hidden = true;
		this.#app.focusCursor();
	}

	pressKey(event) {
		const items = [...this.#box.querySelectorAll('button')];
		const at = items.indexOf(document.activeElement);
		const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1,
			Home: -at, End: -at - 1 }[event.key];
		if (event.key === 'Escape')
			this.#close();
		if (step === undefined)
			return;
		event.preventDefault();
		items[(at + step + items.length) % items.length].focus();
	}
}

export class Help {
	#svg;
	#box;
	#button;
	#opener = null;

	constructor(svg, box) {
		const list = html(box, 'table');
		this.#svg = svg;
		this.#box = box;
		html(list, 'caption', 'Keys');
		for (const [key, what] of ALL_KEYS) {
			const line = html(list, 'tr');
			html(html(line, 'th'), 'kbd', keyName(key));
			html(line, 'td', what);
		}
		html(box, 'p', 'Mouse: click to zoom, right-click for a menu, Ctrl and wheel ' +
			'to stretch. Touch: tap, hold, pinch.');
		html(box, 'p', 'Search for words, all of which must occur in a name or its ' +
			'label, or for a /regular expression/. Arrow keys move along the rows of ' +
			'the table, and resize it at its edge, which can also be dragged.');
		this.#button = makeButton(box, 'Close', 'close (Escape)', () => this.toggle());
	}

	get isOpen() {
		return !this.#box.hidden;
	}

	toggle() {
		const open = this.#box.hidden;
		if (open)
			this.#opener = document.activeElement || this.#svg;
		this.#box.hidden = !open;
		(open ? this.#button : this.#opener).focus({ preventScroll: true });
	}
}
