/** Table windows that are computed and painted on the GPU while it works. */
import { signal } from '@preact/signals-core';
import type { DistantMatrix } from '../../lib/charts/core/matrix-cells.js';
import type { ColourMap } from '../../lib/charts/heatmap/colour-maps.js';
import type { Painter } from '../../lib/charts/heatmap/painter.js';
import { webgpuPainter } from '../../lib/charts/heatmap/webgpu.js';
import { rangeOnGpu } from '../../lib/charts/heatmap/webgpu-range.js';
import type { CallOptions, ComputedBy, EncodingSpec, Positions } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import { isAbort } from '../kit/errors.js';

type Picture = Pick<DistantMatrix, 'rows' | 'cols' | 'range' | 'painter'> & {
  readonly backend: ComputedBy;
  /** Passes the table to the painter and releases the previous one. */
  show(): void;
};
interface Studio {
  readonly device: GPUDevice;
  readonly painter: Painter<GPUBuffer>;
}

export class GraphicsCard {
  /** Becomes false if no device is available or one fails; the page then uses the CPU. */
  readonly usable = signal(true);
  #studio: Studio | undefined;
  #shown: GPUBuffer | undefined;

  constructor(readonly pe: Posenc) {}

  /** Rejects if `usable` has become false meanwhile. */
  async make(
    spec: EncodingSpec,
    positions: Positions,
    kind: ColourMap['kind'],
    control: CallOptions & { readonly signal: AbortSignal },
  ): Promise<Picture> {
    let buffer: GPUBuffer | undefined;
    try {
      const table = await this.pe.tableOnGpu<GPUDevice>(spec, positions, control);
      ({ buffer } = table);
      const { device, rows, cols, backend } = table;
      const work = Promise.all([this.#painterOn(device), rangeOnGpu(device, buffer, rows * cols, kind)]);
      // Requests to a lost device may never settle.
      const lost = device.lost.then(({ message }) => Promise.reject(new Error(message)));
      const [painter, range] = await Promise.race([work, lost]);
      control.signal.throwIfAborted();
      return { rows, cols, range, painter, backend, show: () => this.#show(painter, table) };
    } catch (error) {
      buffer?.destroy();
      if (!isAbort(error)) this.usable.value = false;
      throw error;
    }
  }

  /** Releases the table that was shown last. */
  forget(): void {
    this.#shown?.destroy();
    this.#shown = undefined;
  }

  #show(painter: Painter<GPUBuffer>, { buffer, rows, cols }: { buffer: GPUBuffer; rows: number; cols: number }): void {
    painter.setTable(buffer, rows, cols);
    this.forget();
    this.#shown = buffer;
  }

  async #painterOn(device: GPUDevice): Promise<Painter<GPUBuffer>> {
    if (this.#studio?.device === device) return this.#studio.painter;
    const painter = await webgpuPainter(device);
    this.#studio = { device, painter };
    const fail = (): void => {
      if (this.#studio?.device === device) this.usable.value = false;
    };
    void device.lost.then(fail);
    device.addEventListener('uncapturederror', (event) => {
      event.preventDefault(); // keeps it out of the console
      fail();
    });
    return painter;
  }
}
