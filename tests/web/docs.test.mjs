/**
 * The programs of README.md and docs/ run as printed, with the output that their console.log comments, or the text
 * after them, state. tests/page/docs.spec.mjs runs those for browsers, tests/consumer those in C++.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { wavelengthBands } from '../../dist/lib/charts/index.js';
import { blocksOf, commandsOf, pages, projectOf, root } from './support/docs.mjs';
import { pe } from './support/instance.mjs';
import { errorCodes } from './support/posenc.mjs';
import { skip } from './support/webgpu.mjs';
import { newFolder } from './support/own-folder.mjs';

/** Defines navigator.gpu, which Node lacks, with Dawn from the GPU tests. */
const page = `import { webgpu } from ${JSON.stringify(new URL('./support/webgpu.mjs', import.meta.url).href)};
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: webgpu.gpu }, configurable: true });`;

test('README.md says how to install, and has programs', () => {
  const text = pages.get('README.md');
  assert.match(text, /^npm install posenc\b/m);
  assert.ok(blocksOf(text).filter(({ language }) => language === 'js').length > 0);
  assert.ok(text.split('\n').length <= 130);
  const before = text.slice(0, text.indexOf('```'));
  assert.ok(before.split(/\s+/).length <= 150, 'the first code comes within 150 words');
});

test('README.md: the command prints what it says', () => {
  const [, command, shown] = /^```console\n\$ npx posenc (.+)\n([^]*?)^```$/m.exec(pages.get('README.md'));
  const folder = newFolder();
  copyFileSync(join(root, 'web/notebook/configs/gpt-oss-20b.json'), join(folder, 'config.json'));
  const args = [join(root, 'dist/cli/posenc.js'), ...command.split(' ')];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 1);
  const printed = stdout.split('\n');
  for (const line of shown.trim().split('\n')) {
    if (line === '[…]') continue; // omitted findings
    const begin = line.replace('…]', '');
    assert.ok(
      printed.some((one) => (begin === line ? one === line : one.startsWith(begin))),
      line,
    );
  }
  const errors = (lines) => lines.filter((line) => line.includes(': error ')).length;
  assert.equal(errors(shown.split('\n')), errors(printed));
  // "For this gpt-oss file `fix` writes nothing"
  const fix = spawnSync(process.execPath, [args[0], 'fix', 'config.json', '--out', 'fixed.json'], { cwd: folder });
  assert.equal(fix.status, 1);
  assert.equal(existsSync(join(folder, 'fixed.json')), false);
});

test('README.md: the picture is the chart of the bundled file, with its numbers', async () => {
  const report = await pe.report(readFileSync(join(root, 'web/notebook/configs/llama-3.1-8b.json'), 'utf8'));
  const { kept, blended, scaled } = report.bands;
  const [, words, file] = /!\[([^\]]+)\]\(([^)]+)\)/.exec(pages.get('README.md'));
  assert.match(
    words,
    new RegExp(`${report.pairs.length} pairs .* ${kept} are kept, ${blended} blended and ${scaled} `),
  );
  const title = 'Wavelengths of the 64 pairs of Llama 3.1, base 500,000';
  const picture = wavelengthBands.svg(report, { title, width: 760 });
  const made = join(root, 'build', file.replace('docs/', ''));
  writeFileSync(made, picture);
  assert.equal(readFileSync(join(root, file), 'utf8'), picture, `copy ${made} to ${file}`);
});

test('README.md: how many entries usual float32 code gets right near position 10^6, and how far it is off', async () => {
  const dim = 128;
  const positions = Array.from({ length: 4096 }, (_, i) => 1e6 - i);
  const { data } = await pe.table({ encoding: 'sinusoidal', dim }, positions);
  let [right, worst] = [0, 0];
  for (const [row, position] of positions.entries())
    for (let i = 0; i < dim; i += 2) {
      const angle = Math.fround(position * Math.fround(10_000 ** (-i / dim)));
      for (const [k, wave] of [Math.sin, Math.cos].entries()) {
        const [exact, usual] = [data[row * dim + i + k], Math.fround(wave(angle))];
        right += Number(exact === usual);
        worst = Math.max(worst, Math.abs(exact - usual));
      }
    }
  const share = ((100 * right) / data.length).toPrecision(2);
  const at = `the ${positions.length.toLocaleString('en')} positions up to 10^6, on a table of ${dim} channels and base 10,000.`;
  const said = `${at} It gets ${share} % of the entries right, and is off by up to ${worst.toPrecision(2)}.`;
  assert.ok(pages.get('README.md').replaceAll(/\s+/g, ' ').includes(said), said);
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

for (const [name, count] of Object.entries({ node: 2, cli: 1, encodings: 1 }))
  test(`docs/${name}.md: its commands print what it says`, () => {
    const text = pages.get(`docs/${name}.md`);
    const folder = projectOf(text);
    const shown = commandsOf(text).filter(({ printed }) => printed !== undefined);
    assert.equal(shown.length, count);
    for (const { commands, printed } of shown)
      assert.equal(execFileSync('sh', ['-c', commands.join('\n')], { cwd: folder, encoding: 'utf8' }), printed);
  });

test('a block has a file only if the words before it are the name of one', () => {
  const before = (words) => blocksOf(`${words}:\n\n\`\`\`js\ncode\n\`\`\`\n`)[0].file;
  assert.deepEqual(['`main.js`', '`.config.yaml`', 'Write to `out`', '`pe.table`', 'the file'].map(before), [
    'main.js',
    '.config.yaml',
    undefined,
    undefined,
    undefined,
  ]);
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
