/**
 * One GPU device, with submits that cannot hang or fail silently.
 *
 * A lost device raises no errors and leaves promises pending, so every wait is raced with `device.lost`. WebGPU reports
 * errors only in error scopes, so every submit is inside three of them.
 */
import { reason } from '../checks/errors.js';
import { GpuFailure, scopeFailure } from './failure.js';
import { mapForReading, usage } from './flags.js';
import { Pace } from './pace.js';

/** A device without a response for this long does not recover. */
const patienceMs = 30_000;
export class Device {
  readonly pace = new Pace();
  readonly #lost: Promise<never>;
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();
  #alive = true;

  /** @param own created here, so dispose() destroys it; otherwise the caller's */
  constructor(
    readonly gpu: GPUDevice,
    readonly own: boolean,
  ) {
    this.#lost = gpu.lost.then(({ reason: why, message }) => {
      this.#alive = false;
      throw new GpuFailure('lost', `the GPU device was lost (${why}): ${message}`);
    });
    this.#lost.catch(() => undefined);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Returns the result of `promise`. Rejects with GpuFailure if it rejects, or if the device is lost or times out;
   * rejects with the signal's reason on abort, even if aborted before.
   */
  race<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => reject(signal!.reason);
      if (signal?.aborted) onAbort();
      const late = setTimeout(
        () => reject(new GpuFailure('lost', `the GPU gave no answer in ${patienceMs} ms`)),
        patienceMs,
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      Promise.race([promise, this.#lost])
        .catch(rethrown)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(late);
          signal?.removeEventListener('abort', onAbort);
        });
    });
  }

  /**
   * Returns the result of `body` after checking that WebGPU reported no error. `body` must be synchronous. On abort,
   * the result is discarded.
   */
  async checked<T>(body: () => T, signal?: AbortSignal): Promise<T> {
    const { gpu } = this;
    if (!this.#alive) await this.#lost;
    const filters = ['validation', 'out-of-memory', 'internal'] as const;
    for (const filter of filters) gpu.pushErrorScope(filter);
    let made: { value: T } | { thrown: unknown };
    try {
      made = { value: body() };
    } catch (thrown) {
      made = { thrown }; // a RangeError for an absurd size, a TypeError for a broken device
    }
    const scopes = filters.map(() => gpu.popErrorScope());
    for (const error of await this.race(Promise.all(scopes), signal)) if (error) throw scopeFailure(error);
    if ('thrown' in made) throw new GpuFailure('invalid', reason(made.thrown), { cause: made.thrown });
    return made.value;
  }

  /** The compute pipeline of a shader, compiled once. */
  pipeline(code: string): Promise<GPUComputePipeline> {
    let pipeline = this.#pipelines.get(code);
    if (!pipeline) {
      pipeline = this.#compile(code);
      this.#pipelines.set(code, pipeline);
    }
    return pipeline;
  }

  /** A buffer that the caller destroys. */
  async buffer(size: number, usage: number, signal?: AbortSignal): Promise<GPUBuffer> {
    let buffer: GPUBuffer | undefined;
    try {
      return await this.checked(() => (buffer = this.gpu.createBuffer({ size, usage })), signal);
    } catch (thrown) {
      buffer?.destroy();
      throw thrown;
    }
  }

  /** Copies four bytes, twice: the first may finish just before the browser polls. */
  async measureLatency(): Promise<void> {
    const from = await this.buffer(4, usage.copySource);
    const to = await this.buffer(4, usage.mapRead | usage.copyTarget);
    let begin = 0;
    for (let time = 0; time < 2; time++) {
      begin = performance.now();
      await this.checked(() => {
        const encoder = this.gpu.createCommandEncoder();
        encoder.copyBufferToBuffer(from, 0, to, 0, 4);
        this.gpu.queue.submit([encoder.finish()]);
      });
      await this.race(to.mapAsync(mapForReading));
      to.unmap();
    }
    this.pace.latency = performance.now() - begin;
    for (const buffer of [from, to]) buffer.destroy();
  }

  dispose(): void {
    this.#alive = false;
    if (this.own) this.gpu.destroy();
  }

  async #compile(code: string): Promise<GPUComputePipeline> {
    let compiled: Promise<GPUComputePipeline> | undefined;
    await this.checked(() => {
      const module = this.gpu.createShaderModule({ code });
      compiled = this.gpu.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } });
      compiled.catch(() => undefined); // if the scopes report first
    });
    return this.race(compiled!);
  }
}

/** Converts any rejection of WebGPU to a GpuFailure: AbortError of a lost device, OperationError, GPUPipelineError. */
function rethrown(thrown: unknown): never {
  if (thrown instanceof GpuFailure) throw thrown;
  throw new GpuFailure('invalid', reason(thrown), { cause: thrown });
}

/** Requests a device from the environment, with the limits that every implementation guarantees. */
export async function openDevice(): Promise<Device> {
  const gpu = (globalThis.navigator as { gpu?: GPU } | undefined)?.gpu;
  if (!gpu) throw new GpuFailure('unavailable', 'this environment has no WebGPU');
  let adapter: GPUAdapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  } catch (cause) {
    throw new GpuFailure('unavailable', `no adapter: ${reason(cause)}`, { cause });
  }
  if (!adapter) throw new GpuFailure('unavailable', 'WebGPU has no adapter here');
  try {
    return new Device(await adapter.requestDevice({ label: 'posenc' }), true);
  } catch (cause) {
    throw new GpuFailure('unavailable', `no device: ${reason(cause)}`, { cause });
  }
}
