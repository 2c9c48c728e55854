/**
 * Models of pictures and videos: the encoding read from each configuration of diffusers, and each preset, compared with
 * their executed classes (tests/golden/rope_nd_executed.json); and the report's periods.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ropeNdPresets } from '../../dist/lib/node.js';
import { axialClasses } from '../../dist/lib/hf/axial/classes.js';
import { posenc } from './support/command-line.mjs';
import { corpusOf } from '../../evidence/corpus.mjs';
import { read } from '../../evidence/stored.mjs';
import { goldenFile } from './support/golden.mjs';
import { pe } from './support/instance.mjs';
import { refused } from './support/posenc.mjs';

const golden = goldenFile('rope_nd_executed');
const { classes } = golden.expected;

/**
 * The sources' float32 arithmetic: half a unit of the product of a coordinate and a rounded frequency, and of the
 * result. So the bound grows with the largest angle.
 */
async function within(spec, cells) {
  const frequencies = await pe.frequencies(spec);
  const { offsets = [] } = spec;
  const angles = cells.flatMap((cell) =>
    cell.map((coordinate, axis) => {
      const fastest = frequencies.reduce(
        (most, f, i) => (i % cell.length === axis ? Math.max(most, Math.abs(f)) : most),
        0,
      );
      return fastest * (Math.abs(coordinate) + Math.abs(offsets[axis] ?? 0));
    }),
  );
  return 2 ** -22 * (1 + Math.max(...angles));
}

/** The channels of pair i of `pairs`. */
async function channelsOf(spec, pairs) {
  if (spec.layout === 'half') return (i) => [i, i + pairs];
  if (spec.layout !== 'half-by-axis') return (i) => [2 * i, 2 * i + 1];
  const [width] = (await pe.facts(spec)).find(({ name }) => name === 'widths').values;
  // axes of equal width, in the order of their pairs
  return (i) => {
    const [axis, k] = [Math.floor((2 * i) / width), i % (width / 2)];
    return [axis * width + k, axis * width + width / 2 + k];
  };
}

async function compare(spec, { class: name, cells, cos, sin, grid, x, rotated }) {
  const own = spec.centring === undefined ? spec : { ...spec, sizes: [0, ...grid.slice(1)] };
  const bound = await within(spec, cells);
  const { data, cols } = await pe.table(own, cells, { dtype: 'f64' });
  const pairs = cols / 2;
  const channels = await channelsOf(spec, pairs);
  cells.forEach((_, row) => {
    assert.equal(cos[row].length, pairs, name);
    for (let i = 0; i < pairs; i++) {
      const [first, second] = channels(i);
      for (const [got, expected] of [
        [data[row * cols + first], cos[row][i]],
        [data[row * cols + second], sin[row][i]],
      ])
        assert.ok(Math.abs(got - expected) <= bound, `${name}, cell ${cells[row]}, pair ${i}: ${got}, ${expected}`);
    }
  });
  if (x === undefined) return;
  // determines which channels form a pair, and which do not rotate, from the class's own function for a vector below 2
  const turned = await pe.rotate(own, { data: Float64Array.from(x.flat()), rows: x.length, cols: spec.dim }, cells);
  rotated.flat().forEach((expected, i) => {
    assert.ok(
      Math.abs(turned.data[i] - expected) <= 4 * bound,
      `${name}, rotated ${i}: ${turned.data[i]}, ${expected}`,
    );
  });
}

for (const entry of classes) {
  test(`as executed: ${entry.class}${entry.preset ? `, ${entry.preset}` : ''}`, async () => {
    if (entry.preset) return compare(ropeNdPresets.find(({ id }) => id === entry.preset).spec, entry);
    const report = await pe.report(entry.config);
    assert.equal(report.spec.encoding, 'rope-nd');
    assert.deepEqual(report.instead.spec, report.spec);
    await compare(report.spec, entry);
    // the axes of the report contain the frequencies of the spec
    const frequencies = await pe.frequencies(report.spec);
    const axes = report.axes.length;
    const listed = report.axes.flatMap(({ pairs }, axis) => pairs.map((pair) => ({ ...pair, axis })));
    listed.forEach(({ index, frequency, axis }, i) => {
      assert.equal(index, i);
      const exact = frequencies[index * axes + axis];
      assert.ok(
        Math.abs(frequency - exact) <= 2 ** -52 * exact,
        `${entry.class}, pair ${index}: ${frequency}, ${exact}`,
      );
    });
    assert.deepEqual(
      report.frequencies,
      listed.map(({ frequency }) => frequency),
    );
  });
}

