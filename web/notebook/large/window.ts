/** A picture of a window of the table at any position; earlier rows are never computed. */
import { computed, effect } from '@preact/signals-core';
import { sharedPainter } from '../../lib/charts/core/matrix-pixels.js';
import { maxSide } from '../../lib/charts/heatmap/painter.js';
import type { EncodingSpec } from '../../lib/types/posenc.js';
import { numberControl, presetButtons } from '../widgets/controls.js';
import { fill, html } from '../kit/html.js';
import { task } from '../kit/section.js';
import { byId } from '../page.js';
import { cellMap, painterChoice } from '../widgets/cell-map.js';
import { short } from '../widgets/format.js';
import { keyOf } from '../key.js';
import { toolbar } from '../widgets/section.js';
import { specName } from '../widgets/spec-name.js';
import { cellReading } from './cell-reading.js';
import type { Context } from './context.js';
import { GraphicsCard } from './graphics-card.js';
import { farthest, fits } from './state.js';
import { durationText } from './units.js';

const mostRows = maxSide;
const windowHeight = 596;
/** Waves are centred on zero. */
const [colours, kind] = ['rdbu', 'diverging'] as const;
const painted = { webgpu: 'painted by WebGPU', webgl2: 'painted by WebGL', canvas: 'painted on a 2-D canvas' } as const;
const computedBy = { webgpu: 'computed by the graphics card', wasm: 'computed by the processor' } as const;
const named: readonly (readonly [string, number])[] = [
  ['0', 0],
  ['131,072', 131_072],
  ['10⁹', 1e9],
  ['10¹²', 1e12],
  ['2⁵³ − 4096', farthest],
  ['−10⁶', -1e6],
];
interface Wanted {
  readonly spec: EncodingSpec;
  readonly from: number;
  readonly onCard: boolean;
}

export function mountWindow({ pe, store, accepted }: Context): void {
  const { state } = store;
  const card = new GraphicsCard(pe);
  const reading = cellReading(pe, () => map.update({}));
  const map = cellMap({
    label: 'Heat map of the window',
    height: Math.min(windowHeight, Math.max(356, Math.round(innerHeight * 0.56))),
    colours,
    tools: ['png', 'svg', 'embed'],
    onCell: reading.read,
  });
  const field = numberControl(store, {
    ...{ name: 'first', label: 'first position', min: 1, max: farthest, log: true, integer: true },
    fits: fits.first,
  });
  const wide = () => ({ spec: { ...state.peek().spec, dim: maxSide } });
  const presets = presetButtons(store, 'Positions of note', [
    ...named.map(([text, first]) => [text, () => ({ first })] as const),
    [`${short(maxSide)} channels`, wide],
  ]);
  const took = html`<p class="headline"></p>`;
  const zooms = [
    { label: 'Zoom in', run: () => map.zoomBy(2) },
    { label: 'Zoom out', run: () => map.zoomBy(0.5) },
  ];
  const picture = html`<figure class="wide" aria-label="The window">
    ${map.element}${reading.element}${toolbar('Zoom', zooms)}
  </figure>`;
  fill(byId('picture-rows'), short(mostRows));
  fill(byId('picture'), html`<div class="position-row">${field}${presets}</div>`, picture, took);
  const { run, refuse } = task({ at: picture, doing: 'Computing the window' });

  const onCard = computed(() => state.value.device === 'webgpu' && card.usable.value);
  let last = '';
  let wanted: Wanted | undefined;
  let running: Wanted | undefined;
  effect(() => {
    const now = accepted.value;
    const next = { from: state.value.first, onCard: onCard.value };
    if (now === undefined) return;
    const key = keyOf([now.spec, next.from, next.onCard]);
    if (key === last) return;
    last = key;
    wanted = undefined;
    if (now.shape.axes > 1 || now.shape.extent.length > 0 || now.shape.width > maxSide)
      return refuse(`The window shows tables of one coordinate without an end and of at most ${maxSide} channels.`);
    wanted = { spec: now.spec, ...next };
    // Dragging must not outrun the GPU: it finishes the current picture, then makes the newest.
    if (!(running?.onCard && wanted.onCard)) start();
  });

  function start(): void {
    const now = wanted;
    if (now === undefined) return;
    wanted = undefined;
    run(
      async (signal, onProgress) => {
        running = now;
        const ended = (): void => {
          if (running === now) running = undefined;
        };
        signal.addEventListener('abort', ended);
        const began = performance.now();
        const made = await make(now, { signal, onProgress }).finally(ended);
        return { ...made, milliseconds: performance.now() - began };
      },
      ({ matrix, table, show, backend, milliseconds }) => {
        const positions = { start: now.from, count: mostRows };
        show();
        reading.show({ spec: now.spec, first: now.from, table });
        const rowLabel = (row: number): string => `+${row.toLocaleString('en')}`;
        const axes = { rowTitle: 'offset', colTitle: 'channel', rowLabel };
        const label = `Heat map of the table from position ${short(now.from)}, ${specName(now.spec)}`;
        map.show(matrix, axes, {
          label,
          file: `${now.spec.encoding}-window`,
          embed: { spec: { ...now.spec }, positions },
        });
        const painter = table ? (sharedPainter(painterChoice)?.kind ?? 'canvas') : 'webgpu';
        fill(
          took,
          html`<b>${short(matrix.rows)} × ${short(matrix.cols)}</b>`,
          ` from position ${short(now.from)} in `,
          html`<b data-took=${milliseconds}>${durationText(milliseconds)}</b>`,
          html`<small>, ${computedBy[backend]}, ${painted[painter]}</small>`,
        );
        Object.assign(byId('window').dataset, { shown: now.from, painter, computed: backend });
        start();
      },
      () => (last = ''),
    );
  }

  async function make({ spec, from, onCard }: Wanted, control: { signal: AbortSignal; onProgress(x: number): void }) {
    const positions = { start: from, count: mostRows };
    if (onCard) {
      const { backend, show, ...cells } = await card.make(spec, positions, kind, control);
      return { matrix: { ...cells, value: reading.value }, table: undefined, show, backend };
    }
    const table = await pe.table(spec, positions, control);
    return { matrix: table, table, show: () => card.forget(), backend: table.backend };
  }
}
