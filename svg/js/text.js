/* Displayed forms of names and numbers. */
export const NAME_SHOWN = 600; /* characters */

/* Invisible, or changing how text around it is displayed. */
const DECEIVING = new RegExp('[\\p{C}\\p{Zl}\\p{Zp}\\u034f\\u115f\\u1160\\u17b4\\u17b5' +
	'\\u180b-\\u180f\\u3164\\ufe00-\\ufe0f\\uffa0]', 'gu');

/*
 * Letters of scripts from Arabic to Khmer, and emoji, which need joiners between them. As in
 * svg/shown.c.
 */
const JOINED = '[\\u0620-\\u0dff\\u1000-\\u109f\\u1780-\\u17ff\\u2600-\\u27bf' +
	'\\u{1f300}-\\u{1faff}';
const JOINER = `(?<=${JOINED}\\ufe0f])[\\u200c\\u200d](?=${JOINED}])|(?<=${JOINED}])\\ufe0f`;

function joins(name, at) {
	const joiner = new RegExp(JOINER, 'uy');
	joiner.lastIndex = at;
	return joiner.test(name);
}

/* `name` with each deceptive character escaped: "<U+202E>". */
export function visibleName(name) {
	const digits = (char) => char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
	return !/[^ -~]/.test(name) ? name :
		name.replace(DECEIVING, (char, at) =>
			(joins(name, at) ? char : '<U+' + digits(char) + '>'));
}

/* Never splits a surrogate pair. */
export function cutMiddle(text, max) {
	if (text.length <= max)
		return text;
	const isLow = (at) => /[\udc00-\udfff]/.test(text.charAt(at));
	let head = Math.ceil((max - 1) / 2), tail = text.length - Math.floor((max - 1) / 2);
	if (isLow(head))
		head--;
	if (isLow(tail))
		tail++;
	return text.slice(0, head) + '\u2026' + text.slice(tail);
}

export function shownName(name, max) {
	return cutMiddle(visibleName(cutMiddle(name, 4 * NAME_SHOWN)), max || NAME_SHOWN);
}

/*
 * A name without what names have in common: "void " at its beginning, template arguments,
 * arguments directly behind a name, and what PyTorch says all modules are. As brief_name() in
 * svg/short_names.c.
 */
export function briefName(name) {
	let out = '', depth = 0;
	for (let i = name.startsWith('void ') && name.length > 5 ? 5 : 0; i < name.length; i++) {
		const char = name[i], angle = char === '<' || char === '>';
		const bracket = angle && name[i - 1] !== '-' &&
			!/operator[<>=-]*$/.test(name.slice(Math.max(0, i - 12), i));
		if ((char === '<' && bracket && out) ||
			(char === '(' && (depth > 0 || (out && !' :'.includes(name[i - 1])))))
			depth++;
		else if (depth > 0 && ((char === '>' && bracket) || char === ')'))
			depth--;
		else if (depth === 0)
			out += char;
	}
	return depth > 0 || !out ? name : out.replace(/^(\w+::)+(?!kernel)(?=.)/i, '')
		.replace(/^(nn\.Module|evaluate_function): (?=.)/, '');
}

/* "1,234,567.5" */
export function groupDigits(value, decimals = 0) {
	const text = Math.abs(value) < 1e21 ? value.toFixed(decimals) : String(value);
	const [whole, part] = text.split('.');
	const fraction = (part || '').replace(/0+$/, '');
	return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction && '.' + fraction);
}

/* Decimals of a number with three digits. */
function digitsOf(size) {
	return size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
}

/* Nanoseconds with three digits: "12.3 ms". */
export function formatTime(ns) {
	let size = Math.abs(ns), unit = 0;
	for (; size >= 999.5 && unit < 3; unit++)
		size /= 1000;
	const number = unit === 0 ? +size.toPrecision(3) : size.toFixed(digitsOf(size));
	return (ns < 0 ? '-' : '') + number + ' ' + ['ns', '\u00b5s', 'ms', 's'][unit];
}

/* Without a unit, values are times in ns. */
export function formatValue(value, unit, decimals) {
	const scaled = value / Math.pow(10, decimals || 0);
	if (unit === undefined)
		return formatTime(scaled);
	return groupDigits(scaled, decimals) + (unit && ' ' + unit);
}

export function formatPercent(part, whole) {
	const percent = whole > 0 ? 100 * part / whole : 0, digits = digitsOf(percent);
	return percent === 0 ? '0 %' : percent < 0.005 ? '< 0.01 %' :
		percent.toFixed(digits) + ' %';
}

/* "12.3 ms -> 9.8 ms, -20 %"; show() makes values text. */
export function formatChange(before, after, show) {
	const percent = 100 * (after / before - 1);
	const size = Math.abs(percent), digits = size < 9.95 ? 1 : 0;
	const text = (percent > 0 ? '+' : '') + percent.toFixed(digits) + ' %';
	const change = before === 0 ? (after === 0 ? 'none' : 'new') : after === 0 ? 'gone' :
		size < 0.05 ? '0 %' : text;
	const [from, to] = [before, after].map((value) => (value === 0 ? '0' : show(value)));
	return from + ' \u2192 ' + to + ', ' + change;
}
