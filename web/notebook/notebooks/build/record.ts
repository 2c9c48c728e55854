/**
 * Runs a notebook during the build, so that readers see its outputs at once; it runs in the browser on the first user
 * action. The cells run in the same worker, in a Node thread.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { type CellRead, readMessage } from '../outputs/read.js';
import { markdownTree } from '../markdown.js';
import type { InputValue, Output, ToSandbox } from '../protocol.js';
import type { Prepared, Recorded } from '../prepare.js';
import { texTree } from '../tex-tree.js';
import type { Tree } from '../tree.js';
import { keyOf } from '../../kit/formulas.js';

const longestRunMs = 60_000;
/** Globals of a browser worker that a Node thread lacks. */
const scope = `
  const { workerData } = require('node:worker_threads');
  const listeners = { message: [], error: [], unhandledrejection: [] };
  globalThis.addEventListener = (type, listener) => listeners[type].push(listener);
  const tell = (type, fields) => listeners[type].forEach((one) => one({ preventDefault() {}, ...fields }));
  process.on('uncaughtException', (error) => tell('error', { error }));
  process.on('unhandledRejection', (reason, promise) => tell('unhandledrejection', { reason, promise }));
  (0, eval)(workerData.script);
  tell('message', { ports: [workerData.port] });
`;

/**
 * @param script the worker of the sandbox
 * @param built folder of the library's modules
 * @param answers answers to exercises by `<cell>/<index>`, submitted after the run
 * @param student student number; recorded pages use 0
 * @param inputs input values by `<cell>/<index>`
 */
export async function record(
  { cells, compiled }: Pick<Prepared, 'cells' | 'compiled'>,
  script: string,
  built: string,
  answers: Readonly<Record<string, string>> = {},
  student = 0,
  inputs: Readonly<Record<string, InputValue>> = {},
): Promise<readonly CellRead[]> {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(scope, { eval: true, workerData: { script, port: port2 }, transferList: [port2] });
  const turns = new Map<number, CellRead>();
  const outputs = new Map<number, Output>();
  const send = (message: ToSandbox): void => port.postMessage(message);
  const waiting = Object.entries(answers);
  const judged = (at: string): boolean => {
    const [id, index] = at.split('/').map(Number) as [number, number];
    const shown = turns.get(id)?.outputs.map(([serial]) => outputs.get(serial)) ?? [];
    return shown.some((one) => one?.kind === 'exercise' && one.index === index && one.verdict !== undefined);
  };
  const settled = (): boolean =>
    compiled.every(({ id }) => (turns.get(id)?.state ?? 'running') !== 'running') && Object.keys(answers).every(judged);
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('its cells did not come to an end')), longestRunMs);
      const end = (): void => (clearTimeout(timer), resolve());
      worker.on('error', reject);
      port.on('message', (data: unknown) => {
        const message = readMessage(data);
        if (!message) return reject(new Error('its cells sent what is no output'));
        if (message.type === 'ask') {
          const bytes = readFileSync(join(built, '..', message.name));
          send({ type: 'file', name: message.name, bytes: new Uint8Array(bytes).buffer });
        }
        if (message.type !== 'turns') return;
        for (const turn of message.turns) {
          turns.set(turn.id, turn);
          for (const [serial, output] of turn.outputs) if (output) outputs.set(serial, output);
        }
        for (const [place, given] of waiting.splice(0)) {
          const [id, index] = place.split('/').map(Number) as [number, number];
          send({ type: 'answer', id, index, given });
        }
        if (settled()) return end();
        send({ type: 'taken' });
      });
      send({ type: 'student', number: student });
      for (const [place, value] of Object.entries(inputs)) {
        const [id, index] = place.split('/').map(Number) as [number, number];
        send({ type: 'input', id, index, value });
      }
      send({ type: 'define', cells: compiled });
      if (compiled.length === 0) end();
    });
  } finally {
    port.close();
    await worker.terminate();
  }
  return cells.flatMap(({ id }) => {
    const turn = turns.get(id);
    if (!turn) return [];
    return [{ ...turn, outputs: turn.outputs.map(([serial]) => [serial, outputs.get(serial)] as const) }];
  });
}

/** Adds the parsed prose and formulas. */
export function withProse(turns: readonly CellRead[]): Recorded {
  const prose: Record<string, readonly Tree[]> = {};
  const formulas: Record<string, Tree> = {};
  const read = (tex: string, display: boolean): Tree => (formulas[keyOf(tex, display)] = texTree(tex, display));
  for (const [, output] of turns.flatMap((turn) => turn.outputs)) {
    if (output?.kind === 'markdown') prose[output.text] = markdownTree(output.text, read);
    if (output?.kind === 'tex') read(output.text, output.display);
    if (output?.kind === 'exercise')
      for (const text of [output.question, ...output.hints]) prose[text] = markdownTree(text, read);
  }
  return { turns, prose, formulas };
}

/** A value (plain data with typed arrays) as JavaScript source. */
export function literal(value: unknown): string {
  if (value instanceof Uint8Array)
    return `Uint8Array.from(atob("${Buffer.from(value).toString('base64')}"), (c) => c.charCodeAt(0))`;
  if (ArrayBuffer.isView(value))
    return `new ${value.constructor.name}([${Array.from(value as Float64Array, numeral).join()}])`;
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  if (typeof value === 'number') return numeral(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${fields.map(([name, one]) => `[${JSON.stringify(name)}]:${literal(one)}`).join()}}`;
}
const numeral = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
