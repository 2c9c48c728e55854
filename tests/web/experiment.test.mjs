/** Training: evaluations by independent formulas, every task and every row of the registry, and errors. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { goldenSquares, smallTasks, tiny, withNote } from './support/experiments.mjs';
import { pe } from './support/instance.mjs';
import { encodings, refusal, refused, tasks } from './support/posenc.mjs';
import { random } from './support/random.mjs';
import { crossEntropy, encoder } from './support/transformer.mjs';

/** Passes a run to `use`, and closes it afterwards. */
async function opened(experiment, use, options) {
  const run = await pe.train(experiment, options);
  try {
    return await use(run);
  } finally {
    run.close();
  }
}
const near = (actual, expected, tolerance, what) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
const pairs = (n) => Array.from({ length: n }, (_, i) => Array.from({ length: i }, (_, j) => [j, i])).flat();
const rowsOf = ({ data, rows, cols }) => Array.from({ length: rows }, (_, i) => data.slice(i * cols, (i + 1) * cols));
const dot = (x, y) => x.reduce((sum, v, i) => sum + v * y[i], 0);
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const entropyOf = (row) => -row.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0);

describe('an evaluation', () => {
  const learned = { encoding: 'learned', init: 'small-norm', sigma: 0.5, where: 'blocks' };
  const squares = {
    ...tiny,
    task: goldenSquares,
    model: { dim: 16, heads: 2, hidden: 24, mlpOutputActivation: true },
    positions: [learned],
  };

  test('has the losses and accuracies of a transformer in float64 that was written from the formulas', () =>
    opened(squares, async (run) => {
      await run.advance(30);
      const weights = await run.weights();
      const tables = [await run.table(0), await run.table(1)];
      const { cells, answers, vectors, splits } = goldenSquares;
      const tested = splits.flatMap((split, i) => (split === 1 ? [i] : []));
      const entropies = [[], []];
      const scored = [[], []];
      const measured = [];
      for (const [sample, i] of tested.entries()) {
        const tokens = Array.from({ length: 16 }, (_, cell) =>
          Array.from({ length: 5 }, (_, k) => (cells[16 * i + cell] === k + 1 ? 1 : 0)),
        );
        const { logits, attention, scores } = encoder(tokens, weights, tables, 2);
        measured.push({ ...crossEntropy(logits.at(-1), answers[i] - 1), vectors: vectors[i] });
        if (sample < 64)
          for (const [block, heads] of scores.entries())
            scored[block].push(...heads.flatMap((rows) => (block === 1 ? rows.slice(-1) : rows).flat()));
        if (sample >= 4) continue;
        for (const [block, heads] of attention.entries())
          for (const [head, rows] of heads.entries()) {
            const given = rowsOf(await run.attention(block, { sample, head, split: 'test' }));
            const queries = block === 1 ? rows.slice(-1) : rows;
            assert.equal(given.length, queries.length);
            for (const [q, row] of given.entries()) {
              near(
                dot(
                  row,
                  row.map(() => 1),
                ),
                1,
                1e-5,
                'a row of attention',
              );
              for (const [k, p] of row.entries()) near(p, queries[q][k], 1e-5, `attention ${block} ${head} ${q} ${k}`);
              entropies[block].push(entropyOf(row));
            }
          }
      }
      const { splits: results, blocks } = await run.evaluate();
      const of = results.find(({ split }) => split === 'test');
      near(of.loss, mean(measured.map(({ loss }) => loss)), 1e-5, 'loss');
      const share = (list) => list.filter(({ right }) => right).length / list.length;
      assert.equal(of.accuracy, share(measured));
      for (const [name, accuracy] of Object.entries(of.accuracyByCondition))
        assert.equal(accuracy, share(measured.filter((one) => `${one.vectors}-vector` === name)), name);
      for (const { attentionEntropy } of blocks)
        assert.ok(attentionEntropy > 0 && attentionEntropy <= Math.log(16) + 1e-9);
      for (const [block, list] of scored.entries()) {
        const deviation = Math.sqrt(mean(list.map((x) => (x - mean(list)) ** 2)));
        near(blocks[block].logitSpread, deviation, 1e-4 * deviation, 'spread of logits');
        const largest = Math.max(...list.map(Math.abs));
        near(blocks[block].largestLogit, largest, 1e-4 * largest, 'largest logit');
      }
      for (const [block, list] of entropies.entries())
        near(blocks[block].attentionEntropy, mean(list), 0.1, 'entropy, of other samples in part');
    }));

  test('tells loss and accuracy of each position where that is asked for', async () => {
    const task = { id: 'sequences', kind: 'slot', longest: 4, beyond: 8 };
    const experiment = { ...tiny, task, positions: [{ encoding: 'sinusoidal' }] };
    await opened(experiment, async (run) => {
      for (const split of (await run.evaluate()).splits) assert.ok(!('lossByPosition' in split), 'not by default');
    });
    await opened({ ...experiment, byPosition: true }, async (run) => {
      await run.advance(20);
      assert.deepEqual(run.facts.conditions, ['L', '2L']);
      const { splits } = await run.evaluate();
      for (const { split, lossByPosition, accuracyByPosition, loss, accuracy, accuracyByCondition } of splits) {
        assert.deepEqual([lossByPosition.length, accuracyByPosition.length], [8, 8]);
        const counts = lossByPosition.flatMap((of, t) => (Number.isNaN(of) ? [] : [t]));
        assert.deepEqual(counts, split === 'longer' ? [2, 3, 4, 5, 6, 7] : [2, 3]);
        for (const [list, all] of [
          [lossByPosition, loss],
          [accuracyByPosition, accuracy],
        ]) {
          const some = counts.map((t) => list[t]);
          assert.ok(all >= Math.min(...some) && all <= Math.max(...some), `${split}: ${all} of ${some}`);
        }
        const [condition, other] = split === 'longer' ? ['2L', 'L'] : ['L', '2L'];
        assert.deepEqual([accuracyByCondition[condition], accuracyByCondition[other]], [accuracy, NaN]);
      }
    });
    await opened({ ...experiment, task: smallTasks['own-values'], byPosition: true }, async (run) => {
      const { splits } = await run.evaluate();
      for (const { lossByPosition, ...split } of splits) {
        assert.equal(lossByPosition.length, 8);
        assert.ok(!('accuracyByPosition' in split));
      }
    });
  });

  test('measures the tangent kernel where that is asked for, from the beginning of the run', async () => {
    const experiment = { ...squares, tangentSamples: 10 };
    const first = await opened(experiment, async (run) => {
      const { tangent } = await run.evaluate();
      assert.ok(Math.abs(tangent.movement) < 1e-12 && tangent.trace === 1);
      await run.advance(10);
      return { tangent: (await run.evaluate()).tangent, checkpoint: await run.checkpoint() };
    });
    const { alignment, effectiveRank, movement, trace } = first.tangent;
    assert.ok(Math.abs(alignment) <= 1 && effectiveRank >= 1 && effectiveRank <= 10);
    assert.ok(movement > 0 && movement < 1 && trace > 0 && trace !== 1);
    await opened(
      experiment,
      async (run) => {
        const fractions = [];
        const { tangent } = await run.evaluate({ onProgress: (fraction) => fractions.push(fraction) });
        assert.deepEqual(tangent, first.tangent);
        assert.equal(fractions.at(-1), 1);
      },
      { checkpoint: first.checkpoint },
    );
    await opened(squares, async (run) => assert.ok(!('tangent' in (await run.evaluate()))));
  });

  test('measures structure as its definitions say', async () => {
    const modular = { ...tiny, task: smallTasks.modular, positions: [learned] };
    for (const experiment of [squares, modular])
      await opened(experiment, async (run) => {
        await run.advance(20);
        const { similarities, modules } = run.facts.places;
        const { blocks } = await run.evaluate();
        for (const [b, block] of blocks.entries()) {
          const table = rowsOf(await run.table(b));
          const n = table.length;
          const known = rowsOf(similarities);
          const gram = table.map((x) => table.map((y) => dot(x, y)));
          const cosine = ([i, j]) => gram[i][j] / Math.sqrt(gram[i][i] * gram[j][j]);
          const all = pairs(n);
          const alike = all.map(([i, j]) => known[i][j]);
          const [cosines, middle] = [all.map(cosine), mean(alike)];
          const correlated = (x, y) => {
            const [a, c] = [x.map((v) => v - mean(x)), y.map((v) => v - mean(y))];
            return dot(a, c) / Math.sqrt(dot(a, a) * dot(c, c));
          };
          near(block.rsa, correlated(cosines, alike), 1e-9, 'rsa');
          const chosen = (wanted) => mean(cosines.filter((_, p) => alike[p] > middle === wanted));
          near(block.contrast, chosen(true) - chosen(false), 1e-9, 'contrast');
          // Song et al. 2012, eq. 5, for kernels without their diagonals
          const hsic = (one, other) => {
            const [k, l] = [one, other].map((m) => m.map((row, i) => [...row].map((v, j) => (i === j ? 0 : v))));
            const [p, q] = [k, l].map((m) => m.map((row) => dot(row, Array(n).fill(1))));
            const trace = k.reduce((sum, row, i) => sum + dot(row, l[i]), 0);
            const all = (list) => list.reduce((a, b) => a + b, 0);
            return trace + (all(p) * all(q)) / ((n - 1) * (n - 2)) - (2 * dot(p, q)) / (n - 2);
          };
          const alignment = hsic(gram, known) / Math.sqrt(hsic(gram, gram) * hsic(known, known));
          near(block.cka, alignment, 1e-9, 'cka');
          assert.ok(block.procrustes >= 0 && block.procrustes <= 2);
          if (!modules) continue;
          const within = all.map(([i, j]) => modules[i] === modules[j]);
          const ofPairs = (wanted) => mean(cosines.filter((_, p) => within[p] === wanted));
          near(block.cosineWithin, ofPairs(true), 1e-9, 'within');
          near(block.cosineBetween, ofPairs(false), 1e-9, 'between');
          const weights = cosines.map((x) => Math.max(x, 0));
          const total = 2 * weights.reduce((a, c) => a + c, 0);
          const degrees = Array.from({ length: n }, (_, i) =>
            weights.reduce((sum, w, p) => sum + (all[p].includes(i) ? w : 0), 0),
          );
          const q = all.reduce(
            (sum, [i, j], p) => sum + (within[p] ? 2 * (weights[p] - (degrees[i] * degrees[j]) / total) : 0),
            -degrees.reduce((sum, d) => sum + (d * d) / total, 0),
          );
          near(block.modularity, q / total, 1e-9, 'modularity');
        }
      });
  });
});

