/*
 * What a person does with a picture, by mouse and by keyboard: zoom, search, order, turn, hide,
 * undo, link.
 */
'use strict';

const fs = require('fs');
const path = require('path');
const { ok, equal, main, render, Browser, BUILD, ROOT, GPUFLAME, execFileSync } =
  require('./harness.js');
const { TRAINING, MATMUL } = require('./fixture.js');

/* x, y and width of the frames that the file itself has, which are in preorder. */
function staticFrames(svg) {
  const rect = '<rect x="([-\\d.]+)" y="([-\\d.]+)" width="([-\\d.]+)"';
  const frames = new RegExp('<g class="gf-[^"]*"><title>.*?' + rect, 'gs');
  return Array.from(svg.matchAll(frames), (f) => [+f[1], +f[2], +f[3]]);
}

/* Those of them that are drawn without an element each, and the hatched remainders that are. */
function staticThin(svg) {
  const rests = Array.from(
    svg.matchAll(/<path d="M([-\d.]+) ([-\d.]+)h([\d.]+)v\d+h-[\d.]+z"><title>/g),
    (f) => [+f[1], +f[2], +f[3]]);
  return [staticFrames(svg), rests].map(
    (all) => all.filter((f) => f[2] < 3).map((f) => 'M' + f[0] + ' ' + f[1] + 'h' + f[2]).join());
}

function liveFrames(read) {
  return read.frames.sort((a, b) => a.n - b.n).map((f) => [f.x, f.y, f.w]);
}

async function demo(browser) {
  const fixture = path.join(BUILD, 'fixtures/demo.sqlite');
  if (!fs.existsSync(fixture)) {
    console.log('# no ' + fixture);
    return;
  }
  const file = path.join(browser.folder, 'demo.svg');
  try {
    fs.writeFileSync(
      file, render(execFileSync(GPUFLAME, ['collapse', fixture],
        { stdio: ['ignore', 'pipe', 'pipe'] })));
  } catch (error) {
    ok(false, 'the demo is drawn', error.message);
    return;
  }
  await browser.visit(file);
  const first = await browser.read(),
    some = first.frames.find((one) => one.w > 100 && one.w < 0.7 * first.width);
  ok(first.frames.length > 20 && some, 'demo: frames are drawn');
  await browser.page.locator('.gf-f[data-n="' + some.n + '"]').click();
  const zoomed = await browser.read();
  ok(zoomed.frames.find((one) => one.n === some.n).w > 0.9 * first.width, 'demo: a click zooms');
  ok(zoomed.details.includes(some.aria.split(',')[0]), 'demo: the details name it',
    zoomed.details);
  await browser.button('Reset').click();
  const numbers = (now) => now.frames.map((one) => one.n).sort((a, b) => a - b);
  equal(numbers(await browser.read()), numbers(first), 'demo: reset');
  await browser.page.keyboard.press('/');
  await browser.page.keyboard.type('/gemm|matmul/');
  // what is typed up to the last "/" is searched, too, and found nowhere
  await browser.page.waitForFunction(
    () => /^[1-9].* match/.test(document.querySelector('.gf-found').textContent));
  const found = await browser.read();
  ok(found.frames.some((one) => one.hit) &&
    / \d+\.\d % of all/.test(found.found), 'demo: a search', found.found);
}

async function firstView(browser, svg) {
  await browser.show(svg);
  const first = await browser.read();
  equal(liveFrames(first), staticFrames(svg).filter((f) => f[2] >= 3),
    'the script draws what the file has');
  equal([first.thin, first.thinRests], staticThin(svg), 'thin frames, and thin remainders, too');
  equal(first.more, 1, 'narrow kernels are one remainder');
}

/* Callers too narrow to be drawn, right above the frame of a sandwich. */
async function narrowCallers(browser) {
  const callers = Array.from({ length: 20000 }, (_, i) => 'x' + i + ';k 1\n').join('');
  await browser.show(render('wide;k 20000\n' + callers), 'sandwich.svg', '#mode=sandwich&frame=k');
  equal([(await browser.read()).more, await browser.page.locator('.gf-more-text').textContent()],
    [1, '(20,000 more)'], 'narrow callers are a remainder');
  await browser.page.locator('.gf-more').click();
  const now = await browser.read();
  ok(now.more === 0 && now.thin !== '' && /side=up/.test(now.hash), 'a click on it spreads it out',
    now.hash);
}

