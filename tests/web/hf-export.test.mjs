/** exportConfig: import(export(spec)) equals the spec, and it throws for types that transformers lacks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importConfig } from './support/import-config.mjs';
import { throwsPosencError } from './support/posenc.mjs';
import { fc } from './support/random.mjs';
import { exportConfig } from '../../dist/lib/hf/export.js';

const runs = process.env.POSENC_FULL ? 20_000 : 1000;
const back = (spec, options) => importConfig(exportConfig(spec, options)).layers.default.spec;
const factor = fc.double({ min: 1, max: 1000, noNaN: true });
const positive = fc.double({ min: 2 ** -10, max: 1000, noNaN: true });
const context = fc.integer({ min: 1, max: 1_000_000 });
const optional = (record, keys) => fc.record(record, { requiredKeys: keys });
/** Scalings of transformers with every parameter written out, as an import returns them. */
const scalings = (rotaryDim, dim) => {
  const lists = fc.array(positive, { minLength: rotaryDim / 2, maxLength: rotaryDim / 2 });
  return [
    fc.constant(undefined),
    fc.record({ type: fc.constant('linear'), factor }),
    fc.record({ type: fc.constant('dynamic'), factor, originalContext: context }),
    optional(
      {
        type: fc.constant('yarn'),
        factor,
        originalContext: context,
        betaFast: positive,
        betaSlow: positive,
        truncate: fc.boolean(),
        mscale: fc.double({ min: 0.01, max: 10, noNaN: true }),
        mscaleAllDim: fc.double({ min: 0.01, max: 10, noNaN: true }),
        attentionFactor: positive,
      },
      ['type', 'factor', 'originalContext', 'betaFast', 'betaSlow', 'truncate'],
    ),
    optional(
      {
        type: fc.constant('longrope'),
        originalContext: context,
        factor,
        shortFactor: lists,
        longFactor: lists,
        attentionFactor: positive,
      },
      ['type', 'originalContext', 'factor', 'shortFactor', 'longFactor'],
    ),
    fc.record({
      type: fc.constant('llama3'),
      factor,
      lowFreqFactor: positive,
      highFreqFactor: positive,
      originalContext: context,
    }),
    ...(rotaryDim === dim
      ? [
          fc.record({
            type: fc.constant('proportional'),
            fraction: fc.double({ min: 0.01, max: 1, noNaN: true }),
            factor,
          }),
        ]
      : []),
  ];
};
const specs = fc
  .integer({ min: 1, max: 256 })
  .chain((half) => fc.tuple(fc.constant(2 * half), fc.integer({ min: 1, max: half })))
  .chain(([dim, rotated]) => fc.tuple(fc.constant(dim), fc.constantFrom(dim, 2 * rotated)))
  .chain(([dim, rotaryDim]) =>
    fc
      .record({
        base: fc.double({ min: 1.5, max: 1e9, noNaN: true }),
        layout: fc.constantFrom('half', 'interleaved'),
        scaling: fc.oneof(...scalings(rotaryDim, dim)),
      })
      .map(({ base, layout, scaling }) => ({
        encoding: 'rope',
        dim,
        base,
        layout,
        ...(rotaryDim !== dim && { rotaryDim }),
        ...(scaling && { scaling }),
      })),
  );

test('import(export(spec)) is the spec, in both eras', () => {
  fc.assert(
    fc.property(specs, fc.boolean(), (spec, legacy) => {
      fc.pre(!(legacy && spec.scaling?.type === 'proportional'));
      const text = JSON.stringify(exportConfig(spec, { legacy }));
      const again = importConfig(text).layers.default.spec;
      assert.deepEqual(again, JSON.parse(JSON.stringify(spec)));
    }),
    { numRuns: runs },
  );
});

test('every partial width comes back exactly', () => {
  for (let dim = 2; dim <= 512; dim += 2) {
    for (let rotaryDim = 2; rotaryDim <= dim; rotaryDim += 2) {
      assert.equal(back({ encoding: 'rope', dim, rotaryDim }).rotaryDim ?? dim, rotaryDim);
    }
  }
});

