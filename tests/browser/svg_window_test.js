/*
 * How a picture uses its window: rows as high as there is room for, numbers below them, a path to
 * the zoomed frame and faded frames above it, phones, deep graphs, a page that is zoomed to 200 %.
 */
'use strict';

const fs = require('fs');
const path = require('path');
const { ok, equal, main, render, Browser, ROOT, BUILD, GPUFLAME, execFileSync } =
  require('./harness.js');
const { TRAINING } = require('./fixture.js');

function rowHeight(page) {
  return page.evaluate(() =>
    +document.querySelector('.gf-f[data-n="0"] rect').getAttribute('height') + 1);
}

/* The lists are filled in the frame after that of the picture. */
async function shownLines(page) {
  await page.evaluate(() => new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
  }));
  return page.evaluate(() => Array.from(document.querySelectorAll('.gf-list'), (list) =>
    Array.from(list.querySelectorAll('button'), (line) => line.innerText.replace(/\n+/g, ' '))));
}

async function rows(browser) {
  const { page } = browser;
  await browser.become({ width: 1440, height: 900 });
  await browser.show(render(TRAINING));
  equal(await rowHeight(page), 24, 'rows grow to 24 px');
  equal(await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(
    '.gf-f text')).fontSize) > 13), true, 'and the text with them');
  await page.setViewportSize({ width: 1440, height: 260 });
  await page.waitForFunction(() =>
    document.querySelector('.gf-f[data-n="0"] rect').getAttribute('height') < 23);
  ok(await rowHeight(page) >= 14, 'a low window shrinks them, but they can be read');
  await browser.show(render(TRAINING, ['--height', '20']));
  equal(await rowHeight(page), 20, '--height fixes them');
}

/* Lists of what is directly above and below the frame of a sandwich, with shares of it. */
async function sandwiches(browser) {
  const { page } = browser, text = 'main;fwd;gemm;k;k2 50\nmain;bwd;gemm;k 30\ngemm 20\nother 7\n';
  const titles = () => page.locator('.gf-list h2').allInnerTexts();
  const bounds = () => page.evaluate(() => Array.from(document.querySelectorAll('.gf-list'),
    (list) => list.getBoundingClientRect()).map(({ left, right, top, bottom }) =>
    [left >= 0 && right <= window.innerWidth, bottom > top]));
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    await browser.become({ width, height });
    await browser.show(render(text), 'sandwich.svg', '#mode=sandwich&frame=gemm');
    equal(await titles(), ['Callers, 20 ns without one', 'Callees, 20 ns of its own'],
      width + ' px: a sandwich has lists of callers and callees');
    equal(await shownLines(page), [['fwd 50 ns 50.0 %', 'bwd 30 ns 30.0 %'], ['k 80 ns 80.0 %']],
      width + ' px: with their shares of the frame, the largest first');
    equal(await bounds(), [[true, true], [true, true]], width + ' px: both are seen');
    await page.locator('.gf-list button', { hasText: 'bwd' }).click();
    equal([(await browser.read()).hash, await shownLines(page)],
      ['#mode=sandwich&frame=bwd', [['main 30 ns 100 %'], ['gemm 30 ns 100 %']]],
      width + ' px: a click makes a sandwich of it');
    await browser.tabTo('sandwich of gemm');
    await browser.press('Enter');
    equal((await browser.read()).hash, '#mode=sandwich&frame=gemm', width + ' px: so do keys');
  }
}

/* Of a comparison, the names whose own values changed most, and by how much of what they were. */
async function changes(browser) {
  const text = 'step;same 50 50\nstep;grew 20 40\nstep;more 10 15\nstep;less 40 30\n' +
    'step;gone 20 0\nstep;memset 0 10\nstep;grew;less 10 0\n';
  await browser.become({ width: 1440, height: 900 });
  await browser.show(render(text, ['diff']));
  equal([await browser.page.locator('.gf-list h2').allInnerTexts(),
    await shownLines(browser.page)], [['Grew', 'Shrank'], [['grew +20 ns +100 %',
    'memset +10 ns new', 'more +5 ns +50 %'], ['gone -20 ns gone', 'less -20 ns -40 %']]],
  'what grew and shrank');
  const colours = await browser.page.evaluate(() => ['.gf-list .gf-share', '.gf-u3 rect']
    .map((one) => getComputedStyle(document.querySelector(one)))
    .map(({ fill, backgroundColor }, i) => (i ? fill : backgroundColor)));
  equal(colours[0] === colours[1], true, 'in the colours of the legend');
  await browser.page.locator('.gf-list button', { hasText: 'gone' }).click();
  equal((await browser.read()).frames.filter((f) => f.hit).map((f) => f.label), ['gone'],
    'a click finds it');
}

