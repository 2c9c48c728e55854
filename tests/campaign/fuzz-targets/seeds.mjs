/** Valid inputs of each target, made of the registry and of golden specs, and a dictionary of the words that they consist of. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, encodings, scalings } from '../../../dist/lib/node.js';

const json = (path) => JSON.parse(readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8'));

/** A small value of a parameter, which most rows accept. */
function valueOf({ name, kind, choices, initial, min }) {
  if (name === 'dim') return 16;
  if (name === 'heads') return 4;
  if (kind === 'numbers') return [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75];
  if (kind === 'boolean') return true;
  if (kind === 'choice') return choices.at(-1);
  return initial ?? Math.max(min ?? 1, kind === 'integer' ? 4 : 1.5);
}

const withRequired = (id, params) => ({
  encoding: id,
  ...Object.fromEntries(params.filter(({ required }) => required).map((param) => [param.name, valueOf(param)])),
});

/** For each row: the shortest spec, one spec for each parameter, and one for each context extension. */
export function specs() {
  const found = [];
  for (const { id, params, scalable } of encodings) {
    const short = withRequired(id, params);
    found.push(short, ...params.map((param) => ({ ...short, [param.name]: valueOf(param) })));
    if (!scalable) continue;
    for (const { id: type, params: own } of scalings) {
      const given = own.filter(({ required, name }) => required || name === 'factor');
      found.push({ ...short, scaling: { type, ...Object.fromEntries(given.map((one) => [one.name, valueOf(one)])) } });
    }
  }
  return found;
}

/** Every object of a golden file that names an encoding. */
function goldenSpecs(value) {
  if (typeof value !== 'object' || !value) return [];
  const inner = Object.values(value).flatMap(goldenSpecs);
  return typeof value.encoding === 'string' ? [value, ...inner] : inner;
}

const bytes = (text) => new TextEncoder().encode(text);

/** The part of a checkpoint after the fingerprint of its run, in the form that checkpoint.cpp reads. */
function middleOf(file) {
  const note = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(13, true));
  return Uint8Array.from([1, ...file.slice(21, 21 + Math.min(note, 16)), 0, ...file.slice(21 + note + 8, -8)]);
}

/** The experiment that checkpoint.cpp trains. */
const experiment = {
  task: { id: 'latin-square', puzzles: 10, shifted: 1 },
  model: { dim: 2, blocks: 1, heads: 1, hidden: 1 },
  positions: [{ encoding: 'sinusoidal' }],
  ...{ batch: 4, steps: 4, evaluateEvery: 2 },
};

async function checkpoints() {
  const pe = await create();
  try {
    const run = await pe.train(experiment);
    const first = await run.checkpoint();
    for await (const _ of run.evaluations()) continue;
    const last = await run.checkpoint();
    return [first, last].flatMap((file) => [Uint8Array.from([0, ...file]), middleOf(file)]);
  } finally {
    pe.dispose();
  }
}

/** Inputs of each target. */
async function seeds() {
  const texts = [...specs(), ...goldenSpecs(json('../../golden/table_hashes.json'))].map((one) => JSON.stringify(one));
  return {
    json: [...texts, '\ufeff{"a": [NaN, -Infinity, 1e400], "\\ud83d\\ude00\\ud800": "é"}'].map(bytes),
    spec: texts.map(bytes),
    identify: [
      'tensor([1.0000e+00, 8.6596e-01,\n 7.4989e-01])',
      '[[1, 0.5], [0.54, 0.88], [-0.42, 0.13]]\0{"firstPosition": 3}',
      '1, 10, 100\0{"expected": [{"spec": {"encoding": "rope", "dim": 6}, "layer": "full", "maxContext": 9}]}',
      ...texts
        .filter((one) => one.startsWith('{"encoding":"rope"'))
        .map((one) => `1.0 0.1 0.01 0.001\0{"expected": [{"spec": ${one}}]}`),
    ].map(bytes),
    multimodal: json('../../golden/engines/multimodal-ids.json').cases.map(({ positions, delta, name, ...prompt }) =>
      bytes(JSON.stringify(prompt)),
    ),
    // three valid calls with each spec, and its facts
    calls: texts.flatMap((text, i) =>
      [0, 4, 8].map((more) =>
        Uint8Array.from([(i + more) % 12, 3, 2, i % 2, i % 2, 128 + (i % 4), 68, 70, ...bytes(text)]),
      ),
    ),
    checkpoint: await checkpoints(),
  };
}

/** Writes the inputs of each target to FOLDER/TARGET, a file each, and the dictionary. Returns the number of inputs by target. */
export async function writeSeeds(folder, words) {
  const made = await seeds();
  for (const [target, inputs] of Object.entries(made)) {
    mkdirSync(join(folder, target), { recursive: true });
    for (const [i, input] of inputs.entries()) writeFileSync(join(folder, target, `seed-${i}`), input);
  }
  writeFileSync(words, dictionary());
  return Object.fromEntries(Object.entries(made).map(([target, { length }]) => [target, length]));
}

/** A dictionary as libFuzzer reads it: names and choices of the registry, and the words of the formats. */
export function dictionary() {
  const words = new Set([...'{}[]:,"', 'null', 'true', 'false', '1e308', '-1', '0.5', '9007199254740993']);
  for (const word of ['encoding', 'scaling', 'type']) words.add(`"${word}"`);
  const rows = [...encodings, ...scalings];
  for (const { id } of rows) words.add(`"${id}"`);
  for (const { name, choices = [] } of rows.flatMap(({ params }) => params))
    for (const word of [name, ...choices]) words.add(`"${word}"`);
  return [...words].map((word) => `"${word.replace(/["\\]/g, '\\$&')}"\n`).join('');
}
