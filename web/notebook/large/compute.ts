/** A whole table, computed block by block and not kept: how fast, by what, and which bits. */
import { effect, signal } from '@preact/signals-core';
import type { Positions } from '../../lib/types/posenc.js';
import { placesOf } from '../places.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { reachable } from '../widgets/reachable.js';
import { CheckWord } from './check-word.js';
import type { Accepted, Context } from './context.js';
import { largeControls } from './controls.js';
import type { Machines } from './machines.js';
import { bytesText, durationText } from './units.js';

interface Run {
  readonly encoding: string;
  readonly rows: number;
  readonly cols: number;
  readonly dtype: string;
  readonly by: string;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly word: string;
}
const kept = 12;

export function mountCompute(root: HTMLElement, ctx: Context, from: Machines): void {
  const { state, accepted } = ctx;
  const work = job('Computing the table');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const size = h('p', { class: 'headline', 'data-size': '' });
  const button = h('button', { type: 'button', class: 'primary', on: { click: start } }, 'Compute the table');
  const list = h('div', { class: 'large-runs' });
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'compute-title' }, 'Compute a table, however large'),
      h(
        'p',
        { class: 'purpose' },
        'Blocks of some megabytes are made, counted and let go, so memory does not grow. Cancel whenever you like. Try two workers, then one: the check word over all bits stays the same.',
      ),
    ),
    h(
      'div',
      { class: 'beside' },
      largeControls(ctx),
      h('div', { class: 'lab' }, size, h('div', { class: 'toolbar' }, button), work.element, fault, list),
    ),
  );
  effect(() => {
    const now = accepted.value;
    button.disabled = now === undefined;
    if (now === undefined) return;
    const { rows } = wanted(now, state.value.count);
    const bytes = rows * now.shape.width * (state.value.dtype === 'f32' ? 4 : 8);
    fill(size, h('b', {}, `${short(rows)} × ${short(now.shape.width)}`), ` numbers, ${bytesText(bytes)}`);
  });

  const runs = signal<readonly Run[]>([]);
  function start(): void {
    const now = accepted.peek();
    if (now === undefined) return;
    const { count, dtype, workers, device } = state.peek();
    const { positions, rows } = wanted(now, count);
    fault.hidden = true;
    work.run(
      (abort, onProgress) =>
        from.use(workers, device, async (pe): Promise<Run> => {
          const word = new CheckWord();
          const by = new Set<string>();
          let bytes = 0;
          const began = performance.now();
          for await (const block of pe.tableBlocks(now.spec, positions, { dtype, signal: abort })) {
            bytes += block.data.byteLength;
            word.add(block.data);
            by.add(block.backend);
            onProgress(Math.min(1, (block.firstRow + block.rows) / Math.max(1, rows)));
          }
          return {
            ...{ encoding: now.spec.encoding, rows, cols: now.shape.width, dtype, bytes, word: word.text },
            by: [...by].map((one) => (one === 'wasm' ? `${one}, ${workers} × worker` : one)).join(' and '),
            milliseconds: performance.now() - began,
          };
        }),
      (run) => {
        runs.value = [run, ...runs.peek()].slice(0, kept);
        root.dataset['word'] = run.word;
        root.dataset['runs'] = String(Number(root.dataset['runs'] ?? 0) + 1);
      },
      (error) => {
        fault.hidden = false;
        fill(fault, failureOf(error).message);
      },
    );
  }
  effect(() => {
    if (runs.value.length > 0) fill(list, table(runs.value));
  });
}

/** A finite table has the rows it has; several coordinates go through a grid. */
export function wanted({ shape }: Accepted, count: number): { positions: Positions; rows: number } {
  if (shape.axes <= 1 && shape.extent.length === 0) return { positions: { count }, rows: count };
  const places = placesOf(shape, { start: 0, step: 1, count });
  return { positions: places.positions, rows: places.count };
}

function table(runs: readonly Run[]): HTMLElement {
  const cells = (run: Run): (string | HTMLElement)[] => [
    `${short(run.rows)} × ${short(run.cols)} ${run.dtype}`,
    run.by,
    h('span', {}, datum(run.milliseconds, durationText(run.milliseconds))),
    h('span', {}, datum(run.bytes / run.milliseconds / 1e6, `${(run.bytes / run.milliseconds / 1e6).toFixed(2)} GB/s`)),
    h('code', {}, run.word),
  ];
  const place = h(
    'div',
    { class: 'methods-scroll' },
    h(
      'table',
      { class: 'spectra' },
      h('caption', { class: 'visually-hidden' }, 'Tables computed so far, newest first'),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['encoding', 'table', 'computed by', 'time', 'speed', 'check word'].map((name) =>
            h('th', { scope: 'col' }, name),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        ...runs.map((run) =>
          h('tr', {}, h('th', { scope: 'row' }, run.encoding), ...cells(run).map((cell) => h('td', {}, cell))),
        ),
      ),
    ),
  );
  reachable(place, 'Tables computed so far');
  return place;
}
