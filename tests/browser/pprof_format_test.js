/*
 * A pprof reader that others wrote (the npm package pprof-format) reads what
 * `collapse --format pprof` writes: every stack with its time and its number of
 * operations. No browser is needed.
 */
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { ok, equal, finish, ROOT, BUILD, GPUFLAME, execFileSync } = require('./harness.js');

const PACKAGE = path.join(ROOT, 'node_modules/pprof-format');

function collapse(format, file, options) {
  return execFileSync(GPUFLAME, ['collapse', '-q', '--format', format].concat(options || [], file),
    { maxBuffer: 1 << 28 });
}

function read(bytes) {
  return require(PACKAGE).Profile.decode(zlib.gunzipSync(bytes));
}

/* "frame;frame" -> the values of a sample, in the order of the profile's types. */
function stacks(profile) {
  const strings = profile.stringTable.strings, names = new Map(), found = new Map();
  for (const fn of profile.function)
    names.set(Number(fn.id), strings[Number(fn.name)]);
  const frames = new Map();
  for (const location of profile.location)
    frames.set(Number(location.id),
      location.line.map((line) => names.get(Number(line.functionId))));
  for (const sample of profile.sample) {
    /* the innermost first */
    const stack = sample.locationId.map((id) => frames.get(Number(id)).join(' ')).reverse()
      .join(';');
    found.set(stack, sample.value.map(String));
  }
  return found;
}

function types(profile) {
  const strings = profile.stringTable.strings;
  return profile.sampleType.map((type) => strings[Number(type.type)] + '/' +
    strings[Number(type.unit)]);
}

/* What the other formats say of the same file. */
function expected(file, options) {
  const json = JSON.parse(collapse('collapse-json', file, options).toString());
  return new Map(json.stacks.map((stack) => [stack.stack.map((at) => json.frames[at]).join(';'),
    [stack.count, stack.value].map(String)]));
}

function sorted(map) {
  return Array.from(map.entries()).sort();
}

function main() {
  if (!fs.existsSync(PACKAGE)) {
    console.log('ok 1 - pprof # SKIP node_modules/pprof-format is absent: npm ci');
    return;
  }
  const report = path.join(BUILD, 'fixtures/steps.sqlite');
  let profile = read(collapse('pprof', report, ['--by', 'step']));
  equal(types(profile), ['operations/count', 'gpu_time/nanoseconds'], 'operations and time');
  equal(profile.stringTable.strings[Number(profile.defaultSampleType)], 'gpu_time',
    'time is the default');
  equal(sorted(stacks(profile)), sorted(expected(report, ['--by', 'step'])),
    'the stacks of a report');

  profile = read(collapse('pprof', report, ['--value', 'bytes']));
  equal(types(profile).pop(), 'value/bytes', 'bytes are bytes');

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpuflame-pprof-'));
  const text = path.join(folder, 'in.folded');
  fs.writeFileSync(text, 'a;b<T>"x"\\ 9223372036854775807\n\u{1f525};\u00fc 3\nonly 1\n');
  profile = read(collapse('pprof', text));
  equal(types(profile), ['gpu_time/nanoseconds'], 'no operations where none are known');
  equal(sorted(stacks(profile)), [['a;b<T>"x"\\', ['9223372036854775807']], ['only', ['1']],
    ['\u{1f525};\u00fc', ['3']]], 'names of any kind, and the largest value');
  ok(profile.location.every((location) => Number(location.id) > 0), 'no id is 0');
  fs.rmSync(folder, { recursive: true });
  finish();
}

main();
