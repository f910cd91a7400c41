/* Actions on one frame. */
import { nameKey } from './hash.js';
import { SEARCH_NAME_MAX } from './search.js';
import { visibleName } from './text.js';
import { WHOLE } from './view.js';

export function toggleMode(app, mode, frame = '') {
	const off = app.view.mode === mode && app.view.frame === frame;
	app.change({ ...WHOLE, mode: off ? 'tree' : mode, frame: off ? '' : frame });
}

/* Add a name to the list `key` of the view, and remove it from the other one. */
function listName(app, item, key, other) {
	const name = nameKey(app.picture.names[item.name]), { [key]: list } = app.view;
	const rest = app.view[other].filter((one) => one !== name);
	if (!list.includes(name))
		app.change({ [key]: list.concat(name), [other]: rest });
}

/* Search for exactly this name, or stop if that is the search. */
export function highlightName(app, { name: id }) {
	const name = app.picture.names[id], cut = name.slice(0, SEARCH_NAME_MAX);
	const escaped = cut.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	const find = `/^${escaped}${name.length > SEARCH_NAME_MAX ? '' : '$'}/`;
	const on = app.view.find !== find;
	app.change({ find: on ? find : '', same_case: on });
}

/* Control characters are escaped: copied text may be pasted into a terminal. */
function copyNames(app, names, what) {
	const text = names.map(visibleName).join(';');
	const copied = navigator.clipboard?.writeText(text) || Promise.reject();
	copied.then(() => app.report('copied ' + what),
		() => app.report('the browser denied copying'));
}

/* Outermost frame first, even if callers are drawn below what they call. */
function copyStack(app, { node, part: { tree, side } }) {
	const list = [], { view: { mode }, picture: { names } } = app;
	for (let up = node; up > 0; up = tree.parent[up])
		list.push(names[tree.name[up]]);
	if (mode === 'sandwich')
		list.push(names[tree.name[0]]);
	copyNames(app, mode === 'leaf' || side === 'up' ? list : list.reverse(), 'the stack');
}

/* [key, what it does, how, for which frames] */
export const FRAME_ACTIONS = [
	['Enter', 'zoom in', (app, item) => app.open(item)],
	['s', 'sandwich: callers above, callees below', (app, { name }) =>
		toggleMode(app, 'sandwich', nameKey(app.picture.names[name])), 'inner'],
	['f', 'focus: only stacks through this', (app, item) =>
		listName(app, item, 'only', 'hide'), 'inner'],
	['h', 'hide frames of this name', (app, item) =>
		listName(app, item, 'hide', 'only'), 'inner'],
	['', 'find all of this name', highlightName],
	['c', 'copy the name', (app, { name }) =>
		copyNames(app, [app.picture.names[name]], 'the name')],
	['C', 'copy the stack', copyStack],
	['', 'open its link', (app, { name }) =>
		window.open(app.picture.links[name], '_blank', 'noopener'), 'link'],
];

/* The actions that apply to this item: some need a link, or do not apply to the root. */
export function actionsOn({ links, base }, { more, name }) {
	return more ? [] : FRAME_ACTIONS.filter(([,,, where]) =>
		(where === 'link' ? links[name] : where !== 'inner' || name !== base.name[0]));
}
