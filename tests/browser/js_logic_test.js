/* The modules of the script that need no page. */
'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');
const zlib = require('zlib');
const { tokenize } = require('espree');
const { ok, equal, finish, modules, ROOT, BUILD } = require('./harness.js');
const { payloadBytes } = require('./payload_bytes.js');

const NAMES = ['all', 'a', 'b', 'c', 'k1', 'k2'];
/* all > a > (b > k1 3, k2 2), b > (a > k1 5), c 7 */
const SMALL = { names: NAMES, up: [0, 0, 0, 0, 1, 3, 0, 0, 3], name: [0, 1, 2, 4, 5, 2, 1, 4, 3],
  self: [0, 0, 0, 3, 2, 0, 0, 5, 7],
  ops: [0, 0, 0, 1, 2, 0, 0, 1, 1], min: [0, 0, 0, 3, 1, 0, 0, 5, 7],
  max: [0, 0, 0, 3, 1, 0, 0, 5, 7] };

/* tests/fixtures/NAME.tsv, of so many rows; tests/unit/svg/short_names_test.c looks at the same. */
function table(name, count) {
  const rows = fs.readFileSync(path.join(ROOT, `tests/fixtures/${name}.tsv`), 'utf8').split('\n')
    .slice(0, -1).filter((row) => row[0] !== '#').map((row) => row.split('\t'));
  equal(rows.length, count, 'rows of ' + name);
  return rows;
}

/* By name: 1 for these. */
const met = (...ids) => Uint8Array.from(NAMES, (_, id) => +ids.includes(id));
const sum = (list) => list.reduce((all, one) => all + one, 0);
const folded = (t) => Array.from(t.name, (_, i) => i).filter((i) => t.self[i] !== 0).map((i) => {
  const steps = [];
  for (let node = i; node > 0; node = t.parent[node])
    steps.unshift(NAMES[t.name[node]]);
  return steps.join(';') + ' ' + t.self[i];
}).sort();

/* The modules' functions, and trees made by them. */
async function load() {
  const m = await modules(['text', 'tree', 'payload', 'layout', 'color', 'search', 'hash',
    'history', 'label', 'view', 'zoom', 'transform', 'files',
    'inflate']);
  const treeOf = (nodes, order = 'time') =>
    m.treeOfPayload(m.readPayload(payloadBytes(nodes)), order, m.rankNames(nodes));
  const tree = treeOf(SMALL);
  tree.order = ''; /* the tests of layout order it themselves */
  return { m, treeOf, tree, rank: m.rankNames(SMALL) };
}

function texts({ m }) {
  equal(m.visibleName('plain name<int>(a)'), 'plain name<int>(a)', 'a plain name stays');
  equal(m.visibleName('a\u202eb\u200bc\u0007'), 'a<U+202E>b<U+200B>c<U+0007>',
    'bidi, zero width and control are spelled out');
  equal(m.visibleName('\ufeff\u{e0041}\ud800x'), '<U+FEFF><U+E0041><U+D800>x',
    'byte order mark, tag and half a pair, too');
  equal(m.visibleName('日本語 é ü 🙂'), '日本語 é ü 🙂', 'other scripts stay');
  for (const name of ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467} x', '\u0645\u06cc\u200c\u062e',
    '\u0915\u094d\u200d\u0937', '\u2764\ufe0f\u200d\u{1f525}', '\u05e9\u05dc\u05d5\u05dd'])
    equal(m.visibleName(name), name, 'scripts and emoji that need joiners keep them');
  equal(m.visibleName('a\u200db\u0645\u200d \u{1f468}\u200d'),
    'a<U+200D>b\u0645<U+200D> \u{1f468}<U+200D>', 'but nothing else');
  equal(m.cutMiddle('abcdefghij', 5), 'ab…ij', 'both ends stay');
  equal(m.cutMiddle('🙂🙂🙂🙂', 4).includes('\ufffd'), false, 'no half character');
  ok(m.shownName('x'.repeat(1 << 20), 600).length <= 600, 'a megabyte is cut');
  for (const [name, brief] of table('brief_names', 22))
    equal(m.briefName(name), brief, 'brief ' + name);
  for (const [name, ...labels] of table('labels', 14)) {
    for (let i = 0; i < labels.length; i += 2)
      equal(m.fitName(name, +labels[i], () => 1), labels[i + 1], `${name} in ${labels[i]}`);
  }
  ok(m.briefName('<'.repeat(1e6)).length === 1e6, 'a million brackets do not hang');
  for (const [value, text] of [[0, '0 ns'], [999, '999 ns'], [1000, '1.00 \u00b5s'], 
    [12345, '12.3 \u00b5s'],
      [999499, '999 \u00b5s'],
    [999500, '1.00 ms'], [12345678, '12.3 ms'], [123456789, '123 ms'], [5e9, '5.00 s'],
    [123456e9, '123456 s'], [-12345, '-12.3 \u00b5s']])
    equal(m.formatTime(value), text, 'time ' + value);
  equal(m.formatValue(1234567, 'samples', 0), '1,234,567 samples', 'counts have their unit');
  equal(m.formatValue(12345, 'samples', 1), '1,234.5 samples', 'fractional counts');
  equal(m.formatPercent(1, 3), '33.3 %', 'percent');
  equal(m.formatPercent(1, 0), '0 %', 'percent of nothing');
  const ns = (x) => m.formatValue(x, undefined, 0);
  equal(m.formatChange(12.3e6, 9.8e6, ns), '12.3 ms \u2192 9.80 ms, -20 %', 'a change in words');
  equal(m.formatChange(0, 5, ns), '0 \u2192 5 ns, new', 'new');
  equal(m.formatChange(5, 0, ns), '5 ns \u2192 0, gone', 'gone');
  equal(m.formatChange(100, 103, ns), '100 ns \u2192 103 ns, +3.0 %', 'a small change');
}

