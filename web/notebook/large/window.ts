/** A window onto the table at any position, as a picture: what lies before it is never computed. */
import { computed, effect } from '@preact/signals-core';
import type { Cell } from '../../lib/charts/index.js';
import { colourLegend, colourMaps, heatmap, MAX_SIDE } from '../../lib/charts/index.js';
import type { Matrix } from '../../lib/posenc.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { numberField } from '../widgets/number-field.js';
import { toolbar } from '../widgets/section.js';
import { say } from '../page.js';
import type { Context } from './context.js';
import { FARTHEST, fits } from './state.js';
import { durationText } from './units.js';

const ROWS = MAX_SIDE;
const HEIGHT = 560;
const NAMED: readonly (readonly [string, number])[] = [
  ['0', 0],
  ['131 072', 131_072],
  ['10⁹', 1e9],
  ['10¹²', 1e12],
  ['2⁵³ − 4096', FARTHEST],
  ['−10⁶', -1e6],
];

export function mountWindow(root: HTMLElement, { pe, state, update, accepted }: Context): void {
  const work = job('Computing the window');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const reading = h('output', { class: 'reading cell-reading', 'aria-live': 'polite' });
  const took = h('p', { class: 'headline' });
  const legend = h('div', { class: 'legend-place' });
  const colours = colourMaps[0];
  if (colours === undefined) return;
  let shown: { matrix: Matrix<Float32Array>; first: number } | null = null;
  const map = heatmap({
    label:
      'Heat map of the window. Arrow keys move the reading, Shift and arrows pan, plus and minus zoom, 0 shows all.',
    height: Math.min(HEIGHT, Math.max(320, Math.round(innerHeight * 0.6))),
    colours,
    gl: new URLSearchParams(location.search).get('gl') !== '0',
    onCell: read,
  });
  const field = numberField({
    name: 'first',
    label: 'first position',
    min: 1,
    max: FARTHEST,
    log: true,
    integer: true,
    onInput: (value, final) => {
      const fine = value !== undefined && fits.first(value);
      field.setError(fine ? null : `the first position must be a whole number from ${-FARTHEST} to ${FARTHEST}`);
      if (fine) update({ first: value }, final);
    },
  });
  const first = computed(() => state.value.first);
  effect(() => field.set(first.value));
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'window-title' }, 'Look at any stretch of it'),
      h(
        'p',
        { class: 'purpose' },
        `${short(ROWS)} rows from any position on. The first channels turn fast everywhere and look alike; the last ones tell where you are.`,
      ),
    ),
    h(
      'div',
      { class: 'position-row' },
      field.element,
      h(
        'div',
        { class: 'toolbar', role: 'group', 'aria-label': 'Positions of note' },
        ...NAMED.map(([text, position]) =>
          h('button', { type: 'button', class: 'quiet', on: { click: () => update({ first: position }) } }, text),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            on: { click: () => update({ spec: { ...state.peek().spec, dim: MAX_SIDE } }) },
          },
          `${MAX_SIDE} channels`,
        ),
      ),
    ),
    work.element,
    fault,
    took,
    h(
      'figure',
      { class: 'wide' },
      map.element,
      h('div', { class: 'under-map' }, reading, legend),
      toolbar(
        'Zoom',
        [
          { label: 'Zoom in', run: () => map.zoomBy(2) },
          { label: 'Zoom out', run: () => map.zoomBy(0.5) },
          { label: 'Show all', run: () => map.fit() },
        ],
        say,
      ),
    ),
  );

  let last = '';
  effect(() => {
    const now = accepted.value;
    const from = first.value;
    if (now === null) return;
    const key = keyOf([now.spec, from]);
    if (key === last) return;
    last = key;
    if (now.shape.axes > 1 || now.shape.extent.length > 0 || now.shape.width > MAX_SIDE) {
      fault.hidden = false;
      fill(fault, `The window shows tables of one coordinate without an end and of at most ${MAX_SIDE} channels.`);
      return;
    }
    work.run(
      async (signal, onProgress) => {
        const began = performance.now();
        const matrix = await pe.table(now.spec, { start: from, count: ROWS }, { signal, onProgress });
        return { matrix, milliseconds: performance.now() - began };
      },
      ({ matrix, milliseconds }) => {
        fault.hidden = true;
        shown = { matrix, first: from };
        fill(
          took,
          h('b', {}, `${short(matrix.rows)} × ${short(matrix.cols)}`),
          ` from position ${short(from)} in `,
          h('b', { 'data-took': milliseconds }, durationText(milliseconds)),
        );
        map.update({
          ...matrix,
          rowTitle: 'offset',
          colTitle: 'channel',
          rowLabel: (row) => `+${row.toLocaleString('en')}`,
          colLabel: String,
        });
        fill(legend, colourLegend(colours, map.range));
        root.dataset['shown'] = String(from);
      },
      (error) => {
        last = '';
        fault.hidden = false;
        fill(fault, failureOf(error).message);
      },
    );
  });

  function read(cell: Cell | null): void {
    if (shown === null || cell === null) {
      fill(reading, 'Point at a cell to read it.');
      return;
    }
    fill(
      reading,
      'position ',
      h('b', {}, (shown.first + cell.row).toLocaleString('en')),
      ', channel ',
      h('b', {}, cell.col),
      ': ',
      datum(cell.value),
    );
  }
}
