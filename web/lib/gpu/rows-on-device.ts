/** Runs a program on one device: writes parts of its rows to a buffer and reads them, checked, into an array. */
import type { Floats } from '../checks/arrays.js';
import type { Device } from './device.js';
import { GpuFailure } from './failure.js';
import { mapForReading, usage } from './flags.js';
import { PartBuffers } from './part-buffers.js';
import { bindings, commonParams, groupsFor, type Program, rowsOfGroups } from './programs/program.js';
import { addToCheck, newNonce } from './shaders/check.js';

/** Maximum size of one readback; large enough to hide the cost of a submit. */
const mostBytes = 32 * 2 ** 20;
/** Words that are copied and then checked while they are in the cache. */
const chunk = 1 << 14;
/** Alignment of buffer bindings that every device supports. */
const offsetUnit = 256;

/** Destination of a part of the rows. */
interface Target {
  readonly buffer: GPUBuffer;
  /** In bytes, a multiple of offsetUnit. */
  readonly offset: number;
  readonly size: number;
  /** Words from the offset to the part's first entry. */
  readonly base: number;
}
interface Ready {
  readonly pipeline: GPUComputePipeline;
  readonly params: GPUBuffer;
  readonly check: GPUBuffer;
  readonly inputs: readonly GPUBuffer[];
}

/** A part in progress on the GPU. */
export interface Underway {
  readonly rows: number;
  readonly words: number;
  readonly nonce: number;
  readonly staging: GPUBuffer;
  /** Time of the submit. */
  readonly begin: number;
  readonly mapped: Promise<undefined>;
}

export class RowsOnDevice {
  #ready: Ready | undefined;
  readonly #buffers: PartBuffers;

  constructor(
    readonly device: Device,
    readonly program: Program,
  ) {
    this.#buffers = new PartBuffers(device);
  }

  /** Number of rows of the largest part that one submit may have now, at least 1. */
  rows(left: number, bytes = mostBytes): number {
    const { kind, width, tileRows = 1, work = 1 } = this.program;
    const { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension } = this.device.gpu.limits;
    const words = Math.min(bytes, maxBufferSize - offsetUnit, maxStorageBufferBindingSize - offsetUnit) / 4;
    const rows = Math.min(
      Math.floor(words / width),
      Math.floor(this.device.pace.entries(kind) / (width * work)),
      rowsOfGroups(this.program, maxComputeWorkgroupsPerDimension),
      left,
    );
    // whole tiles, because a partial tile takes as long
    return Math.min(Math.max(rows - (rows % tileRows), tileRows), left);
  }

  /** Reads rows first, first + 1, … into `target`, whose length is a multiple of the row length. */
  async read(first: number, target: Floats): Promise<void> {
    const part = await this.start(first, target.length / this.program.width);
    await this.arrived(part);
    this.deliver(part, target);
  }

  /** Starts rows first, first + 1, … while the previous part is copied and checked. Up to two can be in progress. */
  async start(first: number, rows: number, signal?: AbortSignal): Promise<Underway> {
    const words = rows * this.program.width;
    const nonce = newNonce();
    const ready = await this.#prepare(signal);
    const { out, staging } = await this.#buffers.forWords(words, signal);
    const begin = performance.now();
    try {
      const to = { buffer: out, offset: 0, size: 4 * words, base: 0 };
      const then = (encoder: GPUCommandEncoder): void => {
        encoder.copyBufferToBuffer(out, 0, staging, 0, 4 * words);
        encoder.copyBufferToBuffer(ready.check, 0, staging, 4 * words, 4);
      };
      await this.#submit(ready, to, first, rows, nonce, then, signal);
    } catch (thrown) {
      this.#buffers.forget(); // it may still be in use
      throw thrown;
    }
    const mapped = this.device.race(staging.mapAsync(mapForReading, 0, 4 * words + 4), signal);
    mapped.catch(() => undefined); // handled by arrived()
    return { rows, words, nonce, staging, begin, mapped };
  }

  /** Resolves when the GPU has finished a part. */
  async arrived({ mapped, words, begin }: Underway): Promise<void> {
    try {
      await mapped;
    } catch (thrown) {
      this.#buffers.forget();
      throw thrown;
    }
    this.#timed(words, begin);
  }

  /** Copies a part into `target` and returns its check word; throws GpuFailure if it does not match. */
  deliver({ staging, nonce }: Underway, target: Floats): number {
    try {
      return copyChecked(staging, target, nonce);
    } finally {
      staging.unmap();
    }
  }

  /** Writes all rows into a buffer that stays on the device; `done` is called after every part. */
  async fill(
    buffer: GPUBuffer,
    done: (row: number, rows: number) => Promise<void> | void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { rows, width } = this.program;
    for (let row = 0; row < rows;) {
      const part = this.rows(rows - row, Infinity);
      const begin = 4 * row * width;
      const offset = begin - (begin % offsetUnit);
      const size = begin + 4 * part * width - offset;
      await this.#write(row, part, { buffer, offset, size, base: (begin - offset) / 4 }, signal);
      await done(row, part);
      row += part;
    }
  }

