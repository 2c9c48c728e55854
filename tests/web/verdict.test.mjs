/**
 * The verdict on a file: its words are claims about the engines' results. They are compared with these for the
 * configurations of the page Report, published files and a GGUF header, unchanged and extended.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { verdictOn } from '../../dist/lib/advice/verdict.js';
import { readGguf } from '../../dist/lib/node.js';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { sampled } from './support/random.mjs';
import { root } from './support/posenc.mjs';
import { file } from './support/own-folder.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const folder = 'web/notebook/configs';
const bundled = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.json') && name !== 'index.json')
  .map((name) => [name, read(join(folder, name))]);
const published = goldenFile('engines/published').cases.map(({ id, config }) => [id, config]);
const config = (name) => bundled.find(([file]) => file.startsWith(name))[1];

/** The advice at the file's own length, or a multiple of it; undefined for a model that does not rotate. */
async function advised(file, times = 1) {
  const length = await pe.importConfig(file).then(
    ({ layers }) => Math.max(...Object.values(layers).map(({ maxContext }) => maxContext)),
    () => undefined,
  );
  return length && pe.extendContext(file, times * length);
}
/** Applies the length changes of a row's commands to the file by hand. */
const raisedBy = (text, commands, length) => {
  if (!commands.some((command) => /max_position_embeddings|context_length=int/.test(command))) return text;
  const file = JSON.parse(text);
  const inner = file.text_config ?? file;
  inner.max_position_embeddings = length;
  return JSON.stringify(file);
};

/** Returns whether the flags turn the keys of llama.cpp's converter into the reference's frequencies. */
async function restoredBy(needs, { gguf: keys, layers }, reference) {
  const flag = (name) => Number(new RegExp(`--yarn-beta-${name} (\\S+)`).exec(needs)[1]);
  const { frequencies } = Object.values(reference.layers)[0];
  const made = await pe.frequencies({
    encoding: 'rope',
    dim: 2 * Object.values(layers)[0].frequencies.length,
    base: keys.rope_freq_base,
    scaling: {
      ...{ type: 'yarn', factor: keys.rope_scaling_factor, originalContext: keys.rope_scaling_orig_ctx_len },
      ...{ betaFast: flag('fast'), betaSlow: flag('slow') },
    },
  });
  return frequencies.every((w, i) => Math.abs(made[i] / w - 1) < 1e-12);
}

test('a row that names a flag or a changed file has the command, which does what it says', async () => {
  let [flagged, changed] = [0, 0];
  /** Instructions in a note, as opposed to messages and effects of flags. */
  const named = /start it with --|also need --|(?:write|change|take) .*config\.json/;
  for (const [name, text] of [
    ...bundled,
    ...published.filter(([id]) => /kimi|qwen2-vl/.test(id)),
    ...sampled('files with cures', published, 3),
  ])
    for (const times of [1, 2]) {
      const advice = await advised(text, times);
      if (!advice) continue;
      const ways = times === 1 ? [advice] : advice.methods.filter(({ refused }) => refused === undefined);
      for (const { engines, config } of ways)
        for (const { engine, trains, supported, needs, commands, notes } of engines) {
          const said = notes.filter((note) => named.test(note));
          const where = `${name} × ${times}, ${engine}: `;
          if (said.length > 0) assert.ok(commands.length > 0, `${where}${said}`);
          if (supported) assert.ok(commands.length > 0, where);
          if (needs !== undefined) {
            flagged++;
            assert.ok(commands.at(-1).includes(needs), `${where}${commands}`);
            if (times > 1 || trains) continue;
            const [reference, own] = await pe.engines(text, { contextLength: advice.contextLength, engines: [engine] });
            assert.ok(own.difference && (await restoredBy(needs, own, reference)), where);
          }
          for (const command of commands.filter((one) => one.startsWith('python3 -c'))) {
            changed++;
            const path = file('config.json', text);
            execFileSync('sh', ['-c', command.replace('MODEL/config.json', path)]);
            const after = JSON.parse(readFileSync(path, 'utf8'));
            const at = (config?.at ?? (after.text_config ? 'text_config' : '')).split('.').filter(Boolean);
            const written = at.reduce((inner, key) => inner[key], after);
            const forms = config
              ? [config.current, config.legacy]
              : [{ max_position_embeddings: advice.contextLength }];
            assert.ok(
              forms.some(
                (form) => form && Object.entries(form).every(([key, value]) => isDeepStrictEqual(written[key], value)),
              ),
              `${where}${command}`,
            );
          }
        }
    }
  assert.ok(flagged > 1 && changed > 5, `${flagged} with flags, ${changed} with a changed file`);
});

