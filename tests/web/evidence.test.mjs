/**
 * Our answers against what releases of engines did when they were executed (evidence/): the table of docs/engines.md, the
 * sum in README.md, and the form of the stored files. Wrong answers are named with a reason; there may be .5 % of them.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { typesRotated } from '../../dist/lib/engines/known-by.js';
import { newerClasses, newerComposites } from '../../dist/lib/hf/class-defaults-newer.js';
import { isNewer } from '../../dist/lib/engines/transformers-5/newer.js';
import { allCells, allCompared, answerOf, counts, evidenceTable, verdict } from '../../evidence/compare.mjs';
import { cellsVerdict } from '../../evidence/compare-cells.mjs';
import { changesPage } from '../../evidence/changes-page.mjs';
import { corpus, corpusOf, ofCells } from '../../evidence/corpus.mjs';
import { caseChanges, changes } from '../../evidence/diff.mjs';
import { tables } from '../../evidence/tables.mjs';
import { nameOf, readLists } from '../../evidence/lists.mjs';
import { fileOf, isText, everyRelease, layersOf, parsed, read, releasesOf, stored } from '../../evidence/stored.mjs';
import { pythonWith } from '../../web/tools/pythons.mjs';
import { agreement } from '../../web/tools/engine-agreement.mjs';
import { converted } from './support/converted.mjs';
import { pe } from './support/instance.mjs';
import { assertNone } from './support/posenc.mjs';

const at = (path) => new URL(`../../${path}`, import.meta.url);
const textOf = (path) => readFileSync(at(path), 'utf8');
const pins = JSON.parse(textOf('evidence/pins.json'));

test('answers against evidence: at most .5 % wrong; the table and the sum are those of the documents', async () => {
  const found = await allCompared(pe);
  for (const { engine, release, rows } of found) {
    const { right, wrong } = counts(rows);
    const listed = rows
      .filter((row) => row.verdict === 'wrong')
      .map(({ id, why }) => `${engine} ${release} ${id}: ${why}`);
    assert.ok(wrong <= 0.005 * (right + wrong), listed.join('\n'));
  }
  assert.ok(textOf('docs/engines.md').includes(evidenceTable(found)), 'docs/engines.md: node evidence/compare.mjs');
  const sum = { agreed: 0, cases: 0 };
  const add = (agreed, cases) => {
    sum.agreed += agreed;
    sum.cases += cases;
  };
  for (const { rows } of found) {
    const { right, wrong } = counts(rows.filter(({ raises }) => !raises)); // most that raise are unsupported model types
    add(right, right + wrong);
  }
  for (const row of await agreement(pe)) add(row.cases - row.missed.length, row.cases);
  const number = new Intl.NumberFormat('en');
  const said = `in ${number.format(sum.agreed)} of ${number.format(sum.cases)} executed cases`;
  assert.ok(textOf('README.md').includes(said), `README.md: ${said}`);
});

test('models that rotate by several coordinates: no spec is wrong; the table is that of docs/engines.md', async () => {
  const found = await allCells(pe);
  assert.deepEqual(
    found.map(({ engine }) => engine),
    ofCells,
  );
  for (const { engine, rows } of found) {
    assertNone(rows.filter((row) => row.verdict === 'wrong').map(({ id, why }) => `${engine} ${id}: ${why}`));
    assert.ok(counts(rows).right > 50, engine);
  }
  assert.ok(textOf('docs/engines.md').includes(evidenceTable(found)), 'docs/engines.md: node evidence/compare.mjs');
});

test('a spec is wrong if a channel, an angle, a place, a layout or a width differs from the executed ones', async () => {
  const config = { _class_name: 'QwenImageTransformer2DModel' };
  const executed = read('diffusers', '0.42.1').answers.get('default/QwenImageTransformer2DModel');
  const says = (change) => {
    const rotations = executed.rotations.map((one) => (one.axis === 'row' ? { ...one, ...change } : one));
    return cellsVerdict(pe, 'diffusers', config, { rotations });
  };
  const { frequencies } = executed.rotations.find(({ axis }) => axis === 'row');
  assert.equal((await says({})).verdict, 'right');
  for (const [change, why] of [
    [{ frequencies: frequencies.map((one, i) => (i === 3 ? one * 1.0001 : one)) }, /pair 11 turns by/],
    [{ pairs: '9-36' }, /executed 9-36/],
    [{ at: [0, 1, 2] }, /place 0 is at -2/],
    [{ layout: 'half' }, /layout interleaved, executed half/],
    [{ width: 64 }, /width 128, executed 64/],
  ]) {
    const { verdict: found, why: reason } = await says(change);
    assert.equal(found, 'wrong');
    assert.match(reason, why);
  }
});

test('layouts and layers without rotation of an import are those that transformers executes, by number', async () => {
  const { answers } = read('transformers', '5.23.0');
  const wrong = [];
  let compared = 0;
  for (const { id, config } of corpus()) {
    const { rotations = [], stillByStack = {}, partial } = answers.get(id);
    const text = rotations.filter((one) => isText(one) && one.layout);
    const layers = text.length > 0 && Object.values((await pe.importConfig(config).catch(() => ({}))).layers ?? {});
    if (!layers || layers.length === 0 || layers.some((layer) => layer.assumed)) continue;
    compared += 1;
    const executed = new Set(text.map(({ layout }) => layout));
    for (const { spec } of layers)
      if (!executed.has(spec.layout ?? 'half')) wrong.push(`${id}: ${spec.layout}, executed ${[...executed]}`);
    const indexers = rotations.flatMap(({ role, layout }) => (role === 'indexer' && layout ? [layout] : []));
    const told = layers.flatMap(({ indexer }) => (indexer ? [indexer.layout] : []));
    if (`${[...new Set(told)]}` !== `${[...new Set(indexers)]}`)
      wrong.push(`${id}: indexer ${told}, executed ${indexers}`);
    if (partial !== undefined || !/"num_hidden_layers": ?\d/.test(config)) continue;
    const still = Object.entries(stillByStack).filter(([stack]) => isText({ stack }));
    assert.deepEqual(
      [...new Set(layers.flatMap(({ unrotatedLayers = [] }) => unrotatedLayers))].sort((a, b) => a - b),
      still.flatMap(([, list]) => layersOf(list)),
      id,
    );
  }
  assertNone(wrong);
  assert.ok(compared > 1200, `${compared}`);
});

test('tables from evidence are those of the library, and newer model types those of the corpus', async () => {
  for (const { path, text } of tables)
    assert.equal(textOf(`web/lib/engines/${path}`), text(), 'node evidence/tables.mjs');
  const known = new Set(JSON.parse(textOf('tests/golden/engines/model-types.json')).types);
  for (const type of [...newerClasses.map(([one]) => one), ...newerComposites]) known.add(type);
  const types = corpus().flatMap(({ id }) => (id.startsWith('default/') ? [id.slice('default/'.length)] : []));
  assert.ok(types.length > 800);
  for (const type of types) assert.equal(isNewer(type), !known.has(type), type);
});

test('an answer is executed if a case of its model type rotated, and says which types of scaling these cases lack', async () => {
  const base = { hidden_size: 512, num_attention_heads: 8, max_position_embeddings: 2048, rope_theta: 1e4 };
  const scaled = { ...base, rope_scaling: { rope_type: 'yarn', factor: 4.0, original_max_position_embeddings: 512 } };
  const known = async (engine, config) =>
    (await pe.engines(config, { engines: [engine] })).find((one) => one.engine === engine);
  const { basis, cases } = await known('vllm', { ...scaled, model_type: 'qwen2' });
  assert.deepEqual([basis, cases.modelType, cases.others], ['executed', 'qwen2', undefined]);
  assert.ok(cases.ropeTypes.includes('yarn'));
  const other = await known('vllm', { ...scaled, model_type: 'olmo2' });
  assert.deepEqual([other.basis, other.cases.others], ['executed', ['yarn']]);
  for (const [engine, type] of [
    ['llama-cpp', 'baichuan'],
    ['transformers-5', 'ministral'], // its default configuration cannot be made a model
  ]) {
    const { basis: own, cases: none } = await known(engine, { ...base, model_type: type });
    assert.deepEqual([own, none], ['read', undefined], `${engine}: ${type}`);
  }
  const rotated = new Set();
  const { answers } = read('vllm', '0.33.0');
  for (const { id, config } of corpus())
    if (answers.get(id)?.rotations?.some((one) => isText(one) && one.unread === undefined))
      rotated.add(JSON.parse(config.replaceAll('Infinity', '1e9')).model_type);
  assert.deepEqual(typesRotated('vllm'), [...rotated].filter(Boolean).sort());
});

/** Keys of our answers and of a file. */
const keyOf = (name) =>
  ({
    rope_scaling_orig_ctx_len: 'rope.scaling.original_context_length',
    rope_scaling_attn_factors: 'rope.scaling.attn_factor',
    rope_scaling_yarn_log_mul: 'rope.scaling.yarn_log_multiplier',
    attn_temperature_scale: 'attention.temperature_scale',
  })[name] ?? name.replace(/^rope_(scaling_)?/, (prefix) => prefix.replaceAll('_', '.'));

