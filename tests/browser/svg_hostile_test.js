/*
 * Untrusted names are shown as text, before and after every interaction. The page counts
 * what would show that one of them ran.
 */
'use strict';

const { ok, equal, main, render, Browser } = require('./harness.js');

const BREAK = ['<script>window.ran=1</script>', '</script><script>window.ran=2</script>',
  ']]><script>window.ran=3</script>',
  '"><img src=x onerror="window.ran=4">', "' onmouseover='window.ran=5' x='",
  'javascript:window.ran=6', '<svg onload=window.ran=7>',
  '${window.ran=8}', '{{constructor.constructor("window.ran=9")()}}',
  '</title><a href="javascript:window.ran=10">x</a>',
  '&lt;b&gt;&amp;&#x22;', '<!-- x --> <![CDATA[',
  '</metadata></svg><iframe srcdoc="<script>parent.ran=11</script>">', '__proto__', 'constructor',
  'toString', '\\u003cscript\\u003e', '%3Cscript%3E', 'a*2', '$&', 'line\u2028sep\u2029end',
  'evil\u202Etxt.exe\u2066\u2069', 'zero\u200b\u200d\ufeffwidth',
  '\u0001\u001b[31mred\u0007', 'style="position:fixed"', '日本語 🙂 ünïcode', '(a+)+$'];

const HANGS_MS = 30000; /* what takes longer hangs, however busy the machine is */

/* Everything that a person can do, one after the other. */
async function useAll(browser, name) {
  const { page } = browser, key = (text) => page.keyboard.press(text),
    wait = () => page.waitForTimeout(1);
  await page.locator('.gf-frames .gf-f[data-n="1"] rect').hover({ force: true });
  await page.locator('.gf-frames .gf-f[data-n="1"] rect').click({ force: true });
  for (const one of ['ArrowUp', 'ArrowDown', 'm', 'Escape', 'c', 'Shift+C', 's', 'Escape', 'u', 'f',
      'u', 'h', 'u', 'l', 'l', 'o', 'i', 'e', 't']) {
    await key(one);
    await wait();
  }
  await page.locator('.gf-table tbody button').first().click();
  await key('t');
  await key('/');
  await page.keyboard.insertText(name);
  const held = await page.evaluate(() => document.querySelector('.gf-search input').value);
  await key('Enter');
  await key('Escape');
  await page.waitForTimeout(150); /* what was typed has been searched, and frames drawn anew */
  await page.locator('.gf-frames .gf-f[data-n="1"] rect').click({ button: 'right', force: true });
  await key('Escape');
  await page.goBack();
  await page.reload();
  await browser.ready();
  return held;
}

async function suspects(browser) {
  return browser.page.evaluate(() => ({
    ran: String(window.ran), scripts: document.getElementsByTagName('script').length,
    foreign: document.querySelectorAll('img, iframe, object, embed').length,
    handlers: Array.from(document.querySelectorAll('*'))
      .filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).length,
    links: Array.from(document.querySelectorAll('a'))
      .filter((a) => !/^https?:/.test(a.getAttribute('href'))).length,
  }));
}

const CLEAN = { ran: 'undefined', scripts: 0, foreign: 0, handlers: 0, links: 0 };

async function eachName(browser) {
  for (const name of BREAK) {
    const frame = name.replace(/;/g, ':');
    await browser.show(
      render(frame + ';' + frame + ' 10\n' + frame + ';leaf 5\n', ['--title', name]),
      'hostile.svg');
    equal(await suspects(browser), CLEAN, 'static: ' + JSON.stringify(name));
    const typed = await useAll(browser, name);
    equal(typed, name, 'typed: ' + JSON.stringify(name));
    equal(await suspects(browser), CLEAN, 'used: ' + JSON.stringify(name));
  }
}

async function oddNames(browser) {
  const { page } = browser;
  await browser.show(render('evil\u202Etxt\u200b;x 1\n'));
  let now = await browser.read();
  equal(now.frames.find((f) => f.n === 1).label, 'evil<U+202E>txt<U+200B>',
    'what deceives is spelled out');
  await browser.show(render('f' + 'x'.repeat(1 << 20) + 'end;leaf 1\n'));
  await page.locator('.gf-f[data-n="1"]').hover();
  now = await browser.read();
  ok(now.tip.length < 1000 && now.tip.startsWith('fxxx') && now.tip.includes('xend'),
    'a name of a megabyte is cut for the eye', now.tip.length);
  ok(now.frames.find((f) => f.n === 1).label.includes('…'), 'and in its frame');
  await page.locator('.gf-f[data-n="1"]').click();
  ok((await browser.read()).hash.length < 400, 'and in the address');
  for (const key of ['s', 'u', 'l', 'u', 't', 'm'])
    await page.keyboard.press(key);
  equal(browser.errors, [], 'nothing fails on it');
}

/* Addresses are untrusted, too. */
async function addresses(browser) {
  const svg = render('a;b 1\n' + 'a'.repeat(4000) + '! 1\n'); /* for the pattern (a+)+$ */
  for (const hash of ['#zoom=<script>window.ran=1</script>',
      '#find=%3Cimg%20src=x%20onerror=window.ran=2%3E', '#frame="><script>&mode=sandwich',
      '#transforms=' + 'hide.a;'.repeat(5000),
      '#transforms=merge.a;<b>;collapse.%22%3E;.;keep-matches.~/(a+)%2B$/',
    '#query=(a+)%2B$&same_case=1', '#from=0&to=1e-30&order=x&__proto__=1&constructor=2',
    '#transforms=keep-kind.%22%5D&table=<b>', '#%', '#&&&==&',
    '#from=0.5&to=0.5', '#from=NaN&to=Infinity']) {
    await browser.show(svg, 'address.svg', hash);
    equal(await suspects(browser), CLEAN, 'address ' + hash.slice(0, 60));
  }
}

async function sizes(browser) {
  const { page } = browser, answers = async (what, run) => {
    let timer;
    const hangs = new Promise((done) => { timer = setTimeout(done, HANGS_MS, false); });
    ok(await Promise.race([run().then(() => true), hangs]), what + ' is answered');
    clearTimeout(timer);
  };
  const deep = 'f;'.repeat(999999) + 'leaf 1\n',
    wide = Array.from({ length: 100000 }, (_, i) => 'k' + i + ' 1\n').join('');
  for (const [name, text] of [['1,000,000 levels', deep], ['100,000 brothers', wide]]) {
    await browser.show(render(text));
    for (const key of ['ArrowUp', 'Enter', 'r', 'o', 'i', 't', 't', 'l', 'l', 'u'])
      await answers(name + ': ' + key,
        () => page.keyboard.press(key).then(() => page.evaluate(() => 0)));
    await answers(name + ': search', async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('/leaf|k77/');
      await page.keyboard.press('Enter');
      await page.evaluate(() => 0);
    });
    ok(/^1 of /.test((await browser.read()).found), name + ': a match is found and shown',
      (await browser.read()).found);
  }
}

main(async () => {
  const browser = await Browser.open({ width: 600, height: 500, reduced: true });
  await eachName(browser);
  await oddNames(browser);
  await addresses(browser);
  browser.errors = [];
  await sizes(browser);
  equal(browser.errors, [], 'no errors on the console');
});