function trees({ m, treeOf, tree }) {
  equal(folded(tree), ['a;b;k1 3', 'a;b;k2 2', 'b;a;k1 5', 'c 7'], 'a payload becomes a tree');
  equal(Array.from(tree.total), [17, 5, 5, 3, 2, 5, 5, 5, 7], 'totals');
  equal(tree.allOps[0], 5, 'operations sum up');
  equal(folded(m.mergeByLeaf(tree)), ['c 7', 'k1;a;b 5', 'k1;b;a 3', 'k2;b;a 2'], 'leaves first');
  equal(m.mergeByLeaf(tree).allOps[0], 5, 'leaves first keeps counts');
  const [callers, callees] = m.sandwich(tree, met(2));
  equal([callers.total[0], callees.total[0]], [10, 10],
    'a sandwich: both halves have all of the frame');
  equal(folded(callees), ['a;k1 5', 'k1 3', 'k2 2'], 'callees');
  equal([folded(callers), callers.self[0]], [[' 5', 'a 5'], 5], 'callers');
  const recursive = treeOf(
    { names: ['all', 'f', 'g'], up: [0, 0, 0, 0], name: [0, 1, 2, 1], self: [0, 1, 1, 1] });
  equal(m.topOfNames(recursive).map((row) => [row.name, row.self, row.total]),
    [[0, 0, 3], [1, 2, 3], [2, 1, 2]], 'recursion counts once');
}

/* [transform, the names or kinds it is for, the small tree after it] */
const TRANSFORMED = [
  ['hide', [4], ['a;b;k2 2', 'c 7']],
  ['keep', [4], ['a;b;k1 3', 'b;a;k1 5']],
  ['focus', [2], ['b;a;k1 5', 'b;k1 3', 'b;k2 2']],
  ['focus', [1], ['a;b;k1 3', 'a;b;k2 2', 'a;k1 5']],
  ['merge', [1], ['b;k1 8', 'b;k2 2', 'c 7']],
  ['merge', [4, 5], ['a;b 5', 'b;a 5', 'c 7']],
  ['collapse', [2], ['a;b 5', 'b 5', 'c 7']],
  ['recursion', [2], ['a;b;k1 3', 'a;b;k2 2', 'b;a;k1 5', 'c 7']],
  ['flatten', [], ['a;b;k1 3', 'a;b;k2 2', 'b;k1 5', 'c 7']],
  ['keep-kind', [4], ['a;b;k1 3', 'b;a;k1 5']],
  ['hide-kind', [4], ['a;b;k2 2', 'c 7']],
];

function transforms({ m, treeOf, tree }) {
  for (const [word, ids, want] of TRANSFORMED) {
    const out = m.transformTree(tree, m.TRANSFORMS[word], met(...ids));
    equal(folded(out), want, `${word} ${ids}`);
    equal([out.total[0], out.allOps[0] > 0], [sum(out.self), true], 'and its sums');
  }
  /* f > g > (f > k 3), h 2; k 1 */
  const nodes = { names: ['all', 'f', 'g', 'h', 'k1', 'k2'], up: [0, 0, 0, 0, 0, 2, 2],
    name: [0, 1, 2, 1, 4, 3, 4], self: [0, 0, 0, 4, 3, 2, 1] };
  const recursive = treeOf(nodes), after = (word, ...ids) => {
    const out = m.transformTree(recursive, m.TRANSFORMS[word], met(...ids));
    return Array.from(out.name,
      (id, i) => nodes.names[id] + ' ' + out.total[i] + '/' + out.self[i]);
  };
  equal(after('recursion', 1), ['all 10/0', 'f 10/4', 'g 2/0', 'h 2/2', 'k1 4/4'],
    'recursion, with what is between: siblings of one name are one');
  equal(after('merge', 1), ['all 10/0', 'g 9/4', 'k1 3/3', 'h 2/2', 'k1 1/1'],
    'own time of what is merged is the caller\'s');
}

