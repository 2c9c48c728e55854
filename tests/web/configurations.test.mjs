/**
 * Counts the tested configurations, published or made by classes, each with its source, and compares the report with
 * the source's results. Other tests compare the files of tests/golden/engines in full. Here all of transformers' files
 * are read again for all results together, so that none is lost.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';

/** Files written by Python contain Infinity and NaN, in values unrelated to positions. */
const parsed = (config) => JSON.parse(config.replace(/-?Infinity|NaN/g, 'null'));
const typeOf = (config) => {
  const inner = ['text_config', 'llm_config', 'thinker_config'].map((name) => config[name]).find(Boolean);
  return inner ? (typeOf(inner) ?? config.model_type) : config.model_type;
};

/** For each rotary class of transformers: the file that its configuration class writes, and the resulting buffers. */
function classes() {
  return ['transformers-classes', 'transformers-classes-2'].flatMap((name) => {
    const { version, cases } = goldenFile(`engines/${name}`);
    return cases
      .filter(({ frequencies }) => frequencies)
      .map(({ id, config, frequencies, scaling, layout }) => ({
        id,
        source: version,
        config: parsed(config),
        layout: typeof layout === 'string' ? layout : undefined,
        buffers: Object.entries(frequencies)
          .filter(([key, list]) => /inv_freq$/.test(key) && !/original/.test(key) && Array.isArray(list))
          .map(([key, list]) => ({
            frequencies: list,
            amplitude: scaling?.[key.replace('inv_freq', 'attention_scaling')] ?? scaling?.attention_scaling,
          })),
      }));
  });
}

/** The two sets of corner cases, with the result of get_rope or the engine's rotary class for each layer type. */
function corners() {
  return ['transformers', 'transformers-2'].flatMap((name) => {
    const { version, cases } = goldenFile(`engines/${name}`);
    return cases
      .filter(({ layers, contextLength }) => contextLength === null && Object.values(layers).every((one) => !one.error))
      .map(({ id, config, layers }) => ({
        id,
        source: version,
        config: parsed(config),
        buffers: Object.values(layers).map((one) => ({
          frequencies: one.frequencies,
          amplitude: one.attentionFactor,
        })),
      }));
  });
}

const same = (one, other) => Math.abs(one - other) <= 4e-6 * Math.abs(other);
const alike = (list, other) => list.length === other.length && list.every((x, i) => same(x, other[i]));

/** Files whose classes make frequencies that no model uses: the file does not rotate, or its width is odd. */
const apart = [
  'EomtDinov3RotaryEmbedding: unsupported_config', // by patches: towers.test
  'EsmRotaryEmbedding: unsupported_config', // position_embedding_type absolute
  'Glm4MoeRotaryEmbedding: bad_config', // half of 42 channels and a half
  'Glm4vMoeTextRotaryEmbedding: bad_config',
  'GraniteMoeHybridRotaryEmbedding: unsupported_config', // position_embedding_type null
  'PixtralRotaryEmbedding: unsupported_config', // the grid of an image tower
  'Gemma4VisionRotaryEmbedding: unsupported_config', // also by patches
  'Kimi_K25VisionRotaryEmbedding: unsupported_config',
  'MuseGlimmerVisionRotaryEmbedding: unsupported_config',
  'Step3p7VisionRotaryEmbedding: unsupported_config',
];

test('200 configurations of 80 model types: what the sources compute is what a report says', async () => {
  const all = [...classes(), ...corners()];
  const types = new Set(all.map(({ config }) => typeOf(config)));
  const parted = [];
  let held = 0;
  for (const { id, source, config, layout, buffers } of all) {
    // as constructed, before the length is known
    const report = await pe.report(config, { contextLength: 1, engine: 'transformers-5' }).catch(({ code }) => code);
    if (typeof report === 'string') {
      parted.push(`${id}: ${report}`);
      continue;
    }
    const layers = Object.values(report.layers ?? { only: report });
    const found = buffers.every(({ frequencies, amplitude }) =>
      layers.some(
        (own) =>
          alike(own.frequencies, frequencies) &&
          own.rotaryDim >= 2 * frequencies.filter((theta) => theta !== 0).length &&
          (amplitude === undefined || same(own.attentionFactor, amplitude)),
      ),
    );
    const laidOut = layout === undefined || layers.every((own) => own.spec.layout === layout);
    if (found && laidOut) held++;
    else parted.push(`${id} of ${source}: ${found ? 'layout' : 'frequencies or amplitude'}`);
  }
  assert.deepEqual(parted, [...apart]);
  assert.ok(held >= 200 && types.size >= 80, `${held} configurations of ${types.size} model types`);
});
