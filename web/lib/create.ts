/**
 * Makes an instance. The two entries, index.ts and node.ts, differ only in the platform they give.
 */
import { apiOf } from './api.js';
import type { Backend } from './methods/calls.js';
import { PosencError, asPosencError, reason } from './checks/errors.js';
import { maxWorkers } from './checks/limits.js';
import { isAbortSignal, isGpuDevice, listen, throwIfAborted, unlisten } from './checks/options.js';
import type { CreateOptions, DeviceChoice, Posenc } from './types/posenc.js';
import { type Entries, guarded, readRecord, refuseUnknown } from './checks/record.js';
import { oneOf, shown } from './checks/show.js';
import type { LoadOptions, Place, Source } from './wasm/find.js';
import { requireWasm } from './wasm/compile.js';
import { type ModuleId, type ModuleKind, modules, usual } from './wasm/modules.js';
import { Supply } from './wasm/supply.js';
import { PoolClient } from './pool/pool.js';
import type { StartWorker } from './worker/client.js';

export interface Platform {
  readonly source: Source;
  /** @param factory the caller's own way to make a worker */
  startWorker(factory: (() => Worker) | undefined): StartWorker;
}

const names = [
  'device',
  'gpuDevice',
  'worker',
  'workers',
  ...Object.values(modules).flatMap(({ options }) => [options.binary, options.module, options.url]),
  'preload',
  'workerFactory',
  'signal',
];

const devices: readonly DeviceChoice[] = ['wasm', 'webgpu', 'auto'];

export async function createOn(platform: Platform, given: CreateOptions | undefined): Promise<Posenc> {
  const options = checkOptions(given, platform.source);
  throwIfAborted(options.signal);
  try {
    requireWasm();
    const backend = await (options.workers ? startWorkers(platform, options) : startEngine(platform, options));
    return apiOf(await withGpu(backend, options));
  } catch (thrown) {
    throwIfAborted(options.signal);
    throw refusedImport(thrown) ?? asPosencError(thrown, 'starting');
  }
}

/** A service worker may import nothing but at its beginning. */
function refusedImport(cause: unknown): PosencError | undefined {
  if (!('ServiceWorkerGlobalScope' in globalThis) || !(cause instanceof TypeError)) return undefined;
  const text = `a service worker cannot import the parts of posenc when they are needed (${reason(cause)}); importScripts posenc/posenc.global.js, which is one file, or bundle yours into one; see docs/bundlers.md of posenc`;
  return new PosencError('wasm_unsupported', '', text, { cause });
}

async function startEngine({ source }: Platform, { places, preload, signal }: Checked): Promise<Backend> {
  // Where a worker does the work, this thread has no use for them.
  const [{ Engine }, { modulesOf }] = await Promise.all([import('./wasm/engine.js'), import('./wasm/load.js')]);
  throwIfAborted(signal);
  const engine = new Engine(modulesOf(places, source));
  await engine.start(preload, signal);
  throwIfAborted(signal);
  return engine;
}

async function startWorkers(platform: Platform, options: Checked): Promise<Backend> {
  const { signal, workerFactory, workers, places, preload } = options;
  const pool = new PoolClient(
    platform.startWorker(workerFactory),
    new Supply(places, platform.source),
    workers!,
    preload,
  );
  const onAbort = (): void => pool.dispose();
  if (signal) listen(signal, onAbort);
  try {
    await pool.start();
  } catch (error) {
    pool.dispose();
    throw error;
  } finally {
    if (signal) unlisten(signal, onAbort);
  }
  return pool;
}

/** The GPU is worked from this thread, whatever does the rest. */
async function withGpu(backend: Backend, { device = 'wasm', gpuDevice }: Checked): Promise<Backend> {
  if (device === 'wasm' && !gpuDevice) return backend;
  const { GpuBackend } = await import('./gpu/backend.js');
  return new GpuBackend(backend, device, gpuDevice as GPUDevice | undefined);
}

/** Bytes that are read later: the caller may have posted or changed his own by then. (Buffer.slice does not copy.) */
const copied = (bytes: ArrayBuffer | Uint8Array) =>
  bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes.slice(0);

type Check = readonly [what: string, test: (value: unknown) => boolean];
const bytes: Check = [
  'an ArrayBuffer or a Uint8Array',
  (value) => value instanceof ArrayBuffer || value instanceof Uint8Array,
];
const compiled: Check = ['a WebAssembly.Module', (value) => value instanceof WebAssembly.Module];
const address: Check = ['a string or a URL', (value) => typeof value === 'string' || value instanceof URL];

interface Checked extends Pick<CreateOptions, 'device' | 'gpuDevice' | 'workers' | 'workerFactory' | 'signal'> {
  readonly places: LoadOptions;
  readonly preload: readonly ModuleId[];
}