function payloads({ m, treeOf }) {
  const order_of = (order) => {
    const sorted = treeOf(
      { names: ['all', 'c', 'a', 'b'], up: [0, 0, 1, 0, 2], name: [0, 1, 2, 1, 3],
        self: [0, 1, 2, 3, 4] }, order);
    return [Array.from(sorted.name), Array.from(sorted.self), Array.from(sorted.parent),
      Array.from(sorted.place)];
  };
  equal(order_of('time'), [[0, 1, 2, 1, 3], [0, 1, 2, 3, 4], [0, 0, 0, 2, 0], [0, 1, 2, 4, 3]],
    'nodes as they came in');
  equal(order_of('name'), [[0, 2, 1, 3, 1], [0, 2, 3, 4, 1], [0, 0, 1, 0, 0], [0, 2, 4, 3, 1]],
    'by name, and how they came in');
  equal(order_of('width'), [[0, 2, 1, 3, 1], [0, 2, 3, 4, 1], [0, 0, 1, 0, 0], [0, 2, 4, 3, 1]],
    'by width');
  const large = [0, 255, 256, 65535, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER, 2 ** 63];
  equal(Array.from(
    treeOf({ names: ['all', 'f'], up: large.map(() => 0), name: large.map((_, i) => i && 1),
      self: large }).self), large, 'numbers of up to eight bytes');
  const column_bytes = (columns, nodes, ...numbers) =>
    Uint8Array.from(
    [...Buffer.from(JSON.stringify({ names: ['all', 'f'], nodes, columns }) + '\n'), ...numbers]);
  const KEYS = ['children', 'name', 'self'];
  equal(m.treeOfPayload(m.readPayload(column_bytes(KEYS, 2, 1, 1, 0, 1, 0, 1, 1, 0, 7)), 'time')
    .total[0], 7, 'a payload by hand');
  for (const [what, ...broken] of [
    ['no line', ['children']], ['no node', KEYS, 0, 0, 0, 0],
    ['a column too short', KEYS, 2, 1, 1, 0, 1, 0, 1, 1, 0],
    ['bytes too many', KEYS, 2, 1, 1, 0, 1, 0, 1, 1, 0, 7, 7],
    ['a name that is none', KEYS, 2, 1, 1, 0, 1, 0, 2, 0],
    ['a child too many', KEYS, 2, 1, 2, 0, 0, 0], ['a child too few', KEYS, 2, 0, 0, 0],
    ['a parent behind its child', KEYS, 3, 1, 0, 2, 0, 0, 0],
    ['a child of a leaf\'s', KEYS, 3, 1, 1, 0, 1, 0, 0],
    ['no names', ['children', 'self'], 1, 0, 0], ['too many nodes', KEYS, 1e18, 0, 0, 0]]) {
    let message = '';
    try {
      const bytes = column_bytes(...broken);
      m.treeOfPayload(m.readPayload(what === 'no line' ? bytes.subarray(0, 9) : bytes), 'time', []);
    } catch (error) {
      message = error.message;
    }
    ok(message !== '', 'a damaged payload is reported: ' + what, message);
  }
}

/* zlib's data of each kind of block come out as they went in; cut or changed, they end. */
function compressed({ m }) {
  const { Z_RLE, Z_FIXED, Z_HUFFMAN_ONLY } = zlib.constants;
  let state = 1;
  const some = (count, kinds) => Buffer.from(Array.from({ length: count },
    () => (state = state * 48271 % 0x7fffffff) % kinds));
  for (const [what, options] of [['stored', { level: 0 }], ['runs', { strategy: Z_RLE }],
    ['fixed codes', { strategy: Z_FIXED }], ['codes', { strategy: Z_HUFFMAN_ONLY }],
    ['copies', { level: 9 }]]) {
    const wrong = [], ends = [];
    for (const bytes of [some(0, 1), some(1, 256), some(70000, 256), some(200000, 3),
      Buffer.alloc(300000, 'abc'), fs.readFileSync(path.join(BUILD, 'gen/svg/flame.js'))]) {
      const packed = zlib.deflateRawSync(bytes, options);
      if (Buffer.compare(Buffer.from(m.inflate(new Uint8Array(packed))), bytes) !== 0)
        wrong.push(bytes.length);
    }
    equal(wrong, [], 'inflated: ' + what);
    const packed = new Uint8Array(zlib.deflateRawSync(some(5000, 40), options));
    for (let i = 0; i < 300; i++) {
      const damaged = i % 2 ? packed.slice(0, i) : packed.slice();
      damaged[Math.floor(i / 2)] ^= 1 << i % 8;
      try {
        m.inflate(damaged);
      } catch (error) {
        ends.push(error.message);
      }
    }
    equal([...new Set(ends)], ['its data is damaged'], 'damaged: ' + what);
  }
}