describe('what is trained', () => {
  for (const { id } of tasks)
    test(`the loss of task ${id} falls`, () =>
      opened({ ...tiny, task: smallTasks[id], positions: [{ encoding: 'sinusoidal' }], steps: 80 }, async (run) => {
        const { losses } = await run.advance(80);
        assert.ok(mean([...losses.slice(-20)]) < mean([...losses.slice(0, 20)]), `${losses}`);
        const { splits, blocks } = await run.evaluate();
        assert.equal(blocks.length, 2);
        for (const { split, loss, accuracy } of splits) {
          assert.ok(Number.isFinite(loss));
          assert.equal(accuracy === undefined, run.facts.loss === 'squared-error');
          if (split in run.facts.leastLoss) assert.ok(loss > 0.9 * run.facts.leastLoss[split]);
        }
      }));

  for (const { id } of encodings)
    test(`a model with ${id} does two steps`, () =>
      opened({ ...tiny, positions: [{ encoding: id }] }, async (run) => {
        const { losses } = await run.advance(2);
        assert.ok(losses.every(Number.isFinite));
        await opened(tiny, () => undefined); // opens others meanwhile
        assert.equal((await run.evaluate()).step, 2);
      }));

  test('what cannot be trained with says so', async () => {
    const cases = [
      [{ positions: [{ encoding: 'rope' }, { encoding: 'shaw' }] }, 'not_defined', 'positions'],
      [{ positions: [{ encoding: 'rope', dim: 4 }] }, 'not_defined'],
      [{ positions: [{ encoding: 'alibi', heads: 3 }] }, 'not_defined'],
      [{ positions: [{ encoding: 'learned', count: 5 }] }, 'bad_positions'],
      [{ positions: [{ encoding: 'swin-v1', windowHeight: 3 }] }, 'not_defined'],
      [{ positions: [{ encoding: 'alibi', learnFrequencies: true }] }, 'not_defined'],
      [{ positions: [{ encoding: 'nothing' }] }, 'unknown_encoding'],
      [{ model: { heads: 3 } }, 'bad_param'],
      [{ model: { dim: 4096, blocks: 64, hidden: 16384 } }, 'too_large', 'dim'],
      [{ batch: 6 }, 'bad_param', 'batch'],
      [{ positions: [{ encoding: 'rope', overBatch: true }], tangentSamples: 8 }, 'not_defined', 'tangentSamples'],
      [{ task: { id: 'language', length: 257 } }, 'bad_param', 'task.length'],
      [{ task: smallTasks.sequences, oracle: true }, 'not_defined', 'oracle'],
    ];
    for (const [change, code, field] of cases) {
      await refused(pe.train({ ...tiny, ...change }), code, field);
    }
  });
});