test('as the file stands, a row says yes where the engine computes what the reference does, and starts so far', async () => {
  let [asked, raised] = [0, 0];
  for (const [name, text] of [...bundled, ...sampled('published files', published, 12)]) {
    const advice = await advised(text);
    if (!advice) continue;
    const { engines, servedContext: contextLength } = advice;
    assert.deepEqual(advice.methods, [], name);
    for (const { engine, supported, why, commands, needs, notes } of engines) {
      const changed = raisedBy(text, commands, contextLength);
      const [reference, own = reference] = await pe.engines(changed, { contextLength, engines: [engine] });
      const answer = engine === 'transformers-5' ? reference : own;
      const rows = Math.min(...Object.values(answer.layers).map(({ rows: r = Infinity }) => r));
      const right = answer.error
        ? 'refuses'
        : answer.basis === 'unknown'
          ? 'unknown'
          : rows < contextLength
            ? 'ends'
            : answer.difference && !(needs && (await restoredBy(needs, answer, reference)))
              ? 'differs'
              : undefined;
      // engines may read a file with a raised length differently, which the commands do not say
      const raisedToo = ['ort-genai', 'exllamav3'].includes(engine) && right === 'ends' && why === 'differs';
      assert.ok(why === right || raisedToo, `${name} ${engine}: ${why}, not ${right}: ${notes}`);
      assert.equal(supported, why === undefined, `${name} ${engine}`);
      assert.equal(commands.length > 0, supported, `${name} ${engine}`);
      for (const command of commands.slice(-1))
        if (/^(vllm|python -m sglang|llama)/.test(command))
          assert.match(command, new RegExp(`(--max-model-len|--context-length|-c) ${contextLength}\\b`));
        else if (engine === 'exllamav3') {
          const size = Number(/-cs (\d+)$/.exec(command)[1]); // in pages of 256
          assert.ok(size >= contextLength && size < contextLength + 256 && size % 256 === 0, command);
        }
      // beyond the default length, the command must raise it; LongRoPE has a shorter default in vLLM
      const limited = /^(vllm|sglang|llama)/.test(engine) && supported && !/longrope|"su"/.test(text);
      if (limited && own.served < contextLength) assert.fail(`${name} ${engine}: ${own.served}`);
      if (changed !== text) raised++;
      asked++;
    }
  }
  assert.ok(asked > 80 && raised > 1, `${asked} answers, ${raised} raised`);
});

test('the sentence names every engine once, as what its row says', async () => {
  for (const [name, text] of [...bundled, ...sampled('published files, extended', published, 10)])
    for (const times of [1, 2]) {
      const advice = await advised(text, times);
      if (!advice) continue;
      const ways = times === 1 ? [undefined] : advice.methods.filter(({ refused }) => refused === undefined);
      for (const method of ways) {
        const { answer, text: said, rows } = verdictOn(advice, method);
        const engines = method?.engines ?? advice.engines;
        const servers = rows.filter(({ trains }) => !trains);
        const yes = servers.filter(({ supported }) => supported);
        assert.equal(
          rows.reduce((sum, { versions }) => sum + versions.length, 0),
          engines.length,
          name,
        );
        assert.equal(answer, yes.length === servers.length ? 'yes' : yes.length === 0 ? 'no' : 'in part', name);
        assert.ok(said.startsWith({ yes: 'Yes: ', 'in part': 'In part: ', no: 'No: ' }[answer]), said);
        assert.match(said, new RegExp(`${advice.contextLength.toLocaleString('en')} positions`));
        const served = /(?:: |, |; )([^:;]*?) serves? it at/.exec(said.replace(/With [^,]*,/i, ':'))?.[1] ?? '';
        for (const { title, trains } of rows)
          if (trains) assert.ok(said.split('In training, ')[1].includes(title), said);
        for (const { title, supported } of servers) {
          const family = title.split(' ')[0];
          assert.ok(said.includes(family), `${title}: ${said}`);
          if (rows.filter((row) => row.title.startsWith(family)).length === 1 && yes.length > 0)
            assert.equal(said.split('serve')[0].includes(family), supported, `${name}, ${title}: ${said} | ${served}`);
        }
        const agree = said.includes('with the same frequencies');
        const reference = engines.find(({ engine }) => engine === 'transformers-5');
        assert.equal(agree, yes.length > 1 && reference.supported === true, `${name}: ${said}`);
      }
    }
});

