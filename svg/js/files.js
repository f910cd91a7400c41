/* What is saved: names of files, and the view as folded stacks. */
import { visibleName } from './text.js';

const FILE_NAME_MAX = 60; /* characters: of four bytes each, within what file systems allow */
const FOLDED_MAX = 2e8;   /* characters */

/* A file name that is one everywhere, whatever the title. */
export function fileName(title, ending) {
	const safe = visibleName(title).replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ');
	const name = [...safe].slice(0, FILE_NAME_MAX).join('').replace(/^[ ._-]+|[ ._-]+$/g, '');
	const is_device = /^(con|prn|aux|nul|com\d|lpt\d)?(\.|$)/i.test(name);
	return (is_device ? 'flame ' + name : name).trim() + '.' + ending;
}

/*
 * The stacks through the node that fills the width, as lines of "frame;frame value", with two
 * values in a comparison. rooted: the root is a frame, too.
 */
export function foldedText({ names, decimals }, { tree, zoom }, rooted) {
	const { name, parent, self, before, depth, end } = tree, top = rooted ? 0 : 1;
	const lines = [], stacks = [], above = [];
	const show = (value) => value / Math.pow(10, decimals);
	let size = 0;
	for (let up = zoom; up > 0;)
		above.unshift(up = parent[up]);
	const visit = (i) => {
		const frame = names[name[i]], at = depth[i];
		stacks[at] = at > top ? stacks[at - 1] + ';' + frame : at < top ? '' : frame;
	};
	above.forEach(visit);
	for (let i = zoom; i < end[zoom]; i++) {
		visit(i);
		if (depth[i] < top || !(self[i] || before?.[i]))
			continue;
		size += stacks[depth[i]].length;
		if (size > FOLDED_MAX)
			throw new Error('too much text');
		lines.push(stacks[depth[i]] + (before ? ' ' + show(before[i]) : '') + ' ' +
			show(self[i]) + '\n');
	}
	return lines.join('');
}
