/** A matrix as a heat map with a reading. */
import type { CellLine } from '../../lib/charts/index.js';
import { maxSide } from '../../lib/charts/heatmap/painter.js';
import type { Matrix } from '../../lib/types/posenc.js';
import type { Axes, Cell } from './cell-map.js';
import { cellMap } from './cell-map.js';
import { fill, h } from '../kit/dom.js';
import { datum } from './format.js';
import { saveMatrix } from './save-matrix.js';
import { toolbar } from './section.js';

interface MatrixData extends Axes {
  readonly matrix: Matrix<Float64Array>;
}
interface MatrixViewOptions {
  readonly name: string | (() => string);
  readonly file: () => string;
  readonly height: number;
  readonly onChoose?: (cell: Cell) => void;
  /** Text of a cell in addition to row, column and value. */
  readonly more?: (cell: Cell) => { readonly name: string; readonly value: string } | undefined;
}

export function matrixView({ name, file, height, onChoose, more }: MatrixViewOptions) {
  const what = (): string => (typeof name === 'string' ? name : name());
  const label = (): string => `Heat map of ${what()}`;
  const reading = h('p', { class: 'reading cell-reading' });
  let data: MatrixData | undefined;
  const said = (cell: Cell) => [more?.(cell)].filter((one) => one !== undefined);
  const map = cellMap({
    label: label(),
    height,
    onCell: read,
    onChoose,
    more: (row, col) => said({ row, col }),
  });
  const save = (type: 'npy' | 'csv') => (): void | Promise<void> => data && saveMatrix(data.matrix, type, file());
  const size = h('p', { class: 'calm' });
  const files = (['npy', 'csv'] as const).map((type) => ({ label: type.toUpperCase(), run: save(type) }));
  const tooLarge = h('div', { hidden: true }, size, toolbar(`${what()} as a file`, files));
  return {
    element: h('div', { class: 'stack' }, map.element, tooLarge, reading),
    show(next: MatrixData): void {
      data = next;
      const { matrix } = next;
      const large = matrix.rows > maxSide || matrix.cols > maxSide || matrix.data.length === 0;
      map.element.hidden = reading.hidden = large;
      tooLarge.hidden = !large;
      size.textContent = `${matrix.rows} × ${matrix.cols} numbers: the picture shows at most ${maxSide} a side. The files have all of them.`;
      if (!large) map.show(matrix, next, { file: file(), label: label() });
    },
    mark: (lines: readonly CellLine[]) => map.update({ lines }),
  };

  function read(cell: Cell | undefined): void {
    if (data === undefined) return;
    const { matrix, rowTitle, colTitle, rowLabel = String, colLabel = String } = data;
    if (cell === undefined) return fill(reading, `${matrix.rows} × ${matrix.cols} cells. Point at one to read it.`);
    fill(
      reading,
      `${rowTitle} ${rowLabel(cell.row)}, ${colTitle} ${colLabel(cell.col)}: `,
      datum(matrix.data[cell.row * matrix.cols + cell.col]!),
      ...said(cell).map((one) => `, ${one.name} ${one.value}`),
    );
  }
}