test('the sentence about one engine is about its rows, and says what all its rows say', async () => {
  const kimi = published.find(([id]) => id === 'kimi-k2');
  for (const [name, text] of [...bundled, kimi, ...sampled('published files, by engine', published, 6)])
    for (const times of [1, 2]) {
      const advice = await advised(text, times);
      if (!advice) continue;
      const method = advice.methods.find(({ refused }) => refused === undefined);
      if (times === 2 && !method) continue;
      const all = verdictOn(advice, method).rows;
      for (const family of new Set(all.map((row) => row.family))) {
        const { answer, text: said, rows } = verdictOn(advice, method, family);
        assert.deepEqual(
          rows,
          all.filter((row) => row.family === family),
        );
        const yes = rows.filter(({ supported }) => supported).length;
        const where = `${name} × ${times}, ${family}: ${said}`;
        const none = rows.some(({ why }) => why === 'unknown') ? 'not known' : 'no';
        assert.equal(answer, yes === 0 ? none : yes === rows.length ? 'yes' : 'in part', where);
        assert.ok(
          rows.every(({ title }) => said.includes(title.split(' ')[0])),
          where,
        );
        assert.doesNotMatch(said, /no engine|: \.|: $|;\s*\./, where);
        for (const other of all.filter((row) => row.family !== family && !row.title.startsWith('transformers')))
          assert.ok(!said.includes(other.title), where);
      }
    }
});

test('which engine to prefer is said where several agree with the reference, and not where it is alone', async () => {
  const oss = verdictOn(await advised(config('gpt-oss')));
  assert.match(oss.text, /Prefer them to llama\.cpp, mlx-lm and ollama, which compute other angles/);
  // SGLang's configuration class of Qwen3-Next does not read rope_parameters
  const qwen = {
    model_type: 'qwen3_next',
    hidden_size: 2048,
    num_attention_heads: 16,
    max_position_embeddings: 65_536,
  };
  const saved = { ...qwen, rope_parameters: { rope_type: 'default', rope_theta: 1e7, partial_rotary_factor: 0.25 } };
  const alone = verdictOn(await pe.extendContext(saved, 65_536, { engines: ['transformers-5', 'sglang'] }));
  assert.doesNotMatch(alone.text, /Prefer/);
  assert.match(alone.text, /Which ones the model was trained with, the file does not say/);
  assert.match(verdictOn(await advised(config('phi-3'))).text, /Whether they agree is not known/);
});

test('where the reference was not asked for, or refuses, nothing is said that was not compared', async () => {
  const llama = config('llama-3.1');
  const two = verdictOn(await pe.extendContext(llama, 131_072, { engines: ['vllm', 'sglang'] }));
  assert.equal(two.text, 'Yes: vLLM and SGLang serve it at 131,072 positions.');
  const linear = { model_type: 'orion', hidden_size: 5120, num_attention_heads: 40, max_position_embeddings: 4096 };
  const orion = await pe.extendContext({ ...linear, rope_theta: 10_000 }, 16_384);
  for (const method of orion.methods.filter(({ refused }) => refused === undefined)) {
    const { text, rows } = verdictOn(orion, method);
    const reference = method.engines.find(({ engine }) => engine === 'transformers-5');
    if (reference.supported) continue;
    assert.doesNotMatch(text, /Prefer|those of transformers 5|with the same frequencies/, text);
    if (rows.some(({ why }) => why === 'refuses')) assert.match(text, /refuses? the changed file/);
  }
});