test('each class of the table was executed in a release, and its cells turned', () => {
  const { answers } = read('diffusers', '0.42.1');
  const turned = corpusOf('diffusers').filter(({ id }) => answers.get(id).rotations?.length > 1);
  const names = new Set(turned.map(({ config }) => JSON.parse(config)._class_name));
  for (const name of axialClasses.keys()) assert.ok(names.has(name), name);
});

test('text of Qwen-Image goes on after the image, on all axes of the spec without centring', async () => {
  const { config, text } = classes.find(({ text }) => text !== undefined);
  const { spec } = await pe.report(config);
  const { centring, ...plain } = spec;
  assert.equal(centring, 'cells');
  const { data } = await pe.table(plain, [[text.position, text.position, text.position]], { dtype: 'f64' });
  text.cos.forEach((expected, i) => assert.ok(Math.abs(data[2 * i] - expected) <= 2 ** -22 * (1 + text.position)));
  assert.match((await pe.report(config)).instead.text, /Token i of the text stands at s \+ i on all axes/);
});

test('presets: ids are unique, each names its source, and its configuration gives its spec', async () => {
  assert.equal(new Set(ropeNdPresets.map(({ id }) => id)).size, ropeNdPresets.length);
  for (const { id, spec, axes, config, source } of ropeNdPresets) {
    const { commit } = classes.find((entry) => entry.preset === id) ?? {};
    if (commit !== undefined) assert.ok(source.endsWith(`transformers ${commit.slice(0, 8)}`), `${id}: ${source}`);
    assert.match(source, /(diffusers (58eb52c0|0\.\d+\.\d+)|transformers [0-9a-f]{8})$/, id);
    assert.equal((await pe.shape(spec)).axes, axes.length, id);
    if (config === undefined) continue;
    assert.deepEqual((await pe.report(config)).spec, spec, id);
  }
});

const presetOf = (id) => ropeNdPresets.find((preset) => preset.id === id).config;
/** 2π b^(k/n) steps of `stride` frames: the period of pair k of n, from the formula. */
const framesOf = (base, k, n, stride) => Math.round(2 * Math.PI * base ** (k / n) * stride);

test('why videos loop: the first pair of time that does not come round within the video, in frames', async () => {
  for (const [id, frames, base, n, first, expected] of [
    ['hunyuan-video', 129, 256, 8, 3, [201, 402, 804]],
    ['wan-2.1', 81, 10000, 22, 3, [88, 134, 204]],
  ]) {
    const { axes, instead, contextLength } = await pe.report(presetOf(id));
    assert.equal(contextLength, frames);
    assert.deepEqual(
      [0, 1, 2].map((more) => framesOf(base, first + more, n, 4)),
      expected,
    );
    assert.deepEqual(
      [0, 1, 2].map((more) => Math.round(axes[0].pairs[first + more].periodInUnits)),
      expected,
    );
    assert.match(
      instead.text,
      new RegExp(
        `pair ${first} is the first that does not come round within ${frames} frames; it does after ${expected[0]} frames`,
      ),
    );
    assert.match(
      instead.text,
      new RegExp(`pairs ${first + 1} and ${first + 2} after ${expected[1]} and ${expected[2]}\\.`),
    );
  }
  const longer = await pe.report(presetOf('hunyuan-video'), { contextLength: 241 });
  assert.match(
    longer.instead.text,
    /pair 4 is the first that does not come round within 241 frames; it does after 402 frames/,
  );
  const longest = await pe.report(presetOf('hunyuan-video'), { contextLength: 1_000_001 });
  assert.match(longest.instead.text, /Every pair of its time axis completes a turn within 1000001 frames/);
});

