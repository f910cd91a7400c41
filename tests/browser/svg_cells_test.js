/* The strip of steps and ranks: what its cells add up to, and what a person does with it. */
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { ok, equal, main, modules, render, Browser, BUILD, ROOT, GPUFLAME, execFileSync } =
  require('./harness.js');

const KERNELS = [['backward;mlp;gemm_nn', 5e6], ['backward;attention;flash_bwd', 2600123],
  ['forward;mlp;gemm_tn', 3e6], ['forward;gelu_kernel', 700000], ['[GPU idle]', 60000],
  ['gradients;ncclDevKernel_AllReduce(x)', 1400000], ['forward;tiny_kernel', 3001]];

let state = 1;
function random(below) {
  state = state * 48271 % 0x7fffffff;
  return state % below;
}

/* Folded stacks of a run: the last rank computes longer from the middle on; step 7 waits. */
function run(ranks, steps) {
  const lines = [];
  for (let rank = 0; rank < ranks; rank++) {
    for (let step = 0; step < steps; step++) {
      const slow = rank > 0 && rank === ranks - 1 && 2 * step >= steps ? 1.2 : 1;
      for (const [stack, ns] of KERNELS) {
        const wait = stack === '[GPU idle]' && step === 7 ? 100 : 1;
        const comm = stack.includes('nccl') ? 1 : slow;
        lines.push((ranks > 1 ? `rank ${rank};` : '') + (steps > 1 ? `step ${step};` : '') +
          `${stack} ${Math.round(ns * comm * wait) + random(9999)}`);
      }
    }
    lines.push((ranks > 1 ? `rank ${rank};` : '') + '[no step];init;fill_kernel 900000');
  }
  return lines.join('\n') + '\n';
}

/* Values by stack, of lines. */
function valuesOf(text) {
  const values = new Map();
  for (const line of text.split('\n').filter(Boolean)) {
    const at = line.lastIndexOf(' '), stack = line.slice(0, at);
    values.set(stack, (values.get(stack) || 0) + Number(line.slice(at + 1)));
  }
  return values;
}

/* Those of the lines whose first frames are selected. */
function cut(text, [first, last], [low, high]) {
  const kept = text.split('\n').map((line) => {
    const [, rank, step, rest] = /^(?:rank (\d+);)?(?:step (\d+);|\[no step\];)?(.*)/.exec(line);
    const here = (rank === undefined || (+rank >= low && +rank <= high)) &&
      (step === undefined ? first === -1 : +step >= first && +step <= last);
    return here ? rest : '';
  });
  return valuesOf(kept.join('\n'));
}

/* A picture's cells, and its stacks, as the script reads them. */
function readFile(m, svg) {
  const data = /"gf-cell-data" data-cells="([^"]*)"[^>]*>(.*?)<\/metadata>/s.exec(svg);
  const bytes = (text) => text.replace(/<!\[CDATA\[|\]\]>/g, '');
  const own = /<metadata class="gf-data"[^>]*>(.*?)<\/metadata>/s.exec(svg)[1];
  const payload = m.readPayload(m.inflate(m.bytesOfText(bytes(own))));
  const base = m.treeOfPayload(payload, 'name', m.rankNames(payload));
  const element = { dataset: { cells: data[1].replace(/&quot;/g, '"') },
    textContent: bytes(data[2]) };
  return { base, names: payload.names,
    cells: m.readCells({ querySelector: () => element }, base) };
}

/* Whether a selection is the sum `wanted`, small stacks in those that call them. */
function differences(m, { names, cells }, text, wanted) {
  const { tree: kept } = cells.made, selected = m.readSelection(cells, text);
  const tree = m.treeOfCells(cells, selected, false), got = new Map(), put = new Map();
  const stackOf = (one, i) => (i === 0 ? '' :
    (one.parent[i] > 0 ? stackOf(one, one.parent[i]) + ';' : '') + names[one.name[i]]);
  const known = new Set(Array.from(kept.self, (stack, i) => (stack ? stackOf(kept, i) : '')));
  for (let i = 0; i < tree.count; i++)
    got.set(stackOf(tree, i), tree.self[i]);
  for (const [stack, value] of wanted) {
    let to = stack;
    while (to && !known.has(to))
      to = to.slice(0, Math.max(0, to.lastIndexOf(';')));
    put.set(to, (put.get(to) || 0) + value);
  }
  const most = cells.grain * (selected.low - selected.top + 1);
  return [...new Set([...got.keys(), ...put.keys()])].filter((stack) =>
    Math.abs((got.get(stack) || 0) - (put.get(stack) || 0)) >= (cells.grain > 1 ? most : 0.5))
    .map((stack) => `${text} ${stack}: ${got.get(stack)}, not ${put.get(stack)}`);
}

