/*
 * Undo, search and addresses where they meet: steps, halves of a sandwich, other runs' pictures,
 * empty names, the focus.
 */
'use strict';

const { ok, equal, main, render, Browser } = require('./harness.js');

const PLAIN = 'a;b 5\na;c 10\nd 3\n';
const STEP = 'main;fwd;gemm 50\nmain;fwd;relu 10\nmain;bwd;gemm 30\n' +
  'main;bwd;nccl 5\nmain;opt 7\nmain;gemm;fwd;x 2\n';
const CROWD = Array.from({ length: 40 }, (_, i) => 'root;f' + i + ' 100\n').join('') +
  'root;tiny 40\n';

async function type(browser, text) {
  await browser.press('/');
  await browser.page.keyboard.type(text);
  await browser.searched(text);
}

const labels = (now) => now.frames.map((f) => f.label).filter(Boolean);
const wide = (now) => now.frames.filter((f) => f.w > 1100).map((f) => f.label);

/* The position among the matches counts existing matches only. */
async function matchCounts(browser) {
  const found = async () => (await browser.read()).found.split(' \u00b7')[0], said = [];
  await browser.show(render(STEP), 'counts.svg', '#query=gemm');
  for (const key of ['n', 'n', 'l', 'N', 'u', 'o', 'n']) {
    await browser.press(key);
    said.push(await found());
  }
  equal(said, ['1 of 3', '2 of 3', '2 matches', '2 of 2', '3 matches', '3 matches', '1 of 3'],
    'steps through matches begin anew when leaves come first, or in another order');
}

async function steps(browser) {
  const { page } = browser, hash = async () => (await browser.read()).hash,
    leave = () => page.evaluate(() => document.querySelector('.gf-frames [tabindex="0"]').focus());
  await browser.show(render(PLAIN), 'steps.svg');
  equal(await browser.button('↶').isEnabled(), false, 'nothing to undo at first');
  await type(browser, 'bc');
  ok(await browser.button('↶').isEnabled(), 'a typed search can be undone');
  await leave();
  await browser.press('u');
  equal([await hash(), (await browser.read()).found], ['', ''], 'all its letters at once');
  await browser.press('U');
  equal(await hash(), '#find=bc', 'and done again');
  await type(browser, 'd');
  await leave();
  await browser.press('u');
  equal(await hash(), '#find=bc', 'typing anew is another step');
  await browser.press('r');
  await browser.frame('a,').click();
  await type(browser, 'b');
  await leave();
  await browser.press('u');
  equal(await hash(), '#zoom=a', 'undo takes the search, and not the zoom before');
  await browser.press('u');
  await type(browser, 'dd');
  await leave();
  ok(await browser.button('↷').isDisabled(),
    'nothing can be done again after something else was done');
  await browser.press('U');
  equal(await hash(), '#find=dd', 'so that nothing is lost');
  await browser.press('r / c');
  await browser.searched('c');
  await browser.press('Backspace');
  await page.waitForFunction(() => location.hash === '');
  await leave();
  await browser.press('u');
  equal(await hash(), '#find=dd', 'what was typed and deleted is no step');

  await browser.show(render(PLAIN, ['--title', '', '--subtitle', '']), 'wheel.svg');
  const box = await browser.frame('c,').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 5);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await page.waitForFunction(() => /from=/.test(location.hash));
  const stretched = await hash();
  await page.mouse.click(box.x + box.width / 2, box.y + 5);
  equal(await hash(), '#zoom=a;c', 'a click soon after a turn of the wheel');
  await browser.press('u');
  equal(await hash(), stretched, 'is a step of its own');
  await browser.press('u');
  equal(await hash(), '', 'and so is the turn');

  await browser.frame('c,').hover();
  ok(await page.locator('.gf-tip').isVisible(), 'a tooltip');
  await page.mouse.move(box.x + box.width + 100, box.y + 5);
  equal([await page.evaluate(([x, y]) => document.elementFromPoint(x, y).localName,
    [box.x + box.width + 100, box.y + 5]), await page.locator('.gf-tip').isVisible()],
  ['svg', false], 'goes where there is no frame');
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await page.waitForFunction(() => /from=/.test(location.hash));
  await browser.press('u');
  equal(await hash(), '', 'where the wheel stretches, too');
}