function comparisons({ m, treeOf }) {
  const diff = treeOf(
    { names: ['all', 'old', 'new', 'same'], up: [0, 0, 1, 1], name: [0, 1, 2, 3],
      self: [0, 0, 10, 10],
    before: [0, 10, 0, 10] });
  equal([Array.from(diff.width), Array.from(diff.total)], [[30, 10, 10, 10], [20, 0, 10, 10]],
    'what is gone keeps a width');
  const options = { mostChange: 10, changeThreshold: 0.5 };
  equal([0, 1, 2, 3].map((node) => m.changeClass(options, diff, node, false)),
    ['w0', 'v4 gf-gone', 'u4 gf-new', 'w0'], 'classes of changes');
  const grown = treeOf({ names: ['all', 'same', 'more', 'less', 'noise'], up: [0, 0, 1, 1, 1],
    name: [0, 1, 2, 3, 4], self: [0, 100, 180, 90, 1001], before: [0, 100, 100, 100, 1000],
    ops_after: [0, 2000, 3000, 500, 0], ops_before: [0, 2000, 1000, 500, 0] });
  const classes = (by_share, threshold) => [0, 1, 2, 3, 4].map((node) => m.changeClass(
    { mostChange: 80, changeThreshold: threshold }, grown, node, by_share));
  equal(classes(false, 0.5), ['u4', 'w0', 'u4', 'v1', 'w0'],
    'by amount: what takes as long as before has not changed, though all else grew');
  equal(classes(true, 0.5), ['w0', 'v1', 'u2', 'v1', 'v1'], 'by share: it shrank');
  equal(classes(false, 50), ['w0', 'w0', 'w0', 'w0', 'w0'], 'a threshold greys what is below');
  equal(classes(false, 0)[4], 'u1', 'and none greys nothing that changed');
  equal([grown.allOps[2], grown.allOpsBefore[0], grown.ops[3]], [3, 3.5, 0.5],
    'operations are in parts of ops_scale');
  onlyChanges({ m, treeOf });
}

/* Only what is new, or gone. */
function onlyChanges({ m, treeOf }) {
  const diff = treeOf({ names: ['all', 'a', 'new', 'gone', 'same'], up: [0, 0, 0, 1, 1, 2],
    name: [0, 1, 2, 3, 4, 2], self: [0, 0, 5, 0, 7, 3], before: [0, 0, 0, 4, 7, 0] });
  const only = (word) => {
    const tree = m.transformTree(diff, m.TRANSFORMS[word], new Uint8Array(5));
    return Array.from(tree.name, (name, i) => [name, tree.self[i], tree.before[i]]);
  };
  equal(only('only-new'), [[0, 0, 0], [1, 0, 0], [2, 5, 0], [2, 3, 0]], 'only what is new');
  equal(only('only-gone'), [[0, 0, 0], [1, 0, 0], [3, 0, 4]], 'only what is gone');
  equal(m.addTransform(['only-new.'], 'only-gone', ''), ['only-gone.'], 'one of both');
  equal(m.addTransform(['only-new.'], 'only-new', ''), [], 'off again');
}

