/* Find this script's own picture, unpack its data and take over from the static drawing. */
import { App } from './app.js';
import { readPicture } from './picture.js';

/* A policy may let the script in alone, which may adopt the style. */
function adoptStyle(style) {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(style.textContent);
	document.adoptedStyleSheets.push(sheet);
}

async function start(svg) {
	const picture = await readPicture(svg), style = svg.querySelector('style');
	if (!style.sheet)
		adoptStyle(style);
	picture.frames.replaceChildren(); /* first: styling what goes anyway costs seconds */
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
