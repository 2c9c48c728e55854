/**
 * Every row of the registry through the public interface: its listed stages work, all others throw, the worker returns
 * the same, and parameter errors name the parameter. New rows are covered without an edit here.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkedError, create, encodings, refusal, refused } from './support/posenc.mjs';

const stages = [
  'frequencies',
  'table',
  'derivative',
  'kernelProfile',
  'decayBound',
  'gram',
  'rotate',
  'attentionBias',
  'biasVector',
  'relativeMap',
  'attentionScores',
  'facts',
];
/** Stages that a row may list although a spec of it throws, with the reason in the message. */
const mayRefuse = ['kernelProfile', 'decayBound', 'biasVector'];

const start = { dim: 16, heads: 6 };
const specOf = (row) => ({
  encoding: row.id,
  ...Object.fromEntries(row.params.filter((param) => param.required).map(({ name }) => [name, start[name]])),
});

/** n positions that the spec allows. */
function positionsOf({ axes, extent }, n) {
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: axes }, (_, a) => (extent.length ? (i + a) % extent[a] : i + 0.5 * a)),
  );
}
const drawn = (rows, cols) => ({
  data: Float64Array.from({ length: rows * cols }, (_, i) => ((i * 37) % 11) / 4 - 1.25),
  rows,
  cols,
});

/** One call of each stage, with dimensions that the spec allows. */
function callOf(pe, stage, spec, shape) {
  const positions = positionsOf(shape, 5);
  const n = shape.cells || 6;
  switch (stage) {
    case 'frequencies':
    case 'facts':
      return pe[stage](spec);
    case 'rotate':
      return pe.rotate(spec, drawn(5, shape.headDim || 16), positions);
    case 'attentionBias':
    case 'biasVector':
    case 'relativeMap':
      return pe[stage](spec, n, n);
    case 'attentionScores': {
      const at = positionsOf(shape, n);
      const rows = drawn(n, shape.scoreDim || 4);
      return pe.attentionScores(spec, rows, rows, { queryPositions: at, keyPositions: at });
    }
    default:
      return pe[stage](spec, positions);
  }
}

describe('every row', () => {
  let pe;
  let worker;
  before(async () => {
    [pe, worker] = await Promise.all([create(), create({ worker: true })]);
  });
  after(() => {
    pe.dispose();
    worker.dispose();
  });

  for (const row of encodings) {
    test(`${row.id}: its stages work, in the worker too; the others are not defined`, async () => {
      const spec = specOf(row);
      const shape = await pe.shape(spec);
      if (row.axes.length) assert.equal(shape.axes, row.axes.length);
      for (const stage of stages) {
        if (!row.stages.includes(stage)) {
          await refused(callOf(pe, stage, spec, shape), 'not_defined', 'encoding');
          continue;
        }
        const outcome = (instance) =>
          callOf(instance, stage, spec, shape).then(
            (value) => value,
            (error) => checkedError(error).message,
          );
        const result = await outcome(pe);
        if (typeof result === 'string') {
          assert.ok(mayRefuse.includes(stage), `${stage}: ${result}`);
          assert.match(result, /function of|coordinate/);
        }
        assert.deepEqual(await outcome(worker), result, stage);
        if (stage === 'attentionScores' && shape.axes === 1) {
          // without positions: keys at 0 …, the last query at the last key
          const n = shape.cells || 6;
          const rows = drawn(n, shape.scoreDim || 4);
          assert.deepEqual(await pe.attentionScores(spec, rows, rows), result);
          const at = { queryPositions: [n - 1], keyPositions: { start: 0, count: n } };
          const last = { data: rows.data.slice(-rows.cols), rows: 1, cols: rows.cols };
          const one = shape.cells ? result : await pe.attentionScores(spec, last, rows, at);
          assert.deepEqual(one.data.slice(-n), result.data.slice(-n));
        }
        if (stage === 'rotate') {
          const x = drawn(5, shape.headDim);
          const single = { ...x, data: new Float32Array(x.data) }; // exact, because they are eighths
          const { data } = await pe.rotate(spec, single, positionsOf(shape, 5), { dtype: 'f32' });
          assert.deepEqual(data, new Float32Array(result.data));
        }
      }
    });

    const width = row.params.find(({ name, slider }) => name === 'dim' && slider?.log);
    if (width)
      test(`${row.id}: takes the widths that a slider has, the multiples of its least one`, async () => {
        for (const times of [2, 3, 5]) await pe.shape({ ...specOf(row), dim: times * width.slider.min });
      });

    test(`${row.id}: compared with itself nothing differs`, async () => {
      const spec = specOf(row);
      const shape = await pe.shape(spec);
      const positions = row.stages.includes('table') ? positionsOf(shape, 5) : shape.cells || 6;
      if (!['table', 'attentionBias', 'relativeMap'].some((stage) => row.stages.includes(stage))) {
        await refused(pe.compare(spec, spec, positions), 'not_defined', 'specB.encoding');
        return;
      }
      const { maxDifference, mapping, sentence } = await pe.compare(spec, spec, positions);
      assert.deepEqual([maxDifference, mapping.kind], [0, 'identity'], sentence);
    });

    test(`${row.id}: what is wrong is named, and the next call works`, async () => {
      const spec = specOf(row);
      const probe = () => pe.shape(spec);
      const expected = await probe();
      for (const param of row.params) {
        for (const wrong of [null, 'x', NaN, Infinity, -1e300, {}, [1, 'x']]) {
          if (param.kind === 'choice' && param.choices.includes(wrong)) continue;
          const error = await refusal(pe.shape({ ...spec, [param.name]: wrong }));
          assert.ok(error.field.startsWith(param.name), `${param.name} = ${String(wrong)}: ${error.message}`);
        }
        if (param.required) await refused(pe.shape({ ...spec, [param.name]: undefined }), 'missing_param', param.name);
      }
      await refused(pe.shape({ ...spec, nonsense: 1 }), 'unknown_param', 'nonsense');
      if (row.stages.includes('table')) {
        await refused(pe.table(spec, [Array(expected.axes + 1).fill(0)]), 'bad_positions', 'positions');
        const none = await pe.table(spec, []);
        assert.deepEqual([none.rows, none.cols, none.data.length], [0, expected.width, 0]);
        if (expected.extent.length) {
          const beyond = expected.extent.map((size, a) => (a === 0 ? size : 0));
          await refused(pe.table(spec, [beyond]), 'bad_positions', 'positions');
        }
      }
      if (row.stages.includes('rotate'))
        await refused(pe.rotate(spec, drawn(2, 3), positionsOf(expected, 2)), 'bad_shape', 'x');
      if (row.stages.includes('attentionBias'))
        await refused(pe.attentionBias(spec, 1, 1, { head: expected.heads }), 'bad_argument', 'options.head');
      assert.deepEqual(await probe(), expected);
    });
  }
});