function layouts({ m, treeOf, tree, rank }) {
  const view = { zoom: 0, from: 0, to: 1, x: 10, width: 1000, full: 0, minwidth: 1, order: 'name',
    rank, deepest: 999, sum: null };
  const rects = (t, change) => {
    const { node, x, w, row, more, count } = m.layoutTree(
      t, Object.assign({}, view, change), m.newLayout());
    return Array.from(node.subarray(0, count),
      (of, i) => [of, x[i] / 100, w[i] / 100, row[i], more[i]]);
  };
  equal(rects(tree)[0], [0, 10, 1000, 0, 0], 'the root is as wide as the room');
  equal(rects(tree).length, 9, 'each node once');
  equal(rects(tree, { order: 'width' }).filter((r) => r[3] === 1).map((r) => r[0]), [8, 1, 5],
    'order by width');
  equal(rects(tree, { zoom: 2 }).map((r) => [r[0], r[2]]),
    [[0, 1000], [1, 1000], [2, 1000], [3, 600], [4, 400]],
    'zoom: the frame and those above fill the room');
  equal(rects(tree, { minwidth: 200 }).filter((r) => r[4] > 0), [[2, 10, 294.12, 3, 2]],
    'narrow brothers make one remainder');
  equal(rects(tree, { minwidth: 200, zoom: 2 }).filter((r) => r[4] > 0), [],
    'and come back in a zoom');
  equal(rects(tree, { from: 0.5, to: 1 }).filter((r) => r[3] === 1),
    [[5, 10, 176.47, 1, 0], [8, 186.47, 823.53, 1, 0]], 'a part of the root, cut at its edge');
  equal(rects(tree, { deepest: 1 }).filter((r) => r[4] !== 0),
    [[1, 10, 294.12, 2, -1], [5, 304.12, 294.12, 2, -1]], 'what is too deep stands as one');
  equal(rects(tree, { full: 34 })[0], [0, 10, 500, 0, 0], '--total makes the root narrower');
  const before = m.countBefore(tree, Uint8Array.from([0, 0, 0, 0, 1, 0]));
  equal(Array.from(
    m.layoutTree(tree, Object.assign({}, view,
      { sum: before, minwidth: 250 }), m.newLayout()).marks), [98],
    'a match in a remainder is marked');

  const SIBLINGS = 100000, wide = { names: ['all'], up: [0], name: [0], self: [0] };
  for (let i = 1; i <= SIBLINGS; i++) {
    wide.names.push('f' + i);
    wide.up.push(i === 1 ? 0 : 1);
    wide.name.push(i);
    wide.self.push(1);
  }
  const wide_tree = treeOf(wide);
  const wide_rank = m.rankNames(wide);
  equal(rects(wide_tree, { rank: wide_rank }), [[0, 10, 1000, 0, 0], [0, 10, 1000, 1, SIBLINGS]],
    '100,000 brothers make one remainder');
  m.mergeByLeaf(wide_tree);

  const LEVELS = 1000000,
    deep = { names: ['all', 'f'], up: new Array(LEVELS).fill(0), name: new Array(LEVELS).fill(1),
      self: new Array(LEVELS).fill(1) };
  deep.name[0] = 0;
  const deep_tree = treeOf(deep);
  ok(rects(deep_tree, {}).length <= 1002, 'a million levels: so many are drawn as the layout may');
  ok(rects(deep_tree, { zoom: 500000 }).length < 1200, 'zoomed half way down, too');
  equal(m.nodeOfPath(deep_tree, m.pathOfNode(deep_tree, 700000, deep.names), deep.names), 700000,
    'a path of 700,000 names leads back');
  equal(m.matchedValue(deep_tree, Uint8Array.from([0, 1]), 0), LEVELS - 1,
    'matches inside matches count once');
  const deep_leaf = m.mergeByLeaf(deep_tree);
  equal([deep_leaf.total[0], deep_leaf.cut], [LEVELS, true],
    'a million levels, leaves first: cut, and nothing is lost');
}

/* Patterns that would take too long in a long name, and some that do not. */
const SLOW = 'too many repetitions: words are found without a pattern';
const HOSTILE = [['(a*)*$x', SLOW], ['(a|a)*x', SLOW], ['(a+)+b', SLOW], ['.*.*.*.*x', SLOW],
  ['(a|a)(a|a){9}x', SLOW], ['(a*)\\1b', SLOW], ['(?=(a|a)*b)', SLOW], ['(){999999999}', SLOW],
  ['a+$', [1, 0]], ['(ab|b)c?', [0, 1]], ['b|c|d|e|f|g|h|i|j', [0, 1]]];

function hostilePatterns(m) {
  const names = ['a'.repeat(5000), 'abc'];
  for (const [pattern, want] of HOSTILE) {
    const begun = process.cpuUsage(), { hit, error } = m.matchNames(names, `/${pattern}/`, false);
    const took = process.cpuUsage(begun).user;
    equal([error || Array.from(hit), took < 1e6], [want, true],
      `found soon, or refused: ${pattern.slice(0, 40)}`);
  }
}

/* What is typed or pasted, and which of the names it finds. */
const TYPED = [['gemm<float>', [1, 0, 0, 0]], ['FLOAT gemm', [1, 1, 0, 0]], ['', null],
  ['  ', null],
  ['[CUDA memcpy HtoD]', [0, 0, 1, 0]], ['(int*)', [0, 1, 0, 0]], ['a.b', [0, 0, 0, 0]],
  ['/^g.*m/', [0, 1, 0, 0]], ['/', [0, 0, 0, 1]], ['//', [0, 0, 0, 0]],
  ['gemm absent', [0, 0, 0, 0]], ['void\u2026\u0167', [1, 0, 0, 0]],
  ['emm', [1, 1, 0, 0]], ['cpy', [0, 0, 1, 0]], ['m', [0, 0, 1, 0]], ['b', [0, 0, 0, 1]],
  ['short', [0, 0, 1, 0]], ['/short/', [0, 0, 0, 0]]];

function words(m) {
  const names = ['void ns::gemm<float>(T)\u0166', 'gemm_float(int*)', '[CUDA memcpy HtoD]', 'a/b'];
  const textOf = (id) => names[id] + (id === 2 ? '\nshort label' : '');
  for (const [find, want] of TYPED) {
    const { hit, error } = m.matchNames(names, find, false, textOf);
    equal([hit && Array.from(hit), error], [want, ''], 'found: ' + JSON.stringify(find));
  }
  equal(Array.from(m.matchNames(names, 'Gemm', true).hit), [0, 0, 0, 0], 'words in the same case');
}

