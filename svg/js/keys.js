/* Keyboard: the actions of all keys, in one table from which bar, menu and help are also made. */
import { optionsOfSelection, readSelection } from './cells.js';
import { FRAME_ACTIONS, actionsOn, copyText, toggleMode } from './frame_actions.js';

/* The row of an action that turns something of the view on or off. */
function flip(key, what, of_view, text) {
	return [key, what, (app) => app.change({ [of_view]: !app.view[of_view] }), text,
		(view) => view[of_view]];
}

function nextOrder(app) {
	const { orders } = app.picture, at = orders.indexOf(app.view.order);
	app.change({ order: orders[(at + 1) % orders.length] });
}

function toggleTheme({ picture }) {
	const { dataset } = picture.svg;
	const dark = matchMedia('(prefers-color-scheme: dark)').matches;
	dataset.theme = (dataset.theme || (dark && 'dark')) === 'dark' ? 'light' : 'dark';
}

function copyTimeline(app) {
	const { picture: { cells }, view } = app, selected = readSelection(cells, view.cells);
	const options = selected ? optionsOfSelection(cells, selected) + ' ' : '';
	copyText(app, `gpuflame stats ${options}FILE -o t.trace.json`, 'a command');
}

/* [key, what it does, how, the text of its button, whether that is pressed in a view] */
export const ACTIONS = [
	['r', 'reset: show everything again', (app) =>
		app.change({ ...app.picture.first_view, table: app.view.table }), 'Reset'],
	['u', 'undo', (app) => app.undo(), '\u21b6'],
	['U', 'redo', (app) => app.redo(), '\u21b7'],
	['Backspace', 'zoom out', (app) => app.zoomOut()],
	['Escape', 'close, clear the search, or undo', (app) => app.goBack()],
	['Home', 'go to the zoomed frame', (app) => app.goToZoomed()],
	['/', 'search (also Ctrl+F)', (app) => app.goToSearch()],
	['N', 'previous match', (app) => app.stepMatch(-1), '\u2039'],
	['n', 'next match', (app) => app.stepMatch(1), '\u203a'],
	['F', 'keep only stacks through matches', (app) =>
		app.filterMatches('keep-matches'), 'keep'],
	['H', 'hide stacks through matches', (app) =>
		app.filterMatches('hide-matches'), 'hide'],
	['o', 'order by name, width, time, or change in a comparison', nextOrder],
	flip('i', 'icicle or flame', 'inverted', 'icicle'),
	['l', 'leaves first: which kernel, over all callers', (app) =>
		toggleMode(app, 'leaf'), 'leaves first', ({ mode }) => mode === 'leaf'],
	flip('e', 'readable short names of kernels, or full ones', 'fold', 'short names'),
	['t', 'top table: self, total, count', (app) =>
		app.change({ table: app.view.table ? '' : app.picture.options.diff ? 'change' :
			'self' }), 'table', ({ table }) => table],
	['a', 'colour changes by amount, or by share', (app) => app.picture.options.diff &&
		app.change({ by_share: !app.view.by_share }), 'by share', (view) => view.by_share],
	flip('p', 'numbers below: time by kind, and the widest kernels', 'numbers', 'numbers'),
	['+', 'stretch around the frame', (app) => app.stretch(2)],
	['-', 'shrink', (app) => app.stretch(0.5)],
	['[', 'move left', (app) => app.slide(-0.25)],
	[']', 'move right', (app) => app.slide(0.25)],
	['S', 'save the view: SVG, PNG, folded stacks', (app) => app.openFileMenu(), 'save'],
	['d', 'light or dark', toggleTheme, '\u25d0'],
	['?', 'list of keys', (app) => app.toggleHelp(), '?'],
];

export const FILE_ACTIONS = [
	['', 'SVG: the current view, without a script', (app) => app.save('svg')],
	['', 'PNG: the current view', (app) => app.save('png')],
	['', 'folded stacks, as text', (app) => app.save('folded')],
	['', 'timeline for Perfetto: copy its command', copyTimeline],
];

/* [key, what it does], for the list of keys. */
export const ALL_KEYS = [['Arrows', 'move between frames'], ['m', 'menu of the frame'],
	...FRAME_ACTIONS, ...ACTIONS].filter(([key]) => key);

const SAME_KEYS = { ' ': 'Enter', ContextMenu: 'm' };
const CTRL_KEYS = { z: 'u', Z: 'U', f: '/' };

export function keyName(key) {
	return /^[A-Z]$/.test(key) ? 'Shift+' + key : key;
}

/* A key pressed on the picture, or on the element `on` in it that has the focus. */
export function pressKey(app, event) {
	const { key, target: on } = event, ctrl = event.ctrlKey || event.metaKey;
	const for_button = on.localName === 'button' && /^(Enter| |Arrow.*|Home)$/.test(key);
	const same = ctrl ? CTRL_KEYS[key] : SAME_KEYS[key] || key;
	if (event.defaultPrevented || event.altKey || !same || on.localName === 'input' ||
		for_button)
		return;
	const find = (actions) => actions.find(([one]) => one === same);
	const action = find(actionsOn(app.picture, app.cursor)) || find(ACTIONS);
	if (same.startsWith('Arrow'))
		app.walk(key);
	else if (same === 'Enter')
		app.open(app.cursor);
	else if (same === 'm' || (key === 'F10' && event.shiftKey))
		app.openMenuHere();
	else if (action)
		action[2](app, app.cursor);
	else
		return;
	event.preventDefault();
}
