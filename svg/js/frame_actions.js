/* Actions on one frame. */
import { nameKey } from './hash.js';
import { SEARCH_NAME_MAX } from './search.js';
import { visibleName } from './text.js';
import { addTransform } from './transform.js';
import { WHOLE } from './view.js';
import { zoomTo } from './zoom.js';

export function toggleMode(app, mode, frame = '') {
	const off = app.view.mode === mode && app.view.frame === frame;
	app.change({ ...WHOLE, mode: off ? 'tree' : mode, frame: off ? '' : frame });
}

/* Zoom to the widest frame of that name; if there is none, search for it. */
export function openLargest(app, name) {
	const { picture } = app, { base: tree, names } = picture;
	let widest = 0;
	for (let i = 1; i < tree.count; i++) {
		if (names[tree.name[i]] === name && (!widest || tree.width[i] > tree.width[widest]))
			widest = i;
	}
	const { zoom } = zoomTo(picture, { tree }, widest);
	app.change(widest ? { ...WHOLE, mode: 'tree', frame: '', transforms: [], zoom } :
		{ find: name });
}

/* Add a transform to the view, or remove it. */
export function changeTransform(app, word, key) {
	app.change({ transforms: addTransform(app.view.transforms, word, key) });
}

/* What a click on a kind does: it is shown alone, then not, then again with the others. */
export function nextOfKind({ transforms }, kind) {
	const is = (word) => transforms.includes(word + '.' + kind);
	return is('keep-kind') || is('hide-kind') ? 'hide-kind' : 'keep-kind';
}

function transformName(word) {
	return (app, { name }) => changeTransform(app, word, nameKey(app.picture.names[name]));
}

function transformKind(word) {
	return (app, { name }) => changeTransform(app, word, app.picture.kinds[name]);
}

/* Whether a frame is inside another of its name. */
function recurs({ name, part: { tree } }) {
	for (let i = 0, end = 0; i < tree.count; i++) {
		if (tree.name[i] === name && i < end)
			return true;
		end = tree.name[i] === name ? tree.end[i] : end;
	}
	return false;
}

/* What is searched for to find exactly this name. */
function patternOfName(name) {
	const escaped = name.slice(0, SEARCH_NAME_MAX).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	return `/^${escaped}${name.length > SEARCH_NAME_MAX ? '' : '$'}/`;
}

/* The name that is searched for like that, or -1. */
export function nameSought({ names }, { find, same_case }) {
	return same_case && find.startsWith('/^') ?
		names.findIndex((name) => patternOfName(name) === find) : -1;
}

/* Search for exactly this name, or stop if that is the search. */
export function highlightName(app, { name: id }) {
	const find = patternOfName(app.picture.names[id]);
	const on = app.view.find !== find;
	app.change({ find: on ? find : '', same_case: on });
}

export function copyText(app, text, what) {
	const copied = navigator.clipboard?.writeText(text) || Promise.reject();
	copied.then(() => app.report('copied ' + what),
		() => app.report('the browser denied copying'));
}

/* Control characters are escaped: copied text may be pasted into a terminal. */
function copyNames(app, names, what) {
	copyText(app, names.map(visibleName).join(';'), what);
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
	['f', 'keep only stacks through this', transformName('keep'), 'inner'],
	['h', 'hide stacks through this', transformName('hide'), 'inner'],
	['g', 'focus on this: without what is around it', transformName('focus'), 'inner'],
	['M', 'merge into its caller', transformName('merge'), 'inner'],
	['x', 'collapse: without what it calls', transformName('collapse'), 'inner'],
	['R', 'collapse recursion', transformName('recursion'), 'recursive'],
	['k', 'keep only this kind', transformKind('keep-kind'), 'kind'],
	['K', 'hide this kind', transformKind('hide-kind'), 'kind'],
	['W', 'flatten wrappers', (app) => changeTransform(app, 'flatten', '')],
	['', 'find all of this name', highlightName],
	['c', 'copy the name', (app, { name }) =>
		copyNames(app, [app.picture.names[name]], 'the name')],
	['C', 'copy the stack', copyStack],
];

/* The actions that apply to this item: some do not apply to the root. */
export function actionsOn({ base, kinds, isKernel }, item) {
	const { more, name } = item, is_inner = name !== base.name[0];
	const is = { inner: () => is_inner, recursive: () => recurs(item),
		kind: () => is_inner && kinds && isKernel(name) };
	return more ? [] : FRAME_ACTIONS.filter(([,,, where]) => !where || is[where]());
}
