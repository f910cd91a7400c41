/*
 * How long the first paint of the picture that a script draws takes, and a click: in the picture
 * of 100,000 stacks, and with 60,000 frames on the screen. Time is that of the page's own thread,
 * since machines may be busy: the median of some, with the least and the most. A click is measured
 * until the graph is painted, and again with what follows, the lists of numbers below. Beside a
 * first paint is the time of a clock, which counts what else the machine does.
 * bench/browser.sh BUILD-FOLDER runs it.
 */
'use strict';

const fs = require('fs');
const { main, render, Browser, GPUFLAME, execFileSync } = require('../tests/browser/harness.js');

const COLUMNS = 1000, LEVELS = 70, DRAWN = 60000;
const LARGE = 'build/bench/2m.folded'; /* which bench/svg.sh makes */
const LIMITS = { 'default': { paint: 300, click: 16 }, 'many': { paint: 1500, click: 33 },
  'cells': { paint: 1000, click: 50 } };

/* Two names whose colours differ, so that no two neighbours are drawn as one. */
function twoNames() {
  const svg = render(Array.from({ length: 10 }, (_, i) => 'range_' + i + ';k 1\n').join(''));
  const shades = Array.from(svg.matchAll(/<g class="gf-(r\d)"><title>(range_\d)/g),
    ([, shade, name]) => ({ shade, name }));
  return [shades[0].name, shades.find(({ shade }) => shade !== shades[0].shade).name];
}

/* Columns of frames a pixel wide, and in each more that are too narrow to be drawn. */
function manyFrames() {
  const names = twoNames(), lines = [];
  for (let column = 0; column < COLUMNS; column++) {
    const path = ['step', 'thread ' + column];
    for (let level = 0; level < LEVELS; level++)
      path.push(names[(column + level) % 2]);
    lines.push(path.join(';') + ' 1000\n');
    for (let kernel = 0; kernel < 20; kernel++)
      lines.push(path.join(';') + ';kernel_' + kernel + ' 1\n');
  }
  return lines.join('');
}

/*
 * What the page's own thread worked from the trace's start until `end`, an event's name, or its
 * end.
 */
function worked(trace, end) {
  const { traceEvents: events } = JSON.parse(trace.toString());
  const is_main = new Set(
    events.filter((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain')
    .map((one) => one.pid + '.' + one.tid));
  const until = Math.min(...events.filter((one) => one.name === end).map((one) => one.ts));
  return events.filter((one) => one.name === 'ThreadControllerImpl::RunTask' && one.tdur &&
    is_main.has(one.pid + '.' + one.tid) && one.ts < until)
    .reduce((sum, one) => sum + one.tdur / 1000, 0);
}

/* What worked() needs of a run. */
async function traceOf(browser, run) {
  await browser.context.browser().startTracing(
    browser.page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
  await run();
  await browser.page.evaluate(
    () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 50)); }));
  return browser.context.browser().stopTracing();
}

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

function print(what, times, limit, clock = []) {
  const middle = median(times);
  if (!(middle > 0.1))
    throw new Error(what + ': no time was measured');
  console.log(('browser, ' + what).padEnd(42) + ' ' + middle.toFixed(1) + ' ms of work (' +
    (limit ? 'at most ' + limit : 'no limit') + ')' +
    (limit && middle > limit ? ' EXCEEDED' : '') + '; ' + Math.min(...times).toFixed(0) +
    ' to ' + Math.max(...times).toFixed(0) +
    (clock.length > 0 ? '; by the clock ' + median(clock).toFixed(0) : ''));
}

/* The frame after the script has taken over is marked "drawn", that after a click "clicked". */
function markFrames() {
  const mark = (name) =>
    requestAnimationFrame(() => setTimeout(() => performance.mark(name)));
  window.addEventListener('click', () => mark('clicked'), { capture: true });
  new MutationObserver((list, observer) => {
    if (document.documentElement?.getAttribute('data-ready') !== '1')
      return;
    observer.disconnect();
    mark('drawn');
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] });
}

async function firstPaints(browser, svg) {
  const work = [], clock = [];
  for (let i = 0; i < 5; i++) {
    work.push(worked(await traceOf(browser, () => browser.show(svg, 'flame.svg')), 'drawn'));
    clock.push(await browser.page.evaluate(
      () => performance.getEntriesByName('drawn')[0].startTime));
  }
  return [work, clock];
}

async function measure(browser, run) {
  const times = [];
  for (let i = 0; i < 9; i++)
    times.push(worked(await traceOf(browser, () => run(i)), 'none'));
  return times;
}

/*
 * Clicks of the mouse, where whichever of two frames is the turn's is: the pointer is there
 * already, so that only the click is measured, and not how the test finds the frame.
 */