test('llama.cpp: the keys that its converter writes', async () => {
  const elsewhere = /^attention\.(key_length|scale|temperature_length)|\.weight$/;
  const rounded = (value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);
  const sorted = (entries) => Object.fromEntries(entries.map(([key, value]) => [key, rounded(value)]).sort());
  const wrong = [];
  for (const { id, config, gguf } of converted) {
    const answer = await answerOf(pe, config, 'llama-cpp');
    if (!answer.gguf) continue;
    const own = sorted(Object.entries(answer.gguf).map(([name, value]) => [keyOf(name), value]));
    const theirs = sorted(Object.entries(gguf).filter(([key]) => !elsewhere.test(key)));
    if (JSON.stringify(own) !== JSON.stringify(theirs)) wrong.push(`${id}: ${JSON.stringify([own, theirs])}`);
  }
  assertNone(wrong);
});

test('llama.cpp: which channels of a checkpoint are a pair, in the report as it reads the file', async () => {
  // their fused weights are permuted, too, but the runner follows no rows of such weights
  const fused = new Set(['bailingmoe', 'internlm2']);
  const wrong = [];
  for (const { id, config, architecture, rotations } of converted) {
    const report = await pe.report(config, { engine: 'llama-cpp' }).catch(({ code }) => code);
    if (typeof report === 'string' || fused.has(architecture)) continue;
    const own = new Set(Object.values(report.layers ?? { default: report }).map(({ spec }) => spec.layout ?? 'half'));
    const lacking = rotations.filter(({ role, layout }) => !role && layout !== 'either' && !own.has(layout));
    if (lacking.length > 0) wrong.push(`${id}: ${[...own]}, executed ${lacking.map(({ layout }) => layout)}`);
  }
  assertNone(wrong);
});

