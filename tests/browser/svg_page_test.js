/*
 * Where a picture may be shown: windows of all sizes, light and dark, on pages with others, under a
 * policy, on paper, without a script.
 */
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const { ok, equal, main, render, Browser, GPUFLAME, execFileSync } = require('./harness.js');
const { TRAINING } = require('./fixture.js');

const AFTER = TRAINING.replace(/;mlp;fc;(.*) 61000000/, ';mlp;fused;$1 40000000')
  .replace(/88000000/, '120000000');

/* Do boxes that people see overlap, stick out of the window, or cover the frames? */
async function overlaps(page) {
  return page.evaluate(() => {
    const box = (one) => one.getBoundingClientRect(), bad = [],
      seen = (one) => box(one).width > 0 && one.getClientRects().length > 0;
    const all = (what) => Array.from(document.querySelectorAll(what)).filter(seen),
      wide = document.documentElement.clientWidth || window.innerWidth;
    const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const small = all(
      '.gf-group > button, .gf-search input, .gf-found, .gf-kinds > *, ' +
        '.gf-chips > *, .gf-title, .gf-subtitle, .gf-line > *');
    small.forEach((a, i) => small.slice(i + 1)
      .forEach((b) => meets(box(a), box(b)) &&
        bad.push(a.textContent + ' meets ' + b.textContent)));
    small.forEach((a) => (box(a).right > wide + 1 || box(a).left < -1) &&
      bad.push(a.textContent + ' sticks out'));
    all('.gf-table tbody button').forEach(
      (a) => a.scrollWidth > a.clientWidth && bad.push(a.textContent + ' is cut off in the table'));
    const frames = all('.gf-f rect'), walls = all('.gf-head, .gf-foot, .gf-table');
    frames.forEach(
      (a) => walls.forEach((b) => meets(box(a), box(b)) &&
        bad.push('a frame is under ' + b.className)));
    all('.gf-f text, .gf-more-text').forEach((a) => {
      const room = box(a.parentNode.querySelector('rect, path'));
      if (box(a).right > room.right + 1)
        bad.push(a.textContent + ' is wider than its frame');
    });
    return bad;
  });
}

/* The worst contrast of texts on the page with what is behind them. */
async function contrast(page) {
  return page.evaluate(() => {
    const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas')
      .getContext('2d', { willReadFrequently: true });
    const rgb = (colour, under) => {
      canvas.fillStyle = under || '#fff';
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data;
    };
    const light = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => {
      const c = colour[i] / 255;
      return sum + share * (c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
    }, 0.05);
    const ratio = (a, b) => Math.max(light(a), light(b)) / Math.min(light(a), light(b));
    let worst = { ratio: 21, text: '' };
    const judge = (text, front, back) => {
      const now = ratio(rgb(front, back), rgb(back));
      if (now < worst.ratio)
        worst = { ratio: now, text: text + ' ' + front + ' on ' + back };
    };
    const around = getComputedStyle(document.querySelector('.gf-head')).backgroundColor;
    const faded = ({ fill, fillOpacity }, under) => 'rgb(' + rgb(fill.replace(/^rgb(.*)\)/,
      `rgba$1, ${fillOpacity})`), under).slice(0, 3).join() + ')';
    document.querySelectorAll('.gf-f text').forEach((one) => {
      const back = faded(getComputedStyle(one.parentNode.querySelector('rect')), around);
      judge(one.textContent, faded(getComputedStyle(one), back), back);
    });
    document.querySelectorAll('.gf-html *').forEach((one) => {
      if (!Array.from(one.childNodes).some((node) => node.nodeType === 3 && node.data.trim()) ||
          one.disabled || one.getClientRects().length === 0)
        return;
      let back = one;
      while (back && /, 0\)$|transparent/.test(getComputedStyle(back).backgroundColor))
        back = back.parentElement;
      judge(one.textContent, getComputedStyle(one).color,
        getComputedStyle(back || one).backgroundColor);
    });
    return worst;
  });
}

