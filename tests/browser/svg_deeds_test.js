/*
 * Each thing that a person can do with a picture, done by mouse and by keyboard
 * alone, in small and large windows, light and dark: both ways lead to the same.
 * A screenshot of each that fails, or with SCREENS=all of every one, is in build/screens/deeds.
 */
'use strict';

const { ok, equal, main, render, Browser } = require('./harness.js');
const { TRAINING, FLASH, GELU, MATMUL, REDUCE } = require('./fixture.js');

const TO_MLP = 'Home ArrowUp ArrowUp ArrowUp ArrowUp'; /* the widest way up */
const MLP = 'Train%20step;backward;Layer;mlp';
const CROWD = 'wide 15000\n' + Array.from({ length: 20000 }, (_, i) => 'x' + i + '_kernel 1\n')
  .join('');
const THIN = 'wide 2000\nthin;inner 1\nthin 1\n';
const LONG = 'void wide<' + 'int, '.repeat(200) + 'int>(float*)';
const DIFF = 'step;same 50 50\nstep;grew 20 40\nstep;shrank 40 20\nstep;gone 10 0\n'
  + 'step;nccl 0 10\n';

/* Labels of one row, from left to right. */
function row(now, ...names) {
  return now.frames.filter((f) => names.includes(f.label)).sort((a, b) => a.x - b.x)
    .map((f) => f.label);
}

function frameOf(now, name) {
  return now.frames.find((f) => f.aria.startsWith(name)) || { aria: '', w: 0, y: NaN };
}

function menu(what, name) {
  return async (b) => {
    await b.frame(name || 'mlp').click({ button: 'right' });
    await b.button(what).click();
  };
}

async function typed(b, text) {
  await b.page.keyboard.type(text);
  await b.searched(text);
}

async function paste(b) {
  await b.press('Control+V');
  await b.searched(FLASH);
}

/* The picture opens with its matches: they keep their colour, and the others fade. */
async function lit(b) {
  const looks = await b.page.evaluate(() => ['.gf-hit rect', '.gf-f:not(.gf-hit) rect']
    .map((what) => getComputedStyle(document.querySelector(what)).fillOpacity));
  if (looks.join() !== '1,0.25')
    throw new Error('not highlighted: ' + looks);
}

/* To its row in the table. */
async function toGelu(b) {
  await b.tabTo('sort by name');
  await b.press('Tab Home ArrowDown ArrowDown ArrowDown ArrowDown');
}

function sorts(b) {
  return b.page.evaluate(() => Array.from(document.querySelectorAll('.gf-table th'),
    (th) => th.textContent + ' ' + th.ariaSort));
}

