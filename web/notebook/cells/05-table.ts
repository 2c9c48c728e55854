/** The table itself, cell by cell: a heat map of up to 4096 x 4096 numbers, and the files. */
import { computed, effect, signal } from '@preact/signals-core';
import { colourMaps } from '../../lib/charts/heatmap/colour-maps.js';
import type { Context } from '../context.js';
import type { Shown } from '../matrix.js';
import { axesOf, colName, colWord, compute, offered, rowWord } from '../matrix.js';
import type { Cell } from '../widgets/cell-map.js';
import { cellMap } from '../widgets/cell-map.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { heading, toolbar } from '../widgets/section.js';
import { tableControls } from '../widgets/table-controls.js';
import { tableFiles } from '../widgets/table-files.js';

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    5,
    'The numbers, as a picture',
    'A row for each position, a column for each channel, a colour for each value. Zoom in until single cells show, and read them.',
  );

  const work = job('Computing the picture');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const reading = h('p', { class: 'reading cell-reading' });
  const hovered = signal<Cell>();
  const shown = signal<Shown>();
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
  root.append(
    controls.element,
    fault,
    work.element,
    h(
      'figure',
      { class: 'wide' },
      map.element,
      reading,
      h(
        'figcaption',
        {},
        'A drag marks what to zoom into, Shift and a drag pan, Ctrl and the wheel zoom, two fingers pinch; 0 shows all. Seen from afar, a point shows the mean of the cells under it, so no false patterns appear.',
      ),
      h(
        'div',
        { class: 'map-tools' },
        toolbar(
          'Zoom',
          [
            { label: 'Zoom in', run: () => map.zoomBy(2) },
            { label: 'Zoom out', run: () => map.zoomBy(0.5) },
          ],
          ctx.say,
        ),
        goTo(map.goTo, shown),
      ),
      tableFiles(ctx, () => {
        const from = shown.peek();
        return (
          from && {
            picture: from.picture,
            name: name(),
            spec: from.spec,
            places: from.places,
            matrix: { data: from.exact ?? from.data, rows: from.rows, cols: from.cols },
          }
        );
      }),
    ),
  );

  const request = computed(() => {
    const spec = ctx.spec.value;
    const info = ctx.info.value;
    const shape = ctx.shape.value;
    const { start, count, step, picture, head } = ctx.state.value;
    if (spec === undefined || info === undefined || shape === undefined) return undefined;
    return {
      spec,
      shape,
      start,
      count,
      step,
      head,
      picture: offered(info).includes(picture) ? picture : offered(info)[0],
    };
  });
  let last = '';
  effect(() => {
    const asked = request.value;
    if (asked?.picture === undefined) return;
    // The state also changes for reasons that leave the picture as it is.
    const key = keyOf(asked);
    if (key === last) return;
    last = key;
    const picture = asked.picture;
    work.run(
      compute(ctx.pe, { ...asked, picture }),
      (result) => {
        fault.hidden = true;
        fill(fault);
        controls.clearErrors();
        shown.value = result;
        map.show(result, axesOf(result), { file: name(), colours: colours.peek() });
        root.dataset['shown'] = `${result.spec.encoding}/${result.picture}`;
      },
      (error) => {
        last = '';
        const { field, message } = failureOf(error);
        controls.clearErrors();
        if (!controls.setError(field, message)) {
          fault.hidden = false;
          fill(fault, message);
        }
      },
    );
  });
  effect(() => map.update({ colours: colours.value }));
  effect(() => {
    const cell = hovered.value;
    const from = shown.value;
    if (from === undefined) {
      fill(reading);
      return;
    }
    if (cell === undefined) {
      fill(
        reading,
        `${from.rows.toLocaleString('en')} × ${from.cols.toLocaleString('en')} values. Point at a cell to read it.`,
      );
      return;
    }
    const at = cell.row * from.cols + cell.col;
    fill(
      reading,
      `${rowWord(from.picture)} `,
      h('b', {}, from.places.label(cell.row)),
      `, ${colWord(from.picture)} `,
      h('b', {}, colName(from, cell.col)),
      ': ',
      datum((from.exact ?? from.data)[at]!),
    );
  });

  function name(): string {
    return `${ctx.spec.peek()?.encoding ?? 'table'}-${shown.peek()?.picture ?? 'table'}`;
  }
}

/** Two boxes that move the reading to a cell: exact, and without a mouse. */
function goTo(move: (cell: Cell) => void, shown: { readonly value: Shown | undefined }): HTMLElement {
  const box = (label: string): HTMLInputElement =>
    h('input', { type: 'number', min: 0, step: 1, value: 0, class: 'number-box small', 'aria-label': label });
  const row = box('row to read');
  const col = box('column to read');
  return h(
    'form',
    {
      class: 'go-to',
      on: {
        submit: (event) => {
          event.preventDefault();
          const limit = shown.value;
          if (limit === undefined) return;
          const clamp = (text: string, most: number): number =>
            Math.max(0, Math.min(most - 1, Math.round(Number(text)) || 0));
          move({ row: clamp(row.value, limit.rows), col: clamp(col.value, limit.cols) });
        },
      },
    },
    h('span', {}, 'Read row'),
    row,
    h('span', {}, 'column'),
    col,
    h('button', { type: 'submit', class: 'quiet' }, 'Read'),
  );
}