async function windows(browser, svg, diff) {
  for (const width of [800, 1200, 2560]) {
    for (const dark of [false, true]) {
      const { page } = browser, name = width + (dark ? '-dark' : '-light');
      await browser.become({ width, height: 900, dark });
      await browser.show(svg);
      await browser.screenshot('view-' + name);
      const now = await browser.read();
      equal([now.width, now.frames.find((f) => f.n === 0).w], [width, width - 20],
        name + ': as wide as the window');
      equal(await overlaps(page), [], name + ': nothing overlaps');
      await page.keyboard.press('t');
      await page.keyboard.press('/');
      await page.keyboard.type('/gemm|flash/');
      await page.waitForFunction(() => /find/.test(location.hash));
      await page.keyboard.press('Enter');
      await browser.frame('all').hover();
      await browser.screenshot('table-' + name);
      equal(await overlaps(page), [], name + ': nor with the table and a search');
      const worst = await contrast(page);
      ok(worst.ratio >= 4.5, name + ': contrast of text', JSON.stringify(worst));
      await page.keyboard.press('Escape');
      await page.keyboard.press('r');
      await page.keyboard.press('t');
      await browser.frame('attention').click({ button: 'right' });
      await browser.screenshot('menu-' + name);
      ok((await contrast(page)).ratio >= 4.5, name + ': of the menu');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await browser.screenshot('keys-' + name);
      const help = await page.locator('.gf-help').boundingBox();
      ok(help.x >= 0 && help.x + help.width <= width && help.y >= 0 && help.y + help.height <= 900,
        name + ': the keys fit');
      await page.keyboard.press('Escape');
      await browser.frame('attention').click({ button: 'right' });
      await browser.button('sandwich:').click();
      await browser.screenshot('sandwich-' + name);
      equal(await overlaps(page), [], name + ': nor in a sandwich');
      if (diff) {
        await browser.show(diff);
        await browser.frame('Layer').hover();
        await browser.screenshot('diff-' + name);
        ok((await contrast(page)).ratio >= 4.5, name + ': of a comparison',
          JSON.stringify(await contrast(page)));
      }
      equal(browser.errors, [], name + ': no errors on the console');
    }
  }
}

async function resizing(browser, svg) {
  const { page } = browser;
  await browser.become({});
  await browser.show(svg);
  const label = async () => (await browser.read())
    .frames.find((f) => f.aria.startsWith('void flash')).label, narrow = await label();
  await browser.press('Home ArrowUp');
  await page.setViewportSize({ width: 2000, height: 700 });
  await page.waitForFunction(
    () => document.querySelector('.gf-f[data-n="0"] rect').getAttribute('width') === '1980');
  ok((await label()).length > narrow.length, 'a wider window: frames and labels grow',
    narrow + ' ' + await label());
  ok(/^Train step,/.test((await browser.read()).focused), 'and the focus stays on its frame',
    (await browser.read()).focused);
  await page.setViewportSize({ width: 500, height: 700 });
  await page.waitForFunction(
    () => document.querySelector('.gf-f[data-n="0"] rect').getAttribute('width') === '480');
  equal(await overlaps(page), [], 'a narrow one: nothing overlaps');
  await browser.show(
    render('a 1\n',
      ['--title', 'begin ' + 'long '.repeat(30) + 'end', '--subtitle',
        'begin ' + 'long '.repeat(50) + 'end']));
  equal(await overlaps(page), [], 'long titles fit');
  await page.setViewportSize({ width: 2560, height: 800 });
  await page.waitForFunction(
    () => document.querySelector('.gf-f[data-n="0"] rect').getAttribute('width') === '2540');
  await browser.press('Home ArrowUp h');
  equal((await browser.read()).frames.map((f) => [f.label, f.w]), [['all', 2540]],
    'with all hidden the root still shows');
  await page.setViewportSize({ width: 1200, height: 800 });
  await browser.show(svg);
  await page.keyboard.press('d');
  ok(await page.evaluate(
    () => getComputedStyle(document.documentElement).getPropertyValue('--gf-bg1') !== '#fcfcfd'),
    'the toggle turns light into dark');
  const deep = render('a;b;c;d;e;f;g;h;'.repeat(12) + 'k 1\n');
  await browser.show(deep);
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.waitForFunction(
    () => Math.abs(document.querySelector('.gf-head').getBoundingClientRect().top) < 2);
  ok(Math.abs((await page.locator('.gf-foot').boundingBox()).y +
    (await page.locator('.gf-foot').boundingBox()).height - 800) < 2,
    'bar and details stay in sight');
}