test('a class whose time is not counted in latents says how long one unit of it is', async () => {
  const { axes, rotaryDim, headDim, instead } = await pe.report(presetOf('minimax-h3'));
  const [time] = axes;
  assert.deepEqual([headDim, rotaryDim, time.step], [128, 96, { size: 0.6, of: 'frames' }]);
  time.pairs.forEach(({ frequency, periodInUnits }, k) => {
    const expected = 10000 ** (-k / 16);
    assert.ok(Math.abs(frequency / expected - 1) < 1e-14);
    assert.ok(Math.abs(periodInUnits / ((2 * Math.PI) / expected / (5 / 3)) - 1) < 1e-14);
  });
  assert.match(
    instead.text,
    /pair 7 is the first that does not come round within 124 frames; it does after 212 frames/,
  );
  // a factor of the file divides coordinates, and increases the periods by it
  const [kandinsky, plain] = await Promise.all(
    [{}, { scale_factor: [1, 1, 1] }].map((more) => pe.report({ ...presetOf('kandinsky-6'), ...more })),
  );
  assert.deepEqual(
    kandinsky.axes.map(({ scale, pairs }, axis) => [scale, pairs[3].period / plain.axes[axis].pairs[3].period]),
    [
      [undefined, 1],
      [0.5, 2],
      [0.5, 2],
    ],
  );
  assert.match(kandinsky.instead.text, /coordinates multiplied by 1, 0\.5 and 0\.5/);
});

test('a field about positions that a class does not read is told, and of those that it reads none', async () => {
  const configs = new Map(classes.flatMap(({ config }) => (config ? [[config._class_name, config]] : [])));
  for (const preset of ropeNdPresets) if (preset.config) configs.set(preset.config._class_name, preset.config);
  const foreign = { rope_axes_dims: [32, 48, 48], rope_time_scale: 2, my_rotary_base: 5 };
  for (const [name, config] of configs) {
    assert.deepEqual((await pe.report(config)).warnings, [], name);
    for (const [key, value] of Object.entries(foreign)) {
      const { spec, warnings } = await pe.report({ ...config, [key]: value });
      assert.deepEqual(spec, (await pe.report(config)).spec, name);
      const [{ code, message }] = warnings;
      assert.equal(code, 'unread_position_fields');
      assert.ok(message.includes(`${key} = `), `${name}: ${message}`);
    }
  }
});

test('steps: the stride of the VAE times the patch, where the class says it', async () => {
  const steps = async (config) => (await pe.report(config)).axes.map(({ step }) => step?.size);
  assert.deepEqual(await steps(presetOf('hunyuan-video')), [4, 16, 16]);
  assert.deepEqual(await steps(presetOf('flux-1')), [undefined, 16, 16]);
  assert.deepEqual(await steps(presetOf('qwen-image')), [undefined, 16, 16]);
  assert.deepEqual(await steps({ ...presetOf('wan-2.1'), in_channels: 48 }), [4, 32, 32]);
  assert.deepEqual(await steps({ ...presetOf('cogvideox'), patch_size_t: 2 }), [8, undefined, undefined]);
});

test('what a file leaves out is the default of the class, and the report says so', async () => {
  const { spec, readFrom } = await pe.report({ _class_name: 'HunyuanVideoTransformer3DModel' });
  assert.deepEqual(spec.widths, [16, 56, 56]);
  assert.equal(spec.base, 256);
  assert.match(readFrom.widths, /^default: .*rope_axes_dim/);
  assert.match(readFrom.base, /^default: 256/);
  const own = await pe.report({ _class_name: 'HunyuanVideoTransformer3DModel', rope_theta: 999 });
  assert.deepEqual([own.spec.base, own.readFrom.base], [999, 'rope_theta']);
});

