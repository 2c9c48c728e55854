/** Three heat maps beside each other: A, B, and A − B. A and B share their colours' span. */
import { signal, effect } from '@preact/signals-core';
import type { Cell, Heatmap } from '../widgets/charts/index.js';
import { colourLegend, colourMaps, heatmap, pngBlob, valueRange } from '../widgets/charts/index.js';
import type { Matrix } from '../../lib/types/posenc.js';
import { fill, h } from '../widgets/dom.js';
import { datum } from '../widgets/format.js';
import { mapPicture } from '../widgets/map-picture.js';
import { saveBlob } from '../widgets/save.js';
import { toolbar } from '../widgets/section.js';
import { say } from '../page.js';
import type { Compared } from './compare.js';

export interface Maps {
  readonly element: HTMLElement;
  show(compared: Compared, titles: readonly [string, string]): void;
}

const mapHeight = 320;

export function maps(): Maps {
  const colours = colourMaps.find((map) => map.id === 'rdbu');
  if (colours === undefined) throw new Error('the diverging colour map is missing');
  const hovered = signal<Cell>();
  const shown = signal<Compared>();
  const reading = h('output', { class: 'reading cell-reading', 'aria-live': 'polite' });
  const one = (id: string, name: string) => {
    const map = heatmap({
      label: `Heat map of ${name}. Arrow keys move the reading, plus and minus zoom, 0 shows all.`,
      height: mapHeight,
      colours,
      onCell: (cell) => {
        if (cell !== undefined || map.element.contains(document.activeElement)) hovered.value = cell;
      },
    });
    const title = h('span', { class: 'family' });
    const legend = h('div', { class: 'legend-place' });
    const figure = h(
      'figure',
      { class: 'variant-map', 'data-map': id },
      h('h3', {}, name, ' ', title),
      map.element,
      h(
        'div',
        { class: 'figure-foot' },
        legend,
        toolbar(
          `${name} as a file`,
          [
            {
              label: 'PNG',
              hint: 'what is visible, with axes and legend',
              run: async () =>
                saveBlob(
                  await pngBlob(await mapPicture(map, legend.querySelector('svg') ?? undefined)),
                  `variants-${id}.png`,
                ),
            },
            {
              label: 'PNG, 1 pixel a cell',
              run: async () => saveBlob(await pngBlob(map.cells()), `variants-${id}-cells.png`),
            },
          ],
          say,
        ),
      ),
    );
    return { map, legend, figure, title };
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
        ? datum(matrix.data[cell.row * matrix.cols + cell.col] as number)
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
      draw(ofA.map, a, range);
      draw(ofB.map, b, range);
      ofDifference.figure.hidden = difference === undefined;
      if (difference !== undefined) draw(ofDifference.map, difference);
      for (const { map, legend } of [ofA, ofB, ofDifference]) fill(legend, colourLegend(colours, map.range, 200));

      function draw(map: Heatmap, matrix: Matrix<Float64Array>, span?: { lo: number; hi: number }): void {
        const table = compared.stage === 'table';
        map.update({
          data: Float32Array.from(matrix.data),
          rows: matrix.rows,
          cols: matrix.cols,
          ...(span ? { range: span } : {}),
          rowTitle: table ? 'position' : 'query',
          colTitle: table ? 'channel' : 'key',
          rowLabel: compared.places.label,
          colLabel: String,
        });
      }
    },
  };
}