/* Bars that take room come and go with the picture's height: a unit stays a pixel. */
async function scrollbars(svg) {
  const browser = await Browser.open({ width: 800, height: 500, reduced: true, scrollbars: true }),
    { page } = browser;
  const fits = async (what) => ok(await page.waitForFunction(() => {
    const svg_box = document.documentElement.getBoundingClientRect(),
      rect = document.querySelector('.gf-f[data-n="0"] rect');
    const drawn = rect.getBoundingClientRect().width, width = +rect.getAttribute('width');
    return Math.abs(drawn - width) < 0.1 && Math.abs(width + 20 - svg_box.width) < 1 &&
      svg_box.right <= document.documentElement.clientWidth;
  }).then(() => true, () => false), what);
  await browser.show(render('a;b;c;d;e;f;g;h;'.repeat(12) + 'k 1\n'));
  await fits('a picture higher than its window');
  ok(await page.evaluate(() => document.documentElement.getBoundingClientRect().width) < 800,
    'beside a scrollbar');
  await browser.show(svg);
  await fits('one that fits');
  await page.keyboard.press('t');
  await fits('with a table it does not');
  await page.keyboard.press('t');
  await fits('and fits again');
  equal(browser.errors, [], 'scrollbars: no errors');
  await browser.close();
}

/* Styles of the page for its own text and links do not apply to the picture. */
async function foreignPage(browser) {
  const { page } = browser, text = 'a;some_kernel_name 5\nb 3\n';
  const inside = () => page.evaluate(
      () => Array.from(document.querySelectorAll('.gf-frames g > text'), (label) => {
    const [l, r] = [label, label.parentNode.querySelector('rect')].map(
      (one) => one.getBoundingClientRect());
    return l.left >= r.left && l.right <= r.right;
  }).join());
  for (const args of [['--width', '400', '--no-javascript'], ['--width', '400']]) {
    const html = '<!DOCTYPE html><html dir="rtl"><meta charset="utf-8">' +
      '<base href="https://example.org/"><title>t</title>' +
      '<div style="letter-spacing:9px;text-transform:uppercase;font-weight:bold">' +
      render(text, args).replace(/^<\?xml.*?\?>\s*/, '') + '</div>';
    const file = path.join(browser.folder, 'foreign.html');
    fs.writeFileSync(file, html);
    await page.goto('about:blank');
    await page.goto('file://' + file);
    if (args.length === 2)
      await browser.ready();
    equal(await inside(), 'true,true,true,true',
      'labels stay in their frames on a page from right to left ' + args.join(' '));
  }
  await browser.frame('a,').click();
  equal((await browser.read()).hash, '#gf1.zoom=a',
    'the address is written where the page has a <base>');
}

async function several(browser, svg) {
  const { page } = browser, inline = (text) => text.replace(/^<\?xml.*?\?>\s*/, ''),
    other = render('x;y 3\nx;z 1\n', ['--title', 'Second']);
  await browser.show(
    '<!DOCTYPE html><meta charset="utf-8"><title>t</title><h1 id="top">Two</h1><div>' +
    inline(svg) + '</div><div>' + inline(other) + '</div><p>end',
    'page.html', '#top');
  await browser.frame('backward', 0).click();
  await page.locator('svg[data-gf]').nth(1).locator('.gf-f[data-n="1"]').click();
  const [first, second] = [await browser.read(0), await browser.read(1)];
  equal(first.hash, '#top&gf1.zoom=Train%20step;backward&gf2.zoom=x',
    'two pictures on a page: each has its part of the address');
  equal([first.frames[0].aria.split(',')[1], second.frames[0].aria.split(',')[1]],
    [' 430 ms', ' 4 ns'], 'and its data');
  await page.keyboard.press('i');
  await page.keyboard.press('/');
  await page.keyboard.type('/y|mlp/');
  await page.waitForFunction(() => /gf2.find/.test(location.hash));
  equal((await browser.read(0)).frames.filter((f) => f.hit).length, 0,
    'a search in one does not touch the other');
  ok((await browser.read(1)).frames.filter((f) => f.hit).length === 1 &&
    !/gf1.inverted/.test((await browser.read(0)).hash), 'nor do keys');
  await page.reload();
  await browser.ready();
  equal((await browser.read(1)).frames.filter((f) => f.hit).length, 1,
    'both come back from the address');
  await browser.screenshot('page');
}

