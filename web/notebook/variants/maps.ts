/** Three heat maps beside each other: A, B, and A − B. A and B share their colours' span. */
import { signal, effect } from '@preact/signals-core';
import { mapOf } from '../../lib/charts/core/colour-key.js';
import { matrixCanvas } from '../../lib/charts/core/matrix-cells.js';
import { pngOf } from '../../lib/charts/core/files.js';
import { valueRange } from '../../lib/charts/heatmap/colours.js';
import type { HeatMapOptions } from '../../lib/charts/index.js';
import { sharedCursor } from '../../lib/charts/index.js';
import type { Matrix } from '../../lib/types/posenc.js';
import type { Cell } from '../widgets/cell-map.js';
import { cellMap } from '../widgets/cell-map.js';
import { fill, h } from '../widgets/dom.js';
import { datum } from '../widgets/format.js';
import { saveBlob } from '../widgets/save.js';
import { toolbar } from '../widgets/section.js';
import { say } from '../page.js';
import type { Compared } from './compare.js';

export interface Maps {
  readonly element: HTMLElement;
  show(compared: Compared, titles: readonly [string, string]): void;
}

const mapHeight = 356;
const colours = 'rdbu';

export function maps(): Maps {
  const cursor = sharedCursor();
  const hovered = signal<Cell>();
  const shown = signal<Compared>();
  const reading = h('p', { class: 'reading cell-reading' });
  const one = (id: string, name: string) => {
    const map = cellMap({
      label: `Heat map of ${name}`,
      height: mapHeight,
      colours,
      cursor,
      file: `variants-${id}`,
      onCell: (cell) => {
        if (cell !== undefined || map.element.contains(document.activeElement)) hovered.value = cell;
      },
    });
    const title = h('span', { class: 'family' });
    let drawn: { readonly matrix: Matrix; readonly range?: HeatMapOptions['range'] } | undefined;
    const figure = h(
      'figure',
      { class: 'variant-map', 'data-map': id },
      h('h3', {}, name, ' ', title),
      map.element,
      toolbar(
        `${name} as a file`,
        [
          {
            label: 'PNG, 1 pixel a cell',
            run: async () => {
              if (drawn === undefined) return;
              const { map: named, range } = mapOf(drawn.matrix, { colours, range: drawn.range });
              saveBlob(await pngOf(matrixCanvas(drawn.matrix, named, range)), `variants-${id}-cells.png`);
            },
          },
        ],
        say,
      ),
    );
    const draw = ({ stage, places }: Compared, matrix: Matrix, range?: HeatMapOptions['range']): void => {
      const table = stage === 'table';
      drawn = { matrix, range };
      const [rowTitle, colTitle] = [table ? 'position' : 'query', table ? 'channel' : 'key'];
      map.show(matrix, { rowTitle, colTitle, rowLabel: places.label }, { range });
    };
    return { draw, figure, title };
  };
  const ofA = one('a', 'A');
  const ofB = one('b', 'B');
  const ofDifference = one('difference', 'A − B');

  effect(() => {
    const cell = hovered.value;
    const from = shown.value;
    if (from === undefined) return;
    const { a, b, difference, places, stage } = from;
    const rowWord = stage === 'table' ? 'position' : 'query';
    const colWord = stage === 'table' ? 'channel' : 'key';
    if (cell === undefined || cell.row >= a.rows) {
      fill(reading, 'Point at a cell to read it in all three.');
      return;
    }
    const at = (matrix: Matrix<Float64Array> | undefined): Node | string =>
      matrix !== undefined && cell.row < matrix.rows && cell.col < matrix.cols
        ? datum(matrix.data[cell.row * matrix.cols + cell.col]!)
        : 'no such cell';
    fill(
      reading,
      `${rowWord} `,
      h('b', {}, places.label(cell.row)),
      `, ${colWord} `,
      h('b', {}, cell.col),
      ': A ',
      at(a),
      ', B ',
      at(b),
      ', A − B ',
      at(difference),
    );
  });

  return {
    element: h(
      'div',
      { class: 'variant-block' },
      h('div', { class: 'variant-maps' }, ofA.figure, ofB.figure, ofDifference.figure),
      reading,
    ),
    show(compared, titles) {
      fill(ofA.title, titles[0]);
      fill(ofB.title, titles[1]);
      shown.value = compared;
      const { a, b, difference } = compared;
      const ranges = [a, b].map((matrix) => valueRange(matrix.data, 'diverging'));
      const range = { lo: Math.min(...ranges.map((r) => r.lo)), hi: Math.max(...ranges.map((r) => r.hi)) };
      ofA.draw(compared, a, range);
      ofB.draw(compared, b, range);
      ofDifference.figure.hidden = difference === undefined;
      if (difference !== undefined) ofDifference.draw(compared, difference);
    },
  };
}
