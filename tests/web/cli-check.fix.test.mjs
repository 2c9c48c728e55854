/** posenc fix: its claim that the engines agree afterwards is computed again here. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkConfig, isAsked } from '../../dist/cli/check-config.js';
import { fixCandidates } from '../../dist/cli/fix-candidates.js';
import { fixed } from '../../dist/cli/fix.js';
import { jsonSpans, lineColumnAt } from '../../dist/cli/json-spans.js';
import { lineDiff } from '../../dist/lib/compare/line-diff.js';
import { corpus } from '../../evidence/corpus.mjs';
import { alike, bundled, newer, posenc, text } from './support/command-check.mjs';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { file, folder } from './support/own-folder.mjs';
import { assertNone, root, runs } from './support/posenc.mjs';
import { fc, sampled } from './support/random.mjs';

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
    assert.match(said, /\n {2}next step: serve the model with engines that can be made to agree, .*: --engine \S+\n$/);
    assert.equal(existsSync(out), false);
    assert.equal(posenc('fix', bundled('gpt-oss-20b'), '--out', out, '--engine', engines).status, 0);
    assert.equal(posenc('check', out, '--engine', engines).status, 0);
  });

  test('says that there was nothing to fix, and leaves a copy', () => {
    const path = file('alike.json', text(alike));
    const out = join(folder, 'copy.json');
    const copied = posenc('fix', path, '--out', out);
    assert.deepEqual([copied.status, readFileSync(out, 'utf8')], [0, text(alike)]);
    assert.ok(copied.out.endsWith(`; ${out} is an unchanged copy\n`), copied.out);
    const same = posenc('fix', path, '--in-place');
    assert.deepEqual([same.status, /^read alike as it is: .*; nothing was changed\n$/.test(same.out)], [0, true]);
  });

  test('says what to do next where no engine agrees, or where none was compared', () => {
    const one = posenc('fix', bundled('gpt-oss-20b'), '--engine', 'llama-cpp');
    assert.deepEqual([one.status, /\n {2}next step: posenc check, .*\n$/.test(one.out)], [1, true], one.out);
    const odd = file('odd.json', text({ ...alike, model_type: 'no_such_type', architectures: ['NoSuchForCausalLM'] }));
    const none = posenc('fix', odd);
    assert.deepEqual(
      [none.status, /^nothing was compared.*\n {2}next step: posenc report, .*\n$/.test(none.out)],
      [1, true],
      none.out,
    );
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

/** Configurations on which the engines' own code was executed. */
const executed = [
  ...['transformers', 'sglang'].flatMap((name) => goldenFile(`engines/${name}`).cases),
  ...corpus().filter(({ id }) => /^held\/(mlx-|vllm-|llamacpp\/)/.test(id)),
].map(({ config }) => config);

test('a rewritten dictionary keeps what the file has, whichever field comes first', async () => {
  const rope_scaling = { factor: 4, original_max_position_embeddings: 32768, type: 'yarn' };
  const file = { model_type: 'qwen2', hidden_size: 2048, num_attention_heads: 16, rope_theta: 1e6, rope_scaling };
  const text = JSON.stringify({ ...file, max_position_embeddings: 131072 });
  const candidates = fixCandidates(text, await pe.importConfig(text)).map((one) => JSON.parse(one));
  assert.ok(candidates.length > 1);
  for (const { rope_scaling: dict, rope_parameters: newer } of candidates)
    for (const { factor, original_max_position_embeddings, rope_type } of [dict, newer].filter(Boolean))
      assert.deepEqual([factor, original_max_position_embeddings, rope_type], [4, 32768, 'yarn']);
});

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

const warningsOf = (findings) => findings.filter(({ level }) => level === 'warning').map(({ rule }) => rule);

/** The same doubt about a file, before and after its trained length is written out. */
const restated = { max_position_embeddings_not_raised: 'missing_original_context' };

test('the output of fix has no warning that the file lacked, whichever engines have to agree', async () => {
  const names = readdirSync(join(root, 'tests/golden/configs')).filter((name) => name.endsWith('.json'));
  const own = [...names.map((name) => readFileSync(bundled(name.slice(0, -5)), 'utf8')), text(newer)];
  const cases = [...own, ...new Set(executed)];
  const added = [];
  let written = 0;
  for (const config of sampled('warnings of fix', cases, 8, (one) => own.includes(one)))
    for (const engines of [undefined, ['transformers-5', 'transformers-4'], ['transformers-4', 'vllm', 'llama-cpp']]) {
      const { text: made } = await fixed(pe, config, { engines }).catch(refusedConfig);
      if (made === undefined || made === config) continue;
      written++;
      const before = warningsOf(await checkConfig(pe, config, { engines }));
      const after = warningsOf(await checkConfig(pe, made, { engines }));
      const isNew = (rule) => !before.includes(rule) && !before.includes(restated[rule]);
      added.push(...after.filter(isNew).map((rule) => `${rule} ${config} → ${made}`));
    }
  assertNone(added, 'new warnings');
  assert.ok(written > 0);
});
const refusedConfig = ({ code }) => (/_config$|^bad_shape$/.test(code) ? {} : assert.fail(code));

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