async function printClicks(browser, what, frames, limit) {
  const { mouse } = browser.page, until_painted = [], with_all = [];
  for (let i = 0; i < 18; i++) {
    const { x, y, width, height } = await frames[i % 2]().boundingBox();
    await mouse.move(x + width / 2, y + height / 2);
    await browser.page.waitForTimeout(50);
    const trace = await traceOf(browser, async () => {
      await mouse.down();
      await mouse.up();
    });
    until_painted.push(worked(trace, 'clicked'));
    with_all.push(worked(trace, 'none'));
  }
  print(what + ', a click', until_painted, limit);
  print(what + ', a click, all', with_all, 0);
}

/* What gen_stacks.py makes, with a part that is zoomed into and out of. */
async function measureDefault(browser) {
  const folded = execFileSync('python3', ['bench/gen_stacks.py', '100000', '100000'],
    { maxBuffer: 1 << 30 });
  const { paint, click } = LIMITS.default;
  const [work, clock] = await firstPaints(browser, render(folded));
  print('100,000 stacks, first paint', work, paint, clock);
  await printClicks(browser, '100,000 stacks',
    [() => browser.frame('backward'), () => browser.frame('all,')], click);
}

async function measureMany(browser) {
  const { page } = browser, { paint, click } = LIMITS.many;
  const [work, clock] = await firstPaints(browser, render(manyFrames()));
  const live = await page.evaluate(() => document.querySelectorAll('.gf-frames .gf-f').length +
    Array.from(document.querySelectorAll('.gf-thin'))
      .reduce((sum, path) => sum + path.getAttribute('d').split('v-').length - 1, 0));
  if (live < DRAWN)
    throw new Error('no more than ' + live + ' frames are on the screen');
  print(live + ' frames, first paint', work, paint, clock);
  await printClicks(browser, live + ' frames',
    [() => browser.frame('step'), () => browser.frame('all,')], click);
  for (const [what, run] of [
    ['a click on a thin frame', async (i) => i % 2 ?
      page.keyboard.press('r') : page.mouse.click(
      600.5, (await browser.frame('step').boundingBox()).y - 100)],
    ['icicle', () => browser.button('icicle').click()],
    ['order', (i) => browser.button(i % 2 ? 'name' : 'width').click()],
    ['a key', () => page.keyboard.press('ArrowUp')]])
    print(live + ' frames, ' + what, await measure(browser, run), click);
}

/* So many stacks of each rank and step. */
function writeCells(file, ranks, steps, stacks) {
  const out = fs.openSync(file, 'w');
  for (let rank = 0; rank < ranks; rank++) {
    const lines = [];
    for (let at = 0; at < steps * stacks; at++)
      lines.push(`rank ${rank};step ${at % steps};range;k_${Math.floor(at / steps)}x ` +
        `${100000 + at * 48271 % 9973}\n`);
    fs.writeSync(out, lines.join(''));
  }
  fs.closeSync(out);
}

/* A strip of very many steps and ranks, and a click on the most cells and stacks that one has. */
async function measureCells(browser) {
  for (const [what, ...of] of [['1,024 ranks x 1,000 steps', 1024, 1000, 2],
    ['990 stacks x 2,048 cells', 16, 128, 990]]) {
    const file = 'build/bench/cells.folded', run = { maxBuffer: 1 << 30, encoding: 'utf8' };
    writeCells(file, ...of);
    const svg = execFileSync(GPUFLAME, ['svg', '--cells-bytes', '99000000', file], run);
    fs.unlinkSync(file);
    const [work, clock] = await firstPaints(browser, svg);
    print(what + ', first paint', work, LIMITS.cells.paint, clock);
    const { x, y, width } = await browser.page.locator('.gf-cells').boundingBox();
    await printClicks(browser, what, [0.3, 0.6].map((at) => () =>
      ({ boundingBox: () => ({ x: x + at * width, y: y + 80, width: 4, height: 4 }) })),
    LIMITS.cells.click);
    if (!/^#cells=/.test(await browser.page.evaluate(() => window.location.hash)))
      throw new Error('no cell was selected');
  }
}

async function measureLarge(browser) {
  const run = { maxBuffer: 1 << 30, encoding: 'utf8' };
  await browser.show(execFileSync(GPUFLAME, ['svg', LARGE], run), 'large.svg');
  await printClicks(browser, '2,000,000 lines',
    [() => browser.frame('backward'), () => browser.frame('all,')], LIMITS.default.click);
}

main(async () => {
  const browser = await Browser.open({ width: 1200, height: 1300, reduced: true });
  await browser.page.addInitScript(markFrames);
  await measureDefault(browser);
  await measureMany(browser);
  await measureCells(browser);
  if (fs.existsSync(LARGE))
    await measureLarge(browser);
  await browser.close();
});