async function matches(browser) {
  for (const minwidth of ['2%', '50%', '99%']) {
    await browser.show(render(CROWD, ['--minwidth', minwidth]), 'narrow.svg');
    await type(browser, 'tiny');
    await browser.press('Enter');
    const now = await browser.read();
    ok(now.found.startsWith('1 of 1') && now.frames.some((f) => f.hit && f.w >= 4),
      'next match shows what --minwidth ' + minwidth + ' hides', now.hash);
  }

  await browser.show(render('ncclAllReduce 5\nx 95\n'), 'all.svg', '#query=all');
  let now = await browser.read();
  equal([now.found, now.frames.filter((f) => f.hit).length],
    ['1 match · 5 ns · 5.00 % of all', 1], 'the root is no match for "all"');
  const text = 'all;x 5\nb 15\n';
  await browser.show(render(text), 'real.svg', '#query=all');
  equal((await browser.read()).found, '1 match · 5 ns · 25.0 % of all',
    'a frame of this name is one');
  await browser.page.locator('.gf-hit').click({ button: 'right' });
  ok((await browser.read()).menu.some((one) => one.startsWith('hide')),
    'and has a menu as others have');
  await browser.button('sandwich:').click();
  now = await browser.read();
  equal([now.hash, now.details],
    ['#mode=sandwich&frame=all&find=%2Fall%2F',
      'alltotal 5 nsof all 25.0 %of view 100 %'],
      'a sandwich of it is none of the root');
  await browser.press('r Home ArrowUp ArrowLeft f');
  equal(labels(await browser.read()).sort(), ['all', 'all', 'x'],
    'only through it is not everything');

  for (const [query, found] of [['bwd', '1 match · 30 ns · 36.6 %'],
      ['fwd', '2 matches · 52 ns · 63.4 %'], ['gemm', '1 match · 82 ns · 100 %'],
      ['main', '3 matches · 82 ns · 100 %']]) {
    await browser.show(render(STEP), 'sandwich.svg', '#mode=sandwich&frame=gemm&query=' + query);
    ok((await browser.read()).found.startsWith(found + ' of '),
      'a sandwich: matches in both halves, ' + query, (await browser.read()).found);
  }
  await browser.show(render(STEP), 'sandwich.svg', '#mode=sandwich&frame=gemm&query=bwd');
  await browser.press('n');
  now = await browser.read();
  equal([now.found, now.focused.split(',')[0]],
    ['1 of 1 · 30 ns · 36.6 % of view · 33.7 % of all', 'bwd'],
    'and a way to them');
}

async function otherRuns(browser) {
  const svg = render('x 5\ny 5\nz 90\n'), at = async (hash) => {
    await browser.show(svg, 'other.svg', hash);
    return browser.read();
  };
  let now = await at('#zoom=main;loop&from=0&to=0.05');
  equal([labels(now), now.chips], [['all', 'x', 'y', 'z'], []],
    'a part of a frame that is not here is dropped');
  now = await at('#zoom=z&from=0.5&to=0.6&transforms=hide.z');
  equal([labels(now), now.chips], [['all', 'x', 'y'], ['hidden: z ✕']],
    'of one that is hidden, too');
  now = await at('#zoom=z&from=0.5&to=0.6');
  equal([wide(now), now.chips], [['all', 'z'], ['part: 10.0 % ✕']], 'and kept where the frame is');
  for (const hash of ['#transforms=keep.nope', '#transforms=hide.nope;__proto__.x;x',
      '#mode=sandwich&frame=nope&zoom=x&side=up',
      '#transforms=keep-kind.a;hide-kind.q', '#transforms=keep.all', '#transforms=merge.all',
      '#mode=sandwich&frame=all', '#mode=sandwich']) {
    now = await at(hash);
    equal([labels(now), now.chips, wide(now)], [['all', 'x', 'y', 'z'], [], ['all']],
      'nothing is said of what is not here: ' + hash);
  }
  now = await at('#transforms=keep.nope;keep.x');
  equal([labels(now), now.chips], [['all', 'x'], ['only through x ✕']], 'what is here stays');
}

