/**
 * Every row at its largest parameters gives way: between two turns of the event loop a call takes a part of a second of
 * the processor's time, so that an abort is heard. What takes longer stands in `long`, with the reason.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { largestCalls, largestSpecs } from './support/largest-calls.mjs';
import { create, encodings } from './support/posenc.mjs';
import { changed, sampled } from './support/random.mjs';

/** Milliseconds of the processor. What is not in the list below was measured at 140 at most. */
const most = 300;
/** How much longer than measured it may take: on a slower machine, or beside other work. */
const slower = 4;

const drawn = 'the numbers of all heads are drawn in the first step';
const logarithms = 'a vector is one step, and the first takes 32768 logarithms of 256 bits';
const waves = 'frequencies of all pairs, 256 bits wide, are made in one step';
const network = 'the network is evaluated at once';
const decomposed = 'the eigenvectors are found in one step';
const resampled = 'the whole grid is made in one step';
/** By row and method: the milliseconds that were measured for the longest piece, and why it is not cut. */
const long = {
  'cope attentionScores': [320, drawn],
  'cope facts': [340, drawn],
  'laplacian facts': [260, decomposed],
  'laplacian table': [220, decomposed],
  'learned-grid table': [270, resampled],
  'nerf gram': [200, waves],
  'nerf shape': [310, waves],
  'rope-golden attentionScores': [160, waves],
  'rope-golden facts': [130, waves],
  'rope-golden gram': [310, waves],
  'rope-golden rotate': [330, waves],
  'rope-golden shape': [240, waves],
  'swin-v2 attentionBias': [170, network],
  'swin-v2 attentionScores': [170, network],
  'swin-v2 facts': [170, network],
  'tisa attentionScores': [860, drawn],
  'tisa biasVector': [860, drawn],
  'tisa facts': [950, drawn],
  'transformer-xl attentionScores': [4000, 'a query is a step, and a key has 65536 numbers of the table'],
  'transformer-xl facts': [430, 'four million weights are drawn in one step'],
  'xpos attentionScores': [600, logarithms],
  'xpos rotate': [570, logarithms],
};

const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

/** The longest time between two turns of a call, which is aborted after a while; and what it gives. */
async function longestPiece(start) {
  const abort = new AbortController();
  const began = processor();
  let going = true;
  let given;
  const call = start({ signal: abort.signal }).then(
    (value) => (given = value),
    (error) => {
      if (error !== abort.signal.reason && error.code === undefined) throw error;
    },
  );
  const ended = call.finally(() => (going = false));
  let longest = processor() - began;
  for (let last = processor(); going;) {
    await new Promise(setImmediate);
    const now = processor();
    longest = Math.max(longest, now - last);
    last = now;
    if (now - began > most) abort.abort();
  }
  await ended;
  return { longest, given };
}

describe('every row at its largest gives way', () => {
  let pe;
  before(async () => {
    pe = await create();
  });
  after(() => pe.dispose());

  test('the list of what does not names rows and methods', () => {
    for (const name of Object.keys(long)) {
      const [id, method] = name.split(' ');
      const row = encodings.find((one) => one.id === id);
      assert.ok(method === 'shape' || (row?.stages.includes(method) && method in largestCalls), name);
    }
  });

  /** The shortest of three: the engine's own compiling and collecting count, too. */
  async function givesWay(name, spec, start) {
    const [measured] = long[name] ?? [];
    const bound = measured === undefined ? most : Math.max(most, measured * slower);
    let best;
    for (let tries = 0; tries < 3; tries++) {
      const piece = await longestPiece(start);
      if (best === undefined || piece.longest < best.longest) best = piece;
      if (best.longest <= bound) return best.given;
    }
    assert.fail(`${name} ${JSON.stringify(spec)}: ${Math.round(best.longest)} ms in one piece, at most ${bound}`);
  }

  const isNew = ({ id }) => changed(`src/encodings/${id.replaceAll('-', '_')}.`);
  for (const row of sampled('rows that give way', encodings, 6, isNew)) {
    test(row.id, async () => {
      for (const spec of largestSpecs(row)) {
        const shape = await givesWay(`${row.id} shape`, spec, (options) => pe.shape(spec, options));
        if (shape === undefined) continue; // refused
        for (const [method, call] of Object.entries(largestCalls)) {
          if (!row.stages.includes(method)) continue;
          await givesWay(`${row.id} ${method}`, spec, (options) => call(pe, spec, shape, options));
        }
      }
    });
  }

  for (const [name, call] of Object.entries({
    biasVector: (spec) => pe.biasVector(spec, 1, 1024),
    'attentionBias of a vector': (spec) => pe.attentionBias(spec, 1, 1024),
  })) {
    test(`${name}: many heads with little work each give the event loop its turns`, async (t) => {
      let clock = 0; // far too slow for the work of one head to be due
      t.mock.method(performance, 'now', () => (clock += 1 / 100));
      let going = true;
      const ended = call({ encoding: 'forgetting', heads: 4096 }).finally(() => (going = false));
      let turns = 0;
      for (; going; turns++) await new Promise(setImmediate);
      await ended;
      assert.ok(turns >= 5, `${turns} turns`);
    });
  }
});
