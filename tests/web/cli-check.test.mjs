/**
 * posenc check, fix and diff, run as a user runs them: exit statuses, findings with their places, every format, and the
 * claim of `fix` that the engines agree afterwards, which is computed here again.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import Ajv from 'ajv';
import { checkConfig, isAsked } from '../../dist/cli/check-config.js';
import { fixed } from '../../dist/cli/fix.js';
import { jsonSpans, lineColumnAt } from '../../dist/cli/json-spans.js';
import { lineDiff } from '../../dist/lib/compare/line-diff.js';
import { posenc as run } from './support/command-line.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { create, llama31, root, runs } from './support/posenc.mjs';
import { fc, sampled } from './support/random.mjs';

let pe;
let folder;
const file = (name, content) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
before(async () => {
  pe = await create();
  folder = mkdtempSync(join(tmpdir(), 'posenc-'));
});
after(() => {
  pe.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Standard output and exit status; nothing on standard error unless the status is 2. */
function posenc(...args) {
  const { stdout, stderr, status } = run(args);
  if (status !== 2) assert.equal(stderr, '');
  return { out: stdout, err: stderr, status };
}
const bundled = (name) => join(root, 'tests/golden/configs', `${name}.json`);
const text = (value) => JSON.stringify(value, undefined, 2);

/** Both dictionaries and every field: what all engines read alike. */
const alike = {
  ...llama31,
  rope_scaling: { ...llama31.rope_scaling, rope_theta: 500000, factor: 8 },
  rope_parameters: { ...llama31.rope_scaling, rope_theta: 500000, factor: 8 },
};
/** The same for readers that know transformers 5 only. */
const newer = (({ rope_theta, rope_scaling, ...rest }) => ({
  ...rest,
  rope_parameters: { rope_theta, ...rope_scaling },
}))(llama31);

