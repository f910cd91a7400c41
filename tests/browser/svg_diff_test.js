/*
 * A comparison in the browser: colours by amount or share with their scale, only what is new or
 * gone, launches and means beside times.
 */
'use strict';

const fs = require('fs');
const path = require('path');
const { ok, equal, main, render, Browser, BUILD, GPUFLAME, execFileSync } = require('./harness.js');

const CHANGES = 'step;attn;flash 100000000 100000000\nstep;mlp;gemm 60000000 120000000\n' +
  'step;mlp;relu 1000000 1001000\nstep;old 30000000 0\nstep;memset 0 7000000\n';

function draw(browser, name, args) {
  const file = path.join(browser.folder, name);
  execFileSync(GPUFLAME, [...args, '-o', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  return file;
}

/* What the legend says, and the class of each frame by its name. */
function look(browser) {
  return browser.page.evaluate(() => {
    const all = (what) => Array.from(document.querySelectorAll(what));
    const classes = all('.gf-frames .gf-f').map((one) => [
      one.getAttribute('aria-label').split(',')[0],
      (/gf-([uvw]\d)/.exec(one.getAttribute('class')) || [])[1]]);
    return { legend: all('.gf-kinds > *').map((one) => one.textContent.trim()),
      header: all('.gf-subtitle').map((one) => one.textContent)[0],
      classes: Object.fromEntries(classes) };
  });
}

async function colours(browser) {
  await browser.show(render(CHANGES, ['diff']), 'changes.svg');
  const amount = await look(browser);
  equal(amount.header, '191 ms \u2192 228 ms, +19 %', 'the header has both totals');
  equal(amount.legend.slice(0, 9), ['shrank by up to 60.0 ms', '30.0 ms', '15.0 ms', '7.50 ms',
    'within 0.5 %', '7.50 ms', '15.0 ms', '30.0 ms', 'grew by up to 60.0 ms'],
  'the legend is a scale of amounts');
  equal([amount.classes.flash, amount.classes.gemm, amount.classes.relu], ['w0', 'u4', 'w0'],
    'what takes as long as before is grey');
  await browser.press('a');
  const share = await look(browser);
  equal([share.legend[0], share.legend[1], share.legend[8]],
    ['share shrank by up to 100 %', '75 %', 'share grew by up to 100 %'], 'a scale of shares');
  equal([share.classes.flash, share.classes.gemm], ['v1', 'u2'], 'and its colours');
  ok((await browser.read()).hash.includes('by_share=1'), 'which the address keeps');
  await browser.button('by share').click();
  equal(await look(browser), amount, 'the button switches back');
  await browser.become({ width: 390, height: 844 });
  equal(await browser.page.evaluate(() => [document.querySelector('.gf-head').offsetHeight < 165,
    [...document.querySelectorAll('.gf-kinds > *')].every((one) =>
      one.getBoundingClientRect().right <= window.innerWidth)]), [true, true],
  'a phone shows the whole scale, and the graph soon');
  await browser.become({ height: 800 });
}

/* Only a comparison has changes to sort by. */
async function orders(browser) {
  const words = () => browser.page.locator('[aria-label=Order] button').allInnerTexts();
  equal(await words(), ['name', 'width', 'input', 'change'],
    'a comparison can be sorted by change');
  await browser.show(render('a 1\nb 2\n'), 'plain.svg', '#order=change');
  equal([await words(), (await browser.read()).frames.map((one) => one.label)],
    [['name', 'width', 'input'], ['all', 'a', 'b']], 'and no other picture');
  const svg = render('a 10 90\nb 50 50\nc 90 10\nd 0 30\n',
    ['diff', '--order', 'change']);
  await browser.show(svg, 'change.svg');
  equal([Array.from(svg.matchAll(/<title>(\w+) /g), ([, name]) => name),
    (await browser.read()).frames.map((one) => one.label)],
  [['all', 'a', 'd', 'b', 'c'], ['all', 'a', 'd', 'b', 'c']],
  '--order change sorts the still picture as the script does');
}

async function filters(browser) {
  const names = async () => (await browser.read()).frames.map((one) => one.aria.split(',')[0]);
  const only = (what) => browser.page.locator('.gf-kinds button', { hasText: what }).click();
  await only('new');
  equal(await names(), ['all', 'step', 'memset'], 'only what is new');
  await only('gone');
  const gone = await browser.read();
  equal(await names(), ['all', 'step', 'old'], 'only what is gone, in its place');
  equal(gone.chips.map((chip) => chip.slice(0, 17)), ['only what is gone'], 'as a chip says');
  await only('gone');
  ok((await names()).length > 6, 'and all again');
  await browser.startOver('#transforms=only-new.');
  equal(await names(), ['all', 'step', 'memset'], 'from an address');
  await browser.press('r t');
  const { table } = await browser.read();
  ok(/gemm/.test(table.find((row) => !/all|step|mlp/.test(row.at(-1))).at(-1)),
    'the table is sorted by change', JSON.stringify(table));
}

async function launches(browser) {
  const demo = path.join(BUILD, 'fixtures/demo.sqlite');
  if (!fs.existsSync(demo)) {
    console.log('# no ' + demo);
    return;
  }
  const words = ['-q', demo, '--kernel-names', 'family'];
  const all = draw(browser, 'all.svg', words);
  const fewer = draw(browser, 'fewer.svg', [...words, '--skip-steps', '1']);
  await browser.visit(draw(browser, 'fewer-diff.html', ['diff', '-q', all, fewer]));
  await browser.page.locator('.gf-list').first().waitFor();
  const { lists, high } = await browser.page.evaluate(() => ({
    lists: Array.from(document.querySelectorAll('.gf-list h2 span:first-child'),
      (one) => one.textContent),
    high: document.querySelector('svg').getBoundingClientRect().height - window.innerHeight,
  }));
  equal([lists, high], [['Shrank'], 0], 'a page of HTML is as the picture alone');
  await browser.visit(draw(browser, 'fewer-diff.svg', ['diff', '-q', all, fewer]));
  await browser.frame('flash_attention_backward').hover();
  const { tip } = await browser.read();
  ok(/count 18 \u2192 12/.test(tip) && /mean 378 \u00b5s(?! \u2192)/.test(tip),
    'the tooltip tells fewer launches from faster ones', tip);
}

main(async () => {
  const browser = await Browser.open({ width: 1200, height: 800, reduced: true });
  await colours(browser);
  await filters(browser);
  await orders(browser);
  await launches(browser);
  equal(browser.errors, [], 'no errors on the console');
});
