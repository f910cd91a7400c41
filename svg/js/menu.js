/* What can be done with one frame, and the list of keys. */
const KEYS = [
  ['↑ ↓ ← →', 'walk from frame to frame'], ['Enter', 'zoom into the frame'], ['Backspace', 'zoom out'], ['Home', 'to the zoomed frame'],
  ['Esc', 'close, clear the search, or undo'], ['r', 'reset'], ['u, Shift+U', 'undo, redo'], ['/', 'search'],
  ['n, Shift+N', 'next match, match before'], ['o', 'order by name, width, time'], ['i', 'icicle or flame'],
  ['l', 'leaves first: which kernel, over all callers'], ['s', 'sandwich: callers above, callees below'],
  ['f', 'focus: only stacks through this frame'], ['h', 'hide frames of this name'], ['t', 'top table'],
  ['c, Shift+C', 'copy the name, the stack'], ['e', 'fold template arguments'], ['m', 'menu of the frame'],
  ['+ −', 'stretch, shrink'], ['[ ]', 'move left, right when stretched'], ['d', 'light or dark'], ['?', 'these keys'],
];

function copyText(gf, text, what) {
  const told = (done) => { gf.ui.status.textContent = done ? 'copied ' + what : 'this browser lets no page copy'; };
  const by_hand = () => {
    const field = html(gf.ui.root, 'textarea.gf-copy'), back = document.activeElement;
    field.value = text;
    field.select();
    told(document.execCommand('copy'));
    field.remove();
    back.focus();
  };
  if (navigator.clipboard)
    navigator.clipboard.writeText(text).then(() => told(true), by_hand);
  else
    by_hand();
}

/* Control characters are spelled out: what is copied may be pasted into a terminal. */
function copyName(gf, target) {
  copyText(gf, visibleName(gf.names[target.name]), 'the name');
}

function copyStack(gf, { tree, node }) {
  const names = [];
  for (; node > 0; node = tree.parent[node])
    names.push(visibleName(gf.names[tree.name[node]]));
  copyText(gf, names.reverse().join(';'), 'the stack');
}

/* What frame actions act on: the item and the id of its name; null for a remainder and the root. */
function targetOf(gf, item) {
  return item && item.more === 0 ? { ...item, item, name: item.tree.name[item.node] } : null;
}

/* Put a name on the list `key` of the view and off the other one. */
function listName(gf, target, key, other) {
  const name = nameKey(gf.names[target.name]);
  if (target.name !== gf.base.name[0] && !gf.view[key].includes(name))
    changeView(gf, { [key]: gf.view[key].concat(name), [other]: gf.view[other].filter((one) => one !== name) });
}

function hideName(gf, target) {
  listName(gf, target, 'hide', 'only');
}

function focusName(gf, target) {
  listName(gf, target, 'only', 'hide');
}

function sandwichName(gf, target) {
  if (target.name !== gf.base.name[0])
    toggleMode(gf, 'sandwich', nameKey(gf.names[target.name]));
}

function openMenu(gf, target, x, y, opener) {
  const { menu } = gf.ui;
  hideTip(gf);
  menu.replaceChildren();
  html(menu, 'div.gf-name', cutMiddle(shownNameOf(gf, target.name), 80));
  const link = gf.links[target.name], inner = target.name !== gf.base.name[0];
  for (const [when, label, key, run] of [
    [target.item, 'Zoom in', 'Enter', () => openItem(gf, target.item, 0)],
    [inner, 'Sandwich: callers and callees', 's', sandwichName],
    [inner, 'Focus: only stacks through this', 'f', focusName],
    [inner, 'Hide frames of this name', 'h', hideName],
    [true, 'Find all of this name', '', highlightName],
    [true, 'Copy the name', 'c', copyName],
    [target.item, 'Copy the stack', 'Shift+C', copyStack],
    [link, 'Open its link', '', () => window.open(link, '_blank', 'noopener')]]) {
    if (!when)
      continue;
    const button = html(menu, 'button', '', { type: 'button', role: 'menuitem', tabindex: -1 });
    html(button, 'span', label);
    html(button, 'kbd', key);
    button.addEventListener('click', () => {
      closeMenu(gf);
      run(gf, target);
    });
  }
  gf.menu_opener = opener;
  setShown(menu, true);
  placeAt(gf, menu, x, y, 2);
  menu.querySelector('button').focus();
}

function closeMenu(gf) {
  if (isShown(gf.ui.menu) && gf.menu_opener.isConnected)
    gf.menu_opener.focus({ preventScroll: true });
  setShown(gf.ui.menu, false);
}

function walkMenu(gf, event) {
  const items = Array.from(gf.ui.menu.querySelectorAll('button')), at = items.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1, Home: -at, End: -at - 1 }[event.key];
  if (event.key === 'Escape')
    closeMenu(gf);
  if (step === undefined)
    return;
  event.preventDefault();
  items[(at + step + items.length) % items.length].focus();
}

function makeHelp(gf) {
  const { help } = gf.ui, list = html(help, 'table');
  html(list, 'caption', 'Keys');
  for (const [keys, what] of KEYS) {
    const line = html(list, 'tr');
    html(html(line, 'th', '', { scope: 'row' }), 'kbd', keys);
    html(line, 'td', what);
  }
  html(help, 'p', 'Mouse: click zooms, the right button opens a menu, Ctrl and wheel stretch. Touch: tap, hold, pinch.');
  gf.ui.help_close = makeButton(help, 'Close', 'Close (Esc)', () => toggleHelp(gf));
}

function toggleHelp(gf) {
  const open = !isShown(gf.ui.help);
  gf.help_opener = open ? document.activeElement || gf.svg : gf.help_opener;
  setShown(gf.ui.help, open);
  (open ? gf.ui.help_close : gf.help_opener).focus();
}
