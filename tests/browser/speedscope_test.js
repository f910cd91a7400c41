/*
 * speedscope itself, as its package ships it, imports what `collapse --format`
 * writes: its own format, pprof's and Chrome's. Names and times are read back from
 * its table.
 */
'use strict';

const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');
const { equal, main, Browser, ROOT, GPUFLAME, execFileSync } = require('./harness.js');

const APP = path.join(ROOT, 'node_modules/speedscope/dist/release/index.html');

const STACKS = [
  'step;forward;flash <64>"fwd"\\ 4000000',
  'step;forward;gemm 2000000',
  'step;backward;gemm 3000000',
  '[CUDA memset] 1000000',
].join('\n') + '\n';

/* Frame -> [total, self] as the sandwich view shows them, "10.00ms (100%)". */
const SHOWN = {
  step: ['9.00ms', '0.00ns'],
  forward: ['6.00ms', '0.00ns'],
  backward: ['3.00ms', '0.00ns'],
  gemm: ['5.00ms', '5.00ms'],
  'flash <64>"fwd"\\': ['4.00ms', '4.00ms'],
  '[CUDA memset]': ['1.00ms', '1.00ms'],
};

async function table(browser) {
  await browser.page.keyboard.press('3');
  await browser.page.waitForSelector('table tr td');
  const rows = await browser.page.evaluate(() => Array.from(document.querySelectorAll('table tr'),
    (row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent)));
  return rows.filter((cells) => cells.length === 3);
}

async function imports(browser, format) {
  const file = path.join(browser.folder, 'stacks.' + format);
  fs.writeFileSync(path.join(browser.folder, 'in.folded'), STACKS);
  execFileSync(GPUFLAME,
    ['collapse', '--format', format, '-o', file, path.join(browser.folder, 'in.folded')]);
  /* as speedscope's own command hands over a file */
  const script = path.join(browser.folder, format + '.js');
  fs.writeFileSync(script, 'speedscope.loadFileFromBase64(' +
    JSON.stringify(path.basename(file)) + ', ' +
    JSON.stringify(fs.readFileSync(file).toString('base64')) + ')');
  await browser.page.goto('about:blank');
  await browser.page.goto(pathToFileURL(APP).href + '#localProfilePath=' + script);
  await browser.page.waitForSelector('canvas');
  const rows = await table(browser), shown = {};
  for (const [total, self, frame] of rows)
    shown[frame.trim()] = [total, self].map((cell) => cell.trim().split(' ')[0]);
  equal(Object.entries(shown).sort(), Object.entries(SHOWN).sort(), 'speedscope reads ' + format);
  equal(browser.errors, [], 'and has nothing to say against it');
  browser.errors.length = 0;
}

main(async () => {
  if (!fs.existsSync(APP)) {
    console.log('ok 1 - speedscope # SKIP node_modules/speedscope is absent: npm ci');
    return;
  }
  const browser = await Browser.open();
  for (const format of ['speedscope', 'pprof'])
    await imports(browser, format);
  await browser.close();
});
