/** The float32 error of each engine's steps, compared with the float32 frequencies of the engines' own code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundingTable } from '../../dist/cli/rounding-table.js';
import { load } from '../../web/tools/engine-agreement.mjs';
import { pe } from './support/instance.mjs';

/** Distance of two float32 numbers in steps of the format. */
function steps(left, right) {
  const bits = new Int32Array(new Float32Array([left, right]).buffer);
  return Math.abs(bits[0] - bits[1]);
}
const layerOf = ({ layers }, name) => layers[name] ?? Object.values(layers)[0];

// At position 1 the angle is the frequency: the error determines the steps' float32 result, except for its sign. vLLM has the
// steps of SGLang, and its evidence is measured by rotating, which has fewer digits.
for (const [file, engine] of [
  ['transformers', 'transformers-5'],
  ['sglang', 'sglang'],
])
  test(`${engine}: the frequencies in its steps are those of its code to two steps of float32`, async () => {
    let [same, all] = [0, 0];
    for (const { id, config, contextLength, layers } of load(file).cases) {
      for (const [key, expected] of Object.entries(layers ?? {})) {
        if (expected.error !== undefined || key.includes('|')) continue;
        const answers = await pe.engines(config, {
          contextLength: contextLength ?? undefined,
          engines: [engine],
          precisionAt: 1,
        });
        const found = layerOf(
          answers.find((each) => each.engine === engine),
          key,
        );
        if (found === undefined) continue; // the class cannot rotate by these
        const divided = found.rounding.steps.includes('divided') && JSON.parse(config.replaceAll('Infinity', '1e9'));
        if (JSON.stringify(divided).includes('"linear"')) continue; // this divides the position, not the frequency
        expected.frequencies.forEach((theirs, pair) => {
          const [exact, error] = [found.frequencies[pair], found.rounding.angles[pair]];
          const ours = [exact + error, exact - error].map(Math.fround);
          const apart = Math.min(...ours.map((value) => steps(value, Math.fround(theirs))));
          assert.ok(apart <= 2 || Math.abs(theirs) < 1e-20, `${id} ${key} pair ${pair}: ${apart} steps`);
          all++;
          if (apart === 0) same++;
        });
      }
    }
    assert.ok(same >= 0.9 * all, `${same} of ${all} are the very same float32`);
  });

const llama = {
  model_type: 'llama',
  hidden_size: 4096,
  num_attention_heads: 32,
  max_position_embeddings: 131072,
  rope_theta: 5e5,
};

test('ggml multiplies from pair to pair: unscaled, its largest error is what the core emulates', async () => {
  const position = 131071;
  const answers = await pe.engines(llama, { precisionAt: position });
  const { rounding } = answers.find(({ engine }) => engine === 'llama-cpp').layers.default;
  const spec = { encoding: 'rope', dim: 128, base: 5e5 };
  const { methods } = await pe.precision(spec, [position], { methods: ['ggml-f32', 'hf-f32'], scores: false });
  for (const [id, ours] of [
    ['ggml-f32', rounding],
    ['hf-f32', answers[0].layers.default.rounding],
  ]) {
    const chord = Math.max(...ours.angles.map((angle) => 2 * Math.sin(angle / 2)));
    const core = methods.find((method) => method.id === id).errors[0];
    assert.ok(Math.abs(chord / core - 1) < 1e-4, `${id}: ${chord}, the core ${core}`);
  }
});

/** Engines whose steps were not examined. */
const unread = [
  'mlx-lm',
  'mlx-lm@0.31.3',
  'exllamav3',
  'ort-genai',
  'mlc-llm',
  'openvino',
  'torchtitan',
  'megatron-core',
  'keras-hub',
];

test('rounding is said of engines whose steps were read, at the position that was asked for', async () => {
  const answers = await pe.engines(llama, { precisionAt: 4096 });
  for (const { engine, layers } of answers) {
    const { rounding } = layers.default;
    if (unread.includes(engine)) assert.equal(rounding, undefined);
    else {
      assert.equal(rounding.position, 4096);
      assert.equal(rounding.angles.length, 64);
      assert.equal(rounding.worst.angle, Math.max(...rounding.angles));
    }
  }
  assert.equal((await pe.engines(llama))[0].layers.default.rounding, undefined);
});

test('the command line lists the error of each pair of a single engine, in rad and in positions', () => {
  const worst = { angle: 0.002, positions: 0.004, pair: 1 };
  const rounding = { steps: 'torch', table: 'float32', source: 'a file', position: 100, angles: [0, 0.002, 0], worst };
  const layers = { default: { frequencies: [1, 0.5, 0], rounding } };
  const lines = roundingTable([{ title: 'an engine', layers }], 100, true).split('\n');
  const cells = lines.map((line) => line.trim().split(/ {2,}/));
  const head = cells.findIndex(([first]) => first === 'pair, default');
  assert.deepEqual(cells.slice(head + 1, head + 4), [
    ['0', '1', '0', '0'],
    ['1', '0.5', '0.002', '0.004'],
    ['2', '0', '0', '–'],
  ]);
});