function searches({ m, tree, rank }) {
  const hit = m.matchNames(NAMES, '/K/', false).hit;
  equal(Array.from(hit), [0, 0, 0, 0, 1, 1], 'a pattern without case');
  equal(Array.from(m.matchNames(NAMES, '/K/', true).hit), [0, 0, 0, 0, 0, 0], 'and with it');
  ok(m.matchNames(NAMES, '/(/', false).error !== '', 'a bad pattern is reported');
  hostilePatterns(m);
  words(m);
  equal(m.matchedValue(tree, hit, 0), 10, 'matched value');
  equal(m.matchesInOrder(tree, hit, m.countBefore(tree, hit), 'name', rank), [3, 4, 7],
    'matches in order');
}

function addresses({ m, treeOf, tree }) {
  const base = m.firstView({});
  const changed = Object.assign({}, base,
    { zoom: ['a', 'b;c', 'd&e=#f'], find: 'x & "y"\u00e9', order: 'width', inverted: true,
      transforms: ["hide.it's", 'keep.<z>', 'keep-matches.~/x|y/;z'],
    mode: 'sandwich', frame: 'f%', from: 0.25, to: 0.5, fold: false, same_case: true,
    by_share: true, table: 'self', rows: 'ranges', side: 'up', numbers: false, cells: '60-99,5',
    versus: true });
  equal(Object.keys(base).filter((key) => changed[key] === base[key]), [], 'a view all of which ' +
    'differs from the first one');
  const address = m.encodeView(changed, base, '', '');
  equal(m.decodeView(address, base, ''), changed, 'a view goes through the address unharmed');
  ok(/^#(?:[-\w.~%=&;!*()]|,\d)*$/.test(address),
    'an address has no character that text could end it with', address);
  equal(m.encodeView(base, base, '', '#old'), '#', 'the first view has no address');
  equal(m.encodeView(changed, base, 'gf2.', '#chapter&gf1.query=a&gf2.query=b').split('&')
    .slice(0, 2), ['#chapter', 'gf1.query=a'], 'what others have in the address stays');
  equal(m.decodeView('#order=__proto__&mode=%E0%A4&zoom=%E0%A4&from=2&to=1&__proto__=1&x',
    base, ''), Object.assign({}, base, { zoom: ['%E0%A4'] }),
    'nonsense in an address does no harm');
  for (const [link, find] of [['#query=a%2Bb', '/a+b/'], ['#query=', ''], ['#find=a%2Bb', 'a+b']])
    equal(m.decodeView(link, base, '').find, find, 'what is searched for in ' + link);
  for (const lists of [{ zoom: ['a', '', 'b'] }, { zoom: [''] },
      { transforms: ['hide.', 'keep.x'] },
      { mode: 'sandwich', frame: '' }]) {
    const sent = Object.assign({}, base, lists);
    equal(m.decodeView(m.encodeView(sent, base, '', ''), base, ''), sent,
      'an empty name goes through the address, too: ' + JSON.stringify(lists));
  }
  equal(m.nodeOfPath(tree, ['a', 'b', 'k2'], NAMES), 4, 'a path');
  equal(m.nodeOfPath(tree, ['a', 'zzz', 'k2'], NAMES), 1, 'a path that ends early');
  const twins = treeOf(
    { names: ['all', 'a', 'b*2'], up: [0, 0, 1, 1], name: [0, 1, 1, 2], self: [0, 1, 1, 1] });
  equal(m.pathOfNode(twins, 2, ['all', 'a', 'b*2']), ['a*2'], 'the second of two brothers');
  equal(m.nodeOfPath(twins, ['a*2'], ['all', 'a', 'b*2']), 2, 'is found again');
  equal([1, 2, 3].map((node) => m.pathOfNode(twins, node, ['all', 'a', 'a*2'])),
    [['a'], ['a*2'], ['a*2*1']], 'a name that looks so is distinguished');
  equal(m.nodeOfPath(twins, ['a*2*1'], ['all', 'a', 'a*2']), 3, 'and found');
  const long = 'n'.repeat(300);
  ok(m.nameKey(long).length < 220 && m.nameKey(long) !== m.nameKey(long.slice(1)),
    'a long name has a short key of its own');
}

/* [title, the name of its file] */
const FILES = [['Flame graph', 'Flame graph.svg'], ['step/7: a\\b*?"<>|', 'step 7 a b.svg'],
  ['..', 'flame.svg'], ['', 'flame.svg'], ['con', 'flame con.svg'],
  ['NUL.txt', 'flame NUL.txt.svg'],
  ['-rf ~', 'rf.svg'], ['\u202etxt.exe\0', 'U 202E txt.exe U 0000.svg'], ['\u3164', 'U 3164.svg'],
  ['Zug \u00fcber \u6771\u4eac', 'Zug \u00fcber \u6771\u4eac.svg'],
  ['\ud83d\ude42x\ud800', 'x U D800.svg'], ['y'.repeat(300), 'y'.repeat(60) + '.svg']];