describe('check', () => {
  test('exit statuses: 0 for nothing, 1 for findings, 2 for a file that cannot be checked', () => {
    assert.equal(posenc('check', file('alike.json', text(alike))).status, 0);
    assert.equal(posenc('check', file('newer.json', text(newer))).status, 1);
    assert.deepEqual(
      [file('broken.json', '{'), join(folder, 'none.json'), file('t5.json', '{"model_type":"t5"}')].map(
        (path) => posenc('check', path).status,
      ),
      [2, 2, 2],
    );
  });

  test('a line a finding, at the line and column of the field', () => {
    const path = file('newer.json', text(newer));
    const { out } = posenc('check', path, '--engine', 'transformers-4');
    const lines = out.trimEnd().split('\n');
    const at = placeOf(text(newer), '"rope_parameters"');
    assert.ok(
      lines.some((line) => line.startsWith(`${path}:${at}: error engine_differs: transformers 4 `)),
      out,
    );
    const theta = placeOf(text(newer), '"rope_theta"');
    assert.ok(
      lines.some((line) => line.startsWith(`${path}:${theta}: warning theta_in_rope_parameters: `)),
      out,
    );
    for (const line of lines) assert.match(line, /^.+?(:\d+:\d+)?: (error|warning|note) [a-z0-9_]+: .+ \[.+\]$/);
  });

  const placeOf = (source, word) => {
    const before = source.slice(0, source.indexOf(word)).split('\n');
    return `${before.length}:${before.at(-1).length + 1}`;
  };

  test('--engine names those that count; --strict counts warnings; --context is served or not', () => {
    const path = file('newer.json', text(newer));
    assert.equal(posenc('check', path, '--engine', 'transformers-5,vllm').status, 0);
    assert.equal(posenc('check', path, '--engine', 'transformers-5,vllm', '--strict').status, 1);
    const { out } = posenc('check', path, '--engine', 'vllm', '--context', '1000000');
    assert.match(out, /warning engine_context: vLLM serves 131072 positions/);
  });

  test('a byte order mark is a finding, and fix takes it off; what is no UTF-8 is refused by its name', () => {
    const text = JSON.stringify({ ...llama31, rope_scaling: undefined });
    const marked = file('marked.json', `\ufeff${text}`);
    const found = posenc('check', marked, '--engine', 'vllm');
    assert.deepEqual([found.status, /error byte_order_mark/.test(found.out)], [1, true], found.out);
    const out = join(folder, 'unmarked.json');
    assert.match(posenc('fix', marked, '--engine', 'vllm', '--out', out).out, /without its byte order mark/);
    assert.equal(readFileSync(out, 'utf8'), text);
    const wide = posenc('check', file('wide.json', Buffer.from(`\ufeff${text}`, 'utf16le')));
    assert.match(wide.err, /wide\.json: it is UTF-16; save it as UTF-8/);
    assert.match(posenc('check', file('latin.json', Buffer.from([0x7b, 0xe9]))).err, /latin\.json: it is no UTF-8/);
  });

  test('a model of patches cannot be checked, and is told of by its coordinates, not by a length', () => {
    const dino = file(
      'dino.json',
      JSON.stringify({ model_type: 'dinov3_vit', hidden_size: 384, num_attention_heads: 6 }),
    );
    for (const command of ['check', 'fix']) {
      const { err, out, status } = posenc(command, dino);
      assert.deepEqual([status, out], [2, ''], command);
      assert.match(err, /rotates by the 2 coordinates of a patch/);
      assert.doesNotMatch(err, /2048/);
    }
    const larger = file('larger.json', JSON.stringify({ model_type: 'dinov3_vit', image_size: 512 }));
    const { out, status } = posenc('diff', dino, larger);
    assert.equal(status, 1);
    assert.match(out, /height +14 +32/);
    assert.equal(posenc('diff', dino, dino).status, 0);
  });

  test('an error names the file, and a command that reads no GGUF file says so', () => {
    const good = file('good.json', JSON.stringify(llama31));
    const bad = file('bad.json', '{');
    const model = file('model.gguf', gguf(llamaKeys()));
    for (const args of [
      ['check', bad],
      ['fix', bad],
      ['extend', bad, '--context', '1024k'],
      ['diff', good, bad],
      ['diff', bad, good],
    ])
      assert.match(posenc(...args).err, /error bad_json \(config\): \S*bad\.json: config is not valid JSON/, args[0]);
    for (const args of [
      ['fix', model],
      ['extend', model, '--context', '1024k'],
    ])
      assert.match(posenc(...args).err, /model\.gguf is a GGUF file; only report, check and diff read one/);
  });

  test('an engine that refuses the file', () => {
    const integer = file('integer.json', text({ ...llama31, rope_scaling: { rope_type: 'linear', factor: 4 } }));
    const { out, status } = posenc('check', integer, '--engine', 'vllm');
    assert.equal(status, 1);
    assert.match(out, /:\d+:\d+: error engine_refuses: vLLM refuses this file: /);
  });

  test('every format says the same', () => {
    const path = file('newer.json', text(newer));
    const plain = posenc('check', path).out.trimEnd().split('\n');
    const { file: named, findings } = JSON.parse(posenc('check', path, '--format', 'json').out);
    assert.equal(named, path);
    assert.equal(findings.length, plain.length);
    findings.forEach(({ level, rule, message, source, place }, i) => {
      const at = place ? `${path}:${place.line}:${place.column}` : path;
      assert.equal(plain[i], `${at}: ${level} ${rule}: ${message}${source ? ` [${source}]` : ''}`);
    });
    const annotations = posenc('check', path, '--format', 'github').out.trimEnd().split('\n');
    findings.forEach(({ level, place }, i) => {
      assert.ok(annotations[i].startsWith(`::${level === 'note' ? 'notice' : level} file=`));
      assert.equal(annotations[i].includes(`,line=${place?.line},col=${place?.column},`), place !== undefined);
      assert.doesNotMatch(annotations[i], /%(?!25|0D|0A|3A|2C)/);
    });
    checkSarif(JSON.parse(posenc('check', path, '--format', 'sarif').out), findings);
    const none = JSON.parse(posenc('check', file('alike.json', text(alike)), '--format', 'sarif').out);
    checkSarif(none, JSON.parse(posenc('check', join(folder, 'alike.json'), '--format', 'json').out).findings);
  });

  test('what is true of every model of a kind is a note: it does not count with --strict', async () => {
    const plain = { hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 8192, rope_theta: 10000 };
    const latent = { qk_rope_head_dim: 64, rope_interleave: true };
    const sections = { rope_scaling: { type: 'mrope', mrope_section: [16, 24, 24] } };
    for (const [model_type, more, code] of [
      ['llama', {}, 'layout_permuted_weights'],
      ['deepseek_v3', latent, 'layout_interleaved'],
      ['qwen2_vl', sections, 'mrope_by_key'],
      ['phi', { partial_rotary_factor: 0.5 }, 'partial_rotary_keys'],
    ]) {
      const source = text({ model_type, ...plain, ...more });
      const findings = await checkConfig(pe, source, { engines: ['transformers-5'] });
      assert.ok(
        findings.some(({ rule, level }) => rule === code && level === 'note'),
        `${model_type}: no ${code}`,
      );
      assert.deepEqual(
        findings.filter(({ level }) => level !== 'note').map(({ rule }) => rule),
        [],
        model_type,
      );
    }
    const path = file('plain.json', text({ model_type: 'llama', ...plain }));
    assert.equal(posenc('check', path, '--strict', '--engine', 'transformers-5').status, 0);
  });

  test('an engine without code for the model: told, and an error only where it was asked about', () => {
    const path = file('vision.json', text({ ...alike, architectures: ['MllamaForConditionalGeneration'] }));
    const told = posenc('check', path);
    assert.equal(told.status, 0, told.out);
    assert.match(told.out, /note engine_lacks_model: llama\.cpp refuses this file: NotImplementedError/);
    const asked = posenc('check', path, '--engine', 'llama-cpp');
    assert.equal(asked.status, 1);
    assert.match(asked.out, /error engine_lacks_model/);
    assert.match(posenc('fix', path).out, /llama\.cpp has no code for this model/);
  });

  test('the command line is refused where it is wrong', () => {
    const path = file('alike.json', text(alike));
    for (const [args, field] of [
      [['--engine', 'vlm'], '--engine'],
      [['--format', 'xml'], '--format'],
      [['--against', path], '--against'],
      [['--context', '0'], '--context'],
      [['--engine', 'vllm', '--engine', 'sglang'], 'arguments'],
    ]) {
      const { err, status } = posenc('check', path, ...args);
      assert.equal(status, 2);
      assert.ok(err.startsWith(`posenc: error bad_argument (${field}): `), err);
    }
    const model = file('m.gguf', gguf(llamaKeys()));
    assert.match(posenc('check', model).err, /--against names the config\.json/);
    assert.match(posenc('check', model, '--against', path, '--engine', 'vllm').err, /read by llama\.cpp alone/);
  });
});

