/** What is said of the cell under the cursor. Where the table lies on a GPU, its row is computed anew, exactly. */
import type { Cell } from '../widgets/charts/index.js';
import type { EncodingSpec, Posenc } from '../../lib/types/posenc.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum } from '../widgets/format.js';

interface Shown {
  readonly spec: EncodingSpec;
  /** Position of the first row. */
  readonly first: number;
  /** The cells have no values here. */
  readonly distant: boolean;
}
export interface CellReading {
  readonly element: HTMLElement;
  show(table: Shown): void;
  read(cell: Cell | undefined): void;
}

export function cellReading(pe: Posenc): CellReading {
  const element = h('output', { class: 'reading cell-reading', 'aria-live': 'polite' });
  let shown: Shown | undefined;
  let row: { readonly index: number; readonly data: Promise<Float32Array> } | undefined;
  let newest = 0;
  return {
    element,
    show(table) {
      shown = table;
      row = undefined;
    },
    read(cell) {
      const turn = ++newest;
      if (shown === undefined || cell === undefined) {
        fill(element, 'Point at a cell to read it.');
        return;
      }
      const position = shown.first + cell.row;
      if (!shown.distant) {
        say(position, cell.col, cell.value);
        return;
      }
      if (row?.index !== cell.row)
        row = { index: cell.row, data: pe.table(shown.spec, [position]).then(({ data }) => data) };
      row.data.then(
        (data) => {
          if (turn === newest) say(position, cell.col, data[cell.col] as number);
        },
        (error: unknown) => {
          row = undefined;
          if (turn === newest) fill(element, failureOf(error).message);
        },
      );
    },
  };

  function say(position: number, channel: number, value: number): void {
    fill(
      element,
      'position ',
      h('b', {}, position.toLocaleString('en')),
      ', channel ',
      h('b', {}, channel),
      ': ',
      datum(value),
    );
  }
}