async function numbers(browser) {
  const { page } = browser;
  await browser.become({ width: 1440, height: 900 });
  await browser.show(render(TRAINING));
  let [kinds, kernels] = await shownLines(page);
  equal(kinds[0], 'matmul 311 ms 72.3 %', 'time and share of kinds');
  equal(kernels[0], 'gemm bf16 256x128x32 nn 311 ms 72.3 %', 'and of kernels');
  await browser.press('l');
  equal(await shownLines(page), [kinds, kernels], 'the same where leaves come first');
  await page.locator('.gf-f', { hasText: 'gemm bf16' }).first().click();
  equal(await shownLines(page), [['matmul 311 ms 100 %'],
    ['gemm bf16 256x128x32 nn 311 ms 100 %']], 'and of a leaf');
  await browser.press('l r');
  await browser.frame('attention').click();
  [kinds, kernels] = await shownLines(page);
  ok(kernels.length < 5 && kinds.length < 5, 'of what is zoomed', [kinds, kernels]);
  equal(await page.locator('.gf-path').innerText().then((text) => text.replace(/\s+/g, ' ')),
    '88.0 ms of 430 ms all › Train step › backward › Layer › attention', 'the path to it');
  equal(await page.evaluate(() => document.querySelectorAll('.gf-above').length), 4,
    'the frames above it fade');
  await page.locator('.gf-path button', { hasText: 'backward' }).click();
  ok((await browser.read()).hash.endsWith('zoom=Train%20step;backward'), 'a step leads back');
  await page.locator('.gf-list button', { hasText: 'matmul' }).first().click();
  ok((await browser.read()).hash.includes('transforms=keep-kind.m'),
    'a kind is shown alone from there');
  await browser.press('p');
  equal(await page.locator('.gf-numbers').isVisible(), false, 'p closes them');
  ok((await browser.read()).hash.includes('numbers=0'), 'and the address knows');
  await browser.press('p');
  await page.locator('.gf-close').click();
  equal(await page.locator('.gf-numbers').isVisible(), false, 'so does the button');
  await page.setViewportSize({ width: 1440, height: 300 });
  await browser.press('p');
  equal(await page.locator('.gf-numbers').isVisible(), false, 'without room there are none');
  const many = render(Array.from({ length: 99 }, (_, i) => `a;void k${i}<int>() 10\n`).join(''));
  await browser.become({ width: 1440, height: 1600 });
  await browser.show(many);
  const wide = (await shownLines(page)).map(({ length }) => length);
  await browser.become({ width: 600, height: 1600 });
  await browser.show(many);
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.waitForFunction((counts) => Array.from(document.querySelectorAll('.gf-list'),
    (list) => list.querySelectorAll('button').length).join() === counts, wide.join());
  ok(wide[1] > 20, 'a window that becomes wide has as many lines as one that was', wide);
}

async function labels(browser) {
  await browser.become({ width: 1200, height: 800 });
  await browser.show(render(Array.from({ length: 25 }, (_, i) =>
    `a;Layer ${i + 10} 10\n`).join('')));
  const { frames } = await browser.read();
  ok(frames.every(({ w, label }) => w < 44 || label), 'from 44 px on there is a label');
  ok(frames.every(({ label }) => !/….*\S/.test(label)), 'which never loses its middle');
}

