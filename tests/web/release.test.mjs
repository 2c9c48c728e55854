/** `npm run release`: what changed since the last version, and what follows. Nothing is published, and nothing is built. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { differences } from '../../web/tools/release/compatibility.mjs';
import { implementedHere, interfaceOf, manifestOf, typedEntries } from '../../web/tools/release/declarations.mjs';
import { cInterface, commands, pythonInterface, tableHashes } from '../../web/tools/release/facts.mjs';
import { changes, readRecord, recordBefore, recordedVersions } from '../../web/tools/release/records.mjs';
import { problemsOf as apiProblems } from '../../web/tools/release/steps/api.mjs';
import { problemsOf as changelogProblems, sectionsOf } from '../../web/tools/release/steps/changelog.mjs';
import { problemsOf as sizeProblems, table } from '../../web/tools/release/steps/sizes.mjs';
import { compareVersions, largest, leastVersion } from '../../web/tools/release/versions.mjs';
import { root, text } from './support/posenc.mjs';

test('versions in the order of semver.org, 11', () => {
  const ordered =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.9.0 1.10.0';
  const all = ordered.split(' ');
  assert.deepEqual([...all].reverse().sort(compareVersions), all);
  assert.throws(() => compareVersions('1.0', '1.0.0'), /no version/);
});

test('the version that a change asks for', () => {
  assert.equal(largest(['minor', 'major', 'patch']), 'major');
  assert.equal(largest([]), 'none');
  for (const [before, level, least] of [
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['0.1.0', 'minor', '0.1.1'],
    ['0.1.0', 'major', '0.2.0'],
  ])
    assert.equal(leastVersion(before, level), least);
  const breaking = [{ level: 'major', what: 'table is gone' }];
  assert.match(apiProblems(breaking, '0.1.0', '0.1.1')[0].what, /table is gone/);
  assert.match(apiProblems(breaking, '0.1.0', '0.1.1')[0].todo, /0\.2\.0/);
  assert.deepEqual(apiProblems(breaking, '0.1.0', '0.2.0'), []);
});

describe('changes in a copy of our own declarations', () => {
  let folder;
  let ours;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'posenc-declarations-'));
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    for (const file of filesBelow([join(root, 'dist/lib')]).filter((name) => name.endsWith('.d.ts'))) {
      const copy = join(folder, relative(root, file));
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(file, copy);
    }
    ours = interfaceOf(root, typedEntries(manifestOf(root)));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('the copy has the same interface, without a trace of its folder', () => {
    assert.deepEqual(interfaceOf(folder, typedEntries(manifestOf(folder))), ours);
    assert.doesNotMatch(JSON.stringify(ours), /posenc-declarations|dist\/lib/);
    for (const name of implementedHere)
      assert.ok(
        Object.keys(ours.declarations).some((key) => key.endsWith(`#${name}`)),
        `${name}, which release/declarations.mjs says that only we implement, is not there`,
      );
  });

  /** file, what stands there, what takes its place, level, and what is said */
  const cases = [
    [
      'exports',
      'export { parseNpy } from',
      'export { parseNpy as parseNumpy } from',
      'major',
      /^\.: parseNpy is gone$/,
    ],
    [
      'exports',
      'export { parseNpy } from',
      'export { parseNpy as parseNumpy } from',
      'minor',
      /^\.: parseNumpy is new$/,
    ],
    [
      'files/npy',
      'export declare function npyChunks(',
      'export declare function npyChunks(how: string, ',
      'major',
      /^npyChunks: takes or gives something else/,
    ],
    [
      'checks/json',
      'export declare function parseJson(text: string',
      'export declare function parseJson(text: number',
      'major',
      /^parseJson: parameter text is of another type/,
    ],
    [
      'index',
      'create(options?: CreateOptions)',
      'create(options?: CreateOptions, more?: number)',
      'minor',
      /^create: takes more, too$/,
    ],
    [
      'generated/encodings',
      "layout?: 'half' | 'interleaved'",
      "layout?: 'half' | 'interleaved' | 'other'",
      'minor',
      /layout: may be 'other', too$/,
    ],
    ['generated/encodings', 'readonly rotaryDim?: number | undefined;', '', 'major', /^RopeSpec: rotaryDim is gone$/],
    [
      'generated/encodings',
      "readonly encoding: 'rope';",
      "readonly encoding: 'rope'; readonly must: number;",
      'major',
      /^RopeSpec: must is new, and callers have to give it$/,
    ],
    [
      'generated/encodings',
      "readonly encoding: 'rope';",
      "readonly encoding: 'rope'; readonly may?: number;",
      'minor',
      /^RopeSpec: may is new$/,
    ],
    [
      'types/posenc',
      'readonly encodings: ',
      'fresh(): number; readonly encodings: ',
      'minor',
      /^Posenc: fresh is new$/,
    ],
    [
      'checks/errors',
      'readonly field: string',
      'readonly field: number',
      'major',
      /^PosencError: field: is of another type$/,
    ],
  ];
  // TypeScript reads all files each time, so those that do not touch one another are changed at once
  const rounds = [cases.filter((_, i) => ![1, 8].includes(i)), [cases[8]]];
  test('each class of them is found and judged', () => {
    for (const round of rounds) {
      const originals = new Map();
      for (const [file, from, to] of round) {
        const path = join(folder, 'dist/lib', `${file}.d.ts`);
        const content = readFileSync(path, 'utf8');
        if (!originals.has(path)) originals.set(path, content);
        const at = file === 'generated/encodings' ? content.indexOf('export interface RopeSpec ') : 0;
        assert.ok(content.indexOf(from, at) >= 0, `${file} has no ${from}`);
        writeFileSync(path, content.slice(0, at) + content.slice(at).replace(from, to));
      }
      const found = differences(ours, interfaceOf(folder, typedEntries(manifestOf(folder))));
      for (const [path, content] of originals) writeFileSync(path, content);
      for (const [, from, , level, says] of round)
        assert.ok(
          found.some((one) => one.level === level && says.test(one.what)),
          `${from}: ${level} ${says} is not among ${JSON.stringify(found.map((one) => `${one.level} ${one.what}`))}`,
        );
      if (round.includes(cases[0]))
        assert.ok(found.some(({ level, what }) => level === 'minor' && cases[1][4].test(what)));
      assert.equal(found.length, round.length + (round.includes(cases[0]) ? 1 : 0), JSON.stringify(found));
    }
  });
});

