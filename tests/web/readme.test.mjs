/**
 * The programs of README.md run as they are printed, and print what the comments behind console.log say.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from './support/posenc.mjs';
import { skip } from './support/webgpu.mjs';

const text = readFileSync(join(root, 'README.md'), 'utf8');
const programs = [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, program]) => program);

/** A page's navigator.gpu, where Node has none: Dawn, as the tests of the GPU find it. */
const page = `import { webgpu } from ${JSON.stringify(new URL('./support/webgpu.mjs', import.meta.url).href)};
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: webgpu.gpu }, configurable: true });`;

test('it says how to install, and has programs', () => {
  assert.match(text, /^npm install posenc\b/m);
  assert.ok(programs.length >= 3);
});

describe('a program of README.md', () => {
  for (const program of programs) {
    const expected = [...program.matchAll(/^ *console\.log\(.*\); +\/\/ (.+)$/gm)].map(([, words]) => words);
    const onGpu = program.includes('navigator.gpu');
    const name = /pe\.\w+(?=\()/.exec(program)?.[0];
    test(`the one that begins with ${name}`, { skip: onGpu && skip }, () => {
      assert.ok(expected.length > 0, 'prints nothing');
      const flags = onGpu ? ['--import', `data:text/javascript,${encodeURIComponent(page)}`] : [];
      const out = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], {
        cwd: root,
        encoding: 'utf8',
        timeout: 120_000,
      });
      const printed = out.split('\n').filter((line) => line !== '' && !line.startsWith('WebGPU: '));
      assert.deepEqual(printed, expected);
    });
  }
});
