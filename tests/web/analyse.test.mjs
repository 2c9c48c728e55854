/**
 * Analyses through the public interface: every row's documented inputs and outputs, tables of encodings as inputs,
 * aborts, and errors.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { create, documentation, modes, refused } from './support/posenc.mjs';

for (const { mode, options } of modes) {
  describe(`analyse, ${mode}`, () => {
    let pe;
    before(async () => (pe = await create(options)));
    after(() => pe.dispose());

    test('inputs are matrices or tables of encodings, outputs have the stated kinds', async () => {
      const spec = { encoding: 'sinusoidal', dim: 16 };
      const kernel = await pe.gram(spec, 20);
      const result = await pe.analyse({ analysis: 'stationarity' }, { kernel });
      assert.equal(result.isStationary, 1);
      assert.equal(result.profileMean.length, 20);
      assert.ok(Math.abs(result.profileMean[0] - 8) < 1e-12);
      const layers = [{ layer: 'dense' }, { layer: 'relu' }, { layer: 'dense' }];
      const network = { analysis: 'network-kernel', layers };
      const { ntk } = await pe.analyse(network, { x: { spec, positions: 20 } });
      const again = await pe.analyse(network, { x: await pe.table(spec, 20, { dtype: 'f64' }) });
      assert.deepEqual(ntk, again.ntk);
      assert.deepEqual([ntk.rows, ntk.cols, ntk.data.length], [20, 20, 400]);
    });

    test('an encoding stands for its table, kernel, inner products of channels, or bias', async () => {
      const spec = { encoding: 'sinusoidal', dim: 16 };
      const positions = 40;
      const spectrum = (input, more) => pe.analyse({ analysis: 'spectrum', ...more }, input);
      const [table, gram, channels] = [
        await spectrum({ table: { spec, positions } }),
        await spectrum({ kernel: { spec, positions } }),
        await spectrum({ kernel: { spec, positions, form: 'channelGram' } }),
      ];
      for (let m = 0; m < 16; m++) {
        for (const other of [gram, channels])
          assert.ok(Math.abs(table.eigenvalues[m] - other.eigenvalues[m]) <= 1e-13 * table.eigenvalues[0]);
      }
      // 10^9 positions cost as much as 40; the trace is n d / 2
      const many = await spectrum({ kernel: { spec, positions: 1e9, form: 'channelGram' } });
      assert.ok(Math.abs(many.trace / 8e9 - 1) < 1e-14);
      const alibi = { encoding: 'alibi', heads: 4, direction: 'symmetric' };
      const bias = { spec: alibi, positions, form: 'attentionBias', head: 1 };
      const { isStationary } = await pe.analyse({ analysis: 'stationarity' }, { kernel: bias });
      assert.equal(isStationary, 1);
      // exp(-m |i - j|) is positive definite: the kernel of an Ornstein-Uhlenbeck process, with this determinant
      const { eigenvalues } = await spectrum({ kernel: bias }, { exponential: true });
      const slope = 1 / 16; // head 1 of 4: 2^-4
      const logDeterminant = (positions - 1) * Math.log(1 - Math.exp(-2 * slope));
      assert.ok(Math.abs(eigenvalues.reduce((sum, x) => sum + Math.log(x), 0) - logDeterminant) < 1e-9);
      await refused(spectrum({ kernel: bias }), 'bad_argument', 'kernel');
      const masked = { ...bias, spec: { encoding: 'alibi', heads: 4 } };
      await refused(spectrum({ kernel: masked }), 'bad_argument', 'inputs');
      await refused(spectrum({ kernel: { ...bias, head: 4 } }), 'bad_argument', 'options.head');
      await refused(spectrum({ kernel: { ...bias, form: 'magic' } }), 'bad_argument', 'inputs.kernel.form');
      const scattered = { spec, positions: [0, 1, 5], form: 'channelGram' };
      await refused(spectrum({ kernel: scattered }), 'bad_positions', 'inputs.kernel.positions');
      await refused(spectrum({ kernel: { spec: alibi, positions } }), 'not_defined', 'encoding');
    });

    test('what is wrong is named, and the next call works', async () => {
      const kernel = [
        [2, 1],
        [1, 2],
      ];
      const call = (spec, inputs) => pe.analyse(spec, inputs);
      await refused(call({ analysis: 'magic' }, {}), 'unknown_method', 'analysis');
      await refused(call({ analysis: 'stationarity' }, {}), 'missing_param', 'inputs.kernel');
      await refused(call({ analysis: 'stationarity' }, { kernel: [[1, 2]] }), 'bad_shape', 'inputs.kernel');
      await refused(call({ analysis: 'stationarity' }, { kernel, more: kernel }), 'bad_argument', 'inputs.more');
      await refused(call({ analysis: 'stationarity', gridRows: 0 }, { kernel }), 'bad_param', 'gridRows');
      await refused(call({ analysis: 'stationarity', gridRows: 3 }, { kernel }), 'bad_param', 'gridRows');
      await refused(call({ analysis: 'stationarity', layers: [] }, { kernel }), 'unknown_param', 'layers');
      await refused(call({ analysis: 'network-kernel' }, { x: kernel }), 'missing_param', 'layers');
      const bad = (layers, code, field) =>
        refused(call({ analysis: 'network-kernel', layers }, { x: kernel }), code, field);
      await bad([{ layer: 'magic' }], 'bad_param', 'layers[0].layer');
      await bad([{ layer: 'dense', weightStd: -1 }], 'bad_param', 'layers[0].weightStd');
      await bad([{ layer: 'dense', colour: 1 }], 'unknown_param', 'layers[0].colour');
      await refused(call({ analysis: 'stationarity' }, { kernel: [[NaN]] }), 'bad_argument', 'inputs.kernel[0][0]');
      assert.equal((await call({ analysis: 'stationarity' }, { kernel })).isStationary, 1);
    });

    test('large products fit the stack of the module: the workspace of two of them lies on it', async () => {
      const input = { spec: { encoding: 'sinusoidal', dim: 512 }, positions: 512 };
      const { effectiveRank } = await pe.analyse({ analysis: 'spectrum', vectors: 8 }, { table: input });
      assert.ok(Math.abs(effectiveRank - 20.133) < 1e-3, String(effectiveRank));
      const layers = [{ layer: 'dense' }, { layer: 'relu' }, { layer: 'dense' }];
      const { ntk } = await pe.analyse({ analysis: 'network-kernel', layers }, { x: input });
      assert.ok(ntk.data.every(Number.isFinite));
    });

    test('an abort rejects it, and progress rises to 1', async () => {
      const x = { spec: { encoding: 'sinusoidal', dim: 32 }, positions: 1500 };
      const layers = Array.from({ length: 9 }, (_, i) => ({ layer: i % 2 ? 'relu' : 'dense' }));
      const controller = new AbortController();
      const seen = [];
      const onProgress = (done) => {
        seen.push(done);
        if (done > 0.3) controller.abort(new Error('enough'));
      };
      const call = pe.analyse({ analysis: 'network-kernel', layers }, { x }, { signal: controller.signal, onProgress });
      await assert.rejects(call, /enough/);
      assert.ok(seen.length > 0);
      const whole = [];
      await pe.analyse({ analysis: 'network-kernel', layers }, { x }, { onProgress: (done) => whole.push(done) });
      assert.equal(whole.at(-1), 1);
      assert.deepEqual(
        whole,
        [...whole].sort((a, b) => a - b),
      );
    });
  });
}

test('every analysis has the texts that menus and docs need', async () => {
  for (const row of (await documentation()).analyses) {
    assert.ok(row.title && row.formula && row.citation && row.family, row.id);
    assert.ok(row.outputs.length > 0, row.id);
    for (const { name, doc } of [...row.inputs, ...row.outputs, ...row.params]) assert.ok(name && doc, row.id);
  }
});
