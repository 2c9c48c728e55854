/** Windows that the graphics card computes and paints itself, as long as it is there and does what it should. */
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
  /** Gives the table to the painter, and lets the one before it go. */
  show(): void;
};
interface Studio {
  readonly device: GPUDevice;
  readonly painter: Painter<GPUBuffer>;
}

export class GraphicsCard {
  /** false from the moment that there was no device, or that one failed; then the page does without. */
  readonly usable = signal(true);
  #studio: Studio | undefined;
  #shown: GPUBuffer | undefined;

  constructor(readonly pe: Posenc) {}

  /** Rejects where `usable` has become false meanwhile. */
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
      // What is asked of a lost device may never be answered.
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

  /** Lets the table go that was shown last. */
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
      event.preventDefault(); // the console need not hear of it
      fail();
    });
    return painter;
  }
}
