/**
 * The matrix of the picture as CSV, NPY or safetensors. Tables are streamed block by block, so a file may contain far
 * more positions than the picture.
 */
import type { DType, EncodingSpec, Matrix, Positions, TableBlock } from '../../lib/types/posenc.js';
import type { Context } from './context.js';
import type { Places } from '../places.js';
import type { Picture } from '../state.js';
import { button, option } from '../kit/elements.js';
import { fill, freshId, h, html } from '../kit/html.js';
import { failureOf } from '../kit/errors.js';
import { job } from '../kit/job.js';
import type { FileType } from '../widgets/table-sink.js';
import { largestInMemory, chunksOf, fileTypes, filled, memorySink, pour } from '../widgets/table-sink.js';

/** The current picture; `exact` is the float64 matrix if available. */
export interface FileSource {
  readonly picture: Picture;
  readonly name: string;
  readonly spec: EncodingSpec;
  readonly matrix: Matrix;
  readonly places: Places;
}

export function tableFiles(ctx: Context, source: () => FileSource | undefined): HTMLElement {
  const [dtypeId, rowsId] = [freshId('dtype'), freshId('rows')];
  const types = ['f32', 'f64'].map((type) => option([type, `float${type.slice(1)}`]));
  const dtype = h('select', { id: dtypeId }, types);
  const counted = { type: 'number', min: 1, step: 1, class: 'number-box', placeholder: 'as shown' };
  const rows = h('input', { id: rowsId, ...counted });
  const work = job('Writing the file');
  const fault = h('p', { class: 'field-error', role: 'alert' });
  const buttons = Object.entries(fileTypes).map(([type, label]) => button(label, () => write(type as FileType)));
  return html`<div class="files flow" role="group" aria-label="Numbers as a file">
    <strong>The numbers</strong>${buttons}<label for=${dtypeId}>type ${dtype}</label>
    <label for=${rowsId}>positions ${rows}</label>${fault}${work.element}
  </div>`;

  function write(type: FileType): void {
    const from = source();
    if (from === undefined) return;
    fill(fault);
    work.run(
      (signal, onProgress) => {
        const sink = memorySink(`${from.name}.${type}`, type);
        return filled(sink, () => pour(serialise(type, from, signal, onProgress), sink, signal));
      },
      () => undefined,
      (error) => fill(fault, failureOf(error).message),
    );
  }

  function serialise(
    type: FileType,
    from: FileSource,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): AsyncIterable<Uint8Array> {
    let meta: { rows: number; dtype: DType };
    let blocks: AsyncIterable<TableBlock> | Iterable<TableBlock>;
    if (from.picture === 'table') {
      const count = rows.value === '' ? from.matrix.rows : Number(rows.value);
      const bytes = count * from.matrix.cols * (dtype.value === 'f32' ? 4 : 8);
      if (bytes > largestInMemory) {
        throw new Error(
          `${count} positions are ${bytes} bytes; a file from this page has at most ${largestInMemory}. The library and the command line write larger ones.`,
        );
      }
      meta = { rows: count, dtype: dtype.value as DType };
      blocks = ctx.pe.tableBlocks(from.spec, more(from.places, count), { dtype: meta.dtype, signal, onProgress });
    } else {
      const { matrix } = from;
      const exact =
        matrix.data instanceof Float64Array && dtype.value === 'f32' ? Float32Array.from(matrix.data) : matrix.data;
      meta = { rows: matrix.rows, dtype: exact instanceof Float32Array ? 'f32' : 'f64' };
      blocks = [{ data: exact, rows: matrix.rows, cols: matrix.cols, firstRow: 0 }];
    }
    return chunksOf(type, meta, blocks, from.spec);
  }
}

/** The same positions with another count; only sequences can be extended. */
function more({ positions, count: shown }: Places, count: number): Positions {
  if (count === shown) return positions;
  if (typeof positions === 'number') return count;
  if (typeof positions === 'object' && 'start' in positions) return { ...positions, count };
  throw new Error(`These positions are ${shown} cells of a grid; leave “positions” empty to write them all.`);
}
