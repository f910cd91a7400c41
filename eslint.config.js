'use strict';

const fs = require('fs');
const path = require('path');

/* The modules of svg/js stand in one function, so what one declares all can use. */
const FOLDER = path.join(__dirname, 'svg/js');
const declared = {};
for (const file of fs.readdirSync(FOLDER).filter((name) => name.endsWith('.js'))) {
  for (const [, name] of fs.readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/^(?:async )?(?:function|const) (\w+)/gm))
    declared[name] = 'readonly';
}

const BROWSER = ['document', 'window', 'location', 'history', 'navigator', 'matchMedia', 'getComputedStyle', 'requestAnimationFrame',
  'cancelAnimationFrame', 'setTimeout', 'clearTimeout', 'performance', 'ResizeObserver', 'CSSStyleSheet', 'Blob', 'Response', 'DecompressionStream', 'TextDecoder', 'visualViewport'];
const NODE = ['require', 'module', 'process', 'console', '__dirname', '__filename', 'setTimeout', 'Buffer', 'performance'];
const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

const RULES = {
  'no-undef': 'error', 'no-shadow': 'error', 'prefer-const': 'error', 'no-var': 'error', 'eqeqeq': 'error', 'no-eval': 'error',
  'no-implied-eval': 'error', 'no-new-func': 'error', 'no-script-url': 'error', 'no-unreachable': 'error', 'no-dupe-keys': 'error',
  'no-fallthrough': 'error', 'no-self-compare': 'error', 'no-unsafe-negation': 'error', 'use-isnan': 'error', 'valid-typeof': 'error',
  'no-loss-of-precision': 'error', 'max-len': ['error', { code: 120, tabWidth: 2, ignoreStrings: true, ignoreTemplateLiterals: true }],
  'semi': ['error', 'always'], 'quotes': ['error', 'single', { avoidEscape: true, allowTemplateLiterals: true }],
};

module.exports = [
  { ignores: ['build/**'] },
  {
    files: ['svg/js/*.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'script', globals: Object.assign({}, readonly(BROWSER), declared) },
    rules: Object.assign({}, RULES, {
      'no-redeclare': ['error', { builtinGlobals: false }],
      'no-unused-vars': ['error', { vars: 'local' }],
      'no-restricted-properties': ['error',
        { property: 'innerHTML', message: 'names come from strangers: textContent' },
        { property: 'outerHTML', message: 'names come from strangers: textContent' },
        { property: 'insertAdjacentHTML', message: 'names come from strangers: textContent' },
        { object: 'document', property: 'write', message: 'names come from strangers: textContent' }],
    }),
  },
  {
    files: ['tests/browser/*.js', 'tests/extra/*.js', 'bench/*.js', 'eslint.config.js'],
    languageOptions: { ecmaVersion: 2022, sourceType: 'commonjs', globals: readonly(NODE.concat(BROWSER)) },
    rules: Object.assign({}, RULES, { 'no-unused-vars': 'error', 'no-script-url': 'off', 'max-len': ['error', { code: 160, ignoreStrings: true }] }),
  },
];
