/*
 * Cells of step x rank: what a picture has of them, which of them a view selects ("60-99,5":
 * steps, then ranks), and their sum as a tree. Selected are places, { left, right, top, low }.
 */
import { DAMAGED, inflate } from './inflate.js';
import { bytesOfText } from './payload.js';
import { formatTime } from './text.js';
import { transformTree } from './transform.js';

/* A number by cell of each stack, row by row: docs/FORMATS.md, "cells". */
function readValues(bytes, { stacks, grain }, size) {
	const values = new Float64Array(stacks * size);
	let at = 0;
	const read = () => {
		let number = 0, unit = 1, byte = 128;
		for (; byte > 127; unit *= 128) {
			byte = bytes[at++];
			number += byte % 128 * unit;
		}
		return number;
	};
	for (let to = 0; to < values.length;) {
		const mean = read(), end = to + size;
		for (; to < end; to++) {
			const code = read(), by = Math.floor(code / 2);
			values[to] = code ? grain * (mean + (code % 2 ? by : -by)) : 0;
		}
	}
	if (at !== bytes.length)
		throw new Error(DAMAGED);
	return values;
}

/* What is there of steps and ranks; values are unpacked when they are first asked for. */
export function readCells(svg, base) {
	const data = svg.querySelector('.gf-cell-data');
	if (!data)
		return null;
	const head = JSON.parse(data.dataset.cells), { columns, rows } = head;
	const size = columns.places.length * rows.places.length;
	let made = null;
	const make = () => ({
		values: readValues(inflate(bytesOfText(data.textContent)), head, size),
		/* the nodes that have values of cells, or lead there; `self` is which values */
		tree: transformTree({ name: base.name, parent: base.parent, count: base.count,
			place: base.place, order: base.order, self: base.stack }, {}, []),
	});
	return { ...head, size, get made() { return made ||= make(); } };
}

/* The axis of that word. */
function axisOf({ columns, rows }, word) {
	return [columns, rows].find((axis) => axis.word === word);
}

/* "60-99" as the first and last place of an axis; all without a text, null if it has none. */
function placesOf(axis, text) {
	const places = axis?.places || [[0, 0]], [from, to = from] = text.split('-').map(Number);
	const isIn = ([first, last]) => !text || (first <= to && last >= from);
	const at = places.findIndex(isIn);
	return at < 0 || (text && !axis) ? null : [at, places.findLastIndex(isIn)];
}

/* What is selected; null if nothing is, or no cell of the picture. */
export function readSelection(cells, text) {
	const [steps, ranks = ''] = text.split(',');
	const when = cells && (axisOf(cells, 'step') || axisOf(cells, 'slice'));
	const one = cells && text && placesOf(when, steps);
	const other = one && placesOf(axisOf(cells, 'rank'), ranks);
	if (!other)
		return null;
	const [across, down] = cells.columns.word === 'rank' ? [other, one] : [one, other];
	return { left: across[0], right: across[1], top: down[0], low: down[1] };
}

function spanOf({ places }, from, to) {
	return [places[from][0], places[to][1]];
}

function isAll({ places }, from, to) {
	return to - from === places.length - 1;
}

/* [axis, first, last place] of what is selected, those of which all are left out. */
function axesSelected({ columns, rows }, { left, right, top, low }) {
	return [[rows, top, low], [columns, left, right]].filter((one) => !isAll(...one));
}

/* The selection as an address has it; '' for all. */
export function writeSelection(cells, selected) {
	const text = {};
	for (const one of axesSelected(cells, selected))
		text[one[0].word] = [...new Set(spanOf(...one))].join('-');
	const { slice = '', step = slice, rank } = text;
	return rank ? step + ',' + rank : step;
}

/* "rank 5, steps 60 to 99" */
export function wordsOfSelection(cells, selected) {
	const words = axesSelected(cells, selected).map((one) => {
		const [first, last] = spanOf(...one), { word } = one[0], ns = cells.slice?.[1];
		if (word === 'slice')
			return `${formatTime(first * ns)} to ${formatTime((last + 1) * ns)}`;
		return first === last ? `${word} ${first}` : `${word}s ${first} to ${last}`;
	});
	return words.join(', ');
}

/* The options of a command that reads what is selected only. */
export function optionsOfSelection(cells, selected) {
	return axesSelected(cells, selected).map((one) => {
		const [first, last] = spanOf(...one);
		const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
		const { slice: [from, ns] = [] } = cells;
		const options = { step: `--steps ${first}-${last}`, rank: `--rank ${all.join()}`,
			slice: `--time ${from + first * ns}ns-${from + (last + 1) * ns}ns` };
		return options[one[0].word];
	}).join(' ');
}

/* How many steps of how many ranks, of those that have any value. */
function countOf({ columns, rows, size, made: { values } }, { left, right, top, low }) {
	const wide = columns.places.length;
	let count = 0;
	for (let row = top; row <= low; row++) {
		for (let column = left; column <= right; column++) {
			let i = row * wide + column;
			while (i < values.length && values[i] === 0)
				i += size;
			if (i < values.length)
				count += columns.places[column][2] * rows.places[row][2];
		}
	}
	return count;
}

/* By stack, the sum of what is selected. */
export function sumCells({ size, columns, made: { values } }, { left, right, top, low }) {
	const wide = columns.places.length, sums = new Float64Array(values.length / size);
	for (let stack = 0; stack < sums.length; stack++) {
		let sum = 0;
		for (let row = top; row <= low; row++) {
			const from = stack * size + row * wide + left, end = from + right - left;
			for (let i = from; i <= end; i++)
				sum += values[i];
		}
		sums[stack] = sum;
	}
	return sums;
}

/* The values of one stack by column. */
export function valuesOfColumns({ size, columns, made: { values } }, stack) {
	const wide = columns.places.length, own = values.subarray(stack * size, (stack + 1) * size);
	return columns.places.map((_, column) => own.reduce((sum, value, i) =>
		sum + (i % wide === column && value), 0));
}

/* The sum of the selected cells as a tree or, `versus`, their mean, against that of the others. */
export function treeOfCells(cells, selected, versus) {
	const { tree } = cells.made, sums = sumCells(cells, selected);
	const all = versus && { left: 0, right: cells.columns.places.length - 1, top: 0,
		low: cells.rows.places.length - 1 };
	const whole = versus && sumCells(cells, all), count = versus ? countOf(cells, selected) : 1;
	const others = versus && countOf(cells, all) - count;
	const pick = (value) => tree.self.map((stack) => stack && value(stack - 1));
	return transformTree({ ...tree, self: pick((stack) => sums[stack] / count),
		before: versus && others > 0 &&
			pick((stack) => (whole[stack] - sums[stack]) / others),
	}, {}, []);
}
