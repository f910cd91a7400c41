/*
 * Decompresses deflate data (RFC 1951) at once: the browser's own way is a stream, whose parts
 * wait until the rest of the file is parsed. Damage throws an exception.
 */
const ORDER_OF_LENGTHS = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const REPEATS = [[3, 2], [3, 3], [11, 7]]; /* of symbols from 16 on: the least, and bits more */

/*
 * By the next bits, as many as the longest code has: 16 times the symbol, plus how many bits it
 * has; 0 if there is none.
 */
function makeTable(lengths) {
	const longest = Math.max(...lengths), table = new Uint16Array(1 << longest);
	for (let bits = 1, code = 0; bits <= longest; bits++, code <<= 1) {
		lengths.forEach((length, symbol) => {
			let from = 0;
			for (let i = 0; i < bits && length === bits; i++)
				from |= (code >> i & 1) << (bits - 1 - i);
			for (; from < table.length && length === bits; from += 1 << bits)
				table[from] = symbol << 4 | bits;
			code += length === bits;
		});
	}
	return table;
}

/* The bits of bytes, lowest first. */
class Bits {
	#bytes;
	#at = 0;
	#held = 0;
	#count = 0;

	constructor(bytes) {
		this.#bytes = bytes;
		Object.freeze(this);
	}

	/* A number of so many bits or, by a table, a symbol. */
	read(most, table) {
		for (; this.#count < most; this.#count += 8)
			this.#held |= this.#bytes[this.#at++] << this.#count;
		const entry = table && table[this.#held & table.length - 1];
		const value = table ? entry >> 4 : this.#held & (1 << most) - 1;
		const taken = table ? entry & 15 : most;
		if (this.#at > this.#bytes.length + 2 || entry === 0)
			throw new Error('its data is damaged');
		this.#held >>>= taken;
		this.#count -= taken;
		return value;
	}

	symbol(table) {
		return this.read(15, table);
	}

	/* A length or distance: `steps` symbols for each number of bits more. */
	number(symbol, least, steps) {
		const more = Math.max(0, Math.floor(symbol / steps) - 1);
		return least + this.read(more) +
			(more ? (steps + symbol % steps) << more : symbol);
	}

	skipToByte() {
		this.read(this.#count & 7);
	}
}

/* The tables of a block: of bytes and lengths, and of distances. */
function readTables(bits, fixed) {
	let codes = 288, all = 318, lengths = [];
	if (fixed) {
		lengths = Array.from({ length: all }, (_, i) =>
			(i > 287 ? 5 : i > 279 ? 8 : i > 255 ? 7 : i > 143 ? 9 : 8));
	} else {
		const few = Array(19).fill(0);
		codes = bits.read(5) + 257;
		all = codes + bits.read(5) + 1;
		for (let i = 0, some = bits.read(4) + 4; i < some; i++)
			few[ORDER_OF_LENGTHS[i]] = bits.read(3);
		for (const table = makeTable(few); lengths.length < all;) {
			const symbol = bits.symbol(table);
			const [least, more] = REPEATS[symbol - 16] || [1, 0];
			const length = symbol < 16 ? symbol : symbol > 16 ? 0 : lengths.at(-1);
			lengths.push(...Array(least + bits.read(more)).fill(length));
		}
	}
	return [makeTable(lengths.slice(0, codes)), makeTable(lengths.slice(codes, all))];
}

export function inflate(bytes) {
	const bits = new Bits(bytes);
	let out = new Uint8Array(8 * bytes.length + 512), size = 0, last = 0;
	const reserve = (more) => {
		if (size + more > out.length) {
			const grown = new Uint8Array(2 * (size + more));
			grown.set(out);
			out = grown;
		}
		return size + more;
	};
	while (!last) {
		last = bits.read(1);
		const kind = bits.read(2);
		if (kind === 0) {
			bits.skipToByte();
			const end = reserve(bits.read(16));
			for (bits.read(16); size < end;)
				out[size++] = bits.read(8);
			continue;
		}
		const [symbols, distances] = readTables(bits, kind === 1);
		for (let symbol; (symbol = bits.symbol(symbols)) !== 256;) {
			reserve(258);
			if (symbol < 256) {
				out[size++] = symbol;
				continue;
			}
			const length = symbol === 285 ? 258 : bits.number(symbol - 257, 3, 4);
			const from = size - bits.number(bits.symbol(distances), 1, 2);
			for (let i = 0; i < length; i++)
				out[size++] = out[from + i];
		}
	}
	return out.subarray(0, size);
}
