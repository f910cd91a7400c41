/*
 * The script's modules on generated input: data of pictures, whole and damaged, views in
 * addresses, patterns. Any input gives a result or an Error in under a second, and no time is
 * lost. Each run has the same input; JS_FUZZ_SEED=N has another, JS_FUZZ_RUNS=N
 * more of it.
 */
'use strict';

const { ok, finish, modules } = require('./harness.js');
const { payloadBytes } = require('./payload_bytes.js');

const RUNS = +(process.env.JS_FUZZ_RUNS || 400);
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
  '!#$%&()*+-;<=>?@^_`{|}~';
const HOSTILE = ['', 'a', 'a*1', 'a*2', '__proto__', 'constructor', '<script>', '"\'&;=#%', '%zz',
  '\ud800', 'a;b', '\u202e', '.*', '(', '[', '\\', 'x'.repeat(5000), 'NCCL:ncclAllReduce', '*3',
  'f<g<h>, i>(j)', '🙂'.repeat(60)];

/* mulberry32: a generator of 32 bits, so that a failure can be played again. */
function generator(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = state + 0x6d2b79f5 | 0;
    let t = Math.imul(state ^ state >>> 15, 1 | state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, pick: (list) => list[below(list.length)] };
}

const first = (found, what) => { found.what ||= what; };

/* A tree of names and values, as payloadBytes() takes it. */
function randomNodes({ below, pick }) {
  const count = 1 + below(40), names = ['all', ...Array.from({ length: 6 }, () => pick(HOSTILE))];
  const nodes = { names, up: [0], name: [0], self: [0], ops: [0] };
  for (let i = 1, depth = 1; i < count; i++) {
    const up = i === 1 ? 0 : below(depth);
    depth += 1 - up;
    nodes.up.push(up);
    nodes.name.push(below(names.length));
    nodes.self.push(below(2) * below(1e9));
    nodes.ops.push(below(300));
  }
  return nodes;
}

const sum = (list) => Array.from(list).reduce((all, one) => all + one, 0);

/* What holds for every tree. */
function checkTree(tree, total, found) {
  if (sum(tree.self) !== total || tree.total[0] !== total)
    first(found, 'time is lost');
  for (let i = 1; i < tree.count; i++) {
    const up = tree.parent[i];
    if (!(up < i) || tree.end[i] > tree.end[up] || tree.total[i] > tree.total[up])
      first(found, 'a node is not within its parent');
  }
}

/* One or two of the names of randomNodes(). */
function someNames({ below }) {
  const some = new Uint8Array(7);
  some[1 + below(6)] = some[1 + below(6)] = 1;
  return some;
}

function wholeTrees(m, random, found) {
  const nodes = randomNodes(random), order = random.pick(['name', 'width', 'time']);
  const rank = m.rankNames(nodes);
  const tree = m.treeOfPayload(m.readPayload(payloadBytes(nodes)), order, rank);
  const total = sum(nodes.self), some = someNames(random);
  checkTree(tree, total, found);
  checkTree(m.mergeByLeaf(tree), total, found);
  const [callers, callees] = m.sandwich(tree, some);
  if (callers.total[0] !== callees.total[0])
    first(found, 'callers and callees of a frame differ');
  return tree;
}

/* Transforms one after the other lose no time but what is left out. */
function transforms(m, random, found, whole) {
  let tree = whole;
  for (let i = 0; i < 4; i++) {
    const word = random.pick(Object.keys(m.TRANSFORMS)), some = someNames(random);
    const total = (one) => m.transformTree(tree, m.TRANSFORMS[one], some).total[0];
    const all = tree.total[0], after = m.transformTree(tree, m.TRANSFORMS[word], some);
    if (total('keep') + total('hide') !== all || total('keep-kind') + total('hide-kind') !== all)
      first(found, 'what is left and what is left out are not all');
    checkTree(after, m.TRANSFORMS[word].lost ? total(word) : all, found);
    for (let node = 1; node < after.count; node++) {
      if (after.total[node] + after.allOps[node] === 0)
        first(found, word + ' leaves a frame without value');
    }
    if (word === 'merge' && after.name.some((id) => some[id]))
      first(found, 'a merged frame is still there');
    tree = after;
    m.mergeByLeaf(tree);
  }
}

