/*
 * Regular expressions in bounded time. A browser tries one way to match after the other, of which
 * there may be more than it can try in a lifetime, and cannot be stopped. Here a pattern is a graph
 * of states, each of which is entered at most once at each place of a text.
 */
const MOST_STATES = 5000;
const LONGEST = 1000; /* characters of a pattern */
const MOST_AROUND = 1e5; /* ways to look ahead or behind, which the browser does */

const GROUP = '\\((?:\\?(?:[:=!]|<[=!]|<[^=!>][^>]*>))?';
const CLASS = '\\[(?:\\\\[^]|[^\\]\\\\])*\\]';
const ESCAPE = '\\\\(?:c[a-z]|x[\\da-f]{2}|u[\\da-f]{4}|[^])';
const ATOM = new RegExp('^(?:' + [GROUP, CLASS, ESCAPE, '[^]'].join('|') + ')', 'i');
const REPETITION = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/;
const SIGNS = new RegExp([CLASS, ESCAPE, '(' + GROUP + ')'].join('|'), 'gi');

/*
 * How many ways to match a browser may try, by the length of a text: a repetition may be as long
 * as it likes, an alternative be taken or not. Infinity: a repetition may be in another one.
 */
export function waysToMatch(pattern) {
	const signs = pattern.replace(SIGNS, (all, group) => (group ? '(' : '.'));
	const repetitions = signs.replace(/[^*+?{]/g, '').length;
	const alternatives = signs.replace(/[^|]/g, '').length;
	if (repetitions > 0 && (/\)[*+?{]/.test(signs) || /\\[\dk]/.test(pattern)))
		return () => Infinity;
	return (length) => Math.pow(length, repetitions + 1) * Math.pow(2, alternatives);
}

/* What a character is, or if not `wide` what is around a place between two. */
class Atom {
	#regex;
	#known = new Uint8Array(128);

	constructor(source, flags) {
		this.wide = !/^(\^|\$|\\b|\([^]*)$/i.test(source);
		this.#regex = new RegExp(source, flags + 'y');
		for (let code = 0; code < 128; code++)
			this.#known[code] = this.#test(String.fromCharCode(code), 0);
	}

	#test(text, at) {
		this.#regex.lastIndex = at;
		return this.#regex.test(text);
	}

	fits(text, at) {
		const code = this.wide ? text.charCodeAt(at) : NaN;
		return code < 128 ? this.#known[code] : this.#test(text, at);
	}
}

/* Reads a pattern that a browser accepts. */
class Reader {
	#text;
	#flags;
	#at = 0;

	constructor(text, flags) {
		this.#text = text;
		this.#flags = flags;
	}

	#take(regex) {
		const found = regex.exec(this.#text.slice(this.#at)) || [''];
		this.#at += found[0].length;
		return found;
	}

	/* Lists of items, up to the end of the group. */
	alternatives() {
		const list = [[]];
		for (;;) {
			const char = this.#text.charAt(this.#at);
			if (char === '' || char === ')')
				return list;
			if (this.#take(/^\|/)[0])
				list.push([]);
			else
				list[list.length - 1].push(this.#item());
		}
	}

	/* A group or an atom, and how often. */
	#item() {
		const from = this.#at, [token] = this.#take(ATOM);
		const group = token[0] === '(' && this.alternatives();
		this.#at += group ? 1 : 0;
		const source = this.#text.slice(from, this.#at);
		const is_around = /^\(\?<?[=!]/.test(token);
		const ways = is_around ? waysToMatch(source.slice(token.length, -1))(LONGEST) : 0;
		if (/^\\([\dk]|c$)/.test(token) || ways > LONGEST * MOST_AROUND)
			throw new Error(source + ' cannot be searched for with repetitions');
		const [all, sign, least, comma, most] = this.#take(REPETITION);
		return {
			...(group && !is_around ? { group } :
				{ atom: new Atom(source, this.#flags) }),
			least: all && sign !== '+' ? +(least || 0) : 1,
			most: !all || sign === '?' ? 1 :
				sign || comma && !most ? Infinity : +(most || least),
		};
	}
}

/* State 0 is a match. One without an atom leads to two others, or to one. */
export class States {
	#atoms = [];
	#next = [];
	#other = [];
	#entered = [];
	#round = 0;
	#start;

	constructor(pattern, flags) {
		if (pattern.length > LONGEST)
			throw new Error('this pattern is too long');
		this.#start = this.#any(new Reader(pattern, flags).alternatives(), this.#add(0, 0));
	}

	#add(next, other, atom) {
		if (this.#next.length > MOST_STATES)
			throw new Error('this pattern is too large');
		this.#atoms.push(atom);
		this.#other.push(other);
		this.#entered.push(0);
		return this.#next.push(next) - 1;
	}

	/* Each of these makes what leads to `next`, and returns where that begins. */
	#any(alternatives, next) {
		const begins = alternatives.map((items) =>
			items.reduceRight((to, item) => this.#repeat(item, to), next));
		return begins.reduce((one, other) => this.#add(one, other));
	}

	#once({ group, atom }, next) {
		const to = group ? this.#any(group, next) : next;
		return this.#add(to, to, atom);
	}

	#repeat(item, next) {
		let to = next;
		if (item.most === Infinity) {
			to = this.#add(next, next);
			this.#other[to] = this.#once(item, to);
		}
		const more = item.most === Infinity ? 0 : item.most - item.least;
		for (let i = 0; i < more; i++)
			to = this.#add(this.#once(item, to), next);
		for (let i = 0; i < item.least; i++)
			to = this.#once(item, to);
		return to;
	}

	/* late: what Date.now() returns when there is no time left, which is an error. */
	test(text, late) {
		let now = [], later = [];
		for (let at = 0; at <= text.length; at++, now = later, later = []) {
			if (Date.now() > late)
				throw new Error('this pattern takes too long');
			this.#round++;
			now.push(this.#start);
			for (let i = 0; i < now.length; i++) {
				const state = now[i], atom = this.#atoms[state];
				if (state === 0)
					return true;
				if (this.#entered[state] === this.#round)
					continue;
				this.#entered[state] = this.#round;
				if (!atom || atom.fits(text, at))
					(atom && atom.wide ? later : now).push(this.#next[state],
						this.#other[state]);
			}
		}
		return false;
	}
}