describe('bad input', () => {
  test('experiments: the field is named, nothing is opened', async () => {
    const sigma = (value) => ({ ...tiny, positions: [{ encoding: 'learned', init: 'small-norm', sigma: value }] });
    const task = (change) => ({ ...tiny, task: { ...tiny.task, ...change } });
    const own = (change) => ({ ...tiny, task: { ...smallTasks['own-squares'], ...change } });
    const values = (change) => ({ ...tiny, task: { ...smallTasks['own-values'], ...change } });
    for (const [experiment, field] of [
      [undefined, 'experiment'],
      [null, 'experiment'],
      [[], 'experiment'],
      [{}, 'task'],
      [{ task: 'latin-square' }, 'task'],
      [task({ id: 'latin-sqare' }), 'task.id'],
      [task({ id: '__proto__' }), 'task.id'],
      [task({ id: 'constructor' }), 'task.id'],
      [task({ puzzles: 1e9 }), 'task.puzzles'],
      [task({ puzzles: NaN }), 'task.puzzles'],
      [task({ puzles: 10 }), 'task.puzles'],
      [sigma(-0.1), 'positions[0].sigma'],
      [sigma(NaN), 'positions[0].sigma'],
      [sigma(Infinity), 'positions[0].sigma'],
      [sigma(1e300), 'positions[0].sigma'],
      [sigma('0.2'), 'positions[0].sigma'],
      [{ ...tiny, positions: { encoding: 'rope' } }, 'positions'],
      [{ ...tiny, positions: Array(17).fill({ encoding: 'nope' }) }, 'positions'],
      [{ ...tiny, positions: Array(5) }, 'positions[0]'],
      [{ ...tiny, positions: [{ encoding: 'rope', where: 'everywhere' }] }, 'positions[0].where'],
      [{ ...tiny, positions: [{ encoding: 'toString' }] }, 'positions[0].encoding'],
      [{ ...tiny, learningRate: 0 }, 'learningRate'],
      [{ ...tiny, learningRate: NaN }, 'learningRate'],
      [{ ...tiny, weightDecay: -1 }, 'weightDecay'],
      [{ ...tiny, batch: 2 ** 40 }, 'batch'],
      [{ ...tiny, steps: -1 }, 'steps'],
      [{ ...tiny, evaluateEvery: 0 }, 'evaluateEvery'],
      [{ ...tiny, seed: 2 ** 60 }, 'seed'],
      [{ ...tiny, optimizer: 'lion' }, 'optimizer'],
      [{ ...tiny, model: 3 }, 'model'],
      [{ ...tiny, model: { dim: 1e9 } }, 'model.dim'],
      [{ ...tiny, model: { blocks: 0 } }, 'model.blocks'],
      [{ ...tiny, learnRate: 1 }, 'learnRate'],
      [own({ cells: [] }), 'task.cells'],
      [own({ cells: goldenSquares.cells.slice(1) }), 'task.cells'],
      [own({ cells: goldenSquares.cells.map((c) => (c === 5 ? 0 : c)) }), 'task.cells[0]'],
      [own({ cells: goldenSquares.cells.map((c) => c / 2) }), 'task.cells[1]'],
      [own({ answers: [1] }), 'task.answers'],
      [own({ splits: goldenSquares.splits.map(() => 0) }), 'task.splits'],
      [values({ values: [] }), 'task.values'],
      [values({ nodes: 7 }), 'task.values'],
      [values({ values: Array(80).fill(1) }), 'task.values[0]'],
      [values({ values: [...smallTasks['own-values'].values.slice(1), NaN] }), 'task.values[1599]'],
      [values({ coordinates: [1, 2, 3] }), 'task.coordinates'],
      [values({ modules: Array(8).fill(0.5) }), 'task.modules[0]'],
    ]) {
      const { message } = await refused(pe.train(experiment), undefined, field);
      assert.ok(message.length < 600, message);
    }
    await refused(pe.train(tiny, { checkpoint: 'x' }), 'bad_argument', 'options.checkpoint');
    await refused(pe.train(tiny, { chekpoint: 1 }), 'bad_argument', 'options.chekpoint');
  });

  test('getters and proxies that throw are the argument that is wrong', async () => {
    const hostile = (field) =>
      Object.defineProperty({ ...tiny }, field, {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      });
    for (const field of ['task', 'model', 'positions', 'learningRate'])
      assert.equal((await refusal(pe.train(hostile(field)))).code, 'bad_argument');
    const positions = new Proxy([{ encoding: 'rope' }], {
      get: () => {
        throw new Error('no');
      },
    });
    assert.equal((await refusal(pe.train({ ...tiny, positions }))).field, 'positions');
  });

  test('a loss that is no number: step and tensor are named, and the run can be gone on with', () =>
    opened({ ...tiny, optimizer: 'sgd', learningRate: 10, steps: 400 }, async (run) => {
      let checkpoint = await run.checkpoint();
      const error = await refusal(
        (async () => {
          for (;;) {
            const { done } = await run.advance(10);
            assert.ok(!done, 'it never diverged');
            checkpoint = await run.checkpoint();
          }
        })(),
      );
      assert.deepEqual([error.code, error.field], ['bad_argument', 'learningRate']);
      const { step, splits } = await run.evaluate();
      assert.ok(error.message.includes(`at step ${step}`), error.message);
      assert.match(error.message, /the gradient of [\w.]+ is|the loss is/);
      assert.equal(splits.length, 3);
      await refused(run.advance(1), 'bad_argument', 'learningRate');
      await opened(
        run.experiment,
        async (again) => {
          assert.equal(again.step, step - (step % 10));
          const { message } = await refusal(again.advance(400));
          assert.equal(message, error.message);
        },
        { checkpoint },
      );
    }));
});

