/**
 * Inputs of every analysis: { spec, positions } means what the documentation of the input says. Inputs that are too
 * large are rejected by their size, before a table is made.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { analyses, refusal } from './support/posenc.mjs';

const spec = { encoding: 'sinusoidal', dim: 16 };
const dense = [{ layer: 'dense' }, { layer: 'relu' }, { layer: 'dense', width: 1 }];
/** Other inputs that each analysis needs. */
const more = {
  bandwidth: {},
  uniqueness: { positions: 50 },
  'periodic-network': { widths: [16], draws: 1, lags: 32 },
};

describe('inputs of every analysis', () => {
  test('an input of frequencies takes the frequencies of an encoding, not its table', async () => {
    const frequencies = await pe.frequencies(spec);
    const seen = [];
    for (const { id, inputs } of analyses) {
      for (const { name, doc } of inputs) {
        if (!/frequenc/i.test(name)) continue;
        assert.match(doc, /rad/, `${id}.${name} states its unit`);
        seen.push(id);
        const call = (input) => pe.analyse({ analysis: id, ...more[id] }, { [name]: input });
        assert.deepEqual(await call({ spec, positions: 1 }), await call(frequencies), `${id}.${name}`);
      }
    }
    assert.deepEqual(seen.sort(), Object.keys(more).sort());
  });

  test('the form of an input fits what its documentation says', () => {
    const forms = {
      frequencies: /frequenc|ω/i,
      kernelProfile: /profile|kernel|inner products/i,
      gram: /kernel|covariance|\(n, n\)/i,
      derivative: /d[φp]|derivative/i,
    };
    for (const { id, inputs } of analyses) {
      for (const { name, doc, form } of inputs) {
        if (forms[form]) assert.match(doc, forms[form], `${id}.${name}`);
        if (/^frequencies$/.test(name)) assert.equal(form, 'frequencies', `${id}.${name}`);
      }
    }
  });

  test('what is too large is refused from its size, before anything is derived or computed', async () => {
    const huge = (positions) => ({ spec, positions });
    const none = (rows) => ({ data: new Float64Array(0), rows, cols: 0 });
    const calls = [
      [{ analysis: 'network-kernel', layers: [] }, { x: huge(65536) }],
      [{ analysis: 'network-kernel', layers: [] }, { x: huge(65537) }],
      [{ analysis: 'network-kernel', layers: [] }, { x: huge(92682) }],
      [{ analysis: 'network-kernel', layers: [] }, { x: huge(131072) }],
      [
        { analysis: 'network-kernel', layers: dense },
        { x: huge(1e6), other: huge(1e6) },
      ],
      [{ analysis: 'spectrum' }, { kernel: huge(16000) }],
      [{ analysis: 'stationarity' }, { kernel: huge(2 ** 20) }],
      [{ analysis: 'induced-kernel' }, { table: huge(65536) }],
      [{ analysis: 'induced-kernel' }, { table: none(0), other: none(2 ** 32) }],
      [{ analysis: 'attention-kernel' }, { x: huge(2 ** 16) }],
      [{ analysis: 'siren-kernel' }, { x: huge(2 ** 16) }],
      [{ analysis: 'training-prediction' }, { kernel: huge(2 ** 14), y: [1, 2] }],
      [{ analysis: 'similarity' }, { x: huge(2 ** 16), y: huge(2 ** 16) }],
      [{ analysis: 'uniqueness' }, { table: huge(2 ** 16) }],
    ];
    for (const [analysis, inputs] of calls) {
      // a table of 10^6 positions, or a kernel of 16000, would report progress before its rejection
      const steps = [];
      const error = await refusal(pe.analyse(analysis, inputs, { onProgress: (done) => steps.push(done) }));
      const what = `${JSON.stringify(analysis)}: ${error.message}`;
      assert.equal(error.code, 'too_large', what);
      assert.deepEqual(steps, [], what);
      assert.match(error.message, /at most/, what);
    }
    // the instance is still the same
    const { isStationary } = await pe.analyse({ analysis: 'stationarity' }, { kernel: huge(20) });
    assert.equal(isStationary, 1);
  });

  test('a Toeplitz bias that is not symmetric is stationary', async () => {
    const kernel = { spec: { encoding: 't5', heads: 2 }, positions: 16, form: 'attentionBias' };
    const { isStationary, isSymmetric } = await pe.analyse({ analysis: 'stationarity' }, { kernel });
    assert.deepEqual([isStationary, isSymmetric], [1, 0]);
  });
});
