/* Finds this script's own picture, unpacks its data and replaces the static drawing. */
import { App } from './app.js';
import { html } from './dom.js';
import { readPicture } from './picture.js';

/* A security policy may allow the script but not the style, which the script may then adopt. */
function adoptStyle(style) {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(style.textContent);
	document.adoptedStyleSheets.push(sheet);
}

/* Else phones lay it out as on a desk, 980 px wide. Not in the file: in a page it ends an <svg>. */
function fitPhone(svg) {
	const meta = { name: 'viewport', content: 'width=device-width,initial-scale=1' };
	if (document.documentElement === svg)
		svg.prepend(html(null, 'meta', '', meta));
}

function start(svg) {
	fitPhone(svg);
	const picture = readPicture(svg), style = svg.querySelector('style');
	if (!style.sheet)
		adoptStyle(style);
	new App(picture).start();
	svg.setAttribute('data-ready', 1);
}

/*
 * The script is in a group with the static frames, which a browser parses after it: taken out of
 * the document they are neither styled nor drawn, which would take seconds.
 */
const script = document.currentScript, own = script?.closest('svg[data-gf]');
if (own) {
	const drawing = script.parentNode;
	drawing.remove();
	try {
		start(own);
	} catch (error) {
		const details = own.querySelector('.gf-details');
		own.append(drawing);
		own.classList.remove('gf-live');
		details.textContent = 'this picture stays as it is: ' + error.message;
	}
}