/* Each node of a tree is found again by its path. */
function paths(m, random, found, tree, names) {
  for (let i = 0; i < tree.count; i++) {
    const path = m.pathOfNode(tree, i, names), node = m.nodeOfPath(tree, path, names);
    if (node !== i)
      first(found, 'a path leads elsewhere: ' + JSON.stringify(path).slice(0, 200));
  }
  m.nodeOfPath(tree, Array.from({ length: 4 }, () => random.pick(HOSTILE)), names);
}

function damaged(m, random, found) {
  const nodes = randomNodes(random), bytes = Uint8Array.from(payloadBytes(nodes));
  for (let i = 1 + random.below(4); i > 0; i--)
    bytes[random.below(bytes.length)] = random.below(256);
  const cut = random.below(2) ? bytes : bytes.subarray(0, random.below(bytes.length));
  const text = Buffer.from(cut).toString('latin1');
  const count = random.pick([0, -1, 1e9, 1.5, '"x"', '[]']);
  const head = text.replace(/"nodes":\d+/, '"nodes":' + count);
  for (const data of [cut, Uint8Array.from(Buffer.from(head, 'latin1'))]) {
    try {
      const payload = m.readPayload(data);
      const tree = m.treeOfPayload(payload, 'time', m.rankNames(payload));
      checkTree(tree, sum(payload.columns.self), found);
    } catch (error) {
      if (!(error instanceof Error))
        first(found, 'what is thrown is not an Error');
    }
  }
  m.bytesOfText(Array.from({ length: random.below(50) }, () => random.pick(DIGITS + ' <\u00e9'))
    .join(''));
}

function randomView(m, { below, pick }) {
  const names = () => Array.from({ length: 1 + below(3) }, () => pick(HOSTILE));
  const any = { boolean: () => below(2) > 0, object: names, number: (_, value) => value,
    string: (key) => pick(m.WORDS[key] || HOSTILE) };
  const view = Object.entries(m.firstView({})).map(([key, value]) => [key,
    any[typeof value](key, value)]);
  return { ...Object.fromEntries(view), transforms: names().map((name) =>
    pick(['hide.', 'merge.', 'hide-kind.', 'keep-matches.=', '']) + name),
  from: below(5) / 10, to: 0.5 + below(5) / 10 };
}

/* What a string becomes in an address and back: half a pair of surrogates cannot be kept. */
const kept = (text) => text.toWellFormed?.() ?? text;

