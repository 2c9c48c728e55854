/**
 * A table on one device: parts of its rows into a buffer, and from there, checked, into an array.
 */
import type { Floats } from '../arrays.js';
import { Device, rethrown } from './device.js';
import { GpuFailure } from './failure.js';
import { mapForReading, usage } from './flags.js';
import type { Lanes } from './lanes.js';
import { addToCheck, newNonce } from './shaders/check.js';
import { groupSize, rowsEach, tableBindings, tableParams, tableShader } from './shaders/table.js';

const kind = 'table';
/** The most of a table that is read back at once: enough to hide what a submit costs. */
const mostBytes = 32 * 2 ** 20;
/** Words that are copied and then checked while they are in the cache. */
const chunk = 1 << 14;

/** Where a part of the rows goes. */
interface Target {
  readonly buffer: GPUBuffer;
  /** In bytes; a multiple of `offsetUnit`. */
  readonly offset: number;
  readonly size: number;
  /** Words from there to the part's first entry. */
  readonly base: number;
}
interface Ready {
  readonly pipeline: GPUComputePipeline;
  readonly params: GPUBuffer;
  readonly lanes: GPUBuffer;
  readonly check: GPUBuffer;
  readonly list?: GPUBuffer;
}
interface Readable {
  readonly bytes: number;
  readonly out: GPUBuffer;
  readonly staging: GPUBuffer;
}

export class TableOnDevice {
  #ready: Ready | undefined;
  #readable: Readable | undefined;

  constructor(
    readonly device: Device,
    readonly lanes: Lanes,
  ) {}

  /** Rows of the largest part that one submit may have now, at least 1. */
  rows(left: number, bytes = mostBytes): number {
    const { width } = this.lanes;
    const { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension } = this.device.gpu.limits;
    const words = Math.min(bytes, maxBufferSize - 256, maxStorageBufferBindingSize - 256) / 4;
    const threads = maxComputeWorkgroupsPerDimension * groupSize;
    const rows = Math.min(
      Math.floor(words / width),
      Math.floor(this.device.entries(kind) / width),
      Math.floor(threads / this.lanes.count) * rowsEach,
      left,
    );
    return Math.max(rows, 1);
  }

