// What Kubernetes makes of pods by a MutatingAdmissionPolicy: node policy.mjs PODS.json <POLICY.json
// Its expressions run in an evaluator of CEL; typed objects become maps, the rules for merging
// lists are those of a pod. Prints the pods, as one list.
import * as cel from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import fs from 'fs';

const { spec } = JSON.parse(fs.readFileSync(0, 'utf8'));
const keys = { volumes: 'name', initContainers: 'name', containers: 'name', env: 'name', volumeMounts: 'mountPath' };

// Object.spec.x{name: v} and JSONPatch{op: v} -> {"name": v}
function withMaps(text) {
  const open = [];
  return text.replace(/\/\/ .*$/gm, '').replace(
    /"(?:[^"\\]|\\.)*"|(?:Object[\w.]*|JSONPatch)?\{|\}|(?<=[{,]\s*)(\w+): /g, (token, field) => {
      if (token.endsWith('{'))
        open.push(token !== '{');
      else if (token === '}')
        open.pop();
      return token.endsWith('{') ? '{' : field && open.at(-1) ? `"${field}": ` : token;
    });
}

function plain(value) {
  if (cel.isCelList(value))
    return [...value].map(plain);
  if (cel.isCelMap(value))
    return Object.fromEntries([...value].map(([key, held]) => [key, plain(held)]));
  return typeof value === 'bigint' ? Number(value) : value;
}

// of Kubernetes' own library
const indexOf = cel.celMethod('indexOf', cel.listType(cel.CelScalar.DYN), [cel.CelScalar.DYN], cel.CelScalar.INT,
  function find(item) {
    return BigInt(plain(this).findIndex(({ name }) => name === plain(item).name));
  });

function evaluate(text, given) {
  const value = cel.run(withMaps(text), given, { funcs: [...strings, indexOf] });
  if (cel.isCelError(value))
    throw value;
  return plain(value);
}

function merge(old, change, name) {
  if (Array.isArray(change) && keys[name]) {
    const list = [...old ?? []];
    for (const item of change) {
      const i = list.findIndex((own) => own[keys[name]] === item[keys[name]]);
      list.splice(i < 0 ? list.length : i, 1, merge(list[i], item));
    }
    return list;
  }
  if (change === null || typeof change !== 'object')
    return change;
  const merged = { ...old };
  for (const [key, value] of Object.entries(change))
    merged[key] = merge(merged[key], value, key);
  return merged;
}

function mutated(object) {
  const given = { object, request: { namespace: 'team' }, variables: {} };
  for (const { name, expression } of spec.variables)
    given.variables[name] = evaluate(expression, given);
  if (!spec.matchConditions.every(({ expression }) => evaluate(expression, given)))
    return object;
  for (const { applyConfiguration, jsonPatch } of spec.mutations) {
    if (applyConfiguration)
      given.object = merge(given.object, evaluate(applyConfiguration.expression, given));
    for (const { path, value } of jsonPatch ? evaluate(jsonPatch.expression, given) : []) {
      const steps = path.split('/').slice(1), last = steps.pop();
      const place = steps.reduce((held, step) => held[step], given.object);
      last === '-' ? place.push(value) : place[last] = value;
    }
  }
  return given.object;
}

console.log(JSON.stringify(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')).map(mutated)));