function addresses(m, random, found) {
  const base = m.firstView({ order: 'time' }), view = randomView(m, random);
  const prefix = random.pick(['', 'p1.']);
  const old = '#' + random.pick(['', 'other=1', 'x&y=%', '&&']);
  const address = m.encodeView(view, base, prefix, old), back = m.decodeView(address, base, prefix);
  if (/[<>"'\s]/.test(address.replace(old.slice(1), '')))
    first(found, 'an address with markup: ' + address.slice(0, 200));
  for (const [key, value] of Object.entries(view)) {
    const want = Array.isArray(value) ? value.map(kept) : typeof value === 'string' ?
      kept(value) : value;
    if (JSON.stringify(back[key]) !== JSON.stringify(want) && JSON.stringify(want).length < 8000)
      first(found, `${key} comes back as another: ${JSON.stringify(want).slice(0, 100)}`);
  }
  const text = Array.from({ length: random.below(12) }, () => random.pick(['&', '=', '%', ';', 'to',
    'from', 'zoom', 'hide', 'mode', '__proto__', '1e999', 'NaN', '-1', ...HOSTILE])).join('');
  const any = m.decodeView('#' + text, base, '');
  for (const key in base) {
    const kind = (value) => (Array.isArray(value) ? 'list' : typeof value);
    if (kind(any[key]) !== kind(base[key]))
      first(found, `${key} is of another type after #${text.slice(0, 100)}`);
  }
  if (!(any.from >= 0 && any.to <= 1 && any.to > any.from) || Object.keys(any).length !==
    Object.keys(base).length)
    first(found, 'no view after #' + text.slice(0, 100));
}

const ATOMS = ['a', 'b', '.', '\\w', '[ab]', '[^a]', '[\\]b]', '\\b', '\\B', '^', '$', '\\x61',
  '\\.', '[]', '[^]', '\u00e9', '(?=a)', '(?!b)', '(?<=a)', '(?<!b)', '(?!.*c)'];
const TIMES = ['*', '+', '?', '{2}', '{1,2}', '{2,}', '*?', '??', '{0,30}'];

/* Groups in groups, each with repetitions and alternatives. */
function randomPattern(random, depth = 0) {
  const { below, pick } = random;
  return Array.from({ length: 1 + below(3) }, () => {
    const inside = () => randomPattern(random, depth + 1);
    const group = () => pick(['(', '(?:', `(?<n${below(1e9)}>`]) + inside() +
      (below(2) ? '|' + inside() : '') + ')';
    return (depth > 2 || below(2) ? pick(ATOMS) : group()) + (below(2) ? pick(TIMES) : '');
  }).join('');
}

/* In long names, too, a pattern is not waited for. */
function patterns(m, random) {
  m.matchNames([...'ab'].map((char) => char.repeat(4000) + random.below(10)),
    `/${randomPattern(random)}/`, false);
}

function searches(m, random, found, tree, names) {
  const pattern = Array.from({ length: random.below(5) }, () => random.pick(['a', 'x+', '.', '(b)',
    '[', '(', '\\', '^', '$', '|', 'NCCL', '\\d*', '{2}', '?', '(?<n>c)', '\u{1f642}', '(', ')*',
    ...TIMES])).join('');
  const slash = random.pick(['', '/']);
  const { hit, error } = m.matchNames(names, slash + pattern + slash, random.below(2) > 0);
  if (error !== '' && typeof error !== 'string')
    first(found, 'an error without a message');
  if (!hit)
    return;
  const before = m.countBefore(tree, hit), value = m.matchedValue(tree, hit, 0);
  const list = m.matchesInOrder(tree, hit, before, 'time', m.rankNames({ names }));
  if (before[tree.count] !== list.length || value > tree.total[0])
    first(found, 'matches do not add up for ' + pattern);
}

/* Of the processor: a busy machine is not our delay. */
function timed(found, part) {
  const begun = process.cpuUsage();
  const result = part();
  if (process.cpuUsage(begun).user > 1e6)
    first(found, 'more than a second');
  return result;
}

async function run() {
  const m = await modules(['text', 'tree', 'payload', 'search', 'hash', 'transform']);
  const seed = +(process.env.JS_FUZZ_SEED || 1);
  const parts = { wholeTrees: {}, transforms: {}, paths: {}, damaged: {}, addresses: {},
    searches: {}, patterns: {} };
  for (let i = 0; i < RUNS; i++) {
    const random = generator(seed * 1e6 + i);
    const go = (name, part, ...more) => {
      try {
        return timed(parts[name], () => part(m, random, parts[name], ...more));
      } catch (error) {
        return first(parts[name], error.stack);
      } finally {
        parts[name].at ??= parts[name].what && i;
      }
    };
    const tree = go('wholeTrees', wholeTrees);
    const names = Array.from({ length: 7 }, () => random.pick(HOSTILE));
    if (tree) {
      go('paths', paths, tree, names);
      go('transforms', transforms, tree);
      go('searches', searches, tree, names);
    }
    go('damaged', damaged);
    go('addresses', addresses);
    go('patterns', patterns);
  }
  for (const [name, { what, at }] of Object.entries(parts))
    ok(!what, `${name}: ${RUNS} generated inputs`, `run ${at} of seed ${seed}: ${what}`);
}

run().catch((error) => ok(false, 'the tests ran to their end', error.stack)).then(finish);