async function emptyNames(browser) {
  const svg = render('a;;b 5\na;c 3\n'), again = async () => {
    await browser.page.reload();
    return browser.read();
  };
  await browser.show(svg, 'empty.svg');
  await browser.frame('b,').click();
  equal(wide(await again()), ['all', 'a', '', 'b'], 'a zoom through an empty name comes back');
  await browser.press('r Home ArrowUp ArrowUp h');
  const { hash, chips } = await browser.read();
  equal([hash, chips.length], ['#transforms=hide.', 1], 'an empty name is hidden');
  let now = await again();
  equal([labels(now), now.chips], [['all', 'a', 'c'], chips], 'and stays so');
  await browser.press('r Home ArrowUp ArrowUp s');
  equal((await browser.read()).hash, '#mode=sandwich', 'a sandwich of it');
  now = await again();
  equal([now.chips.length, now.frames.map((f) => f.label).sort()], [1, ['', 'a', 'b']],
    'comes back');
}

/*
 * On a page, an element that is removed or disabled passes the focus to the picture, whose keys
 * continue to work.
 */
async function focus(browser) {
  const page = '<!DOCTYPE html><meta charset="utf-8"><title>t</title><h1>Page</h1>' +
    render(PLAIN).replace(/^<\?xml.*?\?>\s*/, '') + '<p>end';
  const inside = () => browser.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
    done(document.activeElement.matches('svg[data-gf] *') && !document.activeElement.disabled)))));
  for (const [what, before, button] of [
      ['undo, the last step', '', 'undo'], ['a chip', 'h', 'no longer hidden'],
      ['reset', '', 'reset']]) {
    await browser.show(page, 'page.html');
    await browser.frame('c,').click();
    if (before)
      await browser.press(before);
    await browser.tabTo(button);
    await browser.press('Enter');
    equal([await inside(), (await browser.read()).chips], [true, []],
      what + ': the focus stays in the picture');
    await browser.press('i');
    ok(/inverted=1/.test((await browser.read()).hash), what + ': its keys do their work',
      (await browser.read()).hash);
  }
}

/* Names that a link could confuse, and the room that a long unit leaves for names. */
async function oddTables(browser) {
  await browser.show(
    render('m;x_[k] 5\nm;x_[j] 6\nm;x*2 7\nm;; 3\n',
      ['--countname', 'instructions that were retired']), 'odd.svg');
  const twins = (await browser.read()).frames.filter((f) => f.label.startsWith('x'))
    .map((f) => f.n);
  equal(twins.length, 3, 'three siblings');
  for (const n of twins) {
    await browser.page.locator('.gf-f[data-n="' + n + '"]').click();
    await browser.page.reload();
    equal((await browser.read()).frames.filter((f) => f.label.startsWith('x')).map((f) => f.n), [n],
      'a link leads to the sibling that was clicked, ' + n);
    await browser.press('r');
  }
  await browser.press('t');
  const cells = await browser.page.evaluate(
    () => Array.from(document.querySelectorAll('.gf-table tbody tr'), (row) =>
    [row.querySelector('button').textContent,
      row.querySelector('button').getAttribute('aria-label'),
      row.lastChild.getBoundingClientRect()]));
  ok(cells.every(([text, label]) => text && label) && cells.some(([text]) => text === 'no name'),
    'a row without a name can be seen and heard', JSON.stringify(cells));
  ok(cells.every(([, , { width, right }]) => width > 120 && right <= 1200),
    'names have room beside a long unit', JSON.stringify(cells));
}

main(async () => {
  const browser = await Browser.open({ width: 1200, height: 800, reduced: true });
  for (const part of [steps, matches, matchCounts, otherRuns, emptyNames, oddTables, focus]) {
    try {
      await part(browser);
    } catch (error) {
      ok(false, part.name + ' ran to its end', error.message);
    }
  }
  equal(browser.errors, [], 'no errors on the console');
});
