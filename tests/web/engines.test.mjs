/**
 * The engines' own answers (tests/golden/engines, executed) against ours: frequencies to 1e-5 relative, for the engines
 * compute in float32, amplitude to 2e-6, length of the table, and what they raise. Each miss is listed by name.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { create } from '../../dist/lib/node.js';
import { agreement, agreementTable, load, isChosen } from '../../web/tools/engine-agreement.mjs';

let pe;
before(async () => void (pe = await create()));
after(() => pe.dispose());

/** Cases that we do not answer as the engine did, with the reason. */
const odd = 'a rotated width of 21 channels: its class makes 11 frequencies, and rotating with them fails';
const misses = {
  'transformers-classes/Glm4MoeRotaryEmbedding': odd,
  'transformers-classes/Glm4vMoeTextRotaryEmbedding': odd,
  'transformers-classes-2/Olmo3RotaryEmbedding': 'unscaled, its two layer types turn alike and are one to us',
};

test('every engine: at least 98 % of what it computed, each miss by name', async () => {
  const rows = await agreement(pe);
  const total = { cases: 0, agreed: 0 };
  for (const row of rows) {
    const { file, cases, missed } = row;
    if (!isChosen(row)) {
      total.cases += cases;
      total.agreed += cases - missed.length;
    }
    const names = missed.map(({ id }) => `${file}/${id}`);
    const unlisted = missed.filter((_, i) => misses[names[i]] === undefined);
    assert.deepEqual(
      unlisted.map(({ id, why }) => `${file}/${id}: ${why}`),
      [],
    );
  }
  assert.equal(total.cases, 327);
  const text = readFileSync(new URL('../../docs/engines.md', import.meta.url), 'utf8');
  assert.ok(text.includes(agreementTable(rows)), 'docs/engines.md: node web/tools/engine-agreement.mjs');
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  assert.ok(readme.includes(`in ${total.agreed} of ${total.cases} executed cases`), 'README.md');
  assert.ok(total.agreed >= 0.98 * total.cases, `${total.agreed} of ${total.cases}`);
});

/** Fields that a class fills in. */
const filledIn = [
  ...['rope_parameters', 'rope_scaling', 'rope_theta', 'partial_rotary_factor', 'head_dim', 'layer_types'],
  ...['max_position_embeddings', 'original_max_position_embeddings', 'qk_rope_head_dim', 'rope_interleave'],
];

test('every class: a file without the fields that it fills in is read as the class writes it', async () => {
  for (const { id, modelType, config, frequencies } of load('transformers-classes').cases) {
    // ESM's class says that its positions are absolute; Pixtral's makes a grid and no list of frequencies
    if (misses[`transformers-classes/${id}`] || ['esm', 'pixtral'].includes(modelType)) continue;
    const bare = Object.fromEntries(
      Object.entries(JSON.parse(config.replaceAll('Infinity', '1e9'))).filter(([key]) => !filledIn.includes(key)),
    );
    const [{ layers }] = await pe.engines(bare, { engines: ['transformers-5'] });
    for (const [name, values] of Object.entries(frequencies)) {
      const layer = name.replace(/_?inv_freq$/, '');
      const found = (layers[layer] ?? Object.values(layers)[0]).frequencies;
      assert.equal(found.length, values.length, `${modelType} ${layer}: pairs`);
      values.forEach((right, i) => assert.ok(Math.abs(found[i] - right) <= 1e-5 * right, `${modelType} ${layer} ${i}`));
    }
  }
});

test('llama.cpp: the keys that its converter writes', async () => {
  for (const { id, config, layers } of load('llamacpp').cases) {
    const [{ gguf } = {}] = Object.values(layers ?? {});
    if (!gguf) continue;
    const [, found] = await pe.engines(config, { engines: ['llama-cpp'] });
    assert.deepEqual(Object.keys(found.gguf).sort(), Object.keys(gguf).sort(), id);
    for (const [key, value] of Object.entries(gguf))
      if (typeof value === 'number')
        assert.ok(Math.abs(found.gguf[key] - value) <= 1e-12 * Math.abs(value), `${id} ${key}`);
      else assert.deepEqual(found.gguf[key], value, `${id} ${key}`);
  }
});