describe('the C interface', () => {
  const header = () => text('src/include/posenc/c.h');

  test('has the functions that the library shows', () => {
    const { functions, types, abi } = cInterface(header());
    assert.deepEqual(Object.keys(functions).sort(), text('tests/c/symbols.txt').trim().split('\n'));
    assert.match(types.posenc_error, /char code\[32\]/);
    assert.equal(abi, 1);
  });

  test('a function that goes or takes something else breaks it, and asks for another version of it', () => {
    const c = cInterface(header());
    const facts = {
      files: [],
      python: {},
      commands: {},
      tables: {},
      typescript: { entries: {}, declarations: {}, sides: {} },
    };
    const of = (edit) =>
      changes({ ...facts, c }, { ...facts, c: cInterface(edit(header())) }).map(
        ({ level, what }) => `${level} ${what}`,
      );
    assert.deepEqual(
      of((all) => all),
      [],
    );
    assert.deepEqual(
      of((all) => all.replace('posenc_gram(', 'posenc_grams(')),
      [
        'major C: posenc_gram is gone',
        'major POSENC_ABI_VERSION is still 1, though the C interface broke',
        'minor C: posenc_grams is new',
      ],
    );
    assert.deepEqual(
      of((all) => all.replace('VERSION 1', 'VERSION 2').replace('posenc_version(void)', 'posenc_version(int x)')),
      ['major C: posenc_version is declared otherwise'],
    );
    assert.deepEqual(
      of((all) => all.replace('} posenc_shape;', 'uint64_t more; } posenc_shape;')),
      ['minor C: posenc_shape is longer'],
    );
    assert.deepEqual(
      of((all) => all.replace('/* (n, n) table', '/* other words')),
      [],
    );
  });
});

