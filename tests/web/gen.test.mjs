/** The generator of web/lib/generated is deterministic, and rejects everything that it does not understand. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { errorCodes } from '../../dist/lib/generated/error-codes.js';
import { generate, sources } from '../../web/tools/gen.mjs';
import { root } from './support/posenc.mjs';
import { documentation } from '../../dist/lib/documentation.js';
import * as generated from '../../dist/lib/generated/encodings.js';
import { mistakes } from '../../dist/lib/generated/mistakes.js';
import * as limits from '../../dist/lib/generated/limits.js';
import { singleWave } from '../../dist/lib/generated/single-wave.js';

const { encodings, scalings, analyses, layers, tasks, experiment } = await documentation();

/** The registry in the form that `describe` prints, reconstructed from the generated files. */
function described() {
  return JSON.parse(
    JSON.stringify({
      errorCodes,
      bands: generated.bands,
      encodings: encodings.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'scalings'))),
      scalings,
      precisionMethods: generated.precisionMethods,
      analyses,
      layers,
      tasks,
      experiment,
      mistakes,
      singleWave,
      limits: { ...limits },
    }),
  );
}

test('what was generated generates itself', () => {
  for (const [name, source] of Object.entries(sources))
    assert.equal(source(described()), readFileSync(join(root, 'web/lib/generated', name), 'utf8'), name);
});

test('texts of the registry cannot break out of strings and comments', () => {
  const registry = described();
  registry.encodings[0].title = "it's \\ */ `${x}`\nnext";
  registry.encodings[0].params[0].doc = 'ends */ here';
  const source = generate(registry);
  assert.ok(source.includes(`"title":${JSON.stringify(registry.encodings[0].title)}`));
  assert.doesNotMatch(source.replace(/"(?:[^"\\]|\\.)*"/g, ''), /\/\*\*(?:(?!\*\/)[^])*?ends \*\/ here/);
});

test('names that cannot be those of types and members are refused; tsc compares the shape of rows', () => {
  const changes = {
    'bad id': (r) => (r.encodings[0].id = "x'y"),
    'two rows of one id': (r) => (r.encodings[1].id = r.encodings[0].id),
    'two parameters of one name': (r) => r.scalings[1].params.push(r.scalings[1].params[0]),
    'bad name': (r) => (r.encodings[0].params[0].name = 'a-b'),
    'reserved name': (r) => (r.encodings[0].params[0].name = 'encoding'),
    'a default that is no choice': (r) => (r.encodings[0].params.find((p) => p.kind === 'choice').initial = 'none'),
    'two methods of one id': (r) => (r.precisionMethods[1].id = r.precisionMethods[0].id),
    'a condition about nothing': (r) => (r.encodings[0].params[0].where = { rule: 'colour=red', words: 'it is red' }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const registry = described();
    change(registry);
    assert.throws(() => generate(registry), /^Error: describe: /, name);
  }
});
