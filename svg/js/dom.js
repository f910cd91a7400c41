/* Making elements. Text goes in by textContent alone: names come from strangers. */
const SVG_NS = 'http://www.w3.org/2000/svg';
const HTML_NS = 'http://www.w3.org/1999/xhtml';

function makeElement(ns, parent, tag, attrs, text) {
  const element = document.createElementNS(ns, tag);
  for (const key of Object.keys(attrs || {}))
    element.setAttribute(key, attrs[key]);
  if (text !== undefined)
    element.textContent = text;
  if (parent)
    parent.appendChild(element);
  return element;
}

function svgElement(parent, tag, attrs, text) {
  return makeElement(SVG_NS, parent, tag, attrs, text);
}

function htmlElement(parent, tag, attrs, text) {
  return makeElement(HTML_NS, parent, tag, attrs, text);
}

/* A button that says what it does to the eye (`label`), the ear and the mouse (`hint`). */
function makeButton(parent, label, hint, action) {
  const button = htmlElement(parent, 'button', { type: 'button', title: hint, 'aria-label': hint }, label);
  button.addEventListener('click', action);
  return button;
}

function setPressed(button, on) {
  button.setAttribute('aria-pressed', on ? 'true' : 'false');
}

/* Show or hide by attribute, so that a policy against style attributes does not matter. */
function setShown(element, on) {
  if (on)
    element.removeAttribute('hidden');
  else
    element.setAttribute('hidden', '');
}
