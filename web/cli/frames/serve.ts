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

/** Milliseconds between two frames { "alive": true } of a call that goes on: its caller gives up one that is silent for long. */
const signEvery = 5000;

export async function serveFrames(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const own = await create({ preload: [] }); // what is asked first may need no module
  // an analysis is one call into its module: in a worker, so that this thread shows signs of life and hears an abort
  let worker: Promise<Posenc> | undefined;
  const analyse = async (...args: Parameters<Posenc['analyse']>): Promise<unknown> =>
    (await (worker ??= create({ worker: true, preload: [] }))).analyse(...args);
  const pe = { ...own, analyse } as Posenc;
  const held = new Held();
  const methods = Object.keys(pe).filter((name) => name !== 'dispose');
  const hello = { version: version(), node: process.versions.node, methods, more: Object.keys(fileCalls) };
  await write(output, framed('hello', hello, held));
  try {
    for await (const asked of new UnderWay(framesOf(input)).calls()) await answer(pe, asked, held, output);
  } finally {
    own.dispose();
    void worker?.then((other) => other.dispose());
    input.destroy(); // a process whose input is open lives on, and its caller would wait for it
  }
}

async function answer(pe: Posenc, { frame, signal }: Asked, held: Held, output: NodeJS.WriteStream): Promise<void> {
  const call = frame.head as unknown as Call;
  held.release(call.release ?? []);
  let answered = false;
  // one write each, so that none stands within another frame
  const tell = (kind: string, value: unknown): void => {
    if (!answered) void write(output, framed(kind, value, held));
  };
  const signs = setInterval(() => tell('alive', true), signEvery);
  const onProgress = (fraction: number): void => tell('progress', fraction);
  const control: CallOptions = { signal, ...(call.progress === true && { onProgress }) };
  let made: Framed;
  try {
    made = framed('result', await resultFor(pe, call, frame.arrays, held, control), held);
  } catch (thrown) {
    const { code, field, message } = asPosencError(thrown, 'calling');
    made = framed('error', { code, field, message }, held);
  }
  answered = true;
  clearInterval(signs);
  await write(output, made);
}

interface Framed {
  readonly head: string;
  readonly arrays: readonly Numbers[];
}

function framed(kind: string, value: unknown, held: Held): Framed {
  const arrays: Numbers[] = [];
  const text = headText(value, arrays, held);
  return { head: `{"${kind}":${text},"arrays":${describedArrays(arrays)}}`, arrays };
}

const write = (output: NodeJS.WriteStream, { head, arrays }: Framed): Promise<void> => writeFrame(output, head, arrays);

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
