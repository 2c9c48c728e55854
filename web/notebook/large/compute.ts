/** Computes a whole table block by block without keeping it, and reports speed, backend and checksum. */
import { computed, effect, signal } from '@preact/signals-core';
import type { Positions } from '../../lib/types/posenc.js';
import type { Accepted } from '../kit/accepted.js';
import { fill, html } from '../kit/html.js';
import { row, table } from '../kit/tables.js';
import { task } from '../kit/section.js';
import { byId } from '../page.js';
import { placesOf } from '../places.js';
import { datum, short } from '../widgets/format.js';
import { scroller } from '../widgets/reachable.js';
import { CheckWord } from './check-word.js';
import type { Context } from './context.js';
import { largeControls } from './controls.js';
import { bytesText, durationText } from './units.js';

interface Run {
  readonly encoding: string;
  /** Dimensions and number type. */
  readonly table: string;
  readonly by: string;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly word: string;
}
const kept = 12;

export function mount(context: Context): void {
  const { accepted, machines } = context;
  const { state } = context.store;
  const runs = signal<readonly Run[]>([]);
  const head = ['encoding', 'table', 'computed by', 'time', 'speed', 'check word'];
  const caption = 'Tables computed so far, newest first';
  const figures = table(head, { caption, class: 'spectra', rows: () => runs.value.map(rowOf) });
  effect(() => void (figures.tHead!.hidden = runs.value.length === 0));
  const scrolled = scroller('methods-scroll', 'Tables computed so far', figures);
  const wanted = computed(() => accepted.value && rowsOf(accepted.value, state.value.count));
  const size = () => {
    if (accepted.value === undefined || wanted.value === undefined) return '';
    const [{ rows }, { width }] = [wanted.value, accepted.value.shape];
    const bytes = rows * width * (state.value.dtype === 'f32' ? 4 : 8);
    return [html`<b>${short(rows)} × ${short(width)}</b>`, ` numbers, ${bytesText(bytes)}`];
  };
  fill(byId('controls'), largeControls(context));
  fill(
    byId('runs'),
    html`<p class="headline" data-size="">${size}</p>`,
    html`<div class="toolbar">
      <button type="button" class="primary" disabled=${() => wanted.value === undefined} onclick=${start}>
        Compute the table
      </button>
    </div>`,
    scrolled,
  );
  const { run } = task({ at: scrolled, doing: 'Computing the table' });

  function start(): void {
    const [now, table] = [accepted.peek(), wanted.peek()];
    if (now === undefined || table === undefined) return;
    const { dtype, workers, device } = state.peek();
    run(
      (abort, onProgress) =>
        machines.use(workers, device, async (pe): Promise<Run> => {
          const word = new CheckWord();
          const by = new Set<string>();
          let bytes = 0;
          const began = performance.now();
          for await (const block of pe.tableBlocks(now.spec, table.positions, { dtype, signal: abort })) {
            bytes += block.data.byteLength;
            word.add(block.data);
            by.add(block.backend);
            onProgress(Math.min(1, (block.firstRow + block.rows) / Math.max(1, table.rows)));
          }
          return {
            encoding: now.spec.encoding,
            table: `${short(table.rows)} × ${short(now.shape.width)} ${dtype}`,
            by: [...by].map((one) => (one === 'wasm' ? `${one}, ${workers} × worker` : one)).join(' and '),
            ...{ bytes, milliseconds: performance.now() - began, word: word.text },
          };
        }),
      (made) => (runs.value = [made, ...runs.peek()].slice(0, kept)),
    );
  }
}

/** Positions of the table: a finite table has its own rows, several coordinates form a grid. */
export function rowsOf({ shape }: Accepted, count: number): { positions: Positions; rows: number } {
  if (shape.axes <= 1 && shape.extent.length === 0) return { positions: { count }, rows: count };
  const places = placesOf(shape, { start: 0, step: 1, count });
  return { positions: places.positions, rows: places.count };
}

function rowOf({ encoding, table, by, bytes, milliseconds, word }: Run): HTMLElement {
  const speed = bytes / milliseconds / 1e6;
  const [took, fast] = [datum(milliseconds, durationText(milliseconds)), datum(speed, `${speed.toFixed(2)} GB/s`)];
  return row([encoding, table, by, took, fast, html`<code>${word}</code>`]);
}