test('Python, commands and tables: what goes is named', async () => {
  const facts = {
    files: ['.'],
    c: { abi: 1, functions: {}, types: {} },
    python: await pythonInterface(root, process.env),
    commands: await commands(root, process.env),
    tables: tableHashes(root),
    typescript: { entries: {}, declarations: {}, sides: {} },
  };
  assert.match(facts.python.table, /^\(spec: Spec, positions: Any, \*, dtype/);
  assert.match(facts.python.Spec, /^= Union/);
  assert.ok(facts.python['Encoding.rotate'] && facts.commands.check.includes('--against'));
  assert.ok(Object.keys(facts.tables).length > 50);
  assert.deepEqual(changes(facts, facts), []);
  const now = structuredClone(facts);
  now.files = ['./other'];
  delete now.python.gram;
  now.python.rotate = '(x)';
  delete now.commands.fix;
  now.commands.check = now.commands.check.filter((option) => option !== '--against');
  const [first, second] = Object.keys(now.tables);
  now.tables[first] = '00';
  delete now.tables[second];
  const said = changes(facts, now).filter(({ level }) => level === 'major');
  assert.deepEqual(
    said.map(({ what }) => what.replace(/: \{.*/, '')),
    [
      '. cannot be imported any more',
      'Python: gram is gone',
      'Python: rotate is declared otherwise',
      'posenc check --against is gone',
      'posenc fix is gone',
      'a table has other bits',
      'the bits of a table are not compared any more',
    ],
  );
});

test('records are of versions, and say whether they were published', () => {
  const versions = recordedVersions(root);
  assert.ok(versions.length > 0);
  for (const version of versions) {
    const record = readRecord(root, version);
    assert.equal(record.version, version);
    assert.equal(typeof record.published, 'boolean');
    if (!record.published) assert.match(record.note, /has not been published/);
    assert.match(record.commit, /^[0-9a-f]{40}$/);
    assert.ok(Object.keys(record.typescript.entries['.']).length > 100);
  }
  assert.equal(recordBefore(root, versions[0]), undefined);
});

test('the changelog', () => {
  const good = '# Changelog\n\n## 0.2.0 (2027-01-02)\n\n* New.\n\n## 0.1.0 (2026-01-02)\n\n* First.\n';
  const words = (all, version = '0.2.0', publish = true) =>
    changelogProblems(all, version, publish).map(({ what }) => what);
  assert.deepEqual(words(good), []);
  assert.deepEqual(words(good, '0.3.0'), ['there is no section 0.3.0']);
  assert.deepEqual(words(good, '0.1.0'), ['0.1.0 is not the first section']);
  assert.deepEqual(words(good.replace('* New.', '')), ['0.2.0 has no entry']);
  assert.deepEqual(words(good.replace('2027-01-02', 'unreleased')), ['0.2.0 has no date']);
  assert.deepEqual(words(good.replace('2027-01-02', 'unreleased'), '0.2.0', false), []);
  assert.deepEqual(words(good.replace('2026-01-02', 'unreleased')), ['0.1.0 calls itself unreleased']);
  assert.deepEqual(words(good.replace('0.1.0', '0.3.0')), ['0.3.0 stands below 0.2.0']);
  const { version } = JSON.parse(text('package.json'));
  assert.deepEqual(words(text('CHANGELOG.md'), version, false), []);
  assert.ok(sectionsOf(text('CHANGELOG.md'))[0].entries.length > 10);
});

test('sizes: a table, and a reason for what grew', () => {
  const before = { 'dist/core.wasm': { bytes: 2000, brotli: 1000 } };
  const now = (brotli) => ({ 'dist/core.wasm': { bytes: 2000, brotli } });
  assert.match(table(now(1100), before), /\| dist\/core\.wasm \| 2,000 \| 1,100 \| 1,000 \| \+10\.0 % \|/);
  assert.match(table(now(900), undefined), /\| – \| new \|/);
  assert.deepEqual(sizeProblems(now(1100), before, ''), []);
  assert.equal(sizeProblems(now(1101), before, '').length, 1);
  assert.deepEqual(sizeProblems(now(1101), before, '* core.wasm has a row more.'), []);
});