function tenSelections(m, file, what, wantedOf) {
  const { columns, rows } = file.cells, wrong = [];
  const span = ({ places }) => {
    const [from, to] = [random(places.length), random(places.length)].sort((a, b) => a - b);
    return [places[from][0], places[to][1]];
  };
  for (let i = 0; i < 10; i++) {
    const across = span(columns), down = span(rows);
    const [steps, ranks] = columns.word === 'rank' ? [[-1, -1], across] : [across, down];
    const text = (steps[0] < 0 ? '' : steps.join('-')) +
      (rows.word || steps[0] < 0 ? ',' + ranks.join('-') : '');
    wrong.push(...differences(m, file, text, wantedOf(steps, ranks)));
  }
  equal(wrong.slice(0, 3), [], 'ten selections are the sums of their cells: ' + what);
}

/* Of text, by its own lines; of reports, by what `collapse` reads of the same cut. */
async function sums() {
  const m = await modules(['cells', 'inflate', 'payload', 'tree']);
  for (const [ranks, steps, args] of [[8, 100], [1, 30], [6, 1], [40, 300],
    [8, 100, ['--cells-bytes', '3000']], [16, 128, ['--cells-bytes', '10']]]) {
    const text = run(ranks, steps), file = readFile(m, render(text, args));
    tenSelections(m, file, `${ranks} ranks, ${steps} steps ${args || ''}`,
      (...of) => cut(text, ...of));
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpuflame-cells-'));
  for (const [rank, name] of ['demo', 'stats_steps', 'demo', 'steps'].entries())
    fs.copyFileSync(path.join(BUILD, `fixtures/${name}.sqlite`),
      path.join(folder, `rank${rank}.sqlite`));
  const inputs = [folder, ...[0, 1, 3].map((rank) => path.join(folder, `rank${rank}.sqlite`)),
    ...['hta-ns-rank0', 'hta-sampled0'].map((name) =>
      path.join(ROOT, `../shared/real/kineto/${name}.json.gz`))];
  for (const input of inputs) {
    if (!fs.existsSync(input)) {
      ok(true, 'ten selections of ' + input + ' # SKIP it is not here');
      continue;
    }
    const collapse = (...args) => execFileSync(GPUFLAME,
      ['collapse', '--strip-numbers', 'none', ...args, input],
      { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
    const file = readFile(m, render(collapse('--by', 'rank,step'), []));
    tenSelections(m, file, path.basename(input), (steps, [low, high]) => {
      const ranks = Array.from({ length: high - low + 1 }, (_, i) => low + i).join();
      try {
        return valuesOf(collapse('--steps', steps.join('-'), ...(file.cells.rows.word ?
          ['--rank', ranks] : [])));
      } catch { /* nothing was launched there */
        return new Map();
      }
    });
  }
  fs.rmSync(folder, { recursive: true });
  const part = readFile(m, render(['rank 0;step 0;k 100000', 'rank 0;step 1;k 100000',
    'rank 1;step 1;k 100000'].join('\n')));
  const half = m.treeOfCells(part.cells, m.readSelection(part.cells, ',1'), true);
  equal([half.self.at(-1), half.before.at(-1)], [100000, 100000],
    'what a rank lacks is not compared');
  const { cells } = readFile(m, render(run(8, 100)));
  equal(['60-99,5', '7', ',0-1', '', '500', 'x', '3,9'].map((text) => {
    const selected = m.readSelection(cells, text);
    return selected && [m.writeSelection(cells, selected), m.wordsOfSelection(cells, selected),
      m.optionsOfSelection(cells, selected)];
  }), [['60-99,5', 'rank 5, steps 60 to 99', '--rank 5 --steps 60-99'],
    ['7', 'step 7', '--steps 7-7'], [',0-1', 'ranks 0 to 1', '--rank 0,1'], null, null, null, null],
  'a selection as address, words and options');
  const sliced = { ...cells, slice: [7000, 500], columns: { ...cells.columns, word: 'slice' } };
  const some = m.readSelection(sliced, '60-99,5');
  equal([m.writeSelection(sliced, some), m.wordsOfSelection(sliced, some),
    m.optionsOfSelection(sliced, some)], ['60-99,5', 'rank 5, 30.0 \u00b5s to 50.0 \u00b5s',
    '--rank 5 --time 37000ns-57000ns'], 'slices of time likewise');
}

/* At a share of the width of the columns, in a row; -1: the bars; of names: null. */
function pointOf(browser, share, row) {
  return browser.page.evaluate(([across, down]) => {
    const place = document.querySelectorAll('.gf-strip')[across === null ? 0 : 1];
    const { a, e, f } = place.getScreenCTM();
    return { x: e + a * (across === null ? 20 : across * place.getAttribute('width')),
      y: f + a * (down < 0 ? 40 : 76 + 12 * down) };
  }, [share, row]);
}

/* From one place to another, by mouse or finger. */
async function drag(browser, from, to, how) {
  const [a, b] = [await pointOf(browser, ...from), await pointOf(browser, ...to)];
  const { page } = browser, middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  if (how === 'mouse') {
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.move(b.x, b.y);
    return page.mouse.up();
  }
  const finger = await page.context().newCDPSession(page);
  const send = (type, points) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [a]);
  for (let i = 1; i <= 8; i++)
    await send('touchMove', [{ x: a.x + (b.x - a.x) * i / 8, y: a.y + (b.y - a.y) * i / 8 }]);
  return send('touchEnd', []);
}

async function clickCell(browser, share, row, modifiers = [], touch = false) {
  const at = await pointOf(browser, share, row);
  if (touch)
    await browser.page.touchscreen.tap(at.x, at.y);
  for (const key of modifiers)
    await browser.page.keyboard.down(key);
  if (!touch)
    await browser.page.mouse.click(at.x, at.y);
  for (const key of modifiers)
    await browser.page.keyboard.up(key);
}

async function mouse(browser, svg, text) {
  await browser.show(svg, 'cells.svg');
  const first = await browser.read(), words = ['compare with the rest', 'copy as command'];
  await clickCell(browser, 0.605, 7);
  const one = await browser.read();
  equal([one.hash, one.chips], ['#cells=60,7', ['rank 7, step 60 \u2715', ...words]],
    'a click selects a cell');
  const value = (steps, ranks) => [...cut(text, steps, ranks).values()].reduce((a, b) => a + b);
  ok(one.details.includes((value([60, 60], [7, 7]) / 1e6).toFixed(1) + ' ms'),
    'the graph is its sum', one.details);
  await clickCell(browser, 0.995, 7, ['Shift']);
  equal((await browser.read()).hash, '#cells=60-99,7', 'Shift extends to the other corner');
  await browser.button('compare').click();
  const versus = await browser.read();
  ok(versus.hash === '#cells=60-99,7&versus=1' && / \u2192 .*, [+-]/.test(versus.details),
    'compare: the mean of the rest, and of the selection', versus.hash + versus.details);
  ok(await browser.page.locator('.gf-frames .gf-u4, .gf-frames .gf-u3').count() > 0,
    'what grew is red');
  await browser.button('copy as').click();
  equal(await browser.page.evaluate(() => navigator.clipboard.readText()),
    'gpuflame --rank 7 --steps 60-99 FILE -o flame.svg', 'a command is copied');
  await browser.page.keyboard.press('S');
  await browser.page.getByText('timeline for Perfetto').click();
  equal(await browser.page.evaluate(() => navigator.clipboard.readText()),
    'gpuflame stats --rank 7 --steps 60-99 FILE -o t.trace.json', 'and one of a timeline');
  await clickCell(browser, 0.075, -1);
  equal((await browser.read()).hash, '#cells=7&versus=1', 'a click on a bar: a step of all ranks');
  await clickCell(browser, null, 2);
  equal((await browser.read()).hash, '#cells=,2&versus=1', 'on a name: all steps of a rank');
  await browser.page.locator('.gf-chip').first().click();
  const all = await browser.read();
  equal([all.hash, all.details, all.chips], ['', first.details, []], 'the chip shows all again');
  await browser.button('\u21b6').click();
  equal((await browser.read()).hash, '#cells=,2&versus=1', 'undo');
  await drag(browser, [0.105, 1], [0.195, 3], 'mouse');
  equal((await browser.read()).hash, '#cells=10-19,1-3&versus=1', 'a drag extends');
  await browser.button('\u21b6').click();
  equal((await browser.read()).hash, '#cells=,2&versus=1', 'and is one step of undo');
  await drag(browser, [null, 0], [null, 3], 'mouse');
  equal((await browser.read()).hash, '#cells=,0-3&versus=1', 'over names: all steps of ranks');
  await browser.show(svg, 'linked.svg', '#cells=60-99,5');
  equal((await browser.read()).chips[0], 'rank 5, steps 60 to 99 \u2715',
    'an address is a selection');
  await browser.visit(path.join(browser.folder, browser.shown + '-linked.svg'), '#cells=700-800');
  equal((await browser.read()).chips, [], 'one of another run is none');
}

async function keys(browser, svg) {
  await browser.show(svg, 'keys.svg');
  await browser.tabTo('steps and ranks');
  const after = async (pressed) => {
    await browser.press(pressed);
    return (await browser.read()).hash;
  };
  equal([await after('ArrowRight'), await after('ArrowRight'), await after('ArrowDown'),
    await after('Shift+ArrowRight'), await after('Shift+ArrowDown'), await after('Enter'),
    await after('ArrowUp'), await after('Escape')],
  ['#cells=0', '#cells=1', '#cells=1,0', '#cells=1-2,0', '#cells=1-2,0-1',
    '#cells=1-2,0-1&versus=1', '#cells=2,0&versus=1', ''], 'arrows, Shift, Enter, Escape');
  ok((await browser.read()).focused.startsWith('steps and ranks'), 'the strip keeps the focus');
  equal(await after('u'), '#cells=2,0&versus=1', 'keys of the picture are still for it');
  await browser.show(svg, 'keys.svg');
  await browser.tabTo('steps and ranks');
  equal([await after('ArrowRight'), await after('Escape'), await after('Escape')],
    ['#cells=0', '', ''], 'Escape does not bring back what it left');
  const said = [];
  for (const key of ['ArrowRight', 'Enter', 'Escape']) {
    await browser.press(key);
    const { status, details } = await browser.read();
    said.push(status.replace(/(?:total|change) (.*?)(?:of all|total)/.exec(details)[1], 'TIME'));
  }
  equal(said, ['step 0: TIME', 'step 0: TIME', 'all: TIME'], 'and it says what it takes');
}

async function fast(browser) {
  await browser.show(render(run(16, 128)), 'fast.svg', '#cells=3');
  const ms = await browser.page.evaluate(async () => {
    const place = document.querySelector('.gf-cells'), times = [];
    const { left, top, width } = place.getBoundingClientRect();
    for (let i = 0; i < 9; i++) {
      const at = performance.now();
      place.dispatchEvent(new window.MouseEvent('click', { bubbles: true,
        clientX: left + width * i / 10, clientY: top + 90 }));
      times.push(performance.now() - at);
    }
    return times.sort((a, b) => a - b)[4];
  });
  console.log('# a click: ' + ms.toFixed(1) + ' ms');
  ok(ms < 50, 'a click takes a moment', ms);
}

main(async () => {
  await sums();
  const text = run(8, 100), svg = render(text), browser = await Browser.open();
  await mouse(browser, svg, text);
  await keys(browser, svg);
  await fast(browser);
  equal(browser.errors, [], 'no errors');
  await browser.close();
  const phone = await Browser.open({ width: 390, height: 800, touch: true });
  await phone.show(svg, 'phone.svg');
  await clickCell(phone, 0.5, 0, [], true);
  ok(/^#cells=\d+,0$/.test((await phone.read()).hash), 'a tap selects', (await phone.read()).hash);
  await drag(phone, [0.305, 2], [0.605, 5], 'finger');
  equal((await phone.read()).hash, '#cells=30-60,2-5', 'a finger that moves extends');
  const cut_off = await phone.page.evaluate(() => [...document.querySelectorAll('.gf-strip text')]
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      const own = one.closest('.gf-cells') ? 0 : one.closest('.gf-strip').getScreenCTM().e;
      return width > 0 && (left < own || right > window.innerWidth);
    }).map((one) => one.textContent));
  equal(cut_off, [], 'nothing of the strip is cut off');
  await phone.close();
});
