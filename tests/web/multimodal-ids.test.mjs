/** Position ids of prompts with images and videos, compared with executed code of transformers and transformers.js. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mropePresets } from '../../dist/lib/node.js';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { refused } from './support/posenc.mjs';
import { random } from './support/random.mjs';

const golden = goldenFile('engines/multimodal-ids');
const rowsOf = ({ positions: { data, rows, cols } }) =>
  Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);

test('every executed prompt: positions and deltas, by kinds of tokens and by the tokens themselves', async () => {
  for (const { name, tokens, positions, delta, paddedWith, ...given5 } of golden.cases) {
    // the prompts were executed before 5.17
    const older = given5.model === 'qwen2_5_vl' && given5.transformers !== 4;
    const prompt = { ...given5, ...(older && { transformers: '5.16' }) };
    // transformers.js has 0 where transformers 4 has 1, at masked tokens
    const shown = ({ sequences }) =>
      sequences.map((one, b) =>
        rowsOf(one).map((row, i) => (paddedWith !== undefined && prompt.attentionMask[b][i] === 0 ? [0, 0, 0] : row)),
      );
    const given = [prompt];
    if (tokens) {
      const { tokenTypes, ...others } = prompt;
      const { imageToken, videoToken } = golden;
      given.push({ ...others, tokens, imageToken, ...(prompt.model !== 'hunyuan_vl' && { videoToken }) });
      assert.equal(tokenTypes.length, tokens.length);
    }
    for (const one of given) {
      const got = await pe.multimodalIds(one);
      const label = `${name}, ${prompt.model}, ${prompt.transformers}`;
      assert.deepEqual(shown(got), positions, label);
      assert.deepEqual(
        got.sequences.map((sequence) => sequence.delta),
        delta,
        label,
      );
      assert.equal(got.axes.length, positions[0][0].length);
    }
  }
  for (const model of ['qwen2_vl', 'qwen2_5_vl', 'qwen3_vl', 'glm4v', 'hunyuan_vl'])
    assert.ok(golden.cases.some((one) => one.model === model && one.attentionMask));
});

test('the time of Qwen2.5-VL: the product is cut since 5.17, the seconds before, and the answer says which', async () => {
  const prompt = { model: 'qwen2_5_vl', tokenTypes: [0, 2, 2, 2, 2, 2, 0], videos: [[5, 2, 2]], tokensPerSecond: 3 };
  const seconds = 0.5;
  for (const [transformers, releases, time] of [
    [5, '5.17 and later', (grid) => Math.floor(grid * seconds * 3)],
    ['5.16', '5.0 to 5.16', (grid) => grid * 3 * Math.floor(seconds)],
    [4, '4', (grid) => grid * 3 * Math.floor(seconds)],
  ]) {
    const { sequences, ...got } = await pe.multimodalIds({ ...prompt, secondsPerGrid: [seconds], transformers });
    const rows = Array.from({ length: 5 }, (_, grid) => sequences[0].positions.data[3 * (grid + 1)] - 1);
    assert.deepEqual([got.transformers, rows], [releases, [0, 1, 2, 3, 4].map(time)]);
  }
  await refused(
    pe.multimodalIds({ ...prompt, model: 'qwen2_vl', tokensPerSecond: undefined, transformers: '5.16' }),
    'bad_argument',
    'prompt.transformers',
  );
});

/** A prompt of several runs, and the kind of each token. */
function drawn(pick) {
  const tokenTypes = [];
  const [images, videos] = [[], []];
  for (let n = pick(1, 5); n > 0; n--) {
    tokenTypes.push(...Array(pick(1, 4)).fill(0));
    const [t, h, w] = [pick(1, 4), pick(1, 5), pick(1, 5)];
    const video = pick(0, 1) === 1;
    (video ? videos : images).push([video ? t : 1, 2 * h, 2 * w]);
    tokenTypes.push(...Array((video ? t : 1) * h * w).fill(video ? 2 : 1));
  }
  tokenTypes.push(0);
  return { tokenTypes, ...(images.length && { images }), ...(videos.length && { videos }) };
}

