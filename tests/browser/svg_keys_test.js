/* Keyboard alone, a screen reader's view, touch. */
'use strict';

const { ok, equal, main, render, Browser } = require('./harness.js');
const { TRAINING } = require('./fixture.js');

async function walking(browser, svg) {
  const { page } = browser, at = async () => ((await browser.read()).focused || '').split(',')[0];
  const press = async (...keys) => {
    for (const key of keys)
      await page.keyboard.press(key);
  };
  await browser.show(svg);
  equal(await page.evaluate(() => document.querySelectorAll('.gf-frames [tabindex="0"]').length), 1,
    'one frame is in the tab order');
  await press('Home');
  equal(await at(), 'all', 'Home is the zoomed frame');
  await press('ArrowUp', 'ArrowUp');
  equal(await at(), 'backward', 'up goes away from the root, to the widest');
  await press('ArrowRight');
  equal(await at(), 'forward', 'right');
  await press('ArrowLeft', 'ArrowDown');
  equal(await at(), 'Train step', 'left, down');
  await press('i', 'ArrowDown', 'ArrowDown');
  equal(await at(), 'Layer', 'in an icicle, down goes away from the root', await at());
  await press('i');
}

async function helpAndMenu(browser) {
  const { page } = browser, focused = () => page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press('?');
  ok(await page.locator('.gf-help').isVisible() && await focused() === 'Close', '? shows the keys');
  equal(await page.locator('.gf-help').evaluate((one) => one.scrollTop), 0,
    'from the first one on');
  await page.keyboard.press('Escape');
  ok(!await page.locator('.gf-help').isVisible(), 'Esc closes them');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('m');
  ok(/^zoom in/.test(await focused()), 'm opens the menu', await focused());
  await page.keyboard.press('ArrowDown');
  ok(/^sandwich/.test(await focused()), 'arrows walk in it');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  ok(/^copy the stack/.test(await focused()), 'round its end');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.gf-status').textContent !== '');
  equal((await browser.read()).status, 'copied the stack', 'Enter does it');
  ok((await browser.read()).focused.startsWith('Train step'), 'the frame has the focus again');
}

async function forTheEar(browser, svg) {
  await browser.show(svg);
  const found = await browser.page.evaluate(() => {
    const all = (what) => Array.from(document.querySelectorAll(what));
    return { svg: document.documentElement.getAttribute('role'),
      tree: document.querySelector('.gf-frames').getAttribute('role'),
      items: all('.gf-f').every((one) => one.getAttribute('role') === 'treeitem'),
      named: all('.gf-f').filter((one) => one.querySelector('text'))
        .every((one) => one.getAttribute('aria-label')),
      buttons: all('button').every((one) => one.getAttribute('aria-label') || one.textContent) };
  });
  equal([found.svg, found.tree, found.items, found.named, found.buttons],
    ['group', 'tree', true, true, true], 'roles and labels');
  const read = await browser.page.evaluate(
    () => Array.from(document.querySelectorAll('.gf-frames [role=treeitem]'), (one) =>
      [+one.getAttribute('aria-level'), one.getAttribute('aria-label'), one.dataset.n]));
  const levels = read.map(([level]) => level), nodes = read.filter(([, , n]) => n !== undefined);
  ok(levels[0] === 1 && Math.max(...levels) > 3 &&
    levels.every((level, i) => i === 0 || level <= levels[i - 1] + 1),
    'items are read in the order of the tree, each with its level', levels);
  ok(nodes.length > 20 && nodes.every(([, label]) => /, [\d.]+ [mun]?s, [\d.]+ ?%/.test(label)),
    'each has its figures', nodes.map(([, label]) => label).join('\n'));
  const search = browser.page.getByRole('searchbox', { name: 'Search names' }),
    frame = browser.page.getByRole('treeitem', { name: /^Train step, 430 ms/ });
  equal([await search.count(), await frame.count()], [1, 1], 'found by role and name');
}

/* The position of a frame once it no longer moves: a window with touch has its final size late. */
async function standing(frame) {
  let box = '', last;
  do {
    last = box;
    await frame.page().waitForTimeout(300);
    box = JSON.stringify(await frame.boundingBox());
  } while (box !== last);
  return JSON.parse(box);
}