function savedFiles({ m, tree, treeOf }) {
  for (const [title, name] of FILES)
    equal(m.fileName(title, 'svg'), name, 'the file of ' + JSON.stringify(title).slice(0, 40));
  const picture = { names: NAMES, decimals: 0 };
  equal(m.foldedText(picture, { tree, zoom: 0 }, false).trim().split('\n').sort(), folded(tree),
    'folded stacks');
  equal(m.foldedText(picture, { tree, zoom: 0 }, true).split('\n')[0], 'all;a;b;k1 3',
    'with the root');
  equal(m.foldedText(picture, { tree, zoom: 2 }, false), 'a;b;k1 3\na;b;k2 2\n', 'of a frame');
  const deep = new Array(100000).fill(1), ones = treeOf({ names: ['all', 'f'.repeat(100)],
    up: deep.map(() => 0), name: deep.map((_, i) => +(i > 0)), self: deep });
  let message = '';
  try {
    m.foldedText({ names: ['all', 'f'.repeat(100)], decimals: 0 }, { tree: ones, zoom: 0 }, false);
  } catch (error) {
    message = error.message;
  }
  equal(message, 'too much text', 'what would be a terabyte of text is refused');
}

/* Views, their history, and what they show: values, of which no function changes one. */
function views({ m }) {
  const first = m.firstView({}), past = m.newPast(first);
  const step = (from, change, group) => {
    const view = { ...from.view, ...change }, more = group && group === from.group;
    return more ? m.addToStep(from, view) : m.addStep(from, view, group);
  };
  const queries = ({ undo, view, redo }) =>
    [undo.map((one) => one.find), view.find, redo.map((one) => one.find)];
  const a = step(past, { find: 'a' }), ab = step(a, { find: 'ab' });
  equal(queries(ab), [['', 'a'], 'ab', []], 'each change is a step');
  const back = m.stepBack(ab, 'undo', 'redo');
  equal(queries(back), [[''], 'a', ['ab']], 'undo');
  equal(queries(m.stepBack(back, 'redo', 'undo')), queries(ab), 'redo');
  equal(queries(step(back, { find: 'c' })), [['', 'a'], 'c', []], 'a change after undo: no redo');
  ok(m.stepBack(past, 'undo', 'redo') === past, 'nothing to undo');
  const typed = step(step(past, { find: 'x' }, 'typing'), { find: 'xy' }, 'typing');
  equal(queries(typed), [[''], 'xy', []], 'what is typed is one step');
  const none = step(typed, { find: '' }, 'typing');
  equal([queries(none), none.group], [[[], '', []], null], 'typed and deleted again: none');
  let many = past;
  for (let i = 0; i < 300; i++)
    many = step(many, { find: String(i) });
  equal(many.undo.length, 200, '200 steps are kept');
  equal(queries(past), [[], '', []], 'the first past is as it was');
}

function shownViews({ m, tree, rank }) {
  const options = { total: 0, factor: 1, xpad: 10, minwidth: 1, deepest: 999 };
  const picture = { names: NAMES, base: tree, rank, options, decimals: 0 };
  const first = m.firstView({});
  const show = (change, old) =>
    m.showView(picture, Object.freeze({ ...(old ? old.view : first), ...change }), old);
  const shown = show({}, null), zoomed = show({ zoom: ['a'], from: 0.5 }, shown);
  equal([shown.parts.length, shown.parts[0].zoom, shown.search.hit], [1, 0, null], 'a first view');
  ok(zoomed.forest === shown.forest && zoomed.search === shown.search, 'a zoom keeps the trees');
  equal([zoomed.parts[0].zoom, zoomed.parts[0].from], [1, 0.5], 'and moves the part');
  equal(show({ zoom: ['zzz'], from: 0.5 }, shown).parts[0].from, 0, 'a frame that is not here');
  const found = show({ find: 'k1' }, shown);
  ok(found.forest === shown.forest && found.search !== shown.search, 'a search keeps the trees');
  const one = { ...found, matches: m.stepMatches(picture, found, 1) };
  const two = { ...one, matches: m.stepMatches(picture, one, 1) };
  equal([found.matches, one.matches, two.matches],
    [null, { list: [[0, 3], [0, 7]], at: 0 }, { list: [[0, 3], [0, 7]], at: 1 }],
    'matches one after the other');
  ok(show({ zoom: ['a'] }, two).matches === two.matches, 'a zoom keeps the place among them');
  equal(show({ order: 'width' }, two).matches, null, 'another order does not');
  equal(m.searchFigures(picture, found), '2 matches \u00b7 8 ns \u00b7 47.1 % of all',
    'figures of a search');
  const sandwich = show({ mode: 'sandwich', frame: 'b', side: 'up' }, found);
  equal(sandwich.parts.map((part) => [part.side, part.tree.total[0]]), [['up', 10], ['down', 10]],
    'a sandwich has two parts');
  ok(m.activePart(sandwich) === sandwich.parts[0], 'of which one is zoomed');
  equal(m.searchFigures(picture, sandwich).split(' \u00b7 ')[2], '80.0 % of view',
    'a search of a sandwich');

  const drawn = { view: shown.view, parts: shown.parts, width: 1000 }, [part] = shown.parts;
  const zoomedTo = (change) => ({ ...drawn, parts: [{ ...part, ...change }] });
  equal(m.zoomTo(picture, part, 2), { zoom: ['a', 'b'], side: 'down', from: 0, to: 1 }, 'zoom');
  equal(m.zoomOut(picture, zoomedTo({ zoom: 2 })).zoom, ['a'], 'zoom out');
  const half = m.stretch(picture, drawn, 2, 10 + 1000);
  equal([half.from, half.to], [0.5, 1], 'what is at the edge stays there');
  equal(m.slide(picture, drawn, 0.5), {}, 'all of it does not slide');
  const slid = m.slide(picture, zoomedTo({ to: 0.5 }), 0.5);
  equal([slid.from, slid.to], [0.25, 0.75], 'half of it slides by a quarter');
}