test('ONNX Runtime GenAI: the long factors of LongRoPE, with which it serves more than the trained length', async () => {
  const { answers } = read('ort-genai', '0.18.0');
  let compared = 0;
  for (const { id, config } of corpus()) {
    const { rotations = [], served } = answers.get(id);
    const long = rotations.filter(({ role }) => role === 'long').map(({ role: _, ...one }) => one);
    if (long.length === 0) continue;
    compared += 1;
    const asked = { engines: ['ort-genai'], contextLength: served };
    const answer = (await pe.engines(config, asked)).find(({ engine }) => engine === 'ort-genai');
    assert.equal(verdict({ rotations: long, served }, answer).verdict, 'right', id);
  }
  assert.ok(compared > 10, `${compared}`);
});

test('evidence: every case has a name of its own and an origin', () => {
  const cases = corpus();
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length);
  const said = `on ${new Intl.NumberFormat('en').format(cases.length)} configurations`;
  assert.ok(textOf('docs/engines.md').includes(said), `docs/engines.md: ${said}`);
  assertNone(cases.filter(({ origin, config }) => !origin || typeof config !== 'string').map(({ id }) => id));
});

test('evidence: each stored release has a pin, and every file together at most 6 MB', () => {
  const engines = [...new Set(pins.map(({ engine }) => engine))];
  for (const engine of engines)
    for (const release of releasesOf(engine)) {
      assert.ok(
        pins.some((pin) => pin.engine === engine && pin.release === release),
        `${engine} ${release}`,
      );
      const { answers, executed, packages } = read(engine, release);
      assert.ok(executed && packages.length, `${engine} ${release}`);
      assert.deepEqual(
        [...answers.keys()].sort(),
        corpusOf(engine)
          .map(({ id }) => id)
          .sort(),
        `${engine} ${release}`,
      );
    }
  const bytes = readdirSync(at('evidence'), { recursive: true })
    .filter((name) => /\.jsonl?$/.test(name))
    .reduce((sum, name) => sum + statSync(at(`evidence/${name}`)).size, 0);
  assert.ok(bytes <= 6e6, `${bytes} bytes`);
});

const line = (id, rotations) => ({ case: id, seconds: 1, rotations, depth: 4 });
const turning = { width: 4, rotated: 4, layout: 'half', frequencies: [1, 0.1] };