async function tableByTouch(page, touch) {
  const high = () => page.evaluate(() => document.querySelector('.gf-table').offsetHeight);
  await page.keyboard.press('t');
  const { x, y, width, height } = await standing(page.locator('.gf-edge')), before = await high();
  await touch('touchStart', [x + width / 2, y + height / 2]);
  for (let i = 1; i <= 4; i++)
    await touch('touchMove', [x + width / 2, y + height / 2 - 20 * i]);
  await touch('touchEnd');
  ok(Math.abs(before - 80 - await high()) < 3, 'the edge of the table is dragged', await high());
  const tap = async (what) => {
    const box = await standing(what);
    await touch('touchStart', [box.x + box.width / 2, box.y + box.height / 2]);
    await touch('touchEnd');
  };
  await tap(page.locator('.gf-table tbody button').first());
  await page.waitForFunction(() => /find=/.test(location.hash));
  await tap(page.locator('.gf-search button', { hasText: 'keep' }));
  await page.waitForFunction(() => /keep-matches/.test(location.hash));
  equal(await page.locator('.gf-chip, .gf-left').count(), 2,
    'a tap on a row finds its name, and what matches is kept');
  await tap(page.locator('.gf-table th button', { hasText: 'name' }));
  await page.waitForFunction(() => /table=name/.test(location.hash));
}

/* Transforms, kinds and files with a finger alone. */
async function viewByTouch(browser, touch) {
  const { page } = browser;
  await page.keyboard.press('r');
  const mlp = await standing(browser.frame('mlp'));
  await touch('touchStart', [mlp.x + mlp.width / 2, mlp.y + 8]);
  await page.waitForSelector('.gf-menu:not([hidden])');
  await touch('touchEnd');
  await browser.button('merge into').tap();
  equal((await browser.read()).hash, '#transforms=merge.mlp', 'a function is merged by touch');
  const kind = page.locator('.gf-kinds button', { hasText: 'matmul' });
  const hashes = [];
  for (let i = 0; i < 3; i++) {
    await kind.tap();
    hashes.push((await browser.read()).hash);
  }
  equal(hashes, ['#transforms=merge.mlp;keep-kind.m', '#transforms=merge.mlp;hide-kind.m',
    '#transforms=merge.mlp'], 'taps on a kind: it is alone, left out, as before');
  await browser.button('save').tap();
  const [file] = await Promise.all([page.waitForEvent('download'),
    browser.button('folded').tap()]);
  equal(file.suggestedFilename(), 'Flame graph.folded', 'the view is saved by touch');
  await page.locator('.gf-chip').tap();
  equal((await browser.read()).hash, '', 'a tap takes back');
}

async function touching(svg) {
  const browser = await Browser.open({ touch: true, width: 800, height: 600 });
  const { page } = browser, cdp = await browser.context.newCDPSession(page);
  /* One for each frame of the screen: Chromium joins or drops movements that come faster. */
  const touch = async (type, ...points) => {
    await cdp.send('Input.dispatchTouchEvent',
      { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  const rest = () => page.waitForTimeout(500); /* until the gesture before is over */
  await browser.show(svg);
  const box = await standing(browser.frame('backward'));
  await touch('touchStart', [box.x + box.width / 2, box.y + 8]);
  await touch('touchEnd');
  await page.waitForFunction(() => /backward/.test(location.hash));
  ok(true, 'a tap zooms');
  await page.keyboard.press('r');
  await rest();
  /* On the root's frame, which is under the fingers however far the picture is stretched. */
  const root = await standing(browser.frame('all')), y = root.y + 8, x = root.x + root.width / 2;
  await touch('touchStart', [x - 20, y], [x + 20, y]);
  for (let i = 1; i <= 6; i++)
    await touch('touchMove', [x - 20 - 15 * i, y], [x + 20 + 15 * i, y]);
  await touch('touchEnd');
  await page.waitForFunction(() => /from=/.test(location.hash));
  await rest();
  const before = (await browser.read()).hash;
  ok(!/zoom=/.test(before), 'a pinch stretches, and is no tap', before);
  equal(await page.evaluate(() => visualViewport.scale), 1,
    'and the browser does not zoom the page as well');
  await touch('touchStart', [x, y]);
  for (let i = 1; i <= 4; i++)
    await touch('touchMove', [x - 20 * i, y]);
  await touch('touchEnd');
  await page.waitForFunction((old) => location.hash !== old, before);
  ok(!/zoom=/.test((await browser.read()).hash), 'a finger moves along');
  await page.keyboard.press('r');
  await touch('touchStart', [x, y]);
  await page.waitForSelector('.gf-menu:not([hidden])');
  await touch('touchEnd');
  ok(await page.locator('.gf-menu').isVisible() && (await browser.read()).hash === '',
    'a long touch opens the menu');
  await page.keyboard.press('Escape');
  await viewByTouch(browser, touch);
  await tableByTouch(page, touch);
  equal(browser.errors, [], 'no errors on the console, by touch');
  await browser.close();
}

main(async () => {
  const svg = render(TRAINING), browser = await Browser.open({ reduced: true });
  await walking(browser, svg);
  await helpAndMenu(browser);
  await forTheEar(browser, svg);
  equal(browser.errors, [], 'no errors on the console');
  await browser.close();
  await touching(svg);
});