/* Thirty brothers too narrow to be drawn singly, in a remainder of two pixels. */
async function thinRemainder(browser) {
  await browser.show(
    render('wide 20000\n' + Array.from({ length: 30 }, (_, i) => 'x' + i + ' 1\n').join('')));
  const rest = browser.page.locator('.gf-thin.gf-more'), { x, y, width } = await rest.boundingBox(),
    first = await browser.read();
  ok(/^M\d/.test(first.thinRests) && width < 3, 'a thin remainder is drawn', first.thinRests);
  ok(await rest.evaluate((one) => getComputedStyle(one).fill.includes('#gf-t') &&
    document.querySelector(getComputedStyle(one).fill.match(/#[\w-]+/)[0]) !== null),
    'and hatched');
  await browser.page.mouse.move(x + width / 2, y + 5);
  ok((await browser.read()).tip.startsWith('(30 more)'), 'it says how many it replaces',
    (await browser.read()).tip);
  await browser.page.mouse.click(x + width / 2, y + 5);
  const now = await browser.read();
  equal([now.more, now.frames.filter((f) => f.aria.startsWith('x')).length], [0, 30],
    'and a click opens it');
}

async function links(browser, svg) {
  const { page } = browser;
  await browser.show(svg, 'a.svg');
  await browser.button('icicle').click();
  await browser.button('width').click();
  await browser.frame('Layer').click();
  await page.keyboard.press('/');
  await page.keyboard.type('gelu');
  await page.waitForFunction(() => /find/.test(location.hash));
  const here = await browser.read();
  await browser.show(svg, 'b.svg', here.hash);
  const there = await browser.read(),
    frames = (one) => one.frames.map((f) => [f.n, f.x, f.w, f.hit]).sort((a, b) => a[0] - b[0]);
  equal(frames(there), frames(here), 'an address opens the same view');
  const other = render(
    'Train step;backward;Layer;mlp 10\nTrain step;backward;Layer;new 30\nTrain step;x 60\n');
  await browser.show(other, 'c.svg', here.hash);
  const run = await browser.read();
  ok(run.frames.find((f) => f.label === 'Layer').w > 1100, 'and the same path in another run',
    run.hash);
  await browser.show(other, 'd.svg', '#zoom=Train%20step;nowhere;else');
  ok((await browser.read()).frames.find((f) => f.label === 'Train step').w > 1100,
    'as much of the path as there is');
  await browser.show(other, 'e.svg',
    '#zoom=nothing;of;it&mode=sandwich&frame=absent' +
      '&transforms=hide.absent;keep.absent&order=width&inverted=1');
  const none = await browser.read();
  none.frames.sort((a, b) => a.y - b.y || a.x - b.x);
  equal(none.frames.map((f) => f.label).filter(Boolean),
    ['all', 'Train step', 'x', 'backward', 'Layer', 'new', 'mlp'],
    'nothing of it: the whole picture, in its order and shape');
  const whole = '#zoom=Train%20step&from=0.25&to=0.75&order=width' +
    '&inverted=1&transforms=keep.Layer;keep-kind.m&query=cutlass&fold=0&table=total';
  await browser.show(svg, 'f.svg', whole);
  const before = await browser.read();
  await page.reload();
  const after = await browser.read();
  equal([frames(after), after.table, after.found, after.hash],
    [frames(before), before.table, before.found, whole], 'a reload shows the same');
  await browser.show(svg, 'g.svg', '#mode=leaf&transforms=hide.mlp');
  equal((await browser.read()).chips, ['hidden: mlp ✕'], 'leaves first, without a name');
}

/* How many operations there were is known of a report, and not of folded text. */
async function counts(browser) {
  const file = path.join(browser.folder, 'report.svg');
  execFileSync(GPUFLAME, [path.join(BUILD, 'fixtures/demo.sqlite'), '-o', file], { stdio: 'pipe' });
  await browser.visit(file, '#table=ops');
  equal(await browser.page.locator('.gf-list h2').first().innerText(),
    'Kinds, 16.0 ms a step (3 steps)', 'the numbers say what a step has on average');
  const { table } = await browser.read(), most = +table[0][3].replace(/,/g, '');
  ok(most > 100 && table.every((row) => +row[3].replace(/,/g, '') <= most), 'the table by count',
    table[0]);
  await browser.press('/');
  await browser.page.keyboard.type('flash');
  await browser.searched('flash');
  await browser.press('Enter');
  const { details } = await browser.read(),
    [, total, unit, count, mean] =
    /total ([\d.]+) (\S+?)of all.*count ([\d,]+)mean ([\d.]+) \u00b5s$/.exec(details) || [];
  const us = total * { '\u00b5s': 1, ms: 1e3, s: 1e6 }[unit];
  ok(Math.abs(us / count.replace(/,/g, '') / mean - 1) < 0.01, 'count and mean', details);
}

/* Own values, orders, comparisons: what is drawn at first is what the file has. */
async function sameAsFile(browser) {
  const cases = [['own values', 'z 30\na 50\na;b 30\na;b;c 10\na;0 20\nz;q 40\n', []],
    ['by width', 'a 5\nb 9\nc 5\nb;x 1\n', ['--order', 'width']],
    ['--total', 'a;b 5\n', ['--total', '20']], ['--reverse', 'a;b 5\nc;b 4\n', ['--reverse']],
    ['a comparison', 'a;b 5 7\na;c 4 0\na;d 0 3\ne 20 21\n', ['diff']],
    ['depth', 'd;'.repeat(1500) + 'x 1\n', []]];
  for (const [what, text, args] of cases) {
    const svg = render(text, args.concat('--height', '16'));
    await browser.show(svg);
    const now = await browser.read();
    equal(liveFrames(now), staticFrames(svg).filter((f) => f[2] >= 3),
      what + ': as the file has it');
    equal(now.more, (svg.match(/^<path (class="gf-more" )?d=/gm) || []).length,
      what + ': remainders, too');
  }
  await browser.show(render('first 1\nabove 2\n'));
  await browser.button('input').click();
  const now = await browser.read();
  ok(now.frames.find((f) => f.label === 'first').x < now.frames.find((f) => f.label === 'above').x,
    'order by time is that of the input');
}

async function otherPictures(browser) {
  await browser.show(
    render('b;c 3\na 1\nb;a 2\n', ['--order', 'time', '--countname', 'samples', '--inverted']));
  let now = await browser.read();
  ok(/^all, 6 samples, 100 % of all/.test(now.frames[0].aria), 'counts have their unit',
    now.frames[0].aria);
  ok(now.frames.find((f) => f.label === 'b')
    .x < now.frames.find((f) => f.label === 'a' && f.w < 500).x, 'the order is by time');
  await browser.show(
    render('a;b 10.5\na;c 4\n',
      ['--countname', 'apples', '--width', '700', '--title', 'T & <b>']));
  now = await browser.read();
  equal([now.width, now.frames.length], [700, 4], '--width stays');
  await browser.show(
    render('a;' + 'bcdefghij'.repeat(20) + ' 1\n', ['--width', '400']));
  ok(/^bcdefghij.*…$/.test((await browser.read()).frames[2].label), 'long names are cut',
    (await browser.read()).frames[2].label);
  await browser.show(
    render('a;b 10.5\na;c 4\n',
      ['--countname', 'apples', '--width', '700', '--title', 'T & <b>']));
  ok(/14\.5 apples/.test(now.frames[0].aria), 'fractions', now.frames[0].aria);
}

main(async () => {
  const svg = render(TRAINING, ['--height', '16']),
    browser = await Browser.open({ width: 1200, height: 800, reduced: true });
  ok(MATMUL.length > 100 && fs.existsSync(ROOT), 'long names are in the fixture');
  await demo(browser);
  await counts(browser);
  await firstView(browser, svg);
  await narrowCallers(browser);
  await thinRemainder(browser);
  await links(browser, svg);
  await sameAsFile(browser);
  await otherPictures(browser);
  equal(browser.errors, [], 'no errors on the console');
});
