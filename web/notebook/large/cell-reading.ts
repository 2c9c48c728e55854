/** Describes the cell under the cursor. If the table is on a GPU, its row is recomputed exactly. */
import type { EncodingSpec, Matrix } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import { fill, html } from '../kit/html.js';
import type { Cell } from '../widgets/cell-map.js';
import { failureOf } from '../kit/errors.js';
import { datum } from '../widgets/format.js';

interface TableView {
  readonly spec: EncodingSpec;
  /** Position of the first row. */
  readonly first: number;
  /** undefined if the values are not in memory. */
  readonly table: Matrix | undefined;
}

/** @param come called when the values of a row have arrived */
export function cellReading(pe: Posenc, come: () => void) {
  const element = html`<output class="reading cell-reading" aria-live="polite"></output>`;
  let view: TableView | undefined;
  let row: { readonly index: number; readonly coming: Promise<Float32Array>; data?: Float32Array } | undefined;
  let newest = 0;
  return {
    element,
    show(table: TableView): void {
      view = table;
      row = undefined;
    },
    read(cell: Cell | undefined): void {
      const turn = ++newest;
      if (view === undefined || cell === undefined) {
        fill(element, 'Point at a cell to read it.');
        return;
      }
      const position = view.first + cell.row;
      const { table } = view;
      if (table !== undefined) {
        say(position, cell.col, table.data[cell.row * table.cols + cell.col]!);
        return;
      }
      if (row?.index !== cell.row)
        row = { index: cell.row, coming: pe.table(view.spec, [position]).then(({ data }) => data) };
      const asked = row;
      asked.coming.then(
        (data) => {
          if (turn === newest) say(position, cell.col, data[cell.col]!);
          if (asked.data !== undefined || row !== asked) return;
          asked.data = data;
          come();
        },
        (error: unknown) => {
          row = undefined;
          if (turn === newest) fill(element, failureOf(error).message);
        },
      );
    },
    /** Value of a cell in the last loaded row, if available. */
    value: (index: number, col: number) => (row?.index === index ? row.data?.[col] : undefined),
  };

  function say(position: number, channel: number, value: number): void {
    const text = html`<span
      >position <b>${position.toLocaleString('en')}</b>, channel <b>${channel}</b>: ${datum(value)}</span
    >`;
    fill(element, text);
  }
}
