/** Buffers for the parts of a program's rows, as large as the largest part so far, and reused. */
import type { Device } from './device.js';
import { usage } from './flags.js';

/** Buffers for parts up to some size. */
interface Sized {
  readonly words: number;
  readonly out: GPUBuffer;
  readonly staging: GPUBuffer;
}

export class PartBuffers {
  /** For this part and for the next one, alternating. */
  #sized: [Sized | undefined, Sized | undefined] = [undefined, undefined];
  #perRow: { readonly bytes: number; readonly buffer: GPUBuffer } | undefined;

  constructor(readonly device: Device) {}

  /** Buffers for the output of a part, and for its words and check word. The previous part has others. */
  async forWords(words: number, signal: AbortSignal | undefined): Promise<Sized> {
    const [now, next] = this.#sized;
    this.#sized = [next, now];
    if (next && next.words >= words) return next;
    this.#sized[0] = undefined;
    destroyed(next);
    const out = await this.device.buffer(4 * words, usage.storage | usage.copySource, signal);
    const staging = await this.device
      .buffer(4 * words + 4, usage.mapRead | usage.copyTarget, signal)
      .catch((thrown: unknown) => {
        out.destroy();
        throw thrown;
      });
    return (this.#sized[0] = { words, out, staging });
  }

  /** Buffer for the per-row input of a part, if it is uploaded. */
  async forRows(bytes: number): Promise<GPUBuffer> {
    if (this.#perRow && this.#perRow.bytes >= bytes) return this.#perRow.buffer;
    this.#perRow?.buffer.destroy();
    this.#perRow = undefined;
    const buffer = await this.device.buffer(bytes, usage.storage | usage.copyTarget);
    this.#perRow = { bytes, buffer };
    return buffer;
  }

  /** Destroys all of them; later calls create new ones. */
  forget(): void {
    this.#sized.forEach(destroyed);
    this.#sized = [undefined, undefined];
    this.#perRow?.buffer.destroy();
    this.#perRow = undefined;
  }
}

function destroyed(sized: Sized | undefined): void {
  sized?.out.destroy();
  sized?.staging.destroy();
}
