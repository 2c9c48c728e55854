/**
 * Every parser of untrusted bytes or text, with a valid sample. parsers.test.mjs changes each length, count and offset
 * of the sample, and compares this list with the sources.
 *
 *   modules   files of the parser
 *   sample    valid input, bytes or text
 *   read      reads a mutant, and uses the result as far as callers do at once
 *   within    [begin, end) of the bytes to search for sizes: a header, not all of the data
 *   sealed    makes a mutant pass the outermost check, such as a checksum
 *   refuses   the error that a parser of the pages throws instead of a PosencError; without it, undefined is returned
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integerPaths } from '../../../dist/lib/engines/literals.js';
import { modelsAmong } from '../../../dist/cli/inputs/choose.js';
import { framesOf, writeFrame } from '../../../dist/cli/frames/frame.js';
import { repoFiles } from '../../../dist/cli/inputs/hub.js';
import { jsonSpans } from '../../../dist/cli/json-spans.js';
import { parsePositions } from '../../../dist/cli/positions.js';
import { charts } from '../../../dist/lib/charts/index.js';
import { studies } from '../../../dist/lib/studies/list.js';
import { readRun } from '../../../dist/lib/studies/read-run.js';
import { resultsOf } from '../../../dist/lib/studies/report.js';
import * as posenc from '../../../dist/lib/node.js';
import { chartCases } from './chart-cases.mjs';
import { gguf, llamaKeys } from './gguf.mjs';
import { partsOf } from './page-parts.mjs';
import { llama31, root } from './posenc.mjs';

const shapes = Object.fromEntries(await Promise.all(charts.map(async ({ id, make }) => [id, await make.json()])));
const files = (...names) => names.map((name) => `web/lib/files/${name}.ts`);
const table = { data: Float32Array.from({ length: 24 }, (_, i) => i), rows: 4, cols: 6 };
const experiment = {
  task: { id: 'latin-square', puzzles: 10, shifted: 1 },
  model: { dim: 8, blocks: 1, heads: 2, hidden: 8 },
  positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' }],
  steps: 4,
  batch: 4,
};
const squares = 'puzzles\tsolutions\tcondition\n1234341221434325\t1\tbinary\n1234341221435324\t3\tternary\n';

/** FNV-1a, 64 bits, the last field of a checkpoint (src/train/checkpoint.cpp); its prime is 2^40 + 0x1b3. */
function sealedCheckpoint(bytes) {
  if (bytes.length < 8) return bytes; // too short for a checksum
  const sealed = bytes.slice();
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of sealed.subarray(0, -8)) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  const view = new DataView(sealed.buffer);
  view.setUint32(sealed.length - 8, low, true);
  view.setUint32(sealed.length - 4, high, true);
  return sealed;
}
const firstOfNote = 'posenc run 1\n'.length + 8;
/** The end of the experiment, which a checkpoint stores as text. */
const endOfNote = (checkpoint) =>
  firstOfNote + Number(new DataView(checkpoint.buffer, checkpoint.byteOffset).getBigUint64(firstOfNote - 8, true));
/** The checkpoint with another note and its length. */
function withNote(checkpoint, note) {
  const text = Buffer.from(note);
  const head = Buffer.from(checkpoint.subarray(0, firstOfNote));
  head.writeBigUInt64LE(BigInt(text.length), firstOfNote - 8);
  const all = Buffer.concat([head, text, checkpoint.subarray(endOfNote(checkpoint))]);
  return sealedCheckpoint(new Uint8Array(all));
}
const json = (value) => JSON.stringify(value, (_, one) => (ArrayBuffer.isView(one) ? [...one] : one));

/** A call with two arrays, as another program sends it. */
async function oneFrame() {
  const pieces = [];
  const stream = { write: (piece) => pieces.push(Uint8Array.from(piece)) };
  const arrays = [Float64Array.of(1, -0), Uint8Array.of(7)];
  const described = [
    { type: '<f8', count: 2 },
    { type: '|u1', count: 1 },
  ];
  const call = ['table', { encoding: 'rope', dim: 8 }, { $array: 0 }];
  await writeFrame(stream, JSON.stringify({ call, arrays: described }), arrays);
  return new Uint8Array(Buffer.concat(pieces));
}

