/* Search: which names match, how much of the time that is, stepping from match to match. */
const SEARCH_BUDGET_MS = 1500;
const SEARCH_NAME_MAX = 4000; /* characters of a name that are searched */

/* { hit: by name 0 or 1, error: why not } for a pattern that a person typed. */
function matchNames(names, pattern, same_case) {
  const hit = new Uint8Array(names.length);
  let regex;
  try {
    regex = new RegExp(pattern, same_case ? 'u' : 'iu');
  } catch {
    try {
      regex = new RegExp(pattern, same_case ? '' : 'i');
    } catch (error) {
      return { hit, error: String(error.message).replace(/^Invalid regular expression: /, '') };
    }
  }
  const late = Date.now() + SEARCH_BUDGET_MS;
  for (let i = 0; i < names.length; i++) {
    hit[i] = regex.test(names[i].slice(0, SEARCH_NAME_MAX)) ? 1 : 0;
    if (Date.now() > late)
      return { hit, error: 'this pattern takes too long; the search stopped' };
  }
  return { hit, error: '' };
}

/* sum[i]: how many nodes before i match. */
function countBefore(tree, hit) {
  const sum = new Uint32Array(tree.count + 1);
  for (let i = 0; i < tree.count; i++)
    sum[i + 1] = sum[i] + hit[tree.name[i]];
  return sum;
}

/* The value of all matches below `root`; a match inside a match counts once. */
function matchedValue(tree, hit, root) {
  let value = 0;
  for (let i = root; i < tree.end[root];) {
    if (hit[tree.name[i]]) {
      value += tree.total[i];
      i = tree.end[i];
    } else {
      i++;
    }
  }
  return value;
}

/* All matches as they stand from left to right, outer ones first. */
function matchesInOrder(tree, hit, sum, order, rank) {
  const found = [], stack = [0];
  while (stack.length > 0) {
    const node = stack.pop();
    if (hit[tree.name[node]])
      found.push(node);
    if (sum[tree.end[node]] === sum[node + 1])
      continue;
    const children = orderedChildren(tree, node, order, rank);
    for (let k = children.length - 1; k >= 0; k--) {
      if (sum[tree.end[children[k]]] > sum[children[k]])
        stack.push(children[k]);
    }
  }
  return found;
}
