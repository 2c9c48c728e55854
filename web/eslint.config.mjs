/**
 * Rules for TypeScript and for tests: `npm run lint`, and a job of `npm test`. Prettier does the layout. A comment begins with a
 * noun or a verb (no-warning-comments).
 */
import tseslint from 'typescript-eslint';

const syntax = (...rules) => ['error', ...rules.map(([selector, message]) => ({ selector, message }))];
const steps = ["AssignmentExpression[operator=/^[+-]=$/][right.raw='1']", 'Use ++ or --.'];
/** Comparisons may have null, and functions of others that take it. */
const noNull = [
  "Literal[raw='null']:not(BinaryExpression > Literal):not(CallExpression[callee.object.name=/^(Object|JSON|history)$/] > Literal):not(CallExpression[callee.property.name='postMessage'] > Literal):not(CallExpression[callee.name='setPrototypeOf'] > Literal)",
  'Use undefined.',
];
const upperCase = { regex: '^[A-Z][A-Z0-9]+(_[A-Z0-9]+)*$', match: false };

const randomness = 'Take random values from tests/web/support/random.mjs, so that a failure can be repeated.';
const clock = 'No test judges by the clock.';
const sleep = 'Wait for the event itself.';
const tests = ['tests/{web,page}/**/*.mjs', 'tests/run.mjs'];

export default [
  { ignores: ['**/generated/**', '**/*.d.ts', 'tests/golden/**', 'tests/**/package-smoke/**'] },
  {
    files: ['web/**/*.{ts,mjs}', 'tests/**/*.mjs', 'examples/**/*.mjs', 'python/**/*.mjs'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
      ],
      'no-dupe-keys': 'error',
      'no-warning-comments': [
        'error',
        {
          terms: ['of', 'what', 'where', 'whether', 'those', 'so many'],
          location: 'start',
          decoration: ['*'],
        },
      ],
      'no-unreachable': 'error',
      'no-unsafe-optional-chaining': 'error',
      'prefer-const': 'error',
      'use-isnan': 'error',
    },
  },
  { files: ['web/**/*.ts'], languageOptions: { parser: tseslint.parser } },
  {
    files: ['web/{lib,cli,notebook}/**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: ['variable', 'parameter', 'classProperty'], format: null, custom: upperCase },
      ],
      'no-restricted-syntax': syntax(steps, noNull),
    },
  },
  {
    // null in JSON, in results that become JSON, and for functions of the DOM, CodeMirror and htm
    files: [
      'web/lib/types/{comparison,config,config-diff}.ts',
      'web/lib/hf/{diff,report,export,fields,plain}.ts',
      'web/lib/checks/{json,record,schema}.ts',
      'web/lib/{compare/compare,gpu/device,wasm/browser,charts/snippet/snippet,charts/heatmap/webgl}.ts',
      'web/notebook/{state,kit/html,variants/facts}.ts',
      'web/notebook/notebooks/{completions,hover,exports/jupyter}.ts',
    ],
    rules: { 'no-restricted-syntax': syntax(steps) },
  },
  {
    files: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'fast-check', message: randomness },
            { name: 'node:crypto', importNames: ['randomInt'], message: randomness },
          ],
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: randomness },
        { property: 'getRandomValues', message: randomness },
        { object: 'performance', property: 'now', message: clock },
        { object: 'Date', property: 'now', message: clock },
        { property: 'hrtime', message: clock },
        { property: 'cpuUsage', message: clock },
      ],
      'no-restricted-syntax': syntax(
        ["CallExpression[callee.property.name='waitForTimeout']", sleep],
        ["CallExpression[callee.name='sleep']", sleep],
        ["ArrowFunctionExpression[params.0.name=/^(r|resolve)$/][body.callee.name='setTimeout']", sleep],
      ),
    },
  },
  { files: ['tests/web/support/random.mjs', 'tests/run.mjs'], rules: { 'no-restricted-imports': 'off' } }, // the seed
  {
    // bounds on a rate, the moment of a kill, and what gives up a browser that does not start
    files: [
      'tests/run.mjs',
      'tests/web/{abort.test,pool.ends.test}.mjs',
      'tests/web/support/{webdriver,pages-in-browser}.mjs',
      'tests/page/{pool.spec,embed.spec,reader,visit}.mjs',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // the moment of an abort, a loss or a crash; that nothing comes after one; until a file or page is there
    files: [
      'tests/web/{abort,pool,pool.ends,gpu,gpu.devices,engine,cli.tables}.test.mjs',
      'tests/web/support/pages-in-browser.mjs',
      'tests/page/{pool,gpu,notebook-sandbox}.spec.mjs',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
];
