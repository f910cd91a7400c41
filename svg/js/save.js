/* Saves the view as a file: as a picture, or the stacks that it shows. */
import { html, setAttributes, svgElement } from './dom.js';
import { fileName, foldedText } from './files.js';
import { activePart } from './view.js';

const PNG_SIDE_MAX = 16000; /* of what browsers have canvases for */
const PNG_PIXELS_MAX = 1e8;
const KEEP_MS = 60000; /* how long a browser may take for a download */

/* Put a copy of the legend's keys in rows of this width; where the last one ends. */
function flowLegend(legend, copy, width) {
	let x = 10, top, low = 0;
	legend.setAttribute('style', 'display: inline');
	[...legend.children].forEach((key, i) => {
		const box = key.getBBox();
		top ??= box.y;
		if (x > 10 && x + box.width > width) {
			x = 10;
			top = low + 4;
		}
		copy.children[i].setAttribute('transform',
			`translate(${x - box.x} ${top - box.y})`);
		x += box.width + 14;
		low = top + box.height;
	});
	legend.removeAttribute('style');
	return low;
}

/*
 * A picture without a script; width, height: of title and frames; words: what is done to it;
 * part: of a part, the words of the header; has_data: its stacks can be read
 * from it.
 */
function stillPicture({ svg, options, kindLabels }, { width, height }, [words, part], has_data) {
	const legend = svg.querySelector('.gf-legend'), thin = svg.querySelectorAll('.gf-thin');
	const shift = height - options.top - (options.levels + 1) * options.frameHeight;
	const copy = svg.cloneNode(true), find = (what) => copy.querySelector(what);
	const details = find('.gf-details');
	const legend_low = legend && flowLegend(legend, find('.gf-legend'), width);
	const low = shift + 8 + Math.max(legend_low, +details.getAttribute('y'));
	if (!has_data) {
		copy.removeAttribute('data-gf');
		find('.gf-data').remove();
	}
	for (const element of copy.querySelectorAll('script, .gf-ui, .gf-cell-data'))
		element.remove();
	copy.querySelectorAll('.gf-bg, .gf-details, .gf-legend').forEach((element) =>
		element.setAttribute('style', 'display: inline'));
	copy.querySelectorAll('.gf-at').forEach(({ classList }) => classList.remove('gf-at'));
	copy.querySelectorAll('.gf-thin').forEach((path, i) =>
		path.setAttribute('fill', getComputedStyle(thin[i]).fill));
	for (const frame of copy.querySelectorAll('.gf-frames [aria-label]')) {
		const title = frame.getAttribute('aria-label');
		frame.prepend(svgElement(null, 'title', {}, title));
	}
	find('.gf-frames').classList.remove('gf-moves'); /* it stands */
	find('.gf-header').setAttribute('style', 'display: inline');
	find('.gf-wall')?.setAttribute('transform', `translate(${width - options.width} 0)`);
	if (part || width < 900) { /* what is said of the whole, too */
		copy.querySelectorAll('.gf-wall, .gf-subtitle ~ .gf-subtitle').forEach((one) =>
			one.remove());
	}
	if (part) {
		find('.gf-title').after(svgElement(null, 'tspan', { dx: 12 }, part));
		find('.gf-subtitle')?.remove();
		for (const key of copy.querySelectorAll('.gf-key[data-kind]'))
			key.lastChild.textContent = kindLabels[key.dataset.kind];
	}
	if (words || part || width < 900) /* in place of the finding */
		details.textContent = words;
	details.setAttribute('transform', `translate(0 ${shift})`);
	setAttributes(copy, { role: 'img', width, height: low, viewBox: `0 0 ${width} ${low}`,
		'data-theme': svg.dataset.theme ||
			(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') });
	return copy;
}

/* Whether the stacks that are shown are all that the picture has. */
function isWhole({ base }, shown) {
	const { tree, zoom, from, to } = activePart(shown);
	return tree === base && zoom === 0 && to - from === 1;
}

function textOfPicture(still) {
	return '<?xml version="1.0" encoding="UTF-8"?>\n' +
		new XMLSerializer().serializeToString(still) + '\n';
}

/* The picture as pixels, two for one of its own where a canvas has that many. */
async function drawPixels(still) {
	const [wide, high] = ['width', 'height'].map((key) => +still.getAttribute(key));
	const scale = Math.min(2, PNG_SIDE_MAX / Math.max(wide, high),
		Math.sqrt(PNG_PIXELS_MAX / wide / high));
	const image = html(null, 'img'), size = { width: wide * scale, height: high * scale };
	const canvas = html(null, 'canvas', '', size);
	const url = URL.createObjectURL(
		new Blob([textOfPicture(still)], { type: 'image/svg+xml' }));
	image.src = url;
	await image.decode();
	canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
	URL.revokeObjectURL(url);
	return new Promise((done, fail) => canvas.toBlob((blob) =>
		(blob ? done(blob) : fail(new Error('too large for this browser'))), 'image/png'));
}

/* The content of a file of each kind. */
const MAKE = Object.freeze({
	svg: (picture, shown, size, words) => textOfPicture(
		stillPicture(picture, size, words, isWhole(picture, shown))),
	png: (picture, shown, size, words) => drawPixels(stillPicture(picture, size, words)),
	folded: (picture, shown) =>
		foldedText(picture, activePart(shown), shown.view.mode === 'sandwich'),
});

/* The name of the file, as which the browser saves it. */
export async function saveFile(ending, picture, ...seen) {
	const name = fileName(picture.options.title, ending);
	const href = URL.createObjectURL(new Blob([await MAKE[ending](picture, ...seen)]));
	html(null, 'a', '', { href, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(href), KEEP_MS);
	return name;
}