async function policy(browser, svg) {
  const hash = (text) => "'sha256-" + crypto.createHash('sha256').update(text).digest('base64') +
    "'";
  const parts = await browser.page.evaluate((text) => {
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
    return ['script', 'style'].map((tag) => picture.querySelector(tag).textContent);
  }, svg);
  const rules = "default-src 'none'; script-src " + hash(parts[0]) + '; style-src ' +
    hash(parts[1]);
  await browser.show(
    '<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="' +
    rules + '"><title>t</title>' +
    svg.replace(/^<\?xml.*?\?>\s*/, ''), 'policy.html');
  await browser.frame('backward').click();
  await browser.page.keyboard.press('t');
  await browser.frame('mlp').click({ button: 'right' });
  ok((await browser.read()).hash.includes('zoom=') &&
    await browser.page.locator('.gf-menu').isVisible(),
    'works under a policy that allows script and style by hash');
  equal(browser.errors, [], 'which nothing breaks');
  const script_alone = rules.replace(/; style-src.*/, ''),
    colours = () => browser.page.evaluate(() =>
    ['.gf-frames .gf-m0 rect', '.gf-frames .gf-r0 rect', '.gf-frames text', '.gf-title'].map(
      (one) => getComputedStyle(document.querySelector(one)).fill));
  const with_style = await colours();
  await browser.show(
    '<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="' +
    script_alone + '"><title>t</title>' +
    svg.replace(/^<\?xml.*?\?>\s*/, ''), 'script.html');
  equal(await colours(), with_style, 'and under one that allows the script by hash and no style');
  browser.errors = [];
}

/*
 * On paper: light in any theme, without the bar, and the legend below the frames, however many
 * rows there are.
 */
async function onPaper(browser, svg) {
  const { page } = browser;
  await browser.become({ dark: true });
  await browser.show(svg, 'flame.svg', '#zoom=Train%20step;forward;Layer;mlp');
  await browser.press('d d');
  equal(await page.evaluate(() => document.documentElement.getAttribute('data-theme')), 'dark',
    'dark is chosen');
  for (const [what, key] of [['a zoom', 'Home'], ['a sandwich', 's'], ['leaves first', 'l'],
      ['an icicle', 'i']]) {
    await browser.press(key);
    await page.emulateMedia({ media: 'print' });
    await page.waitForSelector('.gf-paper');
    const seen = await page.evaluate(() => {
      const box = (one) => one.getBoundingClientRect(),
        all = (selector) => Array.from(document.querySelectorAll(selector));
      const style = (one) => getComputedStyle(document.querySelector(one));
      return { shown: ['.gf-bar', '.gf-head .gf-title', '.gf-f text', '.gf-list .gf-what'].map(
        (one) => document.querySelector(one).getClientRects().length > 0),
        pale: style('.gf-f.gf-r0 rect, .gf-f.gf-r1 rect').fill.match(/\d+/g)
          .every((level) => +level > 150),
        under: Math.max(...all('.gf-f rect').map((one) => box(one).bottom)) < Math.min(
          ...all('.gf-list').map((one) => box(one).top)),
        title: box(document.querySelector('.gf-head .gf-title')).top >= 0,
        inside: all('.gf-list, .gf-kinds > *').every((one) => box(one).bottom <= box(
          document.documentElement).bottom && box(one).right <= window.innerWidth) };
    });
    equal([seen.shown, seen.pale, seen.under, seen.title, seen.inside],
      [[false, true, true, true], true, true, true, true], 'on paper: ' + what);
    await browser.screenshot('print-' + key);
    await page.emulateMedia({ media: null });
  }
  equal(browser.errors, [], 'on paper: no errors');
}

