/** The ninth lesson: what it quotes is held to the recorded runs, the engines that were executed and published files. */
import assert from 'node:assert/strict';
import { median } from '../../../dist/lib/studies/statistics.js';
import { create, text } from '../support/posenc.mjs';
import { shortest, takes, unbound } from '../support/reasons.mjs';
import { ends, minus, spread, studyOf } from '../support/recorded-runs.mjs';

const lesson = 'examples/notebooks/course/9-context-extension.html';
export const prose = [lesson];

const pe = await create();
export const close = () => pe.dispose();

const theta = (i, d = 128, b = 10000) => b ** ((-2 * i) / d);
const divisor = (i, d, s) => s ** ((2 * i) / (d - 2));
const near = (numbers, others) => numbers.every((x, i) => Math.abs(x / others[i] - 1) < 1e-9);
/** Of Llama-2, unless another base or length is given: pairs that never turn fully in training. */
const slow = (b = 10000, L = 4096, d = 128) => [...Array(d / 2).keys()].filter((i) => L * theta(i, d, b) < 2 * Math.PI);
const models = [
  [128, 10000, 4096],
  [128, 500000, 8192],
  [128, 1000000, 32768],
  [96, 10000, 4096],
];

/** The entropy less ln n, of many keys with scores that are equally likely between -A and A: E e^z and its derivative in closed form. */
const flatness = (A) => Math.log(Math.sinh(A) / A) - A / Math.tanh(A) + 1;

/** The study context-extension: losses at the end of an arm, one a seed, and how far two arms are apart. */
const losses = (arm, stage) => ends('context-extension', arm, 'test.loss', stage);
const more = (arm, other) => spread(minus(losses(arm), losses(other)));
const less = (arm, other) => more(other, arm);

/** The last frequency of each program of the lesson, of its file that says dynamic. */
const dynamic = async () => {
  const file = { model_type: 'llama', architectures: ['LlamaForCausalLM'], hidden_size: 4096, num_attention_heads: 32 };
  const found = await pe.engines(
    {
      ...file,
      max_position_embeddings: 4096,
      rope_theta: 10000,
      rope_scaling: { rope_type: 'dynamic', factor: 4 },
    },
    { contextLength: 16384, engines: ['transformers-5', 'vllm', 'sglang', 'llama-cpp', 'mlx-lm'] },
  );
  return found.map(({ layers }) => layers.default.frequencies.at(-1));
};

/** What an engine's own code gave for a case of tests/golden/engines. */
const executed = (engine, id, contextLength = null) => {
  const { cases } = JSON.parse(text(`tests/golden/engines/${engine}.json`));
  return cases.find((one) => one.id === id && (one.contextLength ?? null) === contextLength).layers[''];
};
const lastDivided = (engine, contextLength) =>
  theta(63, 128, 500000) / executed(engine, 'dynamic-orig-top', contextLength).frequencies.at(-1);
const publishedFile = (id) =>
  JSON.parse(
    JSON.parse(text('tests/golden/engines/published.json')).cases.find((one) => one.id === id).config,
    // Factors of LongRoPE stand in float32.
    (_, value) => (typeof value === 'number' ? Number(Math.fround(value).toPrecision(7)) : value),
  );
/** The models of the lesson, as its cell has them: JSON but for keys without quotes and commas at ends. */
const told = () => {
  const [, list] = /const models = (\[[^]*?\n {4}\]);/.exec(text(lesson));
  return JSON.parse(list.replace(/(\w+):/g, '"$1":').replace(/,(\s*[\]}])/g, '$1'));
};

/** Of Llama-2: the part of the score of ones that is lost from distance 0 to 1. */
const lostAtOne = (s) => Array.from({ length: 64 }, (_, i) => 1 - Math.cos(theta(i) / s)).reduce((a, b) => a + b) / 64;