/** Facts that evidence/lib/rotation.py reads from matrices (output, input) at positions 0 and 1, or its error. */
const factsOf = (matrices) => {
  const program = [
    'import json, sys',
    `sys.path.insert(0, ${JSON.stringify(fileURLToPath(at('evidence/lib')))})`,
    'from rotation import rotation',
    'def facts(pair):',
    '    try: return rotation(*pair)',
    '    except ValueError as error: return {"error": str(error)}',
    'print(json.dumps([facts(pair) for pair in json.load(sys.stdin)]))',
  ].join('\n');
  const options = { input: JSON.stringify(matrices), encoding: 'utf8' };
  return JSON.parse(execFileSync(pythonWith('numpy'), ['-c', program], options));
};
const eye = (n) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => Number(i === j)));

test('evidence: a rotation is read from what it does to basis vectors, as the core rotates them', async () => {
  const specs = [
    { encoding: 'rope', dim: 8 },
    { encoding: 'rope', dim: 8, layout: 'interleaved' },
    { encoding: 'rope', dim: 16, rotaryDim: 8, base: 100 },
    { encoding: 'rope', dim: 8, scaling: { type: 'yarn', factor: 4, originalContext: 32 } },
  ];
  const matrixOf = async (spec, position) => {
    const { dim } = spec;
    const { data } = await pe.rotate(spec, eye(dim), Array(dim).fill(position), { dtype: 'f64' });
    return eye(dim).map((row, out) => row.map((_, into) => data[into * dim + out]));
  };
  const matrices = await Promise.all(specs.map(async (spec) => [await matrixOf(spec, 0), await matrixOf(spec, 1)]));
  const facts = factsOf(matrices);
  for (const [i, spec] of specs.entries()) {
    const { width, rotated, layout, frequencies, amplitude = 1 } = facts[i];
    const wanted = await pe.frequencies(spec);
    assert.deepEqual([width, rotated, layout], [spec.dim, spec.rotaryDim ?? spec.dim, spec.layout ?? 'half']);
    assert.equal(frequencies.length, wanted.length);
    frequencies.forEach((value, pair) => assert.ok(Math.abs(value / wanted[pair] - 1) < 1e-12, `${i} ${pair}`));
    const yarn = spec.scaling ? 0.1 * Math.log(spec.scaling.factor) + 1 : 1;
    assert.ok(Math.abs(amplitude - yarn) < 1e-12, `${i}: ${amplitude}`);
  }
});

test('evidence: a matrix that does more than turn pairs of channels is an error', () => {
  const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
  const [still, backwards, mirror, broken] = factsOf([
    [eye(2), eye(2)],
    [
      eye(2),
      [
        [c, s],
        [-s, c],
      ],
    ],
    [
      eye(2),
      [
        [c, s],
        [s, -c],
      ],
    ],
    [
      eye(2),
      [
        [c, null],
        [s, c],
      ],
    ],
  ]);
  assert.deepEqual(still, { width: 2, rotated: 0, layout: null });
  assert.equal(backwards.direction, -1);
  assert.ok(Math.abs(backwards.frequencies[0] - 0.5) < 1e-15);
  assert.match(mirror.error, /does more than turn pairs/);
  assert.match(broken.error, /not finite/);
});

test('evidence: the stored form gives back what a runner wrote', () => {
  const lines = [
    line('b', [{ layers: '0-1 3', ...turning }]),
    { ...line('a', [{ layers: '0-3', ...turning, amplitude: 1.25 }]), still: '2' },
    { case: 'c', seconds: 1, error: 'ValueError: no', at: 'x.py:1' },
    { case: 'd', seconds: 1, unsettled: 'OSError: no', at: 'x.py:2' },
    // the class and the type of these cases differ, and nothing else
    { case: 'default/llama', seconds: 1, error: 'ValueError: llama', class: 'LlamaForCausalLM' },
    { case: 'default/mistral', seconds: 1, error: 'ValueError: mistral', class: 'MistralForCausalLM' },
  ];
  const { answers, engine } = parsed(stored({ engine: 'one' }, lines));
  assert.equal(engine, 'one');
  assert.deepEqual([...answers.keys()], ['a', 'b', 'c', 'd', 'default/llama', 'default/mistral']);
  assert.deepEqual(answers.get('default/mistral'), { error: 'ValueError: mistral', class: 'MistralForCausalLM' });
  assert.deepEqual(answers.get('b').rotations, [{ ...turning, layers: [0, 1, 3] }]);
  assert.deepEqual(answers.get('a'), {
    depth: 4,
    still: [2],
    rotations: [{ ...turning, amplitude: 1.25, layers: [0, 1, 2, 3] }],
  });
  assert.deepEqual(answers.get('c'), { error: 'ValueError: no', at: 'x.py:1' });
  assert.deepEqual(answers.get('d'), { unsettled: 'OSError: no', at: 'x.py:2' });
  assert.deepEqual(layersOf('0-2 5'), [0, 1, 2, 5]);
});

