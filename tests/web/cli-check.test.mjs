/** posenc check, run as by a user: exit statuses, findings with their places, every format. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import Ajv from 'ajv';
import { checkConfig } from '../../dist/cli/check-config.js';
import { alike, bundled, newer, posenc, text } from './support/command-check.mjs';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { pe } from './support/instance.mjs';
import { file, folder } from './support/own-folder.mjs';
import { assertNone, llama31 } from './support/posenc.mjs';

const yarn = (dict) => ({
  ...{ model_type: 'qwen2', rope_theta: 10000, head_dim: 128, max_position_embeddings: 65536 },
  rope_scaling: { rope_type: 'yarn', factor: 16, original_max_position_embeddings: 4096, ...dict },
});

describe('check', () => {
  test('exit statuses: 0 for nothing, 1 for findings, 2 for a file that cannot be checked', () => {
    assert.equal(posenc('check', file('alike.json', text(alike))).status, 0);
    assert.equal(posenc('check', file('newer.json', text(newer))).status, 1);
    assert.deepEqual(
      [file('broken.json', '{'), join(folder, 'none.json'), file('t5.json', '{"model_type":"t5"}')].map(
        (path) => posenc('check', path).status,
      ),
      [2, 2, 0],
    );
  });

  test('one file is told of as among two: a model without rotary positions is a warning, and the last line is the verdict', () => {
    const bert = file('bert.json', '{"model_type": "bert"}');
    const good = file('alike.json', text(alike));
    const one = posenc('check', bert);
    const two = posenc('check', bert, good);
    assert.deepEqual([one.status, two.status], [0, 0]);
    const finding = one.out.split('\n')[0];
    assert.match(finding, /warning no_rotary_positions: .*uses no rotary positions/);
    assert.ok(two.out.includes('warning no_rotary_positions: '), two.out);
    assert.match(posenc('check', good).out.trimEnd().split('\n').at(-1), /alike\.json: ok(, \d+ \w+)*$/);
  });

  test('a file that cannot be checked has status 2 by its name, and is a warning among the models of a folder', () => {
    const manifest = file('package.json', '{"name":"posenc","version":"0.1.0"}');
    for (const format of [[], ['--format', 'json'], ['--format', 'sarif'], ['--format', 'github'], ['--strict']])
      assert.equal(posenc('check', manifest, ...format).status, 2, format.join(' '));
    assert.match(posenc('check', manifest).out, /error not_checked: .*\n.*package\.json: not checked, 1 error\n$/);
    assert.equal(JSON.parse(posenc('check', manifest, '--format', 'json').out).passes, false);
    const { runs } = JSON.parse(posenc('check', manifest, '--format', 'sarif').out);
    assert.deepEqual(
      runs[0].results.map(({ ruleId, level }) => `${level} ${ruleId}`),
      ['error not_checked'],
    );
    const both = posenc('check', manifest, file('alike.json', text(alike)));
    assert.equal(both.status, 2);
    assert.match(both.out, /package\.json +1 +0 +0 +not checked\n.*alike\.json .* passes\n/);

    const [models, lone] = [join(folder, 'models'), join(folder, 'models/page')];
    for (const path of [lone, join(models, 'llama')]) mkdirSync(path, { recursive: true });
    file('models/page/config.json', '{"title":"a page"}');
    assert.equal(posenc('check', lone).status, 2); // nothing at all was checked
    file('models/llama/config.json', text(alike));
    const among = posenc('check', models);
    assert.equal(among.status, 0);
    assert.match(among.out, /warning not_checked: /);
    assert.match(among.out, /page\/config\.json +0 +1 +0 +not checked\n/);
    assert.equal(posenc('check', join(folder, 'models/*/config.json')).status, 0);
    assert.equal(posenc('check', models, '--strict').status, 1);
    assert.equal(posenc('check', join(lone, 'config.json'), join(folder, 'models/llama')).status, 2);
  });

  test('an unknown rope type fails with the errors of the engines that refuse it', () => {
    const path = file('yarnn.json', text({ ...llama31, rope_scaling: { type: 'yarnn', factor: 4 } }));
    const { out, status } = posenc('check', path, '--engine', 'transformers-5,vllm,llama-cpp');
    assert.equal(status, 1);
    assert.match(out, /yarnn\.json:\d+:\d+: error unknown_rope_type: .*'yarnn' .*did you mean 'yarn'\?/);
    assert.match(
      out,
      /yarnn\.json:\d+:\d+: error engine_refuses: vLLM refuses this file: ValueError: Unknown RoPE .* yarnn/,
    );
    assert.match(out, /error engine_refuses: transformers 5 /);
    assert.match(out, /yarnn\.json: fails, 3 errors/);
  });

  test('a line a finding, at the line and column of the field', () => {
    const path = file('newer.json', text(newer));
    const { out } = posenc('check', path, '--engine', 'transformers-4');
    const lines = out.trimEnd().split('\n');
    assert.match(lines.pop(), /newer\.json: fails, 1 error, 1 warning/);
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
    const twice = file('twice.json', text({ ...newer, rope_theta: 10000 }));
    assert.equal(posenc('check', twice, '--engine', 'transformers-5,vllm', '--strict').status, 1);
    const { out } = posenc('check', path, '--engine', 'vllm', '--context', '1000000');
    assert.match(out, /warning engine_context: vLLM serves 131072 positions/);
  });

  test('a warning about engines that were not named is a note, which does not count with --strict', () => {
    const path = file('newer.json', text(newer));
    const odd = bundled('gpt-oss-20b');
    const ignored = file('ignored.json', text(yarn({ attention_factor: 1.5 })));
    const mscale = file('mscale.json', text(yarn({ mscale: 1, mscale_all_dim: 0.5 })));
    for (const [about, engines, rule, level, status] of [
      [path, 'transformers-5,vllm', 'theta_in_rope_parameters', 'note', 0],
      [path, 'all', 'theta_in_rope_parameters', 'warning', 1],
      [odd, 'transformers-5,vllm', 'yarn_truncate_ignored', 'note', 0],
      [odd, 'transformers-5,llama-cpp', 'yarn_truncate_ignored', 'warning', 1],
      [ignored, 'transformers-5,vllm', 'yarn_attention_factor_ignored', 'note', 0],
      [ignored, 'transformers-5,vllm@0.29', 'yarn_attention_factor_ignored', 'warning', 1],
      [mscale, 'transformers-5,sglang', 'yarn_mscale_readings', 'note', 1], // for mscale without latent attention
      [mscale, 'transformers-5,llama-cpp', 'yarn_mscale_readings', 'warning', 1],
    ]) {
      const ran = posenc('check', about, '--strict', '--engine', engines);
      assert.match(ran.out, new RegExp(`: ${level} ${rule}: `), `${rule} ${engines}`);
      assert.equal(ran.status, status, ran.out);
    }
    assert.match(posenc('check', path).out, /warning theta_in_rope_parameters/);
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
    const fixed = posenc('fix', dino);
    assert.deepEqual([fixed.status, fixed.out], [2, '']);
    const checked = posenc('check', dino);
    assert.equal(checked.status, 2);
    assert.match(
      checked.out,
      /dino\.json: error not_checked: dinov3_vit rotates.*\n.*dino\.json: not checked, 1 error\n$/,
    );
    for (const told of [fixed.err, checked.out]) {
      assert.match(told, /rotates by the 2 coordinates of a patch/);
      assert.doesNotMatch(told, /2048/);
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
    assert.match(posenc('fix', model).err, /model\.gguf is a GGUF file; give its config\.json/);
  });

  test('an engine that refuses the file', () => {
    const integer = file('integer.json', text({ ...llama31, rope_scaling: { rope_type: 'linear', factor: 4 } }));
    const { out, status } = posenc('check', integer, '--engine', 'vllm');
    assert.equal(status, 1);
    assert.match(out, /:\d+:\d+: error engine_refuses: vLLM refuses this file: /);
  });

  test('a draft and its target: vocabulary, end tokens and lengths, and no word on frequencies', () => {
    const llama = { ...llama31, architectures: ['LlamaForCausalLM'], rope_scaling: undefined, rope_theta: 5e5 };
    const target = file('target.json', text({ ...llama, vocab_size: 128_256, eos_token_id: [1, 2] }));
    const found = (draft, ...args) => {
      const path = file(
        'draft.json',
        text({ ...llama, rope_theta: 1e4, eos_token_id: 2, vocab_size: 128_256, ...draft }),
      );
      const { out } = posenc('check', path, '--target', target, '--format', 'json', ...args);
      return JSON.parse(out).findings.filter(({ rule }) => rule.startsWith('draft'));
    };
    assert.deepEqual(found({}), []);
    const [tokens, ends] = found({ vocab_size: 32_000, eos_token_id: 7 });
    assert.deepEqual([tokens.rule, tokens.level, tokens.place !== undefined], ['draft_vocabulary', 'error', true]);
    assert.match(ends.message, /ends with token 7, and the target with 1 or 2/);
    const short = found({ max_position_embeddings: 2048 });
    assert.deepEqual(
      short.map(({ rule, level }) => [rule, level]),
      [
        ['draft_context', 'warning'],
        ['draft_engine_context', 'warning'],
        ['draft_engine_context', 'error'],
      ],
    );
    assert.match(
      short[2].message,
      /^SGLang gives the draft the length of the target, 131072, .* --context-length 2048/,
    );
    // vLLM lengthens the table of a head, which has another vocabulary
    const head = { max_position_embeddings: 2048, architectures: ['LlamaForCausalLMEagle3'], vocab_size: 32_000 };
    assert.deepEqual(
      found(head, '--engine', 'vllm').map(({ rule }) => rule),
      ['draft_context'],
    );
    assert.deepEqual(found({ max_position_embeddings: 2048 }, '--context', '2048', '--engine', 'sglang'), []);
  });

  test('every format says the same', () => {
    const path = file('newer.json', text(newer));
    const plain = posenc('check', path).out.trimEnd().split('\n').slice(0, -1); // without the verdict
    const { file: named, findings } = JSON.parse(posenc('check', path, '--format', 'json').out);
    assert.equal(named, path);
    assert.equal(findings.length, plain.length);
    findings.forEach(({ level, rule, message, source, place }, i) => {
      const at = place ? `${path}:${place.line}:${place.column}` : path;
      // the text adds what depends on today
      const line = plain[i].replace(/, old\]$/, ']');
      assert.equal(line, `${at}: ${level} ${rule}: ${message}${source ? ` [${source}]` : ''}`);
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
      assertNone(
        findings.filter(({ level }) => level !== 'note').map(({ rule }) => rule),
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
      [[path, '--against', path], '--against'],
      [['--context', '0'], '--context'],
      [['--engine', 'vllm', '--engine', 'sglang'], 'arguments'],
    ]) {
      const { err, status } = posenc('check', path, ...args);
      assert.equal(status, 2);
      assert.ok(err.startsWith(`posenc: error bad_argument (${field}): `), err);
    }
    const { err } = posenc('check', path, '--against', path);
    assert.ok(err.includes(`posenc diff ${path} ${path} compares two configs`), err);
    const model = file('m.gguf', gguf(llamaKeys()));
    assert.match(posenc('check', model).err, /needs --against, the config\.json/);
    assert.match(posenc('check', model, '--against', path, '--engine', 'vllm').err, /only llama\.cpp reads GGUF files/);
  });
});

/** The OASIS schema of SARIF 2.1.0, as @microsoft/jest-sarif ships it. */
const require = createRequire(import.meta.url);
const isSarif = new Ajv({ schemaId: 'id', allErrors: true, unknownFormats: 'ignore' })
  .addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'))
  .compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

/** Checks the schema, and what it cannot express: rules by index, places as in the findings. */
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
