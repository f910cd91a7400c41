/* What is in the file still holds after the script has taken over: order, names, and so on. */
'use strict';

const { ok, equal, main, render, Browser } = require('./harness.js');

/* Labels of a row from left to right, with where each frame begins. */
async function rows(browser) {
  const { frames } = await browser.read(),
    heights = [...new Set(frames.map((f) => f.y))].sort((a, b) => b - a);
  return heights.map((y) => frames.filter((f) => f.y === y).sort((a, b) => a.x - b.x));
}

const labels = (row) => row.map((f) => f.label).join(' ');

/* Hiding frames does not change the order by time. */
async function timeOrder(browser) {
  const text = 'z;y 5\nz;b 1\nz;c 10\na 3\nm;z 3\n';
  for (const args of [[], ['--order', 'width'], ['--order', 'time']]) {
    const svg = render(text, args);
    await browser.show(svg, 'order.svg', '#order=time&transforms=hide.b');
    let [, first, second] = await rows(browser);
    equal([labels(first), labels(second)], ['z a m', 'y c z'],
      'by time, with a name hidden ' + args.join(' '));
    await browser.show(svg, 'order.svg', '#order=width&transforms=hide.c');
    [, first, second] = await rows(browser);
    equal([labels(first), labels(second)], ['z a m', 'y b z'],
      'by width: what is left ' + args.join(' '));
    await browser.show(svg, 'order.svg', '#order=time&transforms=keep.z');
    equal(labels((await rows(browser))[1]), 'z m', 'by time, with a focus ' + args.join(' '));
  }
}

/* Chromium's own tree of what a screen reader gets. */
async function forTheEar(browser) {
  const narrow = Array.from({ length: 200 }, (_, i) => 'root;kernel_' + i + ' 1\n').join('');
  await browser.show(
    render(narrow + 'root;wide 100\n' +
      Array.from({ length: 30 }, (_, i) => 'root;tiny_' + i + ' 0.01\n').join('')), 'ear.svg');
  const cdp = await browser.context.newCDPSession(browser.page);
  await cdp.send('Accessibility.enable');
  const { nodes } = await cdp.send('Accessibility.getFullAXTree'),
    items = nodes.filter((one) => one.role && one.role.value === 'treeitem');
  const drawn = await browser.page.evaluate(
    () => document.querySelectorAll('.gf-frames .gf-f, .gf-frames .gf-rest').length);
  equal([items.length, items.filter((one) => !one.name.value).length, drawn > 200],
    [drawn, 0, true], 'each frame is an item of the tree and has a name');
  await cdp.detach();
}

/* An HTML page that shows a wide picture small. */
async function scaled(browser) {
  const { page } = browser, inHtml = (svg) =>
    '<!DOCTYPE html><meta charset="utf-8">' +
      '<style>svg{max-width:100%;height:auto}</style><p>text<p>' +
    svg.replace(/^[^]*?(?=<svg)/, '');
  const near = (box, x, y) => Math.hypot(
    Math.max(box.x - x, 0, x - box.x - box.width),
    Math.max(box.y - y, 0, y - box.y - box.height)) < 20;
  await browser.show(inHtml(render('a;b 5\na;c 10\nd;gemm 3\n', ['--width', '3000'])),
    'scaled.html');
  const frame = await browser.frame('c,').boundingBox(), x = frame.x + frame.width * 0.9,
    y = frame.y + frame.height / 2;
  await page.mouse.move(x, y);
  ok(near(await page.locator('.gf-tip').boundingBox(), x, y),
    'scaled: the tooltip is beside the pointer');
  await page.mouse.click(x, y, { button: 'right' });
  ok(near(await page.locator('.gf-menu').boundingBox(), x, y), 'scaled: so does the menu');
  await page.keyboard.press('Escape');
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -60);
  await page.keyboard.up('Control');
  await page.waitForTimeout(500);
  const wider = await browser.frame('c,').boundingBox();
  ok(wider.width > frame.width * 1.2 && Math.abs((x - wider.x) / wider.width - 0.9) < 0.02,
    'scaled: what is under the pointer stays there',
    [frame.width, wider.width, (x - wider.x) / wider.width]);
  const many = Array.from({ length: 1500 },
    (_, i) => 'root;fn' + String(i).padStart(4, '0') + ' 10\n').join('');
  await browser.show(inHtml(render(many, ['--width', '3000'])), 'scaled.html');
  const thin = await page.locator('.gf-thin').first().boundingBox();
  await page.mouse.move(thin.x + thin.width / 2, thin.y + thin.height / 2);
  ok(/^fn07[45]\d/.test((await browser.read()).tip), 'scaled: thin frames are found',
    (await browser.read()).tip);
  const foot = await page.locator('.gf-foot').boundingBox(),
    svg = await page.locator('svg.gf').boundingBox();
  ok(Math.abs(foot.y + foot.height - svg.y - svg.height) < 2,
    'scaled: details stand at the lower edge', [foot, svg]);
}

