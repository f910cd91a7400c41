'use strict';

const globals = (...names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

const NODE = globals('require', 'module', 'process', 'console', '__dirname', '__filename',
  'setTimeout', 'Buffer', 'performance');
const BROWSER = globals('document', 'window', 'location', 'history', 'navigator', 'matchMedia',
  'getComputedStyle', 'requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout',
  'clearTimeout', 'performance', 'ResizeObserver', 'CSSStyleSheet', 'Blob',
  'TextDecoder', 'URL', 'MutationObserver', 'DOMParser', 'XMLSerializer', 'visualViewport');

const RULES = {
  'no-undef': 'error', 'no-shadow': 'error', 'prefer-const': 'error', 'no-var': 'error',
  'eqeqeq': 'error', 'no-eval': 'error', 'no-implied-eval': 'error', 'no-new-func': 'error',
  'no-script-url': 'error', 'no-unreachable': 'error', 'no-dupe-keys': 'error',
  'no-fallthrough': 'error', 'no-self-compare': 'error', 'no-unsafe-negation': 'error',
  'use-isnan': 'error', 'valid-typeof': 'error', 'no-loss-of-precision': 'error',
  'no-unused-vars': 'error', 'max-len': ['error', { code: 100, tabWidth: 8 }],
  'semi': ['error', 'always'], 'quotes': ['error', 'single', { avoidEscape: true }],
};

/* Untrusted text must not become markup. */
const MARKUP = [{ property: 'innerHTML' }, { property: 'outerHTML' },
  { property: 'insertAdjacentHTML' }, { object: 'document', property: 'write' }]
  .map((what) => ({ ...what, message: 'names are untrusted: textContent' }));

/* State is in private fields, which nothing but their class can write. */
const DECLARED = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration';
const EMPTY = ':matches(ObjectExpression[properties.length=0], ArrayExpression[elements.length=0])';
const STATE = [
  [DECLARED + '[kind!="const"]', 'a module has no variables'],
  [DECLARED + ' > * > NewExpression[callee.name!="RegExp"]', 'a module has no state'],
  [DECLARED + ' > * > ' + EMPTY, 'a module has no state'],
  ['PropertyDefinition[key.type!="PrivateIdentifier"]', 'a field is private'],
  [':not(MethodDefinition[kind="constructor"] > FunctionExpression > BlockStatement > ' +
    'ExpressionStatement) > AssignmentExpression[left.object.type="ThisExpression"]' +
    '[left.property.type!="PrivateIdentifier"]', 'after its constructor, a field is private'],
].map(([selector, message]) => ({ selector, message }));

/* What makes or fills something for its caller says so by the name of the parameter. */
const FILLED = ['tree', 'list', 'out'];

module.exports = [
  { ignores: ['build/**'] },
  {
    files: ['svg/js/*.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'module', globals: BROWSER },
    rules: Object.assign({}, RULES, {
      'no-restricted-properties': ['error', ...MARKUP],
      'no-restricted-syntax': ['error', ...STATE],
      'no-param-reassign': ['error', { props: true, ignorePropertyModificationsFor: FILLED }],
    }),
  },
  { /* what is worked out without a page: tests run it in node */
    files: ['color', 'files', 'hash', 'history', 'layout', 'payload', 'search', 'text',
      'transform', 'tree', 'view', 'zoom'].map((name) => 'svg/js/' + name + '.js'),
    languageOptions: { globals: Object.assign(
      Object.fromEntries(Object.keys(BROWSER).map((name) => [name, 'off'])),
      globals('TextDecoder')) },
  },
  {
    files: ['tests/browser/*.js', 'tests/extra/*.js', 'bench/*.js', 'eslint.config.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'commonjs',
      globals: Object.assign({}, NODE, BROWSER) },
    rules: Object.assign({}, RULES, { 'no-script-url': 'off' }),
  },
];
