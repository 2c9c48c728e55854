/** The table as a heat map of up to 4096 x 4096 numbers, and the files. */
import { computed, effect, signal } from '@preact/signals-core';
import { colourMaps } from '../../lib/charts/heatmap/colour-maps.js';
import { fill, h, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import type { PictureMatrix } from '../widgets/matrix.js';
import { axesOf, colName, colWord, compute, offered, rowWord } from '../widgets/matrix.js';
import { byId } from '../page.js';
import type { Cell } from '../widgets/cell-map.js';
import { cellMap } from '../widgets/cell-map.js';
import { datum, short } from '../widgets/format.js';
import { toolbar } from '../widgets/section.js';
import { specName } from '../widgets/spec-name.js';
import type { Context } from './context.js';
import { tableControls } from './table-controls.js';
import { tableFiles } from './table-files.js';

export function mount(ctx: Context): void {
  const root = byId('table');
  const reading = root.querySelector('.reading')!;
  const hovered = signal<Cell>();
  const shown = signal<PictureMatrix>();
  const map = cellMap({
    label: 'Heat map of the table',
    height: Math.min(596, Math.max(356, Math.round(innerHeight * 0.66))),
    tools: ['values', 'select', 'png', 'svg', 'embed'],
    onCell: (cell) => {
      hovered.value = cell;
    },
  });
  const colours = computed(() => colourMaps.find(({ id }) => id === ctx.state.value.colours)?.id);
  const controls = tableControls(ctx);
  const zoom = [
    { label: 'Zoom in', run: () => map.zoomBy(2) },
    { label: 'Zoom out', run: () => map.zoomBy(0.5) },
  ];
  const files = tableFiles(ctx, () => {
    const from = shown.peek();
    if (!from) return undefined;
    const { picture, spec, places, exact, data, rows, cols } = from;
    return { picture, name: name(), spec, places, matrix: { data: exact ?? data, rows, cols } };
  });
  fill(byId('sampling'), controls.element);
  fill(byId('map'), map.element);
  fill(
    byId('map-tools'),
    html`<div class="map-tools flow">${toolbar('Zoom', zoom)}${goTo(map.goTo, shown)}</div>`,
    files,
  );

  section({
    at: byId('map'),
    doing: 'Computing the picture',
    inputs() {
      const spec = ctx.spec.value;
      const info = ctx.info.value;
      const shape = ctx.shape.value;
      const { start, count, step, picture: asked, head } = ctx.state.value;
      if (spec === undefined || info === undefined || shape === undefined) return undefined;
      const all = offered(info);
      const picture = all.includes(asked) ? asked : all[0];
      return picture && { spec, shape, start, count, step, head, picture };
    },
    compute: (asked, ...control) => compute(ctx.pe, asked)(...control),
    draw(result) {
      shown.value = result;
      map.show(result, axesOf(result), {
        ...{ file: name(), colours: colours.peek(), label: `Heat map of the table, ${specName(result.spec)}` },
      });
      root.dataset['shown'] = `${result.spec.encoding}/${result.picture}`;
    },
    fail(failure) {
      controls.clearErrors();
      return !failure || !controls.setError(failure.field, failure.message);
    },
  });
  effect(() => map.update({ colours: colours.value }));
  effect(() => {
    const cell = hovered.value;
    const from = shown.value;
    fill(reading, from && (cell ? of(from, cell) : sizeOf(from)));
  });

  function name(): string {
    return `${ctx.spec.peek()?.encoding ?? 'table'}-${shown.peek()?.picture ?? 'table'}`;
  }
}

const sizeOf = ({ rows, cols }: PictureMatrix): string =>
  `${short(rows)} × ${short(cols)} values. Point at a cell to read it.`;

const of = (from: PictureMatrix, { row, col }: Cell) => [
  `${rowWord(from.picture)} `,
  html`<b>${from.places.label(row)}</b>`,
  `, ${colWord(from.picture)} `,
  html`<b>${colName(from, col)}</b>`,
  ': ',
  datum((from.exact ?? from.data)[row * from.cols + col]!),
];

/** Two boxes that move the reading to a cell, without a mouse. */
function goTo(move: (cell: Cell) => void, shown: { readonly value: PictureMatrix | undefined }): HTMLElement {
  const box = (label: string) =>
    h('input', { type: 'number', min: 0, step: 1, value: 0, class: 'number-box small', 'aria-label': label });
  const row = box('row to read');
  const col = box('column to read');
  const read = (event: Event): void => {
    event.preventDefault();
    const limit = shown.value;
    if (limit === undefined) return;
    /** Clamps an index and writes it back to the box. */
    const clamped = (input: HTMLInputElement, most: number): number => {
      const index = Math.max(0, Math.min(most - 1, Math.round(Number(input.value)) || 0));
      input.value = String(index);
      return index;
    };
    move({ row: clamped(row, limit.rows), col: clamped(col, limit.cols) });
  };
  return html`<form class="go-to flow gap-2 fine" onsubmit=${read}>
    <span>Read row</span>${row}<span>column</span>${col}<button type="submit" class="quiet">Read</button>
  </form>`;
}
