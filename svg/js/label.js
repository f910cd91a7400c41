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
	return cut > 1 ? chars.slice(0, cut).join('') + '\u2026' :
		fits > 1 ? chars.slice(0, fits).join('') : '';
}

export function widthOf(text, ruler) {
	return [...text].reduce((sum, char) => sum + ruler(char), 0);
}

/* A name's label: if it does not fit, without what is common, or as much of that as fits. */
export function fitName(name, room, ruler) {
	const whole = fitLabel(name, room, ruler);
	return whole === name ? whole : fitLabel(briefName(name), room, ruler);
}

/*
 * The same, but of a name that would look like one of `others`: from the word on in which they
 * differ, behind what is left of its beginning or, in little room, without it. Nothing, where
 * there is no room for that. As label_fit() in svg/label_fit.c.
 */
export function fitApart(name, others, room, ruler) {
	const label = fitName(name, room, ruler), left = room - ruler('\u2026');
	let from = -1;
	for (const other of others) {
		let at = 0;
		while (at < name.length && name[at] === other[at])
			at++;
		if (fitName(other, room, ruler) === label)
			from = Math.max(from, at);
	}
	if (from < 0 || label === name)
		return label;
	from = Math.min(from, name.length - 2);
	from -= /[\udc00-\udfff]/.test(name[from]);
	const word = name.slice(0, from).search(/[a-z\d]*$/i);
	const shown = (text, some) => fitLabel(text, some, ruler).replace('\u2026', '');
	for (const some of [left / 2, left, room]) {
		for (const at of [word, from]) {
			const tail = name.slice(at);
			const end = (some < room ? '\u2026' : '') + fitLabel(tail, some, ruler);
			if (shown(tail, some).length > from - at)
				return shown(briefName(name), room - widthOf(end, ruler)) + end;
		}
	}
	return '';
}
