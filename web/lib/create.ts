/**
 * Creates an instance. The two entries, index.ts and node.ts, differ only in the platform they pass.
 */
import type { Backend, Methods } from './methods/calls.js';
import { asPosencError, errorAbout, mustBe, PosencError, reason } from './checks/errors.js';
import { maxWorkers } from './checks/limits.js';
import { isAbortSignal, isGpuDevice, throwIfAborted } from './checks/options.js';
import type { CreateOptions, DeviceChoice } from './types/posenc.js';
import { type Entries, guarded, readRecord, refuseUnknown } from './checks/record.js';
import { oneOf } from './checks/show.js';
import { givenModules, moduleOptions } from './module-options.js';
import type { GivenModules, ModuleFetcher } from './wasm/module-loader.js';
import { requireWasm } from './wasm/compile.js';
import { type ModuleId, modules, usual } from './wasm/modules.js';
import type { StartWorker } from './worker/client.js';

/** Everything that depends on the entry. */
export interface Platform<Api> {
  readonly fetcher: ModuleFetcher;
  /** @param factory the caller's function that creates a worker */
  startWorker(factory: (() => Worker) | undefined): StartWorker;
  /** The methods on one spec, including any that load on their first call. */
  readonly methods: Methods;
  /** Builds the object that callers get. */
  api(backend: Backend): Api;
}

const names = ['device', 'gpuDevice', 'worker', 'workers', ...moduleOptions, 'preload', 'workerFactory', 'signal'];

const devices: readonly DeviceChoice[] = ['wasm', 'webgpu', 'auto'];

export async function createOn<Api>(platform: Platform<Api>, given: CreateOptions | undefined): Promise<Api> {
  const options = checkOptions(given, platform.fetcher);
  throwIfAborted(options.signal);
  try {
    requireWasm();
    const backend = await (options.workers ? startWorkers(platform, options) : startEngine(platform, options));
    return platform.api(await withGpu(backend, options));
  } catch (thrown) {
    throwIfAborted(options.signal);
    throw refusedImport(thrown) ?? asPosencError(thrown, 'starting');
  }
}

/** A service worker may import only during its first evaluation. */
function refusedImport(cause: unknown): PosencError | undefined {
  if (!('ServiceWorkerGlobalScope' in globalThis) || !(cause instanceof TypeError)) return undefined;
  const text = `a service worker cannot import the parts of posenc when they are needed (${reason(cause)}); importScripts posenc.global.js of posenc-script, which is one file, or bundle yours into one; see docs/bundlers.md of posenc`;
  return new PosencError('wasm_unsupported', '', text, { cause });
}

async function startEngine({ fetcher }: Platform<unknown>, { given, preload, signal }: Checked): Promise<Backend> {
  // Imported here because a thread that uses a worker does not need them.
  const [{ Engine }, { modulesOf }] = await Promise.all([import('./wasm/engine.js'), import('./wasm/load.js')]);
  throwIfAborted(signal);
  const engine = new Engine(modulesOf(given, fetcher));
  await engine.start(preload, signal);
  throwIfAborted(signal);
  return engine;
}

async function startWorkers(platform: Platform<unknown>, options: Checked): Promise<Backend> {
  const { signal, workerFactory, workers, given, preload } = options;
  const [{ PoolClient }, { ModuleCache }] = await Promise.all([
    import('./pool/pool.js'), // most programs start no worker
    import('./wasm/module-cache.js'),
  ]);
  throwIfAborted(signal);
  const pool = new PoolClient(
    platform.startWorker(workerFactory),
    new ModuleCache(given, platform.fetcher),
    workers!,
    platform.methods,
    preload,
  );
  const onAbort = (): void => pool.dispose();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await pool.start();
  } catch (error) {
    pool.dispose();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  return pool;
}

/** This thread drives the GPU, even if a worker does the rest. */
async function withGpu(backend: Backend, { device = 'wasm', gpuDevice }: Checked): Promise<Backend> {
  if (device === 'wasm' && !gpuDevice) return backend;
  const { GpuBackend } = await import('./gpu/backend.js');
  return new GpuBackend(backend, device, gpuDevice as GPUDevice | undefined);
}

interface Checked extends Pick<CreateOptions, 'device' | 'gpuDevice' | 'workers' | 'workerFactory' | 'signal'> {
  readonly given: GivenModules;
  readonly preload: readonly ModuleId[];
}

function checkOptions(options: unknown, fetcher: ModuleFetcher): Checked {
  if (options === undefined) return { given: {}, preload: usual };
  const entries = readRecord(options, { code: 'bad_argument', field: 'options', what: 'an object' });
  refuseUnknown(entries, names, 'bad_argument', 'options.', 'create');
  const worker = checked(entries, 'worker', 'true or false', (value) => typeof value === 'boolean');
  const workers = checked(entries, 'workers', `a whole number from 1 to ${maxWorkers}`, isWorkers);
  if (worker === false && workers !== undefined)
    throw errorAbout('bad_argument', 'options.workers', 'must be omitted if worker is false');
  if (entries.get('workerFactory') !== undefined && !(workers ?? worker))
    throw errorAbout('bad_argument', 'options.workerFactory', 'has no effect without worker or workers');
  return {
    device: checked(entries, 'device', "'wasm', 'webgpu' or 'auto'", (value) =>
      devices.includes(value as DeviceChoice),
    ),
    gpuDevice: checked(entries, 'gpuDevice', 'a GPUDevice', isGpuDevice),
    workers: workers ?? (worker ? 1 : undefined),
    given: givenModules(entries, (url) => fetcher.absolute(url)),
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

/** Copies the list, since the caller may change it meanwhile. */
function preloadOf(entries: Entries): readonly ModuleId[] {
  const field = 'options.preload';
  const what = `a list of ${oneOf(ids)}`;
  return guarded({ code: 'bad_argument', field, what }, () => {
    const given = entries.get('preload');
    const value = given === undefined ? usual : given;
    const list = Array.isArray(value) && value.length <= ids.length ? (Array.from(value) as ModuleId[]) : undefined;
    if (list?.every((id) => ids.includes(id))) return list;
    throw mustBe('bad_argument', field, what, value);
  });
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
  throw mustBe('bad_argument', field, what, value);
}
