/*
 * What browser tests share: Chromium on pages of files, TAP, and a way to ask
 * a picture about itself. Where node_modules or a browser is missing, tests are
 * skipped aloud.
 */
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { execFileSync, spawnSync } = require('child_process');
const { pathToFileURL } = require('url');

const ROOT = path.resolve(__dirname, '../..');
const BUILD = path.resolve(process.argv[2] || path.join(ROOT, 'build/release'));
const GPUFLAME = path.join(BUILD, 'gpuflame');
const SCREENS = path.join(ROOT, 'build/screens');
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium',
  '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--mute-audio', '--font-render-hinting=none'];

const opened = new Set();
let tests = 0, failed = 0;

function ok(passed, name, why) {
  tests++;
  failed += passed ? 0 : 1;
  console.log((passed ? 'ok ' : 'not ok ') + tests + ' - ' + name);
  if (!passed && why !== undefined)
    console.log(String(why).replace(/^/gm, '# '));
  return passed;
}

function equal(got, expected, name) {
  const a = JSON.stringify(got), b = JSON.stringify(expected);
  return ok(a === b, name, 'got      ' + a + '\nexpected ' + b);
}

function finish() {
  console.log('1..' + tests);
  process.exitCode = failed > 0 ? 1 : 0;
}

function skipAll(why) {
  console.log('ok 1 - browser tests # SKIP ' + why);
  console.log('1..1');
  process.exit(0);
}

/* The picture of what changed; stacks have two values, those before and after. */
function renderChange(folded, args) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpuflame-change-'));
  const files = ['before', 'after'].map((name, side) => {
    const text = folded.replace(/^(.*) (\S+) (\S+)$/gm,
      (line, stack, before, after) => stack + ' ' + (side === 0 ? before : after));
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  });
  const run = spawnSync(GPUFLAME, ['diff', '-f', 'svg', '--no-default-rules', '--preset', 'none',
    '--strip-numbers', 'none', '--title', 'Flame graph', '--order', 'name', ...files,
    ...args], { maxBuffer: 1 << 30 });
  fs.rmSync(folder, { recursive: true });
  if (run.status !== 0)
    throw new Error('gpuflame diff: ' + run.stderr);
  return run.stdout.toString('utf8');
}

/*
 * The picture that gpuflame draws of folded text (or of files named in `args`), as text; of what
 * changed where `args` begins with 'diff'.
 */
function render(folded, args) {
  if (args && args[0] === 'diff')
    return renderChange(folded, args.slice(1));
  const run = spawnSync(GPUFLAME, ['svg'].concat(args || []),
    { input: folded, maxBuffer: 1 << 30 });
  if (run.status !== 0)
    throw new Error('gpuflame svg: ' + run.stderr);
  return run.stdout.toString('utf8');
}

class Browser {
  /* width, height, dark, touch, reduced, scrollbars: of the window and of the person before it. */
  static async open(options) {
    const browser = new Browser();
    const executablePath = process.env.CHROMIUM || BROWSERS.find((file) => fs.existsSync(file));
    browser.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpuflame-browser-'));
    const o = Object.assign({ width: 1200, height: 800 }, options);
    const { chromium } = require('playwright-core'), profile = path.join(browser.folder, 'profile');
    browser.context = await chromium.launchPersistentContext(profile, {
      executablePath, headless: true, args: FLAGS,
      ignoreDefaultArgs: o.scrollbars ? ['--hide-scrollbars'] : [],
      viewport: { width: o.width, height: o.height },
      colorScheme: o.dark ? 'dark' : 'light', reducedMotion: o.reduced ? 'reduce' : 'no-preference',
      hasTouch: Boolean(o.touch),
    });
    if (executablePath.endsWith('headless-shell')) /* Chromium grants it to a user's keys */
      await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    browser.dark = Boolean(o.dark);
    opened.add(browser);
    browser.page = browser.context.pages()[0] || await browser.context.newPage();
    browser.page.setDefaultTimeout(30000); /* what takes longer hangs, however busy the machine */
    browser.errors = [];
    browser.shown = 0;
    browser.page.on('pageerror', (error) => browser.errors.push(error.message));
    browser.page.on('console', (message) => {
      if (message.type() === 'error')
        browser.errors.push(message.text());
    });
    browser.page.on('dialog', (dialog) => {
      browser.errors.push('dialog: ' + dialog.message());
      dialog.dismiss();
    });
    return browser;
  }

