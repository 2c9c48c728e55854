/** Parts of others in what is published: the lists of web/tools/release, NOTICE.md and the bills of materials agree. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv';
import { billOf, npmPurl } from '../../web/tools/release/bill.mjs';
import { inSharedLibrary, linked, partOfArchive, takenOver } from '../../web/tools/release/parts.mjs';
import { partsLinked } from '../../web/tools/release/steps/bill.mjs';
import { fits, problemsOf } from '../../web/tools/release/steps/licences.mjs';
import { statementOf } from '../../web/tools/release/steps/provenance.mjs';
import { root, text } from './support/posenc.mjs';

const require = createRequire(import.meta.url);
const schema = (name) => {
  const folder = join(require.resolve('@cyclonedx/cyclonedx-library/package.json'), '../res/schema');
  return JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8'));
};
// CycloneDX's schemas want formats that Ajv 6 does not know; the rest of them holds
const valid = new Ajv({ unknownFormats: 'ignore', schemaId: '$id', logger: false })
  .addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json')
  .addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json')
  .compile(schema('bom-1.6'));

test('archives that linkers take belong to a part', () => {
  for (const [archive, name] of [
    ['libc.a', 'musl'],
    ['libc-debug.a', 'musl'],
    ['libc++-noexcept.a', 'libc++'],
    ['libc++abi-noexcept.a', 'libc++abi'],
    ['libclang_rt.builtins.a', 'compiler-rt'],
    ['libembind-rtti.a', 'Embind'],
    ['libemmalloc.a', 'emmalloc'],
    ['libdlmalloc-debug.a', 'dlmalloc'],
  ])
    assert.equal(partOfArchive(archive)?.name, name, archive);
  assert.equal(partOfArchive('libcurl.a'), undefined);
  assert.throws(() => partsLinked({ core: ['libcurl.a'] }, {}), /libcurl\.a, which no part/);
  const versions = { musl: '1.2.6', emscripten: '6.0.5' };
  assert.deepEqual(partsLinked({ core: ['libc.a', 'libemmalloc.a'], train: ['libc.a'] }, versions), [
    { name: 'emmalloc', licence: 'MIT OR NCSA', version: '6.0.5', in: 'dist/core.wasm' },
    { name: 'musl', licence: 'MIT', version: '1.2.6', in: 'dist/core.wasm, dist/train.wasm' },
  ]);
});

test('NOTICE.md names them, and no licence is one whose terms are not kept', () => {
  assert.deepEqual(problemsOf([], text('NOTICE.md')), []);
  for (const { name } of [...linked, ...takenOver, ...inSharedLibrary]) {
    const words = name.replace('nlohmann_json', 'JSON for Modern C++');
    const without = text('NOTICE.md').replaceAll(words, '');
    assert.ok(problemsOf([], without).length > 0, name);
  }
  const [problem] = problemsOf([{ name: 'musl', version: '1', licence: 'AGPL-3.0-only' }], text('NOTICE.md'));
  assert.match(problem.what, /AGPL/);
  for (const good of ['MIT', 'MIT OR GPL-2.0', 'ISC AND Apache-2.0', '(MIT OR Apache-2.0)'])
    assert.ok(fits(good), good);
  for (const bad of ['GPL-3.0-only', 'ISC AND GPL-2.0', 'UNLICENSED']) assert.ok(!fits(bad), bad);
});

test('data that was taken over lies where it is said, and has the version that is installed', () => {
  for (const { name, version, in: where } of takenOver) {
    assert.ok(existsSync(join(root, where)), where);
    assert.ok(text('NOTICE.md').includes(version), `${name} ${version}`);
    if (name === 'd3-scale-chromatic')
      assert.equal(JSON.parse(text(`node_modules/${name}/package.json`)).version, version);
  }
});

test('a bill of materials is valid by the schema of CycloneDX 1.6, and the same each time', () => {
  const about = {
    name: 'posenc',
    version: '0.1.0',
    licence: 'MIT',
    purl: npmPurl('posenc', '0.1.0'),
    sha256: 'a1'.repeat(32),
  };
  const parts = [
    ...linked.map((part) => ({ ...part, version: '1.0', in: 'dist/core.wasm' })),
    ...takenOver,
    { name: '@codemirror/view', version: '6.43.15', licence: 'MIT', purl: npmPurl('@codemirror/view', '6.43.15') },
  ];
  const made = billOf(about, parts, new Date(1e12));
  assert.equal(billOf(about, parts, new Date(1e12)), made);
  const bill = JSON.parse(made);
  assert.ok(valid(bill), JSON.stringify(valid.errors?.slice(0, 3)));
  assert.deepEqual(bill.components.map(({ name }) => name).sort(), parts.map(({ name }) => name).sort());
  const { dependsOn } = bill.dependencies.find(({ ref }) => ref === 'posenc@0.1.0');
  assert.equal(dependsOn.length, parts.length);
  assert.equal(bill.metadata.component.hashes[0].content, about.sha256);
  delete bill.components[0].type;
  assert.ok(!valid(bill), 'the schema sees what is missing');
});

test('provenance is a statement of in-toto with the predicate of SLSA, and says that nobody signed it', () => {
  const statement = statementOf({
    subjects: { 'posenc-0.1.0.tgz': 'ab'.repeat(32) },
    materials: [{ uri: 'git+commit', digest: { gitCommit: 'c'.repeat(40) } }],
    tools: { node: 'v20.20.2' },
    commit: 'c'.repeat(40),
    command: 'x',
  });
  assert.equal(statement._type, 'https://in-toto.io/Statement/v1');
  assert.equal(statement.predicateType, 'https://slsa.dev/provenance/v1');
  assert.deepEqual(statement.subject, [{ name: 'posenc-0.1.0.tgz', digest: { sha256: 'ab'.repeat(32) } }]);
  const { buildDefinition, runDetails } = statement.predicate;
  assert.match(buildDefinition.buildType, /^\w+:/);
  assert.match(runDetails.builder.id, /^\w+:/);
  assert.equal(runDetails.byproducts[0].annotations.signed, false);
});
