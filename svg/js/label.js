/* Truncates names to fit. */
import { html } from './dom.js';
import { cutMiddle } from './text.js';

/* Widths of characters in the font of an element, measured once each. */
export function newRuler(element) {
	const widths = {}, context = html(null, 'canvas').getContext('2d');
	const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
	context.font = [fontWeight, fontSize, fontFamily].join(' ');
	return (char) => widths[char] ??= context.measureText(char).width;
}

/* As much of both ends of `name` as fits, or only of its beginning. */
export function fitLabel(name, room, ruler, at_end) {
	const chars = [...cutMiddle(name, 2000)];
	let left = room, fits = 0;
	while (fits < chars.length && (left -= ruler(chars[fits])) >= 0)
		fits++;
	if (fits === chars.length)
		return chars.join('');
	let head = 0, tail = chars.length;
	for (left = room - ruler('\u2026'); head < tail; ) {
		const at_head = at_end || head <= chars.length - tail;
		left -= ruler(chars[at_head ? head : tail - 1]);
		if (left < 0)
			break;
		at_head ? head++ : tail--;
	}
	const label = chars.slice(0, head).join('') + '\u2026' + chars.slice(tail).join('');
	return head < 2 ? '' : label.replace('\u2026\u2026', '\u2026');
}