test('the start of each engine at the length of the file: Qwen 2.5 with its block of YaRN', async () => {
  const { engines } = await pe.extendContext(config('qwen2.5'), 131_072);
  const commands = Object.fromEntries(engines.map(({ engine, commands: all }) => [engine, all.at(-1)]));
  assert.deepEqual(commands, {
    'transformers-5': 'AutoModelForCausalLM.from_pretrained("MODEL")',
    'transformers-4': 'AutoModelForCausalLM.from_pretrained("MODEL")',
    // since 0.30.0 it refuses more than max_position_embeddings
    vllm: `vllm serve MODEL --max-model-len 131072 --hf-overrides '{"max_position_embeddings": 131072}'`,
    'vllm@0.29.0': 'vllm serve MODEL --max-model-len 131072',
    sglang: `python -m sglang.launch_server --model-path MODEL --context-length 131072 --json-model-override-args '{"max_position_embeddings": 131072}'`,
    'llama-cpp': 'llama-server -m model.gguf -c 131072 --override-kv qwen2.context_length=int:131072',
    'mlx-lm': 'mlx_lm.server --model MODEL',
    'mlx-lm@0.31.3': 'mlx_lm.server --model MODEL',
    exllamav3: 'python examples/chat.py -m MODEL -mode FORMAT -cs 131072',
    lmdeploy: 'lmdeploy serve api_server MODEL --backend pytorch --session-len 131072',
    ollama: undefined, // needs a list as factor
    'ort-genai': undefined, // raises for YaRN without beta_fast
    'mlc-llm': undefined, // does not read scaling
    openvino: 'optimum-cli export openvino --model MODEL OUTPUT',
    torchtitan: undefined, // has no Qwen 2
    'megatron-core':
      '--position-embedding-type yarn --rotary-base 1000000 --rotary-scaling-factor 4 --mscale 1 --mscale-all-dim 0 --yarn-original-max-position-embeddings 32768 --yarn-beta-fast 32 --yarn-beta-slow 1',
    'keras-hub': undefined, // does not read scaling
  });
});

test('a GGUF file has its row of llama.cpp, and what is extended by flags', async () => {
  const file = await readGguf(gguf(llamaKeys()));
  const [only, ...none] = await pe.engines(file, { contextLength: 65_536, precisionAt: 4096 });
  assert.deepEqual([only.engine, only.served, none], ['llama-cpp', 131_072, []]);
  assert.deepEqual(only.layers.default.frequencies, (await pe.report(file)).frequencies);
  assert.ok(only.layers.default.rounding.worst.angle > 0);
  const asItIs = verdictOn(await advised(file));
  assert.equal(asItIs.text, 'Yes: llama.cpp serves it at 131,072 positions.');
  assert.deepEqual(asItIs.rows[0].commands, ['llama-server -m model.gguf -c 131072']);
  const longer = await advised(file, 2);
  const commandOf = (id) => longer.methods.find((method) => method.id === id).engines[0].commands[0];
  assert.match(commandOf('yarn'), /-c 262144 --rope-scaling yarn --rope-scale 2 --yarn-orig-ctx 131072$/);
  assert.match(commandOf('linear'), /--rope-scale 2 --override-kv llama\.context_length=int:262144$/);
  assert.equal(commandOf('dynamic'), undefined);
  assert.match(
    verdictOn(longer, longer.methods[0]).text,
    /^Yes: by its file it has 131,072 positions; with YaRN, llama\.cpp serves it at 262,144 positions\.$/,
  );
  await assert.rejects(pe.engines(file, { engines: ['vllm'] }), { code: 'unsupported_config', field: 'config' });
});
