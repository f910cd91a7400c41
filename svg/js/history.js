/*
 * The views that were shown: { view, undo, redo, group }, a value like a view.
 * group: what changes of one step of undo have in common (typing, a gesture).
 */
const UNDO_MAX = 200;

/* With `keys`, only these properties are compared. */
export function sameView(a, b, keys) {
	return JSON.stringify(a, keys) === JSON.stringify(b, keys);
}

export function newPast(view) {
	return { view, undo: [], redo: [], group: null };
}

/* A view that is a step of its own, or the first of `group`. */
export function addStep(past, view, group) {
	return { view, undo: past.undo.slice(1 - UNDO_MAX).concat(past.view), redo: [], group };
}

/* Replaces the view of the last step. */
export function addToStep(past, view) {
	if (sameView(view, past.undo.at(-1))) /* for example typed and deleted again */
		return { ...past, view, undo: past.undo.slice(0, -1), group: null };
	return { ...past, view };
}

/* from, to: 'undo' and 'redo', or the other way round; `past` itself when there is no step. */
export function stepBack(past, from, to) {
	if (past[from].length === 0)
		return past;
	return { view: past[from].at(-1), [from]: past[from].slice(0, -1),
		[to]: past[to].concat(past.view), group: null };
}
