/*
 * Decompresses deflate data (RFC 1951) at once: the browser's own way is a stream, whose parts
 * wait until the rest of the file is parsed. Damage throws an exception.
 */
const ORDER_OF_LENGTHS = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const REPEATS = [[3, 2], [3, 3], [11, 7]]; /* of symbols from 16 on: the least, and bits more */
const RUN_MAX = 258;
export const DAMAGED = 'its data is damaged';

/*
 * By the next bits, as many as the longest code has: 16 times the symbol, plus how many bits it
 * has; 0 if there is none.
 */
function makeTable(lengths) {
	const longest = Math.max(...lengths), table = new Uint16Array(1 << longest);
	for (let bits = 1, code = 0; bits <= longest; bits++, code <<= 1) {
		let symbol = -1;
		while ((symbol = lengths.indexOf(bits, symbol + 1)) >= 0) {
			let from = 0;
			for (let i = 0; i < bits; i++)
				from |= (code >> i & 1) << (bits - 1 - i);
			for (; from < table.length; from += 1 << bits)
				table[from] = symbol << 4 | bits;
			code++;
		}
	}
	return table;
}

/* Reads bits, lowest first, and writes bytes. */
class Stream {
	#bytes;
	#at = 0;
	#held = 0;
	#count = 0;
	#out;
	#size = 0;

	constructor(bytes) {
		this.#bytes = bytes;
		this.#out = new Uint8Array(8 * bytes.length + 512);
	}

	get written() {
		return this.#out.subarray(0, this.#size);
	}

	/* A number of so many bits or, by a table, a symbol. */
	read(most, table) {
		for (; this.#count < most; this.#count += 8)
			this.#held |= this.#bytes[this.#at++] << this.#count;
		const entry = table && table[this.#held & table.length - 1];
		const value = table ? entry >> 4 : this.#held & (1 << most) - 1;
		const taken = table ? entry & 15 : most;
		if (this.#at > this.#bytes.length + 2 || entry === 0)
			throw new Error(DAMAGED);
		this.#held >>>= taken;
		this.#count -= taken;
		return value;
	}

	symbol(table) {
		return this.read(15, table);
	}

	/* A length or distance: `steps` symbols for each number of bits more. */
	#number(symbol, least, steps) {
		const more = Math.max(0, Math.floor(symbol / steps) - 1);
		return least + this.read(more) +
			(more ? (steps + symbol % steps) << more : symbol);
	}

	#reserve(more) {
		if (this.#size + more > this.#out.length) {
			const grown = new Uint8Array(2 * (this.#size + more));
			grown.set(this.#out);
			this.#out = grown;
		}
	}

	/* Behind the next whole byte: a length, the same in another way, and so many bytes. */
	copyStored() {
		this.read(this.#count & 7);
		const length = this.read(16), from = this.#at + 2 - this.#count / 8;
		const stored = this.#bytes.subarray(from, from + length);
		if (stored.length < length)
			throw new Error(DAMAGED);
		this.#reserve(length);
		this.#out.set(stored, this.#size);
		this.#size += length;
		this.#at = from + length;
		this.#held = this.#count = 0;
	}

	/* A block of symbols, by its tables. */
	copyCoded(symbols, distances) {
		for (let symbol = 0; symbol !== 256;) {
			this.#reserve(RUN_MAX);
			this.#copyBytes(symbols);
			symbol = this.symbol(symbols);
			if (symbol < 256)
				this.#out[this.#size++] = symbol;
			else if (symbol > 256)
				this.#copyRun(symbol, distances);
		}
	}

	/*
	 * The symbols that are bytes, as nearly all are, while there is room for any that follows.
	 * In variables of its own: fields take three times as long.
	 */
	#copyBytes(table) {
		const bytes = this.#bytes, out = this.#out, mask = table.length - 1;
		const room = out.length - RUN_MAX;
		let at = this.#at, held = this.#held, count = this.#count, size = this.#size;
		while (size < room && at <= bytes.length) {
			for (; count < 15; count += 8)
				held |= bytes[at++] << count;
			const entry = table[held & mask], taken = entry & 15;
			if (entry >> 12 || taken === 0)
				break;
			out[size++] = entry >> 4;
			held >>>= taken;
			count -= taken;
		}
		this.#at = at;
		this.#held = held;
		this.#count = count;
		this.#size = size;
	}

	/* What was written before, again; it may reach into what it writes. */
	#copyRun(symbol, distances) {
		const length = symbol === 285 ? RUN_MAX : this.#number(symbol - 257, 3, 4);
		const from = this.#size - this.#number(this.symbol(distances), 1, 2);
		for (const end = this.#size + length; this.#size < end;) {
			const some = Math.min(this.#size - from, end - this.#size);
			this.#out.copyWithin(this.#size, from, from + some);
			this.#size += some;
		}
	}
}

/* The tables of a block: of bytes and lengths, and of distances. */
function readTables(stream, fixed) {
	let codes = 288, all = 318, lengths = [];
	if (fixed) {
		lengths = Array.from({ length: all }, (_, i) =>
			(i > 287 ? 5 : i > 279 ? 8 : i > 255 ? 7 : i > 143 ? 9 : 8));
	} else {
		const few = Array(19).fill(0);
		codes = stream.read(5) + 257;
		all = codes + stream.read(5) + 1;
		for (let i = 0, some = stream.read(4) + 4; i < some; i++)
			few[ORDER_OF_LENGTHS[i]] = stream.read(3);
		for (const table = makeTable(few); lengths.length < all;) {
			const symbol = stream.symbol(table);
			const [least, more] = REPEATS[symbol - 16] || [1, 0];
			const length = symbol < 16 ? symbol : symbol > 16 ? 0 : lengths.at(-1);
			lengths.push(...Array(least + stream.read(more)).fill(length));
		}
	}
	return [makeTable(lengths.slice(0, codes)), makeTable(lengths.slice(codes, all))];
}

export function inflate(bytes) {
	const stream = new Stream(bytes);
	for (let last = 0; !last;) {
		last = stream.read(1);
		const kind = stream.read(2);
		if (kind === 0)
			stream.copyStored();
		else
			stream.copyCoded(...readTables(stream, kind === 1));
	}
	return stream.written;
}
