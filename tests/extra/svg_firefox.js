/*
 * What a person does with a picture, in Firefox, light and dark: no error, and the same views as
 * in Chromium.
 */
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { ok, equal, finish, render, SCREENS } = require('../browser/harness.js');
const { TRAINING } = require('../browser/fixture.js');

const firefox = process.argv[3];

async function use(puppeteer, folder, dark) {
  const errors = [], name = dark ? 'dark' : 'light';
  const browser = await puppeteer.launch(
    { browser: 'firefox', executablePath: firefox, headless: true,
    extraPrefsFirefox: { 'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
      'ui.prefersReducedMotion': 1 } });
  try {
    const page = await browser.newPage(), press = async (keys) => {
      for (const key of keys.split(' '))
        await page.keyboard.press(key);
    };
    const see = (what) => page.waitForFunction(what, { timeout: 10000 })
      .then(() => true, () => false);
    const hash = () => page.evaluate(() => location.hash);
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.setViewport({ width: dark ? 2560 : 800, height: 700 });
    await page.goto(pathToFileURL(path.join(folder, 'flame.svg')).href);
    ok(await see(() => document.documentElement.getAttribute('data-ready') === '1'),
      name + ': the script has taken over');
    const shot = (what) => page.screenshot(
      { path: path.join(SCREENS, 'firefox-' + what + '-' + name + '.png') });
    await shot('view');
    await (await page.$('[aria-label^="backward"]')).click();
    equal(await hash(), '#zoom=Train%20step;backward', name + ': a click zooms');
    await page.evaluate(() => history.back());
    ok(await see(() => location.hash === '' && document.querySelectorAll('.gf-f').length > 25),
      name + ': back');
    await press('Home ArrowUp ArrowUp ArrowUp ArrowUp s');
    equal(await hash(), '#mode=sandwich&frame=mlp', name + ': keys make a sandwich');
    await shot('sandwich');
    await press('Escape Home ArrowUp ArrowUp ArrowUp ArrowUp h');
    equal(await page.evaluate(() => document.querySelector('.gf-chip').textContent),
      'hidden: mlp \u2715', name + ': keys hide');
    await press('u t /');
    await page.keyboard.type('cutlass');
    ok(await see(() => /^4 matches \u00b7 72/.test(
      document.querySelector('.gf-found').textContent)), name + ': a search');
    await press('Enter');
    ok(await see(() => /^1 of 4/.test(document.querySelector('.gf-found').textContent)),
      name + ': the next match');
    await shot('table');
    await page.reload();
    ok(await see(() => /^4 matches/.test(
      (document.querySelector('.gf-found') || document.documentElement).textContent)),
      name + ': a reload shows the same');
    const scale = () => page.evaluate(() => {
      const root = document.querySelector('.gf-f[data-n="0"] rect');
      return Math.round(100 * root.getBoundingClientRect().width / root.getAttribute('width'));
    });
    equal(await scale(), 100, name + ': a unit is a pixel beside scrollbars, too');
    await (await page.$('[aria-label^="mlp"]')).click({ button: 'right' });
    ok(await see(() => !document.querySelector('.gf-menu').hidden), name + ': the menu');
    await shot('menu');
    equal(errors, [], name + ': no errors on the console');
  } finally {
    await browser.close();
  }
}

(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpuflame-firefox-'));
  try {
    const puppeteer = (await import('puppeteer-core')).default;
    fs.mkdirSync(SCREENS, { recursive: true });
    fs.writeFileSync(path.join(folder, 'flame.svg'), render(TRAINING));
    await use(puppeteer, folder, false);
    await use(puppeteer, folder, true);
  } catch (error) {
    ok(false, 'the tests ran to their end', error.stack);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  finish();
})();
