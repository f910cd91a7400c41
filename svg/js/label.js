/* Truncates names to fit. */
import { html } from './dom.js';
import { briefName } from './text.js';

/* Widths of characters in the font of an element, measured once each. */
export function newRuler(element) {
	const widths = {};
	let context = null;
	const measure = (char) => {
		if (!context) {
			const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
			context = html(null, 'canvas').getContext('2d');
			context.font = [fontWeight, fontSize, fontFamily].join(' ');
		}
		return context.measureText(char).width;
	};
	return (char) => widths[char] ??= measure(char);
}

/* "bf16", "e4m3", "float": what a kernel computes with. */
const TYPE = /^([a-z]{1,2}[\dm]+|float|double|half|Half|BFloat16)$/;

export function widthOf(text, ruler) {
	let width = 0;
	for (const char of text.slice(0, 2000))
		width += ruler(char);
	return width;
}

/* As much of the beginning of `text` as fits, and a sign that there is more. */
export function fitLabel(text, room, ruler) {
	let left = room - ruler('\u2026'), cut = '';
	if (widthOf(text, ruler) <= room)
		return text;
	for (const char of text) {
		if ((left -= ruler(char)) < 0)
			break;
		cut += char;
	}
	return cut.replace(/[ _.:,(<[]+$/, '') + '\u2026';
}

/* Whether text says something by itself: three letters, of which digits are some, but not all. */
function says(text) {
	return /\p{L}/u.test(text) && text.match(/[\p{L}\p{N}]/gu).length > 2;
}

/*
 * A name's label: whole, without template arguments, without the type, the family alone ("gemm",
 * "flash bwd"), or the beginning; never an end, a number or a syllable. As label_fit() in
 * svg/label_fit.c.
 */
export function fitName(name, room, ruler) {
	const fits = (text) => widthOf(text, ruler) <= room;
	if (fits(name))
		return name;
	const brief = briefName(name), [first, ...words] = brief.split(' ');
	const at = words.findIndex((word) => /\d/.test(word) || TYPE.test(word));
	/* "[waits for rank 5]" has no words to leave out */
	const family = at < 0 || brief[0] === '[' ? words : words.slice(0, at);
	const found = [words, words.filter((word) => !TYPE.test(word)), family,
		family.filter((word) => word !== 'attention')]
		.map((list) => [first, ...list].join(' '))
		.find((text) => fits(text) && says(text));
	const cut = found ?? fitLabel(brief, room, ruler);
	return says(cut.replace('\u2026', '')) ? cut : '';
}