const llama31 = {
  encoding: 'rope',
  dim: 128,
  base: 500000,
  scaling: { type: 'llama3', factor: 8, originalContext: 8192 },
};

test('the fragment of each era', () => {
  const dict = {
    rope_type: 'llama3',
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  };
  assert.deepEqual(exportConfig(llama31, { maxPositionEmbeddings: 131072 }), {
    head_dim: 128,
    max_position_embeddings: 131072,
    rope_parameters: { rope_theta: 500000, ...dict },
  });
  assert.deepEqual(exportConfig(llama31, { legacy: true }), { head_dim: 128, rope_theta: 500000, rope_scaling: dict });
  assert.deepEqual(exportConfig({ encoding: 'rope', dim: 64, rotaryDim: 16 }, { legacy: true }), {
    head_dim: 64,
    rope_theta: 10000,
    partial_rotary_factor: 0.25,
    rope_scaling: null,
  });
});

test('exact translations: ABF is a base, NTK-by-parts is llama3, the current length is dropped', () => {
  assert.equal(
    exportConfig({ encoding: 'rope', dim: 64, scaling: { type: 'abf', base: 1e6 } }).rope_parameters.rope_theta,
    1e6,
  );
  const parts = {
    encoding: 'rope',
    dim: 64,
    base: 10000,
    layout: 'half',
    scaling: { type: 'ntk-by-parts', factor: 16, originalContext: 4096 },
  };
  assert.deepEqual(back(parts).scaling, {
    type: 'llama3',
    factor: 16,
    lowFreqFactor: 1,
    highFreqFactor: 32,
    originalContext: 4096,
  });
  const dynamic = { type: 'dynamic', factor: 2, originalContext: 4096 };
  assert.deepEqual(back({ encoding: 'rope', dim: 64, scaling: { ...dynamic, contextLength: 9000 } }).scaling, dynamic);
});

test('typed arrays are written as lists', () => {
  const shortFactor = Float64Array.of(1, 2);
  const { rope_parameters: dict } = exportConfig({
    encoding: 'rope',
    dim: 4,
    scaling: { type: 'longrope', originalContext: 8, factor: 4, shortFactor, longFactor: shortFactor },
  });
  assert.deepEqual(JSON.parse(JSON.stringify(dict.short_factor)), [1, 2]);
});

test('what transformers has no type for is refused with what exists', () => {
  const scaled = (scaling) => ({ encoding: 'rope', dim: 64, scaling });
  const proportional = { type: 'proportional', fraction: 0.5 };
  for (const [spec, field, words, options] of [
    [
      scaled({ type: 'ntk', factor: 4 }),
      'scaling.type',
      /ntk.*rope_theta.*default, linear, dynamic, yarn, longrope, llama3 and proportional/,
    ],
    [scaled({ type: 'yarn-paper', factor: 4, originalContext: 64 }), 'scaling.type', /released code/],
    [scaled({ type: 'kexue-fixed', factor: 4 }), 'scaling.type', /vLLM/],
    [scaled({ type: 'kexue-mixed', factor: 4 }), 'scaling.type', /vLLM/],
    [{ encoding: 'sinusoidal', dim: 64 }, 'encoding', /sinusoidal/],
    [scaled(proportional), 'scaling', /transformers 5/, { legacy: true }],
    [{ ...scaled(proportional), rotaryDim: 32 }, 'rotaryDim', /whole head/],
  ])
    throwsPosencError(() => exportConfig(spec, options), 'not_defined', `spec.${field}`, words);
  const dynamic = scaled({ type: 'dynamic', factor: 2, originalContext: 4096 });
  throwsPosencError(
    () => exportConfig(dynamic, { maxPositionEmbeddings: 8192 }),
    'bad_argument',
    'options.maxPositionEmbeddings',
    /4096/,
  );
});
