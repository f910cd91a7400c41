/* The view is saved as it is: as a picture without a script, as pixels, as folded stacks. */
'use strict';

const fs = require('fs');
const path = require('path');
const { ok, equal, main, render, Browser, GPUFLAME, execFileSync } = require('./harness.js');
const { TRAINING } = require('./fixture.js');

/* What is downloaded when `deed` is done: its name, and the contents. */
async function downloaded(browser, deed) {
  const [download] = await Promise.all([browser.page.waitForEvent('download'), deed()]);
  return { name: download.suggestedFilename(), data: fs.readFileSync(await download.path()) };
}

async function saved(browser, what) {
  return downloaded(browser, async () => {
    await browser.button('save').click();
    await browser.button(what).click();
  });
}

const drawn = (now) => now.frames.map((f) => [f.label, f.x, f.y, f.w]);

/* The frames of a saved picture, which has no script to ask. */
function readStill(browser) {
  return browser.page.evaluate(() => {
    const all = (what) => Array.from(document.querySelectorAll(what));
    const number = (element, key) => parseFloat(element.getAttribute(key));
    const { width, height } = document.documentElement.getBBox();
    return { frames: all('.gf-frames .gf-f').map((one) => {
      const rect = one.querySelector('rect'), label = one.querySelector('text');
      return [label ? label.textContent : '', number(rect, 'x'), number(rect, 'y'),
        number(rect, 'width')];
    }), hits: all('.gf-hit').length, words: document.querySelector('.gf-details').textContent,
    titles: all('.gf-frames title').map((one) => one.textContent),
    colour: getComputedStyle(document.querySelector('.gf-a0 rect')).fill,
    inside: all('.gf-key').every((one) => one.getBoundingClientRect().right <= window.innerWidth),
    scripts: all('script, foreignObject, .gf-data, [data-gf]').length,
    box: [width, height].every((one) => one > 0) };
  });
}

async function stills(browser, svg, dark) {
  const theme = dark ? 'dark' : 'light';
  await browser.become({ width: 900, height: 700, dark });
  await browser.show(svg, 'live.svg', '#transforms=hide-kind.m;merge.Layer&find=gelu');
  const now = await browser.read(), colour = await browser.page.evaluate(() =>
    getComputedStyle(document.querySelector('.gf-a0 rect')).fill);
  const { name, data } = await saved(browser, 'SVG');
  equal(name, 'Flame graph.svg', theme + ': named after the title');
  const file = browser.folder + '/still.svg';
  fs.writeFileSync(file, data);
  await browser.become({ width: 900, height: 700, dark: !dark });
  await browser.page.goto('file://' + file);
  const still = await readStill(browser);
  equal(still.frames, drawn(now), theme + ': the frames that were seen');
  equal([still.hits, still.scripts, still.box, still.inside, still.words],
    [now.frames.filter((f) => f.hit).length, 0, true, true,
      'hidden: matmul, merged: Layer, 27.7 % of all is shown'],
    theme + ': matches, no script, the legend, and what was left out');
  ok(still.titles.includes('gelu, 14.0 ms, 3.25 % of all'), theme + ': titles', still.titles);
  equal(still.colour, colour, theme + ': the colours that were seen, whatever the theme is now');
  await browser.screenshot('save-' + theme);
}

/* What is saved of the whole has its data, so that its stacks can be read. */
/* Of a part: what is said of the whole is not in it. */
async function part(browser, svg) {
  await browser.become({ width: 900, height: 700 });
  await browser.show(svg, 'part.svg', '#zoom=Train%20step;backward');
  const { data } = await saved(browser, 'SVG'), text = data.toString();
  const header = /<g class="gf-header".*?<\/g>/.exec(text)[0].replace(/<[^>]*>/g, ' ');
  ok(/Flame graph +\d+ ms of 430 ms all › Train step › backward/.test(header),
    'of a part the title says which', header);
  equal(/<g class="gf-key[^]*?<\/text>/g.exec(text)[0].includes('%'), false,
    'and the legend has no figures');
}

async function readBack(browser, svg) {
  const live = path.join(browser.folder, 'whole.svg');
  const file = path.join(browser.folder, 'saved.svg');
  const stacks = (of) => String(execFileSync(GPUFLAME, ['collapse', '-q', of]));
  fs.writeFileSync(live, svg);
  await browser.visit(live, '#find=gelu&order=width');
  fs.writeFileSync(file, (await saved(browser, 'SVG')).data);
  equal(stacks(file), stacks(live), 'a saved picture is read as the one that it is of');
}