async function middle(b, what) {
  const { x, y, width, height } = await b.page.locator(what).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/* By how much the table becomes larger. */
function down({ page }) {
  return page.viewportSize().width < 1000 ? { x: 0, y: 48 } : { x: 48, y: 0 };
}

async function copied(b) {
  await b.until(
    () => /^copied/.test(document.querySelector('.gf-status').textContent));
  return b.page.evaluate(() => navigator.clipboard.readText());
}

async function pasted(b) {
  await b.until(
    () => /^copied/.test(document.querySelector('.gf-status').textContent));
  await b.press('/ Control+V');
  return b.page.evaluate(() => document.querySelector('.gf-search input').value);
}

/* The computed value of a style, of the first that matches. */
function style(b, what, key) {
  return b.page.evaluate(([one, name]) => getComputedStyle(document.querySelector(one))[name],
    [what, key]);
}

const RECURSIVE = 'main;walk;visit;walk;leaf 4\nmain;walk;leaf 3\nmain;walk;visit;other 4\n';
const WRAPPED = 'main;run;call;op;k1 3\nmain;run;call;op;k2 5\n';
const LIT = 'main;lit 5\nmain;other 3\n';
const CALLS = 'main;fwd;gemm;k;k2 5\nmain;bwd;other 3\n';

/*
 * name, mouse, keys: the deed; seen: the expected part of read() after it; text, args, hash: those
 * of the picture, if not the training's; wide: what is expected in a wide window.
 */
const DEEDS = [
  { name: 'zoom', mouse: (b) => b.frame('mlp').click(), keys: (b) => b.press(TO_MLP + ' Enter'),
    expect: ['#zoom=' + MLP, 5,
      'mlptotal 120 msof all 27.9 %of view 100 %of parent 55.3 %'],
    seen: (now) => [now.hash, now.frames.filter((f) => f.w === frameOf(now, 'all').w).length - 1,
      now.details] },
  { name: 'zoom out', hash: '#zoom=' + MLP, mouse: (b) => b.frame('Layer').click(),
    keys: (b) => b.press('Home Backspace'), expect: '#zoom=Train%20step;backward;Layer',
    seen: (now) => now.hash },
  { name: 'back and forward',
    mouse: async (b) => { await b.frame('mlp, 120').click(); await b.page.goBack();
      await b.page.goForward(); },
    keys: async (b) => { await b.press(TO_MLP + ' Enter');
      await b.page.evaluate(() => history.back());
      await b.until(() => location.hash === '');
      await b.page.evaluate(() => history.forward());
      await b.until(() => location.hash !== ''); },
    seen: (now) => [now.hash, frameOf(now, 'mlp').w > 700], expect: ['#zoom=' + MLP, true] },
  { name: 'reset', hash: '#zoom=' + MLP + '&order=width', mouse: (b) => b.button('Reset').click(),
    keys: (b) => b.press('r'), seen: (now) => [now.hash, frameOf(now, 'forward').w > 0],
    expect: ['', true] },
  { name: 'open what is too narrow', text: CROWD, mouse: (b) => b.page.locator('.gf-more').click(),
    keys: (b) => b.press('Home ArrowUp Enter'),
    seen: (now) => [now.more, now.thin !== '' || now.frames.some((f) => /^x\d/.test(f.aria)),
      /^part: /.test(now.chips[0])], expect: [0, true, true] },
  { name: 'thin frames', text: THIN,
    mouse: async (b) => { const box = await b.page.locator('.gf-thin').first().boundingBox();
      await b.page.mouse.click(box.x + box.width / 2, box.y + box.height - 8); },
    keys: (b) => b.press('Home ArrowUp ArrowLeft Enter'), seen: (now) => [now.hash, now.focused],
    expect: ['#zoom=thin', 'thin, 2 ns, 0.10 % of all'] },
  { name: 'order by width', mouse: (b) => b.button('width').click(), keys: (b) => b.press('o'),
    seen: (now) => row(now, 'attention', 'mlp', 'norm').slice(0, 2),
    expect: ['mlp', 'attention'] },
  { name: 'order by time', text: 'first 1\nabove 2\n', mouse: (b) => b.button('input').click(),
    keys: (b) => b.press('o o'), seen: (now) => row(now, 'first', 'above'),
    expect: ['first', 'above'] },
  { name: 'order by name', hash: '#order=width', mouse: (b) => b.button('name').click(),
    keys: (b) => b.press('o o'), seen: (now) => row(now, 'attention', 'mlp').slice(0, 2),
    expect: ['attention', 'mlp'] },
  { name: 'order by change', text: DIFF, args: ['diff'],
    mouse: (b) => b.button('change').click(), keys: (b) => b.press('o o o'),
    seen: (now) => [...row(now, 'same', 'grew', 'shrank', 'gone', 'nccl'), now.hash],
    expect: ['grew', 'nccl', 'same', 'gone', 'shrank', '#order=change'] },
  { name: 'icicle', mouse: (b) => b.button('icicle').click(), keys: (b) => b.press('i'),
    seen: (now) => frameOf(now, 'all').y < frameOf(now, 'backward').y, expect: true },
  { name: 'leaves first', mouse: (b) => b.button('leaves first').click(), keys: (b) => b.press('l'),
    seen: (now) => /311 ms, 72\.3 % of all$/.test(frameOf(now, 'void cutlass').aria),
    expect: true },
  { name: 'hide', mouse: menu('hide stacks'), keys: (b) => b.press(TO_MLP + ' h'),
    seen: (now) => [now.chips, frameOf(now, 'mlp').w, frameOf(now, 'all').aria],
    expect: [['hidden: mlp ✕'], 0, 'all, 234 ms, 54.4 % of all'] },
  { name: 'undo',
    mouse: async (b) => { await menu('hide stacks')(b); await b.button('↶').click(); },
    keys: (b) => b.press(TO_MLP + ' h u'),
    seen: (now) => [now.chips, frameOf(now, 'mlp').w > 0, now.hash], expect: [[], true, ''] },
  { name: 'redo',
    mouse: async (b) => { await menu('hide stacks')(b); await b.button('↶').click();
      await b.button('↷').click(); }, keys: (b) => b.press(TO_MLP + ' h Control+z Control+Shift+Z'),
    seen: (now) => now.chips, expect: ['hidden: mlp ✕'] },
  { name: 'no longer hide', hash: '#transforms=hide.mlp',
    mouse: (b) => b.page.locator('.gf-chip').click(),
    keys: async (b) => { await b.tabTo('no longer hidden'); await b.press('Enter'); },
    seen: (now) => [now.chips, frameOf(now, 'mlp').w > 0], expect: [[], true] },
  { name: 'keep', mouse: menu('keep only'), keys: (b) => b.press(TO_MLP + ' f'),
    seen: (now) => [now.chips, row(now, 'attention', 'mlp', 'norm'), frameOf(now, 'all').aria],
    expect: [['only through mlp ✕'], ['mlp', 'mlp'], 'all, 196 ms, 45.6 % of all'] },
  { name: 'undo of keep',
    mouse: async (b) => { await menu('keep only')(b); await b.button('↶').click(); },
    keys: (b) => b.press(TO_MLP + ' f Control+z'),
    seen: (now) => [now.chips, frameOf(now, 'attention').w > 0], expect: [[], true] },
  { name: 'sandwich', mouse: menu('sandwich:'), keys: (b) => b.press(TO_MLP + ' s'),
    seen: (now) => { const y = (name) => frameOf(now, name).y;
      return [now.chips, y('Train step') < y('backward'), y('Layer') < y('mlp'),
        y('mlp') < y('void cutlass'), frameOf(now, 'mlp').aria]; },
    expect: [['sandwich of mlp ✕'], true, true, true, 'mlp, 196 ms, 45.6 % of all'] },
  { name: 'sandwich of a leaf', hash: '#query=gelu_f', mouse: menu('sandwich:', GELU),
    keys: (b) => b.press('n s'),
    seen: (now) => now.details.replace(/.*\)/, ''),
    expect: 'total 14.0 msof all 3.25 %of view 100 %' },
  { name: 'zoom in a sandwich', hash: '#mode=sandwich&frame=Layer',
    mouse: (b) => b.frame('mlp').click(), keys: (b) => b.press('Home ArrowDown Enter'),
    seen: (now) => [frameOf(now, 'mlp').w > 700, now.hash],
    expect: [true, '#zoom=mlp&mode=sandwich&frame=Layer'] },
  { name: 'out of a sandwich', hash: '#mode=sandwich&frame=Layer',
    mouse: (b) => b.page.locator('.gf-chip').click(), keys: (b) => b.press('Home s'),
    seen: (now) => now.hash, expect: '' },
  { name: 'table',
    mouse: async (b) => { await b.button('table').click();
      await b.page.locator('.gf-table th button', { hasText: 'total' }).click(); },
    keys: async (b) => { await b.press('t'); await b.tabTo('sort by total');
      await b.press('Enter'); },
    seen: async (now, b) => [...now.table.slice(0, 2), await sorts(b)],
    expect: [['', '430 ms', '100 %', 'range', 'Train step'],
      ['', '378 ms', '87.9 %', 'range', 'Layer'],
      ['self none', 'total descending', 'share none', 'kind none', 'name none']] },
  { name: 'table the other way round', hash: '#table=name',
    mouse: (b) => b.page.locator('.gf-table th button', { hasText: 'name' }).click(),
    keys: async (b) => { await b.tabTo('sort by name'); await b.press('Enter'); },
    seen: async (now, b) => [now.table.slice(0, 2).map((cells) => cells.at(-1)), now.hash,
      (await sorts(b)).at(-1)],
    expect: [['tiny_9', 'tiny_8'], '#table=-name', 'name descending'] },
  { name: 'table by kind', hash: '#table=total',
    mouse: (b) => b.page.locator('.gf-table th button', { hasText: 'kind' }).click(),
    keys: async (b) => { await b.tabTo('sort by kind'); await b.press('Space'); },
    seen: async (now, b) => [now.table[0].at(-2), (await sorts(b)).at(-2)],
    expect: ['attention', 'kind ascending'] },
  { name: 'table of matches', hash: '#table=self',
    mouse: async (b) => { await b.page.locator('.gf-search input').click();
      await typed(b, 'gemm'); },
    keys: async (b) => { await b.press('Control+f'); await typed(b, 'gemm'); },
    seen: async (now, b) => [now.table, await b.page.locator('.gf-count span').textContent()],
    expect: [[['311 ms', '311 ms', '72.3 %', 'matmul', 'gemm bf16 256x128x32 nn']],
      '1 of 64 names match'] },
  { name: 'table of ranges', hash: '#table=self',
    mouse: (b) => b.button('ranges').click(),
    keys: async (b) => { await b.tabTo('only ranges'); await b.press('Enter'); },
    seen: async (now, b) => [now.table.length, now.table[0].at(-1), now.hash,
      await b.page.locator('.gf-count span').textContent()],
    expect: [15, 'Train step', '#table=self&rows=ranges', '15 of 64 names'] },
  { name: 'table with leaves first', hash: '#mode=leaf',
    mouse: (b) => b.page.getByRole('button', { name: 'table' }).first().click(),
    keys: (b) => b.press('t'),
    seen: (now) => now.table[0].slice(0, 2),
    expect: ['311 ms', '311 ms'] },
  { name: 'copy the table', hash: '#table=self&find=nccl',
    mouse: (b) => b.page.locator('.gf-count button').last().click(),
    keys: async (b) => { await b.tabTo('copy these rows'); await b.press('Enter'); },
    seen: async (now, b) => (await copied(b)).split('\n').map((line) => line.split('\t')),
    expect: [['self (ns)', 'total (ns)', 'share', 'kind', 'name'],
      ['26000000', '26000000', '6.04 %', 'communication', REDUCE],
      ['0', '26000000', '6.04 %', 'range', 'NCCL:ncclAllReduce'], ['']] },
  { name: 'table is made larger', lasts: true, hash: '#table=self',
    mouse: async (b) => { const { x, y } = await middle(b, '.gf-edge'), by = down(b);
      await b.page.mouse.move(x, y); await b.page.mouse.down();
      await b.page.mouse.move(x - by.x, y + by.y, { steps: 3 }); await b.page.mouse.up(); },
    keys: async (b) => { await b.tabTo('Size of the table');
      await b.press(down(b).y ? 'ArrowDown ArrowDown' : 'ArrowLeft ArrowLeft'); },
    seen: (now, b) => b.page.evaluate(() => {
      const box = document.querySelector('.gf-table').getBoundingClientRect(),
        root = document.querySelector('.gf-f[data-n="0"]').getBoundingClientRect();
      return window.innerWidth < 1000 ? Math.round(box.height) :
        Math.round(box.left - root.right); }),
    wide: 10, expect: 408 },
  { name: 'last row of a large table', text: CROWD, hash: '#table=self', lasts: true,
    mouse: (b) => b.page.evaluate(() => { document.querySelector('.gf-table').scrollTop = 1e9; }),
    keys: async (b) => { await b.tabTo('wide'); await b.press('End'); },
    seen: async (now, b) => {
      const { x, y } = await middle(b, '.gf-table tr[aria-rowindex="20002"] td:last-child');
      return b.page.evaluate(([left, top]) => [document.elementFromPoint(left, top).textContent,
        document.querySelectorAll('.gf-table tr').length < 120], [x, y]); },
    expect: ['x9999', true] },
  { name: 'table highlights', hash: '#table=self',
    mouse: (b) => b.page.locator('.gf-table button', { hasText: 'gelu fwd' }).click(),
    keys: async (b) => { await toGelu(b); await b.press('Enter'); },
    seen: (now) => now.frames.filter((f) => f.hit).map((f) => f.aria.split(', 14')[0]),
    expect: [GELU] },
  { name: 'table highlights no longer', hash: '#table=self',
    mouse: async (b) => {
      const gelu = b.page.locator('.gf-table button', { hasText: 'gelu fwd' });
      await gelu.click(); await gelu.click(); },
    keys: async (b) => { await toGelu(b); await b.press('Enter Enter'); },
    seen: (now) => now.hash, expect: '#table=self' },
  { name: 'search',
    mouse: async (b) => { await b.page.locator('.gf-search input').click();
      await typed(b, 'attention'); },
    keys: async (b) => { await b.press('/'); await typed(b, 'attention'); },
    seen: (now) => [now.found, now.frames.filter((f) => f.hit).length],
    expect: ['3 matches · 161 ms · 37.4 % of all · kernels 31.0 ms, 7.21 %', 3] },
  { name: 'search for several words, also of labels',
    mouse: async (b) => { await b.page.locator('.gf-search input').click();
      await typed(b, 'bf16 GEMM '); },
    keys: async (b) => { await b.press('Control+f'); await typed(b, 'bf16 GEMM '); },
    seen: (now) => now.found.slice(0, 9), expect: '4 matches' },
  { name: 'search for a pasted name',
    mouse: async (b) => { await menu('copy the name', FLASH)(b);
      await b.page.locator('.gf-search input').click(); await paste(b); },
    keys: async (b) => { await b.press('/'); await typed(b, 'flash');
      await b.press('Enter Tab'); await b.frame(FLASH).focus(); await b.press('c / Control+A');
      await paste(b); },
    seen: (now) => [now.found.slice(0, 8), now.frames.find((f) => f.hit)?.aria.slice(0, 4)],
    expect: ['1 match ', 'void'] },
  { name: 'search by a regular expression',
    mouse: async (b) => { await b.page.locator('.gf-search input').click();
      await typed(b, '/^(mlp|norm)$/'); },
    keys: async (b) => { await b.press('/'); await typed(b, '/^(mlp|norm)$/'); },
    seen: (now) => now.found.slice(0, 9), expect: '3 matches' },
  { name: 'keep matches only',
    mouse: async (b) => { await b.page.locator('.gf-search input').click();
      await b.page.keyboard.type('Flash'); await b.button('keep').click(); },
    keys: async (b) => { await b.press('/'); await typed(b, 'Flash'); await b.press('Enter');
      await b.tabTo('keep only stacks'); await b.press('Enter'); },
    seen: (now) => [now.chips, now.left, now.found, frameOf(now, 'all').aria, now.hash,
      frameOf(now, 'mlp').w],
    expect: [['only through matches of Flash ✕'], '7.21 % of all is shown', '',
      'all, 31.0 ms, 7.21 % of all', '#transforms=keep-matches.~Flash', 0] },
  { name: 'hide matches', hash: '#find=%2Fcutlass%7Cflash%2F&same_case=1',
    mouse: (b) => b.button('hide').click(), keys: (b) => b.press('H'),
    seen: (now) => [now.chips, now.left, frameOf(now, 'all').aria],
    expect: [['hidden: matches of /cutlass|flash/ (Aa) ✕'], '20.5 % of all is shown',
      'all, 88.2 ms, 20.5 % of all'] },
  { name: 'keep, hide and undo', hash: '#find=layer',
    mouse: async (b) => { await b.button('keep').click();
      await b.page.locator('.gf-search input').click(); await typed(b, 'mlp');
      await b.button('hide').click(); await b.button('↶').click(); },
    keys: async (b) => { await b.press('F / m l p'); await b.searched('mlp');
      await b.frame('all').focus(); await b.press('H u'); },
    seen: (now) => [now.chips, now.left, now.found.slice(0, 9)],
    expect: [['only through matches of layer ✕'], '87.9 % of all is shown', '2 matches'] },
  { name: 'no longer keep', hash: '#transforms=keep-matches.~flash;keep-matches.=Layer',
    mouse: (b) => b.button('flash').click(),
    keys: async (b) => { await b.tabTo('no longer only'); await b.press('Enter'); },
    seen: (now) => [now.chips, now.hash],
    expect: [['only through matches of Layer (Aa) ✕'], '#transforms=keep-matches.%3DLayer'] },
  { name: 'search in a view', hash: '#query=cutlass', mouse: (b) => b.frame('forward').click(),
    keys: (b) => b.press('Home ArrowUp ArrowUp ArrowRight Enter'), seen: (now) => now.found,
    expect: '2 matches · 103 ms · 63.9 % of view · 72.3 % of all' },
  { name: 'next match', hash: '#query=cutlass',
    mouse: async (b) => { await b.button('›').click(); await b.button('›').click(); },
    keys: (b) => b.press('/ Enter Enter'),
    seen: (now) => now.found.slice(0, 6), expect: '2 of 4' },
  { name: 'next match by n', hash: '#query=cutlass', mouse: (b) => b.button('›').click(),
    keys: (b) => b.press('n'), seen: (now) => [now.found.slice(0, 6), now.focused.slice(0, 12)],
    expect: ['1 of 4', 'void cutlass'] },
  { name: 'previous match', hash: '#query=cutlass', mouse: (b) => b.button('‹').click(),
    keys: (b) => b.press('Shift+N'), seen: (now) => now.found.slice(0, 6), expect: '4 of 4' },
  { name: 'same case', hash: '#query=CUTLASS', mouse: (b) => b.button('Aa').click(),
    keys: async (b) => { await b.tabTo('match case'); await b.press('Space'); },
    seen: (now) => now.found, expect: '0 matches · 0 ns · 0 % of all' },
  { name: 'clear the search', hash: '#query=cutlass', mouse: (b) => b.button('Reset').click(),
    keys: (b) => b.press('Escape'),
    seen: (now) => [now.found, now.frames.filter((f) => f.hit).length],
    expect: ['', 0] },
  { name: 'clear what --highlight searches for', text: LIT, args: ['--highlight', 'LIT'],
    mouse: async (b) => { await lit(b); await b.page.locator('.gf-search input').fill('');
      await b.until(() => location.hash !== ''); },
    keys: async (b) => { await lit(b); await b.press('Escape'); },
    seen: (now) => [now.found, now.frames.filter((f) => f.hit).length, now.hash],
    expect: ['', 0, '#find='] },
  { name: 'narrow matches',
    mouse: async (b) => { await b.page.locator('.gf-search input').click();
      await typed(b, 'tiny_7_'); },
    keys: async (b) => { await b.press('Control+f'); await typed(b, 'tiny_7_'); },
    seen: (now) => [now.marks, now.found], expect: [1, '1 match · 3.49 µs · < 0.01 % of all'] },
  { name: 'show a narrow match', hash: '#query=tiny_7_', mouse: (b) => b.button('›').click(),
    keys: (b) => b.press('n'),
    seen: (now) => [now.frames.filter((f) => f.hit && f.w > 2).length, now.focused],
    expect: [1, 'tiny_7_kernel, 3.49 µs, < 0.01 % of all'] },
  { name: 'a bad pattern',
    mouse: async (b) => { await b.page.locator('.gf-search input').click();
      await typed(b, '/(/'); },
    keys: async (b) => { await b.press('/'); await typed(b, '/(/'); },
    seen: (now) => [/nterminated/.test(now.found), now.frames.some((f) => f.hit)],
    expect: [true, false] },
  { name: 'details', hash: '#zoom=Train%20step;forward;Layer;attention',
    mouse: (b) => b.frame('sdpa').hover(), keys: (b) => b.press('Home ArrowUp ArrowRight'),
    seen: (now) => now.details,
    expect: 'sdpatotal 31.0 msof all 7.21 %of view 42.5 %of parent 42.5 %' },
  { name: 'copy the name', hash: '#query=cutlass', mouse: menu('copy the name', 'void cutlass'),
    keys: (b) => b.press('n c'), seen: (now, b) => pasted(b), expect: MATMUL },
  { name: 'copy the stack', mouse: menu('copy the stack'),
    keys: (b) => b.press(TO_MLP + ' Shift+C'), seen: (now, b) => pasted(b),
    expect: 'Train step;backward;Layer;mlp' },
  { name: 'copy a stack of callers', text: CALLS, hash: '#mode=sandwich&frame=gemm',
    mouse: menu('copy the stack', 'main'), keys: (b) => b.press('Home ArrowUp ArrowUp Shift+C'),
    seen: (now, b) => pasted(b), expect: 'main;fwd;gemm' },
  { name: 'copy a stack of callees', text: CALLS, hash: '#mode=sandwich&frame=gemm',
    mouse: menu('copy the stack', 'k2'), keys: (b) => b.press('Home ArrowDown ArrowDown Shift+C'),
    seen: (now, b) => pasted(b), expect: 'gemm;k;k2' },
  { name: 'copy a stack that begins with its leaf', text: CALLS, hash: '#mode=leaf',
    mouse: menu('copy the stack', 'fwd'),
    keys: (b) => b.press('Home ArrowUp ArrowUp ArrowUp ArrowUp Shift+C'),
    seen: (now, b) => pasted(b), expect: 'fwd;gemm;k;k2' },
  { name: 'menu', mouse: (b) => b.frame('mlp').click({ button: 'right' }),
    keys: (b) => b.press(TO_MLP + ' m'), seen: (now) => [now.menu, now.focused],
    expect: [['mlp', 'zoom inEnter', 'sandwich: callers above, callees belows',
      'keep only stacks through thisf', 'hide stacks through thish',
      'focus on this: without what is around itg', 'merge into its callerShift+M',
      'collapse: without what it callsx', 'flatten wrappersShift+W',
      'find all of this name', 'copy the namec', 'copy the stackShift+C'], null] },
  { name: 'find all of a name', mouse: menu('find all', 'mlp'),
    keys: (b) => b.press(TO_MLP + ' m' + ' ArrowUp'.repeat(3) + ' Enter'),
    seen: (now, b) => Promise.all([now.found, now.chips,
      b.page.evaluate(() => document.querySelector('.gf-search input').value)]),
    expect: ['2 matches · 196 ms · 45.6 % of all', ['name: mlp ✕'], ''] },
  { name: 'full names', text: LONG + ' 1\n', mouse: (b) => b.button('short names').click(),
    keys: (b) => b.press('e'),
    seen: (now) => frameOf(now, 'void').label,
    expect: 'wide' },
  { name: 'short names', text: LONG + '<int> 1\nstep;ampere_sgemm_128x64_tn 1\n', hash: '#fold=0',
    mouse: (b) => b.button('short names').click(), keys: (b) => b.press('e'),
    seen: (now) => frameOf(now, 'ampere').label,
    expect: 'gemm f32 128x64 tn' },
  { name: 'focus on a function', mouse: menu('focus on this'),
    keys: (b) => b.press(TO_MLP + ' g'),
    seen: (now) => [now.chips, frameOf(now, 'mlp').w > 700, frameOf(now, 'all').aria,
      frameOf(now, 'backward').w, now.hash],
    expect: [['focus on mlp ✕'], true, 'all, 196 ms, 45.6 % of all', 0, '#transforms=focus.mlp'] },
  { name: 'merge a function into its callers', mouse: menu('merge into'),
    keys: (b) => b.press(TO_MLP + ' Shift+M'),
    seen: (now) => [now.chips, row(now, 'attention', 'mlp'), frameOf(now, 'all').aria,
      frameOf(now, 'fc').y === frameOf(now, 'norm').y, now.hash],
    expect: [['merged: mlp ✕'], ['attention', 'attention'], 'all, 430 ms, 100 % of all',
      true, '#transforms=merge.mlp'] },
  { name: 'back from a merged function', hash: '#order=width',
    mouse: async (b) => { await menu('merge into')(b); await b.page.goBack(); },
    keys: (b) => b.press(TO_MLP + ' Shift+M u'),
    seen: (now) => [now.chips, frameOf(now, 'mlp').w > 0, now.hash],
    expect: [[], true, '#order=width'] },
  { name: 'collapse a function', mouse: menu('collapse: without'),
    keys: (b) => b.press(TO_MLP + ' x'),
    seen: (now) => [now.chips, frameOf(now, 'fc').w, frameOf(now, 'mlp').aria],
    expect: [['collapsed: mlp ✕'], 0, 'mlp, 120 ms, 27.9 % of all'] },
  { name: 'collapse recursion', text: RECURSIVE, mouse: menu('collapse recursion', 'walk'),
    keys: (b) => b.press('Home ArrowUp ArrowUp Shift+R'),
    seen: (now) => [now.chips, now.frames.map((f) => f.aria.split(',')[0]).sort(),
      frameOf(now, 'leaf').aria],
    expect: [['recursion collapsed: walk ✕'], ['all', 'leaf', 'main', 'other', 'visit', 'walk'],
      'leaf, 7 ns, 63.6 % of all'] },
  { name: 'flatten wrappers', text: WRAPPED, mouse: menu('flatten', 'main'),
    keys: (b) => b.press('Shift+W'),
    seen: (now) => [now.chips, now.frames.map((f) => f.aria.split(',')[0]).sort(), now.hash],
    expect: [['wrappers flattened ✕'], ['all', 'k1', 'k2', 'main', 'op'], '#transforms=flatten.'] },
  { name: 'two transforms, one taken back', hash: '#transforms=merge.Layer;hide.mlp',
    mouse: (b) => b.page.locator('.gf-chip').first().click(),
    keys: async (b) => { await b.tabTo('no longer merged: Layer'); await b.press('Enter'); },
    seen: (now) => [now.hash, frameOf(now, 'all').aria],
    expect: ['#transforms=hide.mlp', 'all, 234 ms, 54.4 % of all'] },
  { name: 'one kind', colours: true, mouse: (b) => b.button('matmul').click(),
    keys: async (b) => { await b.tabTo('show only matmul'); await b.press('Enter'); },
    seen: async (now, b) => [now.chips, frameOf(now, 'all').aria, frameOf(now, 'sdpa').w,
      await style(b, '.gf-f.gf-m0 rect', 'fill') === await style(b, '.gf-key.gf-m0 rect', 'fill'),
      now.hash],
    expect: [['only matmul ✕'], 'all, 311 ms, 72.3 % of all', 0, true, '#transforms=keep-kind.m'] },
  { name: 'all but one kind', hash: '#transforms=keep-kind.m',
    mouse: (b) => b.page.locator('.gf-kinds button', { hasText: 'matmul' }).click(),
    keys: async (b) => { await b.tabTo('hide matmul'); await b.press('Enter'); },
    seen: (now) => [now.chips, frameOf(now, 'all').aria, frameOf(now, 'fc').w, now.hash],
    expect: [['hidden: matmul ✕'], 'all, 119 ms, 27.7 % of all', 0, '#transforms=hide-kind.m'] },
  { name: 'the kind again', hash: '#transforms=hide-kind.m',
    mouse: (b) => b.page.locator('.gf-kinds button', { hasText: 'matmul' }).click(),
    keys: async (b) => { await b.tabTo('show again matmul'); await b.press('Enter'); },
    seen: (now) => [now.chips, frameOf(now, 'all').aria, now.hash],
    expect: [[], 'all, 430 ms, 100 % of all', ''] },
  { name: 'the kind of a frame', hash: '#query=gelu_f', mouse: menu('keep only this kind', GELU),
    keys: (b) => b.press('n k'), seen: (now) => [now.chips, frameOf(now, 'all').aria],
    expect: [['only elementwise ✕'], 'all, 36.0 ms, 8.37 % of all'] },
  { name: 'all but the kind of a frame', hash: '#query=gelu_f',
    mouse: menu('hide this kind', GELU), keys: (b) => b.press('n Shift+K'),
    seen: (now) => [now.chips, frameOf(now, 'all').aria],
    expect: [['hidden: elementwise ✕'], 'all, 394 ms, 91.6 % of all'] },
  { name: 'light or dark', colours: true,
    mouse: (b) => b.button('◐').click(), keys: (b) => b.press('d'),
    seen: async (now, b) => (await style(b, 'svg', 'colorScheme')) === (b.dark ? 'light' : 'dark'),
    expect: true },
  { name: 'keys', mouse: (b) => b.button('?').click(), keys: (b) => b.press('?'),
    seen: (now, b) => b.page.locator('.gf-help').isVisible(), expect: true },
  { name: 'a regular expression', hash: '#find=ml[p]', mouse: (b) => b.button('.*').click(),
    keys: async (b) => { await b.tabTo('regular expression'); await b.press('Enter'); },
    seen: (now, b) => Promise.all([now.hash, /^2 matches/.test(now.found),
      b.page.locator('button', { hasText: '.*' }).getAttribute('aria-pressed')]),
    expect: ['#find=%2Fml%5Bp%5D%2F', true, 'true'] },
  { name: 'stretch',
    mouse: async (b) => { await b.frame('all').hover(); await b.page.keyboard.down('Control');
      await b.page.mouse.wheel(0, -100); await b.page.keyboard.up('Control'); },
    keys: (b) => b.press('Home +'),
    seen: (now) => [/from=0.*to=0/.test(now.hash), /^part: /.test(now.chips[0])],
    expect: [true, true] },
  { name: 'move along', hash: '#from=0.25&to=0.5',
    mouse: async (b) => { await b.frame('all').hover(); await b.page.mouse.wheel(100, 0); },
    keys: (b) => b.press(']'),
    seen: (now) => +/from=([\d.]+)/.exec(now.hash)[1] > 0.25, expect: true },
  { name: 'a comparison', text: DIFF, args: ['diff'], hash: '#order=width',
    mouse: (b) => b.frame('shrank').hover(),
    keys: (b) => b.press('Home ArrowUp ArrowUp ArrowRight ArrowRight'),
    seen: (now) => now.details,
    expect: 'shrankchange 40 ns → 20 ns, -50 %total 20 nsof all 16.7 %' +
      'of parent 16.7 %share -16.67 points' },
];

