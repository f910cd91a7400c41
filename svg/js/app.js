/*
 * One picture on a page, and the only holder of its current state: the history of views
 * (`past`), what is shown and drawn, and the item that keys act on (`cursor`). All of these
 * are values; a change makes new ones. Other modules read them through getters and call the
 * methods here.
 */
import { Strip } from './cells_strip.js';
import { Tip, fillFigures } from './details.js';
import { boxOf, hasFocus, on, setAttributes } from './dom.js';
import { Drawing, layoutParts } from './draw.js';
import { decodeView, encodeView } from './hash.js';
import { addStep, addToStep, newPast, sameView, stepBack } from './history.js';
import { FILE_ACTIONS, pressKey } from './keys.js';
import { newRuler } from './label.js';
import { newLayouts } from './layout.js';
import { Help, Menu } from './menu.js';
import { Numbers } from './numbers.js';
import { Page } from './page.js';
import { Pointer } from './pointer.js';
import { saveFile } from './save.js';
import { keptSearch } from './search.js';
import { Table } from './table.js';
import { Toolbar } from './toolbar.js';
import { addTransform } from './transform.js';
import { activePart, showView, stepMatches, viewHere, viewMoves } from './view.js';
import { slide, stretch, zoomOut, zoomTo, zoomToItem, zoomToReveal } from './zoom.js';

/*
 * Write the view after the '#' of the address; if it `replaces` the last, without a new entry
 * in the browser's history.
 */
