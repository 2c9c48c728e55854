/** posenc matrix: its words are compared with the engines' answers at the same length. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { posenc } from './support/command-check.mjs';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { file } from './support/own-folder.mjs';
import { assertNone } from './support/posenc.mjs';

const { cases } = goldenFile('engines/published');

describe('matrix', () => {
  test('every published file: a cell says what the engine answers at that length', async () => {
    const wrong = [];
    let cells = 0;
    for (const { id, config, instead } of cases) {
      if (instead !== undefined) continue;
      const { out, status } = posenc('matrix', file(`${id}.json`, config), '--json', '--context', '4k,32k');
      assert.equal(status, 0, id);
      for (const { contextLength, method, cells: row } of JSON.parse(out).columns) {
        if (method !== undefined) continue;
        const answers = new Map((await pe.engines(config, { contextLength })).map((one) => [one.engine, one]));
        for (const { engine, answer, commands } of row) {
          const { error, difference, basis } = answers.get(engine);
          const told = basis === 'unknown' ? 'unknown' : error ? 'refuses' : difference ? 'other' : undefined;
          // flags may mend a difference
          const also = { undefined: ['yes', 'flags', 'ends'], other: ['other', 'flags'] }[told] ?? [told];
          const right = also.includes(answer);
          if (!right) wrong.push(`${id} ${engine} at ${contextLength}: ${answer}, not ${told}`);
          if (answer === 'yes' && commands.length === 0) wrong.push(`${id} ${engine}: no command`);
          cells += 1;
        }
      }
    }
    assertNone(wrong);
    assert.ok(cells > 500, `${cells}`);
  });

  test('lengths beyond the file name the method, or why there is none; a wrong length is refused', () => {
    const plain = { model_type: 'qwen2', hidden_size: 512, num_attention_heads: 8, rope_theta: 1e6 };
    const path = file('plain.json', JSON.stringify({ ...plain, max_position_embeddings: 32_768 }));
    const engines = ['--engine', 'transformers-5,vllm,ollama'];
    assert.equal(
      posenc('matrix', path, ...engines, '--context', '32k,128k').out,
      [
        '  engine          32k  128k, yarn',
        '  transformers-5  yes  yes',
        '  vllm            yes  yes',
        '  ollama          yes  refuses',
        '',
      ].join('\n'),
    );
    const scaled = { type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4 };
    const llama = { ...plain, model_type: 'llama', max_position_embeddings: 131_072 };
    const other = { ...llama, rope_scaling: { ...scaled, original_max_position_embeddings: 8192 } };
    const { out } = posenc('matrix', file('llama3.json', JSON.stringify(other)), ...engines, '--context', '1M');
    assert.match(out, /1M: no method: the file has llama3/);
    assert.equal(posenc('matrix', path, '--context', '8k,8192').status, 2);
    assert.match(posenc('matrix', path, '--context', '8k,x').err, /'x' was given/);
  });
});