/** The schema of OASIS for SARIF 2.1.0, as @microsoft/jest-sarif ships it. */
const require = createRequire(import.meta.url);
const isSarif = new Ajv({ schemaId: 'id', allErrors: true, unknownFormats: 'ignore' })
  .addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'))
  .compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

/** Valid by the schema, and what it cannot say: rules by index, places as in the findings. */
function checkSarif(log, findings) {
  assert.ok(isSarif(log), JSON.stringify(isSarif.errors, null, 1));
  const {
    $schema,
    version,
    runs: [run, ...others],
    ...rest
  } = log;
  assert.match($schema, /sarif-2\.1\.0/);
  assert.deepEqual([version, others, rest], ['2.1.0', [], {}]);
  const { driver } = run.tool;
  assert.deepEqual(Object.keys(run).sort(), ['results', 'tool']);
  assert.equal(driver.name, 'posenc');
  assert.match(driver.version, /^\d+\.\d+\.\d+/);
  assert.equal(new Set(driver.rules.map(({ id }) => id)).size, driver.rules.length);
  assert.equal(run.results.length, findings.length);
  run.results.forEach(({ ruleId, ruleIndex, level, message, locations }, i) => {
    assert.equal(driver.rules[ruleIndex].id, ruleId);
    assert.ok(['none', 'note', 'warning', 'error'].includes(level));
    assert.equal(typeof message.text, 'string');
    const [{ physicalLocation }] = locations;
    assert.doesNotThrow(() => new URL(physicalLocation.artifactLocation.uri, 'file:///'));
    const { place } = findings[i];
    const expected = place && { startLine: place.line, startColumn: place.column };
    assert.deepEqual(physicalLocation.region, expected);
  });
}