  /** Reads rows first, first + 1, … into `target`, which holds them exactly. */
  async read(first: number, target: Floats, signal?: AbortSignal): Promise<void> {
    const { device } = this;
    const rows = target.length / this.lanes.width;
    const bytes = 4 * target.length;
    const nonce = newNonce();
    const ready = await this.#prepare();
    const { out, staging } = await this.#readBack(bytes);
    const begin = performance.now();
    const to = { buffer: out, offset: 0, size: bytes, base: 0 };
    try {
      await this.#submit(ready, to, first, rows, nonce, (encoder) => {
        encoder.copyBufferToBuffer(out, 0, staging, 0, bytes);
        encoder.copyBufferToBuffer(ready.check, 0, staging, bytes, 4);
      });
      await device.race(staging.mapAsync(mapForReading, 0, bytes + 4), signal).catch((thrown: unknown) => {
        if (signal?.aborted && thrown === signal.reason) throw thrown;
        rethrown(thrown);
      });
    } catch (thrown) {
      this.#forgetReadable(); // it may still be in use
      throw thrown;
    }
    device.took(kind, target.length, performance.now() - begin);
    try {
      this.#copy(staging, target, nonce);
    } finally {
      staging.unmap();
    }
  }

  /** Writes rows into a buffer that stays on the device. */
  async write(first: number, rows: number, to: Target): Promise<void> {
    const ready = await this.#prepare();
    const begin = performance.now();
    await this.#submit(ready, to, first, rows, newNonce(), () => undefined);
    await this.device.race(this.device.gpu.queue.onSubmittedWorkDone()).catch(rethrown);
    this.device.took(kind, rows * this.lanes.width, performance.now() - begin);
  }

  dispose(): void {
    this.#forgetReadable();
    const { params, lanes, check, list } = this.#ready ?? {};
    for (const buffer of [params, lanes, check, list]) buffer?.destroy();
    this.#ready = undefined;
  }

  async #submit(
    { pipeline, ...buffers }: Ready,
    to: Target,
    first: number,
    rows: number,
    nonce: number,
    then: (encoder: GPUCommandEncoder) => void,
  ): Promise<void> {
    const { device, lanes } = this;
    const { gpu } = device;
    const values = { rows, width: lanes.width, lanes: lanes.count, base: to.base, first, nonce };
    const groups = Math.ceil((Math.ceil(rows / rowsEach) * lanes.count) / groupSize);
    await device.checked(() => {
      gpu.queue.writeBuffer(
        buffers.params,
        0,
        Uint32Array.from(tableParams, (name) => values[name]),
      );
      gpu.queue.writeBuffer(buffers.check, 0, Uint32Array.of(nonce));
      const entry = (binding: number, buffer: GPUBuffer) => ({ binding, resource: { buffer } });
      const { offset, size } = to;
      const group = gpu.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: [
          entry(tableBindings.params, buffers.params),
          entry(tableBindings.lanes, buffers.lanes),
          { binding: tableBindings.out, resource: { buffer: to.buffer, offset, size } },
          entry(tableBindings.check, buffers.check),
          ...(buffers.list ? [entry(tableBindings.list, buffers.list)] : []),
        ],
      });
      const encoder = gpu.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(groups);
      pass.end();
      then(encoder);
      gpu.queue.submit([encoder.finish()]);
    });
  }

  /** Mapped bytes into the array, and the sum of what arrived there. */
  #copy(staging: GPUBuffer, target: Floats, nonce: number): void {
    const mapped = new Uint32Array(staging.getMappedRange(0, 4 * target.length + 4));
    const words = new Uint32Array(target.buffer as ArrayBuffer, target.byteOffset, target.length);
    let sum = nonce | 0;
    for (let i = 0; i < words.length; i += chunk) {
      const part = words.subarray(i, i + chunk);
      part.set(mapped.subarray(i, i + part.length));
      sum = addToCheck(sum, part, i, nonce);
    }
    if (sum !== (mapped[words.length]! | 0)) {
      throw new GpuFailure('wrong', 'a block from the GPU does not have its check word');
    }
  }

  async #prepare(): Promise<Ready> {
    if (this.#ready) return this.#ready;
    const { device, lanes } = this;
    const { storage, copyTarget, copySource, uniform } = usage;
    const made: GPUBuffer[] = [];
    const filled = async (size: number, flags: number, words?: Uint32Array): Promise<GPUBuffer> => {
      const buffer = await device.buffer(size, flags | copyTarget);
      made.push(buffer);
      if (words) await device.checked(() => device.gpu.queue.writeBuffer(buffer, 0, words as Uint32Array<ArrayBuffer>));
      return buffer;
    };
    try {
      this.#ready = {
        pipeline: await device.pipeline(tableShader(lanes.list !== undefined)),
        params: await filled(4 * tableParams.length, uniform),
        lanes: await filled(lanes.words.byteLength, storage, lanes.words),
        check: await filled(4, storage | copySource),
        ...(lanes.list && { list: await filled(lanes.list.byteLength, storage, lanes.list) }),
      };
      return this.#ready;
    } catch (thrown) {
      for (const buffer of made) buffer.destroy();
      throw thrown;
    }
  }

  async #readBack(bytes: number): Promise<Readable> {
    if (this.#readable && this.#readable.bytes >= bytes) return this.#readable;
    this.#forgetReadable();
    const out = await this.device.buffer(bytes, usage.storage | usage.copySource);
    const staging = await this.device.buffer(bytes + 4, usage.mapRead | usage.copyTarget).catch((thrown: unknown) => {
      out.destroy();
      throw thrown;
    });
    return (this.#readable = { bytes, out, staging });
  }

  #forgetReadable(): void {
    this.#readable?.out.destroy();
    this.#readable?.staging.destroy();
    this.#readable = undefined;
  }
}
