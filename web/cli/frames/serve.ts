/**
 * The other end of a process that asks by frames: calls are answered one after the other until its stream ends.
 */
import { asPosencError } from '../../lib/checks/errors.js';
import { create, type Posenc, PosencError } from '../../lib/node.js';
import { version } from '../command.js';
import { methodOf, resultOf } from '../methods.js';
import { fileCalls, onSources } from './file-calls.js';
import { type Frame, framesOf, type Numbers, writeFrame } from './frame.js';
import { describedArrays, given, headText, Held } from './values.js';

/** Of the API, what `posenc call` leaves out because it gives methods and no result. */
const opening = ['train', 'resumeTraining'] as const;

interface Call {
  readonly call: readonly [name: string, ...args: unknown[]];
  /** What the call is made on, where it is no method of the API. */
  readonly on?: number;
  /** What the caller keeps no longer. */
  readonly release?: readonly number[];
}

export async function serveFrames(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const pe = await create({ preload: [] }); // what is asked first may need no module
  const held = new Held();
  const methods = Object.keys(pe).filter((name) => name !== 'dispose');
  const hello = { version: version(), node: process.versions.node, methods, more: Object.keys(fileCalls) };
  await say(output, 'hello', hello, held);
  try {
    for await (const frame of framesOf(input)) {
      const call = frame.head as unknown as Call;
      held.release(call.release ?? []);
      try {
        await say(output, 'result', await answer(pe, call, frame.arrays, held), held);
      } catch (thrown) {
        const { code, field, message } = asPosencError(thrown, 'calling');
        await say(output, 'error', { code, field, message }, held);
      }
    }
  } finally {
    pe.dispose();
  }
}

async function say(output: NodeJS.WriteStream, kind: string, value: unknown, held: Held): Promise<void> {
  const arrays: Numbers[] = [];
  const text = headText(value, arrays, held);
  await writeFrame(output, `{"${kind}":${text},"arrays":${describedArrays(arrays)}}`, arrays);
}

async function answer(pe: Posenc, { call, on }: Call, arrays: Frame['arrays'], held: Held): Promise<unknown> {
  const [name, ...rest] = call;
  const args = (await given(rest, arrays, onSources.includes(name))) as unknown[];
  if (on !== undefined) {
    const object = held.at(on);
    const member = object[name];
    if (typeof member === 'function') return (member as (...args: unknown[]) => unknown).apply(object, args);
    throw new PosencError('unknown_method', 'method', 'what this call is made on has no such method');
  }
  const more = (fileCalls as unknown as Record<string, (pe: Posenc, ...args: unknown[]) => Promise<unknown>>)[name];
  if (more && Object.hasOwn(fileCalls, name)) return more(pe, ...args);
  const open = opening.find((one) => one === name);
  if (open) return (pe[open] as (...args: unknown[]) => Promise<unknown>)(...args);
  return resultOf(pe, methodOf(name), args);
}