/*
 * A window, used in one way after the other. A page is not loaded again for the next deed, unless
 * the last one failed, what it did `lasts`, or this one is done in the way `fresh`.
 */
async function atWindow(browser, width, dark, fresh, deeds) {
  await browser.become({ width, height: 900, dark });
  let open = null;
  for (const { name, mouse, keys, seen, expect, text = TRAINING, args = [], hash, wide,
    lasts } of deeds) {
    for (const [way, deed] of [['mouse', mouse], ['keys', keys]]) {
      const what = width + (dark ? '-dark' : '-light') + ', ' + way + ': ' + name;
      let good = false;
      try {
        await browser.page.mouse.move(1, 1);
        if (fresh === way || lasts || open !== text)
          await browser.show(render(text, args), way + '.svg', hash);
        else
          await browser.startOver(hash);
        await deed(browser);
        good = equal(await seen(await browser.read(), browser),
          wide !== undefined && width > 1000 ? wide : expect, what);
        await browser.screenshot('deeds/' + what.replace(/[^a-z0-9]+/g, '-'), !good);
      } catch (error) {
        ok(false, what, error.message);
      }
      open = good ? text : null;
    }
  }
}

/*
 * Themes change colours alone, so that each theme has one window but for deeds that show them.
 * This is the longest browser test: two windows are used at once.
 */
main(async () => {
  const colours = DEEDS.filter((deed) => deed.colours);
  DEEDS.sort((a, b) => (a.text || '').localeCompare(b.text || '')); /* each picture's together */
  await Promise.all([[800, 'mouse', DEEDS, colours], [2560, '', colours, DEEDS]].map(
    async ([width, fresh, light, dark]) => {
      const browser = await Browser.open({ reduced: true });
      await atWindow(browser, width, false, fresh, light);
      await atWindow(browser, width, true, '', dark);
      equal(browser.errors, [], 'no errors on the console');
      await browser.close();
    }));
});