test('any prompt: padding changes no id, text stands on the diagonal, and version 4 never uses an id twice along it', async () => {
  const next = random('prompts');
  const pick = (least, most) => least + Math.floor(next() * (most - least + 1));
  for (let round = 0; round < 40; round++) {
    const prompt = { model: 'qwen2_vl', ...drawn(pick), transformers: pick(4, 5) };
    const [bare] = (await pe.multimodalIds(prompt)).sequences;
    const rows = rowsOf(bare);
    const [before, behind] = [pick(0, 3), pick(0, 3)];
    const full = (values, filled) => [...Array(before).fill(filled), ...values, ...Array(behind).fill(filled)];
    const masked = { tokenTypes: full(prompt.tokenTypes, 0), attentionMask: full(Array(rows.length).fill(1), 0) };
    const [padded] = (await pe.multimodalIds({ ...prompt, ...masked })).sequences;
    assert.deepEqual(rowsOf(padded).slice(before, before + rows.length), rows);
    const [counted, all] = [rows.length, rows.length + before + behind];
    const largest = Math.max(...rows.flat());
    assert.equal(bare.delta, largest + 1 - counted);
    assert.equal(padded.delta, largest + 1 - (prompt.transformers === 4 ? all : counted));
    const text = rows.filter((_, i) => prompt.tokenTypes[i] === 0);
    assert.ok(text.every(([t, h, w]) => t === h && h === w));
    assert.ok(text.every(([t], i) => i === 0 || t > text[i - 1][0]));
    if (prompt.transformers === 4)
      rows.forEach(([t, h, w], i) => {
        if (prompt.tokenTypes[i] !== 0) return;
        assert.ok(rows.slice(0, i).every((row) => Math.max(...row) < Math.min(t, h, w)));
      });
    // they are positions of mrope: text tokens rotate as in RoPE
    const table = await pe.table({ encoding: 'mrope', dim: 16 }, bare.positions);
    const rope = await pe.table(
      { encoding: 'rope', dim: 16, base: 1e6 },
      rows.map(([t]) => t),
    );
    prompt.tokenTypes.forEach((kind, i) => {
      const row = (matrix) => matrix.data.slice(i * matrix.cols, (i + 1) * matrix.cols);
      if (kind === 0) assert.deepEqual(row(table), row(rope));
    });
  }
});

test('a long video: version 5 lets the text behind it share its times, version 4 does not', async () => {
  const prompt = { model: 'qwen2_vl', tokenTypes: [0, ...Array(9).fill(2), 0], videos: [[9, 2, 2]] };
  const last = async (transformers) =>
    rowsOf((await pe.multimodalIds({ ...prompt, transformers })).sequences[0]).at(-1);
  assert.deepEqual([await last(4), await last(5)], [Array(3).fill(10), Array(3).fill(2)]);
});

