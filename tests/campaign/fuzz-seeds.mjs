/**
 * What libFuzzer begins with: for each target inputs that are right, made of the registry and of the golden files, and the words
 * that such inputs are made of.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  create,
  encodings,
  modelParams,
  positionParams,
  scalings,
  tasks,
  trainingParams,
  weightsBytes,
} from '../../dist/lib/node.js';
import { smallTasks } from '../web/support/experiments.mjs';

const json = (path) => JSON.parse(readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8'));

/** A value of that parameter: small, and one that most rows take. */
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

/** Of each row one as short as can be, one for each parameter, and one for each context extension. */
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

/** What a checkpoint has after the fingerprint of its run, in the form that checkpoint.cpp reads. */
function middleOf(file) {
  const note = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(13, true));
  return Uint8Array.from([1, ...file.slice(21, 21 + Math.min(note, 16)), 0, ...file.slice(21 + note + 8, -8)]);
}

async function checkpoints() {
  const pe = await create();
  try {
    const run = await pe.train(json('fuzz-targets/experiment.json'));
    const first = await run.checkpoint();
    for await (const _ of run.evaluations()) continue;
    const last = await run.checkpoint();
    return [first, last].flatMap((file) => [Uint8Array.from([0, ...file]), middleOf(file)]);
  } finally {
    pe.dispose();
  }
}

/** Inputs of a target. */
export async function seedsOf(target) {
  const texts = () =>
    [...specs(), ...goldenSpecs(json('../golden/table_hashes.json'))].map((one) => JSON.stringify(one));
  const makers = {
    spec: () => texts().map(bytes),
    // calls with each spec, right ones, and facts
    calls: () =>
      texts().flatMap((text, i) =>
        [0, 4, 8].map((more) =>
          Uint8Array.from([(i + more) % 12, 3, 2, i % 2, i % 2, 128 + (i % 4), 68, 70, ...bytes(text)]),
        ),
      ),
    experiment: () => {
      const short = json('fuzz-targets/experiment.json');
      const parts = [
        ...tasks.map(({ id, params }) => ({
          task: { ...withRequired(undefined, params), encoding: undefined, id, ...smallTasks[id] },
        })),
        ...modelParams.map((param) => ({ model: { ...short.model, [param.name]: valueOf(param) } })),
        ...positionParams.map((param) => ({
          positions: [{ encoding: 'learned', where: 'blocks', [param.name]: valueOf(param) }],
        })),
        ...trainingParams.map((param) => ({ [param.name]: valueOf(param) })),
      ];
      return parts.map((part) => bytes(JSON.stringify({ ...short, ...part }))).filter(({ length }) => length < 2000);
    },
    safetensors: () =>
      [[[2, 2]], [[1], [1]], [[3], [2, 1], [1, 1, 1]], [[4]]].map((shapes) =>
        weightsBytes(
          shapes.map((shape, i) => {
            const data = new Float32Array(shape.reduce((all, n) => all * n, 1)).fill(i + 0.5);
            return { name: `t${i}`, shape, data, axes: shape.map((_, axis) => `a${axis}`) };
          }),
          {},
        ),
      ),
    checkpoint: checkpoints,
  };
  return Promise.all(await makers[target]());
}

/** A dictionary as libFuzzer reads it: names and choices of the registry, and the words of the formats. */
export function dictionary() {
  const words = new Set([...'{}[]:,"', 'null', 'true', 'false', '1e308', '-1', '0.5', '9007199254740993']);
  const format = 'encoding scaling type task id model positions dtype F32 shape data_offsets __metadata__';
  for (const word of format.split(' ')) words.add(`"${word}"`);
  const rows = [...encodings, ...scalings, ...tasks];
  for (const { id } of rows) words.add(`"${id}"`);
  for (const { name, choices = [] } of [
    ...rows.flatMap(({ params }) => params),
    ...modelParams,
    ...positionParams,
    ...trainingParams,
  ])
    for (const word of [name, ...choices]) words.add(`"${word}"`);
  return [...words].map((word) => `"${word.replace(/["\\]/g, '\\$&')}"\n`).join('');
}
