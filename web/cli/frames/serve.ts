/**
 * Serves a process that calls by frames: executes its calls one after the other until the stream ends.
 */
import { asPosencError, errorAbout } from '../../lib/checks/errors.js';
import { unlessAborted } from '../../lib/checks/options.js';
import { type CallOptions, create, type Posenc, PosencError, type TrainingRun } from '../../lib/node.js';
import { version } from '../command.js';
import { methodOf, methods as listed, openingOf, optionsAt, resultOf } from '../methods.js';
import { controlled, Evaluations, optionsOfHeld } from './controlled.js';
import { fileCalls, onSources } from './file-calls.js';
import { type Frame, framesOf, type Numbers, writeFrame } from './frame.js';
import { type Asked, UnderWay } from './under-way.js';
import { describedArrays, given, headText, Held } from './values.js';

interface Call {
  readonly call: readonly [name: string, ...args: unknown[]];
  /** Number of the held object to call; absent for a method of the API. */
  readonly on?: number;
  /** Numbers of the objects to release. */
  readonly release?: readonly number[];
  /** True to send progress frames { "progress": 0.25 } before the result. */
  readonly progress?: boolean;
}

/** Milliseconds between { "alive": true } frames during a long call, so that the caller does not give up. */
const signEvery = 5000;

export async function serveFrames(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const own = await create({ preload: [] }); // the first call may need no module
  // an analysis blocks its thread: a worker keeps this thread free for alive frames and aborts
  let worker: Promise<Posenc> | undefined;
  const analyse = async (...args: Parameters<Posenc['analyse']>): Promise<unknown> =>
    (await (worker ??= create({ worker: true, preload: [] }))).analyse(...args);
  const pe = { ...own, analyse } as Posenc;
  const held = new Held();
  const methods = [...new Set([...Object.keys(pe), ...listed])].filter((name) => name !== 'dispose');
  const hello = { version: version(), node: process.versions.node, methods, more: Object.keys(fileCalls) };
  await write(output, framed('hello', hello, held));
  try {
    for await (const asked of new UnderWay(framesOf(input)).calls()) await answer(pe, asked, held, output);
  } finally {
    own.dispose();
    void worker?.then((other) => other.dispose());
    input.destroy(); // an open input would keep the process alive, and its caller waiting
  }
}

async function answer(pe: Posenc, { frame, signal }: Asked, held: Held, output: NodeJS.WriteStream): Promise<void> {
  const call = frame.head as unknown as Call;
  held.release(call.release ?? []);
  let answered = false;
  // one write each, so that frames do not interleave
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
  // a file on a network may be slow
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
      throw new PosencError('unknown_method', 'method', 'this object has no such method');
    if (name === 'evaluations') return new Evaluations(object as unknown as TrainingRun);
    return (member as Method).apply(object, withControl(optionsOfHeld(name)));
  }
  const more = (fileCalls as unknown as Record<string, (pe: Posenc, ...args: unknown[]) => Promise<unknown>>)[name];
  if (more && Object.hasOwn(fileCalls, name)) return unlessAborted(more(pe, ...withControl(undefined)), control.signal);
  const opening = openingOf(name);
  if (opening) return (pe[opening] as Method)(...withControl(await optionsAt(opening)));
  const method = methodOf(name);
  return resultOf(pe, method, withControl(await optionsAt(method)));
}
