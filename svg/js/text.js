/* Names and numbers as people read them. No DOM in here. */
const NAME_SHOWN = 600; /* characters of a name that tooltip, details and labels for the ear show */

/* Characters that are invisible or change the order of what stands beside them. */
function isDeceiving(code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0xad || code === 0x34f ||
    code === 0x61c || code === 0x115f || code === 0x1160 || code === 0x17b4 || code === 0x17b5 ||
    (code >= 0x180b && code <= 0x180e) || (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
    code === 0x3164 || (code >= 0xd800 && code <= 0xdfff) || (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff || code === 0xffa0 || (code >= 0xfff0 && code <= 0xfffb) ||
    (code >= 0xe0000 && code <= 0xe0fff);
}

/* `name` with each deceiving character spelled out: "‹U+202E›". */
function visibleName(name) {
  if (/^[ -~]*$/.test(name))
    return name;
  let out = '';
  for (const char of name) {
    const code = char.codePointAt(0);
    out += isDeceiving(code) ? '‹U+' + code.toString(16).toUpperCase().padStart(4, '0') + '›' : char;
  }
  return out;
}

/* The two ends of `text` when it is longer than `max`; never half of a surrogate pair. */
function cutMiddle(text, max) {
  if (text.length <= max)
    return text;
  const isLow = (at) => /[\udc00-\udfff]/.test(text.charAt(at));
  let head = Math.ceil((max - 1) / 2), tail = text.length - Math.floor((max - 1) / 2);
  if (isLow(head))
    head--;
  if (isLow(tail))
    tail++;
  return text.slice(0, head) + '…' + text.slice(tail);
}

/* What is shown of a name where there is room for a line or two. */
function shownName(name, max) {
  return cutMiddle(visibleName(cutMiddle(name, 4 * NAME_SHOWN)), max || NAME_SHOWN);
}

/* Fold the template arguments of a C++ name: "f<int, g<3>>(int)" -> "f<…>(int)". */
function foldTemplates(name) {
  let out = '', depth = 0;
  for (let i = 0; i < name.length; i++) {
    const char = name[i], bracket = char === '<' || char === '>';
    const plain = bracket && (name[i - 1] === '-' || /operator *[<>=-]*$/.test(name.slice(Math.max(0, i - 11), i)));
    if (char === '<' && !plain && depth++ === 0)
      out += '<…';
    if (char === '>' && !plain && depth > 0 && --depth === 0)
      out += '>';
    else if (depth === 0)
      out += char;
  }
  return depth === 0 ? out : name;
}

/* 1234567.5 -> "1,234,567.5" with at most `decimals` digits behind the point. */
function groupDigits(value, decimals) {
  const text = Math.abs(value) < 1e21 ? Math.abs(value).toFixed(decimals || 0) : String(Math.abs(value));
  const [whole, part] = text.split('.');
  const fraction = (part || '').replace(/0+$/, '');
  return (value < 0 ? '-' : '') + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction ? '.' + fraction : '');
}

/* Three digits: 1.23, 12.3, 123; what is whole stays whole. */
function threeDigits(value) {
  if (value === Math.floor(value))
    return groupDigits(value);
  return value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}

/* A value of the tree: "12.3 ms" for nanoseconds, "1,234 samples" for all else. */
function formatValue(value, unit, decimals) {
  const scaled = value / Math.pow(10, decimals || 0);
  if (unit !== 'ns')
    return groupDigits(scaled, decimals) + (unit ? ' ' + unit : '');
  const size = Math.abs(scaled), sign = scaled < 0 ? '-' : '';
  for (const [name, scale] of [['ns', 1], ['us', 1e3], ['ms', 1e6]]) {
    if (size / scale < 999.5)
      return sign + threeDigits(size / scale) + ' ' + name;
  }
  return sign + threeDigits(size / 1e9) + ' s';
}

function formatPercent(part, whole) {
  return (whole > 0 ? 100 * part / whole : 0).toFixed(2) + '%';
}

/* The change from `before` to `after` in words: "12.3 ms -> 9.8 ms, -20 %". */
function formatChange(before, after, unit, decimals) {
  const one = (value) => (value === 0 ? '0' : formatValue(value, unit, decimals));
  const values = one(before) + ' -> ' + one(after);
  if (before === 0)
    return after === 0 ? values : values + ', new';
  if (after === 0)
    return values + ', gone';
  const percent = Math.round(100 * (after - before) / before);
  return values + ', ' + (percent > 0 ? '+' : '') + groupDigits(percent) + ' %';
}