describe('check of a GGUF file', () => {
  const factors = async () => {
    const { pairs } = await pe.report(llama31);
    return pairs.map(({ frequency, unscaledFrequency }) => unscaledFrequency / frequency);
  };

  test('nothing is lost where factors and base are those of the config', async () => {
    const model = gguf(llamaKeys(), { 'rope_freqs.weight': { shape: [64], data: await factors() } });
    const against = file('config.json', text(llama31));
    assert.deepEqual(posenc('check', file('good.gguf', model), '--against', against), { out: '', err: '', status: 0 });
    const other = posenc('check', against, '--format', 'json');
    assert.equal(JSON.parse(other.out).file, against);
  });

  test('factors that were dropped, another base, another length', async () => {
    const against = file('config.json', text(llama31));
    const dropped = posenc('check', file('dropped.gguf', gguf(llamaKeys())), '--against', against);
    assert.equal(dropped.status, 1);
    assert.match(dropped.out, /error conversion_scaling: type is default/);
    assert.match(dropped.out, /error conversion_frequencies: 35 of 64 frequencies .*, 8 times too fast/);
    assert.match(dropped.out, /note conversion_advice: the converter of llama\.cpp keeps them: convert again/);
    const keys = llamaKeys({ 'llama.rope.freq_base': ['f32', 10000], 'llama.context_length': ['u32', 8192] });
    const base = gguf(keys, { 'rope_freqs.weight': { shape: [64], data: await factors() } });
    const { out, status } = posenc('check', file('base.gguf', base), '--against', against);
    assert.equal(status, 1);
    assert.match(
      out,
      /error conversion_base: base is 10000 \(llama\.rope\.freq_base\) in the file, 500000 \(rope_theta\)/,
    );
    assert.match(out, /warning conversion_context: the file names 8192 positions, the config 131072/);
  });

  test('a scale of queries that the file has otherwise, or not at all', () => {
    const model = (architecture, keys = {}) => {
      const own = llamaKeys({ 'general.architecture': ['str', architecture], ...keys });
      const named = Object.entries(own).map(([key, value]) => [key.replace(/^llama\./, `${architecture}.`), value]);
      return file(`${architecture}.gguf`, gguf(Object.fromEntries(named)));
    };
    const like = { hidden_size: 4096, num_attention_heads: 32, max_position_embeddings: 131072, rope_theta: 500000 };
    const said = (architecture, config, keys) => {
      const against = file('config.json', text({ ...like, ...config }));
      const { out } = posenc('check', model(architecture, keys), '--against', against);
      return /error conversion_query_scale: (.*)$/m.exec(out)?.[1];
    };
    const growth = (beta, length) => 1 + beta * Math.log(1 + Math.floor(131072 / length));
    const llama4 = (beta) => ({ model_type: 'llama4_text', attn_scale: beta, head_dim: 128 });
    const at = 'queries at position 131071 are multiplied by';
    assert.match(
      said('llama4', llama4(0.2)),
      new RegExp(`${at} ${growth(0.1, 8192).toPrecision(6)} instead of ${growth(0.2, 8192).toPrecision(6)}`),
    );
    assert.equal(said('llama4', llama4(0.1)), undefined);
    const ratio = (Math.log(131072) / Math.log(8192)).toPrecision(6);
    assert.match(said('qwen', { model_type: 'qwen', seq_length: 8192 }), new RegExp(`${at} 1 instead of ${ratio}`));
    const grok = { model_type: 'grok-2', attn_temperature_len: 8192 };
    assert.match(said('grok', grok), /instead of .*: the file has another scale by position than the config, or none/);
    const yarn = { rope_type: 'yarn', rope_theta: 500000, factor: 8, original_max_position_embeddings: 16384 };
    const ministral = {
      model_type: 'ministral3',
      head_dim: 128,
      rope_parameters: { ...yarn, llama_4_scaling_beta: 0.1 },
    };
    const length = { 'llama.rope.scaling.original_context_length': ['u32', 16384] };
    assert.match(said('mistral3', ministral, length), new RegExp(`${at} 1 instead of 1\\.2`));
    const kept = { ...length, 'llama.attention.temperature_scale': ['f32', 0.1] };
    assert.equal(said('mistral3', ministral, kept), undefined);
  });

  test('the keys that repair a file are told where they do, by both programs, and no more', async () => {
    const against = file('config.json', text({ ...llama31, rope_scaling: undefined, max_position_embeddings: 8192 }));
    const keys = { 'llama.rope.freq_base': ['f32', 10000], 'llama.context_length': ['u32', 4096] };
    const model = file('it is.gguf', gguf(llamaKeys(keys)));
    const { out } = posenc('check', model, '--against', against);
    const told = /note conversion_repair: (.*)$/m.exec(out)?.[1];
    const name = `'${model}'`;
    assert.equal(
      told,
      `with these keys it has the positions of the config, as computed: llama-server -m ${name} --override-kv llama.rope.freq_base=float:500000 --override-kv llama.context_length=int:8192; in the file itself: gguf_set_metadata.py ${name} llama.rope.freq_base 500000 && gguf_set_metadata.py ${name} llama.context_length 8192`,
    );
    const repaired = { 'llama.rope.freq_base': ['f32', 500000], 'llama.context_length': ['u32', 8192] };
    assert.equal(posenc('check', file('it is.gguf', gguf(llamaKeys(repaired))), '--against', against).out, '');
    // YaRN that was dropped: keys that the file does not have
    const yarn = { rope_type: 'yarn', factor: 4, original_max_position_embeddings: 8192 };
    const long = file('yarn.json', text({ ...llama31, rope_scaling: yarn, max_position_embeddings: 32768 }));
    const dropped = gguf(llamaKeys({ 'llama.context_length': ['u32', 32768] }));
    const { out: more } = posenc('check', file('dropped.gguf', dropped), '--against', long);
    assert.match(
      more,
      /conversion_repair: .*--override-kv llama\.rope\.scaling\.type=str:yarn --override-kv llama\.rope\.scaling\.factor=float:4 --override-kv llama\.rope\.scaling\.original_context_length=int:8192; llama\.rope\.scaling\.type, .* are for a new conversion to write/,
    );
    // factors are a tensor: no key brings them back
    const llama3 = posenc('check', file('lost.gguf', gguf(llamaKeys())), '--against', file('l3.json', text(llama31)));
    assert.doesNotMatch(llama3.out, /conversion_repair/);
  });

  test('what the converter itself loses is said to be its loss', () => {
    const dynamic = { ...llama31, rope_scaling: { rope_type: 'dynamic', factor: 4 }, max_position_embeddings: 4096 };
    const keys = llamaKeys({ 'llama.context_length': ['u32', 4096] });
    const model = file('dynamic.gguf', gguf(keys));
    const { out, status } = posenc('check', model, '--against', file('c.json', text(dynamic)), '--context', '16384');
    assert.equal(status, 1);
    assert.match(
      out,
      /note conversion_advice: the converter of llama\.cpp writes it so: converting again does not help/,
    );
  });
});