  async #write(first: number, rows: number, to: Target, signal: AbortSignal | undefined): Promise<void> {
    const ready = await this.#prepare(signal);
    const begin = performance.now();
    await this.#submit(ready, to, first, rows, newNonce(), () => undefined, signal);
    await this.device.race(this.device.gpu.queue.onSubmittedWorkDone(), signal);
    this.#timed(rows * this.program.width, begin);
  }

  #timed(words: number, begin: number): void {
    const { kind, work = 1 } = this.program;
    this.device.pace.timed(kind, words * work, performance.now() - begin);
  }

  dispose(): void {
    this.#buffers.forget();
    const { params, check, inputs = [] } = this.#ready ?? {};
    for (const buffer of [params, check, ...inputs]) buffer?.destroy();
    this.#ready = undefined;
  }

  async #submit(
    { pipeline, params, check, inputs }: Ready,
    to: Target,
    first: number,
    rows: number,
    nonce: number,
    then: (encoder: GPUCommandEncoder) => void,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { device, program } = this;
    const { gpu } = device;
    const { width, columns, perRow } = program;
    const rowInput = perRow && (await this.#rowInput(perRow, to, rows));
    const values = { rows, columns, width, base: to.base, first, nonce };
    await device.checked(() => {
      gpu.queue.writeBuffer(params, 0, Uint32Array.of(...commonParams.map((name) => values[name]), ...program.params));
      gpu.queue.writeBuffer(check, 0, Uint32Array.of(nonce));
      if (rowInput && perRow instanceof Uint32Array) {
        const words = perRow.subarray(first * width, (first + rows) * width);
        gpu.queue.writeBuffer(rowInput.buffer, 4 * to.base, words as Uint32Array<ArrayBuffer>);
      }
      const entry = (binding: number, resource: GPUBufferBinding) => ({ binding, resource });
      const { buffer, offset, size } = to;
      const group = gpu.createBindGroup({
        layout: pipeline.getBindGroupLayout(0),
        entries: [
          entry(bindings.params, { buffer: params }),
          entry(bindings.out, { buffer, offset, size }),
          entry(bindings.check, { buffer: check }),
          ...inputs.map((input, i) => entry(bindings.input + i, { buffer: input })),
          ...(rowInput ? [entry(bindings.input + inputs.length, rowInput)] : []),
        ],
      });
      const encoder = gpu.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(groupsFor(program, rows));
      pass.end();
      then(encoder);
      gpu.queue.submit([encoder.finish()]);
    }, signal);
  }

  async #prepare(signal: AbortSignal | undefined): Promise<Ready> {
    if (this.#ready) return this.#ready;
    const { device, program } = this;
    const { storage, copyTarget, copySource, uniform } = usage;
    const made: GPUBuffer[] = [];
    const buffer = async (size: number, flags: number): Promise<GPUBuffer> => {
      made.push(await device.buffer(size, flags | copyTarget, signal));
      return made.at(-1)!;
    };
    try {
      const pipeline = await device.pipeline(program.code);
      const inputs = [];
      for (const words of program.inputs) {
        const input = await buffer(words.byteLength, storage);
        await device.checked(() => device.gpu.queue.writeBuffer(input, 0, words as Uint32Array<ArrayBuffer>));
        inputs.push(input);
      }
      if (program.made) {
        inputs.push(await buffer(4 * program.made.rows * program.made.width, storage));
        await filled(device, program.made, inputs.at(-1)!);
      }
      const params = await buffer(4 * (commonParams.length + program.params.length), uniform);
      this.#ready = { pipeline, params, check: await buffer(4, storage | copySource), inputs };
      return this.#ready;
    } catch (thrown) {
      for (const one of made) one.destroy();
      throw thrown;
    }
  }

  /** The per-row input of a part: uploaded, or the window of an existing buffer that matches the result's. */
  async #rowInput(given: Uint32Array | GPUBuffer, { offset, base }: Target, rows: number): Promise<GPUBufferBinding> {
    const size = 4 * (base + rows * this.program.width);
    return given instanceof Uint32Array
      ? { buffer: await this.#buffers.forRows(size), size }
      : { buffer: given, offset, size };
  }
}

async function filled(device: Device, program: Program, buffer: GPUBuffer): Promise<void> {
  const rows = new RowsOnDevice(device, program);
  try {
    await rows.fill(buffer, () => undefined);
  } finally {
    rows.dispose();
  }
}

/** Copies mapped bytes into the array, and returns the sum of the copied words. */
function copyChecked(staging: GPUBuffer, target: Floats, nonce: number): number {
  const mapped = new Uint32Array(staging.getMappedRange(0, 4 * target.length + 4));
  const words = new Uint32Array(target.buffer as ArrayBuffer, target.byteOffset, target.length);
  let sum = nonce | 0;
  for (let i = 0; i < words.length; i += chunk) {
    const part = words.subarray(i, i + chunk);
    part.set(mapped.subarray(i, i + part.length));
    sum = addToCheck(sum, part, i, nonce);
  }
  if (sum === (mapped[words.length]! | 0)) return sum;
  throw new GpuFailure('wrong', 'a block from the GPU does not have its check word');
}
