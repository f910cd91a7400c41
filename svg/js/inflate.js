/*
 * Decompresses deflate data (RFC 1951) at once: the browser's own way is a stream, whose parts
 * wait until the rest of the file is parsed. Damage throws an exception.
 */
const DAMAGED_DATA = 'its data is damaged';
const ORDER_OF_LENGTHS = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MOST_BITS = 15;

/* Bits of a stream, lowest first. */
class BitReader {
	#bytes;
	#at = 0;
	#held = 0;
	#count = 0;

	constructor(bytes) {
		this.#bytes = bytes;
		Object.freeze(this);
	}

	#fill(count) {
		for (; this.#count < count; this.#count += 8)
			this.#held |= this.#bytes[this.#at++] << this.#count;
		if (this.#at > this.#bytes.length + 2)
			throw new Error(DAMAGED_DATA);
	}

	#take(count) {
		this.#held >>>= count;
		this.#count -= count;
	}

	read(count) {
		this.#fill(count);
		const value = this.#held & (1 << count) - 1;
		this.#take(count);
		return value;
	}

	/* table: makeTable() */
	readSymbol(table) {
		this.#fill(MOST_BITS);
		const entry = table[this.#held & table.length - 1];
		if (entry === 0)
			throw new Error(DAMAGED_DATA);
		this.#take(entry & 15);
		return entry >> 4;
	}

	skipToByte() {
		this.#take(this.#count & 7);
	}
}

/*
 * By the next bits, as many as the longest code has: 16 times the symbol, plus how many bits it
 * has; 0 if there is none.
 */
function makeTable(lengths) {
	const longest = Math.max(...lengths), table = new Uint16Array(1 << longest);
	for (let bits = 1, code = 0; bits <= longest; bits++, code <<= 1) {
		for (let symbol = 0; symbol < lengths.length; symbol++) {
			if (lengths[symbol] !== bits)
				continue;
			let from = 0;
			for (let i = 0; i < bits; i++)
				from |= (code >> i & 1) << (bits - 1 - i);
			for (code++; from < table.length; from += 1 << bits)
				table[from] = symbol << 4 | bits;
		}
	}
	return table;
}

/* The tables of a block: of bytes and lengths, and of distances. */
function fixedTables() {
	const lengths = Array.from({ length: 288 }, (_, i) => 8 + (i > 143) - (i > 255) * 2 + (i > 279));
	return [makeTable(lengths), makeTable(Array(30).fill(5))];
}

function readTables(bits) {
	const count = bits.read(5) + 257, all = count + bits.read(5) + 1, some = bits.read(4) + 4;
	const code = Array(19).fill(0), lengths = [];
	for (let i = 0; i < some; i++)
		code[ORDER_OF_LENGTHS[i]] = bits.read(3);
	const table = makeTable(code);
	while (lengths.length < all) {
		const symbol = bits.readSymbol(table), last = lengths.at(-1);
		if (symbol < 16)
			lengths.push(symbol);
		else if (symbol === 16)
			lengths.push(...Array(3 + bits.read(2)).fill(last));
		else
			lengths.push(...Array(symbol === 17 ? 3 + bits.read(3) : 11 + bits.read(7)).fill(0));
	}
	return [makeTable(lengths.slice(0, count)), makeTable(lengths.slice(count, all))];
}

/* `bytes` with room for so many, and as many again if it has to be another place. */
function makeRoom(bytes, size) {
	if (size <= bytes.length)
		return bytes;
	const grown = new Uint8Array(2 * size);
	grown.set(bytes);
	return grown;
}

/* A length or distance: symbols stand for 1, 2, ... bits more, `steps` of each. */
function readNumber(bits, symbol, first, steps) {
	const extra = Math.max(0, Math.floor(symbol / steps) - 1);
	return first + (symbol < 2 * steps ? symbol : (steps + symbol % steps) << extra) + bits.read(extra);
}

export function inflate(bytes) {
	const bits = new BitReader(bytes);
	let out = new Uint8Array(8 * bytes.length + 512), size = 0, last = 0;
	const copy = (symbol, distances) => {
		const length = symbol === 285 ? 258 : readNumber(bits, symbol - 257, 3, 4);
		const distance = readNumber(bits, bits.readSymbol(distances), 1, 2);
		if (distance > size)
			throw new Error(DAMAGED_DATA);
		for (const end = size + length; size < end; size++)
			out[size] = out[size - distance];
	};
	while (!last) {
		last = bits.read(1);
		const kind = bits.read(2);
		if (kind > 2)
			throw new Error(DAMAGED_DATA);
		if (kind === 0) {
			bits.skipToByte();
			const length = bits.read(16);
			bits.read(16);
			out = makeRoom(out, size + length);
			for (const end = size + length; size < end;)
				out[size++] = bits.read(8);
			continue;
		}
		const [symbols, distances] = kind === 1 ? fixedTables() : readTables(bits);
		for (let symbol; (symbol = bits.readSymbol(symbols)) !== 256;) {
			out = makeRoom(out, size + 258);
			if (symbol < 256)
				out[size++] = symbol;
			else
				copy(symbol, distances);
		}
	}
	return out.subarray(0, size);
}