describe('diff', () => {
  test('the same positions in another form are the same, whatever the schema', () => {
    const a = file('a.json', text(llama31));
    const { out, status } = posenc('diff', a, file('b.json', text(newer)));
    assert.deepEqual([out, status], [`${a} → ${join(folder, 'b.json')}\nthe positions are the same\n`, 0]);
  });

  test('fields, pairs and contexts that changed, in text and in JSON', async () => {
    const changed = { ...llama31, rope_theta: 1_000_000, rope_scaling: { ...llama31.rope_scaling, factor: 16 } };
    const paths = [file('a.json', text(llama31)), file('b.json', text(changed))];
    const { out, status } = posenc('diff', ...paths);
    assert.equal(status, 1);
    assert.match(out, /base +500000 +1000000 +rope_theta\n/);
    assert.match(out, /factor +8 +16 +rope_scaling\.factor\n/);
    const json = posenc('diff', ...paths, '--json');
    assert.equal(json.status, 1);
    const diff = JSON.parse(json.out);
    assert.deepEqual(diff, await pe.diffConfigs(llama31, changed));
    const [{ pairs, contexts, changes }] = diff.layers;
    assert.deepEqual(
      changes.map(({ field }) => field),
      ['base', 'factor'],
    );
    const [a, b] = [await pe.report(llama31), await pe.report(changed)];
    pairs.forEach((pair, i) => {
      assert.deepEqual([pair.a, pair.b], [a.frequencies[i], b.frequencies[i]]);
      assert.equal(pair.relative, Math.abs(pair.b - pair.a) / pair.a);
    });
    const largest = Math.max(...pairs.map(({ relative }) => relative));
    for (const { relative, pair } of contexts) {
      assert.equal(relative, largest);
      assert.equal(pairs[pair].relative, largest);
    }
  });

  test('lengths where one of them changes its mind', async () => {
    const longrope = JSON.parse(readFileSync(bundled('phi-3-mini-128k'), 'utf8'));
    const shortened = structuredClone(longrope);
    shortened.rope_parameters.short_factor = shortened.rope_parameters.short_factor.map((n) => 2 * n);
    const { layers } = await pe.diffConfigs(longrope, shortened);
    assert.deepEqual(
      layers[0].contexts.map(({ contextLength, pairsDiffering }) => [contextLength, pairsDiffering]),
      [
        [4096, 48],
        [4097, 0],
        [131072, 0],
      ],
    );
  });

  test('layer types, widths and GGUF files', async () => {
    const gemma = readFileSync(bundled('gemma-3-27b'), 'utf8');
    const same = await pe.diffConfigs(gemma, gemma);
    assert.deepEqual(
      [same.same, same.layers.map(({ layerA }) => layerA)],
      [true, ['sliding_attention', 'full_attention']],
    );
    const half = await pe.diffConfigs(llama31, { ...llama31, partial_rotary_factor: 0.5 });
    assert.deepEqual(half.layers[0].pairs[40], { ...half.layers[0].pairs[40], b: null, relative: null });
    const model = file('m.gguf', gguf(llamaKeys()));
    const plain = file('plain.json', text({ ...llama31, rope_scaling: null }));
    assert.equal(posenc('diff', plain, model).status, 0);
    assert.equal(posenc('diff', model, file('a.json', text(llama31))).status, 1);
    assert.equal(posenc('diff', model, join(folder, 'none')).status, 2);
  });
});

