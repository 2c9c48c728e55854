/**
 * Rows of a result from the GPU, in parts. Each part is verified in two ways: the check word confirms that all of it
 * arrived as written, and some rows are compared with the module's (sample.ts).
 */
import type { Floats } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { throwIfAborted } from '../checks/options.js';
import type { Device } from './device.js';
import type { VerifiedProgram } from './method.js';
import { RowsOnDevice, type Underway } from './rows-on-device.js';
import { rowsBy } from './sample.js';
import type { DeviceHost } from './device-host.js';

/** One call, on the host's current device. While a part is copied and checked, the GPU computes the next one. */
export class VerifiedRows {
  #on: RowsOnDevice | undefined;
  #next: Underway | undefined;

  constructor(
    readonly host: DeviceHost,
    readonly verified: VerifiedProgram,
  ) {}

  /** Fills `data`, a whole number of rows, with rows firstRow, …; rejects with GpuFailure after two devices failed. */
  async fill(data: Floats, firstRow: number, { signal }: Control, progress: (row: number) => void): Promise<void> {
    const rows = data.length / this.verified.program.width;
    try {
      for (let row = 0; row < rows;) {
        throwIfAborted(signal);
        row += await this.host.onFreshDevice((device) => this.#part(this.#for(device), data, firstRow, row, signal));
        progress(firstRow + row);
      }
    } catch (thrown) {
      this.dispose();
      throw thrown;
    }
  }

  dispose(): void {
    this.#on?.dispose();
    this.#on = undefined;
    this.#next = undefined;
  }

  /** Fills rows of `data` from `row` on, and returns their number. */
  async #part(
    on: RowsOnDevice,
    data: Floats,
    firstRow: number,
    row: number,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const { width } = this.verified.program;
    const start = (from: number): Promise<Underway> => {
      const left = data.length / width - from;
      return on.start(firstRow + from, on.rows(left), signal);
    };
    const part = this.#next ?? (await start(row));
    this.#next = undefined;
    await on.arrived(part);
    const end = row + part.rows;
    if (end * width < data.length) this.#next = await start(end);
    const target = data.subarray(row * width, end * width);
    const word = on.deliver(part, target);
    for (const some of rowsBy(word, part.rows))
      await this.verified.verify(firstRow + row + some, target.subarray(some * width, (some + 1) * width));
    return part.rows;
  }

  #for(device: Device): RowsOnDevice {
    if (this.#on?.device !== device) {
      this.dispose();
      this.#on = new RowsOnDevice(device, this.verified.program);
    }
    return this.#on!;
  }
}
