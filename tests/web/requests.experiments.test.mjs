/** web/lib/requests on its own: analyses and experiments; see requests.test.mjs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkAnalysis, checkNetwork } from '../../dist/lib/requests/analysis.js';
import { checkExperiment, plainExperiment } from '../../dist/lib/requests/experiment.js';
import { plain, refuses } from './support/refusals.mjs';

describe('analyses', () => {
  const dense = { layer: 'dense' };
  const network = (layers) => checkNetwork({ layers });

  test('layers: a list of at most 256, each named by its place', () => {
    refuses(() => network(), /^missing_param layers: layers is missing; give a list of layers$/);
    refuses(() => network('dense'), /^bad_param layers: layers must be a list of at most 256 layers, but 'dense'/);
    assert.equal(network(Array(256).fill(dense)).layers.length, 256);
    refuses(() => network(Array(257).fill(dense)), /^bad_param layers: layers must be a list of at most 256 layers/);
    assert.deepEqual(network([]).layers, []);
    refuses(() => network([dense, 4]), 'bad_param layers[1]');
    refuses(() => network([dense, {}]), 'missing_param layers[1].layer');
    refuses(() => network([dense, { layer: 'dens' }]), 'bad_param layers[1].layer');
    refuses(() => network([{ layer: 'dense', weightStd: -1 }]), 'bad_param layers[0].weightStd');
    refuses(
      () => network([{ layer: 'dense', weight: 1 }]),
      /^unknown_param layers\[0\]\.weight: layer 'dense' has no parameter 'weight'/,
    );
    const { analysis, layers } = network([{ layer: 'dense', weightStd: 1.5 }, { layer: 'relu' }]);
    assert.equal(analysis, 'network-kernel');
    assert.deepEqual(
      layers.map(({ layer }) => layer),
      ['dense', 'relu'],
    );
    assert.deepEqual(plain(layers[0].numbers), { weightStd: 1.5 });
  });

  test('a network takes the parameters of its analysis but the width of its inputs', () => {
    refuses(() => checkNetwork(3), 'bad_argument network');
    refuses(() => checkNetwork({ layers: [], inputDim: 2 }), 'unknown_param inputDim');
    assert.equal(checkNetwork({ layers: [], parameterization: 'standard' }).numbers.parameterization, 1);
  });

  test('inputs: matrices, lists of numbers, or what an encoding gives', () => {
    const first = checkAnalysis(
      { analysis: 'network-kernel', layers: [dense] },
      {
        x: [
          [1, 2],
          [3, 4],
        ],
      },
    );
    assert.deepEqual(plain(first.inputs.x), { data: [1, 2, 3, 4], rows: 2, cols: 2 });
    assert.equal(first.raw.layers.length, 1);
    const profile = (value) =>
      checkAnalysis({ analysis: 'network-kernel', layers: [], inputDim: 2 }, { profile: value }).inputs.profile;
    for (const column of [[1, 0.5], new Float64Array([1, 0.5]), new Float32Array([1, 0.5])])
      assert.deepEqual(plain(profile(column)), { data: [1, 0.5], rows: 2, cols: 1 });
    assert.deepEqual(plain(profile([1])), { data: [1], rows: 1, cols: 1 });
    refuses(() => profile(new Uint8Array(2)), 'bad_argument inputs.profile');
    refuses(() => checkAnalysis(4, {}), 'bad_argument spec');
    refuses(() => checkAnalysis({ analysis: 'x' }, {}), 'unknown_method analysis');
    refuses(() => checkAnalysis({ analysis: 'mercer' }, 4), 'bad_argument inputs');
    refuses(() => checkAnalysis({ analysis: 'mercer', layers: [] }, {}), 'unknown_param layers');
    refuses(() => checkAnalysis({ analysis: 'mercer' }, {}), /^missing_param inputs\.\w+: mercer needs inputs\.\w+: /);
    refuses(() => checkAnalysis({ analysis: 'mercer' }, { another: [[1]] }), 'bad_argument inputs.another');
  });

  test('inputs by an encoding: form, head, stage and positions', () => {
    const rope = { encoding: 'rope', dim: 4 };
    const of = (input) =>
      checkAnalysis({ analysis: 'spectrum' }, { kernel: { spec: rope, positions: 5, ...input } }).inputs.kernel;
    const usual = of({});
    assert.equal(usual.spec.encoding, 'rope');
    assert.equal(usual.positions.count, 5);
    assert.equal(usual.head, undefined);
    assert.equal(of({ form: 'channelGram' }).form, 'channelGram');
    refuses(() => of({ form: 'channelGram', positions: [1, 2] }), 'bad_positions inputs.kernel.positions');
    refuses(() => of({ positions: 'x' }), 'bad_positions inputs.kernel.positions');
    refuses(
      () => of({ form: 'x' }),
      /^bad_argument inputs\.kernel\.form: inputs\.kernel\.form must be table, derivative, .*, but 'x' \(a string\) was given/,
    );
    refuses(() => of({ other: 1 }), 'bad_argument inputs.kernel.other');
    refuses(
      () => of({ head: 0 }),
      /^bad_argument inputs\.kernel\.head: inputs\.kernel\.head is that of an attention bias, not of form '\w+'$/,
    );
    const alibi = { spec: { encoding: 'alibi', heads: 2 }, form: 'attentionBias' };
    for (const head of [0, 1]) assert.equal(of({ ...alibi, head }).head, head);
    assert.equal(of(alibi).head, undefined);
    refuses(() => of({ ...alibi, head: -1 }), 'bad_argument inputs.kernel.head');
    refuses(() => of({ spec: alibi.spec, form: 'table' }), 'not_defined encoding');
  });

  test('a matrix that must be square is', () => {
    const square = {
      covariance: [
        [1, 0],
        [0, 1],
      ],
    };
    const spec = { analysis: 'network-kernel', layers: [] };
    assert.equal(checkAnalysis(spec, square).inputs.covariance.rows, 2);
    refuses(
      () => checkAnalysis(spec, { covariance: [[1, 0]] }),
      'bad_shape inputs.covariance: inputs.covariance must be square, but it is 1 x 2',
    );
  });
});

describe('experiments', () => {
  const latin = { task: { id: 'latin-square' } };

  test('are read with their task, model, positions and training, and said again', () => {
    const whole = {
      task: { id: 'latin-square' },
      model: { dim: 16 },
      positions: [{ encoding: 'rope' }, { encoding: 'learned', where: 'blocks' }],
      steps: 7,
    };
    const raw = checkExperiment(whole);
    assert.equal(raw.task.id, 'latin-square');
    assert.equal(raw.model.numbers.dim, 16);
    assert.equal(raw.positions.length, 2);
    assert.equal(raw.training.numbers.steps, 7);
    assert.deepEqual(plainExperiment(raw), whole);
    assert.deepEqual(plain(checkExperiment(latin).positions), []);
    assert.deepEqual(plain(checkExperiment(latin).model.numbers), {});
  });

  test('are refused by the name of what is wrong', () => {
    refuses(() => checkExperiment(4), 'bad_argument experiment');
    refuses(() => checkExperiment({}), 'bad_argument task');
    refuses(() => checkExperiment({ task: {} }), 'missing_param task.id');
    refuses(() => checkExperiment({ task: { id: 'x' } }), 'unknown_method task.id');
    refuses(() => checkExperiment({ task: { id: 'latin-square', x: 1 } }), 'unknown_param task.x');
    refuses(() => checkExperiment({ ...latin, model: 4 }), 'bad_argument model');
    refuses(() => checkExperiment({ ...latin, model: { x: 4 } }), 'unknown_param model.x');
    refuses(() => checkExperiment({ ...latin, x: 4 }), 'unknown_param x');
    const positions = (list) => checkExperiment({ ...latin, positions: list });
    refuses(
      () => positions(4),
      /^bad_param positions: positions must be a list of at most 16 encodings, but 4 was given/,
    );
    assert.equal(positions(Array(16).fill({ encoding: 'rope' })).positions.length, 16);
    refuses(() => positions(Array(17).fill({ encoding: 'rope' })), 'bad_param positions');
    refuses(() => positions([{ encoding: 'rope' }, 4]), 'bad_param positions[1]');
    refuses(() => positions([{ encoding: 'rop' }]), 'unknown_encoding positions[0].encoding');
    refuses(() => positions([{ encoding: 'rope', where: 'x' }]), 'bad_param positions[0].where');
    refuses(() => positions([{ encoding: 'rope', wher: 'x' }]), 'unknown_param positions[0].wher');
  });
});