/*
 * What JavaScript reads, without blanks, comments, semicolons before a brace, and brackets around
 * the only parameter of a function. Each private name is "#", each constant "$", and in the list.
 */
function tokens(text, sourceType) {
  const hidden = [], hide = (sign, name) => {
    hidden.push(sign + name);
    return sign;
  };
  const word = ({ type, value }) => {
    if (type === 'PrivateIdentifier')
      return hide('#', value);
    if (type === 'Template')
      return value.replace(/(?<=\.)#\w+|\$[a-z]+\b|\b[A-Z][A-Z\d]*_[A-Z\d_]+/g,
        (name) => hide(name[0] === '#' ? '#' : '$', name));
    if (type === 'Identifier' && /^(\$[a-z]+|[A-Z][A-Z\d]*_[A-Z\d_]+)$/.test(value))
      return hide('$', value);
    return type === 'Keyword' && value === 'const' ? 'let' : value;
  };
  const all = tokenize(text, { ecmaVersion: 'latest', sourceType }).map(word).join('\n')
    .replace(/;\n\}/g, '}')
    .replace(/\(\n(\w+)\n\)\n=>/g, '$1\n=>');
  return { all, hidden };
}

/* The hidden names of modules and those of the script, in order: each has one other. */
function namesInPairs(names, short) {
  const pairs = new Map(), back = new Map();
  names.forEach((name, i) => {
    pairs.set(name, pairs.get(name) ?? short[i]);
    back.set(short[i], back.get(short[i]) ?? name);
  });
  return names.length === short.length && names.length > 500 &&
    names.every((name, i) => pairs.get(name) === short[i] && back.get(short[i]) === name);
}

/* Declarations in a row are one. */
function oneDeclaration(list) {
  return list.replace(/;\nlet\n/g, ',\n').replace(/^let\n/, '');
}

/* The script as it travels. */
function scriptAsItTravels() {
  const script = fs.readFileSync(path.join(BUILD, 'gen/svg/flame.js'), 'utf8');
  const bytes = Buffer.byteLength(script);
  ok(bytes < 110000 && /^[\x00-\x7f]*$/.test(script),
    'the script in each picture is under 110 KB, and ASCII in every encoding', bytes);
  const { all: whole, hidden: short } = tokens(script, 'script'), all = oneDeclaration(whole);
  const folder = path.join(ROOT, 'svg/js');
  const sources = fs.readdirSync(folder).filter((name) => name.endsWith('.js')), hidden = [];
  for (const name of sources) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    const read = tokens(text.replace(/^import [^;]*;$/gm, ''), 'module');
    const own = read.all.replace(/^export\n/gm, ''),
      packed = oneDeclaration(own);
    ok(own.length > 300 && all.includes(packed),
      'only what is not needed is left out, and const is let, of ' + name);
    hidden.push([all.indexOf(packed), read.hidden]);
  }
  ok(namesInPairs(hidden.sort(([a], [b]) => a - b).flatMap(([, names]) => names), short),
    'and private names and constants are others, each the same everywhere');
  ok(!/innerHTML|outerHTML|insertAdjacentHTML|\beval\b|new Function|document\.write/.test(script),
    'and makes no code or markup of text');
  let wrong = '';
  try {
    new vm.Script(script);
  } catch (error) {
    wrong = error.message;
  }
  equal(wrong, '', 'no two modules have one name');
}

async function run() {
  const all = await load();
  for (const part of [texts, trees, transforms, payloads, compressed, comparisons, layouts,
    searches, addresses, savedFiles, views, shownViews])
    part(all);
  scriptAsItTravels();
}

run().catch((error) => ok(false, 'the tests ran to their end', error.stack)).then(finish);
