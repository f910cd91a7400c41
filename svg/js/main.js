/* Finds this script's own picture, unpacks its data and replaces the static drawing. */
import { App } from './app.js';
import { readPicture } from './picture.js';

/* A security policy may allow the script but not the style, which the script may then adopt. */
function adoptStyle(style) {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(style.textContent);
	document.adoptedStyleSheets.push(sheet);
}

async function start(svg) {
	const picture = await readPicture(svg), style = svg.querySelector('style');
	if (!style.sheet)
		adoptStyle(style);
	picture.frames.replaceChildren(); /* first: styling them takes seconds */
	new App(picture).start();
	svg.setAttribute('data-ready', 1);
}

const own = document.currentScript?.closest('svg[data-gf]');
if (own) {
	start(own).catch((error) => {
		const details = own.querySelector('.gf-details');
		details.textContent = 'this picture stays as it is: ' + error.message;
	});
}