function checkOptions(given: unknown, source: Source): Checked {
  if (given === undefined) return { places: {}, preload: usual };
  const entries = readRecord(given, { code: 'bad_argument', field: 'options', what: 'an object' });
  refuseUnknown(entries, names, 'bad_argument', 'options.', 'create');
  const worker = checked(entries, 'worker', 'true or false', (value) => typeof value === 'boolean');
  const workers = checked(entries, 'workers', `a whole number from 1 to ${maxWorkers}`, isWorkers);
  if (worker === false && workers !== undefined) {
    throw new PosencError('bad_argument', 'options.workers', 'options.workers must be left out where worker is false');
  }
  refuseIdle(entries, workers ?? worker);
  return {
    device: checked(entries, 'device', "'wasm', 'webgpu' or 'auto'", (value) =>
      devices.includes(value as DeviceChoice),
    ),
    gpuDevice: checked(entries, 'gpuDevice', 'a GPUDevice', isGpuDevice),
    workers: workers ?? (worker ? 1 : undefined),
    places: Object.fromEntries(
      Object.entries(modules).flatMap(([id, kind]) => {
        const place = placeOf(entries, kind, source);
        return place ? [[id, place]] : [];
      }),
    ),
    preload: preloadOf(entries),
    workerFactory: checked(
      entries,
      'workerFactory',
      'a function that returns a Worker',
      (value) => typeof value === 'function',
    ),
    signal: checked(entries, 'signal', 'an AbortSignal', isAbortSignal),
  };
}

const ids = Object.keys(modules) as ModuleId[];

/** A copy: the caller's list may change meanwhile. */
function preloadOf(entries: Entries): readonly ModuleId[] {
  const field = 'options.preload';
  const what = `a list of ${oneOf(ids)}`;
  return guarded({ code: 'bad_argument', field, what }, () => {
    const given = entries.get('preload');
    const value = given === undefined ? usual : given;
    const list = Array.isArray(value) && value.length <= ids.length ? (Array.from(value) as ModuleId[]) : undefined;
    if (list?.every((id) => ids.includes(id))) return list;
    throw new PosencError('bad_argument', field, `${field} must be ${what}, but ${shown(value)} was given`);
  });
}

/** Where the caller has a module; undefined where he says nothing of it. */
function placeOf(entries: Entries, { options }: Described, source: Source): Place | undefined {
  const binary = checked(entries, options.binary, ...bytes) as ArrayBuffer | Uint8Array | undefined;
  const module = checked(entries, options.module, ...compiled) as WebAssembly.Module | undefined;
  const url = checked(entries, options.url, ...address) as string | URL | undefined;
  if (!binary && !module && url === undefined) return undefined;
  return {
    binary: binary && copied(binary),
    module,
    url: url === undefined ? undefined : source.absolute(url),
  };
}
type Described = Pick<ModuleKind<never>, 'options'>;

/** Options that another one leaves without an effect. */
function refuseIdle(entries: Entries, workers: unknown): void {
  const refuse = (name: string, why: string): never => {
    const field = `options.${name}`;
    throw new PosencError('bad_argument', field, `${field} has no effect ${why}`);
  };
  const both = (name: string, other: string): boolean =>
    entries.get(name) !== undefined && entries.get(other) !== undefined;
  if (entries.get('workerFactory') !== undefined && !workers) refuse('workerFactory', 'without worker or workers');
  const [core, ...others] = Object.values<Described>(modules);
  for (const { options } of [core!, ...others])
    if (both(options.binary, options.module)) refuse(options.binary, `beside ${options.module}`);
  for (const { options } of others)
    for (const given of [options.binary, options.module])
      if (both(options.url, given)) refuse(options.url, `beside ${given}`);
  // the address of the first says where the others are
  const elsewhere = others.every(({ options }) =>
    Object.values(options).some((name) => entries.get(name) !== undefined),
  );
  for (const given of [core!.options.binary, core!.options.module])
    if (both(core!.options.url, given) && elsewhere)
      refuse(core!.options.url, `where ${given} and the place of the other modules are given`);
}

const isWorkers = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxWorkers;

function checked<K extends keyof CreateOptions>(
  entries: Entries,
  name: K,
  what: string,
  test: (value: unknown) => boolean,
): CreateOptions[K] {
  const value = entries.get(name);
  const field = `options.${name}`;
  if (value === undefined || guarded({ code: 'bad_argument', field, what }, () => test(value)))
    return value as CreateOptions[K];
  throw new PosencError('bad_argument', field, `${field} must be ${what}, but ${shown(value)} was given`);
}
