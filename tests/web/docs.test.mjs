/**
 * The programs of README.md and docs/ run as they are printed, and print what the comments behind console.log, or the
 * text after them, say. Those that are shown in a browser are in tests/page/docs.spec.mjs, those in C++ in
 * tests/consumer.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { blocksOf, commandsOf, pages, projectOf, root } from './support/docs.mjs';
import { errorCodes } from './support/posenc.mjs';
import { skip } from './support/webgpu.mjs';

/** A page's navigator.gpu, where Node has none: Dawn, as the tests of the GPU find it. */
const page = `import { webgpu } from ${JSON.stringify(new URL('./support/webgpu.mjs', import.meta.url).href)};
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: webgpu.gpu }, configurable: true });`;

test('README.md says how to install, and has programs', () => {
  const text = pages.get('README.md');
  assert.match(text, /^npm install posenc\b/m);
  assert.ok(blocksOf(text).filter(({ language }) => language === 'js').length >= 3);
});

test('no text counts the rows of a registry: one more is no change of it', () => {
  const count = '(?:\\d+|eleven|twelve|\\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\\w+)?)';
  const rows = new RegExp(`\\b${count}\\*{0,2}\\s+(?:encodings|context\\s+extensions|analyses|layers)\\b`, 'gi');
  assert.match('**Twelve context\nextensions**', rows);
  for (const [path, text] of [...pages, ['CHANGELOG.md', readFileSync(join(root, 'CHANGELOG.md'), 'utf8')]])
    assert.deepEqual(text.match(rows), null, path);
});

for (const [path, text] of pages) {
  const programs = blocksOf(text).filter(({ language, file }) => language === 'js' && !file);
  if (programs.length > 0)
    describe(`a program of ${path}`, () => {
      for (const { code } of programs) {
        const expected = [...code.matchAll(/^ *console\.log\(.*\); +\/\/ (.+)$/gm)].map(([, words]) => words);
        const onGpu = code.includes('navigator.gpu');
        const name = /pe\.\w+(?=\()/.exec(code)?.[0];
        test(`the one that begins with ${name}`, { skip: onGpu && skip }, () => {
          assert.ok(expected.length > 0, 'prints nothing');
          const flags = onGpu ? ['--import', `data:text/javascript,${encodeURIComponent(page)}`] : [];
          const out = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', code], {
            cwd: root,
            encoding: 'utf8',
            timeout: 120_000,
          });
          const printed = out.split('\n').filter((line) => line !== '' && !line.startsWith('WebGPU: '));
          assert.deepEqual(printed, expected);
        });
      }
    });
}

test('docs/node.md: its commands print what it says', () => {
  const text = pages.get('docs/node.md');
  const folder = projectOf(text);
  try {
    const shown = commandsOf(text);
    assert.equal(shown.length, 2);
    for (const { commands, printed } of shown)
      assert.equal(execFileSync('sh', ['-c', commands.join('\n')], { cwd: folder, encoding: 'utf8' }), printed);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the four first pages have at most a screen', () => {
  for (const name of ['node', 'vite', 'script-tag', 'cmake']) {
    const lines = pages.get(`docs/${name}.md`).split('\n').length;
    assert.ok(lines <= 64, `${name} has ${lines} lines`);
  }
});

test('docs/errors.md: each code of the closed list, once, with cause and remedy', () => {
  const text = pages.get('docs/errors.md');
  const rows = [...text.matchAll(/^### `(\w+)`\n\n([^]+?)(?=\n##|(?![^]))/gm)];
  assert.deepEqual(rows.map(([, code]) => code).sort(), [...errorCodes].sort());
  for (const [, code, prose] of rows) assert.match(prose, /^\S[^]*\n\nDo: \S/, code);
});