export const claims = [
  takes(18),
  ...unbound({
    definition: ['From position … on they meet new angles: … or more.'],
    given: [
      'A model was trained on texts of 4,096 tokens (parts of words).',
      'Can it read 16,384 with the same weights?',
      'A query has random scores with 4,096 keys, then with … times as many of the same kind.',
      'We wrote two files for Llama-2 with factor 4, read at 16,384.',
      'The other says yarn, with the attention factor 1.',
      'A model was trained on 4,096 positions.',
      'PI extends it to 16,384, and it reads a text of 1,000.',
    ],
    instruction: [
      'You need lesson 8.',
      'Divide L by the positions of a turn, and compare with 1 and 32.',
      'Give three decimals.',
      'Square 0.1 ln s + 1.',
      'Compute f l/L, then subtract f − 1.',
    ],
    goal: ['count the pairs that meet angles which training never showed,'],
    citation: [
      'A larger base helped models that were then trained at the longer length.',
      'A base can be too small, too.',
      'The paper chose 1 and 32 for Llama models.',
      'For Llama, trained up to 1,000 steps further, PI lost less than no change.',
    ],
    checked: [
      "The table has the kernel's largest changes, for a network with one layer of ReLU, …, over rows of sines and cosines.",
    ],
    title: [
      'Qwen2.5 7B Instruct',
      'largest change of the NTK at equal distances',
      'score lost at distance 1',
      'dynamic, at half the length',
      'entropy with more keys',
    ],
    broken: ['Wrong belief: "A larger base means a longer context."'],
    answer: ['The exponent is d/(d − 2), not (d − 2)/d.', 'Multiply b by s to the power of d/(d − 2).'],
    plan: [
      shortest,
      'Here the angles of lesson 8 are changed.',
      'Where it ends: measure which method loses least.',
      'The student has done lesson 8.',
      '10 minutes: the slow pairs, and PI by hand.',
      '25 minutes: also the base, with its guess, and the chart of all methods.',
      '50 minutes: everything, one model a group.',
      'Ask before the table is read: what is new for pair 0 at position 5,000?',
      'Most say "its angle".',
      'Ask what becomes of neighbours at s = 32, then set it on the first slide.',
      'Derive κ on the board (4 minutes).',
      'Most then guess "none"; ask by how much the last pair but one is divided.',
      'Ask for a vote first: has a larger base more slow pairs, or fewer?',
      'Most say fewer, because "context grows with the base".',
      'Clear all methods, and let the class sketch PI and NTK-aware over the pairs (3 minutes).',
      'Ask the class to bet before the table: will five programs read one file alike?',
    ],
  }),
  {
    says: 'The same holds for distances, on which scores depend (lesson 8).',
    because: 'distances of the trained length are below it, too: lesson 8 proves that scores know no more than n − m',
  },
  {
    says: "These numbers, and the trained length …, are from the models' published config.json files.",
    holds() {
      const [llama2, llama3, qwen, phi] = told();
      // Files of Llama-2 stand in no folder here.
      assert.deepEqual([llama2.d, llama2.b, llama2.L], models[0]);
      const numbers = (id) => {
        const file = publishedFile(id);
        const scaled = file.rope_scaling?.original_max_position_embeddings ?? file.original_max_position_embeddings;
        return [file.hidden_size / file.num_attention_heads, file.rope_theta, scaled ?? file.max_position_embeddings];
      };
      assert.deepEqual([llama3.d, llama3.b, llama3.L], numbers('llama-3.1-8b'));
      assert.deepEqual([qwen.d, qwen.b, qwen.L], numbers('qwen2.5-7b'));
      assert.deepEqual([phi.d, phi.b, phi.L], numbers('phi-3.5-mini'));
      assert.deepEqual(
        told().map(({ d, b, L }) => [d, b, L]),
        models,
      );
      return true;
    },
  },
  {
    says: 'PI avoids these, and neighbours differ less.',
    holds: () =>
      slow().every((i) => ((4 * 4096 - 1) / 4) * theta(i) < 4096 * theta(i)) && 1 - Math.cos(1 / 4) < 1 - Math.cos(1),
  },
  {
    says: 'In training the angle of pair … stays below ….',
    holds: () => [0, 17, 63].every((i) => 4095 * theta(i) < 4096 * theta(i)),
  },
  {
    says: 'Where this bound is … or more, the pair has made a full turn.',
    // The largest angle in training is one position short of the bound: of no model a pair stands between the two.
    holds: () => models.every(([d, b, L]) => slow(b, L, d).length === slow(b, L - 1, d).length),
  },
  {
    says: 'It is **…** of …: for them the lower curve is below one turn.',
    holds: () => slow().length === 18 && slow()[0] === 46 && slow(500000, 8192).length === 29,
  },
  {
    says: 'For a query and a key of ones, the score falls from distance 0 to 1 by **…** without PI, and by **…** with it.',
    holds: () => {
      const lost = (s) => [...Array(64).keys()].reduce((sum, i) => sum + 1 - Math.cos(theta(i) / s), 0) / 64;
      return Math.abs(lost(1) - 0.0298) < 5e-5 && Math.abs(lost(4) - 0.00195) < 5e-6;
    },
  },
  {
    says: 'Neighbours differ most in pair 0, so it shall stay.',
    holds: () => models.every(([d, b]) => [...Array(d / 2).keys()].every((i) => i === 0 || theta(i, d, b) < 1)),
  },
  {
    says: 'It is **… of …**: every pair before the last is divided by less than ….',
    holds: () =>
      models.every(
        ([d, b, L]) => slow(b, L, d).filter((i) => 4 / divisor(i, d, 4) > 1 + 1e-9).length === slow(b, L, d).length - 1,
      ),
  },
  {
    says: "The article's exponent has the wrong sign and lacks a factor ….",
    holds: () => {
      const printed = (4 ** (1 / 126)) ** (126 / 128);
      const right = (4 ** (128 / 126)) ** (-126 / 128);
      return printed.toFixed(4) === '1.0109' && Math.abs(right - 1 / 4) < 1e-12;
    },
  },
  {
    says: 'PI keeps the kernel at stretched distances.',
    because: 'cos(sΔ · θ/s) is cos(Δθ), and that kernel depends on the inner products of the rows alone',
  },
  {
    says: 'NTK-aware changes it at both, but keeps {91} % of its 256th eigenvalue, which PI divides by {4.9}.',
    // docs/studies.md has both, and tests/web/ntk-aware.test.mjs computes them
    is() {
      const section = text('docs/studies.md').split('## What "NTK-aware"')[1];
      const [, aware] = /NTK-aware keeps ([0-9]+) % of that eigenvalue/.exec(section);
      const [, times] = /divides the 256th by ([0-9.]+)/.exec(section);
      return [Number(aware), Number(times)];
    },
  },
  {
    says: 'With a larger base more pairs are slow and meet new angles beyond …, and neighbours differ less.',
    holds: () =>
      [1e4, 1e5, 1e6, 1e7].map((b) => slow(b).length).join() === '18,27,33,38' && theta(9, 128, 1e5) < theta(9),
  },
  {
    says: 'A pair with fewer than 1 turn is divided by …, and one with more than 32 is kept.',
    async holds() {
      const scaling = { type: 'ntk-by-parts', factor: 4, originalContext: 4096, alpha: 1, beta: 32 };
      return (await pe.frequencies({ encoding: 'rope', dim: 128, base: 10000, scaling })).every((t, i) => {
        const turns = (4096 * theta(i)) / (2 * Math.PI);
        const ramp = Math.min(1, Math.max(0, (turns - 1) / (32 - 1)));
        return Math.abs(t / ((1 - ramp) * (theta(i) / 4) + ramp * theta(i)) - 1) < 1e-9;
      });
    },
  },
  {
    says: 'YaRN adds a temperature (below). llama3 is NTK-by-parts with 4 in place of 32.',
    async holds() {
      const of = (scaling) => pe.frequencies({ encoding: 'rope', dim: 128, base: 500000, scaling });
      const extended = { factor: 8, originalContext: 8192 };
      return near(
        await of({ type: 'llama3', ...extended }),
        await of({ type: 'ntk-by-parts', alpha: 1, beta: 4, ...extended }),
      );
    },
  },
  {
    says: 'The dashed curve is the published scaling of …, for its own ….',
    holds() {
      const [llama2, llama3, qwen, phi] = told();
      assert.equal(llama2.own, undefined);
      assert.deepEqual(publishedFile('llama-3.1-8b').rope_scaling, {
        rope_type: llama3.own.type,
        factor: llama3.own.factor,
        low_freq_factor: llama3.own.lowFreqFactor,
        high_freq_factor: llama3.own.highFreqFactor,
        original_max_position_embeddings: llama3.own.originalContext,
      });
      const card = JSON.parse(text('web/notebook/configs/qwen2.5-7b-yarn.json'));
      assert.deepEqual(card.rope_scaling, {
        type: qwen.own.type,
        factor: qwen.own.factor,
        original_max_position_embeddings: qwen.own.originalContext,
      });
      const file = publishedFile('phi-3.5-mini');
      assert.deepEqual(phi.own, {
        type: file.rope_scaling.type,
        factor: file.max_position_embeddings / file.original_max_position_embeddings,
        originalContext: file.original_max_position_embeddings,
        contextLength: file.max_position_embeddings,
        shortFactor: file.rope_scaling.short_factor,
        longFactor: file.rope_scaling.long_factor,
      });
      return true;
    },
  },
  {
    says: 'That of the released code, and of all programs below, is linear in ….',
    holds() {
      // Qwen's head: between the two rounded indices the blend changes by equal parts.
      const index = (turns) => (128 * Math.log(32768 / (2 * Math.PI * turns))) / (2 * Math.log(1e6));
      const [low, high] = [Math.floor(index(32)), Math.ceil(index(1))];
      const right = [...Array(64).keys()].map((i) => {
        const ramp = Math.min(1, Math.max(0, (i - low) / (high - low)));
        return theta(i, 128, 1e6) * (1 - ramp + ramp / 4);
      });
      return ['transformers', 'vllm', 'sglang', 'llamacpp', 'mlx'].every((engine) =>
        executed(engine, 'yarn-attention_factor').frequencies.every((t, i) => Math.abs(t / right[i] - 1) < 1e-5),
      );
    },
  },
  {
    says: 'At pair … the paper divides by … and the code by …: a factor of **…**.',
    holds() {
      // Pair 34 of Llama-2, s = 4.
      const turns = (4096 * theta(34)) / (2 * Math.PI);
      const ramp = (turns - 1) / 31;
      const paper = 1 / (ramp + (1 - ramp) / 4);
      const code = 1 / (1 - (14 / 26) * (3 / 4)); // from pair 20 to pair 46
      return paper.toFixed(2) === '2.91' && code.toFixed(2) === '1.68' && (paper / code).toFixed(2) === '1.73';
    },
  },
  { says: 'Equal weights on … keys have … nats, the most there is.', because: 'by the concavity of the logarithm' },
  { says: 'about a half', because: 'an answer to choose' },
  {
    says: 'It rises by **…**, and ….',
    holds() {
      const [A, root] = [Math.sqrt(12), 0.1 * Math.log(4) + 1];
      const [plain, yarn, article] = [flatness(A), flatness(A * root ** 2), flatness(A * root)];
      return [plain, yarn, article].every((x, i) => Math.abs(x - [-0.95, -1.2, -1.07][i]) < 0.01);
    },
  },
  {
    says: 'Here entropy rises, and YaRN takes back a part.',
    holds: () =>
      [...Array(31).keys()].every((i) => {
        const s = i + 2;
        const back = flatness(Math.sqrt(12)) - flatness(Math.sqrt(12) * (0.1 * Math.log(s) + 1) ** 2);
        return back > 0 && back < Math.log(s);
      }),
  },
  {
    says: 'In these versions three programs divide the last pair by 4 · 4 − 3 = {13} with dynamic.',
    // transformers by its formula, which its run at 20,000 of 16,384 positions confirms; mlx-lm makes its own at each call.
    async is() {
      const stretch = (f, ratio) => f * ratio - (f - 1);
      assert.ok(Math.abs(lastDivided('transformers', 20000) / stretch(4, 20000 / 16384) - 1) < 1e-6);
      assert.ok(Math.abs(lastDivided('sglang', null) / stretch(4, 4) - 1) < 1e-6);
      const divided = (await dynamic()).map((t) => theta(63) / t);
      assert.equal(divided.filter((x) => Math.abs(x - stretch(4, 16384 / 4096)) < 1e-9).length, 3);
      return [stretch(4, 16384 / 4096)];
    },
  },
  {
    says: 'Two do not extend at all.',
    async holds() {
      for (const engine of ['vllm', 'llamacpp']) assert.ok(Math.abs(lastDivided(engine, null) - 1) < 1e-5);
      return (await dynamic()).filter((t) => Math.abs(t / theta(63) - 1) < 1e-9).length === 2;
    },
  },
  {
    says: "Only transformers takes the file's attention factor.",
    holds: () =>
      ['transformers', 'vllm', 'sglang', 'llamacpp', 'mlx']
        .filter((engine) => executed(engine, 'yarn-attention_factor').attentionFactor === 0.8)
        .join() === 'transformers',
  },
  {
    says: 'In a recorded study {six} small decoders learned documents of {32} words, then read {128}.',
    is() {
      const { base, arms } = studyOf('context-extension');
      const arm = arms.find(({ name }) => name === 'as it is');
      return [losses('as it is').length, base.task.length, arm.then[0].task.length];
    },
  },
  {
    says: 'Unchanged, their median loss rises from {1.33} to {1.92} nats a word.',
    is: () => [median(losses('as it is', 0)), median(losses('as it is'))],
  },
  {
    says: 'With PI they lose {2.19} more (median, 95 % interval {1.24} to {2.59}), without new angles.',
    is: () => more('position interpolation', 'as it is'),
  },
  {
    says: 'NTK-aware loses {2.01} less than PI ({1.25} to {2.68}).',
    is: () => less('NTK-aware', 'position interpolation'),
  },
  {
    says: 'After 100 training steps at 128 for both, PI still loses {0.17} more than no change ({0.12} to {0.21}).',
    is: () => more('position interpolation, 100 steps', 'as it is, 100 steps'),
  },
  {
    says: 'These heads have eight pairs.',
    holds() {
      const { dim, heads } = studyOf('context-extension').base.model;
      return dim / heads / 2 === 8;
    },
  },
  { says: 'Then the last pair, of exponent 4/6, is divided by {2.52} only.', is: () => [4 ** (4 / 6)] },
  { says: 'It turns {4.1} times in training, which is on the ramp.', is: () => [4096 / 1000] },
  {
    says: 'Pair 0 is divided by 1, the last one by s.',
    holds: () => divisor(0, 96, 3) === 1 && divisor(47, 96, 3) === 3,
  },
  {
    says: 'NTK-aware keeps the fastest pair, and nearly all slow ones meet new angles.',
    holds: () => divisor(0, 128, 4) === 1 && slow().filter((i) => divisor(i, 128, 4) < 4).length === slow().length - 1,
  },
  {
    says: 'Sinusoids came in {2017}, rotation in {2021} and these methods from {2023} on.',
    is() {
      const years = (key) =>
        Number(new RegExp(`\\{${key},[^@]*?year = \\{(\\d+)\\}`).exec(text('examples/notebooks/references.bib'))[1]);
      assert.equal(years('peng2023'), years('chen2023'));
      return [years('vaswani2017'), years('su2021'), years('chen2023')];
    },
  },
  {
    says: 'In {4,096} positions pair 0 has made {651} whole turns, so nothing is new for it.',
    is: () => [4096, Math.floor(4096 / (2 * Math.PI))],
  },
  {
    says: 'Let each group count for another model: Llama-2 has {18} slow pairs, Llama-3.1 {29}, Qwen2.5 {24} and Phi-3.5 {14}.',
    is: () => models.map(([d, b, L]) => slow(b, L, d).length),
  },
  {
    says: 'Ask why Llama-3.1 has more of them than Llama-2, at twice the length.',
    holds: () => slow(500000, 8192).length > slow().length,
  },
  {
    says: 'For Llama-2 the score falls by {2.98} % without PI, by {0.195} % at s = {4}, and by {0.00305} % at s = {32}.',
    is: () => [100 * lostAtOne(1), 100 * lostAtOne(4), 4, 100 * lostAtOne(32), 32],
  },
  {
    says: 'The usual slip is κ = s: at s = 4 and d = 128 it divides the last pair by {3.91} only.',
    is: () => [4 ** (126 / 128)],
  },
  {
    says: 'For Llama-2 the four rows have {18}, {27}, {33} and {38}.',
    is: () => [1e4, 1e5, 1e6, 1e7].map((b) => slow(b).length),
  },
  {
    says: 'On this axis both are straight lines.',
    holds: () => Math.abs(Math.log(divisor(20, 128, 4)) - 20 * Math.log(divisor(1, 128, 4))) < 1e-12,
  },
  {
    says: "Let them compute 4 · 4 − 3 by hand, then find who takes the paper's 4: nobody does.",
    holds: async () => (await dynamic()).every((last) => Math.abs(theta(63) / last - 4) > 0.01),
  },
];
