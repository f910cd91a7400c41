/* Truncates names to fit. */
import { html } from './dom.js';
import { briefName } from './text.js';

/* Widths of characters in the font of an element, measured once each. */
export function newRuler(element) {
	const widths = {}, context = html(null, 'canvas').getContext('2d');
	const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
	context.font = [fontWeight, fontSize, fontFamily].join(' ');
	return (char) => widths[char] ??= context.measureText(char).width;
}

/* As much of the beginning of `text` as fits, and a sign that there is more. */
export function fitLabel(text, room, ruler) {
	const chars = [...text.slice(0, 2000)], more = ruler('\u2026');
	let left = room, fits = 0, cut = 0;
	while (fits < chars.length && (left -= ruler(chars[fits])) >= 0) {
		fits++;
		cut += left >= more;
	}
	if (fits === text.length || fits === chars.length)
		return chars.join('');
	return cut > 1 ? chars.slice(0, cut).join('') + '\u2026' : chars.slice(0, fits).join('');
}

/* A name's label: if it does not fit, without what is common, or as much of that as fits. */
export function fitName(name, room, ruler) {
	const whole = fitLabel(name, room, ruler);
	return whole === name ? whole : fitLabel(briefName(name), room, ruler);
}
