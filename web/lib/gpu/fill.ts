/**
 * Rows of a result from the GPU, a part at a time. Nothing is delivered that was not verified: each part has its check
 * word, and one of its rows, drawn at random, is compared with the module's.
 */
import type { Floats } from '../arrays.js';
import type { Control } from '../calls.js';
import { throwIfAborted } from '../options.js';
import type { Device } from './device.js';
import type { Plan } from './plans/plan.js';
import { RowsOnDevice } from './rows-on-device.js';
import type { Session } from './session.js';

/** One call, on whichever device the session has. */
export class RowsJob {
  #on: RowsOnDevice | undefined;

  constructor(
    readonly session: Session,
    readonly plan: Plan,
  ) {}

  /** Fills `data`, a whole number of rows, with rows firstRow, …; rejects with GpuFailure when two devices failed. */
  async fill(data: Floats, firstRow: number, control: Control, progress: (row: number) => void): Promise<void> {
    const { width } = this.plan.kernel;
    const rows = data.length / width;
    for (let row = 0; row < rows;) {
      throwIfAborted(control.signal);
      row += await this.session.on(async (device) => {
        const on = this.#for(device);
        const part = on.rows(rows - row);
        const target = data.subarray(row * width, (row + part) * width);
        await on.read(firstRow + row, target, control.signal);
        const some = Math.floor(Math.random() * part);
        await this.plan.verify(firstRow + row + some, target.subarray(some * width, (some + 1) * width));
        return part;
      });
      progress(firstRow + row);
    }
  }

  dispose(): void {
    this.#on?.dispose();
    this.#on = undefined;
  }

  #for(device: Device): RowsOnDevice {
    if (this.#on?.device !== device) {
      this.dispose();
      this.#on = new RowsOnDevice(device, this.plan.kernel);
    }
    return this.#on!;
  }
}
