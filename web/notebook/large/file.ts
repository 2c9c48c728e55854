/** The same table as a file, written while it is computed: to a place of the reader's choice where the browser can. */
import { effect } from '@preact/signals-core';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { job } from '../widgets/job.js';
import type { FileType, Sink } from '../widgets/table-sink.js';
import { largestInMemory, chosenSink, chunksOf, fileTypes, filled, memorySink, pour } from '../widgets/table-sink.js';
import { wanted } from './compute.js';
import type { Context } from './context.js';
import type { Machines } from './machines.js';
import { bytesText, durationText } from './units.js';

export function mountFile(root: HTMLElement, ctx: Context, from: Machines): void {
  const { state, accepted } = ctx;
  const work = job('Writing the file');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const written = h('p', { class: 'reading', role: 'status' });
  const choose = chosenSink();
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'file-title' }, 'Keep it'),
      h(
        'p',
        { class: 'purpose' },
        choose
          ? 'The table above goes to a file as it is computed, so it may be larger than memory. A file that is cancelled is not left behind.'
          : `This browser puts a file together in memory first, so it has at most ${bytesText(largestInMemory)}. The command line writes larger ones.`,
      ),
    ),
    h(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': 'The table as a file' },
      ...(Object.entries(fileTypes) as [FileType, string][]).map(([type, label]) =>
        h('button', { type: 'button', class: 'quiet', on: { click: () => void write(type) } }, label),
      ),
    ),
    work.element,
    fault,
    written,
  );
  effect(() => {
    for (const button of root.querySelectorAll<HTMLButtonElement>('.toolbar > button'))
      button.disabled = accepted.value === undefined;
  });

  async function write(type: FileType): Promise<void> {
    const now = accepted.peek();
    if (now === undefined) return;
    const { count, dtype, workers, device } = state.peek();
    const { positions, rows } = wanted(now, count);
    const name = `${now.spec.encoding}-${rows}x${now.shape.width}.${type}`;
    fault.hidden = true;
    fill(written);
    let sink: Sink;
    try {
      sink = choose ? await choose(name) : memorySink(name, type);
    } catch (error) {
      if ((error as Error).name !== 'AbortError') fail(error); // the reader closed the dialogue
      return;
    }
    const began = performance.now();
    work.run(
      (signal, onProgress) =>
        filled(sink, () =>
          from.use(workers, device, (pe) => {
            const blocks = pe.tableBlocks(now.spec, positions, { dtype, signal, onProgress });
            return pour(chunksOf(type, { rows, dtype }, blocks, now.spec), sink, signal);
          }),
        ),
      (bytes) => {
        fill(written, `${name}: ${bytesText(bytes)} in ${durationText(performance.now() - began)}.`);
        root.dataset['written'] = String(bytes);
      },
      fail,
    );
  }

  function fail(error: unknown): void {
    fault.hidden = false;
    fill(fault, failureOf(error).message);
  }
}
