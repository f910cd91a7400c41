/* What this picture knows, its options and its elements: the pictures on a page have theirs each. */
const gf = {};
const opt = {};
const ui = {};

/* Making elements. Text goes in by textContent alone: names come from strangers. */
const SVG_NS = 'http://www.w3.org/2000/svg';

function setAttributes(element, attrs) {
	for (const key in attrs)
		element.setAttribute(key, attrs[key]);
}

function makeElement(ns, parent, tag, attrs, text) {
	const element = document.createElementNS(ns, tag);
	setAttributes(element, attrs);
	if (text !== undefined)
		element.textContent = text;
	if (parent)
		parent.appendChild(element);
	return element;
}

function svgElement(parent, tag, attrs, text) {
	return makeElement(SVG_NS, parent, tag, attrs, text);
}

/* "div.gf-name" is a div of that class. */
function html(parent, what, text, attrs) {
	const [tag, cls] = what.split('.');
	return makeElement('http://www.w3.org/1999/xhtml', parent, tag, cls ? { class: cls, ...attrs } : attrs, text);
}

function on(target, type, run) {
	target.addEventListener(type, run);
}

/* A button that says what it does to the eye, the ear and the mouse. */
function makeButton(parent, label, hint, action) {
	const button = html(parent, 'button', label, { type: 'button', title: hint, 'aria-label': hint });
	on(button, 'click', action);
	return button;
}

function boxOf(element) {
	return element.getBoundingClientRect();
}

function hasFocus(element) {
	return element.contains(document.activeElement);
}

function clamp(value, least, most) {
	return Math.min(Math.max(value, least), most);
}
