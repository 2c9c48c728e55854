/**
 * Properties of every analysis, with inputs that break linear algebra: one row, rows of zeros, duplicates and
 * antipodes, matrices that are not symmetric or not positive. Each call returns finite numbers of the documented kinds,
 * reproducibly, or throws a PosencError; and each analysis succeeds for some input.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fc } from './support/random.mjs';
import { analyses, assertNone, checkedError, create, modes, runs } from './support/posenc.mjs';

const sinusoidal = { encoding: 'sinusoidal', dim: 8 };
const column = (...numbers) => numbers.map((x) => [x]);
const wave = (n) => Array.from({ length: n }, (_, i) => [((i * 37) % 17) / 8 - 1]);
const tables = {
  positions: (form) => ({ spec: sinusoidal, positions: 12, form }),
  'another encoding': (form) => ({ spec: { encoding: 'learned', dim: 8, count: 12 }, positions: 12, form }),
  'one position': (form) => ({ spec: sinusoidal, positions: 1, form }),
  'few positions': (form) => ({ spec: sinusoidal, positions: 3, form }),
};
const matrices = {
  column: wave(12),
  'short column': wave(3),
  'one number': column(2),
  'zero column': column(0, 0, 0),
  duplicates: [
    [1, 2],
    [1, 2],
    [-1, -2],
    [0, 0],
  ],
  zeros: [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ],
  identity: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'not symmetric': [
    [1, 2, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'not positive': [
    [1, 2, 0],
    [2, 1, 0],
    [0, 0, 1],
  ],
  singular: [
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
  ],
  large: [
    [1e150, 0],
    [0, 1e150],
  ],
  tiny: [
    [1e-200, 1e-200],
    [1e-200, 2e-200],
  ],
};
const networks = [
  [{ layer: 'dense', width: 8 }, { layer: 'relu' }, { layer: 'dense', width: 1 }],
  [{ layer: 'dense', weightStd: 0, width: 4 }, { layer: 'erf' }, { layer: 'dense', biasStd: 0.5, width: 1 }],
  [{ layer: 'dense', width: 1 }],
  [],
];

const inputOf = ({ name, form }) =>
  fc.oneof(
    // values to be learned: one per position
    { weight: /^(y|f0)/.test(name) ? 12 : 0, arbitrary: fc.constantFrom(wave(12), wave(12), wave(3)) },
    { weight: 3, arbitrary: fc.constantFrom(...Object.values(tables)).map((make) => make(form)) },
    { weight: 2, arbitrary: fc.constantFrom(...Object.values(matrices)) },
  );
const small = ({ kind, name, min, max, initial, required }) =>
  kind !== 'integer' && kind !== 'number'
    ? fc.constant(undefined)
    : fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constant(
            required
              ? 8
              : /steps|draws|repeats|width|points|signals|features|lags/i.test(name)
                ? Math.max(min ?? 0, 4)
                : undefined,
          ),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            ...[min ?? -1, 1, 2, initial].filter((x) => x !== undefined && x <= (max ?? 2) && x < 1e5),
          ),
        },
      );
const given = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
const callOf = (row) =>
  fc
    .record({
      params: fc.record(Object.fromEntries(row.params.map((param) => [param.name, small(param)]))),
      inputs: fc.record(
        Object.fromEntries(
          row.inputs.map((input) => [
            input.name,
            input.required
              ? inputOf(input)
              : fc.oneof(
                  { weight: row.inputs.some(({ required }) => required) ? 4 : 1, arbitrary: fc.constant(undefined) },
                  { weight: 1, arbitrary: inputOf(input) },
                ),
          ]),
        ),
      ),
      layers: row.layered ? fc.constantFrom(...networks) : fc.constant(undefined),
    })
    .map(({ params, inputs, layers }) => [given({ analysis: row.id, ...params, layers }), given(inputs)]);

function checkOutputs(row, result) {
  assertNone(
    Object.keys(result).filter((name) => !row.outputs.some((output) => output.name === name)),
    'outputs that are not stated',
  );
  for (const { name, kind, optional } of row.outputs) {
    const value = result[name];
    if (value === undefined) {
      assert.ok(optional, `${name} is missing`);
      continue;
    }
    const numbers = kind === 'scalar' ? [value] : kind === 'vector' ? value : value.data;
    if (kind === 'matrix') assert.equal(value.data.length, value.rows * value.cols, name);
    for (const x of numbers) assert.ok(typeof x === 'number' && Number.isFinite(x), `${name} has ${x}`);
  }
}

describe('every analysis', () => {
  const clients = [];
  before(async () => {
    for (const { options } of modes) clients.push(await create(options));
  });
  after(() => clients.forEach((pe) => pe.dispose()));

  for (const row of analyses) {
    test(`${row.id}: finite numbers or an error, the same in the worker`, async () => {
      const [here, worker] = clients;
      let succeeded = 0;
      const look = async (args) => {
        let result;
        try {
          result = await here.analyse(...args);
        } catch (thrown) {
          assert.notEqual(checkedError(thrown).code, 'internal', thrown.message);
          return;
        }
        checkOutputs(row, result);
        if (succeeded++ % 8 === 0) assert.deepEqual(await worker.analyse(...args), result);
      };
      await fc.assert(fc.asyncProperty(callOf(row), look), { numRuns: runs(40), includeErrorInReport: true });
      for (const args of fc.sample(callOf(row), 400)) if (succeeded === 0) await look(args);
      assert.ok(succeeded > 0, 'no call succeeded');
    });
  }
});
