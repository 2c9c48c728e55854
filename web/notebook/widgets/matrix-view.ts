/** A matrix as a heat map with its colours, the reading under it and its files. */
import type { Cell, CellLine, Heatmap, Range } from './charts/index.js';
import { colourLegend, colourMaps, heatmap, maxSide, pngBlob, valueRange } from './charts/index.js';
import { csvBytes, npyBytes } from 'posenc';
import type { Matrix } from '../../lib/types/posenc.js';
import { say } from '../say.js';
import { fill, h } from './dom.js';
import { datum } from './format.js';
import { mapPicture } from './map-picture.js';
import { saveBlob } from './save.js';
import { toolbar } from './section.js';

export interface MatrixData {
  readonly matrix: Matrix<Float64Array>;
  readonly rowTitle: string;
  readonly colTitle: string;
  readonly rowLabel?: (row: number) => string;
  readonly colLabel?: (col: number) => string;
}
export interface MatrixViewOptions {
  readonly name: string;
  readonly file: () => string;
  readonly height: number;
  readonly onChoose?: (cell: Cell) => void;
  /** What is said of a cell, beside its row, column and value. */
  readonly more?: (cell: Cell) => string;
}
export interface MatrixView {
  readonly element: HTMLElement;
  show(data: MatrixData): void;
  mark(lines: readonly CellLine[]): void;
}

const legendWidth = 200;
/** On a phone a map is about as high as it is wide. */
const narrowest = 0.9;

export function matrixView(options: MatrixViewOptions): MatrixView {
  const { name, file, height, onChoose } = options;
  const [diverging, sequential] = ['rdbu', 'viridis'].map((id) => colourMaps.find((map) => map.id === id));
  if (!diverging || !sequential) throw new Error('a colour map is missing');
  const reading = h('output', { class: 'reading cell-reading', 'aria-live': 'polite' });
  const legend = h('div', { class: 'legend-place' });
  const tooLarge = h('p', { class: 'calm', hidden: true });
  let data: MatrixData | undefined;
  const map: Heatmap = heatmap({
    label: `Heat map of ${name}. Arrow keys move the reading, plus and minus zoom, 0 shows all${onChoose ? ', Enter chooses' : ''}.`,
    height: Math.min(height, Math.round(document.documentElement.clientWidth * narrowest)),
    colours: diverging,
    onCell: read,
    ...(onChoose ? { onChoose } : {}),
  });
  const bytes = async (write: (matrix: Matrix) => Promise<Uint8Array>, type: string): Promise<void> => {
    if (data) saveBlob(new Blob([(await write(data.matrix)) as Uint8Array<ArrayBuffer>]), `${file()}.${type}`);
  };
  return {
    element: h(
      'div',
      { class: 'matrix-view' },
      map.element,
      tooLarge,
      h(
        'div',
        { class: 'figure-foot' },
        h('div', { class: 'matrix-reading' }, legend, reading),
        toolbar(
          `${name} as a file`,
          [
            {
              label: 'PNG',
              hint: 'what is visible, with axes and legend',
              run: async () =>
                saveBlob(
                  await pngBlob(await mapPicture(map, legend.querySelector('svg') ?? undefined)),
                  `${file()}.png`,
                ),
            },
            { label: 'NPY', run: () => bytes(npyBytes, 'npy') },
            { label: 'CSV', run: () => bytes(csvBytes, 'csv') },
          ],
          say,
        ),
      ),
    ),
    show(next) {
      data = next;
      const { matrix } = next;
      const large = matrix.rows > maxSide || matrix.cols > maxSide || matrix.data.length === 0;
      map.element.hidden = legend.hidden = large;
      tooLarge.hidden = !large;
      tooLarge.textContent = `${matrix.rows} × ${matrix.cols} numbers: the picture shows at most ${maxSide} a side. The files have all of them.`;
      if (large) return;
      const range: Range = valueRange(matrix.data, 'sequential');
      const colours = range.lo < 0 ? diverging : sequential;
      map.setColours(colours);
      map.update({
        data: Float32Array.from(matrix.data),
        rows: matrix.rows,
        cols: matrix.cols,
        rowTitle: next.rowTitle,
        colTitle: next.colTitle,
        rowLabel: next.rowLabel ?? String,
        colLabel: next.colLabel ?? String,
      });
      fill(legend, colourLegend(colours, map.range, legendWidth));
    },
    mark: (lines) => map.mark(lines),
  };

  function read(cell: Cell | undefined): void {
    if (data === undefined) return;
    const { matrix, rowTitle, colTitle, rowLabel = String, colLabel = String } = data;
    if (cell === undefined) {
      fill(reading, `${matrix.rows} × ${matrix.cols}`);
      return;
    }
    const more = options.more?.(cell);
    fill(
      reading,
      `${rowTitle} ${rowLabel(cell.row)}, ${colTitle} ${colLabel(cell.col)}: `,
      datum(matrix.data[cell.row * matrix.cols + cell.col] as number),
      more ? `, ${more}` : '',
    );
  }
}