  /* Another window before another person, in a fraction of the time that opening one takes. */
  async become({ width = 1200, height = 800, dark = false, reduced = true }) {
    this.dark = dark;
    await this.page.setViewportSize({ width, height });
    await this.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light',
      reducedMotion: reduced ? 'reduce' : 'no-preference' });
  }

  /* Write `text` to a file and open it; wait until its script has taken over. */
  async show(text, name, hash) {
    /* each in a file of its own: the same one would be loaded by way of about:blank */
    const file = path.join(this.folder, ++this.shown + '-' + (name || 'flame.svg'));
    fs.writeFileSync(file, text);
    await this.visit(file, hash);
  }

  async visit(file, hash) {
    const { href } = pathToFileURL(file);
    if (this.page.url().replace(/#.*/, '') === href)
      await this.page.goto('about:blank'); /* another part of the same page would not be loaded */
    await this.page.goto(href + (hash || ''));
    await this.ready();
  }

  /*
   * The page that is open, as its address `hash` opens it, in a fraction of the time that
   * loading takes. Only the steps of undo stay from before.
   */
  startOver(hash) {
    return this.page.evaluate((to) => {
      const svg = document.querySelector('svg[data-gf]'), find = (what) => svg.querySelector(what);
      delete svg.dataset.theme;
      find('.gf-status').textContent = '';
      find('.gf-menu').hidden = find('.gf-help').hidden = true;
      const start = document.createElementNS(svg.namespaceURI, 'g'); /* for the Tab key */
      svg.prepend(start);
      start.tabIndex = 0;
      start.focus({ preventScroll: true });
      start.remove();
      const visit = (address) => {
        history.replaceState(null, '', location.href.replace(/#.*/, '') + address);
        window.dispatchEvent(new window.Event('hashchange'));
      };
      if (location.hash === to)
        visit('#from=0&to=0.5'); /* what is shown already would not be drawn again */
      visit(to);
    }, hash || '');
  }

  /*
   * Wait until `is(given)` on the page. Playwright's waitForFunction() would have each page compile
   * its script for finding elements, a fifth of the time that loading a page takes.
   */
  async until(is, given) {
    let timer;
    const late = new Promise((_, fail) => {
      timer = setTimeout(() => fail(new Error('30 s, and not yet: ' + is)), 30000);
    });
    try {
      await Promise.race([late, this.page.evaluate('new Promise((done, fail) => {' +
        'const is = ' + is + ', look = () => { try {' +
        'is(' + JSON.stringify(given) + ') ? done() : requestAnimationFrame(look);' +
        '} catch (error) { fail(error); } }; look(); })')]);
    } finally {
      clearTimeout(timer);
    }
  }

  ready() {
    return this.until(() => {
      const all = Array.from(document.querySelectorAll('svg[data-gf]'));
      return all.length > 0 && all.every((svg) => svg.getAttribute('data-ready') === '1');
    });
  }

  /* Everything on the page that matters, as plain data: frames as drawn and what the texts say. */
  async read(nth) {
    await this.ready();
    return this.page.evaluate((n) => {
      const svg = document.querySelectorAll('svg[data-gf]')[n],
        all = (what) => Array.from(svg.querySelectorAll(what));
      const number = (element, key) => parseFloat(element.getAttribute(key));
      const text = (what) => (svg.querySelector(what) || { textContent: '' }).textContent;
      const frames = all('.gf-frames .gf-f').map((frame) => {
        const rect = frame.querySelector('rect'), label = frame.querySelector('text');
        return { n: number(frame, 'data-n'), x: number(rect, 'x'), y: number(rect, 'y'),
          w: number(rect, 'width'), label: label ? label.textContent : '',
          aria: frame.getAttribute('aria-label') || '', hit: frame.classList.contains('gf-hit') };
      });
      /* in hundredths of a pixel, along the lower edge of a row */
      const thin = (what) => all('.gf-thin' + what).map((one) => {
        const d = one.getAttribute('d'), [x, low] = d.slice(1).split(/[ h]/).map(Number);
        let left = x, w = 0;
        return Array.from(d.matchAll(/h(\d+)v-(\d+)h(\d+)v/g), ([, gap, height, width]) => {
          left += w + +gap;
          w = +width;
          return 'M' + left / 100 + ' ' + (low - height) + 'h' + w / 100;
        }).join(' ');
      }).join();
      return { frames, thin: thin(':not(.gf-more)'), thinRests: thin('.gf-more'),
        more: all('.gf-frames .gf-more').length, details: text('.gf-line'),
        found: text('.gf-found'), left: text('.gf-left'),
        chips: all('.gf-chip').map((one) => one.textContent),
        table: all('.gf-table tbody tr')
          .map((one) => Array.from(one.cells, (cell) => cell.textContent)),
        menu: all('.gf-menu > *').map((one) => one.textContent),
        status: text('.gf-status'), tip: text('.gf-tip'), hash: location.hash,
        width: svg.getBoundingClientRect().width,
        marks: (svg.querySelector('.gf-marks').getAttribute('d').match(/M/g) || []).length,
        focused: document.activeElement && document.activeElement.getAttribute('aria-label') };
    }, nth || 0);
  }

  /* The frame whose label for the ear begins with `name`. */
  frame(name, nth) {
    return this.page.locator('svg[data-gf]').nth(nth || 0)
      .locator('.gf-frames [aria-label^=' + JSON.stringify(name) + ']').first();
  }

  button(name, nth) {
    return this.page.locator('svg[data-gf]').nth(nth || 0).locator('button', { hasText: name })
      .first();
  }

  /* Keys, one after the other: "Home ArrowUp Enter". */
  async press(keys) {
    for (const key of keys.split(' '))
      await this.page.keyboard.press(key);
  }

  /* To the button or field of this name: by Tab from group to group, by arrows in each. */
  async tabTo(name) {
    const state = () => this.page.evaluate((text) => {
      const is = (one) => ['aria-label', 'title'].some((key) =>
        one?.getAttribute(key)?.startsWith(text));
      const on = document.activeElement, group = on?.closest('.gf-bar, .gf-way, .gf-list');
      return is(on) ? 'there' : on?.localName === 'button' && group &&
        [...group.querySelectorAll('button:not(:disabled)')].some(is) ? 'near' : 'far';
    }, name);
    for (let i = 0; i < 60; i++) {
      await this.press('Tab');
      let at = await state();
      for (let j = 0; j < 60 && at === 'near'; j++) {
        await this.press('ArrowRight');
        at = await state();
      }
      if (at === 'there')
        return;
    }
    throw new Error('no keys lead to ' + name);
  }

  /* What is in the search field, a moment later: the picture waits for more letters. */
  async searched(text) {
    await this.until(
      (q) => new RegExp('find=' + q.replace(/[^a-z]/g, '.') + '(&|$)')
      .test(decodeURIComponent(location.hash)), text);
  }

  /* For people, of what failed or, with SCREENS=all, of everything: build/screens/NAME.png. */
  async screenshot(name, always) {
    if (!always && process.env.SCREENS !== 'all')
      return;
    fs.mkdirSync(SCREENS, { recursive: true });
    await this.page.screenshot({ path: path.join(SCREENS, name + '.png') });
  }

  async close() {
    opened.delete(this);
    await this.context.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/* Run a file's tests: skip where there is no browser, fail when they throw. */
async function main(run) {
  if (!fs.existsSync(path.join(ROOT, 'node_modules/playwright-core')))
    skipAll('node_modules is missing; npm ci');
  if (!process.env.CHROMIUM && !BROWSERS.some((file) => fs.existsSync(file)))
    skipAll('no Chromium');
  try {
    await run();
  } catch (error) {
    ok(false, 'the tests ran to their end', error.stack);
  }
  finish();
  for (const browser of opened)
    await browser.close();
}

/* What these modules of the script export, for tests without a browser. */
async function modules(names) {
  const files = names.map((name) => pathToFileURL(path.join(ROOT, 'svg/js', name + '.js')));
  return Object.assign({}, ...await Promise.all(files.map((file) => import(file))));
}

module.exports = { ok, equal, finish, main, modules, render, Browser, ROOT, BUILD, GPUFLAME,
  SCREENS, execFileSync };
