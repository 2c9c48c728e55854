/**
 * The other end of a process that asks by frames: calls are answered one after the other until its stream ends.
 */
import { asPosencError, errorAbout } from '../../lib/checks/errors.js';
import { unlessAborted } from '../../lib/checks/options.js';
import { type CallOptions, create, type Posenc, PosencError, type TrainingRun } from '../../lib/node.js';
import { version } from '../command.js';
import { methodOf, openingOptionsAt, optionsAt, resultOf } from '../methods.js';
import { controlled, Evaluations, optionsOfHeld } from './controlled.js';
import { fileCalls, onSources } from './file-calls.js';
import { type Frame, framesOf, type Numbers, writeFrame } from './frame.js';
import { type Asked, UnderWay } from './under-way.js';
import { describedArrays, given, headText, Held } from './values.js';

interface Call {
  readonly call: readonly [name: string, ...args: unknown[]];
  /** What the call is made on, where it is no method of the API. */
  readonly on?: number;
  /** What the caller keeps no longer. */
  readonly release?: readonly number[];
  /** Whether the caller is told of its progress: frames { "progress": 0.25 } before the answer. */
  readonly progress?: boolean;
}

export async function serveFrames(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const pe = await create({ preload: [] }); // what is asked first may need no module
  const held = new Held();
  const methods = Object.keys(pe).filter((name) => name !== 'dispose');
  const hello = { version: version(), node: process.versions.node, methods, more: Object.keys(fileCalls) };
  await say(output, 'hello', hello, held);
  try {
    for await (const asked of new UnderWay(framesOf(input)).calls()) await answer(pe, asked, held, output);
  } finally {
    pe.dispose();
  }
}

async function answer(pe: Posenc, { frame, signal }: Asked, held: Held, output: NodeJS.WriteStream): Promise<void> {
  const call = frame.head as unknown as Call;
  held.release(call.release ?? []);
  let answered = false;
  // one write each, so that none stands within another frame
  const tell = (fraction: number): void => {
    if (!answered) void say(output, 'progress', fraction, held);
  };
  const control: CallOptions = { signal, ...(call.progress === true && { onProgress: tell }) };
  let [kind, result]: [string, unknown] = ['result', undefined];
  try {
    result = await resultFor(pe, call, frame.arrays, held, control);
  } catch (thrown) {
    const { code, field, message } = asPosencError(thrown, 'calling');
    [kind, result] = ['error', { code, field, message }];
  }
  answered = true;
  await say(output, kind, result, held);
}

async function say(output: NodeJS.WriteStream, kind: string, value: unknown, held: Held): Promise<void> {
  const arrays: Numbers[] = [];
  const text = headText(value, arrays, held);
  await writeFrame(output, `{"${kind}":${text},"arrays":${describedArrays(arrays)}}`, arrays);
}

type Method = (...args: unknown[]) => Promise<unknown>;

async function resultFor(
  pe: Posenc,
  { call, on }: Call,
  arrays: Frame['arrays'],
  held: Held,
  control: CallOptions,
): Promise<unknown> {
  const [name, ...rest] = call;
  // a file on a network may be long in coming
  const args = (await unlessAborted(given(rest, arrays, onSources.includes(name)), control.signal)) as unknown[];
  const withControl = (at: number | undefined): unknown[] => {
    if (at !== undefined) return controlled(args, at, control);
    if (!control.onProgress) return args;
    throw errorAbout('bad_argument', 'options.onProgress', 'has no effect on this call');
  };
  if (on !== undefined) {
    const object = held.at(on);
    const member = object[name];
    if (typeof member !== 'function')
      throw new PosencError('unknown_method', 'method', 'what this call is made on has no such method');
    if (name === 'evaluations') return new Evaluations(object as unknown as TrainingRun);
    return (member as Method).apply(object, withControl(optionsOfHeld(name)));
  }
  const more = (fileCalls as unknown as Record<string, (pe: Posenc, ...args: unknown[]) => Promise<unknown>>)[name];
  if (more && Object.hasOwn(fileCalls, name)) return unlessAborted(more(pe, ...withControl(undefined)), control.signal);
  const opening = openingOptionsAt(name);
  if (opening) return (pe[opening.name] as Method)(...withControl(opening.at));
  const method = methodOf(name);
  return resultOf(pe, method, withControl(optionsAt(method)));
}