/* Names of real kernels, many of which begin alike, in frames of 3 px up to hundreds. */
async function alike(browser) {
  const corpus = fs.readFileSync(path.join(ROOT, 'tests/fixtures/kernel_kinds.tsv'), 'utf8');
  const names = corpus.split('\n').filter((line) => !/^(#|=|$)/.test(line))
    .map((line) => line.split('\t').at(-1).replace(/;/g, ':'));
  const svg = render(names.map((name, i) =>
    `step;part ${i % 9};${name} ${2 ** (i * 5 % 12)}\n`).join(''));
  const poor = [];
  let cut = 0;
  for (const width of [390, 800, 1440, 2560]) {
    await browser.become({ width, height: 900 });
    await browser.show(svg, 'kernels.svg', width === 800 ? '#fold=0' : '');
    for (const { label, aria, n } of (await browser.read()).frames) {
      const [name] = aria.split(/, [\d.]+ [nu]s/);
      if (!label || n === 0 || /^(part|step)/.test(name))
        continue;
      cut += label.includes('\u2026');
      if (!/^[^\u2026]{3,}/.test(label) || !/[a-z]{2}/i.test(label))
        poor.push([width, label, name]);
    }
  }
  equal(poor, [], 'labels are no ends, numbers and syllables');
  ok(cut > 5, 'though some are cut', cut);
}

async function phone(browser) {
  const { page } = browser;
  await browser.become({ width: 390, height: 700 });
  await browser.show(render('d;'.repeat(300) + 'x 1\n'));
  ok(await page.evaluate(() => window.scrollY > 1000 &&
    Math.abs(window.scrollY + window.innerHeight - document.documentElement.scrollHeight) < 3),
  'a deep graph opens at its root');
  equal(await page.evaluate(() => document.querySelector('meta').content),
    'width=device-width,initial-scale=1', 'phones have a viewport');
  const foot = () => page.evaluate(() => document.querySelector('.gf-foot').offsetHeight);
  const before = await foot();
  await browser.press('ArrowUp');
  equal(await foot(), before, 'the status line has one height');
  await browser.show(render(TRAINING));
  const fits = (what) => page.evaluate((one) => Array.from(document.querySelectorAll(one),
    (element) => element.getBoundingClientRect()).filter(({ left, right, height }) =>
    height > 0 && (left < 0 || right > window.innerWidth)).length, what);
  equal([await page.locator('.gf-caption').allInnerTexts(),
    await fits('.gf-caption, .gf-group, .gf-group button')], [['order', 'show'], 0],
  'groups of buttons have their captions, within the window');
  await browser.show(render('a;b 5 9\na;c 9 5\n', ['diff']));
  equal([await page.evaluate(() => Array.from(document.querySelectorAll('.gf-group button'))
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)),
  await fits('.gf-group button, .gf-list button')], [[], 0], 'nor are words cut in a comparison');
  await browser.show(render(TRAINING));
  await browser.press('Home ArrowUp ArrowUp');
  equal([await foot(), await page.evaluate(() => document.querySelector('.gf-line').lastChild
    .getBoundingClientRect().bottom <= window.innerHeight)], [before, true],
  'all figures are seen');
  await page.setViewportSize({ width: 700, height: 240 });
  await page.waitForFunction(() =>
    document.querySelector('.gf-foot').getBoundingClientRect().bottom <= 240);
  await browser.press('m ArrowUp');
  await page.waitForFunction(() => ['.gf-menu', '.gf-menu button:last-of-type']
    .every((one) => document.querySelector(one).getBoundingClientRect().bottom <= 240));
  ok(true, 'a menu higher than the window scrolls');
}

/* A click must not move what is under the pointer. */
async function still(browser) {
  const place = () => browser.page.evaluate(() =>
    document.querySelector('.gf-frames [aria-label^="all,"] rect').getBoundingClientRect().bottom);
  for (const [width, height] of [[1440, 900], [1200, 800], [800, 600]]) {
    await browser.become({ width, height });
    await browser.show(render(TRAINING));
    const before = await place();
    await browser.frame('backward').click();
    equal(await place(), before, width + ' px: the rows stay where they are when one is zoomed');
  }
}

/* A browser's zoom of 200 % leaves half of the pixels in each direction. */
async function largeText(browser) {
  const { page } = browser;
  const lost = () => page.evaluate(() => {
    const all = Array.from(document.querySelectorAll('.gf-head button, .gf-head input, .gf-key, ' +
      '.gf-foot .gf-figure, .gf-table:not([hidden]) th button, .gf-list button'),
    (one) => [one, one.getBoundingClientRect()]).filter(([, { height }]) => height > 0);
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 ||
      a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const controls = all.filter(([one]) => one.closest('.gf-head'));
    return [
      all.filter(([, { left, right, top, bottom }]) => left < 0 || right > window.innerWidth ||
        top < 0 || bottom > window.innerHeight),
      controls.filter(([one, box], i) => controls.slice(i + 1).some(([other, its]) =>
        !one.contains(other) && !apart(box, its))),
      controls.filter(([one]) => one.localName === 'button' &&
        one.scrollWidth > one.clientWidth + 1),
    ].map((list) => list.map(([one]) => one.textContent || one.className));
  });
  for (const [width, height] of [[720, 450], [640, 400], [683, 384]]) {
    await browser.become({ width, height });
    await browser.show(render(TRAINING));
    const words = width + ' by ' + height + ', half of a window: ';
    equal(await lost(), [[], [], []], words + 'no control is outside, covered or cut');
    equal(await page.evaluate(() => [document.documentElement.scrollWidth <= window.innerWidth,
      document.querySelector('.gf-frames [aria-label^="all,"]').getBoundingClientRect().bottom <=
        document.querySelector('.gf-foot').getBoundingClientRect().top]), [true, true],
    words + 'and the root is seen');
    await browser.frame('backward').click();
    await browser.press('/');
    await page.keyboard.type('cutlass');
    await browser.searched('cutlass');
    equal(await lost(), [[], [], []], words + 'nor with a path and a search');
    ok(await page.evaluate(() => {
      window.scrollTo(0, 0);
      return document.querySelector('.gf-title').getBoundingClientRect().top >= 0;
    }), words + 'and one can scroll to the title');
  }
}

/* A hatch for each remainder made a picture of 100,000 stacks print as 202 MB. */
/* The graph begins near the top, below a line of what it is of; its finding leads to a frame. */
async function header(browser) {
  const file = path.join(browser.folder, 'header.svg'), { page } = browser;
  execFileSync(GPUFLAME, [path.join(BUILD, 'fixtures/demo.sqlite'), '-q', '-o', file]);
  /* where the graph begins, or the strip in its place */
  const top = () => page.evaluate(() =>
    document.querySelector('.gf-head').getBoundingClientRect().bottom + 10);
  for (const [width, height, most] of [[390, 844, 160], [1440, 900, 100]]) {
    await browser.become({ width, height });
    await browser.visit(file);
    ok(await top() <= most, width + ' px: the graph begins within ' + most, await top());
  }
  const words = () => page.locator('.gf-way').innerText().then((all) => all.replace(/\s+/g, ' '));
  ok(/^demo.sqlite 47.9 ms GPU time, 1 GPU, 3 steps, idle .* Start here: FlashAttention 2 on/
    .test(await words()), 'the header', await words());
  const bar = await page.evaluate(() => Array.from(document.querySelectorAll('.gf-whole rect'),
    (one) => [one.parentNode.getAttribute('class'), +one.getAttribute('width')]));
  ok(Math.abs(bar.reduce((sum, [, w]) => sum + w, 0) - 150) < 0.1 && bar[1][0] === 'gf-c0' &&
    Math.abs(bar[2][1] / 150 - 0.009) < 0.001, 'busy, communication and idle to scale', bar);
  const before = await top();
  await page.locator('.gf-remark').click();
  ok(/flash_bwd/.test((await browser.read()).hash), 'the finding leads to its frame',
    (await browser.read()).hash);
  ok(/^demo.sqlite 6.80 ms of 47.9 ms all › Train step › backward/.test(await words()),
    'and the header is of that', await words());
  equal(await page.locator('.gf-work').innerText().then((all) => /\d/.test(all)), false,
    'the legend has no figures of the whole');
  ok(await top() >= before, 'and nothing moves up');
  await browser.visit(file);
  await page.getByRole('button', { name: 'matmul 27.3 ms 56.8 %' }).waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const [pressed, not] = await page.evaluate(() => ['true', 'false'].map((is) =>
    getComputedStyle(document.querySelector(`.gf-bar [aria-pressed=${is}]`)).backgroundColor));
  ok(pressed !== not, 'with forced colours one sees what is pressed', pressed);
  await page.emulateMedia({ forcedColors: 'none' });
  await browser.become({ width: 2560, height: 1400 });
  await browser.visit(file);
  await page.locator('.gf-list').nth(1).waitFor();
  await browser.button('table').click();
  await browser.until(() => document.querySelectorAll('.gf-list').length < 2);
  equal([await rowHeight(page), await page.locator('.gf-list').count()], [32, 1],
    'a large window has higher rows, and beside the table no kernels once more');
}

async function paper(browser) {
  const { page } = browser;
  const text = render('a;b 300\na;c 1\na;d 1\n', ['--no-javascript', '--minwidth', '5']);
  await page.goto('about:blank');
  await page.setContent(text.replace(/^<\?xml.*\n/, ''));
  const fill = () => page.evaluate(() =>
    getComputedStyle(document.querySelector('.gf-frames > path')).fill);
  ok((await fill()).includes('url'), 'remainders are hatched on the screen');
  await page.emulateMedia({ media: 'print' });
  equal(await fill(), 'rgb(204, 204, 204)', 'and grey on paper');
  await page.emulateMedia({ media: 'screen' });

  /* an <img> is as on the screen */
  const many = render(Array.from({ length: 500 }, (_, i) =>
    `a;b${i};c 60\n` + `a;b${i};d 3\na;b${i};e 3\n`).join(''), ['--minwidth', '0.2']);
  ok(many.split('<path d').length > 400, 'many thin remainders');
  await page.setContent('<img>');
  await page.evaluate((src) => { document.querySelector('img').src = src; },
    'data:image/svg+xml;base64,' + Buffer.from(many).toString('base64'));
  await page.waitForFunction(() => document.querySelector('img').complete);
  const { length } = await page.pdf();
  ok(length > 1e4 && length < 1e6, 'as an image they print as less than a megabyte', length);
}

main(async () => {
  const browser = await Browser.open({});
  await rows(browser);
  await numbers(browser);
  await sandwiches(browser);
  await changes(browser);
  await labels(browser);
  await alike(browser);
  await phone(browser);
  await still(browser);
  await largeText(browser);
  await paper(browser);
  await header(browser);
  equal(browser.errors, [], 'no errors on the console');
});