async function pixels(browser, svg) {
  await browser.become({ width: 900, height: 700 });
  await browser.show(svg, 'live.svg', '#transforms=keep-kind.a');
  const { name, data } = await saved(browser, 'PNG');
  equal([name, data.subarray(1, 4).toString(), data.readUInt32BE(16)],
    ['Flame graph.png', 'PNG', 1800], 'pixels');
  const colours = await browser.page.evaluate(async (base64) => {
    const image = new window.Image();
    image.src = 'data:image/png;base64,' + base64;
    await image.decode();
    const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data: rgba } = context.getImageData(0, 0, image.width, image.height);
    const seen = new Set();
    for (let i = 0; i < rgba.length; i += 4)
      seen.add(`rgb(${rgba[i]}, ${rgba[i + 1]}, ${rgba[i + 2]})`);
    const fill = (what) => getComputedStyle(document.querySelector(what)).fill;
    return [seen.has(fill('.gf-f.gf-a0 rect')), seen.size > 10];
  }, data.toString('base64'));
  equal(colours, [true, true], 'of the view');
}

const sorted = (text) => text.trim().split('\n').sort();

async function folded(browser, svg) {
  const all = async (hash) => {
    await browser.show(svg, 'live.svg', hash);
    return String((await saved(browser, 'folded')).data);
  };
  equal(sorted(await all('')), sorted(TRAINING.replace(/\d+e\d/g, Number)),
    'folded stacks: what was drawn comes back');
  const merged = await all('#transforms=merge.Layer;hide-kind.m;flatten.');
  ok(!merged.includes('Layer') && !merged.includes('cutlass') &&
    merged.includes('Train step;forward;attention;void flash'), 'with transforms', merged);
  equal(await all('#transforms=collapse.mlp&zoom=Train%20step;backward;Layer;mlp'),
    'Train step;backward;Layer;mlp 120000000\n', 'of what is zoomed, with its way');
  equal(sorted(await all('#mode=sandwich&frame=gelu')),
    ['gelu;gelu_forward_kernel2(__nv_bfloat16*, __nv_bfloat16 const*) 14000000'],
    'of a sandwich, with the frame');
  const diff = 'step;grew 20 40\nstep;gone 10 0\nstep;memset 0 10\n';
  await browser.show(render(diff, ['diff']), 'diff.svg');
  equal(sorted(String((await saved(browser, 'folded')).data)), sorted(diff), 'of a comparison');
  const parts = 'a;b 1.5\na 2.25\n';
  await browser.show(render(parts), 'parts.svg');
  equal(sorted(String((await saved(browser, 'folded')).data)), sorted(parts), 'with decimals');
}

async function byKeys(browser, svg) {
  await browser.show(svg, 'live.svg');
  const { name } = await downloaded(browser,
    () => browser.press('Home S ArrowDown ArrowDown Enter'));
  equal(name, 'Flame graph.folded', 'by keys');
  await browser.page.waitForFunction(() => document.querySelector('.gf-status').textContent);
  equal((await browser.read()).status, 'saved Flame graph.folded', 'the status line');
  ok((await browser.read()).focused.startsWith('all'), 'and the frame has the focus');
  await browser.press('S Escape');
  ok(await browser.page.locator('.gf-menu').isHidden(), 'Escape closes the menu');
}

async function hostile(browser) {
  const title = '../../<img src=x onerror=run()>/\u202etxt.exe"';
  const svg = render('a"><script>;b 1\n', ['--title', title]);
  await browser.show(svg, 'live.svg');
  for (const what of ['SVG', 'PNG', 'folded']) {
    const { name, data } = await saved(browser, what);
    ok(/^[\w .-]+$/.test(name) && !name.startsWith('.'), 'a hostile title: ' + what, name);
    ok(!/<(script|img)/.test(data.toString('latin1').replace(/^a">.*/, '')),
      'and hostile names', data.toString('latin1').slice(0, 300));
  }
}

main(async () => {
  const browser = await Browser.open({ reduced: true }), svg = render(TRAINING);
  await stills(browser, svg, false);
  await stills(browser, svg, true);
  await part(browser, svg);
  await readBack(browser, svg);
  await pixels(browser, svg);
  await folded(browser, svg);
  await byKeys(browser, svg);
  await hostile(browser);
  equal(browser.errors, [], 'no errors on the console');
  await browser.close();
});