test('evidence: lists.json gives back each list by the digest of its values, and has no list that no release uses', () => {
  const lists = readLists();
  const used = new Set();
  for (const release of everyRelease())
    for (const [, name] of readFileSync(fileOf(...release), 'utf8').matchAll(/"frequencies":"(\w+)"/g)) used.add(name);
  assert.deepEqual([...lists.keys()].sort(), [...used].sort());
  for (const [name, list] of lists) assert.equal(nameOf(list), name);
});

test('evidence: a verdict for each kind of answer', () => {
  const layer = { frequencies: [1, 0.1], attentionFactor: 1 };
  const ran = { rotations: [turning] };
  const raised = { error: 'ValueError: no' };
  const says = (answer, executed = ran) => verdict(executed, answer).verdict;
  assert.equal(says({ layers: { default: layer } }), 'right');
  assert.equal(says({ layers: { default: { ...layer, frequencies: [1, 0.1, 0] } } }), 'right'); // a still pair at the end
  assert.equal(says({ layers: { default: { ...layer, frequencies: [1, 0.2] } } }), 'wrong');
  assert.equal(says({ layers: { default: { ...layer, attentionFactor: 1.1 } } }), 'wrong');
  assert.equal(says({ layers: { default: layer, more: { ...layer, frequencies: [1] } } }), 'wrong');
  assert.equal(says({ layers: {}, error: { kind: 'KeyError', message: 'x' } }), 'wrong');
  assert.equal(says({ layers: {}, error: { kind: 'KeyError', message: 'x' } }, raised), 'right');
  assert.equal(says({ layers: { default: layer } }, raised), 'wrong');
  assert.equal(says({ layers: { default: layer } }, { rotations: [] }), 'wrong');
  assert.equal(says({ notKnown: 'why' }), 'not known');
  assert.equal(says({ layers: { default: layer } }, { unsettled: 'why' }), 'unsettled');
  assert.equal(
    says({ layers: { default: layer } }, { rotations: [{ ...turning, stack: 'visual.blocks' }] }),
    'unsettled',
  );
});

test('evidence: the page of changes is that of the stored releases', () => {
  assert.equal(textOf('docs/engine-changes.md'), changesPage(), 'node evidence/changes-page.mjs');
});

test('evidence: a changelog names what two releases do differently', () => {
  const slower = { ...turning, frequencies: [1, 0.05] };
  const one = (rotations) => ({ rotations });
  assert.deepEqual(caseChanges(one([turning]), one([turning])), []);
  assert.deepEqual(caseChanges(one([turning]), one([slower])), ['frequency of pair 1 0.1 → 0.05']);
  assert.deepEqual(caseChanges(one([turning]), one([{ ...turning, layout: 'interleaved' }])), [
    'layout half → interleaved',
  ]);
  assert.deepEqual(caseChanges(one([turning]), { error: 'KeyError: x' }), ['raises KeyError: x']);
  assert.equal(caseChanges(one([turning]), { unsettled: 'x' }), undefined);
  // mlx-lm's Qwen 3 reads rope_parameters since 0.32, and DeepSeek V3.2 turns halves instead of neighbours
  const text = changes(read('mlx-lm', '0.31.3'), read('mlx-lm', '0.32.2'));
  assert.match(
    text,
    /runs; raised TypeError: ModelArgs.__init__\(\) missing 1 required positional argument: 'rope_theta'\n\s+default\/qwen3/,
  );
  assert.match(text, /layout interleaved → half\n\s+default\/deepseek_v32/);
  // the class of transformers calls the stack of the text model otherwise; towers keep their names
  const [own, other] = [
    { ...turning, stack: 'model.layers' },
    { ...turning, stack: 'layers' },
  ];
  assert.deepEqual(caseChanges(one([own]), one([other])), []);
  const towers = ['visual.blocks', 'audio.layers'].map((stack) => ({ ...turning, stack }));
  assert.equal(caseChanges(one([towers[0]]), one([towers[1]])).length, 2);
  const ofVllm = changes(read('vllm', '0.29.0'), read('vllm', '0.33.0'));
  assert.match(ofVllm, /amplitude 1\.1386294 → 1\.25\n\s+grid\/cohere\/yarn, attention_factor/);
  assert.doesNotMatch(ofVllm, /some layers no longer rotate; more layers rotate/);
});