test('what cannot be read is refused by its name', async () => {
  const wan = presetOf('wan-2.1');
  for (const [config, code, field, message] of [
    [{ _class_name: 'LTXVideoTransformer3DModel' }, 'unsupported_config', 'config', /preset ltx-video has both/],
    [{ _class_name: 'LTX2VideoTransformer3DModel' }, 'unsupported_config', 'config', /halves of each head/],
    [{ _class_name: 'MochiTransformer3DModel' }, 'unsupported_config', 'config', /trained.*192 by 192/],
    [{ ...presetOf('cogview-4'), attention_head_dim: 42 }, 'bad_config', 'attention_head_dim', /even widths/],
    [
      { _class_name: 'UNet2DConditionModel' },
      'unsupported_config',
      'config',
      /class of diffusers, which is not known here/,
    ],
    [
      { ...presetOf('cogvideox'), use_rotary_positional_embeddings: false },
      'unsupported_config',
      'config',
      /table of sines/,
    ],
    [{ ...presetOf('flux-1'), axes_dims_rope: [16, 56, 57] }, 'bad_config', 'axes_dims_rope[2]', /even/],
    [{ ...presetOf('flux-1'), axes_dims_rope: [16, 56, 54] }, 'bad_config', 'axes_dims_rope', /adds up to 126/],
    // its default arguments, with which the class raises IndexError
    [{ _class_name: 'HiDreamImageTransformer2DModel' }, 'bad_config', 'axes_dims_rope', /has 2 axes/],
    [{ ...presetOf('flux-1'), axes_dims_rope: [] }, 'bad_config', 'axes_dims_rope', /empty/],
    [
      { ...presetOf('flux-1'), axes_dims_rope: [32, 32, 32, 32] },
      'bad_config',
      'axes_dims_rope',
      /has 4 axes.*3 coordinates/,
    ],
    [{ ...presetOf('cosmos-1'), rope_scale: [2, 1] }, 'bad_shape', 'rope_scale', /takes 3/],
    [{ ...wan, attention_head_dim: 4 }, 'bad_config', 'attention_head_dim', /even widths/],
    [{ ...wan, attention_head_dim: 'x' }, 'bad_config', 'attention_head_dim', /./],
  ])
    await refused(pe.report(config), code, field, message);
  await refused(pe.report(presetOf('flux-1'), { contextLength: 81 }), 'bad_argument', 'contextLength');
  for (const asked of [pe.importConfig(wan), pe.engines(wan)])
    await assert.rejects(asked, /WanTransformer3DModel is a model of diffusers that rotates by several coordinates/);
});

test('docs/pictures.md lists the presets as they are', async () => {
  const page = readFileSync(new URL('../../docs/pictures.md', import.meta.url), 'utf8');
  const listed = page.split('\n').filter((line) => line.startsWith('| `'));
  const rows = [];
  for (const { id, title, axes, spec, source } of ropeNdPresets) {
    const widths = [...(await pe.facts(spec)).find(({ name }) => name === 'widths').values].join(', ');
    rows.push(
      `| \`${id}\` | ${title} | ${axes.join(', ')} | ${widths} | ${spec.base ?? 10000} | ${source.split(',')[0]} |`,
    );
  }
  assert.deepEqual(listed, rows);
});

test('posenc report prints the sentence, a line for each pair, and the spec', () => {
  const run = (...more) => posenc(['report', '-', ...more], { input: JSON.stringify(presetOf('hunyuan-video')) });
  const { stdout, status } = run();
  assert.equal(status, 0);
  assert.match(
    stdout.replace(/\s+/g, ' '),
    /pair 3 is the first that does not come round within 129 frames; it does after 201 frames/,
  );
  assert.match(stdout, /^ +3 +time +0\.125 +50\.2655 +201\.062 frames$/m);
  assert.equal(stdout.match(/^ +\d+ +(time|row|column) /gm).length, 64);
  assert.match(stdout, /spec: \{"encoding":"rope-nd"/);
  assert.match(run('--context', '241').stdout.replace(/\s+/g, ' '), /within 241 frames; it does after 402 frames/);
  assert.equal(JSON.parse(run('--json').stdout).axes.length, 3);
  const refused = run('--engine', 'all');
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /rotates by several coordinates/);
});
