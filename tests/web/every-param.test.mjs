/**
 * Encodings ignore no parameter: for any values of the others, its value changes something or throws. So a spec states
 * exactly what is computed. New rows are covered without an edit here.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pe } from './support/instance.mjs';
import { assertNone, encodings } from './support/posenc.mjs';
import { changed, sampled } from './support/random.mjs';
import { Walk } from './support/walk.mjs';

/** Values in addition to dim 16 and 6 heads that some parameters need to have an effect. */
const bases = {
  sinusoidal: [{}, { dim: 7, oddRule: 'literal' }],
  deberta: [{}, { version: 'v2', bucketSize: 8, maxPosition: 16 }],
  'rope-dinov3': [{}, { height: 4, width: 8 }],
  'rope-nd': [{}, { axes: 2 }],
  'rope-2d-timm': [{}, { mode: 'language', refHeight: 8, refWidth: 4 }],
  fope: [{}, { heads: 3 }],
  laplacian: [{}, { graph: 'grid' }, { k: 2, nodes: 6, edges: [0, 1, 1, 2, 3, 4] }],
  nope: [{}, { attnScale: 0.1 }, { attnScale: 0.1, floorScale: 3 }],
  rope: [{}, { attnScale: 0.1, floorScale: 3 }],
  'random-walk': [{}, { graph: 'grid' }],
  rrwp: [{}, { graph: 'grid' }],
  'fourier-features': [{}, { dim: undefined, mapping: 'basic' }],
  'swin-v2': [{}, { pretrainedHeight: 12, pretrainedWidth: 10 }],
};
/** Values other than arbitrary legal numbers; special values hide an effect. */
const values = {
  detr: { mask: [Array.from({ length: 256 }, (_, i) => Number(i % 3 > 0)), Array.from({ length: 256 }, () => 1)] },
  mrope: {
    sections: [
      [2, 3, 3],
      [4, 2, 2],
    ],
    rotaryDim: [12, 8],
    axisOfPair: [
      [0, 1, 2, 0, 1, 2, 0, 1],
      [2, 1, 0, 0, 1, 2, 0, 1],
    ],
  },
  laplacian: {
    edges: [
      [0, 1, 1, 2],
      [0, 1, 0, 2],
    ],
  },
  'random-walk': {
    edges: [
      [0, 1, 1, 2],
      [0, 1, 0, 2],
    ],
  },
  rrwp: {
    edges: [
      [0, 1, 1, 2],
      [0, 1, 0, 2],
    ],
  },
  'protein-relative': {
    residueIndex: [
      [0, 1, 2, 40, 41],
      [0, 1, 40, 41, 42],
    ],
    mask: [
      [1, 1, 0, 1, 1],
      [1, 0, 1, 1, 1],
    ],
  },
  inkling: { logFloor: [3, 7] },
  'rope-nd': {
    widths: [
      [4, 6, 6],
      [6, 4, 4],
    ],
    sizes: [
      [0, 5, 7],
      [3, 8, 4],
    ],
  },
  'rope-dinov3': { minPeriod: [0.3, 0.7], maxPeriod: [5.1, 7.3] },
  'pixel-fourier': {
    maxRes: [10, 50],
    gridShape: [
      [8, 8],
      [8, 16],
    ],
  },
};
/** Parameters without effect for some values of others, and why they are accepted there. */
const rules = {
  'sinusoidal.oddRule': 'a rule for odd widths: one spec serves all widths',
  'rope-dinov3.normalisation': 'a rule for grids that are not square: one spec serves all grids',
  'laplacian.zeros': 'a rule for graphs of several parts: one spec serves all graphs',
  'rrwp.from': 'in a graph of one degree walks are the same from both ends: one spec serves all graphs',
  'fope.trainedContext': 'acts by the number of kept pairs, which the size of a given matrix fixes',
  'deberta.clamp': 'a rule for long distances: one spec serves all lengths',
};

const start = { dim: 16, heads: 6 };
const drawn = (rows, cols) => ({
  data: Float64Array.from({ length: rows * cols }, (_, i) => ((i * 37) % 11) / 4 - 1.25),
  rows,
  cols,
});
/** Near and far positions, all positive; cells if the table is finite. */
const positionsOf = ({ axes, extent }, n) =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: axes }, (_, a) =>
      extent.length ? (i * (a + 1)) % extent[a] : (i < 4 ? 1 : 700) * (i + 1 + 0.5 * a),
    ),
  );

/** Every stage of a row at a few positions, the cheapest and most sensitive first. */
function probes(pe, row) {
  const with_ = (work) => async (spec) => work(spec, await pe.shape(spec));
  const cellsOf = (shape, most) => Math.min(shape.cells || most, 64);
  const stages = {
    table: with_((spec, shape) => pe.table(spec, positionsOf(shape, 6), { dtype: 'f64' })),
    rotate: with_((spec, shape) =>
      Promise.all(
        ['q', 'k'].map((side) => pe.rotate(spec, drawn(6, shape.headDim || 16), positionsOf(shape, 6), { side })),
      ),
    ),
    attentionBias: with_((spec, shape) => pe.attentionBias(spec, cellsOf(shape, 40), cellsOf(shape, 40))),
    relativeMap: with_((spec, shape) => pe.relativeMap(spec, cellsOf(shape, 40), cellsOf(shape, 40))),
    facts: (spec) => pe.facts(spec),
    attentionScores: with_((spec, shape) => {
      const n = cellsOf(shape, 24);
      const rows = drawn(n, shape.scoreDim || 4);
      const at =
        row.stages.includes('attentionBias') || row.stages.includes('relativeMap') ? {} : positionsOf(shape, n);
      return pe.attentionScores(spec, rows, rows, Array.isArray(at) ? { queryPositions: at, keyPositions: at } : at);
    }),
  };
  return [(spec) => pe.shape(spec), ...Object.keys(stages).flatMap((s) => (row.stages.includes(s) ? [stages[s]] : []))];
}

describe('no parameter is ignored', () => {
  const used = new Set();
  const isNew = ({ id }) => changed(`src/encodings/${id.replaceAll('-', '_')}.`);
  const walked = sampled('rows that are walked', encodings, 20, isNew);
  for (const row of walked) {
    test(row.id, async () => {
      const ignored = [];
      for (const more of bases[row.id] ?? [{}]) {
        const walk = new Walk(row, probes(pe, row), values[row.id]);
        const base = { encoding: row.id };
        for (const { name, required } of row.params)
          if (name in start && (required || name === 'dim')) base[name] = start[name];
        Object.assign(base, more);
        for (const [label, spec] of await walk.contexts(base)) {
          for (const param of row.params) {
            if (param.name in spec && param.kind === 'numbers') continue;
            const { [param.name]: _, ...others } = spec;
            if (param.required && !(param.name in spec)) continue;
            const effect = await walk.effect(param.required ? spec : others, param);
            const key = `${row.id}.${param.name}`;
            if (effect === 'used') used.add(key);
            if (effect === 'ignored' && !(key in rules)) ignored.push(`${param.name} beside {${label}}`);
          }
        }
      }
      assert.deepEqual(ignored, []);
      const dead = row.params.map(({ name }) => `${row.id}.${name}`).filter((key) => !used.has(key));
      assert.deepEqual(dead, [], 'parameters that never change anything');
    });
  }

  test('every rule is about a parameter that has an effect', () => {
    assertNone(Object.keys(rules).filter((key) => walked.some(({ id }) => id === key.split('.')[0]) && !used.has(key)));
  });
});
