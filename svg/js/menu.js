/* What can be done with one frame, and the list of keys. */
const KEYS = [
  ['↑ ↓ ← →', 'walk from frame to frame'], ['Home', 'to the zoomed frame'], ['Enter', 'zoom into the frame'], ['Esc', 'close, clear or go back'],
  ['Backspace', 'zoom out by one frame'], ['r', 'reset'], ['u, Shift+U', 'undo, redo'], ['/', 'search'],
  ['n, Shift+N', 'next match, match before'], ['o', 'order by name, width, time'], ['i', 'icicle or flame'],
  ['l', 'leaves first: which kernel, over all callers'], ['s', 'sandwich: callers above, callees below'],
  ['h', 'hide frames of this name'], ['f', 'focus: only stacks through this name'], ['t', 'top table'],
  ['c, Shift+C', 'copy the name, the stack'], ['e', 'fold template arguments'], ['m', 'menu of the frame'],
  ['+ −', 'stretch and shrink around the frame'], ['[ ]', 'move left and right when stretched'], ['d', 'light or dark'], ['?', 'these keys'],
];

function copyText(gf, text, what) {
  const done = () => announce(gf, 'copied ' + what);
  const by_hand = () => {
    const field = htmlElement(gf.ui.root, 'textarea', { class: 'gf-copy', 'aria-hidden': 'true' }), back = document.activeElement;
    field.value = text;
    field.select();
    const ok = document.execCommand('copy');
    field.remove();
    if (back && back.focus)
      back.focus();
    announce(gf, ok ? 'copied ' + what : 'this browser does not let a page copy');
  };
  if (navigator.clipboard && window.isSecureContext)
    navigator.clipboard.writeText(text).then(done, by_hand);
  else
    by_hand();
}

/* Control characters are spelled out: what is copied may be pasted into a terminal. */
function copyName(gf, target) {
  copyText(gf, visibleName(gf.names[target.name]), 'the name');
}

function copyStack(gf, target) {
  const { tree } = gf.parts[target.part], names = [];
  for (let node = target.node; node > 0; node = tree.parent[node])
    names.push(visibleName(gf.names[tree.name[node]]));
  copyText(gf, names.reverse().join(';'), 'the stack');
}

/* { item, part, node, name } of a frame; null for a remainder. */
function targetOf(gf, item) {
  if (item === undefined || item < 0 || gf.lay.more[item] !== 0)
    return null;
  const part = gf.lay.part[item], node = gf.lay.node[item];
  return { item, part, node, name: gf.parts[part].tree.name[node] };
}

function hideName(gf, target) {
  const key = nameKey(gf.names[target.name]);
  if (target.name !== gf.base.name[0] && !gf.view.hide.includes(key))
    changeView(gf, { hide: gf.view.hide.concat(key), only: gf.view.only.filter((other) => other !== key) });
}

function focusName(gf, target) {
  const key = nameKey(gf.names[target.name]);
  if (target.name !== gf.base.name[0] && !gf.view.only.includes(key))
    changeView(gf, { only: gf.view.only.concat(key), hide: gf.view.hide.filter((other) => other !== key) });
}

function sandwichName(gf, target) {
  if (target.name !== gf.base.name[0])
    toggleMode(gf, 'sandwich', nameKey(gf.names[target.name]));
}

function openMenu(gf, target, x, y, opener) {
  const menu = gf.ui.menu;
  closeMenu(gf);
  hideTip(gf);
  menu.replaceChildren();
  htmlElement(menu, 'div', { class: 'gf-name', role: 'presentation' }, shownName(gf.names[target.name], 80));
  const entry = (label, key, action) => {
    const button = htmlElement(menu, 'button', { type: 'button', role: 'menuitem', tabindex: -1 });
    htmlElement(button, 'span', {}, label);
    htmlElement(button, 'kbd', {}, key);
    button.addEventListener('click', () => {
      closeMenu(gf);
      action(gf, target);
    });
  };
  if (target.item !== undefined)
    entry('Zoom in', 'Enter', () => openItem(gf, target.item, 0.5));
  if (target.name !== gf.base.name[0]) {
    entry('Sandwich: callers and callees', 's', sandwichName);
    entry('Focus: only stacks through this', 'f', focusName);
    entry('Hide frames of this name', 'h', hideName);
  }
  entry('Find all of this name', '', () => highlightName(gf, target.name));
  entry('Copy the name', 'c', copyName);
  if (target.node !== undefined)
    entry('Copy the stack', 'Shift+C', copyStack);
  const link = gf.links[target.name];
  if (link)
    entry('Open its link', '', () => window.open(link, '_blank', 'noopener'));
  gf.menu_opener = opener;
  setShown(menu, true);
  placeAt(gf, menu, x, y, 2);
  menu.querySelector('button').focus();
}

function closeMenu(gf) {
  const open = !gf.ui.menu.hasAttribute('hidden');
  setShown(gf.ui.menu, false);
  if (open && gf.menu_opener && gf.menu_opener.isConnected)
    gf.menu_opener.focus({ preventScroll: true });
  return open;
}

function walkMenu(gf, event) {
  const items = Array.from(gf.ui.menu.querySelectorAll('button')), at = items.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (step) {
    event.preventDefault();
    items[(at + step + items.length) % items.length].focus();
  } else if (event.key === 'Home' || event.key === 'End') {
    event.preventDefault();
    items[event.key === 'Home' ? 0 : items.length - 1].focus();
  } else if (event.key === 'Escape') {
    closeMenu(gf);
  }
  event.stopPropagation();
}

function makeHelp(gf) {
  const help = gf.ui.help, list = htmlElement(help, 'table');
  htmlElement(list, 'caption', {}, 'Keys');
  for (const [keys, what] of KEYS) {
    const line = htmlElement(list, 'tr');
    htmlElement(htmlElement(line, 'th', { scope: 'row' }), 'kbd', {}, keys);
    htmlElement(line, 'td', {}, what);
  }
  htmlElement(help, 'p', {}, 'Mouse: click zooms, the right button opens a menu, Ctrl and wheel stretch. Touch: tap, hold, pinch.');
  gf.ui.help_close = makeButton(help, 'Close', 'Close (Esc)', () => toggleHelp(gf));
}

function toggleHelp(gf) {
  const open = gf.ui.help.hasAttribute('hidden');
  if (open)
    gf.help_opener = document.activeElement;
  setShown(gf.ui.help, open);
  if (open)
    gf.ui.help_close.focus();
  else if (gf.help_opener && gf.help_opener.focus)
    gf.help_opener.focus();
}
