/** A window onto the table at any position, as a picture: what lies before it is never computed. */
import { computed, effect } from '@preact/signals-core';
import { sharedPainter } from '../../lib/charts/core/matrix-pixels.js';
import { maxSide } from '../../lib/charts/heatmap/painter.js';
import type { EncodingSpec } from '../../lib/types/posenc.js';
import { cellMap, painterChoice } from '../widgets/cell-map.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { numberField } from '../widgets/number-field.js';
import { toolbar } from '../widgets/section.js';
import { say } from '../page.js';
import { cellReading } from './cell-reading.js';
import type { Context } from './context.js';
import { GraphicsCard } from './graphics-card.js';
import { farthest, fits } from './state.js';
import { durationText } from './units.js';

const mostRows = maxSide;
const windowHeight = 596;
/** Waves lie around zero. */
const [colours, kind] = ['rdbu', 'diverging'] as const;
const painted = { webgpu: 'painted by WebGPU', webgl2: 'painted by WebGL', canvas: 'painted on a 2-D canvas' } as const;
const computedBy = { webgpu: 'computed by the graphics card', wasm: 'computed by the processor' } as const;
const named: readonly (readonly [string, number])[] = [
  ['0', 0],
  ['131 072', 131_072],
  ['10⁹', 1e9],
  ['10¹²', 1e12],
  ['2⁵³ − 4096', farthest],
  ['−10⁶', -1e6],
];

export function mountWindow(root: HTMLElement, { pe, state, update, accepted }: Context): void {
  const work = job('Computing the window');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const reading = cellReading(pe, () => map.update({}));
  const took = h('p', { class: 'headline' });
  const card = new GraphicsCard(pe);
  const map = cellMap({
    label: 'Heat map of the window',
    height: Math.min(windowHeight, Math.max(356, Math.round(innerHeight * 0.64))),
    colours,
    tools: ['png', 'svg', 'embed'],
    onCell: reading.read,
  });
  const field = numberField({
    name: 'first',
    label: 'first position',
    min: 1,
    max: farthest,
    log: true,
    integer: true,
    onInput: (value, final) => {
      const fine = value !== undefined && fits.first(value);
      field.setError(fine ? undefined : `the first position must be a whole number from ${-farthest} to ${farthest}`);
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
        `${short(mostRows)} rows from any position on. The first channels turn fast everywhere and look alike; the last ones tell where you are.`,
      ),
    ),
    h(
      'div',
      { class: 'position-row' },
      field.element,
      h(
        'div',
        { class: 'toolbar', role: 'group', 'aria-label': 'Positions of note' },
        ...named.map(([text, position]) =>
          h('button', { type: 'button', class: 'quiet', on: { click: () => update({ first: position }) } }, text),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            on: { click: () => update({ spec: { ...state.peek().spec, dim: maxSide } }) },
          },
          `${maxSide} channels`,
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
      reading.element,
      toolbar(
        'Zoom',
        [
          { label: 'Zoom in', run: () => map.zoomBy(2) },
          { label: 'Zoom out', run: () => map.zoomBy(0.5) },
        ],
        say,
      ),
    ),
  );

  interface Wanted {
    readonly spec: EncodingSpec;
    readonly from: number;
    readonly onCard: boolean;
  }
  const onCard = computed(() => state.value.device === 'webgpu' && card.usable.value);
  let last = '';
  let wanted: Wanted | undefined;
  let running: Wanted | undefined;
  const start = (): void => {
    const now = wanted;
    if (now === undefined) return;
    wanted = undefined;
    work.run(
      async (signal, onProgress) => {
        running = now;
        const ended = (): void => {
          if (running === now) running = undefined;
        };
        signal.addEventListener('abort', ended);
        const control = { signal, onProgress };
        const positions = { start: now.from, count: mostRows };
        const began = performance.now();
        try {
          if (now.onCard) {
            const { backend, show, ...cells } = await card.make(now.spec, positions, kind, control);
            const matrix = { ...cells, value: reading.value };
            return { matrix, table: undefined, show, backend, milliseconds: performance.now() - began };
          }
          const table = await pe.table(now.spec, positions, control);
          const { backend } = table;
          return {
            ...{ matrix: table, table, backend, show: () => card.forget() },
            milliseconds: performance.now() - began,
          };
        } finally {
          ended();
        }
      },
      ({ matrix, table, show, backend, milliseconds }) => {
        fault.hidden = true;
        show();
        reading.show({ spec: now.spec, first: now.from, table });
        map.show(
          matrix,
          {
            ...{ rowTitle: 'offset', colTitle: 'channel' },
            rowLabel: (row) => `+${row.toLocaleString('en')}`,
          },
          { embed: { spec: { ...now.spec }, positions: { start: now.from, count: mostRows } } },
        );
        const painter = table ? (sharedPainter(painterChoice)?.kind ?? 'canvas') : 'webgpu';
        fill(
          took,
          h('b', {}, `${short(matrix.rows)} × ${short(matrix.cols)}`),
          ` from position ${short(now.from)} in `,
          h('b', { 'data-took': milliseconds }, durationText(milliseconds)),
          h('small', {}, `, ${computedBy[backend]}, ${painted[painter]}`),
        );
        Object.assign(root.dataset, { shown: now.from, painter, computed: backend });
        start();
      },
      (error) => {
        last = '';
        fault.hidden = false;
        fill(fault, failureOf(error).message);
      },
    );
  };
  effect(() => {
    const now = accepted.value;
    const next = { from: first.value, onCard: onCard.value };
    if (now === undefined) return;
    const key = keyOf([now.spec, next.from, next.onCard]);
    if (key === last) return;
    last = key;
    if (now.shape.axes > 1 || now.shape.extent.length > 0 || now.shape.width > maxSide) {
      wanted = undefined;
      work.cancel();
      fault.hidden = false;
      fill(fault, `The window shows tables of one coordinate without an end and of at most ${maxSide} channels.`);
      return;
    }
    wanted = { spec: now.spec, ...next };
    // Dragging must not outrun a card: the picture in the making is shown, then the newest is made.
    if (!(running?.onCard && wanted.onCard)) start();
  });
}
