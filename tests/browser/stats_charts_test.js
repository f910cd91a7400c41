/*
 * Pictures of reports in a window 800 px wide: no text lies on another or is cut
 * off, marks have tooltips, colours follow the person's choice, names are text.
 */
'use strict';

const path = require('path');
const { pathToFileURL } = require('url');
const { ok, equal, main, Browser, BUILD, GPUFLAME, execFileSync } = require('./harness.js');

/* Name, fixture, what to draw, and at least how many marks it has. */
const CHARTS = [
  ['pace', 'stats_small', ['-r', 'nvtx_pace:name=forward'], 3],
  ['pace-many', 'stats_pace', ['-r', 'cuda_gpu_kern_pace'], 858],
  ['pace-long-name', 'demo', ['-r', 'cuda_gpu_kern_pace'], 10],
  ['sizes', 'stats_nccl', ['-r', 'nccl_size_sum'], 20],
  ['map', 'demo', ['-r', 'gpu_time_util_map'], 30],
  ['histogram', 'stats_pace', ['-r', 'duration_histogram'], 10],
];

/* What is on the page, in its own words. */
function look() {
  const texts = Array.from(document.querySelectorAll('text')).map((one) => {
    const box = one.getBoundingClientRect(), frame = one.parentNode.getBoundingClientRect();
    const nested = one.parentNode !== document.documentElement;
    return { text: one.textContent, left: box.left, top: box.top, bottom: box.bottom,
      right: nested ? Math.min(box.right, frame.right) : box.right };
  });
  const over = [],
    out = texts.filter((one) => one.left < 0 || one.right > window.innerWidth || one.top < 0)
    .map((one) => one.text);
  for (let i = 0; i < texts.length; i++) {
    for (let j = 0; j < i; j++) {
      const a = texts[i], b = texts[j];
      if (a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        over.push(a.text + ' | ' + b.text);
    }
  }
  const svg = document.documentElement, marks = Array.from(document.querySelectorAll('title'));
  return { over, out, scrolls: svg.scrollWidth > window.innerWidth, marks: marks.length,
    mute: marks.filter((one) => one.textContent === '').length,
    scripts: document.getElementsByTagName('script').length, ran: String(window.ran),
    ground: getComputedStyle(svg).backgroundColor,
    ink: getComputedStyle(document.querySelector('text')).fill };
}

main(async () => {
  const browser = await Browser.open();
  for (const dark of [false, true]) {
    await browser.become({ width: 800, height: 640, dark });
    for (const [name, fixture, args, marks] of CHARTS) {
      const file = path.join(browser.folder, name + '.svg'), what = name + (dark ? ', dark' : '');
      execFileSync(GPUFLAME,
        ['stats', '-q', '-f', 'svg', '-o', file].concat(
        args, path.join(BUILD, 'fixtures', fixture + '.sqlite')));
      await browser.page.goto(pathToFileURL(file).href);
      const seen = await browser.page.evaluate(look);

      equal([seen.over, seen.out, seen.scrolls], [[], [], false],
        what + ': no text on another, none cut off');
      ok(seen.marks >= marks && seen.mute === 0, what + ': every mark says what it is', seen.marks);
      equal([seen.scripts, seen.ran], [0, 'undefined'], what + ': names are text');
      equal([seen.ground, seen.ink],
        dark ? ['rgb(27, 27, 31)', 'rgb(221, 221, 221)'] :
        ['rgb(255, 255, 255)', 'rgb(34, 34, 34)'], what + ': its colours');
      await browser.screenshot('stats-' + name + (dark ? '-dark' : ''));
    }
    equal(browser.errors, [], 'no error' + (dark ? ', dark' : ''));
  }
  await browser.close();
});