export async function makeParsers() {
  const pe = await posenc.create();
  const page = (path) => `web/notebook/${path}`;
  const parts = await partsOf({
    report: page('report/state'),
    encodings: page('encodings/state'),
    kernels: page('kernels/state'),
    analyses: page('analyses/state'),
    lab: page('lab/state'),
    large: page('large/state'),
    precision: page('precision/state'),
    spectralBias: page('spectral-bias/state'),
    variants: page('variants/state'),
    link: page('notebooks/link'),
    format: page('notebooks/format'),
    progress: page('notebooks/progress'),
    handIn: page('notebooks/hand-in/file'),
    matrices: page('widgets/matrix-source'),
    pack: page('pack'),
  });
  const run = await pe.train(experiment);
  const checkpoint = await run.checkpoint();
  run.close();
  /** A resumed run must have a numeric step and numeric weights. */
  async function resume(bytes) {
    const resumed = await pe.resumeTraining(bytes);
    const { trainLoss } = await resumed.evaluate();
    const weights = await resumed.weights();
    const loss = resumed.step === 0 ? 0 : trainLoss; // at step 0 there was no batch
    assert.ok(Number.isSafeInteger(resumed.step) && Number.isFinite(loss), `${resumed.step} ${loss}`);
    assert.ok(weights.every(({ data }) => data.every(Number.isFinite)));
    resumed.close();
  }
  const keys = llamaKeys({
    'tokenizer.ggml.tokens': [['str'], ['a', 'bc', '']],
    'llama.rope.dimension_sections': [['u32'], [16, 24, 24, 0]],
    'general.alignment': ['u32', 32],
  });
  const tensors = { 'rope_freqs.weight': { shape: [64], data: Array.from({ length: 64 }, (_, i) => 1 + i / 8) } };
  const header = gguf(keys, tensors);
  const [npy, safetensors] = [await posenc.npyBytes(table), await posenc.safetensorsBytes(table, { spec: 'x' })];
  const registries = { encodings: posenc.encodings, analyses: posenc.analyses, layers: posenc.layers };
  const notebook = parts.format.parseNotebook(readFileSync(join(root, 'examples/notebooks/kernels.html'), 'utf8'));
  const changed = {
    title: notebook.title,
    cells: notebook.cells.map((cell) => cell.id),
    inputs: { '3/0': 12, '4/1': [1, 2] },
  };
  const fragment = async (text) => `#v=1&nb=${await parts.pack.packText(text)}`;
  const packed = new Uint8Array(Buffer.from(await parts.pack.packText(json(changed)), 'base64url'));
  const config = json({ ...llama31, layer_types: ['full_attention', 'sliding_attention'], num_hidden_layers: 2 });
  const ofConfig = async (text) => {
    await pe.importConfig(text);
    await pe.report(text, { contextLength: 4096 });
    await pe.engines(text);
    await pe.extendContext(text, 2 ** 18);
  };
  const pair = { id: 'widths', a: { encoding: 'rope', dim: 8 }, b: { encoding: 'rope', dim: 16 }, count: 8 };
  const kernels = parts.kernels.kernelsLink(posenc.encodings);
  const analyses = parts.analyses.analysesLink(posenc.encodings);
  const { labLink, initial: lab } = parts.lab;
  /** The parser of a page's link, and the values of a sample that differ from the initial state. */
  const links = {
    report: [
      parts.report.reportLink(posenc.encodings, []),
      {
        ...{ method: 'ntk', engine: 'vllm', contextLength: 4096, start: 3, head: 2, offsets: 1000 },
        spec: { encoding: 'rope', dim: 64, scaling: { type: 'linear', factor: 4 } },
      },
    ],
    kernels: [kernels, { start: 5, count: 100, layers: [...kernels.initial.layers, ...kernels.initial.layers] }],
    analyses: [
      analyses,
      {
        analysis: 'linear-probe',
        params: { frequencies: [0.1, 2], ridge: 0.5 },
        layers: [...analyses.initial.layers],
        count: 100,
      },
    ],
    encodings: [
      parts.encodings.encodingsLink(posenc.encodings),
      { family: 'rotary', search: 'press', ticked: ['rope', 'alibi'] },
    ],
    lab: [
      { ...labLink, initial: lab },
      { model: { dim: 16, blocks: 3 }, sigmas: [0.1, 2] },
    ],
    large: [parts.large.largeLink(posenc.encodings), { first: 77 }],
    precision: [parts.precision.precisionLink(posenc.encodings), { position: 4097 }],
    'spectral-bias': [parts.spectralBias.biasLink(registries), { frequency: undefined, claimFrom: 12 }],
    variants: [
      parts.variants.variantsLink([pair], posenc.encodings),
      { pair: undefined, b: { encoding: 'rope', dim: 32 } },
    ],
  };

  const parsers = [
    {
      name: 'npy',
      modules: files('read-npy', 'numbers', 'located'),
      sample: npy,
      within: [[0, 140]],
      read: (bytes) => posenc.parseNpy(bytes),
    },
    {
      name: 'npy: its text',
      modules: files('read-npy'),
      sample: Buffer.from(npy).toString('latin1'),
      read: (text) => posenc.parseNpy(new Uint8Array(Buffer.from(text, 'latin1'))),
    },
    {
      name: 'safetensors',
      modules: files('read-safetensors'),
      sample: safetensors,
      within: [[0, 8]],
      read: (bytes) => posenc.parseSafetensors(bytes),
    },
    {
      name: 'safetensors: its text',
      modules: files('read-safetensors'),
      sample: Buffer.from(safetensors).toString('latin1'),
      read: (text) => posenc.parseSafetensors(new Uint8Array(Buffer.from(text, 'latin1'))),
    },
    ...[
      ['npy', npy],
      ['safetensors', safetensors],
    ].map(([kind, sample]) => ({
      name: `tensors of ${kind}, in memory and from a disk`,
      modules: files('read-tensors', 'stored'),
      sample,
      within: [[0, 140]],
      async read(bytes) {
        for (const tensor of posenc.readTensors(bytes)) tensor.data();
        for (const tensor of await posenc.openTensors(new Blob([bytes]))) await tensor.data();
      },
    })),
    ...[false, true].map((bigEndian) => ({
      name: `gguf, ${bigEndian ? 'big' : 'little'}-endian`,
      modules: [...files('gguf-cursor', 'read-gguf'), 'web/lib/hf/gguf-fields.ts'],
      sample: bigEndian ? gguf(keys, tensors, { bigEndian }) : header,
      bigEndian,
      async read(bytes) {
        const found = posenc.readGguf(bytes);
        await posenc.openGguf(new Blob([bytes]));
        posenc.configOfGguf(found);
        await pe.importConfig(found);
      },
    })),
    {
      name: 'checkpoint',
      modules: [
        'web/lib/requests/checkpoint.ts',
        'web/lib/calls/resume-training.ts',
        'src/train/checkpoint.cpp',
        'src/train/checkpoint.hpp',
      ],
      sample: checkpoint,
      within: [
        [0, firstOfNote],
        [endOfNote(checkpoint), endOfNote(checkpoint) + 56], // up to the number of weights
        [checkpoint.length - 8, checkpoint.length],
      ],
      sealed: sealedCheckpoint,
      read: resume,
    },
    {
      name: 'checkpoint: its experiment',
      modules: ['web/lib/calls/resume-training.ts'],
      sample: json(experiment),
      sealed: (text) => withNote(checkpoint, text),
      read: resume,
    },
    { name: 'JSON', modules: ['web/lib/checks/json.ts'], sample: config, read: (text) => posenc.parseJson(text) },
    {
      name: 'places in JSON',
      modules: ['web/lib/engines/literals.ts', 'web/cli/json-spans.ts'],
      sample: config,
      read(text) {
        integerPaths(text);
        jsonSpans(text);
      },
    },
    {
      name: 'the list of a repository of the Hub',
      modules: ['web/cli/inputs/hub.ts'],
      sample: JSON.stringify({
        sha: 'c'.repeat(40),
        downloads: 123,
        siblings: [
          { rfilename: 'config.json', size: 700 },
          { rfilename: 'a/m-00001-of-00002.gguf', size: 5000 },
        ],
      }),
      read: (text) => modelsAmong(repoFiles(text).names),
    },
    {
      name: 'config.json',
      modules: ['web/lib/hf/config-file.ts', page('report/wavelengths.ts')],
      sample: config,
      read: ofConfig,
    },
    {
      name: 'a run of a study',
      modules: ['web/lib/studies/read-run.ts'],
      sample: readFileSync(join(root, 'tests/studies/removal.jsonl'), 'utf8').split('\n')[0],
      read: (line) =>
        resultsOf(
          studies.find(({ id }) => id === 'removal'),
          [readRun(line)],
        ),
    },
    ...['tensor([1.0000e+00, 8.6596e-01,\n 7.4989e-01])', '[[1, 0.5], [0.54, 0.88]]'].map((sample) => ({
      name: `pasted numbers, ${sample.startsWith('[') ? 'a table' : 'a list'}`,
      modules: ['web/lib/calls/identify.ts'],
      sample,
      read: (text) => pe.identify(text),
    })),
    { name: '--positions', modules: ['web/cli/positions.ts'], sample: '3:1003:2.5', read: parsePositions },
    { name: 'numbers in CSV', modules: files('read-csv'), sample: 'a,b\n1,2\n3,4.5\n', read: posenc.parseNumbersCsv },
    {
      name: 'puzzles in CSV',
      modules: files('read-csv'),
      sample: squares,
      read: (text) => posenc.joinSquares([{ squares: posenc.parseSquaresCsv(text) }]),
    },
    ...charts.map(({ id, make }) => {
      const { data, options = {} } = chartCases[id].good[0];
      return {
        name: `JSON of the chart ${id}`,
        modules: ['web/lib/embed/request.ts'],
        sample: json({
          data: shapes[id].data.write(data, (list) => [...list]),
          options: shapes[id].options.write(options),
        }),
        read(text) {
          const { data: given, options: chosen } = posenc.parseJson(text);
          make.svg(shapes[id].data.read(given, 'data'), shapes[id].options.read(chosen, 'options'));
        },
      };
    }),
    {
      name: 'range of numbers of a chart',
      modules: ['web/lib/embed/request.ts'],
      sample: json({ x: { start: 4, count: 5, step: 2 }, series: [{ name: 'a', values: [1, 2, 3, 4, 5] }] }),
      read: (text) =>
        charts.find(({ id }) => id === 'line').make.svg(shapes.line.data.read(posenc.parseJson(text), 'data')),
    },
    {
      name: 'notebook',
      modules: [page('notebooks/format.ts')],
      sample: parts.format.writeNotebook(notebook),
      refuses: parts.format.NotebookError,
      read: parts.format.parseNotebook,
    },
    {
      name: 'link of a notebook',
      modules: [page('notebooks/link.ts'), page('pack.ts')],
      sample: json(changed),
      read: async (text) => parts.link.linked(await fragment(text), notebook),
    },
    {
      name: 'link of a notebook: its deflated bytes',
      modules: [page('notebooks/link.ts'), page('pack.ts')],
      sample: packed,
      read: (bytes) => parts.link.linked(`#v=1&nb=${Buffer.from(bytes).toString('base64url')}`, notebook),
    },
    {
      name: 'progress',
      modules: [page('notebooks/progress.ts')],
      sample: parts.progress.writeProgress({ kernels: { 'exercise 1': { given: '12', solved: true } } }),
      refuses: parts.progress.ProgressError,
      read: parts.progress.readProgress,
    },
    {
      name: 'a file that was handed in',
      modules: [page('notebooks/hand-in/file.ts')],
      sample: await parts.handIn.writeHandIn({
        student: 'Ada',
        number: 3,
        made: '2026-03-01T10:00:00.000Z',
        notebooks: { kernels: { 'exercise 1': { given: '12', solved: true } } },
      }),
      refuses: Error,
      read: parts.handIn.readHandIn,
    },
    ...['[[1, 0.5], [0.5, 1]]', 'a b\n1 2\n3 4\n'].map((sample) => ({
      name: `numbers of a reader's own, ${sample.startsWith('[') ? 'JSON' : 'lines'}`,
      modules: [page('widgets/matrix-source.ts')],
      sample,
      refuses: Error,
      read: parts.matrices.parseRows,
    })),
    ...Object.entries(links).map(([name, [link, change]]) => ({
      name: `link of the page ${name}`,
      modules: [`${name}/state.ts`, 'widgets/layers-state.ts', 'kit/state.ts'].map(page),
      sample: link.encode({ ...link.initial, ...change }),
      read: link.decode,
    })),
    {
      name: 'a frame of posenc calls',
      modules: ['web/cli/frames/frame.ts'],
      sample: await oneFrame(),
      async read(bytes) {
        const stream = (async function* () {
          for (let i = 0; i < bytes.length; i += 7) yield bytes.subarray(i, i + 7);
        })();
        for await (const { head, arrays } of framesOf(stream)) json([head, arrays]);
      },
    },
  ];
  return { parsers, end: () => pe.dispose() };
}