describe('checkpoints', () => {
  const small = { ...tiny, model: { dim: 4, hidden: 4, blocks: 1 }, positions: [] };
  let bytes;
  before(async () => {
    bytes = await opened(small, async (run) => {
      await run.advance(3);
      return run.checkpoint();
    });
  });
  const both = async (checkpoint, experiment = small) => {
    await refused(pe.train(experiment, { checkpoint }), 'bad_argument', 'checkpoint');
    return refusal(pe.resumeTraining(checkpoint));
  };

  test('torn at any byte, changed in any byte: refused', async () => {
    const chance = random('checkpoints');
    const most = process.env.POSENC_FULL ? 400 : 40;
    for (let i = 0; i < most; i++) {
      const length = i < 24 ? i : Math.floor(chance() * bytes.length);
      assert.equal((await both(bytes.slice(0, length))).field, 'checkpoint', `${length}`);
      const changed = Uint8Array.from(bytes);
      changed[i < 24 ? i : Math.floor(chance() * bytes.length)] ^= 1 << (8 * chance());
      await both(changed);
    }
    await both(Uint8Array.from([...bytes, 0]));
    await both(new Uint8Array(0));
  });

  test('of another version, model, seed or task', async () => {
    const newer = Uint8Array.from(bytes);
    newer[11] = 50;
    assert.match((await both(newer)).message, /another version than 1/);
    for (const change of [
      { seed: 1 },
      { learningRate: 0.1 },
      { model: { dim: 8, hidden: 4, blocks: 1 } },
      { taskSeed: 2 },
      { batch: 32 },
    ])
      await refused(pe.train({ ...small, ...change }, { checkpoint: bytes }), 'bad_argument', 'checkpoint');
    for (const change of [{ steps: 1 }, { evaluateEvery: 7 }])
      await opened({ ...small, ...change }, (run) => assert.equal(run.step, 3), { checkpoint: bytes });
  });

  test('with another experiment inside, whole in every other way', async () => {
    await (await pe.resumeTraining(withNote(bytes, JSON.stringify(small)))).close();
    const inside = (change) => JSON.stringify({ ...small, ...change });
    for (const [note, code] of [
      ['', 'bad_json'],
      ['[', 'bad_json'],
      ['null', 'bad_argument'],
      ['[]', 'bad_argument'],
      [`{"__proto__": ${JSON.stringify(small)}}`, 'bad_argument'],
      [inside({}).replace('"learningRate"', '"__proto__"'), 'unknown_param'],
      [inside({}).replace('"learningRate"', '"constructor"'), 'unknown_param'],
      [inside({ model: { dim: 1e9 } }), 'bad_param'],
      [inside({ model: { dim: 4096, blocks: 64, hidden: 16384 } }), 'too_large'],
      [inside({ task: { id: 'own-values', nodes: 1024, values: [] } }), 'bad_shape'],
      [inside({ seed: 1 }), 'bad_argument'],
      ['['.repeat(100_000), 'bad_json'],
    ]) {
      await refused(pe.resumeTraining(withNote(bytes, note)), code);
    }
    assert.equal({}.learningRate, undefined);
    const huge = Uint8Array.from(bytes);
    new DataView(huge.buffer).setBigUint64(13, 2n ** 63n, true);
    await both(huge);
  });
});
