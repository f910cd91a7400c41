/* Creates elements. Text is only set by textContent: names are untrusted. */
const SVG_NS = 'http://www.w3.org/2000/svg';
const HTML_NS = 'http://www.w3.org/1999/xhtml';

/* What is the same already is not set, or the browser would compute its style again. */
export function setAttributes(element, attrs) {
	for (const key in attrs) {
		if (element.getAttribute(key) !== String(attrs[key]))
			element.setAttribute(key, attrs[key]);
	}
}

/* The same for the only text in an element. */
export function setText(element, words) {
	const text = element.firstChild || element.appendChild(document.createTextNode(''));
	if (text.data !== words)
		text.data = words;
}

function makeElement(ns, parent, tag, attrs, text) {
	const element = document.createElementNS(ns, tag);
	for (const key in attrs)
		element.setAttribute(key, attrs[key]);
	if (text !== undefined)
		element.textContent = text;
	if (parent)
		parent.appendChild(element);
	return element;
}

export function svgElement(parent, tag, attrs, text) {
	return makeElement(SVG_NS, parent, tag, attrs, text);
}

/* "div.gf-name" is a div of that class. */
export function html(parent, what, text, attrs) {
	const [tag, cls] = what.split('.');
	return makeElement(HTML_NS, parent, tag, cls ? { class: cls, ...attrs } : attrs, text);
}

/* Not passive: browsers would take wheels over the root of a document for scrolling. */
export function on(target, type, run) {
	target.addEventListener(type, run, { passive: false });
}

/* A button with a visible label, a spoken one and a tooltip. */
export function makeButton(parent, label, hint, action) {
	const attrs = { type: 'button', title: hint, 'aria-label': hint };
	const button = html(parent, 'button', label, attrs);
	on(button, 'click', action);
	return button;
}

/*
 * One stop of the Tab key among the buttons of `place`: the one that had the focus last. Arrows
 * walk from one to the next. To be called again when there are others.
 */
export function keepOneStop(place, at) {
	const all = [...place.querySelectorAll('button:not(:disabled)')];
	const stop = at || all.find((one) => one.getAttribute('tabindex') === '0') || all[0];
	all.forEach((one) => setAttributes(one, { tabindex: one === stop ? 0 : -1 }));
}

export function walkByArrows(place) {
	on(place, 'focusin', ({ target }) => target.localName === 'button' &&
		keepOneStop(place, target));
	on(place, 'keydown', (event) => {
		const all = [...place.querySelectorAll('button:not(:disabled)')], { key } = event;
		const at = all.indexOf(event.target), last = all.length - 1;
		const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1,
			ArrowDown: at + 1, Home: 0, End: last }[key];
		if (at < 0 || to === undefined)
			return;
		all[(to + all.length) % all.length].focus();
		event.preventDefault();
	});
}

/* by(dx, dy): called as an edge between two parts is dragged, or moved by arrow keys. */
export function listenToEdge(edge, by) {
	const arrows = { ArrowLeft: [-24, 0], ArrowRight: [24, 0], ArrowUp: [0, -24],
		ArrowDown: [0, 24] };
	let at = null;
	on(edge, 'pointerdown', (event) => {
		at = event;
		edge.setPointerCapture(event.pointerId);
	});
	on(edge, 'pointermove', (event) => {
		const old = at;
		if (!old)
			return;
		at = event;
		by(event.clientX - old.clientX, event.clientY - old.clientY);
	});
	on(edge, 'lostpointercapture', () => { at = null; });
	on(edge, 'keydown', (event) => {
		const step = arrows[event.key];
		if (!step)
			return;
		event.preventDefault();
		by(...step);
	});
}

export function boxOf(element) {
	return element.getBoundingClientRect();
}

export function hasFocus(element) {
	return element.contains(document.activeElement);
}
