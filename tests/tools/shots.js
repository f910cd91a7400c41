/*
 * Screenshots for people: what a picture looks like in windows of four widths, light and dark, of
 * a small training run, a trace of the PyTorch profiler, 100,000 stacks, a difference and stacks
 * of CPUs. shots.js BUILD-FOLDER FOLDER: writes FOLDER/NAME-WIDTH-THEME.png, and index.html and
 * sheet.png with all of them.
 */
'use strict';

const fs = require('fs');
const path = require('path');
const { main, ok, Browser, BUILD, GPUFLAME, ROOT, execFileSync } = require('../browser/harness.js');

const TO = path.resolve(process.argv[3] || path.join(ROOT, 'build/shots'));
const WINDOWS = [[390, 844], [800, 600], [1440, 900], [2560, 1440]];
const CPU = ['main;parse;read_file;vfs_read_[k] 212', 'main;parse;tokenize;std::string::append 640',
  'main;parse;tokenize 320', 'main;run;std::sort;compare 1450', 'main;run;hash_find 731',
  'main;run;malloc;brk_[k] 88', 'main;report;printf;write_[k] 97'];

function run(program, ...args) {
  return execFileSync(program, args, { cwd: ROOT, maxBuffer: 1 << 30 });
}

/* A file of folded stacks, made by `make` unless it is there. */
function file(name, make) {
  const to = path.join(TO, name);
  if (!fs.existsSync(to))
    fs.writeFileSync(to, make());
  return to;
}

/* The values of a file of stacks after some change of the code. */
function changed(text) {
  return text.split('\n').map((line, i) => line.replace(/ (\d+)$/, (_, value) =>
    ' ' + Math.round(value * [1, 1, 1.3, 0.8, 1, 0.5][i % 6]))).filter((_, i) => i !== 4)
    .join('\n') + 'Train step;new;new_step;fused_bias_gelu_kernel 900000\n';
}

function pictures() {
  const demo = path.join(BUILD, 'fixtures/demo.sqlite');
  const folded = file('demo.folded', () => run(GPUFLAME, 'collapse', demo));
  const later = file('later.folded', () => changed(String(fs.readFileSync(folded))));
  const trace = file('trace.json', () => run('python3', 'bench/gen_kineto.py', '6000'));
  const many = file('many.folded', () => run('python3', 'bench/gen_stacks.py', '20000', '100000'));
  const cpu = file('cpu.folded', () => CPU.join('\n') + '\n');
  return Object.entries({ demo: [demo], torch: [trace], many: ['svg', many], cpu: ['svg', cpu],
    diff: ['diff', '-f', 'svg', folded, later] });
}

main(async () => {
  const browser = await Browser.open({}), shots = [];
  fs.mkdirSync(TO, { recursive: true });
  for (const [name, args] of pictures()) {
    const svg = path.join(TO, name + '.svg');
    run(GPUFLAME, ...args, '-o', svg);
    for (const dark of [false, true]) {
      for (const [width, height] of WINDOWS) {
        const shot = [name, width, dark ? 'dark' : 'light'].join('-') + '.png';
        await browser.become({ width, height, dark });
        await browser.visit(svg);
        await browser.page.screenshot({ path: path.join(TO, shot) });
        shots.push(shot);
      }
    }
    ok(true, name);
  }
  fs.writeFileSync(path.join(TO, 'index.html'), '<!doctype html><title>shots</title>' +
    '<body style="background:#888;font:14px sans-serif">' + shots.map((shot) =>
      `<figure style="display:inline-block;margin:6px"><img src="${shot}" height="300">` +
      `<figcaption>${shot}</figcaption></figure>`).join(''));
  await browser.become({ width: 2200, height: 1200 });
  await browser.page.goto('file://' + path.join(TO, 'index.html'));
  await browser.page.screenshot({ path: path.join(TO, 'sheet.png'), fullPage: true });
});