/* [name, value, percent] of titles, and of the labels for screen readers. */
async function figures(browser) {
  const cases = [['a factor', 'a 5.5\nb 10.25\nc 3\n', ['--countname', 'GB', '--factor', '3']],
    ['a factor of times', 'a 5\nb 3\n', ['--factor', '1.1']],
    ['fractions of times', 'a 5.5\nb 12.26\nc 200.6\n', []],
    ['fractions of counts', 'a 25.5\nb 1012.25\n', ['--countname', 'GB']],
    ['--total', 'a 5.5\nb 10\n', ['--total', '100']],
    ['changes', 'a 11 502\nb 100 100\nc 40 0\nd 0 50\ne 100 103\n', ['diff']],
    ['changes and --total', 'a 11 502\nb 100 100\n', ['diff', '--total', '1000']]];
  for (const [what, text, args] of cases) {
    const svg = render(text, args),
      titles = Array.from(svg.matchAll(/<title>(\w+) \((.*?)\)<\/title>/g),
        ([, name, values]) => [name, values.replace(/&gt;/g, '>')]);
    await browser.show(svg, 'figures.svg');
    for (const [name, values] of titles) {
      const frame = (await browser.read()).frames.find((f) => f.aria.startsWith(name + ',')),
        aria = frame.aria.replace('\u2192', '->');
      /*
       * static: "12 ns, 5.5%" or "1 -> 2, +3 %, 5.5%; +1.00%"; live: the same, and what the
       * percent are of
       */
      const [, shown, percent] = /^(.*?), ([\d.]+)%/.exec(values),
        [, said, share] = /^\w+, (.*), ([^,]*?) % of all$/.exec(aria) ||
        [null, aria.replace(/^\w+, /, ''), ''];
      ok(said.startsWith(shown) &&
        (args[0] === 'diff' || Math.abs(share - percent) <= 0.05),
        what + ': ' + name, values + '\n' + aria);
    }
  }
}

/* The table is not printed, and leaves no gap. */
async function onPaper(browser) {
  const { page } = browser;
  await browser.show(render('a;b 5\na;c 10\nd;gemm 3\n'), 'paper.svg', '#table=self');
  const root = () =>
    page.evaluate(() => +document.querySelector('.gf-frames .gf-f rect').getAttribute('width'));
  const wide = await root();
  await browser.press('Home ArrowUp');
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      window.printed = +document.querySelector('.gf-frames .gf-f rect').getAttribute('width');
    });
  });
  await page.pdf();
  equal([wide, await page.evaluate(() => window.printed), await root()], [676, 1180, 676],
    'on paper frames have the room of the table, too');
  ok(/^a,/.test((await browser.read()).focused), 'the focus stays', (await browser.read()).focused);
}

main(async () => {
  const browser = await Browser.open({ width: 1200, height: 800, reduced: true });
  await timeOrder(browser);
  await forTheEar(browser);
  await scaled(browser);
  await figures(browser);
  await onPaper(browser);
  equal(browser.errors, [], 'no errors on the console');
});