test('what is refused, and by which field', async () => {
  const good = { model: 'qwen2_vl', tokenTypes: [0, 1, 0], images: [[1, 2, 2]] };
  await pe.multimodalIds(good);
  const video = { tokenTypes: [0, 2], images: undefined, videos: [[1, 2, 2]] };
  for (const [more, field] of [
    [{ model: 'llava' }, 'prompt.model'],
    [{ model: undefined }, 'prompt.model'],
    [{ tokenTypes: undefined }, 'prompt.tokenTypes'],
    [{ tokens: [1, 2, 3] }, 'prompt.tokenTypes'],
    [{ tokenTypes: [0, 3, 0] }, 'prompt.tokenTypes[1]'],
    [{ tokenTypes: [[0, 1, 0], 5] }, 'prompt.tokenTypes[1]'],
    [{ imageToken: 5 }, 'prompt.imageToken'],
    [{ tokenTypes: undefined, tokens: [1, 2, 3] }, 'prompt.imageToken'],
    [{ tokenTypes: undefined, tokens: [1, 2, 3], imageToken: 2, videoToken: 2 }, 'prompt.videoToken'],
    [{ images: [] }, 'prompt.images'],
    [{ images: undefined }, 'prompt.images'],
    [{ images: [good.images[0], good.images[0]] }, 'prompt.images'],
    [{ images: [[1, 4, 2]] }, 'prompt.images[0]'],
    [{ images: [[1, 1, 2]] }, 'prompt.images[0]'],
    [{ images: [[1, 2]] }, 'prompt.images[0]'],
    [{ images: [[1, 2.5, 2]] }, 'prompt.images[0][1]'],
    [{ images: 3 }, 'prompt.images'],
    [{ attentionMask: [1, 1] }, 'prompt.attentionMask'],
    [{ attentionMask: [[1, 1, 1], [1]] }, 'prompt.attentionMask'],
    [{ attentionMask: [1, 2, 1] }, 'prompt.attentionMask[1]'],
    [{ attentionMask: [1, 0, 1] }, 'prompt.images'],
    [{ mergeSize: 0 }, 'prompt.mergeSize'],
    [{ transformers: 3 }, 'prompt.transformers'],
    [{ axes: 3 }, 'prompt.axes'],
    [{ secondsPerGrid: [1] }, 'prompt.secondsPerGrid'],
    [{ model: 'qwen2_5_vl', tokensPerSecond: 2 }, 'prompt.tokensPerSecond'],
    [{ model: 'qwen2_5_vl', ...video }, 'prompt.tokensPerSecond'],
    [{ model: 'qwen2_5_vl', ...video, tokensPerSecond: 2, secondsPerGrid: [1, 1] }, 'prompt.secondsPerGrid'],
    [{ model: 'qwen2_5_vl', ...video, tokensPerSecond: 2, secondsPerGrid: [-1] }, 'prompt.secondsPerGrid[0]'],
    [{ model: 'qwen3_vl', ...video, videos: [[5, 2, 2]] }, 'prompt.videos'],
    [{ model: 'hunyuan_vl', ...video }, 'prompt.videos'],
    [{ model: 'hunyuan_vl', transformers: 4 }, 'prompt.transformers'],
    [{ model: 'hunyuan_vl', axes: 2 }, 'prompt.axes'],
    [{ model: 'hunyuan_vl', tokenTypes: [0, 2, 0], images: undefined }, 'prompt.tokenTypes'],
    [{ wrong: 1 }, 'prompt.wrong'],
  ])
    await refused(pe.multimodalIds({ ...good, ...more }), 'bad_argument', field);
});

test('the presets are specs, and their axes are those of the code that each names', async () => {
  const { cases } = goldenFile('mrope_axes');
  const models = {
    ...{ 'qwen3-vl': 'Qwen3-VL', 'ernie-4.5-vl': 'ERNIE 4.5 VL', bailing: 'Bailing', videorope: 'VideoRoPE' },
    ...{
      'openpangu-vl': 'openPangu VL',
      'glm-sglang': 'GLM-V in SGLang',
      'hunyuan-vl': 'HunyuanVL',
      'ideogram-4': 'Ideogram 4',
    },
  };
  for (const [name, { spec, ids, source }] of Object.entries(mropePresets)) {
    const { rotaryDim, dim = rotaryDim ?? 128 } = spec;
    const facts = await pe.facts({ ...spec, dim });
    const [sections, axisOfPair] = ['sections', 'axisOfPair'].map((one) => [
      ...facts.find((fact) => fact.name === one).values,
    ]);
    assert.equal(ids.length, (await pe.shape({ ...spec, dim })).axes);
    assert.ok(source.length > 10);
    if (name === 'qwen2-vl') {
      assert.deepEqual(
        axisOfPair,
        [16, 24, 24].flatMap((n, axis) => Array(n).fill(axis)),
      );
      continue;
    }
    const same = cases.filter((one) => one.model === models[name] && one.axisOfPair.length === axisOfPair.length);
    const counts = (list) => ids.map((_, axis) => list.filter((one) => one === axis).length).join();
    const found = same.filter((one) => counts(one.axisOfPair) === counts(axisOfPair));
    assert.ok(found.length > 0, `${name}: no executed case of sections ${sections}`);
    for (const one of found) assert.deepEqual(axisOfPair, one.axisOfPair, name);
  }
});