describe('fix', () => {
  test('writes both schemas, keeps everything else, and never touches the file unless told', async () => {
    const path = file('newer.json', text(newer));
    const out = join(folder, 'fixed.json');
    const { out: said, status } = posenc('fix', path, '--out', out);
    assert.equal(status, 0);
    assert.match(said, /^\+ {2}"rope_scaling": \{$/m);
    assert.match(said, /\nread alike, computed again: transformers-5, /);
    assert.equal(readFileSync(path, 'utf8'), text(newer));
    const { rope_scaling, rope_theta, rope_parameters, ...rest } = JSON.parse(readFileSync(out, 'utf8'));
    const { rope_parameters: _, ...expected } = newer;
    assert.deepEqual(rest, expected);
    assert.deepEqual(rope_scaling, rope_parameters);
    assert.deepEqual([rope_theta, rope_scaling.rope_theta], [500000, 500000]);
    assert.equal(posenc('check', out).status, 0);
    assert.equal(posenc('diff', path, out).status, 0);
    assert.equal(posenc('fix', out).out, said.split('\n').at(-2).replace(', computed again', ' as it is') + '\n');
    assert.equal(posenc('fix', path, '--in-place').status, 0);
    assert.equal(readFileSync(path, 'utf8'), readFileSync(out, 'utf8'));
  });

  test('numbers that are written as texts lose their quotes, and versions keep them', async () => {
    const of = (quote) =>
      `{"model_type": "llama", "transformers_version": "5.0", "head_dim": ${quote}64${quote},
        "max_position_embeddings": ${quote}4096${quote}, "rope_theta": ${quote}500000.0${quote}}`;
    const { text: after, said } = await fixed(pe, of('"'), {});
    assert.equal(after, of(''));
    assert.match(said, /^read alike, computed again: transformers-5, /);
  });

  test('says what cannot be made alike, and writes nothing', () => {
    const out = join(folder, 'never.json');
    const { out: said, status } = posenc('fix', bundled('gpt-oss-20b'), '--out', out);
    assert.equal(status, 1);
    assert.match(said, /^no form of this file is read alike by all of them; nothing was written\n {2}llama\.cpp: freq/);
    const engines = /--engine (\S+)/.exec(said)[1];
    assert.equal(existsSync(out), false);
    assert.equal(posenc('fix', bundled('gpt-oss-20b'), '--out', out, '--engine', engines).status, 0);
    assert.equal(posenc('check', out, '--engine', engines).status, 0);
  });

  test('the command line is refused where it is wrong', () => {
    const path = file('newer.json', text(newer));
    for (const args of [
      ['--out', path],
      ['--out', 'x.json', '--in-place'],
      ['--out', '-'],
    ]) {
      const { status, err } = posenc('fix', path, ...args);
      assert.equal(status, 2);
      assert.match(err, /^posenc: error bad_argument \(--out\)/);
    }
  });

  test('files of one line, with tabs, and nested ones keep their form', async () => {
    for (const space of [undefined, '\t', 4]) {
      for (const config of [newer, { model_type: 'vlm', text_config: newer }]) {
        const given = JSON.stringify(config, undefined, space);
        const result = await fixed(pe, given, {});
        assert.ok('text' in result, JSON.stringify(result));
        const again = JSON.stringify(JSON.parse(result.text), undefined, space);
        const bare = (source) => source.replaceAll(/\s/g, '').replaceAll(/(\d)\.0\b/g, '$1');
        assert.equal(bare(result.text), bare(again));
        if (space === '\t') assert.doesNotMatch(result.text, /\n +"rope_scaling/);
      }
    }
  });
});

/** Configurations on which the engines' own code was run. */
const executed = ['transformers', 'vllm', 'sglang', 'llamacpp', 'mlx'].flatMap((name) =>
  JSON.parse(readFileSync(join(root, 'tests/golden/engines', `${name}.json`), 'utf8')).cases.map(
    ({ config }) => config,
  ),
);

test('engines that read less than the others are asked by name, or all', async () => {
  const dict = { rope_type: 'yarn', factor: 4.0, original_max_position_embeddings: 32768 };
  const file = { model_type: 'qwen3', hidden_size: 2048, num_attention_heads: 16, head_dim: 128, rope_theta: 1e6 };
  const text = JSON.stringify({ ...file, max_position_embeddings: 131072, rope_parameters: dict });
  const said = async (options) =>
    (await checkConfig(pe, text, options)).filter(({ message }) => message.startsWith('ONNX Runtime GenAI')).length;
  assert.equal(await said({}), 0);
  assert.ok((await said({ every: true })) > 0);
  assert.ok((await said({ engines: ['ort-genai'] })) > 0);
  const named = (options) => fixed(pe, text, options).then(({ left = [] }) => left.join());
  assert.doesNotMatch(await named({}), /ONNX/);
  assert.match(await named({ every: true }), /ONNX Runtime GenAI/);
});

test('every executed configuration: checked without a failure; where fix writes a file, all engines agree on it', async () => {
  let written = 0;
  for (const config of sampled('executed configurations', [...new Set(executed)], 24)) {
    const findings = await checkConfig(pe, config, {});
    const bad = findings.filter(({ level }) => level === 'error');
    const result = await fixed(pe, config, {});
    if (!('text' in result)) {
      assert.ok(bad.length > 0 && result.left.length > 0);
      continue;
    }
    assert.equal(result.text === config, bad.length === 0, result.text);
    const [reference, ...answers] = await pe.engines(result.text);
    for (const { engine, error, difference } of answers)
      if (!error?.lacksModel && isAsked(engine, {}))
        assert.deepEqual([engine, error, difference], [engine, undefined, undefined]);
    const [given] = await pe.engines(config);
    if (!given.error) assert.deepEqual(reference.layers, given.layers);
    assert.deepEqual(await fixed(pe, result.text, {}), {
      text: result.text,
      said: result.said.replace(', computed again', ' as it is'),
    });
    if (result.text !== config) written++;
  }
  assert.ok(written >= (process.env.POSENC_FULL ? 8 : 1), `only ${written} files were written`);
});

describe('places and differences of texts', () => {
  const json = fc.jsonValue({ maxDepth: 3 });

  test('a place is where the value stands', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const source = JSON.stringify(value, undefined, space);
        for (const [path, { begin, valueBegin, end }] of jsonSpans(source)) {
          const found = JSON.parse(source.slice(valueBegin, end));
          if (path === '') assert.deepEqual(found, JSON.parse(source));
          assert.ok(begin <= valueBegin && valueBegin < end);
          const { line, column } = lineColumnAt(source, begin);
          assert.equal(
            source
              .split('\n')
              .slice(0, line - 1)
              .join('\n').length +
              (line > 1 ? 1 : 0) +
              column -
              1,
            begin,
          );
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('a difference of lines has both texts in it', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const shown = lineDiff(before.join('\n'), after.join('\n')).split('\n');
        const count = (mark) => shown.filter((line) => line.startsWith(mark)).length;
        assert.equal(before.length - count('-'), after.length - count('+'));
        if (before.join('\n') === after.join('\n')) assert.equal(count('+') + count('-'), 0);
      }),
      { numRuns: runs(200) },
    );
  });
});
