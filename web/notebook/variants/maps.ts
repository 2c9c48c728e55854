/** Three heat maps: A, B, and A − B, each with its controls. A and B share their colour range. */
import { effect, signal } from '@preact/signals-core';
import { valueRange } from '../../lib/charts/heatmap/colours.js';
import type { HeatMapOptions } from '../../lib/charts/index.js';
import { sharedCursor } from '../../lib/charts/index.js';
import type { Matrix } from '../../lib/types/posenc.js';
import { fill, html } from '../kit/html.js';
import { type Cell, cellMap } from '../widgets/cell-map.js';
import { datum } from '../widgets/format.js';
import type { Compared } from './compare.js';
import type { PictureNames } from './differing.js';

export interface Side {
  /** Above the map. */
  readonly menu: HTMLElement;
  /** Below it. */
  readonly parameters: HTMLElement;
}
const mapHeight = 320;
const colours = 'rdbu';
/** Names of the stages in saved pictures. */
const quantities = { table: 'table', attentionBias: 'bias', relativeMap: 'relative map', logits: 'logits' } as const;

export function maps(a: Side, b: Side, sampling: HTMLElement) {
  const cursor = sharedCursor();
  const hovered = signal<Cell>();
  const shown = signal<Compared>();
  const reading = html`<p class="reading cell-reading"></p>`;
  const pictures = signal<PictureNames>();
  const one = (id: keyof PictureNames, name: string, above: Node, below: Node) => {
    const map = cellMap({
      label: `Heat map of ${name}`,
      height: mapHeight,
      ...{ colours, cursor, file: `variants-${id}` },
      onCell: (cell) => {
        if (cell !== undefined || map.element.contains(document.activeElement)) hovered.value = cell;
      },
    });
    const title = html`<span class="family fine"></span>`;
    const figure = html`<figure class="variant-map" data-map=${id} aria-label=${name}>
      <h3>${name} ${title}</h3>
      ${above}${map.element}${below}
    </figure>`;
    const draw = ({ stage, head, words, places }: Compared, matrix: Matrix, range?: HeatMapOptions['range']): void => {
      const what = `Heat map, ${quantities[stage]}${head === undefined ? '' : ` of head ${head}`}`;
      const axes = { rowTitle: words.row, colTitle: words.column, rowLabel: places.label };
      map.show(matrix, axes, { range, label: `${what}. ${pictures.peek()?.[id] ?? name}` });
    };
    return { draw, figure, title, map };
  };
  const ofA = one('a', 'A', a.menu, a.parameters);
  const ofB = one('b', 'B', b.menu, b.parameters);
  const none = html`<p class="sizes" hidden>Their sizes differ, so there is no difference to show.</p>`;
  const ofDifference = one('difference', 'A − B', none, sampling);

  effect(() => {
    const [cell, from] = [hovered.value, shown.value];
    if (from === undefined) return;
    const { a, b, difference, places, words } = from;
    if (cell === undefined || cell.row >= a.rows) return fill(reading, 'Point at a cell to read it in all three.');
    const at = (matrix: Matrix<Float64Array> | undefined): Node | string =>
      matrix !== undefined && cell.row < matrix.rows && cell.col < matrix.cols
        ? datum(matrix.data[cell.row * matrix.cols + cell.col]!)
        : 'no such cell';
    fill(
      reading,
      html`<span
        >${words.row} <b>${places.label(cell.row)}</b>, ${words.column} <b>${cell.col}</b>: A ${at(a)}, B ${at(b)}, A −
        B ${at(difference)}</span
      >`,
    );
  });

  return {
    element: html`<div class="stack">
      <div class="variant-maps">${ofA.figure}${ofB.figure}${ofDifference.figure}</div>
      ${reading}
    </div>`,
    /** Shows the texts of the maps: titles, differences and readings. */
    begin(compared: Compared, titles: readonly [string, string], names: PictureNames): void {
      pictures.value = names;
      fill(ofA.title, titles[0]);
      fill(ofB.title, titles[1]);
      none.hidden = compared.difference !== undefined;
      ofDifference.map.element.hidden = compared.difference === undefined;
      shown.value = compared;
    },
    draw: [
      (compared: Compared): void => ofA.draw(compared, compared.a, rangeOfBoth(compared)),
      (compared: Compared): void => ofB.draw(compared, compared.b, rangeOfBoth(compared)),
      (compared: Compared): void => {
        if (compared.difference !== undefined) ofDifference.draw(compared, compared.difference);
      },
    ],
  };
}

const rangesKept = new WeakMap<Compared, { readonly lo: number; readonly hi: number }>();
function rangeOfBoth(compared: Compared): { readonly lo: number; readonly hi: number } {
  let range = rangesKept.get(compared);
  if (range === undefined) {
    const ranges = [compared.a, compared.b].map((matrix) => valueRange(matrix.data, 'diverging'));
    range = { lo: Math.min(...ranges.map((r) => r.lo)), hi: Math.max(...ranges.map((r) => r.hi)) };
    rangesKept.set(compared, range);
  }
  return range;
}