function writeAddress({ first_view, prefix }, view, replaces) {
	const address = encodeView(view, first_view, prefix, location.hash);
	if (address === (location.hash || '#'))
		return;
	try { /* with the whole address a <base> does not matter */
		history[replaces ? 'replaceState' : 'pushState'](null, '',
			location.href.replace(/#.*/, '') + address);
	} catch {
		/* a page that may not write its address (a sandboxed frame) works without */
	}
}

export class App {
	#past;
	#shown = null;
	#drawing = null;
	#cursor = null;
	#detailed = null; /* the item whose figures are below the picture */
	#outlined = false; /* whether the cursor is visible: the user moved it */
	#layouts = newLayouts();
	#page;
	#toolbar;
	#strip;
	#table;
	#numbers;
	#menu;
	#help;
	#tip;
	#ruler;

	constructor(picture) {
		this.picture = Object.freeze(picture);
		this.#past = newPast(picture.first_view);
		this.#page = new Page(picture);
		this.#toolbar = new Toolbar(this, this.#page.boxes.head);
		this.#strip = new Strip(this);
		this.#table = new Table(this, this.#page.boxes.table);
		this.#numbers = new Numbers(this, this.#page.boxes.numbers);
		this.#menu = new Menu(this, this.#page);
		this.#help = new Help(picture.svg, this.#page.boxes.help);
		this.#tip = new Tip(picture, this.#page);
		this.#ruler = newRuler(picture.frames);
		Object.freeze(this);
	}

	start() {
		this.#show({ ...this.#past, view: this.#viewOfAddress() });
		this.#page.listen(() => this.#redraw(hasFocus(this.picture.frames)));
		for (const type of ['popstate', 'hashchange'])
			on(window, type, () => this.#readAddress());
		on(this.picture.svg, 'keydown', (event) => {
			if (this.#menu.holds(event.target))
				this.#menu.pressKey(event);
			else
				pressKey(this, event);
		});
		new Pointer(this, this.#page, this.picture.svg);
		this.#page.scrollToRoot(!this.view.inverted);
	}

	get view() {
		return this.#past.view;
	}

	get cursor() {
		return this.#cursor;
	}

	/* --- views --- */

	/* Show a view of the past, redrawing everything; if `focused`, keys are for the frames. */
	#show(past, focused) {
		const { svg, frames } = this.picture, { view } = past, inside = hasFocus(svg);
		const moves = viewMoves(view, this.view) ? ' gf-moves' : '';
		this.#past = past;
		this.#shown = showView(this.picture, view, this.#shown);
		const seeks = this.#shown.search.hit?.includes(1) ? ' gf-seeks' : '';
		setAttributes(frames, { class: 'gf-frames' + moves + seeks });
		this.#redraw(focused || hasFocus(frames));
		this.#table.update(this.#shown);
		/* the keys are for what is left */
		if (inside && (!hasFocus(svg) || document.activeElement.disabled))
			this.focusCursor();
	}

	/* Reads the page before it writes, so that the browser computes its layout once. */
	#redraw(focused) {
		const page = this.#page, shown = this.#shown;
		page.fit(shown.view.table !== '');
		this.hideTip();
		this.#strip.update(shown, page.room);
		this.#toolbar.update(shown, this.#past); /* its height leaves room for rows */
		const laid = layoutParts(this.picture, shown, page.room, this.#layouts,
			(rows) => page.fitRows(rows));
		page.makeRoom(laid.rows, laid.height);
		this.#numbers.update(shown, ...page.space);
		this.#drawing = new Drawing(this.picture, shown, laid, this.#ruler);
		page.show(this.#drawing);
		this.#restoreCursor(focused);
	}

	/* group: consecutive changes of one group are one step of undo. */
	change(change, group, focused) {
		const past = this.#past, view = { ...past.view, ...change };
		const more = group && group === past.group;
		if (sameView(view, past.view))
			return;
		this.#show(more ? addToStep(past, view) : addStep(past, view, group), focused);
		writeAddress(this.picture, view, more);
	}

	/* The next change is a step of its own. */
	endStep() {
		this.#past = { ...this.#past, group: null };
	}

	#step(from, to) {
		const past = stepBack(this.#past, from, to);
		if (past === this.#past)
			return;
		this.#show(past);
		writeAddress(this.picture, past.view, false);
	}

	undo() {
		this.#step('undo', 'redo');
	}

	redo() {
		this.#step('redo', 'undo');
	}

	/* Away from it for good: a step back where that was the way here. */
	leave(change) {
		if (sameView({ ...this.view, ...change }, this.#past.undo.at(-1)))
			this.undo();
		else
			this.change(change);
	}

	goBack() {
		if (this.#help.isOpen)
			this.#help.toggle();
		else if (this.view.find)
			this.leave({ find: '' });
		else
			this.undo();
	}

	#viewOfAddress() {
		const { first_view, prefix } = this.picture;
		const view = decodeView(location.hash, first_view, prefix);
		return viewHere(this.picture, view);
	}

	/* After the browser's back and forward, or an edit of the address. */
	#readAddress() {
		const view = this.#viewOfAddress();
		if (!sameView(view, this.view))
			this.#show(addStep(this.#past, view));
	}

	/* --- zoom --- */

	/* Go to an item, and fill the width with it. */
	open(item, at = 0) {
		const old = this.#drawing;
		this.#cursor = item;
		this.#outlined = true;
		this.change(zoomToItem(this.picture, old, item, at), null, true);
		if (this.#drawing === old)
			this.goTo(item);
	}

	/* Fill the width with a node of the part that is zoomed. */
	openNode(node) {
		this.change(zoomTo(this.picture, activePart(this.#drawing), node), null);
	}

	zoomOut() {
		this.change(zoomOut(this.picture, this.#drawing), null);
	}

	stretch(factor, x = this.#cursor.x + this.#cursor.w / 2, group = null) {
		this.change(stretch(this.picture, this.#drawing, factor, x), group);
	}

	slide(by, group = null) {
		this.change(slide(this.picture, this.#drawing, by), group);
	}

	/* by = 1: to the next match, -1: to the previous one. */
	stepMatch(by) {
		if (!this.#shown.search.hit)
			return;
		const matches = stepMatches(this.picture, this.#shown, by), { list, at } = matches;
		this.#shown = { ...this.#shown, matches };
		if (list.length > 0) {
			this.#reveal(...list[at]);
			this.#toolbar.update(this.#shown, this.#past);
		}
	}

	/* word: 'keep-matches', only stacks through them, or 'hide-matches'. */
	filterMatches(word) {
		const { view } = this, { hit } = this.#shown.search;
		const transforms = addTransform(view.transforms, word, keptSearch(view));
		if (hit)
			this.change({ transforms, find: '' });
	}

	/* Focus a node of a part; if the view does not draw it, zoom to where it is visible. */
	#reveal(i, node) {
		const find = () => this.#drawing.itemOf(this.#drawing.parts[i], node);
		if (!(find()?.w >= 2)) {
			const part = this.#drawing.parts[i];
			this.change(zoomToReveal(this.picture, this.#drawing, part, node), null);
		}
		this.goTo(find() || this.#drawing.zoomedItem());
	}

	/* --- the cursor: the item that keys act on --- */

	/* go: show it, and focus it unless a search is being typed. */
	#setCursor(item, go) {
		this.#outlined ||= go;
		this.#cursor = item;
		this.#drawing.markItem(item, this.#outlined);
		this.#showDetails(item); /* before the browser lays the page out for the focus */
		if (go && !this.#toolbar.isTyped())
			this.focusCursor();
		if (go)
			this.#page.scrollTo(this.#drawing.elementOf(item));
	}

	/* After redrawing: on the same frame if it is drawn, else on the zoomed one. */
	#restoreCursor(focus) {
		const old = this.#cursor, drawing = this.#drawing;
		const isSame = ({ tree }) => tree === old.part.tree;
		const there = old && !old.more && drawing.parts.find(isSame);
		const item = there && drawing.itemOf(there, old.node);
		this.#setCursor(item || drawing.zoomedItem(), focus);
	}

	goTo(item) {
		this.#setCursor(item, true);
	}

	goToZoomed() {
		this.goTo(this.#drawing.zoomedItem());
	}

	walk(key) {
		this.goTo(this.#drawing.neighbour(this.#cursor, key));
	}

	focusCursor(preventScroll = true) {
		this.#drawing.elementOf(this.#cursor).focus({ preventScroll });
	}

	/* --- the pointer --- */

	itemOfElement(element) {
		return this.#drawing.itemOfElement(element);
	}

	/* For those without an element. */
	itemAt(x, y) {
		return this.#drawing.itemsAt(y).find((item) => item.x <= x && x <= item.x + item.w);
	}

	point(item, event) {
		this.#showDetails(item);
		this.#tip.show(item, event);
	}

	pointAway() {
		this.hideTip();
		this.#showDetails(this.#cursor);
	}

	hideTip() {
		this.#tip.hide();
	}

	#showDetails(item) {
		if (item === this.#detailed)
			return;
		this.#detailed = item;
		fillFigures(this.#page.boxes.details, this.picture, item, 'span');
	}

	/* --- dialogs and messages --- */

	openMenu(item, x, y) {
		return this.#menu.openOf(item, x, y);
	}

	openMenuHere() {
		const { left, width, bottom } = boxOf(this.#drawing.elementOf(this.#cursor));
		this.openMenu(this.#cursor, left + Math.min(40, width / 2), bottom);
	}

	openFileMenu() {
		const { left, bottom } = this.#toolbar.boxOfKey('S');
		this.#menu.open('Save the view', FILE_ACTIONS, null, left, bottom);
	}

	/* Save the view: 'svg', 'png' or 'folded'. */
	async save(ending) {
		const { drawnSize } = this.#page, { chipWords, partWords } = this.#toolbar;
		try {
			this.report('saved ' + await saveFile(ending, this.picture, this.#shown,
				drawnSize, [chipWords, partWords]));
		} catch ({ message }) {
			this.report('cannot save: ' + message);
		}
	}

	toggleHelp() {
		this.#help.toggle();
	}

	goToSearch() {
		this.#toolbar.selectQuery();
	}

	report(words) {
		this.#page.boxes.status.textContent = words;
	}
}
