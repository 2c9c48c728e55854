/**
 * Rows of a table from the GPU, a part at a time. Nothing is delivered that was not verified: each part has its check
 * word, and one of its rows, drawn at random, is compared with the module's.
 */
import type { Floats } from '../arrays.js';
import type { Backend, Control, OnPositions } from '../calls.js';
import { throwIfAborted } from '../options.js';
import { partOf } from '../positions.js';
import type { Device } from './device.js';
import type { Lanes } from './lanes.js';
import { compare } from './probe.js';
import type { Session } from './session.js';
import { TableOnDevice } from './table.js';

/** One table, on whichever device the session has. */
export class TableJob {
  #on: TableOnDevice | undefined;

  constructor(
    readonly session: Session,
    readonly request: OnPositions,
    readonly lanes: Lanes,
  ) {}

  /** Fills `data`, a whole number of rows, with rows firstRow, …; rejects with GpuFailure when two devices failed. */
  async fill(data: Floats, firstRow: number, control: Control, progress: (row: number) => void): Promise<void> {
    const { width } = this.lanes;
    const rows = data.length / width;
    for (let row = 0; row < rows;) {
      throwIfAborted(control.signal);
      row += await this.session.on(async (device) => {
        const table = this.#table(device);
        const part = table.rows(rows - row);
        const target = data.subarray(row * width, (row + part) * width);
        await table.read(firstRow + row, target, control.signal);
        await this.#verify(firstRow + row, target);
        return part;
      });
      progress(firstRow + row);
    }
  }

  dispose(): void {
    this.#on?.dispose();
    this.#on = undefined;
  }

  async #verify(firstRow: number, part: Floats): Promise<void> {
    const { width, tolerance } = this.lanes;
    const row = Math.floor(Math.random() * (part.length / width));
    const expected = await rowsOf(this.session.inner, this.request, firstRow + row, 1);
    compare(part.subarray(row * width, (row + 1) * width), expected, tolerance);
  }

  #table(device: Device): TableOnDevice {
    if (this.#on?.device !== device) {
      this.dispose();
      this.#on = new TableOnDevice(device, this.lanes);
    }
    return this.#on!;
  }
}

/** The module's float32 rows first, first + 1, … of a table. */
export async function rowsOf(
  inner: Backend,
  { spec, positions }: OnPositions,
  first: number,
  count: number,
): Promise<Floats> {
  return (await inner.run('table', { spec, positions: partOf(positions, first, count), dtype: 'f32' }, {})).data;
}
