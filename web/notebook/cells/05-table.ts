/** The table itself, cell by cell: a heat map of up to 4096 x 4096 numbers, and the files. */
import { computed, effect, signal } from '@preact/signals-core';
import type { Cell } from '../widgets/charts/index.js';
import { colourLegend, colourMaps, heatmap, pngBlob } from '../widgets/charts/index.js';
import type { Context } from '../context.js';
import type { Shown } from '../matrix.js';
import { colName, colWord, compute, described, offered, rowWord } from '../matrix.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum } from '../widgets/format.js';
import { glChoice } from '../widgets/gl-choice.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { mapPicture } from '../widgets/map-picture.js';
import { saveBlob } from '../widgets/save.js';
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
  const reading = h('output', { class: 'reading cell-reading', 'aria-live': 'polite' });
  const hovered = signal<Cell>();
  const shown = signal<Shown>();
  const legendPlace = h('div', { class: 'legend-place' });
  const initialMap = colourMaps.find((m) => m.id === ctx.state.peek().colours) ?? colourMaps[0];
  if (initialMap === undefined) return;
  const map = heatmap({
    label: 'Heat map. Arrow keys move the reading, Shift and arrows pan, plus and minus zoom, 0 shows all.',
    height: Math.min(560, Math.max(320, Math.round(innerHeight * 0.62))),
    colours: initialMap,
    // ?gl=0 asks for the 2-D canvas, for comparison and for tests.
    ...glChoice(),
    onCell: (cell) => {
      hovered.value = cell;
    },
  });
  map.element.dataset['painter'] = map.painter;
  const controls = tableControls(ctx);
  root.append(
    controls.element,
    fault,
    work.element,
    h(
      'figure',
      { class: 'wide' },
      map.element,
      h('div', { class: 'under-map' }, reading, legendPlace),
      h(
        'figcaption',
        {},
        'Drag pans, Ctrl and the wheel zoom, two fingers pinch. Seen from afar, a point shows the mean of the cells under it, so no false patterns appear.',
      ),
      h(
        'div',
        { class: 'map-tools' },
        toolbar(
          'Zoom',
          [
            { label: 'Zoom in', run: () => map.zoomBy(2) },
            { label: 'Zoom out', run: () => map.zoomBy(0.5) },
            { label: 'Show all', run: () => map.fit() },
          ],
          ctx.say,
        ),
        goTo((row, col) => map.goTo(row, col), shown),
        toolbar(
          'Picture as a file',
          [
            {
              label: 'PNG',
              hint: 'what is visible, with axes and legend',
              run: async () =>
                saveBlob(
                  await pngBlob(await mapPicture(map, legendPlace.querySelector('svg') ?? undefined)),
                  `${name()}.png`,
                ),
            },
            {
              label: 'PNG, 1 pixel a cell',
              hint: 'the whole table',
              run: async () => saveBlob(await pngBlob(map.cells()), `${name()}-cells.png`),
            },
          ],
          ctx.say,
        ),
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
        map.update(described(result));
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
  effect(() => {
    const chosen = colourMaps.find((m) => m.id === ctx.state.value.colours);
    if (chosen) map.setColours(chosen);
    if (shown.value === undefined || chosen === undefined) return;
    const masked = shown.value.data.some((value) => !Number.isFinite(value));
    fill(legendPlace, colourLegend(chosen, map.range), masked && h('span', { class: 'masked' }, 'masked'));
  });
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
    const value = from.exact?.[cell.row * from.cols + cell.col] ?? cell.value;
    fill(
      reading,
      `${rowWord(from.picture)} `,
      h('b', {}, from.places.label(cell.row)),
      `, ${colWord(from.picture)} `,
      h('b', {}, colName(from, cell.col)),
      ': ',
      datum(value),
    );
  });

  function name(): string {
    return `${ctx.spec.peek()?.encoding ?? 'table'}-${shown.peek()?.picture ?? 'table'}`;
  }
}

/** Two boxes that move the reading to a cell: exact, and without a mouse. */
function goTo(move: (row: number, col: number) => void, shown: { readonly value: Shown | undefined }): HTMLElement {
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
          move(clamp(row.value, limit.rows), clamp(col.value, limit.cols));
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