/* Viewers that run no script: titles are in the file, colours follow the theme. */
async function asImage(browser, svg) {
  for (const dark of [false, true]) {
    const { page } = browser, name = 'img-' + (dark ? 'dark' : 'light');
    await browser.become({ width: 1300, height: 400, dark });
    fs.writeFileSync(path.join(browser.folder, 'flame.svg'), svg);
    fs.writeFileSync(path.join(browser.folder, 'page.html'),
      '<!DOCTYPE html><meta charset="utf-8"><title>t</title>' +
      '<body style="margin:0"><img src="flame.svg" alt="flame graph">');
    await page.goto('file://' + path.join(browser.folder, 'page.html'));
    await page.waitForFunction(() => document.images[0].complete);
    equal(await page.evaluate(() => document.images[0].naturalWidth), 1200,
      name + ': has its size');
    const shot = (await page.screenshot()).toString('base64');
    const colours = await page.evaluate(async (data) => {
      const image = document.createElement('img');
      image.src = 'data:image/png;base64,' + data;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d'), seen = new Set();
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      for (let i = 0; i < pixels.length; i += 4)
        seen.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
      return Array.from(seen, (one) => '#' + one.toString(16).padStart(6, '0'));
    }, shot);
    const theme = new RegExp('{--gf-bg1.*')
      .exec(svg.split(dark ? '[data-theme=dark]' : '<style>').pop())[0];
    for (const kind of ['r0', 'm0', 'a0', 'e0', 'c0'])
      ok(colours.includes(new RegExp('--gf-' + kind + ':(#\\w+)').exec(theme)[1]),
        name + ': the colour of ' + kind);
    await browser.screenshot(name);
  }
}

/* No movement for a person who asks for less of it; otherwise views fade in. */
async function moving(browser, svg) {
  for (const reduced of [false, true]) {
    await browser.become({ reduced });
    await browser.show(svg);
    await browser.frame('backward').click();
    const moves = await browser.page.evaluate(() => {
      const styles = Array.from(document.querySelectorAll('*'), (one) => getComputedStyle(one));
      return styles.filter((one) => one.animationName !== 'none' ||
        parseFloat(one.transitionDuration) > 0).length;
    });
    ok(reduced ? moves === 0 : moves > 0,
      reduced ? 'reduced motion: nothing moves' : 'else views fade in', moves);
  }
}

async function withoutScript(browser, svg) {
  const file = path.join(browser.folder, 'static.svg');
  fs.writeFileSync(file, svg.replace(/<script>[^]*<\/script>/, ''));
  await browser.page.goto('file://' + file);
  const seen = await browser.page.evaluate(
    () => [document.querySelectorAll('.gf-frames title').length > 20,
      document.querySelectorAll('.gf-legend .gf-key').length > 4,
    document.querySelectorAll('.gf-frames text').length > 10]);
  equal(seen, [true, true, true],
    'without a script it is still a picture with titles and a legend');
  await browser.screenshot('static');
  fs.writeFileSync(path.join(browser.folder, 'bad.svg'),
    svg.replace(/(<metadata[^>]*>).*?(<\/metadata>)/s, '$1eJw=$2'));
  await browser.page.goto('file://' + path.join(browser.folder, 'bad.svg'));
  await browser.page.waitForFunction(
    () => /stays as it is/.test(document.querySelector('.gf-details').textContent));
  ok(await browser.page.locator('.gf-frames > g').count() > 20,
    'damaged data: the picture stays, and says so');
}

main(async () => {
  const svg = render(TRAINING);
  const before = path.join(require('os').tmpdir(), 'gpuflame-before-' + process.pid),
    after = before + '-after';
  fs.writeFileSync(before, TRAINING);
  fs.writeFileSync(after, AFTER);
  let diff = null;
  try {
    diff = execFileSync(GPUFLAME, ['diff', '-q', '-f', 'svg', before, after], { encoding: 'utf8' });
  } catch (error) {
    console.log('# ' + error.message);
  }
  ok(diff !== null, 'two files are compared');
  fs.rmSync(before);
  fs.rmSync(after);
  const browser = await Browser.open({ reduced: true });
  await windows(browser, svg, diff);
  await resizing(browser, svg);
  await foreignPage(browser);
  await several(browser, svg);
  await policy(browser, svg);
  equal(browser.errors, [], 'no errors on the console');
  await withoutScript(browser, svg);
  await onPaper(browser, svg);
  await asImage(browser, svg);
  await moving(browser, svg);
  await browser.close();
  await scrollbars(svg);
});
